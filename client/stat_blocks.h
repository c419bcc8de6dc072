/*
 * stat_blocks: levels of a factor compared inside machines (or rows of a
 * table), also when not every machine has every level.
 */
#ifndef CLIENT_STAT_BLOCKS_H
#define CLIENT_STAT_BLOCKS_H

#include "client/stat_effect.h"

/* One mean of logs (or values): of a boot, or of all boots of a cell. */
struct stat_cell {
	size_t	block;		/* machine or row, from 0 */
	size_t	level;		/* from 0; 0 is the base */
	double	y;
};

/* What is to be compared: numbers of blocks and levels bound the cells'. */
struct stat_design {
	const struct stat_cell	*cell;
	size_t			 n;
	size_t			 blocks;
	size_t			 levels;
};

/* The additive model of blocks and levels, for what hangs on the base. */
struct stat_blocks {
	double	rss;		/* what the model leaves */
	double	df;
	double	ss_level;	/* what levels explain beside the blocks */
	size_t	blocks;		/* that carry two levels or more */
	size_t	levels;		/* that hang together with the base */
};

/* Do the levels differ from block to block? */
struct stat_interaction {
	double	ms_within;	/* of cells measured more than once */
	double	df_within;
	double	f;
	double	df;
	double	p;
	double	f_level;	/* levels against the interaction */
	double	p_level;
};

/* An effect and a reason a level; table, rows, columns, sum of squares. */
enum stat_err	stat_blocks_fit(const struct stat_design *,
		    const struct stat_option *, struct stat_effect *,
		    enum stat_err *, struct stat_blocks *);
enum stat_err	stat_blocks_interaction(const struct stat_design *,
		    struct stat_interaction *);
enum stat_err	stat_blocks_tukey(const double *, size_t, size_t, double *,
		    struct stat_interaction *);

#endif
