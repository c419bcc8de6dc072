/*
 * conf_lex: the tokens of a benchd.conf(5), one after the other.
 *
 * Tokens live as long as the lexer: a parser that recovers from a fault may
 * drop them.
 */
#ifndef DAEMON_CONF_LEX_H
#define DAEMON_CONF_LEX_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/limits.h"

enum conf_lex_kind {
	CONF_LEX_END, CONF_LEX_NL, CONF_LEX_OPEN, CONF_LEX_CLOSE, CONF_LEX_WORD
};

struct conf_token {
	struct conf_token	*next;
	enum conf_lex_kind	 kind;
	int			 line;
	size_t			 eq;	/* of raw: first unquoted =; 0 none */
	bool			 bare;
	bool			 plain;
	char			 raw[];	/* conf_word.h */
};

struct conf_lex_source {
	const char	*file;		/* name for faults; borrowed */
	char		*dir;		/* of relative names; owned; or NULL */
	char		*text;		/* owned, with its newline at the end */
	size_t		 len;
	size_t		 at;
	int		 line;
	int		 nopen;			/* braces open now */
	int		 open[8];		/* their lines */
};

struct conf_lex {
	struct conf_lex_source	 source[LIMIT_INCLUDE_DEPTH + 1];
	size_t			 nsources;
	bool			 pushed;	/* one more begins at a NL */
	enum conf_lex_kind	 last;		/* kind of the last token */
	struct conf_token	*tokens;
	bool			 nomem;
	/* Told what is wrong and where; never NULL. */
	void			(*fault)(void *, const char *file, int line,
				    const char *what);
	void			*arg;
};

/* A lexer without text; what is wrong is told to fault(arg, ...). */
void			 conf_lex_init(struct conf_lex *,
			    void (*fault)(void *, const char *, int,
			    const char *), void *arg);
void			 conf_lex_clear(struct conf_lex *);

/*
 * Text to be read from the next beginning of a line on.  Takes over text,
 * which was allocated, and dir.  False: nested too deep, or no memory; then
 * both are freed.
 */
bool			 conf_lex_push(struct conf_lex *, const char *file,
			    char *dir, char *text, size_t len);

/* The next token; NULL when memory ends. */
const struct conf_token	*conf_lex_next(struct conf_lex *);

/* Where the lexer is: the file's name, its folder, the line. */
const struct conf_lex_source *conf_lex_where(const struct conf_lex *);

#endif
