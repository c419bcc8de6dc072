/*
 * conf_path: paths as text.  Asks no file system: what a path leads to is
 * the cleaner's to find out.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/conf_build.h"

#define CONF_PATH_BYTES	1023	/* fits run.h */

/* Is every part of the path a name?  Behind its first slash, if it has one. */
static bool
conf_path_is_canonical(const char *path)
{
	size_t	 n;

	for (;; path += n + 1) {
		n = strcspn(path, "/");
		if (n == 0 || (n == 1 && path[0] == '.') ||
		    (n == 2 && path[0] == '.' && path[1] == '.'))
			return (false);
		if (path[n] == '\0')
			return (true);
	}
}

/* An absolute path without //, ., .. and a slash at its end. */
bool
conf_path_is_dir(const char *path, char *why, size_t size)
{
	if (path[0] != '/')
		(void)snprintf(why, size, "%s does not begin with /", path);
	else if (strlen(path) > CONF_PATH_BYTES)
		(void)snprintf(why, size, "is longer than %d bytes",
		    CONF_PATH_BYTES);
	else if (path[1] != '\0' && !conf_path_is_canonical(path + 1))
		(void)snprintf(why, size, "%s is not canonical (no //, no ., no .., no / at its end)", path);
	else
		return (true);
	return (false);
}

/* A relative path likewise. */
bool
conf_path_is_below(const char *path, char *why, size_t size)
{
	if (path[0] == '/')
		(void)snprintf(why, size, "%s is not relative: it is a path below objdir", path);
	else if (strlen(path) > CONF_PATH_BYTES)
		(void)snprintf(why, size, "is longer than %d bytes",
		    CONF_PATH_BYTES);
	else if (!conf_path_is_canonical(path))
		(void)snprintf(why, size, "%s is not canonical (no //, no ., no .., no / at its end)", path);
	else
		return (true);
	return (false);
}

/* Is path dir, or something below it? */
bool
conf_path_is_inside(const char *path, const char *dir)
{
	size_t	 n;

	n = strlen(dir);
	if (strcmp(dir, "/") == 0)
		return (path[0] == '/');
	return (strncmp(path, dir, n) == 0 &&
	    (path[n] == '\0' || path[n] == '/'));
}
