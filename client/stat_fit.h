/*
 * stat_fit: least squares for a few columns, and the symmetric systems that
 * come with it.
 */
#ifndef CLIENT_STAT_FIT_H
#define CLIENT_STAT_FIT_H

#include "client/stat.h"

#define STAT_FIT_COLUMNS_MAX	8

/* n rows of k columns, row after row, against y. */
struct stat_fit {
	const double	*x;
	const double	*y;
	size_t		 n;
	size_t		 k;
	double		 coef[STAT_FIT_COLUMNS_MAX];
	double		 rss;
	/* (X'X)^-1; times rss / (n - k) the coefficients' covariance */
	double		 inverse[STAT_FIT_COLUMNS_MAX][STAT_FIT_COLUMNS_MAX];
};

enum stat_err	stat_fit_solve(struct stat_fit *);
enum stat_err	stat_fit_invert(double *, size_t);

#endif
