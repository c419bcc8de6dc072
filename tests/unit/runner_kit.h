/*
 * runner_kit: what tests of benchd-runner share: a request, a start, an
 * answer; written from run.h alone.
 */
#ifndef TESTS_UNIT_RUNNER_KIT_H
#define TESTS_UNIT_RUNNER_KIT_H

#include <sys/types.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/run.h"
#include "proto/compat.h"
#include "proto/limits.h"

struct kit {
	struct run_request	 request;
	char			 strings[65536];
	size_t			 len;
	pid_t			 pid;		/* of the runner */
	int			 link;
	int			 output;
};

/* A request that runs nothing yet, as whoever we are. */
static inline void
kit_begin(struct kit *kit)
{
	memset(kit, 0, sizeof(*kit));
	kit->request.magic = RUN_MAGIC;
	kit->request.uid = getuid();
	kit->request.gid = getgid();
	kit->request.timeout_ms = 60000;
	kit->request.output_max_bytes = LIMIT_OUTPUT_MAX_BYTES;
	kit->request.file_max_bytes = LIMIT_FILE_MAX_BYTES;
}

static inline void
kit_string(struct kit *kit, const char *text)
{
	assert_true(kit->len + strlen(text) + 1 <= sizeof(kit->strings));
	memcpy(kit->strings + kit->len, text, strlen(text) + 1);
	kit->len += strlen(text) + 1;
}

/* Run as nobody when we are root. */
static inline void
kit_drop(struct kit *kit)
{
	if (getuid() != 0)
		return;
	kit->request.drop = 1;
	kit->request.uid = 65534;
	kit->request.gid = 65534;
}

/* The whole of it: `sh -c script` in an environment of PATH alone. */
static inline void
kit_script(struct kit *kit, const char *script)
{
	kit->request.argc = 3;
	kit->request.envc = 1;
	kit_string(kit, "sh");
	kit_string(kit, "-c");
	kit_string(kit, script);
	kit_string(kit, "PATH=/usr/bin:/bin");
	kit_string(kit, "");
}

/* Start the runner and give it n bytes of the request. */
static inline void
kit_start_partly(struct kit *kit, size_t n)
{
	union {
		struct cmsghdr	 align;
		unsigned char	 space[CMSG_SPACE(sizeof(int))];
	} control;
	char		 path[1024];
	const char	*dir;
	struct cmsghdr	*cmsg;
	struct msghdr	 msg;
	struct iovec	 iov[2];
	int		 pair[2];

	dir = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
	snprintf(path, sizeof(path), "%s/t_runner.XXXXXX", dir);
	kit->output = mkstemp(path);
	assert_int_not_equal(kit->output, -1);
	unlink(path);
	assert_int_not_equal(fcntl(kit->output, F_SETFL, O_APPEND), -1);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	kit->request.strings_bytes = (uint32_t)kit->len;
	kit->pid = fork();
	assert_int_not_equal(kit->pid, -1);
	if (kit->pid == 0) {
		dup2(pair[1], RUN_LINK_FD);
		execl("daemon/benchd-runner", "benchd-runner", (char *)NULL);
		_exit(99);
	}
	close(pair[1]);
	kit->link = pair[0];
	fcntl(kit->link, F_SETFD, FD_CLOEXEC);
	if (n == 0)
		return;
	memset(&msg, 0, sizeof(msg));
	iov[0].iov_base = &kit->request;
	iov[0].iov_len = n < sizeof(kit->request) ? n : sizeof(kit->request);
	iov[1].iov_base = kit->strings;
	iov[1].iov_len = n - iov[0].iov_len;
	msg.msg_iov = iov;
	msg.msg_iovlen = 2;
	msg.msg_control = control.space;
	msg.msg_controllen = sizeof(control.space);
	cmsg = CMSG_FIRSTHDR(&msg);
	cmsg->cmsg_level = SOL_SOCKET;
	cmsg->cmsg_type = SCM_RIGHTS;
	cmsg->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(cmsg), &kit->output, sizeof(int));
	assert_int_equal(sendmsg(kit->link, &msg, 0), (ssize_t)n);
}

static inline void
kit_start(struct kit *kit)
{
	kit_start_partly(kit, sizeof(kit->request) + kit->len);
}

/* The answer; the runner's exit status is returned. */
static inline int
kit_answer(struct kit *kit, struct run_answer *answer)
{
	size_t	 len;
	ssize_t	 n;
	int	 status;

	memset(answer, 0, sizeof(*answer));
	for (len = 0; len < sizeof(*answer); len += (size_t)n) {
		n = recv(kit->link, (char *)answer + len,
		    sizeof(*answer) - len, 0);
		if (n <= 0)
			break;
	}
	close(kit->link);
	assert_int_equal(waitpid(kit->pid, &status, 0), kit->pid);
	assert_int_equal(len, sizeof(*answer));
	assert_int_equal(answer->magic, RUN_MAGIC);
	assert_true(WIFEXITED(status));
	return (WEXITSTATUS(status));
}

static inline void
kit_run(struct kit *kit, struct run_answer *answer)
{
	kit_start(kit);
	assert_int_equal(kit_answer(kit, answer), 0);
}

/* What the step printed, as a string. */
static inline const char *
kit_printed(struct kit *kit, char *text, size_t size)
{
	ssize_t	 n;

	n = pread(kit->output, text, size - 1, 0);
	assert_true(n >= 0);
	text[n] = '\0';
	close(kit->output);
	return (text);
}

static inline int64_t
kit_now_ms(void)
{
	struct timespec	 ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ((int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000);
}

/* Is a process that was given this odd argument still there? */
static inline int
kit_alive(const char *odd)
{
	char	 command[256];
	int	 status;

	snprintf(command, sizeof(command), "ps -A -o args= | "
	    "grep -v grep | grep -q -e '%s'", odd);
	status = system(command);
	return (WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

#endif
