/*
 * runner_request: what the parent asks, taken from the link and checked.
 *
 * The parent is ours; lengths and counts are checked all the same, because
 * this is root, and a wrong number would otherwise become a wrong measure.
 */
#include "daemon/runner.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "proto/compat.h"

static struct {
	char	 strings[RUN_STRINGS_BYTES + 1];
} runner_request;

/* Refuse: what is wrong goes into the answer. */
static int __printflike(3, 4)
runner_request_refuse(struct run_answer *answer, int err, const char *fmt, ...)
{
	va_list	 ap;

	answer->end = RUN_END_SYSTEM;
	answer->err = err;
	va_start(ap, fmt);
	vsnprintf(answer->reason, sizeof(answer->reason), fmt, ap);
	va_end(ap);
	return (-1);
}

/* Exactly size bytes; a descriptor that rides along replaces *fd. */
static int
runner_request_take(void *data, size_t size, int *fd)
{
	union {
		struct cmsghdr	 align;
		unsigned char	 space[CMSG_SPACE(sizeof(int))];
	} control;
	struct cmsghdr	*cmsg;
	struct msghdr	 msg;
	struct iovec	 iov;
	ssize_t		 n;

	iov.iov_base = data;
	iov.iov_len = size;
	while (iov.iov_len > 0) {
		memset(&msg, 0, sizeof(msg));
		msg.msg_iov = &iov;
		msg.msg_iovlen = 1;
		msg.msg_control = control.space;
		msg.msg_controllen = sizeof(control.space);
		n = recvmsg(RUN_LINK_FD, &msg, MSG_CMSG_CLOEXEC);
		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0)
			return (-1);
		cmsg = CMSG_FIRSTHDR(&msg);
		if (cmsg != NULL && cmsg->cmsg_level == SOL_SOCKET &&
		    cmsg->cmsg_type == SCM_RIGHTS && *fd == -1)
			memcpy(fd, CMSG_DATA(cmsg), sizeof(*fd));
		iov.iov_base = (char *)iov.iov_base + n;
		iov.iov_len -= (size_t)n;
	}
	return (0);
}

/* Point into the strings: argc arguments, envc assignments, a directory. */
static int
runner_request_point(struct runner_step *step)
{
	const struct run_request	*request = &step->request;
	char				*p, *end;
	uint32_t			 i;

	p = runner_request.strings;
	end = p + request->strings_bytes;
	for (i = 0; i < request->argc + request->envc + 1; i++) {
		if (p >= end)
			return (-1);
		if (i < request->argc)
			step->argv[i] = p;
		else if (i < request->argc + request->envc)
			step->envp[i - request->argc] = p;
		else
			step->dir = p;
		p += strlen(p) + 1;
	}
	return (p == end ? 0 : -1);
}

/* The request, or -1 with the fault in the answer. */
int
runner_request_read(struct runner_step *step, struct run_answer *answer)
{
	struct run_request	*request = &step->request;

	step->output = -1;
	if (runner_request_take(request, sizeof(*request),
	    &step->output) == -1)
		return (runner_request_refuse(answer, EPIPE,
		    "the request ended early"));
	if (request->magic != RUN_MAGIC)
		return (runner_request_refuse(answer, EPROTO,
		    "benchd-runner and benchd are not of the same build"));
	if (request->strings_bytes > RUN_STRINGS_BYTES)
		return (runner_request_refuse(answer, E2BIG,
		    "strings of %u bytes, %d at most",
		    (unsigned)request->strings_bytes, RUN_STRINGS_BYTES));
	if (request->argc == 0 || request->argc > RUNNER_ARGS_MAX ||
	    request->envc > RUNNER_ENV_MAX)
		return (runner_request_refuse(answer, E2BIG,
		    "%u arguments (1 to %d), %u assignments (at most %d)",
		    (unsigned)request->argc, RUNNER_ARGS_MAX,
		    (unsigned)request->envc, RUNNER_ENV_MAX));
	if (runner_request_take(runner_request.strings,
	    request->strings_bytes, &step->output) == -1)
		return (runner_request_refuse(answer, EPIPE,
		    "the request's strings ended early"));
	if (runner_request_point(step) == -1)
		return (runner_request_refuse(answer, EPROTO,
		    "the request's strings do not add up"));
	if (step->output == -1)
		return (runner_request_refuse(answer, EBADF,
		    "no descriptor for the output came along"));
	if (memchr(request->tag, '\0', sizeof(request->tag)) == NULL ||
	    strchr(request->tag, '/') != NULL ||
	    memchr(request->free_path, '\0',
	    sizeof(request->free_path)) == NULL || request->timeout_ms <= 0)
		return (runner_request_refuse(answer, EINVAL,
		    "tag, path or time limit out of bounds"));
	step->null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (step->null == -1)
		return (runner_request_refuse(answer, errno, "/dev/null: %s",
		    strerror(errno)));
	return (0);
}
