/*
 * numbers: a column of numbers out of a text file, as ministat(1) reads one.
 */
#ifndef CLIENT_NUMBERS_H
#define CLIENT_NUMBERS_H

#include <stddef.h>

#define NUMBERS_DELIMITERS	" \t"

struct numbers {
	double	*value;		/* in the file's order */
	size_t	 n;
};

/*
 * Read column (from 1) of the file at path ("-": standard input); fields end
 * at any of delimiters, # begins a comment, lines without the column are
 * passed over.  0, or -1 with the reason, line and all, in why[size].  The
 * caller clears it in every case.
 */
int	 numbers_read(struct numbers *, const char *path, int column,
	    const char *delimiters, char *why, size_t size);
void	 numbers_clear(struct numbers *);

#endif
