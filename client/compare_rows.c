/*
 * compare_rows: rows without replicates, taken as replicates of one contrast.
 *
 * What can be said of a table from an old mail: one value a cell, and several
 * rows (-j 1, 2, 4 ...) that repeat the same contrast.  It is said as what it
 * is, and where the rows differ too much for one factor, that.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/compare_set.h"
#include "client/stat_blocks.h"
#include "client/stat_raw.h"

#define COMPARE_ROWS_MIN	3

/* Is the result one machine with one value a side, above zero? */
static bool
compare_rows_is_raw(const struct compare_result *r)
{
	return (r->c.headline.over == COMPARE_OVER_ONE && r->c.can_log &&
	    r->c.base.runs == 1 && r->c.other.runs == 1);
}

/* The only value of a side. */
static double
compare_rows_value(const struct compare_result *r, bool base)
{
	const struct group	*g;
	size_t			 i;

	for (i = 0; i < r->c.nmachines; i++) {
		g = base ? r->c.machine[i].base : r->c.machine[i].other;
		if (r->c.machine[i].base != NULL &&
		    r->c.machine[i].other != NULL)
			return (g->counted.y[0].mean);
	}
	return (0);
}

/* Do two results repeat the same contrast? */
static bool
compare_rows_is_alike(const struct compare_result *a,
    const struct compare_result *b)
{
	return (a->metric == b->metric && strcmp(a->base, b->base) == 0 &&
	    strcmp(a->other, b->other) == 0 &&
	    strcmp(a->value[0], b->value[0]) == 0);
}

/* Fill one contrast from its values; false where nothing can be said. */
static bool
compare_rows_fill(struct compare_rows *rows, const double *a, const double *b,
    size_t n)
{
	const struct stat_option	 o = { COMPARE_CONF, 0 };
	struct stat_interaction		 in;
	struct stat_rows		 s;
	double				*both, lambda;
	size_t				 i;

	if (stat_raw_rows(a, b, n, &o, &s) != STAT_OK ||
	    stat_percent(s.effect.est, &rows->percent) != STAT_OK ||
	    stat_percent(s.effect.ci.lo, &rows->ci.lo) != STAT_OK ||
	    stat_percent(s.effect.ci.hi, &rows->ci.hi) != STAT_OK)
		return (false);
	rows->n = n;
	rows->p = s.effect.p;
	rows->signed_p = s.signed_p;
	rows->tukey_p = -1;
	if ((both = calloc(2 * n, sizeof(*both))) == NULL)
		return (false);
	for (i = 0; i < n; i++) {
		both[2 * i] = log(a[i]);
		both[2 * i + 1] = log(b[i]);
	}
	if (stat_blocks_tukey(both, n, 2, &lambda, &in) == STAT_OK)
		rows->tukey_p = in.p;
	free(both);
	return (true);
}

/* Gather the results that repeat result first's contrast. */
static int
compare_rows_gather(struct compare_set *set, size_t first)
{
	struct compare_result	*r;
	struct compare_rows	*more;
	double			*a, *b;
	size_t			 i, n;
	int			 rv;

	rv = 0;
	a = calloc(set->nresults, sizeof(*a));
	b = calloc(set->nresults, sizeof(*b));
	more = realloc(set->rows, (set->nrows + 1) * sizeof(*more));
	if (a == NULL || b == NULL || more == NULL)
		rv = -1;
	if (more != NULL)
		set->rows = more;
	for (n = 0, i = first; rv == 0 && i < set->nresults; i++) {
		r = &set->result[i];
		if (!compare_rows_is_raw(r) ||
		    !compare_rows_is_alike(&set->result[first], r))
			continue;
		a[n] = compare_rows_value(r, true);
		b[n++] = compare_rows_value(r, false);
	}
	if (rv == 0 && n >= COMPARE_ROWS_MIN) {
		r = &set->result[first];
		memset(&more[set->nrows], 0, sizeof(*more));
		more[set->nrows].metric = r->metric;
		more[set->nrows].recipe = r->value[0];
		more[set->nrows].base = r->base;
		more[set->nrows].other = r->other;
		if (compare_rows_fill(&more[set->nrows], a, b, n))
			set->nrows++;
	}
	free(a);
	free(b);
	return (rv);
}

/* Find every contrast that rows repeat. */
int
compare_rows(struct compare_set *set)
{
	size_t	 i, k;

	for (i = 0; i < set->nresults; i++) {
		if (!compare_rows_is_raw(&set->result[i]))
			continue;
		for (k = 0; k < i; k++)
			if (compare_rows_is_raw(&set->result[k]) &&
			    compare_rows_is_alike(&set->result[k],
			    &set->result[i]))
				break;
		if (k == i && compare_rows_gather(set, i) == -1)
			return (-1);
	}
	return (0);
}
