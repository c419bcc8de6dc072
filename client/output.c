/*
 * output: rows and columns, kept until all is said, then written at once.
 *
 * Knows tables and formats; nothing of what a command means by them.
 */
#include <err.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client/output.h"
#include "client/output_sink.h"

struct output_cell {
	json_t	*value;		/* NULL: none */
	char	*shown;		/* as it came; NULL: "-" */
	bool	 rest;		/* runs over what is to its right */
};

struct output_table {
	char				*member;
	char				*title;
	const struct output_column	*column;
	size_t				 ncolumns;
	struct output_cell		*cell;	/* row by row */
	size_t				 ncells, size;
	size_t				 filled; /* of the present row */
	char				**note;
	size_t				 nnotes;
};

struct output {
	enum output_format	 format;
	const char		*command;
	char			*title;		/* of the table to come */
	struct output_table	*table;
	size_t			 ntables;
	json_t			*members;
};

/* As realloc, and the end where memory ends. */
static void *
output_grow(void *old, size_t n, size_t size)
{
	void	*grown;

	if ((grown = reallocarray(old, n, size)) == NULL)
		err(1, "memory");
	return (grown);
}

/* A format by its name. */
bool
output_format(const char *name, enum output_format *format)
{
	static const char *const	 names[] = {
		[OUTPUT_TEXT] = "text", [OUTPUT_JSON] = "json",
		[OUTPUT_CSV] = "csv", [OUTPUT_MD] = "md"
	};
	size_t				 i;

	for (i = 0; i < nitems(names); i++)
		if (strcmp(name, names[i]) == 0) {
			*format = (enum output_format)i;
			return (true);
		}
	return (false);
}

/* The format that was asked for. */
enum output_format
output_is(const struct output *out)
{
	return (out->format);
}

/* Begin; command is borrowed. */
struct output *
output_new(enum output_format format, const char *command)
{
	struct output	*out;

	out = output_grow(NULL, 1, sizeof(*out));
	memset(out, 0, sizeof(*out));
	out->format = format;
	out->command = command;
	if ((out->members = json_object()) == NULL)
		err(1, "memory");
	return (out);
}

/* The table that is being filled; notes may come before any. */
static struct output_table *
output_last(struct output *out)
{
	if (out->ntables == 0)
		output_table(out, NULL, NULL, 0);
	return (&out->table[out->ntables - 1]);
}

/* Begin a table. */
void
output_table(struct output *out, const char *member,
    const struct output_column *column, size_t n)
{
	struct output_table	*table;

	out->table = output_grow(out->table, out->ntables + 1,
	    sizeof(*out->table));
	table = &out->table[out->ntables++];
	memset(table, 0, sizeof(*table));
	if (member != NULL && (table->member = strdup(member)) == NULL)
		err(1, "memory");
	table->column = column;
	table->ncolumns = n;
	table->filled = n;	/* no row is begun */
	table->title = out->title;
	out->title = NULL;
}

/* Text by printf; to be freed. */
static char *
output_printf(const char *fmt, va_list ap)
{
	char	*text;

	if (vasprintf(&text, fmt, ap) == -1)
		err(1, "memory");
	return (text);
}

/* Above the next table. */
void
output_title(struct output *out, const char *fmt, ...)
{
	va_list	 ap;

	va_start(ap, fmt);
	free(out->title);
	out->title = output_printf(fmt, ap);
	va_end(ap);
}

/* Below the last one. */
void
output_note(struct output *out, const char *fmt, ...)
{
	struct output_table	*table;
	va_list			 ap;

	table = output_last(out);
	table->note = output_grow(table->note, table->nnotes + 1,
	    sizeof(*table->note));
	va_start(ap, fmt);
	table->note[table->nnotes++] = output_printf(fmt, ap);
	va_end(ap);
}

/* For programs only. */
void
output_member(struct output *out, const char *name, json_t *value)
{
	if (json_object_set_new(out->members, name, value) == -1)
		err(1, "memory");
}

/* Empty cells up to the row's end. */
static void
output_fill(struct output_table *table)
{
	while (table->filled < table->ncolumns) {
		memset(&table->cell[table->ncells++], 0,
		    sizeof(*table->cell));
		table->filled++;
	}
}

/* A row. */
void
output_row(struct output *out)
{
	struct output_table	*table;

	table = output_last(out);
	output_fill(table);
	if (table->ncells + table->ncolumns > table->size) {
		table->size = 2 * table->size + 16 * table->ncolumns;
		table->cell = output_grow(table->cell, table->size,
		    sizeof(*table->cell));
	}
	table->filled = 0;
}

/* The next cell; value and shown are taken over. */
static void
output_cell(struct output *out, json_t *value, char *shown, bool rest)
{
	struct output_table	*table;

	table = output_last(out);
	if (table->filled == table->ncolumns || table->ncells >= table->size)
		errx(1, "%s: more cells than columns", out->command);
	table->cell[table->ncells].value = value;
	table->cell[table->ncells].shown = shown;
	table->cell[table->ncells++].rest = rest;
	table->filled++;
}

/* Text. */
void
output_text(struct output *out, const char *text)
{
	if (text == NULL)
		output_none(out);
	else
		output_shown(out, output_sink_json(text), text);
}

/* A whole number. */
void
output_int(struct output *out, int64_t value)
{
	char	 shown[32];

	snprintf(shown, sizeof(shown), "%lld", (long long)value);
	output_shown(out, json_integer(value), shown);
}

/* A number with so many decimals for people, with all for programs. */
void
output_real(struct output *out, double value, int decimals)
{
	char	 shown[64];

	if (!isfinite(value)) {
		output_none(out);
		return;
	}
	snprintf(shown, sizeof(shown), "%.*f", decimals, value);
	output_shown(out, json_real(value), shown);
}

/* Nothing to be had. */
void
output_none(struct output *out)
{
	output_cell(out, NULL, NULL, false);
}

/* A value, and what people see of it. */
void
output_shown(struct output *out, json_t *value, const char *shown)
{
	char	*copy;

	if ((copy = strdup(shown)) == NULL)
		err(1, "memory");
	output_cell(out, value, copy, false);
}

/* Text as long as it is. */
void
output_rest(struct output *out, const char *text)
{
	char	*copy;

	if ((copy = strdup(text)) == NULL)
		err(1, "memory");
	output_cell(out, output_sink_json(text), copy, true);
}

/* A cell for people, by this sink; to be freed. */
static char *
output_show(const struct output_cell *cell, char *(*sink)(const char *))
{
	return (sink(cell->shown != NULL ? cell->shown : "-"));
}

/* The widest cell of each column that people see. */
static size_t *
output_widths(const struct output_table *table)
{
	size_t	*width, i, w;
	char	*text;

	width = output_grow(NULL, table->ncolumns + 1, sizeof(*width));
	/* A title may be foreign text: a level of a factor. */
	for (i = 0; i < table->ncolumns; i++) {
		width[i] = 0;
		if (table->column[i].title == NULL)
			continue;
		text = output_sink_text(table->column[i].title);
		width[i] = output_sink_width(text);
		free(text);
	}
	for (i = 0; i < table->ncells; i++) {
		if (table->column[i % table->ncolumns].title == NULL ||
		    table->cell[i].rest)
			continue;
		text = output_show(&table->cell[i], output_sink_text);
		w = output_sink_width(text);
		if (w > width[i % table->ncolumns])
			width[i % table->ncolumns] = w;
		free(text);
	}
	return (width);
}

/* So many blanks. */
static void
output_blanks(size_t n)
{
	while (n-- > 0)
		putchar(' ');
}

/*
 * One line of aligned text.  Blanks are written before a cell, never after
 * the last; cells == NULL: the titles.
 */
static void
output_line(const struct output_table *table, const size_t *width,
    const struct output_cell *cells)
{
	size_t	 due, i, w;
	char	*text;
	bool	 rest;

	due = 0;
	rest = false;
	for (i = 0; i < table->ncolumns && !rest; i++) {
		if (table->column[i].title == NULL)
			continue;
		text = cells != NULL ? output_show(&cells[i],
		    output_sink_text) :
		    output_sink_text(table->column[i].title);
		rest = cells != NULL && cells[i].rest;
		w = output_sink_width(text);
		if (table->column[i].align == OUTPUT_RIGHT && !rest)
			due += width[i] - w;
		output_blanks(due);
		fputs(text, stdout);
		free(text);
		due = 2 + (table->column[i].align == OUTPUT_LEFT && !rest ?
		    width[i] - w : 0);
	}
	putchar('\n');
}

/* A table for people. */
static void
output_as_text(const struct output_table *table, bool first)
{
	size_t	 i, *width;
	char	*text;

	if (!first)
		putchar('\n');
	if (table->title != NULL) {
		text = output_sink_text(table->title);
		puts(text);
		free(text);
	}
	width = output_widths(table);
	if (table->ncells > 0)
		output_line(table, width, NULL);
	for (i = 0; i < table->ncells; i += table->ncolumns)
		output_line(table, width, &table->cell[i]);
	free(width);
	for (i = 0; i < table->nnotes; i++) {
		text = output_sink_text(table->note[i]);
		puts(text);
		free(text);
	}
}

/* A line of a Markdown table. */
static void
output_line_md(const struct output_table *table,
    const struct output_cell *cells)
{
	size_t	 i;
	char	*text;

	for (i = 0; i < table->ncolumns; i++) {
		if (table->column[i].title == NULL)
			continue;
		text = cells != NULL ? output_show(&cells[i],
		    output_sink_md) : output_sink_md(table->column[i].title);
		printf("| %s ", text);
		free(text);
	}
	puts("|");
}

/* A table for pages. */
static void
output_as_md(const struct output_table *table, bool first)
{
	size_t	 i;
	char	*text;

	if (!first)
		putchar('\n');
	if (table->title != NULL) {
		text = output_sink_md(table->title);
		printf("%s\n\n", text);
		free(text);
	}
	if (table->ncells > 0) {
		output_line_md(table, NULL);
		for (i = 0; i < table->ncolumns; i++)
			if (table->column[i].title != NULL)
				fputs(table->column[i].align == OUTPUT_RIGHT ?
				    "| ---: " : "| --- ", stdout);
		puts("|");
	}
	for (i = 0; i < table->ncells; i += table->ncolumns)
		output_line_md(table, &table->cell[i]);
	for (i = 0; i < table->nnotes; i++) {
		text = output_sink_md(table->note[i]);
		printf("\n%s\n", text);
		free(text);
	}
}

/* What a program gets to see of a cell: no units, all digits. */
static char *
output_show_csv(const struct output_cell *cell)
{
	char	*cooked, *text;

	if (cell->value == NULL || json_is_null(cell->value))
		return (output_sink_csv(""));
	if (json_is_string(cell->value))
		return (output_sink_csv(json_string_value(cell->value)));
	text = json_dumps(cell->value, JSON_ENCODE_ANY | JSON_COMPACT |
	    JSON_REAL_PRECISION(15));
	if (text == NULL)
		err(1, "memory");
	cooked = output_sink_csv(text);
	free(text);
	return (cooked);
}

/* A table for programs that read tables. */
static void
output_as_csv(const struct output_table *table, bool first)
{
	size_t	 i, j;
	char	*text;
	bool	 more;

	if (!first && table->ncolumns > 0)
		putchar('\n');
	for (more = false, j = 0; j < table->ncolumns; j++)
		if (table->column[j].key != NULL) {
			text = output_sink_csv(table->column[j].key);
			printf("%s%s", more ? "," : "", text);
			free(text);
			more = true;
		}
	if (more)
		putchar('\n');
	for (i = 0; i < table->ncells; i += table->ncolumns) {
		for (more = false, j = 0; j < table->ncolumns; j++) {
			if (table->column[j].key == NULL)
				continue;
			text = output_show_csv(&table->cell[i + j]);
			printf("%s%s", more ? "," : "", text);
			free(text);
			more = true;
		}
		putchar('\n');
	}
	for (i = 0; i < table->nnotes; i++) {
		text = output_sink_text(table->note[i]);
		printf("# %s\n", text);
		free(text);
	}
}

/* The rows of a table, appended to the array of its member. */
static void
output_rows_json(struct output *out, const struct output_table *table)
{
	json_t	*array, *row, *value;
	size_t	 i, j;

	if (table->member == NULL)
		return;
	array = json_object_get(out->members, table->member);
	if (array == NULL) {
		array = json_array();
		output_member(out, table->member, array);
	}
	for (i = 0; i < table->ncells; i += table->ncolumns) {
		row = json_object();
		for (j = 0; j < table->ncolumns; j++) {
			if (table->column[j].key == NULL)
				continue;
			value = table->cell[i + j].value;
			if (json_object_set_new(row, table->column[j].key,
			    value != NULL ? json_incref(value) :
			    json_null()) == -1)
				err(1, "memory");
		}
		if (json_array_append_new(array, row) == -1)
			err(1, "memory");
	}
}

/* All of it for programs; ASCII only, for it may land on a terminal. */
static void
output_as_json(struct output *out)
{
	json_t	*notes, *whole;
	size_t	 i, j;
	char	 schema[64];

	snprintf(schema, sizeof(schema), "benchctl.%s/1", out->command);
	whole = json_object();
	notes = json_array();
	if (json_object_set_new(whole, "schema", json_string(schema)) == -1)
		err(1, "memory");
	for (i = 0; i < out->ntables; i++) {
		output_rows_json(out, &out->table[i]);
		for (j = 0; j < out->table[i].nnotes; j++)
			if (json_array_append_new(notes, output_sink_json(
			    out->table[i].note[j])) == -1)
				err(1, "memory");
	}
	if (json_array_size(notes) > 0 &&
	    json_object_set(out->members, "notes", notes) == -1)
		err(1, "memory");
	json_decref(notes);
	if (json_object_update(whole, out->members) == -1)
		err(1, "memory");
	(void)json_dumpf(whole, stdout, JSON_INDENT(2) | JSON_ENSURE_ASCII |
	    JSON_REAL_PRECISION(15));
	putchar('\n');
	json_decref(whole);
}

/* Free what a table holds. */
static void
output_clear(struct output_table *table)
{
	size_t	 i;

	for (i = 0; i < table->ncells; i++) {
		json_decref(table->cell[i].value);
		free(table->cell[i].shown);
	}
	for (i = 0; i < table->nnotes; i++)
		free(table->note[i]);
	free(table->note);
	free(table->cell);
	free(table->title);
	free(table->member);
}

/* Write all, free all. */
int
output_end(struct output *out)
{
	static void (*const	 as[])(const struct output_table *, bool) = {
		[OUTPUT_TEXT] = output_as_text, [OUTPUT_CSV] = output_as_csv,
		[OUTPUT_MD] = output_as_md
	};
	size_t			 i;

	for (i = 0; i < out->ntables; i++)
		output_fill(&out->table[i]);
	if (out->format == OUTPUT_JSON)
		output_as_json(out);
	else
		for (i = 0; i < out->ntables; i++)
			as[out->format](&out->table[i], i == 0);
	for (i = 0; i < out->ntables; i++)
		output_clear(&out->table[i]);
	json_decref(out->members);
	free(out->title);
	free(out->table);
	free(out);
	if (fflush(stdout) == 0 && !ferror(stdout))
		return (0);
	warn("standard output");
	return (-1);
}
