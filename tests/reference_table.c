/*
 * reference_table
 */
#include "tests/reference.h"

const struct reference_row reference_table_rows[] = {
	{ NULL, NULL },
};
