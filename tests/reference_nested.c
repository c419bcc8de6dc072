/*
 * reference_nested
 */
#include "tests/reference.h"

const struct reference_row reference_nested_rows[] = {
	{ NULL, NULL },
};
