/*
 * compare_facts: what else differs between the sides of a comparison.
 *
 * Facts that the factor brings along mark nothing; another fact of weight
 * "breaks" takes its machine out of the headline.
 */
#include <stdlib.h>
#include <string.h>

#include "client/compare_set.h"

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

/* Weigh one key of a machine. */
static int
compare_facts_weigh(const struct compare_set *set, struct compare_result *r,
    struct compare_machine *m, const char *key)
{
	const struct facts_row	*row;
	struct compare_differs	 d;

	memset(&d, 0, sizeof(d));
	d.base = query_value(set->query, m->base->row[0], key);
	d.other = query_value(set->query, m->other->row[0], key);
	if (strcmp(key, set->by) == 0 || (d.base != NULL && d.other != NULL &&
	    strcmp(d.base, d.other) == 0))
		return (0);
	row = facts_find(key);
	d.key = key;
	d.machine = m->name;
	d.weight = row != NULL ? row->weight : FACTS_LOOK;
	d.implied = row != NULL && facts_is_implied(row, set->by);
	if (d.weight == FACTS_NOISE && !d.implied)
		return (0);
	if (d.weight == FACTS_BREAKS && !d.implied && !m->confounded) {
		m->confounded = true;
		m->why = key;
	}
	return (compare_facts_add(r, &d));
}

/* All facts of one side that were not asked for with the other. */
static int
compare_facts_side(const struct compare_set *set, struct compare_result *r,
    struct compare_machine *m, bool of_base)
{
	const struct query_row	*a, *b;
	const char		*key, *value;
	size_t			 i;

	a = of_base ? m->base->row[0] : m->other->row[0];
	b = of_base ? m->other->row[0] : m->base->row[0];
	for (i = 0; query_fact(set->query, a, i, &key, &value); i++) {
		/* What both know is weighed once. */
		if (!of_base && query_value(set->query, b, key) != NULL)
			continue;
		if (compare_facts_weigh(set, r, m, key) == -1)
			return (-1);
	}
	return (0);
}

/* The work of two recipes of one name must be the same. */
static int
compare_facts_work(const struct compare_set *set, struct compare_result *r,
    struct compare_machine *m)
{
	return (compare_facts_weigh(set, r, m, "recipe.work"));
}

/* Find what differs on each machine that has both levels. */
int
compare_facts(const struct compare_set *set, struct compare_result *r)
{
	struct compare_machine	*m;
	size_t			 i;

	for (i = 0; i < r->c.nmachines; i++) {
		m = &r->c.machine[i];
		if (m->base == NULL || m->other == NULL)
			continue;
		if (compare_facts_work(set, r, m) == -1 ||
		    compare_facts_side(set, r, m, true) == -1 ||
		    compare_facts_side(set, r, m, false) == -1)
			return (-1);
	}
	return (0);
}
