/*
 * unixbench: the BYTE UNIX Benchmarks, 4 to 6.
 *
 * The usual run makes two whole reports with the same names, one copy of
 * the tests and then one for each CPU: two results.  Results come first,
 * then the same results with their index; a result is stored once.
 */
#include <stdio.h>
#include <string.h>

#include "proto/readers/readers.h"

#define UNIXBENCH_BLANKS	2	/* at least, between name and figure */

/* The tool's units, as they are. */
static const struct {
	const char	*printed;
	const char	*unit;
} unixbench_units[] = {
	{ "lps", "lps" },	{ "lpm", "lpm" },	{ "MWIPS", "MWIPS" },
	{ "KBps", "kB/s" },	{ "MFLOPS", "MFLOPS" },	{ "Ops/s", "1/s" },
};

/* How far the reading is. */
struct unixbench {
	struct found	*found;
	int		 reports;
	int		 copies;	/* of the first report */
	bool		 indexes;	/* below "Index Values" */
	bool		 ended;
	bool		 lacks;
};

/* Begin a report: "4 CPUs in system; running 1 parallel copy of tests". */
static void
unixbench_begin(struct unixbench *u, int copies)
{
	char	 prefix[32];

	u->lacks |= u->reports > 0 && !u->ended;
	u->ended = u->indexes = false;
	if (u->reports++ == 0) {
		u->copies = u->found->result->threads = copies;
		return;
	}
	if (u->reports == 2) {
		snprintf(prefix, sizeof(prefix), "copies%d/", u->copies);
		found_rename(u->found, 0, prefix);
		u->found->result->threads = 0;
	}
	found_part(u->found, "copies%d/", copies);
}

/* Split "Name of the test      12.3 ..." where two blanks come first. */
static bool
unixbench_split(struct scan_span line, struct scan_span *name,
    struct scan_span *rest)
{
	if (!scan_find(line, "  ", rest)) {
		/* A name that fills its column leaves one blank. */
		for (*rest = line; rest->len > 1; rest->text++, rest->len--)
			if (rest->text[0] == ' ' && rest->text[1] >= '0' &&
			    rest->text[1] <= '9' &&
			    scan_find(*rest, ".", name))
				break;
	}
	name->text = line.text;
	name->len = (size_t)(rest->text - line.text);
	return (name->len > 0 && rest->len > 1);
}

/* A result: name, figure, unit, "(10.0 s, 7 samples)". */
static bool
unixbench_take_result(struct unixbench *u, struct scan_span line)
{
	struct scan_span	 name, rest;
	struct scan_value	 v[SCAN_VALUES_MAX];
	char			 text[READER_NAME_BYTES];
	size_t			 i;

	if (!unixbench_split(line, &name, &rest) ||
	    !scan_form(rest, " %n %w (%n s, %n samples)%$", v))
		return (false);
	scan_copy(text, sizeof(text), name);
	for (i = 0; i < nitems(unixbench_units); i++)
		if (scan_is(v[1].span, unixbench_units[i].printed)) {
			found_metric(u->found, text, unixbench_units[i].unit,
			    READER_HIGHER, &v[0]);
			return (true);
		}
	scan_copy(text, sizeof(text), v[1].span);
	found_note(u->found, "unknown unit '%s'", text);
	return (true);
}

/* An index: name, baseline, result, index. */
static bool
unixbench_take_index(struct unixbench *u, struct scan_span line)
{
	struct scan_span	 name, rest;
	struct scan_value	 v[SCAN_VALUES_MAX];
	char			 text[READER_NAME_BYTES];

	if (!u->indexes || !unixbench_split(line, &name, &rest) ||
	    !scan_form(rest, " %n %n %n%$", v))
		return (false);
	scan_copy(text, sizeof(text) - strlen("/index"), name);
	strlcat(text, "/index", sizeof(text));
	found_metric(u->found, text, "index", READER_HIGHER, &v[2]);
	return (true);
}

/* A total, whole or of some of the tests. */
static bool
unixbench_take_score(struct unixbench *u, struct scan_span line)
{
	static const struct found_kind	 score = { "index_score", "index",
	    READER_HIGHER };
	static const struct found_kind	 partial = { "index_score_partial",
	    "index", READER_HIGHER };
	struct scan_value		 v[SCAN_VALUES_MAX];

	if (scan_form(line, "System Benchmarks Index Score (Partial Only) %n%$",
	    v))
		found_kind(u->found, &partial, &v[0]);
	else if (scan_form(line, "System Benchmarks Index Score %n%$", v))
		found_kind(u->found, &score, &v[0]);
	else
		return (false);
	u->ended = true;
	return (true);
}

/* Read UnixBench's reports. */
bool
unixbench_read(struct clean_text *text, struct found *f)
{
	struct scan_span	 line;
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct unixbench	 u;
	bool			 known;

	memset(&u, 0, sizeof(u));
	u.found = f;
	known = false;
	while (clean_line(text, &line)) {
		if (scan_form(line, " BYTE UNIX Benchmarks (Version %w", v)) {
			known = true;
			v[0].span.len -= v[0].span.text[v[0].span.len - 1] ==
			    ')';
			scan_copy(f->result->version,
			    sizeof(f->result->version), v[0].span);
		} else if (scan_form(line, "%n CPU%w in system; running %n "
		    "parallel cop", v) && v[2].value >= 1 && v[2].value < 1e6)
			unixbench_begin(&u, (int)v[2].value);
		else if (scan_begins(line, "System Benchmarks Index Values") ||
		    scan_begins(line, "System Benchmarks Partial Index"))
			u.indexes = true;
		else if (!text->cut && u.reports > 0 &&
		    !unixbench_take_score(&u, line) &&
		    !unixbench_take_result(&u, line))
			unixbench_take_index(&u, line);
	}
	if (!known && u.reports == 0)
		return (false);
	strlcpy(f->result->tool, "unixbench", sizeof(f->result->tool));
	f->result->outcome = u.ended && !u.lacks ? READER_COMPLETE :
	    READER_TRUNCATED;
	return (true);
}
