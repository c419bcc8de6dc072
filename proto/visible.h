/*
 * visible: foreign text for a log or a terminal, nothing in it obeyed.
 */
#ifndef PROTO_VISIBLE_H
#define PROTO_VISIBLE_H

#include <stddef.h>

/*
 * Copy len bytes of text to dst[size], always ended: printable UTF-8 stays as
 * it is; control characters, the C1 set, bidirectional overrides, bytes that
 * are no UTF-8 and the backslash become \n, \t or \ooo as vis(3) writes them.
 * What does not fit is cut before a character.  Returns strlen(dst).
 */
size_t	 visible_copy(char *dst, size_t size, const char *text, size_t len);

/*
 * The length of the UTF-8 sequence at text (at most len bytes), its character
 * in *point; 0 where there is none.
 */
size_t	 visible_utf8(const char *text, size_t len, unsigned long *point);

#endif
