/*
 * cmd_submit: a job into the hosts' queues, and no waiting.
 */
#include <err.h>
#include <string.h>

#include "client/cmd.h"
#include "client/cmd_submit.h"
#include "client/output.h"
#include "client/recall.h"

static const struct output_column cmd_submit_columns[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "job", "JOB", OUTPUT_LEFT },
	{ "uid", NULL, OUTPUT_LEFT },
	{ "created", NULL, OUTPUT_LEFT },
	{ "runs", "RUNS", OUTPUT_RIGHT },
	{ "what", "WHAT", OUTPUT_LEFT },
	{ "order", NULL, OUTPUT_LEFT },
	{ "seed", NULL, OUTPUT_RIGHT },
	{ "error", NULL, OUTPUT_LEFT }
};

static const struct output_column cmd_submit_plan_columns[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "ordinal", "RUN", OUTPUT_RIGHT },
	{ "block", "BLOCK", OUTPUT_RIGHT },
	{ "warmup", "COUNTS", OUTPUT_LEFT },
	{ "cell", "CELL", OUTPUT_LEFT }
};

/* The host's answer is kept for the table. */
static void
cmd_submit_answer(struct fleet_host *host, const json_t *result)
{
	host->data = json_incref((json_t *)(uintptr_t)result);
	fleet_done(host);
}

/* Ask it; again with the same id where the answer was lost. */
static void
cmd_submit_ready(struct fleet_host *host)
{
	submit_ask(host, fleet_arg(host->fleet), cmd_submit_answer);
}

/* One line of the table. */
static void
cmd_submit_row(struct output *out, const struct fleet_host *host,
    const struct submit *submit)
{
	const json_t	*answer;
	char		 words[256];
	size_t		 i;

	answer = host->data;
	output_row(out);
	output_text(out, host->name);
	if (answer == NULL) {
		for (i = 0; i < nitems(cmd_submit_columns) - 2; i++)
			output_none(out);
		output_text(out, host->why);
		return;
	}
	submit_words(submit->params, answer, words, sizeof(words));
	if (!submit->dry_run && !msg_boolean(answer, "created", true))
		strlcat(words, "; was there before", sizeof(words));
	output_text(out, msg_text(answer, "client_job"));
	output_text(out, msg_text(answer, "job"));
	output_shown(out, json_boolean(msg_boolean(answer, "created",
	    false)), "");
	output_int(out, msg_integer(answer, "slots", 0));
	output_text(out, words);
	output_text(out, msg_text(answer, "order"));
	output_int(out, msg_integer(answer, "seed", 0));
}

/* What a host would run, in its order. */
static void
cmd_submit_plan(struct output *out, const struct fleet_host *host)
{
	const json_t	*slot;
	const char	*cell;
	json_t		*plan;
	size_t		 i;
	bool		 warmup;

	plan = json_object_get(host->data, "plan");
	json_array_foreach(plan, i, slot) {
		cell = msg_text(slot, "cell");
		warmup = msg_boolean(slot, "warmup", false);
		output_row(out);
		output_text(out, host->name);
		output_int(out, (int64_t)i + 1);
		output_int(out, msg_integer(slot, "block", 0));
		output_shown(out, json_boolean(warmup),
		    warmup ? "warm-up" : "yes");
		output_text(out, cell != NULL && cell[0] != '\0' ? cell :
		    NULL);
	}
	if ((long long)json_array_size(plan) < msg_integer(host->data,
	    "slots", 0))
		output_note(out, "%s: the first %zu of %lld runs",
		    host->name, json_array_size(plan),
		    msg_integer(host->data, "slots", 0));
}

/* The table, and for a dry run the plans. */
static void
cmd_submit_show(struct fleet *fleet, const struct submit *submit,
    struct output *out)
{
	size_t	 i;

	output_table(out, "hosts", cmd_submit_columns,
	    nitems(cmd_submit_columns));
	for (i = 0; i < fleet_count(fleet); i++)
		cmd_submit_row(out, fleet_host(fleet, i), submit);
	if (submit->dry_run) {
		output_table(out, "plan", cmd_submit_plan_columns,
		    nitems(cmd_submit_plan_columns));
		for (i = 0; i < fleet_count(fleet); i++)
			cmd_submit_plan(out, fleet_host(fleet, i));
		output_note(out, "a dry run: nothing was submitted");
	} else
		output_note(out, "benchctl watch %s", submit_job(submit));
	for (i = 0; i < fleet_count(fleet); i++)
		json_decref(fleet_host(fleet, i)->data);
}

/* Submit to all; an exit status. */
int
cmd_submit_all(const struct options *o, const struct submit *submit,
    const char *command)
{
	static const struct fleet_calls	 calls = {
		.ready = cmd_submit_ready, .refused = submit_refused
	};
	struct fleet			*fleet;
	struct output			*out;
	int				 status;

	fleet = fleet_new(o, &calls, (void *)(uintptr_t)submit);
	fleet_run(fleet);
	status = fleet_status(fleet);
	if (!submit->dry_run && status != OPTIONS_FAILED)
		recall_add(o, submit->params);
	out = output_new(o->format, command);
	if (status != OPTIONS_FAILED)
		cmd_submit_show(fleet, submit, out);
	if (output_end(out) == -1)
		status = OPTIONS_FAILED;
	fleet_free(fleet);
	return (status);
}

/* benchctl submit */
int
cmd_submit(int argc, char **argv)
{
	struct options	 o;
	struct submit	 submit;
	int		 status;

	memset(&o, 0, sizeof(o));
	status = submit_parse("submit", &o, &argc, argv, &submit);
	if (status == OPTIONS_OK)
		status = cmd_submit_all(&o, &submit, "submit");
	submit_clear(&submit);
	options_clear(&o);
	return (status);
}
