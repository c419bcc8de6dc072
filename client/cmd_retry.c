/*
 * cmd_retry: what a job lacks, planned again.
 *
 * A host that never got the job, for it was not there, gets it now: the
 * request is remembered, and under its id it is the same job.
 */
#include <stdio.h>
#include <string.h>

#include "client/cmd.h"
#include "client/recall.h"
#include "client/submit.h"

static const struct output_column cmd_retry_columns[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "job", "JOB", OUTPUT_LEFT },
	{ "added", "RUNS ADDED", OUTPUT_RIGHT },
	{ "submitted", NULL, OUTPUT_LEFT },
	{ "error", NULL, OUTPUT_LEFT }
};

struct cmd_retry {
	const char	*job;
	struct submit	 submit;	/* params NULL: not remembered */
};

/* What was added is kept; of a submission, all of it. */
static void
cmd_retry_answer(struct fleet_host *host, const json_t *result)
{
	host->data = json_incref((json_t *)(uintptr_t)result);
	fleet_done(host);
}

/* Ask. */
static void
cmd_retry_ready(struct fleet_host *host)
{
	const struct cmd_retry	*retry;

	retry = fleet_arg(host->fleet);
	fleet_ask(host, REQUEST_JOB_RETRY, json_pack("{s:s}", "job",
	    retry->job), cmd_retry_answer);
}

/* It does not know the job: then it is to. */
static bool
cmd_retry_refused(struct fleet_host *host, const struct msg_fault *fault)
{
	const struct cmd_retry	*retry;

	retry = fleet_arg(host->fleet);
	if (fault->code != ERROR_UNKNOWN_JOB || retry->submit.params == NULL)
		return (submit_refused(host, fault));
	submit_ask(host, &retry->submit, cmd_retry_answer);
	return (true);
}

/* A row a host. */
static void
cmd_retry_row(struct output *out, const struct fleet_host *host,
    const char *job)
{
	const json_t	*answer;
	bool		 submitted;

	answer = host->data;
	submitted = json_object_get(answer, "created") != NULL;
	output_row(out);
	output_text(out, host->name);
	output_text(out, job);
	if (answer != NULL)
		output_int(out, msg_integer(answer, "slots", 0));
	else
		output_none(out);
	output_shown(out, json_boolean(submitted), "");
	output_text(out, answer != NULL ? NULL : host->why);
}

/* On all hosts. */
static int
cmd_retry_all(const struct options *o, struct cmd_retry *retry)
{
	static const struct fleet_calls	 calls = {
		.ready = cmd_retry_ready, .refused = cmd_retry_refused
	};
	struct fleet			*fleet;
	struct output			*out;
	size_t				 i;
	int				 status;

	fleet = fleet_new(o, &calls, retry);
	fleet_run(fleet);
	status = fleet_status(fleet);
	out = output_new(o->format, "retry");
	output_table(out, "hosts", cmd_retry_columns,
	    nitems(cmd_retry_columns));
	for (i = 0; i < fleet_count(fleet); i++) {
		if (o->format != OUTPUT_TEXT || fleet_host(fleet, i)->data)
			cmd_retry_row(out, fleet_host(fleet, i), retry->job);
		json_decref(fleet_host(fleet, i)->data);
	}
	if (status != OPTIONS_FAILED)
		output_note(out, "benchctl watch %s", retry->job);
	if (output_end(out) == -1)
		status = OPTIONS_FAILED;
	fleet_free(fleet);
	return (status);
}

/* benchctl retry JOB */
int
cmd_retry(int argc, char **argv)
{
	struct cmd_retry	 retry;
	struct options		 o;
	int			 status;

	memset(&o, 0, sizeof(o));
	memset(&retry, 0, sizeof(retry));
	status = options_parse(&o, &argc, argv, NULL, 0);
	if (status == OPTIONS_OK && argc != 2)
		status = options_usage("retry", "one job is to be named; "
		    "benchctl jobs lists them");
	if (status == OPTIONS_OK) {
		retry.job = argv[1];
		retry.submit.params = recall_find(argv[1], &o);
		status = cmd_retry_all(&o, &retry);
		submit_clear(&retry.submit);
	}
	options_clear(&o);
	return (status);
}
