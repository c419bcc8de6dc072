/*
 * compare_best: of several levels a side, the one that is best.
 *
 * "SMP is so much quicker than UP at best" takes each side's best -j; which
 * other levels are as good, and whether the best one moved at all, is said
 * beside it.  The level is chosen per machine, by the runs that are compared.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/compare_set.h"
#include "client/stat_sweep.h"

#define COMPARE_BEST_ALPHA	0.05
#define COMPARE_BEST_SHARE	0.01

/* A group's mean, less being better; NAN without a value. */
static double
compare_best_cost(const struct compare_result *r, const struct group *g)
{
	struct group_value	 v;

	if (!group_mean(&g->counted, g->can_log, &v))
		return (NAN);
	return (r->c.direction == STAT_HIGHER_IS_BETTER ? -v.mean : v.mean);
}

/* Is a better than b? */
bool
compare_best_is_better(const struct compare_result *r, const struct group *a,
    const struct group *b)
{
	double	 x, y;

	x = compare_best_cost(r, a);
	y = compare_best_cost(r, b);
	return (!isnan(x) && (isnan(y) || x < y));
}

/* All groups of a machine and level, in the order of what is chosen from. */
static size_t
compare_best_groups(const struct compare_set *set,
    const struct compare_result *r, const char *machine, const char *level,
    const struct group **side)
{
	size_t	 i, n;

	for (n = i = 0; i < r->ngroups; i++)
		if (strcmp(r->group[i].value[set->nsection], machine) == 0 &&
		    strcmp(r->group[i].value[set->nsection + 1], level) == 0 &&
		    r->group[i].counted.n > 0)
			side[n++] = &r->group[i];
	return (n);
}

/* Do two groups stand on the same boots? */
static bool
compare_best_has_boots(const struct group *a, const struct group *b)
{
	return (a->counted.n == b->counted.n && memcmp(a->counted.boot,
	    b->counted.boot, a->counted.n * sizeof(*a->counted.boot)) == 0);
}

/* Means of logs, a row a boot, a column a level; false where it has holes. */
static bool
compare_best_table(const struct compare_result *r,
    const struct group *const *side, size_t n, struct stat_sweep *s)
{
	double	*y;
	size_t	 b, i;

	s->y = NULL;
	s->boots = n > 0 ? side[0]->counted.n : 0;
	s->levels = n;
	if (n < 2 || s->boots < 2)
		return (false);
	for (i = 0; i < n; i++)
		if (!side[i]->can_log ||
		    !compare_best_has_boots(side[0], side[i]))
			return (false);
	if ((y = calloc(n * s->boots, sizeof(*y))) == NULL)
		return (false);
	for (b = 0; b < s->boots; b++)
		for (i = 0; i < n; i++)
			y[b * n + i] = (r->c.direction ==
			    STAT_HIGHER_IS_BETTER ? -1 : 1) *
			    side[i]->counted.log_y[b].mean;
	s->y = y;
	return (true);
}

/* Fill a side: its best, and what is as good. */
static void
compare_best_side(const struct compare_result *r,
    const struct group *const *side, size_t n, const struct stat_sweep *s,
    struct compare_best_side *out)
{
	struct stat_rival	*rival;
	double			 cost, least;
	size_t			 at, i;
	bool			 near;

	if ((rival = calloc(n + 1, sizeof(*rival))) == NULL)
		return;
	out->tested = s->y != NULL && stat_sweep_set(s, COMPARE_BEST_ALPHA,
	    &at, rival) == STAT_OK;
	for (i = 0; i < n; i++)
		if (out->best == NULL ||
		    compare_best_is_better(r, side[i], out->best))
			out->best = side[i];
	least = out->best != NULL ? compare_best_cost(r, out->best) : NAN;
	for (i = 0; i < n && out->nnear < COMPARE_BEST_NEAR; i++) {
		cost = compare_best_cost(r, side[i]);
		near = out->tested ? rival[i].in_set :
		    cost - least <= COMPARE_BEST_SHARE * fabs(least);
		if (side[i] != out->best && near)
			out->near[out->nnear++] = side[i];
	}
	free(rival);
}

/* The column of a level; n where there is none. */
static size_t
compare_best_column(const struct compare_set *set,
    const struct group *const *side, size_t n, const struct group *level)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		if (strcmp(side[i]->value[set->nsection + 2],
		    level->value[set->nsection + 2]) == 0)
			break;
	return (i);
}

/*
 * Did the best level move?  Only one parameter, and levels that both sides
 * have, tell; both sides must prove it.
 */
static void
compare_best_moved(const struct compare_set *set, struct compare_best *best,
    const struct group *const *a, const struct stat_sweep *sa,
    const struct group *const *b, const struct stat_sweep *sb)
{
	struct stat_moved	 moved;
	size_t			 at_a, at_b, i;

	if (set->nbest != 1 || sa->y == NULL || sb->y == NULL ||
	    sa->levels != sb->levels || best->base.best == NULL ||
	    best->other.best == NULL)
		return;
	for (i = 0; i < sa->levels; i++)
		if (compare_best_column(set, b, sb->levels, a[i]) != i)
			return;
	at_a = compare_best_column(set, a, sa->levels, best->base.best);
	at_b = compare_best_column(set, b, sb->levels, best->other.best);
	if (at_a == at_b) {
		best->has_p = true;
		best->p = 1;
		return;
	}
	best->has_p = stat_sweep_moved(sa, sb, at_a, at_b, &moved) == STAT_OK;
	if (best->has_p)
		best->p = moved.p;
}

/* One machine. */
static int
compare_best_machine(const struct compare_set *set,
    const struct compare_result *r, const char *machine,
    struct compare_best *best)
{
	const struct group	**a, **b;
	struct stat_sweep	 sa, sb;
	size_t			 na, nb;

	a = calloc(r->ngroups, sizeof(*a));
	b = calloc(r->ngroups, sizeof(*b));
	if (a == NULL || b == NULL) {
		free(a);
		free(b);
		return (-1);
	}
	best->machine = machine;
	na = compare_best_groups(set, r, machine, r->base, a);
	nb = compare_best_groups(set, r, machine, r->other, b);
	compare_best_table(r, a, na, &sa);
	compare_best_table(r, b, nb, &sb);
	compare_best_side(r, a, na, &sa, &best->base);
	compare_best_side(r, b, nb, &sb, &best->other);
	compare_best_moved(set, best, a, &sa, b, &sb);
	free((void *)(uintptr_t)sa.y);
	free((void *)(uintptr_t)sb.y);
	free(a);
	free(b);
	return (0);
}

/* Fill what is to be said of each machine that has both levels. */
int
compare_best(const struct compare_set *set, struct compare_result *r)
{
	const struct compare_machine	*m;
	size_t				 i;

	if (set->nbest == 0)
		return (0);
	if ((r->best = calloc(r->c.nmachines + 1, sizeof(*r->best))) == NULL)
		return (-1);
	for (i = 0; i < r->c.nmachines; i++) {
		m = &r->c.machine[i];
		if (m->base != NULL && m->other != NULL &&
		    compare_best_machine(set, r, m->name,
		    &r->best[r->nbest++]) == -1)
			return (-1);
	}
	return (0);
}
