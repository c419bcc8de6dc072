/*
 * reader: what the output of a benchmark says, and no more.
 *
 * A reader turns the bytes that a tool printed (and, where known, how it
 * ended) into a workload's identity, metrics, facts and an outcome.  Readers
 * are pure: no descriptor, no clock, no locale, no global; linear time, and
 * memory bounded by the limits below whatever the bytes are.
 */
#ifndef PROTO_READERS_READER_H
#define PROTO_READERS_READER_H

#include <stdbool.h>
#include <stddef.h>

#define READER_METRICS_MAX	4096	/* a result; more are noted, dropped */
#define READER_FACTS_MAX	1024
#define READER_NOTES_MAX	64
#define READER_NAME_BYTES	128	/* a metric's name, with its prefix */
#define READER_UNIT_BYTES	16
#define READER_TEXT_BYTES	256	/* a fact's value, a note */
#define READER_OPTIONS_BYTES	512	/* of a workload */

#define READER_EXIT_UNKNOWN	(-1)

/* How a run ended, as far as its output tells; names as on the wire. */
enum reader_outcome {
	READER_COMPLETE,
	READER_FAILED,		/* the tool says its command or itself failed */
	READER_KILLED,		/* ended by a signal */
	READER_TRUNCATED,	/* begins well, and stops before its end */
	READER_NO_RESULT,
	READER_TOO_FEW,		/* too few samples */
	READER_BAD_INPUT
};

enum reader_better { READER_NONE, READER_LOWER, READER_HIGHER };

/*
 * One value.  resolution: half of it is the rounding error; 0 unknown.
 * Several results in one output have names with prefixes: run2/, job2/ of a
 * pipeline, cmd1/ always, copies4/, checkpoint1/ and final/, column2/, the
 * name of an algorithm or of a column.
 */
struct reader_metric {
	char			 name[READER_NAME_BYTES];
	char			 unit[READER_UNIT_BYTES];
	enum reader_better	 better;
	double			 value;
	double			 resolution;	/* last printed digit */
};

/* What a host or a log says of itself; dates are facts, never samples. */
struct reader_fact {
	char	 key[READER_NAME_BYTES];
	char	 unit[READER_UNIT_BYTES];	/* empty: none */
	char	 value[READER_TEXT_BYTES];
};

/*
 * All that one output says.  Different workloads never share a series, so
 * tool, version, test and options are its identity; empty when not said.
 */
struct reader_result {
	const char		*reader;	/* name of the reader; static */
	enum reader_outcome	 outcome;
	char			 tool[READER_NAME_BYTES];
	char			 version[READER_NAME_BYTES];
	char			 test[READER_NAME_BYTES];
	char			 options[READER_OPTIONS_BYTES]; /* sorted k=v */
	int			 threads;	/* 0: not said */
	struct reader_metric	*metrics;
	size_t			 nmetrics;
	struct reader_fact	*facts;
	size_t			 nfacts;
	char			(*notes)[READER_TEXT_BYTES];
	size_t			 nnotes;
};

/*
 * Read len bytes with the reader called name, or with the first in the fixed
 * order that knows them (name NULL).  exit_status is the tool's own as
 * wait(2)'s exit code, 128 + signal, or READER_EXIT_UNKNOWN.
 * Fills *result, which the caller clears with reader_clear() in every case.
 * Returns 0, or -1 with errno ENOMEM, or ENOENT for an unknown name.
 */
int		 reader_read(const char *name, const void *bytes, size_t len,
		    int exit_status, struct reader_result *result);
void		 reader_clear(struct reader_result *);

/* The name of reader i in the fixed order, or NULL past the last. */
const char	*reader_name(size_t i);
const char	*reader_outcome_name(enum reader_outcome);
const char	*reader_better_name(enum reader_better);

#endif
