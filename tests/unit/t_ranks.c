/*
 * t_ranks: many numbers in order, as qsort(3) has them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "client/ranks.h"

#define T_RANKS_N	5000

/* In the order of values. */
static int
by_value(const void *a, const void *b)
{
	double	 x, y;

	x = *(const double *)a;
	y = *(const double *)b;
	return (x < y ? -1 : x > y);
}

/* Signs, zeros, powers and repeats come out as from qsort(3). */
static void
numbers_are_sorted(void **state)
{
	double		 a[T_RANKS_N], b[T_RANKS_N];
	uint32_t	 seed;
	size_t		 i, n;

	(void)state;
	for (seed = 7, n = 0; n <= T_RANKS_N; n = n * 3 + 1) {
		for (i = 0; i < n; i++) {
			seed = seed * 1664525 + 1013904223;
			a[i] = ((double)seed / 4294967296.0 - 0.5) *
			    (seed % 3 == 0 ? 1e300 : seed % 7 == 0 ? 1e-300 :
			    seed % 5 == 0 ? 0 : 100);
		}
		memcpy(b, a, n * sizeof(*a));
		assert_int_equal(ranks_sort(a, n), 0);
		qsort(b, n, sizeof(*b), by_value);
		for (i = 0; i < n; i++)
			assert_true(a[i] == b[i]);
	}
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(numbers_are_sorted)
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
