/*
 * stat_adjust: adjusted p values, one family at a time.  What belongs to one
 * family is the caller's to say.
 */
#include <math.h>
#include <stdlib.h>

#include "client/stat_adjust.h"

/* A p with the place it came from. */
struct adjust_row {
	double	p;
	size_t	at;
};

/* For qsort: by p upwards, by place where equal. */
static int
stat_adjust_compare(const void *a, const void *b)
{
	const struct adjust_row *x = a, *y = b;

	if (x->p != y->p)
		return (x->p < y->p ? -1 : 1);
	return ((x->at > y->at) - (x->at < y->at));
}

/*
 * The factor of the p with rank i of m, i from 1.  Bonferroni 1936; Holm
 * 1979, Scand. J. Statist. 6, 65; Hochberg 1988, Biometrika 75, 800;
 * Benjamini and Hochberg 1995, JRSS B 57, 289; Benjamini and Yekutieli 2001,
 * Ann. Statist. 29, 1165.
 */
static double
stat_adjust_factor(enum stat_adjust_method method, size_t i, size_t m)
{
	double	 harmonic;
	size_t	 j;

	switch (method) {
	case STAT_ADJUST_BONFERRONI:
		return ((double)m);
	case STAT_ADJUST_HOLM:
	case STAT_ADJUST_HOCHBERG:
		return ((double)(m - i + 1));
	case STAT_ADJUST_BH:
		return ((double)m / (double)i);
	case STAT_ADJUST_BY:
		for (j = 1, harmonic = 0; j <= m; j++)
			harmonic += 1 / (double)j;
		return (harmonic * (double)m / (double)i);
	}
	return ((double)m);
}

/* Spread adjusted p upwards (Holm) or downwards (the step-up methods). */
static void
stat_adjust_step(enum stat_adjust_method method, struct adjust_row *row,
    size_t m)
{
	double	 so_far;
	size_t	 i, r;
	bool	 down;

	down = method != STAT_ADJUST_HOLM && method != STAT_ADJUST_BONFERRONI;
	so_far = down ? 1 : 0;
	for (i = 0; i < m; i++) {
		r = down ? m - 1 - i : i;
		row[r].p = fmin(1, row[r].p *
		    stat_adjust_factor(method, r + 1, m));
		if (method != STAT_ADJUST_BONFERRONI)
			row[r].p = down ? fmin(so_far, row[r].p) :
			    fmax(so_far, row[r].p);
		so_far = row[r].p;
	}
}

/*
 * Replace n p values by adjusted ones, in place.  A missing p stays missing
 * and is not counted; one outside 0..1 is STAT_RANGE, and nothing changes.
 */
enum stat_err
stat_adjust_apply(enum stat_adjust_method method, double *p, size_t n)
{
	struct adjust_row *row;
	size_t		 i, m;

	for (i = 0; i < n; i++)
		if (p[i] != STAT_ADJUST_MISSING && !(p[i] >= 0 && p[i] <= 1))
			return (STAT_RANGE);
	if (n == 0)
		return (STAT_OK);
	if ((row = calloc(n, sizeof(*row))) == NULL)
		return (STAT_MEMORY);
	for (i = m = 0; i < n; i++) {
		if (p[i] == STAT_ADJUST_MISSING)
			continue;
		row[m].p = p[i];
		row[m++].at = i;
	}
	qsort(row, m, sizeof(*row), stat_adjust_compare);
	stat_adjust_step(method, row, m);
	for (i = 0; i < m; i++)
		p[row[i].at] = row[i].p;
	free(row);
	return (STAT_OK);
}
