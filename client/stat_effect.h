/*
 * stat_effect: an estimate with its error, test and interval, on Student's
 * t.  What every comparison ends in.
 */
#ifndef CLIENT_STAT_EFFECT_H
#define CLIENT_STAT_EFFECT_H

#include "client/stat.h"
#include "client/stat_acc.h"

/*
 * On STAT_CONSTANT est and ci (est +- resolution) hold, the rest is 0 and
 * p 1: there is no test.
 */
struct stat_effect {
	double		est;	/* B - A, in units, or a difference of logs */
	double		se;
	double		df;
	double		t;
	double		p;	/* two-sided */
	double		log10p;	/* holds where p underflows */
	struct stat_ci	ci;	/* at the option's confidence */
};

/*
 * Of { estimate, standard error, df }; interval and one-sided p of a filled
 * effect at a confidence and against a bound; a percentage from one on logs;
 * df of a sum of variances: v, df, n.
 */
enum stat_err	stat_effect_fill(struct stat_effect *, const double[3],
		    const struct stat_option *);
enum stat_err	stat_effect_constant(struct stat_effect *, double,
		    const struct stat_option *);
enum stat_err	stat_effect_interval(const struct stat_effect *, double,
		    struct stat_ci *);
enum stat_err	stat_effect_one_sided(const struct stat_effect *, double,
		    struct stat_ci *);
enum stat_err	stat_effect_of_mean(struct stat_effect *,
		    const struct stat_acc *, const struct stat_option *);
enum stat_err	stat_effect_percent(const struct stat_effect *, double *,
		    struct stat_ci *);
enum stat_err	stat_effect_df(const double *, const double *, size_t,
		    double *);
bool		stat_effect_is_rounding(double, double);

#endif
