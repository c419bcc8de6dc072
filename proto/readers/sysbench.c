/*
 * sysbench: its report, from 0.4.5 to 1.1, by layout.
 *
 * Two builds of one version print different layouts, so the version is read
 * for the identity and never asked.  Each line is matched from its first
 * word on by a table of forms, and only in the section it belongs to: a log
 * that a make(1) writes into as well stays readable.  Interval lines,
 * histograms and the warm-up are never results.  benchload prints the same
 * report under its own name.
 */
#include <stdio.h>
#include <string.h>

#include "proto/readers/readers.h"
#include "proto/readers/sysbench_layout.h"

/* How far the reading is. */
struct sysbench {
	struct found		*found;
	const char		*tool;
	enum sysbench_section	 section;
	size_t			 run_first;	/* first metric of this run */
	char			 run[16];	/* its prefix */
	int			 runs;
	int			 checkpoints;	/* in this run */
	int			 intervals;
	bool			 stated;	/* "Running the test with" */
	bool			 started;	/* "Threads started!" */
	bool			 ended;		/* the report's last line */
	bool			 failed;
	bool			 empty;		/* no events */
	bool			 bare;		/* latencies have no unit */
	bool			 final;		/* its last checkpoint passed */
	struct reader_result	 first;		/* of the first run: identity */
};

/*
 * Is it a figure that was measured?  0.4 prints 2^64 ns as the minimum of
 * nothing, and the percentile's table end (10000 s) for too few events.
 */
static bool
sysbench_is_sentinel(const char *name, const char *unit, double value)
{
	double	 seconds;

	if (strncmp(name, "latency_", 8) != 0)
		return (false);
	seconds = strcmp(unit, "ms") == 0 ? value / 1000 : value;
	if (seconds >= 18446744073.0)
		return (true);
	return (strncmp(name, "latency_p", 9) == 0 && seconds == 10000);
}

/* Store one value under its true unit. */
static void
sysbench_store(struct sysbench *sb, const struct found_kind *kind,
    const struct scan_value *v)
{
	char		 printed[32];
	const char	*unit;

	unit = kind->unit != NULL ? kind->unit :
	    sysbench_layout_unit(v[1].span);
	if (unit == NULL)
		return;
	if (sysbench_is_sentinel(kind->name, unit, v->value)) {
		scan_copy(printed, sizeof(printed), v->span);
		found_note(sb->found, "%s%s left out: %s %s was not measured",
		    sb->found->prefix, kind->name, printed, unit);
		return;
	}
	found_metric(sb->found, kind->name, unit, kind->better, v);
}

/* A percentile: "approx.  95 percentile: 0.05ms", "99th percentile: 0.1". */
static bool
sysbench_take_percentile(struct sysbench *sb, struct scan_span line)
{
	struct found_kind	 kind = { NULL, NULL, READER_LOWER };
	struct scan_value	 v[SCAN_VALUES_MAX];
	char			 name[32];

	if (sb->section != SYSBENCH_LATENCY)
		return (false);
	if (!scan_form(line, " approx. %n percentile: %n%u%$", v)) {
		if (!scan_form(line, " %n%u percentile: %n%u%$", v))
			return (false);
		v[1] = v[2];
		v[2] = v[3];
	}
	strlcpy(name, "latency_p", sizeof(name));
	scan_copy(name + strlen(name), sizeof(name) - strlen(name), v[0].span);
	kind.name = name;
	sysbench_store(sb, &kind, &v[1]);
	return (true);
}

/* A line of the report, by the table. */
static bool
sysbench_take_row(struct sysbench *sb, struct scan_span line)
{
	const struct sysbench_row	*row;
	struct scan_value		 v[SCAN_VALUES_MAX];
	int				 k;

	row = sysbench_layout_row(sb->section, line, v);
	if (row == NULL)
		return (sysbench_take_percentile(sb, line));
	for (k = 0; k < row->nvalues; k++)
		if (row->kinds[k].name != NULL)
			sysbench_store(sb, &row->kinds[k], &v[k]);
	if (strcmp(row->kinds[0].name, "total_events") == 0)
		sb->empty = v[0].value == 0;
	sb->ended |= strcmp(row->kinds[0].name, "fairness_time_avg") == 0 ||
	    strcmp(row->kinds[0].name, "prepare_bytes") == 0;
	return (true);
}

/* End a part of the report: figures of nothing are no figures. */
static void
sysbench_end_part(struct sysbench *sb)
{
	struct found	*f;

	f = sb->found;
	if (sb->empty) {
		found_drop(f, f->base, "latency_");
		found_drop(f, f->base, "fairness_");
		found_drop(f, f->base, "event_execution_time");
		found_note(f, "%sno events: its times mean nothing", f->prefix);
	}
	if (found_has(f, f->base, "latency_sum") &&
	    found_has(f, f->base, "file_fsyncs_per_sec") &&
	    !found_has(f, f->base, "total_events"))
		sb->ended = true;	/* 1.1's fileio prints no more */
	sb->section = SYSBENCH_OTHER;
}

/* What became of the run that ends here. */
static enum reader_outcome
sysbench_outcome(const struct sysbench *sb)
{
	if (sb->failed)
		return (READER_FAILED);
	if (sb->found->result->nmetrics == sb->run_first)
		return (sb->started ? READER_TRUNCATED : READER_NO_RESULT);
	if (!sb->ended || (sb->checkpoints > 0 && !sb->final))
		return (READER_TRUNCATED);
	return (sb->empty ? READER_NO_RESULT : READER_COMPLETE);
}

/* Keep of the identity what all runs of the text have in common. */
static void
sysbench_share(struct sysbench *sb)
{
	struct reader_result	*a, *b;

	a = &sb->first;
	b = sb->found->result;
	if (strcmp(a->version, b->version) != 0)
		b->version[0] = '\0';
	if (strcmp(a->test, b->test) != 0)
		b->test[0] = '\0';
	if (strcmp(a->options, b->options) != 0)
		b->options[0] = '\0';
	if (a->threads != b->threads)
		b->threads = 0;
	sb->first = *b;
	found_note(sb->found, "several runs in one output");
}

/* End a run; the worst outcome of all runs is the text's. */
static void
sysbench_end_run(struct sysbench *sb)
{
	enum reader_outcome	 outcome;
	struct reader_result	*r;

	if (sb->runs == 0)
		return;
	sysbench_end_part(sb);
	outcome = sysbench_outcome(sb);
	r = sb->found->result;
	if (sb->runs == 1)
		sb->first = *r;
	else
		sysbench_share(sb);
	if (sb->runs == 1 || outcome == READER_FAILED ||
	    r->outcome == READER_COMPLETE)
		r->outcome = outcome;
	if (outcome != READER_COMPLETE && sb->runs > 1)
		found_note(sb->found, "run%d is %s", sb->runs,
		    reader_outcome_name(outcome));
}

/* Begin a run. */
static void
sysbench_begin_run(struct sysbench *sb)
{
	struct reader_result	*r;

	sysbench_end_run(sb);
	r = sb->found->result;
	if (sb->runs == 1)
		found_rename(sb->found, 0, "run1/");
	if (++sb->runs > 1)
		snprintf(sb->run, sizeof(sb->run), "run%d/", sb->runs);
	found_part(sb->found, "%s", sb->run);
	strlcpy(r->tool, sb->tool, sizeof(r->tool));
	r->version[0] = r->test[0] = r->options[0] = '\0';
	r->threads = 0;
	sb->run_first = r->nmetrics;
	sb->checkpoints = 0;
	sb->stated = sb->started = sb->ended = sb->failed = sb->empty = false;
	sb->final = false;
}

/* "sysbench v0.4.8:  multi-threaded ...", "sysbench 1.0.20 (using ...)". */
static bool
sysbench_take_banner(struct sysbench *sb, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 version;
	char			 form[64];
	bool			 alone;

	if (!scan_begins(line, sb->tool))
		return (false);
	snprintf(form, sizeof(form), "%s %%w multi-threaded system", sb->tool);
	if (!scan_form(line, form, v)) {
		snprintf(form, sizeof(form), "%s %%w (", sb->tool);
		if (!scan_form(line, form, v)) {
			snprintf(form, sizeof(form), "%s %%w%%$", sb->tool);
			if (!scan_form(line, form, v))
				return (false);
		}
	}
	alone = strstr(form, "%$") != NULL;
	version = v[0].span;
	if (version.len > 1 && version.text[0] == 'v') {
		version.text++;
		version.len--;
	}
	if (version.text[0] < '0' || version.text[0] > '9')
		return (false);
	if (version.text[version.len - 1] == ':')
		version.len--;
	if (!alone || sb->runs == 0)
		sysbench_begin_run(sb);
	scan_copy(sb->found->result->version,
	    sizeof(sb->found->result->version), version);
	return (true);
}

/* Lines of which the run is made: "[ 2s ] Checkpoint report:" and others. */
static bool
sysbench_take_course(struct sysbench *sb, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];

	if (scan_begins(line, "Running the test with following options:")) {
		if (sb->runs == 0 || sb->stated)
			sysbench_begin_run(sb);
		sb->stated = true;
		return (true);
	}
	if (scan_form(line, "Number of threads: %n%$", v)) {
		if (v[0].value >= 1 && v[0].value < 1e6)
			sb->found->result->threads = (int)v[0].value;
		return (true);
	}
	if (scan_form(line, "[ %ns ] Checkpoint report:", v)) {
		sysbench_end_part(sb);
		sb->ended = sb->empty = false;
		found_part(sb->found, "%scheckpoint%d/", sb->run,
		    ++sb->checkpoints);
		return (true);
	}
	if (scan_form(line, "[ %ns ] ", v)) {
		sb->intervals++;
		return (true);
	}
	if (scan_begins(line, "Threads started!"))
		return (sb->started = true);
	if (sysbench_layout_is_failure(line))
		return (sb->failed = true);
	return (false);
}

/* Lines that say what was asked for. */
static void
sysbench_take_identity(struct sysbench *sb, struct scan_span line)
{
	struct reader_result	*r;
	const char		*test;

	r = sb->found->result;
	test = r->test[0] == '\0' ? sysbench_layout_test(line) : NULL;
	if (test != NULL)
		strlcpy(r->test, test, sizeof(r->test));
	sysbench_layout_option(line, sb->found);
}

/* A section's first line; a report without its head begins a run. */
static bool
sysbench_take_section(struct sysbench *sb, struct scan_span line)
{
	enum sysbench_section	 section;

	if (!sysbench_layout_section(line, &section))
		return (false);
	if (sb->runs == 0)
		sysbench_begin_run(sb);
	if (sb->checkpoints > 0 && sb->ended) {
		sysbench_end_part(sb);
		sb->ended = sb->empty = false;
		sb->final = true;
		found_part(sb->found, "%sfinal/", sb->run);
	}
	sb->section = section;
	sb->bare = scan_begins(line, "Latency (ms)");
	sysbench_take_identity(sb, line);
	return (true);
}

/*
 * May the last line, which has no newline, be believed?  Its number may be
 * the head of a longer one unless its form shows its end.
 */
static bool
sysbench_is_whole(const struct sysbench *sb, struct scan_span line)
{
	char	 last;

	if (line.len < 3)
		return (false);
	last = line.text[line.len - 1];
	if (last == '.')	/* "12.", or "... (452.67 MiB/sec)." */
		return (line.text[line.len - 2] == ')');
	if (last < '0' || last > '9')
		return (true);
	return (((sb->section == SYSBENCH_LATENCY && sb->bare) ||
	    sb->section == SYSBENCH_FAIRNESS) &&
	    line.text[line.len - 3] == '.');
}

/* Read a report under this tool's name; see readers.h. */
bool
sysbench_read_as(struct clean_text *text, struct found *f, const char *tool)
{
	struct scan_span	 line;
	struct sysbench		 sb;

	memset(&sb, 0, sizeof(sb));
	sb.found = f;
	sb.tool = tool;
	sb.section = SYSBENCH_OTHER;
	while (clean_line(text, &line)) {
		if (sysbench_take_banner(&sb, line) ||
		    sysbench_take_section(&sb, line) ||
		    sysbench_take_course(&sb, line) || sb.runs == 0)
			continue;
		if (text->cut && !sysbench_is_whole(&sb, line))
			continue;
		if (!sysbench_take_row(&sb, line))
			sysbench_take_identity(&sb, line);
	}
	sysbench_end_run(&sb);
	if (sb.intervals > 0)
		found_note(f, "interval lines, not results: %d", sb.intervals);
	return (sb.runs > 0);
}

/* Read sysbench's report. */
bool
sysbench_read(struct clean_text *text, struct found *f)
{
	return (sysbench_read_as(text, f, "sysbench"));
}
