/*
 * compare_pairs: blocks of the one boot that holds both levels.
 *
 * A block is a job's block; several values of a level in it are averaged.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/archive.h"
#include "client/compare_set.h"

/* One value, or the mean of a block's values. */
struct compare_pairs_item {
	int64_t	 job;
	int64_t	 block;
	double	 sum;
	size_t	 n;
};

struct compare_pairs_list {
	struct compare_pairs_item	*item;
	size_t				 n;
};

/* In the order of jobs and blocks. */
static int
compare_pairs_order(const void *a, const void *b)
{
	const struct compare_pairs_item	*x, *y;

	x = a;
	y = b;
	if (x->job != y->job)
		return (x->job < y->job ? -1 : 1);
	return (x->block < y->block ? -1 : x->block > y->block);
}

/* Read the values of one row's cell; -1 on a fault. */
static int
compare_pairs_read(struct archive *archive, const struct query_row *row,
    const struct query_metric *metric, bool can_log,
    struct compare_pairs_list *list)
{
	struct archive_stmt		*st;
	struct compare_pairs_item	*item, *more;
	int				 rv;

	st = archive_stmt(archive, "compare_blocks");
	archive_bind_int(st, "cell_id", row->cell_id);
	archive_bind_int(st, "boot_id", row->boot_id);
	archive_bind_int(st, "metric_id", metric->id);
	archive_bind_text(st, "part", metric->part);
	while ((rv = archive_step(st)) == 1) {
		if ((more = realloc(list->item, (list->n + 1) *
		    sizeof(*more))) == NULL)
			return (-1);
		list->item = more;
		item = &more[list->n++];
		item->job = archive_int(st, 0);
		item->block = archive_int(st, 1);
		item->sum = can_log ? log(archive_real(st, 2)) :
		    archive_real(st, 2);
		item->n = 1;
	}
	return (rv);
}

/* All blocks of a group, each once. */
static int
compare_pairs_blocks(struct archive *archive, const struct group *g,
    const struct query_metric *metric, bool can_log,
    struct compare_pairs_list *list)
{
	size_t	 i, to;

	for (i = 0; i < g->nrows; i++)
		if (compare_pairs_read(archive, g->row[i], metric, can_log,
		    list) == -1)
			return (-1);
	if (list->n > 1)
		qsort(list->item, list->n, sizeof(*list->item),
		    compare_pairs_order);
	for (to = i = 0; i < list->n; i++) {
		if (to > 0 && compare_pairs_order(&list->item[to - 1],
		    &list->item[i]) == 0) {
			list->item[to - 1].sum += list->item[i].sum;
			list->item[to - 1].n++;
		} else
			list->item[to++] = list->item[i];
	}
	list->n = to;
	return (0);
}

/* Blocks that both have. */
static int
compare_pairs_join(const struct compare_pairs_list *a,
    const struct compare_pairs_list *b, struct compare_pairs *pairs)
{
	size_t	 i, j;
	int	 order;

	pairs->base = calloc(a->n + 1, sizeof(*pairs->base));
	pairs->other = calloc(a->n + 1, sizeof(*pairs->other));
	if (pairs->base == NULL || pairs->other == NULL)
		return (-1);
	for (i = j = 0; i < a->n && j < b->n;) {
		order = compare_pairs_order(&a->item[i], &b->item[j]);
		if (order != 0) {
			i += order < 0;
			j += order > 0;
			continue;
		}
		pairs->base[pairs->n] = a->item[i].sum / (double)a->item[i].n;
		pairs->other[pairs->n++] = b->item[j].sum /
		    (double)b->item[j].n;
		i++;
		j++;
	}
	return (0);
}

/* Fill the machine's pairs, where one boot has both levels. */
int
compare_pairs(const struct compare_set *set, const struct query_metric *metric,
    bool can_log, struct compare_machine *m)
{
	struct compare_pairs_list	 a, b;
	int				 rv;

	if (m->base == NULL || m->other == NULL ||
	    m->base->counted.n != 1 || m->other->counted.n != 1 ||
	    m->base->counted.boot[0] != m->other->counted.boot[0])
		return (0);
	memset(&a, 0, sizeof(a));
	memset(&b, 0, sizeof(b));
	rv = compare_pairs_blocks(set->archive, m->base, metric, can_log, &a);
	if (rv == 0)
		rv = compare_pairs_blocks(set->archive, m->other, metric,
		    can_log, &b);
	if (rv == 0)
		rv = compare_pairs_join(&a, &b, &m->pairs);
	free(a.item);
	free(b.item);
	return (rv);
}
