/*
 * cmd_pull: the hosts' new results into the archive.
 *
 * All hosts at once: one that times a run answers when that has ended, and
 * the others do not wait for it.
 */
#include <err.h>
#include <inttypes.h>
#include <string.h>

#include "client/archive_home.h"
#include "client/cmd.h"
#include "client/output.h"
#include "client/pull.h"

static const struct output_column cmd_pull_columns[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "runs", "NEW RUNS", OUTPUT_RIGHT },
	{ "restored", NULL, OUTPUT_LEFT },
	{ "error", NULL, OUTPUT_LEFT }
};

struct cmd_pull {
	struct pull		*pull;		/* one a host */
	size_t			 n;
};

/* The pull of a host. */
static struct pull *
cmd_pull_of(struct fleet_host *host)
{
	struct cmd_pull	*all;

	all = fleet_arg(host->fleet);
	return (&all->pull[host - fleet_host(host->fleet, 0)]);
}

/* From the cursor on. */
static void
cmd_pull_ready(struct fleet_host *host)
{
	pull_begin(host, cmd_pull_of(host));
}

/* Another history, perhaps. */
static bool
cmd_pull_refused(struct fleet_host *host, const struct msg_fault *fault)
{
	return (pull_refused(host, cmd_pull_of(host), fault));
}

/* Nothing more is new. */
static void
cmd_pull_done(struct fleet_host *host, struct pull *pull)
{
	(void)pull;
	fleet_done(host);
}

/* A row a host. */
static void
cmd_pull_show(struct fleet *fleet, const struct cmd_pull *all,
    struct output *out)
{
	const struct fleet_host	*host;
	size_t			 i;

	output_table(out, "hosts", cmd_pull_columns,
	    nitems(cmd_pull_columns));
	for (i = 0; i < all->n; i++) {
		host = fleet_host(fleet, i);
		output_row(out);
		output_text(out, host->name);
		if (host->state == FLEET_DONE)
			output_int(out, all->pull[i].runs);
		else
			output_none(out);
		output_shown(out, json_boolean(all->pull[i].restored), "");
		output_text(out, host->state == FLEET_DONE ? NULL :
		    host->why);
	}
}

/* Pull from all. */
static int
cmd_pull_all(const struct options *o, const char *job)
{
	static const struct fleet_calls	 calls = {
		.ready = cmd_pull_ready, .refused = cmd_pull_refused
	};
	struct archive			*archive;
	struct cmd_pull			 all;
	struct fleet			*fleet;
	struct output			*out;
	size_t				 i;
	int				 status;

	if ((archive = archive_home_open(o)) == NULL)
		return (OPTIONS_FAILED);
	fleet = fleet_new(o, &calls, &all);
	all.n = fleet_count(fleet);
	if ((all.pull = calloc(all.n, sizeof(*all.pull))) == NULL)
		err(1, "memory");
	for (i = 0; i < all.n; i++) {
		all.pull[i].archive = archive;
		all.pull[i].job = job;
		all.pull[i].done = cmd_pull_done;
	}
	fleet_run(fleet);
	out = output_new(o->format, "pull");
	cmd_pull_show(fleet, &all, out);
	status = fleet_status(fleet);
	if (output_end(out) == -1)
		status = OPTIONS_FAILED;
	fleet_free(fleet);
	free(all.pull);
	archive_close(archive);
	return (status);
}

/* benchctl pull */
int
cmd_pull(int argc, char **argv)
{
	struct options		 o;
	const char		*job;
	const struct option_row	 rows[] = {
		{ 'j', "job", OPTION_TEXT, &job, 0, 0 }
	};
	int			 status;

	memset(&o, 0, sizeof(o));
	job = NULL;
	status = options_parse(&o, &argc, argv, rows, nitems(rows));
	if (status == OPTIONS_OK && argc > 1)
		status = options_usage("pull", "what is '%s'?", argv[1]);
	if (status == OPTIONS_OK)
		status = cmd_pull_all(&o, job);
	options_clear(&o);
	return (status);
}
