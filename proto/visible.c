/*
 * visible: foreign text for a log or a terminal, nothing in it obeyed.
 *
 * The one escaping function of both sinks; it knows no locale.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "proto/utf8.h"
#include "proto/visible.h"

/* One byte as vis(3) with VIS_OCTAL and VIS_CSTYLE writes it. */
static size_t
visible_byte(char *dst, size_t size, unsigned char byte)
{
	switch (byte) {
	case '\n':
		return ((size_t)snprintf(dst, size, "\\n"));
	case '\t':
		return ((size_t)snprintf(dst, size, "\\t"));
	case '\r':
		return ((size_t)snprintf(dst, size, "\\r"));
	case '\\':
		return ((size_t)snprintf(dst, size, "\\\\"));
	default:
		return ((size_t)snprintf(dst, size, "\\%03o", byte));
	}
}

/* Copy text so that it can only be read. */
size_t
visible_copy(char *dst, size_t size, const char *text, size_t len)
{
	uint32_t	 point;
	char		 piece[32];
	size_t		 at, i, n, used, wide;

	used = 0;
	for (i = 0; i < len; i += n) {
		n = utf8_next(text + i, len - i, &point);
		if (n != 0 && point != '\\' && utf8_is_printable(point)) {
			memcpy(piece, text + i, n);
			wide = n;
		} else {
			if (n == 0)
				n = 1;
			wide = 0;
			for (at = 0; at < n; at++)
				wide += visible_byte(piece + wide,
				    sizeof(piece) - wide,
				    (unsigned char)text[i + at]);
		}
		if (used + wide >= size)
			break;
		memcpy(dst + used, piece, wide);
		used += wide;
	}
	if (size != 0)
		dst[used] = '\0';
	return (used);
}
