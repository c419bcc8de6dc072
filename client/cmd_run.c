/*
 * cmd_run: a job from the request to its table.
 */
#include <err.h>
#include <stdio.h>
#include <string.h>

#include "client/archive_home.h"
#include "client/cmd.h"
#include "client/cmd_submit.h"
#include "client/recall.h"
#include "client/ended.h"
#include "client/watch.h"

/* Submit, watch, pull, show. */
static int
cmd_run_job(const struct options *o, const struct submit *submit)
{
	struct watch	 watch;
	int		 shown, status;

	memset(&watch, 0, sizeof(watch));
	watch.job = submit_job(submit);
	watch.submit = submit;
	if ((watch.archive = archive_home_open(o)) == NULL)
		return (OPTIONS_FAILED);
	recall_add(o, submit->params);
	status = watch_run(&watch, o);
	if (status != WATCH_BROKEN) {
		shown = ended_show(&watch, o, "run");
		status = status == OPTIONS_OK ? shown : status;
	}
	archive_close(watch.archive);
	watch_clear(&watch);
	return (status);
}

/* benchctl run */
int
cmd_run(int argc, char **argv)
{
	struct options	 o;
	struct submit	 submit;
	int		 status;

	memset(&o, 0, sizeof(o));
	status = submit_parse("run", &o, &argc, argv, &submit);
	if (status == OPTIONS_OK)
		status = submit.dry_run ? cmd_submit_all(&o, &submit, "run") :
		    cmd_run_job(&o, &submit);
	submit_clear(&submit);
	options_clear(&o);
	return (status);
}
