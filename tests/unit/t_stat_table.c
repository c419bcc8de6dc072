/*
 * t_stat_table: tables with holes, raw tables, sweeps, laws, many tests.
 * Figures are R 4.2.2's unless said otherwise.
 */
#include <stdlib.h>
#include <string.h>

#include "client/stat_adjust.h"
#include "client/stat_blocks.h"
#include "client/stat_law.h"
#include "client/stat_raw.h"
#include "client/stat_sweep.h"
#include "proto/compat.h"
#include "tests/unit/stat_near.h"

static const struct stat_option option = { 0.95, 0 };

/* FreeBSD SMP kernel compile, 1997, make -j in seconds, two Pentium Pro. */
static const double jobs[] = { 1, 2, 4, 8, 16 };
static const double up[] = { 262.09, 215.58, 213.17, 213.24, 215.19 };
static const double smp1[] = { 269.95, 222.68, 218.24, 217.93, 220.15 };
static const double smp2[] = { 252.35, 137.06, 119.95, 119.08, 120.03 };

static void
holes_do_not_bias_a_level(void **state)
{
	/*
	 * Machines at 0, 1, 2; level 1 is 0.03 lower wherever it was run; the
	 * slow machine has only level 1, so that marginal means say +0.47.
	 */
	static const struct stat_cell cell[] = {
		{ 0, 0, 0 }, { 0, 1, -0.03 }, { 1, 0, 1 }, { 1, 1, 0.97 },
		{ 2, 1, 1.97 },
	};
	const struct stat_design d = { cell, nitems(cell), 3, 2 };
	struct stat_effect e[2];
	struct stat_blocks fit;
	enum stat_err	 each[2];

	(void)state;
	assert_int_equal(stat_blocks_fit(&d, &option, e, each, &fit), STAT_OK);
	assert_near(e[1].est, -0.03, 1e-12);
	assert_int_equal(fit.blocks, 2);
	assert_near(fit.df, 1, 0);
}

static void
levels_without_common_machines_are_not_compared(void **state)
{
	static const struct stat_cell cell[] = {
		{ 0, 0, 1 }, { 0, 1, 1.1 }, { 1, 0, 2 }, { 1, 1, 2.2 },
		{ 2, 2, 5 }, { 2, 3, 6 },
	};
	const struct stat_design d = { cell, nitems(cell), 3, 4 };
	struct stat_effect e[4];
	struct stat_blocks fit;
	enum stat_err	 each[4];

	(void)state;
	assert_int_equal(stat_blocks_fit(&d, &option, e, each, &fit), STAT_OK);
	assert_int_equal(each[1], STAT_OK);
	assert_int_equal(each[2], STAT_UNCONNECTED);
	assert_int_equal(each[3], STAT_UNCONNECTED);
	assert_near(e[1].est, 0.15, 1e-12);
	assert_int_equal(fit.levels, 2);
}

static void
levels_hang_together_through_a_third(void **state)
{
	/* 0-1 on one machine, 1-2 on another: 2 against 0 is their sum. */
	static const struct stat_cell cell[] = {
		{ 0, 0, 10 }, { 0, 1, 10.5 }, { 1, 1, 3 }, { 1, 2, 3.25 },
	};
	const struct stat_design d = { cell, nitems(cell), 2, 3 };
	struct stat_effect e[3];
	struct stat_blocks fit;
	enum stat_err	 each[3];

	(void)state;
	assert_int_equal(stat_blocks_fit(&d, &option, e, each, &fit), STAT_OK);
	assert_near(e[2].est, 0.75, 1e-12);
	assert_int_equal(each[2], STAT_TOO_FEW);	/* no df: no p */
}

static void
two_columns_are_the_paired_t(void **state)
{
	struct stat_cell cell[10];
	const struct stat_design d = { cell, 10, 5, 2 };
	struct stat_blocks fit;
	struct stat_effect e[2];
	struct stat_rows rows;
	enum stat_err	 each[2];
	size_t		 i;

	(void)state;
	for (i = 0; i < 5; i++) {
		cell[2 * i] = (struct stat_cell){ i, 0, log(up[i]) };
		cell[2 * i + 1] = (struct stat_cell){ i, 1, log(smp1[i]) };
	}
	assert_int_equal(stat_blocks_fit(&d, &option, e, each, &fit), STAT_OK);
	assert_int_equal(stat_raw_rows(up, smp1, 5, &option, &rows), STAT_OK);
	assert_near(e[1].est, 0.0260002580719319, 1e-10);
	assert_near(e[1].se, 0.00209949334679848, 1e-9);
	assert_near(rows.effect.p, 0.000244372393317305, 1e-9);
	assert_near(e[1].p, rows.effect.p, 1e-9);
	assert_near(rows.residual_sd, 0.0033195904541265, 1e-9);
	assert_near(rows.signed_p, 0.0625, 1e-12);
}

static void
an_smp_kernel_on_one_cpu_costs_2_63_percent(void **state)
{
	struct stat_rows rows;
	struct stat_ci	 ci;
	double		 pct;

	(void)state;
	stat_raw_rows(up, smp1, 5, &option, &rows);
	assert_int_equal(stat_effect_percent(&rows.effect, &pct, &ci),
	    STAT_OK);
	assert_near(pct, 2.6341213343267, 1e-10);
	assert_near(ci.lo, 2.03759420682197, 1e-9);
	assert_near(ci.hi, 3.23413584916759, 1e-9);
}

static void
three_kernels_are_not_additive(void **state)
{
	struct stat_interaction t;
	double		 ss, table[15];
	size_t		 i;

	(void)state;
	for (i = 0; i < 5; i++) {
		table[i] = log(up[i]);
		table[5 + i] = log(smp1[i]);
		table[10 + i] = log(smp2[i]);
	}
	assert_int_equal(stat_blocks_tukey(table, 3, 5, &ss, &t), STAT_OK);
	assert_near(t.f, 548.557634570573, 1e-8);
	assert_near(t.df_within, 7, 0);
	assert_near(t.p, 6.56693381174502e-08, 1e-7);
	assert_int_equal(stat_blocks_tukey(table, 1, 5, &ss, &t),
	    STAT_TOO_FEW);
}

static void
what_rounding_can_explain_is_not_resolved(void **state)
{
	struct stat_ci	 ratio;

	(void)state;
	assert_false(stat_raw_is_resolved(213.17, 213.18, 0.01));
	assert_true(stat_raw_is_resolved(213.17, 213.24, 0.01));
	assert_int_equal(stat_raw_bounds(10, 20, 2, &ratio), STAT_OK);
	assert_near(ratio.lo, 19 / 11., 1e-14);
	assert_near(ratio.hi, 21 / 9., 1e-14);
	assert_int_equal(stat_raw_bounds(0.5, 20, 2, &ratio), STAT_UNDEFINED);
}

static void
the_best_of_single_values_is_named_with_its_neighbours(void **state)
{
	struct stat_best best;

	(void)state;
	assert_int_equal(stat_sweep_best(smp1, 5, &best), STAT_OK);
	assert_near(jobs[best.at], 8, 0);
	assert_near(jobs[best.second], 4, 0);
	assert_near(best.second_pct, 0.142247510668558, 1e-9);
	assert_true(stat_sweep_is_near(smp1, best.at, 2, 0.01));
	assert_false(stat_sweep_is_near(smp1, best.at, 4, 0.01));
}

static void
the_set_of_best_holds_what_cannot_be_told_apart(void **state)
{
	double	 y[] = { 100, 61.2, 50.1, 50.4, 101.3, 61.9, 50.9, 50.6, 99.5,
	    60.8, 49.9, 50.3 };
	const struct stat_sweep s = { y, 3, 4 };
	struct stat_rival r[4];
	size_t	 best, i;

	(void)state;
	for (i = 0; i < nitems(y); i++)
		y[i] = log(y[i]);
	assert_int_equal(stat_sweep_set(&s, 0.05, &best, r), STAT_OK);
	assert_int_equal(best, 2);
	assert_near(r[0].p, 7.73139476371134e-07, 1e-8);
	assert_near(r[1].holm, 4.28378466973462e-05, 1e-8);
	assert_false(r[0].in_set || r[1].in_set);
	assert_true(r[2].in_set && r[3].in_set);
}

static void
an_optimum_has_moved_only_if_both_sides_prove_it(void **state)
{
	double	 a[] = { 50.1, 51, 50.4, 51.5, 49.9, 50.8 };
	double	 b[] = { 47.2, 46.3, 47.6, 46.5, 47, 46.2 };
	const struct stat_sweep sa = { a, 3, 2 }, sb = { b, 3, 2 };
	struct stat_moved m;
	size_t	 i;

	(void)state;
	for (i = 0; i < 6; i++) {
		a[i] = log(a[i]);
		b[i] = log(b[i]);
	}
	assert_int_equal(stat_sweep_moved(&sa, &sb, 0, 1, &m), STAT_OK);
	assert_near(m.p_a, 0.00213132749032341, 1e-8);
	assert_near(m.p, 0.00414149345952654, 1e-8);
	/* A against itself: B does not prefer the other level. */
	assert_int_equal(stat_sweep_moved(&sa, &sa, 0, 1, &m), STAT_OK);
	assert_true(m.p > 0.9);
}

static void
laws_return_the_parameters_they_were_made_from(void **state)
{
	static const double n[] = { 1, 2, 4, 8, 16, 32 };
	struct stat_amdahl amdahl;
	struct stat_usl	 usl;
	double		 t[6], x[6];
	size_t		 i;

	(void)state;
	for (i = 0; i < 6; i++) {
		t[i] = 20 + 80 / n[i];
		x[i] = 1000 * n[i] / (1 + 0.03 * (n[i] - 1) +
		    0.0005 * n[i] * (n[i] - 1));
	}
	assert_int_equal(stat_law_amdahl(n, t, 6, &amdahl), STAT_OK);
	assert_near(amdahl.serial, 0.2, 1e-12);
	assert_near(amdahl.speedup, 5, 1e-12);
	assert_int_equal(stat_law_usl(n, x, 6, &usl), STAT_OK);
	assert_near(usl.lambda, 1000, 1e-8);
	assert_near(usl.sigma, 0.03, 1e-7);
	assert_near(usl.kappa, 0.0005, 1e-7);
	assert_near(usl.peak_n, sqrt(0.97 / 0.0005), 1e-6);
	assert_true(usl.is_named);
	/* Linear scaling: no contention, no peak. */
	for (i = 0; i < 6; i++)
		x[i] = 1000 * n[i];
	assert_int_equal(stat_law_usl(n, x, 6, &usl), STAT_OK);
	assert_false(usl.is_named);
}

static void
make_j_of_one_cpu_is_no_amdahl(void **state)
{
	struct stat_amdahl amdahl;
	struct stat_parabola p;

	(void)state;
	assert_int_equal(stat_law_amdahl(jobs, up, 5, &amdahl), STAT_OK);
	assert_near(amdahl.residual_pct, 6.49190181625562, 1e-8);
	assert_int_equal(stat_law_parabola(jobs, up, 5, &p), STAT_OK);
	assert_near(p.vertex, 6.38473721038229, 1e-8);
}

static void
adjusted_p_are_those_of_r(void **state)
{
	static const double raw[] = { 0.01, 0.01, 0.03, STAT_ADJUST_MISSING,
	    0.04, 1 };
	static const double holm[] = { 0.05, 0.05, 0.09, STAT_ADJUST_MISSING,
	    0.09, 1 };
	static const double bh[] = { 0.025, 0.025, 0.05, STAT_ADJUST_MISSING,
	    0.05, 1 };
	double	 p[6];
	size_t	 i;

	(void)state;
	memcpy(p, raw, sizeof(p));
	assert_int_equal(stat_adjust_apply(STAT_ADJUST_HOLM, p, 6), STAT_OK);
	for (i = 0; i < 6; i++)
		assert_near(p[i], holm[i], 1e-12);
	memcpy(p, raw, sizeof(p));
	assert_int_equal(stat_adjust_apply(STAT_ADJUST_BH, p, 6), STAT_OK);
	for (i = 0; i < 6; i++)
		assert_near(p[i], bh[i], 1e-12);
	p[2] = 1.5;
	assert_int_equal(stat_adjust_apply(STAT_ADJUST_BH, p, 6), STAT_RANGE);
	assert_int_equal(stat_adjust_apply(STAT_ADJUST_BH, p, 0), STAT_OK);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(holes_do_not_bias_a_level),
		cmocka_unit_test(
		    levels_without_common_machines_are_not_compared),
		cmocka_unit_test(levels_hang_together_through_a_third),
		cmocka_unit_test(two_columns_are_the_paired_t),
		cmocka_unit_test(an_smp_kernel_on_one_cpu_costs_2_63_percent),
		cmocka_unit_test(three_kernels_are_not_additive),
		cmocka_unit_test(what_rounding_can_explain_is_not_resolved),
		cmocka_unit_test(
		    the_best_of_single_values_is_named_with_its_neighbours),
		cmocka_unit_test(
		    the_set_of_best_holds_what_cannot_be_told_apart),
		cmocka_unit_test(
		    an_optimum_has_moved_only_if_both_sides_prove_it),
		cmocka_unit_test(
		    laws_return_the_parameters_they_were_made_from),
		cmocka_unit_test(make_j_of_one_cpu_is_no_amdahl),
		cmocka_unit_test(adjusted_p_are_those_of_r),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
