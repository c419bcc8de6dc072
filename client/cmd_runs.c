/*
 * cmd_runs: single runs, nothing added up and nothing left out.
 *
 * A column a metric; in JSON every sample of a run, with unit, part and
 * resolution, and every taint with its figure.
 */
#include <err.h>
#include <stdio.h>
#include <string.h>

#include "client/archive_home.h"
#include "client/cmd.h"
#include "client/output.h"
#include "client/output_sink.h"
#include "client/query.h"
#include "client/say.h"
#include "client/show.h"
#include "client/where.h"

#define CMD_RUNS_METRICS	48	/* columns of them */
#define CMD_RUNS_SAMPLES	512	/* of one run */

/* Columns of the statement runs_all; those up to TEXTS are texts of ours. */
enum {
	CMD_RUNS_ID, CMD_RUNS_BOOT, CMD_RUNS_CELL, CMD_RUNS_HOST,
	CMD_RUNS_JOB, CMD_RUNS_RECIPE, CMD_RUNS_STATE, CMD_RUNS_LEVELS,
	CMD_RUNS_ORDINAL, CMD_RUNS_BLOCK, CMD_RUNS_WARMUP, CMD_RUNS_ATTEMPT,
	CMD_RUNS_OUTCOME, CMD_RUNS_REASON, CMD_RUNS_STARTED,
	CMD_RUNS_REPLACES, CMD_RUNS_UID, CMD_RUNS_JOB_UID
};

/* How a column's value is to be taken. */
enum cmd_runs_kind { CMD_RUNS_TEXT, CMD_RUNS_INT, CMD_RUNS_BOOL };

static const struct cmd_runs_row {
	struct output_column	 column;
	int			 from;
	enum cmd_runs_kind	 kind;
} cmd_runs_rows[] = {
	{ { "host", "HOST", OUTPUT_LEFT }, CMD_RUNS_HOST, CMD_RUNS_TEXT },
	{ { "job", "JOB", OUTPUT_LEFT }, CMD_RUNS_JOB, CMD_RUNS_TEXT },
	{ { "run", "RUN", OUTPUT_RIGHT }, CMD_RUNS_ORDINAL, CMD_RUNS_INT },
	{ { "attempt", NULL, OUTPUT_RIGHT }, CMD_RUNS_ATTEMPT, CMD_RUNS_INT },
	{ { "recipe", "RECIPE", OUTPUT_LEFT }, CMD_RUNS_RECIPE,
	    CMD_RUNS_TEXT },
	{ { "state", NULL, OUTPUT_LEFT }, CMD_RUNS_STATE, CMD_RUNS_TEXT },
	{ { "levels", "CELL", OUTPUT_LEFT }, CMD_RUNS_LEVELS, CMD_RUNS_TEXT },
	{ { "block", NULL, OUTPUT_RIGHT }, CMD_RUNS_BLOCK, CMD_RUNS_INT },
	{ { "warmup", NULL, OUTPUT_LEFT }, CMD_RUNS_WARMUP, CMD_RUNS_BOOL },
	{ { "replaces", NULL, OUTPUT_LEFT }, CMD_RUNS_REPLACES,
	    CMD_RUNS_BOOL },
	{ { "outcome", "OUTCOME", OUTPUT_LEFT }, CMD_RUNS_OUTCOME,
	    CMD_RUNS_TEXT },
	{ { "reason", NULL, OUTPUT_LEFT }, CMD_RUNS_REASON, CMD_RUNS_TEXT },
	{ { "started_us", NULL, OUTPUT_RIGHT }, CMD_RUNS_STARTED,
	    CMD_RUNS_INT },
	{ { "uid", NULL, OUTPUT_LEFT }, CMD_RUNS_UID, CMD_RUNS_TEXT },
	{ { "job_uid", NULL, OUTPUT_LEFT }, CMD_RUNS_JOB_UID,
	    CMD_RUNS_TEXT }
};

/* What the command holds. */
struct cmd_runs {
	struct archive		*archive;
	struct query		*query;
	struct where		*where;
	const char		*metric[CMD_RUNS_METRICS];
	const char		*unit[CMD_RUNS_METRICS];
	size_t			 nmetrics;
	struct output_column	 column[nitems(cmd_runs_rows) +
				    CMD_RUNS_METRICS + 2];
	size_t			 ncolumns;
	size_t			 nruns;
};

/* The samples of one run, on their way to a row. */
struct cmd_runs_found {
	double	 value[CMD_RUNS_METRICS];
	bool	 is_there[CMD_RUNS_METRICS];
	json_t	*samples;
	json_t	*taints;
	char	 names[512];		/* of the taints */
};

/* A metric's column: in the order of names, each once. */
static void
cmd_runs_metric_add(struct cmd_runs *r, const struct query_metric *metric)
{
	size_t	 i;

	for (i = 0; i < r->nmetrics; i++)
		if (strcmp(r->metric[i], metric->name) == 0)
			return;
	if (r->nmetrics == CMD_RUNS_METRICS)
		return;
	r->unit[r->nmetrics] = metric->unit;
	r->metric[r->nmetrics++] = metric->name;
}

/* real,user,sys for people, all for programs, or what was asked for. */
static int
cmd_runs_metrics(struct cmd_runs *r, const char *list, bool all)
{
	const struct query_metric	*metric;
	char				*at, *copy, *name;
	size_t				 i;
	int				 status;

	for (i = 0; list == NULL && all &&
	    (metric = query_metric(r->query, i)) != NULL; i++)
		cmd_runs_metric_add(r, metric);
	if (list == NULL && all)
		return (OPTIONS_OK);
	if ((copy = strdup(list != NULL ? list : "real,user,sys")) == NULL)
		err(1, "memory");
	status = OPTIONS_OK;
	at = copy;
	while (status == OPTIONS_OK && (name = strsep(&at, ",")) != NULL)
		if ((metric = query_metric_find(r->query, name)) != NULL)
			cmd_runs_metric_add(r, metric);
		else if (list != NULL)
			status = options_usage("runs", "no metric '%s' in %s",
			    name, archive_path(r->archive));
	free(copy);
	return (status);
}

/* Every column. */
static void
cmd_runs_columns(struct cmd_runs *r, struct output *out)
{
	static const struct output_column	 samples = {
		"samples", NULL, OUTPUT_LEFT
	}, taints = {
		"taints", "TAINTS", OUTPUT_LEFT
	};
	size_t					 i;

	for (i = 0; i < nitems(cmd_runs_rows); i++)
		r->column[r->ncolumns++] = cmd_runs_rows[i].column;
	if (output_is(out) == OUTPUT_JSON)
		r->column[r->ncolumns++] = samples;
	for (i = 0; i < r->nmetrics && output_is(out) != OUTPUT_JSON; i++) {
		r->column[r->ncolumns].key = r->metric[i];
		r->column[r->ncolumns].title = r->metric[i];
		r->column[r->ncolumns++].align = OUTPUT_RIGHT;
	}
	r->column[r->ncolumns++] = taints;
	output_table(out, "runs", r->column, r->ncolumns);
}

/* Look up a run's samples. */
static void
cmd_runs_samples(struct cmd_runs *r, int64_t run_id,
    struct cmd_runs_found *found)
{
	struct archive_stmt	*st;
	char			 name[512];
	size_t			 i;

	st = archive_stmt(r->archive, "samples_of_run");
	archive_bind_int(st, "run_id", run_id);
	while (archive_step(st) == 1) {
		json_array_append_new(found->samples, json_pack(
		    "{s:o, s:o, s:o, s:f, s:f}", "metric",
		    output_sink_json(archive_text(st, 0)), "unit",
		    output_sink_json(archive_text(st, 1)), "part",
		    output_sink_json(archive_text(st, 2)), "value",
		    archive_real(st, 3), "resolution", archive_real(st, 4)));
		/* A part of a metric is named before it, as in queries. */
		(void)snprintf(name, sizeof(name), "%s%s%s",
		    archive_text(st, 2), archive_text(st, 2)[0] != '\0' ?
		    "/" : "", archive_text(st, 0));
		for (i = 0; i < r->nmetrics; i++)
			if (!found->is_there[i] && strcmp(r->metric[i],
			    name) == 0) {
				found->is_there[i] = true;
				found->value[i] = archive_real(st, 3);
			}
	}
}

/* And its taints: "foreign-cpu 6.2 (cron)" for people. */
static void
cmd_runs_taints(struct cmd_runs *r, int64_t run_id,
    struct cmd_runs_found *found)
{
	struct archive_stmt	*st;
	size_t			 len;

	st = archive_stmt(r->archive, "taints_of_run");
	archive_bind_int(st, "run_id", run_id);
	while (archive_step(st) == 1) {
		json_array_append_new(found->taints, json_pack(
		    "{s:o, s:o, s:o, s:o}", "taint",
		    output_sink_json(archive_text(st, 0)), "cause",
		    output_sink_json(archive_text(st, 1)), "figure",
		    archive_is_null(st, 2) ? json_null() :
		    json_real(archive_real(st, 2)), "detail",
		    output_sink_json(archive_text(st, 3))));
		len = strlen(found->names);
		snprintf(found->names + len, sizeof(found->names) - len,
		    "%s%s", len > 0 ? ", " : "", archive_text(st, 0));
	}
}

/* The fixed cells of a row. */
static void
cmd_runs_fixed(struct output *out, struct archive_stmt *st)
{
	const struct cmd_runs_row	*row;
	const char			*text;
	char				 shown[64];
	size_t				 i;

	for (i = 0; i < nitems(cmd_runs_rows); i++) {
		row = &cmd_runs_rows[i];
		text = archive_text(st, row->from);
		if (archive_is_null(st, row->from))
			output_none(out);
		else if (row->kind == CMD_RUNS_BOOL)
			output_shown(out, json_boolean(archive_int(st,
			    row->from)), "");
		else if (row->kind == CMD_RUNS_INT)
			output_int(out, archive_int(st, row->from));
		else if (row->from == CMD_RUNS_OUTCOME &&
		    archive_int(st, CMD_RUNS_WARMUP) != 0) {
			snprintf(shown, sizeof(shown), "%s%s", strcmp(text,
			    "complete") == 0 ? "" : text,
			    strcmp(text, "complete") == 0 ? "warm-up" :
			    " (warm-up)");
			output_shown(out, json_string(text), shown);
		} else
			output_text(out, text[0] != '\0' ? text : NULL);
	}
}

/* One run. */
static void
cmd_runs_row(struct cmd_runs *r, struct archive_stmt *st, struct output *out)
{
	struct cmd_runs_found	 found;
	char			 shown[SHOW_BYTES];
	size_t			 i;

	memset(&found, 0, sizeof(found));
	found.samples = json_array();
	found.taints = json_array();
	cmd_runs_samples(r, archive_int(st, CMD_RUNS_ID), &found);
	cmd_runs_taints(r, archive_int(st, CMD_RUNS_ID), &found);
	output_row(out);
	cmd_runs_fixed(out, st);
	if (output_is(out) == OUTPUT_JSON)
		output_shown(out, found.samples, "");
	else
		json_decref(found.samples);
	for (i = 0; i < r->nmetrics && output_is(out) != OUTPUT_JSON; i++)
		if (!found.is_there[i])
			output_none(out);
		else
			output_shown(out, json_real(found.value[i]),
			    strcmp(r->unit[i], "s") == 0 ?
			    show_seconds(found.value[i], shown,
			    sizeof(shown)) : show_number(found.value[i],
			    shown, sizeof(shown)));
	if (output_is(out) == OUTPUT_JSON) {
		output_shown(out, found.taints, "");
		return;
	}
	json_decref(found.taints);
	output_text(out, found.names[0] != '\0' ? found.names : NULL);
}

/* All runs for which the conditions hold; an exit status. */
static int
cmd_runs_show(struct cmd_runs *r, struct output *out)
{
	struct archive_stmt	*st;
	int			 rv;

	cmd_runs_columns(r, out);
	st = archive_stmt(r->archive, "runs_all");
	while ((rv = archive_step(st)) == 1) {
		if (!query_holds(r->query, archive_int(st, CMD_RUNS_BOOT),
		    archive_int(st, CMD_RUNS_CELL), r->where))
			continue;
		cmd_runs_row(r, st, out);
		r->nruns++;
	}
	if (rv == -1)
		say_error(NULL, "%s", archive_fault(r->archive));
	return (rv == -1 ? OPTIONS_FAILED : OPTIONS_OK);
}

/* Open, choose, show. */
static int
cmd_runs_open(struct cmd_runs *r, const struct options *o,
    const char *metrics)
{
	struct output	*out;
	char		 why[512];
	int		 status;

	if ((r->archive = archive_home_open(o)) == NULL)
		return (OPTIONS_FAILED);
	if ((r->query = query_new(r->archive, why, sizeof(why))) == NULL) {
		say_error(NULL, "%s", why);
		return (OPTIONS_FAILED);
	}
	status = cmd_runs_metrics(r, metrics, o->format == OUTPUT_CSV);
	if (status != OPTIONS_OK)
		return (status);
	out = output_new(o->format, "runs");
	status = cmd_runs_show(r, out);
	if (output_end(out) == -1)
		status = OPTIONS_FAILED;
	return (status);
}

/* benchctl runs */
int
cmd_runs(int argc, char **argv)
{
	struct cmd_runs		 r;
	struct options		 o;
	const char		*metrics, *where;
	const struct option_row	 rows[] = {
		{ 'w', "where", OPTION_TEXT, &where, 0, 0 },
		{ 'm', "metric", OPTION_TEXT, &metrics, 0, 0 }
	};
	char			 why[512];
	int			 status;

	memset(&o, 0, sizeof(o));
	memset(&r, 0, sizeof(r));
	metrics = where = NULL;
	status = options_parse(&o, &argc, argv, rows, nitems(rows));
	if (status == OPTIONS_OK && argc > 1)
		status = options_usage("runs", "what is '%s'?", argv[1]);
	if (status == OPTIONS_OK && (r.where = where_parse(where, why,
	    sizeof(why))) == NULL)
		status = options_usage("runs", "--where: %s", why);
	if (status == OPTIONS_OK)
		status = cmd_runs_open(&r, &o, metrics);
	where_free(r.where);
	query_free(r.query);
	archive_close(r.archive);
	options_clear(&o);
	return (status);
}
