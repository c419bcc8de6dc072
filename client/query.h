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

struct query_metric {
	int64_t	 id;
	char	*name;
	char	*unit;
	char	*better;	/* lower, higher, none */
};

/* y and log y of counted runs; of those left out for an outside taint. */
struct query_row {
	int64_t		 boot_id;
	int64_t		 cell_id;
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
/* By name and the part's prefix-free text; NULL where there is none. */
const struct query_metric *query_metric_find(const struct query *,
		    const char *name);

/*
 * The rows of a metric for which where holds, in order of boot and cell; the
 * caller frees *rows.  Returns how many, or -1 with the reason.
 */
ssize_t		 query_rows(struct query *, const struct query_metric *,
		    const struct where *, struct query_row **rows, char *why,
		    size_t size);

/*
 * What key says of a row: host machine recipe (also test) state boot levels
 * job.id job purpose night order recipe.work, a parameter's name, a label's,
 * a fact's.  NULL where it says nothing.  Borrowed from the query.
 */
const char	*query_value(const struct query *, const struct query_row *,
		    const char *key);

/* Does where hold for what is known of a boot and a cell? */
bool		 query_holds(const struct query *, int64_t boot_id,
		    int64_t cell_id, const struct where *);

/* All keys that some cell, label or fact has, in natural order; borrowed. */
const char *const *query_keys(struct query *, size_t *n);
/* Parameters of the row's cell: name i and its level; false past the last. */
bool		 query_level(const struct query *, const struct query_row *,
		    size_t i, const char **name, const char **level);
/* Fact i of the row's boot. */
bool		 query_fact(const struct query *, const struct query_row *,
		    size_t i, const char **key, const char **value);

#endif
