/*
 * reader: the readers in their fixed order, and how a run ended.
 *
 * Cleans the bytes once, asks one reader or each in turn, and lets the exit
 * status have its word.  Knows of no tool more than its name.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "proto/readers/readers.h"

#define READER_SIGNAL	128	/* exit statuses from here on: a signal's */
#define READER_SIGNALS	64

struct reader_row {
	const char	*name;
	bool		(*read)(struct clean_text *, struct found *);
};

/* The narrow before the wide: logs that hold others' figures come first. */
static const struct reader_row	 reader_rows[] = {
	{ "benchload",		benchload_read },
	{ "sysbench",		sysbench_read },
	{ "unixbench",		unixbench_read },
	{ "ubench",		ubench_read },
	{ "stream",		stream_read },
	{ "openssl",		openssl_read },
	{ "hyperfine",		hyperfine_read },
	{ "fio",		fio_read },
	{ "iperf3",		iperf3_read },
	{ "freebsd_build",	freebsd_build_read },
	{ "dmesg",		dmesg_read },
	{ "sysctl",		sysctl_read },
	{ "time",		time_read },
	{ "ministat",		ministat_read },
};

/* The name of reader i in the fixed order, or NULL past the last. */
const char *
reader_name(size_t i)
{
	return (i < nitems(reader_rows) ? reader_rows[i].name : NULL);
}

/* As on the wire. */
const char *
reader_outcome_name(enum reader_outcome outcome)
{
	switch (outcome) {
	case READER_COMPLETE:
		return ("complete");
	case READER_FAILED:
		return ("failed");
	case READER_KILLED:
		return ("killed");
	case READER_TRUNCATED:
		return ("truncated");
	case READER_NO_RESULT:
		return ("no-result");
	case READER_TOO_FEW:
		return ("too-few-samples");
	case READER_BAD_INPUT:
		return ("bad-input");
	}
	return ("no-result");
}

/* As on the wire. */
const char *
reader_better_name(enum reader_better better)
{
	switch (better) {
	case READER_LOWER:
		return ("lower");
	case READER_HIGHER:
		return ("higher");
	case READER_NONE:
		break;
	}
	return ("none");
}

/*
 * The status that script(1) wrote below the output, when the caller knows
 * of none: Script done on ... [COMMAND_EXIT_CODE="2"].
 */
static int
reader_script_status(struct clean_text *text)
{
	struct scan_span	 line, rest;
	struct scan_value	 v;
	int			 status;

	status = READER_EXIT_UNKNOWN;
	clean_rewind(text);
	while (clean_line(text, &line))
		if (scan_begins(line, "Script done on ") &&
		    scan_find_last(line, "[COMMAND_EXIT_CODE=", &rest) &&
		    scan_form(rest, "[COMMAND_EXIT_CODE=\"%n\"", &v) &&
		    v.value >= 0 && v.value < 256)
			status = (int)v.value;
	return (status);
}

/*
 * What the exit status adds.  A report that says its command died keeps its
 * word; a reader's own finding about the input is the better reason.
 */
static void
reader_conclude(struct reader_result *r, int status)
{
	if (status <= 0 || r->outcome == READER_FAILED ||
	    r->outcome == READER_TOO_FEW || r->outcome == READER_BAD_INPUT)
		return;
	if (status > READER_SIGNAL && status <= READER_SIGNAL + READER_SIGNALS)
		r->outcome = READER_KILLED;
	else
		r->outcome = READER_FAILED;
}

/* Ask one reader; what it leaves behind when it declines is forgotten. */
static bool
reader_ask(const struct reader_row *row, struct clean_text *text,
    struct found *f)
{
	clean_rewind(text);
	found_reset(f);
	if (row->read(text, f)) {
		f->result->reader = row->name;
		if (f->result->outcome == READER_COMPLETE &&
		    f->result->nmetrics + f->result->nfacts == 0)
			f->result->outcome = READER_NO_RESULT;
		return (true);
	}
	found_reset(f);
	return (false);
}

/* Read the output of a tool; see reader.h. */
int
reader_read(const char *name, const void *bytes, size_t len, int exit_status,
    struct reader_result *result)
{
	struct clean_text	 text;
	struct found		 f;
	size_t			 i;
	bool			 known;

	memset(result, 0, sizeof(*result));
	memset(&f, 0, sizeof(f));
	result->outcome = READER_NO_RESULT;
	f.result = result;
	known = name == NULL;
	if (clean_init(&text, bytes, len) == -1)
		f.no_memory = true;
	for (i = 0; i < nitems(reader_rows) && !f.no_memory; i++) {
		if (name != NULL && strcmp(name, reader_rows[i].name) != 0)
			continue;
		known = true;
		if (reader_ask(&reader_rows[i], &text, &f))
			break;
	}
	if (text.padded)
		found_note(&f, "the output ends in NUL bytes");
	if (exit_status == READER_EXIT_UNKNOWN && !f.no_memory)
		exit_status = reader_script_status(&text);
	reader_conclude(result, exit_status);
	clean_clear(&text);
	if (!f.no_memory && known)
		return (0);
	errno = f.no_memory ? ENOMEM : ENOENT;
	return (-1);
}

/* Let go of what a result holds; it may be all zero. */
void
reader_clear(struct reader_result *result)
{
	free(result->metrics);
	free(result->facts);
	free(result->notes);
	memset(result, 0, sizeof(*result));
}
