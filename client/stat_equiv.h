/*
 * stat_equiv: is the difference small enough not to matter?
 */
#ifndef CLIENT_STAT_EQUIV_H
#define CLIENT_STAT_EQUIV_H

#include "client/stat_effect.h"

/* Two one-sided tests against -margin and +margin. */
struct stat_equiv {
	double		p_lower;	/* that the truth is above -margin */
	double		p_upper;	/* that it is below +margin */
	double		p;		/* the larger: it lies inside */
	struct stat_ci	inner;		/* at 1 - 2 alpha: 90% */
	struct stat_ci	outer;		/* at 1 - alpha: 95% */
	bool		is_inside;	/* inner lies within the margins */
	bool		is_different;	/* outer excludes 0 */
};

/* Effect, margin on its scale, alpha a side. */
enum stat_err	stat_equiv_test(const struct stat_effect *, double, double,
		    struct stat_equiv *);

#endif
