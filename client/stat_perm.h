/*
 * stat_perm: the exact permutation test of a difference of means.
 */
#ifndef CLIENT_STAT_PERM_H
#define CLIENT_STAT_PERM_H

#include "client/stat.h"

/* B - A. */
struct stat_perm {
	double	diff;
	double	ways;		/* of dealing the values to the groups */
	double	p;		/* two-sided */
};

/* a, na, b, nb. */
enum stat_err	stat_perm_mean(const double *, size_t, const double *, size_t,
		    struct stat_perm *);

#endif
