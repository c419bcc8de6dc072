/*
 * t_conf_param: which levels are admitted, what is said of the others, and
 * what words become when levels are filled in.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/conf.h"
#include "proto/compat.h"

static const char text[] =
    "objroot /o\n"
    "recipe r {\n"
    " source /s objdir /o/x\n"
    " command { make -j${jobs} \"${jobs} $ \\\" \\\\\" a${kern}b${rev}\n"
    "  ${ncpu} O=${objdir} ${source}/. \"\" -DX=\"a = b\" }\n"
    " parameter jobs integer 1 to 256 default ${ncpu}\n"
    " parameter temp integer -5 to 5 default -5\n"
    " parameter kern choice { GENERIC GENERIC-NODEBUG \"with blank\" }\n"
    " parameter rev pattern r[0-9]*\n"
    " parameter big integer 0 to 9223372036854775807 default 007\n"
    " parameter word pattern * default x\n"
    "}\n";

struct level {
	const char	*param;
	const char	*value;
	const char	*canon;		/* NULL: refused, */
	const char	*why;		/* with these words */
};

static const struct level levels[] = {
	{ "jobs", "1", "1", NULL },
	{ "jobs", "256", "256", NULL },
	{ "jobs", "007", "7", NULL },
	{ "jobs", "0", NULL, "0 is below 1 (1 to 256)" },
	{ "jobs", "-1", NULL, "-1 is below 1 (1 to 256)" },
	{ "jobs", "257", NULL, "257 is above 256 (1 to 256)" },
	{ "jobs", "99999999999999999999", NULL,
	    "99999999999999999999 is above 256 (1 to 256)" },
	{ "jobs", "-99999999999999999999", NULL,
	    "-99999999999999999999 is below 1 (1 to 256)" },
	{ "jobs", "", NULL, " is not a whole number (1 to 256)" },
	{ "jobs", "4x", NULL, "4x is not a whole number (1 to 256)" },
	{ "jobs", " 4", NULL, " 4 is not a whole number (1 to 256)" },
	{ "jobs", "+4", NULL, "+4 is not a whole number (1 to 256)" },
	{ "jobs", "0x4", NULL, "0x4 is not a whole number (1 to 256)" },
	{ "jobs", "4\n", NULL, "4\\n is not a whole number (1 to 256)" },
	{ "temp", "-5", "-5", NULL },
	{ "temp", "-0", "0", NULL },
	{ "temp", "-6", NULL, "-6 is below -5 (-5 to 5)" },
	{ "temp", "-", NULL, "- is not a whole number (-5 to 5)" },
	{ "big", "9223372036854775807", "9223372036854775807", NULL },
	{ "big", "9223372036854775808", NULL,
	    "9223372036854775808 is above 9223372036854775807 (0 to 9223372036854775807)" },
	{ "kern", "GENERIC", "GENERIC", NULL },
	{ "kern", "with blank", "with blank", NULL },
	{ "kern", "generic", NULL,
	    "generic is not one of GENERIC, GENERIC-NODEBUG, with blank" },
	{ "kern", "", NULL, " is no name" },
	{ "rev", "r1", "r1", NULL },
	{ "rev", "r1_2.3+4-5", "r1_2.3+4-5", NULL },
	{ "rev", "x1", NULL, "x1 does not match r[0-9]*" },
	{ "rev", "r1 r2", NULL,
	    "r1 r2 holds ' '; letters, digits and ._+- may stand in it" },
	{ "rev", "r1$(touch x)", NULL,
	    "r1$(touch x) holds '$'; letters, digits and ._+- may stand in it" },
	{ "rev", "${:!touch x!}", NULL,
	    "${:!touch x!} holds '$'; letters, digits and ._+- may stand in it" },
	{ "rev", "r1/../x", NULL,
	    "r1/../x holds '/'; letters, digits and ._+- may stand in it" },
	{ "rev", "r1\n", NULL, "r1\\n holds more than letters, digits and ._+-" },
	{ "rev", "r1\xc3\xa9", NULL,
	    "r1\xc3\xa9 holds '\xc3\xa9'; letters, digits and ._+- may stand in it" },
	{ "word", "-j4", NULL, "-j4 begins with '-'" },
	{ "word", ".x", NULL, ".x begins with '.'" },
	{ "word", "", NULL, "an empty value does not match *" },
	{ "word", "0123456789012345678901234567890123456789012345678901234567890123",
	    "0123456789012345678901234567890123456789012345678901234567890123", NULL },
	{ "word", "01234567890123456789012345678901234567890123456789012345678901234",
	    NULL, "01234567890123456789012345678901234567890123456789012345678901234 is longer than 64 bytes" }
};

static const struct conf_recipe *
recipe(void **state)
{
	const struct conf	*conf;

	conf = *state;
	return (&conf->recipe[0]);
}

static const struct conf_param *
param(void **state, const char *name)
{
	const struct conf_recipe	*r;
	size_t				 i;

	r = recipe(state);
	for (i = 0; i < r->nparams; i++)
		if (strcmp(r->param[i].name, name) == 0)
			return (&r->param[i]);
	fail();
	return (NULL);
}

static void
levels_end_at_their_bounds_with_a_reason(void **state)
{
	const struct level	*l;
	char			 canon[129], why[512];
	size_t			 i;
	bool			 good;

	for (i = 0; i < nitems(levels); i++) {
		l = &levels[i];
		good = conf_param_admits(param(state, l->param), l->value,
		    canon, sizeof(canon), why, sizeof(why));
		if (good != (l->canon != NULL))
			print_message("%s=%s\n", l->param, l->value);
		assert_int_equal(good, l->canon != NULL);
		assert_string_equal(good ? canon : why,
		    good ? l->canon : l->why);
	}
}

static void
a_reason_fits_its_room(void **state)
{
	char	 canon[129], why[16], *value;

	assert_non_null(value = malloc(100001));
	memset(value, '1', 100000);
	value[100000] = '\0';
	assert_false(conf_param_admits(param(state, "jobs"), value, canon,
	    sizeof(canon), why, sizeof(why)));
	assert_int_equal(strlen(why), sizeof(why) - 1);
	assert_false(conf_param_admits(param(state, "word"), value, canon,
	    sizeof(canon), why, sizeof(why)));
	assert_false(conf_param_admits(param(state, "kern"), value, canon,
	    sizeof(canon), why, sizeof(why)));
	free(value);
}

static void
defaults_lie_in_their_bounds(void **state)
{
	static const struct {
		const char	*param;
		int		 ncpu;
		const char	*preset;
	} cases[] = {
		{ "jobs", 1, "1" }, { "jobs", 12, "12" },
		{ "jobs", 256, "256" }, { "jobs", 512, "256" },
		{ "jobs", 0, "1" }, { "temp", 4, "-5" },
		{ "big", 4, "7" }, { "word", 4, "x" }
	};
	char	*preset;
	size_t	 i;

	for (i = 0; i < nitems(cases); i++) {
		preset = conf_param_preset(param(state, cases[i].param),
		    cases[i].ncpu);
		assert_non_null(preset);
		assert_string_equal(preset, cases[i].preset);
		free(preset);
	}
	assert_null(conf_param_preset(param(state, "kern"), 4));
}

static void
words_are_filled_in_once(void **state)
{
	static const struct conf_level	 chosen[] = {
		{ "jobs", "4" }, { "kern", "${ncpu}" }, { "rev", "r\"1" }
	};
	static const char *const	 want[] = {
		"make", "-j4", "${jobs} $ \" \\", "a${ncpu}br\"1", "8",
		"O=/o/x", "/s/.", "", "-DX=a = b"
	};
	const struct conf_words	*argv;
	struct conf_scope	 scope = {
		NULL, chosen, nitems(chosen), 8
	};
	char			*word;
	size_t			 i;

	scope.recipe = recipe(state);
	argv = &scope.recipe->step[0].argv;
	assert_int_equal(argv->n, nitems(want));
	for (i = 0; i < argv->n; i++) {
		word = conf_expand(argv->word[i].text, &scope);
		assert_non_null(word);
		assert_string_equal(word, want[i]);
		free(word);
	}
}

static void
a_name_without_a_value_is_an_error(void **state)
{
	struct conf_scope	 scope = { NULL, NULL, 0, 0 };

	(void)state;
	errno = 0;
	assert_null(conf_expand("a${jobs}", &scope));
	assert_int_equal(errno, EINVAL);
	assert_null(conf_expand("${objdir}", &scope));
	assert_null(conf_expand("${ncpu}", &scope));
}

static int
begin(void **state)
{
	struct conf_faults	 faults;
	size_t			 i;

	*state = conf_read("t", text, strlen(text), &faults);
	for (i = 0; i < faults.n; i++)
		print_message("%s\n", faults.text[i]);
	i = faults.n;
	conf_faults_clear(&faults);
	return (*state == NULL || i > 0 ? -1 : 0);
}

static int
end(void **state)
{
	conf_free(*state);
	return (0);
}

int
main(void)
{
	static const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(levels_end_at_their_bounds_with_a_reason),
		cmocka_unit_test(a_reason_fits_its_room),
		cmocka_unit_test(defaults_lie_in_their_bounds),
		cmocka_unit_test(words_are_filled_in_once),
		cmocka_unit_test(a_name_without_a_value_is_an_error)
	};

	return (cmocka_run_group_tests_name("conf_param", tests, begin, end));
}
