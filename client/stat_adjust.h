/*
 * stat_adjust: p values of many tests read together.
 */
#ifndef CLIENT_STAT_ADJUST_H
#define CLIENT_STAT_ADJUST_H

#include "client/stat.h"

/* A test that gave no p stands in the array as this; it is not counted. */
#define STAT_ADJUST_MISSING	(-1.0)

enum stat_adjust_method {
	STAT_ADJUST_BONFERRONI,
	STAT_ADJUST_HOLM,	/* any error at all, <= alpha */
	STAT_ADJUST_HOCHBERG,
	STAT_ADJUST_BH,		/* the share of false ones, <= q */
	STAT_ADJUST_BY
};

enum stat_err	stat_adjust_apply(enum stat_adjust_method, double *, size_t);

#endif
