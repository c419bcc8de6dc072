/*
 * visible: foreign text for a log or a terminal, nothing in it obeyed.
 *
 * The one escaping function of both sinks; it knows no locale.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "proto/visible.h"

/* The length of a UTF-8 sequence, judged by RFC 3629: no overlong forms. */
size_t
visible_utf8(const char *text, size_t len, unsigned long *point)
{
	static const unsigned long	 least[] = {
		0, 0, 0x80, 0x800, 0x10000
	};
	const unsigned char		*p;
	size_t				 i, n;

	p = (const unsigned char *)text;
	if (len == 0)
		return (0);
	if (p[0] < 0x80) {
		*point = p[0];
		return (1);
	}
	n = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
	if (p[0] < 0xc2 || p[0] > 0xf4 || len < n)
		return (0);
	*point = p[0] & (0xffU >> (n + 1));
	for (i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return (0);
		*point = *point << 6 | (p[i] & 0x3f);
	}
	if (*point < least[n] || *point > 0x10ffff ||
	    (*point >= 0xd800 && *point <= 0xdfff))
		return (0);
	return (n);
}

/* May this character stand as it is? */
static bool
visible_is_plain(unsigned long point)
{
	if (point < 0x20 || point == 0x7f || point == '\\')
		return (false);
	if (point >= 0x80 && point < 0xa0)
		return (false);
	/* Marks and overrides that turn the reading order. */
	if (point == 0x61c || point == 0x200e || point == 0x200f)
		return (false);
	if ((point >= 0x202a && point <= 0x202e) ||
	    (point >= 0x2066 && point <= 0x2069))
		return (false);
	return (point != 0x2028 && point != 0x2029);
}

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
	unsigned long	 point;
	char		 piece[32];
	size_t		 at, i, n, used, wide;

	used = 0;
	for (i = 0; i < len; i += n) {
		n = visible_utf8(text + i, len - i, &point);
		if (n != 0 && visible_is_plain(point)) {
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
