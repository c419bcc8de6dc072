/*
 * stat_plan: power of t tests by the noncentral t, solved for each of its
 * quantities in turn.
 */
#include <math.h>

#include "client/stat_dist.h"
#include "client/stat_nct.h"
#include "client/stat_plan.h"
#include "client/stat_root.h"

#define PLAN_N_MAX	1e7
#define PLAN_GRID	48	/* even: Simpson's rule */

/* Which quantity of a plan is being searched, and what power is wanted. */
struct plan_search {
	struct stat_power	 plan;
	double			*wanted;	/* a member of plan */
	double			 power;
};

/* Sound arguments but for the one that is sought? */
static bool
stat_plan_is_valid(const struct stat_power *p)
{
	return (p->alpha > 0 && p->alpha < 1 && p->sd > 0 && p->delta >= 0 &&
	    isfinite(p->sd) && isfinite(p->delta) && p->n > 1);
}

/* P(T' > t(alpha, df_t)) for T' with df and ncp. */
static enum stat_err
stat_plan_beyond(double alpha, double df_t, double df, double ncp, double *p)
{
	enum stat_err	 error;
	double		 below, t;

	if ((error = stat_dist_t_quantile(alpha, df_t, &t)) != STAT_OK)
		return (error);
	/* Above this power is 1 to all digits, and the series underflows. */
	if (ncp > 37 && ncp > -t + 10 * sqrt(1 + t * t / df)) {
		*p = 1;
		return (STAT_OK);
	}
	if ((error = stat_nct_lower(-t, df, ncp, &below)) == STAT_OK)
		*p = 1 - below;
	return (error);
}

/*
 * The same for Welch's t with equal sizes and noises.  Its statistic is the
 * pooled one; only df depends on the share w of one variance in their sum,
 * (n - 1)/(w^2 + (1 - w)^2), and w is independent of the statistic and
 * Beta((n - 1)/2, (n - 1)/2).  Simpson's rule over w = sin^2 of an angle.
 */
static enum stat_err
stat_plan_welch(double alpha, double n, double ncp, double *p)
{
	const double	 quarter = atan(1);
	enum stat_err	 error;
	double		 angle, one, sum, w, weight, weights;
	int		 i;

	for (i = 0, sum = weights = 0; i <= PLAN_GRID; i++) {
		angle = quarter * i / PLAN_GRID;
		w = sin(angle) * sin(angle);
		weight = pow(sin(2 * angle), n - 2) *
		    (i % PLAN_GRID == 0 ? 1 : i % 2 == 1 ? 4 : 2);
		error = stat_plan_beyond(alpha, (n - 1) /
		    (w * w + (1 - w) * (1 - w)), 2 * (n - 1), ncp, &one);
		if (error != STAT_OK)
			return (error);
		sum += weight * one;
		weights += weight;
	}
	*p = sum / weights;
	return (STAT_OK);
}

/*
 * Fill power: P(T' > t) with ncp = delta/sd sqrt(n/2), 2(n - 1) df, for two
 * sides (Cohen 1988, Statistical Power Analysis, 2.5, and R's power.t.test:
 * the other tail is not counted).  With few units Welch's test sees less than
 * the pooled one: 71% where that promises 80% at 3 + 3.
 */
enum stat_err
stat_plan_power(struct stat_power *p)
{
	double	 alpha, ncp, sides;

	if (!stat_plan_is_valid(p))
		return (STAT_RANGE);
	sides = p->sample == STAT_SAMPLE_ONE ? 1 : 2;
	alpha = p->alpha / (p->one_sided ? 1 : 2);
	ncp = sqrt(p->n / sides) * (p->delta / p->sd);
	if (p->sample == STAT_SAMPLE_WELCH && p->n >= 2)
		return (stat_plan_welch(alpha, p->n, ncp, &p->power));
	return (stat_plan_beyond(alpha, fmax(1e-7, (p->n - 1) * sides),
	    fmax(1e-7, (p->n - 1) * sides), ncp, &p->power));
}

/* How far the power at this value is from the wanted one. */
static double
stat_plan_miss(double x, const void *arg)
{
	const struct plan_search *s = arg;
	struct stat_power plan = s->plan;

	if (s->wanted == &s->plan.n)
		plan.n = x;
	else if (s->wanted == &s->plan.delta)
		plan.delta = x;
	else
		plan.sd = x;
	if (stat_plan_power(&plan) != STAT_OK)
		return (NAN);
	return (plan.power - s->power);
}

/* Search the wanted member between two ends; it must be inside. */
static enum stat_err
stat_plan_search(struct plan_search *s, double lo, double hi)
{
	struct stat_root root = { stat_plan_miss, s, lo, hi, 0 };
	enum stat_err	 error;
	double		 x;

	if (!(s->power > 0 && s->power < 1))
		return (STAT_RANGE);
	if ((error = stat_root_find(&root, &x)) == STAT_OK)
		*s->wanted = x;
	return (error);
}

/*
 * Fill n, not rounded, for the power and delta given.  Below 2 the answer is
 * 2; STAT_UNDEFINED when even 10 million units are too few.
 */
enum stat_err
stat_plan_n(struct stat_power *p)
{
	struct plan_search s;
	enum stat_err	 error;
	double		 hi;

	if (!(p->power > 0 && p->power < 1))
		return (STAT_RANGE);
	s.plan = *p;
	s.power = p->power;
	s.wanted = &s.plan.n;
	for (hi = 2; hi < PLAN_N_MAX; hi *= 2) {
		s.plan.n = hi;
		if ((error = stat_plan_power(&s.plan)) != STAT_OK)
			return (error);
		if (s.plan.power >= s.power)
			break;
	}
	if (hi >= PLAN_N_MAX)
		return (STAT_UNDEFINED);
	p->n = 2;
	if (hi == 2)
		return (STAT_OK);
	if ((error = stat_plan_search(&s, hi / 2, hi)) == STAT_OK)
		p->n = s.plan.n;
	return (error);
}

/* Fill delta: what n units see with the power given. */
enum stat_err
stat_plan_delta(struct stat_power *p)
{
	struct plan_search s;
	enum stat_err	 error;
	double		 hi;

	p->delta = p->sd;
	if (!stat_plan_is_valid(p) || !(p->power > 0 && p->power < 1))
		return (STAT_RANGE);
	s.plan = *p;
	s.power = p->power;
	s.wanted = &s.plan.delta;
	for (hi = p->sd; hi < 1e7 * p->sd; hi *= 2) {
		s.plan.delta = hi;
		if ((error = stat_plan_power(&s.plan)) != STAT_OK)
			return (error);
		if (s.plan.power >= s.power)
			break;
	}
	if ((error = stat_plan_search(&s, 0, hi)) == STAT_OK)
		p->delta = s.plan.delta;
	return (error);
}

/* Fill sd: how noisy units may be. */
enum stat_err
stat_plan_sd(struct stat_power *p)
{
	struct plan_search s;
	enum stat_err	 error;

	p->sd = p->delta;
	if (!stat_plan_is_valid(p))
		return (STAT_RANGE);
	s.plan = *p;
	s.power = p->power;
	s.wanted = &s.plan.sd;
	error = stat_plan_search(&s, p->delta * 1e-3, p->delta * 1e7);
	if (error == STAT_OK)
		p->sd = s.plan.sd;
	return (error);
}

/* A plan at 80% and 5%, with the noise of one unit from an effect's se. */
static struct stat_power
stat_plan_of_effect(enum stat_sample sample, double se, double units)
{
	struct stat_power p = { sample, false, units, 0, 0, 0.05, 0.8 };

	p.sd = se * sqrt(units / (sample == STAT_SAMPLE_ONE ? 1 : 2));
	return (p);
}

/*
 * `sees 5.3% or more with 3+3': the difference that a comparison with this
 * standard error over so many units a side finds with 80%.
 */
enum stat_err
stat_plan_sees(enum stat_sample sample, double se, double units,
    double *delta)
{
	struct stat_power p = stat_plan_of_effect(sample, se, units);
	enum stat_err	 error;

	if ((error = stat_plan_delta(&p)) == STAT_OK)
		*delta = p.delta;
	return (error);
}

/*
 * `1.5% needs 21+21': units a side, rounded up, that find delta with 80%,
 * being as noisy as those of a comparison with this standard error.
 */
enum stat_err
stat_plan_needs(enum stat_sample sample, double se, double units, double delta,
    double *n)
{
	struct stat_power p = stat_plan_of_effect(sample, se, units);
	enum stat_err	 error;

	p.delta = fabs(delta);
	if ((error = stat_plan_n(&p)) == STAT_OK)
		*n = ceil(p.n - 1e-9);
	return (error);
}

/* The standard deviation of a boot's mean of so many runs. */
double
stat_plan_boot_sd(const struct stat_noise *s, double runs)
{
	return (hypot(s->sd_boot, s->sd_run / sqrt(runs)));
}

/*
 * What so many boots a side of so many runs can see (log scale): fills delta
 * for the alpha, power and sides of plan.
 */
enum stat_err
stat_plan_detectable(const struct stat_noise *s, double boots, double runs,
    struct stat_power *plan)
{
	if (!(s->sd_boot >= 0) || !(s->sd_run >= 0) || !(runs >= 1))
		return (STAT_RANGE);
	plan->n = boots;
	plan->sd = stat_plan_boot_sd(s, runs);
	return (stat_plan_delta(plan));
}

/*
 * Runs a boot that buy the smallest error for the time, not rounded:
 * sqrt(cost_boot / cost_run * var_run / var_boot) (Cochran 1977, Sampling
 * Techniques, 10.6).  STAT_UNDEFINED when the boot adds nothing.
 */
enum stat_err
stat_plan_runs(const struct stat_noise *s, double cost_boot, double cost_run,
    double *runs)
{
	double	 r;

	if (!(cost_boot > 0) || !(cost_run > 0))
		return (STAT_RANGE);
	if (!(s->sd_boot > 0))
		return (STAT_UNDEFINED);
	r = sqrt(cost_boot / cost_run) * (s->sd_run / s->sd_boot);
	if (!isfinite(r))
		return (STAT_NOT_FINITE);
	*runs = r;
	return (STAT_OK);
}
