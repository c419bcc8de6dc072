/*
 * t_stat_plan: power, looks, equivalence, verdicts, ministat's lines.
 * Figures are R 4.2.2's or ministat's (20150715) unless said otherwise.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_equiv.h"
#include "client/stat_ministat.h"
#include "client/stat_plan.h"
#include "client/stat_stage.h"
#include "client/stat_two.h"
#include "client/stat_verdict.h"
#include "proto/compat.h"
#include "tests/unit/stat_near.h"

static const struct stat_option option = { 0.95, 0 };

/* A plan with 80% power at 5%. */
static struct stat_power
plan(double n, double delta, double sd)
{
	struct stat_power p = { STAT_SAMPLE_TWO, false, n, delta, sd, 0.05,
	    0.8 };

	return (p);
}

static void
power_is_that_of_power_t_test(void **state)
{
	struct stat_power p = plan(3, 0.02, 0.01);

	(void)state;
	assert_int_equal(stat_plan_power(&p), STAT_OK);
	assert_near(p.power, 0.46260812864823, 1e-9);
	p = plan(2, 0.03, 0.01);
	assert_int_equal(stat_plan_power(&p), STAT_OK);
	assert_near(p.power, 0.387389350200811, 1e-9);
	p = plan(5, 0.02, 0.015);
	p.sample = STAT_SAMPLE_ONE;
	assert_int_equal(stat_plan_power(&p), STAT_OK);
	assert_near(p.power, 0.614183212947759, 1e-9);
	/* R stops within 1.2e-4 of this n. */
	p = plan(0, 0.0198026272961797, 0.008);
	assert_int_equal(stat_plan_n(&p), STAT_OK);
	assert_near(p.n, 3.80808944267263, 4e-5);
}

static void
each_unknown_of_a_plan_gives_the_power_back(void **state)
{
	static const enum stat_sample sample[] = { STAT_SAMPLE_TWO,
	    STAT_SAMPLE_ONE, STAT_SAMPLE_WELCH };
	struct stat_power p;
	size_t	 i, n;

	(void)state;
	for (i = 0; i < nitems(sample); i++)
		for (n = 2; n < 40; n += 5) {
			p = plan((double)n, 0, 0.01);
			p.sample = sample[i];
			assert_int_equal(stat_plan_delta(&p), STAT_OK);
			p.power = 0;
			assert_int_equal(stat_plan_power(&p), STAT_OK);
			assert_near(p.power, 0.8, 1e-9);
			p.n = 0;
			assert_int_equal(stat_plan_n(&p), STAT_OK);
			assert_near(p.n, (double)n, 1e-6);
			assert_int_equal(stat_plan_sd(&p), STAT_OK);
			assert_near(p.sd, 0.01, 1e-6);
		}
}

static void
few_boots_see_little(void **state)
{
	/* Detectable difference in sd of boot means (power.t.test). */
	static const double seen[][2] = { { 2, 5.65 }, { 3, 3.07 },
	    { 4, 2.38 }, { 5, 2.02 }, { 10, 1.33 }, { 20, 0.91 } };
	struct stat_power p;
	size_t	 i;

	(void)state;
	for (i = 0; i < nitems(seen); i++) {
		p = plan(seen[i][0], 0, 1);
		assert_int_equal(stat_plan_delta(&p), STAT_OK);
		assert_near(p.delta, seen[i][1], 0.005);
	}
}

static void
a_comparison_tells_what_it_sees_and_what_it_would_need(void **state)
{
	/*
	 * Units of sd 1: se of 3+3 is sqrt(2/3), and they see 3.07 of them;
	 * 20+20 see 0.91 (power.t.test), so 0.92 needs no more than 20.
	 */
	double	 delta, n;

	(void)state;
	assert_int_equal(stat_plan_sees(STAT_SAMPLE_TWO, sqrt(2 / 3.), 3,
	    &delta), STAT_OK);
	assert_near(delta, 3.07, 5e-4);
	assert_int_equal(stat_plan_needs(STAT_SAMPLE_TWO, sqrt(2 / 3.), 3,
	    -0.92, &n), STAT_OK);
	assert_near(n, 20, 0);
	assert_int_equal(stat_plan_needs(STAT_SAMPLE_TWO, sqrt(2 / 3.), 3, 0,
	    &n), STAT_UNDEFINED);
}

static void
a_plan_without_an_answer_says_so(void **state)
{
	struct stat_power p = plan(0, 0, 0.01);
	const struct stat_noise still = { 0, 0.01 };
	double	 runs;

	(void)state;
	assert_int_equal(stat_plan_n(&p), STAT_UNDEFINED);
	assert_int_equal(stat_plan_runs(&still, 240, 60, &runs),
	    STAT_UNDEFINED);
	p = plan(3, 1, 0);
	assert_int_equal(stat_plan_power(&p), STAT_RANGE);
}

static void
bounds_of_looks_keep_alpha(void **state)
{
	/* Published: Jennison and Turnbull 2000, tables 2.1 and 2.3. */
	double	 p[5], z[5];

	(void)state;
	assert_int_equal(stat_stage_bounds(STAT_STAGE_POCOCK, 2, 0.05, z, p),
	    STAT_OK);
	assert_near(z[0], 2.178, 3e-4);
	assert_int_equal(stat_stage_bounds(STAT_STAGE_POCOCK, 5, 0.05, z, p),
	    STAT_OK);
	assert_near(z[4], 2.413, 3e-4);
	assert_int_equal(stat_stage_bounds(STAT_STAGE_OBF, 5, 0.05, z, p),
	    STAT_OK);
	assert_near(z[4], 2.040, 3e-4);
	assert_near(z[0], 4.56174229740318, 1e-5);
	assert_int_equal(stat_stage_bounds(STAT_STAGE_OBF, 1, 0.05, z, p),
	    STAT_OK);
	assert_near(z[0], 1.95996398454005, 1e-6);
}

static void
steins_total_is_never_below_the_pilot(void **state)
{
	double	 n;

	(void)state;
	assert_int_equal(stat_stage_stein(0.0118697349342441, 5,
	    0.00995033085316809, 0.95, &n), STAT_OK);
	assert_near(n, 11, 0);
	assert_int_equal(stat_stage_stein(0, 5, 0.01, 0.95, &n), STAT_OK);
	assert_near(n, 5, 0);
	assert_int_equal(stat_stage_stein(1, 5, 0, 0.95, &n), STAT_RANGE);
}

/* What is compared, and what it should be called. */
static const struct {
	const char	*what;
	double		 est, se, df;
	size_t		 units;
	enum stat_direction direction;
	enum stat_verdict verdict;
	enum stat_why	 why;
} verdicts[] = {
	{ "3% less time", -0.03, 0.002, 4, 3, STAT_LOWER_IS_BETTER,
	    STAT_VERDICT_BETTER, STAT_WHY_INTERVALS },
	{ "3% fewer operations", -0.03, 0.002, 4, 3, STAT_HIGHER_IS_BETTER,
	    STAT_VERDICT_WORSE, STAT_WHY_INTERVALS },
	{ "3% more time", 0.03, 0.002, 4, 3, STAT_LOWER_IS_BETTER,
	    STAT_VERDICT_WORSE, STAT_WHY_INTERVALS },
	{ "3% of nobody knows", 0.03, 0.002, 4, 3, STAT_NO_DIRECTION,
	    STAT_VERDICT_NONE, STAT_WHY_NO_DIRECTION },
	{ "surely .3%", 0.003, 0.0005, 4, 3, STAT_LOWER_IS_BETTER,
	    STAT_VERDICT_SMALL, STAT_WHY_INTERVALS },
	{ "perhaps .1%", 0.001, 0.001, 4, 3, STAT_LOWER_IS_BETTER,
	    STAT_VERDICT_SAME, STAT_WHY_INTERVALS },
	{ "noise", 0.005, 0.01, 4, 3, STAT_LOWER_IS_BETTER,
	    STAT_VERDICT_CANNOT_TELL, STAT_WHY_INTERVALS },
	{ "one boot", -0.03, 0.002, 4, 1, STAT_LOWER_IS_BETTER,
	    STAT_VERDICT_NONE, STAT_WHY_UNITS },
};

static void
verdicts_follow_both_intervals(void **state)
{
	struct stat_case c;
	struct stat_ruling r;
	double	 v[3];
	size_t	 i;

	(void)state;
	for (i = 0; i < nitems(verdicts); i++) {
		memset(&c, 0, sizeof(c));
		v[0] = verdicts[i].est;
		v[1] = verdicts[i].se;
		v[2] = verdicts[i].df;
		c.error = stat_effect_fill(&c.effect, v, &option);
		c.units_a = c.units_b = verdicts[i].units;
		c.margin = log1p(0.01);
		c.direction = verdicts[i].direction;
		stat_verdict_rule(&c, &r);
		if (r.verdict != verdicts[i].verdict ||
		    r.why != verdicts[i].why)
			fail_msg("%s: %s (%s)", verdicts[i].what,
			    stat_verdict_text(r.verdict),
			    stat_verdict_why_text(r.why));
	}
}

/* The verdict on 3 + 3 equal values, est apart at a resolution. */
static enum stat_verdict
constant(double est, double resolution, enum stat_why *why)
{
	struct stat_case c = { .error = STAT_CONSTANT, .units_a = 3,
	    .units_b = 3, .margin = log1p(0.01), .resolution = resolution,
	    .direction = STAT_LOWER_IS_BETTER };
	struct stat_ruling r;

	c.effect.est = est;
	stat_verdict_rule(&c, &r);
	*why = r.why;
	return (r.verdict);
}

static void
equal_values_are_the_same_within_the_resolution_only(void **state)
{
	enum stat_why	 why;

	(void)state;
	assert_int_equal(constant(0, 0.001, &why), STAT_VERDICT_SAME);
	assert_int_equal(why, STAT_WHY_RESOLUTION);
	assert_int_equal(constant(0, 0, &why), STAT_VERDICT_NONE);
	assert_int_equal(why, STAT_WHY_NO_VARIATION);
	assert_int_equal(constant(0.5, 0.001, &why), STAT_VERDICT_WORSE);
	assert_int_equal(constant(0.05, 0.2, &why), STAT_VERDICT_SAME);
}

static void
sameness_is_tested_not_assumed(void **state)
{
	static const double a[] = { 101.2, 100.7, 101.9 };
	static const double b[] = { 100.9, 102.5, 101.1 };
	struct stat_acc	 x, y;
	struct stat_effect e;
	struct stat_equiv t;

	(void)state;
	stat_acc_of_logs(&x, a, 3);
	stat_acc_of_logs(&y, b, 3);
	assert_int_equal(stat_two_welch(&x, &y, &option, &e), STAT_OK);
	assert_int_equal(stat_equiv_test(&e, log1p(0.01), 0.05, &t), STAT_OK);
	assert_near(t.p_lower, 0.0602419309494016, 1e-9);
	assert_near(t.p, 0.139997992816959, 1e-9);
	assert_false(t.is_inside || t.is_different);
}

/* ministat -c 99.5 and its words, on nine values a side. */
static void
ministat_lines_are_ministats(void **state)
{
	static const double a[] = { 52.31, 52.44, 52.19, 53.02, 52.95, 53.11,
	    51.88, 51.97, 52.05 };
	static const double b[] = { 50.12, 50.31, 50.02, 51.44, 51.37, 51.52,
	    50.75, 50.61, 50.88 };
	struct stat_ministat x, y;
	struct stat_ministat_diff d;
	char	 line[4][128], vitals[128];

	(void)state;
	assert_int_equal(stat_ministat_read(a, 9, &x), STAT_OK);
	assert_int_equal(stat_ministat_read(b, 9, &y), STAT_OK);
	stat_ministat_vitals(vitals, sizeof(vitals), '+', &y);
	assert_string_equal(vitals, "+   9         50.02         51.52"
	    "         50.75         50.78    0.57065752");
	assert_int_equal(stat_ministat_compare(&x, &y, 95, &d), STAT_OK);
	assert_int_equal(stat_ministat_lines(&d, line), 4);
	assert_string_equal(line[0], "Difference at 95.0% confidence");
	assert_string_equal(line[1], "\t-1.65556 +/- 0.525055");
	assert_string_equal(line[2], "\t-3.15731% +/- 1.00133%");
	assert_string_equal(line[3], "\t(Student's t, pooled s = 0.525382)");
	/* Its column of 99.5% is one of 99.8%. */
	assert_int_equal(stat_ministat_compare(&x, &y, 99.5, &d), STAT_OK);
	stat_ministat_lines(&d, line);
	assert_string_equal(line[1], "\t-1.65556 +/- 0.912902");
	assert_int_equal(stat_ministat_compare(&x, &y, 97, &d), STAT_RANGE);
}

static void
where_ministat_prints_nan_a_deviation_stands(void **state)
{
	static const double a[] = { 1e9 + .1, 1e9 + .2, 1e9 + .3, 1e9 + .4 };
	struct stat_ministat x;
	char	 vitals[128];

	(void)state;
	assert_int_equal(stat_ministat_read(a, 4, &x), STAT_OK);
	stat_ministat_vitals(vitals, sizeof(vitals), 'x', &x);
	assert_null(strstr(vitals, "nan"));
	/* By hand: the sd of 1, 2, 3, 4 over ten. */
	assert_near(stat_acc_sd(&x.acc), 0.129099444873581, 1e-6);
	assert_int_equal(stat_ministat_read(a, 2, &x), STAT_TOO_FEW);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(power_is_that_of_power_t_test),
		cmocka_unit_test(each_unknown_of_a_plan_gives_the_power_back),
		cmocka_unit_test(few_boots_see_little),
		cmocka_unit_test(
		    a_comparison_tells_what_it_sees_and_what_it_would_need),
		cmocka_unit_test(a_plan_without_an_answer_says_so),
		cmocka_unit_test(bounds_of_looks_keep_alpha),
		cmocka_unit_test(steins_total_is_never_below_the_pilot),
		cmocka_unit_test(verdicts_follow_both_intervals),
		cmocka_unit_test(
		    equal_values_are_the_same_within_the_resolution_only),
		cmocka_unit_test(sameness_is_tested_not_assumed),
		cmocka_unit_test(ministat_lines_are_ministats),
		cmocka_unit_test(where_ministat_prints_nan_a_deviation_stands),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
