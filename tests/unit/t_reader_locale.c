/*
 * The process's locale has no say in what a reader reads.
 *
 * strtod(3) is the one call of the readers that a locale changes: here it is
 * replaced by one that refuses to see a decimal point, which is what makes
 * the difference.  Where a German locale is installed, it is set as well.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "proto/compat.h"
#include "proto/readers/reader.h"
#include "proto/readers/scan.h"

static struct {
	int	 calls;
} t_reader_locale;

/* In the place of libc's: the text must mean the same in every locale. */
double
strtod(const char *text, char **end)
{
	t_reader_locale.calls++;
	assert_int_equal(strspn(text, "0123456789e-"), strlen(text));
	assert_null(end);
	return ((double)strtold(text, NULL));
}

static void
strtod_never_sees_a_decimal_point(void **state)
{
	static const char *const	 texts[] = { "0.017898952802795963",
	    "1146219749.25", "16283209663.613455678", "1e-300", "2.5e+200" };
	struct scan_value		 v;
	double				 resolution, seconds;
	size_t				 i;

	(void)state;
	for (i = 0; i < nitems(texts); i++)
		assert_true(scan_number(texts[i], strlen(texts[i]), false,
		    &v));
	assert_true(scan_duration("1:01.0000000000000000001", 24, &seconds,
	    &resolution));
	assert_true(seconds == 61);
	assert_true(t_reader_locale.calls > 0);
}

static void
a_decimal_comma_of_the_process_changes_nothing(void **state)
{
	static const char *const	 names[] = { "de_DE.UTF-8",
	    "de_DE.utf8", "de_DE", "fr_FR.UTF-8" };
	static const char		 text[] = "real 1.09\nuser 0.32\n"
	    "sys 0.01\n";
	struct reader_result		 r;
	size_t				 i;

	(void)state;
	for (i = 0; i < nitems(names); i++)
		if (setlocale(LC_ALL, names[i]) != NULL)
			break;
	if (i == nitems(names))
		skip();
	assert_int_equal(reader_read(NULL, text, sizeof(text) - 1, 0, &r), 0);
	assert_int_equal(r.nmetrics, 3);
	assert_true(fabs(r.metrics[0].value * 100 - 109) < 1e-9);
	reader_clear(&r);
	setlocale(LC_ALL, "C");
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(strtod_never_sees_a_decimal_point),
		cmocka_unit_test(
		    a_decimal_comma_of_the_process_changes_nothing),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
