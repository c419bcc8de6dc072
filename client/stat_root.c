/*
 * stat_root: bracketed search for zeros and minima.  Knows nothing of what
 * its function means.
 */
#include <float.h>
#include <math.h>

#include "client/stat_root.h"

#define ROOT_STEPS_MAX	400

/* Where a search stands: b is the best place, c brackets it, a was last. */
struct root_state {
	double	a, b, c;
	double	fa, fb, fc;
};

/*
 * The next step from b: by the secant or the inverse parabola through the
 * three places where that stays inside and shrinks, else half the bracket.
 */
static double
stat_root_step(const struct root_state *s, double previous, double tol)
{
	double	 p, q, r, t, width = s->c - s->b;

	if (fabs(previous) < tol || fabs(s->fa) <= fabs(s->fb))
		return (width / 2);
	t = s->fb / s->fa;
	if (s->a == s->c) {
		p = width * t;
		q = 1 - t;
	} else {
		q = s->fa / s->fc;
		r = s->fb / s->fc;
		p = t * (width * q * (q - r) - (s->b - s->a) * (r - 1));
		q = (q - 1) * (r - 1) * (t - 1);
	}
	if (p > 0)
		q = -q;
	else
		p = -p;
	if (p < 0.75 * width * q - fabs(tol * q) / 2 &&
	    p < fabs(previous * q / 2))
		return (p / q);
	return (width / 2);
}

/*
 * A zero in [lo, hi] (Brent 1973, Algorithms for Minimization without
 * Derivatives, ch. 4, in the form of Netlib's zeroin, which R's uniroot has
 * too).  f must have different signs at the ends, else STAT_RANGE.
 */
enum stat_err
stat_root_find(const struct stat_root *r, double *root)
{
	struct root_state s = { .a = r->lo, .b = r->hi, .c = r->lo };
	double	 previous, step, tol;
	int	 i;

	s.fa = s.fc = r->f(s.a, r->arg);
	s.fb = r->f(s.b, r->arg);
	if (s.fa == 0)
		s = (struct root_state){ s.a, s.a, s.a, 0, 0, 0 };
	if (isnan(s.fa) || isnan(s.fb) || (s.fa > 0 && s.fb > 0) ||
	    (s.fa < 0 && s.fb < 0))
		return (STAT_RANGE);
	for (i = 0; i < ROOT_STEPS_MAX; i++) {
		previous = s.b - s.a;
		if (fabs(s.fc) < fabs(s.fb))
			s = (struct root_state){ s.b, s.c, s.b, s.fb, s.fc,
			    s.fb };
		tol = 2 * DBL_EPSILON * fabs(s.b) + r->tol / 2 + DBL_MIN;
		if (fabs(s.c - s.b) / 2 <= tol || s.fb == 0) {
			*root = s.b;
			return (STAT_OK);
		}
		step = stat_root_step(&s, previous, tol);
		s.a = s.b;
		s.fa = s.fb;
		s.b += fabs(step) < tol ? copysign(tol, step) : step;
		s.fb = r->f(s.b, r->arg);
		if (isnan(s.fb))
			break;
		if ((s.fb > 0 && s.fc > 0) || (s.fb < 0 && s.fc < 0)) {
			s.c = s.a;
			s.fc = s.fa;
		}
	}
	return (STAT_NO_CONVERGENCE);
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
