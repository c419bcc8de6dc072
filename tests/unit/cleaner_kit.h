/*
 * cleaner_kit: what tests of the cleaner share: a scratch objroot, a request,
 * an answer.  The cleaner runs as it does in benchd: a child with its request
 * on descriptor 3, chrooted when we are root.  Trees are made and looked at by
 * the shell, not by the code under test.
 */
#ifndef TESTS_UNIT_CLEANER_KIT_H
#define TESTS_UNIT_CLEANER_KIT_H

#include <sys/types.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/benchd.h"
#include "proto/compat.h"

#define RUN_1	"00000000000000000000000000000001"
#define RUN_2	"00000000000000000000000000000002"
#define JOB	"0000000000000000000000000000000a"

static struct {
	char	 root[1024];	/* objroot of this test */
	pid_t	 pid;
	int	 link;
} scratch;

/* Run shell text with $R as objroot; its exit status. */
static inline int __attribute__((__format__(__printf__, 1, 2)))
sh(const char *fmt, ...)
{
	char	 text[4096];
	va_list	 ap;
	int	 status;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	setenv("R", scratch.root, 1);
	status = system(text);
	return (WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

/* Each test has an objroot of its own. */
static inline int
setup(void **state)
{
	const char	*dir;

	(void)state;
	dir = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
	snprintf(scratch.root, sizeof(scratch.root), "%s/t_cleaner.XXXXXX",
	    dir);
	if (mkdtemp(scratch.root) == NULL)
		return (-1);
	return (chmod(scratch.root, 0755));
}

static inline int
teardown(void **state)
{
	(void)state;
	return (sh("rm -rf \"$R\" \"$R\".out"));
}

/* A request of this verb for objroot/objdir. */
static inline void
request(struct clean_request *req, enum clean_verb verb, const char *run)
{
	memset(req, 0, sizeof(*req));
	req->magic = RUN_MAGIC;
	req->verb = verb;
	req->uid = getuid() == 0 ? 65534 : getuid();
	req->gid = getuid() == 0 ? 65534 : getgid();
	req->mode = 0755;
	req->chroot = getuid() == 0;
	strlcpy(req->mark, run, sizeof(req->mark));
	strlcpy(req->job, JOB, sizeof(req->job));
}

/* Start the cleaner on it. */
static inline void
start(struct clean_request *req, const char *objdir, const char *clean,
    const char *glob)
{
	const char	*text[] = { scratch.root, objdir, clean, glob };
	char		 strings[4096];
	size_t		 i, n, len;
	int		 pair[2];

	n = glob != NULL ? 4 : 3;
	for (i = len = 0; i < n; i++) {
		memcpy(strings + len, text[i], strlen(text[i]) + 1);
		len += strlen(text[i]) + 1;
	}
	req->nignore = (uint32_t)n - 3;
	req->strings_bytes = (uint32_t)len;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	scratch.pid = fork();
	assert_int_not_equal(scratch.pid, -1);
	if (scratch.pid == 0) {
		close(pair[0]);
		if (pair[1] != BENCHD_LINK_FD)
			dup2(pair[1], BENCHD_LINK_FD);
		_exit(cleaner_main(NULL, NULL));
	}
	close(pair[1]);
	scratch.link = pair[0];
	assert_int_equal(write(scratch.link, req, sizeof(*req)), sizeof(*req));
	assert_int_equal(write(scratch.link, strings, len), len);
}

/* Its answer. */
static inline void
finish(struct clean_answer *answer)
{
	int	 status;

	assert_int_equal(recv(scratch.link, answer, sizeof(*answer),
	    MSG_WAITALL), sizeof(*answer));
	close(scratch.link);
	assert_int_equal(waitpid(scratch.pid, &status, 0), scratch.pid);
	assert_int_equal(status, 0);
	assert_int_equal(answer->magic, RUN_MAGIC);
}

/* Verb on objdir for a run, plainly. */
static inline void
clean(enum clean_verb verb, const char *objdir, const char *run,
    struct clean_answer *answer)
{
	struct clean_request	 req;

	request(&req, verb, run);
	start(&req, objdir, "", NULL);
	finish(answer);
}

/* It was done, and nothing is in the way. */
static inline void
done(const struct clean_answer *answer)
{
	assert_string_equal(answer->reason, "");
	assert_int_equal(answer->ok, 1);
}

/* It was refused, with exactly this behind objroot. */
static inline void
refused(const struct clean_answer *answer, const char *reason)
{
	char	 want[2048];

	snprintf(want, sizeof(want), "%s%s", scratch.root, reason);
	assert_string_equal(answer->reason, want);
	assert_int_equal(answer->ok, 0);
	assert_int_not_equal(answer->err, 0);
}

#define CASE(f)	cmocka_unit_test_setup_teardown(f, setup, teardown)

#endif
