/*
 * t_stat_nested: boots and runs, factors inside boots, machines.  Figures are
 * R 4.2.2's (t.test, aov, lme4 1.1, metafor 3.8.1) unless said otherwise.
 */
#include <stdlib.h>
#include <string.h>

#include "client/stat_hosts.h"
#include "client/stat_levels.h"
#include "client/stat_meta.h"
#include "client/stat_nested.h"
#include "client/stat_two.h"
#include "proto/compat.h"
#include "tests/unit/stat_near.h"

static const struct stat_option option = { 0.95, 0 };

/* Three boots of three runs, two kernels. */
static const double a9[] = { 52.31, 52.44, 52.19, 53.02, 52.95, 53.11, 51.88,
    51.97, 52.05 };
static const double b9[] = { 50.12, 50.31, 50.02, 51.44, 51.37, 51.52, 50.75,
    50.61, 50.88 };

/* lme4::Dyestuff (Davies and Goldsmith 1972), six batches of five. */
static const double dyestuff[] = { 1545, 1440, 1440, 1520, 1580, 1540, 1555,
    1490, 1560, 1495, 1595, 1550, 1605, 1510, 1560, 1445, 1440, 1595, 1465,
    1545, 1595, 1630, 1515, 1635, 1625, 1520, 1455, 1450, 1480, 1445 };

/* Effects on five machines, with errors and degrees of freedom. */
static const struct stat_effect machines[] = {
	{ .est = -0.0312, .se = 0.0041, .df = 4 },
	{ .est = -0.0287, .se = 0.0062, .df = 4 },
	{ .est = -0.0405, .se = 0.0038, .df = 3.2 },
	{ .est = -0.0112, .se = 0.009, .df = 2.5 },
	{ .est = -0.035, .se = 0.0055, .df = 4 },
};

/* Cut values into boots of equal size. */
static void
cut(const double *x, size_t boots, size_t runs, bool logs,
    struct stat_acc *boot)
{
	size_t	 b;

	for (b = 0; b < boots; b++)
		assert_int_equal(logs ?
		    stat_acc_of_logs(&boot[b], x + b * runs, runs) :
		    stat_acc_of(&boot[b], x + b * runs, runs), STAT_OK);
}

static void
three_boots_of_three_runs_are_three_units(void **state)
{
	struct stat_acc	 a[3], b[3];
	struct stat_effect e;
	struct stat_ci	 pct;
	double		 p;

	(void)state;
	cut(a9, 3, 3, true, a);
	cut(b9, 3, 3, true, b);
	assert_int_equal(stat_nested_compare(a, 3, b, 3, &option, &e),
	    STAT_OK);
	assert_near(e.est, -0.0321019182711733, 1e-10);
	assert_near(e.df, 3.83021799559471, 1e-10);
	assert_near(e.p, 0.0293198234135826, 1e-10);
	assert_int_equal(stat_effect_percent(&e, &p, &pct), STAT_OK);
	assert_near(p, -3.1592121407338, 1e-10);
	assert_near(pct.lo, -5.71264459095178, 1e-10);
	assert_near(pct.hi, -0.536629195738036, 1e-10);
}

static void
components_are_those_of_the_analysis_of_variance(void **state)
{
	struct stat_acc	 boot[6];
	struct stat_nested s;

	(void)state;
	cut(dyestuff, 6, 5, false, boot);
	assert_int_equal(stat_nested_summary(boot, 6, &option, &s), STAT_OK);
	assert_int_equal(s.parts_error, STAT_OK);
	assert_near(s.parts.var_run, 2451.25, 1e-12);
	assert_near(s.parts.var_boot, 1764.05, 1e-10);
	assert_near(s.parts.icc_ci.lo, 0.0838360506605933, 1e-9);
	assert_near(s.parts.icc_ci.hi, 0.847876815473381, 1e-9);
	assert_near(s.mean.ci.lo, 1477.6733528086, 1e-10);
}

static void
the_mixed_model_of_balanced_data_has_the_same_components(void **state)
{
	struct stat_acc	 boot[6];
	const struct stat_side side = { boot, 6 };
	struct stat_reml r;

	(void)state;
	cut(dyestuff, 6, 5, false, boot);
	assert_int_equal(stat_levels_reml(&side, 1, &r), STAT_OK);
	assert_near(r.mean, 1527.5, 1e-12);
	assert_near(r.var_boot, 1764.05, 1e-5);
	assert_near(r.var_run, 2451.25, 1e-5);
}

static void
one_run_a_boot_has_a_mean_but_no_components(void **state)
{
	struct stat_acc	 boot[9];
	struct stat_nested s;

	(void)state;
	cut(a9, 9, 1, false, boot);
	assert_int_equal(stat_nested_summary(boot, 9, &option, &s), STAT_OK);
	assert_int_equal(s.mean_error, STAT_OK);
	assert_int_equal(s.parts_error, STAT_TOO_FEW);
	assert_int_equal(s.boots, 9);
}

static void
a_negative_component_is_zero_and_kept(void **state)
{
	static const double x[] = { 10, 11, 12, 10.2, 11.1, 11.8, 9.9, 11,
	    12.1 };
	struct stat_acc	 boot[3];
	struct stat_nested s;

	(void)state;
	cut(x, 3, 3, false, boot);
	assert_int_equal(stat_nested_summary(boot, 3, &option, &s), STAT_OK);
	assert_near(s.parts.var_boot, 0, 0);
	assert_near(s.parts.var_boot_raw, -0.316666666666667, 1e-10);
	assert_near(s.parts.icc, 0, 0);
	assert_near(s.parts.icc_ci.hi, 0, 0);
}

static void
one_boot_a_side_gives_no_comparison_without_history(void **state)
{
	const struct stat_history h = { 0.006 * 0.006, 0.01 * 0.01, 12 };
	struct stat_history young = h;
	struct stat_acc	 a, b;
	struct stat_effect e;

	(void)state;
	cut(a9, 1, 3, true, &a);
	cut(b9, 1, 3, true, &b);
	assert_int_equal(stat_nested_compare(&a, 1, &b, 1, &option, &e),
	    STAT_TOO_FEW);
	assert_int_equal(stat_nested_by_history(&h, &a, &b, &option, &e),
	    STAT_OK);
	assert_near(e.se, 0.0117756811551038, 1e-10);
	young.df = 4;
	assert_int_equal(stat_nested_by_history(&young, &a, &b, &option, &e),
	    STAT_TOO_FEW);
}

static void
a_factor_inside_boots_is_paired_and_boots_without_a_side_are_skipped(
    void **state)
{
	static const double base[] = { 20.1, 20.3, 21, 20.8, 19.7, 19.9 };
	static const double other[] = { 19.5, 19.6, 20.2, 20.4, 19.3, 19.1 };
	struct stat_acc	 a[4], b[4];
	struct stat_effect e;

	(void)state;
	cut(base, 3, 2, true, a);
	cut(other, 3, 2, true, b);
	a[3] = a[0];
	memset(&b[3], 0, sizeof(b[3]));
	assert_int_equal(stat_nested_paired(a, b, 4, &option, &e), STAT_OK);
	assert_near(e.df, 2, 0);
	assert_near(e.est, -0.0308665874984886, 1e-10);
	assert_near(e.p, 0.00111481840247733, 1e-9);
}

static void
over_machines_the_plain_t_holds(void **state)
{
	struct stat_effect e;
	struct stat_ci	 next;

	(void)state;
	assert_int_equal(stat_hosts_like_these(machines, 5, &option, &e),
	    STAT_OK);
	assert_near(e.est, -0.02932, 1e-12);
	assert_near(e.p, 0.00406174163937994, 1e-10);
	assert_int_equal(stat_hosts_these(machines, 5, &option, &e), STAT_OK);
	assert_near(e.se, 0.00269027879596149, 1e-10);
	assert_near(e.df, 9.74853880007065, 1e-10);
	assert_int_equal(stat_hosts_predict(machines, 5, 0.95, &next),
	    STAT_OK);
	assert_near(next.lo, -0.0629657036588696, 1e-10);
	assert_near(next.hi, 0.00432570365886965, 1e-9);
}

static void
one_machine_speaks_for_itself_only(void **state)
{
	struct stat_effect e;

	(void)state;
	assert_int_equal(stat_hosts_like_these(machines, 1, &option, &e),
	    STAT_TOO_FEW);
	assert_int_equal(stat_hosts_these(machines, 1, &option, &e), STAT_OK);
	assert_near(e.se, 0.0041, 1e-12);
	assert_near(e.df, 4, 1e-12);
	assert_int_equal(stat_hosts_these(machines, 0, &option, &e),
	    STAT_EMPTY);
}

static void
random_effects_are_those_of_metafor(void **state)
{
	struct stat_meta m;

	(void)state;
	assert_int_equal(stat_meta_fit(machines, 5, STAT_META_DL,
	    STAT_META_HKSJ, 0.95, &m), STAT_OK);
	assert_near(m.tau2, 4.37908959982996e-05, 1e-9);
	assert_near(m.se, 0.00428875345752279, 1e-9);
	assert_near(m.q_p, 0.0325069134683855, 1e-9);
	assert_near(m.prediction.lo, -0.0565981300429941, 1e-9);
	assert_int_equal(stat_meta_fit(machines, 5, STAT_META_REML,
	    STAT_META_Z, 0.95, &m), STAT_OK);
	assert_near(m.tau2, 4.51358132189584e-05, 1e-6);
	assert_int_equal(stat_meta_fit(machines, 5, STAT_META_PM,
	    STAT_META_Z, 0.95, &m), STAT_OK);
	assert_near(m.tau2, 6.61672083080418e-05, 1e-6);
}

static void
machines_count_only_when_told_from_zero(void **state)
{
	struct stat_effect host[3] = {
		{ .est = -0.03, .se = 0.001, .p = 0.001 },
		{ .est = 0.02, .se = 0.001, .p = 0.02 },
		{ .est = 0.01, .se = 0.01, .p = 0.4 },
	};
	struct stat_tally t;

	(void)state;
	/* Holm: .003, .04, .4. */
	assert_int_equal(stat_hosts_tally(host, 3, 0.05, &t), STAT_OK);
	assert_int_equal(t.down, 1);
	assert_int_equal(t.up, 1);
	assert_int_equal(t.unclear, 1);
	host[1].p = 0.03;	/* Holm: .06 */
	assert_int_equal(stat_hosts_tally(host, 3, 0.05, &t), STAT_OK);
	assert_int_equal(t.up, 0);
	assert_int_equal(t.unclear, 2);
}

static void
levels_are_those_of_kalibera_and_jones(void **state)
{
	/* By hand: 2 runs, 2 processes, 2 boots. */
	static const double x[] = { 1, 3, 5, 7, 11, 13, 15, 17 };
	struct stat_levels s = { .levels = 3, .repeat = { 2, 2, 2 },
	    .cost = { 1, 4, 100 } };

	(void)state;
	assert_int_equal(stat_levels_analyse(&s, x, 0.95), STAT_OK);
	assert_near(s.mean, 9, 1e-14);
	assert_near(s.s2[0], 2, 1e-14);		/* pairs 2 apart */
	assert_near(s.s2[1], 8, 1e-14);		/* means 4 apart */
	assert_near(s.s2[2], 50, 1e-14);	/* means 10 apart */
	assert_near(s.t2[1], 7, 1e-14);		/* 8 - 2/2 */
	assert_near(s.t2[2], 46, 1e-14);	/* 50 - 8/2 */
	assert_near(s.best[0], sqrt(4 * 2 / 7.), 1e-14);
	assert_near(s.best[1], sqrt(25 * 7 / 46.), 1e-14);
	assert_near(s.half, 12.7062047361747 * 5, 1e-12);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(three_boots_of_three_runs_are_three_units),
		cmocka_unit_test(
		    components_are_those_of_the_analysis_of_variance),
		cmocka_unit_test(
		    the_mixed_model_of_balanced_data_has_the_same_components),
		cmocka_unit_test(one_run_a_boot_has_a_mean_but_no_components),
		cmocka_unit_test(a_negative_component_is_zero_and_kept),
		cmocka_unit_test(
		    one_boot_a_side_gives_no_comparison_without_history),
		cmocka_unit_test(
    a_factor_inside_boots_is_paired_and_boots_without_a_side_are_skipped),
		cmocka_unit_test(over_machines_the_plain_t_holds),
		cmocka_unit_test(one_machine_speaks_for_itself_only),
		cmocka_unit_test(random_effects_are_those_of_metafor),
		cmocka_unit_test(machines_count_only_when_told_from_zero),
		cmocka_unit_test(levels_are_those_of_kalibera_and_jones),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
