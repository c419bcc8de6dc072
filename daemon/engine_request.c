/*
 * engine_request: one function a request of benchd-proto.7, by its number.
 *
 * Front has checked the form and the role; here the sense is judged, and
 * exactly one answer goes back: now, or for a pull in the gap between two
 * runs.  What changes something is written down with who asked.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/engine.h"
#include "daemon/log.h"
#include "proto/compat.h"
#include "proto/near.h"

struct engine_request_row {
	json_t	*(*answer)(struct engine_request *);
	bool	  audited;
};

static int	 engine_request_audit_body(struct store *, void *);
static void	 engine_request_audit(struct engine_request *);
static json_t	*engine_request_params(struct ipc_msg *);
static void	 engine_request_send(struct engine *,
		    const struct ipc_request *, enum error_code, json_t *);

static const struct engine_request_row engine_request_rows[] = {
	[REQUEST_HOST_HELLO] = { engine_request_host_hello, false },
	[REQUEST_HOST_STATUS] = { engine_request_host_status, false },
	[REQUEST_HOST_FACTS] = { engine_request_host_facts, false },
	[REQUEST_HOST_PAUSE] = { engine_request_host_pause, true },
	[REQUEST_HOST_RESUME] = { engine_request_host_resume, true },
	[REQUEST_RECIPE_LIST] = { engine_request_host_recipes, false },
	[REQUEST_JOB_SUBMIT] = { engine_request_job_submit, true },
	[REQUEST_JOB_LIST] = { engine_request_job_list, false },
	[REQUEST_JOB_SHOW] = { engine_request_job_show, false },
	[REQUEST_JOB_WATCH] = { engine_request_job_watch, false },
	[REQUEST_JOB_CANCEL] = { engine_request_job_cancel, true },
	[REQUEST_JOB_RETRY] = { engine_request_job_retry, true },
	[REQUEST_RUN_LIST] = { engine_request_run_list, false },
	[REQUEST_RUN_LOG] = { engine_request_run_log, false },
	[REQUEST_PULL_CHANGES] = { engine_request_pull_changes, false },
	[REQUEST_LEASE_TAKE] = { engine_request_host_leases, false },
	[REQUEST_LEASE_DROP] = { engine_request_host_leases, false },
	[REQUEST_LEASE_LIST] = { engine_request_host_leases, false },
};

_Static_assert(nitems(engine_request_rows) == REQUEST_MAX, "a row a request");

/* IPC_REQUEST: a client asks. */
void
engine_request_handle(struct ipc *ipc, struct ipc_msg *m)
{
	struct ipc_request	 head;
	struct engine		*engine;
	json_t			*params;

	(void)ipc;
	engine = engine_self();
	memcpy(&head, m->data, sizeof(head));
	head.client[sizeof(head.client) - 1] = '\0';
	head.name[sizeof(head.name) - 1] = '\0';
	head.peer[sizeof(head.peer) - 1] = '\0';
	if (head.method >= REQUEST_MAX)
		log_fatalx("request %u", head.method);
	if ((params = engine_request_params(m)) == NULL)
		log_fatalx("params that front has checked do not parse");
	engine_request_answer(engine, &head, params);
	json_decref(params);
}

/* The members behind the struct; none is an empty object. */
static json_t *
engine_request_params(struct ipc_msg *m)
{
	const char	*text;
	size_t		 len;

	text = (const char *)m->data + sizeof(struct ipc_request);
	len = m->len - sizeof(struct ipc_request);
	if (len == 0 || strncmp(text, "null", len) == 0)
		return (json_object());
	return (json_loadb(text, len, 0, NULL));
}

/* Find the row, ask it, answer. */
void
engine_request_answer(struct engine *engine, const struct ipc_request *head,
    json_t *params)
{
	struct engine_request	 request;
	json_t			*answer;

	memset(&request, 0, sizeof(request));
	request.engine = engine;
	request.head = head;
	request.params = params;
	answer = NULL;
	if (!engine->ready || engine->stopping)
		msg_fault(&request.fault, ERROR_STOPPING, NULL,
		    engine->ready ? "the host's daemon is about to end" :
		    "the host's daemon is just starting; ask again");
	else
		answer = engine_request_rows[head->method].answer(&request);
	if (request.later)
		return;
	if (answer == NULL && request.fault.code == ERROR_NONE)
		msg_fault(&request.fault, ERROR_INTERNAL, NULL,
		    "the host is out of memory");
	if (engine_request_rows[head->method].audited && engine->ready)
		engine_request_audit(&request);
	engine_request_send(engine, head, request.fault.code, answer != NULL ?
	    answer : msg_error(&request.fault));
}

/* One reply; takes over value. */
static void
engine_request_send(struct engine *engine, const struct ipc_request *head,
    enum error_code error, json_t *value)
{
	struct ipc_reply	 reply;
	char			*text;

	text = value == NULL ? NULL : msg_print(value);
	json_decref(value);
	if (text == NULL)
		log_fatalx("memory for an answer");
	memset(&reply, 0, sizeof(reply));
	reply.conn = head->conn;
	reply.serial = head->serial;
	reply.error = error;
	if (engine->front != NULL)
		ipc_send(engine->front, IPC_REPLY, &reply, sizeof(reply),
		    text, strlen(text), -1);
	free(text);
}

/* Who asked what, and what came of it. */
static void
engine_request_audit(struct engine_request *request)
{
	if (store_transact(request->engine->store, engine_request_audit_body,
	    request) == -1)
		log_warnx("audit: %s by %s is not written down",
		    request_row(request->head->method)->name,
		    request->head->client);
}

/* The transaction of engine_request_audit(). */
static int
engine_request_audit_body(struct store *store, void *arg)
{
	const struct engine_request	*request;
	const struct ipc_request	*head;
	int64_t				 now_us;

	request = arg;
	head = request->head;
	now_us = store_now_us();
	if (STORE_DO(store, "client_enter", STORE_TEXT(head->client),
	    STORE_TEXT(head->name),
	    STORE_TEXT(role_name((enum role)head->role)),
	    STORE_INT(now_us)) == -1)
		return (-1);
	return (STORE_DO(store, "audit_insert", STORE_INT(now_us),
	    STORE_TEXT(head->client), STORE_TEXT(head->peer),
	    STORE_TEXT(request_row(head->method)->name),
	    STORE_TEXT(request->fault.code == ERROR_NONE ? "ok" :
	    error_name(request->fault.code))));
}

/* Our database did not take it. */
json_t *
engine_request_store_fault(struct engine_request *request)
{
	msg_fault(&request->fault, ERROR_STORE, NULL,
	    "the host's database did not take it: %s",
	    store_fault_text(request->engine->store));
	return (NULL);
}

/* The job that params name. */
int64_t
engine_request_find_job(struct engine_request *request)
{
	const char	*name;
	int64_t		 job_id;

	name = msg_text(request->params, "job");
	switch (store_job_find(request->engine->store, name,
	    request->head->client, &job_id)) {
	case 1:
		return (job_id);
	case 0:
		msg_fault(&request->fault, ERROR_UNKNOWN_JOB, NULL,
		    "no job '%s' on this host", name);
		return (0);
	case -1:
		engine_request_store_fault(request);
		return (0);
	default:
		msg_fault(&request->fault, ERROR_AMBIGUOUS_JOB, NULL,
		    "more than one job is called '%s'; say more digits of its uid",
		    name);
		return (0);
	}
}

/* Only who submitted it, or an admin, may change it. */
int
engine_request_own(struct engine_request *request,
    const struct store_job *job)
{
	if (request->head->role >= ROLE_ADMIN ||
	    strcmp(request->head->client, job->client) == 0)
		return (0);
	msg_fault(&request->fault, ERROR_NOT_YOURS, NULL,
	    "another client's job; its submitter or an admin may");
	return (-1);
}
