/*
 * stat_rank: tests that look at order only: Mann-Whitney between two groups,
 * Wilcoxon's signed ranks for pairs, with the shift that belongs to them.
 */
#ifndef CLIENT_STAT_RANK_H
#define CLIENT_STAT_RANK_H

#include "client/stat.h"

/* B against A. */
struct stat_rank {
	double	u;		/* U of B: pairs in which B is larger */
	double	p;		/* two-sided; exact if is_exact */
	double	p_normal;	/* with continuity correction */
	double	p_plain;	/* without */
	bool	is_exact;	/* else p is p_normal */
	bool	has_ties;
};

/* Hodges and Lehmann's shift, in the values' unit. */
struct stat_shift {
	double		shift;		/* median of all b - a */
	struct stat_ci	ci;
	double		coverage;	/* of ci, exact */
};

/* Signed ranks of pairs. */
struct stat_signed {
	double	v;		/* sum of ranks of positive differences */
	double	p;		/* exact two-sided */
	size_t	n;		/* pairs that differ */
};

/* a, na, b, nb, confidence; differences; sizes; x, n, rank[n], ties. */
enum stat_err	stat_rank_test(const double *, size_t, const double *, size_t,
		    struct stat_rank *);
enum stat_err	stat_rank_shift(const double *, size_t, const double *, size_t,
		    double, struct stat_shift *);
enum stat_err	stat_rank_signed(const double *, size_t, struct stat_signed *);
enum stat_err	stat_rank_least_p(size_t, size_t, double *);
enum stat_err	stat_rank_of(const double *, size_t, double *, double *);

#endif
