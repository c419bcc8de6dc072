/*
 * utf8: decoding by the table of RFC 3629, and what may be shown.
 */
#include <string.h>

#include "proto/compat.h"
#include "proto/utf8.h"

struct utf8_range {
	uint32_t	 first, last;
};

/* Never shown, though they are characters. */
static const struct utf8_range utf8_hidden[] = {
	{ 0x00, 0x1f }, { 0x7f, 0x9f }, { 0xad, 0xad }, { 0x61c, 0x61c },
	{ 0x115f, 0x1160 }, { 0x180e, 0x180e }, { 0x200b, 0x200f },
	{ 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0x3164, 0x3164 },
	{ 0xd800, 0xf8ff }, { 0xfdd0, 0xfdef }, { 0xfeff, 0xfeff },
	{ 0xfff0, 0xfffb }, { 0xffa0, 0xffa0 }, { 0xe0000, 0x10ffff },
};

/* Unicode 15's large ranges of Mn and Me: those a name may well hold. */
static const struct utf8_range utf8_combining[] = {
	{ 0x300, 0x36f }, { 0x483, 0x489 }, { 0x591, 0x5bd },
	{ 0x610, 0x61a }, { 0x64b, 0x65f }, { 0x1ab0, 0x1aff },
	{ 0x1dc0, 0x1dff }, { 0x20d0, 0x20ff }, { 0xfe00, 0xfe0f },
	{ 0xfe20, 0xfe2f },
};

/* Unicode 15, East Asian Width W and F, in large. */
static const struct utf8_range utf8_wide[] = {
	{ 0x1100, 0x115f }, { 0x2e80, 0x303e }, { 0x3041, 0xa4cf },
	{ 0xa960, 0xa97f }, { 0xac00, 0xd7a3 }, { 0xf900, 0xfaff },
	{ 0xfe30, 0xfe6f }, { 0xff00, 0xff60 }, { 0xffe0, 0xffe6 },
	{ 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff },
	{ 0x20000, 0x3fffd },
};

/* Does a range of the table hold the point? */
static bool
utf8_in(uint32_t point, const struct utf8_range *range, size_t n)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		if (point >= range[i].first && point <= range[i].last)
			return (true);
	return (false);
}

/* Length and value of the code point at text, 0 if it is none. */
size_t
utf8_next(const char *text, size_t len, uint32_t *point)
{
	static const uint32_t	 least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char		 c;
	size_t			 i, n;

	if (len == 0)
		return (0);
	c = (unsigned char)text[0];
	n = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 :
	    c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
	if (n == 0 || n > len)
		return (0);
	*point = n == 1 ? c : c & (0xffu >> (n + 1));
	for (i = 1; i < n; i++) {
		c = (unsigned char)text[i];
		if ((c & 0xc0) != 0x80)
			return (0);
		*point = *point << 6 | (c & 0x3f);
	}
	if (*point < least[n] || *point > 0x10ffff ||
	    (*point >= 0xd800 && *point <= 0xdfff))
		return (0);
	return (n);
}

/* May a person be shown this? */
bool
utf8_is_printable(uint32_t point)
{
	return ((point & 0xfffe) != 0xfffe &&
	    !utf8_in(point, utf8_hidden, nitems(utf8_hidden)));
}

/* Columns of a printable code point. */
size_t
utf8_width(uint32_t point)
{
	if (utf8_in(point, utf8_combining, nitems(utf8_combining)))
		return (0);
	return (utf8_in(point, utf8_wide, nitems(utf8_wide)) ? 2 : 1);
}

/* Is all of it printable UTF-8? */
bool
utf8_is_text(const char *text, size_t len)
{
	uint32_t	 point;
	size_t		 n;

	for (; len > 0; text += n, len -= n)
		if ((n = utf8_next(text, len, &point)) == 0 ||
		    !utf8_is_printable(point))
			return (false);
	return (true);
}

/* Make text printable, byte for byte. */
void
utf8_clean(char *text)
{
	uint32_t	 point;
	size_t		 len, n;

	for (len = strlen(text); len > 0; text += n, len -= n) {
		n = utf8_next(text, len, &point);
		if (n == 0 || !utf8_is_printable(point)) {
			if (n == 0)
				n = 1;
			memset(text, '?', n);
		}
	}
}
