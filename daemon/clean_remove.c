/*
 * clean_remove: unlinking all below a directory, whatever is in the way.
 *
 * Immutable flags and closed permissions are taken away where they hinder,
 * not before.  Mount points are refused by name and left as they are.
 */
#include "daemon/clean.h"

#include <sys/stat.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/osdep.h"

/* What is to be gone, and where its path begins for people. */
struct clean_remove {
	struct clean_task	*task;
	const char		*base;
	bool			 keep_mark;
};

/* Refuse the name in the place where the walk is. */
static int
clean_remove_refuse(const struct clean_remove *what, const char *path,
    const char *name, int err)
{
	char	 whole[2 * CLEAN_PATH_BYTES], said[RUN_REASON_BYTES - 60];

	snprintf(whole, sizeof(whole), "%s%s%s%s%s", what->base,
	    path[0] != '\0' && what->base[0] != '\0' ? "/" : "", path,
	    what->base[0] != '\0' || path[0] != '\0' ? "/" : "", name);
	clean_path_say(what->task, whole, said, sizeof(said));
	if (err == EBUSY || err == EXDEV)
		return (cleaner_refuse(what->task, err,
		    "%s is another file system; unmount it", said));
	return (cleaner_refuse(what->task, err, "%s cannot be removed: %s",
	    said, strerror(err)));
}

/* Take away what may hinder the unlinking of name; is it worth a try? */
static bool
clean_remove_free(struct clean_task *task, int fd, const char *name)
{
	struct stat	 st;
	bool		 tried;

	tried = false;
	if (osdep_flags_clear_at(fd, name) == 1) {
		task->answer->flags_cleared++;
		tried = true;
	}
	if (osdep_flags_clear(fd) == 1) {
		task->answer->flags_cleared++;
		tried = true;
	}
	if (fstat(fd, &st) == 0 && (st.st_mode & S_IRWXU) != S_IRWXU &&
	    fchmod(fd, (st.st_mode & ALLPERMS) | S_IRWXU) == 0)
		tried = true;
	return (tried);
}

/* unlinkat(2), once more after hindrances; 0 or -1 with errno. */
static int
clean_remove_unlink(struct clean_task *task, int fd, const char *name,
    int flags)
{
	int	 err;

	if (unlinkat(fd, name, flags) == 0 || errno == ENOENT)
		goto gone;
	if (errno != EPERM && errno != EACCES)
		return (-1);
	err = errno;
	if (!clean_remove_free(task, fd, name)) {
		errno = err;
		return (-1);
	}
	if (unlinkat(fd, name, flags) == -1 && errno != ENOENT)
		return (-1);
gone:
	task->answer->removed++;
	return (0);
}

/* One name of ours, where a caller knows what it is. */
int
clean_remove_name(struct clean_task *task, int fd, const char *path,
    const char *name, int flags)
{
	struct clean_remove	 what = { task, path, false };

	if (clean_remove_unlink(task, fd, name, flags) == 0)
		return (0);
	return (clean_remove_refuse(&what, "", name, errno));
}

/* Is the entry a directory? */
static bool
clean_remove_is_dir(int fd, const struct dirent *entry)
{
	struct stat	 st;

	if (entry->d_type != DT_UNKNOWN)
		return (entry->d_type == DT_DIR);
	return (fstatat(fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISDIR(st.st_mode));
}

/* Names that are not to be touched at the start of the walk. */
static bool
clean_remove_spares(const struct clean_remove *what,
    const struct clean_walk *walk, const char *name)
{
	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return (true);
	return (walk->depth == 0 && what->keep_mark &&
	    strcmp(name, CLEAN_MARK) == 0);
}

/*
 * Remove what can be in this one directory.  1 when a directory in it has
 * contents (its name in below[]), 0 when nothing is left, -1 refused.  Reading
 * goes on until a whole pass finds nothing: file systems differ in what they
 * show of a directory that changes.
 */
static int
clean_remove_level(const struct clean_remove *what,
    const struct clean_walk *walk, char below[NAME_MAX + 1])
{
	struct dirent	*entry;
	int64_t		 before;
	DIR		*dir;
	int		 err, fd, flags;

	do {
		before = what->task->answer->removed;
		fd = openat(walk->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		dir = fd != -1 ? fdopendir(fd) : NULL;
		if (dir == NULL)
			return (clean_remove_refuse(what, walk->path, "",
			    errno));
		while ((entry = readdir(dir)) != NULL) {
			if (clean_remove_spares(what, walk, entry->d_name))
				continue;
			flags = clean_remove_is_dir(walk->fd, entry) ?
			    AT_REMOVEDIR : 0;
			if (clean_remove_unlink(what->task, walk->fd,
			    entry->d_name, flags) == 0)
				continue;
			err = errno;
			strlcpy(below, entry->d_name, NAME_MAX + 1);
			closedir(dir);
			if (flags != 0 && (err == ENOTEMPTY || err == EEXIST))
				return (1);
			return (clean_remove_refuse(what, walk->path, below,
			    err));
		}
		closedir(dir);
	} while (what->task->answer->removed > before);
	return (0);
}

/* Go into a directory, opened up first where we may not. */
static int
clean_remove_down(struct clean_walk *walk, const char *name)
{
	struct stat	 st;

	if (clean_walk_down(walk, name) == 0)
		return (0);
	if (errno != EACCES ||
	    fstatat(walk->fd, name, &st, AT_SYMLINK_NOFOLLOW) == -1 ||
	    !S_ISDIR(st.st_mode) || fchmodat(walk->fd, name, 0700, 0) == -1)
		return (-1);
	return (clean_walk_down(walk, name));
}

/*
 * Remove all below the directory that fd is open on (the mark at its top
 * perhaps excepted).  path is its own, for people.
 */
int
clean_remove_contents(struct clean_task *task, int fd, const char *path,
    bool keep_mark)
{
	struct clean_remove	 what = { task, path, keep_mark };
	struct clean_walk	 walk;
	char			 below[NAME_MAX + 1];
	const char		*name;
	int			 more;

	if (clean_walk_init(&walk, fd) == -1)
		return (clean_remove_refuse(&what, "", "", errno));
	for (;;) {
		more = clean_remove_level(&what, &walk, below);
		if (more == 1 && clean_remove_down(&walk, below) == -1)
			more = clean_remove_refuse(&what, walk.path, below,
			    errno);
		if (more == 1)
			continue;
		if (more == -1 || walk.depth == 0)
			break;
		name = clean_walk_up(&walk);
		if (name == NULL) {
			more = clean_remove_refuse(&what, walk.path, "",
			    errno);
			break;
		}
	}
	clean_walk_clear(&walk);
	return (more);
}
