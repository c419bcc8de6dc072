/*
 * stat_series: the change-point model, online: the largest two-sample t over
 * all splits of a window, on normal scores of ranks so that its false alarms
 * are those of normal noise whatever the noise is (Hawkins, Qiu, Kang 2003, J.
 * Quality Technology 35, 355).
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "client/stat_acc.h"
#include "client/stat_dist.h"
#include "client/stat_series.h"

#define SERIES_WINDOW_MIN	12	/* fewer: warming up */
#define SERIES_SEGMENT_MIN	2
#define SERIES_PLACE_MAX	7.35	/* of 2 log likelihood: covers 97% */

/*
 * The pointwise p that gives one false alarm in so many nights a series
 * (10^6 simulated series, window 200, least segment 2; within 10% for 20 to
 * 200 nights).
 */
static const struct {
	double	nights;
	double	p;
} series_pointwise[] = {
	{ 100, 4.0e-3 }, { 200, 1.65e-3 }, { 370, 7.5e-4 }, { 500, 5.2e-4 },
	{ 1000, 2.25e-4 }, { 2000, 9.8e-5 }, { 3650, 5.0e-5 },
	{ 7300, 2.25e-5 },
};
#define SERIES_POINTS	(sizeof(series_pointwise) / sizeof(series_pointwise[0]))

/* Scores of sorted values, in place of them; equal ones share their mean. */
static enum stat_err
stat_series_score_sorted(const double *sorted, size_t n, double *score)
{
	enum stat_err	 error;
	double		 mean, z;
	size_t		 i, j, k;

	for (i = 0; i < n; i = j) {
		mean = 0;
		for (j = i; j < n && sorted[j] == sorted[i]; j++) {
			error = stat_dist_normal_quantile(((double)j + 0.625) /
			    ((double)n + 0.25), &z);
			if (error != STAT_OK)
				return (error);
			mean += z;
		}
		for (k = i; k < j; k++)
			score[k] = mean / (double)(j - i);
	}
	return (STAT_OK);
}

/* Where x stands among sorted values that hold it. */
static size_t
stat_series_find(const double *sorted, size_t n, double x)
{
	size_t	 hi = n, lo = 0, mid;

	while (hi - lo > 1) {
		mid = lo + (hi - lo) / 2;
		if (sorted[mid] <= x)
			lo = mid;
		else
			hi = mid;
	}
	return (lo);
}

/*
 * Blom's normal scores qnorm((r - 3/8)/(n + 1/4)) into score[n]; equal values
 * get the mean of their scores (Blom 1958, Statistical Estimates).
 */
enum stat_err
stat_series_scores(const double *x, size_t n, double *score)
{
	enum stat_err	 error;
	double		*sorted, *z;
	size_t		 i;

	if ((sorted = stat_sorted(x, n, &error)) == NULL)
		return (error);
	error = STAT_MEMORY;
	if ((z = calloc(n, sizeof(*z))) != NULL)
		error = stat_series_score_sorted(sorted, n, z);
	for (i = 0; i < n && error == STAT_OK; i++)
		score[i] = z[stat_series_find(sorted, n, x[i])];
	free(z);
	free(sorted);
	return (error);
}

/* Between-halves sum of squares for every split, and the total, centred. */
static double
stat_series_splits(const double *x, size_t n, double mean, double *between)
{
	double	 d, sum, total;
	size_t	 k;

	for (k = 0, sum = total = 0; k < n; k++) {
		between[k] = k == 0 ? 0 : (double)n * sum * sum /
		    ((double)k * (double)(n - k));
		d = x[k] - mean;
		sum += d;
		total += d * d;
	}
	return (total);
}

/* |t| of a split; a perfect step keeps a finite one. */
static double
stat_series_t(double between, double total, size_t n)
{
	double	 rest = fmax(total - between, 1e-15 * total);

	return (sqrt(((double)n - 2) * between / rest));
}

/*
 * The split k, least <= k <= n - least, with the largest pooled |t|, and the
 * range of k that the likelihood cannot tell from it (7.35 in 2 log L: covers
 * 97 to 99% where 3.84 covers 87 to 91).
 */
enum stat_err
stat_series_max_t(const double *x, size_t n, size_t least,
    struct stat_change *out)
{
	struct stat_acc	 acc;
	enum stat_err	 error;
	double		*between, log_p, t, total;
	size_t		 k;

	if (least < 1 || n < 2 * least || n < 3)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if ((error = stat_acc_of(&acc, x, n)) != STAT_OK)
		return (error);
	if ((between = calloc(n, sizeof(*between))) == NULL)
		return (STAT_MEMORY);
	total = stat_series_splits(x, n, acc.mean, between);
	for (k = out->k = least; k <= n - least; k++)
		if (between[k] > between[out->k])
			out->k = k;
	error = total > 0 ? STAT_OK : STAT_CONSTANT;
	out->t = error == STAT_OK ? stat_series_t(between[out->k], total, n) :
	    0;
	out->first = out->last = out->k;
	for (k = least; k <= n - least && error == STAT_OK; k++) {
		t = stat_series_t(between[k], total, n);
		if ((double)n * log((1 + out->t * out->t / ((double)n - 2)) /
		    (1 + t * t / ((double)n - 2))) > SERIES_PLACE_MAX)
			continue;
		out->first = k < out->first ? k : out->first;
		out->last = k > out->last ? k : out->last;
	}
	free(between);
	if (error == STAT_OK)
		error = stat_dist_t_two_sided(out->t, (double)n - 2, &log_p);
	if (error == STAT_OK)
		out->p = exp(log_p);
	return (error);
}

/*
 * The pointwise p for one false alarm in so many nights a series, 100 to
 * 7300, between the simulated points along logs.
 */
enum stat_err
stat_series_pointwise_p(double nights, double *p)
{
	double	 share;
	size_t	 i;

	if (!(nights >= series_pointwise[0].nights) ||
	    nights > series_pointwise[SERIES_POINTS - 1].nights)
		return (STAT_RANGE);
	for (i = 1; nights > series_pointwise[i].nights; i++)
		;
	share = log(nights / series_pointwise[i - 1].nights) /
	    log(series_pointwise[i].nights / series_pointwise[i - 1].nights);
	*p = series_pointwise[i - 1].p * pow(series_pointwise[i].p /
	    series_pointwise[i - 1].p, share);
	return (STAT_OK);
}

/* The threshold of |t| for a window of n: qt(1 - p/2, n - 2). */
enum stat_err
stat_series_threshold(double p, size_t n, double *h)
{
	enum stat_err	 error;
	double		 t;

	if (n < 3)
		return (STAT_TOO_FEW);
	error = stat_dist_t_quantile(p / 2, (double)n - 2, &t);
	if (error == STAT_OK)
		*h = -t;
	return (error);
}

/* Autocorrelation at lag 1 (Box and Jenkins 1970, 2.1). */
enum stat_err
stat_series_acf1(const double *x, size_t n, double *rho)
{
	struct stat_acc	 acc;
	enum stat_err	 error;
	double		 sum;
	size_t		 i;

	if (n < 2)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if ((error = stat_acc_of(&acc, x, n)) != STAT_OK)
		return (error);
	if (acc.m2 == 0)
		return (STAT_CONSTANT);
	for (i = 0, sum = 0; i + 1 < n; i++)
		sum += (x[i] - acc.mean) * (x[i + 1] - acc.mean);
	*rho = sum / acc.m2;
	return (STAT_OK);
}

/*
 * By how much correlated nights make |t| too large: sqrt((1 + r)/(1 - r)), r
 * the lag-1 correlation about the split plus 2/n, at least 0.
 */
static double
stat_series_factor(double *score, size_t n, size_t k)
{
	double	 mean[2] = { 0 }, r;
	size_t	 i;

	for (i = 0; i < n; i++)
		mean[i >= k] += score[i] / (double)(i < k ? k : n - k);
	for (i = 0; i < n; i++)
		score[i] -= mean[i >= k];
	if (stat_series_acf1(score, n, &r) != STAT_OK)
		return (1);
	r = fmin(fmax(0, r + 2 / (double)n), 0.99);
	return (sqrt((1 + r) / (1 - r)));
}

/*
 * Look at a window, the values since the last accepted change: an alarm when
 * the largest t of its normal scores passes the threshold for one false alarm
 * in `nights' nights.  STAT_TOO_FEW below 12: warming up.
 */
enum stat_err
stat_series_alarm(const double *x, size_t n, double nights, bool autocorr,
    struct stat_alarm *out)
{
	enum stat_err	 error;
	double		 p, *score;

	if (n < SERIES_WINDOW_MIN)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if ((error = stat_series_pointwise_p(nights, &p)) != STAT_OK ||
	    (error = stat_series_threshold(p, n, &out->threshold)) != STAT_OK)
		return (error);
	if ((score = calloc(n, sizeof(*score))) == NULL)
		return (STAT_MEMORY);
	if ((error = stat_series_scores(x, n, score)) == STAT_OK)
		error = stat_series_max_t(score, n, SERIES_SEGMENT_MIN,
		    &out->change);
	if (error == STAT_OK) {
		out->factor = autocorr ? stat_series_factor(score, n,
		    out->change.k) : 1;
		out->is_alarm = out->change.t / out->factor > out->threshold;
	}
	free(score);
	return (error);
}

/* The standard deviation of a night's value. */
double
stat_series_night_sd(const struct stat_nightly *s)
{
	return (sqrt(s->sd_night * s->sd_night +
	    s->sd_boot * s->sd_boot / s->boots +
	    s->sd_run * s->sd_run / (s->boots * s->runs)));
}

/*
 * The change in percent that is seen with the given power between nights[0]
 * before and nights[1] after: 100 (e^((h + z) sd sqrt(1/n1 + 1/n2)) - 1), h
 * the threshold in force.
 */
enum stat_err
stat_series_mdc(double sd, const double nights[2], double h, double power,
    double *pct)
{
	enum stat_err	 error;
	double		 z;

	if (!(nights[0] >= 1 && nights[1] >= 1) || !(sd >= 0) || !(h >= 0))
		return (STAT_RANGE);
	if ((error = stat_dist_normal_quantile(power, &z)) != STAT_OK)
		return (error);
	return (stat_percent((h + z) * sd *
	    sqrt(1 / nights[0] + 1 / nights[1]), pct));
}
