/*
 * stat_dist: the distributions that intervals and tests stand on.  Tails are
 * logs; quantiles are found on the log of the smaller tail, so that they hold
 * for any p a double can say.  Knows no data.
 */
#include <float.h>
#include <math.h>

#include "client/stat_dist.h"
#include "client/stat_root.h"

#define DIST_T_LARGE	1e100	/* beyond, only the leading term counts */
#define DIST_Z_MAX	1e150	/* beyond, a square would overflow */
#define DIST_DF_NORMAL	1e6	/* above, t is read from the normal */
#define DIST_DF_MAX	1e15	/* above, t is the normal to all digits */
#define DIST_STEPS_MAX	200

static const double dist_log_2 = 0.69314718055994530942;
static const double dist_log_2pi = 1.83787706640934548356;

/* The smaller tail's log, mirrored to the side where z lies. */
static void
stat_dist_set(struct stat_tails *out, double small, bool above)
{
	small = small > 0 ? 0 : small;
	out->upper = above ? small : stat_beta_log_other(small);
	out->lower = above ? stat_beta_log_other(small) : small;
}

/* log of the standard normal's upper tail for z >= 0. */
static double
stat_dist_normal_log_upper(double z)
{
	double	 w;

	if (z < 30)
		return (log(erfc(z / sqrt(2.0)) / 2));
	/* Abramowitz and Stegun 26.2.12; the term left out is < 2e-12. */
	w = 1 / (z * z);
	return (-z * z / 2 - log(z) - dist_log_2pi / 2 +
	    log1p(-w * (1 - w * (3 - w * (15 - w * 105)))));
}

/* The standard normal distribution. */
enum stat_err
stat_dist_normal(double z, struct stat_tails *out)
{
	if (isnan(z))
		return (STAT_RANGE);
	z = fmax(-DIST_Z_MAX, fmin(z, DIST_Z_MAX));
	stat_dist_set(out, stat_dist_normal_log_upper(fabs(z)), z >= 0);
	return (STAT_OK);
}

/*
 * The normal deviate with the same tail as t has (Hill 1970, Algorithm 395,
 * Communications of the ACM 13, 617); for large df only.
 */
static double
stat_dist_t_deviate(double t, double df)
{
	double	 a, b, y;

	df = fmin(df, DIST_DF_MAX);
	a = df - 0.5;
	b = 48 * a * a;
	y = a * log1p(t / df * t);
	return (((((-0.4 * y - 3.3) * y - 24) * y - 85.5) /
	    (0.8 * y * y + 100 + b) + y + 3) / b * sqrt(y) + sqrt(y));
}

/* log P(|T| > t) for t past 1e100: x^a / (a B(a, 1/2)), x = df/t^2. */
static double
stat_dist_t_far(double t, double df)
{
	double	 a = df / 2;

	return (a * (log(df) - 2 * log(t)) - log(a) +
	    stat_beta_log_coefficient(a, 0.5));
}

/* Student's t with df > 0: I_x(df/2, 1/2) with x = df/(df + t^2). */
enum stat_err
stat_dist_t(double t, double df, struct stat_tails *out)
{
	struct stat_tails beta;
	enum stat_err	 error;
	double		 ratio, size, xy[2];

	if (isnan(t) || !(df > 0) || isinf(df))
		return (STAT_RANGE);
	size = fmin(fabs(t), DBL_MAX);
	if (df > DIST_DF_NORMAL) {
		stat_dist_set(out, stat_dist_normal_log_upper(
		    stat_dist_t_deviate(fmin(size, DIST_Z_MAX), df)), t >= 0);
		return (STAT_OK);
	}
	if (size > DIST_T_LARGE) {
		stat_dist_set(out, stat_dist_t_far(size, df) - dist_log_2,
		    t >= 0);
		return (STAT_OK);
	}
	ratio = size / df * size;
	xy[0] = 1 / (1 + ratio);
	xy[1] = ratio < 1 ? ratio / (1 + ratio) : 1 / (1 + 1 / ratio);
	error = stat_beta_tails(xy, df / 2, 0.5, &beta);
	if (error == STAT_OK)
		stat_dist_set(out, beta.lower - dist_log_2, t >= 0);
	return (error);
}

/* log of the two-sided p of t: log 2 P(T > |t|). */
enum stat_err
stat_dist_t_two_sided(double t, double df, double *log_p)
{
	struct stat_tails tails;
	enum stat_err	 error;

	if ((error = stat_dist_t(fabs(t), df, &tails)) == STAT_OK)
		*log_p = fmin(0, tails.upper + dist_log_2);
	return (error);
}

/* F with df[0] and df[1] degrees of freedom, f >= 0. */
enum stat_err
stat_dist_f(double f, const double df[2], struct stat_tails *out)
{
	double	 ratio, xy[2];

	if (!(f >= 0) || isinf(f) || !(df[0] > 0) || !(df[1] > 0))
		return (STAT_RANGE);
	ratio = df[0] / df[1] * f;
	xy[0] = ratio < 1 ? ratio / (1 + ratio) : 1 / (1 + 1 / ratio);
	xy[1] = 1 / (1 + ratio);
	return (stat_beta_tails(xy, df[0] / 2, df[1] / 2, out));
}

/* Chi-square with df degrees of freedom, x >= 0. */
enum stat_err
stat_dist_chisq(double x, double df, struct stat_tails *out)
{
	return (stat_beta_gamma_tails(df / 2, x / 2, out));
}

/*
 * Newton on the log of the upper tail, which is concave: from 26.2.22 of
 * Abramowitz and Stegun four steps reach the last digit.
 */
static double
stat_dist_normal_upper_quantile(double log_p)
{
	double	 density, l, step, w, z;
	int	 i;

	w = sqrt(-2 * log_p);
	z = w - (2.30753 + 0.27061 * w) / (1 + (0.99229 + 0.04481 * w) * w);
	z = z > 0 ? z : 0;
	for (i = 0; i < DIST_STEPS_MAX; i++) {
		l = stat_dist_normal_log_upper(z);
		density = exp(-z * z / 2 - dist_log_2pi / 2 - l);
		step = (l - log_p) / density;
		z = fmax(0, z + step);
		if (fabs(step) <= 4 * DBL_EPSILON * z || z == 0)
			break;
	}
	return (z);
}

/* z with P(Z < z) = p. */
enum stat_err
stat_dist_normal_quantile(double p, double *z)
{
	if (!(p > 0 && p < 1))
		return (STAT_RANGE);
	*z = p < 0.5 ? -stat_dist_normal_upper_quantile(log(p)) :
	    stat_dist_normal_upper_quantile(log1p(-p));
	return (STAT_OK);
}

/* log of Student's density at t. */
static double
stat_dist_t_log_density(double t, double df)
{
	double	 rise;

	rise = t > DIST_T_LARGE ? 2 * log(t) - log(df) : log1p(t / df * t);
	return (stat_beta_log_coefficient(df / 2, 0.5) - log(df) / 2 -
	    (df + 1) / 2 * rise);
}

/*
 * t >= 0 with log P(T > t) = target.  Newton over u = asinh t, where a heavy
 * tail is a straight line, held in a bracket; begins from Cornish and
 * Fisher's first term.
 */
static enum stat_err
stat_dist_t_upper_quantile(double target, double df, double *t)
{
	struct stat_tails tails;
	enum stat_err	 error;
	double		 hi, lo, slope, step, u, z;
	int		 i;

	z = stat_dist_normal_upper_quantile(target);
	lo = 0;
	hi = asinh(DBL_MAX);
	u = asinh(z + (z * z * z + z) / (4 * df));
	for (i = 0; i < DIST_STEPS_MAX; i++) {
		u = u > lo && u < hi ? u : lo + (hi - lo) / 2;
		*t = fmin(sinh(u), DBL_MAX);
		if ((error = stat_dist_t(*t, df, &tails)) != STAT_OK)
			return (error);
		if (tails.upper > target)
			lo = u;
		else
			hi = u;
		/* The last three terms are log cosh u. */
		slope = exp(stat_dist_t_log_density(*t, df) - tails.upper +
		    u + log1p(exp(-2 * u)) - dist_log_2);
		step = (tails.upper - target) / slope;
		u += step;
		if (fabs(step) <= 4 * DBL_EPSILON * u) {
			*t = sinh(u);
			return (isfinite(*t) ? STAT_OK : STAT_NOT_FINITE);
		}
		if (hi - lo <= 4 * DBL_EPSILON * hi)
			break;
	}
	/* Squeezed against the end of the doubles, or of their digits. */
	return (hi >= asinh(DBL_MAX) ? STAT_NOT_FINITE : STAT_OK);
}

/* t with P(T < t) = p; STAT_NOT_FINITE where no double is so far out. */
enum stat_err
stat_dist_t_quantile(double p, double df, double *q)
{
	enum stat_err	 error = STAT_OK;
	double		 t = 0;

	if (!(p > 0 && p < 1) || !(df > 0) || isinf(df))
		return (STAT_RANGE);
	if (p != 0.5)
		error = stat_dist_t_upper_quantile(p < 0.5 ? log(p) :
		    log1p(-p), df, &t);
	if (error == STAT_OK)
		*q = p < 0.5 ? -t : t;
	return (error);
}

/* A quantile that is being searched: on which side, of what. */
struct dist_search {
	double	df[2];		/* df[1] = 0: chi-square */
	double	target;		/* log of the smaller tail */
	bool	below;
};

/* How far the smaller tail at e^u is from the wanted one. */
static double
stat_dist_search_miss(double u, const void *arg)
{
	const struct dist_search *s = arg;
	struct stat_tails tails;
	enum stat_err	 error;

	error = s->df[1] == 0 ? stat_dist_chisq(exp(u), s->df[0], &tails) :
	    stat_dist_f(exp(u), s->df, &tails);
	if (error != STAT_OK)
		return (NAN);
	return ((s->below ? tails.lower : tails.upper) - s->target);
}

/* Find the quantile of a positive variable over u = log x. */
static enum stat_err
stat_dist_search_run(double p, struct dist_search *s, double *q)
{
	struct stat_root root = { stat_dist_search_miss, s, -2, 2, 0 };
	double		 sign, u;

	s->below = p < 0.5;
	s->target = s->below ? log(p) : log1p(-p);
	sign = s->below ? 1 : -1;
	while (root.lo > -700 && sign * root.f(root.lo, s) > 0)
		root.lo *= 2;
	while (root.hi < 700 && sign * root.f(root.hi, s) < 0)
		root.hi *= 2;
	if (stat_root_find(&root, &u) != STAT_OK)
		return (STAT_NOT_FINITE);	/* below or above all doubles */
	*q = exp(u);
	return (STAT_OK);
}

/* f with P(F < f) = p. */
enum stat_err
stat_dist_f_quantile(double p, const double df[2], double *q)
{
	struct dist_search s = { { df[0], df[1] }, 0, false };

	if (!(p > 0 && p < 1) || !(df[0] > 0) || !(df[1] > 0) ||
	    isinf(df[0]) || isinf(df[1]))
		return (STAT_RANGE);
	return (stat_dist_search_run(p, &s, q));
}

/* x with P(chi-square < x) = p. */
enum stat_err
stat_dist_chisq_quantile(double p, double df, double *q)
{
	struct dist_search s = { { df, 0 }, 0, false };

	if (!(p > 0 && p < 1) || !(df > 0) || isinf(df))
		return (STAT_RANGE);
	return (stat_dist_search_run(p, &s, q));
}

/* log of n over k, for 0 <= k <= n. */
double
stat_dist_log_choose(double n, double k)
{
	return (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1));
}

/* P(X <= k) of a fair coin thrown n times: I_1/2(n - k, k + 1). */
double
stat_dist_binomial_half(size_t k, size_t n)
{
	const double	 half[2] = { 0.5, 0.5 };
	struct stat_tails tails;

	if (k >= n)
		return (1);
	if (stat_beta_tails(half, (double)(n - k), (double)k + 1, &tails) !=
	    STAT_OK)
		return (1);
	return (exp(tails.lower));
}
