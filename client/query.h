/*
 * query: what the archive holds, as rows that can be filtered and grouped.
 *
 * A row is one metric's sums over the runs of one cell in one boot.  Whatever
 * is known of it (facts, labels, parameters, state, host, machine, job) is
 * asked by one name, as --where, --by, --rows and --columns do.
 */
#ifndef CLIENT_QUERY_H
#define CLIENT_QUERY_H

#include <sys/types.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client/archive.h"
#include "client/stat_acc.h"
#include "client/where.h"

struct query;

/* A metric, or one part of it, whose name is then "part/metric". */
struct query_metric {
	int64_t		 id;
	const char	*name;
	const char	*unit;
	const char	*better;	/* lower, higher, none */
	const char	*part;
};

/* y and log y of counted runs; of those left out for an outside taint. */
struct query_row {
	int64_t		 boot_id;
	int64_t		 cell_id;
	int64_t		 unit;	/* the boot, or that of all unknown ones */
	struct stat_acc	 y, log_y;
	struct stat_acc	 tainted_y, tainted_log_y;
	double		 resolution;
	size_t		 boot, cell;	/* indices for query_value() */
};

/*
 * Load the names of the archive.  The caller owns the result; NULL with the
 * reason in why[size].
 */
struct query	*query_new(struct archive *, char *why, size_t size);
void		 query_free(struct query *);

/* Metric i, or NULL past the last; one name may have several units. */
const struct query_metric *query_metric(const struct query *, size_t i);
/* By name; NULL where there is none. */
const struct query_metric *query_metric_find(const struct query *,
		    const char *name);
/*
 * The unit of what bears the metric's name and cannot be converted to it, or
 * has the other direction; NULL where there is no such thing.
 */
const char	*query_metric_misfit(const struct query *,
		    const struct query_metric *);

/*
 * The rows of a metric for which where holds, in order of boot and cell, those
 * in other units of its kind converted to its own; the caller frees *rows.
 * Returns how many, or -1 with the reason.
 */
ssize_t		 query_rows(struct query *, const struct query_metric *,
		    const struct where *, struct query_row **rows, char *why,
		    size_t size);

/*
 * What key says of a row: host machine recipe (also test) state boot levels
 * job.id job purpose night order recipe.work, a parameter's name, a label's,
 * a fact's.  NULL where it says nothing.  Borrowed from the query: a word
 * (words.h), of which there is one of each content.
 */
const char	*query_value(const struct query *, const struct query_row *,
		    const char *key);
/* The same for many rows: the key is looked up once. */
struct query_key {
	size_t		 name;
	const char	*word;
};
struct query_key query_key(const struct query *, const char *name);
const char	*query_key_value(const struct query *,
		    const struct query_row *, struct query_key);
/* The word of that content, or NULL; "-" and "" are always there. */
const char	*query_word(const struct query *, const char *);

/* Does where hold for what is known of a boot and a cell? */
bool		 query_holds(const struct query *, int64_t boot_id,
		    int64_t cell_id, const struct where *);

/* All keys that some cell, label or fact has, in natural order; borrowed. */
const char *const *query_keys(struct query *, size_t *n);
/* Parameters of the row's cell: name i and its level; false past the last. */
bool		 query_level(const struct query *, const struct query_row *,
		    size_t i, const char **name, const char **level);
/* Fact i of the row's boot, in the natural order of keys. */
bool		 query_fact(const struct query *, const struct query_row *,
		    size_t i, const char **key, const char **value);
bool		 query_facts_are_same(const struct query *,
		    const struct query_row *, const struct query_row *);

#endif
