/*
 * front_world: a front as it is, with a parent, an engine and peers played by
 * the test; all in one event loop, nothing waits but world_until().
 */
#ifndef TESTS_UNIT_FRONT_WORLD_H
#define TESTS_UNIT_FRONT_WORLD_H

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <netinet/in.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <event2/event.h>
#include <jansson.h>

#include "daemon/benchd.h"
#include "daemon/ipc.h"
#include "proto/channel.h"
#include "proto/error.h"
#include "proto/limits.h"
#include "proto/msg.h"
#include "proto/tls.h"

#define WORLD_MEMBER	12346	/* uid of one who may use the socket */

enum key { KEY_HOST, KEY_ADMIN, KEY_READER, KEY_STRANGER, KEYS };

/* What came back on one connection. */
struct peer {
	struct channel	*channel;
	bool		 open, gone;
	unsigned int	 lines, lost;
	json_t		*last;
	char		 lost_job[64];
};

static struct {
	struct event_base	*base;
	struct ipc		*parent, *engine;
	struct tls_key		*key[KEYS];
	struct tls_context	*tls[KEYS];
	pid_t			 pid;
	int			 port;
	bool			 ready, parent_gone, silent;
	unsigned int		 requests, goners, logged;
	struct ipc_request	 asked;		/* the last */
	char			 dir[100];
	struct sockaddr_un	 local;
} world;

/* Lines of front's log are of interest to a person only. */
static void
world_log(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc;
	world.logged++;
	if (getenv("WORLD_LOG") != NULL)
		fprintf(stderr, "front: %.*s\n", (int)(m->len - 4),
		    (const char *)m->data + 4);
}

static void
world_ready(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc, (void)m;
	world.ready = true;
}

static void
world_gone(struct ipc *ipc, const char *why)
{
	(void)why;
	if (ipc == world.parent)
		world.parent_gone = true;
	else
		world.engine = NULL;
	ipc_free(ipc);
}

/* Answer with the method's number, unless silence is asked for. */
static void
world_request(struct ipc *ipc, struct ipc_msg *m)
{
	struct ipc_reply	 reply;
	char			 text[128];

	memcpy(&world.asked, m->data, sizeof(world.asked));
	world.requests++;
	if (world.silent)
		return;
	memset(&reply, 0, sizeof(reply));
	reply.conn = world.asked.conn;
	reply.serial = world.asked.serial;
	snprintf(text, sizeof(text), "{\"method\":%u,\"state\":\"running\"}",
	    world.asked.method);
	ipc_send(ipc, IPC_REPLY, &reply, sizeof(reply), text, strlen(text),
	    -1);
}

static void
world_conn_gone(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc, (void)m;
	world.goners++;
}

static const struct ipc_route world_parent_routes[] = {
	{ IPC_LOG, PROC_FRONT, sizeof(uint32_t), true, false, world_log },
	{ IPC_READY, PROC_FRONT, 0, false, false, world_ready }
};

static const struct ipc_route world_engine_routes[] = {
	{ IPC_REQUEST, PROC_FRONT, sizeof(struct ipc_request), true, false,
	    world_request },
	{ IPC_CONN_GONE, PROC_FRONT, sizeof(uint32_t), false, false,
	    world_conn_gone }
};

/* Turn the loop until *done or for so long; was it done? */
static bool
world_until(const bool *done, int ms)
{
	struct timeval	 tv = { ms / 1000, ms % 1000 * 1000 };
	struct timespec	 end, now;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += tv.tv_sec;
	end.tv_nsec += tv.tv_usec * 1000;
	do {
		struct timeval	 slice = { 0, 10000 };

		event_base_loopexit(world.base, &slice);
		event_base_loop(world.base, EVLOOP_ONCE);
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while ((done == NULL || !*done) && (now.tv_sec < end.tv_sec ||
	    (now.tv_sec - end.tv_sec) * INT64_C(1000000000) +
	    now.tv_nsec - end.tv_nsec < 0));
	return (done != NULL && *done);
}

/* A link between front and an engine that is played here. */
static void
world_link(void)
{
	int	 pair[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	world.engine = ipc_new(world.base, pair[0], PROC_FRONT,
	    world_engine_routes, nitems(world_engine_routes), world_gone);
	ipc_send(world.parent, IPC_PEER, NULL, 0, NULL, 0, pair[1]);
}

static void
world_conf(const char *text)
{
	uint32_t	 len;

	len = (uint32_t)strlen(text);
	ipc_send(world.parent, IPC_CONF_BEGIN, &len, sizeof(len), NULL, 0, -1);
	ipc_send(world.parent, IPC_CONF_TEXT, text, len, NULL, 0, -1);
	ipc_send(world.parent, IPC_CONF_END, NULL, 0, NULL, 0, -1);
}

/* Who may ask; without the reader on request. */
static void
world_clients(bool reader)
{
	char	 admin[TLS_FINGERPRINT_BYTES], read[TLS_FINGERPRINT_BYTES];
	char	 text[512];

	tls_key_fingerprint(world.key[KEY_ADMIN], admin);
	tls_key_fingerprint(world.key[KEY_READER], read);
	snprintf(text, sizeof(text), "# who\nadmin %s ada\n%sread %s ron\n",
	    admin, reader ? "" : "#", read);
	ipc_send(world.parent, IPC_CLIENTS, text, strlen(text), NULL, 0, -1);
}

/* The two sockets, which front is given. */
static void
world_listen(void)
{
	static const uint32_t	 member = WORLD_MEMBER;
	struct ipc_listen	 row = { .local = 0, .name = "tcp" };
	struct sockaddr_in	 in = { .sin_family = AF_INET };
	socklen_t		 len;
	int			 fd;

	fd = socket(AF_INET, SOCK_STREAM, 0);
	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(fd, (struct sockaddr *)&in, sizeof(in)), 0);
	assert_int_equal(listen(fd, 128), 0);
	len = sizeof(in);
	getsockname(fd, (struct sockaddr *)&in, &len);
	world.port = ntohs(in.sin_port);
	ipc_send(world.parent, IPC_LISTEN, &row, sizeof(row), NULL, 0, fd);

	row.local = 1;
	fd = socket(AF_UNIX, SOCK_STREAM, 0);
	world.local.sun_family = AF_UNIX;
	snprintf(world.local.sun_path, sizeof(world.local.sun_path), "%s/s",
	    world.dir);
	assert_int_equal(bind(fd, (struct sockaddr *)&world.local,
	    sizeof(world.local)), 0);
	chmod(world.local.sun_path, 0666);
	assert_int_equal(listen(fd, 128), 0);
	ipc_send(world.parent, IPC_LISTEN, &row, sizeof(row), &member,
	    sizeof(member), fd);
}

int	 front_main(const char *, const char *);

/* Begin: fork a front and tell it what a parent would. */
static int
world_setup(void **state)
{
	const char	*tmp;
	char		*pem;
	int		 i, pair[2];

	memset(&world, 0, sizeof(world));
	signal(SIGPIPE, SIG_IGN);
	tmp = getenv("TMPDIR");
	snprintf(world.dir, sizeof(world.dir), "%s/front.XXXXXX",
	    tmp != NULL && strlen(tmp) < 80 ? tmp : "/tmp");
	if (mkdtemp(world.dir) == NULL || chmod(world.dir, 0755) == -1 ||
	    socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == -1)
		return (-1);
	if ((world.pid = fork()) == 0) {
		dup2(pair[1], BENCHD_LINK_FD);
		for (i = BENCHD_LINK_FD + 1; i < 64; i++)
			close(i);
		_exit(front_main("/", "nobody"));
	}
	close(pair[1]);
	world.base = event_base_new();
	world.parent = ipc_new(world.base, pair[0], PROC_FRONT,
	    world_parent_routes, nitems(world_parent_routes), world_gone);
	for (i = 0; i < KEYS; i++) {
		world.key[i] = tls_key_new();
		world.tls[i] = tls_context_new(world.key[i], TLS_CLIENT);
	}
	world_conf("handshake 1s\nidle 2s\n");
	world_clients(true);
	pem = tls_key_print(world.key[KEY_HOST]);
	ipc_send(world.parent, IPC_HOSTKEY, pem, strlen(pem), NULL, 0, -1);
	tls_key_wipe(pem);
	world_listen();
	world_link();
	*state = &world;
	return (world_until(&world.ready, 30000) ? 0 : -1);
}

/* End it; front itself must end well when told to. */
static int
world_teardown(void **state)
{
	int	 i, status;

	(void)state;
	if (!world.parent_gone) {
		ipc_send(world.parent, IPC_STOP, NULL, 0, NULL, 0, -1);
		if (!world_until(&world.parent_gone, 30000))
			kill(world.pid, SIGKILL);
	}
	status = -1;
	waitpid(world.pid, &status, 0);
	ipc_free(world.engine);
	for (i = 0; i < KEYS; i++) {
		tls_context_free(world.tls[i]);
		tls_key_free(world.key[i]);
	}
	event_base_free(world.base);
	unlink(world.local.sun_path);
	rmdir(world.dir);
	if (status != 0)
		fprintf(stderr, "front ended with status %d\n", status);
	return (status == 0 ? 0 : -1);
}

static void
peer_open(struct channel *channel, void *arg)
{
	(void)channel;
	((struct peer *)arg)->open = true;
}

static void
peer_line(struct channel *channel, const char *line, size_t len, void *arg)
{
	struct peer	*peer;
	const char	*job;

	(void)channel;
	peer = arg;
	assert_non_null(line);
	json_decref(peer->last);
	peer->last = json_loadb(line, len, 0, NULL);
	peer->lines++;
	if (strstr(line, "\"kind\":\"lost\"") == NULL)
		return;
	peer->lost++;
	job = msg_text(json_object_get(peer->last, "params"), "job");
	strlcpy(peer->lost_job, job != NULL ? job : "",
	    sizeof(peer->lost_job));
}

static void
peer_gone(struct channel *channel, const char *why, void *arg)
{
	(void)channel, (void)why;
	((struct peer *)arg)->gone = true;
}

static const struct channel_calls peer_calls = {
	.open = peer_open, .line = peer_line, .gone = peer_gone
};

/* A socket on its way to front; blocking until connected. */
static int
peer_socket(bool local)
{
	struct sockaddr_in	 in = { .sin_family = AF_INET };
	int			 fd;

	fd = socket(local ? AF_UNIX : AF_INET, SOCK_STREAM, 0);
	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	in.sin_port = htons((uint16_t)world.port);
	if (local ? connect(fd, (struct sockaddr *)&world.local,
	    sizeof(world.local)) : connect(fd, (struct sockaddr *)&in,
	    sizeof(in)))
		fail_msg("connect: %s", strerror(errno));
	return (fd);
}

/* Connect as this key; KEY_HOST: on the Unix socket. */
static void
peer_connect(struct peer *peer, enum key key)
{
	struct tls	*tls;
	int		 fd;

	memset(peer, 0, sizeof(*peer));
	fd = peer_socket(key == KEY_HOST);
	evutil_make_socket_nonblocking(fd);
	tls = key == KEY_HOST ? NULL : tls_new(world.tls[key], fd, NULL, NULL);
	peer->channel = channel_new(world.base, fd, tls, &peer_calls, peer);
	assert_true(world_until(&peer->open, 30000));
}

static void
peer_free(struct peer *peer)
{
	channel_free(peer->channel);
	json_decref(peer->last);
	memset(peer, 0, sizeof(*peer));
}

/* Wait for lines up to the n-th. */
static void
peer_wait(struct peer *peer, unsigned int n)
{
	int	 turns;

	for (turns = 0; peer->lines < n && turns < 6000; turns++)
		world_until(NULL, 10);
	if (peer->lines < n)
		fail_msg("%u lines, %u wanted", peer->lines, n);
}

/* Send text, wait for one line; the code of its error, 0 where none. */
static int
peer_ask(struct peer *peer, const char *text)
{
	channel_send(peer->channel, text, strlen(text));
	peer_wait(peer, peer->lines + 1);
	return ((int)msg_integer(json_object_get(peer->last, "error"), "code",
	    0));
}

/* The message of the last error. */
static const char *
peer_said(const struct peer *peer)
{
	const char	*text;

	text = msg_text(json_object_get(peer->last, "error"), "message");
	return (text != NULL ? text : "");
}

#define ASK(method, params) \
	"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" method "\"," \
	"\"params\":{" params "}}\n"
#define HELLO	ASK("host.hello", "\"versions\":[1,1],\"program\":\"test 1\"")

/* Connect and say hello. */
static void
peer_greet(struct peer *peer, enum key key)
{
	peer_connect(peer, key);
	assert_int_equal(peer_ask(peer, HELLO), 0);
}

#endif
