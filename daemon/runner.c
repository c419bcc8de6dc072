/*
 * runner: one step of a run, from request to answer.
 *
 * A program of its own, on libc alone and in static memory, because on Linux
 * a child's maxrss begins at that of the process that forked it, and a fork
 * costs the more the larger the forker is.  Root where benchd is; reaper of
 * all that the step starts.  It sleeps while the step runs: woken by a
 * child's end, by its deadline, by a word on its link, and once a minute to
 * look at the output's size.  All durations are on the monotonic clock.
 */
#include "daemon/runner.h"

#include <sys/socket.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/osdep.h"
#include "proto/compat.h"

static struct {
	struct runner_step	 step;
	struct runner_tree	 tree;
	struct run_answer	 answer;
} runner;

/* The monotonic clock. */
struct runner_time
runner_now(void)
{
	struct runner_time	 now;
	struct timespec		 ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	now.ns = (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
	return (now);
}

/* Whole milliseconds that have passed since then. */
int64_t
runner_since_ms(struct runner_time then)
{
	return ((runner_now().ns - then.ns) / 1000000);
}

/* The wall clock, for people; never subtracted. */
static int64_t
runner_wall_us(void)
{
	struct timespec	 ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return ((int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000);
}

/* Only there for its signal to end a ppoll(2). */
static void
runner_child_signal(int signo)
{
	(void)signo;
}

/*
 * Our own state, whoever started us: signals by default but for a parent
 * that is gone, SIGCHLD let in only where we sleep, nothing open but the
 * link.
 */
static int
runner_prepare(void)
{
	struct sigaction	 act;
	sigset_t		 mask;
	int			 signo, flags;

	closefrom(RUN_LINK_FD + 1);
	memset(&act, 0, sizeof(act));
	act.sa_handler = SIG_DFL;
	for (signo = 1; signo <= SIGRTMAX; signo++)
		sigaction(signo, &act, NULL);
	act.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &act, NULL);
	act.sa_handler = runner_child_signal;
	act.sa_flags = SA_NOCLDSTOP;
	sigaction(SIGCHLD, &act, NULL);
	sigemptyset(&mask);
	sigaddset(&mask, SIGCHLD);
	sigprocmask(SIG_SETMASK, &mask, NULL);

	flags = fcntl(RUN_LINK_FD, F_GETFL);
	if (flags == -1 ||
	    fcntl(RUN_LINK_FD, F_SETFL, flags & ~O_NONBLOCK) == -1 ||
	    fcntl(RUN_LINK_FD, F_SETFD, FD_CLOEXEC) == -1)
		return (-1);
	return (osdep_reaper());
}

/* How the direct child ended, unless we ended it for a reason of ours. */
static void
runner_verdict(const struct runner_tree *tree, struct run_answer *answer)
{
	if (answer->end != RUN_END_EXITED)
		return;
	if (WIFSIGNALED(tree->status)) {
		answer->end = RUN_END_SIGNALLED;
		answer->exit_signal = WTERMSIG(tree->status);
		answer->core = WCOREDUMP(tree->status) != 0;
	} else
		answer->exit_status = WEXITSTATUS(tree->status);
}

/* What all that were reaped have used; maxrss is the largest one's. */
static void
runner_usage(const struct runner_tree *tree, struct run_answer *answer)
{
	struct rusage	 ru;
	int64_t		 at_end;

	getrusage(RUSAGE_CHILDREN, &ru);
	answer->user_us = (int64_t)ru.ru_utime.tv_sec * 1000000 +
	    ru.ru_utime.tv_usec;
	answer->sys_us = (int64_t)ru.ru_stime.tv_sec * 1000000 +
	    ru.ru_stime.tv_usec;
	answer->maxrss_kb = ru.ru_maxrss;
	answer->minflt = ru.ru_minflt;
	answer->majflt = ru.ru_majflt;
	answer->nvcsw = ru.ru_nvcsw;
	answer->nivcsw = ru.ru_nivcsw;
	answer->inblock = ru.ru_inblock;
	answer->oublock = ru.ru_oublock;
	at_end = ((int64_t)tree->at_end.ru_utime.tv_sec +
	    tree->at_end.ru_stime.tv_sec) * 1000000 +
	    tree->at_end.ru_utime.tv_usec + tree->at_end.ru_stime.tv_usec;
	/* What outlived processes had used by then was noted as negative. */
	answer->outlived_cpu_us += answer->user_us + answer->sys_us - at_end;
	if (answer->noutlived == 0 || answer->outlived_cpu_us < 0)
		answer->outlived_cpu_us = 0;
}

/* The timed part, between two readings of everything. */
static void
runner_measure(const struct runner_step *step, struct runner_tree *tree,
    struct run_answer *answer)
{
	const struct run_request	*request = &step->request;

	if (request->timed)
		runner_evidence_before(request, answer);
	answer->started_us = runner_wall_us();
	osdep_uptime_us(&answer->started_up_us);
	if (runner_child_start(step, tree, answer) == -1)
		return;
	runner_tree_wait(step, tree, answer);
	answer->real_ns = tree->ended.ns - tree->began.ns;
	if (request->timed)
		runner_evidence_after(request, answer);
	if (answer->end == RUN_END_EXITED)
		runner_tree_outlived(tree, answer);
	if (!tree->empty)
		runner_tree_end(tree, answer);
	answer->ended_us = runner_wall_us();
	runner_verdict(tree, answer);
	runner_child_trouble(step, tree, answer);
	runner_usage(tree, answer);
}

/* The step itself; answer is filled in whatever happens. */
static void
runner_run(struct runner_step *step, struct runner_tree *tree,
    struct run_answer *answer)
{
	int64_t	 size;

	size = runner_tree_output(step);
	if (step->request.tag[0] != '\0')
		answer->tagged = osdep_tag_enter(step->request.tag) == 0;
	if (step->request.timed &&
	    !runner_still_wait(&step->request, answer))
		answer->end = RUN_END_STOPPED;
	else
		runner_measure(step, tree, answer);
	osdep_tag_end();
	answer->output_bytes = runner_tree_output(step) - size;
	if (answer->end <= RUN_END_SIGNALLED &&
	    step->request.output_max_bytes > 0 &&
	    size + answer->output_bytes > step->request.output_max_bytes)
		answer->end = RUN_END_OUTPUT;
}

/* Say it, once; a parent that is gone hears nothing. */
static int
runner_say(const struct run_answer *answer)
{
	const char	*p;
	size_t		 left;
	ssize_t		 n;

	p = (const char *)answer;
	for (left = sizeof(*answer); left > 0; left -= (size_t)n) {
		n = send(RUN_LINK_FD, p, left, 0);
		if (n == -1 && errno == EINTR)
			n = 0;
		else if (n == -1)
			return (-1);
		p += n;
	}
	return (0);
}

/* Read one request, do it, answer. */
int
main(int argc, char **argv)
{
	struct run_answer	*answer = &runner.answer;

	(void)argc;
	setprogname(argv[0]);
	answer->magic = RUN_MAGIC;
	if (runner_prepare() == -1) {
		fprintf(stderr, "%s: started by benchd, not by hand: "
		    "descriptor %d: %s\n", getprogname(), RUN_LINK_FD,
		    strerror(errno));
		return (1);
	}
	if (runner_request_read(&runner.step, answer) == 0)
		runner_run(&runner.step, &runner.tree, answer);
	return (runner_say(answer) == -1);
}
