/*
 * pivot: one table of means: a factor's levels down, metrics or another
 * factor's levels across.
 *
 * Pure but for memory: groups in, an output table out.
 */
#ifndef CLIENT_PIVOT_H
#define CLIENT_PIVOT_H

#include <stdbool.h>
#include <stddef.h>

#include "client/group.h"
#include "client/output.h"

#define PIVOT_ACROSS_MAX	64	/* metrics, or levels of the columns */

/* A metric's groups of one section, all keys but the last two alike. */
struct pivot_metric {
	const struct query_metric	*metric;
	const struct group		*group;
	size_t				 ngroups;
};

/* Levels in the order that was asked for; none: all, in natural order. */
struct pivot_order {
	const char	*level[PIVOT_ACROSS_MAX];
	size_t		 n;
};

/* What a section is made of; row and column are numbers of group keys. */
struct pivot {
	const struct pivot_order *row_order, *column_order;
	const char		*row_key;
	size_t			 row;
	const char		*column_key;	/* NULL: metrics go across */
	size_t			 column;
	struct pivot_metric	 metric[PIVOT_ACROSS_MAX];
	size_t			 nmetrics;
};

/* What a title says of a section's values. */
struct pivot_summary {
	size_t			 runs_min, runs_max;	/* a cell */
	size_t			 boots_min, boots_max;
	enum group_noise	 noise;		/* the best that is there */
	bool			 linear;	/* some mean is not geometric */
};

/* A table's columns, whose titles it owns. */
struct pivot_columns {
	struct output_column	 column[PIVOT_ACROSS_MAX + 5];
	size_t			 n;
};

/*
 * Has the section a table to show?  Not where no group has a level of the
 * columns' key.
 */
bool	 pivot_is_table(const struct pivot *, size_t m);
/* What a section's title is to say of metric m (0: metrics go across). */
void	 pivot_summarise(const struct pivot *, size_t m,
	    struct pivot_summary *);
/*
 * Add the table of metric m to out, under that member's name.  The columns
 * are filled here and must live until output_end(); then they are cleared.
 * 0, or -1 where there are more of them than fit.
 */
int	 pivot_table(const struct pivot *, size_t m, struct output *out,
	    const char *member, struct pivot_columns *);
void	 pivot_columns_clear(struct pivot_columns *);

#endif
