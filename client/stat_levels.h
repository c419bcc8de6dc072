/*
 * stat_levels: balanced experiments of several nested levels (runs in
 * processes in boots ...), for planning; and mixed models of one level.
 */
#ifndef CLIENT_STAT_LEVELS_H
#define CLIENT_STAT_LEVELS_H

#include "client/stat_acc.h"
#include "client/stat_effect.h"

#define STAT_LEVELS_MAX	8

/* Level 0 is the lowest (runs).  Arrays hold .levels entries. */
struct stat_levels {
	size_t		levels;
	size_t		repeat[STAT_LEVELS_MAX];
	double		cost[STAT_LEVELS_MAX];	/* of one repetition, or 0 */
	double		mean;
	double		s2[STAT_LEVELS_MAX];	/* biased mean squares */
	double		t2[STAT_LEVELS_MAX];	/* components, may be < 0 */
	double		half;			/* of the mean's interval */
	double		best[STAT_LEVELS_MAX];	/* repetitions; 0: no answer */
};

/* A side of a mixed model: its boots. */
struct stat_side {
	const struct stat_acc	*boot;
	size_t			 n;
};

/* y = side + boot + run, by restricted maximum likelihood. */
struct stat_reml {
	double	var_boot;
	double	var_run;
	double	mean;		/* of the first side */
	double	se_mean;
	double	effect;		/* second side - first, or 0 */
	double	se_effect;
};

/* x in the order of levels, confidence; sides, their number; F, df, p. */
enum stat_err	stat_levels_analyse(struct stat_levels *, const double *,
		    double);
enum stat_err	stat_levels_reml(const struct stat_side *, size_t,
		    struct stat_reml *);
enum stat_err	stat_levels_stratum(const struct stat_side *, size_t,
		    double *, double[2], double *);

#endif
