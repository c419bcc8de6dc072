/*
 * stream: John McCalpin's STREAM, 5.8 to 5.10.
 *
 * MB are 10^6 bytes.  A run is good only when it says that its solution
 * validates.
 */
#include <stdio.h>
#include <string.h>

#include "proto/readers/readers.h"

static const struct {
	const char	*form;
	const char	*name;
} stream_rows[] = {
	{ "Copy: %n %n %n %n%$",	"copy" },
	{ "Scale: %n %n %n %n%$",	"scale" },
	{ "Add: %n %n %n %n%$",		"add" },
	{ "Triad: %n %n %n %n%$",	"triad" },
};

static const struct found_kind	 stream_kinds[] = {
	{ "rate",	"MB/s",	READER_HIGHER },
	{ "avg_time",	"s",	READER_LOWER },
	{ "min_time",	"s",	READER_LOWER },
	{ "max_time",	"s",	READER_LOWER },
};

/* How far the reading is. */
struct stream {
	struct found	*found;
	int		 runs;
	bool		 failed;
	bool		 ended;
	bool		 lacks;		/* an earlier run was not ended */
};

/* Begin a run at its table's head. */
static void
stream_begin(struct stream *st)
{
	st->lacks |= st->runs > 0 && !st->ended;
	st->ended = false;
	if (st->runs == 1)
		found_rename(st->found, 0, "run1/");
	if (++st->runs > 1)
		found_part(st->found, "run%d/", st->runs);
}

/* A line of the table; see readers.h. */
bool
stream_take_row(struct found *f, struct scan_span line)
{
	struct found_kind	 kind;
	struct scan_value	 v[SCAN_VALUES_MAX];
	char			 name[32];
	size_t			 i, k;

	for (i = 0; i < nitems(stream_rows); i++) {
		if (!scan_form(line, stream_rows[i].form, v))
			continue;
		for (k = 0; k < nitems(stream_kinds); k++) {
			kind = stream_kinds[k];
			snprintf(name, sizeof(name), "%s_%s",
			    stream_rows[i].name, kind.name);
			kind.name = name;
			found_kind(f, &kind, &v[k]);
		}
		return (true);
	}
	return (false);
}

/* What was run, and how it ended. */
static void
stream_take_course(struct stream *st, struct scan_span line)
{
	struct reader_result	*r;
	struct scan_value	 v[SCAN_VALUES_MAX];

	r = st->found->result;
	if (scan_form(line, "STREAM version $Revision: %w", v))
		scan_copy(r->version, sizeof(r->version), v[0].span);
	else if (scan_form(line, "Array size = %n", v))
		found_option(st->found, "array-size", v[0].span);
	else if (scan_form(line, "Number of Threads requested = %n", v)) {
		if (v[0].value >= 1 && v[0].value < 1e6)
			r->threads = (int)v[0].value;
	} else if (scan_begins(line, "Solution Validates"))
		st->ended = true;
	else if (scan_begins(line, "Failed Validation"))
		st->failed = st->ended = true;
}

/* Read STREAM's table. */
bool
stream_read(struct clean_text *text, struct found *f)
{
	struct scan_span	 line;
	struct stream		 st;

	memset(&st, 0, sizeof(st));
	st.found = f;
	while (clean_line(text, &line)) {
		if (scan_begins(line, "Function ") &&
		    scan_find(line, "Rate", &line))
			stream_begin(&st);
		else if (text->cut || st.runs == 0 ||
		    !stream_take_row(f, line))
			stream_take_course(&st, line);
	}
	if (st.runs == 0 && f->result->version[0] == '\0')
		return (false);
	strlcpy(f->result->tool, "stream", sizeof(f->result->tool));
	f->result->outcome = st.failed ? READER_FAILED :
	    st.ended && !st.lacks ? READER_COMPLETE : READER_TRUNCATED;
	return (true);
}
