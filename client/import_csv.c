/*
 * import_csv: comma-separated tables with a header.
 *
 * Lines with # are notes and are kept; a header names the columns.  Columns
 * named as metrics are samples; machine host boot run trial night time say
 * where and when; test and recipe name the recipe; all others are factors.  A
 * further header in the file begins another unit.
 */
#include <ctype.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/import.h"
#include "client/natural.h"
#include "proto/compat.h"
#include "proto/readers/scan.h"
#include "proto/tls_digest.h"

#define IMPORT_CSV_COLUMNS_MAX	128

/* What a column's values are. */
enum import_csv_role {
	IMPORT_CSV_METRIC, IMPORT_CSV_RECIPE, IMPORT_CSV_HOST,
	IMPORT_CSV_MACHINE, IMPORT_CSV_BOOT, IMPORT_CSV_NIGHT,
	IMPORT_CSV_ORDER, IMPORT_CSV_TIME, IMPORT_CSV_FACTOR
};

/* Columns whose names mean something; all others are factors. */
static const struct {
	const char		*name;
	enum import_csv_role	 role;
	struct import_metric	 metric;
} import_csv_names[] = {
	{ "real", IMPORT_CSV_METRIC, { "real", "s", "lower" } },
	{ "user", IMPORT_CSV_METRIC, { "user", "s", "lower" } },
	{ "sys", IMPORT_CSV_METRIC, { "sys", "s", "lower" } },
	{ "total_event_time", IMPORT_CSV_METRIC,
	    { "total_event_time", "s", "lower" } },
	{ "ops_per_sec", IMPORT_CSV_METRIC,
	    { "ops_per_sec", "1/s", "higher" } },
	{ "mb_per_sec", IMPORT_CSV_METRIC,
	    { "mb_per_sec", "MB/s", "higher" } },
	{ "recipe", IMPORT_CSV_RECIPE, { NULL, NULL, NULL } },
	{ "test", IMPORT_CSV_RECIPE, { NULL, NULL, NULL } },
	{ "host", IMPORT_CSV_HOST, { NULL, NULL, NULL } },
	{ "machine", IMPORT_CSV_MACHINE, { NULL, NULL, NULL } },
	{ "boot", IMPORT_CSV_BOOT, { NULL, NULL, NULL } },
	{ "night", IMPORT_CSV_NIGHT, { NULL, NULL, NULL } },
	{ "run", IMPORT_CSV_ORDER, { NULL, NULL, NULL } },
	{ "trial", IMPORT_CSV_ORDER, { NULL, NULL, NULL } },
	{ "time", IMPORT_CSV_TIME, { NULL, NULL, NULL } }
};

/* One line cut into fields; text is its own copy. */
struct import_csv_line {
	char	*text;
	char	*field[IMPORT_CSV_COLUMNS_MAX];
	size_t	 n;
	size_t	 number;	/* in the file, from 1 */
	const char *order;	/* of its run or trial; NULL: not said */
};

struct import_csv_column {
	enum import_csv_role	 role;
	struct import_metric	 metric;
};

/* A header, and what its columns are. */
struct import_csv_head {
	struct import_csv_line		 line;
	struct import_csv_column	 column[IMPORT_CSV_COLUMNS_MAX];
};

struct import_csv {
	struct import		*im;
	struct import_csv_line	*line;
	size_t			 nlines;
	char			*notes;
	size_t			 notes_len;
};

/* Cut a field off: quoted or bare; NULL where a quote does not end well. */
static char *
import_csv_field(char **at)
{
	char	*field, *from, *to;
	bool	 closed;

	if (**at != '"') {
		field = *at;
		*at += strcspn(*at, ",");
		if (**at == ',')
			*(*at)++ = '\0';
		else
			*at = NULL;
		return (field);
	}
	closed = false;
	field = to = *at + 1;
	for (from = field; *from != '\0'; from++) {
		if (*from == '"' && *++from != '"') {
			closed = true;
			break;
		}
		*to++ = *from;
	}
	if (!closed || (*from != ',' && *from != '\0'))
		return (NULL);
	*at = *from == ',' ? from + 1 : NULL;
	*to = '\0';
	return (field);
}

/* Blanks around a field are none of it. */
static char *
import_csv_trim(char *field)
{
	size_t	 len;

	field += strspn(field, " \t");
	len = strlen(field);
	while (len > 0 && (field[len - 1] == ' ' || field[len - 1] == '\t'))
		field[--len] = '\0';
	return (field);
}

/* Cut a line into fields; -1 is refused. */
static int
import_csv_cut(struct import_csv *csv, struct import_csv_line *line)
{
	char	*at, *field;

	for (at = line->text; at != NULL;) {
		if (line->n == IMPORT_CSV_COLUMNS_MAX)
			return (import_refuse(csv->im, line->number,
			    "more than %d columns", IMPORT_CSV_COLUMNS_MAX));
		if ((field = import_csv_field(&at)) == NULL)
			return (import_refuse(csv->im, line->number,
			    "a quote does not end before a comma"));
		line->field[line->n++] = import_csv_trim(field);
	}
	return (0);
}

/* Keep a note. */
static void
import_csv_note(struct import_csv *csv, const char *text, size_t len)
{
	char	*more;

	if ((more = realloc(csv->notes, csv->notes_len + len + 2)) == NULL)
		err(1, "memory");
	memcpy(more + csv->notes_len, text, len);
	csv->notes_len += len;
	more[csv->notes_len++] = '\n';
	more[csv->notes_len] = '\0';
	csv->notes = more;
}

/* Cut the file into lines: notes are kept, empty ones left out. */
static void
import_csv_lines(struct import_csv *csv, const char *bytes, size_t len)
{
	struct import_csv_line	*line, *more;
	const char		*end, *next;
	size_t			 n, number;

	if (len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
		bytes += 3;
		len -= 3;
	}
	for (number = 1; len > 0; number++, len -= (size_t)(next - bytes),
	    bytes = next) {
		end = memchr(bytes, '\n', len);
		next = end != NULL ? end + 1 : bytes + len;
		n = (size_t)((end != NULL ? end : next) - bytes);
		while (n > 0 && bytes[n - 1] == '\r')
			n--;
		if (n > 0 && bytes[0] == '#')
			import_csv_note(csv, bytes + 1, n - 1);
		if (n == 0 || bytes[0] == '#')
			continue;
		if ((csv->nlines & (csv->nlines - 1)) == 0) {
			if ((more = realloc(csv->line, (csv->nlines == 0 ? 1 :
			    2 * csv->nlines) * sizeof(*more))) == NULL)
				err(1, "memory");
			csv->line = more;
		}
		line = &csv->line[csv->nlines++];
		memset(line, 0, sizeof(*line));
		line->number = number;
		if ((line->text = strndup(bytes, n)) == NULL)
			err(1, "memory");
	}
}

/* The metric that a column's name means; false where it is none. */
static bool
import_csv_metric(const struct import *im, const char *name,
    struct import_metric *metric)
{
	size_t	 i;

	for (i = 0; i < im->given->nmetrics; i++)
		if (strcmp(im->given->metric[i].name, name) == 0) {
			*metric = im->given->metric[i];
			return (true);
		}
	for (i = 0; i < nitems(import_csv_names); i++)
		if (import_csv_names[i].role == IMPORT_CSV_METRIC &&
		    strcmp(import_csv_names[i].name, name) == 0) {
			*metric = import_csv_names[i].metric;
			return (true);
		}
	return (false);
}

/* Is it a header: does a field name a metric? */
static bool
import_csv_is_header(const struct import *im,
    const struct import_csv_line *line)
{
	struct import_metric	 metric;
	size_t			 i;

	for (i = 0; i < line->n; i++)
		if (import_csv_metric(im, line->field[i], &metric))
			return (true);
	return (false);
}

/* May --as name a column so? */
bool
import_csv_is_name(const char *name)
{
	size_t	 k;

	for (k = 0; k < nitems(import_csv_names); k++)
		if (strcmp(import_csv_names[k].name, name) == 0)
			return (import_csv_names[k].role != IMPORT_CSV_METRIC);
	return (false);
}

/* What a column that is no metric is, by its name or by --as. */
static enum import_csv_role
import_csv_role(const struct import *im, const char *name)
{
	size_t	 k;

	for (k = 0; k < im->given->nas; k++)
		if (strcmp(im->given->as[k].key, name) == 0)
			name = im->given->as[k].value;
	for (k = 0; k < nitems(import_csv_names); k++)
		if (strcmp(import_csv_names[k].name, name) == 0)
			return (import_csv_names[k].role);
	return (IMPORT_CSV_FACTOR);
}

/* Settle what each column is; -1 is refused. */
static int
import_csv_head(struct import_csv *csv, const struct import_csv_line *line,
    struct import_csv_head *head)
{
	struct import_csv_column	*c;
	size_t				 i, k;

	head->line = *line;
	for (i = 0; i < line->n; i++) {
		c = &head->column[i];
		if (line->field[i][0] == '\0')
			return (import_refuse(csv->im, line->number,
			    "column %zu has no name", i + 1));
		for (k = 0; k < i; k++)
			if (strcmp(line->field[k], line->field[i]) == 0)
				return (import_refuse(csv->im, line->number,
				    "column %s stands twice",
				    line->field[i]));
		if (import_csv_metric(csv->im, line->field[i], &c->metric)) {
			c->role = IMPORT_CSV_METRIC;
			continue;
		}
		c->role = import_csv_role(csv->im, line->field[i]);
	}
	return (0);
}

/* Read a metric's value; false where the text is none. */
static bool
import_csv_value(const struct import_metric *metric, const char *text,
    struct import_sample *s)
{
	struct scan_value	 value;
	bool			 ok;

	s->metric = *metric;
	s->part = "";
	if (strcmp(metric->unit, "s") == 0)
		ok = scan_duration(text, strlen(text), &s->value,
		    &s->resolution);
	else {
		ok = scan_number(text, strlen(text), false, &value);
		s->value = value.value;
		s->resolution = value.resolution;
	}
	return (ok && s->value == s->value);
}

/* Add a factor's level. */
static int
import_csv_factor(struct import_csv *csv, const struct import_csv_line *line,
    const char *name, const char *value, struct import_run *run)
{
	if (run->nlevels == IMPORT_PAIRS_MAX)
		return (import_refuse(csv->im, line->number,
		    "more than %d factors", IMPORT_PAIRS_MAX));
	run->level[run->nlevels].key = name;
	run->level[run->nlevels++].value = value;
	return (0);
}

/* One field of a row. */
static int
import_csv_take(struct import_csv *csv, const struct import_csv_head *head,
    const struct import_csv_line *line, size_t i, struct import_run *run)
{
	const char	*text;

	text = line->field[i];
	/* What is missing is missing, not zero. */
	if (strlen(text) > IMPORT_TEXT_MAX)
		return (import_refuse(csv->im, line->number,
		    "%s: more than %d bytes", head->line.field[i],
		    IMPORT_TEXT_MAX));
	if (text[0] == '\0' || strcmp(text, "-") == 0 ||
	    strcmp(text, "NA") == 0)
		return (0);
	switch (head->column[i].role) {
	case IMPORT_CSV_METRIC:
		if (!import_csv_value(&head->column[i].metric, text,
		    &run->sample[run->nsamples]))
			return (import_refuse(csv->im, line->number,
			    "%s: '%s' is no number of %s",
			    head->line.field[i], text,
			    head->column[i].metric.unit));
		run->nsamples++;
		break;
	case IMPORT_CSV_RECIPE:
		run->recipe = text;
		break;
	case IMPORT_CSV_HOST:
		run->host = text;
		break;
	case IMPORT_CSV_MACHINE:
		run->machine = text;
		break;
	case IMPORT_CSV_BOOT:
		run->boot = text;
		break;
	case IMPORT_CSV_NIGHT:
		run->night = text;
		break;
	case IMPORT_CSV_ORDER:
		break;
	case IMPORT_CSV_TIME:
		if (!import_time(text, &run->started_us))
			return (import_refuse(csv->im, line->number,
			    "%s: '%s' is no time (2026-01-14T18:12:00Z, or "
			    "seconds since 1970)", head->line.field[i], text));
		break;
	case IMPORT_CSV_FACTOR:
		return (import_csv_factor(csv, line, head->line.field[i],
		    text, run));
	}
	return (0);
}

/* One row. */
static int
import_csv_row(struct import_csv *csv, const struct import_csv_head *head,
    const struct import_csv_line *line, struct import_unit *unit)
{
	struct import_run	 run;
	size_t			 i;

	if (line->n != head->line.n)
		return (import_refuse(csv->im, line->number,
		    "%zu fields where the header has %zu", line->n,
		    head->line.n));
	memset(&run, 0, sizeof(run));
	run.recipe = csv->im->given->recipe != NULL ?
	    csv->im->given->recipe : csv->im->stem;
	run.outcome = "complete";
	run.host = csv->im->given->host;
	for (i = 0; i < line->n; i++)
		if (import_csv_take(csv, head, line, i, &run) == -1)
			return (-1);
	if (run.nsamples == 0) {
		run.outcome = "no-result";
		run.reason = "no value in its row";
	}
	return (import_unit_run(unit, &run));
}

/* The digest of a header with its rows, as they are read. */
static void
import_csv_digest(const struct import_csv_line *line, size_t n,
    char hex[IMPORT_DIGEST_HEX])
{
	struct tls_digest	*digest;
	uint8_t			 bytes[TLS_DIGEST_BYTES];
	size_t			 f, i;

	if ((digest = tls_digest_new()) == NULL)
		errx(1, "memory");
	for (i = 0; i < n; i++)
		for (f = 0; f < line[i].n; f++)
			tls_digest_update(digest, line[i].field[f],
			    strlen(line[i].field[f]) + 1);
	if (tls_digest_final(digest, bytes) == -1)
		errx(1, "memory");
	tls_digest_free(digest);
	for (i = 0; i < sizeof(bytes); i++)
		snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
}

/* In the order of runs or trials, else as they stand. */
static int
import_csv_compare(const void *a, const void *b)
{
	const struct import_csv_line	*x, *y;
	int				 order;

	x = a;
	y = b;
	order = x->order == NULL || y->order == NULL ? 0 :
	    natural_order(x->order, y->order);
	return (order != 0 ? order : x->number < y->number ? -1 :
	    x->number > y->number);
}

/* Bring rows into the order in which they were run, where it is said. */
static void
import_csv_sort(const struct import_csv_head *head,
    struct import_csv_line *line, size_t n)
{
	size_t	 c, i;

	for (c = 0; c < head->line.n; c++)
		if (head->column[c].role == IMPORT_CSV_ORDER)
			break;
	if (c == head->line.n)
		return;
	for (i = 0; i < n; i++)
		line[i].order = c < line[i].n ? line[i].field[c] : "";
	qsort(line, n, sizeof(*line), import_csv_compare);
}

/* One unit: a header and the n - 1 rows behind it. */
static int
import_csv_unit(struct import_csv *csv, struct import_csv_line *line,
    size_t n)
{
	struct import_csv_head	*head;
	struct import_unit	*unit;
	char			 digest[IMPORT_DIGEST_HEX];
	size_t			 i;
	int			 rv;

	if (n == 1)
		return (import_refuse(csv->im, line->number,
		    "a header without rows"));
	import_csv_digest(line, n, digest);
	if ((rv = import_unit_begin(csv->im, "csv", digest, &unit)) != 1)
		return (rv);
	if ((head = calloc(1, sizeof(*head))) == NULL)
		err(1, "memory");
	if ((rv = import_csv_head(csv, line, head)) == 0)
		import_csv_sort(head, line + 1, n - 1);
	for (i = 1; rv == 0 && i < n; i++)
		rv = import_csv_row(csv, head, &line[i], unit);
	if (rv == 0)
		rv = import_unit_end(unit, csv->notes != NULL ? csv->notes :
		    "");
	free(head);
	import_unit_free(unit);
	return (rv);
}

/* All units of the file. */
static int
import_csv_units(struct import_csv *csv)
{
	size_t	 begin, end;

	for (begin = 0; begin < csv->nlines; begin = end) {
		for (end = begin + 1; end < csv->nlines; end++)
			if (import_csv_is_header(csv->im, &csv->line[end]))
				break;
		if (import_csv_unit(csv, &csv->line[begin], end - begin) == -1)
			return (-1);
	}
	return (1);
}

/* Import comma-separated tables. */
int
import_csv(struct import *im, const char *bytes, size_t len)
{
	struct import_csv	 csv;
	size_t			 i;
	int			 rv;

	if (memchr(bytes, '\0', len) != NULL)
		return (0);
	memset(&csv, 0, sizeof(csv));
	csv.im = im;
	import_csv_lines(&csv, bytes, len);
	/* The first line that is no note decides whose file it is. */
	rv = csv.nlines > 0 && import_csv_cut(&csv, &csv.line[0]) == 0 &&
	    import_csv_is_header(im, &csv.line[0]);
	for (i = 1; rv == 1 && i < csv.nlines; i++)
		if (import_csv_cut(&csv, &csv.line[i]) == -1)
			rv = -1;
	if (rv == 1)
		rv = import_csv_units(&csv);
	for (i = 0; i < csv.nlines; i++)
		free(csv.line[i].text);
	free(csv.line);
	free(csv.notes);
	return (rv);
}
