/*
 * run_corpus: hold the readers against outputs whose figures a person read.
 *
 *	tests/run_corpus DIR
 *
 * For every NAME.json in DIR the reader is given NAME.txt, first without
 * being told which tool it is, then by its name: every expected figure must
 * be there to its printed digits and with its unit, nothing else may be,
 * and outcome, threads and version must be right.  Where DIR holds NAMES.tsv
 * (name, units, direction, tools), names, units and directions are those.
 * Prints each miss, then "N passed, N failed"; exits 1 on a miss.
 */
#include <sys/types.h>

#include <dirent.h>
#include <err.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "proto/compat.h"
#include "proto/readers/reader.h"

#define RUN_PATH_BYTES	4096
#define RUN_NAMES	"NAMES.tsv"
#define RUN_DECIMALS	5	/* from here on a figure may be rounded */

static struct {
	const char	*dir;
	char		*names;		/* NAMES.tsv, or NULL */
	const char	*file;		/* under test */
	const char	*how;		/* "found" or "named" */
	int		 misses;	/* of this file */
	int		 passed;
	int		 failed;
} run_corpus;

/* The reader of a tool, by what its name holds. */
static const struct {
	const char	*word;
	const char	*reader;
} run_corpus_tools[] = {
	{ "benchload", "benchload" },	{ "sysbench", "sysbench" },
	{ "openssl", "openssl" },	{ "STREAM", "stream" },
	{ "ubench", "ubench" },		{ "UnixBench", "unixbench" },
	{ "hyperfine", "hyperfine" },	{ "fio", "fio" },
	{ "iperf3", "iperf3" },		{ "ministat", "ministat" },
	{ "FreeBSD build", "freebsd_build" },
	{ "dmesg", "dmesg" },		{ "sysctl", "sysctl" },
	{ "time", "time" },
};

/* Say what is wrong with the file under test. */
static void __printflike(1, 2)
run_corpus_miss(const char *fmt, ...)
{
	va_list	 ap;

	run_corpus.misses++;
	printf("%s (%s): ", run_corpus.file, run_corpus.how);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

/* A whole file; the caller frees it. */
static char *
run_corpus_load(const char *path, size_t *len)
{
	FILE	*fp;
	char	*bytes;
	size_t	 n, room;

	if ((fp = fopen(path, "rb")) == NULL)
		err(2, "%s", path);
	bytes = NULL;
	*len = room = 0;
	do {
		if (*len == room &&
		    (bytes = realloc(bytes, room = room * 2 + 65536)) == NULL)
			err(2, NULL);
		n = fread(bytes + *len, 1, room - *len, fp);
		*len += n;
	} while (n > 0);
	fclose(fp);
	return (bytes);
}

/* How many decimals it takes to print the value exactly as it was read. */
static int
run_corpus_decimals(double value, int *digits)
{
	char	 text[64];
	int	 decimals;

	for (*digits = 1; *digits < 17; ++*digits) {
		snprintf(text, sizeof(text), "%.*g", *digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	for (decimals = 0; decimals < 20; decimals++) {
		snprintf(text, sizeof(text), "%.*f", decimals, value);
		if (strtod(text, NULL) == value)
			break;
	}
	return (decimals);
}

/*
 * Equal to the printed digits?  What was printed is exact; what a person
 * computed (a mean, a deviation) was rounded to five decimals or more.
 */
static bool
run_corpus_same(double got, double want)
{
	int	 decimals, digits;

	decimals = run_corpus_decimals(want, &digits);
	if (decimals >= RUN_DECIMALS && digits < 13)
		return (fabs(got - want) <= 0.5001 * pow(10, -decimals));
	return (fabs(got - want) <= 1e-12 * fabs(want));
}

/* Units must agree; a sidecar may leave one out. */
static void
run_corpus_unit(const char *name, const char *got, json_t *want)
{
	const char	*unit;

	unit = json_string_value(json_object_get(want, "unit"));
	if (unit != NULL && strcmp(unit, got) != 0)
		run_corpus_miss("%s is in '%s', not '%s'", name, got, unit);
}

/* Hold one fact against what is expected of it. */
static void
run_corpus_fact(const struct reader_fact *fact, json_t *want)
{
	json_t	*value;
	char	*end;
	double	 got;

	value = json_object_get(want, "value");
	if (json_is_string(value)) {
		if (strcmp(json_string_value(value), fact->value) != 0)
			run_corpus_miss("%s is '%s', not '%s'", fact->key,
			    fact->value, json_string_value(value));
	} else {
		got = strtod(fact->value, &end);
		if (*end != '\0' || end == fact->value ||
		    !run_corpus_same(got, json_number_value(value)))
			run_corpus_miss("%s is '%s', not %.15g", fact->key,
			    fact->value, json_number_value(value));
	}
	run_corpus_unit(fact->key, fact->unit, want);
}

/* A metric's name without the prefixes of its part. */
static const char *
run_corpus_name(const char *metric)
{
	const char	*slash;

	slash = strrchr(metric, '/');
	return (slash != NULL ? slash + 1 : metric);
}

/* The line of NAMES.tsv for a name, or NULL. */
static const char *
run_corpus_line(const char *name)
{
	const char	*line;
	size_t		 n;

	n = strlen(name);
	for (line = run_corpus.names; line != NULL; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, name, n) == 0 && line[n] == '\t')
			return (line);
	}
	return (NULL);
}

/* Is the unit one of "-, ms, s"? */
static bool
run_corpus_lists(const char *units, const char *unit)
{
	size_t	 n;

	for (; *units != '\0'; units += n, units += strspn(units, ", ")) {
		n = strcspn(units, ",");
		if (n == strlen(unit) && strncmp(units, unit, n) == 0)
			return (true);
	}
	return (false);
}

/*
 * Name, unit and direction as NAMES.tsv lists them.  ubench's avg is a
 * score, ministat's one of times: the list can give but one direction.
 */
static void
run_corpus_listed(const struct reader_result *r, const struct reader_metric *m)
{
	char		 better[16], units[128];
	const char	*line, *want;

	want = run_corpus_name(m->name);
	if (run_corpus.names == NULL || (strcmp(r->reader, "ministat") == 0 &&
	    strcmp(want, "avg") == 0))
		return;
	line = run_corpus_line(want);
	if (line == NULL || sscanf(line, "%*[^\t]\t%127[^\t]\t%15[^\t]",
	    units, better) != 2) {
		run_corpus_miss("%s is not in " RUN_NAMES, m->name);
		return;
	}
	want = m->better == READER_NONE ? "-" : reader_better_name(m->better);
	if (strcmp(want, better) != 0)
		run_corpus_miss("%s: better is %s, not %s", m->name, want,
		    better);
	want = m->unit[0] == '\0' ? "-" : m->unit;
	if (!run_corpus_lists(units, want))
		run_corpus_miss("%s is in %s, listed are %s", m->name, want,
		    units);
}

/* Hold one metric against what is expected of it. */
static void
run_corpus_metric(const struct reader_metric *m, json_t *want)
{
	json_t	*value;

	value = json_object_get(want, "value");
	if (!json_is_number(value))
		run_corpus_miss("%s is a number, and no text", m->name);
	else if (!run_corpus_same(m->value, json_number_value(value)))
		run_corpus_miss("%s is %.15g, not %.15g", m->name, m->value,
		    json_number_value(value));
	run_corpus_unit(m->name, m->unit, want);
}

/*
 * Does the text itself state this fact, "key: value" on a line?  Sidecars
 * of sysctl(8) name a selection of those, not always the same.
 */
static bool
run_corpus_states(const struct reader_fact *fact, const char *text, size_t len)
{
	char	 line[READER_NAME_BYTES + READER_TEXT_BYTES + 8];

	snprintf(line, sizeof(line), "%s: %s\n", fact->key, fact->value);
	return (memmem(text, len, line, strlen(line)) != NULL);
}

/* Everything expected must be there, and nothing else. */
static void
run_corpus_figures(const struct reader_result *r, json_t *expected,
    const char *text, size_t len)
{
	const char	*key;
	json_t		*left, *want;
	size_t		 i;

	left = json_copy(expected);
	for (i = 0; i < r->nmetrics; i++) {
		want = json_object_get(left, r->metrics[i].name);
		if (want == NULL) {
			run_corpus_miss("%s = %.15g %s was not expected",
			    r->metrics[i].name, r->metrics[i].value,
			    r->metrics[i].unit);
			continue;
		}
		run_corpus_metric(&r->metrics[i], want);
		run_corpus_listed(r, &r->metrics[i]);
		json_object_del(left, r->metrics[i].name);
	}
	for (i = 0; i < r->nfacts; i++) {
		want = json_object_get(left, r->facts[i].key);
		if (want == NULL) {
			if (!run_corpus_states(&r->facts[i], text, len))
				run_corpus_miss("%s = '%s' was not expected",
				    r->facts[i].key, r->facts[i].value);
			continue;
		}
		run_corpus_fact(&r->facts[i], want);
		json_object_del(left, r->facts[i].key);
	}
	json_object_foreach(left, key, want)
		run_corpus_miss("%s is missing", key);
	json_decref(left);
}

/* Does the text hold this word, with no digit or dot beside it? */
static bool
run_corpus_holds(const char *text, size_t len, const char *word)
{
	const char	*at, *end;
	size_t		 n;

	n = strlen(word);
	end = text + len;
	for (at = text; n > 0 && (at = memmem(at, (size_t)(end - at), word,
	    n)) != NULL; at++)
		if ((at == text || strchr("0123456789.", at[-1]) == NULL) &&
		    (at + n == end || strchr("0123456789.", at[n]) == NULL))
			return (true);
	return (false);
}

/* Lines of intervals are counted in a note; runs have their prefixes. */
static void
run_corpus_context(const struct reader_result *r, json_t *context)
{
	json_t	*value;
	char	 text[64];
	size_t	 i;
	bool	 hit;

	value = json_object_get(context, "threads");
	if (value != NULL && json_integer_value(value) != r->threads)
		run_corpus_miss("threads is %d, not %lld", r->threads,
		    (long long)json_integer_value(value));
	value = json_object_get(context, "interval_lines");
	if (value != NULL) {
		snprintf(text, sizeof(text), "interval lines, not results: "
		    "%lld", (long long)json_integer_value(value));
		for (i = 0, hit = false; i < r->nnotes; i++)
			hit |= strcmp(r->notes[i], text) == 0;
		if (!hit)
			run_corpus_miss("no note says '%s'", text);
	}
	value = json_object_get(context, "runs");
	if (value != NULL) {
		snprintf(text, sizeof(text), "run%lld/",
		    (long long)json_integer_value(value));
		for (i = 0, hit = false; i < r->nmetrics; i++)
			hit |= strncmp(r->metrics[i].name, text,
			    strlen(text)) == 0;
		if (!hit)
			run_corpus_miss("nothing of %s", text);
	}
}

/* Outcome and identity. */
static void
run_corpus_identity(const struct reader_result *r, json_t *side,
    const char *text, size_t len)
{
	const char	*want;
	char		 name[64];
	char		*c;

	want = json_string_value(json_object_get(side, "outcome"));
	strlcpy(name, reader_outcome_name(r->outcome), sizeof(name));
	for (c = name; *c != '\0'; c++)
		if (*c == '-')
			*c = ' ';
	if (want == NULL)
		run_corpus_miss("the sidecar names no outcome");
	else if (strcmp(want, name) != 0)
		run_corpus_miss("outcome is %s, not %s", name, want);
	run_corpus_context(r, json_object_get(side, "context"));
	want = json_string_value(json_object_get(side, "version"));
	if (want != NULL && r->version[0] != '\0' &&
	    run_corpus_holds(text, len, want) &&
	    strcmp(want, r->version) != 0)
		run_corpus_miss("version is '%s', not '%s'", r->version, want);
}

/* The reader that a tool's output is for, or NULL. */
static const char *
run_corpus_reader(json_t *side)
{
	const char	*tool;
	size_t		 i;

	tool = json_string_value(json_object_get(side, "tool"));
	for (i = 0; tool != NULL && i < nitems(run_corpus_tools); i++)
		if (strstr(tool, run_corpus_tools[i].word) != NULL)
			return (run_corpus_tools[i].reader);
	run_corpus_miss("no reader for '%s'", tool != NULL ? tool : "");
	return (NULL);
}

/* Read one text once, by name or (NULL) by itself. */
static void
run_corpus_try(const char *name, json_t *side, const char *text, size_t len)
{
	struct reader_result	 r;
	json_t			*status;
	const char		*want;
	int			 code;

	run_corpus.how = name == NULL ? "found" : "named";
	want = run_corpus_reader(side);
	status = json_object_get(side, "exit_status");
	code = status == NULL ? READER_EXIT_UNKNOWN :
	    (int)json_integer_value(status);
	if (reader_read(name, text, len, code, &r) == -1)
		run_corpus_miss("no reader called %s", want);
	else {
		if (r.reader != NULL && want != NULL &&
		    strcmp(r.reader, want) != 0)
			run_corpus_miss("read by %s, not %s", r.reader, want);
		run_corpus_figures(&r, json_object_get(side, "expected"),
		    text, len);
		run_corpus_identity(&r, side, text, len);
	}
	reader_clear(&r);
}

/* One sidecar and its text. */
static void
run_corpus_file(const char *sidecar)
{
	json_error_t	 why;
	json_t		*side;
	char		 path[RUN_PATH_BYTES];
	char		*text;
	size_t		 len;

	run_corpus.misses = 0;
	run_corpus.file = sidecar;
	snprintf(path, sizeof(path), "%s/%s", run_corpus.dir, sidecar);
	if ((side = json_load_file(path, 0, &why)) == NULL)
		errx(2, "%s:%d: %s", path, why.line, why.text);
	strlcpy(path + strlen(path) - strlen(".json"), ".txt", 5);
	text = run_corpus_load(path, &len);
	run_corpus_try(NULL, side, text, len);
	run_corpus_try(run_corpus_reader(side), side, text, len);
	if (run_corpus.misses == 0)
		run_corpus.passed++;
	else
		run_corpus.failed++;
	free(text);
	json_decref(side);
}

/* NAMES.tsv as a string, if the folder has one. */
static void
run_corpus_load_names(void)
{
	char	 path[RUN_PATH_BYTES];
	char	*bytes;
	size_t	 len;

	snprintf(path, sizeof(path), "%s/" RUN_NAMES, run_corpus.dir);
	if (access(path, R_OK) == -1)
		return;
	bytes = run_corpus_load(path, &len);
	if ((run_corpus.names = calloc(1, len + 1)) == NULL)
		err(2, NULL);
	memcpy(run_corpus.names, bytes, len);
	free(bytes);
}

/* Only sidecars. */
static int
run_corpus_is_sidecar(const struct dirent *entry)
{
	size_t	 n;

	n = strlen(entry->d_name);
	return (n > 5 && strcmp(entry->d_name + n - 5, ".json") == 0);
}

/* See above. */
int
main(int argc, char *argv[])
{
	struct dirent	**entries;
	int		  i, n;

	if (argc != 2) {
		fprintf(stderr, "usage: run_corpus DIR\n");
		return (2);
	}
	run_corpus.dir = argv[1];
	run_corpus_load_names();
	n = scandir(argv[1], &entries, run_corpus_is_sidecar, alphasort);
	if (n == -1)
		err(2, "%s", argv[1]);
	for (i = 0; i < n; i++) {
		run_corpus_file(entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	free(run_corpus.names);
	printf("%d passed, %d failed\n", run_corpus.passed, run_corpus.failed);
	return (run_corpus.failed > 0 || run_corpus.passed == 0);
}
