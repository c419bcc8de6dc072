/*
 * t_order: a plan holds what was asked for, in the order that its seed says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/order.h"
#include "proto/compat.h"

/*
 * Published values: seed 0 of the tests of java.util.SplittableRandom's
 * generator as in many libraries, seed 1234567 of Rosetta Code's task
 * "Pseudo-random numbers/Splitmix64".
 */
static void
t_order_random_is_splitmix64(void **state)
{
	static const struct {
		int64_t		seed;
		uint64_t	next[5];
		size_t		n;
	} cases[] = {
		{ 0, { UINT64_C(0xe220a8397b1dcdaf),
		    UINT64_C(0x6e789e6aa1b965f4),
		    UINT64_C(0x06c45d188009454f) }, 3 },
		{ 1234567, { UINT64_C(6457827717110365317),
		    UINT64_C(3203168211198807973),
		    UINT64_C(9817491932198370423),
		    UINT64_C(4593380528125082431),
		    UINT64_C(16408922859458223821) }, 5 },
	};
	struct order_random	random;
	size_t			c, i;

	(void)state;
	for (c = 0; c < nitems(cases); c++) {
		order_random_begin(&random, cases[c].seed);
		for (i = 0; i < cases[c].n; i++)
			assert_true(order_random_next(&random) ==
			    cases[c].next[i]);
	}
}

static void
t_order_counts_cells_and_slots_within_limits(void **state)
{
	static const struct {
		size_t	length[3], n, max, want;
	} cells[] = {
		{ { 0 }, 0, 10, 1 },
		{ { 5 }, 1, 10, 5 },
		{ { 2, 3, 4 }, 3, 24, 24 },
		{ { 2, 3, 4 }, 3, 23, 24 },
		{ { SIZE_MAX, SIZE_MAX }, 2, 4096, 4097 },
	};
	static const struct {
		struct order_plan	plan;
		size_t			max, want;
	} slots[] = {
		{ { ORDER_RANDOM, 1, 4, 3, 1, ORDER_NO_CELL }, 100, 16 },
		{ { ORDER_RANDOM, 1, 4, 3, 2, 4 }, 100, 14 },
		{ { ORDER_SEQUENCE, 1, 4, 3, 0, ORDER_NO_CELL }, 12, 12 },
		{ { ORDER_SEQUENCE, 1, 4, 3, 0, ORDER_NO_CELL }, 11, 12 },
		{ { ORDER_RANDOM, 1, 4096, SIZE_MAX, 1, ORDER_NO_CELL },
		    100000, 100001 },
	};
	size_t	i;

	(void)state;
	for (i = 0; i < nitems(cells); i++)
		assert_int_equal(order_cells(cells[i].length, cells[i].n,
		    cells[i].max), cells[i].want);
	for (i = 0; i < nitems(slots); i++)
		assert_int_equal(order_count(&slots[i].plan, slots[i].max),
		    slots[i].want);
}

static void
t_order_last_list_turns_fastest(void **state)
{
	static const size_t	length[] = { 2, 3 };
	static const size_t	want[6][2] = {
		{ 0, 0 }, { 0, 1 }, { 0, 2 }, { 1, 0 }, { 1, 1 }, { 1, 2 }
	};
	size_t			cell, item[2];

	(void)state;
	for (cell = 0; cell < 6; cell++) {
		order_cell(length, 2, cell, item);
		assert_int_equal(item[0], want[cell][0]);
		assert_int_equal(item[1], want[cell][1]);
	}
}

/* Two cells, two runs, one warm-up: every order written out by hand. */
static void
t_order_interleave_and_sequence_as_written(void **state)
{
	static const struct {
		enum order_kind		kind;
		size_t			warm_cell, n;
		struct order_slot	want[6];
	} cases[] = {
		{ ORDER_INTERLEAVE, ORDER_NO_CELL, 6, {
		    { 0, 0, true }, { 0, 1, true }, { 1, 0, false },
		    { 1, 1, false }, { 2, 0, false }, { 2, 1, false } } },
		{ ORDER_SEQUENCE, ORDER_NO_CELL, 6, {
		    { 0, 0, true }, { 0, 1, true }, { 1, 0, false },
		    { 1, 0, false }, { 2, 1, false }, { 2, 1, false } } },
		{ ORDER_INTERLEAVE, 2, 5, {
		    { 0, 2, true }, { 1, 0, false }, { 1, 1, false },
		    { 2, 0, false }, { 2, 1, false } } },
	};
	struct order_slot	got[6];
	struct order_plan	plan;
	size_t			c, i;

	(void)state;
	for (c = 0; c < nitems(cases); c++) {
		plan = (struct order_plan){ cases[c].kind, 7, 2, 2, 1,
		    cases[c].warm_cell };
		assert_int_equal(order_count(&plan, 100), cases[c].n);
		assert_int_equal(order_make(&plan, got), 0);
		for (i = 0; i < cases[c].n; i++) {
			assert_int_equal(got[i].block, cases[c].want[i].block);
			assert_int_equal(got[i].cell, cases[c].want[i].cell);
			assert_int_equal(got[i].warmup,
			    cases[c].want[i].warmup);
		}
	}
}

static void
t_order_random_block_holds_each_cell_once(void **state)
{
	struct order_slot	slots[5 * 21];
	struct order_plan	plan = { ORDER_RANDOM, 20260114, 5, 20, 1,
	    ORDER_NO_CELL };
	size_t			block, i, seen[5];

	(void)state;
	assert_int_equal(order_count(&plan, 1000), nitems(slots));
	assert_int_equal(order_make(&plan, slots), 0);
	for (block = 0; block <= 20; block++) {
		memset(seen, 0, sizeof(seen));
		for (i = 0; i < 5; i++) {
			assert_int_equal(slots[block * 5 + i].block, block);
			assert_int_equal(slots[block * 5 + i].warmup,
			    block == 0);
			seen[slots[block * 5 + i].cell]++;
		}
		for (i = 0; i < 5; i++)
			assert_int_equal(seen[i], 1);
	}
}

static void
t_order_same_seed_same_plan(void **state)
{
	struct order_slot	a[200], b[200], c[200];
	struct order_plan	plan = { ORDER_RANDOM, -3, 20, 10, 0,
	    ORDER_NO_CELL };

	(void)state;
	memset(a, 0, sizeof(a));
	memset(b, 0, sizeof(b));
	memset(c, 0, sizeof(c));
	assert_int_equal(order_make(&plan, a), 0);
	assert_int_equal(order_make(&plan, b), 0);
	assert_memory_equal(a, b, sizeof(a));
	plan.seed = -4;
	assert_int_equal(order_make(&plan, c), 0);
	assert_memory_not_equal(a, c, sizeof(a));
}

/*
 * Each of the 24 orders of 4 cells over 24,000 blocks: chi-square with 23
 * degrees of freedom lies between 9.26 and 44.18 (0.5% and 99.5% points of
 * printed tables).
 */
static void
t_order_shuffle_is_uniform(void **state)
{
	static struct order_slot	slots[4 * 24000];
	struct order_plan		plan = { ORDER_RANDOM, 1, 4, 24000, 0,
	    ORDER_NO_CELL };
	size_t				block, code, count[256], i, kinds;
	double				chi, d;

	(void)state;
	memset(count, 0, sizeof(count));
	assert_int_equal(order_make(&plan, slots), 0);
	for (block = 0; block < 24000; block++) {
		code = 0;
		for (i = 0; i < 4; i++)
			code = code * 4 + slots[block * 4 + i].cell;
		count[code]++;
	}
	chi = 0;
	kinds = 0;
	for (code = 0; code < 256; code++) {
		if (count[code] == 0)
			continue;
		kinds++;
		d = (double)count[code] - 1000;
		chi += d * d / 1000;
	}
	assert_int_equal(kinds, 24);
	assert_true(chi > 9.26 && chi < 44.18);
}

int
main(void)
{
	const struct CMUnitTest	tests[] = {
		cmocka_unit_test(t_order_random_is_splitmix64),
		cmocka_unit_test(t_order_counts_cells_and_slots_within_limits),
		cmocka_unit_test(t_order_last_list_turns_fastest),
		cmocka_unit_test(t_order_interleave_and_sequence_as_written),
		cmocka_unit_test(t_order_random_block_holds_each_cell_once),
		cmocka_unit_test(t_order_same_seed_same_plan),
		cmocka_unit_test(t_order_shuffle_is_uniform),
	};

	return (cmocka_run_group_tests_name("order", tests, NULL, NULL));
}
