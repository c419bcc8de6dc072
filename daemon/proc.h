/*
 * proc: how a row becomes a process.
 *
 * The parent starts a child by fork and exec; what is our own program does,
 * in one order: link, log, title, root directory, drop and prove, walls,
 * signals, loop.
 */
#ifndef DAEMON_PROC_H
#define DAEMON_PROC_H

#include <sys/types.h>

#include "daemon/benchd.h"
#include "daemon/ipc.h"

struct event_base;

/* One row a process that is our own program. */
struct proc_role {
	const char	*title;
	enum proc_id	 id;
	int		(*entry)(void);
};

/*
 * Start argv[0] (a path) as a child whose descriptor BENCHD_LINK_FD is the
 * other end of *link, and BENCHD_KEEP_FD a copy of keep (-1: none).  Only 0,
 * 1, 2 and these are open in it; signals are as at a program's start.  The
 * caller owns *link.  Returns its pid, or -1 with errno.
 */
#define BENCHD_KEEP_FD	4
pid_t		 proc_start(const char *const *argv, int keep, int *link);

/*
 * Begin a child: name it, give its log to the parent by a link with these
 * routes.  When the parent goes the process ends.
 */
void		 proc_begin(const struct proc_role *,
		    const struct ipc_route *routes, size_t nroutes);

/*
 * Before anything foreign is touched: move to root, and as root chroot there
 * and become user for good; prove both.  Fatal on failure.
 */
void		 proc_confine(const char *root, const char *user);

/* The process's one event base, and its link to the parent. */
struct event_base *proc_base(void);
struct ipc	*proc_parent(void);
/* Run until proc_end(); sends what waits and returns the status given. */
int		 proc_loop(void);
void		 proc_end(int status);

#endif
