/*
 * stat_trend: slopes by Theil and Sen, step against drift, and the moving
 * average that sees slow drifts.
 */
#include <math.h>
#include <stdlib.h>

#include "client/stat_acc.h"
#include "client/stat_dist.h"
#include "client/stat_fit.h"
#include "client/stat_rank.h"
#include "client/stat_summary.h"
#include "client/stat_trend.h"

#define TREND_NIGHTS_MAX	2000	/* all pairs are looked at */

/* The word of a kind. */
const char *
stat_trend_text(enum stat_trend kind)
{
	switch (kind) {
	case STAT_TREND_FLAT:
		return ("flat");
	case STAT_TREND_STEP:
		return ("step");
	case STAT_TREND_DRIFT:
		return ("drift");
	}
	return ("flat");
}

/* Groups of t equal values: sums of t(t-1)/2 and of t(t-1)(2t+5). */
static enum stat_err
stat_trend_ties(const double *x, size_t n, double *pairs, double *spread)
{
	enum stat_err	 error;
	double		*sorted, t;
	size_t		 i, j;

	*pairs = *spread = 0;
	if ((sorted = stat_sorted(x, n, &error)) == NULL)
		return (error);
	for (i = 0; i < n; i = j) {
		for (j = i + 1; j < n && sorted[j] == sorted[i]; j++)
			;
		t = (double)(j - i);
		*pairs += t * (t - 1) / 2;
		*spread += t * (t - 1) * (2 * t + 5);
	}
	free(sorted);
	return (STAT_OK);
}

/* Tau-b with time and its normal p (Kendall 1970, Rank Correlation, ch. 4). */
static enum stat_err
stat_trend_kendall(double sum, const double *x, size_t n,
    struct stat_slope *out)
{
	struct stat_tails tails;
	enum stat_err	 error;
	double		 all, m = (double)n, pairs, sd, spread;

	if ((error = stat_trend_ties(x, n, &pairs, &spread)) != STAT_OK)
		return (error);
	all = m * (m - 1) / 2;
	if (pairs == all)
		return (STAT_CONSTANT);
	out->tau = sum / sqrt(all * (all - pairs));
	sd = sqrt((m * (m - 1) * (2 * m + 5) - spread) / 18);
	error = stat_dist_normal(fabs(sum) / sd, &tails);
	if (error == STAT_OK)
		out->p = fmin(1, 2 * exp(tails.upper));
	return (error);
}

/*
 * Median of all pairwise slopes (Theil 1950; Sen 1968, JASA 63, 1379), a
 * night being 1, with Kendall's test against time.
 */
enum stat_err
stat_trend_slope(const double *x, size_t n, struct stat_slope *out)
{
	enum stat_err	 error;
	double		*slope, sum;
	size_t		 i, j, used;

	if (n < 3)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if (n > TREND_NIGHTS_MAX)
		return (STAT_TOO_MANY);
	if (!stat_is_finite(x, n))
		return (STAT_NOT_FINITE);
	if ((slope = calloc(n * (n - 1) / 2, sizeof(*slope))) == NULL)
		return (STAT_MEMORY);
	for (i = used = 0, sum = 0; i < n; i++)
		for (j = i + 1; j < n; j++) {
			slope[used++] = (x[j] - x[i]) / (double)(j - i);
			sum += (x[j] > x[i]) - (x[j] < x[i]);
		}
	error = stat_summary_median(slope, used, &out->slope);
	free(slope);
	return (error == STAT_OK ? stat_trend_kendall(sum, x, n, out) : error);
}

/* n log(RSS/n) + k log n, the squares not below the rounding of the total. */
static double
stat_trend_bic(double rss, double total, size_t n, double k)
{
	double	 m = (double)n;

	return (m * log(fmax(rss, 1e-15 * total) / m) + k * log(m));
}

/* The smallest RSS of two levels, and where the second begins. */
static enum stat_err
stat_trend_step(const double *x, size_t n, size_t least, double *rss,
    size_t *at)
{
	struct stat_acc	*head, tail = { 0 };
	enum stat_err	 error = STAT_OK;
	size_t		 i;

	if ((head = calloc(n + 1, sizeof(*head))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < n && error == STAT_OK; i++) {
		head[i + 1] = head[i];
		error = stat_acc_add(&head[i + 1], x[i]);
	}
	*rss = INFINITY;
	for (i = n; i-- > least && error == STAT_OK;) {
		error = stat_acc_add(&tail, x[i]);
		if (n - i >= least && head[i].m2 + tail.m2 < *rss) {
			*rss = head[i].m2 + tail.m2;
			*at = i;
		}
	}
	free(head);
	return (error);
}

/*
 * Flat (k = 1), a slope (k = 2) or a step (two levels and a place, k = 3)?
 * The lowest n log(RSS/n) + k log n (Schwarz 1978, Ann. Statist. 6, 461).
 */
enum stat_err
stat_trend_kind(const double *x, size_t n, size_t least,
    struct stat_kind *out)
{
	struct stat_fit	 f = { .y = x, .n = n, .k = 2 };
	struct stat_acc	 acc;
	enum stat_err	 error;
	double		*rows, step;
	size_t		 i;

	if (least < 1 || n < 2 * least || n < 4)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if ((error = stat_acc_of(&acc, x, n)) != STAT_OK)
		return (error);
	if (acc.m2 == 0)
		return (STAT_CONSTANT);
	if ((rows = calloc(2 * n, sizeof(*rows))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < n; i++) {
		rows[2 * i] = 1;
		rows[2 * i + 1] = (double)i - (double)n / 2;
	}
	f.x = rows;
	error = stat_fit_solve(&f);
	free(rows);
	if (error != STAT_OK || (error = stat_trend_step(x, n, least, &step,
	    &out->step_at)) != STAT_OK)
		return (error);
	out->bic_flat = stat_trend_bic(acc.m2, acc.m2, n, 1);
	out->bic_slope = stat_trend_bic(f.rss, acc.m2, n, 2);
	out->bic_step = stat_trend_bic(step, acc.m2, n, 3);
	out->kind = STAT_TREND_FLAT;
	if (fmin(out->bic_slope, out->bic_step) < out->bic_flat)
		out->kind = out->bic_slope < out->bic_step ?
		    STAT_TREND_DRIFT : STAT_TREND_STEP;
	return (STAT_OK);
}

/*
 * z_t = lambda (x_t - m)/sd + (1 - lambda) z_{t-1} after a baseline of m and
 * sd, into z[n], 0 during the baseline (Roberts 1959, Technometrics 1, 239).
 */
enum stat_err
stat_trend_ewma(const double *x, size_t n, size_t baseline, double lambda,
    double *z)
{
	struct stat_acc	 acc;
	enum stat_err	 error;
	size_t		 i;

	if (baseline < 2 || n < baseline)
		return (STAT_TOO_FEW);
	if (!(lambda > 0 && lambda <= 1))
		return (STAT_RANGE);
	if (!stat_is_finite(x, n))
		return (STAT_NOT_FINITE);
	if ((error = stat_acc_of(&acc, x, baseline)) != STAT_OK)
		return (error);
	if (acc.m2 == 0)
		return (STAT_CONSTANT);
	for (i = 0; i < n; i++) {
		z[i] = i < baseline ? 0 : lambda * (x[i] - acc.mean) /
		    stat_acc_sd(&acc) + (1 - lambda) * z[i - 1];
		if (!isfinite(z[i]))
			return (STAT_NOT_FINITE);
	}
	return (STAT_OK);
}
