/*
 * unit: which units measure the same, and by how much they differ.
 */
#ifndef CLIENT_UNIT_H
#define CLIENT_UNIT_H

#include <stdbool.h>

/* A value in from is so many times the number in to; false: another kind. */
bool	 unit_scale(const char *from, const char *to, double *scale);

#endif
