/*
 * section: what rows have in common that are shown together.
 *
 * A table or a comparison is made inside one combination of recipe and of
 * those parameters that it is not about.
 */
#ifndef CLIENT_SECTION_H
#define CLIENT_SECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "client/query.h"

struct section {
	const char	**key;		/* room for max */
	size_t		  n, max;
};

/* Is key one of the n keys? */
bool	 section_has(const char *const *key, size_t n, const char *name);
/*
 * Add every parameter of some row's cell that is neither there nor in
 * skip[nskip]; false where there is no room for all.
 */
bool	 section_parameters(const struct query *, const struct query_row *,
	    size_t n, const char *const *skip, size_t nskip, struct section *);
/* How many values a key has among the rows: 0, 1, or 2 for more. */
int	 section_variety(const struct query *, const struct query_row *,
	    size_t n, const char *key);

#endif
