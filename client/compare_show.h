/*
 * compare_show: comparisons for people and for programs.
 */
#ifndef CLIENT_COMPARE_SHOW_H
#define CLIENT_COMPARE_SHOW_H

#include "client/compare_set.h"
#include "client/output.h"

#define COMPARE_CSV_COLUMNS	(GROUP_KEYS_MAX + 20)
#define COMPARE_SHOW_WIDTH	27	/* of an interval's picture */

/* Add all results to out. */
void	 compare_show(struct compare_set *, struct output *);
/* compare_json.c: the rows of benchctl.compare/1, for output_member(). */
json_t	*compare_json(const struct compare_set *);

/* compare_csv.c: the same numbers, flat; columns live until output_end(). */
void	 compare_csv(const struct compare_set *, struct output *,
	    struct output_column columns[COMPARE_CSV_COLUMNS]);

/* An interval on a line of COMPARE_SHOW_WIDTH characters, span to each side. */
void	 compare_show_picture(const struct stat_ci *, double est, double span,
	    char text[COMPARE_SHOW_WIDTH + 1]);

#endif
