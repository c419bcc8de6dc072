/*
 * front_conn: connections from accept to end, and who is at their other end.
 *
 * Knows stages, limits and timers.  What is asked on a connection is
 * front_request.c's matter.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/clients.h"
#include "daemon/front.h"
#include "daemon/log.h"
#include "daemon/osdep.h"
#include "proto/channel.h"
#include "proto/limits.h"
#include "proto/tls.h"

#define FRONT_CONN_LINES	10	/* of the log a minute, for strangers */

static void	front_conn_open(struct channel *, void *);
static void	front_conn_line(struct channel *, const char *, size_t, void *);
static void	front_conn_drained(struct channel *, void *);
static void	front_conn_gone(struct channel *, const char *, void *);

static const struct channel_calls front_conn_calls = {
	.open = front_conn_open,
	.line = front_conn_line,
	.drained = front_conn_drained,
	.worked = front_budget_look,
	.gone = front_conn_gone
};

/* From one stage to another, counted. */
static void
front_conn_stage(struct front_conn *conn, enum front_stage stage)
{
	struct front	*front;

	front = front_self();
	front->nconns[conn->stage]--;
	front->nconns[stage]++;
	conn->stage = stage;
}

/* The oldest that has shown no key, or may not come in, goes. */
bool
front_conn_evict(struct front *front)
{
	struct front_conn	*conn;

	TAILQ_FOREACH(conn, &front->conns, entry)
		if (conn->stage == FRONT_NEW || conn->stage == FRONT_ENDING) {
			front_conn_free(conn);
			return (true);
		}
	return (false);
}

/* By the peer's credentials; what the socket's mode lets in is not enough. */
static void
front_conn_local(struct front_conn *conn,
    const struct front_listener *listener, int fd)
{
	uid_t	 uid;
	gid_t	 gid;
	size_t	 i;

	if (osdep_peer(fd, &uid, &gid) == -1) {
		strlcpy(conn->client, "uid:?", sizeof(conn->client));
		return;
	}
	snprintf(conn->client, sizeof(conn->client), "uid:%lu",
	    (unsigned long)uid);
	strlcpy(conn->name, conn->client, sizeof(conn->name));
	if (uid == 0 || uid == geteuid() ||
	    (listener->row.gid != 0 && gid == listener->row.gid))
		conn->role = ROLE_ADMIN;
	for (i = 0; i < listener->nuids; i++)
		if (listener->uid[i] == uid)
			conn->role = ROLE_ADMIN;
}

/* The channel of a connection; takes over fd. */
static struct channel *
front_conn_channel(struct front *front, struct front_conn *conn, int fd,
    bool local)
{
	struct tls	*tls;

	tls = NULL;
	if (!local && (tls = tls_new(front->tls, fd, NULL, NULL)) == NULL) {
		close(fd);
		return (NULL);
	}
	return (channel_new(front->base, fd, tls, &front_conn_calls, conn));
}

/* Somebody has come; takes over fd. */
void
front_conn_new(struct front *front, struct front_listener *listener, int fd,
    const char *peer)
{
	struct front_conn	*conn;
	bool			 local;

	local = listener->row.local != 0;
	if (front->nconns[FRONT_NEW] + front->nconns[FRONT_ENDING] >=
	    LIMIT_CONNECTIONS_NEW)
		front_conn_evict(front);
	if ((conn = calloc(1, sizeof(*conn))) == NULL) {
		close(fd);
		return;
	}
	TAILQ_INIT(&conn->pending);
	conn->stage = local ? FRONT_LOCAL : FRONT_NEW;
	strlcpy(conn->peer, peer, sizeof(conn->peer));
	if (local)
		front_conn_local(conn, listener, fd);
	conn->channel = front_conn_channel(front, conn, fd, local);
	if (conn->channel == NULL) {
		free(conn);
		return;
	}
	do
		front->conn++;
	while (front->conn == 0 || front_conn_find(front, front->conn) != NULL);
	conn->id = front->conn;
	front->nconns[conn->stage]++;
	TAILQ_INSERT_TAIL(&front->conns, conn, entry);
	front_conn_update(conn);
}

/* At any stage; whoever answers it learns that there is nobody. */
void
front_conn_free(struct front_conn *conn)
{
	struct front	*front;

	front = front_self();
	TAILQ_REMOVE(&front->conns, conn, entry);
	front->nconns[conn->stage]--;
	front_request_forget(conn);
	if (conn->asked && front->engine != NULL)
		ipc_send(front->engine, IPC_CONN_GONE, &conn->id,
		    sizeof(conn->id), NULL, 0, -1);
	channel_free(conn->channel);
	free(conn);
	if (front->starved && !front->stopping) {
		front->starved = false;
		front_listen_update(front);
	}
	front_stop_check(front);
}

/* By number; NULL: it has gone. */
struct front_conn *
front_conn_find(struct front *front, uint32_t id)
{
	struct front_conn	*conn;

	TAILQ_FOREACH(conn, &front->conns, entry)
		if (conn->id == id)
			break;
	return (conn);
}

/* A last line, and the end. */
void
front_conn_refuse(struct front_conn *conn, const struct msg_fault *fault)
{
	front_conn_say(conn, msg_line_fault(NULL, fault));
	front_conn_stage(conn, FRONT_ENDING);
	channel_end(conn->channel);
}

/* A line; a client that there is no memory for is let go. */
void
front_conn_say(struct front_conn *conn, char *line)
{
	if (line == NULL || channel_send(conn->channel, line,
	    strlen(line)) == -1) {
		log_warnx("%s: no memory for an answer", conn->peer);
		front_conn_stage(conn, FRONT_ENDING);
		channel_end(conn->channel);
	}
	free(line);
	if (channel_waiting(conn->channel) > LIMIT_WAITING_BYTES)
		conn->full = true;
}

/* Connections of the same address that have shown a key. */
static int64_t
front_conn_count(struct front *front, const char *peer)
{
	struct front_conn	*conn;
	int64_t			 n;

	n = 0;
	TAILQ_FOREACH(conn, &front->conns, entry)
		n += conn->stage == FRONT_LISTED &&
		    strcmp(conn->peer, peer) == 0;
	return (n);
}

/* Is there room for this client?  If not, why? */
static bool
front_conn_admit(struct front *front, struct front_conn *conn,
    struct msg_fault *fault)
{
	if (conn->role == ROLE_NONE) {
		msg_fault(fault, ERROR_UNLISTED_KEY, NULL,
		    "%s is not listed on this host", conn->client);
		return (false);
	}
	msg_fault(fault, ERROR_BUSY, NULL, "too many connections");
	if (conn->stage == FRONT_LOCAL)
		return (front->nconns[FRONT_LOCAL] <= LIMIT_CONNECTIONS_UNIX);
	if (front->nconns[FRONT_LISTED] >= front->connections_max)
		return (false);
	msg_fault(fault, ERROR_BUSY, NULL, "too many connections of %s",
	    conn->peer);
	return (front_conn_count(front, conn->peer) <
	    front->connections_peer_max);
}

/* Strangers do not fill the log: so many lines a minute. */
static void
front_conn_log(struct front *front, const struct front_conn *conn,
    const char *what)
{
	struct timespec	 now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (front->refused == 0 || now.tv_sec - front->refused_s >= 60) {
		front->refused_s = now.tv_sec;
		front->refused = 0;
	}
	front->refused++;
	if (front->refused < FRONT_CONN_LINES)
		log_info("%s: %s", conn->peer, what);
	else if (front->refused == FRONT_CONN_LINES)
		log_info("%s: %s; what follows within this minute is not said",
		    conn->peer, what);
}

/* The other end has shown who it is. */
static void
front_conn_open(struct channel *channel, void *arg)
{
	const struct clients_row	*row;
	struct front_conn		*conn;
	struct front			*front;
	struct msg_fault		 fault;

	conn = arg;
	front = front_self();
	if (conn->stage == FRONT_NEW) {
		strlcpy(conn->client, channel_peer(channel),
		    sizeof(conn->client));
		row = clients_find(front->clients, conn->client);
		if (row != NULL) {
			conn->role = row->role;
			strlcpy(conn->name, row->name, sizeof(conn->name));
		}
	}
	if (!front_conn_admit(front, conn, &fault)) {
		front_conn_log(front, conn, fault.text);
		front_conn_refuse(conn, &fault);
		return;
	}
	if (conn->stage == FRONT_NEW)
		front_conn_stage(conn, FRONT_LISTED);
	front_conn_update(conn);
}

/* A line of the peer. */
static void
front_conn_line(struct channel *channel, const char *line, size_t len,
    void *arg)
{
	(void)channel;
	front_request_line(arg, line, len);
}

/* It has read all that we said. */
static void
front_conn_drained(struct channel *channel, void *arg)
{
	struct front_conn	*conn;

	(void)channel;
	conn = arg;
	conn->full = false;
	if (conn->lost)
		front_request_lost(conn);
	front_conn_update(conn);
}

/* It has gone, or its deadline has passed. */
static void
front_conn_gone(struct channel *channel, const char *why, void *arg)
{
	struct front_conn	*conn;

	(void)channel;
	conn = arg;
	if (why != NULL)
		log_debug("%s: %s", conn->peer, why);
	front_conn_free(conn);
}

/*
 * Is it read from, and how long may it be silent?  Who waits for us (an
 * answer, a watch) is never idle; while a run is timed nobody is, and only
 * handshakes that we do read have a timer.
 */
void
front_conn_update(struct front_conn *conn)
{
	struct front	*front;
	bool		 spent;
	int		 seconds;

	front = front_self();
	if (conn->stage == FRONT_ENDING)
		return;
	spent = front->spent && conn->stage != FRONT_LOCAL;
	seconds = conn->stage == FRONT_NEW ? front->handshake_s :
	    front->idle_s;
	if (conn->stage == FRONT_NEW ? spent : front->timed ||
	    conn->npending > 0 || conn->nwatches > 0)
		seconds = 0;
	channel_deadline(conn->channel, seconds, conn->stage == FRONT_NEW ?
	    "no handshake in time" : "idle for too long");
	channel_read(conn->channel, !conn->full && !spent);
}

/* All of them. */
void
front_conn_update_all(struct front *front)
{
	struct front_conn	*conn;

	TAILQ_FOREACH(conn, &front->conns, entry)
		front_conn_update(conn);
}

/* There is a new clients file: does it still list those who are here? */
void
front_conn_recheck(struct front *front)
{
	const struct clients_row	*row;
	struct front_conn		*conn, *next;
	struct msg_fault		 fault;

	for (conn = TAILQ_FIRST(&front->conns); conn != NULL; conn = next) {
		next = TAILQ_NEXT(conn, entry);
		if (conn->stage != FRONT_LISTED)
			continue;
		row = clients_find(front->clients, conn->client);
		conn->role = row != NULL ? row->role : ROLE_NONE;
		if (row != NULL) {
			strlcpy(conn->name, row->name, sizeof(conn->name));
			continue;
		}
		msg_fault(&fault, ERROR_UNLISTED_KEY, NULL,
		    "%s is not listed on this host any more", conn->client);
		front_conn_refuse(conn, &fault);
	}
}

/* We end: everybody is told. */
void
front_conn_stop(struct front *front)
{
	struct front_conn	*conn, *next;
	struct msg_fault	 fault;

	msg_fault(&fault, ERROR_STOPPING, NULL,
	    "the host's daemon is about to end");
	for (conn = TAILQ_FIRST(&front->conns); conn != NULL; conn = next) {
		next = TAILQ_NEXT(conn, entry);
		if (conn->stage == FRONT_NEW) {
			front_conn_free(conn);
			continue;
		}
		front_request_fail(conn, &fault);
		if (conn->stage == FRONT_ENDING)
			continue;
		front_conn_stage(conn, FRONT_ENDING);
		channel_end(conn->channel);
	}
}
