/*
 * utf8: what a foreign text holds, one code point at a time.
 *
 * No locale: the answer is the same in a chroot and on every terminal.
 */
#ifndef PROTO_UTF8_H
#define PROTO_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the code point at text[len], or 0: no UTF-8 (RFC 3629). */
size_t	 utf8_next(const char *text, size_t len, uint32_t *point);
/*
 * May it be shown?  Not controls, line and paragraph separators, nor what
 * hides or turns the text around it (zero width, bidirectional controls,
 * tags), private use or non-characters.
 */
bool	 utf8_is_printable(uint32_t point);
/* Columns on a terminal: 0 combining, 2 wide East Asian and emoji, else 1. */
size_t	 utf8_width(uint32_t point);
/* Is text[len] UTF-8, all of it printable? */
bool	 utf8_is_text(const char *text, size_t len);
/* Put ? in the place of every byte that is not printable UTF-8. */
void	 utf8_clean(char *text);

#endif
