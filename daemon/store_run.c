/*
 * store_run: runs, from the row before the act to the whole result.
 *
 * Knows which rows a run is made of and what follows from its end.  What a
 * run's figures mean is known by taint.c and by the engine.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/store_run.h"
#include "proto/compat.h"

/* What the bodies of transactions are given. */
struct store_run_work {
	const struct store_place	*place;
	struct store_run		*run;
	const struct store_result	*result;
};

static int	 store_run_after(struct store *, const struct store_result *);
static int	 store_run_begin_body(struct store *, void *);
static int	 store_run_end_body(struct store *, void *);
static int	 store_run_end_details(struct store *,
		    const struct store_result *);
static int	 store_run_end_row(struct store *,
		    const struct store_result *);
static int	 store_run_interrupted(struct store *,
		    const struct store_run *);
static int	 store_run_judge(struct store *, int64_t, const uint8_t *,
		    int64_t);
static int	 store_run_output(struct store *, const struct store_result *);
static int	 store_run_sample(struct store *, int64_t,
		    const struct store_sample *);
static int	 store_run_step(struct store *, int64_t, size_t,
		    const struct store_step *);
static int	 store_run_taint(struct store *, int64_t,
		    const struct taint *);
static int	 store_run_work_equal(struct store *, int64_t);
static int	 store_run_workload(struct store *,
		    const struct store_workload *, int64_t *);

/* Give back what a run owns. */
void
store_run_clear(struct store_run *run)
{
	free(run->levels);
	memset(run, 0, sizeof(*run));
}

/* Give back what a result owns, whole or not. */
void
store_run_result_clear(struct store_result *result)
{
	size_t	i;

	for (i = 0; i < result->nsteps; i++) {
		free(result->step[i].command);
		free(result->step[i].reason);
	}
	for (i = 0; i < result->nsamples; i++) {
		free(result->sample[i].name);
		free(result->sample[i].part);
		free(result->sample[i].unit);
	}
	for (i = 0; i < result->nevidence; i++) {
		free(result->evidence[i].key);
		free(result->evidence[i].detail);
	}
	for (i = 0; i < result->nfacts; i++) {
		free(result->fact[i].key);
		free(result->fact[i].value);
	}
	free(result->fact);
	free(result->step);
	free(result->sample);
	free(result->evidence);
	free(result->reason);
	free(result->workload.tool);
	free(result->workload.version);
	free(result->workload.test);
	free(result->workload.options);
	free(result->workload.work);
	free(result->output.head);
	free(result->output.tail);
	store_run_clear(&result->run);
	memset(result, 0, sizeof(*result));
}

/* The next run of the queue. */
int
store_run_next(struct store *store, const struct store_place *place,
    struct store_run *run)
{
	struct store_rows	*rows;
	bool			 found;

	memset(run, 0, sizeof(*run));
	rows = STORE_ASK(store, "run_next", STORE_INT(place->boot_id));
	if ((found = store_next(rows))) {
		run->job_id = store_integer(rows, 0);
		store_take(rows, 1, run->job, sizeof(run->job));
		run->slot_id = store_integer(rows, 2);
		run->cell_id = store_integer(rows, 3);
		run->warmup = store_integer(rows, 4) != 0;
		store_take(rows, 5, run->recipe, sizeof(run->recipe));
		strlcpy(run->recipe_name, store_text(rows, 6),
		    sizeof(run->recipe_name));
		run->levels = strdup(store_text(rows, 7));
		run->ordinal = store_integer(rows, 8);
		strlcpy(run->client_job, store_text(rows, 9),
		    sizeof(run->client_job));
		run->slots = store_integer(rows, 10);
		run->attempt = store_integer(rows, 11);
		run->first_of_job = store_integer(rows, 12) != 0;
		run->first_of_boot = store_integer(rows, 13) != 0;
	}
	if (store_end(rows) == 0 && (!found || run->levels != NULL))
		return (found);
	store_run_clear(run);
	return (-1);
}

/* Write the run down before the act. */
int
store_run_begin(struct store *store, const struct store_place *place,
    struct store_run *run)
{
	struct store_run_work	work = { .place = place, .run = run };

	uid_new(run->uid);
	run->started_us = store_now_us();
	return (store_transact(store, store_run_begin_body, &work));
}

/* The transaction of store_run_begin(). */
static int
store_run_begin_body(struct store *store, void *arg)
{
	struct store_run_work	*work;
	struct store_run	*run;

	work = arg;
	run = work->run;
	if (STORE_DO(store, "run_insert", STORE_UID(run->uid),
	    STORE_INT(run->slot_id), STORE_INT(run->attempt),
	    STORE_INT(work->place->boot_id), work->place->factset_id == 0 ?
	    STORE_NULL : STORE_INT(work->place->factset_id),
	    STORE_INT(run->started_us)) == -1)
		return (-1);
	run->run_id = store_last_id(store);
	if (STORE_DO(store, "slot_running", STORE_INT(run->slot_id)) == -1 ||
	    STORE_DO(store, "job_start", STORE_INT(run->job_id),
	    STORE_INT(run->started_us)) == -1)
		return (-1);
	if (store_changed(store) > 0)
		return (store_host_changed(store, "job", run->job,
		    run->job_id));
	return (0);
}

/* The end of a run. */
int
store_run_end(struct store *store, const struct store_result *result)
{
	struct store_run_work	work = { .result = result };

	return (store_transact(store, store_run_end_body, &work));
}

/* The transaction of store_run_end(). */
static int
store_run_end_body(struct store *store, void *arg)
{
	struct store_run_work		*work;
	const struct store_result	*result;

	work = arg;
	result = work->result;
	if (store_run_end_row(store, result) == -1 ||
	    store_run_end_details(store, result) == -1 ||
	    store_run_output(store, result) == -1 ||
	    store_run_after(store, result) == -1 ||
	    store_host_changed(store, "run", result->run.uid,
	    result->run.job_id) == -1)
		return (-1);
	if (!result->has_work)
		return (0);
	return (store_run_work_equal(store, result->run.job_id));
}

/* An integer, or NULL where it is below what it can be. */
static struct store_value
store_run_known(int64_t value, int64_t least)
{
	return (value < least ? STORE_NULL : STORE_INT(value));
}

/* The run's own row. */
static int
store_run_end_row(struct store *store, const struct store_result *result)
{
	int64_t	factset, workload;

	factset = workload = 0;
	if (result->nfacts > 0 && store_host_factset(store, result->fact,
	    result->nfacts, &factset) == -1)
		return (-1);
	if (result->has_workload && store_run_workload(store,
	    &result->workload, &workload) == -1)
		return (-1);
	return (STORE_DO(store, "run_end", STORE_INT(result->run.run_id),
	    STORE_TEXT(result->outcome), STORE_TEXT(result->reason),
	    store_run_known(result->exit_status, 0),
	    store_run_known(result->exit_signal, 0),
	    store_run_known(result->started_us, 1),
	    store_run_known(result->started_up_us, 1),
	    STORE_INT(result->ended_us),
	    store_run_known(result->clock_set, 0),
	    result->has_work ? STORE_DIGEST(result->work_digest) : STORE_NULL,
	    result->has_work ? STORE_INT(result->work_files) : STORE_NULL,
	    result->has_work ? STORE_INT(result->work_bytes) : STORE_NULL,
	    store_run_known(workload, 1), store_run_known(factset, 1)));
}

/* What was computed, stored once. */
static int
store_run_workload(struct store *store, const struct store_workload *workload,
    int64_t *id)
{
	if (STORE_DO(store, "workload_enter", STORE_DIGEST(workload->digest),
	    STORE_TEXT(workload->tool), STORE_TEXT(workload->version),
	    STORE_TEXT(workload->test), STORE_TEXT(workload->options),
	    STORE_TEXT(workload->work)) == -1)
		return (-1);
	*id = STORE_NUMBER(store, "workload_find", 0,
	    STORE_DIGEST(workload->digest));
	return (0);
}

/* Steps, samples, evidence, taints. */
static int
store_run_end_details(struct store *store, const struct store_result *result)
{
	int64_t	run_id;
	size_t	i;

	run_id = result->run.run_id;
	for (i = 0; i < result->nsteps; i++)
		if (store_run_step(store, run_id, i + 1,
		    &result->step[i]) == -1)
			return (-1);
	for (i = 0; i < result->nsamples; i++)
		if (store_run_sample(store, run_id, &result->sample[i]) == -1)
			return (-1);
	for (i = 0; i < result->nevidence; i++)
		if (STORE_DO(store, "evidence_insert", STORE_INT(run_id),
		    STORE_TEXT(result->evidence[i].key),
		    result->evidence[i].known ?
		    STORE_REAL(result->evidence[i].value) : STORE_NULL,
		    STORE_TEXT(result->evidence[i].detail)) == -1)
			return (-1);
	for (i = 0; i < result->ntaints; i++)
		if (store_run_taint(store, run_id, &result->taint[i]) == -1)
			return (-1);
	return (0);
}

/* One step. */
static int
store_run_step(struct store *store, int64_t run_id, size_t ordinal,
    const struct store_step *step)
{
	return (STORE_DO(store, "step_insert", STORE_INT(run_id),
	    STORE_INT((int64_t)ordinal), STORE_TEXT(step->kind),
	    STORE_TEXT(step->command), store_run_known(step->started_us, 1),
	    store_run_known(step->real_ns, 0),
	    store_run_known(step->user_us, 0),
	    store_run_known(step->sys_us, 0),
	    store_run_known(step->exit_status, 0),
	    store_run_known(step->exit_signal, 0),
	    STORE_INT(step->output_bytes), STORE_TEXT(step->reason)));
}

/* One sample; the first of a name stands. */
static int
store_run_sample(struct store *store, int64_t run_id,
    const struct store_sample *sample)
{
	if (STORE_DO(store, "metric_enter", STORE_TEXT(sample->name),
	    STORE_TEXT(sample->unit), STORE_TEXT(sample->better)) == -1)
		return (-1);
	return (STORE_DO(store, "sample_insert", STORE_INT(run_id),
	    STORE_TEXT(sample->part != NULL ? sample->part : ""),
	    STORE_TEXT(sample->name),
	    STORE_TEXT(sample->unit), STORE_TEXT(sample->better),
	    STORE_REAL(sample->value), STORE_REAL(sample->resolution)));
}

/* One taint. */
static int
store_run_taint(struct store *store, int64_t run_id,
    const struct taint *taint)
{
	return (STORE_DO(store, "taint_insert", STORE_INT(run_id),
	    STORE_TEXT(taint->key), STORE_TEXT(taint_cause_name(taint->cause)),
	    STORE_REAL(taint->figure),
	    STORE_TEXT(taint->detail[0] == '\0' ? NULL : taint->detail)));
}

/* Head and tail of what was printed. */
static int
store_run_output(struct store *store, const struct store_result *result)
{
	const struct store_output	*output;

	output = &result->output;
	return (STORE_DO(store, "output_insert",
	    STORE_INT(result->run.run_id), STORE_INT(output->bytes),
	    STORE_BLOB(output->head, output->head_packed),
	    STORE_INT(output->head_bytes),
	    STORE_BLOB(output->tail, output->tail_packed),
	    STORE_INT(output->tail_bytes)));
}

/* What becomes of the slot. */
static int
store_run_after(struct store *store, const struct store_result *result)
{
	uint8_t	uid[UID_BYTES];
	size_t	i;

	if (strcmp(result->outcome, "interrupted") == 0)
		return (store_run_interrupted(store, &result->run));
	if (STORE_DO(store, "slot_done", STORE_INT(result->run.slot_id)) == -1)
		return (-1);
	if (result->run.warmup || strcmp(result->outcome, "complete") != 0)
		return (0);
	for (i = 0; i < result->ntaints; i++)
		if (result->taint[i].cause == TAINT_OUTSIDE)
			break;
	if (i == result->ntaints)
		return (0);
	uid_new(uid);
	return (STORE_DO(store, "slot_repeat_once",
	    STORE_INT(result->run.slot_id), STORE_UID(uid)));
}

/* Its slot is planned again, until it is too often. */
static int
store_run_interrupted(struct store *store, const struct store_run *run)
{
	if (STORE_NUMBER(store, "run_interrupted", 0,
	    STORE_INT(run->slot_id)) < LIMIT_INTERRUPTED_ROW)
		return (STORE_DO(store, "slot_replan",
		    STORE_INT(run->slot_id)));
	if (STORE_DO(store, "slot_replan", STORE_INT(run->slot_id)) == -1 ||
	    STORE_DO(store, "slot_give_up_cell",
	    STORE_INT(run->cell_id)) == -1)
		return (-1);
	return (STORE_DO(store, "cell_fail", STORE_INT(run->cell_id),
	    STORE_TEXT("interrupted 5 times in a row")));
}

/*
 * Tell anew which runs of the job did other work than most.  A run that is
 * the first of its kind may be the odd one of three.
 */
static int
store_run_work_equal(struct store *store, int64_t job_id)
{
	struct store_rows	*rows;
	uint8_t			 usual[STORE_DIGEST_BYTES];
	bool			 known;
	int64_t			 bytes;

	rows = STORE_ASK(store, "work_usual", STORE_INT(job_id));
	if ((known = store_next(rows)))
		store_take(rows, 0, usual, sizeof(usual));
	if (store_end(rows) == -1)
		return (-1);
	if (!known)
		return (0);
	bytes = STORE_NUMBER(store, "work_median", 0, STORE_INT(job_id),
	    STORE_DIGEST(usual));
	return (store_run_judge(store, job_id, usual, bytes));
}

/* Add and take away the taint where what is said has changed. */
static int
store_run_judge(struct store *store, int64_t job_id, const uint8_t *usual,
    int64_t usual_bytes)
{
	struct store_rows	*rows;
	struct taint		 taint;
	uint8_t			 digest[STORE_DIGEST_BYTES], uid[UID_BYTES];
	int64_t			 run_id;
	bool			 is;
	int			 status;

	status = 0;
	rows = STORE_ASK(store, "work_runs", STORE_INT(job_id));
	while (status == 0 && store_next(rows)) {
		run_id = store_integer(rows, 0);
		store_take(rows, 1, uid, sizeof(uid));
		store_take(rows, 2, digest, sizeof(digest));
		is = taint_work(digest, store_integer(rows, 3), usual,
		    usual_bytes, &taint);
		if (is == (store_integer(rows, 4) != 0))
			continue;
		status = is ? store_run_taint(store, run_id, &taint) :
		    STORE_DO(store, "taint_delete", STORE_INT(run_id),
		    STORE_TEXT("unequal-work"));
		if (status == 0)
			status = store_host_changed(store, "run", uid, job_id);
	}
	return (store_end(rows) == -1 ? -1 : status);
}

/* The next run that a former engine left behind. */
int
store_run_left(struct store *store, const struct store_place *place,
    struct store_run *run, bool *other_boot)
{
	struct store_rows	*rows;
	bool			 found;

	memset(run, 0, sizeof(*run));
	rows = store_ask(store, "run_starting", NULL, 0);
	if ((found = store_next(rows))) {
		run->run_id = store_integer(rows, 0);
		store_take(rows, 1, run->uid, sizeof(run->uid));
		run->slot_id = store_integer(rows, 2);
		run->cell_id = store_integer(rows, 3);
		run->job_id = store_integer(rows, 4);
		*other_boot = store_integer(rows, 5) != place->boot_id;
		run->warmup = store_integer(rows, 6) != 0;
		run->cancelled = store_integer(rows, 7) != 0;
	}
	return (store_end(rows) == -1 ? -1 : found);
}

/* Drop old outputs until what is kept fits. */
int
store_run_retain(struct store *store, int64_t bytes_max, int64_t *kept)
{
	struct store_rows	*rows;
	int64_t			 bytes, run_id;

	if (*kept < 0)
		*kept = store_number(store, "output_sum", 0, NULL, 0);
	while (*kept > bytes_max) {
		rows = store_ask(store, "output_oldest", NULL, 0);
		run_id = 0;
		bytes = 0;
		if (store_next(rows)) {
			run_id = store_integer(rows, 0);
			bytes = store_integer(rows, 1);
		}
		if (store_end(rows) == -1 || run_id == 0 || STORE_DO(store,
		    "output_drop", STORE_INT(run_id)) == -1)
			return (-1);
		*kept -= bytes;
	}
	return (0);
}
