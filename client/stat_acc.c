/*
 * stat_acc: count, mean and sum of squared deviations of values that need
 * not be kept.  From an array in two passes, by one value after another, or
 * by merging.  Knows no distribution and no unit.
 */
#include <math.h>
#include <stdlib.h>

#include "client/stat_acc.h"

/* A result that has left the doubles leaves the accumulator as it was. */
static enum stat_err
stat_acc_accept(struct stat_acc *acc, const struct stat_acc *next)
{
	if (!isfinite(next->mean) || !isfinite(next->m2))
		return (STAT_NOT_FINITE);
	*acc = *next;
	return (STAT_OK);
}

/*
 * From n values, in two passes with the first value taken off before, so
 * that 1e9 +- 0.1 keeps its digits and equal values give exactly 0.  n = 0
 * gives the empty heap.
 */
enum stat_err
stat_acc_of(struct stat_acc *acc, const double *x, size_t n)
{
	struct stat_acc	 next = { 0 };
	double		 d, mean, sum, rest;
	size_t		 i;

	if (n == 0) {
		*acc = next;
		return (STAT_OK);
	}
	if (!stat_is_finite(x, n))
		return (STAT_NOT_FINITE);
	next.n = n;
	next.min = next.max = x[0];
	for (i = 0, sum = 0; i < n; i++) {
		sum += x[i] - x[0];
		next.min = x[i] < next.min ? x[i] : next.min;
		next.max = x[i] > next.max ? x[i] : next.max;
	}
	mean = sum / (double)n;
	for (i = 0, rest = 0; i < n; i++) {
		d = (x[i] - x[0]) - mean;
		rest += d;
		next.m2 += d * d;
	}
	/* The second term is 0 but for rounding (Chan, Golub, LeVeque 1983). */
	next.m2 -= rest * rest / (double)n;
	next.m2 = next.m2 < 0 ? 0 : next.m2;
	next.mean = x[0] + mean;
	return (stat_acc_accept(acc, &next));
}

/* From the natural logs of n values > 0. */
enum stat_err
stat_acc_of_logs(struct stat_acc *acc, const double *x, size_t n)
{
	enum stat_err	 error;
	double		*y;

	if (n == 0)
		return (stat_acc_of(acc, x, 0));
	if ((y = stat_logs(x, n, &error)) == NULL)
		return (error);
	error = stat_acc_of(acc, y, n);
	free(y);
	return (error);
}

/* One more value (Welford 1962, Technometrics 4, 419). */
enum stat_err
stat_acc_add(struct stat_acc *acc, double x)
{
	struct stat_acc	 one = { 1, x, 0, x, x };

	if (!isfinite(x))
		return (STAT_NOT_FINITE);
	return (stat_acc_merge(acc, &one));
}

/*
 * Put other's values with acc's (Chan, Golub, LeVeque 1983, The American
 * Statistician 37, 242, eq. 2.1).
 */
enum stat_err
stat_acc_merge(struct stat_acc *acc, const struct stat_acc *other)
{
	struct stat_acc	 next;
	double		 d, na, nb;

	if (other->n == 0)
		return (STAT_OK);
	if (acc->n == 0)
		return (stat_acc_accept(acc, other));
	na = (double)acc->n;
	nb = (double)other->n;
	d = other->mean - acc->mean;
	next.n = acc->n + other->n;
	next.mean = acc->mean + d * (nb / (na + nb));
	next.m2 = acc->m2 + other->m2 + d * d * (na * (nb / (na + nb)));
	next.min = acc->min < other->min ? acc->min : other->min;
	next.max = acc->max > other->max ? acc->max : other->max;
	return (stat_acc_accept(acc, &next));
}

/* The unbiased variance; 0 where fewer than two values leave it unknown. */
double
stat_acc_var(const struct stat_acc *acc)
{
	if (acc->n < 2)
		return (0);
	return (acc->m2 / (double)(acc->n - 1));
}

/* The standard deviation in the values' unit; 0 for fewer than two. */
double
stat_acc_sd(const struct stat_acc *acc)
{
	return (sqrt(stat_acc_var(acc)));
}

/*
 * The heap of n heaps' means, each counted once whatever it holds: the boot
 * is the unit.  Empty heaps are not counted.
 */
enum stat_err
stat_acc_of_means(struct stat_acc *acc, const struct stat_acc *heap, size_t n)
{
	enum stat_err	 error;
	double		*mean;
	size_t		 i, used;

	if (n == 0)
		return (stat_acc_of(acc, NULL, 0));
	if ((mean = calloc(n, sizeof(*mean))) == NULL)
		return (STAT_MEMORY);
	for (i = used = 0; i < n; i++)
		if (heap[i].n > 0)
			mean[used++] = heap[i].mean;
	error = stat_acc_of(acc, mean, used);
	free(mean);
	return (error);
}
