/*
 * cmd_cancel: a job ended on its hosts, with its present run.
 */
#include <stdio.h>
#include <string.h>

#include "client/cmd.h"
#include "client/fleet.h"
#include "client/recall.h"

static const struct output_column cmd_cancel_columns[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "job", "JOB", OUTPUT_LEFT },
	{ "state", "STATE", OUTPUT_LEFT },
	{ "done", "RUNS DONE", OUTPUT_RIGHT },
	{ "runs", NULL, OUTPUT_RIGHT },
	{ "error", NULL, OUTPUT_LEFT }
};

/* A row a host. */
static void
cmd_cancel_row(struct output *out, const struct fleet_host *host)
{
	const json_t	*job;
	long long	 done;
	char		 shown[64];
	size_t		 i;

	job = host->data;
	output_row(out);
	output_text(out, host->name);
	if (job == NULL) {
		for (i = 0; i < nitems(cmd_cancel_columns) - 2; i++)
			output_none(out);
		output_text(out, host->why);
		return;
	}
	done = msg_integer(job, "slots_done", 0);
	snprintf(shown, sizeof(shown), "%lld of %lld", done,
	    msg_integer(job, "slots", 0));
	output_text(out, msg_text(job, "client_job"));
	output_text(out, msg_text(job, "state"));
	output_shown(out, json_integer(done), shown);
	output_int(out, msg_integer(job, "slots", 0));
}

/* benchctl cancel JOB */
int
cmd_cancel(int argc, char **argv)
{
	struct fleet	*fleet;
	struct options	 o;
	struct output	*out;
	size_t		 i;
	int		 status;

	memset(&o, 0, sizeof(o));
	status = options_parse(&o, &argc, argv, NULL, 0);
	if (status == OPTIONS_OK && argc != 2)
		status = options_usage("cancel", "one job is to be named; "
		    "benchctl jobs lists them");
	if (status != OPTIONS_OK)
		goto done;
	json_decref(recall_find(argv[1], &o));
	fleet = fleet_ask_all(&o, REQUEST_JOB_CANCEL, json_pack("{s:s}",
	    "job", argv[1]));
	status = fleet_status(fleet);
	out = output_new(o.format, "cancel");
	output_table(out, "hosts", cmd_cancel_columns,
	    nitems(cmd_cancel_columns));
	for (i = 0; i < fleet_count(fleet); i++) {
		if (o.format != OUTPUT_TEXT || fleet_host(fleet, i)->data)
			cmd_cancel_row(out, fleet_host(fleet, i));
		json_decref(fleet_host(fleet, i)->data);
	}
	if (output_end(out) == -1)
		status = OPTIONS_FAILED;
	fleet_free(fleet);

done:
	options_clear(&o);
	return (status);
}
