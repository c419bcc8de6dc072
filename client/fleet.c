/*
 * fleet: hosts, each with its link, its tries and its end.
 *
 * Knows nothing of what is talked about.
 */
#include <err.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>

#include <event2/event.h>

#include "client/fleet.h"
#include "client/link.h"
#include "client/say.h"

#define FLEET_TRIES	6		/* after a loss: about a minute */
#define FLEET_PAUSE_S	30		/* between two tries, at most */

struct fleet {
	struct link_net			*net;
	const struct fleet_calls	*calls;
	void				*arg;
	struct fleet_host		*host;
	size_t				 n;
	struct event			*clock, *key;
	bool				 stopped;
	json_t				*params;	/* of fleet_ask_all() */
	enum request_method		 method;
};

static void	fleet_ready(struct link *, void *);
static void	fleet_event(struct link *, const json_t *, void *);
static void	fleet_gone(struct link *, const char *, void *);

static const struct link_calls fleet_link_calls = {
	.ready = fleet_ready, .event = fleet_event, .gone = fleet_gone
};

/* Its conversation is over; the loop with the last of them. */
static void
fleet_end(struct fleet_host *host, enum fleet_state state)
{
	size_t	 i;

	host->state = state;
	link_free(host->link);
	host->link = NULL;
	for (i = 0; i < host->fleet->n; i++)
		if (host->fleet->host[i].state == FLEET_TALKS)
			return;
	link_net_stop(host->fleet->net);
}

/* Well. */
void
fleet_done(struct fleet_host *host)
{
	fleet_end(host, FLEET_DONE);
}

/* Not well. */
void
fleet_fail(struct fleet_host *host, const char *fmt, ...)
{
	va_list	 ap;

	va_start(ap, fmt);
	vsnprintf(host->why, sizeof(host->why), fmt, ap);
	va_end(ap);
	if (host->fleet->calls->saying != NULL)
		host->fleet->calls->saying(host);
	say_error(host->name, "%s", host->why);
	fleet_end(host, FLEET_FAILED);
}

/* It greeted back. */
static void
fleet_ready(struct link *link, void *arg)
{
	struct fleet_host	*host;
	const char		*name;

	host = arg;
	host->reached = true;
	host->lost = 0;
	host->why[0] = '\0';
	name = msg_text(link_hello(link), "name");
	if (host->given == NULL && name != NULL)
		strlcpy(host->name, name, sizeof(host->name));
	host->fleet->calls->ready(host);
}

/* It tells something unasked. */
static void
fleet_event(struct link *link, const json_t *params, void *arg)
{
	struct fleet_host	*host;

	(void)link;
	host = arg;
	if (host->fleet->calls->event != NULL)
		host->fleet->calls->event(host, params);
}

/* Try once more. */
static void
fleet_again(evutil_socket_t fd, short what, void *arg)
{
	struct fleet_host	*host;

	(void)fd, (void)what;
	host = arg;
	host->link = link_new(host->fleet->net, host->given,
	    &fleet_link_calls, host);
}

/* The connection is lost: pause, the longer the more often, and try again. */
static void
fleet_lost(struct fleet_host *host, const char *why)
{
	struct timeval	 pause = { 1, 0 };

	strlcpy(host->why, why, sizeof(host->why));
	link_free(host->link);
	host->link = NULL;
	pause.tv_sec = host->lost > 4 ? FLEET_PAUSE_S : 1 << host->lost;
	host->lost++;
	if (host->again == NULL)
		host->again = evtimer_new(link_net_base(host->fleet->net),
		    fleet_again, host);
	if (host->again == NULL || evtimer_add(host->again, &pause) == -1)
		err(1, "memory");
	if (host->fleet->calls->lost != NULL)
		host->fleet->calls->lost(host);
}

/* The connection is over. */
static void
fleet_gone(struct link *link, const char *why, void *arg)
{
	struct fleet_host	*host;

	host = arg;
	if (host->reached && (host->fleet->calls->patient ||
	    host->lost < FLEET_TRIES)) {
		fleet_lost(host, why != NULL ? why :
		    "the host closed the connection");
		return;
	}
	strlcpy(host->why, why != NULL ? why :
	    "the host closed the connection", sizeof(host->why));
	if (host->fleet->calls->saying != NULL)
		host->fleet->calls->saying(host);
	link_say(link, why);
	fleet_end(host, FLEET_FAILED);
}

/* An answer, or a fault. */
static void
fleet_answer(struct link *link, const json_t *result,
    const struct msg_fault *fault, void *arg)
{
	struct fleet_host	*host;

	host = arg;
	if (fault == NULL)
		host->answer(host, result);
	else if (link_is_over(link))
		return;			/* gone() follows */
	else if (fault->code == ERROR_STOPPING)
		fleet_lost(host, fault->text);
	else if (host->fleet->calls->refused == NULL ||
	    !host->fleet->calls->refused(host, fault))
		fleet_fail(host, "%s", fault->text);
}

/* Ask. */
void
fleet_ask(struct fleet_host *host, enum request_method method, json_t *params,
    void (*answer)(struct fleet_host *, const json_t *))
{
	host->answer = answer;
	link_ask(host->link, method, params, fleet_answer, host);
}

/* The hosts of a command. */
struct fleet *
fleet_new(const struct options *options, const struct fleet_calls *calls,
    void *arg)
{
	struct fleet	*fleet;
	size_t		 i;

	if ((fleet = calloc(1, sizeof(*fleet))) == NULL)
		err(1, "memory");
	fleet->n = options->nhosts > 0 ? options->nhosts : 1;
	if ((fleet->host = calloc(fleet->n, sizeof(*fleet->host))) == NULL)
		err(1, "memory");
	fleet->calls = calls;
	fleet->arg = arg;
	fleet->net = link_net_new();
	for (i = 0; i < fleet->n; i++) {
		fleet->host[i].fleet = fleet;
		if (options->nhosts > 0)
			fleet->host[i].given = options->host[i];
		strlcpy(fleet->host[i].name, options->nhosts > 0 ?
		    options->host[i] : "this host",
		    sizeof(fleet->host[i].name));
	}
	return (fleet);
}

/* NULL is allowed. */
void
fleet_free(struct fleet *fleet)
{
	size_t	 i;

	if (fleet == NULL)
		return;
	for (i = 0; i < fleet->n; i++) {
		link_free(fleet->host[i].link);
		if (fleet->host[i].again != NULL)
			event_free(fleet->host[i].again);
	}
	if (fleet->clock != NULL)
		event_free(fleet->clock);
	if (fleet->key != NULL)
		event_free(fleet->key);
	link_net_free(fleet->net);
	json_decref(fleet->params);
	free(fleet->host);
	free(fleet);
}

/* What belongs to the command. */
void *
fleet_arg(const struct fleet *fleet)
{
	return (fleet->arg);
}

/* How many there are. */
size_t
fleet_count(const struct fleet *fleet)
{
	return (fleet->n);
}

/* One of them. */
struct fleet_host *
fleet_host(struct fleet *fleet, size_t i)
{
	return (&fleet->host[i]);
}

/* A second has passed. */
static void
fleet_tick(evutil_socket_t fd, short what, void *arg)
{
	struct fleet	*fleet;

	(void)fd, (void)what;
	fleet = arg;
	fleet->calls->tick(fleet);
}

/* Ctrl-C: what hosts do is theirs, and goes on. */
static void
fleet_break(evutil_socket_t fd, short what, void *arg)
{
	struct fleet	*fleet;

	(void)fd, (void)what;
	fleet = arg;
	fleet->stopped = true;
	link_net_stop(fleet->net);
}

/* Clock and key, where the command wants them. */
static void
fleet_listen(struct fleet *fleet)
{
	const struct timeval	 second = { 1, 0 };
	struct event_base	*base;

	base = link_net_base(fleet->net);
	if (fleet->calls->tick != NULL && ((fleet->clock = event_new(base,
	    -1, EV_PERSIST, fleet_tick, fleet)) == NULL ||
	    evtimer_add(fleet->clock, &second) == -1))
		err(1, "memory");
	if (fleet->calls->breaks && ((fleet->key = evsignal_new(base, SIGINT,
	    fleet_break, fleet)) == NULL ||
	    evsignal_add(fleet->key, NULL) == -1))
		err(1, "memory");
}

/* Talk to all. */
bool
fleet_run(struct fleet *fleet)
{
	size_t	 i, talking;

	fleet_listen(fleet);
	for (i = 0; i < fleet->n; i++)
		fleet->host[i].link = link_new(fleet->net,
		    fleet->host[i].given, &fleet_link_calls, &fleet->host[i]);
	do {
		link_net_run(fleet->net);
		for (talking = i = 0; i < fleet->n; i++)
			talking += fleet->host[i].state == FLEET_TALKS;
	} while (talking > 0 && !fleet->stopped);
	return (!fleet->stopped);
}

/* How it went. */
int
fleet_status(const struct fleet *fleet)
{
	size_t	 done, i;

	for (done = i = 0; i < fleet->n; i++)
		done += fleet->host[i].state == FLEET_DONE;
	return (done == fleet->n ? OPTIONS_OK : done > 0 ? OPTIONS_PARTIAL :
	    OPTIONS_FAILED);
}

/* fleet_ask_all(): the answer is kept. */
static void
fleet_ask_all_answer(struct fleet_host *host, const json_t *result)
{
	host->data = json_incref((json_t *)(uintptr_t)result);
	fleet_done(host);
}

/* fleet_ask_all(): the one question. */
static void
fleet_ask_all_ready(struct fleet_host *host)
{
	fleet_ask(host, host->fleet->method,
	    json_incref(host->fleet->params), fleet_ask_all_answer);
}

/* One request to each host. */
struct fleet *
fleet_ask_all(const struct options *options, enum request_method method,
    json_t *params)
{
	static const struct fleet_calls	 calls = {
		.ready = fleet_ask_all_ready
	};
	struct fleet			*fleet;

	fleet = fleet_new(options, &calls, NULL);
	fleet->method = method;
	fleet->params = params;
	fleet_run(fleet);
	return (fleet);
}
