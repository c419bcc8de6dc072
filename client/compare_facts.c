/*
 * compare_facts: what else differs between the sides of a comparison.
 *
 * Facts that the factor brings along mark nothing; another fact of weight
 * "breaks" takes its machine out of the headline.
 */
#include <stdlib.h>
#include <string.h>

#include "client/compare_set.h"
#include "client/words.h"

/* Add one difference; -1 on memory. */
static int
compare_facts_add(struct compare_result *r, const struct compare_differs *d)
{
	struct compare_differs	*more;

	if ((more = realloc(r->differs, (r->ndiffers + 1) *
	    sizeof(*more))) == NULL)
		return (-1);
	r->differs = more;
	more[r->ndiffers++] = *d;
	return (0);
}

/* What a key says on the two sides, where that is not the same. */
static int
compare_facts_weigh(const struct compare_set *set, struct compare_result *r,
    struct compare_machine *m, const char *key, const char *base,
    const char *other)
{
	const struct facts_row	*row;
	struct compare_differs	 d;
	size_t			 i;

	if (base == other || strcmp(key, set->by) == 0 ||
	    (base != NULL && other != NULL && strcmp(base, other) == 0))
		return (0);
	row = facts_find(key);
	memset(&d, 0, sizeof(d));
	d.key = key;
	d.machine = m->name;
	d.base = base;
	d.other = other;
	d.weight = row != NULL ? row->weight : FACTS_LOOK;
	d.implied = row != NULL && facts_is_implied(row, set->by);
	if (d.weight == FACTS_NOISE && !d.implied)
		return (0);
	/* Several boots of a side may differ in it: it is said once. */
	for (i = 0; i < r->ndiffers; i++)
		if (strcmp(r->differs[i].machine, m->name) == 0 &&
		    strcmp(r->differs[i].key, key) == 0)
			return (0);
	if (d.weight == FACTS_BREAKS && !d.implied && !m->confounded) {
		m->confounded = true;
		m->why = key;
	}
	return (compare_facts_add(r, &d));
}

/* The facts of two rows, side by side: both come in the order of keys. */
static int
compare_facts_rows(const struct compare_set *set, struct compare_result *r,
    struct compare_machine *m, const struct query_row *a,
    const struct query_row *b)
{
	const char	*ka, *kb, *va, *vb;
	size_t		 i, j;
	int		 order;
	bool		 has_a, has_b;

	if (query_facts_are_same(set->query, a, b))
		return (0);
	for (i = j = 0;;) {
		has_a = query_fact(set->query, a, i, &ka, &va);
		has_b = query_fact(set->query, b, j, &kb, &vb);
		if (!has_a && !has_b)
			return (0);
		order = !has_a ? 1 : !has_b ? -1 : ka == kb ? 0 :
		    words_place(ka) < words_place(kb) ? -1 : 1;
		if (compare_facts_weigh(set, r, m, order <= 0 ? ka : kb,
		    order <= 0 ? va : NULL, order >= 0 ? vb : NULL) == -1)
			return (-1);
		i += order <= 0;
		j += order >= 0;
	}
}

/*
 * All rows of one side against the other's: boot by boot, so that a compiler
 * that changed between two boots is seen too.
 */
static int
compare_facts_sides(const struct compare_set *set, struct compare_result *r,
    struct compare_machine *m)
{
	size_t	 i, n;

	n = m->base->nrows > m->other->nrows ? m->base->nrows :
	    m->other->nrows;
	for (i = 0; i < n; i++)
		if (compare_facts_rows(set, r, m,
		    m->base->row[i % m->base->nrows],
		    m->other->row[i % m->other->nrows]) == -1)
			return (-1);
	return (0);
}

/* Find what differs on each machine that has both levels. */
int
compare_facts(const struct compare_set *set, struct compare_result *r)
{
	static const char	 work[] = "recipe.work";
	struct compare_machine	*m;
	size_t			 i;

	for (i = 0; i < r->c.nmachines; i++) {
		m = &r->c.machine[i];
		if (m->base == NULL || m->other == NULL)
			continue;
		/* The work of two recipes of one name must be the same. */
		if (compare_facts_weigh(set, r, m, work, query_value(
		    set->query, m->base->row[0], work), query_value(
		    set->query, m->other->row[0], work)) == -1 ||
		    compare_facts_sides(set, r, m) == -1)
			return (-1);
	}
	return (0);
}
