/*
 * stat_ministat: what ministat(1) prints, from Debian's 20150715 version,
 * without drawing.  Its table of Student's t is kept as it is: three digits,
 * `infinity' from 101 degrees of freedom, and under 99.5% the quantile of a
 * 99.8% test.  One fault is not kept: it sums squares, and prints -nan for
 * 1e9 with a spread of 0.1; here the deviation is right.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "client/stat_dist.h"
#include "client/stat_ministat.h"
#include "client/stat_two.h"
#include "proto/compat.h"

#define MINISTAT_DF_MAX	100

/* The confidences it knows, with the upper tail its table holds. */
static const struct {
	double	conf;
	double	tail;
} ministat_columns[] = {
	{ 80, 0.1 }, { 90, 0.05 }, { 95, 0.025 }, { 98, 0.01 }, { 99, 0.005 },
	{ 99.5, 0.001 },
};

/*
 * Under 99.5% its table differs from the quantile in the third digit for 7 to
 * 12 degrees of freedom, as old printed tables did.
 */
static const double ministat_odd[] = { 4.782, 4.499, 4.296, 4.143, 4.024,
    3.929 };
#define MINISTAT_ODD_FIRST	7

/* Is this one of its confidences, in percent? */
bool
stat_ministat_is_confidence(double conf)
{
	size_t	 i;

	for (i = 0; i < nitems(ministat_columns); i++)
		if (ministat_columns[i].conf == conf)
			return (true);
	return (false);
}

/* The entry of its table for df >= 1: a quantile with three digits. */
static enum stat_err
stat_ministat_t(double conf, size_t df, double *t)
{
	enum stat_err	 error;
	double		 q;
	size_t		 i;

	for (i = 0; i < nitems(ministat_columns); i++)
		if (ministat_columns[i].conf == conf)
			break;
	if (i == nitems(ministat_columns) || df == 0)
		return (STAT_RANGE);
	if (conf == 99.5 && df >= MINISTAT_ODD_FIRST &&
	    df < MINISTAT_ODD_FIRST + nitems(ministat_odd)) {
		*t = ministat_odd[df - MINISTAT_ODD_FIRST];
		return (STAT_OK);
	}
	error = df > MINISTAT_DF_MAX ?
	    stat_dist_normal_quantile(ministat_columns[i].tail, &q) :
	    stat_dist_t_quantile(ministat_columns[i].tail, (double)df, &q);
	if (error == STAT_OK)
		*t = floor(-q * 1000 + 0.5) / 1000;
	return (error);
}

/* Read one set; fewer than 3 values are STAT_TOO_FEW, as ministat has it. */
enum stat_err
stat_ministat_read(const double *x, size_t n, struct stat_ministat *out)
{
	enum stat_err	 error;
	double		*sorted;

	if (n < STAT_MINISTAT_VALUES_MIN)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if ((sorted = stat_sorted(x, n, &error)) == NULL)
		return (error);
	error = stat_ministat_sorted(sorted, n, out);
	free(sorted);
	return (error);
}

/* The same of values that are sorted already. */
enum stat_err
stat_ministat_sorted(const double *x, size_t n, struct stat_ministat *out)
{
	if (n < STAT_MINISTAT_VALUES_MIN)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	out->median = x[n / 2];
	/* Sums go in the order of the sorted values, as there. */
	return (stat_acc_of(&out->acc, x, n));
}

/*
 * A further set b against the first a, at 80, 90, 95, 98, 99 or 99.5%: half =
 * t s_p sqrt(1/n1 + 1/n2), different when |diff| > half.
 */
enum stat_err
stat_ministat_compare(const struct stat_ministat *a,
    const struct stat_ministat *b, double conf, struct stat_ministat_diff *out)
{
	struct stat_ministat_diff d = { 0 };
	enum stat_err	 error;
	double		 t;

	error = stat_ministat_t(conf, a->acc.n + b->acc.n - 2, &t);
	if (error != STAT_OK)
		return (error);
	d.conf = conf;
	d.diff = b->acc.mean - a->acc.mean;
	d.pooled_sd = stat_two_pooled_sd(&a->acc, &b->acc);
	d.half = t * d.pooled_sd *
	    sqrt(1 / (double)a->acc.n + 1 / (double)b->acc.n);
	d.is_different = fabs(d.diff) > d.half;
	d.has_pct = a->acc.mean != 0 && isfinite(d.diff * 100 / a->acc.mean) &&
	    isfinite(d.half * 100 / a->acc.mean);
	if (d.has_pct) {
		d.diff_pct = d.diff * 100 / a->acc.mean;
		d.half_pct = d.half * 100 / a->acc.mean;
	}
	if (!isfinite(d.diff) || !isfinite(d.half))
		return (STAT_NOT_FINITE);
	*out = d;
	return (STAT_OK);
}

/* The line of one set under STAT_MINISTAT_HEADER. */
void
stat_ministat_vitals(char *line, size_t size, char symbol,
    const struct stat_ministat *s)
{
	snprintf(line, size, "%c %3zu %13.8g %13.8g %13.8g %13.8g %13.8g",
	    symbol, s->acc.n, s->acc.min, s->acc.max, s->median, s->acc.mean,
	    stat_acc_sd(&s->acc));
}

/* The lines of a comparison, 1 or 4 (3 without percent); their number. */
size_t
stat_ministat_lines(const struct stat_ministat_diff *d, char (*line)[128])
{
	size_t	 n = 0;

	if (!d->is_different) {
		snprintf(line[n++], sizeof(*line),
		    "No difference proven at %.1f%% confidence", d->conf);
		return (n);
	}
	snprintf(line[n++], sizeof(*line), "Difference at %.1f%% confidence",
	    d->conf);
	snprintf(line[n++], sizeof(*line), "\t%g +/- %g", d->diff, d->half);
	if (d->has_pct)
		snprintf(line[n++], sizeof(*line), "\t%g%% +/- %g%%",
		    d->diff_pct, d->half_pct);
	snprintf(line[n++], sizeof(*line),
	    "\t(Student's t, pooled s = %g)", d->pooled_sd);
	return (n);
}
