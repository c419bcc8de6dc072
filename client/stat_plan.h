/*
 * stat_plan: how many boots, runs and machines are enough, and what so many
 * can see.
 */
#ifndef CLIENT_STAT_PLAN_H
#define CLIENT_STAT_PLAN_H

#include "client/stat.h"

enum stat_sample {
	STAT_SAMPLE_TWO,	/* n units on each of two sides, pooled t */
	STAT_SAMPLE_ONE,	/* n pairs, or n machines */
	STAT_SAMPLE_WELCH	/* as two, by the test that is really made */
};

/* A t test that is to be planned; n is per side, delta > 0 as sd. */
struct stat_power {
	enum stat_sample sample;
	bool	one_sided;
	double	n;
	double	delta;
	double	sd;
	double	alpha;
	double	power;
};

/* Noise of boots and runs, as standard deviations of logs. */
struct stat_noise {
	double	sd_boot;
	double	sd_run;
};

/* Each fills its member from the others; n is not rounded. */
enum stat_err	stat_plan_power(struct stat_power *);
enum stat_err	stat_plan_n(struct stat_power *);
enum stat_err	stat_plan_delta(struct stat_power *);
enum stat_err	stat_plan_sd(struct stat_power *);
/* Boots a side, runs a boot; fills delta. */
enum stat_err	stat_plan_detectable(const struct stat_noise *, double,
		    double, struct stat_power *);
/* Standard error of an effect, units a side; the delta to be found. */
enum stat_err	stat_plan_sees(enum stat_sample, double, double, double *);
enum stat_err	stat_plan_needs(enum stat_sample, double, double, double,
		    double *);
/* Runs a boot; cost of a boot and of a run, the best number of runs. */
double		stat_plan_boot_sd(const struct stat_noise *, double);
enum stat_err	stat_plan_runs(const struct stat_noise *, double, double,
		    double *);

#endif
