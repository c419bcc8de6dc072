/*
 * t_near: edit distances known from the literature, and what is offered.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "proto/compat.h"
#include "proto/near.h"

static const struct {
	const char	*a, *b;
	size_t		 distance;
} cases[] = {
	/* Wagner and Fischer's and Levenshtein's textbook pairs */
	{ "kitten", "sitting", 3 },
	{ "saturday", "sunday", 3 },
	{ "gumbo", "gambol", 2 },
	/* restricted alignment: a swap counts once, "ca" to "abc" is 3 */
	{ "ca", "abc", 3 },
	{ "ab", "ba", 1 },
	{ "buildwrold", "buildworld", 1 },
	{ "", "abc", 3 },
	{ "same", "same", 0 },
};

static void
distances_are_those_of_the_literature(void **state)
{
	size_t	 i;

	(void)state;
	for (i = 0; i < nitems(cases); i++) {
		assert_int_equal(near_distance(cases[i].a, cases[i].b),
		    cases[i].distance);
		assert_int_equal(near_distance(cases[i].b, cases[i].a),
		    cases[i].distance);
	}
}

static void
the_nearest_name_is_offered_and_nothing_far(void **state)
{
	struct near	 near;

	(void)state;
	near_init(&near, "buildwrold");
	near_offer(&near, "buildkernel");
	near_offer(&near, "buildworld");
	near_offer(&near, "installworld");
	assert_string_equal(near_best(&near), "buildworld");

	near_init(&near, "job");
	near_offer(&near, "jobs");
	assert_string_equal(near_best(&near), "jobs");

	near_init(&near, "frobnicate");
	near_offer(&near, "buildworld");
	assert_null(near_best(&near));

	near_init(&near, "x");
	near_offer(&near, "y");		/* all of it is another */
	assert_null(near_best(&near));
}

static void
a_word_without_end_costs_nothing(void **state)
{
	char	 word[100000];

	(void)state;
	memset(word, 'a', sizeof(word));
	word[sizeof(word) - 1] = '\0';
	assert_int_equal(near_distance(word, "a"), sizeof(word) - 1);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(distances_are_those_of_the_literature),
		cmocka_unit_test(the_nearest_name_is_offered_and_nothing_far),
		cmocka_unit_test(a_word_without_end_costs_nothing),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
