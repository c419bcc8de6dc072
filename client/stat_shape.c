/*
 * stat_shape: Brown and Forsythe's test of spreads and the two-sample
 * Kolmogorov-Smirnov test.
 */
#include <math.h>
#include <stdlib.h>

#include "client/stat_rank.h"
#include "client/stat_shape.h"
#include "client/stat_summary.h"
#include "client/stat_two.h"

#define SHAPE_PAIRS_MAX	(1 << 24)

/* The heap of distances from a group's median. */
static enum stat_err
stat_shape_distances(const double *x, size_t n, struct stat_acc *acc)
{
	enum stat_err	 error;
	double		*d, median;
	size_t		 i;

	if ((error = stat_summary_median(x, n, &median)) != STAT_OK)
		return (error);
	if ((d = calloc(n, sizeof(*d))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < n; i++)
		d[i] = fabs(x[i] - median);
	error = stat_acc_of(acc, d, n);
	free(d);
	return (error);
}

/*
 * Are the spreads equal?  The pooled t of |x - median|, as F with 1 and
 * n - 2 df (Brown and Forsythe 1974, JASA 69, 364).
 */
enum stat_err
stat_shape_spread(const double *a, size_t na, const double *b, size_t nb,
    struct stat_spread *out)
{
	const struct stat_option o = { 0.95, 0 };
	struct stat_effect e;
	struct stat_acc	 da, db;
	enum stat_err	 error;

	if ((error = stat_shape_distances(a, na, &da)) != STAT_OK ||
	    (error = stat_shape_distances(b, nb, &db)) != STAT_OK ||
	    (error = stat_two_pooled(&da, &db, &o, &e)) != STAT_OK)
		return (error);
	if (!isfinite(e.t * e.t))
		return (STAT_NOT_FINITE);
	out->f = e.t * e.t;
	out->df1 = 1;
	out->df2 = e.df;
	out->p = e.p;
	return (STAT_OK);
}

/* Two sorted groups walked together. */
struct shape_walk {
	const double	*a;
	const double	*b;
	size_t		 na;
	size_t		 nb;
};

/* Mark in last[0..na+nb] where a run of equal pooled values ends; returns D. */
static double
stat_shape_walk(const struct shape_walk *w, bool *last)
{
	double	 d, most, x;
	size_t	 i, j;

	for (i = j = 0, most = 0; i < w->na || j < w->nb;) {
		x = j == w->nb || (i < w->na && w->a[i] < w->b[j]) ?
		    w->a[i] : w->b[j];
		while (i < w->na && w->a[i] == x)
			i++;
		while (j < w->nb && w->b[j] == x)
			j++;
		last[i + j] = true;
		d = fabs((double)i / (double)w->na - (double)j / (double)w->nb);
		most = fmax(most, d);
	}
	return (most);
}

/*
 * P(D >= d), every order being equally likely: u[j] is the share of paths to
 * (i, j) that have been as far out (Schroeer and Trenkler 1995, CSDA 20, 185,
 * with ties checked at their ends).
 */
static double
stat_shape_paths(const struct shape_walk *w, const bool *last, double d,
    double *u)
{
	double	 gap, least, m, n;
	size_t	 i, j;

	m = (double)w->na;
	n = (double)w->nb;
	least = (0.5 + floor(d * m * n - 1e-7)) / (m * n);
	for (i = 0; i <= w->na; i++)
		for (j = 0; j <= w->nb; j++) {
			gap = fabs((double)i / m - (double)j / n);
			if (gap >= least && last[i + j])
				u[j] = 1;
			else if (i + j == 0)
				u[j] = 0;
			else
				u[j] = ((i > 0 ? (double)i * u[j] : 0) +
				    (j > 0 ? (double)j * u[j - 1] : 0)) /
				    (double)(i + j);
		}
	return (u[w->nb]);
}

/* Kolmogorov and Smirnov's D of two groups and its exact two-sided p. */
enum stat_err
stat_shape_ks(const double *a, size_t na, const double *b, size_t nb,
    double *d, double *p)
{
	struct shape_walk w = { NULL, NULL, na, nb };
	enum stat_err	 error;
	double		*sa, *sb = NULL, *u = NULL;
	bool		*last = NULL;

	if (na == 0 || nb == 0)
		return (STAT_EMPTY);
	if (na > SHAPE_PAIRS_MAX / nb)
		return (STAT_TOO_MANY);
	if ((w.a = sa = stat_sorted(a, na, &error)) == NULL ||
	    (w.b = sb = stat_sorted(b, nb, &error)) == NULL)
		goto done;
	error = STAT_MEMORY;
	if ((u = calloc(nb + 1, sizeof(*u))) == NULL ||
	    (last = calloc(na + nb + 1, sizeof(*last))) == NULL)
		goto done;
	*d = stat_shape_walk(&w, last);
	*p = *d > 0 ? stat_shape_paths(&w, last, *d, u) : 1;
	error = STAT_OK;
done:
	free(last);
	free(u);
	free(sb);
	free(sa);
	return (error);
}
