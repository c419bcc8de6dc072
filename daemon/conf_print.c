/*
 * conf_print: a configuration as canonical text, which parses to the same
 * again: every key with its value, also where that is the default.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/conf_build.h"
#include "daemon/conf_word.h"
#include "proto/facts.h"
#include "proto/tls_digest.h"

/* Plain text as a word. */
static void
conf_print_plain(FILE *out, const char *plain)
{
	char	 text[CONF_WORD_TEXT_BYTES];

	conf_word_quote(plain, text);
	(void)fputs(text, out);
}

/* One key with its value, a line; nothing where it has none. */
static void
conf_print_key(FILE *out, const struct conf_key *key, const void *base)
{
	const void	*field;
	char		 number[32], *text;
	int64_t		 n;

	field = (const char *)base + key->offset;
	if (key->type == CONF_KEY_CHOICE)
		(void)fprintf(out, "%s %s\n", key->name,
		    key->choice[conf_key_choice(key, base)]);
	else if (!conf_key_is_string(key->type)) {
		memcpy(&n, field, sizeof(n));
		conf_key_text(key->type, n, number, sizeof(number));
		(void)fprintf(out, "%s %s\n", key->name, number);
	} else {
		memcpy(&text, field, sizeof(text));
		(void)fprintf(out, "%s ", key->name);
		conf_print_plain(out, text);
		(void)fputc('\n', out);
	}
}

/* All keys of a scope that have one value; those of a recipe indented. */
static void
conf_print_keys(FILE *out, enum conf_key_scope scope, const void *base)
{
	const struct conf_key	*key;
	char			*text;
	size_t			 i;

	for (i = 0; (key = conf_key_at(i)) != NULL; i++) {
		if (key->scope != scope || key->type == CONF_KEY_DIRS ||
		    key->type == CONF_KEY_INCLUDE)
			continue;
		memcpy(&text, (const char *)base + key->offset, sizeof(text));
		if (conf_key_is_string(key->type) && text == NULL)
			continue;
		if (scope == CONF_KEY_RECIPE)
			(void)fputc('\t', out);
		conf_print_key(out, key, base);
	}
}

/* { words } */
static void
conf_print_words(FILE *out, const struct conf_words *words)
{
	size_t	 i;

	(void)fputs("{", out);
	for (i = 0; i < words->n; i++)
		(void)fprintf(out, " %s", words->word[i].text);
	(void)fputs(" }\n", out);
}

/* label NAME TEXT, a line each. */
static void
conf_print_labels(FILE *out, const char *indent, const struct conf_pairs *p)
{
	size_t	 i;

	for (i = 0; i < p->n; i++) {
		(void)fprintf(out, "%slabel %s ", indent, p->pair[i].key);
		conf_print_plain(out, p->pair[i].value);
		(void)fputc('\n', out);
	}
}

/* env NAME=word or prove FACT=word, a line each. */
static void
conf_print_pairs(FILE *out, const char *what, const struct conf_pairs *p)
{
	size_t	 i;

	for (i = 0; i < p->n; i++)
		(void)fprintf(out, "\t%s %s=%s\n", what, p->pair[i].key,
		    p->pair[i].value);
}

/* The same of a recipe's environment for others: a secret is its digest. */
static void
conf_print_env_shown(FILE *out, const struct conf_pairs *p)
{
	uint8_t	 digest[TLS_DIGEST_BYTES];
	size_t	 b, i;

	for (i = 0; i < p->n; i++) {
		(void)fprintf(out, "\tenv %s=", p->pair[i].key);
		if (!facts_is_secret(p->pair[i].key)) {
			(void)fprintf(out, "%s\n", p->pair[i].value);
			continue;
		}
		if (tls_digest_sha256(p->pair[i].value,
		    strlen(p->pair[i].value), digest) == -1)
			memset(digest, 0, sizeof(digest));
		(void)fputs("sha256:", out);
		for (b = 0; b < sizeof(digest); b++)
			(void)fprintf(out, "%02x", digest[b]);
		(void)fputc('\n', out);
	}
}

/* parameter NAME type default */
static void
conf_print_param(FILE *out, const struct conf_param *p)
{
	size_t	 i;

	(void)fprintf(out, "\tparameter %s ", p->name);
	switch (p->type) {
	case CONF_INTEGER:
		(void)fprintf(out, "integer %lld to %lld", p->min, p->max);
		break;
	case CONF_CHOICE:
		(void)fputs("choice {", out);
		for (i = 0; i < p->nchoices; i++) {
			(void)fputc(' ', out);
			conf_print_plain(out, p->choice[i]);
		}
		(void)fputs(" }", out);
		break;
	case CONF_PATTERN:
		(void)fputs("pattern ", out);
		conf_print_plain(out, p->pattern);
		break;
	}
	if (p->preset != NULL)
		(void)fprintf(out, " default %s", p->preset);
	(void)fputc('\n', out);
}

/* Steps in their order. */
static void
conf_print_steps(FILE *out, const struct conf_recipe *r)
{
	static const char *const	 kinds[] = {
		"prepare", "command", "check", "cleanup"
	};
	static const char *const	 onces[] = { "run", "boot", "job" };
	const struct conf_step		*step;
	size_t				 i;

	for (i = 0; i < r->nsteps; i++) {
		step = &r->step[i];
		(void)fprintf(out, "\t%s ", kinds[step->kind]);
		if (step->kind == CONF_PREPARE)
			(void)fprintf(out, "once %s ", onces[step->once]);
		conf_print_words(out, &step->argv);
	}
}

/* recipe NAME { } */
static void
conf_print_recipe_to(FILE *out, const struct conf_recipe *r, bool shown)
{
	size_t	 i;

	(void)fprintf(out, "recipe %s {\n", r->name);
	conf_print_keys(out, CONF_KEY_RECIPE, r);
	conf_print_labels(out, "\t", &r->labels);
	if (shown)
		conf_print_env_shown(out, &r->env);
	else
		conf_print_pairs(out, "env", &r->env);
	if (r->ignore.n > 0) {
		(void)fputs("\tignore ", out);
		conf_print_words(out, &r->ignore);
	}
	for (i = 0; i < r->nparams; i++)
		conf_print_param(out, &r->param[i]);
	conf_print_steps(out, r);
	(void)fputs("}\n", out);
}

/* Commands of a state, a line each. */
static void
conf_print_acts(FILE *out, const char *what, const struct conf_words *acts,
    size_t n)
{
	size_t	 i;

	for (i = 0; i < n; i++) {
		(void)fprintf(out, "\t%s ", what);
		conf_print_words(out, &acts[i]);
	}
}

/* state NAME { } */
static void
conf_print_state_to(FILE *out, const struct conf_state *s)
{
	size_t	 i;

	(void)fprintf(out, "state %s {\n", s->name);
	for (i = 0; i < s->nparams; i++)
		conf_print_param(out, &s->param[i]);
	conf_print_acts(out, "make", s->make, s->nmake);
	conf_print_acts(out, "enter", s->enter, s->nenter);
	conf_print_acts(out, "leave", s->leave, s->nleave);
	if (s->reboot)
		(void)fputs("\treboot\n", out);
	conf_print_pairs(out, "prove", &s->prove);
	(void)fputs("}\n", out);
}

/* All of it. */
static void
conf_print_all(FILE *out, const struct conf *conf)
{
	size_t	 i;

	conf_print_keys(out, CONF_KEY_TOP, conf);
	for (i = 0; i < conf->nlistens; i++) {
		(void)fputs("listen ", out);
		conf_print_plain(out, conf->listen[i].address);
		(void)fprintf(out, " port %d\n", conf->listen[i].port);
	}
	for (i = 0; i < conf->nobjroots; i++) {
		(void)fputs("objroot ", out);
		conf_print_plain(out, conf->objroot[i]);
		(void)fputc('\n', out);
	}
	conf_print_labels(out, "", &conf->labels);
	for (i = 0; i < conf->nrecipes; i++) {
		(void)fputc('\n', out);
		conf_print_recipe_to(out, &conf->recipe[i], false);
	}
	for (i = 0; i < conf->nstates; i++) {
		(void)fputc('\n', out);
		conf_print_state_to(out, &conf->state[i]);
	}
}

/* Steps, environment, clean, ignore and reader: what the work is. */
static void
conf_print_work_to(FILE *out, const struct conf_recipe *r)
{
	conf_print_steps(out, r);
	conf_print_pairs(out, "env", &r->env);
	if (r->clean != NULL)
		(void)fprintf(out, "clean %s\n", r->clean);
	(void)fputs("ignore ", out);
	conf_print_words(out, &r->ignore);
	if (r->reader != NULL)
		(void)fprintf(out, "reader %s\n", r->reader);
}

/* What is printed, and what is to be printed. */
enum conf_print_what {
	CONF_PRINT_ALL, CONF_PRINT_RECIPE, CONF_PRINT_SHOWN, CONF_PRINT_STATE,
	CONF_PRINT_WORK
};

/* Prints into memory, which the caller frees; NULL when there is none. */
static char *
conf_print_text(enum conf_print_what what, const void *object)
{
	char	*text;
	FILE	*out;
	size_t	 size;
	int	 failed;

	text = NULL;
	if ((out = open_memstream(&text, &size)) == NULL)
		return (NULL);
	switch (what) {
	case CONF_PRINT_ALL:
		conf_print_all(out, object);
		break;
	case CONF_PRINT_RECIPE:
		conf_print_recipe_to(out, object, false);
		break;
	case CONF_PRINT_SHOWN:
		conf_print_recipe_to(out, object, true);
		break;
	case CONF_PRINT_STATE:
		conf_print_state_to(out, object);
		break;
	case CONF_PRINT_WORK:
		conf_print_work_to(out, object);
		break;
	}
	failed = ferror(out);
	if (fclose(out) != 0 || failed) {
		free(text);
		return (NULL);
	}
	return (text);
}

/* Canonical text of a configuration; the caller frees it. */
char *
conf_print(const struct conf *conf)
{
	return (conf_print_text(CONF_PRINT_ALL, conf));
}

/* Canonical text of a recipe; the caller frees it. */
char *
conf_print_recipe(const struct conf_recipe *recipe)
{
	return (conf_print_text(CONF_PRINT_RECIPE, recipe));
}

/* The same for others' eyes; the caller frees it. */
char *
conf_print_recipe_shown(const struct conf_recipe *recipe)
{
	return (conf_print_text(CONF_PRINT_SHOWN, recipe));
}

/* Canonical text of a state; the caller frees it. */
char *
conf_print_state(const struct conf_state *state)
{
	return (conf_print_text(CONF_PRINT_STATE, state));
}

/* The text that recipe.work is the digest of; the caller frees it. */
char *
conf_print_work(const struct conf_recipe *recipe)
{
	return (conf_print_text(CONF_PRINT_WORK, recipe));
}
