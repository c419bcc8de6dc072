/*
 * option: options of commands, by a table.
 *
 * "-n 3", "-n3", "--runs 3", "--runs=3"; options may stand among other
 * arguments, which keep their order; "--" ends them.
 */
#ifndef CLIENT_OPTION_H
#define CLIENT_OPTION_H

#include <stdbool.h>
#include <stddef.h>

enum option_kind {
	OPTION_FLAG,		/* bool */
	OPTION_TEXT,		/* const char *, borrowed */
	OPTION_TEXTS,		/* struct option_texts, in order */
	OPTION_NUMBER		/* long long, within min and max */
};

#define OPTION_TEXTS_MAX	64
struct option_texts {
	const char	*text[OPTION_TEXTS_MAX];
	size_t		 n;
};

struct option_row {
	char			 letter;	/* '\0': none */
	const char		*name;		/* NULL: none */
	enum option_kind	 kind;
	void			*value;		/* of its kind's type */
	long long		 min, max;
};

/*
 * Read options; what is none stays in argv[0..*argc).  0, or -1 with the
 * mistake in why[size].
 */
int	 option_parse(int *argc, char **argv, const struct option_row *,
	    size_t n, char *why, size_t size);

#endif
