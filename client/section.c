/*
 * section: what rows have in common that are shown together.
 */
#include <string.h>

#include "client/section.h"

/* Is it one of the keys? */
bool
section_has(const char *const *key, size_t n, const char *name)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		if (key[i] != NULL && strcmp(key[i], name) == 0)
			return (true);
	return (false);
}

/* Add the parameters of all rows. */
bool
section_parameters(const struct query *q, const struct query_row *row,
    size_t n, const char *const *skip, size_t nskip, struct section *s)
{
	const char	*level, *name;
	size_t		 i, p;

	for (i = 0; i < n; i++)
		for (p = 0; query_level(q, &row[i], p, &name, &level); p++) {
			if (section_has(s->key, s->n, name) ||
			    section_has(skip, nskip, name))
				continue;
			if (s->n == s->max)
				return (false);
			s->key[s->n++] = name;
		}
	return (true);
}

/* How many values a key has. */
int
section_variety(const struct query *q, const struct query_row *row, size_t n,
    const char *key)
{
	const char	*first, *value;
	size_t		 i;

	first = NULL;
	for (i = 0; i < n; i++) {
		if ((value = query_value(q, &row[i], key)) == NULL)
			continue;
		if (first == NULL)
			first = value;
		else if (strcmp(first, value) != 0)
			return (2);
	}
	return (first != NULL);
}
