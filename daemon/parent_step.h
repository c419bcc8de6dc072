/*
 * parent_step: what a step asks of the runner or the cleaner.
 */
#ifndef DAEMON_PARENT_STEP_H
#define DAEMON_PARENT_STEP_H

#include "daemon/conf.h"
#include "daemon/run.h"

/* A request ready to be sent: struct and strings in one piece. */
struct parent_step_request {
	char	*bytes;
	size_t	 len;
	char	*text;		/* the command as expanded, for people */
};

/* Whose steps they are, proved to exist; uid is ours where we are not root. */
struct parent_step_user {
	bool	 drop;
	uid_t	 uid;
	gid_t	 gid;
	char	 home[1024];
};

/* Look the recipe's user up; -1 with the reason in why[size]. */
int	 parent_step_user(const struct conf_recipe *,
	    struct parent_step_user *, char *why, size_t size);

/*
 * Both return 0 and fill *req, which the caller clears; or -1 with errno
 * (ENOMEM, E2BIG, EINVAL).  The fields timed, tag, watch and the like are
 * those of *head, to which the rest is added.
 */
int	 parent_step_run(const struct conf_step *, const struct conf_scope *,
	    const struct parent_step_user *, struct run_request *head,
	    struct parent_step_request *req);
int	 parent_step_clean(const struct conf_recipe *,
	    struct clean_request *head, struct parent_step_request *req);
void	 parent_step_clear(struct parent_step_request *);

#endif
