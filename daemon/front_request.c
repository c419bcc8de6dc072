/*
 * front_request: a line becomes a request of the engine, its reply a line.
 *
 * Whatever can be refused without knowing jobs and recipes is refused here;
 * the engine sees only what the table of requests admits.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/front.h"
#include "daemon/log.h"
#include "proto/channel.h"
#include "proto/limits.h"

/* What may wait for an engine that is busy, of all clients together. */
#define FRONT_REQUEST_ENGINE_BYTES	(8 * LIMIT_IPC_BYTES)

/* The order of things, and who may: true, or a fault. */
static bool
front_request_may(struct front_conn *conn, const struct msg_request *request,
    struct msg_fault *fault)
{
	const struct request_row	*row;

	row = request_row(request->method);
	if (!conn->greeted && request->method != REQUEST_HOST_HELLO)
		msg_fault(fault, ERROR_HELLO_FIRST, "host.hello",
		    "%s: host.hello comes first", row->name);
	else if (conn->role < row->role)
		msg_fault(fault, ERROR_ROLE, NULL,
		    "%s needs the role %s; this key has %s", row->name,
		    role_name(row->role), role_name(conn->role));
	else
		return (msg_check_params(request, fault));
	return (false);
}

/* A version that both know? */
static bool
front_request_version(const json_t *params, struct msg_fault *fault)
{
	const json_t	*versions;
	json_int_t	 highest, lowest;

	versions = json_object_get(params, "versions");
	lowest = json_integer_value(json_array_get(versions, 0));
	highest = json_integer_value(json_array_get(versions, 1));
	if (lowest <= PROTO_VERSION_MAX && highest >= PROTO_VERSION_MIN)
		return (true);
	msg_fault(fault, ERROR_VERSION, NULL, "versions %lld to %lld are "
	    "offered; this host knows %d to %d", (long long)lowest,
	    (long long)highest, PROTO_VERSION_MIN, PROTO_VERSION_MAX);
	return (false);
}

/* Is there room for one more that waits? */
static bool
front_request_room(struct front_conn *conn, struct msg_fault *fault)
{
	struct front	*front;

	front = front_self();
	if (front->engine == NULL)
		msg_fault(fault, ERROR_INTERNAL, NULL,
		    "the host's engine is being started; ask again");
	else if (conn->npending >= LIMIT_REQUESTS)
		msg_fault(fault, ERROR_BUSY, NULL,
		    "%d requests wait for their answers already",
		    LIMIT_REQUESTS);
	else if (ipc_waiting(front->engine) > FRONT_REQUEST_ENGINE_BYTES)
		msg_fault(fault, ERROR_BUSY, NULL,
		    "too many requests wait on this host");
	else
		return (true);
	return (false);
}

/* Hand a checked request to the engine; 0, or -1 without memory. */
static int
front_request_send(struct front_conn *conn, const struct msg_request *request)
{
	struct front_pending	*pending;
	struct ipc_request	 head;
	struct front		*front;
	char			*text;
	int			 result;

	front = front_self();
	text = request->params != NULL ? msg_print(request->params) :
	    strdup("{}");
	pending = calloc(1, sizeof(*pending));
	if (text == NULL || pending == NULL) {
		free(text);
		free(pending);
		return (-1);
	}
	memset(&head, 0, sizeof(head));
	head.conn = conn->id;
	head.method = request->method;
	head.serial = ++front->serial;
	head.role = conn->role;
	strlcpy(head.client, conn->client, sizeof(head.client));
	strlcpy(head.name, conn->name, sizeof(head.name));
	strlcpy(head.peer, conn->peer, sizeof(head.peer));
	result = ipc_send(front->engine, IPC_REQUEST, &head, sizeof(head),
	    text, strlen(text), -1);
	free(text);
	if (result == -1) {
		free(pending);
		return (-1);
	}
	pending->serial = head.serial;
	pending->method = request->method;
	pending->id = json_incref(request->id);
	TAILQ_INSERT_TAIL(&conn->pending, pending, entry);
	conn->npending++;
	conn->asked = true;
	return (0);
}

/* One value: passed on, or a fault. */
static bool
front_request_value(struct front_conn *conn, const json_t *whole,
    struct msg_request *request, struct msg_fault *fault)
{
	if (!msg_request(whole, request, fault) ||
	    !front_request_may(conn, request, fault))
		return (false);
	if (request->method == REQUEST_HOST_HELLO &&
	    !front_request_version(request->params, fault))
		return (false);
	if (!front_request_room(conn, fault))
		return (false);
	if (front_request_send(conn, request) == -1) {
		msg_fault(fault, ERROR_INTERNAL, NULL, "no memory");
		return (false);
	}
	if (request->method == REQUEST_HOST_HELLO)
		conn->greeted = true;
	return (true);
}

/* A line; NULL and its length: one that is too long. */
void
front_request_line(struct front_conn *conn, const char *line, size_t len)
{
	struct msg_request	 request;
	struct msg_fault	 fault;
	json_t			*whole;

	if ((whole = msg_parse(line, len, &fault)) == NULL) {
		log_debug("%s: %s", conn->peer, fault.text);
		front_conn_refuse(conn, &fault);
		return;
	}
	if (!front_request_value(conn, whole, &request, &fault))
		front_conn_say(conn, msg_line_fault(request.id, &fault));
	json_decref(whole);
	front_conn_update(conn);
}

/* Take one that waits off its list. */
static void
front_request_drop(struct front_conn *conn, struct front_pending *pending)
{
	TAILQ_REMOVE(&conn->pending, pending, entry);
	conn->npending--;
	json_decref(pending->id);
	free(pending);
}

/* Nobody waits any more. */
void
front_request_forget(struct front_conn *conn)
{
	while (!TAILQ_EMPTY(&conn->pending))
		front_request_drop(conn, TAILQ_FIRST(&conn->pending));
}

/* All that wait get this answer; a watch has lost its events. */
void
front_request_fail(struct front_conn *conn, const struct msg_fault *fault)
{
	struct front_pending	*pending;

	while ((pending = TAILQ_FIRST(&conn->pending)) != NULL) {
		if (conn->stage != FRONT_ENDING)
			front_conn_say(conn, msg_line_fault(pending->id,
			    fault));
		front_request_drop(conn, pending);
	}
	if (conn->nwatches > 0 && conn->stage != FRONT_ENDING) {
		conn->nwatches = 0;
		conn->lost_job[0] = '\0';
		front_request_lost(conn);
	}
	front_conn_update(conn);
}

/* The notification that some are missing. */
void
front_request_lost(struct front_conn *conn)
{
	struct timespec	 ts;
	json_t		*params;

	conn->lost = false;
	clock_gettime(CLOCK_REALTIME, &ts);
	params = json_pack("{s:s, s:I}", "kind", "lost", "at_us",
	    (json_int_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000);
	if (params != NULL && conn->lost_job[0] != '\0')
		json_object_set_new(params, "job",
		    json_string(conn->lost_job));
	front_conn_say(conn, params != NULL ? msg_line_event(params) : NULL);
	json_decref(params);
}

/* Has a job ended, by what job.watch answered? */
static bool
front_request_over(const char *text, size_t len)
{
	struct msg_fault	 fault;
	const char		*state;
	json_t			*value;
	bool			 over;

	if ((value = msg_parse(text, len, &fault)) == NULL)
		return (false);
	state = msg_text(value, "state");
	over = state != NULL && (strcmp(state, "done") == 0 ||
	    strcmp(state, "failed") == 0 || strcmp(state, "cancelled") == 0);
	json_decref(value);
	return (over);
}

/* What the engine says, as the line of an answer. */
static char *
front_request_answer(const struct front_pending *pending, bool error,
    const char *text, size_t len)
{
	struct msg_fault	 fault;
	char			*line;

	line = memchr(text, '\n', len) != NULL ? NULL : error ?
	    msg_line_error(pending->id, text, len) :
	    msg_line_result(pending->id, text, len);
	if (line != NULL && strlen(line) <= LIMIT_LINE_BYTES)
		return (line);
	free(line);
	log_warnx("%s: the answer of %zu bytes is no line",
	    request_row(pending->method)->name, len);
	msg_fault(&fault, ERROR_INTERNAL, NULL,
	    "the answer is too long for a line");
	return (msg_line_fault(pending->id, &fault));
}

/* IPC_REPLY: the one who asked may have gone. */
void
front_request_reply(struct ipc *ipc, struct ipc_msg *m)
{
	struct front_pending	*pending;
	struct front_conn	*conn;
	struct ipc_reply	 head;
	const char		*text;
	size_t			 len;

	(void)ipc;
	memcpy(&head, m->data, sizeof(head));
	text = (const char *)m->data + sizeof(head);
	len = m->len - sizeof(head);
	if ((conn = front_conn_find(front_self(), head.conn)) == NULL)
		return;
	TAILQ_FOREACH(pending, &conn->pending, entry)
		if (pending->serial == head.serial)
			break;
	if (pending == NULL)
		return;
	if (conn->stage != FRONT_ENDING)
		front_conn_say(conn, front_request_answer(pending,
		    head.error != 0, text, len));
	if (pending->method == REQUEST_JOB_WATCH && head.error == 0 &&
	    !front_request_over(text, len))
		conn->nwatches++;
	front_request_drop(conn, pending);
	front_conn_update(conn);
	front_budget_look();
}

/* An event there is no room for: remember whose it was. */
static void
front_request_lose(struct front_conn *conn, const char *job)
{
	if (job == NULL || (conn->lost && strcmp(conn->lost_job, job) != 0))
		job = "";
	conn->lost = true;
	strlcpy(conn->lost_job, job, sizeof(conn->lost_job));
}

/* IPC_EVENT: for a watcher who may be slow, or gone. */
void
front_request_event(struct ipc *ipc, struct ipc_msg *m)
{
	struct front_conn	*conn;
	struct msg_fault	 fault;
	const char		*kind;
	json_t			*params, *value;
	uint32_t		 id;
	char			*line;

	(void)ipc;
	memcpy(&id, m->data, sizeof(id));
	conn = front_conn_find(front_self(), id);
	if (conn == NULL || conn->stage == FRONT_ENDING)
		return;
	value = msg_parse((const char *)m->data + sizeof(id),
	    m->len - sizeof(id), &fault);
	if (value == NULL) {
		log_warnx("an event: %s", fault.text);
		return;
	}
	params = json_object_get(value, "params");
	kind = msg_text(params, "kind");
	if (kind != NULL && strcmp(kind, "job-done") == 0 &&
	    conn->nwatches > 0)
		conn->nwatches--;
	line = msg_line_event(params);
	if (line != NULL && strlen(line) + channel_waiting(conn->channel) >
	    LIMIT_WAITING_BYTES) {
		front_request_lose(conn, msg_text(params, "job"));
		free(line);
	} else
		front_conn_say(conn, line);
	json_decref(value);
	front_conn_update(conn);
}
