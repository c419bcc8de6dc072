/*
 * engine_request_job: jobs: submitted, shown, watched, cancelled, retried.
 *
 * A request is taken apart here; what plan it makes is job.c's to say, and
 * what rows it becomes the store's.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/engine.h"
#include "proto/compat.h"
#include "proto/tls_digest.h"

#define ENGINE_REQUEST_JOB_SEED	1000000000	/* a seed that people retype */

static int	 engine_request_job_ask(struct engine_request *,
		    struct job_ask *);
static void	 engine_request_job_ask_clear(struct job_ask *);
static json_t	*engine_request_job_cells(struct engine_request *, int64_t);
static int	 engine_request_job_content(json_t *, uint8_t *);
static bool	 engine_request_job_cut(json_t *);
static json_t	*engine_request_job_dry(const struct job *);
static int	 engine_request_job_lists(json_t *, struct job_ask *);
static json_t	*engine_request_job_new(struct engine_request *,
		    const struct job_ask *, bool);
static int	 engine_request_job_pairs(json_t *, struct conf_level **,
		    size_t *);
static int64_t	 engine_request_job_seed(void);
static json_t	*engine_request_job_submitted(struct engine_request *,
		    int64_t, bool);

/* job.submit: planned and on the disk, or refused; once for an id. */
json_t *
engine_request_job_submit(struct engine_request *request)
{
	struct job_ask	 ask;
	json_t		*answer;
	int64_t		 job_id;
	int		 twin;
	bool		 dry;

	answer = NULL;
	dry = msg_boolean(request->params, "dry_run", false);
	if (engine_request_job_ask(request, &ask) == -1) {
		engine_request_job_ask_clear(&ask);
		return (NULL);
	}
	twin = dry ? STORE_TWIN_NONE : store_job_twin(request->engine->store,
	    &request->engine->place, &ask, &job_id);
	if (twin == -1)
		engine_request_store_fault(request);
	else if (twin == STORE_TWIN_OTHER)
		msg_fault(&request->fault, ERROR_JOB_DIFFERS, NULL,
		    "job '%s' was submitted before with other content",
		    ask.id);
	else if (twin == STORE_TWIN_SAME)
		answer = engine_request_job_submitted(request, job_id, false);
	else
		answer = engine_request_job_new(request, &ask, dry);
	engine_request_job_ask_clear(&ask);
	return (answer);
}

/* One that was not there before. */
static json_t *
engine_request_job_new(struct engine_request *request,
    const struct job_ask *ask, bool dry)
{
	struct job_bounds	 bounds;
	struct engine		*engine;
	struct job		 job;
	json_t			*answer;
	int64_t			 job_id;

	answer = NULL;
	engine = request->engine;
	bounds.ncpu = (int)engine->host.ncpu;
	bounds.runs_max = engine->conf->job_runs_max;
	if (job_make(&job, ask, engine->conf, &bounds, &request->fault) == -1)
		goto done;
	if (dry) {
		answer = engine_request_job_dry(&job);
		goto done;
	}
	if (store_number(engine->store, "job_waiting", 0, NULL, 0) >=
	    engine->conf->queue_jobs_max) {
		msg_fault(&request->fault, ERROR_BUSY, NULL,
		    "the queue is full: %" PRId64 " jobs wait",
		    engine->conf->queue_jobs_max);
		goto done;
	}
	if (store_job_insert(engine->store, &engine->place, &job,
	    &job_id) == -1) {
		engine_request_store_fault(request);
		goto done;
	}
	answer = engine_request_job_submitted(request, job_id, true);
	engine_run_next(engine);

done:
	job_clear(&job);
	return (answer);
}

/* The request's members as job.h wants them. */
static int
engine_request_job_ask(struct engine_request *request, struct job_ask *ask)
{
	json_t		*params, *states;
	const char	*order;
	size_t		 i;

	params = request->params;
	memset(ask, 0, sizeof(*ask));
	ask->client = request->head->client;
	ask->id = msg_text(params, "job");
	ask->recipe = msg_text(params, "recipe");
	ask->runs = msg_integer(params, "runs", 3);
	ask->warmups = msg_integer(params, "warmups", 1);
	ask->boots = msg_integer(params, "boots", 1);
	ask->quiet = msg_boolean(params, "quiet", false);
	ask->night = msg_text(params, "night");
	if ((ask->purpose = msg_text(params, "purpose")) == NULL)
		ask->purpose = "test";
	order = msg_text(params, "order");
	ask->order = order == NULL ? ORDER_RANDOM : order_find(order);
	ask->seed = json_object_get(params, "seed") == NULL ?
	    engine_request_job_seed() : msg_integer(params, "seed", 0);
	states = json_object_get(params, "states");
	ask->nstates = json_array_size(states);
	if ((ask->state = calloc(ask->nstates + 1, sizeof(*ask->state))) ==
	    NULL || engine_request_job_lists(params, ask) == -1 ||
	    engine_request_job_pairs(json_object_get(params, "warmup_levels"),
	    &ask->warm, &ask->nwarm) == -1 ||
	    engine_request_job_pairs(json_object_get(params, "labels"),
	    &ask->label, &ask->nlabels) == -1 ||
	    engine_request_job_content(params, ask->content) == -1)
		return (-1);
	for (i = 0; i < ask->nstates; i++)
		ask->state[i] = json_string_value(json_array_get(states, i));
	return (0);
}

/* Lists of levels; texts are borrowed from params. */
static int
engine_request_job_lists(json_t *params, struct job_ask *ask)
{
	json_t	*levels, *list, *values;
	size_t	 i, k;

	levels = json_object_get(params, "levels");
	if ((ask->list = calloc(json_array_size(levels) + 1,
	    sizeof(*ask->list))) == NULL)
		return (-1);
	for (i = 0; i < json_array_size(levels); i++) {
		list = json_array_get(levels, i);
		values = json_object_get(list, "values");
		ask->list[i].name = msg_text(list, "name");
		ask->list[i].n = json_array_size(values);
		ask->list[i].value = calloc(ask->list[i].n + 1,
		    sizeof(*ask->list[i].value));
		ask->nlists++;
		if (ask->list[i].value == NULL)
			return (-1);
		for (k = 0; k < ask->list[i].n; k++)
			ask->list[i].value[k] = json_string_value(
			    json_array_get(values, k));
	}
	return (0);
}

/* An object of texts as pairs, in the client's order. */
static int
engine_request_job_pairs(json_t *object, struct conf_level **pairs, size_t *n)
{
	const char	*key;
	json_t		*value;

	*n = 0;
	if ((*pairs = calloc(json_object_size(object) + 1,
	    sizeof(**pairs))) == NULL)
		return (-1);
	json_object_foreach(object, key, value) {
		(*pairs)[*n].name = key;
		(*pairs)[(*n)++].value = json_string_value(value);
	}
	return (0);
}

/* Digest of all members but the wish to only look. */
static int
engine_request_job_content(json_t *params, uint8_t *digest)
{
	json_t	*copy;
	char	*text;
	int	 status;

	if ((copy = json_copy(params)) == NULL)
		return (-1);
	json_object_del(copy, "dry_run");
	text = json_dumps(copy, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(copy);
	if (text == NULL)
		return (-1);
	status = tls_digest_sha256(text, strlen(text), digest);
	free(text);
	return (status);
}

/* Give the lists back. */
static void
engine_request_job_ask_clear(struct job_ask *ask)
{
	size_t	i;

	for (i = 0; i < ask->nlists; i++)
		free(ask->list[i].value);
	free(ask->list);
	free(ask->state);
	free(ask->warm);
	free(ask->label);
}

/* A seed drawn by us, short enough to be typed. */
static int64_t
engine_request_job_seed(void)
{
	uint64_t	bits;

	uid_random(&bits, sizeof(bits));
	return ((int64_t)(bits % ENGINE_REQUEST_JOB_SEED));
}

/* What a job is, as the answer to its submission. */
static json_t *
engine_request_job_submitted(struct engine_request *request, int64_t job_id,
    bool created)
{
	static const char *const	 members[] = {
		"job", "client_job", "recipe", "slots", "order", "seed"
	};
	struct store_rows		*rows;
	json_t				*answer, *cells, *job;
	size_t				 i;

	if ((job = engine_json_job(request->engine, job_id)) == NULL)
		return (engine_request_store_fault(request));
	answer = json_object();
	for (i = 0; i < nitems(members); i++)
		json_object_set(answer, members[i],
		    json_object_get(job, members[i]));
	json_decref(job);
	json_object_set_new(answer, "created", json_boolean(created));
	cells = json_array();
	rows = STORE_ASK(request->engine->store, "job_cell_texts",
	    STORE_INT(job_id));
	while (store_next(rows))
		json_array_append_new(cells, engine_json_value(rows, 0));
	store_end(rows);
	engine_request_job_cut(cells);
	json_object_set_new(answer, "cells", cells);
	return (answer);
}

/* What a job would be; the plan as far as a page goes. */
static json_t *
engine_request_job_dry(const struct job *job)
{
	const struct order_slot	*slot;
	json_t			*cells, *plan;
	size_t			 bytes, i;

	cells = json_array();
	for (i = 0; i < job->ncells; i++)
		json_array_append_new(cells, json_string(job->levels[i]));
	plan = json_array();
	bytes = 0;
	for (i = 0; i < job->nslots && bytes < LIMIT_PAGE_BYTES / 2; i++) {
		slot = &job->slot[i];
		bytes += strlen(job->levels[slot->cell]) + 48;
		json_array_append_new(plan, json_pack("{s:I, s:s, s:b}",
		    "block", (json_int_t)slot->block,
		    "cell", job->levels[slot->cell], "warmup", slot->warmup));
	}
	return (json_pack("{s:n, s:s, s:b, s:s, s:o, s:I, s:s, s:I, s:o}",
	    "job", "client_job", job->ask->id, "created", 0, "recipe",
	    job->recipe->name, "cells", cells, "slots",
	    (json_int_t)job->nslots, "order", order_name(job->ask->order),
	    "seed", (json_int_t)job->ask->seed, "plan", plan));
}

/* job.list: a page of jobs. */
json_t *
engine_request_job_list(struct engine_request *request)
{
	struct store_rows	*rows;
	struct engine		*engine;
	json_t			*array, *job;
	int64_t			 id[100], next;
	size_t			 i, n;
	bool			 more;

	engine = request->engine;
	next = msg_integer(request->params, "after", 0);
	rows = STORE_ASK(engine->store, "job_show", STORE_INT(next),
	    STORE_INT(INT64_MAX), STORE_TEXT(msg_text(request->params,
	    "state")));
	n = 0;
	while (n < nitems(id) && store_next(rows))
		id[n++] = store_integer(rows, 0);
	more = n == nitems(id) && store_next(rows);
	if (store_end(rows) == -1)
		return (engine_request_store_fault(request));
	array = json_array();
	for (i = 0; i < n; i++) {
		next = id[i];
		if ((job = engine_json_job(engine, id[i])) != NULL)
			json_array_append_new(array, job);
	}
	return (json_pack("{s:o, s:b, s:I}", "jobs", array, "more", more,
	    "next", (json_int_t)next));
}

/* job.show: a job and its cells. */
json_t *
engine_request_job_show(struct engine_request *request)
{
	int64_t	job_id;

	if ((job_id = engine_request_find_job(request)) == 0)
		return (NULL);
	return (engine_request_job_cells(request, job_id));
}

/* Take away what no longer fits a page; true when something was. */
static bool
engine_request_job_cut(json_t *array)
{
	size_t	bytes, i;

	bytes = 0;
	for (i = 0; i < json_array_size(array); i++) {
		bytes += json_dumpb(json_array_get(array, i), NULL, 0,
		    JSON_COMPACT | JSON_ENCODE_ANY) + 1;
		if (bytes > LIMIT_PAGE_BYTES)
			break;
	}
	if (i == json_array_size(array))
		return (false);
	while (json_array_size(array) > i)
		json_array_remove(array, json_array_size(array) - 1);
	return (true);
}

/* A job with its cells, as many as fit. */
static json_t *
engine_request_job_cells(struct engine_request *request, int64_t job_id)
{
	json_t	*cells, *job;

	job = engine_json_job(request->engine, job_id);
	cells = engine_json_rows(request->engine->store, "job_cells",
	    STORE_VALUES(STORE_INT(job_id)));
	if (cells != NULL && job != NULL)
		json_object_set_new(job, "cells_cut",
		    json_boolean(engine_request_job_cut(cells)));
	if (job != NULL && cells != NULL &&
	    json_object_set_new(job, "cells", cells) == 0)
		return (job);
	json_decref(job);
	return (engine_request_store_fault(request));
}

/* job.watch: the job now, and events until it has ended. */
json_t *
engine_request_job_watch(struct engine_request *request)
{
	struct store_job	 job;
	json_t			*answer, *now;
	int64_t			 job_id;

	if ((job_id = engine_request_find_job(request)) == 0 ||
	    (answer = engine_request_job_cells(request, job_id)) == NULL)
		return (NULL);
	now = json_null();
	if (request->engine->run != NULL &&
	    request->engine->run->run.job_id == job_id)
		now = engine_json_now(request->engine);
	json_object_set_new(answer, "now", now);
	if (store_job_load(request->engine->store, job_id, &job) == 0 &&
	    (strcmp(job.state, "queued") == 0 ||
	    strcmp(job.state, "running") == 0))
		engine_watch_add(request->engine, request->head->conn,
		    job_id);
	return (answer);
}

/* job.cancel: ended in the database before its run is. */
json_t *
engine_request_job_cancel(struct engine_request *request)
{
	struct store_job	job;
	struct engine		*engine;
	int64_t			job_id;

	engine = request->engine;
	if ((job_id = engine_request_find_job(request)) == 0)
		return (NULL);
	if (store_job_load(engine->store, job_id, &job) == -1)
		return (engine_request_store_fault(request));
	if (engine_request_own(request, &job) == -1)
		return (NULL);
	if (strcmp(job.state, "queued") != 0 &&
	    strcmp(job.state, "running") != 0) {
		msg_fault(&request->fault, ERROR_JOB_ENDED, NULL,
		    "the job has ended already: %s", job.state);
		return (NULL);
	}
	if (store_job_stop(engine->store, job_id, "cancelled",
	    "cancelled by a client") == -1)
		return (engine_request_store_fault(request));
	engine_run_cancel(engine, job_id);
	/* With a run of it under way the end is told when that has ended. */
	if (engine->run == NULL || engine->run->run.job_id != job_id) {
		engine_watch_job_done(engine, job_id);
		engine_run_next(engine);
	}
	return (engine_request_job_cells(request, job_id));
}

/* job.retry: what is missing is planned again. */
json_t *
engine_request_job_retry(struct engine_request *request)
{
	struct store_job	job;
	struct engine		*engine;
	char			hex[UID_HEX_BYTES];
	int64_t			added, job_id;

	engine = request->engine;
	if ((job_id = engine_request_find_job(request)) == 0)
		return (NULL);
	if (store_job_load(engine->store, job_id, &job) == -1)
		return (engine_request_store_fault(request));
	if (engine_request_own(request, &job) == -1)
		return (NULL);
	if (store_job_retry(engine->store, job_id, &added) == -1)
		return (engine_request_store_fault(request));
	uid_hex(job.uid, UID_BYTES, hex);
	engine_run_next(engine);
	return (json_pack("{s:s, s:I}", "job", hex, "slots",
	    (json_int_t)added));
}
