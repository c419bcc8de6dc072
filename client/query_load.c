/*
 * query_load: the names of an archive, loaded once.
 *
 * Things come in the order of their keys, pairs in that of their owners; who
 * owns what is settled here, so that a row's values are found without a
 * search.  Knows which column means what, and no conditions.
 */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "client/query_load.h"

/* Grow an array that holds n items of size, doubling. */
void *
query_load_grow(void *items, size_t n, size_t size)
{
	if ((n & (n - 1)) != 0)
		return (items);
	if ((items = realloc(items, (n == 0 ? 1 : 2 * n) * size)) == NULL)
		err(1, "memory");
	return (items);
}

/* Load things: id, owner (-1: none), facts (-1: none), texts from first on. */
static int
query_load_things(struct query *q, const char *name,
    struct query_things *things, const int columns[3])
{
	struct archive_stmt	*st;
	struct query_thing	*t;
	int			 c, rv;

	st = archive_stmt(q->archive, name);
	while ((rv = archive_step(st)) == 1) {
		things->thing = query_load_grow(things->thing, things->n,
		    sizeof(*t));
		t = &things->thing[things->n++];
		memset(t, 0, sizeof(*t));
		t->id = archive_int(st, 0);
		t->owner = columns[0] == -1 ? 0 : archive_int(st, columns[0]);
		t->facts = columns[1] == -1 ? 0 : archive_int(st, columns[1]);
		for (c = columns[2]; c < archive_columns(st) &&
		    c - columns[2] < QUERY_TEXTS; c++)
			t->text[c - columns[2]] = words_keep(q->words,
			    archive_text(st, c));
	}
	return (rv);
}

/* In the order of owners, and by key. */
static int
query_load_pair_compare(const void *a, const void *b)
{
	const struct query_pair	*x, *y;

	x = a;
	y = b;
	if (x->owner != y->owner)
		return (x->owner < y->owner ? -1 : 1);
	return (words_place(x->key) < words_place(y->key) ? -1 :
	    words_place(x->key) > words_place(y->key));
}

/* Load pairs: owner, key, value. */
static int
query_load_pairs(struct query *q, const char *name, struct query_pairs *pairs)
{
	struct archive_stmt	*st;
	struct query_pair	*p;
	int			 rv;

	st = archive_stmt(q->archive, name);
	while ((rv = archive_step(st)) == 1) {
		pairs->pair = query_load_grow(pairs->pair, pairs->n,
		    sizeof(*p));
		p = &pairs->pair[pairs->n];
		p->owner = archive_int(st, 0);
		p->key = words_keep(q->words, archive_text(st, 1));
		p->value = words_keep(q->words, archive_text(st, 2));
		if (p->key != NULL && p->value != NULL)
			pairs->n++;
	}
	return (rv);
}

/* Load the metrics, each part by itself. */
static int
query_load_metrics(struct query *q)
{
	struct archive_stmt	*st;
	struct query_metric	*m;
	int			 rv;

	st = archive_stmt(q->archive, "query_metrics");
	while ((rv = archive_step(st)) == 1) {
		q->metric = query_load_grow(q->metric, q->nmetrics,
		    sizeof(*m));
		m = &q->metric[q->nmetrics++];
		m->id = archive_int(st, 0);
		m->name = words_keep(q->words, archive_text(st, 1));
		m->unit = words_keep(q->words, archive_text(st, 2));
		m->better = words_keep(q->words, archive_text(st, 3));
		m->part = words_keep(q->words, archive_text(st, 4));
	}
	return (rv);
}

/* The place of the thing with that key; n where there is none. */
size_t
query_load_find(const struct query_things *things, int64_t id)
{
	size_t	 high, low, mid;

	/* Keys begin at 1 and seldom have holes. */
	if (id > 0 && (uint64_t)id <= things->n &&
	    things->thing[id - 1].id == id)
		return ((size_t)id - 1);
	low = 0;
	high = things->n;
	while (low < high) {
		mid = low + (high - low) / 2;
		if (things->thing[mid].id < id)
			low = mid + 1;
		else
			high = mid;
	}
	if (low < things->n && things->thing[low].id == id)
		return (low);
	return (things->n);
}

/* The first pair of an owner, or where it would stand. */
static size_t
query_load_first(const struct query_pairs *pairs, int64_t owner)
{
	size_t	 high, low, mid;

	low = 0;
	high = pairs->n;
	while (low < high) {
		mid = low + (high - low) / 2;
		if (pairs->pair[mid].owner < owner)
			low = mid + 1;
		else
			high = mid;
	}
	return (low);
}

/* Sort pairs, and tell their owners where they begin. */
static void
query_load_settle(struct query_things *owners, struct query_pairs *pairs)
{
	size_t	 i;

	if (pairs->n > 1)
		qsort(pairs->pair, pairs->n, sizeof(*pairs->pair),
		    query_load_pair_compare);
	for (i = 0; owners != NULL && i < owners->n; i++)
		owners->thing[i].pair = query_load_first(pairs,
		    owners->thing[i].id);
}

/* Tell things where their owners stand. */
static void
query_load_up(struct query_things *things, const struct query_things *owners)
{
	size_t	 i;

	for (i = 0; i < things->n; i++)
		things->thing[i].up = query_load_find(owners,
		    things->thing[i].owner);
}

/* Imported boots of one name on one host count as the first of them. */
static void
query_load_units(struct query *q)
{
	struct query_thing	*boot, *first;
	size_t			 i, k;

	for (i = 0; i < q->boots.n; i++) {
		boot = &q->boots.thing[i];
		boot->unit = boot->id;
		for (k = 0; boot->text[1] != NULL && k < i; k++) {
			first = &q->boots.thing[k];
			if (first->text[1] != boot->text[1] ||
			    first->owner != boot->owner)
				continue;
			boot->unit = first->unit;
			break;
		}
	}
}

/* Load all. */
int
query_load(struct query *q)
{
	size_t	 i;

	q->words = words_new();
	if (query_load_things(q, "query_hosts", &q->hosts,
	    (const int[]){ -1, -1, 1 }) != 0 ||
	    query_load_things(q, "query_boots", &q->boots,
	    (const int[]){ 1, 2, 3 }) != 0 ||
	    query_load_things(q, "query_jobs", &q->jobs,
	    (const int[]){ 1, -1, 2 }) != 0 ||
	    query_load_things(q, "query_cells", &q->cells,
	    (const int[]){ 1, -1, 3 }) != 0 ||
	    query_load_pairs(q, "query_host_labels", &q->host_labels) != 0 ||
	    query_load_pairs(q, "query_job_labels", &q->job_labels) != 0 ||
	    query_load_pairs(q, "query_cell_levels", &q->levels) != 0 ||
	    query_load_pairs(q, "query_facts", &q->facts) != 0 ||
	    query_load_metrics(q) != 0)
		return (-1);
	/* What a row says nothing of, and a key that is not there. */
	words_keep(q->words, "-");
	words_keep(q->words, "");
	words_settle(q->words);
	query_load_settle(&q->hosts, &q->host_labels);
	query_load_settle(&q->jobs, &q->job_labels);
	query_load_settle(&q->cells, &q->levels);
	query_load_settle(NULL, &q->facts);
	query_load_up(&q->boots, &q->hosts);
	query_load_up(&q->jobs, &q->hosts);
	query_load_up(&q->cells, &q->jobs);
	query_load_units(q);
	for (i = 0; i < q->boots.n; i++)
		q->boots.thing[i].fact = query_load_first(&q->facts,
		    q->boots.thing[i].facts);
	return (0);
}

/* Free what was loaded. */
void
query_load_clear(struct query *q)
{
	free(q->hosts.thing);
	free(q->boots.thing);
	free(q->jobs.thing);
	free(q->cells.thing);
	free(q->host_labels.pair);
	free(q->job_labels.pair);
	free(q->levels.pair);
	free(q->facts.pair);
	free(q->metric);
	free(q->keys);
	words_free(q->words);
}
