/*
 * runner: the files of benchd-runner among themselves.
 *
 *	runner.c		the step, from request to answer
 *	runner_request.c	what came over the link, checked
 *	runner_still.c		waiting for the machine to be still
 *	runner_evidence.c	counters before and after
 *	runner_child.c		from fork to exec
 *	runner_tree.c		waiting, reaping, ending
 */
#ifndef DAEMON_RUNNER_H
#define DAEMON_RUNNER_H

#include <sys/types.h>
#include <sys/resource.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/run.h"
#include "proto/limits.h"

#define RUNNER_ARGS_MAX		(2 * LIMIT_ARGS)
#define RUNNER_ENV_MAX		(2 * LIMIT_ENV)
#define RUNNER_LOOK_MS		60000	/* between looks at the output's size */

/* A request whose strings were found to be whole. */
struct runner_step {
	struct run_request	 request;
	char			*argv[RUNNER_ARGS_MAX + 1];
	char			*envp[RUNNER_ENV_MAX + 1];
	const char		*dir;		/* "" none */
	int			 output;
	int			 null;
};

/* Monotonic nanoseconds; not to be mixed with the wall's. */
struct runner_time {
	int64_t	 ns;
};

/* The running tree. */
struct runner_tree {
	pid_t			 pid;		/* of the direct child */
	int			 trouble;	/* pipe from before exec */
	struct runner_time	 began;
	struct runner_time	 ended;		/* right after its wait */
	int			 status;	/* as of wait(2) */
	bool			 reaped;	/* the direct child is */
	bool			 empty;		/* nobody is left */
	bool			 told;		/* to stop: link spoke */
	struct rusage		 at_end;	/* of all reaped by its end */
};

/* runner.c */
struct runner_time	 runner_now(void);
int64_t			 runner_since_ms(struct runner_time);

/* runner_request.c */
int	 runner_request_read(struct runner_step *, struct run_answer *);

/* runner_still.c: false when told to stop meanwhile */
bool	 runner_still_sleep(int64_t ms);
bool	 runner_still_wait(const struct run_request *, struct run_answer *);

/* runner_evidence.c */
void	 runner_evidence_before(const struct run_request *,
	    struct run_answer *);
void	 runner_evidence_after(const struct run_request *,
	    struct run_answer *);

/* runner_child.c */
int	 runner_child_start(const struct runner_step *, struct runner_tree *,
	    struct run_answer *);
bool	 runner_child_trouble(const struct runner_step *,
	    struct runner_tree *, struct run_answer *);

/* runner_tree.c */
void	 runner_tree_wait(const struct runner_step *, struct runner_tree *,
	    struct run_answer *);
void	 runner_tree_outlived(struct runner_tree *, struct run_answer *);
void	 runner_tree_end(struct runner_tree *, struct run_answer *);
int64_t	 runner_tree_output(const struct runner_step *);

#endif
