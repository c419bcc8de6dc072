/*
 * query: what the archive holds, as rows that can be filtered and grouped.
 *
 * Names are loaded once; a row finds its boot and cell by bisection, and all
 * else from there.  Knows which name means what, and no statistics.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/natural.h"
#include "client/query.h"
#include "client/query_load.h"
#include "client/unit.h"
#include "proto/compat.h"

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
	if (query_load(q) == -1) {
		snprintf(why, size, "%s: %s", archive_path(archive),
		    archive_fault(archive));
		query_free(q);
		return (NULL);
	}
	return (q);
}

/* Free a query; NULL is allowed. */
void
query_free(struct query *q)
{
	if (q == NULL)
		return;
	query_load_clear(q);
	free(q);
}

/* Metric i. */
const struct query_metric *
query_metric(const struct query *q, size_t i)
{
	return (i < q->nmetrics ? &q->metric[i] : NULL);
}

/* The metric of that name: with a direction, and in seconds, if it can be. */
const struct query_metric *
query_metric_find(const struct query *q, const char *name)
{
	const struct query_metric	*best, *m;
	size_t				 i;

	for (best = NULL, i = 0; i < q->nmetrics; i++) {
		m = &q->metric[i];
		if (strcmp(m->name, name) != 0)
			continue;
		if (best == NULL || (strcmp(best->better, "none") == 0 &&
		    strcmp(m->better, "none") != 0) ||
		    (strcmp(best->better, m->better) == 0 &&
		    strcmp(m->unit, "s") == 0))
			best = m;
	}
	return (best);
}

/* May the values of two metrics stand in one row?  Then times *scale. */
static bool
query_metric_fits(const struct query_metric *from,
    const struct query_metric *to, double *scale)
{
	return (strcmp(from->name, to->name) == 0 &&
	    (strcmp(from->better, to->better) == 0 ||
	    strcmp(from->better, "none") == 0) &&
	    unit_scale(from->unit, to->unit, scale));
}

/* What is there under that name and does not fit: its unit, or NULL. */
const char *
query_metric_misfit(const struct query *q, const struct query_metric *metric)
{
	double	 scale;
	size_t	 i;

	for (i = 0; i < q->nmetrics; i++)
		if (strcmp(q->metric[i].name, metric->name) == 0 &&
		    !query_metric_fits(&q->metric[i], metric, &scale))
			return (q->metric[i].unit);
	return (NULL);
}

/* The value of key among an owner's pairs, from the first on; or NULL. */
static const char *
query_pair(const struct query_pairs *pairs, size_t first, int64_t owner,
    const char *key)
{
	size_t	 i;

	for (i = first; i < pairs->n && pairs->pair[i].owner == owner; i++)
		if (pairs->pair[i].key == key)
			return (pairs->pair[i].value);
	return (NULL);
}

/* The things that a row hangs on; false where one is missing. */
static bool
query_things_of(const struct query *q, const struct query_row *row,
    const struct query_thing *of[4])
{
	of[QUERY_BOOT] = &q->boots.thing[row->boot];
	of[QUERY_CELL] = &q->cells.thing[row->cell];
	if (of[QUERY_CELL]->up == q->jobs.n ||
	    of[QUERY_BOOT]->up == q->hosts.n)
		return (false);
	of[QUERY_JOB] = &q->jobs.thing[of[QUERY_CELL]->up];
	of[QUERY_HOST] = &q->hosts.thing[of[QUERY_BOOT]->up];
	return (true);
}

/* A key, looked up once for many rows. */
struct query_key
query_key(const struct query *q, const char *name)
{
	struct query_key	 key;

	key.word = words_find(q->words, name);
	for (key.name = 0; key.name < nitems(query_names); key.name++)
		if (strcmp(query_names[key.name].key, name) == 0)
			break;
	return (key);
}

/* What a key says of a row. */
const char *
query_key_value(const struct query *q, const struct query_row *row,
    struct query_key key)
{
	const struct query_thing	*of[4];
	const char			*value;

	if (!query_things_of(q, row, of))
		return (NULL);
	if (key.name < nitems(query_names))
		return (of[query_names[key.name].of]->text[
		    query_names[key.name].text]);
	if (key.word == NULL)
		return (NULL);
	if ((value = query_pair(&q->levels, of[QUERY_CELL]->pair,
	    of[QUERY_CELL]->id, key.word)) == NULL)
		value = query_pair(&q->job_labels, of[QUERY_JOB]->pair,
		    of[QUERY_JOB]->id, key.word);
	if (value == NULL)
		value = query_pair(&q->host_labels, of[QUERY_HOST]->pair,
		    of[QUERY_HOST]->id, key.word);
	if (value == NULL)
		value = query_pair(&q->facts, of[QUERY_BOOT]->fact,
		    of[QUERY_BOOT]->facts, key.word);
	return (value);
}

/* What key says of a row. */
const char *
query_value(const struct query *q, const struct query_row *row,
    const char *key)
{
	return (query_key_value(q, row, query_key(q, key)));
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
	row.boot = query_load_find(&q->boots, boot_id);
	row.cell = query_load_find(&q->cells, cell_id);
	asked.q = q;
	asked.row = &row;
	return (row.boot < q->boots.n && row.cell < q->cells.n &&
	    where_holds(where, query_where_value, &asked));
}

/* A heap in another unit, and its logs. */
static void
query_scale(struct stat_acc *y, struct stat_acc *log_y, double scale)
{
	y->mean *= scale;
	y->m2 *= scale * scale;
	y->min *= scale;
	y->max *= scale;
	if (log_y->n > 0)
		log_y->mean += log(scale);
	log_y->min = y->min > 0 ? log(y->min) : 0;
	log_y->max = y->max > 0 ? log(y->max) : 0;
}

/* Read one row of sums; tainted rows fill the other half. */
static void
query_row_fill(struct query_row *row, struct archive_stmt *st, double scale)
{
	struct stat_acc	*log_y, *y;

	y = archive_int(st, 2) != 0 ? &row->tainted_y : &row->y;
	log_y = archive_int(st, 2) != 0 ? &row->tainted_log_y : &row->log_y;
	y->n = (size_t)archive_int(st, 3);
	y->mean = archive_real(st, 4);
	y->m2 = archive_real(st, 5);
	log_y->n = (size_t)archive_int(st, 6);
	log_y->mean = archive_real(st, 7);
	log_y->m2 = archive_real(st, 8);
	y->min = archive_real(st, 9);
	y->max = archive_real(st, 10);
	row->resolution = fmax(row->resolution,
	    scale * archive_real(st, 11));
	query_scale(y, log_y, scale);
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

/* Take a row of the same boot and cell into another. */
static void
query_row_merge(struct query_row *to, const struct query_row *from)
{
	stat_acc_merge(&to->y, &from->y);
	stat_acc_merge(&to->log_y, &from->log_y);
	stat_acc_merge(&to->tainted_y, &from->tainted_y);
	stat_acc_merge(&to->tainted_log_y, &from->tainted_log_y);
	if (from->resolution > to->resolution)
		to->resolution = from->resolution;
}

/* What rows are read into. */
struct query_rows {
	struct query_row	*row;
	size_t			 n;
	bool			 sorted;
};

/* Read the sums of one metric, in the unit that is scale times its own. */
static int
query_rows_read(struct query *q, const struct query_metric *metric,
    double scale, const struct where *where, struct query_rows *rows)
{
	struct archive_stmt	*st;
	struct query_asked	 asked;
	struct query_row	 row;
	bool			 all, holds, same;
	int			 rv;

	memset(&row, 0, sizeof(row));
	asked.q = q;
	asked.row = &row;
	all = where_key(where, 0) == NULL;
	holds = false;
	st = archive_stmt(q->archive, "query_sums");
	archive_bind_int(st, "metric_id", metric->id);
	archive_bind_text(st, "part", metric->part);
	while ((rv = archive_step(st)) == 1) {
		/* Counted and left out of one boot and cell follow. */
		same = row.boot_id == archive_int(st, 0) &&
		    row.cell_id == archive_int(st, 1);
		if (!same) {
			memset(&row, 0, sizeof(row));
			row.boot_id = archive_int(st, 0);
			row.cell_id = archive_int(st, 1);
			row.boot = query_load_find(&q->boots, row.boot_id);
			row.cell = query_load_find(&q->cells, row.cell_id);
			holds = row.boot < q->boots.n &&
			    row.cell < q->cells.n && (all ||
			    where_holds(where, query_where_value, &asked));
			if (holds)
				row.unit = q->boots.thing[row.boot].unit;
		}
		if (!holds)
			continue;
		query_row_fill(&row, st, scale);
		if (same) {
			rows->row[rows->n - 1] = row;
			continue;
		}
		rows->row = query_load_grow(rows->row, rows->n, sizeof(row));
		if (rows->n > 0 &&
		    query_row_compare(&rows->row[rows->n - 1], &row) >= 0)
			rows->sorted = false;
		rows->row[rows->n++] = row;
	}
	return (rv);
}

/* Bring what is of one boot and cell together. */
static void
query_rows_join(struct query_rows *rows)
{
	size_t	 i, to;

	if (rows->sorted)
		return;
	qsort(rows->row, rows->n, sizeof(*rows->row), query_row_compare);
	for (to = i = 0; i < rows->n; i++) {
		if (to > 0 && query_row_compare(&rows->row[to - 1],
		    &rows->row[i]) == 0)
			query_row_merge(&rows->row[to - 1], &rows->row[i]);
		else
			rows->row[to++] = rows->row[i];
	}
	rows->n = to;
}

/* The rows of a metric, in whatever unit they are, for which where holds. */
ssize_t
query_rows(struct query *q, const struct query_metric *metric,
    const struct where *where, struct query_row **rows, char *why, size_t size)
{
	struct query_rows	 all;
	double			 scale;
	size_t			 i;

	memset(&all, 0, sizeof(all));
	all.sorted = true;
	*rows = NULL;
	for (i = 0; i < q->nmetrics; i++) {
		if (!query_metric_fits(&q->metric[i], metric, &scale))
			continue;
		if (query_rows_read(q, &q->metric[i], scale, where,
		    &all) == 0)
			continue;
		snprintf(why, size, "%s: %s", archive_path(q->archive),
		    archive_fault(q->archive));
		free(all.row);
		return (-1);
	}
	query_rows_join(&all);
	*rows = all.row;
	return ((ssize_t)all.n);
}

/* Add the keys of pairs. */
static void
query_keys_of(struct query *q, const struct query_pairs *pairs)
{
	size_t	 i, k;

	for (i = 0; i < pairs->n; i++) {
		for (k = 0; k < q->nkeys; k++)
			if (q->keys[k] == pairs->pair[i].key)
				break;
		if (k < q->nkeys)
			continue;
		q->keys = query_load_grow(q->keys, q->nkeys,
		    sizeof(*q->keys));
		q->keys[q->nkeys++] = pairs->pair[i].key;
	}
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
			    natural_order_ptr);
	}
	*n = q->nkeys;
	return (q->keys);
}

/* Pair i of an owner, from the first on. */
static bool
query_nth(const struct query_pairs *pairs, size_t first, int64_t owner,
    size_t i, const struct query_pair **pair)
{
	if (first + i >= pairs->n || pairs->pair[first + i].owner != owner)
		return (false);
	*pair = &pairs->pair[first + i];
	return (true);
}

/* Parameter i of a row. */
bool
query_level(const struct query *q, const struct query_row *row, size_t i,
    const char **name, const char **level)
{
	const struct query_pair	*pair;

	if (!query_nth(&q->levels, q->cells.thing[row->cell].pair,
	    row->cell_id, i, &pair))
		return (false);
	*name = pair->key;
	*level = pair->value;
	return (true);
}

/* Fact i of a row. */
bool
query_fact(const struct query *q, const struct query_row *row, size_t i,
    const char **key, const char **value)
{
	const struct query_thing	*boot;
	const struct query_pair		*pair;

	boot = &q->boots.thing[row->boot];
	if (!query_nth(&q->facts, boot->fact, boot->facts, i, &pair))
		return (false);
	*key = pair->key;
	*value = pair->value;
	return (true);
}

/* Do two rows stand on the same set of facts? */
bool
query_facts_are_same(const struct query *q, const struct query_row *a,
    const struct query_row *b)
{
	return (q->boots.thing[a->boot].facts == q->boots.thing[b->boot].facts);
}

/* A kept text of that content, for groups. */
const char *
query_word(const struct query *q, const char *text)
{
	return (words_find(q->words, text));
}
