/*
 * t_stat_edges: whatever comes in, an answer or a reason goes out, and never
 * a NaN or an infinity.  Every pair of awful groups meets every method.
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "client/stat_blocks.h"
#include "client/stat_dist.h"
#include "client/stat_equiv.h"
#include "client/stat_hosts.h"
#include "client/stat_law.h"
#include "client/stat_levels.h"
#include "client/stat_meta.h"
#include "client/stat_ministat.h"
#include "client/stat_nct.h"
#include "client/stat_nested.h"
#include "client/stat_perm.h"
#include "client/stat_plan.h"
#include "client/stat_rank.h"
#include "client/stat_raw.h"
#include "client/stat_segment.h"
#include "client/stat_series.h"
#include "client/stat_shape.h"
#include "client/stat_stage.h"
#include "client/stat_summary.h"
#include "client/stat_sweep.h"
#include "client/stat_trend.h"
#include "client/stat_two.h"
#include "client/stat_verdict.h"
#include "proto/compat.h"

#define VALUES_MAX	8

struct group {
	const char	*name;
	size_t		 n;
	double		 x[VALUES_MAX];
};

static const struct group groups[] = {
	{ "nothing", 0, { 0 } },
	{ "one zero", 1, { 0 } },
	{ "one", 1, { 5 } },
	{ "two", 2, { 1, 2 } },
	{ "two equal", 2, { 3, 3 } },
	{ "zeros", 3, { 0, 0, 0 } },
	{ "equal", 4, { 5, 5, 5, 5 } },
	{ "about zero", 3, { -1, 0, 1 } },
	{ "negative", 3, { -10, -11, -9.5 } },
	{ "usual", 5, { 10.12, 10.05, 10.31, 10.22, 10.08 } },
	{ "tied", 6, { 1, 1, 1, 2, 2, 3 } },
	{ "huge with a small spread", 4, { 1e9 + .1, 1e9 + .2, 1e9 + .3,
	    1e9 + .4 } },
	{ "one ulp apart", 3, { 1, 1 + DBL_EPSILON, 1 } },
	{ "tiny", 3, { 1e-300, 2e-300, 3e-300 } },
	{ "below normal", 3, { 5e-324, 1e-323, 5e-324 } },
	{ "enormous", 3, { 1e300, 2e300, 3e300 } },
	{ "beyond sums", 4, { 1.7e308, 1.7e308, 1.6e308, 1.7e308 } },
	{ "from end to end", 4, { -1.7e308, 1.7e308, 0, 1 } },
	{ "orders apart", 4, { 1e-200, 1, 1e200, 5 } },
	{ "a nan", 3, { 1, NAN, 2 } },
	{ "an infinity", 3, { 1, 2, INFINITY } },
	{ "long", 8, { 3, 1, 4, 1, 5, 9, 2, 6 } },
};

static const struct stat_option options[] = {
	{ 0.95, 0 }, { 0.95, 0.01 }, { 0.999999, 1e-12 },
};

/* All numbers of a struct that holds only doubles are finite. */
static void
expect_finite(const char *what, const struct group *a, const struct group *b,
    const void *numbers, size_t bytes)
{
	double	 x[64];
	size_t	 i;

	assert_true(bytes <= sizeof(x));
	memcpy(x, numbers, bytes);
	for (i = 0; i < bytes / sizeof(*x); i++)
		if (!isfinite(x[i]))
			fail_msg("%s of %s and %s: number %zu is %g", what,
			    a->name, b->name, i, x[i]);
}

/* An effect: finite whenever it is said to hold, with p a probability. */
static void
expect_effect(const char *what, const struct group *a, const struct group *b,
    enum stat_err error, const struct stat_effect *e)
{
	assert_true((unsigned)error < STAT_ERR_MAX);
	if (error != STAT_OK && error != STAT_CONSTANT)
		return;
	expect_finite(what, a, b, e, sizeof(*e));
	if (e->p < 0 || e->p > 1 || e->ci.lo > e->est || e->ci.hi < e->est)
		fail_msg("%s of %s and %s: p %g, %g in %g to %g", what,
		    a->name, b->name, e->p, e->est, e->ci.lo, e->ci.hi);
}

/* The t tests, on heaps of values and of logs. */
static void
try_two(const struct group *a, const struct group *b,
    const struct stat_option *o, bool logs)
{
	struct stat_acc	 x, y;
	struct stat_effect e;
	struct stat_equiv t;
	struct stat_ratio r;
	double		 pair[2];

	if ((logs ? stat_acc_of_logs(&x, a->x, a->n) :
	    stat_acc_of(&x, a->x, a->n)) != STAT_OK ||
	    (logs ? stat_acc_of_logs(&y, b->x, b->n) :
	    stat_acc_of(&y, b->x, b->n)) != STAT_OK)
		return;
	expect_effect("pooled", a, b, stat_two_pooled(&x, &y, o, &e), &e);
	expect_effect("single", a, b, stat_two_single(&x, y.mean, o, &e), &e);
	expect_effect("mean", a, b, stat_effect_of_mean(&e, &x, o), &e);
	if (stat_two_fieller(&x, &y, o, &r) == STAT_OK)
		expect_finite("fieller", a, b, &r, sizeof(r));
	if (stat_two_hyperfine(&x, &y, &pair[0], &pair[1]) == STAT_OK)
		expect_finite("hyperfine", a, b, pair, sizeof(pair));
	expect_effect("nested", a, b, stat_nested_compare(&x, 1, &y, 1, o, &e),
	    &e);
	memset(&e, 0, sizeof(e));
	expect_effect("welch", a, b, stat_two_welch(&x, &y, o, &e), &e);
	if (stat_equiv_test(&e, 0.01, 0.05, &t) == STAT_OK)
		expect_finite("tost", a, b, &t, offsetof(struct stat_equiv,
		    is_inside));
}

static void
groups_by_t_give_an_answer_or_a_reason(void **state)
{
	size_t	 i, j, k;

	(void)state;
	for (i = 0; i < nitems(groups); i++)
		for (j = 0; j < nitems(groups); j++)
			for (k = 0; k < nitems(options); k++) {
				try_two(&groups[i], &groups[j], &options[k],
				    false);
				try_two(&groups[i], &groups[j], &options[k],
				    true);
			}
}

/* Ranks, deals, shapes, pairs, ministat. */
static void
try_order(const struct group *a, const struct group *b)
{
	struct stat_ministat_diff md;
	struct stat_ministat ma, mb;
	struct stat_effect e;
	struct stat_perm perm;
	struct stat_rank rank;
	struct stat_rows rows;
	struct stat_shift shift;
	struct stat_spread spread;
	double		 d, p;

	if (stat_rank_test(a->x, a->n, b->x, b->n, &rank) == STAT_OK) {
		expect_finite("ranks", a, b, &rank, 4 * sizeof(double));
		assert_true(rank.p >= 0 && rank.p <= 1);
	}
	if (stat_rank_shift(a->x, a->n, b->x, b->n, 0.95, &shift) == STAT_OK)
		expect_finite("shift", a, b, &shift, sizeof(shift));
	if (stat_perm_mean(a->x, a->n, b->x, b->n, &perm) == STAT_OK)
		expect_finite("deals", a, b, &perm, sizeof(perm));
	if (stat_shape_spread(a->x, a->n, b->x, b->n, &spread) == STAT_OK)
		expect_finite("spread", a, b, &spread, sizeof(spread));
	if (stat_shape_ks(a->x, a->n, b->x, b->n, &d, &p) == STAT_OK)
		assert_true(d >= 0 && d <= 1 && p >= 0 && p <= 1);
	if (a->n == b->n) {
		expect_effect("pairs", a, b, stat_two_paired(a->x, b->x, a->n,
		    &options[0], &e), &e);
		if (stat_raw_rows(a->x, b->x, a->n, &options[0], &rows) ==
		    STAT_OK)
			expect_finite("rows", a, b, &rows, sizeof(rows));
	}
	if (stat_ministat_read(a->x, a->n, &ma) == STAT_OK &&
	    stat_ministat_read(b->x, b->n, &mb) == STAT_OK &&
	    stat_ministat_compare(&ma, &mb, 95, &md) == STAT_OK)
		expect_finite("ministat", a, b, &md,
		    offsetof(struct stat_ministat_diff, is_different));
}

static void
groups_by_order_give_an_answer_or_a_reason(void **state)
{
	size_t	 i, j;

	(void)state;
	for (i = 0; i < nitems(groups); i++)
		for (j = 0; j < nitems(groups); j++)
			try_order(&groups[i], &groups[j]);
}

/* One group as a heap, a sweep, a series. */
static void
try_one(const struct group *a)
{
	struct stat_fences f;
	struct stat_summary s;
	struct stat_change c;
	struct stat_slope slope;
	struct stat_kind kind;
	struct stat_energy energy;
	struct stat_signed sign;
	double		 q, z[VALUES_MAX];
	int		 type;

	if (stat_summary_of(a->x, a->n, &options[0], &s) == STAT_OK) {
		expect_finite("summary", a, a, &s.q25, 7 * sizeof(double));
		if (s.mean_error == STAT_OK || s.mean_error == STAT_CONSTANT)
			expect_finite("summary", a, a, &s.mean_effect,
			    sizeof(s.mean_effect));
	}
	for (type = 0; type <= 10; type++)
		if (stat_summary_quantile(a->x, a->n, type, 0.3, &q) ==
		    STAT_OK)
			expect_finite("quantile", a, a, &q, sizeof(q));
	if (stat_summary_fences(a->x, a->n, &f) == STAT_OK)
		expect_finite("fences", a, a, &f, sizeof(f));
	if (stat_summary_scores(a->x, a->n, z) == STAT_OK)
		expect_finite("scores", a, a, z, a->n * sizeof(*z));
	if (stat_series_scores(a->x, a->n, z) == STAT_OK)
		expect_finite("normal scores", a, a, z, a->n * sizeof(*z));
	if (stat_series_max_t(a->x, a->n, 1, &c) == STAT_OK)
		expect_finite("split", a, a, &c.t, 2 * sizeof(double));
	if (stat_series_acf1(a->x, a->n, &q) == STAT_OK)
		expect_finite("acf", a, a, &q, sizeof(q));
	if (stat_trend_slope(a->x, a->n, &slope) == STAT_OK)
		expect_finite("slope", a, a, &slope, sizeof(slope));
	if (stat_trend_kind(a->x, a->n, 1, &kind) == STAT_OK)
		expect_finite("kind", a, a, &kind, 3 * sizeof(double));
	if (stat_trend_ewma(a->x, a->n, 2, 0.1, z) == STAT_OK)
		expect_finite("ewma", a, a, z, a->n * sizeof(*z));
	if (stat_segment_energy(a->x, a->n, &energy) == STAT_OK)
		expect_finite("energy", a, a, &energy.q, sizeof(energy.q));
	if (stat_rank_signed(a->x, a->n, &sign) == STAT_OK)
		expect_finite("signs", a, a, &sign, 2 * sizeof(double));
}

static void
one_group_gives_an_answer_or_a_reason(void **state)
{
	size_t	 i;

	(void)state;
	for (i = 0; i < nitems(groups); i++)
		try_one(&groups[i]);
}

static void
cuts_of_any_series_are_places_in_it(void **state)
{
	struct stat_cut	 cut;
	double		 rss[4];
	size_t		 i, j, place[VALUES_MAX];

	(void)state;
	cut.place = place;
	for (i = 0; i < nitems(groups); i++) {
		if (stat_segment_cut(groups[i].x, groups[i].n, 1, 1, &cut) ==
		    STAT_OK)
			for (j = 0; j < cut.n; j++)
				assert_true(place[j] > 0 &&
				    place[j] < groups[i].n);
		if (stat_segment_by_bic(groups[i].x, groups[i].n, 1, rss, 3,
		    &cut) == STAT_OK)
			for (j = 0; j < cut.n; j++)
				assert_true(place[j] > 0 &&
				    place[j] < groups[i].n);
		(void)stat_segment_history(groups[i].x, groups[i].n, 1e-4,
		    &cut);
	}
}

/* Two groups as x and y of a law, as rows of a sweep, as machines. */
static void
try_laws(const struct group *a, const struct group *b)
{
	struct stat_amdahl amdahl;
	struct stat_best best;
	struct stat_parabola parabola;
	struct stat_rival rival[VALUES_MAX];
	struct stat_sweep s;
	struct stat_usl	 usl;
	double		 y[2 * VALUES_MAX];
	size_t		 at;

	if (a->n != b->n)
		return;
	if (stat_law_amdahl(a->x, b->x, a->n, &amdahl) == STAT_OK)
		expect_finite("amdahl", a, b, &amdahl, sizeof(amdahl));
	if (stat_law_parabola(a->x, b->x, a->n, &parabola) == STAT_OK)
		expect_finite("parabola", a, b, &parabola, 4 * sizeof(double));
	if (stat_law_usl(a->x, b->x, a->n, &usl) == STAT_OK)
		expect_finite("usl", a, b, &usl,
		    offsetof(struct stat_usl, has_peak));
	if (stat_sweep_best(a->x, a->n, &best) == STAT_OK)
		expect_finite("best", a, b, &best.second_pct, sizeof(double));
	memcpy(y, a->x, a->n * sizeof(*y));
	memcpy(y + a->n, b->x, b->n * sizeof(*y));
	s = (struct stat_sweep){ y, 2, a->n };
	if (stat_sweep_set(&s, 0.05, &at, rival) == STAT_OK) {
		assert_true(at < a->n);
		assert_true(rival[at].in_set);
	}
}

static void
laws_and_sweeps_give_an_answer_or_a_reason(void **state)
{
	size_t	 i, j;

	(void)state;
	for (i = 0; i < nitems(groups); i++)
		for (j = 0; j < nitems(groups); j++)
			try_laws(&groups[i], &groups[j]);
}

/* One group as effects of machines with equal errors, by random effects. */
static void
try_meta(const struct group *a, const struct stat_effect *host)
{
	struct stat_meta m;
	int		 tau, test;

	for (tau = 0; tau < 3; tau++)
		for (test = 0; test < 3; test++)
			if (stat_meta_fit(host, a->n, (enum stat_meta_tau)tau,
			    (enum stat_meta_test)test, 0.95, &m) == STAT_OK)
				expect_finite("meta", a, a, &m,
				    offsetof(struct stat_meta, prediction));
}

/* The same by t. */
static void
try_hosts(const struct group *a, double se)
{
	struct stat_effect e, host[VALUES_MAX];
	struct stat_homogeneity h;
	struct stat_ci	 ci;
	size_t		 i;

	memset(host, 0, sizeof(host));
	for (i = 0; i < a->n; i++) {
		host[i].est = a->x[i];
		host[i].se = se;
		host[i].df = 2.5;
	}
	expect_effect("these", a, a, stat_hosts_these(host, a->n, &options[0],
	    &e), &e);
	expect_effect("like these", a, a, stat_hosts_like_these(host, a->n,
	    &options[0], &e), &e);
	if (stat_hosts_predict(host, a->n, 0.95, &ci) == STAT_OK)
		expect_finite("next", a, a, &ci, sizeof(ci));
	if (stat_hosts_homogeneity(host, a->n, &h) == STAT_OK)
		expect_finite("Q", a, a, &h, sizeof(h));
	try_meta(a, host);
}

static void
machines_give_an_answer_or_a_reason(void **state)
{
	static const double se[] = { 0, 1e-300, 0.01, 1e300 };
	size_t	 i, k;

	(void)state;
	for (i = 0; i < nitems(groups); i++)
		for (k = 0; k < nitems(se); k++)
			try_hosts(&groups[i], se[k]);
}

static void
boots_give_an_answer_or_a_reason(void **state)
{
	struct stat_acc	 boot[nitems(groups)];
	struct stat_nested s;
	struct stat_reml r;
	struct stat_side side;
	size_t		 i, n;

	(void)state;
	for (i = n = 0; i < nitems(groups); i++) {
		if (stat_acc_of(&boot[n], groups[i].x, groups[i].n) != STAT_OK)
			continue;
		n++;
		if (stat_nested_summary(boot + (n > 3 ? n - 3 : 0),
		    n > 3 ? 3 : n, &options[0], &s) == STAT_OK &&
		    s.parts_error == STAT_OK)
			expect_finite("parts", &groups[i], &groups[i],
			    &s.parts, sizeof(s.parts));
		side = (struct stat_side){ boot + (n > 3 ? n - 3 : 0),
		    n > 3 ? 3 : n };
		if (stat_levels_reml(&side, 1, &r) == STAT_OK)
			expect_finite("reml", &groups[i], &groups[i], &r,
			    sizeof(r));
	}
	assert_true(n > 10);
}

/* Distributions of two arguments. */
static void
try_distributions(double x, double df)
{
	struct stat_tails t;
	double	 q;

	if (stat_dist_t(x, df, &t) == STAT_OK)
		assert_true(t.lower <= 0 && t.upper <= 0 &&
		    isfinite(t.lower + t.upper));
	if (stat_dist_chisq(x, df, &t) == STAT_OK)
		assert_true(isfinite(t.lower + t.upper));
	if (stat_dist_t_quantile(x, df, &q) == STAT_OK)
		assert_true(isfinite(q));
	if (stat_dist_chisq_quantile(x, df, &q) == STAT_OK)
		assert_true(isfinite(q));
}

/* Distributions of three. */
static void
try_wider(double x, double a, double b)
{
	const double	 df[2] = { a, b };
	struct stat_tails t;
	double		 q;

	if (stat_dist_f(x, df, &t) == STAT_OK)
		assert_true(isfinite(t.lower + t.upper));
	if (stat_dist_f_quantile(x, df, &q) == STAT_OK)
		assert_true(isfinite(q));
	if (stat_nct_lower(x, a, b, &q) == STAT_OK)
		assert_true(q >= 0 && q <= 1);
}

static void
distributions_take_any_argument(void **state)
{
	static const double x[] = { 0, 1e-300, 0.5, 1, 37, 1e6, 1e300,
	    -1, -1e300, INFINITY, NAN };
	size_t	 i, j, k;

	(void)state;
	for (i = 0; i < nitems(x); i++)
		for (j = 0; j < nitems(x); j++) {
			try_distributions(x[i], x[j]);
			for (k = 0; k < nitems(x); k++)
				try_wider(x[i], x[j], x[k]);
		}
}

/* Each member of a plan in turn. */
static void
try_plan(double n, double delta, double sd)
{
	struct stat_power p = { STAT_SAMPLE_TWO, false, n, delta, sd, 0.05,
	    0.8 };

	if (stat_plan_power(&p) == STAT_OK)
		assert_true(p.power >= 0 && p.power <= 1);
	p.power = 0.8;
	if (stat_plan_n(&p) == STAT_OK)
		assert_true(p.n >= 2);
	p.n = n;
	if (stat_plan_delta(&p) == STAT_OK)
		assert_true(isfinite(p.delta));
	p.delta = delta;
	if (stat_plan_sd(&p) == STAT_OK)
		assert_true(isfinite(p.sd));
	p.sample = STAT_SAMPLE_WELCH;
	p.sd = sd;
	if (stat_plan_power(&p) == STAT_OK)
		assert_true(p.power >= 0 && p.power <= 1);
}

static void
plans_take_any_argument(void **state)
{
	static const double x[] = { 0, 1e-12, 0.01, 1, 3, 1e9, -1, NAN };
	double	 nominal[STAT_STAGE_LOOKS_MAX], z[STAT_STAGE_LOOKS_MAX];
	size_t	 i, j, k;

	(void)state;
	for (i = 0; i < nitems(x); i++)
		for (j = 0; j < nitems(x); j++)
			for (k = 0; k < nitems(x); k++)
				try_plan(x[i], x[j], x[k]);
	assert_int_equal(stat_stage_bounds(STAT_STAGE_OBF, 0, 0.05, z,
	    nominal), STAT_RANGE);
	assert_int_equal(stat_stage_bounds(STAT_STAGE_OBF, 99, 0.05, z,
	    nominal), STAT_RANGE);
}

static void
every_reason_has_words(void **state)
{
	int	 i;

	(void)state;
	for (i = 0; i < STAT_ERR_MAX; i++)
		assert_true(strlen(stat_text((enum stat_err)i)) > 1);
	assert_string_equal(stat_text((enum stat_err)-1), "unknown");
	assert_string_equal(stat_text(STAT_ERR_MAX), "unknown");
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(groups_by_t_give_an_answer_or_a_reason),
		cmocka_unit_test(groups_by_order_give_an_answer_or_a_reason),
		cmocka_unit_test(one_group_gives_an_answer_or_a_reason),
		cmocka_unit_test(cuts_of_any_series_are_places_in_it),
		cmocka_unit_test(laws_and_sweeps_give_an_answer_or_a_reason),
		cmocka_unit_test(machines_give_an_answer_or_a_reason),
		cmocka_unit_test(boots_give_an_answer_or_a_reason),
		cmocka_unit_test(distributions_take_any_argument),
		cmocka_unit_test(plans_take_any_argument),
		cmocka_unit_test(every_reason_has_words),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
