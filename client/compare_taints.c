/*
 * compare_taints: why runs of a comparison should not be believed, by side.
 *
 * Taints from outside leave a run out; those that may be the factor's own
 * doing (a throttled processor, memory that ran short) count, and are named
 * with how many runs of each side have them.
 */
#include <stdlib.h>
#include <string.h>

#include "client/archive.h"
#include "client/compare_set.h"

/* In the order of boots and cells. */
static int
compare_taints_order(const void *a, const void *b)
{
	const struct compare_mark	*x, *y;

	x = a;
	y = b;
	if (x->boot_id != y->boot_id)
		return (x->boot_id < y->boot_id ? -1 : 1);
	return (x->cell_id < y->cell_id ? -1 : x->cell_id > y->cell_id);
}

/* Load the taints of all boots and cells. */
int
compare_taints_load(struct compare_set *set)
{
	struct archive_stmt	*st;
	struct compare_mark	*m, *more;
	int			 rv;

	st = archive_stmt(set->archive, "query_taints");
	while ((rv = archive_step(st)) == 1) {
		if ((set->nmarks & (set->nmarks - 1)) == 0) {
			if ((more = reallocarray(set->mark, set->nmarks == 0 ?
			    1 : 2 * set->nmarks, sizeof(*more))) == NULL)
				return (-1);
			set->mark = more;
		}
		m = &set->mark[set->nmarks];
		m->boot_id = archive_int(st, 0);
		m->cell_id = archive_int(st, 1);
		if ((m->key = strdup(archive_text(st, 2))) == NULL)
			return (-1);
		set->nmarks++;
		m->outside = strcmp(archive_text(st, 3), "outside") == 0;
		m->runs = (size_t)archive_int(st, 4);
	}
	if (set->nmarks > 1)
		qsort(set->mark, set->nmarks, sizeof(*set->mark),
		    compare_taints_order);
	return (rv);
}

/* Add a mark to the result's taints. */
static void
compare_taints_add(struct compare_result *r, const struct compare_mark *m,
    bool of_base)
{
	struct compare_taint	*t;
	size_t			 i;

	for (i = 0; i < r->ntaints; i++)
		if (strcmp(r->taint[i].key, m->key) == 0 &&
		    r->taint[i].outside == m->outside)
			break;
	if (i == COMPARE_SET_TAINTS_MAX)
		return;
	t = &r->taint[i];
	if (i == r->ntaints) {
		r->ntaints++;
		t->key = m->key;
		t->outside = m->outside;
	}
	if (of_base)
		t->base += m->runs;
	else
		t->other += m->runs;
}

/* The marks of one side of a machine. */
static void
compare_taints_side(const struct compare_set *set, struct compare_result *r,
    const struct group *g, bool of_base)
{
	struct compare_mark	 like;
	size_t			 high, i, low, mid;

	memset(&like, 0, sizeof(like));
	for (i = 0; g != NULL && i < g->nrows; i++) {
		like.boot_id = g->row[i]->boot_id;
		like.cell_id = g->row[i]->cell_id;
		for (low = 0, high = set->nmarks; low < high;) {
			mid = low + (high - low) / 2;
			if (compare_taints_order(&set->mark[mid], &like) < 0)
				low = mid + 1;
			else
				high = mid;
		}
		for (; low < set->nmarks && compare_taints_order(
		    &set->mark[low], &like) == 0; low++)
			compare_taints_add(r, &set->mark[low], of_base);
	}
}

/* Count the taints of a result, on machines that have both levels. */
void
compare_taints(const struct compare_set *set, struct compare_result *r)
{
	const struct compare_machine	*m;
	size_t				 i;

	for (i = 0; set->nmarks > 0 && i < r->c.nmachines; i++) {
		m = &r->c.machine[i];
		if (m->base == NULL || m->other == NULL)
			continue;
		compare_taints_side(set, r, m->base, true);
		compare_taints_side(set, r, m->other, false);
	}
}

/* Free what was loaded. */
void
compare_taints_clear(struct compare_set *set)
{
	size_t	 i;

	for (i = 0; i < set->nmarks; i++)
		free(set->mark[i].key);
	free(set->mark);
}
