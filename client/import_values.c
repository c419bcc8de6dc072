/*
 * import_values: files of one number a line, as ministat(1) reads them.
 *
 * Each line is a run; its metric is the one that --metric names, else
 * `value', of which nobody says what is better.
 */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "client/import.h"
#include "proto/compat.h"
#include "proto/readers/scan.h"

#define IMPORT_VALUES_SURE	2	/* lines make it such a file */
#define IMPORT_VALUES_LINE	64

struct import_values {
	struct import_sample	*sample;
	size_t			 n;
	char			*text;		/* what the digest is of */
	size_t			 len;
};

/* The next line without blanks around, its end moved on; NULL at the end. */
static const char *
import_values_line(const char **at, const char *end, size_t *len)
{
	const char	*line, *next;

	if ((line = *at) == end)
		return (NULL);
	next = memchr(line, '\n', (size_t)(end - line));
	*at = next != NULL ? next + 1 : end;
	*len = (size_t)((next != NULL ? next : end) - line);
	while (*len > 0 && strchr(" \t\r", line[*len - 1]) != NULL)
		(*len)--;
	for (; *len > 0 && (*line == ' ' || *line == '\t'); line++)
		(*len)--;
	return (line);
}

/* One value; false where the line is none. */
static bool
import_values_take(struct import_values *v, const char *line, size_t len)
{
	struct import_sample	*more;
	struct scan_value	 value;

	if (len > IMPORT_VALUES_LINE ||
	    !scan_number(line, len, false, &value))
		return (false);
	if ((v->n & (v->n - 1)) == 0) {
		if ((more = reallocarray(v->sample, v->n == 0 ? 1 : 2 * v->n,
		    sizeof(*more))) == NULL)
			err(1, "memory");
		v->sample = more;
	}
	memset(&v->sample[v->n], 0, sizeof(*more));
	v->sample[v->n].value = value.value;
	v->sample[v->n++].resolution = value.resolution;
	memcpy(v->text + v->len, line, len);
	v->len += len;
	v->text[v->len++] = '\n';
	return (true);
}

/* Read all lines: 1, 0 it is no such file, -1 refused. */
static int
import_values_read(struct import *im, struct import_values *v,
    const char *bytes, size_t len)
{
	const char	*at, *line;
	size_t		 n, number;

	at = bytes;
	for (number = 1; (line = import_values_line(&at, bytes + len, &n)) !=
	    NULL; number++) {
		if (n == 0 || line[0] == '#' ||
		    import_values_take(v, line, n))
			continue;
		if (v->n < IMPORT_VALUES_SURE)
			return (0);
		return (import_refuse(im, number, "'%.*s' is no number",
		    n > 40 ? 40 : (int)n, line));
	}
	return (v->n > 0);
}

/* Keep all as runs of one unit. */
static int
import_values_keep(struct import *im, const struct import_values *v)
{
	static const struct import_metric	 value = { "value", "", "none" };
	struct import_run			*run;
	struct import_unit			*unit;
	char					 digest[IMPORT_DIGEST_HEX];
	size_t					 i;
	int					 rv;

	import_digest(v->text, v->len, digest);
	if ((rv = import_unit_begin(im, "values", digest, &unit)) != 1)
		return (rv);
	if ((run = calloc(1, sizeof(*run))) == NULL)
		err(1, "memory");
	run->recipe = im->given->recipe != NULL ? im->given->recipe : im->stem;
	run->host = im->given->host;
	run->outcome = "complete";
	for (rv = 0, i = 0; rv == 0 && i < v->n; i++) {
		run->nsamples = 1;
		run->sample[0] = v->sample[i];
		run->sample[0].part = "";
		run->sample[0].metric = im->given->nmetrics == 1 ?
		    im->given->metric[0] : value;
		rv = import_unit_run(unit, run);
	}
	if (rv == 0)
		rv = import_unit_end(unit, "");
	import_unit_free(unit);
	free(run);
	return (rv);
}

/* Import a file of numbers. */
int
import_values(struct import *im, const char *bytes, size_t len)
{
	struct import_values	 v;
	int			 rv;

	if (memchr(bytes, '\0', len) != NULL)
		return (0);
	memset(&v, 0, sizeof(v));
	if ((v.text = malloc(len + 1)) == NULL)
		err(1, "memory");
	if ((rv = import_values_read(im, &v, bytes, len)) == 1 &&
	    import_values_keep(im, &v) == -1)
		rv = -1;
	free(v.sample);
	free(v.text);
	return (rv);
}
