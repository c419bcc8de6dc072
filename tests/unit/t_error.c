/*
 * t_error: error.c against the table of faults in benchd-proto.7.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "proto/compat.h"
#include "proto/error.h"

/* Every row of the manual is the code's, and there is none besides. */
static void
manual_and_code_list_the_same_faults(void **state)
{
	FILE	*manual;
	int	 code, known, rows;
	char	 line[256], name[64];

	(void)state;
	assert_non_null(manual = fopen("proto/benchd-proto.7", "r"));
	rows = 0;
	while (fgets(line, sizeof(line), manual) != NULL) {
		if (sscanf(line, ".It %d Ta %63s Ta", &code, name) != 2)
			continue;
		assert_string_equal(error_name((enum error_code)code), name);
		rows++;
	}
	fclose(manual);
	known = 1;		/* internal, which unknown ones are called */
	for (code = -33000; code < 1000; code++)
		known += strcmp(error_name((enum error_code)code),
		    "internal") != 0;
	assert_int_equal(rows, known);
	assert_int_equal(rows, 26);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(manual_and_code_list_the_same_faults),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
