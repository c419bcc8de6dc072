/*
 * parse: the grammar of benchd.conf(5), for byacc and bison alike.
 *
 * Actions keep what was said by conf_build and its kin.  A line that the
 * grammar does not know is one fault, with the { } that follows it if it has
 * one; reading goes on behind it.
 */
%{
#include <stdio.h>
#include <string.h>

#include "daemon/conf_build.h"
#include "proto/near.h"

/* The parser's own: a grammar's actions have no argument. */
static struct {
	struct conf_build	*b;
	const struct conf_token	*token;		/* read last */
	const struct conf_token	*before;	/* and the one before it */
	enum conf_step_kind	 kind;
} parse;

int		 yyparse(void);
static int	 yylex(void);
static void	 yyerror(const char *);
static void	 parse_end(void);
%}

%union {
	const struct conf_token	*token;
}

%token	NL
%token	<token> WORD ASSIGN KEY
%token	<token> LISTEN PORT LABEL RECIPE STATE
%token	<token> ENV IGNORE PARAMETER INTEGER TO CHOICE PATTERN DEFAULT
%token	<token> PREPARE COMMAND CHECK CLEANUP ONCE
%token	<token> ENTER LEAVE MAKE REBOOT PROVE
%type	<token> word step

%%

file	: /* nothing */
	| file NL
	| file top NL
	| file skip NL		{ yyerrok; parse_end(); }
	;

skip	: error
	| error '{' junk '}'
	;

junk	: /* nothing */
	| junk word
	| junk NL
	| junk '{' junk '}'
	;

top	: KEY word		{ conf_build_set(parse.b, $1, $2); }
	| LISTEN word		{ conf_build_listen(parse.b, $2, NULL); }
	| LISTEN word PORT word	{ conf_build_listen(parse.b, $2, $4); }
	| LABEL word word	{ conf_build_label(parse.b, $2, $3); }
	| recipe '{' rbody '}'	{ parse_end(); }
	| state '{' sbody '}'	{ parse_end(); }
	;

recipe	: RECIPE word		{ conf_recipe_begin(parse.b, $2); }
	;

rbody	: /* nothing */
	| rbody NL
	| rbody rset
	| rbody skip NL		{ yyerrok; }
	;

rset	: KEY word		{ conf_build_set(parse.b, $1, $2); }
	| LABEL word word	{ conf_build_label(parse.b, $2, $3); }
	| ENV envs
	| IGNORE list		{ conf_recipe_ignore(parse.b); }
	| step list		{
		conf_recipe_step(parse.b, parse.kind, $1, NULL);
	}
	| step ONCE word list	{
		conf_recipe_step(parse.b, parse.kind, $1, $3);
	}
	| param
	;

step	: PREPARE		{ parse.kind = CONF_PREPARE; $$ = $1; }
	| COMMAND		{ parse.kind = CONF_COMMAND; $$ = $1; }
	| CHECK			{ parse.kind = CONF_CHECK; $$ = $1; }
	| CLEANUP		{ parse.kind = CONF_CLEANUP; $$ = $1; }
	;

envs	: ASSIGN		{ conf_recipe_env(parse.b, $1); }
	| envs ASSIGN		{ conf_recipe_env(parse.b, $2); }
	;

state	: STATE word		{ conf_state_begin(parse.b, $2); }
	;

sbody	: /* nothing */
	| sbody NL
	| sbody sset
	| sbody skip NL		{ yyerrok; }
	;

sset	: ENTER list		{
		conf_state_act(parse.b, CONF_STATE_ENTER, $1);
	}
	| LEAVE list		{
		conf_state_act(parse.b, CONF_STATE_LEAVE, $1);
	}
	| MAKE list		{
		conf_state_act(parse.b, CONF_STATE_MAKE, $1);
	}
	| REBOOT		{ parse.b->state->reboot = true; }
	| PROVE proofs
	| param
	;

proofs	: ASSIGN		{ conf_state_prove(parse.b, $1); }
	| proofs ASSIGN		{ conf_state_prove(parse.b, $2); }
	;

param	: name type
	| name type DEFAULT word { conf_param_default(parse.b, $4); }
	;

name	: PARAMETER word	{ conf_param_begin(parse.b, $2); }
	;

type	: INTEGER word TO word	{ conf_param_integer(parse.b, $2, $4); }
	| CHOICE list		{ conf_param_choice(parse.b, $1); }
	| PATTERN word		{ conf_param_pattern(parse.b, $2); }
	;

list	: open items '}'
	;

open	: '{'			{ conf_build_list_begin(parse.b); }
	;

items	: /* nothing */
	| items NL
	| items word		{ conf_build_list_add(parse.b, $2); }
	;

word	: WORD | ASSIGN | KEY
	| LISTEN | PORT | LABEL | RECIPE | STATE
	| ENV | IGNORE | PARAMETER | INTEGER | TO | CHOICE | PATTERN | DEFAULT
	| PREPARE | COMMAND | CHECK | CLEANUP | ONCE
	| ENTER | LEAVE | MAKE | REBOOT | PROVE
	;

%%

static const struct parse_keyword {
	const char	*name;
	int		 token;
	enum { PARSE_TOP = 1, PARSE_RECIPE = 2, PARSE_STATE = 4 } begins;
} parse_keywords[] = {
	{ "listen",	LISTEN,		PARSE_TOP },
	{ "port",	PORT,		0 },
	{ "label",	LABEL,		PARSE_TOP | PARSE_RECIPE },
	{ "recipe",	RECIPE,		PARSE_TOP },
	{ "state",	STATE,		PARSE_TOP },
	{ "env",	ENV,		PARSE_RECIPE },
	{ "ignore",	IGNORE,		PARSE_RECIPE },
	{ "parameter",	PARAMETER,	PARSE_RECIPE | PARSE_STATE },
	{ "integer",	INTEGER,	0 },
	{ "to",		TO,		0 },
	{ "choice",	CHOICE,		0 },
	{ "pattern",	PATTERN,	0 },
	{ "default",	DEFAULT,	0 },
	{ "prepare",	PREPARE,	PARSE_RECIPE },
	{ "command",	COMMAND,	PARSE_RECIPE },
	{ "check",	CHECK,		PARSE_RECIPE },
	{ "cleanup",	CLEANUP,	PARSE_RECIPE },
	{ "once",	ONCE,		0 },
	{ "enter",	ENTER,		PARSE_STATE },
	{ "leave",	LEAVE,		PARSE_STATE },
	{ "make",	MAKE,		PARSE_STATE },
	{ "reboot",	REBOOT,		PARSE_STATE },
	{ "prove",	PROVE,		PARSE_STATE }
};

/* What a token is to the grammar. */
static int
parse_classify(const struct conf_token *token)
{
	size_t	 i;

	switch (token->kind) {
	case CONF_LEX_END:
		return (0);
	case CONF_LEX_NL:
		return (NL);
	case CONF_LEX_OPEN:
		return ('{');
	case CONF_LEX_CLOSE:
		return ('}');
	case CONF_LEX_WORD:
		break;
	}
	if (token->eq > 0)
		return (ASSIGN);
	if (!token->bare)
		return (WORD);
	for (i = 0; i < nitems(parse_keywords); i++)
		if (strcmp(parse_keywords[i].name, token->raw) == 0)
			return (parse_keywords[i].token);
	if (conf_key_find(token->raw, CONF_KEY_TOP, &i) != NULL ||
	    conf_key_find(token->raw, CONF_KEY_RECIPE, &i) != NULL)
		return (KEY);
	return (WORD);
}

/* The next token for the grammar. */
static int
yylex(void)
{
	if (parse.b->nomem)
		return (0);
	parse.before = parse.token;
	if ((parse.token = conf_lex_next(&parse.b->lex)) == NULL) {
		parse.b->nomem = true;
		return (0);
	}
	yylval.token = parse.token;
	return (parse_classify(parse.token));
}

/* What may begin a clause here and is near to the word; or NULL. */
static const char *
parse_near(const char *word)
{
	const struct conf_key	*key;
	struct near		 near;
	int			 here;
	size_t			 i;

	here = parse.b->recipe != NULL ? PARSE_RECIPE :
	    parse.b->state != NULL ? PARSE_STATE : PARSE_TOP;
	near_init(&near, word);
	for (i = 0; i < nitems(parse_keywords); i++)
		if (((int)parse_keywords[i].begins & here) != 0)
			near_offer(&near, parse_keywords[i].name);
	for (i = 0; (key = conf_key_at(i)) != NULL; i++)
		if (here == (key->scope == CONF_KEY_RECIPE ? PARSE_RECIPE :
		    PARSE_TOP))
			near_offer(&near, key->name);
	return (near_best(&near));
}

/* A word that cannot stand where it does. */
static void
parse_misplaced(const char *whose)
{
	const struct conf_token	*token;
	const char		*word, *best;

	token = parse.token;
	word = token->plain || token->kind != CONF_LEX_WORD ? token->raw :
	    "${}";
	best = token->kind == CONF_LEX_WORD ? parse_near(word) : NULL;
	if (best != NULL && strcmp(best, word) == 0)
		best = NULL;
	if (parse.before != NULL && parse.before->kind == CONF_LEX_WORD)
		conf_build_fault(parse.b, token->line, best != NULL ?
		    "%s'%s' is not expected after '%s'; did you mean '%s'?" :
		    "%s'%s' is not expected after '%s'", whose, word,
		    parse.before->plain ? parse.before->raw : "${}", best);
	else
		conf_build_fault(parse.b, token->line, best != NULL ?
		    "%s'%s' is not expected here; did you mean '%s'?" :
		    "%s'%s' is not expected here", whose, word, best);
}

/* A fault of grammar at the token read last. */
static void
yyerror(const char *what)
{
	char	 whose[192];

	if (parse.b->nomem)
		return;
	if (parse.b->recipe != NULL)
		parse.b->recipe->damaged = true;
	if (parse.b->state != NULL)
		parse.b->state->damaged = true;
	(void)conf_build_whose(parse.b, whose, sizeof(whose));
	if (strcmp(what, "syntax error") != 0)
		conf_build_fault(parse.b, parse.token->line,
		    "%sbraces are nested too deep", whose);
	else if (parse.token->kind == CONF_LEX_END)
		;		/* the lexer has named the { that is open */
	else if (parse.token->kind == CONF_LEX_NL)
		conf_build_fault(parse.b, parse.token->line,
		    "%ssomething is missing at the line's end", whose);
	else
		parse_misplaced(whose);
}

/* A recipe or state ends. */
static void
parse_end(void)
{
	parse.b->recipe = NULL;
	parse.b->state = NULL;
	parse.b->param = NULL;
}

/* Reads all that the lexer has. */
int
parse_all(struct conf_build *b)
{
	memset(&parse, 0, sizeof(parse));
	parse.b = b;
	(void)yyparse();
	parse_end();
	return (b->nomem ? -1 : 0);
}
