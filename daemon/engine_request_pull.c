/*
 * engine_request_pull: what is new, in pages that are whole in themselves.
 *
 * A page holds the rows of some changes and all that they refer to; which
 * columns of which table is said by the statements called pull_TABLE, and in
 * which order by the table below.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/engine.h"
#include "proto/compat.h"

#define ENGINE_REQUEST_PULL_CHANGES	128	/* a page begins with */

/* Rows come after those that they refer to. */
static const char *const engine_request_pull_tables[] = {
	"factset", "fact", "host", "host_label", "recipe", "boot", "state",
	"job", "job_label", "cell", "cell_level", "slot", "workload", "run",
	"step", "evidence", "taint", "metric", "note", "event"
};

/* What a page refers to is found in this order. */
static const char *const engine_request_pull_closure[] = {
	"page_slots", "page_cells", "page_rest", "page_last"
};

static const char *const engine_request_pull_columns[] = {
	"run", "part", "metric", "value", "resolution"
};

/* Which changes a page takes. */
struct engine_request_pull_range {
	int64_t	 after;
	int64_t	 upto;
	int64_t	 job_id;	/* 0: of all */
	bool	 more;
};

static json_t	*engine_request_pull_page(struct engine_request *,
		    struct engine_request_pull_range *);
static int	 engine_request_pull_cursor(struct engine_request *,
		    struct engine_request_pull_range *, char *);
static int	 engine_request_pull_fill(struct store *,
		    const struct engine_request_pull_range *);
static int	 engine_request_pull_range(struct engine_request *,
		    struct engine_request_pull_range *, int64_t);
static json_t	*engine_request_pull_samples(struct store *);
static json_t	*engine_request_pull_table(struct store *, const char *);

/* pull.changes: a page, now or in the gap. */
json_t *
engine_request_pull_changes(struct engine_request *request)
{
	struct engine_request_pull_range	 range;
	struct engine				*engine;
	char					 incarnation[UID_HEX_BYTES];
	json_t					*tables;

	engine = request->engine;
	if (engine->run != NULL || engine->ended != NULL) {
		request->later = engine_watch_pull(request) == 0;
		return (NULL);
	}
	memset(&range, 0, sizeof(range));
	if (engine_request_pull_cursor(request, &range, incarnation) == -1 ||
	    (tables = engine_request_pull_page(request, &range)) == NULL)
		return (NULL);
	if (range.more)
		engine_watch_hold(engine);
	return (json_pack("{s:s, s:I, s:b, s:o}", "incarnation", incarnation,
	    "next", (json_int_t)range.upto, "more", range.more, "tables",
	    tables));
}

/* From where on; a cursor of another history is told so. */
static int
engine_request_pull_cursor(struct engine_request *request,
    struct engine_request_pull_range *range, char *incarnation)
{
	struct store_rows	*rows;
	const char		*theirs;
	uint8_t			 ours[UID_BYTES];

	range->after = msg_integer(request->params, "after", 0);
	rows = store_ask(request->engine->store, "self_show", NULL, 0);
	if (store_next(rows))
		store_take(rows, 1, ours, sizeof(ours));
	if (store_end(rows) == -1) {
		engine_request_store_fault(request);
		return (-1);
	}
	uid_hex(ours, UID_BYTES, incarnation);
	theirs = msg_text(request->params, "incarnation");
	if ((theirs != NULL && strcmp(theirs, incarnation) != 0) ||
	    (theirs == NULL && range->after > 0) ||
	    range->after > store_number(request->engine->store, "change_last",
	    0, NULL, 0)) {
		msg_fault(&request->fault, ERROR_RESTORED, NULL,
		    "the host's database has another history than this cursor; begin again with 0");
		return (-1);
	}
	if (msg_text(request->params, "job") == NULL)
		return (0);
	range->job_id = engine_request_find_job(request);
	return (range->job_id == 0 ? -1 : 0);
}

/* A page of as many changes as fit; fewer are tried until it does. */
static json_t *
engine_request_pull_page(struct engine_request *request,
    struct engine_request_pull_range *range)
{
	struct store	*store;
	json_t		*tables;
	int64_t		 changes;
	size_t		 i;

	store = request->engine->store;
	for (changes = ENGINE_REQUEST_PULL_CHANGES; ; changes /= 4) {
		if (engine_request_pull_range(request, range, changes) == -1 ||
		    engine_request_pull_fill(store, range) == -1)
			return (engine_request_store_fault(request));
		tables = json_object();
		for (i = 0; i < nitems(engine_request_pull_tables); i++)
			json_object_set_new(tables,
			    engine_request_pull_tables[i],
			    engine_request_pull_table(store,
			    engine_request_pull_tables[i]));
		json_object_set_new(tables, "sample",
		    engine_request_pull_samples(store));
		if (json_object_size(tables) !=
		    nitems(engine_request_pull_tables) + 1) {
			json_decref(tables);
			return (engine_request_store_fault(request));
		}
		if (changes < 4 || json_dumpb(tables, NULL, 0,
		    JSON_COMPACT) <= LIMIT_PAGE_BYTES)
			return (tables);
		json_decref(tables);
	}
}

/* Which changes are next. */
static int
engine_request_pull_range(struct engine_request *request,
    struct engine_request_pull_range *range, int64_t changes)
{
	struct store_rows	*rows;
	struct store		*store;

	store = request->engine->store;
	/* One more is looked for, to know whether there is more. */
	if (range->job_id == 0)
		rows = STORE_ASK(store, "pull_upto", STORE_INT(range->after),
		    STORE_INT(changes));
	else
		rows = STORE_ASK(store, "pull_upto_job",
		    STORE_INT(range->after), STORE_INT(changes),
		    STORE_INT(range->job_id));
	range->upto = range->after;
	if (store_next(rows) && store_integer(rows, 1) > 0)
		range->upto = store_integer(rows, 0);
	if (store_end(rows) == -1)
		return (-1);
	range->more = STORE_NUMBER(store, "pull_more", 0,
	    STORE_INT(range->upto), range->job_id == 0 ? STORE_NULL :
	    STORE_INT(range->job_id)) != 0;
	return (0);
}

/* Note the page's rows, and what they refer to. */
static int
engine_request_pull_fill(struct store *store,
    const struct engine_request_pull_range *range)
{
	size_t	i;

	if (store_do(store, "page_clear", NULL, 0) == -1 ||
	    STORE_DO(store, "page_fill", STORE_INT(range->after),
	    STORE_INT(range->upto), range->job_id == 0 ? STORE_NULL :
	    STORE_INT(range->job_id)) == -1)
		return (-1);
	for (i = 0; i < nitems(engine_request_pull_closure); i++)
		if (store_do(store, engine_request_pull_closure[i], NULL,
		    0) == -1)
			return (-1);
	return (0);
}

/* One table: its columns' names, its rows. */
static json_t *
engine_request_pull_table(struct store *store, const char *table)
{
	struct store_rows	*rows;
	char			 name[32];
	json_t			*columns, *lines;
	size_t			 i;

	snprintf(name, sizeof(name), "pull_%s", table);
	columns = json_array();
	lines = json_array();
	rows = store_ask(store, name, NULL, 0);
	for (i = 0; i < store_columns(rows); i++)
		json_array_append_new(columns,
		    json_string(store_name(rows, i)));
	while (store_next(rows))
		json_array_append_new(lines, engine_json_list(rows));
	if (store_end(rows) == 0)
		return (json_pack("{s:o, s:o}", "columns", columns, "rows",
		    lines));
	json_decref(columns);
	json_decref(lines);
	return (NULL);
}

/* Samples in columns. */
static json_t *
engine_request_pull_samples(struct store *store)
{
	struct store_rows	*rows;
	json_t			*column[nitems(engine_request_pull_columns)];
	json_t			*object;
	size_t			 i;

	for (i = 0; i < nitems(column); i++)
		column[i] = json_array();
	rows = store_ask(store, "pull_sample", NULL, 0);
	while (store_next(rows))
		for (i = 0; i < nitems(column); i++)
			json_array_append_new(column[i],
			    engine_json_value(rows, i));
	object = json_object();
	for (i = 0; i < nitems(column); i++)
		json_object_set_new(object, engine_request_pull_columns[i],
		    column[i]);
	if (store_end(rows) == 0)
		return (object);
	json_decref(object);
	return (NULL);
}
