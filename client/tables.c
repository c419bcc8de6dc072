/*
 * tables: tables of means, as the mailing lists post them.
 *
 * One table a section: a recipe, a host, and whatever parameters are neither
 * rows nor columns.  Knows which keys make a section; pivot.c makes the table.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/group.h"
#include "client/options.h"
#include "client/output_sink.h"
#include "client/pivot.h"
#include "client/query.h"
#include "client/say.h"
#include "client/section.h"
#include "client/show.h"
#include "client/tables.h"
#include "client/where.h"
#include "proto/compat.h"

struct tables {
	const struct tables_ask	*ask;
	const char		*rows, *columns;
	struct pivot_order	 row_order, column_order;
	char			*rows_text, *columns_text;	/* as asked */
	struct archive		*archive;
	struct query		*query;
	struct where		*where;
	const char		*key[GROUP_KEYS_MAX];
	size_t			 nkeys;
	size_t			 nsection;	/* keys before rows, columns */
	const struct query_metric *metric[PIVOT_ACROSS_MAX];
	struct query_row	*row[PIVOT_ACROSS_MAX];
	struct group_list	 list[PIVOT_ACROSS_MAX];
	size_t			 nmetrics;
	struct pivot_columns	**table;	/* live until the output ends */
	size_t			 ntables;
	json_t			*sections;
};

#define tables_usage(t, ...)	options_usage((t)->ask->command, __VA_ARGS__)

/* Read the conditions and the names of the archive. */
static int
tables_open(struct tables *t)
{
	char	 why[512];

	if ((t->where = where_parse(t->ask->where, why,
	    sizeof(why))) == NULL)
		return (tables_usage(t, "--where: %s", why));
	if ((t->query = query_new(t->archive, why, sizeof(why))) == NULL) {
		say_error(NULL, "%s", why);
		return (OPTIONS_FAILED);
	}
	return (OPTIONS_OK);
}

/* Load one metric's rows. */
static int
tables_load_metric(struct tables *t, const struct query_metric *metric)
{
	struct query_row	*rows;
	char			 why[512];
	ssize_t			 n;

	if ((n = query_rows(t->query, metric, t->where, &rows, why,
	    sizeof(why))) == -1) {
		say_error(NULL, "%s", why);
		return (OPTIONS_FAILED);
	}
	if (n > 0) {
		t->row[t->nmetrics] = rows;
		t->metric[t->nmetrics] = metric;
		t->list[t->nmetrics++].n = (size_t)n;	/* until grouped */
	}
	return (OPTIONS_OK);
}

/* Load the metrics asked for: by default real, user and sys. */
static int
tables_load(struct tables *t)
{
	const struct query_metric	*metric;
	char				*at, *list, *name;
	int				 status;

	if ((list = strdup(t->ask->metric != NULL ? t->ask->metric :
	    "real,user,sys")) == NULL)
		return (OPTIONS_FAILED);
	status = OPTIONS_OK;
	at = list;
	while (status == OPTIONS_OK && (name = strsep(&at, ",")) != NULL) {
		metric = query_metric_find(t->query, name);
		if (metric == NULL && t->ask->metric != NULL)
			status = tables_usage(t,
			    "no metric '%s' in %s", name,
			    archive_path(t->archive));
		else if (metric != NULL &&
		    t->nmetrics < PIVOT_ACROSS_MAX / 2)
			status = tables_load_metric(t, metric);
	}
	free(list);
	if (status == OPTIONS_OK && t->nmetrics == 0) {
		say_error(NULL, "nothing in %s fits%s%s", archive_path(t->archive),
		    t->ask->where != NULL ? " " : "",
		    t->ask->where != NULL ? t->ask->where : "");
		status = OPTIONS_FAILED;
	}
	return (status);
}

/* How many values a key has in the first metric's rows. */
static int
tables_variety(const struct tables *t, const char *key)
{
	return (section_variety(t->query, t->row[0], t->list[0].n, key));
}

/* Does the key differ between hosts, so that a host is no section of it? */
static bool
tables_is_of_host(const struct tables *t, const char *key)
{
	static const char *const	 of_run[] = { "host", "machine" };
	const struct query_row		*a, *b;
	const char			*x, *y;
	size_t				 i;

	if (key == NULL)
		return (false);
	if (section_has(of_run, nitems(of_run), key))
		return (true);
	if (tables_variety(t, key) < 2)
		return (false);
	/* One host with two values of it: then it is not the host's. */
	for (i = 1; i < t->list[0].n; i++) {
		a = &t->row[0][i - 1];
		b = &t->row[0][i];
		x = query_value(t->query, a, key);
		y = query_value(t->query, b, key);
		if (x == NULL || y == NULL || strcmp(x, y) == 0)
			continue;
		if (strcmp(query_value(t->query, a, "host"),
		    query_value(t->query, b, "host")) == 0)
			return (false);
	}
	return (true);
}

/* Is it one of the keys chosen already, or the row's or column's? */
static bool
tables_has_key(const struct tables *t, const char *key)
{
	return (section_has(&t->rows, 1, key) ||
	    section_has(&t->columns, 1, key) ||
	    section_has(t->key, t->nkeys, key));
}

/* Add a parameter of some cell to the keys, or make it the rows. */
static int
tables_parameters(struct tables *t)
{
	const char	*level, *name;
	size_t		 i, p;

	for (i = 0; i < t->list[0].n; i++)
		for (p = 0; query_level(t->query, &t->row[0][i], p, &name,
		    &level); p++) {
			if (tables_has_key(t, name))
				continue;
			if (t->rows == NULL &&
			    tables_variety(t, name) == 2) {
				t->rows = name;
				continue;
			}
			if (t->nkeys == GROUP_KEYS_MAX - 2)
				return (tables_usage(t, "too many "
				    "parameters differ: narrow them by "
				    "--where"));
			t->key[t->nkeys++] = name;
		}
	return (OPTIONS_OK);
}

/* Choose the keys of sections, rows and columns. */
static int
tables_keys(struct tables *t)
{
	const char	*asked[2];
	size_t		 i;
	int		 status;

	for (asked[0] = t->rows, asked[1] = t->columns, i = 0; i < 2; i++)
		if (asked[i] != NULL && tables_variety(t, asked[i]) == 0)
			return (tables_usage(t, "nothing here has a '%s'",
			    asked[i]));
	if (!tables_has_key(t, "recipe") && !tables_has_key(t, "test"))
		t->key[t->nkeys++] = "recipe";
	if (!tables_is_of_host(t, t->rows) &&
	    !tables_is_of_host(t, t->columns))
		t->key[t->nkeys++] = "host";
	if ((status = tables_parameters(t)) != OPTIONS_OK)
		return (status);
	if (t->rows == NULL)
		t->rows = "host";
	t->nsection = t->nkeys;
	t->key[t->nkeys++] = t->rows;
	if (t->columns != NULL)
		t->key[t->nkeys++] = t->columns;
	return (OPTIONS_OK);
}

/* Are two groups of one section? */
static bool
tables_is_section(const struct tables *t, const struct group *a,
    const struct group *b)
{
	size_t	 i;

	for (i = 0; i < t->nsection; i++)
		if (strcmp(a->value[i], b->value[i]) != 0)
			return (false);
	return (true);
}

/* Gather a section's groups of every metric, by the first metric's begin. */
static void
tables_gather(const struct tables *t, const struct group *lead,
    struct pivot *p)
{
	const struct group_list	*list;
	size_t			 from, m, to;

	memset(p, 0, sizeof(*p));
	p->row_order = &t->row_order;
	p->column_order = &t->column_order;
	p->row_key = t->rows;
	p->row = t->nsection;
	p->column_key = t->columns;
	p->column = t->nsection + 1;
	for (m = 0; m < t->nmetrics; m++) {
		list = &t->list[m];
		from = group_first(list, lead, t->nsection);
		for (to = from; to < list->n; to++)
			if (!tables_is_section(t, lead, &list->group[to]))
				break;
		if (from == to)
			continue;
		p->metric[p->nmetrics].metric = t->metric[m];
		p->metric[p->nmetrics].group = &list->group[from];
		p->metric[p->nmetrics++].ngroups = to - from;
	}
}

/* "3", or "2 to 3". */
static void
tables_range(char *text, size_t size, size_t min, size_t max)
{
	if (min == max)
		snprintf(text, size, "%zu", min);
	else
		snprintf(text, size, "%zu to %zu", min, max);
}

/* What the numbers of a section are. */
static void
tables_noise(const struct pivot_summary *sum, char *text, size_t size)
{
	char	 boots[48], runs[48];

	tables_range(runs, sizeof(runs), sum->runs_min, sum->runs_max);
	tables_range(boots, sizeof(boots), sum->boots_min, sum->boots_max);
	if (sum->runs_max <= 1)
		(void)snprintf(text, size, "one value each, noise unknown");
	else if (sum->noise == GROUP_NOISE_BOOTS)
		(void)snprintf(text, size,
		    "%s of %s runs in %s boots, +-95%% over boots",
		    sum->linear ? "mean" : "geometric mean", runs, boots);
	else
		(void)snprintf(text, size,
		    "%s of %s runs, +-95%% within this boot",
		    sum->linear ? "mean" : "geometric mean", runs);
}

/* Where a section was measured: "buildkernel on elm jobs=4". */
static void
tables_place(const struct tables *t, const struct group *g, char *text,
    size_t size)
{
	size_t	 i, len;

	text[0] = '\0';
	for (i = 0; i < t->nsection; i++) {
		if (strcmp(g->value[i], "-") == 0)
			continue;
		len = strlen(text);
		(void)snprintf(text + len, size - len, "%s%s%s%s",
		    len > 0 ? " " : "",
		    strcmp(t->key[i], "host") == 0 ? "on " :
		    strcmp(t->key[i], "recipe") == 0 ? "" : t->key[i],
		    strcmp(t->key[i], "host") == 0 ||
		    strcmp(t->key[i], "recipe") == 0 ? "" : "=", g->value[i]);
	}
}

/* Does the release name the system too ("Debian GNU/Linux 12")? */
static bool
tables_is_named(const struct tables *t, const struct group *g,
    const char *os)
{
	const char	*release;

	release = query_value(t->query, g->row[0], "release");
	return (release != NULL && strstr(release, os) != NULL);
}

/* What the host is: "(amd64, 2 CPUs, FreeBSD 14.1, ULE)". */
static void
tables_what(const struct tables *t, const struct group *g, char *text,
    size_t size)
{
	static const struct {
		const char	*key, *one, *many;
	} facts[] = {
		{ "arch", "", "" }, { "cpu.count", " CPU", " CPUs" },
		{ "os", "", "" }, { "release", "", "" }, { "sched", "", "" }
	};
	const char	*value;
	size_t		 i, len;
	bool		 is_os, was_os;

	text[0] = '\0';
	was_os = false;
	for (i = 0; i < nitems(facts); i++) {
		value = query_value(t->query, g->row[0], facts[i].key);
		is_os = strcmp(facts[i].key, "os") == 0;
		if (value == NULL || tables_has_key(t, facts[i].key) ||
		    (is_os && tables_is_named(t, g, value)))
			continue;
		len = strlen(text);
		(void)snprintf(text + len, size - len, "%s%s%s",
		    len == 0 ? " (" : was_os ? " " : ", ", value,
		    strcmp(value, "1") == 0 ? facts[i].one : facts[i].many);
		was_os = is_os;
	}
	if (text[0] != '\0')
		(void)strlcat(text, ")", size);
}

/* A section's title: what, where, and what the numbers are. */
static void
tables_title(const struct tables *t, const struct pivot *p, size_t m,
    struct output *out)
{
	const struct query_metric	*metric;
	struct pivot_summary		 sum;
	char				 noise[160], place[512], what[512];

	metric = p->metric[m].metric;
	pivot_summarise(p, m, &sum);
	tables_place(t, &p->metric[m].group[0], place, sizeof(place));
	tables_what(t, &p->metric[m].group[0], what, sizeof(what));
	tables_noise(&sum, noise, sizeof(noise));
	output_title(out, "%s%s: %s%s%s%s%s, %s", place, what,
	    t->columns != NULL ? metric->name : "",
	    t->columns != NULL ? " by " : "",
	    t->columns != NULL ? t->columns : "",
	    t->columns != NULL ? ", " : "",
	    strcmp(metric->unit, "s") == 0 ? "seconds" : metric->unit, noise);
}

/* Is the row of that boot and cell one of the group's? */
static bool
tables_has_row(const struct group *g, int64_t boot_id, int64_t cell_id)
{
	size_t	 i;

	for (i = 0; i < g->nrows; i++)
		if (g->row[i]->boot_id == boot_id &&
		    g->row[i]->cell_id == cell_id)
			return (true);
	return (false);
}

/* Why runs of a group were left out: "foreign-cpu, steal". */
static void
tables_reasons(const struct tables *t, const struct group *g, char *text,
    size_t size)
{
	struct archive_stmt	*st;
	const char		*taint;

	text[0] = '\0';
	st = archive_stmt(t->archive, "query_taints");
	while (archive_step(st) == 1) {
		taint = archive_text(st, 2);
		if (strcmp(archive_text(st, 3), "outside") != 0 ||
		    strstr(text, taint) != NULL || !tables_has_row(g,
		    archive_int(st, 0), archive_int(st, 1)))
			continue;
		(void)strlcat(text, text[0] != '\0' ? ", " : "", size);
		(void)strlcat(text, taint, size);
	}
}

/* Whatever is left out is printed too: what a cell would be with it. */
static void
tables_left_out(const struct tables *t, const struct pivot_metric *m,
    struct output *out)
{
	const struct group	*g;
	struct group_value	 v;
	char			 number[SHOW_BYTES], taints[256];
	size_t			 i;
	bool			 timed;

	timed = strcmp(m->metric->unit, "s") == 0;
	for (i = 0; i < m->ngroups; i++) {
		g = &m->group[i];
		if (g->left_out == 0 || !group_value(&g->all, g->can_log,
		    g->resolution, 0.95, &v))
			continue;
		tables_reasons(t, g, taints, sizeof(taints));
		output_note(out, "%s=%s: %zu run%s left out for %s; with %s "
		    "%s is %s%s%s", t->rows, g->value[t->nsection],
		    g->left_out, g->left_out == 1 ? "" : "s", taints,
		    g->left_out == 1 ? "it" : "them", m->metric->name,
		    timed ? show_seconds(v.mean, number, sizeof(number)) :
		    show_number(v.mean, number, sizeof(number)),
		    timed ? "" : " ", timed ? "" : m->metric->unit);
	}
}

/* What a section's rows have in common, for programs. */
static void
tables_section_json(const struct tables *t, const struct pivot *p,
    size_t m, const char *member)
{
	const struct query_metric	*metric;
	json_t				*object, *where;
	size_t				 i;

	metric = p->metric[m].metric;
	where = json_object();
	for (i = 0; i < t->nsection; i++)
		json_object_set_new(where, t->key[i],
		    output_sink_json(p->metric[m].group[0].value[i]));
	object = json_object();
	json_object_set_new(object, "where", where);
	json_object_set_new(object, "metric", output_sink_json(metric->name));
	json_object_set_new(object, "unit", output_sink_json(metric->unit));
	json_object_set_new(object, "better",
	    output_sink_json(metric->better));
	json_object_set_new(object, "rows", json_string(member));
	json_array_append_new(t->sections, object);
}

/* One section: a table, or one a metric where a factor goes across. */
static int
tables_section(struct tables *t, const struct group *lead,
    struct output *out)
{
	struct pivot		 p;
	char			 member[32];
	size_t			 m, tables;

	tables_gather(t, lead, &p);
	tables = t->columns == NULL ? 1 : p.nmetrics;
	for (m = 0; m < tables; m++) {
		if (!pivot_is_table(&p, m))
			continue;
		t->table = reallocarray(t->table, t->ntables + 1,
		    sizeof(*t->table));
		if (t->table == NULL || (t->table[t->ntables] = calloc(1,
		    sizeof(**t->table))) == NULL)
			err(1, "memory");
		(void)snprintf(member, sizeof(member), "table%zu",
		    ++t->ntables);
		tables_title(t, &p, m, out);
		tables_section_json(t, &p, m, member);
		if (pivot_table(&p, m, out, member,
		    t->table[t->ntables - 1]) == -1) {
			say_error(NULL, "too many columns: narrow them by "
			    "--where");
			return (OPTIONS_FAILED);
		}
		tables_left_out(t, &p.metric[m], out);
	}
	return (OPTIONS_OK);
}

/* All sections, in the order of their keys. */
int
tables_show(struct tables *t, struct output *out)
{
	const struct group_list	*list;
	size_t			 i;
	int			 status;

	output_member(out, "rows", output_sink_json(t->rows));
	output_member(out, "columns", t->columns != NULL ?
	    output_sink_json(t->columns) : json_null());
	t->sections = json_array();
	list = &t->list[0];
	status = OPTIONS_OK;
	for (i = 0; status == OPTIONS_OK && i < list->n; i++)
		if (i == 0 || !tables_is_section(t, &list->group[i - 1],
		    &list->group[i]))
			status = tables_section(t, &list->group[i], out);
	output_member(out, "sections", t->sections);
	return (status);
}

/* Group every metric's rows by the keys. */
static int
tables_group(struct tables *t)
{
	size_t	 m, n;

	for (m = 0; m < t->nmetrics; m++) {
		n = t->list[m].n;
		t->list[m].n = 0;
		if (group_rows(t->query, t->row[m], n, t->key, t->nkeys,
		    &t->list[m]) == -1) {
			say_error(NULL, "memory");
			return (OPTIONS_FAILED);
		}
	}
	return (OPTIONS_OK);
}

/* "kernel", or "kernel=UP,SMP"; the key, NULL of NULL. */
static const char *
tables_asked(const char *text, char **copy, struct pivot_order *order)
{
	char	*at, *level;

	if (text == NULL)
		return (NULL);
	if ((*copy = strdup(text)) == NULL)
		err(1, "memory");
	if ((at = strchr(*copy, '=')) == NULL)
		return (*copy);
	*at++ = '\0';
	while ((level = strsep(&at, ",")) != NULL)
		if (level[0] != '\0' && order->n < nitems(order->level))
			order->level[order->n++] = level;
	return (*copy);
}

/* Choose and group. */
struct tables *
tables_new(struct archive *archive, const struct tables_ask *ask, int *status)
{
	struct tables	*t;

	if ((t = calloc(1, sizeof(*t))) == NULL)
		err(1, "memory");
	t->ask = ask;
	t->archive = archive;
	t->rows = tables_asked(ask->rows, &t->rows_text, &t->row_order);
	t->columns = tables_asked(ask->columns, &t->columns_text,
	    &t->column_order);
	if ((*status = tables_open(t)) == OPTIONS_OK &&
	    (*status = tables_load(t)) == OPTIONS_OK &&
	    (*status = tables_keys(t)) == OPTIONS_OK &&
	    (*status = tables_group(t)) == OPTIONS_OK)
		return (t);
	tables_free(t);
	return (NULL);
}

/* NULL is allowed. */
void
tables_free(struct tables *t)
{
	size_t	 i;

	if (t == NULL)
		return;
	for (i = 0; i < t->ntables; i++) {
		pivot_columns_clear(t->table[i]);
		free(t->table[i]);
	}
	free(t->table);
	for (i = 0; i < t->nmetrics; i++) {
		if (t->list[i].group != NULL)
			group_clear(&t->list[i]);
		free(t->row[i]);
	}
	free(t->rows_text);
	free(t->columns_text);
	where_free(t->where);
	query_free(t->query);
	free(t);
}
