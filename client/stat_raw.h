/*
 * stat_raw: tables as people post them, one number a cell, no replicates.
 */
#ifndef CLIENT_STAT_RAW_H
#define CLIENT_STAT_RAW_H

#include "client/stat_effect.h"

/* Two columns of a table, rows taken as replicates. */
struct stat_rows {
	struct stat_effect	effect;		/* on logs */
	double			residual_sd;	/* of the additive model */
	double			signed_p;	/* exact signed ranks */
};

/* Columns a[n], b[n]; two values and their last digit; ratios. */
enum stat_err	stat_raw_rows(const double *, const double *, size_t,
		    const struct stat_option *, struct stat_rows *);
enum stat_err	stat_raw_bounds(double, double, double, struct stat_ci *);
bool		stat_raw_is_resolved(double, double, double);
enum stat_err	stat_raw_geomean(const double *, size_t,
		    const struct stat_option *, struct stat_effect *);

#endif
