/*
 * home: where a person's files are, and that nobody else can change them.
 */
#include <sys/stat.h>

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client/home.h"
#include "client/say.h"

/* The folder's path; 0, or -1 where it has none that fits. */
static int
home_folder(char *path, size_t size)
{
	const struct passwd	*pw;
	const char		*home, *moved;
	int			 len;

	if ((moved = getenv("BENCHCTL_DIR")) != NULL && moved[0] != '\0')
		len = snprintf(path, size, "%s", moved);
	else {
		home = getenv("HOME");
		if (home == NULL || home[0] == '\0') {
			pw = getpwuid(getuid());
			home = pw != NULL ? pw->pw_dir : "";
		}
		len = snprintf(path, size, "%s/.benchctl", home);
	}
	return (len > 0 && (size_t)len < size ? 0 : -1);
}

/* A file's path in a folder that is ours. */
int
home_path(const char *file, char *path, size_t size)
{
	struct stat	 st;
	size_t		 len;

	if (home_folder(path, size) == -1) {
		say_error(NULL, "the path of your files is too long");
		return (-1);
	}
	if (mkdir(path, 0700) == -1 && errno != EEXIST) {
		say_error(path, "%s", strerror(errno));
		return (-1);
	}
	if (stat(path, &st) == -1 || !S_ISDIR(st.st_mode)) {
		say_error(path, "is no folder that can be read");
		return (-1);
	}
	if (st.st_uid != geteuid() || (st.st_mode & 022) != 0) {
		say_error(path, st.st_uid != geteuid() ?
		    "belongs to another user; set BENCHCTL_DIR" :
		    "others may write it; chmod 700");
		return (-1);
	}
	len = strlen(path);
	if (snprintf(path + len, size - len, "/%s", file) >=
	    (int)(size - len)) {
		say_error(NULL, "the path of your files is too long");
		return (-1);
	}
	return (0);
}
