/*
 * stat_meta: a mean of effects with known errors and an unknown spread tau
 * between machines.  Takes the errors as known exactly, which three boots
 * never give: for reference, not for headlines.
 */
#include <math.h>

#include "client/stat_dist.h"
#include "client/stat_hosts.h"
#include "client/stat_meta.h"
#include "client/stat_root.h"

#define META_STEPS_MAX	1000

/* The effects under search. */
struct meta_data {
	const struct stat_effect *e;
	size_t			  n;
};

/* Sums of powers of the weights 1/(se^2 + tau2), and the weighted mean. */
struct meta_sums {
	double	w[4];		/* w[k] = sum of w^k */
	double	mean;
	double	q;		/* sum w (d - mean)^2 */
	double	wwq;		/* sum w^2 (d - mean)^2 */
};

/* The weighted sums at a given tau2. */
static void
stat_meta_sum(const struct meta_data *m, double tau2, struct meta_sums *s)
{
	double	 d, w;
	size_t	 i;

	*s = (struct meta_sums){ { 0 }, 0, 0, 0 };
	for (i = 0; i < m->n; i++) {
		w = 1 / (m->e[i].se * m->e[i].se + tau2);
		s->w[1] += w;
		s->w[2] += w * w;
		s->w[3] += w * w * w;
		s->mean += (m->e[i].est - s->mean) * (w / s->w[1]);
	}
	for (i = 0; i < m->n; i++) {
		w = 1 / (m->e[i].se * m->e[i].se + tau2);
		d = m->e[i].est - s->mean;
		s->q += w * d * d;
		s->wwq += w * w * d * d;
	}
}

/* DerSimonian and Laird 1986, Controlled Clinical Trials 7, 177. */
static double
stat_meta_dl(const struct meta_data *m)
{
	struct meta_sums s;

	stat_meta_sum(m, 0, &s);
	return (fmax(0, (s.q - (double)(m->n - 1)) /
	    (s.w[1] - s.w[2] / s.w[1])));
}

/* Q at this tau2 less its expectation. */
static double
stat_meta_pm_miss(double tau2, const void *arg)
{
	const struct meta_data *m = arg;
	struct meta_sums s;

	stat_meta_sum(m, tau2, &s);
	return (s.q - (double)(m->n - 1));
}

/* Paule and Mandel 1982, J. Res. Natl. Bur. Stand. 87, 377. */
static enum stat_err
stat_meta_pm(const struct meta_data *m, double *tau2)
{
	struct stat_root root = { stat_meta_pm_miss, m, 0, 0, 0 };
	int		 i;

	*tau2 = 0;
	if (stat_meta_pm_miss(0, m) <= 0)
		return (STAT_OK);
	root.hi = m->e[0].se * m->e[0].se;
	for (i = 0; i < META_STEPS_MAX && root.f(root.hi, m) > 0; i++)
		root.hi *= 2;
	return (stat_root_find(&root, tau2));
}

/* Fisher scoring of the restricted likelihood (Viechtbauer 2005, JEBS 30). */
static enum stat_err
stat_meta_reml(const struct meta_data *m, double *tau2)
{
	struct meta_sums s;
	double		 bend, next, slope, step;
	int		 i;

	*tau2 = stat_meta_dl(m);
	for (i = 0; i < META_STEPS_MAX; i++) {
		stat_meta_sum(m, *tau2, &s);
		slope = s.wwq - s.w[1] + s.w[2] / s.w[1];
		bend = s.w[2] - 2 * s.w[3] / s.w[1] +
		    s.w[2] / s.w[1] * (s.w[2] / s.w[1]);
		step = slope / bend;
		if (!isfinite(step))
			return (STAT_NO_CONVERGENCE);
		next = fmax(0, *tau2 + step);
		if (fabs(next - *tau2) <= 1e-13 * (next + 1 / s.w[1])) {
			*tau2 = next;
			return (STAT_OK);
		}
		*tau2 = next;
	}
	return (STAT_NO_CONVERGENCE);
}

/* The heterogeneity part: Q at tau 0, and I2 (Higgins, Thompson 2002). */
static enum stat_err
stat_meta_spread(const struct meta_data *m, struct stat_meta *out)
{
	struct stat_tails tails;
	struct meta_sums s;
	enum stat_err	 error;
	double		 df, typical;

	df = (double)(m->n - 1);
	stat_meta_sum(m, 0, &s);
	if (!isfinite(s.q) || !isfinite(s.w[2]))
		return (STAT_NOT_FINITE);
	out->q = s.q;
	error = stat_dist_chisq(s.q, df, &tails);
	if (error != STAT_OK)
		return (error);
	out->q_p = exp(tails.upper);
	typical = df * s.w[1] / (s.w[1] * s.w[1] - s.w[2]);
	out->i2 = 100 * out->tau2 / (out->tau2 + typical);
	return (STAT_OK);
}

/* Test and interval: normal, or t_{n-1} with the error from the residuals. */
static enum stat_err
stat_meta_test(const struct meta_data *m, enum stat_meta_test test, double conf,
    struct stat_meta *out)
{
	struct stat_effect e;
	struct stat_tails tails;
	struct meta_sums s;
	enum stat_err	 error;
	double		 factor, v[3], z;
	const struct stat_option o = { conf, 0 };

	stat_meta_sum(m, out->tau2, &s);
	out->est = s.mean;
	out->se = sqrt(1 / s.w[1]);
	if (test == STAT_META_Z) {
		if ((error = stat_dist_normal_quantile((1 - conf) / 2, &z)) !=
		    STAT_OK || (error = stat_dist_normal(fabs(s.mean) /
		    out->se, &tails)) != STAT_OK)
			return (error);
		out->p = 2 * exp(tails.upper);
		out->ci.lo = s.mean + z * out->se;
		out->ci.hi = s.mean - z * out->se;
		return (STAT_OK);
	}
	factor = s.q / (double)(m->n - 1);
	if (test == STAT_META_MKH)
		factor = fmax(1, factor);
	v[0] = s.mean;
	v[1] = out->se * sqrt(factor);
	v[2] = (double)(m->n - 1);
	if ((error = stat_effect_fill(&e, v, &o)) != STAT_OK)
		return (error);
	out->se = e.se;
	out->p = e.p;
	out->ci = e.ci;
	return (STAT_OK);
}

/*
 * Fit n >= 2 effects (est and se > 0 of each) with the wanted estimate of
 * tau2 and test (Hartung and Knapp 2001, Stat. Med. 20, 3875; prediction:
 * Higgins, Thompson, Spiegelhalter 2009, JRSS A 172, 137, t_{n-2}).
 */
enum stat_err
stat_meta_fit(const struct stat_effect *e, size_t n, enum stat_meta_tau tau,
    enum stat_meta_test test, double conf, struct stat_meta *out)
{
	struct meta_data m = { e, n };
	struct stat_meta r = { 0 };
	enum stat_err	 error = STAT_OK;
	double		 half, t;
	size_t		 i;

	if (!(conf > 0 && conf < 1))
		return (STAT_RANGE);
	if (n < 2)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	for (i = 0; i < n; i++)
		if (!(e[i].se > 0))
			return (STAT_CONSTANT);
	if (tau == STAT_META_DL)
		r.tau2 = stat_meta_dl(&m);
	else if (tau == STAT_META_PM)
		error = stat_meta_pm(&m, &r.tau2);
	else
		error = stat_meta_reml(&m, &r.tau2);
	if (error != STAT_OK ||
	    (error = stat_meta_spread(&m, &r)) != STAT_OK ||
	    (error = stat_meta_test(&m, test, conf, &r)) != STAT_OK)
		return (error);
	if (n > 2 && stat_dist_t_quantile((1 - conf) / 2, (double)n - 2, &t) ==
	    STAT_OK) {
		half = -t * sqrt(r.tau2 + r.se * r.se);
		r.prediction.lo = r.est - half;
		r.prediction.hi = r.est + half;
		r.has_prediction = true;
	}
	*out = r;
	return (STAT_OK);
}
