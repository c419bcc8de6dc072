/*
 * clean: the cleaner's files among themselves.
 *
 *	cleaner.c	the process: one request, one answer
 *	clean_path.c	from a configured path to a directory inside objroot
 *	clean_walk.c	a place in a tree of any depth, by one descriptor
 *	clean_remove.c	unlinking, flags and permissions out of the way
 *	clean_tree.c	marks, fresh trees, what is put aside
 *	clean_count.c	names, bytes and digest of what was built
 *
 * Names beside and in an object directory that are ours:
 *
 *	OBJDIR/.benchd			the mark: "benchd run UID"
 *	PARENT/.benchd-trash/		old trees, renamed away, to be purged
 *	PARENT/.benchd-kept/JOB/NAME	what takeover put aside for a job
 *
 * All paths are followed by openat(2) from one descriptor on objroot, without
 * links.  A step that was cut short by a kill is done again from its start.
 */
#ifndef DAEMON_CLEAN_H
#define DAEMON_CLEAN_H

#include <sys/types.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/run.h"
#include "proto/compat.h"

#define CLEAN_MARK		".benchd"
#define CLEAN_TRASH		".benchd-trash"
#define CLEAN_KEPT		".benchd-kept"
#define CLEAN_PATH_BYTES	1024
#define CLEAN_IGNORE_MAX	256
#define CLEAN_NAMES_BYTES	(256LL << 20)	/* of one tree, counted */

struct clean_task {
	struct clean_request	 request;
	struct clean_answer	*answer;
	const char		*objroot;	/* as configured, for people */
	const char		*objdir;	/* as configured, below it */
	const char		*clean;		/* as configured; "" all */
	const char		*ignore[CLEAN_IGNORE_MAX];
	int			 root;		/* open on objroot */
	char			 dir[CLEAN_PATH_BYTES];	/* objdir, no links */
	char			 part[CLEAN_PATH_BYTES]; /* clean, likewise */
};

/* cleaner.c: the answer says what is wrong; returns -1. */
int	 cleaner_refuse(struct clean_task *, int err, const char *, ...)
	    __printflike(3, 4);

/* clean_path.c */
int	 clean_path_find(struct clean_task *);
int	 clean_path_open(const struct clean_task *, const char *path);
int	 clean_path_make(struct clean_task *, const char *path);
void	 clean_path_split(const char *path, char *parent, size_t size,
	    const char **name);
const char *clean_path_say(const struct clean_task *, const char *path,
	    char *text, size_t size);

/* clean_walk.c */
struct clean_walk {
	int			 fd;		/* of the place itself */
	dev_t			 dev;
	const char		*path;		/* from the start, "" there */
	char			*whole;		/* the same behind a '/' */
	size_t			 len, room;
	struct clean_level	*level;		/* of those above */
	size_t			 depth, levels;
};
int	 clean_walk_init(struct clean_walk *, int fd);
void	 clean_walk_clear(struct clean_walk *);
int	 clean_walk_down(struct clean_walk *, const char *name);
const char *clean_walk_up(struct clean_walk *);

/* clean_remove.c */
int	 clean_remove_contents(struct clean_task *, int fd, const char *path,
	    bool keep_mark);
int	 clean_remove_name(struct clean_task *, int fd, const char *path,
	    const char *name, int flags);

/* clean_tree.c */
int	 clean_tree_fresh(struct clean_task *);
int	 clean_tree_purge(struct clean_task *);
int	 clean_tree_restore(struct clean_task *);

/* clean_count.c */
int	 clean_count_tree(struct clean_task *);

#endif
