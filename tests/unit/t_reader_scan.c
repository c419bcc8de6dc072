/*
 * Numbers, durations, forms and cleaning: the same in every locale, from
 * whatever bytes.  Expected values are written out or come from strtod(3)
 * in the C locale.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/compat.h"
#include "proto/readers/clean.h"
#include "proto/readers/scan.h"

static void
numbers_are_those_of_strtod_to_the_last_bit(void **state)
{
	static const char *const	 texts[] = {
		"0", "0.1", "262.09", "9466.084", "18446744073709.55",
		"1e308", "4.9e-324", "1e-400", "123456789012345678901234567890",
		"0.000000000000000000000000000001", "2.2250738585072014e-308",
		"9007199254740993", "1146219749.25", "16283209663.613455",
		"0.0017898952802795963", "1e22", "1e23", "123456789012345e22",
		".5", "5.", "+7", "-3.25", "00012.500",
	};
	struct scan_value		 v;
	size_t				 i;

	(void)state;
	for (i = 0; i < nitems(texts); i++) {
		assert_true(scan_number(texts[i], strlen(texts[i]), false,
		    &v));
		assert_true(v.value == strtod(texts[i], NULL));
	}
}

/* Digits beyond all doubles weigh, and do not count. */
static void
digits_beyond_all_doubles_weigh(void **state)
{
	struct scan_value	 v;
	char			 text[2000];

	(void)state;
	memset(text, '7', sizeof(text));
	assert_true(scan_number(text, 300, false, &v));
	assert_true(v.value > 7.7e299 && v.value < 7.8e299);
	assert_true(scan_number(text, sizeof(text), false, &v));
	assert_true(isnan(v.value));		/* too large */
	text[0] = '.';
	assert_true(scan_number(text, sizeof(text), false, &v));
	assert_true(v.value == 7.0 / 9);
}

/* What is no number is none; nan and inf are seen for what they are. */
static void
what_is_no_number_is_none(void **state)
{
	static const char *const	 texts[] = { "", "-", ".", "e5", "1,5",
	    "1.5.2", "0x10", "1e", "12 13", "nano", "\xc2\xb2" };
	static const char *const	 nans[] = { "nan", "-nan", "inf",
	    "-Infinity", "NaN", "1e999" };
	struct scan_value		 v;
	size_t				 i;

	(void)state;
	for (i = 0; i < nitems(texts); i++)
		assert_false(scan_number(texts[i], strlen(texts[i]), false,
		    &v));
	for (i = 0; i < nitems(nans); i++) {
		assert_true(scan_number(nans[i], strlen(nans[i]), false, &v));
		assert_true(isnan(v.value));
	}
	assert_true(scan_number("1,5", 3, true, &v));
	assert_true(v.value == 1.5);
}

/* Half of the resolution is the rounding error of what was printed. */
static void
the_last_printed_digit_is_known(void **state)
{
	static const struct {
		const char	*text;
		double		 resolution;
	} rows[] = {
		{ "262.09", 0.01 }, { "1605", 1 }, { "0.0000", 0.0001 },
		{ "1.5e3", 100 }, { "2e-3", 0.001 },
	};
	struct scan_value	 v;
	size_t			 i;

	(void)state;
	for (i = 0; i < nitems(rows); i++) {
		assert_true(scan_number(rows[i].text, strlen(rows[i].text),
		    false, &v));
		assert_true(v.resolution == rows[i].resolution);
	}
}

/* Times as people print them. */
static void
times_are_read_as_people_print_them(void **state)
{
	static const struct {
		const char	*text;
		double		 seconds, resolution;
	} rows[] = {
		{ "262.09", 262.09, 0.01 },
		{ "262,09", 262.09, 0.01 },
		{ " 262.09 s", 262.09, 0.01 },
		{ "43m28.093s", 2608.093, 0.001 },
		{ "157m46.084s", 9466.084, 0.001 },
		{ "13:31.32", 811.32, 0.01 },
		{ "2:37:46.08", 9466.08, 0.01 },
		{ "2:37:46", 9466, 1 },
		{ "1:01.00", 61, 0.01 },
		{ "0m01.35s", 1.35, 0.01 },
		{ "0m 1.21s", 1.21, 0.01 },
		{ "2h 37m 46s", 9466, 1 },
		{ "0m0,919s", 0.919, 0.001 },
		{ "1d3h12m12.44s", 97932.44, 0.01 },
		{ "2h37m46.08s", 9466.08, 0.01 },
		{ "4h", 14400, 1 },
		{ "0", 0, 1 },
	};
	double	 resolution, seconds;
	size_t	 i;

	(void)state;
	for (i = 0; i < nitems(rows); i++) {
		assert_true(scan_duration(rows[i].text, strlen(rows[i].text),
		    &seconds, &resolution));
		assert_true(seconds == rows[i].seconds);
		assert_true(resolution == rows[i].resolution);
	}
}

/* What is no time is refused whole, never read in part. */
static void
what_is_no_time_is_refused_whole(void **state)
{
	static const char *const	 texts[] = { "", "s", "1:75", "1:2:3:4",
	    "12 parsecs", "1m2m3x", "-5", "1:", "5ms", "nan",
	    "99999999999999999999" };
	double				 resolution, seconds;
	size_t				 i;

	(void)state;
	for (i = 0; i < nitems(texts); i++)
		assert_false(scan_duration(texts[i], strlen(texts[i]),
		    &seconds, &resolution));
}

/* A form is matched from the first word, blanks as they come. */
static void
forms_match_from_the_first_word(void **state)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 line = { "  min:\t 0.39ms (95%) x", 22 };

	(void)state;
	assert_true(scan_form(line, " min: %n%u (%n%%) %w%$", v));
	assert_true(v[0].value == 0.39 && v[2].value == 95);
	assert_true(scan_is(v[1].span, "ms") && scan_is(v[3].span, "x"));
	assert_false(scan_form(line, "min: %n", v));
	assert_false(scan_form(line, " min: %n%$", v));
	assert_false(scan_form(line, " max: %n", v));
	assert_true(scan_form(line, " min:%*", v));
	assert_int_equal(v[0].span.len, 16);
}

/* Make text of bytes and give its lines, joined by |. */
static void
joined(const char *bytes, size_t len, char *out, size_t size)
{
	struct clean_text	 text;
	struct scan_span	 line;

	assert_int_equal(clean_init(&text, bytes, len), 0);
	out[0] = '\0';
	while (clean_line(&text, &line)) {
		if (out[0] != '\0')
			strlcat(out, "|", size);
		snprintf(out + strlen(out), size - strlen(out), "%.*s",
		    (int)line.len, line.text);
	}
	clean_clear(&text);
}

#define CLEAN(bytes, want) do {						\
	char	 cleaned[256];						\
									\
	joined(bytes, sizeof(bytes) - 1, cleaned, sizeof(cleaned));	\
	assert_string_equal(cleaned, want);				\
} while (0)

/* What terminals, editors, mailers and crashes leave behind goes. */
static void
traces_of_terminals_mailers_crashes_go(void **state)
{
	(void)state;
	CLEAN("a\r\nb\r\n", "a|b");
	CLEAN("10%\r50%\r\r100%\n", "10%|50%|100%");
	CLEAN("\xef\xbb\xbfreal 1\n", "real 1");
	CLEAN("\xff\xfer\0e\0a\0l\0\n\0", "real");
	CLEAN("\xfe\xff\0r\0e\0a\0l\0\n", "real");
	CLEAN("r\0e\0a\0l\0 \0001\0", "real 1");
	CLEAN("\033[1;32m5\033[0m ms\033[K\n", "5 ms");
	CLEAN("\033]0;title\007x\033]0;t\033\\y\033(Bz\n", "xyz");
	CLEAN("\033", "");
	CLEAN("\033[", "");
	CLEAN("\033]never closed\nnext\n", "next");
	CLEAN("> > quoted\n>\n>> twice\n> last", "quoted|twice|last");
	CLEAN(">>> World built in 5 seconds\n", ">>> World built in 5 seconds");
	CLEAN("total\xef\xbc\x9a\xc2\xa0" "1\xef\xbc\x8e" "5\n", "total: 1.5");
	CLEAN("sum: 29\0\0\0\0", "sum: 29");
	CLEAN("sum: 29\0\0\0" "7\n", "sum: 29\x1a" "7");
	CLEAN("2025-03-18T10:12:44.1234567Z   real 1\n", "real 1");
	CLEAN("2025-03-18T10:12:44+01:00 > a\n2025-03-18\n", "a|2025-03-18");
	CLEAN("\t    indented  \n", "indented  ");
	CLEAN("", "");
	CLEAN("\n\n\n", "");
}

/* A line that a crash cut is known as cut. */
static void
a_line_that_a_crash_cut_is_known(void **state)
{
	struct clean_text	 text;
	struct scan_span	 line;

	(void)state;
	assert_int_equal(clean_init(&text, "a\nb\0\0\0", 6), 0);
	assert_true(clean_line(&text, &line));
	assert_false(text.cut);
	assert_true(clean_line(&text, &line));
	assert_true(text.cut && text.padded && scan_is(line, "b"));
	assert_false(clean_line(&text, &line));
	clean_clear(&text);
}

/* A copy is printable UTF-8 whatever was given, and ended. */
static void
a_copy_is_printable_utf8_whatever_was_given(void **state)
{
	struct scan_span	 s = { "a\xff\033\xc3\xa9\xe2\x82", 7 };
	char			 small[5], text[32];

	(void)state;
	scan_copy(text, sizeof(text), s);
	assert_string_equal(text, "a??\xc3\xa9??");
	scan_copy(small, sizeof(small), s);
	assert_string_equal(small, "a??");
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(numbers_are_those_of_strtod_to_the_last_bit),
		cmocka_unit_test(digits_beyond_all_doubles_weigh),
		cmocka_unit_test(what_is_no_number_is_none),
		cmocka_unit_test(the_last_printed_digit_is_known),
		cmocka_unit_test(times_are_read_as_people_print_them),
		cmocka_unit_test(what_is_no_time_is_refused_whole),
		cmocka_unit_test(forms_match_from_the_first_word),
		cmocka_unit_test(traces_of_terminals_mailers_crashes_go),
		cmocka_unit_test(a_line_that_a_crash_cut_is_known),
		cmocka_unit_test(a_copy_is_printable_utf8_whatever_was_given),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
