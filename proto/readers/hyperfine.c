/*
 * hyperfine: its report for people, its JSON and its CSV.
 *
 * Every command is a part, also the only one.  The report's units change
 * with the size of the figure; JSON and CSV are in seconds.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "proto/readers/readers.h"
#include "proto/readers/walk.h"

#define HYPERFINE_CSV	"command,mean,stddev,median,user,system,min,max"

static const struct found_kind	 hyperfine_kinds[] = {
	{ "mean",	"s",	READER_LOWER },
	{ "stddev",	"s",	READER_NONE },
	{ "median",	"s",	READER_LOWER },
	{ "user",	"s",	READER_LOWER },
	{ "system",	"s",	READER_LOWER },
	{ "min",	"s",	READER_LOWER },
	{ "max",	"s",	READER_LOWER },
};

/* How far the reading is. */
struct hyperfine {
	struct found	*found;
	int		 commands;
	double		 runs;		/* of this command, in JSON */
	bool		 open;		/* a command lacks its last line */
	bool		 lacks;
	bool		 failed;
};

/* Begin a command. */
static void
hyperfine_begin(struct hyperfine *h)
{
	h->lacks |= h->open;
	h->open = true;
	h->runs = 0;
	found_part(h->found, "cmd%d/", ++h->commands);
}

/* Store how often the command was run. */
static void
hyperfine_store_runs(struct hyperfine *h, double runs)
{
	struct scan_value	 v = { runs, 1, { "", 0 } };

	if (runs > 0)
		found_metric(h->found, "runs", "count", READER_NONE, &v);
}

/* A value of the report with the unit that follows it. */
static void
hyperfine_store(struct hyperfine *h, const char *name,
    enum reader_better better, const struct scan_value *v)
{
	static const char *const	 units[] = { "s", "ms", "us", "ns" };
	size_t				 i;

	if (scan_begins(v[1].span, "\xc2\xb5s")) {
		found_metric(h->found, name, "us", better, v);
		return;
	}
	for (i = 0; i < nitems(units); i++)
		if (scan_is(v[1].span, units[i]))
			found_metric(h->found, name, units[i], better, v);
}

/* "Time (mean ± σ): 1.0 ms ± 0.6 ms [User: 0.5 ms, System: 0.0 ms]". */
static bool
hyperfine_take_time(struct hyperfine *h, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 rest;

	if (scan_form(line, " Time (mean \xc2\xb1 \xcf\x83): %n %w \xc2\xb1 "
	    "%n %w [", v)) {
		hyperfine_store(h, "mean", READER_LOWER, &v[0]);
		hyperfine_store(h, "stddev", READER_NONE, &v[2]);
	} else if (scan_form(line, " Time (abs \xe2\x89\xa1): %n %w [", v)) {
		hyperfine_store(h, "mean", READER_LOWER, &v[0]);
		hyperfine_store_runs(h, 1);
		h->open = false;	/* no range follows */
	} else
		return (false);
	if (!scan_find(line, "[User:", &rest) ||
	    !scan_form(rest, "[User: %n %w System: %n %w", v))
		return (true);
	v[1].span.len -= v[1].span.text[v[1].span.len - 1] == ',';
	v[3].span.len -= v[3].span.text[v[3].span.len - 1] == ']';
	hyperfine_store(h, "user", READER_LOWER, &v[0]);
	hyperfine_store(h, "system", READER_LOWER, &v[2]);
	return (true);
}

/* A line of the report. */
static void
hyperfine_take(struct hyperfine *h, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];

	if (scan_form(line, "Benchmark %n:", v) ||
	    scan_form(line, "Benchmark #%n:", v)) {
		hyperfine_begin(h);
		return;
	}
	if (h->commands == 0 || hyperfine_take_time(h, line))
		return;
	if (scan_form(line, " Range (min \xe2\x80\xa6 max): %n %w \xe2\x80\xa6"
	    " %n %w %*", v)) {
		hyperfine_store(h, "min", READER_LOWER, &v[0]);
		hyperfine_store(h, "max", READER_LOWER, &v[2]);
		h->open = false;
		line = v[4].span;
	}
	if (scan_form(line, " %n runs%$", v))
		hyperfine_store_runs(h, v[0].value);
	else if (scan_begins(line, "Error: "))
		h->failed = true;
}

/* A value of the JSON: "/results/0/mean". */
static void
hyperfine_value(void *arg, const char *path, enum walk_kind kind,
    const struct scan_value *value)
{
	struct hyperfine	*h;
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 at;
	size_t			 i;

	h = arg;
	at.text = path;
	at.len = strlen(path);
	if (!scan_form(at, "/results/%n/%*", v))
		return;
	while (h->commands <= v[0].value && h->commands < READER_METRICS_MAX) {
		hyperfine_store_runs(h, h->runs);
		hyperfine_begin(h);
		h->open = false;
	}
	if (scan_begins(v[1].span, "times/") && kind == WALK_NUMBER)
		h->runs++;
	else if (scan_begins(v[1].span, "exit_codes/") &&
	    !scan_is(value->span, "0"))
		h->failed = true;
	for (i = 0; i < nitems(hyperfine_kinds) && kind == WALK_NUMBER; i++)
		if (scan_is(v[1].span, hyperfine_kinds[i].name))
			found_kind(h->found, &hyperfine_kinds[i], value);
}

/* The JSON of --export-json, wherever in the text it begins. */
static void
hyperfine_take_json(struct hyperfine *h, const struct clean_text *text)
{
	struct scan_span	 rest;

	rest.text = text->bytes;
	rest.len = text->len;
	if (!walk_find(&rest))
		return;
	h->lacks = walk_json(&rest, hyperfine_value, h) != WALK_WHOLE;
	if (!h->lacks)
		hyperfine_store_runs(h, h->runs);
}

/* The next field of a line of CSV; quotes keep commas together. */
static bool
hyperfine_field(struct scan_span *rest, struct scan_span *field)
{
	size_t	 i;
	bool	 quoted;

	if (rest->len == 0)
		return (false);
	quoted = false;
	for (i = 0; i < rest->len && (quoted || rest->text[i] != ','); i++)
		quoted ^= rest->text[i] == '"';
	field->text = rest->text;
	field->len = i;
	i += i < rest->len;
	rest->text += i;
	rest->len -= i;
	return (true);
}

/* A row of the CSV of --export-csv. */
static void
hyperfine_take_csv(struct hyperfine *h, struct scan_span line)
{
	struct scan_span	 field;
	struct scan_value	 v;
	size_t			 i;

	if (line.len == 0 || !hyperfine_field(&line, &field))
		return;
	hyperfine_begin(h);
	h->open = false;
	for (i = 0; i < nitems(hyperfine_kinds); i++) {
		if (!hyperfine_field(&line, &field)) {
			h->lacks = true;
			return;
		}
		if (scan_number(field.text, field.len, false, &v))
			found_kind(h->found, &hyperfine_kinds[i], &v);
	}
}

/* Read one of hyperfine's three outputs. */
bool
hyperfine_read(struct clean_text *text, struct found *f)
{
	struct hyperfine	 h;
	struct scan_span	 line;
	bool			 csv;

	memset(&h, 0, sizeof(h));
	h.found = f;
	csv = false;
	while (clean_line(text, &line)) {
		if (scan_begins(line, HYPERFINE_CSV))
			csv = true;
		else if (csv && text->cut)
			h.lacks = true;
		else if (csv)
			hyperfine_take_csv(&h, line);
		else {
			h.lacks |= text->cut && (scan_begins(line, "Time (") ||
			    (scan_begins(line, "Range (") &&
			    !scan_find(line, " runs", &line)));
			hyperfine_take(&h, line);
		}
	}
	if (h.commands == 0 && !csv)
		hyperfine_take_json(&h, text);
	if (h.commands == 0 && !csv)
		return (false);
	strlcpy(f->result->tool, "hyperfine", sizeof(f->result->tool));
	f->result->outcome = h.failed ? READER_FAILED : h.lacks || h.open ?
	    READER_TRUNCATED : h.commands == 0 ? READER_NO_RESULT :
	    READER_COMPLETE;
	return (true);
}
