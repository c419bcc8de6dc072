/*
 * cmd_jobs: the jobs of hosts, or of one job the cells and what they lack.
 */
#include <err.h>
#include <stdio.h>
#include <string.h>

#include "client/cmd.h"
#include "client/fleet.h"
#include "client/link.h"
#include "client/recall.h"
#include "client/show.h"
#include "proto/visible.h"

#define CMD_JOBS_SHOWN	10	/* that have ended, a host, for people */
#define CMD_JOBS_WHY	40	/* bytes of a reason, for people */

static const struct output_column cmd_jobs_columns[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "job", "JOB", OUTPUT_LEFT },
	{ "state", "STATE", OUTPUT_LEFT },
	{ "recipe", "RECIPE", OUTPUT_LEFT },
	{ "done", "RUNS", OUTPUT_RIGHT },
	{ "slots", NULL, OUTPUT_RIGHT },
	{ "submitted_us", "SUBMITTED", OUTPUT_LEFT },
	{ "took_us", "TOOK", OUTPUT_RIGHT },
	{ "reason", "WHY", OUTPUT_LEFT },
	{ "uid", NULL, OUTPUT_LEFT },
	{ "client", NULL, OUTPUT_LEFT },
	{ "order", NULL, OUTPUT_LEFT },
	{ "seed", NULL, OUTPUT_RIGHT },
	{ "night", NULL, OUTPUT_LEFT },
	{ "purpose", NULL, OUTPUT_LEFT },
	{ "labels", NULL, OUTPUT_LEFT }
};

static const struct output_column cmd_jobs_cells[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "cell", "CELL", OUTPUT_LEFT },
	{ "planned", "PLANNED", OUTPUT_RIGHT },
	{ "complete", "COMPLETE", OUTPUT_RIGHT },
	{ "failed", "FAILED", OUTPUT_RIGHT },
	{ "tainted", "TAINTED", OUTPUT_RIGHT },
	{ "missing", "MISSING", OUTPUT_RIGHT },
	{ "reason", "WHY", OUTPUT_LEFT }
};

/* What was asked, and each host's answer. */
struct cmd_jobs {
	const char	*job, *state;
	bool		 all;
};
struct cmd_jobs_host {
	json_t		*jobs;		/* one, or all */
	int64_t		 now_us;	/* by the host's clock */
};

static void	cmd_jobs_ask(struct fleet_host *, int64_t);

/* A page of the list. */
static void
cmd_jobs_page(struct fleet_host *host, const json_t *page)
{
	struct cmd_jobs_host	*jobs;

	jobs = host->data;
	json_array_extend(jobs->jobs, json_object_get(page, "jobs"));
	if (msg_boolean(page, "more", false) &&
	    json_array_size(json_object_get(page, "jobs")) > 0)
		cmd_jobs_ask(host, msg_integer(page, "next", 0));
	else
		fleet_done(host);
}

/* The one job. */
static void
cmd_jobs_one(struct fleet_host *host, const json_t *job)
{
	struct cmd_jobs_host	*jobs;

	jobs = host->data;
	json_array_append(jobs->jobs, (json_t *)(uintptr_t)job);
	fleet_done(host);
}

/* Ask for the page behind after. */
static void
cmd_jobs_ask(struct fleet_host *host, int64_t after)
{
	const struct cmd_jobs	*asked;
	json_t			*params;

	asked = fleet_arg(host->fleet);
	params = json_pack("{s:I}", "after", (json_int_t)after);
	if (asked->state != NULL)
		json_object_set_new(params, "state",
		    json_string(asked->state));
	fleet_ask(host, REQUEST_JOB_LIST, params, cmd_jobs_page);
}

/* From the beginning. */
static void
cmd_jobs_ready(struct fleet_host *host)
{
	const struct cmd_jobs	*asked;
	struct cmd_jobs_host	*jobs;

	asked = fleet_arg(host->fleet);
	jobs = host->data;
	json_array_clear(jobs->jobs);
	jobs->now_us = msg_integer(link_hello(host->link), "now_us", 0);
	if (asked->job == NULL)
		cmd_jobs_ask(host, 0);
	else
		fleet_ask(host, REQUEST_JOB_SHOW, json_pack("{s:s}", "job",
		    asked->job), cmd_jobs_one);
}

/* Does the job wait or run? */
static bool
cmd_jobs_is_live(const json_t *job)
{
	const char	*state;

	state = msg_text(job, "state");
	return (state != NULL && (strcmp(state, "queued") == 0 ||
	    strcmp(state, "running") == 0));
}

/* When it was submitted, how far it is, how long that took. */
static void
cmd_jobs_times(struct output *out, const json_t *job, int64_t now_us)
{
	int64_t	 ended_us, started_us, submitted_us;
	char	 text[SHOW_BYTES];

	submitted_us = msg_integer(job, "submitted_us", 0);
	started_us = msg_integer(job, "started_us", 0);
	ended_us = msg_integer(job, "ended_us", now_us);
	output_shown(out, json_integer(submitted_us),
	    show_time(submitted_us, now_us, text, sizeof(text)));
	if (started_us == 0)
		output_none(out);
	else
		output_shown(out, json_integer(ended_us - started_us),
		    show_span(ended_us - started_us, text, sizeof(text)));
}

/* Why it ended so; people see as much as fits a line. */
static void
cmd_jobs_why(struct output *out, const json_t *job)
{
	const char	*why;
	char		 shown[CMD_JOBS_WHY + 4];

	if ((why = msg_text(job, "reason")) == NULL) {
		output_none(out);
		return;
	}
	if (visible_copy(shown, CMD_JOBS_WHY, why, strlen(why)) ==
	    CMD_JOBS_WHY - 1)
		strlcat(shown, "...", sizeof(shown));
	output_shown(out, json_string(why), shown);
}

/* One row of the list. */
static void
cmd_jobs_row(struct output *out, const struct fleet_host *host,
    const json_t *job, int64_t now_us)
{
	json_t		*labels;
	char		 runs[64];

	snprintf(runs, sizeof(runs), "%lld/%lld",
	    msg_integer(job, "slots_done", 0), msg_integer(job, "slots", 0));
	output_row(out);
	output_text(out, host->name);
	output_text(out, msg_text(job, "client_job"));
	output_text(out, msg_text(job, "state"));
	output_text(out, msg_text(job, "recipe"));
	output_shown(out, json_integer(msg_integer(job, "slots_done", 0)),
	    runs);
	output_int(out, msg_integer(job, "slots", 0));
	cmd_jobs_times(out, job, now_us);
	cmd_jobs_why(out, job);
	output_text(out, msg_text(job, "job"));
	output_text(out, msg_text(job, "client"));
	output_text(out, msg_text(job, "order"));
	output_int(out, msg_integer(job, "seed", 0));
	output_text(out, msg_text(job, "night"));
	output_text(out, msg_text(job, "purpose"));
	labels = json_object_get(job, "labels");
	output_shown(out, labels != NULL ? json_incref(labels) :
	    json_object(), "");
}

/* A host's jobs; people are spared those that ended long ago. */
static void
cmd_jobs_rows(struct output *out, const struct fleet_host *host, bool all)
{
	const struct cmd_jobs_host	*jobs;
	json_t				*job;
	size_t				 ended, i;

	jobs = host->data;
	ended = 0;
	json_array_foreach(jobs->jobs, i, job)
		ended += !cmd_jobs_is_live(job);
	all |= output_is(out) != OUTPUT_TEXT;
	json_array_foreach(jobs->jobs, i, job) {
		if (cmd_jobs_is_live(job) || all || ended <= CMD_JOBS_SHOWN)
			cmd_jobs_row(out, host, job, jobs->now_us);
		if (!cmd_jobs_is_live(job) && !all && ended > CMD_JOBS_SHOWN)
			ended--;
	}
}

/* What a host is not shown of. */
static void
cmd_jobs_note(struct output *out, const struct fleet_host *host, bool all)
{
	const struct cmd_jobs_host	*jobs;
	json_t				*job;
	size_t				 ended, i;

	jobs = host->data;
	ended = 0;
	json_array_foreach(jobs->jobs, i, job)
		ended += !cmd_jobs_is_live(job);
	if (!all && output_is(out) == OUTPUT_TEXT && ended > CMD_JOBS_SHOWN)
		output_note(out, "%s: %zu older jobs that have ended: "
		    "benchctl jobs --all", host->name,
		    ended - CMD_JOBS_SHOWN);
}

/* One job's cells. */
static void
cmd_jobs_matrix(struct output *out, const struct fleet_host *host)
{
	static const char *const	 counts[] = {
		"planned", "complete", "failed", "tainted", "missing"
	};
	const struct cmd_jobs_host	*jobs;
	const char			*levels;
	json_t				*cell, *cells;
	size_t				 i, k;

	jobs = host->data;
	cells = json_object_get(json_array_get(jobs->jobs, 0), "cells");
	json_array_foreach(cells, i, cell) {
		levels = msg_text(cell, "levels");
		output_row(out);
		output_text(out, host->name);
		output_text(out, levels != NULL && levels[0] != '\0' ?
		    levels : NULL);
		for (k = 0; k < nitems(counts); k++)
			output_int(out, msg_integer(cell, counts[k], 0));
		output_text(out, msg_text(cell, "reason"));
	}
	if (msg_boolean(json_array_get(jobs->jobs, 0), "cells_cut", false))
		output_note(out, "%s: the first %zu cells", host->name,
		    json_array_size(cells));
}

/* What hosts answered. */
static void
cmd_jobs_show(struct fleet *fleet, const struct cmd_jobs *asked,
    struct output *out)
{
	size_t	 i, n;

	n = fleet_count(fleet);
	output_table(out, "jobs", cmd_jobs_columns, nitems(cmd_jobs_columns));
	for (i = 0; i < n; i++)
		cmd_jobs_rows(out, fleet_host(fleet, i), asked->all);
	for (i = 0; i < n; i++)
		cmd_jobs_note(out, fleet_host(fleet, i), asked->all);
	if (asked->job == NULL)
		return;
	output_table(out, "cells", cmd_jobs_cells, nitems(cmd_jobs_cells));
	for (i = 0; i < n; i++)
		cmd_jobs_matrix(out, fleet_host(fleet, i));
}

/* Ask all and show. */
static int
cmd_jobs_all(const struct options *o, struct cmd_jobs *asked)
{
	static const struct fleet_calls	 calls = { .ready = cmd_jobs_ready };
	struct cmd_jobs_host		*jobs;
	struct fleet			*fleet;
	struct output			*out;
	size_t				 i, n;
	int				 status;

	fleet = fleet_new(o, &calls, asked);
	n = fleet_count(fleet);
	if ((jobs = calloc(n, sizeof(*jobs))) == NULL)
		err(1, "memory");
	for (i = 0; i < n; i++) {
		jobs[i].jobs = json_array();
		fleet_host(fleet, i)->data = &jobs[i];
	}
	fleet_run(fleet);
	status = fleet_status(fleet);
	out = output_new(o->format, "jobs");
	if (status != OPTIONS_FAILED || o->format == OUTPUT_JSON)
		cmd_jobs_show(fleet, asked, out);
	if (output_end(out) == -1)
		status = OPTIONS_FAILED;
	for (i = 0; i < n; i++)
		json_decref(jobs[i].jobs);
	free(jobs);
	fleet_free(fleet);
	return (status);
}

/* benchctl jobs [JOB] */
int
cmd_jobs(int argc, char **argv)
{
	struct cmd_jobs		 asked;
	struct options		 o;
	const struct option_row	 rows[] = {
		{ '\0', "state", OPTION_TEXT, &asked.state, 0, 0 },
		{ '\0', "all", OPTION_FLAG, &asked.all, 0, 0 }
	};
	int			 status;

	memset(&asked, 0, sizeof(asked));
	memset(&o, 0, sizeof(o));
	status = options_parse(&o, &argc, argv, rows, nitems(rows));
	if (status == OPTIONS_OK && argc > 2)
		status = options_usage("jobs", "what is '%s'?", argv[2]);
	if (status == OPTIONS_OK && argc == 2) {
		asked.job = argv[1];
		json_decref(recall_find(asked.job, &o));
	}
	if (status == OPTIONS_OK)
		status = cmd_jobs_all(&o, &asked);
	options_clear(&o);
	return (status);
}
