/*
 * group: rows of a query brought together by the values of some keys.
 *
 * What tables and comparisons begin with.  In a group the runs stay apart by
 * boot, for boots are what is counted.
 */
#ifndef CLIENT_GROUP_H
#define CLIENT_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client/query.h"
#include "client/stat_acc.h"

#define GROUP_KEYS_MAX	8

/* Accumulators, one a boot: y[i] and log_y[i] are of boot[i]. */
struct group_boots {
	int64_t			*boot;
	struct stat_acc		*y;
	struct stat_acc		*log_y;
	size_t			 n;
};

/* Texts are borrowed from the query; a key without a value is "-". */
struct group {
	const char		*value[GROUP_KEYS_MAX];
	struct group_boots	 counted;
	struct group_boots	 all;		/* with what was left out */
	size_t			 left_out;	/* runs, for an outside taint */
	double			 resolution;
	const struct query_row	**row;		/* its rows; borrowed */
	size_t			 nrows;
	bool			 can_log;	/* every value is above zero */
};

struct group_list {
	struct group	*group;
	size_t		 n;
};

/*
 * Group rows by keys (at most GROUP_KEYS_MAX); groups come in natural order
 * of their values, the first key first.  Returns 0 and fills *list, cleared
 * by the caller; -1 on memory.
 */
int	 group_rows(const struct query *, const struct query_row *rows,
	    size_t n, const char *const *keys, size_t nkeys,
	    struct group_list *list);
void	 group_clear(struct group_list *);
/* The first group whose first nkeys values do not come before like's. */
size_t	 group_first(const struct group_list *, const struct group *like,
	    size_t nkeys);

/*
 * One value for people: the mean over boots of boot means, as a geometric
 * mean where all values are above zero, with the half-width of its interval.
 */
enum group_noise {
	GROUP_NOISE_BOOTS,	/* interval over boots */
	GROUP_NOISE_IN_BOOT,	/* over the runs of one boot, and said so */
	GROUP_NOISE_TWO,	/* the same, of 2 values only */
	GROUP_NOISE_UNKNOWN	/* one value */
};

struct group_value {
	double			 mean;		/* in the metric's unit */
	double			 lo, hi;	/* its interval; if has_ci */
	bool			 has_ci;
	enum group_noise	 noise;
	size_t			 boots, runs;
	double			 least, most;	/* of single runs */
};

/* All but the interval, which takes longer; false where there is no value. */
bool	 group_mean(const struct group_boots *, bool can_log,
	    struct group_value *);
bool	 group_value(const struct group_boots *, bool can_log,
	    double resolution, double conf, struct group_value *);

#endif
