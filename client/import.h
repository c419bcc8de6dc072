/*
 * import: foreign results become rows of the archive.
 *
 *	import_csv.c	comma-separated tables with a header
 *	import_hyperfine.c	its JSON, a run a time
 *	import_values.c	one number a line, as ministat reads
 *	import_report.c	what a tool printed, by its reader
 *	import_lines.c	exports of benchctl
 *	import_unit.c	runs into the tables that a pull would bring
 *
 * There is one door into the archive: every import ends in
 * archive_merge_tables(), with uids drawn from the digest of what was read,
 * so that the same thing read again, under whatever name, adds nothing.
 */
#ifndef CLIENT_IMPORT_H
#define CLIENT_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client/archive.h"

#define IMPORT_PAIRS_MAX	64
#define IMPORT_SAMPLES_MAX	256
#define IMPORT_DIGEST_HEX	65
#define IMPORT_TEXT_MAX		1000	/* of one name or value */
#define IMPORT_UID_HEX		33
#define IMPORT_FILE_MAX		(1024L * 1024 * 1024)

/* A metric by its column's name. */
struct import_metric {
	const char	*name;
	const char	*unit;
	const char	*better;	/* lower, higher, none */
};

struct import_pair {
	const char	*key;
	const char	*value;
};

struct import_sample {
	struct import_metric	 metric;
	const char		*part;		/* "" the only one */
	double			 value;
	double			 resolution;
};

/* One run as it was read; texts are borrowed.  NULL: not said. */
struct import_run {
	const char		*recipe;	/* never NULL */
	const char		*host;
	const char		*machine;
	const char		*boot;
	const char		*night;
	int64_t			 started_us;	/* 0 not known */
	const char		*outcome;	/* as in the schema */
	const char		*reason;
	struct import_pair	 level[IMPORT_PAIRS_MAX];	/* factors */
	size_t			 nlevels;
	struct import_pair	 fact[IMPORT_PAIRS_MAX];
	size_t			 nfacts;
	struct import_sample	 sample[IMPORT_SAMPLES_MAX];
	size_t			 nsamples;
	const char		*tool, *version, *test, *options; /* or NULL */
};

/* What is given on the command line, for every run. */
struct import_given {
	struct import_pair	 label[IMPORT_PAIRS_MAX];
	size_t			 nlabels;
	struct import_pair	 fact[IMPORT_PAIRS_MAX];
	size_t			 nfacts;
	struct import_metric	 metric[IMPORT_PAIRS_MAX];	/* --metric */
	size_t			 nmetrics;
	struct import_pair	 as[IMPORT_PAIRS_MAX];	/* --as column=name */
	size_t			 nas;
	const char		*recipe;	/* --recipe, or NULL */
	const char		*host;		/* --host, or NULL */
};

/* What became of a file. */
struct import_outcome {
	int64_t	 runs;		/* that were new */
	int64_t	 known;		/* blocks or reports that were there */
	int64_t	 blocks;
	int64_t	 facts;		/* of a host */
};

/* What is being imported. */
struct import {
	struct archive			*archive;
	const struct import_given	*given;
	const char			*file;		/* as people named it */
	char				 stem[256];	/* a name out of it */
	struct import_outcome		 outcome;
	char				*why;		/* of a failure */
	size_t				 why_size;
};

/*
 * Each reads bytes[len] inside the transaction that is open: 1 done, 0 it is
 * not of this kind, -1 it is and cannot be read: the reason with its line is
 * in why, and the transaction is to be undone.
 */
int	 import_csv(struct import *, const char *bytes, size_t len);
/* May --as name a column so: does the name mean where, when or which? */
bool	 import_csv_is_name(const char *name);
int	 import_hyperfine(struct import *, const char *bytes, size_t len);
int	 import_values(struct import *, const char *bytes, size_t len);
int	 import_report(struct import *, const char *bytes, size_t len);
int	 import_lines(struct import *, const char *bytes, size_t len);

/* Refuse, with the line (0: none); returns -1. */
int	 import_refuse(struct import *, size_t line, const char *, ...)
	    __attribute__((__format__(__printf__, 3, 4)));

/* The digest of some text, in hex. */
void	 import_digest(const char *text, size_t len,
	    char hex[IMPORT_DIGEST_HEX]);
/* A time in UTC: ISO 8601 to the second, or seconds since 1970. */
bool	 import_time(const char *text, int64_t *us);

/*
 * A unit of import, known by its digest: a header with its rows, or one
 * report.  import_unit_begin() tells whether it is there already: 1 it is new,
 * 0 it is known, -1 a fault.  import_unit_end() merges what was added.
 */
struct import_unit;
int	 import_unit_begin(struct import *, const char *kind,
	    const char digest[IMPORT_DIGEST_HEX], struct import_unit **);
/* Copies what it needs; -1 is refused. */
int	 import_unit_run(struct import_unit *, const struct import_run *);
/* Only a host, and what is known of it from outside: no job, no run. */
void	 import_unit_labels(struct import_unit *, const struct import_run *);
int	 import_unit_end(struct import_unit *, const char *notes);
void	 import_unit_free(struct import_unit *);

#endif
