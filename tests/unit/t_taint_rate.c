/*
 * t_taint_rate: a rate that no processor has is marked, others are not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/taint_rate.h"

/* A result of one test with two metrics. */
static bool
judge(const char *test, const char *options, int threads, double events,
    double seconds)
{
	struct reader_metric	 metric[2];
	struct reader_result	 r;
	struct taint		 taint;

	memset(&r, 0, sizeof(r));
	memset(metric, 0, sizeof(metric));
	snprintf(r.tool, sizeof(r.tool), "sysbench");
	snprintf(r.test, sizeof(r.test), "%s", test);
	snprintf(r.options, sizeof(r.options), "%s", options);
	r.threads = threads;
	r.metrics = metric;
	r.nmetrics = 2;
	snprintf(metric[0].name, sizeof(metric[0].name), "%s",
	    strcmp(test, "memory") == 0 ? "mem_rate" : "total_events");
	metric[0].value = events;
	snprintf(metric[1].name, sizeof(metric[1].name), "total_time");
	metric[1].value = seconds;
	if (!taint_rate(&r, 4, &taint))
		return (false);
	assert_string_equal(taint.key, "implausible");
	assert_int_equal(taint.cause, TAINT_FACTOR);
	return (true);
}

/*
 * Rates of freebsd.md, finding 1: gcc 936 and clang 35,656 events a second on
 * one thread; millions on FreeBSD and on an Apple M1.
 */
static void
an_empty_loop_is_implausible_and_a_real_one_is_not(void **state)
{
	(void)state;
	assert_false(judge("cpu", "cpu-max-prime=10000", 1, 936, 1));
	assert_true(judge("cpu", "cpu-max-prime=10000", 1, 35656, 1));
	assert_true(judge("cpu", "cpu-max-prime=10000", 4, 4e6, 1));
	assert_false(judge("cpu", "", 4, 4 * 6000, 1));
}

/* At the bound it is believed, above it not; for as many CPUs as work. */
static void
the_bound_itself_is_believed(void **state)
{
	(void)state;
	assert_false(judge("cpu", "cpu-max-prime=10000", 1, 25000, 1));
	assert_true(judge("cpu", "cpu-max-prime=10000", 1, 25001, 1));
	assert_false(judge("cpu", "cpu-max-prime=10000", 2, 50000, 1));
	assert_false(judge("cpu", "cpu-max-prime=10000", 64, 100000, 1));
	assert_true(judge("cpu", "cpu-max-prime=10000", 64, 100001, 1));
	assert_false(judge("memory", "", 1, 800 * 1024, 1));
	assert_true(judge("memory", "", 1, 800 * 1024 + 1, 1));
}

/* An event with a lower limit of primes is cheaper, and may be quicker. */
static void
a_cheaper_event_may_be_quicker(void **state)
{
	(void)state;
	assert_false(judge("cpu", "cpu-max-prime=1000", 1, 35656, 1));
	assert_true(judge("cpu", "cpu-max-prime=20000", 1, 20000, 1));
}

/* No time, no events, another test: nothing to be said. */
static void
what_has_no_rate_is_not_judged(void **state)
{
	(void)state;
	assert_false(judge("cpu", "", 1, 0, 0));
	assert_false(judge("threads", "", 1, 1e12, 1));
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(
		    an_empty_loop_is_implausible_and_a_real_one_is_not),
		cmocka_unit_test(the_bound_itself_is_believed),
		cmocka_unit_test(a_cheaper_event_may_be_quicker),
		cmocka_unit_test(what_has_no_rate_is_not_judged)
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
