/*
 * benchload: the report of benchd's own workloads, for people and as JSON.
 *
 * The report is sysbench's in another name, with a proof of the work and
 * the number of the work's kind; what differs in that number never shares a
 * series, so it stands among the options.  Compiler, flags and ABI are facts.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "proto/readers/readers.h"
#include "proto/readers/walk.h"

/* Options that change how a run is shown, and not what is computed. */
static const char *const	 benchload_shown[] = {
	"histogram", "percentile", "rand-seed", "report-interval", "threads",
};

static const struct {
	const char	*path;
	const char	*key;
} benchload_facts[] = {
	{ "/abi",		"abi" },
	{ "/arch",		"arch" },
	{ "/compiler",		"compiler" },
	{ "/compiler_version",	"compiler_version" },
	{ "/flags",		"flags" },
};

/* How far the reading of the JSON is. */
struct benchload {
	struct found	*found;
	bool		 known;
	char		 name[READER_NAME_BYTES];	/* of this metric */
	char		 unit[READER_UNIT_BYTES];
	enum reader_better better;
	enum reader_outcome outcome;
};

/* A member of one metric: "/metrics/3/value". */
static void
benchload_value_metric(struct benchload *b, struct scan_span member,
    const struct scan_value *v)
{
	if (scan_is(member, "name"))
		scan_copy(b->name, sizeof(b->name), v->span);
	else if (scan_is(member, "unit"))
		scan_copy(b->unit, sizeof(b->unit), v->span);
	else if (scan_is(member, "better"))
		b->better = scan_is(v->span, "higher") ? READER_HIGHER :
		    scan_is(v->span, "lower") ? READER_LOWER : READER_NONE;
	else if (scan_is(member, "value") && b->name[0] != '\0' &&
	    !scan_is(v->span, "null"))
		found_metric(b->found, b->name, b->unit, b->better, v);
}

/* An option of the run, if it is one of the workload. */
static void
benchload_value_option(struct benchload *b, struct scan_span key,
    struct scan_span value)
{
	char	 name[64];
	size_t	 i;

	for (i = 0; i < nitems(benchload_shown); i++)
		if (scan_is(key, benchload_shown[i]))
			return;
	scan_copy(name, sizeof(name), key);
	found_option(b->found, name, value);
}

/* A member of the run itself. */
static void
benchload_value_run(struct benchload *b, struct scan_span at,
    const struct scan_value *v)
{
	struct reader_result	*r;
	char			 why[READER_TEXT_BYTES];
	size_t			 i;

	r = b->found->result;
	if (scan_is(at, "/version"))
		scan_copy(r->version, sizeof(r->version), v->span);
	else if (scan_is(at, "/test"))
		scan_copy(r->test, sizeof(r->test), v->span);
	else if (scan_is(at, "/work"))
		found_option(b->found, "work", v->span);
	else if (scan_is(at, "/threads") && v->value >= 1 && v->value < 1e6)
		r->threads = (int)v->value;
	else if (scan_is(at, "/outcome"))
		b->outcome = scan_is(v->span, "complete") ? READER_COMPLETE :
		    READER_FAILED;
	else if (scan_is(at, "/why")) {
		scan_copy(why, sizeof(why), v->span);
		found_note(b->found, "%s", why);
	}
	for (i = 0; i < nitems(benchload_facts); i++)
		if (scan_is(at, benchload_facts[i].path))
			found_fact(b->found, benchload_facts[i].key, "",
			    v->span);
}

/* A value of the JSON. */
static void
benchload_value(void *arg, const char *path, enum walk_kind kind,
    const struct scan_value *value)
{
	struct benchload	*b;
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 at;

	(void)kind;
	b = arg;
	at.text = path;
	at.len = strlen(path);
	if (scan_is(at, "/schema"))
		b->known = scan_begins(value->span, "benchload/");
	else if (!b->known)
		return;
	else if (scan_form(at, "/metrics/%n/%*", v))
		benchload_value_metric(b, v[1].span, value);
	else if (scan_form(at, "/options/%*", v))
		benchload_value_option(b, v[0].span, value->span);
	else
		benchload_value_run(b, at, value);
}

/* Read the JSON; false when it is not there. */
static bool
benchload_read_json(struct clean_text *text, struct found *f)
{
	struct benchload	 b;
	struct scan_span	 rest;
	bool			 whole;

	memset(&b, 0, sizeof(b));
	b.found = f;
	b.outcome = READER_NO_RESULT;
	rest.text = text->bytes;
	rest.len = text->len;
	if (!walk_find(&rest) || !scan_begins(rest, "{\"schema\": \"benchload"))
		return (false);
	whole = walk_json(&rest, benchload_value, &b) == WALK_WHOLE;
	strlcpy(f->result->tool, "benchload", sizeof(f->result->tool));
	f->result->outcome = whole ? b.outcome : READER_TRUNCATED;
	return (b.known);
}

/* "benchload 1.0 (cpu work 1, gcc 12.2.0, amd64 LP64)". */
static void
benchload_take_banner(struct found *f, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_value	 c[SCAN_VALUES_MAX];

	if (!scan_form(line, "benchload %w (%w work %n, %*", v) ||
	    !scan_form(v[3].span, "%w %w %w %w%$", c))
		return;
	c[1].span.len -= c[1].span.text[c[1].span.len - 1] == ',';
	c[3].span.len -= c[3].span.text[c[3].span.len - 1] == ')';
	scan_copy(f->result->test, sizeof(f->result->test), v[1].span);
	found_option(f, "work", v[2].span);
	found_fact(f, "compiler", "", c[0].span);
	found_fact(f, "compiler_version", "", c[1].span);
	found_fact(f, "arch", "", c[2].span);
	found_fact(f, "abi", "", c[3].span);
}

/*
 * Read benchload's report.  Its stream test has STREAM's table and no
 * fairness, so the sum of latencies is its last line.
 */
bool
benchload_read(struct clean_text *text, struct found *f)
{
	struct scan_span	 line;
	struct scan_value	 v[SCAN_VALUES_MAX];
	bool			 cut;

	if (benchload_read_json(text, f))
		return (true);
	clean_rewind(text);
	if (!sysbench_read_as(text, f, "benchload"))
		return (false);
	if (strcmp(f->result->tool, "benchload") != 0 ||
	    f->result->version[0] == '\0')
		return (false);
	clean_rewind(text);
	for (cut = false; clean_line(text, &line); cut |= text->cut) {
		benchload_take_banner(f, line);
		if (scan_form(line, "Built with flags: %*", v))
			found_fact(f, "flags", "", v[0].span);
		else if (!text->cut)
			stream_take_row(f, line);
	}
	if (strcmp(f->result->test, "stream") == 0 && !cut &&
	    f->result->outcome == READER_TRUNCATED &&
	    found_has(f, f->base, "triad_rate") &&
	    found_has(f, f->base, "latency_sum"))
		f->result->outcome = READER_COMPLETE;
	return (true);
}
