/*
 * stat_stage: looking at results before all are in, without fooling oneself.
 */
#ifndef CLIENT_STAT_STAGE_H
#define CLIENT_STAT_STAGE_H

#include "client/stat.h"

#define STAT_STAGE_LOOKS_MAX	20

enum stat_stage_type {
	STAT_STAGE_OBF,		/* O'Brien and Fleming: late looks count */
	STAT_STAGE_POCOCK	/* all looks alike */
};

/* Looks, alpha, z[looks], p[looks]; pilot's sd and n, half-width, conf. */
enum stat_err	stat_stage_bounds(enum stat_stage_type, size_t, double,
		    double *, double *);
enum stat_err	stat_stage_stein(double, size_t, double, double, double *);

#endif
