/*
 * cmd_log: what a run printed, as the host has kept it.
 *
 * The very bytes in a pipe; on a terminal nothing in them is obeyed.  What
 * was not kept is named on standard error, in its place.
 */
#include <err.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client/cmd.h"
#include "client/fleet.h"
#include "client/output.h"
#include "client/recall.h"
#include "client/say.h"
#include "client/show.h"
#include "proto/base64.h"
#include "proto/visible.h"

static const struct output_column cmd_log_columns[] = {
	{ "kind", "STEP", OUTPUT_LEFT },
	{ "real", "REAL", OUTPUT_RIGHT },
	{ "exit_status", "EXIT", OUTPUT_RIGHT },
	{ "exit_signal", "SIGNAL", OUTPUT_RIGHT },
	{ "bytes", "PRINTED", OUTPUT_RIGHT },
	{ "command", "COMMAND", OUTPUT_LEFT }
};

/* Which run, and how far it is written. */
struct cmd_log {
	char		*job;
	long long	 slot;
	bool		 steps;		/* a table of them, no output */
	int64_t		 after;
	bool		 is_terminal;
	bool		 told;		/* what was cut */
	json_t		*answer;	/* the last page */
};

static void	cmd_log_ready(struct fleet_host *);

/* Bytes for a person: lines stay lines. */
static void
cmd_log_show(const char *data, size_t len)
{
	char	 shown[4096];
	size_t	 n;

	while (len > 0) {
		for (n = 0; n < len && n < 1000 && data[n] != '\n' &&
		    data[n] != '\t'; n++)
			;
		visible_copy(shown, sizeof(shown), data, n);
		fputs(shown, stdout);
		if (n < len && (data[n] == '\n' || data[n] == '\t'))
			putchar(data[n++]);
		data += n;
		len -= n;
	}
}

/* What lies between head and tail, when its place has come. */
static void
cmd_log_cut(struct cmd_log *log, const json_t *page, int64_t from)
{
	const json_t	*cut;
	int64_t		 offset;
	char		 size[SHOW_BYTES];

	cut = json_object_get(page, "cut");
	offset = msg_integer(cut, "offset", -1);
	if (!json_is_object(cut) || log->told || from < offset)
		return;
	log->told = true;
	fflush(stdout);
	say_error(NULL, "here %s are missing: the host keeps head and tail",
	    show_size(msg_integer(cut, "bytes", 0), size, sizeof(size)));
}

/* A page of it; where it begins follows from where it ends. */
static void
cmd_log_page(struct fleet_host *host, const json_t *page)
{
	struct cmd_log	*log;
	const char	*text;
	char		*data;
	int64_t		 next;
	size_t		 len;

	log = fleet_arg(host->fleet);
	json_decref(log->answer);
	log->answer = json_incref((json_t *)(uintptr_t)page);
	text = msg_text(page, "data");
	data = base64_decode(text != NULL ? text : "", &len);
	next = msg_integer(page, "next", 0);
	if (data == NULL || next < log->after) {
		free(data);
		fleet_fail(host, "a page of output that cannot be read");
		return;
	}
	if (!log->steps && len > 0) {
		cmd_log_cut(log, page, next - (int64_t)len);
		if (log->is_terminal)
			cmd_log_show(data, len);
		else
			fwrite(data, 1, len, stdout);
	}
	free(data);
	if (!log->steps && msg_boolean(page, "more", false) &&
	    next > log->after) {
		log->after = next;
		cmd_log_ready(host);
	} else {
		cmd_log_cut(log, page, INT64_MAX);
		fleet_done(host);
	}
}

/* Ask for what lies behind what is written. */
static void
cmd_log_ready(struct fleet_host *host)
{
	const struct cmd_log	*log;

	log = fleet_arg(host->fleet);
	fleet_ask(host, REQUEST_RUN_LOG, json_pack("{s:s, s:I, s:I}", "job",
	    log->job, "run", (json_int_t)log->slot, "after",
	    (json_int_t)log->after), cmd_log_page);
}

/* The steps of the run. */
static void
cmd_log_steps(const struct cmd_log *log, struct output *out)
{
	static const char *const	 exits[] = {
		"exit_status", "exit_signal"
	};
	json_t				*step, *steps;
	size_t				 i, k;
	int64_t				 bytes;
	double				 real;
	char				 text[SHOW_BYTES];

	output_member(out, "run", json_incref(json_object_get(log->answer,
	    "run")));
	output_member(out, "bytes", json_integer(msg_integer(log->answer,
	    "bytes", 0)));
	output_member(out, "kept", json_integer(msg_integer(log->answer,
	    "kept", 0)));
	output_table(out, "steps", cmd_log_columns, nitems(cmd_log_columns));
	steps = json_object_get(log->answer, "steps");
	json_array_foreach(steps, i, step) {
		real = (double)msg_integer(step, "real_ns", 0) / 1e9;
		bytes = msg_integer(step, "bytes", 0);
		output_row(out);
		output_text(out, msg_text(step, "kind"));
		output_shown(out, json_real(real), show_seconds(real, text,
		    sizeof(text)));
		for (k = 0; k < nitems(exits); k++)
			if (json_is_integer(json_object_get(step, exits[k])))
				output_int(out, msg_integer(step, exits[k],
				    0));
			else
				output_none(out);
		output_shown(out, json_integer(bytes), show_size(bytes, text,
		    sizeof(text)));
		output_text(out, msg_text(step, "command"));
	}
}

/* JOB/N or JOB/HOST/N; OPTIONS_OK, or what was said. */
static int
cmd_log_which(struct options *o, struct cmd_log *log, const char *text)
{
	const char	*what;
	char		*host, *number;

	if ((log->job = strdup(text)) == NULL)
		err(1, "memory");
	host = strchr(log->job, '/');
	number = strrchr(log->job, '/');
	if (number == NULL)
		return (options_usage("log", "%s: JOB/N or JOB/HOST/N is "
		    "meant, N a run of the job (benchctl runs)", text));
	*number++ = '\0';
	*host++ = '\0';
	log->slot = strtonum(number, 1, INT32_MAX, &what);
	if (what != NULL)
		return (options_usage("log", "%s: '%s' is no run's number",
		    text, number));
	if (host < number && options_take(o, 'H', host) == -1)
		return (OPTIONS_USAGE);
	json_decref(recall_find(log->job, o));
	if (o->nhosts > 1)
		return (options_usage("log", "%s: on which host?  "
		    "JOB/HOST/N is meant", text));
	return (OPTIONS_OK);
}

/* Ask and write. */
static int
cmd_log_write(const struct options *o, struct cmd_log *log)
{
	static const struct fleet_calls	 calls = { .ready = cmd_log_ready };
	struct fleet			*fleet;
	struct output			*out;
	int				 status;

	fleet = fleet_new(o, &calls, log);
	fleet_run(fleet);
	status = fleet_status(fleet);
	if (status == OPTIONS_OK && log->steps) {
		out = output_new(o->format, "log");
		cmd_log_steps(log, out);
		if (output_end(out) == -1)
			status = OPTIONS_FAILED;
	} else if (status == OPTIONS_OK && fflush(stdout) != 0) {
		say_error(NULL, "standard output does not take it");
		status = OPTIONS_FAILED;
	}
	fleet_free(fleet);
	json_decref(log->answer);
	return (status);
}

/* benchctl log JOB/HOST/N */
int
cmd_log(int argc, char **argv)
{
	struct cmd_log		 log;
	struct options		 o;
	const struct option_row	 rows[] = {
		{ '\0', "steps", OPTION_FLAG, &log.steps, 0, 0 }
	};
	int			 status;

	memset(&log, 0, sizeof(log));
	memset(&o, 0, sizeof(o));
	status = options_parse(&o, &argc, argv, rows, nitems(rows));
	if (status == OPTIONS_OK && argc != 2)
		status = options_usage("log", "one run is to be named, as "
		    "JOB/N or JOB/HOST/N");
	if (status == OPTIONS_OK)
		status = cmd_log_which(&o, &log, argv[1]);
	log.is_terminal = isatty(STDOUT_FILENO);
	log.steps |= o.format != OUTPUT_TEXT;
	if (status == OPTIONS_OK)
		status = cmd_log_write(&o, &log);
	free(log.job);
	options_clear(&o);
	return (status);
}
