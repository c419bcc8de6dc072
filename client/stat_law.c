/*
 * stat_law: fits of T(N) and X(N).  Whether N is a number of processors, so
 * that a law applies at all, is the caller's to know: make -j is not one.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_acc.h"
#include "client/stat_fit.h"
#include "client/stat_law.h"

#define LAW_STEPS_MAX	500
#define LAW_POINTS_MAX	256

/* All values are finite and above 0, and there are enough of them. */
static enum stat_err
stat_law_check(const double *x, const double *y, size_t n, size_t least)
{
	size_t	 i;

	if (n < least)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if (n > LAW_POINTS_MAX)
		return (STAT_TOO_MANY);
	if (!stat_is_finite(x, n) || !stat_is_finite(y, n))
		return (STAT_NOT_FINITE);
	for (i = 0; i < n; i++)
		if (x[i] <= 0 || y[i] <= 0)
			return (STAT_NOT_POSITIVE);
	return (STAT_OK);
}

/*
 * Times t at n processors (Amdahl 1967, AFIPS 30, 483), by least squares on
 * 1/N.
 */
enum stat_err
stat_law_amdahl(const double *n, const double *t, size_t count,
    struct stat_amdahl *out)
{
	double		 x[2 * LAW_POINTS_MAX];
	struct stat_fit	 f = { .x = x, .y = t, .n = count, .k = 2 };
	struct stat_acc	 acc;
	enum stat_err	 error;
	size_t		 i;

	if ((error = stat_law_check(n, t, count, 2)) != STAT_OK)
		return (error);
	for (i = 0; i < count; i++) {
		x[2 * i] = 1;
		x[2 * i + 1] = 1 / n[i];
	}
	if ((error = stat_fit_solve(&f)) != STAT_OK ||
	    (error = stat_acc_of(&acc, t, count)) != STAT_OK)
		return (error);
	out->a = f.coef[0];
	out->b = f.coef[1];
	if (out->a + out->b == 0 || out->a == 0)
		return (STAT_UNDEFINED);
	out->serial = out->a / (out->a + out->b);
	out->speedup = (out->a + out->b) / out->a;
	out->rss = f.rss;
	out->r2 = acc.m2 > 0 ? 1 - f.rss / acc.m2 : 1;
	for (i = 0, out->residual_pct = 0; i < count; i++)
		out->residual_pct = fmax(out->residual_pct,
		    100 * fabs(t[i] - out->a - out->b / n[i]) / t[i]);
	return (STAT_OK);
}

/*
 * Start values of sigma and kappa: (N/C - 1)/(N - 1) on N with C = X(N)/X(1)
 * (Gunther 2007, Guerrilla Capacity Planning, 5.5).  Needs a value at N = 1
 * and two others.
 */
enum stat_err
stat_law_usl_start(const double *n, const double *x, size_t count,
    double *sigma, double *kappa)
{
	double		 m[2 * LAW_POINTS_MAX], y[LAW_POINTS_MAX], one = 0;
	struct stat_fit	 f = { .x = m, .y = y, .k = 2 };
	enum stat_err	 error;
	size_t		 i;

	if ((error = stat_law_check(n, x, count, 3)) != STAT_OK)
		return (error);
	for (i = 0; i < count; i++)
		if (n[i] == 1)
			one = x[i];
	if (one == 0)
		return (STAT_UNDEFINED);
	for (i = 0; i < count; i++) {
		if (n[i] == 1)
			continue;
		m[2 * f.n] = 1;
		m[2 * f.n + 1] = n[i];
		y[f.n++] = (n[i] * one / x[i] - 1) / (n[i] - 1);
	}
	if ((error = stat_fit_solve(&f)) != STAT_OK)
		return (error);
	*kappa = f.coef[1];
	*sigma = f.coef[0];
	return (STAT_OK);
}

/* A USL fit under way: which parameters are free, and where it stands. */
struct law_usl {
	const double	*n;
	const double	*x;
	size_t		 count;
	bool		 free[3];
	double		 p[3];		/* log lambda, sigma, kappa */
	double		 rss;
	struct stat_fit	 step;
};

/* The sum of squared log residuals at p, or infinity off the model. */
static double
stat_law_usl_rss(const struct law_usl *u, const double p[3], double *residual)
{
	double	 d, n, r, rss;
	size_t	 i;

	for (i = 0, rss = 0; i < u->count; i++) {
		n = u->n[i];
		d = 1 + p[1] * (n - 1) + p[2] * n * (n - 1);
		if (!(d > 0))
			return (INFINITY);
		r = log(u->x[i]) - p[0] - log(n) + log(d);
		if (residual != NULL)
			residual[i] = r;
		rss += r * r;
	}
	return (rss);
}

/* Solve for one Gauss-Newton step over the free parameters. */
static enum stat_err
stat_law_usl_step(struct law_usl *u, double *matrix, double *residual)
{
	double	 d, n, row[3];
	size_t	 i, j, k;

	u->rss = stat_law_usl_rss(u, u->p, residual);
	if (!isfinite(u->rss))
		return (STAT_NO_CONVERGENCE);
	for (i = k = 0; i < u->count; i++) {
		n = u->n[i];
		d = 1 + u->p[1] * (n - 1) + u->p[2] * n * (n - 1);
		row[0] = 1;
		row[1] = -(n - 1) / d;
		row[2] = -n * (n - 1) / d;
		for (j = 0; j < 3; j++)
			if (u->free[j])
				matrix[k++] = row[j];
	}
	memset(&u->step, 0, sizeof(u->step));
	u->step.x = matrix;
	u->step.y = residual;
	u->step.n = u->count;
	for (j = 0; j < 3; j++)
		u->step.k += u->free[j];
	return (stat_fit_solve(&u->step));
}

/* Gauss and Newton with halved steps until none helps. */
static enum stat_err
stat_law_usl_descend(struct law_usl *u)
{
	double		 matrix[3 * LAW_POINTS_MAX], p[3];
	double		 residual[LAW_POINTS_MAX], scale, size;
	enum stat_err	 error;
	size_t		 j, k;
	int		 i;

	for (i = 0; i < LAW_STEPS_MAX; i++) {
		error = stat_law_usl_step(u, matrix, residual);
		if (error != STAT_OK)
			return (error);
		for (scale = 1; scale > 1e-10; scale /= 2) {
			for (j = k = 0; j < 3; j++)
				p[j] = u->p[j] + (u->free[j] ?
				    scale * u->step.coef[k++] : 0);
			if (stat_law_usl_rss(u, p, NULL) <= u->rss)
				break;
		}
		if (scale <= 1e-10)
			return (STAT_OK);
		for (j = 0, size = 0; j < 3; j++) {
			size = fmax(size, fabs(p[j] - u->p[j]) /
			    (fabs(p[j]) + 1e-9));
			u->p[j] = p[j];
		}
		if (size < 1e-12)
			return (STAT_OK);
	}
	return (STAT_NO_CONVERGENCE);
}

/* Clamp what is below 0 and fit the rest again. */
static enum stat_err
stat_law_usl_clamp(struct law_usl *u)
{
	enum stat_err	 error;
	size_t		 worst;
	int		 i;

	for (i = 0; i < 3; i++) {
		error = stat_law_usl_descend(u);
		if (error != STAT_OK || (u->p[1] >= 0 && u->p[2] >= 0))
			return (error);
		worst = u->p[1] < u->p[2] ? 1 : 2;
		u->p[worst] = 0;
		u->free[worst] = false;
	}
	return (STAT_NO_CONVERGENCE);
}

/* Errors, residuals and the peak of a fit that has converged. */
static void
stat_law_usl_fill(const struct law_usl *u, struct stat_usl *out)
{
	double	 df, residual[LAW_POINTS_MAX], most;
	size_t	 i, j, k;

	out->lambda = exp(u->p[0]);
	out->sigma = u->p[1];
	out->kappa = u->p[2];
	out->rss = stat_law_usl_rss(u, u->p, residual);
	df = (double)u->count - (double)u->step.k;
	for (j = k = 0; j < 3; j++) {
		out->se[j] = u->free[j] && df > 0 ? sqrt(out->rss / df *
		    u->step.inverse[k][k]) : 0;
		k += u->free[j];
	}
	out->se[0] *= out->lambda;
	for (i = 0, most = 0; i < u->count; i++) {
		out->residual_pct = fmax(out->residual_pct,
		    100 * fabs(expm1(residual[i])));
		most = fmax(most, u->n[i]);
	}
	out->has_peak = out->kappa > 0 && out->sigma < 1;
	if (!out->has_peak)
		return;
	out->peak_n = sqrt((1 - out->sigma) / out->kappa);
	out->peak = out->lambda * out->peak_n / (1 + out->sigma *
	    (out->peak_n - 1) + out->kappa * out->peak_n * (out->peak_n - 1));
	out->is_named = u->count >= 5 && out->residual_pct <= 5 &&
	    out->peak_n <= 1.5 * most;
}

/*
 * Throughput x at n processors by the universal scalability law, on logs
 * (Gunther 2007, 4.5): Gauss-Newton from the linearised start, sigma and
 * kappa not below 0.  Needs 4 points, one at N = 1; the peak may be named
 * with 5, residuals <= 5% and a place within 1.5 times the largest N.
 */
enum stat_err
stat_law_usl(const double *n, const double *x, size_t count,
    struct stat_usl *out)
{
	struct law_usl	 u = { .n = n, .x = x, .count = count,
			    .free = { true, true, true } };
	enum stat_err	 error;
	size_t		 i;

	if (count < 4)
		return (count == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	error = stat_law_usl_start(n, x, count, &u.p[1], &u.p[2]);
	if (error != STAT_OK)
		return (error);
	u.p[1] = fmax(0, u.p[1]);
	u.p[2] = fmax(0, u.p[2]);
	for (i = 0; i < count; i++)
		if (n[i] == 1)
			u.p[0] = log(x[i]);
	if ((error = stat_law_usl_clamp(&u)) != STAT_OK)
		return (error);
	memset(out, 0, sizeof(*out));
	stat_law_usl_fill(&u, out);
	return (STAT_OK);
}

/* log T on log2 N and its square; the vertex when the parabola opens up. */
enum stat_err
stat_law_parabola(const double *n, const double *t, size_t count,
    struct stat_parabola *out)
{
	double		 x[3 * LAW_POINTS_MAX], y[LAW_POINTS_MAX];
	struct stat_fit	 f = { .x = x, .y = y, .n = count, .k = 3 };
	enum stat_err	 error;
	size_t		 i;

	if ((error = stat_law_check(n, t, count, 3)) != STAT_OK)
		return (error);
	for (i = 0; i < count; i++) {
		x[3 * i] = 1;
		x[3 * i + 1] = log2(n[i]);
		x[3 * i + 2] = log2(n[i]) * log2(n[i]);
		y[i] = log(t[i]);
	}
	if ((error = stat_fit_solve(&f)) != STAT_OK)
		return (error);
	memcpy(out->coef, f.coef, sizeof(out->coef));
	out->vertex = exp2(-f.coef[1] / (2 * f.coef[2]));
	out->has_vertex = f.coef[2] > 0 && isfinite(out->vertex);
	if (!out->has_vertex)
		out->vertex = 0;
	return (STAT_OK);
}
