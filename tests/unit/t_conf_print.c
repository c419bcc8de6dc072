/*
 * t_conf_print: canonical text parses to the same again, the recipes that
 * ship are good, and the manual says what the table says.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/conf.h"
#include "daemon/conf_key.h"
#include "proto/compat.h"

#define MANUAL	"daemon/benchd.conf.5"

static const char *const samples[] = {
	"",
	"# nothing\n",
	"machine \"a b\"\nlabel x \"\\\"\\\\ #{}${y}\"\nobjroot \"/o b\"\n",
	"clients /c\nlisten * port 0\nlisten ::1\nidle 90s\noutputs 1025K\n",
	"recipe r { command { a \"\" \"b c\" \"#\" x#y \"{\" \"${z}\" "
	"${ncpu}\"${ncpu}\"${ncpu} \"a=b\" a=b =c= \"=\"d= recipe } }\n",
	"recipe r { command { a b recipe objdir label } settle 250ms\n"
	"ignore { *.o *~ \"a b\" }\nenv A= B=\"\" C=\"x=y\" D=${p}=\"$\" \n"
	"parameter p choice { a \"b c\" default to }\n"
	"parameter q pattern \"*\" default x parameter n integer -3 to 3\n"
	"cleanup { c } prepare { p1 } check { k } prepare once boot { p2 } }\n",
	"state s { enter { a } enter { b } leave { c } make { d ${r} }\n"
	"reboot prove a.b=c d=${r} parameter r pattern r* }\n"
};

/* Reads text that must be good. */
static struct conf *
read_good(const char *text, size_t len)
{
	struct conf_faults	 faults;
	struct conf		*conf;
	size_t			 i;

	conf = conf_read("t", text, len, &faults);
	assert_non_null(conf);
	for (i = 0; i < faults.n; i++)
		print_message("%s\n", faults.text[i]);
	assert_int_equal(faults.n, 0);
	conf_faults_clear(&faults);
	return (conf);
}

/* What the text of a configuration parses to is that configuration. */
static void
same_again(const struct conf *conf)
{
	struct conf	*again;
	char		*text, *retext;
	size_t		 i;

	assert_non_null(text = conf_print(conf));
	again = read_good(text, strlen(text));
	assert_non_null(retext = conf_print(again));
	assert_string_equal(text, retext);
	assert_int_equal(conf->nrecipes, again->nrecipes);
	for (i = 0; i < conf->nrecipes; i++) {
		assert_memory_equal(conf->recipe[i].digest,
		    again->recipe[i].digest, CONF_DIGEST_BYTES);
		assert_memory_equal(conf->recipe[i].work,
		    again->recipe[i].work, CONF_DIGEST_BYTES);
		assert_ptr_equal(conf_find_recipe_digest(again,
		    conf->recipe[i].digest), &again->recipe[i]);
	}
	assert_int_equal(conf->nstates, again->nstates);
	for (i = 0; i < conf->nstates; i++)
		assert_memory_equal(conf->state[i].digest,
		    again->state[i].digest, CONF_DIGEST_BYTES);
	free(text);
	free(retext);
	conf_free(again);
}

static void
canonical_text_parses_to_the_same_again(void **state)
{
	struct conf	*conf;
	size_t		 i;

	(void)state;
	for (i = 0; i < nitems(samples); i++) {
		conf = read_good(samples[i], strlen(samples[i]));
		same_again(conf);
		conf_free(conf);
	}
}

/* Pieces that join and part anyhow. */
static const char *const pieces[] = {
	" ", " ", " ", "a", "-j", "/", "=", "x#", "\"\"", "\"#\"", "\"=\"",
	"\" \"", "\"\\\"\"", "\"\\\\\"", "\"{}\"", "\"${ncpu}\"", "${ncpu}",
	"\"$\"", "\"\xc3\xa9\"", "\xff", "\\", "'", "recipe", "\n", "\t", "%s"
};

static void
random_words_survive_the_round_trip(void **state)
{
	struct conf	*conf;
	char		 text[1024];
	unsigned int	 seed;
	size_t		 i, w;

	(void)state;
	for (seed = 1997, i = 0; i < 3000; i++) {
		(void)strlcpy(text, "recipe r { command { a ", sizeof(text));
		for (w = 0; w < 30; w++) {
			seed = seed * 1103515245 + 12345;
			(void)strlcat(text, pieces[(seed >> 16) %
			    nitems(pieces)], sizeof(text));
		}
		(void)strlcat(text, " } }", sizeof(text));
		conf = read_good(text, strlen(text));
		same_again(conf);
		conf_free(conf);
	}
}

static void
work_leaves_out_paths_limits_and_names(void **state)
{
	static const char		 one[] =
	    "objroot /o\nrecipe a { command { c ${objdir} } objdir /o/a }\n";
	static const char		 two[] =
	    "objroot /o\nrecipe b { command { c ${objdir} } objdir /o/b\n"
	    " source /s user u timeout 1h settle 0s label x y }\n";
	static const char *const	 other[] = {
		"recipe a { command { c ${ncpu} } }",
		"recipe a { command { c ${ncpu} } env A=b }",
		"recipe a { command { c ${ncpu} } ignore { x } }",
		"recipe a { command { c ${ncpu} } reader sysbench }",
		"recipe a { command { c ${ncpu} } prepare { x } }",
		"recipe a { command { c \"${ncpu}\" } }",
		"objroot /o\nrecipe a { command { c ${ncpu} } objdir /o/x clean y }"
	};
	struct conf	*a, *b;
	size_t		 i, j;

	(void)state;
	a = read_good(one, strlen(one));
	b = read_good(two, strlen(two));
	assert_memory_equal(a->recipe[0].work, b->recipe[0].work,
	    CONF_DIGEST_BYTES);
	assert_memory_not_equal(a->recipe[0].digest, b->recipe[0].digest,
	    CONF_DIGEST_BYTES);
	conf_free(a);
	conf_free(b);
	for (i = 0; i < nitems(other); i++)
		for (j = 0; j < i; j++) {
			a = read_good(other[i], strlen(other[i]));
			b = read_good(other[j], strlen(other[j]));
			assert_memory_not_equal(a->recipe[0].work,
			    b->recipe[0].work, CONF_DIGEST_BYTES);
			conf_free(a);
			conf_free(b);
		}
}

/* All of a file; the caller frees it. */
static char *
slurp(const char *path, size_t *len)
{
	FILE	*in;
	char	*text;

	assert_non_null(in = fopen(path, "r"));
	assert_non_null(text = calloc(1, 1 << 20));
	*len = fread(text, 1, (1 << 20) - 1, in);
	(void)fclose(in);
	return (text);
}

static void
shipped_recipes_are_good_together_and_alone(void **state)
{
	static const char *const	 names[] = {
		"build", "linux-kernel", "buildworld", "buildkernel"
	};
	struct conf	*conf;
	glob_t		 found;
	char		*all, *text;
	size_t		 i, len;

	(void)state;
	assert_non_null(all = calloc(1, 1 << 20));
	(void)strlcpy(all, "objroot \"/usr/obj\"\n", 1 << 20);
	assert_int_equal(glob("daemon/recipes/*.conf", 0, NULL, &found), 0);
	for (i = 0; i < found.gl_pathc; i++) {
		text = slurp(found.gl_pathv[i], &len);
		(void)strlcat(all, text, 1 << 20);
		free(text);
	}
	globfree(&found);
	conf = read_good(all, strlen(all));
	for (i = 0; i < nitems(names); i++)
		assert_non_null(conf_find_recipe(conf, names[i]));
	assert_null(conf_find_recipe(conf, "nosuch"));
	same_again(conf);
	conf_free(conf);
	free(all);
	text = slurp("daemon/benchd.conf.sample", &len);
	conf = read_good(text, len);
	same_again(conf);
	conf_free(conf);
	free(text);
}

static void
the_example_of_the_manual_is_a_configuration(void **state)
{
	struct conf	*conf;
	char		*page, *begin, *end;
	size_t		 len;

	(void)state;
	page = slurp(MANUAL, &len);
	assert_non_null(begin = strstr(page, "\n.Bd -literal\n"));
	begin += strlen("\n.Bd -literal\n");
	assert_non_null(end = strstr(begin, "\n.Ed\n"));
	conf = read_good(begin, (size_t)(end - begin) + 1);
	assert_non_null(conf_find_recipe(conf, "buildkernel"));
	assert_non_null(conf_find_state(conf, "4BSD"));
	assert_null(conf_find_state(conf, "ULE"));
	same_again(conf);
	conf_free(conf);
	free(page);
}

static void
the_manual_says_what_the_table_says(void **state)
{
	const struct conf_key	*key;
	char			*page, *at, *end, item[64], want[64];
	char			 number[32], why[64];
	int64_t			 n;
	size_t			 i, len;

	(void)state;
	page = at = slurp(MANUAL, &len);
	for (i = 0; (key = conf_key_at(i)) != NULL; i++) {
		(void)snprintf(item, sizeof(item), ".It Ic %s ", key->name);
		if ((at = strstr(at, item)) == NULL)
			print_message("%s\n", key->name);
		assert_non_null(at);	/* in the table's order */
		assert_non_null(end = strstr(at + 1, "\n.It "));
		*end = '\0';
		(void)strlcpy(number, key->preset == NULL ? "" : key->preset,
		    sizeof(number));
		if (key->max > 0) {
			conf_key_text(key->type, key->max, number,
			    sizeof(number));
			if (strstr(at, number) == NULL)
				print_message("%s: %s\n", key->name, number);
			assert_non_null(strstr(at, number));
			assert_true(conf_key_number(key, key->preset, &n,
			    why, sizeof(why)));
			conf_key_text(key->type, n, number, sizeof(number));
			(void)snprintf(want, sizeof(want), "Default: %s.",
			    number);
			assert_non_null(strstr(at, want));
		} else if (key->preset != NULL) {
			assert_non_null(strstr(at, "Default:\n"));
			assert_non_null(strstr(strstr(at, "Default:\n"),
			    key->preset));
		}
		*end = '\n';
	}
	free(page);
}

int
main(void)
{
	static const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(canonical_text_parses_to_the_same_again),
		cmocka_unit_test(random_words_survive_the_round_trip),
		cmocka_unit_test(work_leaves_out_paths_limits_and_names),
		cmocka_unit_test(shipped_recipes_are_good_together_and_alone),
		cmocka_unit_test(the_example_of_the_manual_is_a_configuration),
		cmocka_unit_test(the_manual_says_what_the_table_says)
	};

	return (cmocka_run_group_tests_name("conf_print", tests, NULL, NULL));
}
