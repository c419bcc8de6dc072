/*
 * order: in which order the runs of a job are made.
 *
 * Pure.  Version 1 of the rules, fixed for ever so that another program can
 * redo a plan from the job's row (a change of them is a new version):
 *
 *   generator	SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom
 *		number generators", OOPSLA 2014), its state begun with the seed
 *   below n	draws until one is at least (2^64 - n) mod n; that mod n
 *   shuffle	Fisher and Yates from the end (Durstenfeld, CACM 1964, alg.
 *		235): for i = n-1 down to 1, swap i with below(i + 1), of the
 *		cells in the client's order; anew for each block, one stream
 *
 * Cells count from 0 as the client listed them: the first list of levels
 * turns slowest, the last fastest.  Slots come block by block:
 *
 *   warm-ups	block 0: every cell in the client's order, as often as asked;
 *		or the one cell of other levels.  They draw nothing.
 *   random	blocks 1 to runs, each with every cell once, shuffled
 *   interleave	the same, each in the client's order
 *   sequence	one block a cell, in the client's order, with all its runs:
 *		nothing is paired where nothing was mixed
 */
#ifndef DAEMON_ORDER_H
#define DAEMON_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ORDER_VERSION	1
#define ORDER_NO_CELL	SIZE_MAX

enum order_kind { ORDER_RANDOM, ORDER_INTERLEAVE, ORDER_SEQUENCE, ORDER_MAX };

/* SplitMix64's state. */
struct order_random {
	uint64_t	state;
};

struct order_plan {
	enum order_kind	 kind;
	int64_t		 seed;		/* its 64 bits begin the generator */
	size_t		 ncells;	/* those that are counted */
	size_t		 runs;		/* of each cell */
	size_t		 warmups;	/* of each cell, or of warm_cell */
	size_t		 warm_cell;	/* ORDER_NO_CELL: all of them */
};

struct order_slot {
	size_t	 block;
	size_t	 cell;
	bool	 warmup;
};

/* "random"; ORDER_MAX where there is no such name. */
const char	*order_name(enum order_kind);
enum order_kind	 order_find(const char *name);

void		 order_random_begin(struct order_random *, int64_t seed);
uint64_t	 order_random_next(struct order_random *);
/* 0 to n-1, each as likely; n is not 0. */
uint64_t	 order_random_below(struct order_random *, uint64_t n);

/* Product of the lists' lengths, or max + 1 where it is more than max. */
size_t		 order_cells(const size_t *length, size_t nlists, size_t max);
/* Which item of each list makes the cell. */
void		 order_cell(const size_t *length, size_t nlists, size_t cell,
		    size_t *item);

/* How many slots the plan has, or max + 1 where it is more than max. */
size_t		 order_count(const struct order_plan *, size_t max);
/* Fill order_count() slots; 0, or -1 when memory ends. */
int		 order_make(const struct order_plan *, struct order_slot *);

#endif
