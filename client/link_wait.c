/*
 * link_wait: for commands that speak with one host: connect, ask, wait.
 */
#include <err.h>
#include <string.h>

#include "client/link_net.h"
#include "client/link_wait.h"
#include "client/say.h"

struct link_wait {
	struct link_net		*net;
	json_t			*result;
	struct msg_fault	 fault;
	bool			 done;
};

/* It may be asked. */
static void
link_wait_ready(struct link *link, void *arg)
{
	(void)arg;
	link_net_stop(link->net);
}

/* It may not, or no more. */
static void
link_wait_gone(struct link *link, const char *why, void *arg)
{
	(void)why, (void)arg;
	link_net_stop(link->net);
}

static const struct link_calls link_wait_calls = {
	.ready = link_wait_ready, .gone = link_wait_gone
};

/* Connect and wait; the caller owns the link. */
struct link *
link_wait_open(struct link_net *net, const char *host)
{
	struct link	*link;

	link = link_new(net, host, &link_wait_calls, NULL);
	while (link->hello == NULL && !link->over)
		link_net_run(net);
	if (!link->over)
		return (link);
	link_say(link, link->why[0] != '\0' ? link->why : NULL);
	link_free(link);
	return (NULL);
}

/* The answer is there. */
static void
link_wait_answer(struct link *link, const json_t *result,
    const struct msg_fault *fault, void *arg)
{
	struct link_wait	*wait;

	wait = arg;
	wait->result = json_incref((json_t *)(uintptr_t)result);
	if (fault != NULL)
		wait->fault = *fault;
	wait->done = true;
	link_net_stop(link->net);
}

/* Ask and wait; the caller owns the result. */
json_t *
link_wait_call(struct link *link, enum request_method method, json_t *params,
    struct msg_fault *fault, bool quiet)
{
	struct link_wait	 wait;

	memset(&wait, 0, sizeof(wait));
	if (link->over) {
		json_decref(params);
		msg_fault(&wait.fault, ERROR_INTERNAL, NULL,
		    "the host closed the connection");
	} else {
		link_ask(link, method, params, link_wait_answer, &wait);
		while (!wait.done)
			link_net_run(link->net);
	}
	*fault = wait.fault;
	if (wait.result == NULL && !quiet)
		say_error(link->host, "%s", fault->text);
	return (wait.result);
}

/* The same for those who need to know no more than that it failed. */
json_t *
link_wait_get(struct link *link, enum request_method method, json_t *params)
{
	struct msg_fault	 fault;

	return (link_wait_call(link, method, params, &fault, false));
}
