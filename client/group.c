/*
 * group: rows of a query brought together by the values of some keys.
 *
 * Sorts, merges the accumulators of one boot, and takes one value of them;
 * draws no conclusion.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/group.h"
#include "client/stat_effect.h"
#include "client/stat_two.h"
#include "client/words.h"

/* A row with the places of the keys' values, on its way into a group. */
struct group_item {
	const struct query_row	*row;
	uint32_t		 place[GROUP_KEYS_MAX];
};

/* In natural order of the values; then by boot, as the rows were. */
static int
group_item_compare(const void *a, const void *b)
{
	const struct group_item	*x, *y;
	size_t			 i;

	x = a;
	y = b;
	for (i = 0; i < GROUP_KEYS_MAX; i++)
		if (x->place[i] != y->place[i])
			return (x->place[i] < y->place[i] ? -1 : 1);
	if (x->row->unit != y->row->unit)
		return (x->row->unit < y->row->unit ? -1 : 1);
	return (x->row < y->row ? -1 : x->row > y->row);
}

/* Are the values of all keys the same? */
static bool
group_item_is_alike(const struct group_item *x, const struct group_item *y)
{
	return (memcmp(x->place, y->place, sizeof(x->place)) == 0);
}

/* Free a list; the rows are the caller's. */
void
group_clear(struct group_list *list)
{
	size_t	 i;

	for (i = 0; i < list->n; i++) {
		/* Where nothing was left out, both are the same. */
		if (list->group[i].all.y != list->group[i].counted.y)
			free(list->group[i].all.y);
		free(list->group[i].counted.y);
		free(list->group[i].row);
	}
	free(list->group);
	list->group = NULL;
	list->n = 0;
}

/* Room for at most n boots: one piece, that begins with y. */
static int
group_boots_room(struct group_boots *b, size_t n)
{
	b->y = calloc(n, 2 * sizeof(*b->y) + sizeof(*b->boot));
	if (b->y == NULL)
		return (-1);
	b->log_y = b->y + n;
	b->boot = (void *)(b->log_y + n);
	return (0);
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

/* The boots of a group with what was left out. */
static int
group_make_all(struct group *g)
{
	const struct query_row	*row;
	size_t			 i;

	if (group_boots_room(&g->all, g->nrows) == -1)
		return (-1);
	for (i = 0; i < g->nrows; i++) {
		row = g->row[i];
		group_boots_add(&g->all, row->unit, &row->y, &row->log_y);
		group_boots_add(&g->all, row->unit, &row->tainted_y,
		    &row->tainted_log_y);
	}
	return (0);
}

/* Make one group of n items that are alike. */
static int
group_make(struct group *g, const struct group_item *item, size_t n)
{
	const struct query_row	*row;
	size_t			 i;

	g->nrows = n;
	g->can_log = true;
	if ((g->row = calloc(n, sizeof(*g->row))) == NULL ||
	    group_boots_room(&g->counted, n) == -1)
		return (-1);
	for (i = 0; i < n; i++) {
		row = item[i].row;
		g->row[i] = row;
		group_boots_add(&g->counted, row->unit, &row->y,
		    &row->log_y);
		g->left_out += row->tainted_y.n;
		if (row->resolution > g->resolution)
			g->resolution = row->resolution;
		if (row->log_y.n != row->y.n ||
		    row->tainted_log_y.n != row->tainted_y.n)
			g->can_log = false;
	}
	if (g->left_out > 0)
		return (group_make_all(g));
	g->all = g->counted;
	return (0);
}

/* What rows are grouped by. */
struct group_by {
	const struct query	*query;
	struct query_key	 key[GROUP_KEYS_MAX];
	size_t			 nkeys;
};

/* The value of key k, in words; "-" where there is none. */
static const char *
group_by_value(const struct group_by *by, const struct query_row *row,
    size_t k)
{
	const char	*value;

	if (k >= by->nkeys)
		return (query_word(by->query, ""));
	value = query_key_value(by->query, row, by->key[k]);
	return (value != NULL ? value : query_word(by->query, "-"));
}

/* Cut sorted items into groups. */
static int
group_cut(const struct group_by *by, const struct group_item *item, size_t n,
    struct group_list *list)
{
	struct group	*g;
	size_t		 begin, end, k;

	for (begin = 0; begin < n; begin = end) {
		for (end = begin + 1; end < n; end++)
			if (!group_item_is_alike(&item[begin], &item[end]))
				break;
		g = &list->group[list->n++];
		for (k = 0; k < GROUP_KEYS_MAX; k++)
			g->value[k] = group_by_value(by, item[begin].row, k);
		if (group_make(g, &item[begin], end - begin) == -1)
			return (-1);
	}
	return (0);
}

/* Group rows by keys. */
int
group_rows(const struct query *q, const struct query_row *rows, size_t n,
    const char *const *keys, size_t nkeys, struct group_list *list)
{
	struct group_by		 by;
	struct group_item	*item;
	size_t			 i, k;
	int			 rv;

	by.query = q;
	by.nkeys = nkeys;
	for (k = 0; k < nkeys; k++)
		by.key[k] = query_key(q, keys[k]);
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
		for (k = 0; k < nkeys; k++)
			item[i].place[k] = words_place(group_by_value(&by,
			    &rows[i], k));
	}
	qsort(item, n, sizeof(*item), group_item_compare);
	if ((rv = group_cut(&by, item, n, list)) == -1)
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

/* One value for people, without its interval. */
bool
group_mean(const struct group_boots *b, bool can_log, struct group_value *v)
{
	struct stat_acc	 means;

	if (b->n == 0 || stat_acc_of_means(&means, can_log ? b->log_y : b->y,
	    b->n) != STAT_OK)
		return (false);
	group_value_count(b, v);
	v->mean = can_log ? exp(means.mean) : means.mean;
	return (isfinite(v->mean));
}

/*
 * One value for people.  The interval is over boots, each its mean; of one
 * boot, over its runs.
 */
bool
group_value(const struct group_boots *b, bool can_log, double resolution,
    double conf, struct group_value *v)
{
	struct stat_acc		 means;
	struct stat_effect	 e;
	struct stat_option	 option;

	if (!group_mean(b, can_log, v))
		return (false);
	option.conf = conf;
	option.resolution = can_log ?
	    stat_two_log_resolution(resolution, &b->log_y[0], &b->log_y[0]) :
	    resolution;
	if (b->n == 1)
		means = can_log ? b->log_y[0] : b->y[0];
	else if (stat_acc_of_means(&means, can_log ? b->log_y : b->y,
	    b->n) != STAT_OK)
		return (true);
	memset(&e, 0, sizeof(e));
	switch (stat_effect_of_mean(&e, &means, &option)) {
	case STAT_OK:
	case STAT_CONSTANT:
		v->lo = can_log ? exp(e.ci.lo) : e.ci.lo;
		v->hi = can_log ? exp(e.ci.hi) : e.ci.hi;
		v->has_ci = isfinite(v->lo) && isfinite(v->hi);
		break;
	default:
		break;
	}
	return (true);
}

/* Where a group's first values would stand. */
size_t
group_first(const struct group_list *list, const struct group *like,
    size_t nkeys)
{
	const struct group	*g;
	size_t			 high, k, low, mid;

	low = 0;
	high = list->n;
	while (low < high) {
		mid = low + (high - low) / 2;
		g = &list->group[mid];
		for (k = 0; k < nkeys && g->value[k] == like->value[k]; k++)
			continue;
		if (k < nkeys && words_place(g->value[k]) <
		    words_place(like->value[k]))
			low = mid + 1;
		else
			high = mid;
	}
	return (low);
}
