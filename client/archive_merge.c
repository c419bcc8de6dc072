/*
 * archive_merge: pages of foreign rows into the archive.
 *
 * A page's tables are taken in the order in which rows refer to each other;
 * each row is bound by name to its put_TABLE statement, so that a column that
 * we do not know is ignored.  The bytes are foreign: a page that does not fit
 * is refused with what is wrong, and nothing of it stays.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/archive_merge.h"
#include "client/stat_acc.h"
#include "proto/compat.h"

#define ARCHIVE_MERGE_COLUMNS_MAX	64

/* In the order in which rows refer to each other. */
static const char *const archive_merge_tables_order[] = {
	"factset", "fact", "host", "host_label", "recipe", "boot", "state",
	"job", "job_label", "cell", "cell_level", "boot_plan", "slot",
	"workload", "run", "step", "evidence", "taint", "metric", "note",
	"event"
};

/* A boot and cell whose sums must be made anew. */
struct archive_merge_pair {
	int64_t	 boot_id;
	int64_t	 cell_id;
};

/* What is known while a page is merged. */
struct archive_merge {
	struct archive			*archive;
	int64_t				*run;		/* page's row to key */
	struct archive_merge_pair	*of_run;
	size_t				 nruns;
	int64_t				*metric;
	size_t				 nmetrics;
	char				*why;
	size_t				 why_size;
};

/* Refuse a page. */
static int
archive_merge_refuse(struct archive_merge *m, const char *table,
    const char *what)
{
	snprintf(m->why, m->why_size, "table %s: %s", table, what);
	return (-1);
}

/* Bind one value of a row. */
static int
archive_merge_bind(struct archive_stmt *st, int number, const json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_NULL:
		return (archive_bind_text_at(st, number, NULL));
	case JSON_STRING:
		return (archive_bind_text_at(st, number,
		    json_string_value(value)));
	case JSON_INTEGER:
		archive_bind_int_at(st, number, json_integer_value(value));
		return (0);
	case JSON_REAL:
		archive_bind_real_at(st, number, json_real_value(value));
		return (0);
	case JSON_TRUE:
	case JSON_FALSE:
		archive_bind_int_at(st, number, json_is_true(value));
		return (0);
	default:
		return (-1);
	}
}

/* Which column of the page each parameter of the statement takes; -1 none. */
static int
archive_merge_columns(struct archive_stmt *st, const json_t *columns,
    int map[ARCHIVE_MERGE_COLUMNS_MAX])
{
	const char	*name, *have;
	size_t		 i;
	int		 n;

	for (n = 1; (name = archive_parameter(st, n)) != NULL; n++) {
		if (n >= ARCHIVE_MERGE_COLUMNS_MAX)
			return (-1);
		map[n] = -1;
		for (i = 0; i < json_array_size(columns); i++) {
			have = json_string_value(json_array_get(columns, i));
			if (have != NULL && strcmp(have, name) == 0)
				map[n] = (int)i;
		}
	}
	map[0] = n - 1;
	return (0);
}

/* Put one row. */
static int
archive_merge_row(struct archive_merge *m, const char *table,
    struct archive_stmt *st, const json_t *row, const int *map)
{
	const json_t	*value;
	int		 n;

	for (n = 1; n <= map[0]; n++) {
		value = map[n] == -1 ? NULL :
		    json_array_get(row, (size_t)map[n]);
		if (value == NULL)
			archive_bind_text_at(st, n, NULL);
		else if (archive_merge_bind(st, n, value) == -1)
			return (archive_merge_refuse(m, table,
			    archive_parameter(st, n)));
	}
	if (archive_do(st) == -1)
		return (archive_merge_refuse(m, table,
		    archive_fault(m->archive)));
	return (0);
}

/* The text in a column of a table's row i; NULL where there is none. */
static const char *
archive_merge_text(const json_t *object, const char *column, size_t i)
{
	const json_t	*columns, *row;
	const char	*have;
	size_t		 c;

	columns = json_object_get(object, "columns");
	row = json_array_get(json_object_get(object, "rows"), i);
	for (c = 0; c < json_array_size(columns); c++) {
		have = json_string_value(json_array_get(columns, c));
		if (have != NULL && strcmp(have, column) == 0)
			return (json_string_value(json_array_get(row, c)));
	}
	return (NULL);
}

/* The page's runs bring all their taints: those that we know are forgotten. */
static int
archive_merge_forget(struct archive_merge *m, const json_t *object)
{
	struct archive_stmt	*st;
	size_t			 i;

	for (i = 0; i < json_array_size(json_object_get(object, "rows"));
	    i++) {
		st = archive_stmt(m->archive, "forget_taints");
		archive_bind_text(st, "uid",
		    archive_merge_text(object, "uid", i));
		if (archive_do(st) == -1)
			return (archive_merge_refuse(m, "taint",
			    archive_fault(m->archive)));
	}
	return (0);
}

/* Put all rows of one table. */
static int
archive_merge_table(struct archive_merge *m, const char *table,
    const json_t *object, int64_t *added)
{
	struct archive_stmt	*st;
	const json_t		*columns, *rows;
	char			 name[32];
	size_t			 i;
	int			 map[ARCHIVE_MERGE_COLUMNS_MAX];

	if (object == NULL)
		return (0);
	columns = json_object_get(object, "columns");
	rows = json_object_get(object, "rows");
	if (!json_is_array(columns) || !json_is_array(rows))
		return (archive_merge_refuse(m, table, "no columns and rows"));
	snprintf(name, sizeof(name), "put_%s", table);
	st = archive_stmt(m->archive, name);
	if (archive_merge_columns(st, columns, map) == -1)
		return (archive_merge_refuse(m, table, "columns"));
	for (i = 0; i < json_array_size(rows); i++) {
		if (archive_merge_row(m, table, st, json_array_get(rows, i),
		    map) == -1)
			return (-1);
		if (added != NULL)
			*added += archive_changes(m->archive);
	}
	return (0);
}

/* Find the keys of the page's runs, whose boots and cells are touched. */
static int
archive_merge_runs(struct archive_merge *m, const json_t *object)
{
	struct archive_stmt	*st;
	size_t			 i;

	m->nruns = json_array_size(json_object_get(object, "rows"));
	m->run = calloc(m->nruns + 1, sizeof(*m->run));
	m->of_run = calloc(m->nruns + 1, sizeof(*m->of_run));
	if (m->run == NULL || m->of_run == NULL)
		return (archive_merge_refuse(m, "run", "memory"));
	for (i = 0; i < m->nruns; i++) {
		st = archive_stmt(m->archive, "run_of_uid");
		archive_bind_text(st, "uid",
		    archive_merge_text(object, "uid", i));
		if (archive_step(st) != 1)
			return (archive_merge_refuse(m, "run", "no uid"));
		m->run[i] = archive_int(st, 0);
		m->of_run[i].boot_id = archive_int(st, 1);
		m->of_run[i].cell_id = archive_int(st, 2);
		archive_end(st);
	}
	return (0);
}

/* Find the keys of the page's metrics. */
static int
archive_merge_metrics(struct archive_merge *m, const json_t *object)
{
	struct archive_stmt	*st;
	size_t			 i;

	m->nmetrics = json_array_size(json_object_get(object, "rows"));
	if ((m->metric = calloc(m->nmetrics + 1, sizeof(*m->metric))) == NULL)
		return (archive_merge_refuse(m, "metric", "memory"));
	for (i = 0; i < m->nmetrics; i++) {
		st = archive_stmt(m->archive, "metric_of");
		archive_bind_text(st, "name",
		    archive_merge_text(object, "name", i));
		archive_bind_text(st, "unit",
		    archive_merge_text(object, "unit", i));
		archive_bind_text(st, "better",
		    archive_merge_text(object, "better", i));
		if (archive_step(st) != 1)
			return (archive_merge_refuse(m, "metric", "no name"));
		m->metric[i] = archive_int(st, 0);
		archive_end(st);
	}
	return (0);
}

/* The index in a column of samples, below n; n where it is none. */
static size_t
archive_merge_index(const json_t *column, size_t i, size_t n)
{
	const json_t	*value;

	value = json_array_get(column, i);
	if (!json_is_integer(value) || json_integer_value(value) < 0 ||
	    (uint64_t)json_integer_value(value) >= n)
		return (n);
	return ((size_t)json_integer_value(value));
}

/* Put the samples, which come in columns. */
static int
archive_merge_samples(struct archive_merge *m, const json_t *object)
{
	struct archive_stmt	*st;
	const json_t		*metric, *part, *res, *run, *value;
	size_t			 at, i, n, which;

	run = json_object_get(object, "run");
	part = json_object_get(object, "part");
	metric = json_object_get(object, "metric");
	value = json_object_get(object, "value");
	res = json_object_get(object, "resolution");
	n = json_array_size(run);
	if (json_array_size(part) != n || json_array_size(metric) != n ||
	    json_array_size(value) != n || json_array_size(res) != n)
		return (archive_merge_refuse(m, "sample",
		    "columns of unlike length"));
	for (i = 0; i < n; i++) {
		at = archive_merge_index(run, i, m->nruns);
		which = archive_merge_index(metric, i, m->nmetrics);
		if (at == m->nruns || which == m->nmetrics ||
		    !json_is_string(json_array_get(part, i)) ||
		    !json_is_number(json_array_get(value, i)))
			return (archive_merge_refuse(m, "sample",
			    "a row that refers to nothing"));
		st = archive_stmt(m->archive, "put_sample");
		archive_bind_int(st, "run_id", m->run[at]);
		archive_bind_text(st, "part",
		    json_string_value(json_array_get(part, i)));
		archive_bind_int(st, "metric_id", m->metric[which]);
		archive_bind_real(st, "value",
		    json_number_value(json_array_get(value, i)));
		archive_bind_real(st, "resolution",
		    json_number_value(json_array_get(res, i)));
		if (archive_do(st) == -1)
			return (archive_merge_refuse(m, "sample",
			    archive_fault(m->archive)));
	}
	return (0);
}

/* One heap of the sums on its way. */
struct archive_merge_heap {
	int64_t		 metric_id;
	char		 part[160];
	int64_t		 tainted;
	struct stat_acc	 acc;
	struct stat_acc	 log;
	double		 resolution;
};

/* Write one heap. */
static int
archive_merge_heap_put(struct archive *archive, int64_t boot_id,
    int64_t cell_id, const struct archive_merge_heap *h)
{
	struct archive_stmt	*st;

	st = archive_stmt(archive, "sums_insert");
	archive_bind_int(st, "boot_id", boot_id);
	archive_bind_int(st, "cell_id", cell_id);
	archive_bind_int(st, "metric_id", h->metric_id);
	archive_bind_text(st, "part", h->part);
	archive_bind_int(st, "tainted", h->tainted);
	archive_bind_int(st, "n", (int64_t)h->acc.n);
	archive_bind_real(st, "mean", h->acc.mean);
	archive_bind_real(st, "m2", h->acc.m2);
	archive_bind_int(st, "log_n", (int64_t)h->log.n);
	archive_bind_real(st, "log_mean", h->log.mean);
	archive_bind_real(st, "log_m2", h->log.m2);
	archive_bind_real(st, "least", h->acc.min);
	archive_bind_real(st, "most", h->acc.max);
	archive_bind_real(st, "resolution", h->resolution);
	return (archive_do(st));
}

/* Does the row belong to another heap than the present one? */
static bool
archive_merge_heap_is_other(const struct archive_merge_heap *h,
    struct archive_stmt *st)
{
	return (h->metric_id != archive_int(st, 0) ||
	    strcmp(h->part, archive_text(st, 1)) != 0 ||
	    h->tainted != archive_int(st, 2));
}

/* Make the sums of one boot and cell anew. */
int
archive_merge_sums(struct archive *archive, int64_t boot_id, int64_t cell_id)
{
	struct archive_merge_heap	 h;
	struct archive_stmt		*st;
	double				 value;
	int				 rv;

	st = archive_stmt(archive, "sums_delete");
	archive_bind_int(st, "boot_id", boot_id);
	archive_bind_int(st, "cell_id", cell_id);
	if (archive_do(st) == -1)
		return (-1);
	memset(&h, 0, sizeof(h));
	st = archive_stmt(archive, "sums_samples");
	archive_bind_int(st, "boot_id", boot_id);
	archive_bind_int(st, "cell_id", cell_id);
	while ((rv = archive_step(st)) == 1) {
		if (h.acc.n != 0 && archive_merge_heap_is_other(&h, st)) {
			if (archive_merge_heap_put(archive, boot_id, cell_id,
			    &h) == -1)
				return (-1);
			memset(&h, 0, sizeof(h));
		}
		h.metric_id = archive_int(st, 0);
		strlcpy(h.part, archive_text(st, 1), sizeof(h.part));
		h.tainted = archive_int(st, 2);
		value = archive_real(st, 3);
		if (archive_real(st, 4) > h.resolution)
			h.resolution = archive_real(st, 4);
		stat_acc_add(&h.acc, value);
		if (value > 0)
			stat_acc_add(&h.log, log(value));
	}
	if (rv == 0 && h.acc.n != 0)
		rv = archive_merge_heap_put(archive, boot_id, cell_id, &h);
	return (rv);
}

/* In the order of boots and cells. */
static int
archive_merge_compare(const void *a, const void *b)
{
	const struct archive_merge_pair	*x, *y;

	x = a;
	y = b;
	if (x->boot_id != y->boot_id)
		return (x->boot_id < y->boot_id ? -1 : 1);
	return (x->cell_id < y->cell_id ? -1 : x->cell_id > y->cell_id);
}

/* Bring the sums of all that the page touched up to date. */
static int
archive_merge_touched(struct archive_merge *m)
{
	size_t	 i;

	qsort(m->of_run, m->nruns, sizeof(*m->of_run), archive_merge_compare);
	for (i = 0; i < m->nruns; i++) {
		if (i > 0 && archive_merge_compare(&m->of_run[i - 1],
		    &m->of_run[i]) == 0)
			continue;
		if (archive_merge_sums(m->archive, m->of_run[i].boot_id,
		    m->of_run[i].cell_id) == -1)
			return (archive_merge_refuse(m, "sums",
			    archive_fault(m->archive)));
	}
	return (0);
}

/* Merge a page's tables. */
int
archive_merge_tables(struct archive *archive, const json_t *tables,
    int64_t *runs, char *why, size_t size)
{
	struct archive_merge	 m;
	const char		*table;
	size_t			 i;
	int			 rv;

	memset(&m, 0, sizeof(m));
	m.archive = archive;
	m.why = why;
	m.why_size = size;
	rv = json_is_object(tables) ? 0 :
	    archive_merge_refuse(&m, "?", "no tables");
	for (i = 0; rv == 0 && i < nitems(archive_merge_tables_order); i++) {
		table = archive_merge_tables_order[i];
		rv = archive_merge_table(&m, table,
		    json_object_get(tables, table),
		    strcmp(table, "run") == 0 ? runs : NULL);
		if (rv == 0 && strcmp(table, "run") == 0)
			rv = archive_merge_forget(&m,
			    json_object_get(tables, table));
	}
	if (rv == 0)
		rv = archive_merge_runs(&m, json_object_get(tables, "run"));
	if (rv == 0)
		rv = archive_merge_metrics(&m,
		    json_object_get(tables, "metric"));
	if (rv == 0)
		rv = archive_merge_samples(&m,
		    json_object_get(tables, "sample"));
	if (rv == 0)
		rv = archive_merge_touched(&m);
	free(m.run);
	free(m.of_run);
	free(m.metric);
	return (rv);
}
