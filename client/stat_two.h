/*
 * stat_two: two groups of independent units, A the base and B the other.
 *
 * Groups come as accumulators, of values or of their logs; effects are
 * mean B - mean A on that scale.  On the log scale the option's resolution is
 * that of the logs: see stat_two_log_resolution().
 */
#ifndef CLIENT_STAT_TWO_H
#define CLIENT_STAT_TWO_H

#include "client/stat_acc.h"
#include "client/stat_effect.h"

/* A ratio of means on the linear scale, B over A. */
struct stat_ratio {
	double		ratio;
	double		df;
	double		g;	/* share of the base that is noise; < 1 */
	struct stat_ci	ci;
};

/* A, B; b as one value; pairs a[n], b[n].  Ratio and sd of single runs. */
enum stat_err	stat_two_welch(const struct stat_acc *,
		    const struct stat_acc *, const struct stat_option *,
		    struct stat_effect *);
enum stat_err	stat_two_pooled(const struct stat_acc *,
		    const struct stat_acc *, const struct stat_option *,
		    struct stat_effect *);
enum stat_err	stat_two_single(const struct stat_acc *, double,
		    const struct stat_option *, struct stat_effect *);
enum stat_err	stat_two_paired(const double *, const double *, size_t,
		    const struct stat_option *, struct stat_effect *);
enum stat_err	stat_two_fieller(const struct stat_acc *,
		    const struct stat_acc *, const struct stat_option *,
		    struct stat_ratio *);
enum stat_err	stat_two_hyperfine(const struct stat_acc *,
		    const struct stat_acc *, double *, double *);
double		stat_two_pooled_sd(const struct stat_acc *,
		    const struct stat_acc *);
double		stat_two_log_resolution(double, const struct stat_acc *,
		    const struct stat_acc *);
bool		stat_two_can_log(const double *, size_t);

#endif
