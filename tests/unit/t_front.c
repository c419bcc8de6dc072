/*
 * t_front: what front refuses, and that it serves all others meanwhile.
 */
#include "tests/unit/front_world.h"

#include <dirent.h>

static void
an_unlisted_key_gets_its_fingerprint_and_the_end(void **state)
{
	struct peer	 peer;
	char		 print[TLS_FINGERPRINT_BYTES];

	(void)state;
	peer_connect(&peer, KEY_STRANGER);
	peer_wait(&peer, 1);
	tls_key_fingerprint(world.key[KEY_STRANGER], print);
	assert_int_equal(msg_integer(json_object_get(peer.last, "error"),
	    "code", 0), ERROR_UNLISTED_KEY);
	assert_true(json_is_null(json_object_get(peer.last, "id")));
	assert_non_null(strstr(peer_said(&peer), print));
	assert_true(world_until(&peer.gone, 30000));
	assert_int_equal(peer.lines, 1);
	assert_int_equal(world.requests, 0);
	peer_free(&peer);
}

static void
strangers_do_not_fill_the_log(void **state)
{
	struct peer	 peer;
	int		 i;

	(void)state;
	for (i = 0; i < 30; i++) {
		peer_connect(&peer, KEY_STRANGER);
		peer_wait(&peer, 1);
		peer_free(&peer);
	}
	world_until(NULL, 100);
	assert_in_range(world.logged, 1, 12);
}

static void
hello_comes_first_in_a_version_that_both_know(void **state)
{
	struct peer	 peer;

	(void)state;
	peer_connect(&peer, KEY_READER);
	assert_int_equal(peer_ask(&peer, ASK("host.status", "")),
	    ERROR_HELLO_FIRST);
	assert_int_equal(peer_ask(&peer, ASK("host.hello",
	    "\"versions\":[2,9],\"program\":\"x 9\"")), ERROR_VERSION);
	assert_string_equal(peer_said(&peer), "versions 2 to 9 are offered; "
	    "this host knows 1 to 1");
	assert_int_equal(peer_ask(&peer, ASK("host.status", "")),
	    ERROR_HELLO_FIRST);
	assert_int_equal(world.requests, 0);
	assert_int_equal(peer_ask(&peer, HELLO), 0);
	assert_int_equal(peer_ask(&peer, ASK("host.status", "")), 0);
	assert_int_equal(msg_integer(json_object_get(peer.last, "result"),
	    "method", -1), REQUEST_HOST_STATUS);
	assert_int_equal(msg_integer(peer.last, "id", 0), 7);
	peer_free(&peer);
}

static void
a_role_that_is_too_low_is_told_which_it_needs(void **state)
{
	struct peer	 peer;

	(void)state;
	peer_greet(&peer, KEY_READER);
	assert_string_equal(world.asked.name, "ron");
	assert_int_equal(world.asked.role, ROLE_READ);
	assert_int_equal(peer_ask(&peer, ASK("job.submit",
	    "\"job\":\"j\",\"recipe\":\"r\"")), ERROR_ROLE);
	assert_string_equal(peer_said(&peer),
	    "job.submit needs the role submit; this key has read");
	assert_int_equal(peer_ask(&peer, ASK("host.pause", "")), ERROR_ROLE);
	assert_int_equal(world.requests, 1);
	peer_free(&peer);
	peer_greet(&peer, KEY_ADMIN);
	assert_int_equal(peer_ask(&peer, ASK("host.pause", "")), 0);
	peer_free(&peer);
}

static void
other_faults_are_answered_and_the_connection_goes_on(void **state)
{
	struct peer	 peer;

	(void)state;
	peer_greet(&peer, KEY_ADMIN);
	assert_int_equal(peer_ask(&peer, ASK("job.sumbit", "")),
	    ERROR_UNKNOWN_METHOD);
	assert_int_equal(peer_ask(&peer, ASK("job.show", "\"jbo\":\"x\"")),
	    ERROR_INVALID_PARAMS);
	assert_int_equal(peer_ask(&peer, "[]\n"), ERROR_INVALID_REQUEST);
	assert_int_equal(peer_ask(&peer, "{\"id\":1}\n"),
	    ERROR_INVALID_REQUEST);
	assert_int_equal(peer_ask(&peer, ASK("host.status", "")), 0);
	assert_int_equal(world.requests, 2);
	peer_free(&peer);
}

/* Bytes that cost the connection: an answer with id null, then the end. */
static void
closed_by(const char *bytes, size_t len)
{
	struct peer	 peer;

	peer_greet(&peer, KEY_ADMIN);
	channel_send(peer.channel, bytes, len);
	peer_wait(&peer, 2);
	assert_int_equal(msg_integer(json_object_get(peer.last, "error"),
	    "code", 0), ERROR_PARSE);
	assert_true(json_is_null(json_object_get(peer.last, "id")));
	assert_true(world_until(&peer.gone, 30000));
	peer_free(&peer);
}

static void
what_is_no_json_too_deep_or_too_long_ends_the_connection(void **state)
{
	char	*line;

	(void)state;
	closed_by("{\"jsonrpc\":\n", 12);
	closed_by("\xff\xff\n", 3);
	closed_by("[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]\n", 35);
	assert_non_null(line = malloc(257 * 1024));
	memset(line, ' ', 257 * 1024);
	line[257 * 1024 - 1] = '\n';
	closed_by(line, 257 * 1024);
	line[LIMIT_LINE_BYTES] = '\n';
	closed_by(line, LIMIT_LINE_BYTES + 1);
	free(line);
}

/* Resident memory of front in KiB; 0 where the system does not say. */
static long
front_rss(void)
{
	FILE	*file;
	long	 kb;
	char	 line[128], path[64];

	snprintf(path, sizeof(path), "/proc/%ld/status", (long)world.pid);
	kb = 0;
	if ((file = fopen(path, "r")) == NULL)
		return (0);
	while (fgets(line, sizeof(line), file) != NULL)
		if (sscanf(line, "VmRSS: %ld", &kb) == 1)
			break;
	fclose(file);
	return (kb);
}

static void
a_line_without_end_costs_no_more_memory_than_a_line(void **state)
{
	struct peer	 peer;
	char		*bytes;
	long		 before;
	int		 i;

	(void)state;
	if ((before = front_rss()) == 0)
		skip();
	assert_non_null(bytes = malloc(1 << 20));
	memset(bytes, 'x', 1 << 20);
	peer_greet(&peer, KEY_ADMIN);
	for (i = 0; i < 32 && !peer.gone; i++) {
		channel_send(peer.channel, bytes, 1 << 20);
		world_until(NULL, 20);
	}
	world_until(&peer.gone, 3000);
	assert_true(peer.gone);
	assert_true(front_rss() - before < 2048);
	peer_free(&peer);
	free(bytes);
}

/* Descriptors that front has open; 0 where the system does not say. */
static int
front_fds(void)
{
	DIR	*dir;
	int	 n;
	char	 path[64];

	snprintf(path, sizeof(path), "/proc/%ld/fd", (long)world.pid);
	if ((dir = opendir(path)) == NULL)
		return (0);
	for (n = 0; readdir(dir) != NULL; n++)
		continue;
	closedir(dir);
	return (n);
}

static void
bad_connections_leave_no_descriptor(void **state)
{
	struct tls	*tls;
	struct peer	 peer;
	int		 before, fd, i;

	(void)state;
	peer_greet(&peer, KEY_READER);	/* all links are there */
	peer_free(&peer);
	world_until(NULL, 100);
	if ((before = front_fds()) == 0)
		skip();
	for (i = 0; i < 1000; i++) {
		fd = peer_socket(false);
		switch (i % 4) {
		case 0:				/* goes at once */
			break;
		case 1:				/* is no TLS */
			(void)!write(fd, "GET / HTTP/1.0\r\n\r\n", 18);
			break;
		case 2:				/* a record's head, no more */
			(void)!write(fd, "\x16\x03\x01\x02\x00", 5);
			break;
		case 3:				/* goes in the handshake */
			evutil_make_socket_nonblocking(fd);
			tls = tls_new(world.tls[KEY_ADMIN], fd, NULL, NULL);
			tls_handshake(tls);
			tls_free(tls);
			break;
		}
		close(fd);
		if (i % 50 == 0)
			world_until(NULL, 1);
	}
	for (i = 0; front_fds() > before && i < 300; i++)
		world_until(NULL, 100);
	assert_int_equal(front_fds(), before);
}

static void
silent_ones_are_closed_in_time_others_served_meanwhile(void **state)
{
	struct peer	 half[20], peer;
	int		 fd[20], i, n;
	char		 byte;

	(void)state;
	for (i = 0; i < 20; i++) {
		fd[i] = peer_socket(false);	/* never shakes hands */
		peer_greet(&half[i], KEY_ADMIN);
		channel_send(half[i].channel, "{\"jsonrpc\"", 10);
	}
	peer_greet(&peer, KEY_READER);
	for (i = 0; i < 40; i++) {		/* 4 s: both limits pass */
		assert_int_equal(peer_ask(&peer, ASK("host.status", "")), 0);
		if (i < 15)			/* one that drips bytes */
			channel_send(half[0].channel, " ", 1);
		world_until(NULL, 100);
	}
	for (i = n = 0; i < 20; i++) {
		assert_true(half[i].gone);
		peer_free(&half[i]);
		fcntl(fd[i], F_SETFL, O_NONBLOCK);
		n += read(fd[i], &byte, 1) == 0 || errno == ECONNRESET;
		close(fd[i]);
	}
	assert_int_equal(n, 20);
	peer_free(&peer);
}

/* Send requests of 100 KiB, so many bytes a TLS record. */
static void
drip(size_t piece, int lines)
{
	struct peer	 peer;
	size_t		 at, len;
	char		*line;
	int		 i;

	len = 100 * 1024;
	assert_non_null(line = malloc(len + 1));
	memset(line, ' ', len);
	memcpy(line, ASK("host.status", ""), strlen(ASK("host.status", "")) -
	    1);
	line[len - 1] = '\n';
	line[len] = '\0';
	peer_greet(&peer, KEY_ADMIN);
	for (i = 0; i < lines; i++) {
		for (at = 0; at < len; at += piece) {
			channel_send(peer.channel, line + at,
			    piece < len - at ? piece : len - at);
			event_base_loop(world.base, EVLOOP_NONBLOCK);
		}
		peer_wait(&peer, (unsigned int)i + 2);
	}
	peer_free(&peer);
	free(line);
}

static void
bytes_arrive_whatever_their_pieces(void **state)
{
	(void)state;
	world_conf("handshake 10s\nidle 100s\n");
	drip(1, 1);
	drip(1000, 10);
	drip(16384, 50);	/* 5 MB */
}

static void
too_many_from_one_address_are_told_so(void **state)
{
	struct peer	 peer[LIMIT_CONNECTIONS_PEER + 1];
	int		 i;

	(void)state;
	for (i = 0; i < LIMIT_CONNECTIONS_PEER; i++)
		peer_greet(&peer[i], KEY_READER);
	peer_connect(&peer[i], KEY_READER);
	peer_wait(&peer[i], 1);
	assert_string_equal(peer_said(&peer[i]),
	    "too many connections of 127.0.0.1");
	assert_true(world_until(&peer[i].gone, 30000));
	peer_free(&peer[0]);
	peer_free(&peer[i]);
	world_until(NULL, 50);
	peer_greet(&peer[0], KEY_READER);
	for (i = 0; i < LIMIT_CONNECTIONS_PEER; i++)
		peer_free(&peer[i]);
}

static void
the_oldest_without_a_key_makes_room(void **state)
{
	struct peer	 peer;
	int		 fd[LIMIT_CONNECTIONS_NEW + 50], i;
	char		 byte;

	(void)state;
	for (i = 0; i < (int)nitems(fd); i++) {
		fd[i] = peer_socket(false);
		if (i % 16 == 0)
			world_until(NULL, 1);
	}
	peer_greet(&peer, KEY_READER);
	assert_int_equal(read(fd[0], &byte, 1), 0);
	for (i = 0; i < (int)nitems(fd); i++)
		close(fd[i]);
	peer_free(&peer);
}

int
main(void)
{
#define TEST(name) \
	cmocka_unit_test_setup_teardown(name, world_setup, world_teardown)
	const struct CMUnitTest	 tests[] = {
		TEST(an_unlisted_key_gets_its_fingerprint_and_the_end),
		TEST(strangers_do_not_fill_the_log),
		TEST(hello_comes_first_in_a_version_that_both_know),
		TEST(a_role_that_is_too_low_is_told_which_it_needs),
		TEST(other_faults_are_answered_and_the_connection_goes_on),
		TEST(what_is_no_json_too_deep_or_too_long_ends_the_connection),
		TEST(a_line_without_end_costs_no_more_memory_than_a_line),
		TEST(bad_connections_leave_no_descriptor),
		TEST(silent_ones_are_closed_in_time_others_served_meanwhile),
		TEST(bytes_arrive_whatever_their_pieces),
		TEST(too_many_from_one_address_are_told_so),
		TEST(the_oldest_without_a_key_makes_room),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
