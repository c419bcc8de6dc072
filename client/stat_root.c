/*
 * stat_root: bracketed search for zeros and minima.  Knows nothing of what
 * its function means.
 */
#include <float.h>
#include <math.h>

#include "client/stat_root.h"

#define ROOT_STEPS_MAX	400

/*
 * A zero in [lo, hi], to the last digits (Ridders 1979, IEEE Transactions on
 * Circuits and Systems 26, 979).  f must have different signs at the ends,
 * else STAT_RANGE.
 */
enum stat_err
stat_root_find(const struct stat_root *r, double *root)
{
	double	 a, b, fa, fb, fm, fx, m, s, x;
	int	 i;

	a = r->lo;
	b = r->hi;
	fa = r->f(a, r->arg);
	fb = r->f(b, r->arg);
	if (isnan(fa) || isnan(fb) || (fa > 0 && fb > 0) || (fa < 0 && fb < 0))
		return (STAT_RANGE);
	x = fa == 0 ? a : b;
	fx = fa == 0 || fb == 0 ? 0 : 1;
	for (i = 0; fx != 0; i++) {
		m = a + (b - a) / 2;
		fm = r->f(m, r->arg);
		if (isnan(fm) || i == ROOT_STEPS_MAX)
			return (STAT_NO_CONVERGENCE);
		s = sqrt(fm * fm - fa * fb);
		x = s > 0 ? m + (m - a) * copysign(1, fa - fb) * fm / s : m;
		fx = r->f(x, r->arg);
		if (isnan(fx))
			return (STAT_NO_CONVERGENCE);
		if ((fm > 0) != (fx > 0)) {	/* they bracket it closer */
			a = m;
			fa = fm;
			b = x;
			fb = fx;
		} else if ((fa > 0) != (fx > 0)) {
			b = x;
			fb = fx;
		} else {
			a = x;
			fa = fx;
		}
		if (fabs(b - a) <= 2 * DBL_EPSILON * fabs(x) + DBL_MIN)
			break;
	}
	*root = x;
	return (STAT_OK);
}

/*
 * The place of the lowest value in [lo, hi], by golden section: f must fall
 * and then rise.  Good to about 1e-8 of the place, as far as values tell.
 */
enum stat_err
stat_root_minimum(const struct stat_root *r, double *place)
{
	const double	 golden = 0.61803398874989484820; /* (sqrt 5 - 1) / 2 */
	double		 a, b, c, d, fc, fd;

	a = r->lo;
	b = r->hi;
	c = b - golden * (b - a);
	d = a + golden * (b - a);
	fc = r->f(c, r->arg);
	fd = r->f(d, r->arg);
	while (fabs(b - a) > 1e-11 * (fabs(a) + fabs(b)) + DBL_MIN) {
		if (isnan(fc) || isnan(fd))
			return (STAT_NO_CONVERGENCE);
		if (fc < fd) {
			b = d;
			d = c;
			fd = fc;
			c = b - golden * (b - a);
			fc = r->f(c, r->arg);
		} else {
			a = c;
			c = d;
			fc = fd;
			d = a + golden * (b - a);
			fd = r->f(d, r->arg);
		}
	}
	*place = (a + b) / 2;
	return (STAT_OK);
}
