/*
 * clean_path: from a configured path to a directory inside objroot.
 *
 * Links are read and followed by hand, on paper: a target inside objroot is
 * gone on with, any other is refused by name.  What comes out has no links,
 * and is opened so that one put there meanwhile is an error.
 */
#include "daemon/clean.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "proto/visible.h"

#define CLEAN_PATH_LINKS	32

/* objroot/path as a person knows it, made visible. */
const char *
clean_path_say(const struct clean_task *task, const char *path, char *text,
    size_t size)
{
	char	 whole[2 * CLEAN_PATH_BYTES];

	snprintf(whole, sizeof(whole), "%s%s%s", task->objroot,
	    path[0] != '\0' ? "/" : "", path);
	visible_copy(text, size, whole, strlen(whole));
	return (text);
}

/* Parent ("" is objroot) and last name of a path. */
void
clean_path_split(const char *path, char *parent, size_t size,
    const char **name)
{
	const char	*slash;

	slash = strrchr(path, '/');
	*name = slash != NULL ? slash + 1 : path;
	strlcpy(parent, path, size);
	parent[slash != NULL ? (size_t)(slash - path) : 0] = '\0';
}

/* Put what is left of the way behind the target of a link. */
static int
clean_path_follow(struct clean_task *task, const char *out,
    const char *target, char *rest, size_t size)
{
	char	 behind[CLEAN_PATH_BYTES], said[RUN_REASON_BYTES / 2];
	size_t	 len;
	int	 n;

	len = 0;
	if (target[0] == '/') {
		len = strlen(task->objroot);
		if (strncmp(target, task->objroot, len) != 0 ||
		    (target[len] != '\0' && target[len] != '/'))
			return (cleaner_refuse(task, EXDEV,
			    "%s is a link out of %s",
			    clean_path_say(task, out, said, sizeof(said)),
			    task->objroot));
	}
	strlcpy(behind, rest, sizeof(behind));
	n = snprintf(rest, size, "%s/%s", target + len, behind);
	if (n < 0 || (size_t)n >= size)
		return (cleaner_refuse(task, ENAMETOOLONG,
		    "%s: links to a path that is too long",
		    clean_path_say(task, out, said, sizeof(said))));
	/* The link's own name goes; an absolute target starts anew. */
	return (len > 0 ? 1 : 0);
}

/* Append a name to a path. */
static int
clean_path_append(char *out, size_t size, const char *name, size_t len)
{
	size_t	 have;
	int	 n;

	have = strlen(out);
	n = snprintf(out + have, size - have, "%s%.*s",
	    have > 0 ? "/" : "", (int)len, name);
	if (n < 0 || (size_t)n >= size - have) {
		errno = ENAMETOOLONG;
		return (-1);
	}
	return (0);
}

/* Take the last name off. */
static void
clean_path_cut(char *out)
{
	char	*slash;

	slash = strrchr(out, '/');
	if (slash == NULL)
		slash = out;
	*slash = '\0';
}

/*
 * One name further: 0, or -1 refused.  links counts; a link is read, and
 * what it says becomes the beginning of the rest.
 */
static int
clean_path_step(struct clean_task *task, char *out, char *rest, int *links)
{
	char		 target[CLEAN_PATH_BYTES], said[RUN_REASON_BYTES / 2];
	struct stat	 st;
	ssize_t		 n;
	int		 restart;

	if (fstatat(task->root, out, &st, AT_SYMLINK_NOFOLLOW) == -1) {
		if (errno == ENOENT)
			return (0);		/* yet to be made */
		return (cleaner_refuse(task, errno, "%s: %s",
		    clean_path_say(task, out, said, sizeof(said)),
		    strerror(errno)));
	}
	if (S_ISDIR(st.st_mode))
		return (0);
	if (!S_ISLNK(st.st_mode))
		return (cleaner_refuse(task, ENOTDIR,
		    "%s is not a directory",
		    clean_path_say(task, out, said, sizeof(said))));
	n = readlinkat(task->root, out, target, sizeof(target) - 1);
	if (n <= 0 || ++*links > CLEAN_PATH_LINKS)
		return (cleaner_refuse(task, ELOOP, "%s: too many links",
		    clean_path_say(task, out, said, sizeof(said))));
	target[n] = '\0';
	restart = clean_path_follow(task, out, target, rest,
	    2 * CLEAN_PATH_BYTES);
	if (restart == -1)
		return (-1);
	if (restart == 1)
		out[0] = '\0';
	else
		clean_path_cut(out);
	return (0);
}

/*
 * The path below objroot without links, blanks or dots, into out.  What does
 * not exist yet is kept as written.
 */
static int
clean_path_resolve(struct clean_task *task, const char *path, char *out,
    size_t size)
{
	char	 rest[2 * CLEAN_PATH_BYTES], name[NAME_MAX + 1];
	size_t	 len, skip;
	int	 links;

	links = 0;
	out[0] = '\0';
	if (strlcpy(rest, path, sizeof(rest)) >= CLEAN_PATH_BYTES)
		return (cleaner_refuse(task, ENAMETOOLONG,
		    "%s: the path is too long", task->objroot));
	while ((skip = strspn(rest, "/")), rest[skip] != '\0') {
		len = strcspn(rest + skip, "/");
		if (len >= sizeof(name))
			return (cleaner_refuse(task, ENAMETOOLONG,
			    "%s: a name is too long", task->objroot));
		memcpy(name, rest + skip, len);
		name[len] = '\0';
		memmove(rest, rest + skip + len,
		    strlen(rest + skip + len) + 1);
		if (strcmp(name, ".") == 0)
			continue;
		if (strcmp(name, "..") == 0) {
			if (out[0] == '\0')
				return (cleaner_refuse(task, EXDEV,
				    "%s: leads out of it by ..",
				    task->objroot));
			clean_path_cut(out);
			continue;
		}
		if (clean_path_append(out, size, name, len) == -1)
			return (cleaner_refuse(task, errno,
			    "%s: the path is too long", task->objroot));
		if (clean_path_step(task, out, rest, &links) == -1)
			return (-1);
	}
	return (0);
}

/* objdir and the clean path below it, which no link may lead out of it. */
int
clean_path_find(struct clean_task *task)
{
	char	 whole[2 * CLEAN_PATH_BYTES], said[RUN_REASON_BYTES / 2];
	size_t	 len;

	if (clean_path_resolve(task, task->objdir, task->dir,
	    sizeof(task->dir)) == -1)
		return (-1);
	strlcpy(task->part, task->dir, sizeof(task->part));
	if (task->clean[0] == '\0')
		return (0);
	snprintf(whole, sizeof(whole), "%s/%s", task->dir, task->clean);
	if (clean_path_resolve(task, whole, task->part,
	    sizeof(task->part)) == -1)
		return (-1);
	len = strlen(task->dir);
	if (len == 0 || (strncmp(task->part, task->dir, len) == 0 &&
	    task->part[len] == '/'))
		return (0);
	return (cleaner_refuse(task, EXDEV, "%s is not below %s",
	    task->clean, clean_path_say(task, task->dir, said, sizeof(said))));
}

/* Open a directory by a path without links; -1 with errno. */
int
clean_path_open(const struct clean_task *task, const char *path)
{
	char	 name[NAME_MAX + 1];
	size_t	 len;
	int	 fd, below;

	fd = openat(task->root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (; fd != -1 && *path != '\0'; path += len + (path[len] == '/')) {
		len = strcspn(path, "/");
		if (len >= sizeof(name)) {
			errno = ENAMETOOLONG;
			close(fd);
			return (-1);
		}
		memcpy(name, path, len);
		name[len] = '\0';
		below = openat(fd, name,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		close(fd);
		fd = below;
	}
	return (fd);
}

/* Make what is missing of a path, root's; -1 refused. */
int
clean_path_make(struct clean_task *task, const char *path)
{
	char	 part[CLEAN_PATH_BYTES], said[RUN_REASON_BYTES / 2];
	size_t	 len;

	for (len = 0; path[len] != '\0'; ) {
		len += path[len] == '/';
		len += strcspn(path + len, "/");
		memcpy(part, path, len);
		part[len] = '\0';
		if (mkdirat(task->root, part, 0755) == -1 && errno != EEXIST)
			return (cleaner_refuse(task, errno, "%s: %s",
			    clean_path_say(task, part, said, sizeof(said)),
			    strerror(errno)));
	}
	return (0);
}
