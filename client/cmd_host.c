/*
 * cmd_host: pause and resume: whether further runs begin on a host.
 */
#include <string.h>

#include "client/cmd.h"
#include "client/fleet.h"

static const struct output_column cmd_host_columns[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "state", "STATE", OUTPUT_LEFT },
	{ "error", NULL, OUTPUT_LEFT }
};

/* Ask all; why may be NULL. */
static int
cmd_host_all(const struct options *o, bool pause, const char *why)
{
	const struct fleet_host	*host;
	struct fleet		*fleet;
	struct output		*out;
	size_t			 i;
	int			 status;

	fleet = fleet_ask_all(o, pause ? REQUEST_HOST_PAUSE :
	    REQUEST_HOST_RESUME, why != NULL ? json_pack("{s:s}", "why",
	    why) : NULL);
	status = fleet_status(fleet);
	out = output_new(o->format, "host");
	output_table(out, "hosts", cmd_host_columns,
	    nitems(cmd_host_columns));
	for (i = 0; i < fleet_count(fleet); i++) {
		host = fleet_host(fleet, i);
		if (o->format == OUTPUT_TEXT && host->data == NULL)
			continue;
		output_row(out);
		output_text(out, host->name);
		output_text(out, host->data == NULL ? NULL : pause ?
		    "paused: its present run goes on, no further one begins" :
		    "resumed");
		output_text(out, host->data == NULL ? host->why : NULL);
		json_decref(host->data);
	}
	if (output_end(out) == -1)
		status = OPTIONS_FAILED;
	fleet_free(fleet);
	return (status);
}

/* benchctl host pause|resume */
int
cmd_host(int argc, char **argv)
{
	struct options		 o;
	const char		*why;
	const struct option_row	 rows[] = {
		{ '\0', "why", OPTION_TEXT, &why, 0, 0 }
	};
	bool			 pause;
	int			 status;

	memset(&o, 0, sizeof(o));
	why = NULL;
	status = options_parse(&o, &argc, argv, rows, nitems(rows));
	pause = argc == 2 && strcmp(argv[1], "pause") == 0;
	if (status == OPTIONS_OK && !pause && (argc != 2 ||
	    strcmp(argv[1], "resume") != 0))
		status = options_usage("host", "pause or resume?");
	else if (status == OPTIONS_OK && !pause && why != NULL)
		status = options_usage("host", "--why goes with pause");
	if (status == OPTIONS_OK)
		status = cmd_host_all(&o, pause, why);
	options_clear(&o);
	return (status);
}
