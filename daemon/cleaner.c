/*
 * cleaner: the process that empties, purges, counts and puts back, once.
 *
 * Root, chrooted to the recipe's objroot, with one descriptor on it and one
 * on the parent; trusts neither names nor the tree that it walks, nor that it
 * lives to its end: whatever a kill left is taken up by the next one.
 */
#include "daemon/clean.h"

#include <sys/socket.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/benchd.h"
#include "daemon/osdep.h"

static struct {
	struct clean_task	 task;
	struct clean_answer	 answer;
	char			 strings[RUN_STRINGS_BYTES + 1];
} cleaner;

/* The answer says what is wrong; returns -1.  The first fault counts. */
int
cleaner_refuse(struct clean_task *task, int err, const char *fmt, ...)
{
	va_list	 ap;

	if (task->answer->reason[0] != '\0')
		return (-1);
	task->answer->err = err;
	va_start(ap, fmt);
	vsnprintf(task->answer->reason, sizeof(task->answer->reason), fmt, ap);
	va_end(ap);
	return (-1);
}

/* Exactly size bytes from the link. */
static int
cleaner_take(void *data, size_t size)
{
	size_t	 len;
	ssize_t	 n;

	for (len = 0; len < size; len += (size_t)n) {
		n = read(BENCHD_LINK_FD, (char *)data + len, size - len);
		if (n == -1 && errno == EINTR)
			n = 0;
		else if (n <= 0)
			return (-1);
	}
	return (0);
}

/* Nothing but the digits of an id: it becomes a name. */
static bool
cleaner_is_id(const char *text, size_t size)
{
	return (memchr(text, '\0', size) != NULL && text[0] != '\0' &&
	    text[strspn(text, "0123456789abcdef")] == '\0');
}

/* Point into the strings: objroot, objdir, clean, globs. */
static int
cleaner_point(struct clean_task *task)
{
	const struct clean_request	*request = &task->request;
	const char			*p, *end, *text[3];
	uint32_t			 i;

	p = cleaner.strings;
	end = p + request->strings_bytes;
	for (i = 0; i < request->nignore + 3; i++) {
		if (p >= end)
			return (-1);
		if (i < 3)
			text[i] = p;
		else
			task->ignore[i - 3] = p;
		p += strlen(p) + 1;
	}
	task->objroot = text[0];
	task->objdir = text[1];
	task->clean = text[2];
	return (p == end && text[0][0] == '/' && text[0][1] != '\0' ? 0 : -1);
}

/* The request, or -1 with the fault in the answer. */
static int
cleaner_read(struct clean_task *task)
{
	struct clean_request	*request = &task->request;
	int			 flags;

	flags = fcntl(BENCHD_LINK_FD, F_GETFL);
	if (flags != -1)
		fcntl(BENCHD_LINK_FD, F_SETFL, flags & ~O_NONBLOCK);
	if (cleaner_take(request, sizeof(*request)) == -1 ||
	    request->magic != RUN_MAGIC ||
	    request->strings_bytes > RUN_STRINGS_BYTES ||
	    request->nignore > CLEAN_IGNORE_MAX ||
	    cleaner_take(cleaner.strings, request->strings_bytes) == -1 ||
	    cleaner_point(task) == -1 ||
	    !cleaner_is_id(request->mark, sizeof(request->mark)) ||
	    !cleaner_is_id(request->job, sizeof(request->job)))
		return (cleaner_refuse(task, EPROTO,
		    "the cleaner's request is not whole"));
	return (0);
}

/*
 * Find the place, and look for file systems below it while the list of mounts
 * can still be seen; then objroot is all there is.
 */
static int
cleaner_enter(struct clean_task *task)
{
	char	 real[PATH_MAX], below[PATH_MAX], mount[PATH_MAX];

	task->root = open(task->objroot, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (task->root == -1 || realpath(task->objroot, real) == NULL)
		return (cleaner_refuse(task, errno, "%s: %s", task->objroot,
		    strerror(errno)));
	if (clean_path_find(task) == -1)
		return (-1);
	if ((size_t)snprintf(below, sizeof(below), "%s%s%s", real,
	    task->dir[0] != '\0' ? "/" : "", task->dir) < sizeof(below) &&
	    task->request.verb != CLEAN_COUNT &&
	    osdep_mount_below(below, mount, sizeof(mount)) == 1)
		return (cleaner_refuse(task, EXDEV,
		    "%.200s is another file system; unmount it", mount));
	if (task->request.chroot &&
	    (fchdir(task->root) == -1 || chroot(".") == -1))
		return (cleaner_refuse(task, errno, "chroot %s: %s",
		    task->objroot, strerror(errno)));
	return (0);
}

/* Do it. */
static int
cleaner_do(struct clean_task *task)
{
	switch (task->request.verb) {
	case CLEAN_FRESH:
		return (clean_tree_fresh(task));
	case CLEAN_COUNT:
		return (clean_count_tree(task));
	case CLEAN_PURGE:
		return (clean_tree_purge(task));
	case CLEAN_RESTORE:
		return (clean_tree_restore(task));
	default:
		return (cleaner_refuse(task, EPROTO, "no such task"));
	}
}

/* Read one request, do it, answer; the request says where, and as whom. */
int
cleaner_main(const char *root, const char *user)
{
	struct clean_task	*task = &cleaner.task;
	const char		*p;
	size_t			 left;
	ssize_t			 n;

	(void)root;
	(void)user;
	umask(022);
	task->answer = &cleaner.answer;
	task->answer->magic = RUN_MAGIC;
	task->root = -1;
	if (cleaner_read(task) == 0 && cleaner_enter(task) == 0 &&
	    cleaner_do(task) == 0)
		task->answer->ok = 1;
	if (task->root != -1)
		close(task->root);
	p = (const char *)task->answer;
	for (left = sizeof(*task->answer); left > 0; left -= (size_t)n) {
		n = send(BENCHD_LINK_FD, p, left, MSG_NOSIGNAL);
		if (n == -1 && errno == EINTR)
			n = 0;
		else if (n == -1)
			return (1);
		p += n;
	}
	return (0);
}
