/*
 * compare_set: all comparisons of one command, from the archive's rows.
 */
#ifndef CLIENT_COMPARE_SET_H
#define CLIENT_COMPARE_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "client/compare.h"
#include "client/output.h"
#include "client/query.h"
#include "proto/facts.h"

#define COMPARE_SET_LEVELS_MAX	1024
#define COMPARE_SET_METRICS_MAX	32
#define COMPARE_SET_BEST_MAX	3

/* A fact that is not the same on both sides of a machine. */
struct compare_differs {
	const char		*key;
	const char		*machine;
	const char		*base;		/* NULL: not known there */
	const char		*other;
	enum facts_weight	 weight;
	bool			 implied;	/* comes with the factor */
};

#define COMPARE_SET_TAINTS_MAX	16
#define COMPARE_SET_COLUMNS	7	/* of a result's table */
#define COMPARE_BEST_NEAR	16

/* A side's best level, and those that are not told from it. */
struct compare_best_side {
	const struct group	*best;
	const struct group	*near[COMPARE_BEST_NEAR];
	size_t			 nnear;
	bool			 tested;	/* over boots; else within 1% */
};

/* On one machine: did the best level move? */
struct compare_best {
	const char		*machine;
	struct compare_best_side base, other;
	bool			 has_p;
	double			 p;		/* that it moved */
};

/* How many runs of a boot and cell bear a taint. */
struct compare_mark {
	int64_t	 boot_id;
	int64_t	 cell_id;
	char	*key;
	bool	 outside;	/* else perhaps the factor's own doing */
	size_t	 runs;
};

/* The same of a comparison's sides. */
struct compare_taint {
	const char	*key;
	bool		 outside;
	size_t		 base, other;
};

/* One recipe, metric and combination of parameters, and one other level. */
struct compare_result {
	const struct query_metric *metric;
	const char		*value[GROUP_KEYS_MAX];	/* of the section */
	const char		*base, *other;
	const struct group	*group;		/* the section's */
	size_t			 ngroups;
	struct compare		 c;
	struct compare_best	*best;		/* where sides are chosen */
	size_t			 nbest;
	struct compare_differs	*differs;
	size_t			 ndiffers;
	struct compare_taint	 taint[COMPARE_SET_TAINTS_MAX];
	size_t			 ntaints;
	struct output_column	 column[COMPARE_SET_COLUMNS];
	double			 p_holm;	/* secondary metrics; or -1 */
	bool			 secondary;
};

/* Rows without replicates, taken as replicates of one contrast. */
struct compare_rows {
	const struct query_metric *metric;
	const char		*recipe, *base, *other;
	size_t			 n;
	double			 percent;
	struct stat_ci		 ci;
	double			 p, signed_p, tukey_p;	/* tukey_p -1: none */
};

struct compare_set {
	struct archive		*archive;
	struct query		*query;
	const struct where	*where;
	const char		*by;		/* the factor */
	const char		*level[COMPARE_SET_LEVELS_MAX];	/* as named */
	size_t			 nlevels;	/* 0: all, natural order */
	const struct query_metric *metric[COMPARE_SET_METRICS_MAX];
	size_t			 nmetrics;
	const char		*best[COMPARE_SET_BEST_MAX];	/* --best */
	size_t			 nbest;
	double			 margin;
	const char		*key[GROUP_KEYS_MAX];
	size_t			 nsection;	/* before machine and factor */
	struct query_row	*row[COMPARE_SET_METRICS_MAX];
	struct group_list	 list[COMPARE_SET_METRICS_MAX];
	struct compare_mark	*mark;
	size_t			 nmarks;
	struct compare_result	*result;
	size_t			 nresults;
	struct compare_rows	*rows;
	size_t			 nrows;
	char			**note;		/* what has no counterpart */
	size_t			 nnotes;
};

/*
 * Fill results, rows and notes; the caller has set what stands before key,
 * and ends it by compare_set_clear().  0, or -1 with the reason in why[size].
 */
int	 compare_set_make(struct compare_set *, char *why, size_t size);
void	 compare_set_clear(struct compare_set *);

/* compare_facts.c: facts that differ on a machine's sides. */
int	 compare_facts(const struct compare_set *, struct compare_result *);
/* compare_pairs.c: blocks of the one boot that has both levels. */
int	 compare_pairs(const struct compare_set *, const struct query_metric *,
	    bool can_log, struct compare_machine *);
/* compare_taints.c: taints, by side. */
int	 compare_taints_load(struct compare_set *);
void	 compare_taints(const struct compare_set *, struct compare_result *);
void	 compare_taints_clear(struct compare_set *);
/* compare_best.c: of several levels a side, the one that is best. */
bool	 compare_best_is_better(const struct compare_result *,
	    const struct group *, const struct group *);
int	 compare_best(const struct compare_set *, struct compare_result *);
/* compare_rows.c: rows as replicates, of results without replicates. */
int	 compare_rows(struct compare_set *);

#endif
