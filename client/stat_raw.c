/*
 * stat_raw: what can be said where each cell holds one value: ratios with the
 * bounds that rounding leaves, and tests that take rows as replicates, which
 * the caller must say beside them.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "client/stat_rank.h"
#include "client/stat_raw.h"
#include "client/stat_two.h"

/*
 * B over A, row by row, on logs: the paired t, equal to the additive model
 * with the interaction as error (residual sd = sd of differences / sqrt 2),
 * and signed ranks.  Five rows cannot reach a signed-rank p below .0625.
 */
enum stat_err
stat_raw_rows(const double *a, const double *b, size_t n,
    const struct stat_option *o, struct stat_rows *out)
{
	struct stat_signed sign;
	struct stat_acc	 acc;
	enum stat_err	 error;
	double		*d;
	size_t		 i;

	if (n < 2)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if (!stat_is_finite(a, n) || !stat_is_finite(b, n))
		return (STAT_NOT_FINITE);
	if (!stat_two_can_log(a, n) || !stat_two_can_log(b, n))
		return (STAT_NOT_POSITIVE);
	if ((d = calloc(n, sizeof(*d))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < n; i++)
		d[i] = log(b[i]) - log(a[i]);
	out->signed_p = 1;
	if ((error = stat_acc_of(&acc, d, n)) == STAT_OK) {
		out->residual_sd = stat_acc_sd(&acc) / sqrt(2);
		if (stat_rank_signed(d, n, &sign) == STAT_OK)
			out->signed_p = sign.p;
		error = stat_effect_of_mean(&out->effect, &acc, o);
	}
	free(d);
	return (error);
}

/*
 * The ratios b/a that printed values allow, when each may be off by half a
 * unit q of its last digit.
 */
enum stat_err
stat_raw_bounds(double a, double b, double q, struct stat_ci *ratio)
{
	double	 half = q / 2;

	if (!isfinite(a) || !isfinite(b) || !(q >= 0) || isinf(q))
		return (STAT_NOT_FINITE);
	if (a <= half || b <= 0)
		return (STAT_UNDEFINED);
	ratio->lo = fmax(0, b - half) / (a + half);
	ratio->hi = (b + half) / (a - half);
	return (isfinite(ratio->hi) ? STAT_OK : STAT_NOT_FINITE);
}

/* Do two printed values differ by more than their rounding can explain? */
bool
stat_raw_is_resolved(double a, double b, double q)
{
	double	 rounding = 4 * DBL_EPSILON * fmax(fabs(a), fabs(b));

	return (fabs(b - a) > q + rounding);
}

/*
 * A geometric mean of ratios with the benchmarks taken as a sample: t over
 * their logs.  Says nothing of the noise of each; label it so.
 */
enum stat_err
stat_raw_geomean(const double *ratio, size_t n, const struct stat_option *o,
    struct stat_effect *e)
{
	struct stat_acc	 acc;
	enum stat_err	 error;

	if ((error = stat_acc_of_logs(&acc, ratio, n)) != STAT_OK)
		return (error);
	return (stat_effect_of_mean(e, &acc, o));
}
