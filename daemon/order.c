/*
 * order: in which order the runs of a job are made.
 *
 * The rules stand in order.h.  This file knows numbers only: no recipe, no
 * level, no database.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/order.h"
#include "proto/compat.h"

static void	 order_make_blocks(const struct order_plan *,
		    struct order_slot *, size_t *);
static void	 order_make_sequence(const struct order_plan *,
		    struct order_slot *, size_t *);
static void	 order_make_warmups(const struct order_plan *,
		    struct order_slot *, size_t *);
static void	 order_shuffle(struct order_random *, size_t *, size_t);

static const char *const order_names[ORDER_MAX] = {
	[ORDER_RANDOM] = "random",
	[ORDER_INTERLEAVE] = "interleave",
	[ORDER_SEQUENCE] = "sequence",
};

/* The order's name on the wire and in the schema. */
const char *
order_name(enum order_kind kind)
{
	return (order_names[kind]);
}

/* The order of that name. */
enum order_kind
order_find(const char *name)
{
	size_t	i;

	for (i = 0; i < ORDER_MAX; i++)
		if (strcmp(order_names[i], name) == 0)
			break;
	return ((enum order_kind)i);
}

/* Begin the stream of a seed. */
void
order_random_begin(struct order_random *random, int64_t seed)
{
	random->state = (uint64_t)seed;
}

/* The stream's next 64 bits. */
uint64_t
order_random_next(struct order_random *random)
{
	uint64_t	z;

	z = random->state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return (z ^ (z >> 31));
}

/* A number below n.  What would favour the small ones is drawn again. */
uint64_t
order_random_below(struct order_random *random, uint64_t n)
{
	uint64_t	least, x;

	least = (0 - n) % n;
	do {
		x = order_random_next(random);
	} while (x < least);
	return (x % n);
}

/* How many cells lists of these lengths make. */
size_t
order_cells(const size_t *length, size_t nlists, size_t max)
{
	size_t	i, n;

	n = 1;
	for (i = 0; i < nlists; i++) {
		if (length[i] != 0 && n > max / length[i])
			return (max + 1);
		n *= length[i];
	}
	return (n);
}

/* The last list turns fastest, as in nested loops. */
void
order_cell(const size_t *length, size_t nlists, size_t cell, size_t *item)
{
	size_t	i;

	for (i = nlists; i-- > 0;) {
		item[i] = cell % length[i];
		cell /= length[i];
	}
}

/* How many slots the plan has; careful with products that do not fit. */
size_t
order_count(const struct order_plan *plan, size_t max)
{
	size_t	counted, factors[2], warm;

	factors[0] = plan->ncells;
	factors[1] = plan->runs;
	counted = order_cells(factors, 2, max);
	factors[0] = plan->warm_cell == ORDER_NO_CELL ? plan->ncells : 1;
	factors[1] = plan->warmups;
	warm = order_cells(factors, 2, max);
	return (counted > max || warm > max - counted ? max + 1 :
	    counted + warm);
}

/* Fill the slots of the plan, warm-ups first. */
int
order_make(const struct order_plan *plan, struct order_slot *slots)
{
	struct order_random	 random;
	size_t			 block, i, n, *cells;

	n = 0;
	order_make_warmups(plan, slots, &n);
	if (plan->kind == ORDER_SEQUENCE) {
		order_make_sequence(plan, slots, &n);
		return (0);
	}
	if (plan->kind == ORDER_INTERLEAVE) {
		order_make_blocks(plan, slots, &n);
		return (0);
	}
	if ((cells = calloc(plan->ncells + 1, sizeof(*cells))) == NULL)
		return (-1);
	order_random_begin(&random, plan->seed);
	for (block = 1; block <= plan->runs; block++) {
		for (i = 0; i < plan->ncells; i++)
			cells[i] = i;
		order_shuffle(&random, cells, plan->ncells);
		for (i = 0; i < plan->ncells; i++)
			slots[n++] = (struct order_slot){ block, cells[i],
			    false };
	}
	free(cells);
	return (0);
}

/* The block of warm-ups. */
static void
order_make_warmups(const struct order_plan *plan, struct order_slot *slots,
    size_t *n)
{
	size_t	i, round;

	for (round = 0; round < plan->warmups; round++) {
		if (plan->warm_cell != ORDER_NO_CELL) {
			slots[(*n)++] = (struct order_slot){ 0,
			    plan->warm_cell, true };
			continue;
		}
		for (i = 0; i < plan->ncells; i++)
			slots[(*n)++] = (struct order_slot){ 0, i, true };
	}
}

/* Every block in the client's order. */
static void
order_make_blocks(const struct order_plan *plan, struct order_slot *slots,
    size_t *n)
{
	size_t	block, i;

	for (block = 1; block <= plan->runs; block++)
		for (i = 0; i < plan->ncells; i++)
			slots[(*n)++] = (struct order_slot){ block, i, false };
}

/* All runs of a cell, then the next cell. */
static void
order_make_sequence(const struct order_plan *plan, struct order_slot *slots,
    size_t *n)
{
	size_t	i, run;

	for (i = 0; i < plan->ncells; i++)
		for (run = 0; run < plan->runs; run++)
			slots[(*n)++] = (struct order_slot){ i + 1, i, false };
}

/* Every order of the cells as likely as any other. */
static void
order_shuffle(struct order_random *random, size_t *cells, size_t n)
{
	size_t	i, j, swap;

	for (i = n; i-- > 1;) {
		j = (size_t)order_random_below(random, i + 1);
		swap = cells[i];
		cells[i] = cells[j];
		cells[j] = swap;
	}
}
