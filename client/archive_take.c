/*
 * archive_take: rows out of the archive, as the pages that came in.
 *
 * The get_TABLE statements name their columns as put_TABLE takes them, so
 * that there is no list of columns here.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/archive_take.h"
#include "client/output_sink.h"
#include "proto/compat.h"

static const char *const archive_take_of_job[] = {
	"host", "host_label", "recipe", "state", "job", "job_label", "cell",
	"cell_level", "slot"
};

static const char *const archive_take_of_run[] = {
	"factset", "fact", "boot", "workload", "run", "step", "evidence",
	"taint"
};

/* Columns that identify somebody, and what stands there in public. */
static const struct {
	const char	*table;
	const char	*column;
	bool		 numbered;	/* "host-" and the uid's first digits */
} archive_take_private[] = {
	{ "host", "name", true }, { "host", "machine", true },
	{ "host", "fingerprint", false },
	{ "host_label", "label_value", false },
	{ "recipe", "recipe_text", false }, { "job", "client_key", false },
	{ "state", "state_text", false }, { "step", "command_text", false },
	{ "step", "reason", false }, { "run", "reason", false },
	{ "evidence", "detail", false }, { "taint", "detail", false }
};

/* Must the column be closed in public? */
static bool
archive_take_is_private(const char *table, const char *column, bool *numbered)
{
	size_t	 i;

	for (i = 0; i < nitems(archive_take_private); i++)
		if (strcmp(archive_take_private[i].table, table) == 0 &&
		    strcmp(archive_take_private[i].column, column) == 0) {
			*numbered = archive_take_private[i].numbered;
			return (true);
		}
	return (false);
}

/* One value of the present row. */
static json_t *
archive_take_value(struct archive_stmt *st, int column)
{
	if (archive_is_null(st, column))
		return (json_null());
	if (archive_is_integer(st, column))
		return (json_integer(archive_int(st, column)));
	if (archive_is_real(st, column))
		return (json_real(archive_real(st, column)));
	return (output_sink_json(archive_text(st, column)));
}

/* The same in public. */
static json_t *
archive_take_closed(struct archive_stmt *st, int column, bool numbered)
{
	if (numbered)
		return (json_sprintf("host-%.8s", archive_text(st, 0)));
	if (archive_is_null(st, column))
		return (json_null());
	return (json_string(""));
}

/* Add all rows that the statement gives to a table. */
static int
archive_take_rows(struct archive_stmt *st, const char *table, json_t *tables,
    bool is_public)
{
	json_t	*object, *row, *rows;
	int	 c, rv;
	bool	 numbered;

	if ((object = json_object_get(tables, table)) == NULL) {
		object = json_pack("{s:[],s:[]}", "columns", "rows");
		for (c = 0; c < archive_columns(st); c++)
			json_array_append_new(json_object_get(object,
			    "columns"), json_string(archive_column(st, c)));
		json_object_set_new(tables, table, object);
	}
	rows = json_object_get(object, "rows");
	while ((rv = archive_step(st)) == 1) {
		row = json_array();
		for (c = 0; c < archive_columns(st); c++)
			json_array_append_new(row, is_public &&
			    archive_take_is_private(table,
			    archive_column(st, c), &numbered) ?
			    archive_take_closed(st, c, numbered) :
			    archive_take_value(st, c));
		json_array_append_new(rows, row);
	}
	return (rv);
}

/* All tables of a list, by one key. */
static int
archive_take_tables(struct archive *archive, const char *const *table,
    size_t n, const char *key, int64_t id, json_t *tables)
{
	struct archive_stmt	*st;
	char			 name[32];
	size_t			 i;
	bool			 is_public;

	is_public = json_is_true(json_object_get(tables, "public"));
	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "get_%s", table[i]);
		st = archive_stmt(archive, name);
		archive_bind_int(st, key, id);
		if (archive_take_rows(st, table[i], tables, is_public) == -1)
			return (-1);
	}
	return (0);
}

/* A job without its runs. */
json_t *
archive_take_job(struct archive *archive, int64_t job_id, bool is_public)
{
	json_t	*tables;

	tables = json_pack("{s:b}", "public", is_public);
	if (archive_take_tables(archive, archive_take_of_job,
	    nitems(archive_take_of_job), "job_id", job_id, tables) == -1) {
		json_decref(tables);
		return (NULL);
	}
	json_object_del(tables, "public");
	return (tables);
}

/* The index of a metric in the page's table, added where it is missing. */
static json_int_t
archive_take_metric(json_t *tables, json_t *seen, struct archive_stmt *st)
{
	json_t		*object, *row;
	char		 what[512];
	json_int_t	 index;

	snprintf(what, sizeof(what), "%s\n%s\n%s", archive_text(st, 1),
	    archive_text(st, 2), archive_text(st, 3));
	if ((row = json_object_get(seen, what)) != NULL)
		return (json_integer_value(row));
	if ((object = json_object_get(tables, "metric")) == NULL) {
		object = json_pack("{s:[s,s,s],s:[]}", "columns", "name",
		    "unit", "better", "rows");
		json_object_set_new(tables, "metric", object);
	}
	row = json_array();
	json_array_append_new(row, archive_take_value(st, 1));
	json_array_append_new(row, archive_take_value(st, 2));
	json_array_append_new(row, archive_take_value(st, 3));
	json_array_append_new(json_object_get(object, "rows"), row);
	index = (json_int_t)json_object_size(seen);
	json_object_set_new(seen, what, json_integer(index));
	return (index);
}

/* The samples of one run, in columns. */
static int
archive_take_samples(struct archive *archive, int64_t run_id, size_t run,
    json_t *tables, json_t *seen)
{
	struct archive_stmt	*st;
	json_t			*sample;
	int			 rv;

	sample = json_object_get(tables, "sample");
	st = archive_stmt(archive, "get_sample");
	archive_bind_int(st, "run_id", run_id);
	while ((rv = archive_step(st)) == 1) {
		json_array_append_new(json_object_get(sample, "run"),
		    json_integer((json_int_t)run));
		json_array_append_new(json_object_get(sample, "part"),
		    archive_take_value(st, 0));
		json_array_append_new(json_object_get(sample, "metric"),
		    json_integer(archive_take_metric(tables, seen, st)));
		json_array_append_new(json_object_get(sample, "value"),
		    json_real(archive_real(st, 4)));
		json_array_append_new(json_object_get(sample, "resolution"),
		    json_real(archive_real(st, 5)));
	}
	return (rv);
}

/* Runs, with all that hangs on them. */
json_t *
archive_take_runs(struct archive *archive, const int64_t *run_id, size_t n,
    bool is_public)
{
	json_t	*seen, *tables;
	size_t	 i;
	int	 rv;

	tables = json_pack("{s:b,s:{s:[],s:[],s:[],s:[],s:[]}}", "public",
	    is_public, "sample", "run", "part", "metric", "value",
	    "resolution");
	seen = json_object();
	if (tables == NULL || seen == NULL)
		errx(1, "memory");
	for (rv = 0, i = 0; rv == 0 && i < n; i++) {
		rv = archive_take_tables(archive, archive_take_of_run,
		    nitems(archive_take_of_run), "run_id", run_id[i], tables);
		if (rv == 0)
			rv = archive_take_samples(archive, run_id[i], i,
			    tables, seen);
	}
	json_decref(seen);
	json_object_del(tables, "public");
	if (rv == 0)
		return (tables);
	json_decref(tables);
	return (NULL);
}
