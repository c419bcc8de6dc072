/*
 * reference_plan
 */
#include "tests/reference.h"

const struct reference_row reference_plan_rows[] = {
	{ NULL, NULL },
};
