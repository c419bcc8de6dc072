/*
 * time: what time(1) and the shells' own time print, in all their dialects.
 *
 * Value before label or after it, on one line or three, with a decimal
 * comma, minutes beyond sixty, clocks: all become seconds.  One command is
 * one part; zsh times each job of a pipeline, and others may stand below
 * each other in one log.  Knows nothing of what was timed.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "proto/readers/readers.h"

#define TIME_LEAST	5		/* bytes of a line: "sys 1" */

#define LOWER(name, unit)	{ name, unit, READER_LOWER }
#define NONE(name, unit)	{ name, unit, READER_NONE }
#define SKIP			{ NULL, NULL, READER_NONE }
#define REAL			LOWER("real", "s")
#define USER			LOWER("user", "s")
#define SYS			LOWER("sys", "s")
#define PERCENT			NONE("cpu_percent", "%")

/* What a line does to the part it belongs to. */
enum time_role {
	TIME_WHOLE,		/* is a part by itself, ended */
	TIME_HALF,		/* the same, but one more line is usual */
	TIME_REST,		/* which is this */
	TIME_OPEN,		/* begins a part that more lines end */
	TIME_MORE,		/* belongs to a part that is begun */
	TIME_END		/* the same, and ends it */
};

struct time_row {
	enum time_role		 role;
	const char		*form;
	struct found_kind	 kinds[8];	/* one for each value */
};

static const struct time_row	 time_rows[] = {
	/* FreeBSD, plain and -h; bash's TIMEFORMAT as people set it; mksh */
	{ TIME_WHOLE, " %d real %d user %d sys %n%%%$",
	    { REAL, USER, SYS, PERCENT } },
	{ TIME_WHOLE, " %d real %d user %d sys%$", { REAL, USER, SYS } },
	{ TIME_WHOLE, " %d real %d user %d system%$", { REAL, USER, SYS } },
	{ TIME_WHOLE, "real %d user %d sys %d%$", { REAL, USER, SYS } },
	/* bash, ksh93, busybox, and -p of everyone */
	{ TIME_OPEN, "real %d%$", { REAL } },
	{ TIME_MORE, "user %d%$", { USER } },
	{ TIME_END, "sys %d%$", { SYS } },
	/* zsh's TIMEFMT as people set it */
	{ TIME_OPEN, " %d real%$", { REAL } },
	{ TIME_MORE, " %d user%$", { USER } },
	{ TIME_END, " %d sys%$", { SYS } },
	{ TIME_END, " %d system%$", { SYS } },
	/* GNU, plain */
	{ TIME_HALF, "%cuser %csystem %delapsed %n%%CPU (%navgtext+%navgdata"
	    " %nmaxresident)k%$", { USER, SYS, REAL, PERCENT, SKIP, SKIP,
	    LOWER("max_rss", "KiB") } },
	{ TIME_HALF, "%cuser %csystem %delapsed ?%%CPU (%navgtext+%navgdata"
	    " %nmaxresident)k%$", { USER, SYS, REAL, SKIP, SKIP,
	    LOWER("max_rss", "KiB") } },
	{ TIME_REST, "%ninputs+%noutputs (%nmajor+%nminor)pagefaults"
	    " %nswaps%$", { NONE("inputs", "count"), NONE("outputs", "count"),
	    LOWER("major_faults", "count"), LOWER("minor_faults", "count"),
	    LOWER("swaps", "count") } },
	/* GNU -v, busybox -v */
	{ TIME_OPEN, " Command being timed: %*", { SKIP } },
	{ TIME_MORE, " User time (seconds): %c%$", { USER } },
	{ TIME_MORE, " System time (seconds): %c%$", { SYS } },
	{ TIME_MORE, " Percent of CPU this job got: %n%%%$", { PERCENT } },
	{ TIME_MORE, " Elapsed (wall clock) time (h:mm:ss or m:ss): %d%$",
	    { REAL } },
	{ TIME_MORE, " Maximum resident set size (kbytes): %n%$",
	    { LOWER("max_rss", "KiB") } },
	{ TIME_MORE, " Major (requiring I/O) page faults: %n%$",
	    { LOWER("major_faults", "count") } },
	{ TIME_MORE, " Minor (reclaiming a frame) page faults: %n%$",
	    { LOWER("minor_faults", "count") } },
	{ TIME_MORE, " Voluntary context switches: %n%$",
	    { NONE("voluntary_switches", "count") } },
	{ TIME_MORE, " Involuntary context switches: %n%$",
	    { NONE("involuntary_switches", "count") } },
	{ TIME_MORE, " Swaps: %n%$", { LOWER("swaps", "count") } },
	{ TIME_MORE, " File system inputs: %n%$",
	    { NONE("inputs", "count") } },
	{ TIME_MORE, " File system outputs: %n%$",
	    { NONE("outputs", "count") } },
	{ TIME_MORE, " Socket messages sent: %n%$",
	    { NONE("messages_sent", "count") } },
	{ TIME_MORE, " Socket messages received: %n%$",
	    { NONE("messages_received", "count") } },
	{ TIME_MORE, " Signals delivered: %n%$",
	    { NONE("signals", "count") } },
	{ TIME_MORE, " Page size (bytes): %n%$", { NONE("page_size", "B") } },
	{ TIME_END, " Exit status: %n%$", { NONE("exit_status", "") } },
	/* FreeBSD -l, below its plain line */
	{ TIME_MORE, " %n maximum resident set size%$",
	    { LOWER("max_rss", "KiB") } },
	{ TIME_MORE, " %n average shared memory size%$",
	    { NONE("avg_shared", "KiB") } },
	{ TIME_MORE, " %n average unshared data size%$",
	    { NONE("avg_unshared_data", "KiB") } },
	{ TIME_MORE, " %n average unshared stack size%$",
	    { NONE("avg_unshared_stack", "KiB") } },
	{ TIME_MORE, " %n page reclaims%$",
	    { NONE("page_reclaims", "count") } },
	{ TIME_MORE, " %n page faults%$", { LOWER("page_faults", "count") } },
	{ TIME_MORE, " %n swaps%$", { LOWER("swaps", "count") } },
	{ TIME_MORE, " %n block input operations%$",
	    { NONE("block_input", "count") } },
	{ TIME_MORE, " %n block output operations%$",
	    { NONE("block_output", "count") } },
	{ TIME_MORE, " %n messages sent%$",
	    { NONE("messages_sent", "count") } },
	{ TIME_MORE, " %n messages received%$",
	    { NONE("messages_received", "count") } },
	{ TIME_MORE, " %n signals received%$",
	    { NONE("signals", "count") } },
	{ TIME_MORE, " %n voluntary context switches%$",
	    { NONE("voluntary_switches", "count") } },
	{ TIME_MORE, " %n involuntary context switches%$",
	    { NONE("involuntary_switches", "count") } },
};

/* fish words its units. */
static const struct {
	const char	*word;
	double		 seconds;
} time_units[] = {
	{ "micros", 1e-6 },	{ "millis", 1e-3 },	{ "secs", 1 },
	{ "mins", 60 },		{ "hours", 3600 },
};

/* How far the reading is. */
struct time {
	struct found	*found;
	int		 parts;
	bool		 open;		/* a part lacks lines yet */
	bool		 lacks;		/* a part was left so */
	bool		 half;		/* a part may have one line more */
	bool		 cut;		/* the line has no newline */
	bool		 failed;
	bool		 signalled;	/* GNU -v's status is then no status */
};

/* Begin a part; the first loses its plain names when a second comes. */
static void
time_begin(struct time *t, const char *what)
{
	char	 prefix[16];

	t->lacks |= t->open;
	t->open = false;
	if (t->parts == 1) {
		snprintf(prefix, sizeof(prefix), "%s1/", what);
		found_rename(t->found, 0, prefix);
	}
	if (++t->parts > 1)
		found_part(t->found, "%s%d/", what, t->parts);
}

/*
 * May the last line, which has no newline, be believed?  A number that
 * could go on may not: "0m1.4" lacks its s, "12" its decimals.
 */
static bool
time_is_whole(struct scan_span line)
{
	char	 before, last;

	scan_trim(&line);
	if (line.len < 3)
		return (false);
	last = line.text[line.len - 1];
	if (last < '0' || last > '9') {
		before = line.text[line.len - 2];
		return (strchr(".,:+-", last) == NULL &&
		    (strchr("dhm", last) == NULL || before < '0' ||
		    before > '9'));
	}
	if (memchr(line.text, 'm', line.len) != NULL)
		return (false);
	return (line.text[line.len - 3] == '.' ||
	    line.text[line.len - 3] == ',');
}

/* A line of the table. */
static bool
time_take_row(struct time *t, struct scan_span line)
{
	const struct time_row	*row;
	struct scan_value	 v[SCAN_VALUES_MAX];
	size_t			 i, k;

	for (i = 0; i < nitems(time_rows); i++) {
		row = &time_rows[i];
		if (((row->role == TIME_MORE || row->role == TIME_REST) &&
		    t->parts == 0) ||
		    (row->role == TIME_END && !t->open) ||
		    !scan_form(line, row->form, v))
			continue;
		if (row->role == TIME_WHOLE || row->role == TIME_HALF ||
		    row->role == TIME_OPEN)
			time_begin(t, "run");
		t->half = row->role == TIME_HALF;
		for (k = 0; k < nitems(row->kinds); k++)
			if (row->kinds[k].name != NULL && !(t->signalled &&
			    strcmp(row->kinds[k].name, "exit_status") == 0))
				found_kind(t->found, &row->kinds[k], &v[k]);
		if (row->role == TIME_OPEN)
			t->open = true;
		else if (row->role == TIME_END) {
			t->open = false;
			t->failed |= row->kinds[0].unit[0] == '\0' &&
			    v[0].value > 0;	/* an exit status */
		}
		return (true);
	}
	return (false);
}

/* FreeBSD's plain line behind output that had no newline of its own. */
static bool
time_take_glued(struct time *t, struct scan_span line)
{
	struct scan_span	 rest;
	struct scan_value	 v[SCAN_VALUES_MAX];

	if (!scan_find_last(line, " real ", &rest))
		return (false);
	while (rest.text > line.text && rest.text[-1] != ' ' &&
	    rest.text[-1] != '\t') {
		rest.text--;
		rest.len++;
	}
	if (!scan_form(rest, "%c real %c user %c sys%$", v))
		return (false);
	return (time_take_row(t, rest));
}

/* zsh: "make  0.28s user 0.03s system 29% cpu 1:01.07 total". */
static bool
time_take_zsh(struct time *t, struct scan_span line)
{
	static const struct found_kind	 kinds[] = { USER, SYS, PERCENT, REAL };
	struct scan_span		 rest;
	struct scan_value		 v[SCAN_VALUES_MAX];
	size_t				 i;

	if (!scan_find_last(line, "s user ", &rest))
		return (false);
	while (rest.text > line.text && rest.text[-1] != ' ' &&
	    rest.text[-1] != '\t') {
		rest.text--;
		rest.len++;
	}
	if (!scan_form(rest, "%cs user %cs system %n%% cpu %d total%$", v))
		return (false);
	time_begin(t, "job");
	for (i = 0; i < nitems(kinds); i++)
		found_kind(t->found, &kinds[i], &v[i]);
	return (true);
}

/*
 * csh and tcsh: "0.687u 0.003s 0:01.34 50.7%	5+138k 0+0io 0pf+0w".  Where
 * the system leaves all memory and faults zero it does not count them.
 */
static bool
time_take_csh(struct time *t, struct scan_span line)
{
	static const struct found_kind	 kinds[] = { USER, SYS, REAL, PERCENT };
	static const struct found_kind	 faults = LOWER("page_faults", "count");
	struct scan_span		 rest;
	struct scan_value		 v[SCAN_VALUES_MAX];
	size_t				 i;

	if (!scan_form(line, "%cu %cs %d %n%%%*", v) ||
	    memchr(v[2].span.text, ':', v[2].span.len) == NULL)
		return (false);
	rest = v[4].span;
	time_begin(t, "run");
	for (i = 0; i < nitems(kinds); i++)
		found_kind(t->found, &kinds[i], &v[i]);
	if (scan_form(rest, " %n+%nk %n+%nio %npf+%nw", v) &&
	    v[0].value + v[1].value + v[4].value > 0)
		found_kind(t->found, &faults, &v[4]);
	t->lacks |= t->cut && rest.len > 0 && rest.text[rest.len - 1] != 'w';
	return (true);
}

/* fish: "Executed in  157.77 mins ...", "   usr time ...", "   sys time". */
static bool
time_take_fish(struct time *t, struct scan_span line)
{
	static const struct {
		const char		*form;
		struct found_kind	 kind;
	} rows[] = {
		{ "Executed in %n %w", REAL },
		{ " usr time %n %w", USER },
		{ " sys time %n %w", SYS },
	};
	struct scan_value	 v[SCAN_VALUES_MAX];
	size_t			 i, k;

	for (i = 0; i < nitems(rows); i++)
		if (scan_form(line, rows[i].form, v))
			break;
	if (i == nitems(rows) || (i > 0 && !t->open))
		return (false);
	for (k = 0; k < nitems(time_units); k++)
		if (scan_is(v[1].span, time_units[k].word))
			break;
	if (k == nitems(time_units))
		return (false);
	if (i == 0)
		time_begin(t, "run");
	v[0].value *= time_units[k].seconds;
	v[0].resolution *= time_units[k].seconds;
	found_kind(t->found, &rows[i].kind, &v[0]);
	t->open = i < nitems(rows) - 1;
	return (true);
}

/* Does a make(1), BSD's or GNU's, say here that it gave up? */
bool
time_is_make_failure(struct scan_span line)
{
	struct scan_span	 rest;

	if (scan_find(line, "(ignored)", &rest))
		return (false);
	if (scan_begins(line, "*** Error code ") ||
	    scan_begins(line, "*** Signal "))
		return (true);
	if (scan_begins(line, "*** ["))
		return (scan_find(line, "] Error ", &rest) ||
		    scan_find(line, "] Signal ", &rest));
	return ((scan_begins(line, "make") || scan_begins(line, "gmake")) &&
	    scan_find(line, ": *** [", &rest));
}

/* What says that the command, or the make(1) that was timed, failed. */
static void
time_take_failure(struct time *t, struct scan_span line)
{
	if (scan_begins(line, "Command terminated by signal ") ||
	    scan_begins(line, "Command stopped by signal "))
		t->signalled = t->failed = true;
	else if (scan_begins(line, "Command exited with non-zero status ") ||
	    scan_begins(line, "time: command terminated abnormally") ||
	    scan_begins(line, "time: cannot run ") ||
	    time_is_make_failure(line))
		t->failed = true;
}

/*
 * GNU time -f '%e,%U,%S,%M', which scripts use: two decimals thrice and a
 * whole number, and nothing else that looks like it.
 */
static void
time_take_comma(struct time *t, struct scan_span line)
{
	static const struct found_kind	 kinds[] = { REAL, USER, SYS,
	    LOWER("max_rss", "KiB") };
	struct scan_value		 v[SCAN_VALUES_MAX];
	size_t				 i;

	if (!scan_form(line, "%n,%n,%n,%n%$", v))
		return;
	for (i = 0; i < 4; i++)
		if (fabs(v[i].resolution - (i < 3 ? 0.01 : 1)) > 1e-9)
			return;
	found_note(t->found, "read as time -f '%%e,%%U,%%S,%%M'");
	time_begin(t, "run");
	for (i = 0; i < 4; i++)
		found_kind(t->found, &kinds[i], &v[i]);
}

/* Read what time printed. */
bool
time_read(struct clean_text *text, struct found *f)
{
	struct scan_span	 line;
	struct time		 t;

	memset(&t, 0, sizeof(t));
	t.found = f;
	while (clean_line(text, &line)) {
		t.cut = text->cut;
		if (line.len < TIME_LEAST || (text->cut &&
		    !time_is_whole(line)))
			continue;
		if (!time_take_row(&t, line) && !time_take_glued(&t, line) &&
		    !time_take_zsh(&t, line) && !time_take_csh(&t, line) &&
		    !time_take_fish(&t, line))
			time_take_failure(&t, line);
	}
	t.lacks |= t.cut && t.half;
	if (t.parts == 0) {
		clean_rewind(text);
		while (clean_line(text, &line))
			time_take_comma(&t, line);
	}
	if (f->result->nmetrics == 0)
		return (false);
	strlcpy(f->result->tool, "time", sizeof(f->result->tool));
	f->result->outcome = t.failed ? READER_FAILED :
	    t.open || t.lacks ? READER_TRUNCATED : READER_COMPLETE;
	return (true);
}
