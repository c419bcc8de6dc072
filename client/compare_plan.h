/*
 * compare_plan: what would tell, where a comparison cannot.
 */
#ifndef CLIENT_COMPARE_PLAN_H
#define CLIENT_COMPARE_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "client/compare.h"

/* In words; false where nothing can be said. */
bool	 compare_plan(const struct compare *, char *text, size_t size);

#endif
