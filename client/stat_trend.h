/*
 * stat_trend: a series that drifts instead of stepping.
 */
#ifndef CLIENT_STAT_TREND_H
#define CLIENT_STAT_TREND_H

#include "client/stat.h"

/* A slope a night that outliers do not move, with Kendall's test. */
struct stat_slope {
	double	slope;
	double	tau;		/* Kendall's tau-b with time */
	double	p;		/* two-sided, normal */
};

enum stat_trend {
	STAT_TREND_FLAT,
	STAT_TREND_STEP,
	STAT_TREND_DRIFT
};

/* Bayesian information criteria; the lowest names the kind. */
struct stat_kind {
	double		bic_flat;
	double		bic_step;
	double		bic_slope;
	size_t		step_at;
	enum stat_trend	kind;
};

/* x, n, and: least segment; nights of the baseline, lambda, z[n]. */
enum stat_err	stat_trend_slope(const double *, size_t, struct stat_slope *);
enum stat_err	stat_trend_kind(const double *, size_t, size_t,
		    struct stat_kind *);
enum stat_err	stat_trend_ewma(const double *, size_t, size_t, double,
		    double *);
const char	*stat_trend_text(enum stat_trend);

#endif
