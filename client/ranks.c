/*
 * ranks: many numbers in order.
 *
 * A radix sort over the bits of doubles, eleven at a time from the lowest:
 * with the sign turned (all bits of negative ones) their order as whole
 * numbers is their order (Herf 2001).  Few are left to qsort(3).
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "client/ranks.h"

#define RANKS_BITS	11
#define RANKS_HEAPS	(1 << RANKS_BITS)
#define RANKS_FEW	1000

/* In the order of values. */
static int
ranks_compare(const void *a, const void *b)
{
	double	 x, y;

	x = *(const double *)a;
	y = *(const double *)b;
	return (x < y ? -1 : x > y);
}

/* A double's bits, so that they sort as whole numbers. */
static uint64_t
ranks_key(double value)
{
	uint64_t	 bits;

	memcpy(&bits, &value, sizeof(bits));
	return (bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63);
}

/* And back. */
static double
ranks_value(uint64_t key)
{
	double	 value;

	key = key >> 63 != 0 ? key & ~(UINT64_C(1) << 63) : ~key;
	memcpy(&value, &key, sizeof(value));
	return (value);
}

/* One pass: from into to, by the bits from shift on; false if all agree. */
static int
ranks_pass(const uint64_t *from, uint64_t *to, size_t n, unsigned shift)
{
	size_t	 count[RANKS_HEAPS], heap, i, sum, was;

	memset(count, 0, sizeof(count));
	for (i = 0; i < n; i++)
		count[from[i] >> shift & (RANKS_HEAPS - 1)]++;
	if (count[from[0] >> shift & (RANKS_HEAPS - 1)] == n)
		return (0);
	for (sum = 0, heap = 0; heap < RANKS_HEAPS; heap++) {
		was = count[heap];
		count[heap] = sum;
		sum += was;
	}
	for (i = 0; i < n; i++)
		to[count[from[i] >> shift & (RANKS_HEAPS - 1)]++] = from[i];
	return (1);
}

/* Sort. */
int
ranks_sort(double *value, size_t n)
{
	uint64_t	*from, *swap, *to;
	size_t		 i;
	unsigned	 shift;

	if (n < RANKS_FEW) {
		if (n > 1)
			qsort(value, n, sizeof(*value), ranks_compare);
		return (0);
	}
	from = calloc(n, sizeof(*from));
	to = calloc(n, sizeof(*to));
	if (from == NULL || to == NULL) {
		free(from);
		free(to);
		return (-1);
	}
	for (i = 0; i < n; i++)
		from[i] = ranks_key(value[i]);
	for (shift = 0; shift < 64; shift += RANKS_BITS)
		if (ranks_pass(from, to, n, shift)) {
			swap = from;
			from = to;
			to = swap;
		}
	for (i = 0; i < n; i++)
		value[i] = ranks_value(from[i]);
	free(from);
	free(to);
	return (0);
}
