/*
 * runner_tree: waiting for the step and for all that it started; ending them.
 *
 * We are their reaper: whoever loses its parent becomes our child, so nobody
 * is left when wait(2) has no child more.  That is the only proof taken here.
 */
#include "daemon/runner.h"

#include <sys/stat.h>
#include <sys/wait.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "daemon/osdep.h"
#include "proto/compat.h"

#define RUNNER_TREE_NAMED	64	/* descendants looked at, at most */
#define RUNNER_TREE_DYING_MS	20	/* to be gone without being named */
#define RUNNER_TREE_ROUND_MS	2	/* between two rounds of SIGKILL */
#define RUNNER_TREE_LOST_MS	30000	/* then somebody cannot be killed */

/* Bytes in the output file; 0 where it is none. */
int64_t
runner_tree_output(const struct runner_step *step)
{
	struct stat	 st;

	if (fstat(step->output, &st) == -1 || !S_ISREG(st.st_mode))
		return (0);
	return ((int64_t)st.st_size);
}

/* Reap all that have ended; the direct child's end is noted. */
static void
runner_tree_reap(struct runner_tree *tree)
{
	struct rusage	 ru;
	pid_t		 pid;
	int		 status;

	for (;;) {
		pid = wait4(-1, &status, WNOHANG, &ru);
		if (pid == -1 && errno == EINTR)
			continue;
		if (pid <= 0)
			break;
		if (pid == tree->pid) {
			tree->ended = runner_now();
			tree->status = status;
			tree->reaped = true;
		}
	}
	tree->empty = pid == -1 && errno == ECHILD;
}

/*
 * Sleep until a child ends, the link says a word (then false, and it is not
 * listened to again), or ms have passed.  SIGCHLD is let in here only, so none
 * is missed.
 */
static bool
runner_tree_sleep(struct runner_tree *tree, int64_t ms)
{
	struct pollfd	 link;
	struct timespec	 timeout;
	sigset_t	 none;

	link.fd = RUN_LINK_FD;
	link.events = POLLIN;
	timeout.tv_sec = (time_t)(ms / 1000);
	timeout.tv_nsec = (long)(ms % 1000) * 1000000;
	sigemptyset(&none);
	if (ppoll(&link, tree->told ? 0 : 1, &timeout, &none) <= 0)
		return (true);
	tree->told = true;
	return (false);
}

/* Has it ended: the direct child, or with wait tree everybody? */
static bool
runner_tree_done(const struct run_request *request,
    const struct runner_tree *tree)
{
	return (request->wait_tree ? tree->empty : tree->reaped);
}

/* Wait for the step's end, and say why if it is not its own. */
void
runner_tree_wait(const struct runner_step *step, struct runner_tree *tree,
    struct run_answer *answer)
{
	const struct run_request	*request = &step->request;
	int64_t				 left, ms;

	for (;;) {
		runner_tree_reap(tree);
		if (runner_tree_done(request, tree))
			break;
		if (request->output_max_bytes > 0 &&
		    runner_tree_output(step) > request->output_max_bytes) {
			answer->end = RUN_END_OUTPUT;
			break;
		}
		left = request->timeout_ms - runner_since_ms(tree->began);
		if (left <= 0) {
			answer->end = RUN_END_TIMEOUT;
			break;
		}
		ms = left < RUNNER_LOOK_MS ? left : RUNNER_LOOK_MS;
		if (!runner_tree_sleep(tree, ms)) {
			answer->end = RUN_END_STOPPED;
			break;
		}
	}
	if (answer->end != RUN_END_EXITED || request->wait_tree)
		tree->ended = runner_now();
	getrusage(RUSAGE_CHILDREN, &tree->at_end);
}

/* Let them end by themselves for a while, cut short by a word to stop. */
static void
runner_tree_grace(struct runner_tree *tree, int64_t ms)
{
	struct runner_time	 began;
	int64_t			 left;
	bool			 on;

	began = runner_now();
	for (on = true; on; ) {
		runner_tree_reap(tree);
		left = ms - runner_since_ms(began);
		if (tree->empty || left <= 0)
			break;
		on = runner_tree_sleep(tree, left);
	}
}

/* Note who is still there, and what each had used by now. */
static void
runner_tree_name(struct run_answer *answer)
{
	struct run_footprint	 used;
	pid_t			 pids[RUNNER_TREE_NAMED];
	int			 i, n;

	n = osdep_descendants(pids, RUNNER_TREE_NAMED);
	if (n <= 0)
		return;
	answer->noutlived = (uint32_t)n;
	for (i = 0; i < n && i < RUNNER_TREE_NAMED; i++) {
		if (i < RUN_OUTLIVED_MAX)
			osdep_process_name(pids[i], answer->outlived[i],
			    sizeof(answer->outlived[i]));
		if (osdep_footprint(pids[i], &used) == 0)
			answer->outlived_cpu_us -= used.cpu_us;
	}
}

/*
 * The direct child has ended: is anybody left?  Whoever was just about to go
 * is not named; the others are, and given their second.
 */
void
runner_tree_outlived(struct runner_tree *tree, struct run_answer *answer)
{
	if (!tree->empty)
		runner_tree_grace(tree, RUNNER_TREE_DYING_MS);
	if (tree->empty)
		return;
	runner_tree_name(answer);
	runner_tree_grace(tree,
	    LIMIT_OUTLIVED_GRACE_MS - RUNNER_TREE_DYING_MS);
}

/*
 * End them all: politely, then not.  A stopped process gets its TERM only
 * when it is let go on.  What forks faster than we look is met again in the
 * next round, until nobody is left.
 */
void
runner_tree_end(struct runner_tree *tree, struct run_answer *answer)
{
	struct runner_time	 began;
	pid_t			 pid;

	osdep_kill_descendants(SIGTERM);
	osdep_kill_descendants(SIGCONT);
	runner_tree_grace(tree, LIMIT_KILL_GRACE_MS);
	began = runner_now();
	while (!tree->empty && runner_since_ms(began) < RUNNER_TREE_LOST_MS) {
		osdep_tag_end();
		osdep_kill_descendants(SIGKILL);
		runner_tree_sleep(tree, RUNNER_TREE_ROUND_MS);
		runner_tree_reap(tree);
	}
	if (tree->empty)
		return;
	if (osdep_descendants(&pid, 1) > 0)
		snprintf(answer->reason, sizeof(answer->reason),
		    "process %ld could not be ended", (long)pid);
}
