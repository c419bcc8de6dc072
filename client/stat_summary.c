/*
 * stat_summary: order statistics and moments of one heap.  Marks outliers;
 * drops nothing.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "client/stat_dist.h"
#include "client/stat_summary.h"

/* 1 / qnorm(3/4): the MAD of normal values times this is their sd. */
static const double summary_mad_scale = 1.482602218505602;

/* The k-th of n sorted values, k from 1; the ends stand in beyond them. */
static double
stat_summary_at(const double *sorted, size_t n, double k)
{
	if (k < 1)
		return (sorted[0]);
	if (k > (double)n)
		return (sorted[n - 1]);
	return (sorted[(size_t)k - 1]);
}

/*
 * Quantile p, 0 to 1, of sorted values, by one of the nine definitions of
 * Hyndman and Fan 1996, The American Statistician 50, 361; type 7 is R's and
 * ours.
 */
static double
stat_summary_quantile_sorted(const double *sorted, size_t n, int type,
    double p)
{
	static const double a[] = { 0, 0.5, 0, 1, 1 / 3., 0.375 };
	static const double b[] = { 1, 0.5, 0, 1, 1 / 3., 0.375 };
	const double	 fuzz = 4 * DBL_EPSILON;
	double		 h, j, lo, hi, place;

	if (type <= 3)
		place = (double)n * p - (type == 3 ? 0.5 : 0);
	else
		place = a[type - 4] +
		    p * ((double)n + 1 - a[type - 4] - b[type - 4]);
	j = floor(place + fuzz);
	h = place - j;
	if (fabs(h) < fuzz)
		h = 0;
	if (type == 1)
		h = h > 0;
	else if (type == 2)
		h = h > 0 ? 1 : 0.5;
	else if (type == 3)
		h = h != 0 || fmod(j, 2) == 1;
	lo = stat_summary_at(sorted, n, j);
	hi = stat_summary_at(sorted, n, j + 1);
	if (h == 0 || lo == hi)
		return (lo);
	return (h == 1 ? hi : (1 - h) * lo + h * hi);
}

/* Quantile p of n values, unsorted, by definition type 1 to 9. */
enum stat_err
stat_summary_quantile(const double *x, size_t n, int type, double p, double *q)
{
	enum stat_err	 error;
	double		*sorted;

	if (type < 1 || type > 9 || !(p >= 0 && p <= 1))
		return (STAT_RANGE);
	if ((sorted = stat_sorted(x, n, &error)) == NULL)
		return (error);
	*q = stat_summary_quantile_sorted(sorted, n, type, p);
	free(sorted);
	return (STAT_OK);
}

/* The median; of an even number the mean of the two in the middle. */
enum stat_err
stat_summary_median(const double *x, size_t n, double *median)
{
	return (stat_summary_quantile(x, n, 7, 0.5, median));
}

/*
 * Median of the distances from m of sorted values: they grow to both sides of
 * it, so that the nearer of two ends is the next distance.
 */
static double
stat_summary_mad_sorted(const double *sorted, size_t n, double m)
{
	double	 last, next;
	size_t	 i, left, right;

	for (right = 0; right < n && sorted[right] < m; right++)
		;
	for (i = 0, left = right, last = next = 0; i <= n / 2; i++) {
		last = next;
		if (right == n || (left > 0 && m - sorted[left - 1] <
		    sorted[right] - m))
			next = m - sorted[--left];
		else
			next = sorted[right++] - m;
	}
	return (n % 2 == 1 ? next : last / 2 + next / 2);
}

/* Median, and median of the distances from it, not scaled. */
enum stat_err
stat_summary_mad(const double *x, size_t n, double *median, double *mad)
{
	enum stat_err	 error;
	double		*sorted;

	if ((sorted = stat_sorted(x, n, &error)) == NULL)
		return (error);
	*median = stat_summary_quantile_sorted(sorted, n, 7, 0.5);
	*mad = stat_summary_mad_sorted(sorted, n, *median);
	free(sorted);
	return (isfinite(*mad) ? STAT_OK : STAT_NOT_FINITE);
}

/* All of one heap, n >= 1, taken as independent values. */
enum stat_err
stat_summary_of(const double *x, size_t n, const struct stat_option *o,
    struct stat_summary *s)
{
	struct stat_acc	 logs;
	enum stat_err	 error;
	double		*sorted;

	if (!stat_option_is_valid(o))
		return (STAT_RANGE);
	if ((sorted = stat_sorted(x, n, &error)) == NULL)
		return (error);
	s->q25 = stat_summary_quantile_sorted(sorted, n, 7, 0.25);
	s->median = stat_summary_quantile_sorted(sorted, n, 7, 0.5);
	s->q75 = stat_summary_quantile_sorted(sorted, n, 7, 0.75);
	s->mad = summary_mad_scale *
	    stat_summary_mad_sorted(sorted, n, s->median);
	free(sorted);
	if ((error = stat_acc_of(&s->acc, x, n)) != STAT_OK)
		return (error);
	if (!isfinite(s->mad))
		return (STAT_NOT_FINITE);
	s->sd = stat_acc_sd(&s->acc);
	s->has_cv = n > 1 && s->acc.mean != 0 &&
	    isfinite(s->sd / s->acc.mean);
	s->cv = s->has_cv ? s->sd / s->acc.mean : 0;
	s->has_geomean = stat_acc_of_logs(&logs, x, n) == STAT_OK;
	s->geomean = s->has_geomean ? exp(logs.mean) : 0;
	s->mean_error = stat_effect_of_mean(&s->mean_effect, &s->acc, o);
	return (STAT_OK);
}

/*
 * Ranks (l, n + 1 - l) that hold the median with at least conf: the largest l
 * with 1 - 2 P(X < l) >= conf, X binomial(n, 1/2) (Conover 1999, 3.2).
 */
enum stat_err
stat_summary_orders(size_t n, double conf, struct stat_order *out)
{
	double	 coverage;
	size_t	 l;

	if (n == 0)
		return (STAT_EMPTY);
	if (!(conf > 0 && conf < 1))
		return (STAT_RANGE);
	out->lower = out->upper = 0;
	out->coverage = fmax(0, 1 - 2 * stat_dist_binomial_half(0, n));
	for (l = 1; l <= n / 2; l++) {
		coverage = 1 - 2 * stat_dist_binomial_half(l - 1, n);
		if (coverage < conf)
			break;
		out->lower = l;
		out->upper = n + 1 - l;
		out->coverage = coverage;
	}
	return (STAT_OK);
}

/* The median's interval with the coverage it has; TOO_FEW where none. */
enum stat_err
stat_summary_median_ci(const double *x, size_t n, double conf,
    struct stat_ci *ci, double *coverage)
{
	struct stat_order order;
	enum stat_err	 error;
	double		*sorted;

	if ((error = stat_summary_orders(n, conf, &order)) != STAT_OK)
		return (error);
	*coverage = order.coverage;
	if (order.lower == 0)
		return (STAT_TOO_FEW);
	if ((sorted = stat_sorted(x, n, &error)) == NULL)
		return (error);
	ci->lo = sorted[order.lower - 1];
	ci->hi = sorted[order.upper - 1];
	free(sorted);
	return (STAT_OK);
}

/*
 * Distances from the median in robust standard deviations, into z[n]
 * (Iglewicz and Hoaglin 1993).  STAT_CONSTANT when half the values are equal
 * to the median: then no distance has a measure.
 */
enum stat_err
stat_summary_scores(const double *x, size_t n, double *z)
{
	enum stat_err	 error;
	double		 mad, median;
	size_t		 i;

	if ((error = stat_summary_mad(x, n, &median, &mad)) != STAT_OK)
		return (error);
	if (mad == 0)
		return (STAT_CONSTANT);
	for (i = 0; i < n; i++) {
		z[i] = (x[i] - median) / (summary_mad_scale * mad);
		if (!isfinite(z[i]))
			return (STAT_NOT_FINITE);
	}
	return (STAT_OK);
}

/* Quartiles (type 7) and the fences around them (Tukey 1977, EDA). */
enum stat_err
stat_summary_fences(const double *x, size_t n, struct stat_fences *f)
{
	enum stat_err	 error;
	double		 width;

	if ((error = stat_summary_quantile(x, n, 7, 0.25, &f->q1)) !=
	    STAT_OK ||
	    (error = stat_summary_quantile(x, n, 7, 0.75, &f->q3)) != STAT_OK)
		return (error);
	width = f->q3 - f->q1;
	if (!isfinite(f->q3 + 3 * width) || !isfinite(f->q1 - 3 * width))
		return (STAT_NOT_FINITE);
	f->near_lo = f->q1 - 1.5 * width;
	f->near_hi = f->q3 + 1.5 * width;
	f->far_lo = f->q1 - 3 * width;
	f->far_hi = f->q3 + 3 * width;
	return (STAT_OK);
}
