/*
 * stat_sweep: sets of best levels instead of a winner, and a moved optimum
 * only when both sides prove it.
 */
#include <math.h>
#include <stdlib.h>

#include "client/stat_adjust.h"
#include "client/stat_dist.h"
#include "client/stat_effect.h"
#include "client/stat_sweep.h"

/* The lowest of n values > 0, not logs, and the one after it. */
enum stat_err
stat_sweep_best(const double *y, size_t n, struct stat_best *out)
{
	size_t	 i;

	if (n < 2)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	for (i = 0; i < n; i++)
		if (!isfinite(y[i]) || y[i] <= 0)
			return (isfinite(y[i]) ? STAT_NOT_POSITIVE :
			    STAT_NOT_FINITE);
	for (i = 1, out->at = 0; i < n; i++)
		if (y[i] < y[out->at])
			out->at = i;
	out->second = out->at == 0;
	for (i = 0; i < n; i++)
		if (i != out->at && y[i] < y[out->second])
			out->second = i;
	out->second_pct = 100 * (y[out->second] / y[out->at] - 1);
	return (isfinite(out->second_pct) ? STAT_OK : STAT_NOT_FINITE);
}

/* Is y[i] within this share (0.01: 1%) of the best value y[best]? */
bool
stat_sweep_is_near(const double *y, size_t best, size_t i, double share)
{
	return (y[i] <= y[best] * (1 + share));
}

/*
 * One-sided p that level `other' is worse (larger) than `best': paired t over
 * boots.  Differences that do not vary are 0 or 1 of nothing: STAT_CONSTANT.
 */
enum stat_err
stat_sweep_worse(const struct stat_sweep *s, size_t other, size_t best,
    double *p)
{
	const struct stat_option o = { 0.95, 0 };
	struct stat_acc	 acc = { 0 };
	struct stat_effect e;
	struct stat_ci	 side;
	enum stat_err	 error;
	double		*d;
	size_t		 b;

	if (other >= s->levels || best >= s->levels)
		return (STAT_RANGE);
	if (s->boots < 2)
		return (STAT_TOO_FEW);
	if ((d = calloc(s->boots, sizeof(*d))) == NULL)
		return (STAT_MEMORY);
	for (b = 0; b < s->boots; b++)
		d[b] = s->y[b * s->levels + other] -
		    s->y[b * s->levels + best];
	error = stat_acc_of(&acc, d, s->boots);
	free(d);
	if (error != STAT_OK ||
	    (error = stat_effect_of_mean(&e, &acc, &o)) != STAT_OK ||
	    (error = stat_effect_one_sided(&e, 0, &side)) != STAT_OK)
		return (error);
	*p = side.lo;
	return (STAT_OK);
}

/* The level with the lowest mean over boots. */
static size_t
stat_sweep_lowest(const struct stat_sweep *s)
{
	double	 least, sum;
	size_t	 at, b, i;

	for (i = at = 0, least = INFINITY; i < s->levels; i++) {
		for (b = 0, sum = 0; b < s->boots; b++)
			sum += s->y[b * s->levels + i] - s->y[0];
		if (sum < least) {
			least = sum;
			at = i;
		}
	}
	return (at);
}

/*
 * The set of best levels: the lowest mean, and all whose one-sided paired t
 * against it, by Holm over the rivals, is above alpha (Hsu 1984, Ann. Statist.
 * 12, 1136, for the idea).  rival has an entry a level; the best one's p is
 * 1.  A rival that does not vary against the best is in the set only when it
 * is equal to it.
 */
enum stat_err
stat_sweep_set(const struct stat_sweep *s, double alpha, size_t *best,
    struct stat_rival *rival)
{
	enum stat_err	 error = STAT_OK;
	double		*p;
	size_t		 i;

	if (s->levels < 2 || s->boots < 2)
		return (STAT_TOO_FEW);
	if (!(alpha > 0 && alpha < 1))
		return (STAT_RANGE);
	if (!stat_is_finite(s->y, s->boots * s->levels))
		return (STAT_NOT_FINITE);
	if ((p = calloc(s->levels, sizeof(*p))) == NULL)
		return (STAT_MEMORY);
	*best = stat_sweep_lowest(s);
	for (i = 0; i < s->levels && error == STAT_OK; i++) {
		p[i] = STAT_ADJUST_MISSING;
		if (i == *best)
			continue;
		error = stat_sweep_worse(s, i, *best, &p[i]);
		if (error == STAT_CONSTANT) {
			p[i] = s->y[i] > s->y[*best] ? 0 : 1;
			error = STAT_OK;
		}
		rival[i].p = p[i];
	}
	if (error == STAT_OK)
		error = stat_adjust_apply(STAT_ADJUST_HOLM, p, s->levels);
	rival[*best].p = p[*best] = 1;
	for (i = 0; i < s->levels; i++) {
		rival[i].holm = p[i];
		rival[i].in_set = p[i] > alpha;
	}
	free(p);
	return (error);
}

/*
 * Has the optimum moved from best_a (A's) to best_b (B's)?  Only if A is
 * worse at B's best and B worse at A's: the larger of two one-sided p
 * (intersection and union, Berger 1982, Technometrics 24, 295).
 */
enum stat_err
stat_sweep_moved(const struct stat_sweep *a, const struct stat_sweep *b,
    size_t best_a, size_t best_b, struct stat_moved *out)
{
	enum stat_err	 error;

	if ((error = stat_sweep_worse(a, best_b, best_a, &out->p_a)) !=
	    STAT_OK ||
	    (error = stat_sweep_worse(b, best_a, best_b, &out->p_b)) !=
	    STAT_OK)
		return (error);
	out->p = fmax(out->p_a, out->p_b);
	return (STAT_OK);
}
