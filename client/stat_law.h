/*
 * stat_law: laws of scaling fitted to a sweep: Amdahl's, the universal
 * scalability law, a parabola over log2.
 */
#ifndef CLIENT_STAT_LAW_H
#define CLIENT_STAT_LAW_H

#include "client/stat.h"

/* T = a + b/N. */
struct stat_amdahl {
	double	a;
	double	b;
	double	serial;		/* a / (a + b) */
	double	speedup;	/* (a + b) / a, the most there can be */
	double	rss;
	double	r2;
	double	residual_pct;	/* the largest, of what was measured */
};

/* X = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)). */
struct stat_usl {
	double	lambda;
	double	sigma;
	double	kappa;
	double	se[3];		/* of the three; 0 where clamped */
	double	rss;		/* of logs */
	double	peak_n;		/* if has_peak */
	double	peak;
	double	residual_pct;	/* the largest */
	bool	has_peak;
	bool	is_named;	/* the peak may be told: see statistics */
};

/* log T = c0 + c1 l + c2 l^2, l = log2 N. */
struct stat_parabola {
	double	coef[3];
	double	vertex;		/* N, if has_vertex */
	bool	has_vertex;
};

/* N, time or throughput, number of points; sigma and kappa. */
enum stat_err	stat_law_amdahl(const double *, const double *, size_t,
		    struct stat_amdahl *);
enum stat_err	stat_law_usl_start(const double *, const double *, size_t,
		    double *, double *);
enum stat_err	stat_law_usl(const double *, const double *, size_t,
		    struct stat_usl *);
enum stat_err	stat_law_parabola(const double *, const double *, size_t,
		    struct stat_parabola *);

#endif
