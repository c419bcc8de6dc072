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

enum sysbench_section {
	SYSBENCH_ANY,
	SYSBENCH_OTHER,
	SYSBENCH_LATENCY,
	SYSBENCH_FAIRNESS,
	SYSBENCH_QUERIES
};

/* Where in the report a line stands that is one of these, whole. */
static const struct {
	const char		*line;
	enum sysbench_section	 section;
} sysbench_sections[] = {
	{ "CPU speed:",			SYSBENCH_OTHER },
	{ "File operations:",		SYSBENCH_OTHER },
	{ "General statistics:",	SYSBENCH_OTHER },
	{ "Latency (ms):",		SYSBENCH_LATENCY },
	{ "OLTP test statistics:",	SYSBENCH_OTHER },
	{ "SQL statistics:",		SYSBENCH_OTHER },
	{ "Test execution summary:",	SYSBENCH_OTHER },
	{ "Threads fairness:",		SYSBENCH_FAIRNESS },
	{ "Throughput:",		SYSBENCH_OTHER },
	{ "per-request statistics:",	SYSBENCH_LATENCY },
	{ "queries performed:",		SYSBENCH_QUERIES },
	{ "response time:",		SYSBENCH_LATENCY },
};

/* "Mb" of 0.4 and 0.5 are bytes in powers of two, "MB" as well. */
static const struct {
	const char	*printed;
	const char	*unit;
} sysbench_units[] = {
	{ "s", "s" },		{ "ms", "ms" },		{ "", "ms" },
	{ "b", "B" },		{ "b/sec", "B/s" },
	{ "Kb", "KiB" },	{ "Kb/sec", "KiB/s" },
	{ "Mb", "MiB" },	{ "Mb/sec", "MiB/s" },
	{ "Gb", "GiB" },	{ "Gb/sec", "GiB/s" },
	{ "Tb", "TiB" },	{ "Tb/sec", "TiB/s" },
};

#define COUNT(name)	{ name, "count", READER_NONE }
#define BAD(name)	{ name, "count", READER_LOWER }
#define RATE(name)	{ name, "1/s", READER_HIGHER }
#define BADRATE(name)	{ name, "1/s", READER_LOWER }
#define MIB(name)	{ name, "MiB/s", READER_HIGHER }
#define SIZED(name, b)	{ name, NULL, b }	/* its unit comes after it */
#define SKIP		{ NULL, NULL, READER_NONE }

/* What each value of a form is; a list ends with the form's values. */
struct sysbench_row {
	enum sysbench_section	 section;
	const char		*form;
	int			 nvalues;
	struct found_kind	 kinds[8];
};

static const struct sysbench_row	 sysbench_rows[] = {
	{ SYSBENCH_ANY, " events per second: %n%$", 1,
	    { RATE("cpu_events_per_sec") } },
	{ SYSBENCH_ANY, " events/s (eps): %n%$", 1,
	    { RATE("events_per_sec") } },
	{ SYSBENCH_ANY, " total time: %ns%$", 1,
	    { { "total_time", "s", READER_LOWER } } },
	{ SYSBENCH_ANY, " time elapsed: %ns%$", 1,
	    { { "total_time", "s", READER_LOWER } } },
	{ SYSBENCH_ANY, " total number of events: %n%$", 1,
	    { COUNT("total_events") } },
	{ SYSBENCH_ANY, " total time taken by event execution: %n%u%$", 1,
	    { { "event_execution_time", "s", READER_LOWER } } },
	{ SYSBENCH_LATENCY, " min: %n%u%$", 1,
	    { SIZED("latency_min", READER_LOWER) } },
	{ SYSBENCH_LATENCY, " avg: %n%u%$", 1,
	    { SIZED("latency_avg", READER_LOWER) } },
	{ SYSBENCH_LATENCY, " max: %n%u%$", 1,
	    { SIZED("latency_max", READER_LOWER) } },
	{ SYSBENCH_LATENCY, " sum: %n%u%$", 1,
	    { SIZED("latency_sum", READER_LOWER) } },
	{ SYSBENCH_FAIRNESS, " events (avg/stddev): %n/%n%$", 2,
	    { COUNT("fairness_events_avg"), COUNT("fairness_events_stddev") } },
	{ SYSBENCH_FAIRNESS, " execution time (avg/stddev): %n/%n%$", 2,
	    { { "fairness_time_avg", "s", READER_NONE },
	    { "fairness_time_stddev", "s", READER_NONE } } },
	{ SYSBENCH_ANY, "Operations performed: %n ( %n ops/sec)%$", 2,
	    { COUNT("mem_operations"), RATE("mem_operations_per_sec") } },
	{ SYSBENCH_ANY, "Total operations: %n ( %n per second)%$", 2,
	    { COUNT("mem_operations"), RATE("mem_operations_per_sec") } },
	{ SYSBENCH_ANY, "%n MB transferred ( %n MB/sec)%$", 2,
	    { { "mem_transferred", "MiB", READER_NONE }, MIB("mem_rate") } },
	{ SYSBENCH_ANY, "%n MiB transferred ( %n MiB/sec)%$", 2,
	    { { "mem_transferred", "MiB", READER_NONE }, MIB("mem_rate") } },
	{ SYSBENCH_ANY, "Operations performed: %n Read, %n Write, %n Other"
	    " = %n Total%$", 4, { COUNT("file_reads"), COUNT("file_writes"),
	    COUNT("file_other_ops"), COUNT("file_total_ops") } },
	{ SYSBENCH_ANY, "Operations performed: %n reads, %n writes, %n Other"
	    " = %n Total%$", 4, { COUNT("file_reads"), COUNT("file_writes"),
	    COUNT("file_other_ops"), COUNT("file_total_ops") } },
	{ SYSBENCH_ANY, "Read %n%u Written %n%u Total transferred %n%u"
	    " ( %n%u)%$", 7, { SIZED("file_read_amount", READER_NONE), SKIP,
	    SIZED("file_written_amount", READER_NONE), SKIP,
	    SIZED("file_total_amount", READER_NONE), SKIP,
	    SIZED("file_rate", READER_HIGHER) } },
	{ SYSBENCH_ANY, " %n Requests/sec executed%$", 1,
	    { RATE("file_requests_per_sec") } },
	{ SYSBENCH_ANY, " reads/s: %n%$", 1, { RATE("file_reads_per_sec") } },
	{ SYSBENCH_ANY, " writes/s: %n%$", 1, { RATE("file_writes_per_sec") } },
	{ SYSBENCH_ANY, " fsyncs/s: %n%$", 1, { RATE("file_fsyncs_per_sec") } },
	{ SYSBENCH_ANY, " read, MiB/s: %n%$", 1, { MIB("file_read_rate") } },
	{ SYSBENCH_ANY, " written, MiB/s: %n%$", 1,
	    { MIB("file_write_rate") } },
	{ SYSBENCH_ANY, " read: IOPS=%n %n MiB/s (%n MB/s)%$", 2,
	    { RATE("file_reads_per_sec"), MIB("file_read_rate") } },
	{ SYSBENCH_ANY, " write: IOPS=%n %n MiB/s (%n MB/s)%$", 2,
	    { RATE("file_writes_per_sec"), MIB("file_write_rate") } },
	{ SYSBENCH_ANY, " fsync: IOPS=%n%$", 1,
	    { RATE("file_fsyncs_per_sec") } },
	{ SYSBENCH_ANY, "%n bytes written in %n seconds (%n MB/sec).%$", 3,
	    { { "prepare_bytes", "B", READER_NONE },
	    { "prepare_time", "s", READER_LOWER }, MIB("prepare_rate") } },
	{ SYSBENCH_ANY, "%n bytes written in %n seconds (%n MiB/sec).%$", 3,
	    { { "prepare_bytes", "B", READER_NONE },
	    { "prepare_time", "s", READER_LOWER }, MIB("prepare_rate") } },
	{ SYSBENCH_QUERIES, " read: %n%$", 1, { COUNT("queries_read") } },
	{ SYSBENCH_QUERIES, " write: %n%$", 1, { COUNT("queries_write") } },
	{ SYSBENCH_QUERIES, " other: %n%$", 1, { COUNT("queries_other") } },
	{ SYSBENCH_QUERIES, " total: %n%$", 1, { COUNT("queries_total") } },
	{ SYSBENCH_QUERIES, " transactions: %n (%n per sec.)%$", 2,
	    { COUNT("transactions"), RATE("transactions_per_sec") } },
	{ SYSBENCH_QUERIES, " deadlocks: %n (%n per sec.)%$", 2,
	    { BAD("deadlocks"), BADRATE("deadlocks_per_sec") } },
	{ SYSBENCH_QUERIES, " read/write requests: %n (%n per sec.)%$", 2,
	    { COUNT("rw_requests"), RATE("rw_requests_per_sec") } },
	{ SYSBENCH_QUERIES, " other operations: %n (%n per sec.)%$", 2,
	    { COUNT("other_operations"), RATE("other_operations_per_sec") } },
	{ SYSBENCH_QUERIES, " queries: %n (%n per sec.)%$", 2,
	    { COUNT("queries"), RATE("queries_per_sec") } },
	{ SYSBENCH_QUERIES, " ignored errors: %n (%n per sec.)%$", 2,
	    { BAD("ignored_errors"), BADRATE("ignored_errors_per_sec") } },
	{ SYSBENCH_QUERIES, " reconnects: %n (%n per sec.)%$", 2,
	    { BAD("reconnects"), BADRATE("reconnects_per_sec") } },
};

/* Lines by which a report tells which test it is of. */
static const struct {
	const char	*begin;
	const char	*test;
} sysbench_tests[] = {
	{ "Doing CPU performance benchmark",		"cpu" },
	{ "Prime numbers limit:",			"cpu" },
	{ "Primer numbers limit:",			"cpu" },
	{ "Doing memory operations speed test",		"memory" },
	{ "Running memory speed test",			"memory" },
	{ "Operations performed: ",			"memory" },
	{ "Doing thread subsystem performance test",	"threads" },
	{ "Doing mutex performance test",		"mutex" },
	{ "Extra file open flags:",			"fileio" },
	{ "Doing OLTP test",				"oltp" },
	{ "OLTP test statistics:",			"oltp" },
	{ "SQL statistics:",				"oltp" },
};

/* Lines that state options of the workload, under sysbench's own names. */
static const struct {
	const char	*form;
	const char	*keys[2];
} sysbench_options[] = {
	{ "Maximum prime number checked in CPU test: %w%$",
	    { "cpu-max-prime" } },
	{ "Prime numbers limit: %w%$",		{ "cpu-max-prime" } },
	{ "Primer numbers limit: %w%$",		{ "cpu-max-prime" } },
	{ "Memory block size: %w%$",		{ "memory-block-size" } },
	{ "Memory transfer size: %w%$",		{ "memory-total-size" } },
	{ "Memory operations type: %w%$",	{ "memory-oper" } },
	{ "Memory scope type: %w%$",		{ "memory-scope" } },
	{ " block size: %w%$",			{ "memory-block-size" } },
	{ " total size: %w%$",			{ "memory-total-size" } },
	{ " operation: %w%$",			{ "memory-oper" } },
	{ " scope: %w%$",			{ "memory-scope" } },
	{ "Thread yields per test: %w Locks used: %w%$",
	    { "thread-yields", "thread-locks" } },
	{ "Block size %w%$",			{ "file-block-size" } },
	{ "%w total file size%$",		{ "file-total-size" } },
	{ "Target transaction rate: %w%$",	{ "rate" } },
};

static const struct {
	const char	*line;
	const char	*mode;
} sysbench_modes[] = {
	{ "Doing sequential write (creation) test",	"seqwr" },
	{ "Doing sequential rewrite test",		"seqrewr" },
	{ "Doing sequential read test",			"seqrd" },
	{ "Doing random read test",			"rndrd" },
	{ "Doing random write test",			"rndwr" },
	{ "Doing random r/w test",			"rndrw" },
};

/* Lines that say in any layout that the run failed. */
static const char *const	 sysbench_failures[] = {
	"FATAL: ", "PANIC: ", "invalid option: ", "Unknown option: ",
};

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
	struct reader_result	 first;		/* identity of the first run */
};

/* The true unit of what was printed, or NULL. */
static const char *
sysbench_unit(struct scan_span printed)
{
	size_t	 i;

	for (i = 0; i < nitems(sysbench_units); i++)
		if (scan_is(printed, sysbench_units[i].printed))
			return (sysbench_units[i].unit);
	return (NULL);
}

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
	if (value < 0 || seconds >= 18446744073.0)
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

	unit = kind->unit != NULL ? kind->unit : sysbench_unit(v[1].span);
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
	size_t				 i;
	int				 k;

	for (i = 0; i < nitems(sysbench_rows); i++) {
		row = &sysbench_rows[i];
		if (row->section != SYSBENCH_ANY && row->section != sb->section)
			continue;
		if (!scan_form(line, row->form, v))
			continue;
		for (k = 0; k < row->nvalues; k++)
			if (row->kinds[k].name != NULL)
				sysbench_store(sb, &row->kinds[k], &v[k]);
		if (strcmp(row->kinds[0].name, "total_events") == 0)
			sb->empty = v[0].value == 0;
		sb->ended |= strcmp(row->kinds[0].name, "fairness_time_avg")
		    == 0 || strcmp(row->kinds[0].name, "prepare_bytes") == 0;
		return (true);
	}
	return (sysbench_take_percentile(sb, line));
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
	if (!sb->ended)
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
	size_t			 i;

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
	for (i = 0; i < nitems(sysbench_failures); i++)
		if (scan_begins(line, sysbench_failures[i]))
			return (sb->failed = true);
	return (false);
}

/* Lines that say what was asked for. */
static bool
sysbench_take_identity(struct sysbench *sb, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct reader_result	*r;
	struct scan_span	 mode;
	size_t			 i;

	r = sb->found->result;
	for (i = 0; i < nitems(sysbench_tests); i++)
		if (r->test[0] == '\0' &&
		    scan_begins(line, sysbench_tests[i].begin))
			strlcpy(r->test, sysbench_tests[i].test,
			    sizeof(r->test));
	for (i = 0; i < nitems(sysbench_modes); i++)
		if (scan_is(line, sysbench_modes[i].line)) {
			mode.text = sysbench_modes[i].mode;
			mode.len = strlen(mode.text);
			found_option(sb->found, "file-test-mode", mode);
			return (true);
		}
	for (i = 0; i < nitems(sysbench_options); i++) {
		if (!scan_form(line, sysbench_options[i].form, v))
			continue;
		found_option(sb->found, sysbench_options[i].keys[0],
		    v[0].span);
		if (sysbench_options[i].keys[1] != NULL)
			found_option(sb->found, sysbench_options[i].keys[1],
			    v[1].span);
		return (true);
	}
	return (false);
}

/* A section's first line; a report without its head begins a run. */
static bool
sysbench_take_section(struct sysbench *sb, struct scan_span line)
{
	size_t	 i;

	scan_trim(&line);
	for (i = 0; i < nitems(sysbench_sections); i++) {
		if (!scan_is(line, sysbench_sections[i].line))
			continue;
		if (sb->runs == 0)
			sysbench_begin_run(sb);
		if (sb->checkpoints > 0 && sb->ended) {
			sysbench_end_part(sb);
			sb->ended = sb->empty = false;
			found_part(sb->found, "%sfinal/", sb->run);
		}
		sb->section = sysbench_sections[i].section;
		return (true);
	}
	return (false);
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
	if (last < '0' || last > '9')
		return (last != '.' || sb->section == SYSBENCH_OTHER);
	return ((sb->section == SYSBENCH_LATENCY ||
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
