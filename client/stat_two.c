/*
 * stat_two: comparisons of two groups by Student's t: Welch's, the pooled
 * one, one value against a group, pairs, and Fieller's ratio.  The caller
 * answers for the units being independent.
 */
#include <math.h>
#include <stdlib.h>

#include "client/stat_dist.h"
#include "client/stat_two.h"

/* May these values be compared on logs: finite and all above 0? */
bool
stat_two_can_log(const double *x, size_t n)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		if (!isfinite(x[i]) || x[i] <= 0)
			return (false);
	return (n > 0);
}

/* A resolution in units as one of logs, at the smaller of two log means. */
double
stat_two_log_resolution(double resolution, const struct stat_acc *a,
    const struct stat_acc *b)
{
	double	 q;

	q = resolution / exp(fmin(a->mean, b->mean));
	return (isfinite(q) ? q : 0);
}

/* Both groups can give a variance, and the option is sound. */
static enum stat_err
stat_two_check(const struct stat_acc *a, const struct stat_acc *b,
    const struct stat_option *o)
{
	if (!stat_option_is_valid(o))
		return (STAT_RANGE);
	if (a->n == 0 || b->n == 0)
		return (STAT_EMPTY);
	if (a->n < 2 || b->n < 2)
		return (STAT_TOO_FEW);
	return (STAT_OK);
}

/* Squared standard errors of two means; each unit at least q^2/12. */
static void
stat_two_errors(const struct stat_acc *a, const struct stat_acc *b, double q,
    double v[2])
{
	double	 least = q * q / 12;

	v[0] = fmax(stat_acc_var(a), least) / (double)a->n;
	v[1] = fmax(stat_acc_var(b), least) / (double)b->n;
}

/* Neither group varies by more than the rounding of its mean. */
static bool
stat_two_is_constant(const struct stat_acc *a, const struct stat_acc *b)
{
	double	 v[2];

	stat_two_errors(a, b, 0, v);
	return (stat_effect_is_rounding(sqrt(v[0] + v[1]),
	    fmax(fabs(a->mean), fabs(b->mean))));
}

/*
 * Welch's t (Welch 1947, Biometrika 34, 28): SE^2 = vA/nA + vB/nB, df by
 * Satterthwaite, not floored.  Needs two units a side.
 */
enum stat_err
stat_two_welch(const struct stat_acc *a, const struct stat_acc *b,
    const struct stat_option *o, struct stat_effect *e)
{
	enum stat_err	 error;
	double		 df[2], v[2], x[3];

	if ((error = stat_two_check(a, b, o)) != STAT_OK)
		return (error);
	x[0] = b->mean - a->mean;
	if (stat_two_is_constant(a, b))
		return (stat_effect_constant(e, x[0], o));
	stat_two_errors(a, b, o->resolution, v);
	df[0] = (double)a->n - 1;
	df[1] = (double)b->n - 1;
	if ((error = stat_effect_df(v, df, 2, &x[2])) != STAT_OK)
		return (error);
	x[1] = sqrt(v[0] + v[1]);
	return (stat_effect_fill(e, x, o));
}

/* The pooled standard deviation; 0 where no group has two values. */
double
stat_two_pooled_sd(const struct stat_acc *a, const struct stat_acc *b)
{
	if (a->n + b->n < 3)
		return (0);
	return (sqrt((a->m2 + b->m2) / (double)(a->n + b->n - 2)));
}

/*
 * Student's pooled t (Student 1908, Biometrika 6, 1): as ministat computes
 * it.  Assumes equal variances; Welch's is the one to believe.
 */
enum stat_err
stat_two_pooled(const struct stat_acc *a, const struct stat_acc *b,
    const struct stat_option *o, struct stat_effect *e)
{
	enum stat_err	 error;
	double		 x[3];

	if ((error = stat_two_check(a, b, o)) == STAT_TOO_FEW &&
	    a->n + b->n > 2)
		error = STAT_OK;
	if (error != STAT_OK)
		return (error);
	x[0] = b->mean - a->mean;
	if (stat_two_is_constant(a, b))
		return (stat_effect_constant(e, x[0], o));
	x[1] = stat_two_pooled_sd(a, b) *
	    sqrt(1 / (double)a->n + 1 / (double)b->n);
	x[2] = (double)(a->n + b->n) - 2;
	return (stat_effect_fill(e, x, o));
}

/*
 * One value b against a group (Crawford and Howell 1998, The Clinical
 * Neuropsychologist 12, 482): SE = sd_A sqrt(1 + 1/n), df = n - 1.  Assumes
 * that b is as noisy as A.
 */
enum stat_err
stat_two_single(const struct stat_acc *a, double b,
    const struct stat_option *o, struct stat_effect *e)
{
	double	 q, se, x[3];

	if (!isfinite(b))
		return (STAT_NOT_FINITE);
	if (!stat_option_is_valid(o))
		return (STAT_RANGE);
	if (a->n < 2)
		return (a->n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	x[0] = b - a->mean;
	se = stat_acc_sd(a) * sqrt(1 + 1 / (double)a->n);
	if (stat_effect_is_rounding(se, fmax(fabs(a->mean), fabs(b))))
		return (stat_effect_constant(e, x[0], o));
	q = o->resolution;
	x[1] = sqrt(fmax(stat_acc_var(a), q * q / 12) *
	    (1 + 1 / (double)a->n));
	x[2] = (double)a->n - 1;
	return (stat_effect_fill(e, x, o));
}

/* Pairs: the one-sample t of b[i] - a[i] (df = n - 1). */
enum stat_err
stat_two_paired(const double *a, const double *b, size_t n,
    const struct stat_option *o, struct stat_effect *e)
{
	struct stat_acc	 acc = { 0 };
	enum stat_err	 error;
	double		*d;
	size_t		 i;

	if (n < 2)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if ((d = calloc(n, sizeof(*d))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < n; i++)
		d[i] = b[i] - a[i];
	if ((error = stat_acc_of(&acc, d, n)) == STAT_OK)
		error = stat_effect_of_mean(e, &acc, o);
	free(d);
	return (error);
}

/*
 * The ratio of means B/A with its interval (Fieller 1954, JRSS B 16, 175),
 * independent groups, df of Welch's difference.  STAT_UNDEFINED when the
 * base is not told from 0 (g >= 1): a percentage of it means nothing.
 */
enum stat_err
stat_two_fieller(const struct stat_acc *a, const struct stat_acc *b,
    const struct stat_option *o, struct stat_ratio *out)
{
	struct stat_ratio r;
	struct stat_effect e;
	enum stat_err	 error;
	double		 root, t, v[2];

	if (a->n > 0 && a->mean == 0)
		return (STAT_UNDEFINED);
	if ((error = stat_two_welch(a, b, o, &e)) != STAT_OK)
		return (error);
	error = stat_dist_t_quantile((1 - o->conf) / 2, e.df, &t);
	if (error != STAT_OK)
		return (error);
	stat_two_errors(a, b, o->resolution, v);
	r.ratio = b->mean / a->mean;
	r.df = e.df;
	r.g = t / a->mean * v[0] * (t / a->mean);
	if (!(r.g < 1))
		return (STAT_UNDEFINED);
	root = -t / fabs(a->mean) * sqrt(fmax(0, v[1] +
	    r.ratio * r.ratio * v[0] - r.g * v[1]));
	r.ci.lo = (r.ratio - root) / (1 - r.g);
	r.ci.hi = (r.ratio + root) / (1 - r.g);
	if (!isfinite(r.ratio) || !isfinite(r.ci.lo) || !isfinite(r.ci.hi))
		return (STAT_NOT_FINITE);
	*out = r;
	return (STAT_OK);
}

/*
 * What hyperfine prints as ratio +- sd (src/benchmark/relative_speed.rs):
 * the spread of single runs, not an error of the ratio.  B over A.
 */
enum stat_err
stat_two_hyperfine(const struct stat_acc *a, const struct stat_acc *b,
    double *ratio, double *sd)
{
	double	 r, s;

	if (a->n == 0 || b->n == 0)
		return (STAT_EMPTY);
	if (a->mean == 0 || b->mean == 0)
		return (STAT_UNDEFINED);
	r = b->mean / a->mean;
	s = fabs(r) * hypot(stat_acc_sd(a) / a->mean, stat_acc_sd(b) / b->mean);
	if (!isfinite(r) || !isfinite(s))
		return (STAT_NOT_FINITE);
	*ratio = r;
	*sd = s;
	return (STAT_OK);
}
