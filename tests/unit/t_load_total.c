/*
 * t_load_total: sums over threads, options and JSON, against values by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/load/histogram.c"
#include "daemon/load/options.c"
#include "daemon/load/total.c"

static const struct test	 t_test = { .name = "cpu" };

/* Read a command line of one option. */
static int
t_parse(struct options *opt, const char *option, char why[LOAD_WHY_BYTES])
{
	char	*argv[] = { (char *)(uintptr_t)"benchload",
	    (char *)(uintptr_t)option };

	return (options_parse(opt, 2, argv, why));
}

/* Two threads: events of 1, 2 and 3 ms, and of 10 ms; 8 ms in all. */
static void
totals_are_those_of_the_threads(void **state)
{
	static struct options	 opt;
	static struct run	 run;
	static struct worker	 w[2];
	static struct total	 t;

	(void)state;
	opt.percentile = 95;
	run.test = &t_test;
	run.opt = &opt;
	run.workers = w;
	run.nworkers = 2;
	run.start_ns = 1000000;
	run.end_ns = 17000000;
	w[0].events = 3;
	w[0].min_ns = 1000000;
	w[0].max_ns = 3000000;
	w[0].sum_ns = 6000000;
	w[1].events = 1;
	w[1].min_ns = w[1].max_ns = w[1].sum_ns = 10000000;
	histogram_add(&w[0].histogram, 1000000);
	histogram_add(&w[0].histogram, 2000000);
	histogram_add(&w[0].histogram, 3000000);
	histogram_add(&w[1].histogram, 10000000);
	total_compute(&run, &t);
	assert_int_equal(t.events, 4);
	assert_true(t.seconds == 0.016);
	assert_true(t.min_ms == 1 && t.max_ms == 10 && t.sum_ms == 16);
	assert_true(t.avg_ms == 4);
	/* Rank 4 * 0.95, rounded: the longest; no more than was seen. */
	assert_true(t.pct_ms > 10 - 10.0 / 128 && t.pct_ms <= 10);
	/* 3 and 1 events: mean 2, deviation 1; 6 and 10 ms: 8 and 2. */
	assert_true(t.events_avg == 2 && t.events_stddev == 1);
	assert_true(fabs(t.time_avg_s - 0.008) < 1e-12);
	assert_true(fabs(t.time_stddev_s - 0.002) < 1e-12);
}

static void
totals_of_no_event_are_zero(void **state)
{
	static struct options	 opt;
	static struct run	 run;
	static struct worker	 w[1];
	static struct total	 t;

	(void)state;
	opt.percentile = 95;
	run.test = &t_test;
	run.opt = &opt;
	run.workers = w;
	run.nworkers = 1;
	w[0].min_ns = UINT64_MAX;
	total_compute(&run, &t);
	assert_true(t.events == 0 && t.min_ms == 0 && t.max_ms == 0);
	assert_true(t.avg_ms == 0 && t.pct_ms == 0 && t.sum_ms == 0);
}

/* The table of sysbench --help, of version 1.0.20. */
static void
defaults_are_those_of_sysbench_1_0(void **state)
{
	static struct options	 opt;
	char			 why[LOAD_WHY_BYTES];

	(void)state;
	assert_int_equal(t_parse(&opt, "cpu", why), 0);
	assert_int_equal(opt.threads, 1);
	assert_int_equal(opt.events, 0);
	assert_int_equal(opt.time_s, 10);
	assert_int_equal(opt.rate, 0);
	assert_int_equal(opt.percentile, 95);
	assert_int_equal(opt.histogram, 0);
	assert_int_equal(opt.cpu_max_prime, 10000);
	assert_int_equal(opt.memory_block, 1024);
	assert_true(opt.memory_total == INT64_C(107374182400));
	assert_int_equal(opt.memory_oper, MEMORY_WRITE);
	assert_int_equal(opt.memory_scope, MEMORY_GLOBAL);
	assert_int_equal(opt.memory_access, MEMORY_SEQ);
	assert_int_equal(opt.thread_yields, 1000);
	assert_int_equal(opt.thread_locks, 8);
	assert_int_equal(opt.mutex_num, 4096);
	assert_int_equal(opt.mutex_locks, 50000);
	assert_int_equal(opt.mutex_loops, 10000);
	assert_int_equal(opt.file_num, 128);
	assert_true(opt.file_total == INT64_C(2147483648));
	assert_int_equal(opt.file_block, 16384);
	assert_int_equal(opt.file_fsync_freq, 100);
	assert_int_equal(opt.file_fsync_all, 0);
	assert_int_equal(opt.file_fsync_end, 1);
	assert_int_equal(opt.file_fsync_mode, FILE_FSYNC);
	assert_int_equal(opt.file_merged, 0);
	assert_true(opt.file_rw_ratio == 1.5);
}

static void
sizes_are_powers_of_1024(void **state)
{
	static const struct {
		const char	*text;
		int64_t		 bytes;
	} rows[] = {
		{ "--memory-total-size=512", 512 },
		{ "--memory-total-size=1K", 1024 },
		{ "--memory-total-size=3m", 3145728 },
		{ "--memory-total-size=100G", INT64_C(107374182400) },
		{ "--memory-total-size=2T", INT64_C(2199023255552) },
		{ "--memory-total-size=8388607T", INT64_C(0x7fffff0000000000) },
	};
	static struct options	 opt;
	char			 why[LOAD_WHY_BYTES];
	size_t			 i;

	(void)state;
	for (i = 0; i < nitems(rows); i++) {
		assert_int_equal(t_parse(&opt, rows[i].text, why), 0);
		assert_true(opt.memory_total == rows[i].bytes);
	}
	assert_int_equal(t_parse(&opt, "--memory-total-size=8388608T", why),
	    -1);
}

/* A default that its own bounds forbid would be a 0 that no one asked for. */
static void
every_default_is_a_value_that_one_may_give(void **state)
{
	static struct options		 opt;
	const struct options_row	*row;

	(void)state;
	for (row = options_rows; row < options_rows + nitems(options_rows);
	    row++)
		if (options_set(row, &opt, row->preset) != NULL)
			fail_msg("--%s", row->name);
}

int
main(void)
{
	static const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(totals_are_those_of_the_threads),
		cmocka_unit_test(totals_of_no_event_are_zero),
		cmocka_unit_test(defaults_are_those_of_sysbench_1_0),
		cmocka_unit_test(sizes_are_powers_of_1024),
		cmocka_unit_test(every_default_is_a_value_that_one_may_give),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
