/*
 * pivot: one table of means: a factor's levels down, metrics or another
 * factor's levels across.
 *
 * Marks the best of the first metric, and says speed-up against the first
 * row, or change against the first column.  One value a cell stays one value:
 * no interval is made of nothing.
 */
#include <err.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/natural.h"
#include "client/pivot.h"
#include "client/show.h"

#define PIVOT_CONF	0.95
#define PIVOT_HALF_MAX	100	/* percent, in tables for people */
#define PIVOT_NEAR	0.01	/* of the best, to be named as near it */

/* Is the level among the n? */
static bool
pivot_has(const char *const *level, size_t n, const char *name)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		if (strcmp(level[i], name) == 0)
			return (true);
	return (false);
}

/*
 * The levels of a key in a metric's groups, each once: in the order asked
 * for, of which only those that are there; else all, in natural order.
 */
static size_t
pivot_levels(const struct pivot_metric *m, size_t key,
    const struct pivot_order *order, const char **level)
{
	size_t	 i, k, n, to;

	n = 0;
	for (i = 0; i < m->ngroups; i++)
		if (!pivot_has(level, n, m->group[i].value[key]))
			level[n++] = m->group[i].value[key];
	if (order->n == 0) {
		qsort(level, n, sizeof(*level), natural_order_ptr);
		return (n);
	}
	/* What is asked for and there comes to the front. */
	for (to = i = 0; i < order->n; i++)
		for (k = to; k < n; k++)
			if (strcmp(level[k], order->level[i]) == 0) {
				level[k] = level[to];
				level[to++] = order->level[i];
			}
	return (to);
}

/* The group of a row's level, and of a column's where it is not NULL. */
static const struct group *
pivot_find(const struct pivot *p, const struct pivot_metric *m,
    const char *row, const char *column)
{
	size_t	 i;

	for (i = 0; i < m->ngroups; i++)
		if (strcmp(m->group[i].value[p->row], row) == 0 &&
		    (column == NULL ||
		    strcmp(m->group[i].value[p->column], column) == 0))
			return (&m->group[i]);
	return (NULL);
}

/* The value of a cell; false where there is none. */
static bool
pivot_value(const struct group *g, struct group_value *v)
{
	return (g != NULL && group_mean(&g->counted, g->can_log, v));
}

/* Better as a number: the smaller the better. */
static double
pivot_cost(const struct query_metric *metric, double value)
{
	return (strcmp(metric->better, "higher") == 0 ? -value : value);
}

/* Take a cell into what the title says. */
static void
pivot_count(struct pivot_summary *sum, const struct group *g,
    const struct group_value *v)
{
	if (sum->runs_max == 0 || v->runs < sum->runs_min)
		sum->runs_min = v->runs;
	if (sum->boots_max == 0 || v->boots < sum->boots_min)
		sum->boots_min = v->boots;
	if (v->runs > sum->runs_max)
		sum->runs_max = v->runs;
	if (v->boots > sum->boots_max)
		sum->boots_max = v->boots;
	if (v->noise < sum->noise)
		sum->noise = v->noise;
	if (!g->can_log)
		sum->linear = true;
}

/* What is to be said of a row: what it is worth, and whether it is best. */
static void
pivot_remark(const struct group *g, const struct group_value *v, double best,
    char *text, size_t size)
{
	const char	*rank;
	char		 left[32];

	left[0] = '\0';
	if (g->left_out > 0)
		(void)snprintf(left, sizeof(left), "%zu left out",
		    g->left_out);
	rank = isnan(best) ? "" : v->mean == best ? "best" :
	    fabs(v->mean - best) <= PIVOT_NEAR * fabs(best) ?
	    "within 1% of the best" : "";
	(void)snprintf(text, size, "%s%s%s%s%s",
	    v->noise == GROUP_NOISE_TWO ? "2 values" : "",
	    v->noise == GROUP_NOISE_TWO && left[0] != '\0' ? "; " : "", left,
	    (v->noise == GROUP_NOISE_TWO || left[0] != '\0') &&
	    rank[0] != '\0' ? "; " : "", rank);
}

/* The half-width of an interval, in percent of the mean. */
static double
pivot_half(const struct group *g)
{
	struct group_value	 v;

	if (g == NULL || !group_value(&g->counted, g->can_log, g->resolution,
	    PIVOT_CONF, &v) || !v.has_ci || v.mean == 0)
		return (NAN);
	return (100 * (v.hi - v.lo) / 2 / fabs(v.mean));
}

/* As percent; beyond all measure is said as that. */
static const char *
pivot_show_half(double half, char *text, size_t size)
{
	if (half <= PIVOT_HALF_MAX)
		return (show_percent(half, text, size));
	(void)snprintf(text, size, ">%d%%", PIVOT_HALF_MAX);
	return (text);
}

/* A number that people see in a form of its own. */
static void
pivot_cell(struct output *out, double value,
    const char *(*show)(double, char *, size_t))
{
	char	 text[64];

	if (!isfinite(value)) {
		output_none(out);
		return;
	}
	output_shown(out, json_real(value), show(value, text, sizeof(text)));
}

/* A mean: seconds are written as people write them. */
static void
pivot_mean(struct output *out, const struct query_metric *metric, double value)
{
	pivot_cell(out, value, strcmp(metric->unit, "s") == 0 ? show_seconds :
	    show_number);
}

/* Add a column, for programs "of key" where key is another's; copied. */
static void
pivot_column_of(struct pivot_columns *c, const char *title, const char *of)
{
	char	*key, *copy;
	size_t	 len;

	len = strlen(title) + strlen(of) + 2;
	if ((copy = strdup(title)) == NULL || (key = malloc(len)) == NULL)
		err(1, "memory");
	(void)snprintf(key, len, "%s%s%s", of, of[0] != '\0' ? " " : "",
	    title);
	c->column[c->n].title = copy;
	c->column[c->n].key = key;
	c->column[c->n++].align = OUTPUT_RIGHT;
}

/* Add a column. */
static void
pivot_column(struct pivot_columns *c, const char *title)
{
	pivot_column_of(c, title, "");
}

/* Free the titles. */
void
pivot_columns_clear(struct pivot_columns *c)
{
	size_t	 i;

	for (i = 0; i < c->n; i++) {
		free((void *)(uintptr_t)c->column[i].title);
		free((void *)(uintptr_t)c->column[i].key);
	}
	c->n = 0;
}

/* The best value of a metric over all rows of a column; NAN for none. */
static double
pivot_best(const struct pivot *p, const struct pivot_metric *m,
    const char *const *row, size_t nrows, const char *column)
{
	struct group_value	 v;
	double			 best;
	size_t			 i;

	best = NAN;
	if (strcmp(m->metric->better, "none") == 0 || nrows < 2)
		return (best);
	for (i = 0; i < nrows; i++)
		if (pivot_value(pivot_find(p, m, row[i], column), &v) &&
		    (isnan(best) || pivot_cost(m->metric, v.mean) <
		    pivot_cost(m->metric, best)))
			best = v.mean;
	return (best);
}

/* Speed-up against the first row: more is quicker, whatever is measured. */
static double
pivot_speedup(const struct query_metric *metric, double first, double value)
{
	if (strcmp(metric->better, "none") == 0 || value == 0 || first == 0)
		return (NAN);
	return (strcmp(metric->better, "higher") == 0 ? value / first :
	    first / value);
}

/* Two decimals. */
static const char *
pivot_show_ratio(double value, char *text, size_t size)
{
	(void)snprintf(text, size, "%.2f", value);
	return (text);
}

/* One row where metrics go across. */
struct pivot_line {
	const char	*level;
	double		 half, speedup;		/* NAN: none */
	char		 remark[128];
};

/* What a row says beside its means. */
static void
pivot_line(const struct pivot *p, const char *level, double first,
    double best, struct pivot_line *line)
{
	const struct group	*g;
	struct group_value	 v;

	line->level = level;
	line->half = line->speedup = NAN;
	line->remark[0] = '\0';
	g = pivot_find(p, &p->metric[0], level, NULL);
	if (!pivot_value(g, &v))
		return;
	line->half = pivot_half(g);
	line->speedup = pivot_speedup(p->metric[0].metric, first, v.mean);
	pivot_remark(g, &v, best, line->remark, sizeof(line->remark));
}

/* Columns that would be empty are left out. */
struct pivot_shape {
	bool	 has_half, has_speedup, has_remark;
};

/* Write a row. */
static void
pivot_row_metrics(const struct pivot *p, struct output *out,
    const struct pivot_line *line, const struct pivot_shape *shape)
{
	struct group_value	 v;
	size_t			 m;

	output_row(out);
	output_text(out, line->level);
	for (m = 0; m < p->nmetrics; m++) {
		pivot_mean(out, p->metric[m].metric, pivot_value(pivot_find(p,
		    &p->metric[m], line->level, NULL), &v) ? v.mean : NAN);
		if (m == 0 && shape->has_half)
			pivot_cell(out, line->half, pivot_show_half);
	}
	if (shape->has_speedup)
		pivot_cell(out, line->speedup, pivot_show_ratio);
	if (shape->has_remark)
		output_text(out, line->remark[0] != '\0' ? line->remark :
		    NULL);
}

/* The columns that have something to say. */
static void
pivot_shape(const struct pivot *p, const struct pivot_line *line, size_t n,
    struct pivot_shape *shape, struct pivot_columns *c)
{
	size_t	 i;

	memset(shape, 0, sizeof(*shape));
	for (i = 0; i < n; i++) {
		shape->has_half |= !isnan(line[i].half);
		shape->has_speedup |= !isnan(line[i].speedup);
		shape->has_remark |= line[i].remark[0] != '\0';
	}
	pivot_column(c, p->row_key);
	for (i = 0; i < p->nmetrics; i++) {
		pivot_column(c, p->metric[i].metric->name);
		if (i == 0 && shape->has_half)
			pivot_column(c, "+-");
	}
	if (shape->has_speedup)
		pivot_column(c, "speed-up");
	if (shape->has_remark) {
		pivot_column(c, "notes");
		c->column[c->n - 1].align = OUTPUT_LEFT;
	}
}

/* A table whose columns are metrics, with speed-up against its first row. */
static void
pivot_metrics(const struct pivot *p, struct output *out, const char *member,
    struct pivot_columns *c)
{
	struct group_value	 v;
	struct pivot_line	*line;
	struct pivot_shape	 shape;
	const char		**level;
	double			 best, first;
	size_t			 i, n;

	level = calloc(p->metric[0].ngroups + 1, sizeof(*level));
	line = calloc(p->metric[0].ngroups + 1, sizeof(*line));
	if (level == NULL || line == NULL)
		err(1, "memory");
	n = pivot_levels(&p->metric[0], p->row, p->row_order, level);
	best = pivot_best(p, &p->metric[0], level, n, NULL);
	first = n > 1 && pivot_value(pivot_find(p, &p->metric[0], level[0],
	    NULL), &v) ? v.mean : NAN;
	for (i = 0; i < n; i++)
		pivot_line(p, level[i], first, best, &line[i]);
	pivot_shape(p, line, n, &shape, c);
	output_table(out, member, c->column, c->n);
	for (i = 0; i < n; i++)
		pivot_row_metrics(p, out, &line[i], &shape);
	free(level);
	free(line);
}

/* One row where a factor's levels go across. */
static void
pivot_row_levels(const struct pivot *p, size_t m, struct output *out,
    const char *row, const char *const *column)
{
	struct group_value	 v;
	double			 base;
	size_t			 i;
	bool			 has;

	base = NAN;
	output_row(out);
	output_text(out, row);
	for (i = 0; column[i] != NULL; i++) {
		has = pivot_value(pivot_find(p, &p->metric[m], row, column[i]),
		    &v);
		pivot_mean(out, p->metric[m].metric, has ? v.mean : NAN);
		if (i == 0)
			base = has ? v.mean : NAN;
		else
			pivot_cell(out, has && base != 0 ?
			    100 * (v.mean / base - 1) : NAN, show_change);
	}
}

/* A table whose columns are a factor's levels, with changes. */
static int
pivot_factor(const struct pivot *p, size_t m, struct output *out,
    const char *member, struct pivot_columns *c)
{
	const char	**column, **row;
	size_t		 i, ncolumns, nrows;
	int		 rv;

	row = calloc(p->metric[m].ngroups + 1, sizeof(*row));
	column = calloc(p->metric[m].ngroups + 1, sizeof(*column));
	if (row == NULL || column == NULL)
		err(1, "memory");
	nrows = pivot_levels(&p->metric[m], p->row, p->row_order, row);
	ncolumns = pivot_levels(&p->metric[m], p->column, p->column_order,
	    column);
	column[ncolumns] = NULL;
	rv = 2 * ncolumns + 1 > PIVOT_ACROSS_MAX ? -1 : 0;
	if (rv == 0) {
		pivot_column(c, p->row_key);
		for (i = 0; i < ncolumns; i++) {
			pivot_column(c, column[i]);
			if (i > 0)
				pivot_column_of(c, "change", column[i]);
		}
		output_table(out, member, c->column, c->n);
		for (i = 0; i < nrows; i++)
			pivot_row_levels(p, m, out, row[i], column);
	}
	free(row);
	free(column);
	return (rv);
}

/* What a section's title is to say. */
void
pivot_summarise(const struct pivot *p, size_t m, struct pivot_summary *sum)
{
	const struct group	*g;
	struct group_value	 v;
	size_t			 i;

	memset(sum, 0, sizeof(*sum));
	sum->noise = GROUP_NOISE_UNKNOWN;
	for (i = 0; i < p->metric[m].ngroups; i++) {
		g = &p->metric[m].group[i];
		if (pivot_value(g, &v))
			pivot_count(sum, g, &v);
	}
}

/* Has the section a level of the columns' key? */
bool
pivot_is_table(const struct pivot *p, size_t m)
{
	size_t	 i;

	for (i = 0; i < p->metric[m].ngroups; i++)
		if (p->column_key == NULL || strcmp(
		    p->metric[m].group[i].value[p->column], "-") != 0)
			return (true);
	return (false);
}

/* Add the table of a metric. */
int
pivot_table(const struct pivot *p, size_t m, struct output *out,
    const char *member, struct pivot_columns *c)
{
	memset(c, 0, sizeof(*c));
	if (p->column_key != NULL)
		return (pivot_factor(p, m, out, member, c));
	pivot_metrics(p, out, member, c);
	return (0);
}
