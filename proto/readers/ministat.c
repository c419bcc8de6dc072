/*
 * ministat: the files that ministat(1) reads, and what it prints.
 *
 * A file holds one sample a line, or columns of them, with # before notes;
 * as CSV with a header its columns have names, and those that say which run
 * it was are no samples.  Summaries are ministat's own: its median of an
 * even number is the upper of the two.  What it prints is read as well, a
 * dataset by the sign of its row.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/readers/readers.h"

#define MINISTAT_COLUMNS	64
#define MINISTAT_SAMPLES	(1024 * 1024)	/* of all columns */
#define MINISTAT_ENOUGH		3		/* ministat's own least */

/* Columns that say where or when, in lower case. */
static const char *const	 ministat_places[] = {
	"#", "block", "boot", "date", "host", "id", "iteration", "label",
	"machine", "night", "no", "run", "seed", "test", "time", "timestamp",
	"trial",
};

/* How values are set apart. */
enum ministat_layout { MINISTAT_BLANKS, MINISTAT_COMMAS, MINISTAT_SEMICOLONS,
    MINISTAT_DECIMAL };

struct ministat_column {
	char	 name[64];
	double	*samples;
	size_t	 nsamples;
	size_t	 room;
	bool	 skip;
};

/* How far the reading is. */
struct ministat {
	struct found		*found;
	enum ministat_layout	 layout;
	struct ministat_column	 columns[MINISTAT_COLUMNS];
	size_t			 ncolumns;
	size_t			 nsamples;	/* of all columns */
	size_t			 rows;
	size_t			 bad;		/* rows that hold no samples */
	bool			 named;
	bool			 odd;		/* not a file of samples */
};

/* The next field of a row; false at its end. */
static bool
ministat_field(const struct ministat *m, struct scan_span *rest,
    struct scan_span *field)
{
	char	 sep;
	size_t	 n;

	sep = m->layout == MINISTAT_COMMAS ? ',' :
	    m->layout == MINISTAT_SEMICOLONS ? ';' : ' ';
	if (sep == ' ')
		scan_trim(rest);
	if (rest->len == 0)
		return (false);
	for (n = 0; n < rest->len; n++)
		if (rest->text[n] == sep || (sep == ' ' &&
		    rest->text[n] == '\t'))
			break;
	field->text = rest->text;
	field->len = n;
	n += n < rest->len;
	rest->text += n;
	rest->len -= n;
	scan_trim(field);
	return (true);
}

/*
 * How a first row of samples is laid out.  "12,41" alone on a line is a
 * decimal comma; a row with a comma and a point, or with more than one
 * comma, is CSV.
 */
static enum ministat_layout
ministat_guess(struct scan_span line)
{
	const char	*comma;
	size_t		 i, commas;

	for (i = commas = 0; i < line.len; i++) {
		if (line.text[i] == ';')
			return (MINISTAT_SEMICOLONS);
		commas += line.text[i] == ',';
	}
	if (commas == 0)
		return (MINISTAT_BLANKS);
	comma = memchr(line.text, ',', line.len);
	if (commas == 1 && memchr(line.text, '.', line.len) == NULL &&
	    comma > line.text && comma + 1 < line.text + line.len &&
	    comma[1] >= '0' && comma[1] <= '9' && comma[-1] >= '0' &&
	    comma[-1] <= '9')
		return (MINISTAT_DECIMAL);
	return (MINISTAT_COMMAS);
}

/* May a number have a decimal comma here? */
static bool
ministat_has_comma(const struct ministat *m)
{
	return (m->layout == MINISTAT_DECIMAL ||
	    m->layout == MINISTAT_SEMICOLONS);
}

/* Take a header's names. */
static void
ministat_take_header(struct ministat *m, struct scan_span line)
{
	struct ministat_column	*c;
	struct scan_span	 field;
	size_t			 i;
	char			*t;

	while (m->ncolumns < MINISTAT_COLUMNS &&
	    ministat_field(m, &line, &field)) {
		c = &m->columns[m->ncolumns++];
		scan_copy(c->name, sizeof(c->name), field);
		for (t = c->name; *t != '\0'; t++)
			if (*t >= 'A' && *t <= 'Z')
				*t += 'a' - 'A';
		for (i = 0; i < nitems(ministat_places); i++)
			c->skip |= strcmp(c->name, ministat_places[i]) == 0;
		scan_copy(c->name, sizeof(c->name), field);
	}
	m->named = true;
}

/* Keep one sample; memory is bounded whatever the file. */
static void
ministat_keep(struct ministat *m, struct ministat_column *c, double value)
{
	double	*grown;

	if (m->nsamples == MINISTAT_SAMPLES) {
		m->odd = true;
		found_note(m->found, "more than %d samples", MINISTAT_SAMPLES);
		return;
	}
	if (c->nsamples == c->room) {
		c->room = c->room == 0 ? 16 : c->room * 2;
		grown = realloc(c->samples, c->room * sizeof(*grown));
		if (grown == NULL) {
			m->found->no_memory = true;
			c->room = c->nsamples;
			return;
		}
		c->samples = grown;
	}
	c->samples[c->nsamples++] = value;
	m->nsamples++;
}

/* Take a row of samples. */
static void
ministat_take_row(struct ministat *m, struct scan_span line)
{
	struct scan_value	 v[MINISTAT_COLUMNS];
	bool			 good[MINISTAT_COLUMNS];
	struct scan_span	 field;
	size_t			 i, n;
	bool			 any, bad;

	any = bad = false;
	for (n = 0; n < MINISTAT_COLUMNS && ministat_field(m, &line, &field);
	    n++) {
		good[n] = scan_number(field.text, field.len,
		    ministat_has_comma(m), &v[n]) && isfinite(v[n].value);
		if (m->named && n < m->ncolumns && m->columns[n].skip)
			continue;
		any |= good[n];
		bad |= !good[n];
	}
	m->rows++;
	if (!any || (bad && !m->named) || (m->ncolumns > 0 &&
	    n != m->ncolumns)) {
		m->bad++;
		return;
	}
	m->ncolumns = n;
	for (i = 0; i < n; i++) {
		m->columns[i].skip |= m->named && !good[i];
		if (good[i] && !m->columns[i].skip)
			ministat_keep(m, &m->columns[i], v[i].value);
	}
}

/* By value. */
static int
ministat_compare(const void *a, const void *b)
{
	double	 x, y;

	x = *(const double *)a;
	y = *(const double *)b;
	return ((x > y) - (x < y));
}

/* Add one computed value. */
static void
ministat_add(struct ministat *m, const char *name, enum reader_better better,
    double value)
{
	struct scan_value	 v = { value, 0, { "", 0 } };

	found_metric(m->found, name, strcmp(name, "n") == 0 ||
	    strcmp(name, "n_good") == 0 ? "count" : "", better, &v);
}

/* The summary of one column. */
static void
ministat_summarise(struct ministat *m, const struct ministat_column *c)
{
	double	 mean, squares;
	size_t	 i, n;

	n = c->nsamples;
	qsort(c->samples, n, sizeof(*c->samples), ministat_compare);
	for (mean = 0, i = 0; i < n; i++)
		mean += (c->samples[i] - mean) / (double)(i + 1);
	for (squares = 0, i = 0; i < n; i++)
		squares += (c->samples[i] - mean) * (c->samples[i] - mean);
	ministat_add(m, "n", READER_NONE, (double)n);
	ministat_add(m, "min", READER_LOWER, c->samples[0]);
	ministat_add(m, "max", READER_LOWER, c->samples[n - 1]);
	ministat_add(m, "median", READER_LOWER, c->samples[n / 2]);
	ministat_add(m, "avg", READER_LOWER, mean);
	if (n > 1)
		ministat_add(m, "stddev", READER_NONE,
		    sqrt(squares / (double)(n - 1)));
}

/* All columns that hold samples, and what they are worth. */
static void
ministat_conclude(struct ministat *m)
{
	struct ministat_column	*c;
	size_t			 i, least;

	if (m->bad > 0 || m->odd) {
		ministat_add(m, "n", READER_NONE, (double)m->rows);
		ministat_add(m, "n_good", READER_NONE,
		    (double)(m->rows - m->bad));
		found_note(m->found, "%zu of %zu lines hold no sample",
		    m->bad, m->rows);
		m->found->result->outcome = READER_BAD_INPUT;
		return;
	}
	least = MINISTAT_SAMPLES;
	for (i = 0; i < m->ncolumns; i++) {
		c = &m->columns[i];
		if (c->skip || c->nsamples == 0)
			continue;
		if (c->nsamples < least)
			least = c->nsamples;
		if (m->named)
			found_part(m->found, "%s/", c->name);
		else if (m->ncolumns > 1)
			found_part(m->found, "column%zu/", i + 1);
		ministat_summarise(m, c);
	}
	m->found->result->outcome = least >= MINISTAT_ENOUGH ?
	    READER_COMPLETE : READER_TOO_FEW;
}

/* Read a file of samples; false when it is none. */
static bool
ministat_read_samples(struct ministat *m, struct clean_text *text)
{
	struct scan_span	 line;
	bool			 first;
	char			 c;

	for (first = true; !m->odd && clean_line(text, &line); ) {
		scan_trim(&line);
		if (line.len == 0 || line.text[0] == '#')
			continue;
		c = line.text[0];
		if (!first) {
			if (m->rows == 0 && m->named && m->ncolumns == 1)
				m->layout = ministat_guess(line);
			ministat_take_row(m, line);
		} else {
			m->layout = ministat_guess(line);
			if ((c >= '0' && c <= '9') || strchr("+-.", c) != NULL)
				ministat_take_row(m, line);
			else if (m->layout != MINISTAT_BLANKS ||
			    !scan_find(line, " ", &line))
				ministat_take_header(m, line);
			else
				return (false);
		}
		first = false;
	}
	return (m->nsamples > 0 && m->rows - m->bad >= m->bad);
}

/* "Difference at 95.0% confidence", with "2 +/- 0" and "40% +/- 0%" below. */
static void
ministat_take_difference(struct ministat *m, struct scan_span line)
{
	static const char *const	 names[] = { "difference",
	    "difference_error" };
	static const char *const	 percents[] = { "difference_percent",
	    "difference_percent_error" };
	struct scan_value		 v[SCAN_VALUES_MAX];
	size_t				 i;

	if (scan_form(line, " %n +/- %n%$", v))
		for (i = 0; i < 2; i++)
			found_metric(m->found, names[i], "", READER_NONE,
			    &v[i]);
	else if (scan_form(line, " %n%% +/- %n%%%$", v))
		for (i = 0; i < 2; i++)
			found_metric(m->found, percents[i], "%", READER_NONE,
			    &v[i]);
}

/* A row of what ministat prints: "x   5   150   930   500   540   299.1". */
static bool
ministat_take_dataset(struct ministat *m, struct scan_span line)
{
	static const struct found_kind	 kinds[] = {
		{ "n", "count", READER_NONE }, { "min", "", READER_LOWER },
		{ "max", "", READER_LOWER }, { "median", "", READER_LOWER },
		{ "avg", "", READER_LOWER }, { "stddev", "", READER_NONE },
	};
	struct scan_value		 v[SCAN_VALUES_MAX];
	size_t				 i;

	if (line.len < 2 || strchr("x+*%#@O", line.text[0]) == NULL ||
	    !scan_form((struct scan_span){ line.text + 1, line.len - 1 },
	    " %n %n %n %n %n %n%$", v))
		return (false);
	found_part(m->found, "%c/", line.text[0]);
	for (i = 0; i < nitems(kinds); i++)
		found_kind(m->found, &kinds[i], &v[i]);
	return (true);
}

/* Read what ministat prints; false when it is not. */
static bool
ministat_read_output(struct ministat *m, struct clean_text *text)
{
	struct scan_span	 line;
	bool			 table;
	int			 rows;

	table = false;
	rows = 0;
	while (clean_line(text, &line)) {
		if (scan_find(line, "must contain at least 3 data", &line)) {
			m->found->result->outcome = READER_TOO_FEW;
			return (true);
		}
		if (scan_form(line, " N Min Max Median Avg Stddev%$", NULL))
			table = true;
		else if (table && ministat_take_dataset(m, line))
			rows++;
		else if (rows == 2) {
			found_part(m->found, "%s", "");
			ministat_take_difference(m, line);
		} else if (rows > 2)	/* a further set, of its row's sign */
			ministat_take_difference(m, line);
	}
	m->found->result->outcome = rows > 0 ? READER_COMPLETE :
	    READER_TRUNCATED;
	return (table);
}

/* Read a file of samples, or what ministat printed. */
bool
ministat_read(struct clean_text *text, struct found *f)
{
	struct ministat	 m;
	size_t		 i;
	bool		 known;

	memset(&m, 0, sizeof(m));
	m.found = f;
	known = ministat_read_output(&m, text);
	if (!known) {
		clean_rewind(text);
		f->result->outcome = READER_NO_RESULT;
		known = ministat_read_samples(&m, text);
		if (known)
			ministat_conclude(&m);
	}
	for (i = 0; i < MINISTAT_COLUMNS; i++)
		free(m.columns[i].samples);
	if (known)
		strlcpy(f->result->tool, "ministat", sizeof(f->result->tool));
	return (known);
}
