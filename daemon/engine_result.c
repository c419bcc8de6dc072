/*
 * engine_result: a result made of what parent, runner and reader said.
 *
 * Plain data out, fit to be stored as often as it takes.  What follows from
 * it is the store's to do.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/engine.h"
#include "daemon/evidence.h"
#include "daemon/log.h"
#include "daemon/osdep.h"
#include "proto/compat.h"
#include "daemon/taint_rate.h"
#include "proto/readers/reader.h"
#include "proto/tls_digest.h"

#define ENGINE_RESULT_READ_BYTES (16 * 1024 * 1024)	/* by a reader */

/* A sample that every command has; raw is an int64_t of run_answer. */
struct engine_result_metric {
	const char	*name;
	const char	*unit;
	const char	*better;
	size_t		 offset;
	double		 per;		/* raw units in one of these */
};

#define ENGINE_RESULT_METRIC(name, unit, better, field, per) \
	{ name, unit, better, offsetof(struct run_answer, field), per }

static const struct engine_result_metric engine_result_metrics[] = {
	ENGINE_RESULT_METRIC("real", "s", "lower", real_ns, 1e9),
	ENGINE_RESULT_METRIC("user", "s", "lower", user_us, 1e6),
	ENGINE_RESULT_METRIC("sys", "s", "lower", sys_us, 1e6),
	ENGINE_RESULT_METRIC("maxrss", "KiB", "lower", maxrss_kb, 1),
	ENGINE_RESULT_METRIC("minflt", "count", "lower", minflt, 1),
	ENGINE_RESULT_METRIC("majflt", "count", "lower", majflt, 1),
	ENGINE_RESULT_METRIC("nvcsw", "count", "none", nvcsw, 1),
	ENGINE_RESULT_METRIC("nivcsw", "count", "none", nivcsw, 1),
	ENGINE_RESULT_METRIC("inblock", "count", "lower", inblock, 1),
	ENGINE_RESULT_METRIC("oublock", "count", "none", oublock, 1),
};

/* As the schema names them. */
static const char *const engine_result_outcomes[] = {
	[RUN_COMPLETE] = "complete",
	[RUN_FAILED] = "failed",
	[RUN_KILLED] = "killed",
	[RUN_TIMED_OUT] = "timed-out",
	[RUN_TOO_MUCH_OUTPUT] = "too-much-output",
	[RUN_INTERRUPTED] = "interrupted",
	[RUN_CANCELLED] = "cancelled",
};

static const char *const engine_result_kinds[] = {
	[RUN_STEP_CLEAN] = "clean",
	[RUN_STEP_PREPARE] = "prepare",
	[RUN_STEP_COMMAND] = "command",
	[RUN_STEP_CHECK] = "check",
	[RUN_STEP_COUNT] = "count",
	[RUN_STEP_CLEANUP] = "cleanup",
};

static int	 engine_result_command(struct store_result *,
		    const struct run_answer *, int);
static int	 engine_result_evidence(struct store_result *,
		    const struct run_answer *);
static int	 engine_result_facts(const struct engine *,
		    struct store_result *, const struct reader_result *);
static int	 engine_result_figure(struct store_result *, const char *,
		    const char *, const char *);
static int	 engine_result_fill(struct engine *, struct store_result *,
		    const struct engine_run *);
static int	 engine_result_read(struct engine *, struct store_result *,
		    const struct engine_run *);
static int	 engine_result_reader(const struct engine *,
		    struct store_result *, const struct reader_result *);
static int	 engine_result_sample(struct store_result *, const char *,
		    const char *, const char *, double);
static int	 engine_result_step(struct store_result *,
		    const struct ipc_run_step *, const char *);
static int	 engine_result_workload(struct store_result *,
		    const struct reader_result *);

/* A result of a run that the parent saw the end of. */
struct store_result *
engine_result_new(struct engine *engine, struct engine_run *run,
    const struct ipc_run_done *done)
{
	struct store_result	*result;

	if ((result = calloc(1, sizeof(*result))) == NULL)
		return (NULL);
	result->outcome = engine_result_outcomes[done->verdict <
	    nitems(engine_result_outcomes) ? done->verdict : RUN_FAILED];
	result->exit_status = result->exit_signal = -1;
	result->clock_set = osdep_clock_set();
	result->ended_us = store_now_us();
	if (done->reason[0] != '\0' &&
	    (result->reason = strdup(done->reason)) == NULL)
		goto fail;
	if (engine_result_fill(engine, result, run) == -1)
		goto fail;
	/* From here on it is the result's. */
	result->run = run->run;
	run->run.levels = NULL;
	return (result);

fail:
	store_run_result_clear(result);
	free(result);
	return (NULL);
}

/* A result of a run whose end nobody saw; its output is kept. */
struct store_result *
engine_result_left(struct store_run *run, int fd, const char *reason,
    int64_t kept)
{
	struct store_result	*result;

	if ((result = calloc(1, sizeof(*result))) == NULL)
		return (NULL);
	result->outcome = run->cancelled ? "cancelled" : "interrupted";
	result->exit_status = result->exit_signal = -1;
	result->clock_set = osdep_clock_set();
	result->ended_us = store_now_us();
	result->reason = strdup(reason);
	if (engine_output_keep(fd, kept, &result->output) == -1)
		log_warn("output of an interrupted run is lost");
	result->run = *run;
	memset(run, 0, sizeof(*run));
	return (result);
}

/* Steps, their figures, what they printed. */
static int
engine_result_fill(struct engine *engine, struct store_result *result,
    const struct engine_run *run)
{
	size_t	i;

	result->step = calloc(run->nsteps + 1, sizeof(*result->step));
	result->sample = calloc(nitems(engine_result_metrics) +
	    READER_METRICS_MAX, sizeof(*result->sample));
	result->evidence = calloc(2 * EVIDENCE_MAX + 4,
	    sizeof(*result->evidence));
	if (result->step == NULL || result->sample == NULL ||
	    result->evidence == NULL)
		return (-1);
	for (i = 0; i < run->nsteps; i++) {
		if (engine_result_step(result, &run->step[i],
		    run->command[i]) == -1)
			return (-1);
		if (run->step[i].kind == RUN_STEP_COMMAND &&
		    engine_result_command(result, &run->step[i].answer,
		    (int)engine->host.ncpu) == -1)
			return (-1);
	}
	if (engine_result_read(engine, result, run) == -1)
		return (-1);
	return (engine_output_keep(run->fd, engine->conf->output_kept_bytes,
	    &result->output));
}

/* One step as a row. */
static int
engine_result_step(struct store_result *result,
    const struct ipc_run_step *from, const char *command)
{
	const struct run_answer	*answer;
	struct store_step	*to;
	const char		*reason;

	to = &result->step[result->nsteps++];
	answer = &from->answer;
	to->kind = engine_result_kinds[from->kind];
	to->exit_status = to->exit_signal = -1;
	to->real_ns = to->user_us = to->sys_us = -1;
	if ((to->command = strdup(command)) == NULL)
		return (-1);
	reason = answer->reason;
	if (from->kind == RUN_STEP_CLEAN || from->kind == RUN_STEP_COUNT) {
		reason = from->clean.reason;
		if (from->kind == RUN_STEP_COUNT && from->clean.ok != 0) {
			result->has_work = true;
			memcpy(result->work_digest, from->clean.digest,
			    sizeof(result->work_digest));
			result->work_files = from->clean.files;
			result->work_bytes = from->clean.bytes;
		}
	} else {
		to->started_us = answer->started_us;
		to->real_ns = answer->real_ns;
		to->user_us = answer->user_us;
		to->sys_us = answer->sys_us;
		to->output_bytes = answer->output_bytes;
		if (answer->end == RUN_END_EXITED)
			to->exit_status = answer->exit_status;
		if (answer->end == RUN_END_SIGNALLED)
			to->exit_signal = answer->exit_signal;
		/* The last that is not cleanup decided. */
		if (from->kind != RUN_STEP_CLEANUP) {
			result->exit_status = to->exit_status;
			result->exit_signal = to->exit_signal;
		}
	}
	if (reason[0] != '\0' && (to->reason = strdup(reason)) == NULL)
		return (-1);
	return (0);
}

/* What the timed step's answer holds. */
static int
engine_result_command(struct store_result *result,
    const struct run_answer *answer, int ncpu)
{
	const struct engine_result_metric	*metric;
	int64_t					 raw;
	size_t					 i;

	result->started_us = answer->started_us;
	result->started_up_us = answer->started_up_us;
	result->ended_us = answer->ended_us;
	if (answer->end == RUN_END_EXEC || answer->end == RUN_END_SYSTEM)
		return (0);
	for (i = 0; i < nitems(engine_result_metrics); i++) {
		metric = &engine_result_metrics[i];
		memcpy(&raw, (const char *)answer + metric->offset,
		    sizeof(raw));
		if (engine_result_sample(result, metric->name, metric->unit,
		    metric->better, (double)raw / metric->per) == -1)
			return (-1);
		result->sample[result->nsamples - 1].resolution =
		    1 / metric->per;
	}
	result->ntaints = taint_judge(answer, ncpu, result->taint);
	return (engine_result_evidence(result, answer));
}

/* One value of a metric. */
static int
engine_result_sample(struct store_result *result, const char *name,
    const char *unit, const char *better, double value)
{
	struct store_sample	*sample;

	sample = &result->sample[result->nsamples++];
	sample->name = strdup(name);
	sample->unit = strdup(unit);
	sample->better = better;
	sample->value = value;
	return (sample->name == NULL || sample->unit == NULL ? -1 : 0);
}

/* One figure; in its detail the unit, or words. */
static int
engine_result_figure(struct store_result *result, const char *key,
    const char *suffix, const char *detail)
{
	struct store_evidence	*to;
	char			 name[64];

	snprintf(name, sizeof(name), "%s%s", key, suffix);
	to = &result->evidence[result->nevidence++];
	to->key = strdup(name);
	to->detail = strdup(detail);
	return (to->key == NULL || to->detail == NULL ? -1 : 0);
}

/* The value of the last figure, unless it could not be read. */
static void
engine_result_value(struct store_result *result, bool known, double value)
{
	result->evidence[result->nevidence - 1].known = known;
	result->evidence[result->nevidence - 1].value = value;
}

/* Differences of counters, both values of levels; unknown stays unknown. */
static int
engine_result_evidence(struct store_result *result,
    const struct run_answer *answer)
{
	const struct evidence_row	*row;
	const struct evidence		*after, *before;
	enum evidence_key		 key;

	after = &answer->after;
	before = &answer->before;
	for (key = 0; key < EVIDENCE_MAX; key++) {
		row = evidence_row(key);
		if (engine_result_figure(result, row->name,
		    row->level ? ".before" : "", row->unit) == -1)
			return (-1);
		if (!row->level) {
			engine_result_value(result, before->known[key] &&
			    after->known[key], (double)(after->value[key] -
			    before->value[key]) / row->per);
			continue;
		}
		engine_result_value(result, before->known[key],
		    (double)before->value[key] / row->per);
		if (engine_result_figure(result, row->name, ".after",
		    row->unit) == -1)
			return (-1);
		engine_result_value(result, after->known[key],
		    (double)after->value[key] / row->per);
	}
	return (0);
}

/* Let the recipe's reader see what the command printed. */
static int
engine_result_read(struct engine *engine, struct store_result *result,
    const struct engine_run *run)
{
	const struct conf_recipe	*recipe;
	struct reader_result		 read;
	const struct run_answer		*answer;
	int64_t				 offset;
	size_t				 i, len;
	void				*bytes;
	int				 status;

	recipe = conf_find_recipe_digest(engine->conf, run->run.recipe);
	if (recipe == NULL || recipe->reader == NULL || run->fd == -1)
		return (0);
	for (i = 0, offset = 0; i < run->nsteps; i++) {
		if (run->step[i].kind == RUN_STEP_COMMAND)
			break;
		offset += run->step[i].answer.output_bytes;
	}
	if (i == run->nsteps)
		return (0);
	answer = &run->step[i].answer;
	if ((bytes = engine_output_read(run->fd, offset, answer->output_bytes,
	    ENGINE_RESULT_READ_BYTES, &len)) == NULL)
		return (-1);
	status = reader_read(recipe->reader, bytes, len,
	    answer->end == RUN_END_EXITED ? answer->exit_status :
	    answer->end == RUN_END_SIGNALLED ? 128 + answer->exit_signal :
	    READER_EXIT_UNKNOWN, &read);
	free(bytes);
	if (status == 0)
		status = engine_result_reader(engine, result, &read);
	else
		log_warn("reader %s", recipe->reader);
	reader_clear(&read);
	return (status);
}

/* Do we measure a metric of that name ourselves? */
static bool
engine_result_is_ours(const struct store_result *result, const char *name)
{
	size_t	 i;

	for (i = 0; i < result->nsamples; i++)
		if (result->sample[i].part == NULL &&
		    strcmp(result->sample[i].name, name) == 0)
			return (true);
	return (false);
}

/*
 * One metric of the tool's.  "run1/total_time" is total_time of part run1;
 * one that we measure as well (real, as time(1) says it) is of the part that
 * has the reader's name.
 */
static int
engine_result_metric(struct store_result *result, const char *reader,
    const struct reader_metric *metric)
{
	struct store_sample	*sample;
	const char		*name, *slash;
	bool			 ours;

	slash = strchr(metric->name, '/');
	name = slash != NULL ? slash + 1 : metric->name;
	ours = slash == NULL && engine_result_is_ours(result, name);
	if (engine_result_sample(result, name, metric->unit,
	    reader_better_name(metric->better), metric->value) == -1)
		return (-1);
	sample = &result->sample[result->nsamples - 1];
	sample->resolution = metric->resolution;
	if (slash != NULL)
		sample->part = strndup(metric->name,
		    (size_t)(slash - metric->name));
	else if (ours)
		sample->part = strdup(reader);
	return ((slash != NULL || ours) && sample->part == NULL ? -1 : 0);
}

/* What the reader found; its verdict holds where nothing else was wrong. */
static int
engine_result_reader(const struct engine *engine, struct store_result *result,
    const struct reader_result *read)
{
	size_t	 i;

	if (strcmp(result->outcome, "complete") == 0 &&
	    read->outcome != READER_COMPLETE) {
		result->outcome = reader_outcome_name(read->outcome);
		free(result->reason);
		result->reason = strdup(read->nnotes > 0 ? read->notes[0] :
		    "the output does not say a result");
	}
	for (i = 0; i < read->nmetrics; i++)
		if (engine_result_metric(result, read->reader,
		    &read->metrics[i]) == -1)
			return (-1);
	if (result->ntaints < TAINT_MAX && taint_rate(read,
	    (int)engine->host.ncpu, &result->taint[result->ntaints]))
		result->ntaints++;
	if (engine_result_workload(result, read) == -1 ||
	    engine_result_facts(engine, result, read) == -1)
		return (-1);
	if (read->nnotes > 0)
		return (engine_result_figure(result, "reader.note", "",
		    read->notes[0]));
	return (0);
}

/* One fact of a run; both texts become its own. */
static int
engine_result_fact(struct store_result *result, const char *prefix,
    const char *key, const char *value)
{
	struct store_fact	*fact;
	size_t			 len;

	fact = &result->fact[result->nfacts++];
	len = strlen(prefix) + strlen(key) + 1;
	if ((fact->key = malloc(len)) != NULL)
		(void)snprintf(fact->key, len, "%s%s", prefix, key);
	fact->value = strdup(value);
	return (fact->key == NULL || fact->value == NULL ? -1 : 0);
}

/* What the tool says of itself stands before what the host says. */
static int
engine_result_facts(const struct engine *engine, struct store_result *result,
    const struct reader_result *read)
{
	size_t	i;

	if (read->nfacts == 0)
		return (0);
	if ((result->fact = calloc(read->nfacts + engine->nfacts,
	    sizeof(*result->fact))) == NULL)
		return (-1);
	for (i = 0; i < read->nfacts; i++)
		if (engine_result_fact(result, "workload.",
		    read->facts[i].key, read->facts[i].value) == -1)
			return (-1);
	for (i = 0; i < engine->nfacts; i++)
		if (engine_result_fact(result, "", engine->fact[i].key,
		    engine->fact[i].value) == -1)
			return (-1);
	return (0);
}

/* The identity of what was computed. */
static int
engine_result_workload(struct store_result *result,
    const struct reader_result *read)
{
	struct store_workload	*workload;
	struct tls_digest	*digest;
	const char		*part[5];
	size_t			 i;
	int			 status;

	if (read->tool[0] == '\0')
		return (0);
	part[0] = read->tool;
	part[1] = read->version;
	part[2] = read->test;
	part[3] = read->options;
	part[4] = "";
	for (i = 0; i < read->nfacts; i++)
		if (strcmp(read->facts[i].key, "work") == 0)
			part[4] = read->facts[i].value;
	workload = &result->workload;
	workload->tool = strdup(part[0]);
	workload->version = strdup(part[1]);
	workload->test = strdup(part[2]);
	workload->options = strdup(part[3]);
	workload->work = strdup(part[4]);
	if (workload->tool == NULL || workload->version == NULL ||
	    workload->test == NULL || workload->options == NULL ||
	    workload->work == NULL)
		return (-1);
	if ((digest = tls_digest_new()) == NULL)
		return (-1);
	status = 0;
	/* With its NUL each part ends where it ends. */
	for (i = 0; status == 0 && i < nitems(part); i++)
		status = tls_digest_update(digest, part[i],
		    strlen(part[i]) + 1);
	if (status == 0)
		status = tls_digest_final(digest, workload->digest);
	tls_digest_free(digest);
	result->has_workload = status == 0;
	return (status);
}
