/*
 * t_load_histogram: latencies against exact values of the same times.
 *
 * The exact percentile comes from sorting the times themselves.
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

#include "daemon/load/clock.c"
#include "daemon/load/histogram.c"

#define T_TIMES		100000
#define T_ERROR		(1.0 / 128)	/* as benchload(1) states it */

/* Times of events, the histogram of them, and its counts. */
struct t_times {
	uint64_t		 ns[T_TIMES];
	struct histogram	 histogram;
	struct histogram_sum	 sum;
};

/* For qsort(3). */
static int
t_compare(const void *a, const void *b)
{
	uint64_t	 x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return (x < y ? -1 : x > y);
}

/* Both percentiles of the times within the stated error of the exact ones. */
static void
t_check_percentiles(struct t_times *t)
{
	static const unsigned	 percentiles[] = { 1, 25, 50, 95, 99, 100 };
	double			 exact, got;
	size_t			 i, rank;

	for (i = 0; i < T_TIMES; i++)
		histogram_add(&t->histogram, t->ns[i]);
	histogram_collect(&t->histogram, &t->sum);
	assert_int_equal(t->sum.total, T_TIMES);
	qsort(t->ns, T_TIMES, sizeof(t->ns[0]), t_compare);
	for (i = 0; i < nitems(percentiles); i++) {
		rank = T_TIMES / 100 * percentiles[i];
		exact = (double)t->ns[rank - 1];
		got = histogram_percentile(&t->sum, percentiles[i]);
		if (fabs(got - exact) > exact * T_ERROR)
			fail_msg("p%u: %.1f, exactly %.1f", percentiles[i],
			    got, exact);
	}
}

/* Times that were taken: of short events, with whatever the machine did. */
static void
percentiles_of_recorded_times_are_within_the_stated_error(void **state)
{
	static struct t_times	 t;
	volatile unsigned	 work;
	uint64_t		 start;
	unsigned		 j;
	size_t			 i;

	(void)state;
	work = 0;
	for (i = 0; i < T_TIMES; i++) {
		start = clock_ns();
		for (j = 0; j < (i * 2654435761u >> 24) % 256; j++)
			work += j;
		t.ns[i] = clock_ns() - start;
	}
	(void)work;
	t_check_percentiles(&t);
}

/* Times from nanoseconds to hours, each magnitude as likely as the others. */
static void
percentiles_of_all_magnitudes_are_within_the_stated_error(void **state)
{
	static struct t_times	 t;
	struct random		 random;
	size_t			 i;

	(void)state;
	random_init(&random, 20260114);
	for (i = 0; i < T_TIMES; i++)
		t.ns[i] = (uint64_t)exp2((double)random_below(&random,
		    46000) / 1000.0);
	t_check_percentiles(&t);
}

/* Around every power of two, where buckets change their width. */
static void
every_value_is_within_the_stated_error_of_its_bucket(void **state)
{
	uint64_t	 ns;
	double		 middle;
	int		 bit, d;

	(void)state;
	for (bit = 0; bit < 47; bit++) {
		for (d = -200; d < 200; d++) {
			ns = (UINT64_C(1) << bit) + (uint64_t)(int64_t)d;
			if (d < 0 && UINT64_C(1) << bit < (uint64_t)-d)
				continue;
			middle = (double)histogram_middle(
			    histogram_bucket(ns));
			if (fabs(middle - (double)ns) > (double)ns * T_ERROR)
				fail_msg("%llu: %.1f", (unsigned long long)ns,
				    middle);
		}
	}
}

static void
buckets_rise_with_their_values_and_meet(void **state)
{
	unsigned	 i;

	(void)state;
	for (i = 0; i + 1 < HISTOGRAM_BUCKETS; i++) {
		assert_int_equal(histogram_bucket(histogram_middle(i)), i);
		assert_true(histogram_middle(i) < histogram_middle(i + 1));
	}
}

static void
what_is_too_long_is_in_the_last_bucket(void **state)
{
	(void)state;
	assert_int_equal(histogram_bucket(UINT64_C(1) << 47),
	    HISTOGRAM_BUCKETS - 1);
	assert_int_equal(histogram_bucket(UINT64_MAX), HISTOGRAM_BUCKETS - 1);
}

static void
no_event_has_percentile_0_and_one_event_has_its_own(void **state)
{
	static struct histogram		 h;
	static struct histogram_sum	 none, one;

	(void)state;
	assert_true(histogram_percentile(&none, 95) == 0);
	histogram_add(&h, 100);
	histogram_collect(&h, &one);
	assert_true(histogram_percentile(&one, 1) == 100);
	assert_true(histogram_percentile(&one, 95) == 100);
}

static void
a_count_that_wraps_its_word_is_not_lost(void **state)
{
	static struct histogram		 h;
	static struct histogram_sum	 sum;

	(void)state;
	atomic_store(&h.count[50], UINT32_MAX);
	histogram_add(&h, 50);
	histogram_add(&h, 50);
	histogram_collect(&h, &sum);
	assert_true(sum.count[50] == UINT64_C(0x100000001));
}

int
main(void)
{
	static const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(
		    percentiles_of_recorded_times_are_within_the_stated_error),
		cmocka_unit_test(
		    percentiles_of_all_magnitudes_are_within_the_stated_error),
		cmocka_unit_test(
		    every_value_is_within_the_stated_error_of_its_bucket),
		cmocka_unit_test(buckets_rise_with_their_values_and_meet),
		cmocka_unit_test(what_is_too_long_is_in_the_last_bucket),
		cmocka_unit_test(
		    no_event_has_percentile_0_and_one_event_has_its_own),
		cmocka_unit_test(a_count_that_wraps_its_word_is_not_lost),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
