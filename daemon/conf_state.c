/*
 * conf_state: keeps what stands inside state NAME { }.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/conf_build.h"
#include "daemon/conf_word.h"

/* state NAME { */
void
conf_state_begin(struct conf_build *b, const struct conf_token *name)
{
	struct conf_state	*more, *s;
	size_t			 i;

	more = conf_build_more(b, b->conf->state, b->conf->nstates,
	    sizeof(*more));
	if (more == NULL)
		return;
	b->conf->state = more;
	for (i = 0; i < b->conf->nstates; i++)
		if (strcmp(more[i].name, name->raw) == 0)
			conf_build_fault(b, name->line, "state %s is given twice, in %s line %d before",
			    name->raw, more[i].file, more[i].line);
	if (b->conf->nstates == LIMIT_STATES)
		conf_build_fault(b, name->line, "more than %d states",
		    LIMIT_STATES);
	s = &more[b->conf->nstates];
	if ((s->name = strdup(name->raw)) == NULL) {
		b->nomem = true;
		return;
	}
	s->line = name->line;
	s->file = conf_build_where(b);
	b->conf->nstates++;
	if (!conf_build_is_name(name))
		conf_build_fault(b, name->line, "state %s: a name is letters, digits and ._+-, 128 at most, and begins with a letter or digit",
		    name->plain ? name->raw : "${}");
	b->state = s;
}

/* enter, leave, make: the latest list is one command more. */
void
conf_state_act(struct conf_build *b, enum conf_state_act act,
    const struct conf_token *token)
{
	struct conf_words	**list, *more;
	struct conf_state	*s;
	size_t			*n;

	s = b->state;
	list = act == CONF_STATE_ENTER ? &s->enter :
	    act == CONF_STATE_LEAVE ? &s->leave : &s->make;
	n = act == CONF_STATE_ENTER ? &s->nenter :
	    act == CONF_STATE_LEAVE ? &s->nleave : &s->nmake;
	if (b->list.n == 0)
		conf_build_fault(b, token->line, "state %s: %s { } holds no command",
		    s->name, token->raw);
	if (b->list.n > LIMIT_ARGS)
		conf_build_fault(b, token->line, "state %s: %s: more than %d words",
		    s->name, token->raw, LIMIT_ARGS);
	if (*n == LIMIT_STEPS)
		conf_build_fault(b, token->line, "state %s: %s: more than %d commands",
		    s->name, token->raw, LIMIT_STEPS);
	if ((more = conf_build_more(b, *list, *n, sizeof(*more))) == NULL)
		return;
	*list = more;
	conf_build_list_take(b, &more[(*n)++]);
}

/* prove FACT=value: a fact's key is small letters, digits, . and _. */
void
conf_state_prove(struct conf_build *b, const struct conf_token *token)
{
	char	*fact;

	if (strspn(token->raw, "abcdefghijklmnopqrstuvwxyz0123456789._") ==
	    token->eq) {
		conf_build_assign(b, &b->state->prove, token);
		return;
	}
	if ((fact = conf_build_canon(b, token->raw, token->eq)) == NULL)
		return;
	conf_build_fault(b, token->line, "state %s: prove %s: a fact's key is small letters, digits, . and _",
	    b->state->name, fact);
	free(fact);
}

/* Frees commands. */
static void
conf_state_clear_acts(struct conf_words *acts, size_t n)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		conf_words_clear(&acts[i]);
	free(acts);
}

/* Frees what a state holds. */
void
conf_state_clear(struct conf_state *s)
{
	size_t	 i;

	free(s->name);
	conf_state_clear_acts(s->enter, s->nenter);
	conf_state_clear_acts(s->leave, s->nleave);
	conf_state_clear_acts(s->make, s->nmake);
	conf_pairs_clear(&s->prove);
	for (i = 0; i < s->nparams; i++)
		conf_param_clear(&s->param[i]);
	free(s->param);
	memset(s, 0, sizeof(*s));
}
