/*
 * query: what the archive holds, as rows that can be filtered and grouped.
 *
 * Names are loaded once, in the order of their keys; a row finds its boot and
 * cell by bisection.  Knows which column means what, and no statistics.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/natural.h"
#include "client/query.h"
#include "proto/compat.h"

/* Pairs of one owner, sorted by owner. */
struct query_pair {
	int64_t	 owner;
	char	*key;
	char	*value;
};

struct query_pairs {
	struct query_pair	*pair;
	size_t			 n;
};

/* A thing with a key of its own, its owner's key, and some texts. */
#define QUERY_TEXTS	8
struct query_thing {
	int64_t	 id;
	int64_t	 owner;
	int64_t	 facts;		/* of a boot */
	char	*text[QUERY_TEXTS];
};

struct query_things {
	struct query_thing	*thing;
	size_t			 n;
};

struct query {
	struct archive		*archive;
	struct query_things	 hosts;		/* uid name machine */
	struct query_things	 boots;		/* uid */
	struct query_things	 jobs;	/* uid id recipe work purpose ... */
	struct query_things	 cells;		/* levels state */
	struct query_pairs	 host_labels, job_labels, levels, facts;
	struct query_metric	*metric;
	size_t			 nmetrics;
	const char		**keys;
	size_t			 nkeys;
};

/* Where a thing's value is found by a name of our own. */
enum query_of { QUERY_HOST, QUERY_BOOT, QUERY_JOB, QUERY_CELL };
static const struct {
	const char	*key;
	enum query_of	 of;
	size_t		 text;
} query_names[] = {
	{ "host", QUERY_HOST, 1 }, { "host.id", QUERY_HOST, 0 },
	{ "machine", QUERY_HOST, 2 }, { "boot", QUERY_BOOT, 0 },
	{ "job", QUERY_JOB, 0 }, { "job.id", QUERY_JOB, 1 },
	{ "recipe", QUERY_JOB, 2 }, { "test", QUERY_JOB, 2 },
	{ "recipe.work", QUERY_JOB, 3 }, { "purpose", QUERY_JOB, 4 },
	{ "night", QUERY_JOB, 5 }, { "order", QUERY_JOB, 6 },
	{ "levels", QUERY_CELL, 0 }, { "state", QUERY_CELL, 1 }
};

/* Grow an array that holds n items of size, doubling; NULL on memory. */
static void *
query_grow(void *items, size_t n, size_t size)
{
	if ((n & (n - 1)) != 0)
		return (items);
	return (realloc(items, (n == 0 ? 1 : 2 * n) * size));
}

/* A copy of a column; NULL stays NULL. */
static char *
query_copy(struct archive_stmt *st, int column)
{
	const char	*text;

	text = archive_text(st, column);
	return (text != NULL ? strdup(text) : NULL);
}

/* Load things: id, owner (-1: none), facts (-1: none), texts from first on. */
static int
query_load_things(struct archive *archive, const char *name,
    struct query_things *things, const int columns[3])
{
	struct archive_stmt	*st;
	struct query_thing	*t, *more;
	int			 c, rv;

	st = archive_stmt(archive, name);
	while ((rv = archive_step(st)) == 1) {
		if ((more = query_grow(things->thing, things->n,
		    sizeof(*more))) == NULL)
			return (-1);
		things->thing = more;
		t = &more[things->n++];
		memset(t, 0, sizeof(*t));
		t->id = archive_int(st, 0);
		t->owner = columns[0] == -1 ? 0 : archive_int(st, columns[0]);
		t->facts = columns[1] == -1 ? 0 : archive_int(st, columns[1]);
		for (c = columns[2]; c < archive_columns(st) &&
		    c - columns[2] < QUERY_TEXTS; c++)
			t->text[c - columns[2]] = query_copy(st, c);
	}
	return (rv);
}

/* In the order of owners; a pair's own place does not matter. */
static int
query_pair_compare(const void *a, const void *b)
{
	const struct query_pair	*x, *y;

	x = a;
	y = b;
	if (x->owner != y->owner)
		return (x->owner < y->owner ? -1 : 1);
	return (natural_compare(x->key, y->key));
}

/* Load pairs: owner, key, value. */
static int
query_load_pairs(struct archive *archive, const char *name,
    struct query_pairs *pairs)
{
	struct archive_stmt	*st;
	struct query_pair	*more, *p;
	int			 rv;

	st = archive_stmt(archive, name);
	while ((rv = archive_step(st)) == 1) {
		if ((more = query_grow(pairs->pair, pairs->n,
		    sizeof(*more))) == NULL)
			return (-1);
		pairs->pair = more;
		p = &more[pairs->n];
		p->owner = archive_int(st, 0);
		p->key = query_copy(st, 1);
		p->value = query_copy(st, 2);
		pairs->n++;
		if (p->key == NULL || p->value == NULL)
			return (-1);
	}
	if (pairs->n > 1)
		qsort(pairs->pair, pairs->n, sizeof(*pairs->pair),
		    query_pair_compare);
	return (rv);
}

/* Load the metrics. */
static int
query_load_metrics(struct query *q)
{
	struct archive_stmt	*st;
	struct query_metric	*m, *more;
	int			 rv;

	st = archive_stmt(q->archive, "query_metrics");
	while ((rv = archive_step(st)) == 1) {
		if ((more = query_grow(q->metric, q->nmetrics,
		    sizeof(*more))) == NULL)
			return (-1);
		q->metric = more;
		m = &more[q->nmetrics++];
		m->id = archive_int(st, 0);
		m->name = query_copy(st, 1);
		m->unit = query_copy(st, 2);
		m->better = query_copy(st, 3);
	}
	return (rv);
}

/* Load the names of the archive. */
struct query *
query_new(struct archive *archive, char *why, size_t size)
{
	struct query	*q;

	if ((q = calloc(1, sizeof(*q))) == NULL) {
		snprintf(why, size, "memory");
		return (NULL);
	}
	q->archive = archive;
	if (query_load_things(archive, "query_hosts", &q->hosts,
	    (const int[]){ -1, -1, 1 }) != 0 ||
	    query_load_things(archive, "query_boots", &q->boots,
	    (const int[]){ 1, 2, 3 }) != 0 ||
	    query_load_things(archive, "query_jobs", &q->jobs,
	    (const int[]){ 1, -1, 2 }) != 0 ||
	    query_load_things(archive, "query_cells", &q->cells,
	    (const int[]){ 1, -1, 3 }) != 0 ||
	    query_load_pairs(archive, "query_host_labels",
	    &q->host_labels) != 0 ||
	    query_load_pairs(archive, "query_job_labels",
	    &q->job_labels) != 0 ||
	    query_load_pairs(archive, "query_cell_levels", &q->levels) != 0 ||
	    query_load_pairs(archive, "query_facts", &q->facts) != 0 ||
	    query_load_metrics(q) != 0) {
		snprintf(why, size, "%s: %s", archive_path(archive),
		    archive_fault(archive));
		query_free(q);
		return (NULL);
	}
	return (q);
}

/* Free things. */
static void
query_free_things(struct query_things *things)
{
	size_t	 i, t;

	for (i = 0; i < things->n; i++)
		for (t = 0; t < QUERY_TEXTS; t++)
			free(things->thing[i].text[t]);
	free(things->thing);
}

/* Free pairs. */
static void
query_free_pairs(struct query_pairs *pairs)
{
	size_t	 i;

	for (i = 0; i < pairs->n; i++) {
		free(pairs->pair[i].key);
		free(pairs->pair[i].value);
	}
	free(pairs->pair);
}

/* Free a query; NULL is allowed. */
void
query_free(struct query *q)
{
	size_t	 i;

	if (q == NULL)
		return;
	query_free_things(&q->hosts);
	query_free_things(&q->boots);
	query_free_things(&q->jobs);
	query_free_things(&q->cells);
	query_free_pairs(&q->host_labels);
	query_free_pairs(&q->job_labels);
	query_free_pairs(&q->levels);
	query_free_pairs(&q->facts);
	for (i = 0; i < q->nmetrics; i++) {
		free(q->metric[i].name);
		free(q->metric[i].unit);
		free(q->metric[i].better);
	}
	free(q->metric);
	free(q->keys);
	free(q);
}

/* Metric i. */
const struct query_metric *
query_metric(const struct query *q, size_t i)
{
	return (i < q->nmetrics ? &q->metric[i] : NULL);
}

/* The first metric of that name. */
const struct query_metric *
query_metric_find(const struct query *q, const char *name)
{
	size_t	 i;

	for (i = 0; i < q->nmetrics; i++)
		if (strcmp(q->metric[i].name, name) == 0)
			return (&q->metric[i]);
	return (NULL);
}

/* The index of the thing with that key; n where there is none. */
static size_t
query_find(const struct query_things *things, int64_t id)
{
	size_t	 high, low, mid;

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

/* The first pair of an owner; n where it has none. */
static size_t
query_first(const struct query_pairs *pairs, int64_t owner)
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

/* An owner's value of key, or NULL. */
static const char *
query_pair(const struct query_pairs *pairs, int64_t owner, const char *key)
{
	size_t	 i;

	for (i = query_first(pairs, owner); i < pairs->n &&
	    pairs->pair[i].owner == owner; i++)
		if (strcmp(pairs->pair[i].key, key) == 0)
			return (pairs->pair[i].value);
	return (NULL);
}

/* What key says of a row. */
const char *
query_value(const struct query *q, const struct query_row *row,
    const char *key)
{
	const struct query_thing	*of[4];
	const char			*value;
	size_t				 host, i, job;

	of[QUERY_BOOT] = &q->boots.thing[row->boot];
	of[QUERY_CELL] = &q->cells.thing[row->cell];
	if ((job = query_find(&q->jobs, of[QUERY_CELL]->owner)) == q->jobs.n)
		return (NULL);
	of[QUERY_JOB] = &q->jobs.thing[job];
	host = query_find(&q->hosts, of[QUERY_BOOT]->owner);
	if (host == q->hosts.n)
		return (NULL);
	of[QUERY_HOST] = &q->hosts.thing[host];
	for (i = 0; i < nitems(query_names); i++)
		if (strcmp(query_names[i].key, key) == 0)
			return (of[query_names[i].of]->text[
			    query_names[i].text]);
	if ((value = query_pair(&q->levels, of[QUERY_CELL]->id, key)) == NULL)
		value = query_pair(&q->job_labels, of[QUERY_JOB]->id, key);
	if (value == NULL)
		value = query_pair(&q->host_labels, of[QUERY_HOST]->id, key);
	if (value == NULL)
		value = query_pair(&q->facts, of[QUERY_BOOT]->facts, key);
	return (value);
}

/* What where_holds() asks. */
struct query_asked {
	const struct query	*q;
	const struct query_row	*row;
};

/* A row's value for a condition. */
static const char *
query_where_value(const void *ctx, const char *key)
{
	const struct query_asked	*asked;

	asked = ctx;
	return (query_value(asked->q, asked->row, key));
}

/* Does where hold for what is known of a boot and a cell? */
bool
query_holds(const struct query *q, int64_t boot_id, int64_t cell_id,
    const struct where *where)
{
	struct query_asked	 asked;
	struct query_row	 row;

	memset(&row, 0, sizeof(row));
	row.boot = query_find(&q->boots, boot_id);
	row.cell = query_find(&q->cells, cell_id);
	asked.q = q;
	asked.row = &row;
	return (row.boot < q->boots.n && row.cell < q->cells.n &&
	    where_holds(where, query_where_value, &asked));
}

/* Read one row of sums; tainted rows fill the other half. */
static void
query_row_fill(struct query_row *row, struct archive_stmt *st)
{
	struct stat_acc	*log_y, *y;

	row->boot_id = archive_int(st, 0);
	row->cell_id = archive_int(st, 1);
	y = archive_int(st, 3) != 0 ? &row->tainted_y : &row->y;
	log_y = archive_int(st, 3) != 0 ? &row->tainted_log_y : &row->log_y;
	y->n = (size_t)archive_int(st, 4);
	y->mean = archive_real(st, 5);
	y->m2 = archive_real(st, 6);
	log_y->n = (size_t)archive_int(st, 7);
	log_y->mean = archive_real(st, 8);
	log_y->m2 = archive_real(st, 9);
	y->min = archive_real(st, 10);
	y->max = archive_real(st, 11);
	if (archive_real(st, 12) > row->resolution)
		row->resolution = archive_real(st, 12);
}

/* In order of boot and cell. */
static int
query_row_compare(const void *a, const void *b)
{
	const struct query_row	*x, *y;

	x = a;
	y = b;
	if (x->boot_id != y->boot_id)
		return (x->boot_id < y->boot_id ? -1 : 1);
	return (x->cell_id < y->cell_id ? -1 : x->cell_id > y->cell_id);
}

/* Bring the halves of one boot and cell together; the new number of rows. */
static size_t
query_rows_join(struct query_row *rows, size_t n)
{
	size_t	 i, to;

	if (n > 1)
		qsort(rows, n, sizeof(*rows), query_row_compare);
	for (to = i = 0; i < n; i++) {
		if (to == 0 ||
		    query_row_compare(&rows[to - 1], &rows[i]) != 0) {
			rows[to++] = rows[i];
			continue;
		}
		if (rows[i].y.n != 0) {
			rows[to - 1].y = rows[i].y;
			rows[to - 1].log_y = rows[i].log_y;
		} else {
			rows[to - 1].tainted_y = rows[i].tainted_y;
			rows[to - 1].tainted_log_y = rows[i].tainted_log_y;
		}
	}
	return (to);
}

/* The rows of a metric for which where holds. */
ssize_t
query_rows(struct query *q, const struct query_metric *metric,
    const struct where *where, struct query_row **rows, char *why, size_t size)
{
	struct archive_stmt	*st;
	struct query_asked	 asked;
	struct query_row	*more, row;
	size_t			 n;
	int			 rv;

	*rows = NULL;
	n = 0;
	asked.q = q;
	asked.row = &row;
	st = archive_stmt(q->archive, "query_sums");
	archive_bind_int(st, "metric_id", metric->id);
	while ((rv = archive_step(st)) == 1) {
		memset(&row, 0, sizeof(row));
		query_row_fill(&row, st);
		row.boot = query_find(&q->boots, row.boot_id);
		row.cell = query_find(&q->cells, row.cell_id);
		if (row.boot == q->boots.n || row.cell == q->cells.n ||
		    !where_holds(where, query_where_value, &asked))
			continue;
		if ((more = query_grow(*rows, n, sizeof(*more))) == NULL)
			break;
		*rows = more;
		more[n++] = row;
	}
	if (rv != 0) {
		snprintf(why, size, "%s: %s", archive_path(q->archive),
		    rv == 1 ? "memory" : archive_fault(q->archive));
		archive_end(st);
		free(*rows);
		*rows = NULL;
		return (-1);
	}
	return ((ssize_t)query_rows_join(*rows, n));
}

/* Add the keys of pairs. */
static int
query_keys_of(struct query *q, const struct query_pairs *pairs)
{
	const char	**more;
	size_t		 i, k;

	for (i = 0; i < pairs->n; i++) {
		for (k = 0; k < q->nkeys; k++)
			if (strcmp(q->keys[k], pairs->pair[i].key) == 0)
				break;
		if (k < q->nkeys)
			continue;
		if ((more = query_grow(q->keys, q->nkeys,
		    sizeof(*more))) == NULL)
			return (-1);
		q->keys = more;
		q->keys[q->nkeys++] = pairs->pair[i].key;
	}
	return (0);
}

/* All keys that can be asked for beside our own names. */
const char *const *
query_keys(struct query *q, size_t *n)
{
	if (q->keys == NULL) {
		query_keys_of(q, &q->levels);
		query_keys_of(q, &q->job_labels);
		query_keys_of(q, &q->host_labels);
		query_keys_of(q, &q->facts);
		if (q->nkeys > 1)
			qsort(q->keys, q->nkeys, sizeof(*q->keys),
			    natural_compare_ptr);
	}
	*n = q->nkeys;
	return (q->keys);
}

/* Pair i of an owner. */
static bool
query_nth(const struct query_pairs *pairs, int64_t owner, size_t i,
    const char **key, const char **value)
{
	i += query_first(pairs, owner);
	if (i >= pairs->n || pairs->pair[i].owner != owner)
		return (false);
	*key = pairs->pair[i].key;
	*value = pairs->pair[i].value;
	return (true);
}

/* Parameter i of a row. */
bool
query_level(const struct query *q, const struct query_row *row, size_t i,
    const char **name, const char **level)
{
	return (query_nth(&q->levels, row->cell_id, i, name, level));
}

/* Fact i of a row. */
bool
query_fact(const struct query *q, const struct query_row *row, size_t i,
    const char **key, const char **value)
{
	return (query_nth(&q->facts, q->boots.thing[row->boot].facts, i, key,
	    value));
}
