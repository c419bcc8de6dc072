/*
 * stat_shape: do two groups differ otherwise than in their middle?
 */
#ifndef CLIENT_STAT_SHAPE_H
#define CLIENT_STAT_SHAPE_H

#include "client/stat.h"

/* An F test of spreads. */
struct stat_spread {
	double	f;
	double	df1;
	double	df2;
	double	p;
};

/* a, na, b, nb; D and its p. */
enum stat_err	stat_shape_spread(const double *, size_t, const double *,
		    size_t, struct stat_spread *);
enum stat_err	stat_shape_ks(const double *, size_t, const double *, size_t,
		    double *, double *);

#endif
