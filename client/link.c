/*
 * link: requests out, answers and events in.
 *
 * Knows JSON-RPC and the order of a connection's life; how a connection comes
 * about, and whom it may reach, is link_net.c's matter.
 */
#include <err.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>

#include <event2/event.h>

#include "client/link_net.h"
#include "client/say.h"
#include "proto/channel.h"
#include "proto/limits.h"

/* A request on its way, or waiting to be sent. */
struct link_request {
	TAILQ_ENTRY(link_request)	 entry;
	long long			 id;
	enum request_method		 method;
	json_t				*params;	/* until it is sent */
	void				(*answer)(struct link *,
					    const json_t *,
					    const struct msg_fault *, void *);
	void				*arg;
};

/* Send what may be sent. */
static void
link_push(struct link *link)
{
	struct link_request	*request;
	char			*line;

	while (link->channel != NULL && link->nsent < LIMIT_REQUESTS &&
	    (request = TAILQ_FIRST(&link->waiting)) != NULL &&
	    (link->hello != NULL || request->method == REQUEST_HOST_HELLO)) {
		line = msg_line_request(request->id, request->method,
		    request->params);
		if (line == NULL || channel_send(link->channel, line,
		    strlen(line)) == -1)
			err(1, "memory");
		free(line);
		json_decref(request->params);
		request->params = NULL;
		TAILQ_REMOVE(&link->waiting, request, entry);
		TAILQ_INSERT_TAIL(&link->sent, request, entry);
		link->nsent++;
	}
}

/* Queue a request; a hello goes before what waits for it. */
void
link_ask(struct link *link, enum request_method method, json_t *params,
    void (*answer)(struct link *, const json_t *, const struct msg_fault *,
    void *), void *arg)
{
	struct link_request	*request;

	if ((request = calloc(1, sizeof(*request))) == NULL)
		err(1, "memory");
	request->id = ++link->id;
	request->method = method;
	request->params = params;
	request->answer = answer;
	request->arg = arg;
	if (method == REQUEST_HOST_HELLO)
		TAILQ_INSERT_HEAD(&link->waiting, request, entry);
	else
		TAILQ_INSERT_TAIL(&link->waiting, request, entry);
	link_push(link);
}

/* Tell the one who asked, and forget it. */
static void
link_told(struct link *link, struct link_request *request,
    const json_t *result, const struct msg_fault *fault)
{
	json_decref(request->params);
	if (!link->freed && request->answer != NULL)
		request->answer(link, result, fault, request->arg);
	free(request);
}

/* None of them will be answered. */
static void
link_fail(struct link *link, const struct msg_fault *fault)
{
	struct link_request	*request;

	while ((request = TAILQ_FIRST(&link->sent)) != NULL) {
		TAILQ_REMOVE(&link->sent, request, entry);
		link_told(link, request, NULL, fault);
	}
	while ((request = TAILQ_FIRST(&link->waiting)) != NULL) {
		TAILQ_REMOVE(&link->waiting, request, entry);
		link_told(link, request, NULL, fault);
	}
	link->nsent = 0;
}

/* host.hello was answered. */
static void
link_greeted(struct link *link, const json_t *result,
    const struct msg_fault *fault, void *arg)
{
	(void)arg;
	if (fault != NULL) {
		strlcpy(link->why, fault->text, sizeof(link->why));
		return;		/* gone() follows */
	}
	link->hello = json_incref((json_t *)(uintptr_t)result);
	channel_deadline(link->channel, 0, NULL);
	if (link->calls->ready != NULL)
		link->calls->ready(link, link->arg);
	if (!link->freed)
		link_push(link);
}

/* The channel is open: say who we are and what we speak. */
void
link_greet(struct link *link)
{
	json_t	*params;

	params = json_pack("{s:[i,i], s:s}", "versions", PROTO_VERSION_MIN,
	    PROTO_VERSION_MAX, "program", "benchctl " BENCHD_VERSION);
	if (params == NULL)
		err(1, "memory");
	link_ask(link, REQUEST_HOST_HELLO, params, link_greeted, NULL);
}

/* An answer: whose? */
static void
link_answer(struct link *link, const json_t *value)
{
	struct link_request	*request;
	struct msg_fault	 fault;
	const json_t		*error, *result;
	long long		 id;

	error = json_object_get(value, "error");
	result = json_object_get(value, "result");
	if (error != NULL)
		msg_error_read(error, &fault);
	id = msg_integer(value, "id", -1);
	TAILQ_FOREACH(request, &link->sent, entry)
		if (request->id == id)
			break;
	if (request == NULL) {		/* to none: the host's last word */
		if (error != NULL)
			strlcpy(link->why, fault.text, sizeof(link->why));
		return;
	}
	TAILQ_REMOVE(&link->sent, request, entry);
	link->nsent--;
	if (error == NULL && result == NULL) {
		msg_fault(&fault, ERROR_INTERNAL, NULL,
		    "an answer without result or error");
		error = value;
	}
	link_told(link, request, error == NULL ? result : NULL,
	    error != NULL ? &fault : NULL);
}

/* A line of the host. */
void
link_line(struct channel *channel, const char *line, size_t len, void *arg)
{
	struct msg_fault	 fault;
	struct link		*link;
	json_t			*value;

	(void)channel;
	link = arg;
	if ((value = msg_parse(line, len, &fault)) == NULL) {
		snprintf(link->why, sizeof(link->why),
		    "the host's answer: %s", fault.text);
		link_over(link, link->why);
		return;
	}
	link->inside++;
	if (json_object_get(value, "method") == NULL)
		link_answer(link, value);
	else if (link->calls->event != NULL)
		link->calls->event(link, json_object_get(value, "params"),
		    link->arg);
	json_decref(value);
	link->inside--;
	if (link->freed)
		link_free(link);
	else if (link->hello == NULL && link->why[0] != '\0')
		link_over(link, link->why);
	else
		link_push(link);
}

/* As given. */
const char *
link_host(const struct link *link)
{
	return (link->host);
}

/* Is the connection at its end? */
bool
link_is_over(const struct link *link)
{
	return (link->over);
}

/* Who the host says it is. */
const json_t *
link_hello(const struct link *link)
{
	return (link->hello);
}

/* A link that begins in the loop's turn. */
struct link *
link_new(struct link_net *net, const char *host,
    const struct link_calls *calls, void *arg)
{
	struct link	*link;

	if (host == NULL && ((host = getenv("BENCHCTL_SOCKET")) == NULL ||
	    host[0] != '/'))
		host = LINK_LOCAL;
	if ((link = calloc(1, sizeof(*link))) == NULL ||
	    (link->host = strdup(host)) == NULL)
		err(1, "memory");
	TAILQ_INIT(&link->waiting);
	TAILQ_INIT(&link->sent);
	link->net = net;
	link->calls = calls;
	link->arg = arg;
	link_net_start(link);
	return (link);
}

/* At any time; within a callback the memory waits for its return. */
void
link_free(struct link *link)
{
	struct msg_fault	 fault;

	if (link == NULL)
		return;
	link->freed = link->over = true;
	channel_free(link->channel);
	link->channel = NULL;
	if (link->soon != NULL)
		event_free(link->soon);
	link->soon = NULL;
	if (link->inside > 0)
		return;
	msg_fault(&fault, ERROR_INTERNAL, NULL, "the link is gone");
	link_fail(link, &fault);
	if (link->list != NULL)
		freeaddrinfo(link->list);
	json_decref(link->hello);
	free(link->host);
	free(link);
}

/* The end: those who wait are told, then the owner. */
void
link_over(struct link *link, const char *why)
{
	struct msg_fault	 fault;

	if (link->over)
		return;
	link->over = true;
	if (why != NULL && why != link->why)
		strlcpy(link->why, why, sizeof(link->why));
	channel_free(link->channel);
	link->channel = NULL;
	link->inside++;
	msg_fault(&fault, ERROR_INTERNAL, NULL, "%s", link->why[0] != '\0' ?
	    link->why : "the host closed the connection");
	link_fail(link, &fault);
	if (!link->freed)
		link->calls->gone(link, link->why[0] != '\0' ? link->why :
		    NULL, link->arg);
	link->inside--;
	if (link->freed)
		link_free(link);
}

/* Not the host that we know? */
bool
link_is_changed(const struct link *link)
{
	return (link->trust == LINK_CHANGED);
}

/* For a person. */
void
link_say(const struct link *link, const char *why)
{
	say_error(link->host, "%s", why != NULL ? why :
	    "the host closed the connection");
	if (link_is_changed(link))
		say_more("If %s was reinstalled: benchctl known remove %s",
		    link->host, link->host);
}
