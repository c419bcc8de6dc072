/*
 * stat_sweep: one parameter over its levels (-j, threads): which is best,
 * which cannot be told from it, whether the best one moved.
 *
 * Tables hold one row a boot (or block) and one column a level: means of logs
 * of a metric of which lower is better; the caller turns others around.
 */
#ifndef CLIENT_STAT_SWEEP_H
#define CLIENT_STAT_SWEEP_H

#include "client/stat.h"

/* A table of a sweep: y[boot * levels + level]. */
struct stat_sweep {
	const double	*y;
	size_t		 boots;
	size_t		 levels;
};

/* Where single values are best. */
struct stat_best {
	size_t	at;		/* index of the lowest */
	size_t	second;
	double	second_pct;	/* by how much the second is worse */
};

/* A level against the best one. */
struct stat_rival {
	double	p;		/* one-sided: is it worse? */
	double	holm;		/* over all rivals */
	bool	in_set;		/* not told from the best */
};

/* Does A prefer one level and B another? */
struct stat_moved {
	double	p_a;		/* A is worse at B's best */
	double	p_b;		/* B is worse at A's best */
	double	p;		/* of both: the larger */
};

/*
 * Values and their number; best, other, share; alpha, best, rival[levels];
 * other, best, p; A, B, best of A, best of B.
 */
enum stat_err	stat_sweep_best(const double *, size_t, struct stat_best *);
bool		stat_sweep_is_near(const double *, size_t, size_t, double);
enum stat_err	stat_sweep_set(const struct stat_sweep *, double, size_t *,
		    struct stat_rival *);
enum stat_err	stat_sweep_worse(const struct stat_sweep *, size_t, size_t,
		    double *);
enum stat_err	stat_sweep_moved(const struct stat_sweep *,
		    const struct stat_sweep *, size_t, size_t,
		    struct stat_moved *);

#endif
