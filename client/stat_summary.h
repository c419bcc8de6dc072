/*
 * stat_summary: one heap of values: its middle, its spread, its outliers.
 */
#ifndef CLIENT_STAT_SUMMARY_H
#define CLIENT_STAT_SUMMARY_H

#include "client/stat_acc.h"
#include "client/stat_effect.h"

/* In the values' unit. */
struct stat_summary {
	struct stat_acc		acc;	/* n, mean, min, max */
	double			q25;	/* type 7, as the next two */
	double			median;
	double			q75;
	double			mad;	/* scaled: the sd of normal values */
	double			sd;	/* 0 and meaningless for n = 1 */
	double			cv;	/* sd / mean, if has_cv */
	double			geomean; /* if has_geomean */
	bool			has_cv;		/* mean is not 0, n > 1 */
	bool			has_geomean;	/* all values > 0 */
	enum stat_err		mean_error;	/* OK and CONSTANT give ci */
	struct stat_effect	mean_effect;
};

/* The interval of a median by order statistics, ranks from 1. */
struct stat_order {
	size_t	lower;		/* 0: none at this confidence */
	size_t	upper;
	double	coverage;	/* exact; of (min, max) when lower is 0 */
};

/* Tukey's fences. */
struct stat_fences {
	double	q1;
	double	q3;
	double	near_lo;	/* 1.5 interquartile ranges out */
	double	near_hi;
	double	far_lo;		/* 3 out */
	double	far_hi;
};

/*
 * x, n, and: definition 1 to 9, p, result; median and raw MAD; confidence;
 * z[n].
 */
enum stat_err	stat_summary_of(const double *, size_t,
		    const struct stat_option *, struct stat_summary *);
enum stat_err	stat_summary_quantile(const double *, size_t, int, double,
		    double *);
enum stat_err	stat_summary_median(const double *, size_t, double *);
enum stat_err	stat_summary_mad(const double *, size_t, double *, double *);
enum stat_err	stat_summary_orders(size_t, double, struct stat_order *);
enum stat_err	stat_summary_median_ci(const double *, size_t, double,
		    struct stat_ci *, double *);
enum stat_err	stat_summary_scores(const double *, size_t, double *);
enum stat_err	stat_summary_fences(const double *, size_t,
		    struct stat_fences *);

#endif
