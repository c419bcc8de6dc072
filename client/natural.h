/*
 * natural: the order in which a person lists levels: 2 before 10, 9.3 before
 * 13.1, text by its bytes.
 */
#ifndef CLIENT_NATURAL_H
#define CLIENT_NATURAL_H

#include <stdbool.h>

/* Below, equal to, or above zero, as strcmp(3). */
int	 natural_compare(const char *, const char *);
/* For qsort(3) over const char *. */
int	 natural_compare_ptr(const void *, const void *);
/* Is the whole text one decimal number?  Then *value holds it. */
bool	 natural_number(const char *text, double *value);

#endif
