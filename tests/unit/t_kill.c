/*
 * t_kill: fifty kill -9 at random moments; what was acknowledged is there.
 *
 * The real daemon in a scratch directory, a job of short runs, and kills of
 * parent, front, engine and runner.  Four deaths of children at most between
 * two of the parent: at the fifth in a minute it ends by itself.
 *
 * time limit: 600
 */
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <poll.h>
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
#include <jansson.h>
#include <sqlite3.h>

#include "daemon/order.h"
#include "proto/compat.h"

#define T_KILL_ROUNDS	10
#define T_KILL_CHILDREN	4
#define T_KILL_RUNS	400
#define T_KILL_WAIT_S	300

static struct {
	char			 dir[64];
	char			 top[1024];
	pid_t			 parent;
	int			 fd;
	FILE			*in;
	struct order_random	 random;
	int			 acknowledged;	/* jobs */
} t_kill;

static void
t_kill_sleep(int ms)
{
	poll(NULL, 0, ms);
}

/* Start the daemon in the foreground. */
static void
t_kill_start(void)
{
	char	conf[128], program[1100];
	int	fd;

	snprintf(conf, sizeof(conf), "%s/conf", t_kill.dir);
	snprintf(program, sizeof(program), "%s/daemon/benchd", t_kill.top);
	if ((t_kill.parent = fork()) != 0)
		return;
	snprintf(conf, sizeof(conf), "%s/log", t_kill.dir);
	fd = open(conf, O_WRONLY | O_CREAT | O_APPEND, 0644);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	snprintf(conf, sizeof(conf), "%s/conf", t_kill.dir);
	execl(program, program, "-d", "-f", conf, (char *)NULL);
	_exit(127);
}

static void
t_kill_hang_up(void)
{
	if (t_kill.in != NULL)
		fclose(t_kill.in);
	t_kill.in = NULL;
}

/* Ask on the present connection; NULL: it broke, or our fault. */
static json_t *
t_kill_ask_once(const char *method, const char *params)
{
	char	 line[262144];
	json_t	*answer, *result;
	int	 len;

	len = snprintf(line, sizeof(line), "{\"jsonrpc\":\"2.0\",\"id\":1,"
	    "\"method\":\"%s\",\"params\":%s}\n", method, params);
	if (send(t_kill.fd, line, (size_t)len, MSG_NOSIGNAL) != len ||
	    fgets(line, sizeof(line), t_kill.in) == NULL)
		return (NULL);
	answer = json_loads(line, 0, NULL);
	result = json_incref(json_object_get(answer, "result"));
	json_decref(answer);
	return (result);
}

/* Connect and say hello; false where nobody answers yet. */
static bool
t_kill_call(void)
{
	struct sockaddr_un	 sun = { .sun_family = AF_UNIX };
	struct timeval		 tv = { 5, 0 };
	json_t			*hello;

	snprintf(sun.sun_path, sizeof(sun.sun_path), "%s/sock", t_kill.dir);
	t_kill.fd = socket(AF_UNIX, SOCK_STREAM, 0);
	setsockopt(t_kill.fd, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof(tv));
	t_kill.in = fdopen(t_kill.fd, "r");
	if (connect(t_kill.fd, (struct sockaddr *)&sun, sizeof(sun)) == -1)
		return (false);
	hello = t_kill_ask_once("host.hello",
	    "{\"versions\":[1,1],\"program\":\"t\"}");
	json_decref(hello);
	return (hello != NULL);
}

/* Ask until it is answered, as a client that calls again does. */
static json_t *
t_kill_ask(const char *method, const char *params)
{
	time_t	 begun;
	json_t	*result;

	for (begun = time(NULL); time(NULL) < begun + T_KILL_WAIT_S;) {
		if (t_kill.in != NULL || t_kill_call()) {
			result = t_kill_ask_once(method, params);
			if (result != NULL)
				return (result);
		}
		t_kill_hang_up();
		t_kill_sleep(20);
	}
	fail_msg("%s was not answered within %d s", method, T_KILL_WAIT_S);
	return (NULL);
}

/* A child of the parent by its title; 0: none now. */
static pid_t
t_kill_find(const char *title)
{
	char	 line[128];
	FILE	*out;
	pid_t	 pid;

	snprintf(line, sizeof(line), "pgrep -P %ld -f '%s'",
	    (long)t_kill.parent, title);
	pid = 0;
	if ((out = popen(line, "r")) == NULL)
		return (0);
	if (fgets(line, sizeof(line), out) != NULL)
		pid = (pid_t)strtol(line, NULL, 10);
	pclose(out);
	return (pid);
}

/* Kill one of the children, whichever the stream of numbers says. */
static void
t_kill_child(void)
{
	static const char *const	titles[] = {
		"benchd: front", "benchd: engine", "benchd-runner"
	};
	pid_t				pid;
	int				tries;

	t_kill_sleep((int)order_random_below(&t_kill.random, 120));
	for (tries = 0; tries < 50; tries++) {
		pid = t_kill_find(titles[order_random_below(&t_kill.random,
		    nitems(titles))]);
		if (pid > 0 && kill(pid, SIGKILL) == 0)
			return;
	}
	fail_msg("nobody to kill");
}

/* Kill the parent, and start another as a service manager does. */
static void
t_kill_parent(void)
{
	t_kill_sleep((int)order_random_below(&t_kill.random, 120));
	assert_int_equal(kill(t_kill.parent, SIGKILL), 0);
	waitpid(t_kill.parent, NULL, 0);
	t_kill_start();
}

/* Submit a job of a few runs, again and again until it is acknowledged. */
static void
t_kill_submit(int number, int runs)
{
	char	 params[128];
	json_t	*answer;

	snprintf(params, sizeof(params), "{\"job\":\"j%d\",\"recipe\":"
	    "\"short\",\"runs\":%d,\"warmups\":0}", number, runs);
	answer = t_kill_ask("job.submit", params);
	json_decref(answer);
	t_kill.acknowledged++;
}

/* Is a job over?  Its state must be done then. */
static bool
t_kill_done(int number)
{
	char		 params[64];
	const char	*state;
	json_t		*answer;
	bool		 over;

	snprintf(params, sizeof(params), "{\"job\":\"j%d\"}", number);
	answer = t_kill_ask("job.show", params);
	state = json_string_value(json_object_get(answer, "state"));
	over = strcmp(state, "queued") != 0 && strcmp(state, "running") != 0;
	if (over)
		assert_string_equal(state, "done");
	json_decref(answer);
	return (over);
}

/* The first number of a query on the database that was left. */
static int
t_kill_number(const char *query)
{
	char		 path[128];
	sqlite3		*db;
	sqlite3_stmt	*stmt;
	int		 number;

	snprintf(path, sizeof(path), "%s/var/db/benchd.db", t_kill.dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, query, -1, &stmt, NULL),
	    SQLITE_OK);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	number = sqlite3_column_int(stmt, 0);
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	return (number);
}

/* Stop, and look at what is left: rows, files, processes. */
static void
t_kill_look(int slots)
{
	char	command[160];
	int	status;

	t_kill_hang_up();
	kill(t_kill.parent, SIGTERM);
	waitpid(t_kill.parent, &status, 0);
	t_kill.parent = 0;
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_int_equal(t_kill_number("SELECT count(*) FROM job"),
	    t_kill.acknowledged);
	/*
	 * Every planned slot has one complete run, none has two; a run that
	 * the outside disturbed has a slot more.
	 */
	assert_int_equal(t_kill_number("SELECT count(DISTINCT slot_id) FROM "
	    "run JOIN slot USING (slot_id) WHERE outcome = 'complete' "
	    "AND replaces IS NULL"), slots);
	assert_int_equal(t_kill_number("SELECT count(*) - count(DISTINCT "
	    "slot_id) FROM run WHERE outcome = 'complete'"), 0);
	assert_int_equal(t_kill_number("SELECT count(*) FROM slot WHERE "
	    "slot_state <> 'done'"), 0);
	assert_int_equal(t_kill_number("SELECT count(*) FROM run WHERE "
	    "outcome NOT IN ('complete', 'interrupted')"), 0);
	assert_int_equal(t_kill_number("SELECT count(*) FROM run WHERE "
	    "outcome = 'complete' AND run_id NOT IN (SELECT run_id FROM "
	    "sample JOIN metric USING (metric_id) WHERE name = 'real')"), 0);
	assert_int_equal(t_kill_number("SELECT count(*) FROM "
	    "pragma_integrity_check WHERE integrity_check = 'ok'"), 1);
	snprintf(command, sizeof(command), "test -z \"$(ls %s/var/db/spool)\"",
	    t_kill.dir);
	assert_int_equal(system(command), 0);
	/* The bracket keeps the shell that asks out of the answer. */
	snprintf(command, sizeof(command), "! pgrep -f '%s/shor[t]'",
	    t_kill.dir);
	assert_int_equal(system(command), 0);
}

static void
t_kill_fifty_times_nothing_is_lost_or_doubled(void **state)
{
	time_t	begun;
	int	child, round, slots;

	(void)state;
	if (system("command -v pgrep >/dev/null") != 0) {
		print_message("no pgrep: nobody is killed\n");
		skip();
	}
	t_kill_start();
	t_kill_submit(0, T_KILL_RUNS);
	slots = T_KILL_RUNS;
	for (round = 1; round <= T_KILL_ROUNDS; round++) {
		for (child = 0; child < T_KILL_CHILDREN; child++)
			t_kill_child();
		t_kill_submit(round, 3);
		slots += 3;
		t_kill_parent();
		/* Until it is up: there has to be somebody to be killed. */
		json_decref(t_kill_ask("host.status", "{}"));
	}
	begun = time(NULL);
	while (!t_kill_done(T_KILL_ROUNDS)) {
		assert_true(time(NULL) < begun + T_KILL_WAIT_S);
		t_kill_sleep(200);
	}
	for (round = 0; round < T_KILL_ROUNDS; round++)
		assert_true(t_kill_done(round));
	t_kill_look(slots);
}

static int
t_kill_setup(void **state)
{
	char	 path[128];
	FILE	*conf;

	(void)state;
	order_random_begin(&t_kill.random, 20260114);
	strlcpy(t_kill.dir, "/tmp/t_kill.XXXXXX", sizeof(t_kill.dir));
	if (getcwd(t_kill.top, sizeof(t_kill.top)) == NULL ||
	    mkdtemp(t_kill.dir) == NULL || chmod(t_kill.dir, 0755) == -1)
		return (-1);
	snprintf(path, sizeof(path), "%s/conf", t_kill.dir);
	if ((conf = fopen(path, "w")) == NULL)
		return (-1);
	fprintf(conf, "dbdir \"%s/var\"\nsocket \"%s/sock\"\n"
	    "pidfile \"%s/pid\"\nmachine_lock \"%s/lock\"\nreserve 1M\n"
	    "recipe short {\n\tcommand { \"%s/short\" 0.01 }\n\tsettle 0s\n}\n",
	    t_kill.dir, t_kill.dir, t_kill.dir, t_kill.dir, t_kill.dir);
	/* A name of its own, by which it is found when it is left behind. */
	snprintf(path, sizeof(path), "%s/short", t_kill.dir);
	if (symlink("/bin/sleep", path) == -1)
		return (-1);
	return (fclose(conf));
}

static int
t_kill_teardown(void **state)
{
	char	command[128];

	(void)state;
	t_kill_hang_up();
	if (t_kill.parent != 0) {
		snprintf(command, sizeof(command), "tail -n 20 %s/log >&2",
		    t_kill.dir);
		(void)!system(command);
		kill(t_kill.parent, SIGKILL);
		waitpid(t_kill.parent, NULL, 0);
	}
	snprintf(command, sizeof(command), "rm -rf %s", t_kill.dir);
	return (system(command));
}

int
main(void)
{
	const struct CMUnitTest	tests[] = {
		cmocka_unit_test_setup_teardown(
		    t_kill_fifty_times_nothing_is_lost_or_doubled,
		    t_kill_setup, t_kill_teardown),
	};

	return (cmocka_run_group_tests_name("kill", tests, NULL, NULL));
}
