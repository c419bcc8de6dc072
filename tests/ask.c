/*
 * ask: a client of the Unix socket for live tests, smaller than benchctl.
 *
 *	ask [-s seconds] [-w value] socket method [params [member ...]]
 *	ask -l socket <lines
 *
 * Says hello, asks, and prints the result, or of it each member (a.b, or a.0
 * of an array) on a line of its own; a fault as `NAME: message`, status 1.
 * With -s it asks again, on a new connection, until it is answered; with -w
 * until the first member has this value.  With -l the bytes of stdin are sent
 * as they are, and what is answered until the end, or until nothing more came
 * for two seconds, is printed.  Knows no method and judges nothing.
 */
#include <sys/socket.h>
#include <sys/un.h>

#include <err.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "proto/compat.h"

#define ASK_LINE_BYTES	262145
#define ASK_PAUSE_MS	10
#define ASK_SILENCE_MS	2000

static struct {
	const char	*socket, *method, *params, *value;
	char		**member;
	int		 nmembers;
	long		 seconds;
	int		 fd;
	FILE		*in;
	char		 line[ASK_LINE_BYTES];
} ask;

static void __attribute__((__noreturn__))
ask_usage(void)
{
	fprintf(stderr, "usage: ask [-s seconds] [-w value] "
	    "socket method [params [member ...]]\n       ask -l socket\n");
	exit(2);
}

/* Whole seconds of a clock that nobody sets. */
static long
ask_now(void)
{
	struct timespec	 ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ((long)ts.tv_sec);
}

/* Connect; false where nobody listens. */
static bool
ask_connect(void)
{
	struct sockaddr_un	 sun = { .sun_family = AF_UNIX };
	struct timeval		 tv = { 5, 0 };

	if (strlcpy(sun.sun_path, ask.socket, sizeof(sun.sun_path)) >=
	    sizeof(sun.sun_path))
		errx(2, "%s: too long for a socket", ask.socket);
	if ((ask.fd = socket(AF_UNIX, SOCK_STREAM, 0)) == -1)
		err(2, "socket");
	setsockopt(ask.fd, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof(tv));
	return (connect(ask.fd, (struct sockaddr *)&sun, sizeof(sun)) == 0);
}

static void
ask_hang_up(void)
{
	if (ask.in != NULL)
		fclose(ask.in);
	else if (ask.fd != -1)
		close(ask.fd);
	ask.in = NULL;
	ask.fd = -1;
}

/*
 * One request and its answer, whole; NULL: the connection broke.  Where the
 * script broke a line is a blank.
 */
static json_t *
ask_once(const char *method, const char *params)
{
	char	*at;
	ssize_t	 n;
	int	 len;

	len = snprintf(ask.line, sizeof(ask.line), "{\"jsonrpc\":\"2.0\","
	    "\"id\":1,\"method\":\"%s\",\"params\":%s}\n", method, params);
	while ((at = strchr(ask.line, '\n')) != NULL && at[1] != '\0')
		*at = ' ';
	n = send(ask.fd, ask.line, (size_t)len, MSG_NOSIGNAL);
	if (n != len || fgets(ask.line, sizeof(ask.line), ask.in) == NULL)
		return (NULL);
	return (json_loads(ask.line, 0, NULL));
}

/* Say hello where there is no connection yet, and ask. */
static json_t *
ask_request(void)
{
	json_t	*answer;

	if (ask.in == NULL) {
		if (!ask_connect() || (ask.in = fdopen(ask.fd, "r")) == NULL)
			goto fail;
		answer = ask_once("host.hello",
		    "{\"versions\":[1,1],\"program\":\"ask\"}");
		json_decref(answer);
		if (answer == NULL)
			goto fail;
	}
	if ((answer = ask_once(ask.method, ask.params)) != NULL)
		return (answer);
fail:
	ask_hang_up();
	return (NULL);
}

/* The text of a value; the caller frees it. */
static char *
ask_text(json_t *value)
{
	char	*text;

	text = json_is_string(value) ? strdup(json_string_value(value)) :
	    json_dumps(value, JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_COMPACT);
	if (text == NULL && (text = strdup("")) == NULL)
		err(2, NULL);
	return (text);
}

/* The text of the member that the path names; the caller frees it. */
static char *
ask_member(json_t *value, const char *path)
{
	char	 name[128], *rest;
	size_t	 len;

	while (*path != '\0') {
		len = strcspn(path, ".");
		snprintf(name, sizeof(name), "%.*s", (int)len, path);
		value = json_is_array(value) ?
		    json_array_get(value, strtoul(name, &rest, 10)) :
		    json_object_get(value, name);
		path += len + (path[len] == '.');
	}
	return (ask_text(value));
}

/* Print what was answered; the exit status. */
static int
ask_print(json_t *answer)
{
	json_t	*error, *result;
	char	*message, *name, *text;
	int	 i;

	if ((error = json_object_get(answer, "error")) != NULL) {
		name = ask_member(error, "data.name");
		message = ask_member(error, "message");
		printf("%s: %s\n", name, message);
		free(name);
		free(message);
		return (1);
	}
	result = json_object_get(answer, "result");
	for (i = 0; i < ask.nmembers || i == 0; i++) {
		text = ask_member(result, i < ask.nmembers ?
		    ask.member[i] : "");
		puts(text);
		free(text);
	}
	return (0);
}

/* Is this the answer that was waited for? */
static bool
ask_wanted(json_t *answer)
{
	char	*text;
	bool	 same;

	if (ask.value == NULL)
		return (true);
	text = ask_member(json_object_get(answer, "result"), ask.member[0]);
	same = strcmp(text, ask.value) == 0;
	free(text);
	return (same);
}

/* Ask until the answer is there; the exit status. */
static int
ask_until(void)
{
	json_t	*answer;
	long	 end;
	int	 status;

	for (end = ask_now() + ask.seconds;; poll(NULL, 0, ASK_PAUSE_MS)) {
		answer = ask_request();
		if (answer != NULL && ask_wanted(answer)) {
			status = ask_print(answer);
			json_decref(answer);
			return (status);
		}
		json_decref(answer);
		if (ask_now() >= end)
			break;
	}
	printf("no answer%s%s\n", ask.value != NULL ? " of " : "",
	    ask.value != NULL ? ask.value : "");
	return (1);
}

/* Bytes there, bytes back. */
static int
ask_lines(void)
{
	struct pollfd	 pfd;
	size_t		 len;
	ssize_t		 n;

	if (!ask_connect())
		err(1, "%s", ask.socket);
	/* Who is hung up on while still speaking has said enough. */
	while ((len = fread(ask.line, 1, sizeof(ask.line), stdin)) > 0)
		if (send(ask.fd, ask.line, len, MSG_NOSIGNAL) == -1)
			break;
	pfd.fd = ask.fd;
	pfd.events = POLLIN;
	while (poll(&pfd, 1, ASK_SILENCE_MS) > 0 &&
	    (n = recv(ask.fd, ask.line, sizeof(ask.line), 0)) > 0)
		fwrite(ask.line, 1, (size_t)n, stdout);
	return (fflush(stdout) == EOF);
}

int
main(int argc, char **argv)
{
	bool	 lines;
	int	 ch;

	lines = false;
	while ((ch = getopt(argc, argv, "ls:w:")) != -1)
		switch (ch) {
		case 'l':
			lines = true;
			break;
		case 's':
			ask.seconds = strtol(optarg, NULL, 10);
			break;
		case 'w':
			ask.value = optarg;
			break;
		default:
			ask_usage();
		}
	argc -= optind;
	argv += optind;
	if (argc < (lines ? 1 : 2) || (ask.value != NULL && argc < 4))
		ask_usage();
	ask.fd = -1;
	ask.socket = argv[0];
	if (lines)
		return (ask_lines());
	ask.method = argv[1];
	ask.params = argc > 2 ? argv[2] : "{}";
	ask.member = argv + 3;
	ask.nmembers = argc > 3 ? argc - 3 : 0;
	return (ask_until());
}
