/*
 * t_stat_two: heaps, two groups, ranks.  Figures are R 4.2.2's (t.test,
 * wilcox.test, exactRankTests) unless said otherwise.
 */
#include <stdlib.h>

#include "client/stat_perm.h"
#include "client/stat_rank.h"
#include "client/stat_shape.h"
#include "client/stat_summary.h"
#include "client/stat_two.h"
#include "proto/compat.h"
#include "tests/unit/stat_near.h"

static const struct stat_option option = { 0.95, 0 };
static const double a5[] = { 10.12, 10.05, 10.31, 10.22, 10.08 };
static const double b5[] = { 9.81, 9.95, 9.77, 10.02, 9.9 };
static const double big_a[] = { 1e9 + .1, 1e9 + .2, 1e9 + .3, 1e9 + .4 };
static const double big_b[] = { 1e9 + .5, 1e9 + .6, 1e9 + .7, 1e9 + .9 };

static struct stat_acc
heap(const double *x, size_t n)
{
	struct stat_acc	 acc;

	assert_int_equal(stat_acc_of(&acc, x, n), STAT_OK);
	return (acc);
}

static void
welch_is_that_of_r(void **state)
{
	struct stat_acc	 a = heap(a5, 5), b = heap(b5, 5);
	struct stat_effect e;

	(void)state;
	assert_int_equal(stat_two_welch(&a, &b, &option, &e), STAT_OK);
	assert_near(e.est, -0.266, 1e-12);
	assert_near(e.se, 0.0661513416341649, 1e-12);
	assert_near(e.df, 7.97679946214208, 1e-12);
	assert_near(e.p, 0.00385836308731791, 1e-11);
	assert_near(e.ci.lo, -0.418622530025531, 1e-11);
	assert_near(e.ci.hi, -0.113377469974469, 1e-11);
}

static void
a_billion_with_a_spread_of_a_tenth_keeps_its_digits(void **state)
{
	struct stat_acc	 a = heap(big_a, 4), b = heap(big_b, 4);
	struct stat_effect e;

	(void)state;
	assert_int_equal(stat_two_pooled(&a, &b, &option, &e), STAT_OK);
	assert_near(e.t, 3.97034468609222, 1e-6);
	assert_near(e.p, 0.00736405862738515, 1e-6);
	assert_near(stat_two_pooled_sd(&a, &b), 0.15138249801812, 1e-6);
}

static void
swapping_the_sides_gives_the_reciprocal(void **state)
{
	struct stat_acc	 a, b;
	struct stat_effect ab, ba;

	(void)state;
	stat_acc_of_logs(&a, a5, 5);
	stat_acc_of_logs(&b, b5, 5);
	stat_two_welch(&a, &b, &option, &ab);
	stat_two_welch(&b, &a, &option, &ba);
	assert_near(exp(ab.est) * exp(ba.est), 1, 1e-14);
	assert_near(ab.p, ba.p, 1e-14);
	assert_near(ab.ci.lo, -ba.ci.hi, 1e-14);
}

static void
heaps_merge_in_any_order(void **state)
{
	struct stat_acc	 all = heap(big_a, 4), left = { 0 }, right = { 0 };
	size_t		 i;

	(void)state;
	for (i = 0; i < 4; i++)
		stat_acc_add(i % 2 == 0 ? &left : &right, big_a[i]);
	stat_acc_merge(&right, &left);
	assert_int_equal(right.n, 4);
	assert_near(right.mean, all.mean, 1e-15);
	assert_near(right.m2, all.m2, 1e-6);
	assert_near(right.min, all.min, 1e-16);
	assert_near(right.max, all.max, 1e-16);
}

static void
a_heap_refuses_what_is_no_number_and_stays_as_it_was(void **state)
{
	struct stat_acc	 acc = heap(a5, 5), was = acc;

	(void)state;
	assert_int_equal(stat_acc_add(&acc, NAN), STAT_NOT_FINITE);
	assert_int_equal(stat_acc_add(&acc, INFINITY), STAT_NOT_FINITE);
	assert_memory_equal(&acc, &was, sizeof(acc));
}

static void
equal_values_have_no_test_but_bounds(void **state)
{
	static const double five[] = { 5, 5, 5 }, six[] = { 6, 6, 6 };
	const struct stat_option q = { 0.95, 1 };
	struct stat_acc	 a = heap(five, 3), b = heap(six, 3);
	struct stat_effect e;

	(void)state;
	assert_int_equal(stat_two_welch(&a, &b, &q, &e), STAT_CONSTANT);
	assert_near(e.est, 1, 0);
	assert_near(e.ci.lo, 0, 0);
	assert_near(e.ci.hi, 2, 0);
	assert_int_equal(stat_two_welch(&a, &a, &option, &e), STAT_CONSTANT);
	assert_near(e.p, 1, 0);
}

static void
one_constant_side_takes_the_other_sides_df(void **state)
{
	static const double five[] = { 5, 5, 5 }, b[] = { 6, 6.1, 5.9 };
	struct stat_acc	 x = heap(five, 3), y = heap(b, 3);
	struct stat_effect e;

	(void)state;
	assert_int_equal(stat_two_welch(&x, &y, &option, &e), STAT_OK);
	assert_near(e.df, 2, 1e-12);
	assert_near(e.p, 0.00331675872235684, 1e-9);
}

static void
a_spread_below_the_resolution_counts_as_the_resolution(void **state)
{
	static const double a[] = { 10, 10, 10, 10.001 };
	static const double b[] = { 11, 11, 11, 11.001 };
	const struct stat_option q = { 0.95, 1 };
	struct stat_acc	 x = heap(a, 4), y = heap(b, 4);
	struct stat_effect e;

	(void)state;
	assert_int_equal(stat_two_welch(&x, &y, &q, &e), STAT_OK);
	/* By hand: each variance 1/12, se = sqrt(2/12/4), df = 6. */
	assert_near(e.se, sqrt(1 / 24.), 1e-12);
	assert_near(e.df, 6, 1e-12);
}

static void
one_value_a_side_is_too_few(void **state)
{
	struct stat_acc	 a = heap(a5, 1), b = heap(b5, 5), none = { 0 };
	struct stat_effect e;

	(void)state;
	assert_int_equal(stat_two_welch(&a, &b, &option, &e), STAT_TOO_FEW);
	assert_int_equal(stat_two_welch(&none, &b, &option, &e), STAT_EMPTY);
	assert_int_equal(stat_two_single(&b, 9.81, &option, &e), STAT_OK);
}

static void
a_percentage_of_about_nothing_is_refused(void **state)
{
	static const double zero[] = { -1, 0, 1 }, b[] = { 2, 3, 4.5 };
	struct stat_acc	 x = heap(zero, 3), y = heap(b, 3), z = heap(a5, 5);
	struct stat_acc	 w = heap(b5, 5);
	struct stat_ratio r;

	(void)state;
	assert_int_equal(stat_two_fieller(&x, &y, &option, &r),
	    STAT_UNDEFINED);
	assert_int_equal(stat_two_fieller(&z, &w, &option, &r), STAT_OK);
	assert_near(r.ci.lo, 0.959101446709713, 1e-11);
	assert_near(r.ci.hi, 0.988747533813521, 1e-11);
}

static void
exact_ranks_are_those_of_r(void **state)
{
	static const double ta[] = { 10, 10, 11, 12, 12 };
	static const double tb[] = { 11, 12, 13, 13, 14 };
	struct stat_rank r;
	struct stat_shift s;

	(void)state;
	assert_int_equal(stat_rank_test(a5, 5, b5, 5, &r), STAT_OK);
	assert_near(r.u, 0, 0);
	assert_near(r.p, 0.00793650793650794, 1e-12);
	assert_int_equal(stat_rank_test(ta, 5, tb, 5, &r), STAT_OK);
	assert_true(r.has_ties);
	assert_near(r.u, 21.5, 1e-15);
	assert_near(r.p, 0.0873015873015873, 1e-12);
	assert_near(r.p_normal, 0.0696010025789874, 1e-10);
	assert_int_equal(stat_rank_shift(a5, 5, b5, 5, 0.95, &s), STAT_OK);
	assert_near(s.shift, -0.27, 1e-10);
	assert_near(s.ci.lo, -0.45, 1e-10);
	assert_near(s.ci.hi, -0.1, 1e-10);
}

static void
three_against_three_cannot_reach_five_percent(void **state)
{
	double	 p;

	(void)state;
	stat_rank_least_p(3, 3, &p);
	assert_near(p, 0.1, 1e-14);
	stat_rank_least_p(10, 10, &p);
	assert_near(p, 1.0825088224469e-05, 1e-12);
}

static void
all_equal_values_rank_as_no_difference(void **state)
{
	static const double one[] = { 1, 1, 1 };
	struct stat_rank r;
	struct stat_perm p;

	(void)state;
	assert_int_equal(stat_rank_test(one, 3, one, 3, &r), STAT_OK);
	assert_near(r.p, 1, 0);
	assert_int_equal(stat_perm_mean(one, 3, one, 3, &p), STAT_OK);
	assert_near(p.p, 1, 0);
}

static void
large_groups_use_the_normal_and_say_so(void **state)
{
	static double	 a[100], b[100];
	struct stat_perm perm;
	struct stat_rank r;
	size_t		 i;

	(void)state;
	for (i = 0; i < 100; i++) {
		a[i] = (double)(i * 37 % 101);
		b[i] = (double)(i * 53 % 101) + 0.5;
	}
	assert_int_equal(stat_rank_test(a, 100, b, 100, &r), STAT_OK);
	assert_false(r.is_exact);
	assert_near(r.p, r.p_normal, 0);
	assert_int_equal(stat_perm_mean(a, 100, b, 100, &perm), STAT_TOO_MANY);
}

static void
signed_ranks_of_five_rows_reach_a_sixteenth(void **state)
{
	static const double d[] = { 0.03, 0.032, 0.024, 0.022, 0.0228 };
	struct stat_signed s;

	(void)state;
	assert_int_equal(stat_rank_signed(d, 5, &s), STAT_OK);
	assert_near(s.v, 15, 0);
	assert_near(s.p, 0.0625, 1e-14);
}

static void
shapes_are_those_of_r(void **state)
{
	static const double a[] = { 100, 101, 99, 100.5, 99.5 };
	static const double b[] = { 103, 110, 96, 108, 101, 99 };
	struct stat_spread s;
	double		 d, p;

	(void)state;
	assert_int_equal(stat_shape_spread(a, 5, b, 6, &s), STAT_OK);
	assert_near(s.f, 7.17256021161075, 1e-11);
	assert_near(s.p, 0.0252820174424201, 1e-10);
	/* Nothing in common: 2 of (10 over 5) orders. */
	assert_int_equal(stat_shape_ks(a5, 5, b5, 5, &d, &p), STAT_OK);
	assert_near(d, 1, 1e-15);
	assert_near(p, 2 / 252., 1e-12);
}

static void
a_summary_is_that_of_r(void **state)
{
	struct stat_summary s;

	(void)state;
	assert_int_equal(stat_summary_of(a5, 5, &option, &s), STAT_OK);
	assert_near(s.median, 10.12, 1e-14);
	assert_near(s.sd, 0.107377837564369, 1e-12);
	assert_near(s.mad, 0.10378215529539, 1e-10);
	assert_near(s.geomean, 10.1555473055768, 1e-12);
	assert_near(s.mean_effect.ci.lo, 10.0226728048914, 1e-12);
	assert_int_equal(stat_summary_of(a5, 1, &option, &s), STAT_OK);
	assert_int_equal(s.mean_error, STAT_TOO_FEW);
	assert_int_equal(stat_summary_of(a5, 0, &option, &s), STAT_EMPTY);
}

static void
the_median_of_five_has_no_interval_at_95(void **state)
{
	struct stat_order o;
	struct stat_ci	 ci;
	double		 coverage;

	(void)state;
	assert_int_equal(stat_summary_median_ci(a5, 5, 0.95, &ci, &coverage),
	    STAT_TOO_FEW);
	assert_near(coverage, 0.9375, 1e-12);
	assert_int_equal(stat_summary_orders(15, 0.95, &o), STAT_OK);
	assert_int_equal(o.lower, 4);
	assert_int_equal(o.upper, 12);
	assert_near(o.coverage, 0.96484375, 1e-12);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(welch_is_that_of_r),
		cmocka_unit_test(
		    a_billion_with_a_spread_of_a_tenth_keeps_its_digits),
		cmocka_unit_test(swapping_the_sides_gives_the_reciprocal),
		cmocka_unit_test(heaps_merge_in_any_order),
		cmocka_unit_test(
		    a_heap_refuses_what_is_no_number_and_stays_as_it_was),
		cmocka_unit_test(equal_values_have_no_test_but_bounds),
		cmocka_unit_test(one_constant_side_takes_the_other_sides_df),
		cmocka_unit_test(
		    a_spread_below_the_resolution_counts_as_the_resolution),
		cmocka_unit_test(one_value_a_side_is_too_few),
		cmocka_unit_test(a_percentage_of_about_nothing_is_refused),
		cmocka_unit_test(exact_ranks_are_those_of_r),
		cmocka_unit_test(three_against_three_cannot_reach_five_percent),
		cmocka_unit_test(all_equal_values_rank_as_no_difference),
		cmocka_unit_test(large_groups_use_the_normal_and_say_so),
		cmocka_unit_test(signed_ranks_of_five_rows_reach_a_sixteenth),
		cmocka_unit_test(shapes_are_those_of_r),
		cmocka_unit_test(a_summary_is_that_of_r),
		cmocka_unit_test(the_median_of_five_has_no_interval_at_95),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
