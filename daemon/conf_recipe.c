/*
 * conf_recipe: keeps what stands inside recipe NAME { }.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/conf_build.h"
#include "daemon/conf_word.h"

/* recipe NAME { */
void
conf_recipe_begin(struct conf_build *b, const struct conf_token *name)
{
	struct conf_recipe	*more, *r;
	size_t			 i;

	more = conf_build_more(b, b->conf->recipe, b->conf->nrecipes,
	    sizeof(*more));
	if (more == NULL)
		return;
	b->conf->recipe = more;
	for (i = 0; i < b->conf->nrecipes; i++)
		if (strcmp(more[i].name, name->raw) == 0)
			conf_build_fault(b, name->line, "recipe %s is given twice, in %s line %d before",
			    name->raw, more[i].file, more[i].line);
	if (b->conf->nrecipes == LIMIT_RECIPES)
		conf_build_fault(b, name->line, "more than %d recipes",
		    LIMIT_RECIPES);
	r = &more[b->conf->nrecipes];
	if (conf_key_preset(CONF_KEY_RECIPE, r) == -1 ||
	    (r->name = strdup(name->raw)) == NULL) {
		b->nomem = true;
		conf_recipe_clear(r);
		return;
	}
	r->line = name->line;
	r->file = conf_build_where(b);
	b->conf->nrecipes++;
	if (!conf_build_is_name(name))
		conf_build_fault(b, name->line, "recipe %s: a name is letters, digits and ._+-, 128 at most, and begins with a letter or digit",
		    name->plain ? name->raw : "${}");
	b->recipe = r;
}

/* When a preparation is due. */
static void
conf_recipe_once(struct conf_build *b, struct conf_step *step,
    const struct conf_token *once)
{
	if (step->kind != CONF_PREPARE)
		conf_build_fault(b, once->line, "recipe %s: once belongs to prepare; all other steps are of every run",
		    b->recipe->name);
	else if (strcmp(once->raw, "run") == 0)
		step->once = CONF_ONCE_RUN;
	else if (strcmp(once->raw, "boot") == 0)
		step->once = CONF_ONCE_BOOT;
	else if (strcmp(once->raw, "job") == 0)
		step->once = CONF_ONCE_JOB;
	else
		conf_build_fault(b, once->line, "recipe %s: once %s is not job, boot or run",
		    b->recipe->name, once->raw);
}

/* prepare, command, check, cleanup: the latest list is what is run. */
void
conf_recipe_step(struct conf_build *b, enum conf_step_kind kind,
    const struct conf_token *token, const struct conf_token *once)
{
	struct conf_recipe	*r;
	struct conf_step	*more, *step;

	r = b->recipe;
	if (b->list.n == 0)
		conf_build_fault(b, token->line, "recipe %s: %s { } holds no command",
		    r->name, token->raw);
	if (b->list.n > LIMIT_ARGS)
		conf_build_fault(b, token->line, "recipe %s: %s: more than %d words",
		    r->name, token->raw, LIMIT_ARGS);
	if (r->nsteps == LIMIT_STEPS)
		conf_build_fault(b, token->line, "recipe %s: more than %d steps",
		    r->name, LIMIT_STEPS);
	more = conf_build_more(b, r->step, r->nsteps, sizeof(*more));
	if (more == NULL)
		return;
	r->step = more;
	step = &more[r->nsteps++];
	step->kind = kind;
	step->line = token->line;
	conf_build_list_take(b, &step->argv);
	if (once != NULL)
		conf_recipe_once(b, step, once);
}

/* May the token name a variable of the environment? */
static bool
conf_recipe_is_variable(const struct conf_token *token)
{
	size_t	 i;
	char	 c;

	for (i = 0; i < token->eq; i++) {
		c = token->raw[i];
		if (c != '_' && !(c >= 'A' && c <= 'Z') &&
		    !(c >= 'a' && c <= 'z') &&
		    !(i > 0 && c >= '0' && c <= '9'))
			return (false);
	}
	return (true);
}

/* env NAME=value */
void
conf_recipe_env(struct conf_build *b, const struct conf_token *token)
{
	char	*name;

	if (!conf_recipe_is_variable(token)) {
		if ((name = conf_build_canon(b, token->raw, token->eq)) == NULL)
			return;
		conf_build_fault(b, token->line, "recipe %s: env %s: a variable's name is letters, digits and _, not a digit first",
		    b->recipe->name, name);
		free(name);
		return;
	}
	if (b->recipe->env.n == LIMIT_ENV)
		conf_build_fault(b, token->line, "recipe %s: env: more than %d variables",
		    b->recipe->name, LIMIT_ENV);
	conf_build_assign(b, &b->recipe->env, token);
}

/* ignore { globs } */
void
conf_recipe_ignore(struct conf_build *b)
{
	struct conf_words	*more, all;
	struct conf_word	*word;
	size_t			 i;

	more = &b->recipe->ignore;
	conf_build_list_take(b, &all);
	for (i = 0; i < all.n; i++) {
		word = conf_build_more(b, more->word, more->n, sizeof(*word));
		if (word == NULL)
			break;
		more->word = word;
		word[more->n++] = all.word[i];
		all.word[i].text = NULL;
	}
	if (more->n > LIMIT_ARGS && more->n - i <= LIMIT_ARGS)
		conf_build_fault(b, more->word[LIMIT_ARGS].line, "recipe %s: ignore: more than %d words",
		    b->recipe->name, LIMIT_ARGS);
	conf_words_clear(&all);
}

/* Frees what a recipe holds. */
void
conf_recipe_clear(struct conf_recipe *r)
{
	size_t	 i;

	conf_key_clear(CONF_KEY_RECIPE, r);
	free(r->name);
	free(r->objroot);
	conf_pairs_clear(&r->labels);
	conf_pairs_clear(&r->env);
	conf_words_clear(&r->ignore);
	for (i = 0; i < r->nsteps; i++)
		conf_words_clear(&r->step[i].argv);
	free(r->step);
	for (i = 0; i < r->nparams; i++)
		conf_param_clear(&r->param[i]);
	free(r->param);
	memset(r, 0, sizeof(*r));
}
