/*
 * t_submit: arguments of run and submit into a request, by tables of cases.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/submit.h"

/* The compact text of a value is that. */
static void
submit_is(json_t *value, const char *wanted)
{
	char	*text;

	text = json_dumps(value, JSON_COMPACT);
	assert_string_equal(text, wanted);
	free(text);
}

/* Values stay in the order in which a person listed them. */
static void
submit_levels_keep_their_order(void **state)
{
	json_t	*levels;
	char	 why[SUBMIT_WHY_BYTES];

	(void)state;
	levels = json_array();
	assert_int_equal(submit_levels(levels, "jobs=8,1,2", why), 0);
	assert_int_equal(submit_levels(levels, "kernconf=GENERIC", why), 0);
	assert_int_equal(submit_levels(levels, "flags=-O2=x", why), 0);
	submit_is(levels,
	    "[{\"name\":\"jobs\",\"values\":[\"8\",\"1\",\"2\"]},"
	    "{\"name\":\"kernconf\",\"values\":[\"GENERIC\"]},"
	    "{\"name\":\"flags\",\"values\":[\"-O2=x\"]}]");
	json_decref(levels);
}

/* What is no list of levels is refused with a reason, and adds nothing. */
static void
submit_levels_refuse_what_is_none(void **state)
{
	static const char *const	 cases[] = {
		"", "jobs", "=1", "jobs=", "jobs=1,", "jobs=,1", "jobs=1,,2",
		"jobs=a\nb", "jobs=\xff", "jo\tbs=1"
	};
	json_t				*levels;
	char				 why[SUBMIT_WHY_BYTES];
	size_t				 i;

	(void)state;
	levels = json_array();
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		why[0] = '\0';
		assert_int_equal(submit_levels(levels, cases[i], why), -1);
		assert_true(why[0] != '\0');
	}
	assert_int_equal(json_array_size(levels), 0);
	json_decref(levels);
}

/* A label may hold what stands behind the first =. */
static void
submit_pairs_are_cut_once(void **state)
{
	json_t	*pairs;
	char	 why[SUBMIT_WHY_BYTES];

	(void)state;
	pairs = json_object();
	assert_int_equal(submit_pair(pairs, "why=a=b", why), 0);
	submit_is(pairs, "{\"why\":\"a=b\"}");
	assert_int_equal(submit_pair(pairs, "why", why), -1);
	assert_int_equal(submit_pair(pairs, "=x", why), -1);
	assert_int_equal(submit_pair(pairs, "why=", why), -1);
	json_decref(pairs);
}

/*
 * The first 8 bytes of SHA-256, as a number, modulo a billion; by
 * printf %s ID | sha256sum | cut -c1-16, and bc.
 */
static void
submit_seed_follows_from_the_id(void **state)
{
	(void)state;
	assert_int_equal(submit_seed("7f3a2c"), 431191575);
	assert_int_equal(submit_seed("abc"), 253700074);
}

/* What a job comes to, in words. */
static void
submit_words_count(void **state)
{
	static const struct {
		const char	*params, *answer, *words;
	} cases[] = {
		{ "{\"runs\":3,\"warmups\":1}", "{\"cells\":[\"\",\"\",\"\","
		    "\"\"],\"order\":\"random\",\"seed\":20260114}",
		    "4 cells x (1 warm-up + 3 runs), random blocks, "
		    "seed 20260114" },
		{ "{\"runs\":1,\"warmups\":0}", "{\"cells\":[\"\"],"
		    "\"order\":\"sequence\",\"seed\":1}",
		    "1 cell x 1 run, sequence" },
		{ "{\"runs\":2,\"warmups\":2}", "{\"cells\":[\"\"],"
		    "\"order\":\"interleave\",\"seed\":1}",
		    "1 cell x (2 warm-ups + 2 runs), interleave" }
	};
	json_t	*answer, *params;
	char	 text[256];
	size_t	 i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		params = json_loads(cases[i].params, 0, NULL);
		answer = json_loads(cases[i].answer, 0, NULL);
		assert_string_equal(submit_words(params, answer, text,
		    sizeof(text)), cases[i].words);
		json_decref(params);
		json_decref(answer);
	}
}

/* Run them. */
int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(submit_levels_keep_their_order),
		cmocka_unit_test(submit_levels_refuse_what_is_none),
		cmocka_unit_test(submit_pairs_are_cut_once),
		cmocka_unit_test(submit_seed_follows_from_the_id),
		cmocka_unit_test(submit_words_count)
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
