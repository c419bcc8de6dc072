/*
 * conf: a configuration's birth from text, its end, and what is found in it.
 * Opens nothing; conf_load.c does.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/conf_build.h"

/* What the lexer finds wrong. */
static void
conf_read_fault(void *arg, const char *file, int line, const char *what)
{
	conf_build_fault_in(arg, file, line, "%s", what);
}

/* A configuration of defaults, to be built; NULL: no memory. */
struct conf *
conf_new(struct conf_build *b, struct conf_faults *faults)
{
	memset(b, 0, sizeof(*b));
	memset(faults, 0, sizeof(*faults));
	conf_lex_init(&b->lex, conf_read_fault, b);
	b->faults = faults;
	if ((b->conf = calloc(1, sizeof(*b->conf))) == NULL)
		return (NULL);
	if (conf_key_preset(CONF_KEY_TOP, b->conf) == -1) {
		conf_free(b->conf);
		b->conf = NULL;
	}
	return (b->conf);
}

/* Reads what the lexer has, checks the whole; the build is over. */
struct conf *
conf_finish(struct conf_build *b)
{
	if (!b->nomem && (parse_all(b) == -1 || b->lex.nomem))
		b->nomem = true;
	if (!b->nomem)
		conf_check_all(b);
	conf_lex_clear(&b->lex);
	conf_words_clear(&b->list);
	if (!b->nomem)
		return (b->conf);
	conf_free(b->conf);
	return (NULL);
}

/* A configuration from text in memory. */
struct conf *
conf_read(const char *name, const char *text, size_t len,
    struct conf_faults *faults)
{
	struct conf_build	 b;
	const char		*file;
	char			*copy;

	if (conf_new(&b, faults) == NULL)
		return (NULL);
	file = conf_build_file(&b, name);
	copy = malloc(len + 1);
	if (file == NULL || copy == NULL) {
		b.nomem = true;
		free(copy);
		return (conf_finish(&b));
	}
	if (len > 0)
		memcpy(copy, text, len);
	(void)conf_lex_push(&b.lex, file, NULL, copy, len);
	return (conf_finish(&b));
}

/* Frees a configuration at any stage; NULL is allowed. */
void
conf_free(struct conf *conf)
{
	size_t	 i;

	if (conf == NULL)
		return;
	conf_key_clear(CONF_KEY_TOP, conf);
	for (i = 0; i < conf->nlistens; i++)
		free(conf->listen[i].address);
	free(conf->listen);
	for (i = 0; i < conf->nobjroots; i++)
		free(conf->objroot[i]);
	free(conf->objroot);
	conf_pairs_clear(&conf->labels);
	for (i = 0; i < conf->nrecipes; i++)
		conf_recipe_clear(&conf->recipe[i]);
	free(conf->recipe);
	for (i = 0; i < conf->nstates; i++)
		conf_state_clear(&conf->state[i]);
	free(conf->state);
	for (i = 0; i < conf->nfiles; i++)
		free(conf->file[i]);
	free(conf->file);
	free(conf);
}

/* Frees words. */
void
conf_words_clear(struct conf_words *words)
{
	size_t	 i;

	for (i = 0; i < words->n; i++)
		free(words->word[i].text);
	free(words->word);
	memset(words, 0, sizeof(*words));
}

/* Frees pairs. */
void
conf_pairs_clear(struct conf_pairs *pairs)
{
	size_t	 i;

	for (i = 0; i < pairs->n; i++) {
		free(pairs->pair[i].key);
		free(pairs->pair[i].value);
	}
	free(pairs->pair);
	memset(pairs, 0, sizeof(*pairs));
}

/* Frees the faults' texts. */
void
conf_faults_clear(struct conf_faults *faults)
{
	size_t	 i;

	for (i = 0; i < faults->n; i++)
		free(faults->text[i]);
	free(faults->text);
	free(faults->place);
	memset(faults, 0, sizeof(*faults));
}

/* The recipe of a name, or NULL. */
const struct conf_recipe *
conf_find_recipe(const struct conf *conf, const char *name)
{
	size_t	 i;

	for (i = 0; i < conf->nrecipes; i++)
		if (strcmp(conf->recipe[i].name, name) == 0)
			return (&conf->recipe[i]);
	return (NULL);
}

/* The recipe of a digest, or NULL. */
const struct conf_recipe *
conf_find_recipe_digest(const struct conf *conf,
    const uint8_t digest[CONF_DIGEST_BYTES])
{
	size_t	 i;

	for (i = 0; i < conf->nrecipes; i++)
		if (memcmp(conf->recipe[i].digest, digest,
		    CONF_DIGEST_BYTES) == 0)
			return (&conf->recipe[i]);
	return (NULL);
}

/* The state of a name, or NULL. */
const struct conf_state *
conf_find_state(const struct conf *conf, const char *name)
{
	size_t	 i;

	for (i = 0; i < conf->nstates; i++)
		if (strcmp(conf->state[i].name, name) == 0)
			return (&conf->state[i]);
	return (NULL);
}
