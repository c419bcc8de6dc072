/*
 * near: of many names the one that somebody may have meant.
 *
 *	near_init(&near, "buildwrold");
 *	near_offer(&near, "buildworld");	... once a candidate
 *	if ((name = near_best(&near)) != NULL)
 */
#ifndef PROTO_NEAR_H
#define PROTO_NEAR_H

#include <stddef.h>

struct near {
	const char	*word;		/* borrowed */
	const char	*best;		/* borrowed; NULL: none near enough */
	size_t		 distance;	/* of best; else what is too far */
};

void		 near_init(struct near *, const char *word);
void		 near_offer(struct near *, const char *candidate);
/* NULL where no candidate is near enough to be meant. */
const char	*near_best(const struct near *);

/*
 * Edits (insert, delete, replace, swap of neighbours) between two words:
 * optimal string alignment (Damerau 1964; Wagner and Lowrance 1975,
 * restricted).  Words above LIMIT_NAME_BYTES are as far as they are long.
 */
size_t		 near_distance(const char *, const char *);

#endif
