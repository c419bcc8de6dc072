/*
 * engine_json: rows as JSON.
 *
 * A member is called as its column; a name that ends in ? is a truth value,
 * a column job_id or run_id is our own key and does not leave the host.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/engine.h"
#include "proto/compat.h"

#define ENGINE_JSON_ROW_BYTES	400	/* of a run without its samples */
#define ENGINE_JSON_SAMPLE_BYTES 40

static const char *const engine_json_phases[] = {
	[RUN_PHASE_WAITING] = "waiting",
	[RUN_PHASE_CLEANING] = "cleaning",
	[RUN_PHASE_PREPARING] = "preparing",
	[RUN_PHASE_SETTLING] = "settling",
	[RUN_PHASE_CHECKING] = "checking",
	[RUN_PHASE_COUNTING] = "counting",
	[RUN_PHASE_CLEANUP] = "cleanup",
};

/* One column's value. */
json_t *
engine_json_value(const struct store_rows *rows, size_t column)
{
	const char	*name;
	double		 real;

	name = store_name(rows, column);
	switch (store_type(rows, column)) {
	case STORE_TYPE_INTEGER:
		if (name[strlen(name) - 1] == '?')
			return (json_boolean(store_integer(rows, column)));
		return (json_integer(store_integer(rows, column)));
	case STORE_TYPE_REAL:
		real = store_real(rows, column);
		return (isfinite(real) ? json_real(real) : json_null());
	case STORE_TYPE_TEXT:
		return (json_string(store_text(rows, column)));
	default:
		return (json_null());
	}
}

/* The present row as an object. */
json_t *
engine_json_row(const struct store_rows *rows)
{
	char	 name[64];
	json_t	*object;
	size_t	 i;

	object = json_object();
	for (i = 0; object != NULL && i < store_columns(rows); i++) {
		strlcpy(name, store_name(rows, i), sizeof(name));
		if (strcmp(name, "job_id") == 0 || strcmp(name, "run_id") == 0)
			continue;
		name[strcspn(name, "?")] = '\0';
		json_object_set_new(object, name, engine_json_value(rows, i));
	}
	return (object);
}

/* The present row as an array. */
json_t *
engine_json_list(const struct store_rows *rows)
{
	json_t	*array;
	size_t	 i;

	array = json_array();
	for (i = 0; array != NULL && i < store_columns(rows); i++)
		json_array_append_new(array, engine_json_value(rows, i));
	return (array);
}

/* All rows as objects. */
json_t *
engine_json_rows(struct store *store, const char *name,
    const struct store_value *value, size_t n)
{
	struct store_rows	*rows;
	json_t			*array;

	array = json_array();
	rows = store_ask(store, name, value, n);
	while (store_next(rows))
		json_array_append_new(array, engine_json_row(rows));
	if (store_end(rows) == 0)
		return (array);
	json_decref(array);
	return (NULL);
}

/* Rows of key and value as one object. */
json_t *
engine_json_pairs(struct store *store, const char *name,
    const struct store_value *value, size_t n)
{
	struct store_rows	*rows;
	json_t			*object;

	object = json_object();
	rows = store_ask(store, name, value, n);
	while (store_next(rows))
		json_object_set_new(object, store_text(rows, 0),
		    engine_json_value(rows, 1));
	if (store_end(rows) == 0)
		return (object);
	json_decref(object);
	return (NULL);
}

/* What runs now.  After settling no word comes: then it is timed. */
json_t *
engine_json_now(const struct engine *engine)
{
	const struct engine_run	*run;
	const char		*phase;
	char			 job[UID_HEX_BYTES];
	int64_t			 phase_us;

	if ((run = engine->run) == NULL)
		return (json_null());
	phase = engine_json_phases[run->phase];
	phase_us = run->phase_us;
	if (run->phase == RUN_PHASE_SETTLING &&
	    store_now_us() - phase_us >= run->settle_us) {
		phase = "timed";
		phase_us += run->settle_us;
	}
	uid_hex(run->run.job, UID_BYTES, job);
	return (json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:b, s:s, s:I}",
	    "job", job, "client_job", run->run.client_job,
	    "recipe", run->run.recipe_name, "levels", run->run.levels,
	    "run", (json_int_t)run->run.ordinal,
	    "runs", (json_int_t)run->run.slots, "warmup", run->run.warmup,
	    "phase", phase, "phase_us", (json_int_t)phase_us));
}

/* A job without its cells. */
json_t *
engine_json_job(struct engine *engine, int64_t job_id)
{
	struct store_rows	*rows;
	json_t			*job;

	job = NULL;
	rows = STORE_ASK(engine->store, "job_show", STORE_INT(job_id - 1),
	    STORE_INT(job_id), STORE_NULL);
	if (store_next(rows))
		job = engine_json_row(rows);
	store_end(rows);
	if (job != NULL)
		json_object_set_new(job, "labels", engine_json_pairs(
		    engine->store, "job_labels",
		    STORE_VALUES(STORE_INT(job_id))));
	return (job);
}

/* Names of a run's taints. */
static json_t *
engine_json_taints(struct store *store, int64_t run_id)
{
	struct store_rows	*rows;
	json_t			*array;

	array = json_array();
	rows = STORE_ASK(store, "run_taints", STORE_INT(run_id));
	while (store_next(rows))
		json_array_append_new(array, engine_json_value(rows, 0));
	store_end(rows);
	return (array);
}

/*
 * Runs of a job behind key after, up to key last, as many as a page holds;
 * *next is the last one's key, or 0 when there are no more.
 */
json_t *
engine_json_runs(struct engine *engine, int64_t job_id, int64_t after,
    int64_t last, int64_t *next)
{
	struct store_rows	*rows;
	json_t			*array, *run, *samples;
	int64_t			 run_id;
	size_t			 bytes;

	*next = 0;
	bytes = 0;
	run_id = after;
	array = json_array();
	rows = STORE_ASK(engine->store, "run_show", STORE_INT(job_id),
	    STORE_INT(after), STORE_INT(last));
	while (store_next(rows)) {
		if (bytes >= LIMIT_PAGE_BYTES / 2 ||
		    json_array_size(array) == 200) {
			*next = run_id;
			break;
		}
		run_id = store_integer(rows, 0);
		run = engine_json_row(rows);
		samples = engine_json_pairs(engine->store, "run_samples",
		    STORE_VALUES(STORE_INT(run_id)));
		bytes += ENGINE_JSON_ROW_BYTES +
		    json_object_size(samples) * ENGINE_JSON_SAMPLE_BYTES;
		json_object_set_new(run, "samples", samples);
		json_object_set_new(run, "taints",
		    engine_json_taints(engine->store, run_id));
		json_array_append_new(array, run);
	}
	if (store_end(rows) == 0)
		return (array);
	json_decref(array);
	return (NULL);
}
