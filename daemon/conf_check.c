/*
 * conf_check: what only the whole of a configuration shows.  All that can be
 * known from its text is known here, before anything is started; what only
 * the machine knows (is the directory there?) is asked by who needs it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/conf_build.h"
#include "daemon/conf_word.h"
#include "proto/near.h"
#include "proto/readers/reader.h"
#include "proto/tls_digest.h"

/* A recipe's or state's own view of what ${} may name. */
struct conf_check_scope {
	const struct conf_recipe	*recipe;	/* or NULL: a state */
	const struct conf_param		*param;
	size_t				 nparams;
	const char			*file;
	char				 whose[192];
	bool				 damaged;
};

/* The line of a recipe's key; its recipe's where the default holds. */
static int
conf_check_line(const struct conf_recipe *r, const char *name)
{
	size_t	 i;

	if (conf_key_find(name, CONF_KEY_RECIPE, &i) == NULL ||
	    r->key_line[i] == 0)
		return (r->line);
	return (r->key_line[i]);
}

/* The parameter of a name, or NULL. */
static const struct conf_param *
conf_check_param(const struct conf_check_scope *scope, const char *name)
{
	size_t	 i;

	for (i = 0; i < scope->nparams; i++)
		if (strcmp(scope->param[i].name, name) == 0)
			return (&scope->param[i]);
	return (NULL);
}

/* A name that stands for nothing: which may have been meant? */
static void
conf_check_unknown(struct conf_build *b, const struct conf_check_scope *scope,
    const char *name, int line)
{
	struct near	 near;
	size_t		 i;

	if (scope->damaged)
		return;		/* its parameter may be what is damaged */
	near_init(&near, name);
	for (i = 0; i < scope->nparams; i++)
		near_offer(&near, scope->param[i].name);
	near_offer(&near, "ncpu");
	if (scope->recipe != NULL) {
		near_offer(&near, "source");
		near_offer(&near, "objdir");
	}
	if (near_best(&near) != NULL)
		conf_build_fault_in(b, scope->file, line, "%s${%s} is no parameter; did you mean ${%s}?",
		    scope->whose, name, near_best(&near));
	else
		conf_build_fault_in(b, scope->file, line, "%s${%s} is no parameter",
		    scope->whose, name);
}

/* One ${name}.  program: it stands in what is executed. */
static void
conf_check_name(struct conf_build *b, const struct conf_check_scope *scope,
    const char *name, int line, bool program)
{
	const struct conf_param	*p;
	const char		*path;

	if ((p = conf_check_param(scope, name)) != NULL) {
		if (program && p->type == CONF_PATTERN)
			conf_build_fault_in(b, scope->file, line, "%s${%s} is a pattern and may not name a program",
			    scope->whose, name);
		return;
	}
	if (strcmp(name, "ncpu") == 0)
		return;
	if (scope->recipe == NULL ||
	    (strcmp(name, "source") != 0 && strcmp(name, "objdir") != 0)) {
		conf_check_unknown(b, scope, name, line);
		return;
	}
	path = strcmp(name, "source") == 0 ? scope->recipe->source :
	    scope->recipe->objdir;
	if (path == NULL && !scope->damaged)
		conf_build_fault_in(b, scope->file, line, "%s${%s}: the recipe has no %s",
		    scope->whose, name, name);
}

/* Every ${} of a word. */
static void
conf_check_word(struct conf_build *b, const struct conf_check_scope *scope,
    const char *text, int line, bool program)
{
	char	 name[LIMIT_NAME_BYTES + 1], *raw;
	size_t	 at;

	if ((raw = conf_word_raw(text)) == NULL) {
		b->nomem = true;
		return;
	}
	for (at = 0; conf_word_name(raw, &at, name, sizeof(name));)
		conf_check_name(b, scope, name, line, program);
	if (program && raw[0] == '\0')
		conf_build_fault_in(b, scope->file, line, "%sthe program's name is empty",
		    scope->whose);
	free(raw);
}

/* Every ${} of a command. */
static void
conf_check_words(struct conf_build *b, const struct conf_check_scope *scope,
    const struct conf_words *words)
{
	size_t	 i;

	for (i = 0; i < words->n; i++)
		conf_check_word(b, scope, words->word[i].text,
		    words->word[i].line, i == 0);
}

/* Every ${} of values. */
static void
conf_check_pairs(struct conf_build *b, const struct conf_check_scope *scope,
    const struct conf_pairs *pairs)
{
	size_t	 i;

	for (i = 0; i < pairs->n; i++)
		conf_check_word(b, scope, pairs->pair[i].value,
		    pairs->pair[i].line, false);
}

/* Finds the innermost objroot that holds objdir. */
static void
conf_check_objroot(struct conf_build *b, struct conf_recipe *r)
{
	const struct conf	*conf;
	const char		*best;
	char			 roots[256];
	size_t			 i;

	conf = b->conf;
	best = NULL;
	roots[0] = '\0';
	for (i = 0; i < conf->nobjroots; i++) {
		if (i > 0)
			(void)strlcat(roots, ", ", sizeof(roots));
		(void)strlcat(roots, conf->objroot[i], sizeof(roots));
		if (conf_path_is_inside(r->objdir, conf->objroot[i]) &&
		    (best == NULL ||
		    strlen(conf->objroot[i]) > strlen(best)))
			best = conf->objroot[i];
	}
	if (best == NULL)
		conf_build_fault_in(b, r->file, conf_check_line(r, "objdir"),
		    "recipe %s: objdir %s is not inside any objroot (%s)",
		    r->name, r->objdir, i > 0 ? roots : "there is none");
	else if ((r->objroot = strdup(best)) == NULL)
		b->nomem = true;
}

/* The object directory, which is emptied: nothing precious may lie there. */
static void
conf_check_objdir(struct conf_build *b, struct conf_recipe *r)
{
	const char	*dbdir;

	if (r->objdir == NULL) {
		if (r->clean != NULL && !r->damaged)
			conf_build_fault_in(b, r->file,
			    conf_check_line(r, "clean"), "recipe %s: clean %s: the recipe has no objdir",
			    r->name, r->clean);
		return;
	}
	conf_check_objroot(b, r);
	if (r->objroot == NULL)
		return;
	if (r->source != NULL && conf_path_is_inside(r->source, r->objdir))
		conf_build_fault_in(b, r->file, conf_check_line(r, "objdir"),
		    "recipe %s: source %s lies in objdir %s, which is emptied",
		    r->name, r->source, r->objdir);
	dbdir = b->conf->dbdir;
	if (dbdir != NULL && (conf_path_is_inside(dbdir, r->objdir) ||
	    conf_path_is_inside(r->objdir, dbdir)))
		conf_build_fault_in(b, r->file, conf_check_line(r, "objdir"),
		    "recipe %s: objdir %s and dbdir %s lie in one another",
		    r->name, r->objdir, dbdir);
}

/* The reader's name. */
static void
conf_check_reader(struct conf_build *b, const struct conf_recipe *r)
{
	struct near	 near;
	const char	*name;
	size_t		 i;

	if (r->reader == NULL)
		return;
	near_init(&near, r->reader);
	for (i = 0; (name = reader_name(i)) != NULL; i++) {
		if (strcmp(name, r->reader) == 0)
			return;
		near_offer(&near, name);
	}
	if (near_best(&near) != NULL)
		conf_build_fault_in(b, r->file, conf_check_line(r, "reader"),
		    "recipe %s: no reader '%s'; did you mean '%s'?",
		    r->name, r->reader, near_best(&near));
	else
		conf_build_fault_in(b, r->file, conf_check_line(r, "reader"),
		    "recipe %s: no reader '%s'", r->name, r->reader);
}

/* Brings steps into the order in which they run; within a kind as written. */
static void
conf_check_order(struct conf_recipe *r)
{
	struct conf_step	 step;
	size_t			 i, j;

	for (i = 1; i < r->nsteps; i++) {
		step = r->step[i];
		for (j = i; j > 0 && r->step[j - 1].kind > step.kind; j--)
			r->step[j] = r->step[j - 1];
		r->step[j] = step;
	}
}

/* Exactly one command, and what the steps name. */
static void
conf_check_steps(struct conf_build *b, const struct conf_recipe *r,
    const struct conf_check_scope *scope)
{
	size_t	 i, n;

	for (i = n = 0; i < r->nsteps; i++) {
		if (r->step[i].kind == CONF_COMMAND && ++n > 1)
			conf_build_fault_in(b, r->file, r->step[i].line,
			    "recipe %s: a second command; one is timed, what goes before is prepare, what follows is check",
			    r->name);
		conf_check_words(b, scope, &r->step[i].argv);
	}
	if (n == 0 && !r->damaged)
		conf_build_fault_in(b, r->file, r->line,
		    "recipe %s: no command; it is what is timed", r->name);
}

/* Globs are matched as they are written. */
static void
conf_check_ignore(struct conf_build *b, const struct conf_recipe *r)
{
	size_t	 i;

	for (i = 0; i < r->ignore.n; i++)
		if (strstr(r->ignore.word[i].text, "${") != NULL)
			conf_build_fault_in(b, r->file, r->ignore.word[i].line,
			    "recipe %s: ignore: ${} has no place here",
			    r->name);
}

/* The digest of a text, which is freed. */
static void
conf_check_digest(struct conf_build *b, char *text,
    uint8_t digest[CONF_DIGEST_BYTES])
{
	if (text == NULL ||
	    tls_digest_sha256(text, strlen(text), digest) == -1)
		b->nomem = true;
	free(text);
}

/* One recipe. */
static void
conf_check_recipe(struct conf_build *b, struct conf_recipe *r)
{
	struct conf_check_scope	 scope;

	memset(&scope, 0, sizeof(scope));
	scope.recipe = r;
	scope.param = r->param;
	scope.nparams = r->nparams;
	scope.file = r->file;
	scope.damaged = r->damaged;
	(void)snprintf(scope.whose, sizeof(scope.whose), "recipe %s: ",
	    r->name);
	conf_check_objdir(b, r);
	conf_check_reader(b, r);
	conf_check_order(r);
	conf_check_steps(b, r, &scope);
	conf_check_pairs(b, &scope, &r->env);
	conf_check_ignore(b, r);
	if (r->output_max_bytes > r->file_max_bytes)
		conf_build_fault_in(b, r->file,
		    conf_check_line(r, "output_max"), "recipe %s: output_max is above file_max, which would end the run first",
		    r->name);
	conf_check_digest(b, conf_print_recipe(r), r->digest);
	conf_check_digest(b, conf_print_work(r), r->work);
}

/* One state. */
static void
conf_check_state(struct conf_build *b, struct conf_state *s)
{
	struct conf_check_scope	 scope;
	size_t			 i;

	memset(&scope, 0, sizeof(scope));
	scope.param = s->param;
	scope.nparams = s->nparams;
	scope.file = s->file;
	scope.damaged = s->damaged;
	(void)snprintf(scope.whose, sizeof(scope.whose), "state %s: ",
	    s->name);
	for (i = 0; i < s->nenter; i++)
		conf_check_words(b, &scope, &s->enter[i]);
	for (i = 0; i < s->nleave; i++)
		conf_check_words(b, &scope, &s->leave[i]);
	for (i = 0; i < s->nmake; i++)
		conf_check_words(b, &scope, &s->make[i]);
	conf_check_pairs(b, &scope, &s->prove);
	if (s->prove.n == 0 && !s->damaged)
		conf_build_fault_in(b, s->file, s->line,
		    "state %s: no prove; nothing would tell that it holds",
		    s->name);
	conf_check_digest(b, conf_print_state(s), s->digest);
}

/* What only the whole shows. */
void
conf_check_all(struct conf_build *b)
{
	struct conf	*conf;
	size_t		 i;

	conf = b->conf;
	if (conf->nlistens > 0 && conf->clients == NULL)
		conf_build_fault_in(b, conf->listen[0].file,
		    conf->listen[0].line, "listen without clients: nobody would be let in");
	for (i = 0; i < conf->nrecipes; i++)
		conf_check_recipe(b, &conf->recipe[i]);
	for (i = 0; i < conf->nstates; i++)
		conf_check_state(b, &conf->state[i]);
}
