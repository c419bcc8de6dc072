/*
 * t_link: a link against a host that is played by the test, on a Unix socket
 * and in the same loop: answers, events, and hosts that misbehave.
 */
#include <sys/socket.h>
#include <sys/un.h>

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <event2/event.h>

#include "client/link.h"
#include "client/link_wait.h"
#include "proto/channel.h"
#include "proto/limits.h"

static struct {
	struct link_net		*net;
	struct channel		*host;
	struct event		*door;
	int			 fd;
	char			 dir[80];
	struct sockaddr_un	 un;
	const char		*says;	/* for each request, instead of {} */
	unsigned int		 asked;
	unsigned int		 answers, faults, events, gone;
	struct msg_fault	 fault;
	char			 why[LINK_WHY_BYTES];
} t;

static void
host_say(const char *text)
{
	channel_send(t.host, text, strlen(text));
}

/* Answer a hello; others as the test wants it. */
static void
host_line(struct channel *channel, const char *line, size_t len, void *arg)
{
	struct msg_request	 request;
	struct msg_fault	 fault;
	json_t			*whole;
	char			*answer;

	(void)channel, (void)arg;
	assert_non_null(whole = msg_parse(line, len, &fault));
	assert_true(msg_request(whole, &request, &fault));
	assert_true(msg_check_params(&request, &fault));
	t.asked++;
	if (request.method != REQUEST_HOST_HELLO && t.says != NULL) {
		host_say(t.says);
	} else {
		answer = msg_line_result(request.id,
		    "{\"name\":\"elm\",\"new\":1}", 22);
		host_say(answer);
		free(answer);
	}
	json_decref(whole);
}

static void
host_gone(struct channel *channel, const char *why, void *arg)
{
	(void)why, (void)arg;
	channel_free(channel);
	t.host = NULL;
}

static const struct channel_calls host_calls = {
	.line = host_line, .gone = host_gone
};

static void
host_accept(evutil_socket_t fd, short what, void *arg)
{
	int	 s;

	(void)what, (void)arg;
	s = accept(fd, NULL, NULL);
	evutil_make_socket_nonblocking(s);
	channel_free(t.host);
	t.host = channel_new(link_net_base(t.net), s, NULL, &host_calls, NULL);
}

static int
setup(void **state)
{
	const char	*tmp;

	(void)state;
	memset(&t, 0, sizeof(t));
	tmp = getenv("TMPDIR");
	snprintf(t.dir, sizeof(t.dir), "%s/link.XXXXXX",
	    tmp != NULL && strlen(tmp) < 60 ? tmp : "/tmp");
	if (mkdtemp(t.dir) == NULL)
		return (-1);
	t.un.sun_family = AF_UNIX;
	snprintf(t.un.sun_path, sizeof(t.un.sun_path), "%s/s", t.dir);
	t.fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (bind(t.fd, (struct sockaddr *)&t.un, sizeof(t.un)) == -1 ||
	    listen(t.fd, 8) == -1)
		return (-1);
	t.net = link_net_new();
	t.door = event_new(link_net_base(t.net), t.fd, EV_READ | EV_PERSIST,
	    host_accept, NULL);
	event_add(t.door, NULL);
	return (0);
}

static int
teardown(void **state)
{
	(void)state;
	channel_free(t.host);
	event_free(t.door);
	close(t.fd);
	link_net_free(t.net);
	unlink(t.un.sun_path);
	return (rmdir(t.dir));
}

static void
one_answer(struct link *link, const json_t *result,
    const struct msg_fault *fault, void *arg)
{
	(void)link, (void)arg;
	t.answers += result != NULL;
	if (fault != NULL) {
		t.faults++;
		t.fault = *fault;
	}
}

static void
on_event(struct link *link, const json_t *params, void *arg)
{
	(void)link, (void)arg;
	t.events++;
	assert_string_equal(msg_text(params, "kind"), "run-done");
}

static void
on_gone(struct link *link, const char *why, void *arg)
{
	(void)link, (void)arg;
	t.gone++;
	strlcpy(t.why, why != NULL ? why : "in order", sizeof(t.why));
}

static const struct link_calls calls = {
	.event = on_event, .gone = on_gone
};

/* Turn the loop for so long. */
static void
turn(int ms)
{
	struct timeval	 tv = { 0, ms * 1000 };

	event_base_loopexit(link_net_base(t.net), &tv);
	link_net_run(t.net);
}

static void
all_are_answered_however_many_are_asked(void **state)
{
	struct link	*link;
	int		 i;

	(void)state;
	link = link_new(t.net, t.un.sun_path, &calls, NULL);
	for (i = 0; i < 3 * LIMIT_REQUESTS; i++)	/* before the hello */
		link_ask(link, REQUEST_HOST_STATUS, NULL, one_answer, NULL);
	for (i = 0; i < 2000 && t.answers < 3 * LIMIT_REQUESTS; i++)
		turn(10);
	assert_int_equal(t.answers, 3 * LIMIT_REQUESTS);
	assert_int_equal(t.asked, 3 * LIMIT_REQUESTS + 1);
	assert_string_equal(msg_text(link_hello(link), "name"), "elm");
	link_free(link);
	assert_int_equal(t.gone, 0);
}

static void
an_event_comes_unasked_and_a_fault_with_its_code(void **state)
{
	struct msg_fault	 fault;
	struct link		*link;

	(void)state;
	assert_non_null(link = link_wait_open(t.net, t.un.sun_path));
	t.says = "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":6,"
	    "\"message\":\"no recipe 'x'\",\"data\":{\"near\":\"y\"}}}\n";
	assert_null(link_wait_call(link, REQUEST_RECIPE_LIST, NULL, &fault,
	    true));
	assert_int_equal(fault.code, ERROR_UNKNOWN_RECIPE);
	assert_string_equal(fault.text, "no recipe 'x'");
	assert_string_equal(fault.near, "y");
	link_free(link);

	link = link_new(t.net, t.un.sun_path, &calls, NULL);
	turn(50);
	host_say("{\"jsonrpc\":\"2.0\",\"method\":\"job.event\",\"params\":"
	    "{\"kind\":\"run-done\",\"new\":[]},\"more\":1}\n");
	turn(50);
	assert_int_equal(t.events, 1);
	link_free(link);
}

/* What a host may do to us, and what is said of it. */
static void
misbehave(const char *says, const char *why)
{
	struct link	*link;

	t.says = says;
	t.faults = t.gone = t.answers = 0;
	link = link_new(t.net, t.un.sun_path, &calls, NULL);
	link_ask(link, REQUEST_HOST_STATUS, NULL, one_answer, NULL);
	link_ask(link, REQUEST_HOST_STATUS, NULL, one_answer, NULL);
	turn(100);
	assert_int_equal(t.gone, 1);
	assert_int_equal(t.answers, 0);
	assert_int_equal(t.faults, 2);
	if (strstr(t.why, why) == NULL)
		fail_msg("%s: %s", says, t.why);
	link_free(link);
}

static void
a_host_that_talks_nonsense_is_left_and_all_are_told(void **state)
{
	char	*deep;

	(void)state;
	misbehave("HTTP/1.0 200\n", "not JSON");
	assert_non_null(deep = malloc(100000));
	memset(deep, '[', 99998);
	strlcpy(deep + 99998, "\n", 2);
	misbehave(deep, "nested deeper");
	free(deep);
	assert_non_null(deep = malloc(LIMIT_LINE_BYTES + 10));
	memset(deep, 'x', LIMIT_LINE_BYTES + 9);
	deep[LIMIT_LINE_BYTES + 9] = '\0';
	misbehave(deep, "longer than");
	free(deep);
}

static void
a_host_that_goes_fails_what_was_asked(void **state)
{
	struct msg_fault	 fault;
	struct link		*link;

	(void)state;
	link = link_new(t.net, t.un.sun_path, &calls, NULL);
	turn(50);
	t.says = "";
	link_ask(link, REQUEST_HOST_STATUS, NULL, one_answer, NULL);
	turn(50);
	channel_free(t.host);
	t.host = NULL;
	turn(50);
	assert_int_equal(t.faults, 1);
	assert_int_equal(t.gone, 1);
	link_free(link);

	t.says = NULL;
	assert_non_null(link = link_wait_open(t.net, t.un.sun_path));
	channel_free(t.host);
	t.host = NULL;
	assert_null(link_wait_call(link, REQUEST_HOST_STATUS, NULL, &fault,
	    true));
	assert_null(link_wait_call(link, REQUEST_HOST_STATUS, NULL, &fault,
	    true));
	link_free(link);
}

/* Free the link where it hurts most. */
static void
answer_freed(struct link *link, const json_t *result,
    const struct msg_fault *fault, void *arg)
{
	(void)result, (void)fault, (void)arg;
	t.answers++;
	link_free(link);
}

static void
a_link_may_be_freed_in_its_own_answer(void **state)
{
	struct link	*link;

	(void)state;
	link = link_new(t.net, t.un.sun_path, &calls, NULL);
	link_ask(link, REQUEST_HOST_STATUS, NULL, answer_freed, NULL);
	link_ask(link, REQUEST_HOST_STATUS, NULL, one_answer, NULL);
	turn(100);
	assert_int_equal(t.answers, 1);
	assert_int_equal(t.gone, 0);
}

static void
nobody_at_home_is_said_in_words(void **state)
{
	struct link	*link;

	(void)state;
	link = link_new(t.net, "/nowhere/at/all", &calls, NULL);
	turn(50);
	assert_int_equal(t.gone, 1);
	assert_non_null(strstr(t.why, "connect: No such file"));
	link_free(link);
	link = link_new(t.net, "oak:0", &calls, NULL);
	turn(50);
	assert_string_equal(t.why, "the port is not 1 to 65535");
	link_free(link);
}

int
main(void)
{
#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest	 tests[] = {
		TEST(all_are_answered_however_many_are_asked),
		TEST(an_event_comes_unasked_and_a_fault_with_its_code),
		TEST(a_host_that_talks_nonsense_is_left_and_all_are_told),
		TEST(a_host_that_goes_fails_what_was_asked),
		TEST(a_link_may_be_freed_in_its_own_answer),
		TEST(nobody_at_home_is_said_in_words),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
