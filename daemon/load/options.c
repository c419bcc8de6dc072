/*
 * options: sysbench's names, defaults and bounds, in one table.
 *
 * Parser, help, report and JSON read the same rows.  What options mean to a
 * test is the test's check.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "daemon/load/load.h"

#define OPTIONS_TIB	(INT64_C(1) << 40)

enum options_kind {
	OPTIONS_COUNT,		/* a whole number */
	OPTIONS_SIZE,		/* a whole number; K, M, G or T follows */
	OPTIONS_SWITCH,		/* on, off; alone: on */
	OPTIONS_CHOICE,		/* the index of a word */
	OPTIONS_FLAGS,		/* words, a bit each */
	OPTIONS_RATIO		/* a decimal fraction */
};

struct options_row {
	const char		*name;
	const char		*test;		/* NULL: all */
	enum options_kind	 kind;
	size_t			 offset;
	const char		*preset;
	int64_t			 min;
	int64_t			 max;
	const char		*words;		/* of a choice or flags */
	const char		*help;
};

#define COUNT(name, test, field, preset, min, max, help) \
	{ name, test, OPTIONS_COUNT, offsetof(struct options, field), preset, \
	    min, max, NULL, help }
#define SIZE(name, test, field, preset, min, max, help) \
	{ name, test, OPTIONS_SIZE, offsetof(struct options, field), preset, \
	    min, max, NULL, help }
#define SWITCH(name, test, field, preset, help) \
	{ name, test, OPTIONS_SWITCH, offsetof(struct options, field), preset, \
	    0, 1, "off,on", help }
#define CHOICE(name, test, field, preset, words, help) \
	{ name, test, OPTIONS_CHOICE, offsetof(struct options, field), preset, \
	    0, 0, words, help }
#define FLAGS(name, test, field, preset, words, help) \
	{ name, test, OPTIONS_FLAGS, offsetof(struct options, field), preset, \
	    0, 0, words, help }
#define RATIO(name, test, field, preset, max, help) \
	{ name, test, OPTIONS_RATIO, offsetof(struct options, field), preset, \
	    0, max, NULL, help }

static const struct options_row options_rows[] = {
	COUNT("threads", NULL, threads, "1", 1, LOAD_THREADS_MAX,
	    "number of threads"),
	COUNT("events", NULL, events, "0", 0, LOAD_EVENTS_MAX,
	    "events of all threads together; 0: no limit"),
	COUNT("time", NULL, time_s, "10", 0, LOAD_SECONDS_MAX,
	    "seconds to run; 0: no limit"),
	COUNT("warmup-time", NULL, warmup_s, "0", 0, LOAD_SECONDS_MAX,
	    "seconds of events before, which are not counted"),
	COUNT("rate", NULL, rate, "0", 0, 1000000000,
	    "events a second, at random times; 0: one after another"),
	COUNT("report-interval", NULL, interval_s, "0", 0, LOAD_SECONDS_MAX,
	    "seconds between lines of report; 0: none"),
	COUNT("percentile", NULL, percentile, "95", 0, 100,
	    "percentile of latency; 0: none"),
	SWITCH("histogram", NULL, histogram, "off",
	    "print the latencies' histogram"),
	COUNT("rand-seed", NULL, seed, "0", 0, INT32_MAX,
	    "seed of random numbers; 0: from the clock"),
	SWITCH("validate", NULL, validate, "on",
	    "always on: every event's work is proved"),
	SWITCH("json", NULL, json, "off", "print one JSON object, no text"),
	SWITCH("help", NULL, help, "off", "print this"),
	SWITCH("version", NULL, version, "off", "print version and build"),

	COUNT("cpu-max-prime", "cpu", cpu_max_prime, "10000", 1, INT32_MAX,
	    "upper limit of the prime numbers"),

	SIZE("memory-block-size", "memory", memory_block, "1K", 4,
	    INT32_MAX, "bytes an event reads or writes; a power of two"),
	SIZE("memory-total-size", "memory", memory_total, "100G", 0,
	    INT64_MAX, "bytes of all events; 0: no limit"),
	CHOICE("memory-oper", "memory", memory_oper, "write",
	    "read,write,none", "what an event does"),
	CHOICE("memory-access-mode", "memory", memory_access, "seq", "seq,rnd",
	    "in order or at random"),
	CHOICE("memory-scope", "memory", memory_scope, "global",
	    "global,local", "one block for all threads, or one each"),

	COUNT("thread-yields", "threads", thread_yields, "1000", 1, INT32_MAX,
	    "lock, yield, unlock: times an event"),
	COUNT("thread-locks", "threads", thread_locks, "8", 1, 1 << 20,
	    "number of locks"),

	COUNT("mutex-num", "mutex", mutex_num, "4096", 1, 1 << 20,
	    "number of mutexes"),
	COUNT("mutex-locks", "mutex", mutex_locks, "50000", 1, INT32_MAX,
	    "lock, unlock: times an event; one event a thread"),
	COUNT("mutex-loops", "mutex", mutex_loops, "10000", 0, INT32_MAX,
	    "empty loops before each lock"),

	COUNT("file-num", "fileio", file_num, "128", 1, LOAD_FILES_MAX,
	    "number of files"),
	SIZE("file-total-size", "fileio", file_total, "2G", 512,
	    1024 * OPTIONS_TIB, "bytes of all files"),
	SIZE("file-block-size", "fileio", file_block, "16384", 512,
	    1 << 30, "bytes of a request; a multiple of 512"),
	CHOICE("file-test-mode", "fileio", file_mode, "unset",
	    "unset,seqwr,seqrewr,seqrd,rndrd,rndwr,rndrw",
	    "what is done to them"),
	CHOICE("file-io-mode", "fileio", file_io, "sync", "sync",
	    "how; sysbench's async and mmap are not offered"),
	FLAGS("file-extra-flags", "fileio", file_flags, "",
	    "sync,dsync,direct", "open the files so"),
	COUNT("file-fsync-freq", "fileio", file_fsync_freq, "100", 0,
	    INT32_MAX, "fsync all files after so many requests; 0: never"),
	SWITCH("file-fsync-all", "fileio", file_fsync_all, "off",
	    "fsync after each write"),
	SWITCH("file-fsync-end", "fileio", file_fsync_end, "on",
	    "fsync at the end"),
	CHOICE("file-fsync-mode", "fileio", file_fsync_mode, "fsync",
	    "fsync,fdatasync", "by which call"),
	COUNT("file-merged-requests", "fileio", file_merged, "0", 0, 1 << 20,
	    "blocks of a sequential request; 0: one"),
	RATIO("file-rw-ratio", "fileio", file_rw_ratio, "1.5", 1000000,
	    "reads to a write, of rndrw"),

	SIZE("stream-array-size", "stream", stream_size, "10000000", 1,
	    INT32_MAX, "elements of each of three arrays"),
};

/* Names that sysbench had, or has, for the same thing. */
static const struct {
	const char	*old;
	const char	*name;
} options_aliases[] = {
	{ "num-threads", "threads" },
	{ "max-requests", "events" },
	{ "max-time", "time" },
	{ "tx-rate", "rate" },
};

/* Names of sysbench's that would promise what benchload does not do. */
static const char *const options_refused[] = {
	"forced-shutdown", "thread-stack-size", "report-checkpoints", "debug",
	"config-file", "verbosity", "rand-type", "rand-spec-iter",
	"rand-spec-pct", "rand-spec-res", "rand-pareto-h", "init-rng",
	"memory-hugetlb", "file-async-backlog", "db-driver",
};

/* The number of text, in *value; NULL, or what is wrong. */
static const char *
options_read_number(const struct options_row *row, const char *text,
    int64_t *value)
{
	static const char	 units[] = "KMGT";
	const char		*unit;
	char			*end;
	long long		 n;
	unsigned		 shift;

	errno = 0;
	n = strtoll(text, &end, 10);
	if (end == text || text[0] == '+' || text[0] == ' ')
		return ("is no number");
	if (errno == ERANGE)
		return ("is too large");
	shift = 0;
	if (row->kind == OPTIONS_SIZE && *end != '\0' &&
	    (unit = strchr(units, *end & ~0x20)) != NULL && *unit != '\0') {
		shift = 10 * (unsigned)(unit - units + 1);
		end++;
	}
	if (*end != '\0')
		return ("is no number");
	if (n > INT64_MAX >> shift)
		return ("is too large");
	if (n < 0 && shift > 0)
		return ("is below the minimum");
	*value = (int64_t)n * (INT64_C(1) << shift);
	if (*value < row->min)
		return ("is below the minimum");
	return (*value > row->max ? "is above the maximum" : NULL);
}

/* Which of row's words the len bytes of text are; -1: none. */
static int
options_find_word(const struct options_row *row, const char *text, size_t len)
{
	const char	*word;
	size_t		 n;
	int		 i;

	for (word = row->words, i = 0;; word += n + 1, i++) {
		n = strcspn(word, ",");
		if (n == len && memcmp(word, text, n) == 0)
			return (i);
		if (word[n] == '\0')
			return (-1);
	}
}

/* The bits of a list of words. */
static const char *
options_read_flags(const struct options_row *row, const char *text,
    int64_t *value)
{
	size_t	 n;
	int	 bit;

	*value = 0;
	while (*text != '\0') {
		n = strcspn(text, ",");
		if ((bit = options_find_word(row, text, n)) == -1)
			return ("is none of");
		*value |= INT64_C(1) << bit;
		text += n + (text[n] == ',');
	}
	return (NULL);
}

/* A decimal fraction, whatever the locale. */
static const char *
options_read_ratio(const struct options_row *row, const char *text,
    double *value)
{
	char	*end;

	if (strspn(text, "0123456789.") != strlen(text) || *text == '\0')
		return ("is no number");
	*value = strtod(text, &end);
	if (*end != '\0' || !isfinite(*value))
		return ("is no number");
	return (*value > (double)row->max ? "is above the maximum" : NULL);
}

/* Set the field of one row from text; NULL, or what is wrong. */
static const char *
options_set(const struct options_row *row, struct options *opt,
    const char *text)
{
	char	*field;
	int	 i;

	field = (char *)opt + row->offset;
	switch (row->kind) {
	case OPTIONS_COUNT:
	case OPTIONS_SIZE:
		return (options_read_number(row, text,
		    (int64_t *)(void *)field));
	case OPTIONS_SWITCH:
	case OPTIONS_CHOICE:
		if ((i = options_find_word(row, text, strlen(text))) == -1)
			return ("is none of");
		*(int64_t *)(void *)field = i;
		return (NULL);
	case OPTIONS_FLAGS:
		return (options_read_flags(row, text,
		    (int64_t *)(void *)field));
	case OPTIONS_RATIO:
		return (options_read_ratio(row, text,
		    (double *)(void *)field));
	}
	return ("is of no kind");
}

/* The row called by the len bytes of name, under its own name or an old one. */
static const struct options_row *
options_find(const char *name, size_t len)
{
	size_t	 i;

	for (i = 0; i < nitems(options_aliases); i++) {
		if (strlen(options_aliases[i].old) != len ||
		    memcmp(options_aliases[i].old, name, len) != 0)
			continue;
		name = options_aliases[i].name;
		len = strlen(name);
		break;
	}
	for (i = 0; i < nitems(options_rows); i++)
		if (strlen(options_rows[i].name) == len &&
		    memcmp(options_rows[i].name, name, len) == 0)
			return (&options_rows[i]);
	return (NULL);
}

/* Say why an option's name will not do. */
static int
options_refuse(const char *name, size_t len, char *why)
{
	size_t	 i;

	for (i = 0; i < nitems(options_refused); i++) {
		if (strlen(options_refused[i]) != len ||
		    memcmp(options_refused[i], name, len) != 0)
			continue;
		snprintf(why, LOAD_WHY_BYTES,
		    "--%.*s: sysbench's, not offered here", (int)len, name);
		return (-1);
	}
	snprintf(why, LOAD_WHY_BYTES, "--%.*s: no such option",
	    len > 64 ? 64 : (int)len, name);
	return (-1);
}

/* Say why an option's value will not do, and what would. */
static int
options_blame(const struct options_row *row, const char *text,
    const char *fault, char *why)
{
	int	 len;

	len = snprintf(why, LOAD_WHY_BYTES, "--%s: '%.64s' %s", row->name, text,
	    fault);
	if (row->words != NULL)
		snprintf(why + len, LOAD_WHY_BYTES - (size_t)len, " %s",
		    strncmp(row->words, "unset,", 6) == 0 ? row->words + 6 :
		    row->words);
	else
		snprintf(why + len, LOAD_WHY_BYTES - (size_t)len,
		    " (%" PRId64 " to %" PRId64 ")", row->min, row->max);
	return (-1);
}

/* One --name or --name=value. */
static int
options_parse_one(struct options *opt, const char *arg, char *why)
{
	const struct options_row	*row;
	const char			*fault, *text;
	size_t				 len;

	len = strcspn(arg, "=");
	if ((row = options_find(arg, len)) == NULL)
		return (options_refuse(arg, len, why));
	if (row->test != NULL && opt->test != NULL &&
	    strcmp(row->test, opt->test) != 0) {
		snprintf(why, LOAD_WHY_BYTES, "--%s: an option of %s, not of "
		    "%.32s", row->name, row->test, opt->test);
		return (-1);
	}
	if (arg[len] == '=')
		text = arg + len + 1;
	else if (row->kind == OPTIONS_SWITCH)
		text = "on";
	else {
		snprintf(why, LOAD_WHY_BYTES, "--%s: wants =value", row->name);
		return (-1);
	}
	if ((fault = options_set(row, opt, text)) != NULL)
		return (options_blame(row, text, fault, why));
	return (0);
}

/* Test and command, wherever they stand. */
static int
options_parse_words(struct options *opt, int argc, char **argv, char *why)
{
	int	 i;

	for (i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--test=", 7) == 0) {
			opt->test = argv[i] + 7;
			opt->legacy = true;
		}
	}
	for (i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--", 2) == 0)
			continue;
		if (opt->test == NULL)
			opt->test = argv[i];
		else if (opt->command == NULL)
			opt->command = argv[i];
		else {
			snprintf(why, LOAD_WHY_BYTES, "'%.64s': one test and "
			    "one command, no more", argv[i]);
			return (-1);
		}
	}
	return (0);
}

/*
 * Read the command line into *opt, which borrows from argv.  Returns 0, or -1
 * with why naming the fault.  Tests and commands are not looked up here.
 */
int
options_parse(struct options *opt, int argc, char **argv,
    char why[LOAD_WHY_BYTES])
{
	size_t	 row;
	int	 i;

	memset(opt, 0, sizeof(*opt));
	for (row = 0; row < nitems(options_rows); row++)
		options_set(&options_rows[row], opt, options_rows[row].preset);
	if (options_parse_words(opt, argc, argv, why) == -1)
		return (-1);
	if (opt->legacy) {
		opt->events = strcmp(opt->test, "memory") == 0 ? 0 : 10000;
		opt->time_s = 0;
	}
	for (i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--", 2) != 0 ||
		    strncmp(argv[i], "--test=", 7) == 0)
			continue;
		if (options_parse_one(opt, argv[i] + 2, why) == -1)
			return (-1);
	}
	return (0);
}

/* The value of a row as one would give it. */
static void
options_format(const struct options_row *row, const struct options *opt,
    char *buf, size_t size)
{
	const char	*field, *word;
	int64_t		 value;
	size_t		 n;
	int		 i;

	field = (const char *)opt + row->offset;
	if (row->kind == OPTIONS_RATIO) {
		snprintf(buf, size, "%g", *(const double *)(const void *)field);
		return;
	}
	value = *(const int64_t *)(const void *)field;
	if (row->words == NULL) {
		snprintf(buf, size, "%" PRId64, value);
		return;
	}
	buf[0] = '\0';
	for (word = row->words, i = 0; *word != '\0'; i++) {
		n = strcspn(word, ",");
		if (row->kind == OPTIONS_FLAGS ? value >> i & 1 : value == i)
			snprintf(buf + strlen(buf), size - strlen(buf),
			    "%s%.*s", buf[0] == '\0' ? "" : ",", (int)n, word);
		word += n + (word[n] == ',');
	}
}

/* The value of the option called name, which exists, as text. */
void
options_show(const struct options *opt, const char *name, char *buf,
    size_t size)
{
	const struct options_row	*row;

	if ((row = options_find(name, strlen(name))) != NULL)
		options_format(row, opt, buf, size);
}

/*
 * The next option that shapes what opt's test does, from *i on, and its value;
 * NULL past the last.
 */
const char *
options_next(const struct options *opt, size_t *i, char *buf, size_t size)
{
	const struct options_row	*row;

	while (*i < nitems(options_rows)) {
		row = &options_rows[(*i)++];
		if ((row->test != NULL && strcmp(row->test, opt->test) != 0) ||
		    row->offset == offsetof(struct options, validate) ||
		    row->offset == offsetof(struct options, json) ||
		    row->offset == offsetof(struct options, help) ||
		    row->offset == offsetof(struct options, version))
			continue;
		options_format(row, opt, buf, size);
		return (row->name);
	}
	return (NULL);
}

/* The options of one test, or (NULL) those that all have. */
void
options_print(const char *test)
{
	const struct options_row	*row;
	char				 name[64];

	for (row = options_rows; row < options_rows + nitems(options_rows);
	    row++) {
		if (test == NULL ? row->test != NULL :
		    row->test == NULL || strcmp(row->test, test) != 0)
			continue;
		if (row->kind == OPTIONS_CHOICE || row->kind == OPTIONS_FLAGS)
			snprintf(name, sizeof(name), "--%s=WORD", row->name);
		else if (row->kind == OPTIONS_SWITCH)
			snprintf(name, sizeof(name), "--%s[=on|off]",
			    row->name);
		else
			snprintf(name, sizeof(name), "--%s=%s", row->name,
			    row->kind == OPTIONS_SIZE ? "SIZE" : "N");
		printf("  %-28s %s [%s]\n", name, row->help, row->preset);
		if (row->kind == OPTIONS_CHOICE || row->kind == OPTIONS_FLAGS)
			printf("  %-28s   %s\n", "",
			    strncmp(row->words, "unset,", 6) == 0 ?
			    row->words + 6 : row->words);
	}
}
