/*
 * stat_levels: what each level of a nested experiment adds to the noise, and
 * the mixed model of boots that lmer fits.  Comparisons do not need it: see
 * stat_nested.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_dist.h"
#include "client/stat_levels.h"
#include "client/stat_root.h"

/* The number of values that the levels call for, or 0 if that overflows. */
static size_t
stat_levels_count(const struct stat_levels *s)
{
	size_t	 i, n;

	for (i = 0, n = 1; i < s->levels; i++) {
		if (s->repeat[i] == 0 || n > SIZE_MAX / 16 / s->repeat[i])
			return (0);
		n *= s->repeat[i];
	}
	return (n);
}

/* Fold n values into the means of groups of r; returns the mean square. */
static enum stat_err
stat_levels_fold(double *x, size_t n, size_t r, double *s2)
{
	struct stat_acc	 acc = { 0 };
	enum stat_err	 error;
	size_t		 i;

	for (i = 0, *s2 = 0; i < n / r; i++) {
		if ((error = stat_acc_of(&acc, x + i * r, r)) != STAT_OK)
			return (error);
		*s2 += stat_acc_var(&acc) / (double)(n / r);
		x[i] = acc.mean;
	}
	return (STAT_OK);
}

/*
 * Repetitions that buy the smallest error for the time, level by level:
 * sqrt(cost above / cost * t2 / t2 above); 0 where a component or a cost
 * leaves the question open.
 */
static void
stat_levels_plan(struct stat_levels *s)
{
	double	 ratio;
	size_t	 i;

	for (i = 0; i + 1 < s->levels; i++) {
		s->best[i] = 0;
		if (s->cost[i] <= 0 || s->t2[i] <= 0 || s->t2[i + 1] <= 0)
			continue;
		ratio = s->cost[i + 1] / s->cost[i] * (s->t2[i] / s->t2[i + 1]);
		if (isfinite(ratio) && ratio > 0)
			s->best[i] = sqrt(ratio);
	}
}

/*
 * Analyse values x, lowest level fastest: levels, repeat and cost are given,
 * the rest is filled (Kalibera and Jones 2013, Rigorous Benchmarking in
 * Reasonable Time, with T_i^2 = S_i^2 - S_{i-1}^2 / r_{i-1} as corrected
 * later; interval: mean +- t_{r-1} sqrt(S^2/r) of the highest level).
 */
enum stat_err
stat_levels_analyse(struct stat_levels *s, const double *x, double conf)
{
	enum stat_err	 error = STAT_OK;
	double		 t, top, *work;
	size_t		 i, n;

	if (s->levels < 1 || s->levels > STAT_LEVELS_MAX ||
	    (n = stat_levels_count(s)) == 0 || !(conf > 0 && conf < 1))
		return (STAT_RANGE);
	if (s->repeat[s->levels - 1] < 2)
		return (STAT_TOO_FEW);
	if ((work = calloc(n, sizeof(*work))) == NULL)
		return (STAT_MEMORY);
	memcpy(work, x, n * sizeof(*work));
	for (i = 0; i < s->levels && error == STAT_OK; i++) {
		error = stat_levels_fold(work, n, s->repeat[i], &s->s2[i]);
		n /= s->repeat[i];
		s->t2[i] = s->s2[i];
		if (i > 0)
			s->t2[i] -= s->s2[i - 1] / (double)s->repeat[i - 1];
	}
	s->mean = work[0];
	free(work);
	top = (double)s->repeat[s->levels - 1];
	if (error == STAT_OK)
		error = stat_dist_t_quantile((1 - conf) / 2, top - 1, &t);
	if (error != STAT_OK)
		return (error);
	s->half = -t * sqrt(s->s2[s->levels - 1] / top);
	if (!isfinite(s->half))
		return (STAT_NOT_FINITE);
	stat_levels_plan(s);
	return (STAT_OK);
}

/* What the restricted likelihood is searched over. */
struct levels_reml {
	const struct stat_side	*side;
	size_t			 nside;
	double			 df;	/* runs - sides */
};

/* Weight sum and weighted mean of a side's boot means, at a ratio theta. */
static void
stat_levels_side_mean(const struct stat_side *s, double theta, double *weight,
    double *mean)
{
	double	 w;
	size_t	 i;

	*weight = *mean = 0;
	for (i = 0; i < s->n; i++) {
		if (s->boot[i].n == 0)
			continue;
		w = (double)s->boot[i].n / (1 + theta * (double)s->boot[i].n);
		*weight += w;
		*mean += (s->boot[i].mean - *mean) * (w / *weight);
	}
}

/*
 * -2 log of the restricted likelihood at theta = var_boot / var_run, but for
 * constants, with the run variance profiled out into *var.
 */
static double
stat_levels_deviance(const struct levels_reml *r, double theta, double *var)
{
	const struct stat_acc *boot;
	double	 dev, mean, n, ss, weight;
	size_t	 g, i;

	for (g = 0, dev = ss = 0; g < r->nside; g++) {
		stat_levels_side_mean(&r->side[g], theta, &weight, &mean);
		dev += log(weight);
		for (i = 0; i < r->side[g].n; i++) {
			boot = &r->side[g].boot[i];
			n = (double)boot->n;
			if (boot->n == 0)
				continue;
			dev += log1p(theta * n);
			ss += boot->m2 + n / (1 + theta * n) *
			    (boot->mean - mean) * (boot->mean - mean);
		}
	}
	*var = ss / r->df;
	return (dev + r->df * log(*var));
}

/* The same over the log of theta, for the search. */
static double
stat_levels_search(double log_theta, const void *arg)
{
	double	 var;

	return (stat_levels_deviance(arg, exp(log_theta), &var));
}

/* Errors of the means once the variances are known. */
static void
stat_levels_reml_fill(const struct levels_reml *r, double theta, double var,
    struct stat_reml *out)
{
	double	 mean, weight;

	stat_levels_side_mean(&r->side[0], theta, &weight, &mean);
	out->var_run = var;
	out->var_boot = theta * var;
	out->mean = mean;
	out->se_mean = sqrt(var / weight);
	out->effect = out->se_effect = 0;
	if (r->nside < 2)
		return;
	stat_levels_side_mean(&r->side[1], theta, &weight, &mean);
	out->effect = mean - out->mean;
	out->se_effect = sqrt(out->se_mean * out->se_mean + var / weight);
}

/*
 * Fit y = side + boot + run for one or two sides (Patterson and Thompson
 * 1971, Biometrika 58, 545; as lme4's lmer does).  The ratio of the
 * components is good to about 1e-7.
 */
enum stat_err
stat_levels_reml(const struct stat_side *side, size_t nside,
    struct stat_reml *out)
{
	struct levels_reml r = { side, nside, 0 };
	struct stat_root root = { stat_levels_search, &r, -25, 25, 0 };
	enum stat_err	 error;
	double		 at_zero, boots, log_theta, theta, var;
	size_t		 g, i;

	if (nside < 1 || nside > 2)
		return (STAT_RANGE);
	for (g = 0, boots = 0; g < nside; g++)
		for (i = 0; i < side[g].n; i++) {
			r.df += (double)side[g].boot[i].n;
			boots += side[g].boot[i].n > 0;
		}
	r.df -= (double)nside;
	if (boots <= (double)nside || r.df + (double)nside <= boots)
		return (STAT_TOO_FEW);
	if ((error = stat_root_minimum(&root, &log_theta)) != STAT_OK)
		return (error);
	at_zero = stat_levels_deviance(&r, 0, &var);
	theta = exp(log_theta);
	if (!(stat_levels_deviance(&r, theta, &var) < at_zero))
		theta = 0;
	stat_levels_deviance(&r, theta, &var);
	if (!(var > 0) || !isfinite(var))
		return (STAT_CONSTANT);
	stat_levels_reml_fill(&r, theta, var, out);
	return (STAT_OK);
}

/*
 * F of the sides in the boots' error stratum, as aov(y ~ side + Error(boot))
 * prints it: sums of squares weighted by runs.
 */
enum stat_err
stat_levels_stratum(const struct stat_side *side, size_t nside, double *f,
    double df[2], double *p)
{
	struct stat_acc	 all = { 0 }, one;
	struct stat_tails tails;
	enum stat_err	 error;
	double		 boots, ss_boot, within;
	size_t		 g, i;

	for (g = 0, boots = ss_boot = within = 0; g < nside; g++) {
		memset(&one, 0, sizeof(one));
		for (i = 0; i < side[g].n; i++) {
			error = stat_acc_merge(&one, &side[g].boot[i]);
			if (error != STAT_OK)
				return (error);
			ss_boot -= side[g].boot[i].m2;
			boots += side[g].boot[i].n > 0;
		}
		ss_boot += one.m2;
		within += one.m2;
		if (one.n == 0)
			return (STAT_EMPTY);
		if ((error = stat_acc_merge(&all, &one)) != STAT_OK)
			return (error);
	}
	df[0] = (double)nside - 1;
	df[1] = boots - (double)nside;
	if (df[0] < 1 || df[1] < 1)
		return (STAT_TOO_FEW);
	if (!(ss_boot > 0))
		return (STAT_CONSTANT);
	*f = fmax(0, all.m2 - within) / df[0] / (ss_boot / df[1]);
	if (!isfinite(*f))
		return (STAT_CONSTANT);
	if ((error = stat_dist_f(*f, df, &tails)) == STAT_OK)
		*p = exp(tails.upper);
	return (error);
}
