/*
 * group: rows of a query brought together by the values of some keys.
 *
 * Sorts, merges the accumulators of one boot, and asks stat_nested for one
 * value; draws no conclusion.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/group.h"
#include "client/natural.h"
#include "client/stat_nested.h"
#include "client/stat_two.h"

/* A row with the values of the keys, on its way into a group. */
struct group_item {
	const struct query_row	*row;
	const char		*value[GROUP_KEYS_MAX];
};

/* In natural order of the values; then by boot, as the rows were. */
static int
group_item_compare(const void *a, const void *b)
{
	const struct group_item	*x, *y;
	size_t			 i;
	int			 order;

	x = a;
	y = b;
	for (i = 0; i < GROUP_KEYS_MAX; i++)
		if (x->value[i] != y->value[i] && (order =
		    natural_compare(x->value[i], y->value[i])) != 0)
			return (order);
	if (x->row->boot_id != y->row->boot_id)
		return (x->row->boot_id < y->row->boot_id ? -1 : 1);
	return (x->row < y->row ? -1 : x->row > y->row);
}

/* Are the values of all keys the same? */
static bool
group_item_is_alike(const struct group_item *x, const struct group_item *y)
{
	size_t	 i;

	for (i = 0; i < GROUP_KEYS_MAX; i++)
		if (x->value[i] != y->value[i] &&
		    strcmp(x->value[i], y->value[i]) != 0)
			return (false);
	return (true);
}

/* Free the accumulators of boots. */
static void
group_boots_clear(struct group_boots *b)
{
	free(b->boot);
	free(b->y);
	free(b->log_y);
}

/* Free a list; the rows are the caller's. */
void
group_clear(struct group_list *list)
{
	size_t	 i;

	for (i = 0; i < list->n; i++) {
		group_boots_clear(&list->group[i].counted);
		group_boots_clear(&list->group[i].all);
		free(list->group[i].row);
	}
	free(list->group);
	list->group = NULL;
	list->n = 0;
}

/* Room for at most n boots. */
static int
group_boots_room(struct group_boots *b, size_t n)
{
	b->boot = calloc(n, sizeof(*b->boot));
	b->y = calloc(n, sizeof(*b->y));
	b->log_y = calloc(n, sizeof(*b->log_y));
	return (b->boot == NULL || b->y == NULL || b->log_y == NULL ? -1 : 0);
}

/* Merge a heap into its boot's; rows come in the order of boots. */
static void
group_boots_add(struct group_boots *b, int64_t boot, const struct stat_acc *y,
    const struct stat_acc *log_y)
{
	if (y->n == 0)
		return;
	if (b->n == 0 || b->boot[b->n - 1] != boot)
		b->boot[b->n++] = boot;
	stat_acc_merge(&b->y[b->n - 1], y);
	stat_acc_merge(&b->log_y[b->n - 1], log_y);
}

/* Make one group of n items that are alike. */
static int
group_make(struct group *g, const struct group_item *item, size_t n)
{
	const struct query_row	*row;
	size_t			 i;

	memcpy(g->value, item->value, sizeof(g->value));
	g->nrows = n;
	g->can_log = true;
	if ((g->row = calloc(n, sizeof(*g->row))) == NULL ||
	    group_boots_room(&g->counted, n) == -1 ||
	    group_boots_room(&g->all, n) == -1)
		return (-1);
	for (i = 0; i < n; i++) {
		row = item[i].row;
		g->row[i] = row;
		group_boots_add(&g->counted, row->boot_id, &row->y,
		    &row->log_y);
		group_boots_add(&g->all, row->boot_id, &row->y, &row->log_y);
		group_boots_add(&g->all, row->boot_id, &row->tainted_y,
		    &row->tainted_log_y);
		g->left_out += row->tainted_y.n;
		if (row->resolution > g->resolution)
			g->resolution = row->resolution;
		if (row->log_y.n != row->y.n ||
		    row->tainted_log_y.n != row->tainted_y.n)
			g->can_log = false;
	}
	return (0);
}

/* Cut sorted items into groups. */
static int
group_cut(const struct group_item *item, size_t n, struct group_list *list)
{
	size_t	 begin, end;

	for (begin = 0; begin < n; begin = end) {
		for (end = begin + 1; end < n; end++)
			if (!group_item_is_alike(&item[begin], &item[end]))
				break;
		if (group_make(&list->group[list->n++], &item[begin],
		    end - begin) == -1)
			return (-1);
	}
	return (0);
}

/* Group rows by keys. */
int
group_rows(const struct query *q, const struct query_row *rows, size_t n,
    const char *const *keys, size_t nkeys, struct group_list *list)
{
	struct group_item	*item;
	size_t			 i, k;
	int			 rv;

	memset(list, 0, sizeof(*list));
	list->group = calloc(n + 1, sizeof(*list->group));
	item = calloc(n + 1, sizeof(*item));
	if (list->group == NULL || item == NULL) {
		free(item);
		group_clear(list);
		return (-1);
	}
	for (i = 0; i < n; i++) {
		item[i].row = &rows[i];
		for (k = 0; k < GROUP_KEYS_MAX; k++) {
			item[i].value[k] = k < nkeys ?
			    query_value(q, &rows[i], keys[k]) : "";
			if (item[i].value[k] == NULL)
				item[i].value[k] = "-";
		}
	}
	qsort(item, n, sizeof(*item), group_item_compare);
	if ((rv = group_cut(item, n, list)) == -1)
		group_clear(list);
	free(item);
	return (rv);
}

/* Fill what needs no statistics. */
static void
group_value_count(const struct group_boots *b, struct group_value *v)
{
	size_t	 i;

	memset(v, 0, sizeof(*v));
	v->boots = b->n;
	for (i = 0; i < b->n; i++) {
		if (i == 0 || b->y[i].min < v->least)
			v->least = b->y[i].min;
		if (i == 0 || b->y[i].max > v->most)
			v->most = b->y[i].max;
		v->runs += b->y[i].n;
	}
	v->noise = v->boots > 1 ? GROUP_NOISE_BOOTS :
	    v->runs > 2 ? GROUP_NOISE_IN_BOOT :
	    v->runs == 2 ? GROUP_NOISE_TWO : GROUP_NOISE_UNKNOWN;
}

/* One value for people. */
bool
group_value(const struct group_boots *b, bool can_log, double resolution,
    double conf, struct group_value *v)
{
	struct stat_effect	 effect;
	struct stat_nested	 nested;
	struct stat_option	 option;
	enum stat_err		 error;

	if (b->n == 0)
		return (false);
	group_value_count(b, v);
	option.conf = conf;
	option.resolution = can_log ?
	    stat_two_log_resolution(resolution, &b->log_y[0], &b->log_y[0]) :
	    resolution;
	if (stat_nested_summary(can_log ? b->log_y : b->y, b->n, &option,
	    &nested) != STAT_OK)
		return (false);
	v->mean = can_log ? exp(nested.means.mean) : nested.means.mean;
	effect = nested.mean;
	error = nested.mean_error;
	/* One boot tells nothing of boots; its runs tell of themselves. */
	if (b->n == 1)
		error = stat_effect_of_mean(&effect, can_log ? &b->log_y[0] :
		    &b->y[0], &option);
	if (error != STAT_OK && error != STAT_CONSTANT)
		return (isfinite(v->mean));
	v->lo = can_log ? exp(effect.ci.lo) : effect.ci.lo;
	v->hi = can_log ? exp(effect.ci.hi) : effect.ci.hi;
	v->has_ci = isfinite(v->lo) && isfinite(v->hi);
	return (isfinite(v->mean));
}
