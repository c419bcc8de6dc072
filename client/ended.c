/*
 * ended: a job's tables, and notes under them.
 */
#include <err.h>
#include <stdio.h>
#include <string.h>

#include "client/ended.h"
#include "client/say.h"
#include "client/tables.h"

/* "job=UID|UID": the job on all hosts that have runs of it; or NULL. */
static char *
ended_where(const struct watch *watch)
{
	const char	*uid;
	char		*text;
	json_t		*cell, *cells;
	long long	 complete;
	size_t		 c, i, len, n, size;

	n = fleet_count(watch->fleet);
	size = n * 40 + 16;
	if ((text = malloc(size)) == NULL)
		err(1, "memory");
	strlcpy(text, "job=", size);
	len = strlen(text);
	for (i = 0; i < n; i++) {
		complete = 0;
		cells = json_object_get(watch->host[i].job, "cells");
		json_array_foreach(cells, c, cell)
			complete += msg_integer(cell, "complete", 0);
		uid = watch_uid(&watch->host[i]);
		if (complete == 0 || uid == NULL || !msg_check_is_uid(uid))
			continue;
		len += (size_t)snprintf(text + len, size - len, "%s%s",
		    text[len - 1] == '=' ? "" : "|", uid);
	}
	if (text[len - 1] != '=')
		return (text);
	free(text);
	return (NULL);
}

/* A cell that lacks runs. */
static void
ended_cell(struct output *out, const struct watch *watch,
    const char *host, const json_t *cell)
{
	const char	*levels, *reason;
	long long	 failed, missing;

	levels = msg_text(cell, "levels");
	reason = msg_text(cell, "reason");
	failed = msg_integer(cell, "failed", 0);
	missing = msg_integer(cell, "missing", 0);
	if (levels == NULL || levels[0] == '\0')
		levels = "all";
	if (failed > 0 || missing > 0)
		output_note(out, "%s: %s: %lld of %lld runs complete, %lld "
		    "failed%s%s; benchctl retry %s", host, levels,
		    msg_integer(cell, "complete", 0),
		    msg_integer(cell, "planned", 0), failed,
		    reason != NULL ? ": " : "",
		    reason != NULL ? reason : "", watch->job);
}

/* What a reader of the tables has to know of one host. */
static void
ended_host(struct output *out, const struct watch *watch, size_t i)
{
	const struct fleet_host	*host;
	const char		*reason, *state;
	json_t			*cell, *cells, *job;
	size_t			 c;

	host = fleet_host(watch->fleet, i);
	job = watch->host[i].job;
	if (host->state != FLEET_DONE) {
		output_note(out, "%s: %s; later: benchctl %s %s", host->name,
		    host->why, host->reached ? "watch" : "retry",
		    watch->job);
		return;
	}
	state = msg_text(job, "state");
	reason = msg_text(job, "reason");
	if (state != NULL && strcmp(state, "done") != 0)
		output_note(out, "%s: the job was not done to its end: %s%s%s",
		    host->name, state, reason != NULL ? ", " : "",
		    reason != NULL ? reason : "");
	cells = json_object_get(job, "cells");
	json_array_foreach(cells, c, cell)
		ended_cell(out, watch, host->name, cell);
	if (msg_boolean(job, "cells_cut", false))
		output_note(out, "%s: of its cells only the first %zu were "
		    "looked at for this", host->name,
		    json_array_size(cells));
}

/* The jobs, for programs. */
static json_t *
ended_json(const struct watch *watch)
{
	const struct fleet_host	*host;
	json_t			*array;
	size_t			 i;

	array = json_array();
	for (i = 0; i < fleet_count(watch->fleet); i++) {
		host = fleet_host(watch->fleet, i);
		json_array_append_new(array, json_pack("{s:s, s:O?, s:s?}",
		    "host", host->name, "job", watch->host[i].job, "error",
		    host->state == FLEET_DONE ? NULL : host->why));
	}
	return (array);
}

/* All of it. */
int
ended_show(const struct watch *watch, const struct options *o,
    const char *command)
{
	struct tables_ask	 ask = { .command = command };
	struct output		*out;
	struct tables		*tables;
	char			*where;
	size_t			 i;
	int			 status;

	if ((where = ended_where(watch)) == NULL &&
	    fleet_status(watch->fleet) == OPTIONS_FAILED &&
	    o->format != OUTPUT_JSON)
		return (OPTIONS_FAILED);	/* it was said why */
	ask.where = where;
	out = output_new(o->format, command);
	output_member(out, "job", json_string(watch->job));
	output_member(out, "jobs", ended_json(watch));
	status = OPTIONS_OK;
	tables = where != NULL ? tables_new(watch->archive, &ask, &status) :
	    NULL;
	if (tables != NULL)
		status = tables_show(tables, out);
	for (i = 0; i < fleet_count(watch->fleet); i++)
		ended_host(out, watch, i);
	if (output_end(out) == -1)
		status = OPTIONS_FAILED;
	tables_free(tables);
	free(where);
	return (status);
}
