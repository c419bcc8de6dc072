/*
 * reference_series
 */
#include "tests/reference.h"

const struct reference_row reference_series_rows[] = {
	{ NULL, NULL },
};
