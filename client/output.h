/*
 * output: what a command has to say, in the form that was asked for.
 *
 * A command describes columns once and gives rows; text, JSON, CSV and
 * Markdown are made of the same cells.  Every sink has its one escaping
 * function, so that foreign text is never obeyed.
 *
 *	out = output_new(options.format, "hosts");
 *	output_table(out, "hosts", columns, nitems(columns));
 *	output_row(out);
 *	output_text(out, name);			a cell a column, in order
 *	output_int(out, queue);
 *	output_note(out, "ash did not answer");
 *	return (output_end(out));
 */
#ifndef CLIENT_OUTPUT_H
#define CLIENT_OUTPUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/compat.h"

enum output_format { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_CSV, OUTPUT_MD };
enum output_align { OUTPUT_LEFT, OUTPUT_RIGHT };

struct output_column {
	const char		*key;	/* in JSON and CSV; NULL: not there */
	const char		*title;	/* in text and Markdown; NULL: not */
	enum output_align	 align;
};

struct output;

/* false where there is no such format. */
bool	 output_format(const char *name, enum output_format *);
enum output_format output_is(const struct output *);

/*
 * Begin.  JSON is {"schema": "benchctl.COMMAND/1", ...}.  Nothing is written
 * before output_end(); memory that ends, ends the program.
 */
struct output	*output_new(enum output_format, const char *command);
/*
 * Write it all, free it; 0, or -1 (said why) where standard output does not
 * take it.
 */
int		 output_end(struct output *);

/*
 * Begin a table.  Its rows are an array of objects by that member's name in
 * JSON; tables of the same member become one array.  columns are borrowed
 * until output_end().
 */
void	 output_table(struct output *, const char *member,
	    const struct output_column *columns, size_t n);
/* A line above the table that follows: for people only. */
void	 output_title(struct output *, const char *, ...) __printflike(2, 3);
/* A line below the last table; in JSON an item of "notes". */
void	 output_note(struct output *, const char *, ...) __printflike(2, 3);
/* The value is stolen; in JSON only. */
void	 output_member(struct output *, const char *name, json_t *value);

/* Cells, one a column; a row that ends early is empty from there on. */
void	 output_row(struct output *);
void	 output_text(struct output *, const char *);	/* NULL: none, - */
void	 output_int(struct output *, int64_t);
void	 output_real(struct output *, double, int decimals);  /* NAN: none */
void	 output_none(struct output *);
/* A value (stolen) that people see otherwise: a duration, a percentage. */
void	 output_shown(struct output *, json_t *value, const char *shown);
/* Text that runs over the columns to its right: "no answer: ...". */
void	 output_rest(struct output *, const char *);

#endif
