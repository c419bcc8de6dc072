/*
 * t_stat_dist: distributions against R 4.2.2 and against themselves.
 */
#include <stdlib.h>

#include "client/stat_dist.h"
#include "client/stat_nct.h"
#include "proto/compat.h"
#include "tests/unit/stat_near.h"

/* R: qt(p, df) */
static const struct {
	double	p, df, q;
} t_quantiles[] = {
	{ 0.975, 1, 12.7062047361747 },
	{ 0.975, 1.5, 6.01666310442793 },
	{ 0.975, 2, 4.30265272974946 },
	{ 0.975, 7.3, 2.3450667365477 },
	{ 0.975, 30, 2.04227245630124 },
	{ 0.975, 1000, 1.96233908082641 },
	{ 0.9, 4, 1.53320627405894 },
	{ 0.999999, 1, 318309.88617359 },
	{ 0.999999, 4, 41.5778541501515 },
	{ 1e-10, 3, -2225.76928468309 },
	{ 1e-20, 10, -256.434699318526 },
	{ 1e-100, 50, -667.492173982958 },
	{ 0.5, 3, 0 },
};

static void
quantiles_of_t_are_those_of_r(void **state)
{
	double	 q;
	size_t	 i;

	(void)state;
	for (i = 0; i < nitems(t_quantiles); i++) {
		assert_int_equal(stat_dist_t_quantile(t_quantiles[i].p,
		    t_quantiles[i].df, &q), STAT_OK);
		assert_near(q, t_quantiles[i].q, 1e-11);
	}
}

/* R: (log(2) + pt(-t, df, log.p = TRUE)) / log(10) */
static const struct {
	double	t, df, log10p;
} t_tails[] = {
	{ 40, 30, -26.862454575484 },
	{ 100, 200, -172.001878315041 },
	{ 1000, 20, -47.7437843154545 },
	{ 38, 1e6, -315.012273420214 },
	{ 30, 5, -6.11245872920253 },
};

static void
a_p_too_small_for_a_double_keeps_its_log(void **state)
{
	double	 l;
	size_t	 i;

	(void)state;
	for (i = 0; i < nitems(t_tails); i++) {
		assert_int_equal(stat_dist_t_two_sided(t_tails[i].t,
		    t_tails[i].df, &l), STAT_OK);
		assert_near(l / log(10), t_tails[i].log10p, 1e-12);
	}
}

static void
quantiles_undo_probabilities(void **state)
{
	static const double df[] = { 0.5, 1, 2.7, 30, 1e4, 1e9 };
	static const double p[] = { 1e-200, 1e-9, 0.01, 0.3, 0.5, 0.77,
	    0.999 };
	struct stat_tails tails;
	double	 both[2], q;
	size_t	 i, j;

	(void)state;
	for (i = 0; i < nitems(df); i++)
		for (j = 0; j < nitems(p); j++) {
			/* Below df 1 a p of 1e-200 lies beyond a double. */
			if (df[i] < 1 && p[j] < 1e-60)
				continue;
			assert_int_equal(stat_dist_t_quantile(p[j], df[i], &q),
			    STAT_OK);
			assert_int_equal(stat_dist_t(q, df[i], &tails),
			    STAT_OK);
			assert_near(exp(tails.lower), p[j], 1e-9);
			both[0] = df[i];
			both[1] = 7;
			if (stat_dist_f_quantile(p[j], both, &q) != STAT_OK) {
				assert_true(p[j] < 1e-60);
				continue;
			}
			stat_dist_f(q, both, &tails);
			assert_near(exp(tails.lower), p[j], 1e-9);
		}
}

static void
large_df_are_the_normal(void **state)
{
	double	 q, z;
	size_t	 i;
	static const double p[] = { 1e-30, 0.001, 0.2, 0.975 };

	(void)state;
	for (i = 0; i < nitems(p); i++) {
		stat_dist_normal_quantile(p[i], &z);
		stat_dist_t_quantile(p[i], 1e12, &q);
		assert_near(q, z, 1e-6);
		/* Both sides of the place where the method changes. */
		stat_dist_t_quantile(p[i], 1e6, &z);
		stat_dist_t_quantile(p[i], nextafter(1e6, 2e6), &q);
		assert_near(q, z, 1e-9);
	}
}

static void
the_other_distributions_are_those_of_r(void **state)
{
	const double	 df[2] = { 2, 6 }, wide[2] = { 39, 80 };
	const double	 xy[2] = { 0.9, 0.1 };
	struct stat_tails tails;
	double		 q;

	(void)state;
	stat_dist_normal_quantile(1e-300, &q);
	assert_near(q, -37.0470962993612, 1e-12);
	stat_dist_normal(10, &tails);
	assert_near(exp(tails.upper), 7.61985302416053e-24, 1e-12);
	stat_dist_f_quantile(0.975, df, &q);
	assert_near(q, 7.25985568006018, 1e-12);
	stat_dist_f(3.45, wide, &tails);
	assert_near(exp(tails.upper), 1.40043428524966e-06, 1e-11);
	stat_dist_chisq(200, 3, &tails);
	assert_near(exp(tails.upper), 4.21854110719204e-43, 1e-11);
	stat_dist_chisq_quantile(0.05, 10, &q);
	assert_near(q, 3.94029913611906, 1e-12);
	stat_beta_tails(xy, 50, 2, &tails);
	assert_near(exp(tails.lower), 0.0309226512439207, 1e-12);
}

static void
the_noncentral_t_is_that_of_r(void **state)
{
	double	 p;

	(void)state;
	stat_nct_lower(2.776445, 4, 1, &p);
	assert_near(p, 0.880547510435799, 1e-10);
	stat_nct_lower(2.100922, 18, 3, &p);
	assert_near(p, 0.190293795161602, 1e-10);
	stat_nct_lower(-2.776445, 4, 2, &p);
	assert_near(p, 0.000154173567320615, 1e-7);
}

static void
a_bad_argument_is_a_reason(void **state)
{
	struct stat_tails tails;
	double	 q;

	(void)state;
	assert_int_equal(stat_dist_t_quantile(0, 3, &q), STAT_RANGE);
	assert_int_equal(stat_dist_t_quantile(1, 3, &q), STAT_RANGE);
	assert_int_equal(stat_dist_t_quantile(0.5, 0, &q), STAT_RANGE);
	assert_int_equal(stat_dist_t(NAN, 3, &tails), STAT_RANGE);
	assert_int_equal(stat_dist_chisq(-1, 3, &tails), STAT_RANGE);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(quantiles_of_t_are_those_of_r),
		cmocka_unit_test(a_p_too_small_for_a_double_keeps_its_log),
		cmocka_unit_test(quantiles_undo_probabilities),
		cmocka_unit_test(large_df_are_the_normal),
		cmocka_unit_test(the_other_distributions_are_those_of_r),
		cmocka_unit_test(the_noncentral_t_is_that_of_r),
		cmocka_unit_test(a_bad_argument_is_a_reason),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
