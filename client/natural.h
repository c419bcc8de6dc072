/*
 * natural: the order in which a person lists levels: 2 before 10, 9.3 before
 * 13.1, text by its bytes.
 */
#ifndef CLIENT_NATURAL_H
#define CLIENT_NATURAL_H

#include <stdbool.h>

/*
 * Below, equal to, or above zero, as strcmp(3).  For one pair, as 14.0 against
 * 9.3-STABLE; over many texts it is no order (1.10 < 1.5 < 1.5a < 1.10).
 */
int	 natural_compare(const char *, const char *);
/* An order for sorting: numbers by value, then all else as above. */
int	 natural_order(const char *, const char *);
/* The same for qsort(3) over const char *. */
int	 natural_order_ptr(const void *, const void *);
/* Is the whole text one decimal number?  Then *value holds it. */
bool	 natural_number(const char *text, double *value);

#endif
