/*
 * t_front_timed: front while a run is timed, its watchers, its engine's death
 * and the Unix socket.
 */
#include "tests/unit/front_world.h"

#include <time.h>

/* A run is timed from now on, or no more. */
static void
timed(uint32_t on)
{
	ipc_send(world.parent, IPC_TIMED, &on, sizeof(on), NULL, 0, -1);
	world_until(NULL, 50);
}

/* An event for the connection that asked last. */
static void
event(const char *text)
{
	ipc_send(world.engine, IPC_EVENT, &world.asked.conn,
	    sizeof(uint32_t), text, strlen(text), -1);
}

#define EVENT(kind, more) \
	"{\"jsonrpc\":\"2.0\",\"method\":\"job.event\",\"params\":{" \
	"\"job\":\"0123456789abcdef0123456789abcdef\"," \
	"\"kind\":\"" kind "\"" more "}}"

/* The kind of the last notification. */
static const char *
kind(const struct peer *peer)
{
	const char	*text;

	text = msg_text(json_object_get(peer->last, "params"), "kind");
	return (text != NULL ? text : "");
}

static void
the_idle_go_but_not_while_a_run_is_timed(void **state)
{
	struct peer	 peer;

	(void)state;
	timed(1);
	peer_greet(&peer, KEY_READER);
	assert_false(world_until(&peer.gone, 3500));
	timed(0);
	assert_false(world_until(&peer.gone, 1500));
	assert_true(world_until(&peer.gone, 30000));
	peer_free(&peer);
}

static void
who_waits_for_an_answer_is_not_idle(void **state)
{
	struct peer	 peer;

	(void)state;
	peer_greet(&peer, KEY_READER);
	world.silent = true;
	channel_send(peer.channel, ASK("pull.changes", ""),
	    strlen(ASK("pull.changes", "")));
	assert_false(world_until(&peer.gone, 3500));
	peer_free(&peer);
}

static void
a_watch_is_not_idle_until_its_job_is_done(void **state)
{
	struct peer	 peer;

	(void)state;
	peer_greet(&peer, KEY_READER);
	assert_int_equal(peer_ask(&peer, ASK("job.watch",
	    "\"job\":\"0123\"")), 0);
	assert_false(world_until(&peer.gone, 3500));
	event(EVENT("run-done", ",\"slots_done\":1"));
	peer_wait(&peer, 3);
	assert_string_equal(kind(&peer), "run-done");
	event(EVENT("job-done", ",\"state\":\"done\""));
	peer_wait(&peer, 4);
	assert_true(world_until(&peer.gone, 30000));
	peer_free(&peer);
}

static void
a_slow_reader_of_events_is_told_that_some_are_lost(void **state)
{
	struct peer	 peer;
	unsigned int	 seen;
	char		*text;
	int		 i;

	(void)state;
	assert_non_null(text = malloc(200 * 1024));
	memset(text, 'x', 200 * 1024);
	memcpy(text, "{\"jsonrpc\":\"2.0\",\"method\":\"job.event\","
	    "\"params\":{\"kind\":\"away\",\"job\":"
	    "\"0123456789abcdef0123456789abcdef\",\"why\":\"", 110);
	strlcpy(text + 200 * 1024 - 5, "\"}}", 5);
	peer_greet(&peer, KEY_READER);
	assert_int_equal(peer_ask(&peer, ASK("job.watch",
	    "\"job\":\"0123\"")), 0);
	channel_read(peer.channel, false);
	for (i = 0; i < 100; i++) {	/* 20 MB: more than kernels hold */
		event(text);
		world_until(NULL, 5);
	}
	channel_read(peer.channel, true);
	for (i = 0; i < 6000 && peer.lost == 0; i++)
		world_until(NULL, 10);
	assert_in_range(peer.lost, 1, 99);
	assert_string_equal(peer.lost_job,
	    "0123456789abcdef0123456789abcdef");
	do {				/* until all is read */
		seen = peer.lines;
		world_until(NULL, 500);
	} while (peer.lines != seen);
	assert_in_range(peer.lines - peer.lost, 4, 99);
	event(EVENT("job-done", ""));
	for (i = 0; i < 6000 && strcmp(kind(&peer), "job-done") != 0; i++)
		world_until(NULL, 10);
	assert_string_equal(kind(&peer), "job-done");
	peer_free(&peer);
	free(text);
}

static void
when_the_engine_dies_all_who_wait_are_told(void **state)
{
	struct peer	 peer, watcher;

	(void)state;
	peer_greet(&watcher, KEY_READER);
	assert_int_equal(peer_ask(&watcher, ASK("job.watch",
	    "\"job\":\"0123\"")), 0);
	peer_greet(&peer, KEY_READER);
	world.silent = true;
	channel_send(peer.channel, ASK("pull.changes", ""),
	    strlen(ASK("pull.changes", "")));
	world_until(NULL, 100);
	ipc_free(world.engine);
	world.engine = NULL;
	peer_wait(&peer, 2);
	assert_int_equal(msg_integer(json_object_get(peer.last, "error"),
	    "code", 0), ERROR_INTERNAL);
	peer_wait(&watcher, 3);
	assert_string_equal(kind(&watcher), "lost");
	assert_int_equal(peer_ask(&peer, ASK("host.status", "")),
	    ERROR_INTERNAL);
	world.silent = false;
	world_link();
	world_until(NULL, 50);
	assert_int_equal(peer_ask(&peer, ASK("host.status", "")), 0);
	peer_free(&peer);
	peer_free(&watcher);
}

static void
the_engine_learns_who_has_gone(void **state)
{
	struct peer	 peer;
	int		 i;

	(void)state;
	peer_greet(&peer, KEY_READER);
	peer_free(&peer);
	for (i = 0; world.goners == 0 && i < 3000; i++)
		world_until(NULL, 10);
	assert_int_equal(world.goners, 1);
}

static void
the_busy_are_told_so_and_not_queued_without_end(void **state)
{
	struct peer	 peer;
	int		 i;

	(void)state;
	peer_greet(&peer, KEY_ADMIN);
	world.silent = true;
	for (i = 0; i < LIMIT_REQUESTS; i++)
		channel_send(peer.channel, ASK("pull.changes", ""),
		    strlen(ASK("pull.changes", "")));
	assert_int_equal(peer_ask(&peer, ASK("host.status", "")),
	    ERROR_BUSY);
	assert_int_equal(world.requests, 1 + LIMIT_REQUESTS);
	peer_free(&peer);
}

static void
beyond_its_budget_tcp_waits_and_the_unix_socket_does_not(void **state)
{
	struct peer	 local, peer;
	int		 i;
	bool		 never;

	(void)state;
	never = false;
	peer_greet(&local, KEY_HOST);
	peer_greet(&peer, KEY_ADMIN);
	timed(1);
	/* 50 ms of CPU: some thousand requests */
	for (i = 0; i < 100000 && world.requests < 100000; i++) {
		unsigned int	 lines = peer.lines;

		channel_send(peer.channel, ASK("host.status", ""),
		    strlen(ASK("host.status", "")));
		event_base_loop(world.base, EVLOOP_NONBLOCK);
		if (i % 32 != 31)
			continue;
		world_until(&never, 1);
		if (peer.lines == lines) {
			world_until(&never, 300);
			if (peer.lines == lines)
				break;
		}
	}
	assert_in_range(i, 100, 99999);
	assert_int_equal(peer_ask(&local, ASK("host.status", "")), 0);
	i = (int)peer.lines;
	world_until(&never, 300);
	assert_int_equal(peer.lines, i);
	/* the run has ended: all is answered */
	timed(0);
	peer_wait(&peer, (unsigned int)i + 1);
	peer_free(&peer);
	peer_free(&local);
}

static void
the_unix_socket_asks_for_no_key_but_for_the_peer(void **state)
{
	struct peer	 peer[LIMIT_CONNECTIONS_UNIX + 1];
	int		 i;

	(void)state;
	for (i = 0; i < LIMIT_CONNECTIONS_UNIX; i++)
		peer_greet(&peer[i], KEY_HOST);
	assert_int_equal(world.asked.role, ROLE_ADMIN);
	assert_string_equal(world.asked.peer, "local");
	assert_int_equal(strncmp(world.asked.client, "uid:", 4), 0);
	peer_connect(&peer[i], KEY_HOST);
	peer_wait(&peer[i], 1);
	assert_string_equal(peer_said(&peer[i]), "too many connections");
	for (i = 0; i <= LIMIT_CONNECTIONS_UNIX; i++)
		peer_free(&peer[i]);
}

/* What a user with this uid is told on the Unix socket when it asks. */
static void
told(uid_t uid, char *said, size_t size)
{
	ssize_t	 n;
	pid_t	 pid;
	int	 fd, pair[2];

	assert_int_equal(pipe(pair), 0);
	if ((pid = fork()) == 0) {
		if (setgid(12345) == -1 || setuid(uid) == -1)
			_exit(1);
		fd = peer_socket(true);
		(void)!write(fd, "7\n", 2);
		n = read(fd, said, size);
		(void)!write(pair[1], said, n > 0 ? (size_t)n : 0);
		_exit(0);
	}
	close(pair[1]);
	n = read(pair[0], said, size - 1);
	said[n > 0 ? n : 0] = '\0';
	close(pair[0]);
	waitpid(pid, NULL, 0);
}

static void
the_unix_socket_is_for_root_and_members_alone(void **state)
{
	char	 said[512];

	(void)state;
	if (geteuid() != 0)
		skip();		/* needs other users */
	told(12345, said, sizeof(said));
	assert_non_null(strstr(said, "unlisted-key"));
	assert_non_null(strstr(said, "uid:12345"));
	told(WORLD_MEMBER, said, sizeof(said));
	assert_non_null(strstr(said, "not an object"));
}

/* How often front gave up its CPU of itself; -1 where nobody counts. */
static long
switches(void)
{
	FILE	*file;
	long	 n;
	char	 line[128], path[64];

	snprintf(path, sizeof(path), "/proc/%ld/status", (long)world.pid);
	n = -1;
	if ((file = fopen(path, "r")) == NULL)
		return (-1);
	while (fgets(line, sizeof(line), file) != NULL)
		if (sscanf(line, "voluntary_ctxt_switches: %ld", &n) == 1)
			break;
	fclose(file);
	return (n);
}

static void
while_a_run_is_timed_front_sleeps(void **state)
{
	struct peer	 peer[20];
	long		 before;
	int		 i;

	(void)state;
	for (i = 0; i < (int)nitems(peer); i++)
		peer_greet(&peer[i], KEY_READER);
	timed(1);
	world_until(NULL, 200);
	if ((before = switches()) == -1)
		skip();
	world_until(NULL, 3000);	/* more than what is idle here */
	assert_int_equal(switches(), before);
	for (i = 0; i < (int)nitems(peer); i++)
		peer_free(&peer[i]);
}

static void
a_key_that_is_struck_off_the_list_is_out(void **state)
{
	struct peer	 peer;

	(void)state;
	peer_greet(&peer, KEY_READER);
	world_clients(false);
	peer_wait(&peer, 2);
	assert_int_equal(msg_integer(json_object_get(peer.last, "error"),
	    "code", 0), ERROR_UNLISTED_KEY);
	assert_true(world_until(&peer.gone, 30000));
	peer_free(&peer);
}

static void
a_stop_tells_who_waits_and_ends_within_a_second(void **state)
{
	struct timespec	 begin, end;
	struct peer	 peer;

	(void)state;
	peer_greet(&peer, KEY_READER);
	world.silent = true;
	channel_send(peer.channel, ASK("pull.changes", ""),
	    strlen(ASK("pull.changes", "")));
	world_until(NULL, 100);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	ipc_send(world.parent, IPC_STOP, NULL, 0, NULL, 0, -1);
	peer_wait(&peer, 2);
	assert_int_equal(msg_integer(json_object_get(peer.last, "error"),
	    "code", 0), ERROR_STOPPING);
	assert_true(world_until(&world.parent_gone, 30000));
	clock_gettime(CLOCK_MONOTONIC, &end);
	assert_true(end.tv_sec - begin.tv_sec <= 1);
	peer_free(&peer);
}

int
main(void)
{
#define TEST(name) \
	cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
	const struct CMUnitTest	 tests[] = {
		TEST(the_idle_go_but_not_while_a_run_is_timed),
		TEST(who_waits_for_an_answer_is_not_idle),
		TEST(a_watch_is_not_idle_until_its_job_is_done),
		TEST(a_slow_reader_of_events_is_told_that_some_are_lost),
		TEST(when_the_engine_dies_all_who_wait_are_told),
		TEST(the_engine_learns_who_has_gone),
		TEST(the_busy_are_told_so_and_not_queued_without_end),
		TEST(beyond_its_budget_tcp_waits_and_the_unix_socket_does_not),
		TEST(the_unix_socket_asks_for_no_key_but_for_the_peer),
		TEST(the_unix_socket_is_for_root_and_members_alone),
		TEST(while_a_run_is_timed_front_sleeps),
		TEST(a_key_that_is_struck_off_the_list_is_out),
		TEST(a_stop_tells_who_waits_and_ends_within_a_second),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
