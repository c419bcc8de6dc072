/*
 * stat_perm: every way of dealing the values to two groups, counted.  Exact
 * for small groups; refuses large ones instead of sampling.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_acc.h"
#include "client/stat_perm.h"

#define PERM_WAYS_MAX	20000000

/* n over k, or more than PERM_WAYS_MAX when it is. */
static double
stat_perm_ways(size_t n, size_t k)
{
	double	 ways;
	size_t	 i;

	for (i = 1, ways = 1; i <= k && ways <= PERM_WAYS_MAX; i++)
		ways = ways * (double)(n - k + i) / (double)i;
	return (floor(ways + 0.5));
}

/* The next choice of k places among n in order; false after the last. */
static bool
stat_perm_next(size_t *at, size_t k, size_t n)
{
	size_t	 i;

	for (i = k; i > 0; i--)
		if (at[i - 1] < n - k + i - 1)
			break;
	if (i == 0)
		return (false);
	at[i - 1]++;
	for (; i < k; i++)
		at[i] = at[i - 1] + 1;
	return (true);
}

/* The share of choices of k among x[n] whose sum is as far out as `gap'. */
static double
stat_perm_share(const double *x, size_t n, size_t k, double gap, size_t *at)
{
	double	 all, far, sum;
	size_t	 i;

	for (i = 0; i < k; i++)
		at[i] = i;
	all = far = 0;
	do {
		for (i = 0, sum = 0; i < k; i++)
			sum += x[at[i]];
		all++;
		far += fabs(sum) >= gap;
	} while (stat_perm_next(at, k, n));
	return (far / all);
}

/*
 * Two-sided p of mean B - mean A (Fisher 1935, The Design of Experiments,
 * 21): the share of all deals whose difference is at least as large.  Sums
 * that differ by rounding only count as equal.  STAT_TOO_MANY beyond 2e7
 * deals.
 */
enum stat_err
stat_perm_mean(const double *a, size_t na, const double *b, size_t nb,
    struct stat_perm *out)
{
	struct stat_acc	 acc = { 0 };
	enum stat_err	 error;
	double		 gap, sum, ways, *x;
	size_t		 *at, i, k, n;

	if (na == 0 || nb == 0)
		return (STAT_EMPTY);
	n = na + nb;
	k = na < nb ? na : nb;
	if ((ways = stat_perm_ways(n, k)) > PERM_WAYS_MAX)
		return (STAT_TOO_MANY);
	x = calloc(n, sizeof(*x));
	at = calloc(k, sizeof(*at));
	error = STAT_MEMORY;
	if (x == NULL || at == NULL)
		goto done;
	memcpy(x, a, na * sizeof(*a));
	memcpy(x + na, b, nb * sizeof(*b));
	if ((error = stat_acc_of(&acc, x, n)) != STAT_OK)
		goto done;
	for (i = 0; i < n; i++)
		x[i] -= acc.mean;
	for (i = na, sum = 0; i < n; i++)
		sum += x[i];
	gap = fabs(sum) - 1e-9 * (acc.max - acc.min);
	out->diff = sum * (1 / (double)na + 1 / (double)nb);
	out->ways = ways;
	out->p = stat_perm_share(x, n, k, gap, at);
	error = isfinite(out->diff) ? STAT_OK : STAT_NOT_FINITE;
done:
	free(at);
	free(x);
	return (error);
}
