/*
 * parent_run: the present run, as the parent's files that move it see it.
 */
#ifndef DAEMON_PARENT_RUN_H
#define DAEMON_PARENT_RUN_H

#include "daemon/parent.h"
#include "daemon/parent_step.h"

#define PARENT_RUN_DEAD_MAX	4

/* One thing to do; step is NULL for the cleaner's. */
struct parent_action {
	enum run_step_kind	 kind;
	const struct conf_step	*step;
};

struct parent_run {
	struct ipc_run_begin	 begin;
	struct conf		*conf;	/* that the pointers below lie in */
	const struct conf_recipe *recipe;
	struct conf_level	 level[LIMIT_PARAMETERS];
	char			*strings;	/* that the levels lie in */
	struct parent_step_user	 user;
	int			 output;
	struct parent_action	*action;
	size_t			 nactions, at;
	bool			 locked;
	bool			 told;		/* of waiting for the lock */
	bool			 orphaned;	/* a task died: sweep */
	bool			 stepped;	/* a step was begun: clean up */
	struct parent_task	*task;
	struct parent_step_request request;	/* of this action */
	struct event		*timer;
	enum parent_end		 end;
	enum run_verdict	 verdict;
	char			 reason[RUN_REASON_BYTES];
	struct run_footprint	 dead[PARENT_RUN_DEAD_MAX];
	size_t			 ndead;
};

/* Keep the first reason: what came after came of it. */
void	 parent_judge_fail(struct parent_run *, enum run_verdict,
	    const char *, ...) __attribute__((__format__(__printf__, 3, 4)));
/*
 * Read a task's whole answer into the step and judge it; false where it died
 * before, which is judged as well.
 */
bool	 parent_judge_answer(struct parent_run *, const struct parent_task *,
	    enum run_step_kind, struct ipc_run_step *);

/* Begin the next action that has sense, or finish. */
void	 parent_run_continue(struct parent *);

#endif
