/*
 * conf_lex: text to tokens.  What is wrong with a word is told, and the word
 * is handed on all the same, so that one slip is one fault.  Knows no keyword.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/conf_lex.h"
#include "daemon/conf_word.h"
#include "proto/compat.h"

/* A lexer without text. */
void
conf_lex_init(struct conf_lex *lex,
    void (*fault)(void *, const char *, int, const char *), void *arg)
{
	memset(lex, 0, sizeof(*lex));
	lex->fault = fault;
	lex->arg = arg;
	lex->last = CONF_LEX_NL;
}

/* Drops the innermost text. */
static void
conf_lex_pop(struct conf_lex *lex)
{
	struct conf_lex_source	*source;

	source = &lex->source[--lex->nsources];
	free(source->dir);
	free(source->text);
}

/* Frees texts and tokens. */
void
conf_lex_clear(struct conf_lex *lex)
{
	struct conf_token	*token;

	while (lex->nsources > 0)
		conf_lex_pop(lex);
	while ((token = lex->tokens) != NULL) {
		lex->tokens = token->next;
		free(token);
	}
}

/* One more text, from the next beginning of a line on. */
bool
conf_lex_push(struct conf_lex *lex, const char *file, char *dir, char *text,
    size_t len)
{
	struct conf_lex_source	*source;

	if (lex->nsources == nitems(lex->source) || lex->pushed) {
		free(dir);
		free(text);
		return (false);
	}
	source = &lex->source[lex->nsources];
	memset(source, 0, sizeof(*source));
	source->file = file;
	source->dir = dir;
	source->text = text;
	source->len = len;
	source->line = 1;
	lex->pushed = true;
	return (true);
}

/* Where the lexer is; NULL: nowhere yet. */
const struct conf_lex_source *
conf_lex_where(const struct conf_lex *lex)
{
	if (lex->nsources == 0)
		return (NULL);
	return (&lex->source[lex->nsources - 1]);
}

/* Makes a token, owned by the lexer. */
static const struct conf_token *
conf_lex_token(struct conf_lex *lex, enum conf_lex_kind kind, int line,
    const struct conf_raw *raw)
{
	struct conf_token	*token;
	const char		*text;

	text = raw != NULL ? raw->text : kind == CONF_LEX_OPEN ? "{" :
	    kind == CONF_LEX_CLOSE ? "}" : "";
	token = calloc(1, sizeof(*token) + strlen(text) + 1);
	if (token == NULL) {
		lex->nomem = true;
		return (NULL);
	}
	token->next = lex->tokens;
	lex->tokens = token;
	lex->last = token->kind = kind;
	token->line = line;
	if (raw != NULL) {
		token->eq = raw->eq;
		token->bare = raw->bare;
		token->plain = raw->plain;
	}
	memcpy(token->raw, text, strlen(text) + 1);
	return (token);
}

/* Skips blanks and a comment. */
static void
conf_lex_skip(struct conf_lex *lex, struct conf_lex_source *source)
{
	const char	*s;
	size_t		 len;

	s = source->text;
	len = source->len;
	while (source->at < len &&
	    (s[source->at] == ' ' || s[source->at] == '\t' ||
	    s[source->at] == '\r')) {
		if (s[source->at] == '\r')
			lex->fault(lex->arg, source->file, source->line,
			    "a carriage return; lines end in a newline alone");
		source->at++;
	}
	if (source->at < len && s[source->at] == '#')
		while (source->at < len && s[source->at] != '\n')
			source->at++;
}

/* A brace, kept with its line until it is closed. */
static const struct conf_token *
conf_lex_brace(struct conf_lex *lex, struct conf_lex_source *source)
{
	enum conf_lex_kind	 kind;

	kind = source->text[source->at++] == '{' ? CONF_LEX_OPEN :
	    CONF_LEX_CLOSE;
	if (kind == CONF_LEX_OPEN) {
		if ((size_t)source->nopen < nitems(source->open))
			source->open[source->nopen] = source->line;
		source->nopen++;
	} else if (source->nopen > 0)
		source->nopen--;
	return (conf_lex_token(lex, kind, source->line, NULL));
}

/* One word, whose fault is told. */
static const struct conf_token *
conf_lex_word(struct conf_lex *lex, struct conf_lex_source *source)
{
	const struct conf_token	*token;
	struct conf_raw		*raw;

	if ((raw = malloc(sizeof(*raw))) == NULL) {
		lex->nomem = true;
		return (NULL);
	}
	source->at += conf_word_scan(source->text + source->at,
	    source->len - source->at, raw);
	if (raw->why[0] != '\0')
		lex->fault(lex->arg, source->file, source->line, raw->why);
	token = conf_lex_token(lex, CONF_LEX_WORD, source->line, raw);
	free(raw);
	return (token);
}

/* A text ends: each { that is open is named with its line. */
static void
conf_lex_end(struct conf_lex *lex, struct conf_lex_source *source)
{
	int	 i;

	for (i = 0; i < source->nopen && i < (int)nitems(source->open); i++)
		lex->fault(lex->arg, source->file, source->open[i],
		    "this { is never closed");
	source->nopen = 0;
}

/* The next token. */
const struct conf_token *
conf_lex_next(struct conf_lex *lex)
{
	struct conf_lex_source	*source;

	for (;;) {
		if (lex->pushed && lex->last == CONF_LEX_NL) {
			lex->pushed = false;
			lex->nsources++;
		}
		if (lex->nsources == 0)
			return (conf_lex_token(lex, CONF_LEX_END, 0, NULL));
		source = &lex->source[lex->nsources - 1];
		conf_lex_skip(lex, source);
		if (source->at < source->len)
			break;
		if (lex->last != CONF_LEX_NL)	/* every text ends its line */
			return (conf_lex_token(lex, CONF_LEX_NL, source->line,
			    NULL));
		conf_lex_end(lex, source);
		if (lex->nsources == 1)
			return (conf_lex_token(lex, CONF_LEX_END,
			    source->line, NULL));
		conf_lex_pop(lex);
	}
	switch (source->text[source->at]) {
	case '\n':
		source->at++;
		return (conf_lex_token(lex, CONF_LEX_NL, source->line++,
		    NULL));
	case '{':
	case '}':
		return (conf_lex_brace(lex, source));
	default:
		return (conf_lex_word(lex, source));
	}
}
