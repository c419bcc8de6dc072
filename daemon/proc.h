/*
 * proc: how a row becomes a process.
 *
 * The parent starts a child by fork and exec of the same program with the
 * role's name; the child does, in one order: link, log, title, root
 * directory, drop and prove, walls, signals, loop.
 */
#ifndef DAEMON_PROC_H
#define DAEMON_PROC_H

#include <sys/types.h>

#include "daemon/benchd.h"
#include "daemon/ipc.h"

struct event_base;

/* One row a process. */
struct proc_role {
	const char	*title;
	enum proc_id	 id;
	int		(*entry)(void);
};

/*
 * Start the role as a child whose descriptor 3 is the other end of *link
 * (blocking or not is the caller's matter).  Only 0, 1, 2 and 3 are open in
 * it.  Returns its pid, or -1 with errno.
 */
pid_t		 proc_start(const char *path, const char *role,
		    const char *const *args, int *link);

/*
 * In a child, before anything foreign is touched: chroot to root (NULL: stay)
 * and become user for good; proves both.  Does nothing but say so when we are
 * not root.  Fatal on failure.
 */
void		 proc_confine(const char *root, const char *user);

/* The child's loop: its base, its link to the parent with these routes. */
struct event_base *proc_base(void);
struct ipc	*proc_parent(const struct ipc_route *routes, size_t nroutes);
/* Run until proc_end(); returns the status given to it. */
int		 proc_loop(void);
void		 proc_end(int status);

#endif
