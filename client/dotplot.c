/*
 * dotplot: distributions on one axis, as ministat(1) draws them.
 *
 * Knows values and columns only.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/dotplot.h"

/* What stands for the sets that meet in a place; bits are sets. */
static const char dotplot_symbols[] = " x+*%#@O";

struct dotplot {
	size_t		 width;
	double		 left;		/* of the first column */
	double		 step;		/* a column */
	size_t		 height;
	unsigned char	*dots;		/* height rows of width, from below */
	char		*bars;		/* nbars rows of width */
	size_t		 nbars;
};

/* The column of a value. */
static size_t
dotplot_column(const struct dotplot *p, double value)
{
	double	 x;

	x = floor((value - p->left) / p->step);
	if (x < 0)
		return (0);
	return (x >= (double)p->width ? p->width - 1 : (size_t)x);
}

/* The range of all sets, their bars included. */
static void
dotplot_range(const struct dotplot_set *set, size_t n, double *lo, double *hi)
{
	size_t	 i;

	*lo = INFINITY;
	*hi = -INFINITY;
	for (i = 0; i < n; i++) {
		*lo = fmin(*lo, fmin(set[i].value[0], set[i].mean -
		    set[i].sd));
		*hi = fmax(*hi, fmax(set[i].value[set[i].n - 1], set[i].mean +
		    set[i].sd));
	}
}

/* How high the highest stack of a set is. */
static size_t
dotplot_stack(const struct dotplot *p, const struct dotplot_set *set)
{
	size_t	 column, high, i, last, most;

	last = p->width;
	high = most = 0;
	for (i = 0; i < set->n; i++) {
		column = dotplot_column(p, set->value[i]);
		high = column == last ? high + 1 : 1;
		last = column;
		if (high > most)
			most = high;
	}
	return (most);
}

/* Put a set's symbols down. */
static void
dotplot_dots(struct dotplot *p, const struct dotplot_set *set,
    unsigned char bit)
{
	size_t	 column, high, i, last;

	last = p->width;
	high = 0;
	for (i = 0; i < set->n; i++) {
		column = dotplot_column(p, set->value[i]);
		high = column == last ? high + 1 : 0;
		last = column;
		p->dots[high * p->width + column] |= bit;
	}
}

/* Draw a set's bar. */
static void
dotplot_bar(struct dotplot *p, const struct dotplot_set *set, char *bar)
{
	size_t	 from, i, to;

	from = dotplot_column(p, set->mean - set->sd);
	to = dotplot_column(p, set->mean + set->sd);
	bar[from] = bar[to] = '|';
	for (i = from + 1; i < to; i++)
		if (bar[i] == ' ')
			bar[i] = '_';
	bar[dotplot_column(p, set->median)] = 'M';
	bar[dotplot_column(p, set->mean)] = 'A';
}

/* A line above and below. */
static void
dotplot_edge(const struct dotplot *p, FILE *out)
{
	size_t	 i;

	putc('+', out);
	for (i = 0; i < p->width; i++)
		putc('-', out);
	fputs("+\n", out);
}

/* Write all lines, from above. */
static void
dotplot_write(const struct dotplot *p, FILE *out)
{
	size_t	 c, row;

	dotplot_edge(p, out);
	for (row = p->height; row-- > 0;) {
		putc('|', out);
		for (c = 0; c < p->width; c++)
			putc(dotplot_symbols[p->dots[row * p->width + c] &
			    7], out);
		fputs("|\n", out);
	}
	for (row = 0; row < p->nbars; row++)
		fprintf(out, "|%.*s|\n", (int)p->width,
		    p->bars + row * p->width);
	dotplot_edge(p, out);
}

/* Draw the sets. */
int
dotplot_draw(const struct dotplot_set *set, size_t n, size_t width,
    bool separate, FILE *out)
{
	struct dotplot	 p;
	double		 hi, lo;
	size_t		 high, i;
	int		 rv;

	memset(&p, 0, sizeof(p));
	dotplot_range(set, n, &lo, &hi);
	if (!(hi > lo) || width < 2 || !isfinite(hi - lo)) {
		fputs("[no plot, span is zero width]\n", out);
		return (0);
	}
	p.width = width;
	p.step = (hi - lo) / ((double)width - 1);
	p.left = lo - p.step / 2;
	p.nbars = separate ? n : 1;
	for (i = 0; i < n; i++)
		if ((high = dotplot_stack(&p, &set[i])) > p.height)
			p.height = high;
	p.dots = calloc(p.height, width);
	p.bars = malloc(p.nbars * width);
	rv = p.dots != NULL && p.bars != NULL ? 0 : -1;
	if (rv == 0) {
		memset(p.bars, ' ', p.nbars * width);
		for (i = 0; i < n; i++) {
			dotplot_dots(&p, &set[i], (unsigned char)(i + 1));
			dotplot_bar(&p, &set[i],
			    p.bars + (separate ? i : 0) * width);
		}
		dotplot_write(&p, out);
	}
	free(p.dots);
	free(p.bars);
	return (rv);
}
