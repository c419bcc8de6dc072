/*
 * stat_beta: the regularised incomplete beta function I_x(a, b) and gamma
 * function P(a, x), each with both tails in logs, so that a p of 1e-400 is
 * still a number.  The densities before the fractions are Loader's, which do
 * not cancel for large arguments as differences of lgamma do.
 */
#include <float.h>
#include <math.h>

#include "client/stat_beta.h"

#define BETA_STEPS_MAX	100000
#define BETA_LOG_LEAST	-1e300		/* stands for the log of 0 */
#define BETA_TINY	1e-300

static const double beta_log_2pi = 1.83787706640934548356;

/* The log of 1 - e^l for l <= 0, without cancelling (Maechler 2012). */
double
stat_beta_log_other(double l)
{
	if (l >= 0)
		return (BETA_LOG_LEAST);
	return (l > -0.69314718055994530942 ? log(-expm1(l)) : log1p(-exp(l)));
}

/*
 * What Stirling's formula leaves: log z! - (z + 1/2) log z + z - log(2 pi)/2
 * (Loader 2000, Fast and Accurate Computation of Binomial Probabilities).
 */
static double
stat_beta_stirling(double z)
{
	double	 w;

	if (z <= 15)
		return (lgamma(z + 1) - (z + 0.5) * log(z) + z -
		    beta_log_2pi / 2);
	w = z * z;
	return ((1 / 12. - (1 / 360. - (1 / 1260. - (1 / 1680. -
	    (1 / 1188. - 691 / 360360. / w) / w) / w) / w) / w) / z);
}

/* The deviance x log(x/m) + m - x, exact also for x near m (Loader 2000). */
static double
stat_beta_deviance(double x, double m)
{
	double	 j, next, s, t, v;

	if (fabs(x - m) >= 0.1 * (x + m))
		return (x * log(x / m) + m - x);
	v = (x - m) / (x + m);
	s = (x - m) * v;
	t = 2 * x * v;
	for (j = 1; j < 1000; j++) {
		t *= v * v;
		next = s + t / (2 * j + 1);
		if (next == s)
			break;
		s = next;
	}
	return (s);
}

/* log Gamma(a + b) - log Gamma(a) - log Gamma(b), for a, b > 0. */
double
stat_beta_log_coefficient(double a, double b)
{
	double	 n = a + b;

	return (stat_beta_stirling(n) - stat_beta_stirling(a) -
	    stat_beta_stirling(b) - a * log(a / n) - b * log(b / n) +
	    0.5 * (log(a) + log(b) - log(n) - beta_log_2pi));
}

/* log of x^a y^b / B(a, b), where x + y = 1. */
static double
stat_beta_log_density(const double xy[2], double a, double b)
{
	double	 n = a + b;

	return (stat_beta_stirling(n) - stat_beta_stirling(a) -
	    stat_beta_stirling(b) - stat_beta_deviance(a, n * xy[0]) -
	    stat_beta_deviance(b, n * xy[1]) +
	    0.5 * (log(a) + log(b) - log(n) - beta_log_2pi));
}

/*
 * The continued fraction of I_x(a, b), by Lentz's method (Abramowitz and
 * Stegun 26.5.8); quick for x < (a + 1)/(a + b + 2).  0 means no convergence.
 */
static double
stat_beta_fraction(double x, double a, double b)
{
	double	 c, d, delta, h, m, term;
	int	 i;

	c = 1;
	d = 1 - (a + b) * x / (a + 1);
	d = 1 / (fabs(d) < BETA_TINY ? BETA_TINY : d);
	h = d;
	for (i = 2; i < 2 * BETA_STEPS_MAX; i++) {
		m = (double)(i / 2);
		if (i % 2 == 0)
			term = m * (b - m) * x / ((a + i - 1) * (a + i));
		else
			term = -(a + m) * (a + b + m) * x /
			    ((a + i - 1) * (a + i));
		d = 1 + term * d;
		d = 1 / (fabs(d) < BETA_TINY ? BETA_TINY : d);
		c = 1 + term / c;
		c = fabs(c) < BETA_TINY ? BETA_TINY : c;
		delta = c * d;
		h *= delta;
		if (i % 2 == 1 && fabs(delta - 1) <= DBL_EPSILON)
			return (h);
	}
	return (0);
}

/*
 * log I_x(a, b) and log(1 - I_x(a, b)).  xy holds x and 1 - x, both given
 * because one of them may be too small to survive a subtraction.
 */
enum stat_err
stat_beta_tails(const double xy[2], double a, double b, struct stat_tails *out)
{
	const double	 yx[2] = { xy[1], xy[0] };
	struct stat_tails t;
	double		 h;

	if (!(a > 0 && b > 0 && xy[0] >= 0 && xy[1] >= 0) || isinf(a + b) ||
	    !(fabs(xy[0] + xy[1] - 1) < 1e-9))
		return (STAT_RANGE);
	if (xy[0] == 0 || xy[1] == 0) {
		out->lower = xy[0] == 0 ? BETA_LOG_LEAST : 0;
		out->upper = xy[0] == 0 ? 0 : BETA_LOG_LEAST;
		return (STAT_OK);
	}
	if (xy[0] < (a + 1) / (a + b + 2)) {
		h = stat_beta_fraction(xy[0], a, b);
		t.lower = stat_beta_log_density(xy, a, b) + log(h / a);
		t.lower = t.lower > 0 ? 0 : t.lower;
		t.upper = stat_beta_log_other(t.lower);
	} else {
		h = stat_beta_fraction(xy[1], b, a);
		t.upper = stat_beta_log_density(yx, b, a) + log(h / b);
		t.upper = t.upper > 0 ? 0 : t.upper;
		t.lower = stat_beta_log_other(t.upper);
	}
	if (h <= 0 || !isfinite(t.lower) || !isfinite(t.upper))
		return (STAT_NO_CONVERGENCE);
	*out = t;
	return (STAT_OK);
}

/* The series of P(a, x) behind its density (Abramowitz and Stegun 6.5.29). */
static double
stat_beta_gamma_series(double a, double x)
{
	double	 sum, term;
	int	 i;

	sum = term = 1;
	for (i = 1; i < BETA_STEPS_MAX; i++) {
		term *= x / (a + i);
		sum += term;
		if (term < sum * DBL_EPSILON / 2)
			return (sum);
	}
	return (0);
}

/* The fraction of Q(a, x) behind its density (Abr. and Stegun 6.5.31). */
static double
stat_beta_gamma_fraction(double a, double x)
{
	double	 c, d, delta, h, term;
	int	 i;

	c = 1 / BETA_TINY;
	d = 1 / (x + 1 - a);
	h = d;
	for (i = 1; i < BETA_STEPS_MAX; i++) {
		term = -i * (i - a);
		d = term * d + x + 2 * i + 1 - a;
		d = 1 / (fabs(d) < BETA_TINY ? BETA_TINY : d);
		c = x + 2 * i + 1 - a + term / c;
		c = fabs(c) < BETA_TINY ? BETA_TINY : c;
		delta = c * d;
		h *= delta;
		if (fabs(delta - 1) <= DBL_EPSILON)
			return (h * a);
	}
	return (0);
}

/* log P(a, x) and log Q(a, x) of the gamma distribution with shape a > 0. */
enum stat_err
stat_beta_gamma_tails(double a, double x, struct stat_tails *out)
{
	struct stat_tails t;
	double		 density, h;

	if (!(a > 0) || !(x >= 0) || isinf(a) || isinf(x))
		return (STAT_RANGE);
	if (x == 0) {
		out->lower = BETA_LOG_LEAST;
		out->upper = 0;
		return (STAT_OK);
	}
	/* log of x^a e^-x / Gamma(a + 1) */
	density = -stat_beta_stirling(a) - stat_beta_deviance(a, x) -
	    0.5 * (beta_log_2pi + log(a));
	if (x < a + 1) {
		h = stat_beta_gamma_series(a, x);
		t.lower = density + log(h);
		t.lower = t.lower > 0 ? 0 : t.lower;
		t.upper = stat_beta_log_other(t.lower);
	} else {
		h = stat_beta_gamma_fraction(a, x);
		t.upper = density + log(h);
		t.upper = t.upper > 0 ? 0 : t.upper;
		t.lower = stat_beta_log_other(t.upper);
	}
	if (h <= 0 || !isfinite(t.lower) || !isfinite(t.upper))
		return (STAT_NO_CONVERGENCE);
	*out = t;
	return (STAT_OK);
}
