/*
 * engine_watch: watchers, pulls that wait, the gap between two runs.
 *
 * An event goes out when something happened, never to ask whether something
 * did.  Pulls are answered between two runs; the next run waits for them, but
 * not longer than LIMIT_PULL_GAP_S.
 */
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "daemon/engine.h"
#include "daemon/log.h"

static void	 engine_watch_event(struct engine *, int64_t, const char *,
		    json_t *);
static void	 engine_watch_send(struct engine *, uint32_t, const char *);

/* From now on conn is told what happens to the job; once a connection. */
int
engine_watch_add(struct engine *engine, uint32_t conn, int64_t job_id)
{
	struct engine_watch	*watch;

	TAILQ_FOREACH(watch, &engine->watches, entry)
		if (watch->conn == conn && watch->job_id == job_id)
			return (0);
	if ((watch = calloc(1, sizeof(*watch))) == NULL)
		return (-1);
	watch->conn = conn;
	watch->job_id = job_id;
	TAILQ_INSERT_TAIL(&engine->watches, watch, entry);
	return (0);
}

/* IPC_CONN_GONE: nobody listens there any more. */
void
engine_watch_gone(struct ipc *ipc, struct ipc_msg *m)
{
	struct engine_watch	*next, *watch;
	struct engine_pull	*next_pull, *pull;
	struct engine		*engine;
	uint32_t		 conn;

	(void)ipc;
	engine = engine_self();
	memcpy(&conn, m->data, sizeof(conn));
	for (watch = TAILQ_FIRST(&engine->watches); watch != NULL;
	    watch = next) {
		next = TAILQ_NEXT(watch, entry);
		if (watch->conn != conn)
			continue;
		TAILQ_REMOVE(&engine->watches, watch, entry);
		free(watch);
	}
	for (pull = TAILQ_FIRST(&engine->pulls); pull != NULL;
	    pull = next_pull) {
		next_pull = TAILQ_NEXT(pull, entry);
		if (pull->head.conn != conn)
			continue;
		TAILQ_REMOVE(&engine->pulls, pull, entry);
		json_decref(pull->params);
		free(pull);
	}
}

/* Nobody listens at all. */
void
engine_watch_clear(struct engine *engine)
{
	struct engine_watch	*watch;
	struct engine_pull	*pull;

	while ((watch = TAILQ_FIRST(&engine->watches)) != NULL) {
		TAILQ_REMOVE(&engine->watches, watch, entry);
		free(watch);
	}
	while ((pull = TAILQ_FIRST(&engine->pulls)) != NULL) {
		TAILQ_REMOVE(&engine->pulls, pull, entry);
		json_decref(pull->params);
		free(pull);
	}
}

/* Send a notification's text. */
static void
engine_watch_send(struct engine *engine, uint32_t conn, const char *text)
{
	if (engine->front != NULL)
		ipc_send(engine->front, IPC_EVENT, &conn, sizeof(conn), text,
		    strlen(text), -1);
}

/* Tell all who watch the job; takes over params. */
static void
engine_watch_event(struct engine *engine, int64_t job_id, const char *kind,
    json_t *params)
{
	struct engine_watch	*watch;
	struct store_job	 job;
	char			 hex[UID_HEX_BYTES], *text;
	json_t			*whole;

	TAILQ_FOREACH(watch, &engine->watches, entry)
		if (watch->job_id == job_id)
			break;
	if (watch == NULL || params == NULL ||
	    store_job_load(engine->store, job_id, &job) == -1) {
		json_decref(params);
		return;
	}
	uid_hex(job.uid, UID_BYTES, hex);
	json_object_set_new(params, "job", json_string(hex));
	json_object_set_new(params, "kind", json_string(kind));
	json_object_set_new(params, "at_us", json_integer(store_now_us()));
	whole = json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method",
	    "job.event", "params", params);
	if (whole != NULL && (text = msg_print(whole)) != NULL) {
		for (; watch != NULL; watch = TAILQ_NEXT(watch, entry))
			if (watch->job_id == job_id)
				engine_watch_send(engine, watch->conn, text);
		free(text);
	}
	json_decref(whole);
}

/* The present run has come to another phase. */
void
engine_watch_phase(struct engine *engine)
{
	if (!TAILQ_EMPTY(&engine->watches))
		engine_watch_event(engine, engine->run->run.job_id,
		    "run-phase", json_pack("{s:o}", "now",
		    engine_json_now(engine)));
}

/* A run is over and stored. */
void
engine_watch_run_done(struct engine *engine, const struct store_run *run)
{
	json_t	*done, *job, *runs;
	int64_t	 next;

	if (TAILQ_EMPTY(&engine->watches))
		return;
	runs = engine_json_runs(engine, run->job_id, run->run_id - 1,
	    run->run_id, &next);
	job = engine_json_job(engine, run->job_id);
	done = json_pack("{s:O?, s:O?}", "run", json_array_get(runs, 0),
	    "slots_done", json_object_get(job, "slots_done"));
	json_decref(runs);
	json_decref(job);
	engine_watch_event(engine, run->job_id, "run-done", done);
}

/* A job has ended: the parent puts things back, its watches are over. */
void
engine_watch_job_done(struct engine *engine, int64_t job_id)
{
	struct engine_watch	*next, *watch;
	struct ipc_job_end	 end;
	struct store_job	 job;
	json_t			*shown;

	engine->since_us = store_now_us();
	if (store_job_load(engine->store, job_id, &job) == 0) {
		memset(&end, 0, sizeof(end));
		uid_hex(job.uid, UID_BYTES, end.job);
		memcpy(end.digest, job.recipe, sizeof(end.digest));
		ipc_send(engine->parent, IPC_JOB_END, &end, sizeof(end), NULL,
		    0, -1);
	}
	shown = engine_json_job(engine, job_id);
	engine_watch_event(engine, job_id, "job-done", json_pack(
	    "{s:O?, s:O?}", "state", json_object_get(shown, "state"),
	    "reason", json_object_get(shown, "reason")));
	json_decref(shown);
	for (watch = TAILQ_FIRST(&engine->watches); watch != NULL;
	    watch = next) {
		next = TAILQ_NEXT(watch, entry);
		if (watch->job_id != job_id)
			continue;
		TAILQ_REMOVE(&engine->watches, watch, entry);
		free(watch);
	}
}

/* A pull waits for the gap; -1 when memory ends. */
int
engine_watch_pull(struct engine_request *request)
{
	struct engine_pull	*pull;

	if ((pull = calloc(1, sizeof(*pull))) == NULL)
		return (-1);
	pull->head = *request->head;
	pull->params = json_incref(request->params);
	TAILQ_INSERT_TAIL(&request->engine->pulls, pull, entry);
	return (0);
}

/* Hold the next run for who will ask for one page more, within bounds. */
bool
engine_watch_hold(struct engine *engine)
{
	const struct timeval	wait = { 0, ENGINE_PULL_NEXT_MS * 1000 };
	int64_t			now_us;

	now_us = store_now_us();
	if (engine->gap_until_us == 0)
		engine->gap_until_us = now_us +
		    (int64_t)LIMIT_PULL_GAP_S * 1000000;
	if (now_us < engine->gap_until_us)
		evtimer_add(engine->gap, &wait);
	return (evtimer_pending(engine->gap, NULL) != 0);
}

/*
 * Between two runs: answer the pulls that wait, and hold the next run a
 * moment for the page after, for who pulls in pages asks at once again.
 */
bool
engine_watch_gap(struct engine *engine)
{
	struct engine_pull	*pull;
	bool			 served;

	if (engine->run != NULL || engine->ended != NULL)
		return (true);
	served = false;
	while ((pull = TAILQ_FIRST(&engine->pulls)) != NULL) {
		TAILQ_REMOVE(&engine->pulls, pull, entry);
		engine_request_answer(engine, &pull->head, pull->params);
		json_decref(pull->params);
		free(pull);
		served = true;
	}
	return (served ? engine_watch_hold(engine) :
	    evtimer_pending(engine->gap, NULL) != 0);
}
