/*
 * stat: the reasons in words, and the few steps that every module takes
 * first: are these numbers, are they positive, in which order do they stand.
 * Knows no method.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat.h"
#include "proto/compat.h"

static const char *const stat_texts[] = {
	[STAT_OK] = "ok",
	[STAT_EMPTY] = "no values",
	[STAT_TOO_FEW] = "too few values",
	[STAT_CONSTANT] = "no variation at this resolution",
	[STAT_NOT_FINITE] = "a value is not a finite number",
	[STAT_NOT_POSITIVE] = "a value <= 0",
	[STAT_UNDEFINED] = "no finite answer exists",
	[STAT_RANGE] = "an argument is outside its range",
	[STAT_TOO_MANY] = "too many values for the exact method",
	[STAT_NO_CONVERGENCE] = "the computation did not converge",
	[STAT_UNCONNECTED] = "no common machine",
	[STAT_MEMORY] = "out of memory",
};

_Static_assert(nitems(stat_texts) == STAT_ERR_MAX, "every reason has a text");

/* The reason in words, for a note beside a missing number. */
const char *
stat_text(enum stat_err error)
{
	if ((unsigned)error >= STAT_ERR_MAX)
		return ("unknown");
	return (stat_texts[error]);
}

/* Are all n values finite numbers? */
bool
stat_is_finite(const double *x, size_t n)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return (false);
	return (true);
}

/* Is this a way in which an interval can be wanted? */
bool
stat_option_is_valid(const struct stat_option *o)
{
	return (o->conf > 0 && o->conf < 1 && o->resolution >= 0 &&
	    isfinite(o->resolution));
}

/*
 * Natural logs of n values > 0, in a new array that the caller frees.  NULL
 * with the reason in *error.
 */
double *
stat_logs(const double *x, size_t n, enum stat_err *error)
{
	double	*y;
	size_t	 i;

	*error = STAT_EMPTY;
	if (n == 0)
		return (NULL);
	*error = STAT_MEMORY;
	if ((y = calloc(n, sizeof(*y))) == NULL)
		return (NULL);
	for (i = 0; i < n; i++) {
		if (!isfinite(x[i]) || x[i] <= 0) {
			*error = isfinite(x[i]) ? STAT_NOT_POSITIVE :
			    STAT_NOT_FINITE;
			free(y);
			return (NULL);
		}
		y[i] = log(x[i]);
	}
	*error = STAT_OK;
	return (y);
}

/* For qsort: doubles upwards. */
static int
stat_compare(const void *a, const void *b)
{
	const double	*x = a, *y = b;

	return ((*x > *y) - (*x < *y));
}

/*
 * The n values in ascending order, in a new array that the caller frees.
 * NULL with the reason in *error.
 */
double *
stat_sorted(const double *x, size_t n, enum stat_err *error)
{
	double	*y;

	*error = STAT_EMPTY;
	if (n == 0)
		return (NULL);
	*error = STAT_NOT_FINITE;
	if (!stat_is_finite(x, n))
		return (NULL);
	*error = STAT_MEMORY;
	if ((y = calloc(n, sizeof(*y))) == NULL)
		return (NULL);
	memcpy(y, x, n * sizeof(*y));
	qsort(y, n, sizeof(*y), stat_compare);
	*error = STAT_OK;
	return (y);
}

/* A difference of logs as a change in percent: 100 (e^d - 1). */
enum stat_err
stat_percent(double log_ratio, double *pct)
{
	double	 p;

	p = 100 * expm1(log_ratio);
	if (!isfinite(p))
		return (STAT_NOT_FINITE);
	*pct = p;
	return (STAT_OK);
}
