/*
 * t_output: the same ugly text through each sink, and tables that line up.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "client/output.h"
#include "client/output_sink.h"
#include "client/show.h"

/* ESC, C1 CSI, right-to-left override, no UTF-8, and everybody's quotes. */
#define UGLY	"\033[2J\xc2\x9b" "a,\"b|<i>`$(x)`\xe2\x80\xae\xff\n#"

/* What a function writes to standard output. */
static char *
written(void (*say)(enum output_format), enum output_format format)
{
	static char	 text[8192];
	size_t		 len;
	FILE		*file;
	int		 saved;

	fflush(stdout);
	saved = dup(STDOUT_FILENO);
	assert_non_null(file = tmpfile());
	dup2(fileno(file), STDOUT_FILENO);
	say(format);
	fflush(stdout);
	dup2(saved, STDOUT_FILENO);
	close(saved);
	rewind(file);
	len = fread(text, 1, sizeof(text) - 1, file);
	text[len] = '\0';
	fclose(file);
	return (text);
}

static const struct output_column columns[] = {
	{ "name", "NAME", OUTPUT_LEFT },
	{ "real_s", "REAL", OUTPUT_RIGHT },
	{ "n", "N", OUTPUT_RIGHT },
	{ "raw", NULL, OUTPUT_LEFT },		/* programs only */
	{ NULL, "WHAT", OUTPUT_LEFT },		/* people only */
};

static void
say_table(enum output_format format)
{
	struct output	*out;

	out = output_new(format, "try");
	output_title(out, "a title");
	output_table(out, "rows", columns, nitems(columns));
	output_row(out);
	output_text(out, "elm");
	output_real(out, 262.0944, 2);
	output_int(out, 3);
	output_text(out, "r,w");
	output_text(out, "x");
	output_row(out);
	output_text(out, "\xc3\xb6rg");
	output_real(out, NAN, 2);
	output_shown(out, json_integer(12), "12k");
	output_row(out);
	output_text(out, "ash");
	output_rest(out, "no answer, for it is long");
	output_note(out, "a note");
	assert_int_equal(output_end(out), 0);
}

static void
say_ugly(enum output_format format)
{
	static const struct output_column	 column = {
		"u", "U", OUTPUT_LEFT
	};
	struct output				*out;

	out = output_new(format, "try");
	output_title(out, "%s", UGLY);
	output_table(out, "rows", &column, 1);
	output_row(out);
	output_text(out, UGLY);
	output_note(out, "%s", UGLY);
	assert_int_equal(output_end(out), 0);
}

static void
text_lines_up_and_has_no_trailing_blank(void **state)
{
	(void)state;
	assert_string_equal(written(say_table, OUTPUT_TEXT),
	    "a title\n"
	    "NAME    REAL    N  WHAT\n"
	    "elm   262.09    3  x\n"
	    "\xc3\xb6rg        -  12k  -\n"
	    "ash   no answer, for it is long\n"
	    "a note\n");
}

static void
csv_has_all_digits_and_no_words_for_people(void **state)
{
	(void)state;
	assert_string_equal(written(say_table, OUTPUT_CSV),
	    "name,real_s,n,raw\n"
	    "elm,262.0944,3,\"r,w\"\n"
	    "\xc3\xb6rg,,12,\n"
	    "ash,\"no answer, for it is long\",,\n"
	    "# a note\n");
}

static void
markdown_is_a_table(void **state)
{
	(void)state;
	assert_string_equal(written(say_table, OUTPUT_MD),
	    "a title\n\n"
	    "| NAME | REAL | N | WHAT |\n"
	    "| --- | ---: | ---: | --- |\n"
	    "| elm | 262.09 | 3 | x |\n"
	    "| \xc3\xb6rg | - | 12k | - |\n"
	    "| ash | no answer, for it is long | - | - |\n"
	    "\na note\n");
}

static void
json_has_a_schema_and_null_for_what_is_none(void **state)
{
	json_t	*row, *rows, *whole;

	(void)state;
	whole = json_loads(written(say_table, OUTPUT_JSON), 0, NULL);
	assert_non_null(whole);
	assert_string_equal(json_string_value(json_object_get(whole,
	    "schema")), "benchctl.try/1");
	rows = json_object_get(whole, "rows");
	assert_int_equal(json_array_size(rows), 3);
	row = json_array_get(rows, 0);
	assert_true(json_real_value(json_object_get(row, "real_s")) ==
	    262.0944);
	assert_string_equal(json_string_value(json_object_get(row, "raw")),
	    "r,w");
	assert_int_equal(json_object_size(row), 4);
	row = json_array_get(rows, 1);
	assert_true(json_is_null(json_object_get(row, "real_s")));
	assert_int_equal(json_integer_value(json_object_get(row, "n")), 12);
	assert_string_equal(json_string_value(json_array_get(
	    json_object_get(whole, "notes"), 0)), "a note");
	json_decref(whole);
}

/* No byte that a terminal obeys, and none that is not UTF-8. */
static void
harmless(const char *text)
{
	const unsigned char	*p;

	for (p = (const unsigned char *)text; *p != '\0'; p++)
		if ((*p < 0x20 && *p != '\n') || *p == 0x7f || *p == 0xff ||
		    (*p == 0xc2 && p[1] < 0xa0) ||
		    (*p == 0xe2 && p[1] == 0x80 && p[2] == 0xae))
			fail_msg("byte %02x in: %s", *p, text);
}

static void
ugly_text_is_obeyed_by_no_sink(void **state)
{
	enum output_format	 format;

	(void)state;
	for (format = OUTPUT_TEXT; format <= OUTPUT_MD; format++)
		harmless(written(say_ugly, format));
}

static void
each_sink_escapes_in_its_own_way(void **state)
{
	static const struct {
		const char	*from, *text, *csv, *md;
	} cases[] = {
		{ "plain", "plain", "plain", "plain" },
		{ "a,b", "a,b", "\"a,b\"", "a,b" },
		{ "say \"x\"", "say \"x\"", "\"say \"\"x\"\"\"",
		    "say \"x\"" },
		{ "a|b", "a|b", "a|b", "a\\|b" },
		{ "<b>&*_`", "<b>&*_`", "<b>&*_`",
		    "&lt;b\\>&amp;\\*\\_\\`" },
		{ "\033c", "\\033c", "\\033c", "\\\\033c" },
		{ "#x", "#x", "\"#x\"", "\\#x" },
		{ "", "", "", "" },
	};
	size_t	 i;
	char	*got;

	(void)state;
	for (i = 0; i < nitems(cases); i++) {
		got = output_sink_text(cases[i].from);
		assert_string_equal(got, cases[i].text);
		free(got);
		got = output_sink_csv(cases[i].from);
		assert_string_equal(got, cases[i].csv);
		free(got);
		got = output_sink_md(cases[i].from);
		assert_string_equal(got, cases[i].md);
		free(got);
	}
	assert_int_equal(output_sink_width("\xc3\xb6"), 1);
	assert_int_equal(output_sink_width("\xe6\x97\xa5\xe6\x9c\xac"), 4);
	assert_int_equal(output_sink_width("e\xcc\x81"), 1);
}

static void
times_and_sizes_are_as_people_write_them(void **state)
{
	char	 t[SHOW_BYTES];

	(void)state;
	assert_string_equal(show_span(9000000, t, sizeof(t)), "9s");
	assert_string_equal(show_span(72000000, t, sizeof(t)), "1m12s");
	assert_string_equal(show_span(INT64_C(7380000000), t, sizeof(t)),
	    "2h03m");
	assert_string_equal(show_span(INT64_C(259200000000), t, sizeof(t)),
	    "3 days");
	assert_string_equal(show_span(-5, t, sizeof(t)), "0s");
	assert_string_equal(show_size(512, t, sizeof(t)), "512 B");
	assert_string_equal(show_size(1536, t, sizeof(t)), "1.5 KiB");
	assert_string_equal(show_size(INT64_C(16) << 30, t, sizeof(t)),
	    "16 GiB");
	assert_string_equal(show_size((1 << 20) - 1, t, sizeof(t)),
	    "1.0 MiB");
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(text_lines_up_and_has_no_trailing_blank),
		cmocka_unit_test(csv_has_all_digits_and_no_words_for_people),
		cmocka_unit_test(markdown_is_a_table),
		cmocka_unit_test(json_has_a_schema_and_null_for_what_is_none),
		cmocka_unit_test(ugly_text_is_obeyed_by_no_sink),
		cmocka_unit_test(each_sink_escapes_in_its_own_way),
		cmocka_unit_test(times_and_sizes_are_as_people_write_them),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
