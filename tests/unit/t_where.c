/*
 * t_where: what --where promises, by tables of cases written by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/natural.h"
#include "client/where.h"

/* The row that all cases ask. */
static const char *
row_value(const void *ctx, const char *key)
{
	static const char *const	 row[][2] = {
		{ "recipe", "buildkernel" }, { "jobs", "8" },
		{ "release", "14.1-RELEASE" }, { "cpu.count", "64" },
		{ "label", "a,b|c" }, { "star", "x*y" }
	};
	size_t				 i;

	(void)ctx;
	for (i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		if (strcmp(row[i][0], key) == 0)
			return (row[i][1]);
	return (NULL);
}

/* A condition holds, or does not, as a reader would say. */
static void
where_says_what_a_reader_would(void **state)
{
	static const struct {
		const char	*text;
		bool		 holds;
	} cases[] = {
		{ "", true },
		{ "recipe=buildkernel", true },
		{ "recipe=buildworld", false },
		{ "recipe=build*", true },
		{ "recipe=buildworld|buildkernel", true },
		{ "recipe!=buildworld", true },
		{ "recipe!=build*", false },
		{ "jobs=8,recipe=build*", true },
		{ "jobs=8,recipe=x", false },
		{ "jobs>4", true }, { "jobs>8", false }, { "jobs>=8", true },
		{ "jobs<10", true }, { "jobs<=8", true }, { "jobs<8", false },
		{ "cpu.count>8", true },
		{ "release>=9.3", true }, { "release<14.2", true },
		{ "nokey=x", false }, { "nokey!=x", true },
		{ "nokey<1", false }, { "nokey=*", false },
		{ "label=a\\,b\\|c", true },
		{ "star=x\\*y", true }, { "star=x\\*z", false },
		{ "jobs=", false }
	};
	struct where	*w;
	char		 why[256];
	size_t		 i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		w = where_parse(cases[i].text, why, sizeof(why));
		assert_non_null(w);
		if (where_holds(w, row_value, NULL) != cases[i].holds)
			fail_msg("%s", cases[i].text);
		where_free(w);
	}
}

/* What is no list of conditions is refused with what is wrong. */
static void
where_refuses_with_the_reason(void **state)
{
	static const struct {
		const char	*text;
		const char	*why;
	} cases[] = {
		{ "jobs", "'jobs' is no key=value" },
		{ "=8", "'=8' is no key=value" },
		{ "jobs=8,x", "'x' is no key=value" },
		{ "jobs=8,", "nothing behind the last comma" },
		{ ",jobs=8", "'' is no key=value" },
		{ "jobs<1|2", "jobs: alternatives go with = and != only" }
	};
	char		 why[256];
	size_t		 i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_null(where_parse(cases[i].text, why, sizeof(why)));
		assert_string_equal(why, cases[i].why);
	}
}

/* 64 conditions and 256 values are taken, one more is refused. */
static void
where_holds_its_limits(void **state)
{
	struct where	*w;
	char		 text[4096], why[256];
	size_t		 at, i;

	(void)state;
	for (at = i = 0; i < 64; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%sa!=b",
		    i == 0 ? "" : ",");
	assert_non_null(w = where_parse(text, why, sizeof(why)));
	where_free(w);
	snprintf(text + at, sizeof(text) - at, ",a!=b");
	assert_null(where_parse(text, why, sizeof(why)));
	assert_string_equal(why, "more than 64 conditions");
	at = (size_t)snprintf(text, sizeof(text), "a=0");
	for (i = 1; i < 256; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "|%zu",
		    i);
	assert_non_null(w = where_parse(text, why, sizeof(why)));
	where_free(w);
	snprintf(text + at, sizeof(text) - at, "|x");
	assert_null(where_parse(text, why, sizeof(why)));
	assert_string_equal(why, "a: more than 256 values");
}

/* Every pair of a list stands in the order of the list. */
static void
assert_in_order(const char *const *text, size_t n)
{
	size_t	 i, j;
	int	 order;

	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++) {
			order = natural_compare(text[i], text[j]);
			if ((i < j) != (order < 0) || (i > j) != (order > 0))
				fail_msg("'%s' and '%s'", text[i], text[j]);
		}
}

/* Sorting needs an order; numbers and others mixed have one too. */
static void
natural_order_is_an_order(void **state)
{
	static const char *const	 mixed[] = {
		"1.1", "1.10", "1.5", "14.0", "", "1.5a", "9.3-STABLE",
		"13.1-RELEASE"
	};
	size_t				 i, j;

	(void)state;
	for (i = 0; i < sizeof(mixed) / sizeof(mixed[0]); i++)
		for (j = i + 1; j < sizeof(mixed) / sizeof(mixed[0]); j++) {
			if (natural_order(mixed[i], mixed[j]) >= 0 ||
			    natural_order(mixed[j], mixed[i]) <= 0)
				fail_msg("'%s' and '%s'", mixed[i], mixed[j]);
		}
}

/* Levels come in the order in which a person lists them. */
static void
natural_order_is_a_persons(void **state)
{
	static const char *const	 numbers[] = {
		"-3", "0.5", "1", "2", "10", "10.5", "1000000"
	};
	static const char *const	 texts[] = {
		"", "9.3-STABLE", "13.1-RELEASE", "13.1-RELEASE-p2", "14.0",
		"ULE", "a2", "a10", "a10b"
	};

	(void)state;
	assert_in_order(numbers, sizeof(numbers) / sizeof(numbers[0]));
	assert_in_order(texts, sizeof(texts) / sizeof(texts[0]));
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(where_says_what_a_reader_would),
		cmocka_unit_test(where_refuses_with_the_reason),
		cmocka_unit_test(where_holds_its_limits),
		cmocka_unit_test(natural_order_is_an_order),
		cmocka_unit_test(natural_order_is_a_persons)
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
