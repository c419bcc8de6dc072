/*
 * stat_effect: from an estimate, its standard error and its degrees of
 * freedom to t, p and interval.  Knows nothing of where the three came from.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "client/stat_dist.h"
#include "client/stat_effect.h"

static const double effect_log_10 = 2.30258509299404568402;

/*
 * Is a standard error no more than the rounding of means of this size?  R's
 * t.test refuses such data as essentially constant by the same measure.
 */
bool
stat_effect_is_rounding(double se, double size)
{
	return (se <= 10 * DBL_EPSILON * fabs(size));
}

/* t, p and interval of v = { estimate, standard error, df }. */
enum stat_err
stat_effect_fill(struct stat_effect *e, const double v[3],
    const struct stat_option *o)
{
	struct stat_effect next;
	enum stat_err	 error;
	double		 log_p;

	if (!stat_option_is_valid(o))
		return (STAT_RANGE);
	if (!stat_is_finite(v, 3))
		return (STAT_NOT_FINITE);
	if (v[1] <= 0)
		return (stat_effect_constant(e, v[0], o));
	next.est = v[0];
	next.se = v[1];
	next.df = v[2];
	next.t = fmax(-DBL_MAX, fmin(v[0] / v[1], DBL_MAX));
	error = stat_dist_t_two_sided(next.t, next.df, &log_p);
	if (error != STAT_OK)
		return (error);
	next.p = exp(log_p);
	next.log10p = log_p / effect_log_10;
	error = stat_effect_interval(&next, o->conf, &next.ci);
	if (error == STAT_OK)
		*e = next;
	return (error);
}

/* No variation: the estimate +- one step of the resolution, and no test. */
enum stat_err
stat_effect_constant(struct stat_effect *e, double est,
    const struct stat_option *o)
{
	struct stat_effect next = { 0 };

	next.est = est;
	next.p = 1;
	next.ci.lo = est - o->resolution;
	next.ci.hi = est + o->resolution;
	if (!isfinite(next.ci.lo) || !isfinite(next.ci.hi))
		return (STAT_NOT_FINITE);
	*e = next;
	return (STAT_CONSTANT);
}

/* The interval of a filled effect at another confidence. */
enum stat_err
stat_effect_interval(const struct stat_effect *e, double conf,
    struct stat_ci *ci)
{
	enum stat_err	 error;
	double		 half, t;

	if (!(conf > 0 && conf < 1))
		return (STAT_RANGE);
	error = stat_dist_t_quantile((1 - conf) / 2, e->df, &t);
	if (error != STAT_OK)
		return (error);
	half = -t * e->se;
	if (!isfinite(e->est - half) || !isfinite(e->est + half))
		return (STAT_NOT_FINITE);
	ci->lo = e->est - half;
	ci->hi = e->est + half;
	return (STAT_OK);
}

/*
 * One-sided p of a filled effect against a bound: lo is P that the truth is
 * at or below it as seen by an estimate so far above, hi the other way.
 */
enum stat_err
stat_effect_one_sided(const struct stat_effect *e, double bound,
    struct stat_ci *p)
{
	struct stat_tails tails;
	enum stat_err	 error;

	if (e->se <= 0)
		return (STAT_CONSTANT);
	error = stat_dist_t((e->est - bound) / e->se, e->df, &tails);
	if (error != STAT_OK)
		return (error);
	p->lo = exp(tails.upper);
	p->hi = exp(tails.lower);
	return (STAT_OK);
}

/*
 * One-sample t: is the mean 0?  SE = sd / sqrt n, df = n - 1.  A spread
 * below the resolution q counts as q^2/12 (a uniform error), and equal
 * values have no test.
 */
enum stat_err
stat_effect_of_mean(struct stat_effect *e, const struct stat_acc *acc,
    const struct stat_option *o)
{
	double	 se, v[3], var;

	if (!stat_option_is_valid(o))
		return (STAT_RANGE);
	if (acc->n < 2)
		return (acc->n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	var = stat_acc_var(acc);
	se = sqrt(var / (double)acc->n);
	if (stat_effect_is_rounding(se, acc->mean))
		return (stat_effect_constant(e, acc->mean, o));
	var = fmax(var, o->resolution * o->resolution / 12);
	v[0] = acc->mean;
	v[1] = sqrt(var / (double)acc->n);
	v[2] = (double)acc->n - 1;
	return (stat_effect_fill(e, v, o));
}

/* An effect on logs as a change in percent, with its interval. */
enum stat_err
stat_effect_percent(const struct stat_effect *e, double *pct,
    struct stat_ci *ci)
{
	struct stat_ci	 c;
	enum stat_err	 error;
	double		 p;

	if ((error = stat_percent(e->est, &p)) != STAT_OK ||
	    (error = stat_percent(e->ci.lo, &c.lo)) != STAT_OK ||
	    (error = stat_percent(e->ci.hi, &c.hi)) != STAT_OK)
		return (error);
	*pct = p;
	*ci = c;
	return (STAT_OK);
}

/*
 * Degrees of freedom of a sum of n independent variances, each with its own:
 * (sum v)^2 / sum (v^2/df) (Satterthwaite 1946, Biometrics Bulletin 2, 110).
 * Not floored.  The largest is taken out first, so that nothing underflows.
 */
enum stat_err
stat_effect_df(const double *v, const double *df, size_t n, double *out)
{
	double	 most, parts, sum;
	size_t	 i;

	if (n == 0)
		return (STAT_EMPTY);
	if (!stat_is_finite(v, n) || !stat_is_finite(df, n))
		return (STAT_NOT_FINITE);
	for (i = 0, most = 0; i < n; i++) {
		if (v[i] < 0 || df[i] <= 0)
			return (STAT_RANGE);
		most = fmax(most, v[i]);
	}
	if (most == 0)
		return (STAT_CONSTANT);
	for (i = 0, parts = sum = 0; i < n; i++) {
		sum += v[i] / most;
		parts += (v[i] / most) * (v[i] / most) / df[i];
	}
	*out = sum * sum / parts;
	return (STAT_OK);
}
