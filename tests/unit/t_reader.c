/*
 * What reader.h promises, and texts that are awkward in ways that no single
 * tool is: endings, statuses, limits, several runs, wrong encodings.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/reader_kit.h"

#define UNKNOWN	READER_EXIT_UNKNOWN

static const char	 t_reader_cpu[] =
    "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\n"
    "Running the test with following options:\n"
    "Number of threads: 4\n\n"
    "Prime numbers limit: 10000\n\n"
    "Threads started!\n\n"
    "CPU speed:\n"
    "    events per second:  1605.13\n\n"
    "General statistics:\n"
    "    total time:                          3.0008s\n"
    "    total number of events:              4835\n\n"
    "Latency (ms):\n"
    "         min:                                    0.39\n"
    "         avg:                                    0.62\n"
    "         max:                                   16.53\n"
    "         95th percentile:                        0.86\n"
    "         sum:                                 2992.22\n\n"
    "Threads fairness:\n"
    "    events (avg/stddev):           4835.0000/0.00\n"
    "    execution time (avg/stddev):   2.9922/0.00\n";

static void
readers_have_a_fixed_order_and_no_other_names(void **state)
{
	static const char *const	 names[] = { "benchload", "sysbench",
	    "unixbench", "ubench", "stream", "openssl", "hyperfine", "fio",
	    "iperf3", "freebsd_build", "dmesg", "sysctl", "time",
	    "ministat" };
	struct reader_result		 r;
	size_t				 i;

	(void)state;
	for (i = 0; i < nitems(names); i++)
		assert_string_equal(reader_name(i), names[i]);
	assert_null(reader_name(i));
	assert_int_equal(reader_read("gettime", "", 0, 0, &r), -1);
	assert_int_equal(errno, ENOENT);
	reader_clear(&r);
}

static void
nothing_at_all_is_no_result(void **state)
{
	struct reader_result	 r;
	size_t			 i;

	(void)state;
	for (i = 0; reader_name(i) != NULL; i++) {
		reader_kit_read(&r, reader_name(i), "", 0);
		assert_int_equal(r.outcome, READER_NO_RESULT);
		assert_int_equal(r.nmetrics + r.nfacts, 0);
		reader_clear(&r);
	}
	READER_KIT_OUTCOME("", UNKNOWN, READER_NO_RESULT, 0);
	READER_KIT_OUTCOME("command not found\n", 127, READER_FAILED, 0);
	READER_KIT_OUTCOME("hello\n", 0, READER_NO_RESULT, 0);
	READER_KIT_OUTCOME("hello\n", 137, READER_KILLED, 0);
}

static void
a_status_tells_what_a_report_does_not(void **state)
{
	(void)state;
	READER_KIT_OUTCOME(t_reader_cpu, UNKNOWN, READER_COMPLETE, 12);
	READER_KIT_OUTCOME(t_reader_cpu, 0, READER_COMPLETE, 12);
	READER_KIT_OUTCOME(t_reader_cpu, 1, READER_FAILED, 12);
	READER_KIT_OUTCOME(t_reader_cpu, 139, READER_KILLED, 12);
	READER_KIT_OUTCOME(t_reader_cpu, 255, READER_FAILED, 12);
	/* a report that says its command died is failed, not killed */
	READER_KIT_OUTCOME("Command terminated by signal 9\n"
	    "0.00user 0.00system 0:00.00elapsed 88%CPU (0avgtext+0avgdata "
	    "1460maxresident)k\n0inputs+0outputs (0major+84minor)pagefaults "
	    "0swaps\n", 137, READER_FAILED, 10);
}

static void
script_keeps_the_status_below_the_output(void **state)
{
	(void)state;
	READER_KIT_OUTCOME("real 1.09\nuser 0.32\nsys 0.01\n\n"
	    "Script done on 2025-03-17 21:12:31+00:00 "
	    "[COMMAND_EXIT_CODE=\"2\"]\n", UNKNOWN, READER_FAILED, 3);
	READER_KIT_OUTCOME("real 1.09\nuser 0.32\nsys 0.01\n\n"
	    "Script done on 2025-03-17 21:12:31+00:00 "
	    "[COMMAND_EXIT_CODE=\"0\"]\n", UNKNOWN, READER_COMPLETE, 3);
}

static void
a_workload_has_an_identity(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL, t_reader_cpu, 0);
	assert_string_equal(r.reader, "sysbench");
	assert_string_equal(r.tool, "sysbench");
	assert_string_equal(r.version, "1.0.20");
	assert_string_equal(r.test, "cpu");
	assert_string_equal(r.options, "cpu-max-prime=10000");
	assert_int_equal(r.threads, 4);
	assert_int_equal(r.metrics[0].better, READER_HIGHER);
	assert_int_equal(r.metrics[1].better, READER_LOWER);
	assert_true(r.metrics[0].resolution == 0.01);
	reader_clear(&r);
}

/* Every figure of the part must be one of the whole, and the same. */
static void
assert_figures_of(const struct reader_result *part,
    const struct reader_result *whole)
{
	size_t	 i, k;

	for (i = 0; i < part->nmetrics; i++) {
		for (k = 0; k < whole->nmetrics; k++)
			if (strcmp(whole->metrics[k].name,
			    part->metrics[i].name) == 0)
				break;
		assert_true(k < whole->nmetrics);
		assert_true(whole->metrics[k].value == part->metrics[i].value);
	}
}

/* Cut anywhere: never a wrong figure, never a good run. */
static void
a_report_cut_anywhere_lies_nowhere(void **state)
{
	struct reader_result	 part, whole;
	size_t			 cut;

	(void)state;
	reader_kit_read(&whole, NULL, t_reader_cpu, 0);
	for (cut = 0; cut < sizeof(t_reader_cpu) - 2; cut++) {
		assert_int_equal(reader_read(NULL, t_reader_cpu, cut, UNKNOWN,
		    &part), 0);
		assert_int_not_equal(part.outcome, READER_COMPLETE);
		assert_figures_of(&part, &whole);
		reader_clear(&part);
	}
	reader_clear(&whole);
}

static void
more_metrics_than_the_limit_are_noted_and_dropped(void **state)
{
	static const char	 row[] = "real 1\nuser 2\nsys 3\n";
	struct reader_result	 r;
	char			*text;
	size_t			 i, n;

	(void)state;
	n = READER_METRICS_MAX;
	text = malloc(n * strlen(row) + 1);
	assert_non_null(text);
	for (text[0] = '\0', i = 0; i < n; i++)
		memcpy(text + i * strlen(row), row, sizeof(row));
	reader_kit_read(&r, NULL, text, 0);
	assert_int_equal(r.nmetrics, READER_METRICS_MAX);
	reader_kit_metric(&r, "run1/real", "s", 1);
	reader_kit_metric(&r, "run1000/sys", "s", 3);
	reader_kit_note(&r, "more than 4096 metrics");
	reader_clear(&r);
	free(text);
}

static void
parts_of_one_output_have_their_prefixes(void **state)
{
	static char		 two[2 * sizeof(t_reader_cpu)];
	struct reader_result	 r;

	(void)state;
	snprintf(two, sizeof(two), "%s%s", t_reader_cpu, t_reader_cpu);
	reader_kit_read(&r, NULL, two, 0);
	assert_int_equal(r.nmetrics, 24);
	reader_kit_metric(&r, "run1/total_events", "count", 4835);
	reader_kit_metric(&r, "run2/total_events", "count", 4835);
	assert_string_equal(r.options, "cpu-max-prime=10000");
	reader_clear(&r);
	reader_kit_read(&r, NULL, "a  0.47s user 0.02s system 37% cpu "
	    "1.311 total\nb  0.00s user 0.00s system 0% cpu 1.308 total\n", 0);
	reader_kit_metric(&r, "job2/real", "s", 1.308);
	reader_clear(&r);
	reader_kit_read(&r, NULL, "1 2\n3 4\n5 6\n", 0);
	reader_kit_metric(&r, "column2/max", "", 6);
	reader_clear(&r);
}

static void
runs_of_different_workloads_share_no_identity(void **state)
{
	static char		 two[2 * sizeof(t_reader_cpu)];
	struct reader_result	 r;
	char			*at;

	(void)state;
	snprintf(two, sizeof(two), "%s%s", t_reader_cpu, t_reader_cpu);
	at = strstr(two, "threads: 4");
	at[9] = '8';
	at = strstr(two, "limit: 1");
	at[7] = '3';
	reader_kit_read(&r, NULL, two, 0);
	assert_int_equal(r.threads, 0);
	assert_string_equal(r.options, "");
	assert_string_equal(r.version, "1.0.20");
	reader_clear(&r);
}

static void
a_run_that_failed_marks_the_whole_log(void **state)
{
	static char	 two[2 * sizeof(t_reader_cpu) + 100];

	(void)state;
	snprintf(two, sizeof(two), "%.250s\nFATAL: no\n%s", t_reader_cpu,
	    t_reader_cpu);
	READER_KIT_OUTCOME(two, UNKNOWN, READER_FAILED, 13);
	snprintf(two, sizeof(two), "%s%.250s", t_reader_cpu, t_reader_cpu);
	READER_KIT_OUTCOME(two, UNKNOWN, READER_TRUNCATED, 13);
}

static void
utf16_quoting_colours_and_nuls_change_no_figure(void **state)
{
	struct reader_result	 r;
	char			 wide[4 * sizeof(t_reader_cpu)];
	size_t			 i, n;

	(void)state;
	memcpy(wide, "\xff\xfe", n = 2);
	for (i = 0; t_reader_cpu[i] != '\0'; i++) {
		if (t_reader_cpu[i] == '\n') {
			memcpy(wide + n, "\r\0", 2);
			n += 2;
		}
		wide[n++] = t_reader_cpu[i];
		wide[n++] = '\0';
	}
	assert_int_equal(reader_read(NULL, wide, n, 0, &r), 0);
	assert_int_equal(r.outcome, READER_COMPLETE);
	reader_kit_metric(&r, "latency_sum", "ms", 2992.22);
	reader_clear(&r);
	for (i = n = 0; t_reader_cpu[i] != '\0'; i++) {
		if (i == 0 || t_reader_cpu[i - 1] == '\n') {
			memcpy(wide + n, "> \033[1m", 6);
			n += 6;
		}
		wide[n++] = t_reader_cpu[i];
	}
	memset(wide + n, 0, 100);
	assert_int_equal(reader_read(NULL, wide, n + 100, 0, &r), 0);
	assert_int_equal(r.outcome, READER_COMPLETE);
	assert_int_equal(r.nmetrics, 12);
	reader_kit_note(&r, "NUL");
	reader_clear(&r);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(
		    readers_have_a_fixed_order_and_no_other_names),
		cmocka_unit_test(nothing_at_all_is_no_result),
		cmocka_unit_test(a_status_tells_what_a_report_does_not),
		cmocka_unit_test(script_keeps_the_status_below_the_output),
		cmocka_unit_test(a_workload_has_an_identity),
		cmocka_unit_test(a_report_cut_anywhere_lies_nowhere),
		cmocka_unit_test(
		    more_metrics_than_the_limit_are_noted_and_dropped),
		cmocka_unit_test(parts_of_one_output_have_their_prefixes),
		cmocka_unit_test(
		    runs_of_different_workloads_share_no_identity),
		cmocka_unit_test(a_run_that_failed_marks_the_whole_log),
		cmocka_unit_test(
		    utf16_quoting_colours_and_nuls_change_no_figure),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
