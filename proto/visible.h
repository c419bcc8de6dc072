/*
 * visible: foreign text for a log or a terminal, nothing in it obeyed.
 */
#ifndef PROTO_VISIBLE_H
#define PROTO_VISIBLE_H

#include <stddef.h>

/*
 * Copy len bytes of text to dst[size], always ended: printable UTF-8 stays as
 * it is (utf8.h); controls, what hides or turns the text around it, bytes that
 * are no UTF-8 and the backslash become \n, \t or \ooo as vis(3) writes them.
 * What does not fit is cut before a character.  Returns strlen(dst).
 */
size_t	 visible_copy(char *dst, size_t size, const char *text, size_t len);

#endif
