/*
 * clean: foreign bytes as lines of text that a person would see.
 */
#ifndef PROTO_READERS_CLEAN_H
#define PROTO_READERS_CLEAN_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/readers/scan.h"

#define CLEAN_LINE_BYTES	8192	/* of a line; no more is seen */

struct clean_text {
	char	*bytes;		/* ours; not NUL-terminated */
	size_t	 len;
	size_t	 pos;		/* where clean_line() goes on */
	bool	 padded;	/* ended in NUL bytes: a write was lost */
	bool	 cut;		/* the line given last had no newline */
};

int	 clean_init(struct clean_text *, const void *, size_t);
void	 clean_clear(struct clean_text *);
void	 clean_rewind(struct clean_text *);
bool	 clean_line(struct clean_text *, struct scan_span *);

#endif
