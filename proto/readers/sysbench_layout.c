/*
 * sysbench_layout: the lines of sysbench's report, in all its layouts.
 *
 * Tables and their look-up; who asks, and in what order the lines must come,
 * is sysbench.c's.
 */
#include <string.h>

#include "proto/readers/sysbench_layout.h"

/* Where in the report a line stands that is one of these, whole. */
static const struct {
	const char		*line;
	enum sysbench_section	 section;
} sysbench_layout_sections[] = {
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
} sysbench_layout_units[] = {
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

static const struct sysbench_row	 sysbench_layout_rows[] = {
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
} sysbench_layout_tests[] = {
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
	const char	*keys[3];
} sysbench_layout_options[] = {
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
	{ "Thread yields per event: %w Locks used: %w%$",
	    { "thread-yields", "thread-locks" } },
	{ "Mutexes: %w Locks per thread: %w Loops before a lock: %w%$",
	    { "mutex-num", "mutex-locks", "mutex-loops" } },
	{ " access mode: %w%$",			{ "memory-access-mode" } },
	{ "Array size = %w (elements), ",	{ "stream-array-size" } },
	{ "Block size %w%$",			{ "file-block-size" } },
	{ "%w total file size%$",		{ "file-total-size" } },
	{ "Target transaction rate: %w%$",	{ "rate" } },
};

static const struct {
	const char	*line;
	const char	*mode;
} sysbench_layout_modes[] = {
	{ "Doing sequential write (creation) test",	"seqwr" },
	{ "Doing sequential rewrite test",		"seqrewr" },
	{ "Doing sequential read test",			"seqrd" },
	{ "Doing random read test",			"rndrd" },
	{ "Doing random write test",			"rndwr" },
	{ "Doing random r/w test",			"rndrw" },
};

/* Lines that say in any layout that the run failed. */
static const char *const	 sysbench_layout_failures[] = {
	"FATAL: ", "PANIC: ", "invalid option: ", "Unknown option: ",
};

/* Is the line a section's first?  Sets *section. */
bool
sysbench_layout_section(struct scan_span line, enum sysbench_section *section)
{
	size_t	 i;

	scan_trim(&line);
	for (i = 0; i < nitems(sysbench_layout_sections); i++)
		if (scan_is(line, sysbench_layout_sections[i].line)) {
			*section = sysbench_layout_sections[i].section;
			return (true);
		}
	return (false);
}

/* The row of a line in this section with its values, or NULL. */
const struct sysbench_row *
sysbench_layout_row(enum sysbench_section section, struct scan_span line,
    struct scan_value *v)
{
	const struct sysbench_row	*row;
	size_t				 i;

	for (i = 0; i < nitems(sysbench_layout_rows); i++) {
		row = &sysbench_layout_rows[i];
		if ((row->section == SYSBENCH_ANY ||
		    row->section == section) && scan_form(line, row->form, v))
			return (row);
	}
	return (NULL);
}

/* The true unit of what was printed, or NULL. */
const char *
sysbench_layout_unit(struct scan_span printed)
{
	size_t	 i;

	for (i = 0; i < nitems(sysbench_layout_units); i++)
		if (scan_is(printed, sysbench_layout_units[i].printed))
			return (sysbench_layout_units[i].unit);
	return (NULL);
}

/* The test that a line tells of, or NULL. */
const char *
sysbench_layout_test(struct scan_span line)
{
	size_t	 i;

	for (i = 0; i < nitems(sysbench_layout_tests); i++)
		if (scan_begins(line, sysbench_layout_tests[i].begin))
			return (sysbench_layout_tests[i].test);
	return (NULL);
}

/* Keep the options that a line states. */
bool
sysbench_layout_option(struct scan_span line, struct found *f)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 mode;
	size_t			 i, k;

	for (i = 0; i < nitems(sysbench_layout_modes); i++)
		if (scan_is(line, sysbench_layout_modes[i].line)) {
			mode.text = sysbench_layout_modes[i].mode;
			mode.len = strlen(mode.text);
			found_option(f, "file-test-mode", mode);
			return (true);
		}
	for (i = 0; i < nitems(sysbench_layout_options); i++) {
		if (!scan_form(line, sysbench_layout_options[i].form, v))
			continue;
		for (k = 0; k < nitems(sysbench_layout_options[i].keys) &&
		    sysbench_layout_options[i].keys[k] != NULL; k++)
			found_option(f, sysbench_layout_options[i].keys[k],
			    v[k].span);
		return (true);
	}
	return (false);
}

/* Does the line say, in any layout, that the run failed? */
bool
sysbench_layout_is_failure(struct scan_span line)
{
	size_t	 i;

	for (i = 0; i < nitems(sysbench_layout_failures); i++)
		if (scan_begins(line, sysbench_layout_failures[i]))
			return (true);
	return (false);
}
