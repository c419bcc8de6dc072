/*
 * stat_nct: P(T < t) of the noncentral t with df degrees of freedom and
 * noncentrality ncp: Lenth 1989, Algorithm AS 243, Applied Statistics 38,
 * 185.  Good to 1e-11 absolute.
 */
#include <float.h>
#include <math.h>

#include "client/stat_dist.h"
#include "client/stat_nct.h"

#define NCT_TERMS_MAX	2000
#define NCT_ERROR_MAX	1e-13
#define NCT_DF_NORMAL	4e5
#define NCT_NCP_MAX	37.62	/* exp(-ncp^2/2) is 0 above */

/* P(Z < z). */
static double
stat_nct_normal(double z)
{
	return (erfc(-z / sqrt(2.0)) / 2);
}

/* I_x(a, b), or 0. */
static double
stat_nct_beta(const double xy[2], double a, double b)
{
	struct stat_tails tails;

	if (stat_beta_tails(xy, a, b, &tails) != STAT_OK)
		return (0);
	return (exp(tails.lower));
}

/* The twin series of AS 243 for t > 0: P(0 < T < t). */
static double
stat_nct_series(double t, double df, double ncp)
{
	double	 a, b, even, gap, lambda, odd, p, q, s, sum, xeven, xodd;
	double	 xy[2];
	int	 i;

	xy[0] = t / (t + df / t);
	xy[1] = df / t / (t + df / t);
	lambda = ncp * ncp;
	p = 0.5 * exp(-0.5 * lambda);
	q = sqrt(2 / acos(-1)) * p * ncp;
	s = 0.5 - p;
	a = 0.5;
	b = 0.5 * df;
	xodd = stat_nct_beta(xy, a, b);
	xeven = -expm1(b * log(xy[1]));
	odd = 2 * exp(b * log(xy[1]) + a * log(xy[0]) +
	    stat_beta_log_coefficient(a, b));
	even = b * xy[0] * exp(b * log(xy[1]));
	sum = p * xodd + q * xeven;
	for (i = 1; i < NCT_TERMS_MAX; i++) {
		a += 1;
		xodd -= odd;
		xeven -= even;
		odd *= xy[0] * (a + b - 1) / a;
		even *= xy[0] * (a + b - 0.5) / (a + 0.5);
		p *= lambda / (2 * i);
		q *= lambda / (2 * i + 1);
		sum += p * xodd + q * xeven;
		s -= p;
		gap = 2 * s * (xodd - odd);
		if (s < -1e-10 || (s <= 0 && i > 1) ||
		    fabs(gap) < NCT_ERROR_MAX)
			break;
	}
	return (sum);
}

/* P(T < t); STAT_RANGE for |ncp| > 37.62 unless df is above 4e5. */
enum stat_err
stat_nct_lower(double t, double df, double ncp, double *p)
{
	double	 d, lower, s, z;
	bool	 mirrored;

	if (!isfinite(t) || !isfinite(ncp) || !(df > 0) || isinf(df))
		return (STAT_RANGE);
	mirrored = t < 0;
	z = mirrored ? -t : t;
	d = mirrored ? -ncp : ncp;
	if (df > NCT_DF_NORMAL || fabs(d) > NCT_NCP_MAX) {
		/* Abramowitz and Stegun 26.7.10 */
		if (mirrored && ncp > 40) {
			*p = 0;
			return (STAT_OK);
		}
		s = 1 / (4 * df);
		lower = stat_nct_normal((z * (1 - s) - d) /
		    sqrt(1 + z * z * 2 * s));
	} else {
		lower = z > 0 ? stat_nct_series(z, df, d) : 0;
		lower += stat_nct_normal(-d);
	}
	lower = fmax(0, fmin(lower, 1));
	*p = mirrored ? 1 - lower : lower;
	return (STAT_OK);
}
