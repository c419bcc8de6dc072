/*
 * runner_child: from fork to exec.
 *
 * The child is the same whoever started benchd, and however: session, user,
 * signals, umask, limits, descriptors, directory and environment are set,
 * none is inherited.  What goes wrong before exec is told through a pipe that
 * exec closes; it is read once the child has ended, so that nobody wakes.
 */
#include "daemon/runner.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/osdep.h"
#include "proto/compat.h"

#define RUNNER_CHILD_PATH	"/usr/bin:/bin"	/* when PATH is not given */
#define RUNNER_CHILD_STACK	(8 * 1024 * 1024)
#define RUNNER_CHILD_FILES	4096

/* What the child could not do; is written by it, is read by us. */
struct runner_child_trouble {
	uint32_t	 end;		/* enum run_end */
	int32_t		 err;
	char		 what[32];
};

/* Tell and be gone. */
static void __attribute__((__noreturn__))
runner_child_fail(int fd, enum run_end end, const char *what)
{
	struct runner_child_trouble	 trouble;
	ssize_t				 n;

	memset(&trouble, 0, sizeof(trouble));
	trouble.err = errno;
	trouble.end = end;
	strlcpy(trouble.what, what, sizeof(trouble.what));
	n = write(fd, &trouble, sizeof(trouble));
	_exit(n == (ssize_t)sizeof(trouble) ? 127 : 126);
}

/* One limit: the soft one as wished, as far as the hard one goes. */
static int
runner_child_limit(int resource, rlim_t soft)
{
	struct rlimit	 limit;

	if (getrlimit(resource, &limit) == -1)
		return (-1);
	if (limit.rlim_max == RLIM_INFINITY || soft < limit.rlim_max)
		limit.rlim_cur = soft;
	else
		limit.rlim_cur = limit.rlim_max;
	return (setrlimit(resource, &limit));
}

/*
 * All limits, documented in benchd.conf(5): no core, files of file_max, a
 * stack of 8 MiB (which decides where Linux puts mappings), 4096 descriptors;
 * all others as far as they go.
 */
static int
runner_child_limits(const struct run_request *request)
{
	static const int	 whole[] = { RLIMIT_CPU, RLIMIT_DATA, RLIMIT_AS,
		RLIMIT_RSS, RLIMIT_NPROC, RLIMIT_MEMLOCK };
	struct rlimit		 limit;
	size_t			 i;

	limit.rlim_cur = limit.rlim_max = 0;
	if (setrlimit(RLIMIT_CORE, &limit) == -1)
		return (-1);
	if (request->file_max_bytes > 0) {
		limit.rlim_cur = limit.rlim_max =
		    (rlim_t)request->file_max_bytes;
		/* A hard limit below it is the stricter one, and stays. */
		if (setrlimit(RLIMIT_FSIZE, &limit) == -1 &&
		    runner_child_limit(RLIMIT_FSIZE, limit.rlim_cur) == -1)
			return (-1);
	}
	for (i = 0; i < nitems(whole); i++)
		if (runner_child_limit(whole[i], RLIM_INFINITY) == -1)
			return (-1);
	if (runner_child_limit(RLIMIT_STACK, RUNNER_CHILD_STACK) == -1)
		return (-1);
	return (runner_child_limit(RLIMIT_NOFILE, RUNNER_CHILD_FILES));
}

/* Become uid and gid for good, with no other group; prove it. */
static int
runner_child_drop(const struct run_request *request)
{
	uid_t	 ruid, euid, suid;
	gid_t	 rgid, egid, sgid, group;
	int	 n;

	if (setgroups(1, &request->gid) == -1 ||
	    setresgid(request->gid, request->gid, request->gid) == -1 ||
	    setresuid(request->uid, request->uid, request->uid) == -1 ||
	    getresuid(&ruid, &euid, &suid) == -1 ||
	    getresgid(&rgid, &egid, &sgid) == -1)
		return (-1);
	n = getgroups(1, &group);
	if (ruid != request->uid || euid != ruid || suid != ruid ||
	    rgid != request->gid || egid != rgid || sgid != rgid ||
	    n > 1 || (n == 1 && group != request->gid) ||
	    (request->uid != 0 && setuid(0) == 0)) {
		errno = EPERM;
		return (-1);
	}
	return (0);
}

/* Every signal by default, none blocked. */
static void
runner_child_signals(void)
{
	sigset_t	 none;
	int		 signo;

	for (signo = 1; signo <= SIGRTMAX; signo++)
		osdep_signal_default(signo);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The PATH that the request gives. */
static const char *
runner_child_path(const struct runner_step *step)
{
	size_t	 i;

	for (i = 0; step->envp[i] != NULL; i++)
		if (strncmp(step->envp[i], "PATH=", 5) == 0)
			return (step->envp[i] + 5);
	return (RUNNER_CHILD_PATH);
}

/*
 * As execvp(3), but by the request's own PATH and without a shell that guesses
 * what a file without #! may be.  Returns only on failure.
 */
static void
runner_child_exec(const struct runner_step *step)
{
	char		 file[PATH_MAX];
	const char	*path;
	size_t		 len;
	bool		 denied;

	if (strchr(step->argv[0], '/') != NULL) {
		execve(step->argv[0], step->argv, step->envp);
		return;
	}
	denied = false;
	for (path = runner_child_path(step); *path != '\0'; path += len) {
		len = strcspn(path, ":");
		if (len > 0 && (size_t)snprintf(file, sizeof(file), "%.*s/%s",
		    (int)len, path, step->argv[0]) < sizeof(file)) {
			execve(file, step->argv, step->envp);
			if (errno == EACCES)
				denied = true;
			else if (errno != ENOENT && errno != ENOTDIR)
				return;
		}
		len += path[len] == ':';
	}
	errno = denied ? EACCES : ENOENT;
}

/* The child's life until it is another program. */
static void __attribute__((__noreturn__))
runner_child_run(const struct runner_step *step, int trouble)
{
	const struct run_request	*request = &step->request;

	if (setsid() == -1)
		runner_child_fail(trouble, RUN_END_SYSTEM, "setsid");
	if (dup2(step->null, 0) == -1 || dup2(step->output, 1) == -1 ||
	    dup2(step->output, 2) == -1)
		runner_child_fail(trouble, RUN_END_SYSTEM, "dup2");
	umask(022);
	(void)setpriority(PRIO_PROCESS, 0, 0);
	if (runner_child_limits(request) == -1)
		runner_child_fail(trouble, RUN_END_SYSTEM, "setrlimit");
	if (request->drop && runner_child_drop(request) == -1)
		runner_child_fail(trouble, RUN_END_SYSTEM, "dropping root");
	if (chdir(step->dir[0] != '\0' ? step->dir : "/") == -1)
		runner_child_fail(trouble, RUN_END_EXEC, "directory");
	runner_child_signals();
	runner_child_exec(step);
	runner_child_fail(trouble, RUN_END_EXEC, "exec");
}

/* Start the clock and the child.  -1 with the fault in the answer. */
int
runner_child_start(const struct runner_step *step, struct runner_tree *tree,
    struct run_answer *answer)
{
	int	 trouble[2];

	if (pipe2(trouble, O_CLOEXEC | O_NONBLOCK) == -1)
		goto fail;
	tree->trouble = trouble[0];
	tree->began = runner_now();
	tree->pid = fork();
	if (tree->pid == 0)
		runner_child_run(step, trouble[1]);
	close(trouble[1]);
	if (tree->pid != -1)
		return (0);
	close(trouble[0]);
fail:
	answer->end = RUN_END_SYSTEM;
	answer->err = errno;
	snprintf(answer->reason, sizeof(answer->reason), "fork: %s",
	    strerror(errno));
	return (-1);
}

/* Did the child fail before it was another program?  Says how. */
bool
runner_child_trouble(const struct runner_step *step, struct runner_tree *tree,
    struct run_answer *answer)
{
	struct runner_child_trouble	 trouble;
	ssize_t				 n;

	n = read(tree->trouble, &trouble, sizeof(trouble));
	close(tree->trouble);
	if (n != (ssize_t)sizeof(trouble))
		return (false);
	answer->end = trouble.end;
	answer->err = trouble.err;
	answer->exit_status = 0;
	if (strcmp(trouble.what, "exec") == 0)
		snprintf(answer->reason, sizeof(answer->reason), "%.160s: %s",
		    step->argv[0], strerror(trouble.err));
	else if (strcmp(trouble.what, "directory") == 0)
		snprintf(answer->reason, sizeof(answer->reason),
		    "directory %.150s: %s", step->dir, strerror(trouble.err));
	else
		snprintf(answer->reason, sizeof(answer->reason), "%s: %s",
		    trouble.what, strerror(trouble.err));
	return (true);
}
