/*
 * dotplot: distributions on one axis, as ministat(1) draws them.
 *
 * Each value is a symbol, stacked where several fall together; below them a
 * bar from mean - sd to mean + sd, with the median (M) and the mean (A).
 * Where ministat cuts stacks off at the height of the last set, all of every
 * set's stack is drawn here.
 */
#ifndef CLIENT_DOTPLOT_H
#define CLIENT_DOTPLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define DOTPLOT_SETS_MAX	7
#define DOTPLOT_WIDTH		74

/* One set; values are sorted. */
struct dotplot_set {
	const double	*value;
	size_t		 n;
	double		 median;
	double		 mean;
	double		 sd;
};

/*
 * Draw n sets in width columns; separate: a bar a set, each on its own line.
 * 0, or -1 on memory.
 */
int	 dotplot_draw(const struct dotplot_set *, size_t n, size_t width,
	    bool separate, FILE *);

#endif
