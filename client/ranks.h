/*
 * ranks: many numbers in order.
 */
#ifndef CLIENT_RANKS_H
#define CLIENT_RANKS_H

#include <stddef.h>

/* Sort n finite numbers; 0, or -1 on memory. */
int	 ranks_sort(double *, size_t n);

#endif
