/*
 * conf_word: one word of benchd.conf(5), read and written.
 *
 * Scanned it is raw: its own bytes, with ${name} as CONF_WORD_NAME name
 * CONF_WORD_END, which no configuration may hold.  As canonical text it is
 * what anybody would write: bare where it can be, quoted where it must be.
 */
#ifndef DAEMON_CONF_WORD_H
#define DAEMON_CONF_WORD_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/limits.h"

#define CONF_WORD_NAME	'\001'
#define CONF_WORD_END	'\002'

/* Room for the canonical text of any word: all escaped, and quoted. */
#define CONF_WORD_TEXT_BYTES	(3 * LIMIT_WORD_BYTES + 6)

struct conf_raw {
	char	 text[LIMIT_WORD_BYTES + 1];	/* ended by NUL */
	size_t	 len;
	size_t	 eq;		/* where the first unquoted = is; 0 none */
	bool	 bare;		/* no quotes, no ${} */
	bool	 plain;		/* no ${} */
	char	 why[160];	/* what is wrong with it; "" nothing */
};

/*
 * Scan the word at the beginning of s, which is no blank, newline, brace or
 * comment.  Returns the bytes taken, at least 1; what is wrong stands in
 * raw->why, and the scan goes on to the word's end all the same.
 */
size_t		 conf_word_scan(const char *s, size_t len, struct conf_raw *);

/*
 * Canonical text of raw bytes, or of an assignment whose = is at eq (not 0).
 * The caller frees it; NULL when memory ends.
 */
char		*conf_word_canon(const char *raw, size_t eq);

/* The same of text that holds no ${}: a path, a label. */
void		 conf_word_quote(const char *plain,
		    char text[CONF_WORD_TEXT_BYTES]);

/*
 * The next ${name} of a raw word at or behind *at: its name, copied to
 * name[size], and *at moved behind it.  False: no more of them.
 */
bool		 conf_word_name(const char *raw, size_t *at, char *name,
		    size_t size);

/* The raw bytes of canonical text; the caller frees it; NULL: no memory. */
char		*conf_word_raw(const char *canonical);

/* May this stand between ${ and }, or name a parameter? */
bool		 conf_word_is_name(const char *);

#endif
