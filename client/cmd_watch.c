/*
 * cmd_watch: a job that is there already, to its end and its table.
 */
#include <string.h>

#include "client/archive_home.h"
#include "client/cmd.h"
#include "client/ended.h"
#include "client/recall.h"
#include "client/watch.h"

/* Watch, pull, show. */
static int
cmd_watch_job(struct options *o, const char *job)
{
	struct watch	 watch;
	int		 shown, status;

	json_decref(recall_find(job, o));
	memset(&watch, 0, sizeof(watch));
	watch.job = job;
	if ((watch.archive = archive_home_open(o)) == NULL)
		return (OPTIONS_FAILED);
	status = watch_run(&watch, o);
	if (status != WATCH_BROKEN) {
		shown = ended_show(&watch, o, "watch");
		status = status == OPTIONS_OK ? shown : status;
	}
	archive_close(watch.archive);
	watch_clear(&watch);
	return (status);
}

/* benchctl watch JOB */
int
cmd_watch(int argc, char **argv)
{
	struct options	 o;
	int		 status;

	memset(&o, 0, sizeof(o));
	status = options_parse(&o, &argc, argv, NULL, 0);
	if (status == OPTIONS_OK && argc != 2)
		status = options_usage("watch", "one job is to be named; "
		    "benchctl jobs lists them");
	if (status == OPTIONS_OK)
		status = cmd_watch_job(&o, argv[1]);
	options_clear(&o);
	return (status);
}
