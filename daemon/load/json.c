/*
 * json: a run as one JSON object, schema benchload/1.
 *
 * Figures carry the names that readers of sysbench's output use.  Strings
 * here are names, words and compilers' own; all are escaped all the same.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "daemon/load/load.h"

/* A string, quoted. */
static void
json_string(const char *s)
{
	unsigned char	 c;

	putchar('"');
	for (; (c = (unsigned char)*s) != '\0'; s++) {
		if (c == '"' || c == '\\')
			printf("\\%c", c);
		else if (c < 0x20 || c >= 0x7f)
			printf("\\u%04x", c);
		else
			putchar(c);
	}
	putchar('"');
}

/* "key": "value", */
static void
json_member(const char *key, const char *value)
{
	json_string(key);
	fputs(": ", stdout);
	json_string(value);
	fputs(", ", stdout);
}

/* What was computed, by what. */
static void
json_identity(const struct run *run)
{
	const struct build	*build;
	const char		*name;
	char			 value[64];
	size_t			 i;
	bool			 first;

	build = build_get();
	printf("{\"schema\": \"benchload/1\", ");
	json_member("version", LOAD_VERSION);
	json_member("test", run->test->name);
	json_member("command", run->opt->command);
	printf("\"work\": %u, ", run->test->work);
	json_member("compiler", build->compiler);
	json_member("compiler_version", build->compiler_version);
	json_member("flags", build->flags);
	json_member("arch", build->arch);
	json_member("abi", build->abi);
	printf("\"threads\": %" PRId64 ",\n \"options\": {", run->opt->threads);
	for (i = 0, first = true; (name = options_next(run->opt, &i, value,
	    sizeof(value))) != NULL; first = false) {
		printf("%s", first ? "" : ", ");
		json_string(name);
		printf(": ");
		json_string(value);
	}
	printf("},\n ");
}

/* Every bucket that holds something: [middle in ms, count]. */
static void
json_histogram(const struct histogram_sum *h)
{
	unsigned	 i;
	bool		 first;

	printf(",\n \"histogram_ms\": [");
	for (i = 0, first = true; i < HISTOGRAM_BUCKETS; i++) {
		if (h->count[i] == 0)
			continue;
		printf("%s[%.6f, %" PRIu64 "]", first ? "" : ", ",
		    (double)histogram_middle(i) / 1e6, h->count[i]);
		first = false;
	}
	printf("]");
}

/* A list of figures. */
static void
json_metrics(const struct metrics *m)
{
	const struct metric	*row;

	printf("\n \"metrics\": [");
	for (row = m->row; row < m->row + m->n; row++) {
		printf("%s\n  {", row == m->row ? "" : ",");
		json_member("name", row->name);
		json_member("unit", row->unit);
		json_member("better", row->better);
		if (isfinite(row->value))
			printf("\"value\": %.17g}", row->value);
		else
			printf("\"value\": null}");
	}
	printf("]");
}

/* All figures of a run whose proof holds. */
void
json_end(const struct run *run, const struct total *t)
{
	struct metrics	 m;

	total_metrics(run, t, &m);
	json_identity(run);
	json_member("outcome", "complete");
	json_member("proof", run->proof);
	json_metrics(&m);
	if (run->opt->histogram)
		json_histogram(&t->histogram);
	printf("}\n");
}

/* What another command than run did. */
void
json_other(const struct run *run, const struct metrics *m)
{
	json_identity(run);
	json_member("outcome", "complete");
	json_metrics(m);
	printf("}\n");
}

/* The same of a run that gives no figures, and why. */
void
json_failed(const struct run *run)
{
	json_identity(run);
	json_member("outcome", "failed");
	fputs("\"why\": ", stdout);
	json_string(run->why);
	printf(", \"metrics\": []}\n");
}
