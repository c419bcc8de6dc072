/*
 * conf_key: the table of benchd.conf(5)'s keys that hold one value.
 *
 * Its rows are the only truth: the parser sets by them, the printer prints by
 * them, the defaults come from them, and a test holds the manual against them.
 */
#ifndef DAEMON_CONF_KEY_H
#define DAEMON_CONF_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum conf_key_scope { CONF_KEY_TOP, CONF_KEY_RECIPE };

enum conf_key_type {
	CONF_KEY_DIR,		/* char *: absolute and canonical */
	CONF_KEY_DIRS,		/* the same, any number: objroot */
	CONF_KEY_BELOW,		/* char *: relative and canonical */
	CONF_KEY_FILE,		/* char *: relative to its configuration */
	CONF_KEY_TEXT,		/* char *: printable */
	CONF_KEY_ACCOUNT,	/* char *: user or group */
	CONF_KEY_CHOICE,	/* int-sized enum, by choice[] */
	CONF_KEY_SECONDS,	/* int64_t */
	CONF_KEY_MILLIS,	/* int64_t */
	CONF_KEY_BYTES,		/* int64_t */
	CONF_KEY_COUNT,		/* int64_t */
	CONF_KEY_INCLUDE	/* no field: read the file */
};

struct conf_key {
	const char		*name;
	enum conf_key_scope	 scope;
	size_t			 offset;	/* conf's, conf_recipe's */
	enum conf_key_type	 type;
	int64_t			 min, max;
	const char		*preset;	/* as written; or NULL */
	const char		*const *choice;	/* by enum; ended by NULL */
};

/* Row i, or NULL behind the last. */
const struct conf_key	*conf_key_at(size_t i);
/* The row of a name in a scope, and its number; NULL: none. */
const struct conf_key	*conf_key_find(const char *name,
			    enum conf_key_scope, size_t *i);

/*
 * A value's number: "4h" as s or ms, "1G" as bytes.  False with the reason in
 * words in why, which says what would be right.
 */
bool			 conf_key_number(const struct conf_key *,
			    const char *value, int64_t *number, char *why,
			    size_t size);

/* The text of a number, as short as it is exact: 14400 is "4h". */
void			 conf_key_text(enum conf_key_type, int64_t number,
			    char *text, size_t size);

/* Sets every field of the scope at base to its default.  -1: no memory. */
int			 conf_key_preset(enum conf_key_scope, void *base);
/* Frees every field of the scope at base. */
void			 conf_key_clear(enum conf_key_scope, void *base);

/* Is the field of this type a string of its own? */
bool			 conf_key_is_string(enum conf_key_type);
/* The field of a key in its struct. */
char			**conf_key_string(const struct conf_key *, void *base);
int64_t			*conf_key_int(const struct conf_key *, void *base);
int			 conf_key_choice(const struct conf_key *,
			    const void *base);
void			 conf_key_choose(const struct conf_key *, void *base,
			    int choice);

#endif
