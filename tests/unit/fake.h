/*
 * fake: an engine in a child, and we its parent and its front.
 *
 * For tests that include it.  The real engine_main() runs in a process of its
 * own in a scratch directory, behind its real drop of rights when we are
 * root; what the parent would do with a run is said by the test.
 */
#ifndef TESTS_UNIT_FAKE_H
#define TESTS_UNIT_FAKE_H

#include <sys/socket.h>
#include <sys/wait.h>

#include <pwd.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <event2/event.h>
#include <jansson.h>

#include "daemon/benchd.h"
#include "daemon/conf.h"
#include "daemon/ipc.h"
#include "proto/compat.h"
#include "proto/error.h"
#include "proto/request.h"

#define FAKE_EVENTS	64

static struct {
	char			 dir[64];
	pid_t			 pid;		/* of the engine; 0 none */
	struct event_base	*base;
	struct ipc		*parent;	/* its link to its parent */
	struct ipc		*front;		/* its link to its front */
	bool			 ready, gone;
	bool			 no_facts;	/* the probe is slow */
	char			 boot[64];
	struct ipc_run_begin	 begin;		/* the last that it wanted */
	char			 levels[256];
	int			 begun;		/* how many it wanted */
	int			 fd;		/* output of the last */
	int			 cancels, job_ends;
	uint64_t		 serial;
	int			 error;		/* of the last reply */
	uint64_t		 replied;
	json_t			*reply;
	json_t			*event[FAKE_EVENTS];
	size_t			 nevents;
	char			 log[8192];	/* its log lines */
} fake;

static const char *fake_conf =
    "objroot \"/tmp\"\n"
    "recipe hello {\n"
    "\tcommand { echo ${jobs} }\n"
    "\tparameter jobs integer 1 to 256 default 4\n"
    "}\n"
    "recipe built {\n"
    "\tobjdir \"/tmp/benchd-test-obj\"\n"
    "\tcommand { make }\n"
    "}\n"
    "recipe cpu {\n"
    "\tcommand { sysbench cpu run }\n"
    "\treader sysbench\n"
    "}\n";

static void
fake_log(struct ipc *ipc, struct ipc_msg *m)
{
	size_t	len;

	(void)ipc;
	len = strlen(fake.log);
	snprintf(fake.log + len, sizeof(fake.log) - len, "%.*s\n",
	    (int)(m->len - 4), (const char *)m->data + 4);
	if (getenv("FAKE_LOG") != NULL)
		fprintf(stderr, "# %.*s\n", (int)(m->len - 4),
		    (const char *)m->data + 4);
}

static void
fake_ready(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc;
	(void)m;
	fake.ready = true;
}

static void
fake_begin(struct ipc *ipc, struct ipc_msg *m)
{
	const char	*name, *value, *more;
	size_t		 i;

	(void)ipc;
	memcpy(&fake.begin, m->data, sizeof(fake.begin));
	more = (const char *)m->data + sizeof(fake.begin);
	fake.levels[0] = '\0';
	for (i = 0; i < fake.begin.nlevels; i++) {
		name = ipc_string(more, m->len - sizeof(fake.begin), 2 * i);
		value = ipc_string(more, m->len - sizeof(fake.begin),
		    2 * i + 1);
		strlcat(fake.levels, name, sizeof(fake.levels));
		strlcat(fake.levels, "=", sizeof(fake.levels));
		strlcat(fake.levels, value, sizeof(fake.levels));
	}
	if (fake.fd != -1)
		close(fake.fd);
	fake.fd = m->fd;
	m->fd = -1;
	fake.begun++;
}

static void
fake_cancel(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc;
	(void)m;
	fake.cancels++;
}

static void
fake_job_end(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc;
	(void)m;
	fake.job_ends++;
}

static void
fake_reply(struct ipc *ipc, struct ipc_msg *m)
{
	struct ipc_reply	head;

	(void)ipc;
	memcpy(&head, m->data, sizeof(head));
	json_decref(fake.reply);
	fake.reply = json_loadb((const char *)m->data + sizeof(head),
	    m->len - sizeof(head), 0, NULL);
	fake.error = head.error;
	fake.replied = head.serial;
}

static void
fake_event(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc;
	assert_true(fake.nevents < FAKE_EVENTS);
	fake.event[fake.nevents++] = json_loadb((const char *)m->data + 4,
	    m->len - 4, 0, NULL);
}

static void
fake_gone(struct ipc *ipc, const char *why)
{
	if (why != NULL)
		fprintf(stderr, "# link: %s\n", why);
	if (ipc == fake.parent) {
		fake.parent = NULL;
		fake.gone = true;
	} else
		fake.front = NULL;
	ipc_free(ipc);
}

static const struct ipc_route fake_parent_routes[] = {
	{ IPC_LOG, PROC_ENGINE, 4, true, false, fake_log },
	{ IPC_READY, PROC_ENGINE, 0, false, false, fake_ready },
	{ IPC_RUN_BEGIN, PROC_ENGINE, sizeof(struct ipc_run_begin), true,
	    true, fake_begin },
	{ IPC_RUN_CANCEL, PROC_ENGINE, sizeof(struct ipc_run_cancel), false,
	    false, fake_cancel },
	{ IPC_JOB_END, PROC_ENGINE, sizeof(struct ipc_job_end), false, false,
	    fake_job_end },
};

static const struct ipc_route fake_front_routes[] = {
	{ IPC_REPLY, PROC_ENGINE, sizeof(struct ipc_reply), true, false,
	    fake_reply },
	{ IPC_EVENT, PROC_ENGINE, sizeof(uint32_t), true, false, fake_event },
};

static void
fake_late(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	*(bool *)arg = true;
}

/* Let things happen until *what reaches want, at most ten seconds. */
static inline void
fake_until(const int *what, int want)
{
	struct timeval	 tv = { 10, 0 };
	struct event	*timer;
	bool		 late;

	late = false;
	timer = evtimer_new(fake.base, fake_late, &late);
	evtimer_add(timer, &tv);
	while (*what < want && !late && !fake.gone)
		event_base_loop(fake.base, EVLOOP_ONCE);
	event_free(timer);
	if (*what < want)
		fail_msg("it did not happen: %d of %d; log: %s", *what, want,
		    fake.log);
}

/* Let things happen for ms. */
static inline void
fake_while(int ms)
{
	struct timeval	 tv = { ms / 1000, ms % 1000 * 1000 };
	struct event	*timer;
	bool		 late;

	late = false;
	timer = evtimer_new(fake.base, fake_late, &late);
	evtimer_add(timer, &tv);
	while (!late && !fake.gone)
		event_base_loop(fake.base, EVLOOP_ONCE);
	event_free(timer);
}

/* Send the configuration, as canonical text. */
static inline void
fake_configure(const char *text)
{
	struct conf_faults	 faults = { 0 };
	struct conf		*conf;
	char			*canon;
	uint32_t		 bytes;

	conf = conf_read("fake", text, strlen(text), &faults);
	if (conf == NULL || faults.n > 0)
		fail_msg("%s", faults.n > 0 ? faults.text[0] : "memory");
	canon = conf_print(conf);
	bytes = (uint32_t)strlen(canon);
	ipc_send(fake.parent, IPC_CONF_BEGIN, &bytes, sizeof(bytes), NULL, 0,
	    -1);
	ipc_send(fake.parent, IPC_CONF_TEXT, canon, bytes, NULL, 0, -1);
	ipc_send(fake.parent, IPC_CONF_END, NULL, 0, NULL, 0, -1);
	free(canon);
	conf_free(conf);
}

/* What a probe finds. */
static inline void
fake_facts(void)
{
	static const char	facts[] = "os\0Linux\0arch\0amd64\0sched\0ULE";

	ipc_send(fake.parent, IPC_FACTS, facts, sizeof(facts), NULL, 0, -1);
}

/* Start an engine in the scratch directory. */
static inline void
fake_start(void)
{
	struct ipc_host		host = { .ncpu = 4 };
	int			link[2], peer[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, link), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, peer), 0);
	fake.ready = fake.gone = false;
	fake.log[0] = '\0';
	if ((fake.pid = fork()) == 0) {
		if (link[1] != BENCHD_LINK_FD)
			dup2(link[1], BENCHD_LINK_FD);
		closefrom(BENCHD_LINK_FD + 1);
		_exit(engine_main(fake.dir, "nobody"));
	}
	close(link[1]);
	fake.parent = ipc_new(fake.base, link[0], PROC_ENGINE,
	    fake_parent_routes, nitems(fake_parent_routes), fake_gone);
	fake.front = ipc_new(fake.base, peer[0], PROC_ENGINE,
	    fake_front_routes, nitems(fake_front_routes), fake_gone);
	strlcpy(host.name, "elm", sizeof(host.name));
	strlcpy(host.machine, "box-1", sizeof(host.machine));
	strlcpy(host.boot, fake.boot, sizeof(host.boot));
	strlcpy(host.fingerprint, "SHA256:x", sizeof(host.fingerprint));
	ipc_send(fake.parent, IPC_HOST, &host, sizeof(host), NULL, 0, -1);
	if (!fake.no_facts)
		fake_facts();
	fake_configure(fake_conf);
	ipc_send(fake.parent, IPC_PEER, NULL, 0, NULL, 0, peer[1]);
	while (!fake.ready && !fake.gone)
		event_base_loop(fake.base, EVLOOP_ONCE);
	if (!fake.ready)
		fail_msg("the engine did not start: %s", fake.log);
}

/* End it by a signal, or by IPC_STOP (0); its wait status. */
static inline int
fake_end(int signo)
{
	int	status;

	if (signo == 0)
		ipc_send(fake.parent, IPC_STOP, NULL, 0, NULL, 0, -1);
	else
		kill(fake.pid, signo);
	while (!fake.gone)
		event_base_loop(fake.base, EVLOOP_ONCE);
	if (fake.front != NULL)
		ipc_free(fake.front);
	fake.front = NULL;
	waitpid(fake.pid, &status, 0);
	fake.pid = 0;
	return (status);
}

/* Ask as an admin of that name; the reply is borrowed until the next. */
static inline json_t *
fake_ask_as(const char *client, enum role role, enum request_method method,
    const char *params)
{
	struct ipc_request	head = { .conn = 7, .method = method };

	head.serial = ++fake.serial;
	head.role = role;
	strlcpy(head.client, client, sizeof(head.client));
	strlcpy(head.name, client, sizeof(head.name));
	strlcpy(head.peer, "local", sizeof(head.peer));
	ipc_send(fake.front, IPC_REQUEST, &head, sizeof(head), params,
	    strlen(params), -1);
	while (fake.replied != head.serial && !fake.gone)
		event_base_loop(fake.base, EVLOOP_ONCE);
	if (fake.gone)
		fail_msg("the engine died: %s", fake.log);
	return (fake.reply);
}

static inline json_t *
fake_ask(enum request_method method, const char *params)
{
	return (fake_ask_as("dana", ROLE_ADMIN, method, params));
}

/* The text of an error is exactly this. */
static inline void
fake_refused(enum error_code code, const char *message)
{
	assert_int_equal(fake.error, code);
	assert_string_equal(json_string_value(json_object_get(fake.reply,
	    "message")), message);
}

/* The present run says that it is in a phase. */
static inline void
fake_phase(enum run_phase phase)
{
	struct ipc_run_phase	msg = { .phase = phase };

	memcpy(msg.run, fake.begin.run, sizeof(msg.run));
	ipc_send(fake.parent, IPC_RUN_PHASE, &msg, sizeof(msg), NULL, 0, -1);
}

/* Its command has ended with this answer, having printed output. */
static inline void
fake_command(const struct run_answer *answer, const char *output)
{
	struct ipc_run_step	step = { .ordinal = 1,
	    .kind = RUN_STEP_COMMAND };

	memcpy(step.run, fake.begin.run, sizeof(step.run));
	step.answer = *answer;
	step.answer.output_bytes = (int64_t)strlen(output);
	assert_int_equal(write(fake.fd, output, strlen(output)),
	    strlen(output));
	ipc_send(fake.parent, IPC_RUN_STEP, &step, sizeof(step), "echo x",
	    sizeof("echo x"), -1);
}

/* What was built was counted. */
static inline void
fake_count(uint8_t names, int64_t bytes)
{
	struct ipc_run_step	step = { .ordinal = 2,
	    .kind = RUN_STEP_COUNT };

	memcpy(step.run, fake.begin.run, sizeof(step.run));
	step.clean.ok = 1;
	step.clean.files = 3;
	step.clean.bytes = bytes;
	memset(step.clean.digest, names, sizeof(step.clean.digest));
	ipc_send(fake.parent, IPC_RUN_STEP, &step, sizeof(step), "/obj",
	    sizeof("/obj"), -1);
}

static inline void
fake_done(enum run_verdict verdict, const char *reason)
{
	struct ipc_run_done	done = { .verdict = verdict };

	memcpy(done.run, fake.begin.run, sizeof(done.run));
	strlcpy(done.reason, reason, sizeof(done.reason));
	ipc_send(fake.parent, IPC_RUN_DONE, &done, sizeof(done), NULL, 0, -1);
}

/* A command of that many milliseconds in which nothing went wrong. */
static inline struct run_answer
fake_answer(int64_t ms)
{
	struct run_answer	answer;
	struct timespec		now;
	size_t			i;

	memset(&answer, 0, sizeof(answer));
	answer.end = RUN_END_EXITED;
	answer.real_ns = ms * 1000000;
	answer.user_us = ms * 900;
	answer.sys_us = ms * 90;
	answer.maxrss_kb = 2048;
	clock_gettime(CLOCK_REALTIME, &now);
	answer.started_us = (int64_t)now.tv_sec * 1000000 +
	    now.tv_nsec / 1000;
	answer.ended_us = answer.started_us + ms * 1000;
	for (i = 0; i < EVIDENCE_MAX; i++)
		answer.before.known[i] = answer.after.known[i] =
		    i != EVIDENCE_TEMP_MILLIC;
	return (answer);
}

/* The next run comes, is quick and complete. */
static inline void
fake_run(int64_t ms)
{
	struct run_answer	answer;

	answer = fake_answer(ms);
	fake_command(&answer, "hello\n");
	fake_done(RUN_COMPLETE, "");
}

/* A scratch directory that the engine may write in. */
static inline int
fake_setup(void **state)
{
	struct passwd	*pw;

	(void)state;
	memset(&fake, 0, sizeof(fake));
	fake.fd = -1;
	strlcpy(fake.boot, "boot-1", sizeof(fake.boot));
	strlcpy(fake.dir, "/tmp/t_engine.XXXXXX", sizeof(fake.dir));
	if (mkdtemp(fake.dir) == NULL)
		return (-1);
	if (geteuid() == 0 && ((pw = getpwnam("nobody")) == NULL ||
	    chown(fake.dir, pw->pw_uid, pw->pw_gid) == -1))
		return (-1);
	fake.base = event_base_new();
	fake_start();
	return (0);
}

static inline int
fake_teardown(void **state)
{
	char	command[96];
	size_t	i;

	(void)state;
	if (fake.pid != 0)
		fake_end(SIGKILL);
	for (i = 0; i < fake.nevents; i++)
		json_decref(fake.event[i]);
	json_decref(fake.reply);
	if (fake.fd != -1)
		close(fake.fd);
	event_base_free(fake.base);
	snprintf(command, sizeof(command), "rm -rf %s", fake.dir);
	return (system(command));
}

/* A number in the reply by its path "a.b". */
static inline json_t *
fake_at(const char *path)
{
	char	 part[32];
	json_t	*value;
	size_t	 n;

	for (value = fake.reply; *path != '\0'; path += n) {
		n = strcspn(path, ".");
		snprintf(part, sizeof(part), "%.*s", (int)n, path);
		value = json_is_array(value) ?
		    json_array_get(value, (size_t)strtoul(part, NULL, 10)) :
		    json_object_get(value, part);
		if (path[n] == '.')
			n++;
	}
	return (value);
}

static inline long long
fake_int(const char *path)
{
	return (json_integer_value(fake_at(path)));
}

static inline const char *
fake_text(const char *path)
{
	const char	*text;

	text = json_string_value(fake_at(path));
	return (text == NULL ? "(none)" : text);
}

#define FAKE_TEST(f) \
	cmocka_unit_test_setup_teardown(f, fake_setup, fake_teardown)

#endif
