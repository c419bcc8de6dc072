/*
 * clean_tree: an empty, marked object directory, and what becomes of the old.
 *
 * Only what carries our mark is ever removed.  A tree is renamed away and
 * purged from there, so that what is at the path is always either the old
 * one or a fresh one; a mount point and objroot itself, which cannot be
 * renamed, are emptied where they are, the mark last.
 */
#include "daemon/clean.h"

#include <sys/stat.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/osdep.h"

#define CLEAN_TREE_SAID		128
#define CLEAN_TREE_NAMES	1000	/* of one run's trees in the trash */

enum clean_tree_state {
	CLEAN_TREE_ABSENT,
	CLEAN_TREE_EMPTY,	/* nothing in it, no mark needed */
	CLEAN_TREE_MARKED,
	CLEAN_TREE_FOREIGN	/* holds what we did not make */
};

/* Refuse the path with errno's words. */
static int
clean_tree_refuse(struct clean_task *task, const char *path)
{
	char	 said[CLEAN_TREE_SAID];
	int	 err;

	err = errno;
	return (cleaner_refuse(task, err, "%s: %s",
	    clean_path_say(task, path, said, sizeof(said)), strerror(err)));
}

/*
 * Is there a mark in the directory that only we can have made?  An empty one
 * is ours as well: a kill came before its text.
 */
static bool
clean_tree_marked(int fd)
{
	struct stat	 st;
	char		 text[16];
	ssize_t		 n;
	int		 mark;

	mark = openat(fd, CLEAN_MARK,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (mark == -1)
		return (false);
	n = -1;
	if (fstat(mark, &st) == 0 && S_ISREG(st.st_mode) &&
	    st.st_uid == geteuid())
		n = read(mark, text, sizeof(text));
	close(mark);
	return (n == 0 || (n >= 11 && memcmp(text, "benchd run ", 11) == 0));
}

/* Does a directory hold anything but what is ours? */
static int
clean_tree_holds(int fd)
{
	struct dirent	*entry;
	DIR		*dir;
	int		 copy, holds;

	copy = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	dir = copy != -1 ? fdopendir(copy) : NULL;
	if (dir == NULL)
		return (-1);
	holds = 0;
	while ((entry = readdir(dir)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0 &&
		    strcmp(entry->d_name, CLEAN_TRASH) != 0)
			holds = 1;
	closedir(dir);
	return (holds);
}

/* What the directory is to us; *fd open on it, -1 where it is absent. */
static int
clean_tree_state(struct clean_task *task, int *fd)
{
	int	 holds;

	*fd = clean_path_open(task, task->dir);
	if (*fd == -1 && errno == ENOENT)
		return (CLEAN_TREE_ABSENT);
	if (*fd == -1)
		return (clean_tree_refuse(task, task->dir));
	if (clean_tree_marked(*fd))
		return (CLEAN_TREE_MARKED);
	holds = clean_tree_holds(*fd);
	if (holds == -1)
		return (clean_tree_refuse(task, task->dir));
	return (holds ? CLEAN_TREE_FOREIGN : CLEAN_TREE_EMPTY);
}

/*
 * Open a folder of ours in the directory that parent is open on, made if need
 * be.  above is that directory's path, for people.
 */
static int
clean_tree_folder(struct clean_task *task, int parent, const char *name,
    const char *above)
{
	struct stat	 st;
	char		 path[2 * CLEAN_PATH_BYTES], said[CLEAN_TREE_SAID];
	int		 fd;

	snprintf(path, sizeof(path), "%s%s%s", above,
	    above[0] != '\0' ? "/" : "", name);
	if (mkdirat(parent, name, 0700) == -1 && errno != EEXIST)
		return (clean_tree_refuse(task, path));
	fd = openat(parent, name,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd != -1 && fstat(fd, &st) == 0 && st.st_uid == geteuid())
		return (fd);
	if (fd != -1)
		close(fd);
	return (cleaner_refuse(task, EPERM, "%s is not benchd's own",
	    clean_path_say(task, path, said, sizeof(said))));
}

/* Our mark, with the run's id. */
static int
clean_tree_mark(struct clean_task *task, int fd)
{
	char	 text[64];
	int	 mark, n;

	n = snprintf(text, sizeof(text), "benchd run %s\n",
	    task->request.mark);
	mark = openat(fd, CLEAN_MARK,
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0444);
	if (mark == -1)
		return (clean_tree_refuse(task, task->dir));
	if (write(mark, text, (size_t)n) != n) {
		close(mark);
		return (clean_tree_refuse(task, task->dir));
	}
	close(mark);
	return (0);
}

/* Owner and mode as asked, proved to be empty, marked. */
static int
clean_tree_dress(struct clean_task *task, int fd)
{
	const struct clean_request	*request = &task->request;
	char				 said[CLEAN_TREE_SAID];

	if (clean_tree_holds(fd) != 0)
		return (cleaner_refuse(task, ENOTEMPTY,
		    "%s is not empty after cleaning",
		    clean_path_say(task, task->dir, said, sizeof(said))));
	if (clean_tree_mark(task, fd) == -1)
		return (-1);
	if ((geteuid() == 0 && fchown(fd, request->uid, request->gid) == -1) ||
	    fchmod(fd, request->mode & ALLPERMS) == -1)
		return (clean_tree_refuse(task, task->dir));
	return (0);
}

/* Empty the directory where it is; the mark goes last, and comes first. */
static int
clean_tree_in_place(struct clean_task *task, int fd)
{
	int	 error;

	task->answer->in_place = 1;
	error = clean_remove_contents(task, fd, task->dir, true);
	if (error == 0)
		error = clean_remove_name(task, fd, task->dir, CLEAN_MARK, 0);
	if (error == 0)
		error = clean_tree_dress(task, fd);
	return (error);
}

/*
 * Rename objdir to folder/name.  1 when it cannot be renamed because of what
 * it is (a mount point).
 */
static int
clean_tree_move(struct clean_task *task, int fd, int folder, const char *name)
{
	int	 try;

	for (try = 0; try < 2; try++) {
		if (renameat(task->root, task->dir, folder, name) == 0)
			return (0);
		if (errno == EBUSY || errno == EXDEV || errno == EINVAL)
			return (1);
		if (errno != EPERM || osdep_flags_clear(fd) != 1)
			break;
		task->answer->flags_cleared++;
	}
	return (clean_tree_refuse(task, task->dir));
}

/* Objdir to the trash beside it; 1 when it can only be emptied in place. */
static int
clean_tree_discard(struct clean_task *task, int fd, int parent,
    const char *above)
{
	char		 name[64];
	struct stat	 st, up;
	int		 trash, i, moved;

	if (task->dir[0] == '\0' || fstat(fd, &st) == -1 ||
	    fstat(parent, &up) == -1 || st.st_dev != up.st_dev)
		return (1);
	trash = clean_tree_folder(task, parent, CLEAN_TRASH, above);
	if (trash == -1)
		return (-1);
	/* A run that is taken up again may have one there already. */
	for (i = 0; i < CLEAN_TREE_NAMES; i++) {
		snprintf(name, sizeof(name), "%s.%d", task->request.mark, i);
		if (faccessat(trash, name, F_OK, AT_SYMLINK_NOFOLLOW) == -1)
			break;
	}
	moved = clean_tree_move(task, fd, trash, name);
	close(trash);
	return (moved);
}

/* Remove what the trash beside objdir holds, and itself. */
static int
clean_tree_empty_trash(struct clean_task *task, int parent,
    const char *above)
{
	char	 path[2 * CLEAN_PATH_BYTES];
	int	 fd, error;

	if (faccessat(parent, CLEAN_TRASH, F_OK, AT_SYMLINK_NOFOLLOW) == -1)
		return (0);
	fd = clean_tree_folder(task, parent, CLEAN_TRASH, above);
	if (fd == -1)
		return (-1);
	snprintf(path, sizeof(path), "%s%s%s", above,
	    above[0] != '\0' ? "/" : "", CLEAN_TRASH);
	error = clean_remove_contents(task, fd, path, false);
	close(fd);
	if (error == 0)
		(void)unlinkat(parent, CLEAN_TRASH, AT_REMOVEDIR);
	return (error);
}

/* Put what we did not make aside for the job, once. */
static int
clean_tree_keep(struct clean_task *task, int fd, int parent)
{
	char		 above[CLEAN_PATH_BYTES], said[CLEAN_TREE_SAID];
	const char	*name;
	int		 kept, job, moved;

	clean_path_say(task, task->dir, said, sizeof(said));
	if (task->request.takeover == 0)
		return (cleaner_refuse(task, EEXIST, "%s holds files that "
		    "benchd did not make; move them, or write takeover keep",
		    said));
	if (task->dir[0] == '\0')
		return (cleaner_refuse(task, EBUSY, "%s is the objroot "
		    "itself; takeover keep cannot put it aside", said));
	clean_path_split(task->dir, above, sizeof(above), &name);
	kept = clean_tree_folder(task, parent, CLEAN_KEPT, above);
	if (kept == -1)
		return (-1);
	job = clean_tree_folder(task, kept, task->request.job, CLEAN_KEPT);
	close(kept);
	if (job == -1)
		return (-1);
	if (faccessat(job, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
		moved = cleaner_refuse(task, EEXIST, "%s holds files that "
		    "benchd did not make, again: takeover keep puts aside "
		    "once a job", said);
	else
		moved = clean_tree_move(task, fd, job, name);
	close(job);
	if (moved == 1)
		return (cleaner_refuse(task, EBUSY, "%s is a mount point; "
		    "takeover keep cannot put it aside", said));
	return (moved);
}

/* Nothing of ours, or aside: make it anew. */
static int
clean_tree_make(struct clean_task *task)
{
	int	 fd, error;

	if (mkdirat(task->root, task->dir, 0700) == -1)
		return (clean_tree_refuse(task, task->dir));
	fd = clean_path_open(task, task->dir);
	if (fd == -1)
		return (clean_tree_refuse(task, task->dir));
	error = clean_tree_dress(task, fd);
	close(fd);
	return (error);
}

/* Empty only what the recipe names below a tree of ours; new mark. */
static int
clean_tree_part(struct clean_task *task, int fd)
{
	int	 part, error;

	part = clean_path_open(task, task->part);
	if (part == -1 && errno != ENOENT)
		return (clean_tree_refuse(task, task->part));
	error = 0;
	if (part != -1) {
		task->answer->in_place = 1;
		error = clean_remove_contents(task, part, task->part, false);
		close(part);
	}
	if (error == 0)
		error = clean_remove_name(task, fd, task->dir, CLEAN_MARK, 0);
	if (error == 0)
		error = clean_tree_mark(task, fd);
	return (error);
}

/* Old tree away by its state, fresh one there. */
static int
clean_tree_replace(struct clean_task *task, int parent, const char *above)
{
	char	 said[CLEAN_TREE_SAID];
	int	 fd, state, gone;

	state = clean_tree_state(task, &fd);
	if (state == -1)
		return (-1);
	if (fd != -1 &&
	    faccessat(fd, CLEAN_KEPT, F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
		close(fd);
		return (cleaner_refuse(task, EEXIST,
		    "%s/%s holds what takeover put aside",
		    clean_path_say(task, task->dir, said, sizeof(said)),
		    CLEAN_KEPT));
	}
	gone = 0;
	if (state == CLEAN_TREE_MARKED && task->clean[0] != '\0') {
		gone = clean_tree_part(task, fd);
		close(fd);
		return (gone);
	}
	if (state == CLEAN_TREE_FOREIGN)
		gone = clean_tree_keep(task, fd, parent);
	else if (state != CLEAN_TREE_ABSENT)
		gone = clean_tree_discard(task, fd, parent, above);
	if (gone == 0)
		gone = clean_tree_make(task);
	else if (gone == 1)
		gone = clean_tree_in_place(task, fd);
	if (fd != -1)
		close(fd);
	return (gone);
}

/* Give an empty, marked object directory; -1 refused. */
int
clean_tree_fresh(struct clean_task *task)
{
	char		 above[CLEAN_PATH_BYTES];
	const char	*name;
	int		 parent, error;

	clean_path_split(task->dir, above, sizeof(above), &name);
	if (clean_path_make(task, above) == -1)
		return (-1);
	parent = clean_path_open(task, above);
	if (parent == -1)
		return (clean_tree_refuse(task, above));
	error = clean_tree_replace(task, parent, above);
	if (error == 0 && !task->request.purge_idle)
		error = clean_tree_empty_trash(task, parent, above);
	close(parent);
	return (error);
}

/* Purge the trash beside objdir; -1 refused. */
int
clean_tree_purge(struct clean_task *task)
{
	char		 above[CLEAN_PATH_BYTES];
	const char	*name;
	int		 parent, error;

	clean_path_split(task->dir, above, sizeof(above), &name);
	parent = clean_path_open(task, above);
	if (parent == -1)
		return (errno == ENOENT ? 0 : clean_tree_refuse(task, above));
	error = clean_tree_empty_trash(task, parent, above);
	close(parent);
	return (error);
}

/* What is at objdir makes room for what was put aside from there. */
static int
clean_tree_put_back(struct clean_task *task, int parent, int job)
{
	char		 above[CLEAN_PATH_BYTES], said[CLEAN_TREE_SAID];
	const char	*name;
	int		 fd, state, gone;

	clean_path_split(task->dir, above, sizeof(above), &name);
	state = clean_tree_state(task, &fd);
	if (state == -1)
		return (-1);
	if (state == CLEAN_TREE_FOREIGN)
		gone = cleaner_refuse(task, EEXIST, "%s holds files that "
		    "benchd did not make; what takeover put aside stays in %s",
		    clean_path_say(task, task->dir, said, sizeof(said)),
		    CLEAN_KEPT);
	else
		gone = state == CLEAN_TREE_ABSENT ? 0 :
		    clean_tree_discard(task, fd, parent, above);
	if (fd != -1)
		close(fd);
	if (gone == 0 && renameat(job, name, parent, name) == -1)
		gone = clean_tree_refuse(task, task->dir);
	return (gone == 0 ? clean_tree_empty_trash(task, parent, above) : -1);
}

/* Put back what takeover put aside for the job, if anything; -1 refused. */
int
clean_tree_restore(struct clean_task *task)
{
	char		 above[CLEAN_PATH_BYTES];
	char		 kept[sizeof(CLEAN_KEPT) + sizeof(task->request.job)];
	const char	*name;
	int		 parent, job, error;

	clean_path_split(task->dir, above, sizeof(above), &name);
	parent = clean_path_open(task, above);
	if (parent == -1)
		return (errno == ENOENT ? 0 : clean_tree_refuse(task, above));
	snprintf(kept, sizeof(kept), "%s/%s", CLEAN_KEPT, task->request.job);
	job = openat(parent, kept,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	error = 0;
	if (job != -1 && name[0] != '\0' &&
	    faccessat(job, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
		error = clean_tree_put_back(task, parent, job);
	if (job != -1)
		close(job);
	if (error == 0) {
		(void)unlinkat(parent, kept, AT_REMOVEDIR);
		(void)unlinkat(parent, CLEAN_KEPT, AT_REMOVEDIR);
	}
	close(parent);
	return (error);
}
