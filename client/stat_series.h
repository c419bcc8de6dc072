/*
 * stat_series: one value a night: has the level changed, and when?
 *
 * Places count from 0; a change at k means that value k is the first after
 * it.
 */
#ifndef CLIENT_STAT_SERIES_H
#define CLIENT_STAT_SERIES_H

#include "client/stat.h"

/* The likeliest single change of level in a window. */
struct stat_change {
	size_t	k;
	double	t;		/* |t| of the halves, largest over all k */
	double	p;		/* pointwise: as if k had been named before */
	size_t	first;		/* changes here to there are as likely */
	size_t	last;
};

/* A nightly alarm. */
struct stat_alarm {
	struct stat_change	change;	/* of normal scores */
	double			factor;	/* t was divided by, >= 1 */
	double			threshold;
	bool			is_alarm;
};

/* Noise of one series, as standard deviations of logs. */
struct stat_nightly {
	double	sd_night;
	double	sd_boot;
	double	sd_run;
	double	boots;		/* a night */
	double	runs;		/* a boot */
};

/*
 * x, n, and: score[n]; least segment; nights a false alarm; pointwise p, n;
 * nights and whether they are correlated; sd, nights before and after,
 * threshold, power.
 */
enum stat_err	stat_series_scores(const double *, size_t, double *);
enum stat_err	stat_series_max_t(const double *, size_t, size_t,
		    struct stat_change *);
enum stat_err	stat_series_pointwise_p(double, double *);
enum stat_err	stat_series_threshold(double, size_t, double *);
enum stat_err	stat_series_alarm(const double *, size_t, double, bool,
		    struct stat_alarm *);
enum stat_err	stat_series_acf1(const double *, size_t, double *);
double		stat_series_night_sd(const struct stat_nightly *);
enum stat_err	stat_series_mdc(double, const double[2], double, double,
		    double *);

#endif
