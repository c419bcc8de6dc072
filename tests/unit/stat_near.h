/*
 * stat_near: a computed number beside one from elsewhere.
 */
#ifndef TESTS_UNIT_STAT_NEAR_H
#define TESTS_UNIT_STAT_NEAR_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* got is want to a share of it; 0 is meant to 1e-12. */
#define assert_near(got, want, share)					\
	do {								\
		double near_got = (got), near_want = (want);		\
									\
		if (!(fabs(near_got - near_want) <=			\
		    fmax((share) * fabs(near_want), 1e-300) ||		\
		    (near_want == 0 && fabs(near_got) <= 1e-12)))	\
			fail_msg("%s is %.15g, not %.15g", #got,	\
			    near_got, near_want);			\
	} while (0)

#endif
