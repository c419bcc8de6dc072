/*
 * stat_segment: exact partitions of a series by least squares, and the energy
 * statistic of E-divisive.  Offline; alarms are stat_series'.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_acc.h"
#include "client/stat_dist.h"
#include "client/stat_segment.h"
#include "client/stat_summary.h"
#include "client/stat_two.h"

#define SEGMENT_NIGHTS_MAX	4000
#define SEGMENT_ENERGY_MAX	600	/* its work grows as the cube */
#define SEGMENT_LEAST		3
#define SEGMENT_SPIKE_SIDE	3	/* nights on each side */
#define SEGMENT_SPIKE_SD	5

/*
 * The noise of a series that may step: MAD of its differences over sqrt 2,
 * with R's constant 1.4826.
 */
enum stat_err
stat_segment_noise(const double *x, size_t n, double *sd)
{
	enum stat_err	 error;
	double		*d, mad, median;
	size_t		 i;

	if (n < 2)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if ((d = calloc(n - 1, sizeof(*d))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i + 1 < n; i++)
		d[i] = x[i + 1] - x[i];
	error = stat_summary_mad(d, n - 1, &median, &mad);
	free(d);
	if (error == STAT_OK)
		*sd = 1.4826 * mad / sqrt(2);
	return (error);
}

/* Prefix sums of centred values, to price any stretch at once. */
struct segment_sums {
	double	*sum;
	double	*square;
};

/* The squares of x[from..to) about their mean. */
static double
stat_segment_price(const struct segment_sums *s, size_t from, size_t to)
{
	double	 n = (double)(to - from), sum;

	sum = s->sum[to] - s->sum[from];
	return (fmax(0, s->square[to] - s->square[from] - sum * sum / n));
}

/* Make the sums; the caller frees s->sum, which holds both. */
static enum stat_err
stat_segment_sums(const double *x, size_t n, struct segment_sums *s)
{
	struct stat_acc	 acc;
	enum stat_err	 error;
	double		 d;
	size_t		 i;

	s->sum = NULL;
	if ((error = stat_acc_of(&acc, x, n)) != STAT_OK)
		return (error);
	if ((s->sum = calloc(2 * (n + 1), sizeof(*s->sum))) == NULL)
		return (STAT_MEMORY);
	s->square = s->sum + n + 1;
	for (i = 0; i < n; i++) {
		d = x[i] - acc.mean;
		s->sum[i + 1] = s->sum[i] + d;
		s->square[i + 1] = s->square[i] + d * d;
	}
	return (STAT_OK);
}

/* Follow the links back from the end; places come out in order. */
static void
stat_segment_trace(const size_t *from, size_t n, struct stat_cut *out)
{
	size_t	 count, i;

	for (i = n, count = 0; from[i] > 0; i = from[i])
		count++;
	out->n = count;
	for (i = n; from[i] > 0; i = from[i])
		out->place[--count] = from[i];
}

/*
 * The partition with the least squares plus penalty a change, segments of at
 * least `least' values: exact dynamic programme (Jackson et al. 2005, IEEE
 * Signal Processing Letters 12, 105).
 */
enum stat_err
stat_segment_cut(const double *x, size_t n, double penalty, size_t least,
    struct stat_cut *out)
{
	struct segment_sums s;
	enum stat_err	 error;
	double		*best, cost;
	size_t		*from, i, j;

	if (n == 0 || least < 1 || n < least)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if (n > SEGMENT_NIGHTS_MAX)
		return (STAT_TOO_MANY);
	if (!(penalty >= 0) || isinf(penalty))
		return (STAT_RANGE);
	if ((error = stat_segment_sums(x, n, &s)) != STAT_OK)
		return (error);
	best = calloc(n + 1, sizeof(*best));
	from = calloc(n + 1, sizeof(*from));
	error = best == NULL || from == NULL ? STAT_MEMORY : STAT_OK;
	for (i = least; i <= n && error == STAT_OK; i++) {
		best[i] = stat_segment_price(&s, 0, i);
		for (j = least; j + least <= i; j++) {
			cost = best[j] + penalty + stat_segment_price(&s, j, i);
			if (cost < best[i]) {
				best[i] = cost;
				from[i] = j;
			}
		}
	}
	if (error == STAT_OK) {
		out->cost = best[n];
		stat_segment_trace(from, n, out);
	}
	free(from);
	free(best);
	free(s.sum);
	return (error);
}

/* One more layer of the programme: best[m] from best[m - 1], and its links. */
static void
stat_segment_layer(const struct segment_sums *s, size_t n, size_t least,
    double *best, size_t *from)
{
	double	 cost, *last = best - (n + 1);
	size_t	 i, j;

	for (i = 0; i <= n; i++) {
		best[i] = INFINITY;
		for (j = least; j + least <= i; j++) {
			cost = last[j] + stat_segment_price(s, j, i);
			if (cost < best[i]) {
				best[i] = cost;
				from[i] = j;
			}
		}
	}
}

/*
 * The partition with the number of breaks that BIC chooses (Bai and Perron
 * 2003, J. Applied Econometrics 18, 1; as strucchange's breakpoints): n
 * (log(RSS/n) + 1 + log 2 pi) + (2 m + 2) log n, m up to `most', which is
 * lowered to what fits.  rss[0..most] gets the squares left with 0, 1, ...
 * breaks, or -1 where so many do not fit.
 */
enum stat_err
stat_segment_by_bic(const double *x, size_t n, size_t least, double *rss,
    size_t most, struct stat_cut *out)
{
	struct segment_sums s;
	enum stat_err	 error;
	double		 bic, *best, lowest = INFINITY;
	size_t		*from, i, m, width = n + 1;

	if (least < 1 || n < least)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if (n > SEGMENT_NIGHTS_MAX || most > 50)
		return (STAT_TOO_MANY);
	if ((error = stat_segment_sums(x, n, &s)) != STAT_OK)
		return (error);
	best = calloc((most + 1) * width, sizeof(*best));
	from = calloc((most + 1) * width, sizeof(*from));
	error = best == NULL || from == NULL ? STAT_MEMORY : STAT_OK;
	for (m = 0; m <= most && error == STAT_OK; m++) {
		for (i = least; m == 0 && i <= n; i++)
			best[i] = stat_segment_price(&s, 0, i);
		for (i = 0; m == 0 && i < least; i++)
			best[i] = INFINITY;
		if (m > 0)
			stat_segment_layer(&s, n, least, best + m * width,
			    from + m * width);
		rss[m] = isfinite(best[m * width + n]) ? best[m * width + n] :
		    -1;
		if (rss[m] < 0)
			continue;
		bic = (double)n * log(fmax(rss[m], 1e-15 * rss[0]) /
		    (double)n) + (2 * (double)m + 2) * log((double)n);
		if (!(bic < lowest))
			continue;
		lowest = bic;
		out->n = m;
		out->cost = rss[m];
	}
	for (i = n, m = error == STAT_OK ? out->n : 0; m > 0; m--) {
		i = from[m * width + i];
		out->place[m - 1] = i;
	}
	free(from);
	free(best);
	free(s.sum);
	return (error);
}

/* Sum of |x[i] - x[j]| over i < j < k, for every k, into within[n + 1]. */
static void
stat_segment_pairs(const double *x, size_t n, double *within)
{
	size_t	 i, k;

	for (k = 0; k < n; k++) {
		within[k + 1] = within[k];
		for (i = 0; i < k; i++)
			within[k + 1] += fabs(x[k] - x[i]);
	}
}

/* The energy distance of x[0..at) and x[at..end) from sums of distances. */
static double
stat_segment_q(double left, double right, double all, double at, double end)
{
	double	 m = at, n = end - at;

	return (m * n / (m + n) * (2 * (all - left - right) / (m * n) -
	    2 * left / (m * (m - 1)) - 2 * right / (n * (n - 1))));
}

/*
 * The candidate of E-divisive: the largest Q = mn/(m + n) E over every place
 * and every end, both sides of at least 2 (Matteson and James 2014, JASA 109,
 * 334, with exponent 1; normalised as Otava does).
 */
enum stat_err
stat_segment_energy(const double *x, size_t n, struct stat_energy *out)
{
	double	*all, q, *right;
	size_t	 at, end;

	if (n < 4)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if (n > SEGMENT_ENERGY_MAX)
		return (STAT_TOO_MANY);
	if (!stat_is_finite(x, n))
		return (STAT_NOT_FINITE);
	if ((all = calloc(2 * n + 2, sizeof(*all))) == NULL)
		return (STAT_MEMORY);
	right = all + n + 1;
	stat_segment_pairs(x, n, all);
	out->q = -INFINITY;
	for (at = 2; at + 2 <= n; at++) {
		stat_segment_pairs(x + at, n - at, right);
		for (end = at + 2; end <= n; end++) {
			q = stat_segment_q(all[at], right[end - at], all[end],
			    (double)at, (double)end);
			if (q > out->q) {
				out->q = q;
				out->at = at;
				out->end = end;
			}
		}
	}
	free(all);
	return (isfinite(out->q) ? STAT_OK : STAT_NOT_FINITE);
}

/*
 * Mark values that stand alone: further than 5 noise deviations from the
 * median of the three before to the three after.
 */
enum stat_err
stat_segment_despike(const double *x, size_t n, bool *spike)
{
	enum stat_err	 error;
	double		 median, sd;
	size_t		 from, i, to;

	if ((error = stat_segment_noise(x, n, &sd)) != STAT_OK)
		return (error);
	for (i = 0; i < n; i++) {
		from = i > SEGMENT_SPIKE_SIDE ? i - SEGMENT_SPIKE_SIDE : 0;
		to = i + SEGMENT_SPIKE_SIDE + 1;
		to = to < n ? to : n;
		error = stat_summary_median(x + from, to - from, &median);
		if (error != STAT_OK)
			return (error);
		spike[i] = fabs(x[i] - median) > SEGMENT_SPIKE_SD * sd;
	}
	return (STAT_OK);
}

/* p of the pooled t of the segments on both sides of break b. */
static double
stat_segment_break_p(const double *x, size_t n, const struct stat_cut *cut,
    size_t b)
{
	const struct stat_option o = { 0.95, 0 };
	struct stat_acc	 left, right;
	struct stat_effect e;
	size_t		 from, to;

	from = b > 0 ? cut->place[b - 1] : 0;
	to = b + 1 < cut->n ? cut->place[b + 1] : n;
	if (stat_acc_of(&left, x + from, cut->place[b] - from) != STAT_OK ||
	    stat_acc_of(&right, x + cut->place[b], to - cut->place[b]) !=
	    STAT_OK || stat_two_pooled(&left, &right, &o, &e) != STAT_OK)
		return (0);	/* no noise at all: the step stands */
	return (e.p);
}

/* Drop the weakest break while its p is not below p. */
static void
stat_segment_prune(const double *x, size_t n, double p, struct stat_cut *cut)
{
	double	 one, worst;
	size_t	 at, b;

	for (;;) {
		for (b = at = 0, worst = 0; b < cut->n; b++) {
			one = stat_segment_break_p(x, n, cut, b);
			if (one > worst) {
				worst = one;
				at = b;
			}
		}
		if (cut->n == 0 || worst < p)
			return;
		cut->n--;
		memmove(cut->place + at, cut->place + at + 1,
		    (cut->n - at) * sizeof(*cut->place));
	}
}

/*
 * A history cut for people to read: spikes set aside (not deleted: they take
 * their neighbours' median), the exact partition with penalty 3 sd^2 log n,
 * then breaks dropped while the weakest has p >= p.
 */
enum stat_err
stat_segment_history(const double *x, size_t n, double p, struct stat_cut *out)
{
	enum stat_err	 error;
	double		 sd, *work;
	bool		*spike;
	size_t		 from, i, to;

	if (n < 2 * SEGMENT_LEAST)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	work = calloc(n, sizeof(*work));
	spike = calloc(n, sizeof(*spike));
	error = work == NULL || spike == NULL ? STAT_MEMORY :
	    stat_segment_despike(x, n, spike);
	for (i = 0; i < n && error == STAT_OK; i++) {
		from = i > SEGMENT_SPIKE_SIDE ? i - SEGMENT_SPIKE_SIDE : 0;
		to = i + SEGMENT_SPIKE_SIDE + 1;
		work[i] = x[i];
		if (spike[i])
			error = stat_summary_median(x + from,
			    (to < n ? to : n) - from, &work[i]);
	}
	if (error == STAT_OK)
		error = stat_segment_noise(work, n, &sd);
	if (error == STAT_OK)
		error = stat_segment_cut(work, n, 3 * sd * sd *
		    log((double)n), SEGMENT_LEAST, out);
	if (error == STAT_OK)
		stat_segment_prune(work, n, p, out);
	free(spike);
	free(work);
	return (error);
}
