/*
 * clean: foreign bytes as lines of text that a person would see.
 *
 * Takes away what terminals, editors, mailers and crashes leave in a log:
 * byte order marks, UTF-16, colours, carriage returns, NULs, quoting,
 * full-width forms from web pages.  Knows no tool; every step is one pass.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "proto/readers/clean.h"

#define CLEAN_ESC	0x1b
#define CLEAN_SUB	0x1a	/* stands for lost bytes inside the text */
#define CLEAN_SNIFF	64	/* bytes looked at to find UTF-16 */

enum clean_code { CLEAN_BYTES, CLEAN_LE, CLEAN_BE };

/* Which encoding the first bytes tell of. */
static enum clean_code
clean_guess(const unsigned char *in, size_t len)
{
	size_t	 even, i, n, odd;

	if (len >= 2 && in[0] == 0xff && in[1] == 0xfe)
		return (CLEAN_LE);
	if (len >= 2 && in[0] == 0xfe && in[1] == 0xff)
		return (CLEAN_BE);
	n = (len < CLEAN_SNIFF ? len : CLEAN_SNIFF) & ~(size_t)1;
	even = odd = 0;
	for (i = 0; i < n; i += 2) {
		even += in[i] == 0;
		odd += in[i + 1] == 0;
	}
	if (n >= 8 && odd == n / 2 && even == 0)
		return (CLEAN_LE);
	if (n >= 8 && even == n / 2 && odd == 0)
		return (CLEAN_BE);
	return (CLEAN_BYTES);
}

/* Write the code point as UTF-8; returns its bytes. */
static size_t
clean_put(unsigned char *out, uint32_t c)
{
	if (c < 0x80) {
		out[0] = (unsigned char)c;
		return (1);
	}
	if (c < 0x800) {
		out[0] = (unsigned char)(0xc0 | c >> 6);
		out[1] = (unsigned char)(0x80 | (c & 0x3f));
		return (2);
	}
	out[0] = (unsigned char)(0xe0 | c >> 12);
	out[1] = (unsigned char)(0x80 | (c >> 6 & 0x3f));
	out[2] = (unsigned char)(0x80 | (c & 0x3f));
	return (3);
}

/*
 * UTF-16 to UTF-8; out holds 3 bytes for every 2.  Surrogates become '?':
 * no tool's figures lie beyond the first plane.
 */
static size_t
clean_narrow(unsigned char *out, const unsigned char *in, size_t len, bool le)
{
	size_t	 i, n;
	uint32_t c;

	for (i = n = 0; i + 1 < len; i += 2) {
		c = le ? in[i] | (uint32_t)in[i + 1] << 8 :
		    in[i + 1] | (uint32_t)in[i] << 8;
		if (c == 0xfeff)
			continue;
		if (c >= 0xd800 && c < 0xe000)
			c = '?';
		n += clean_put(out + n, c);
	}
	return (n);
}

/* How many bytes the terminal's sequence at in[0] (an ESC) takes. */
static size_t
clean_escape(const unsigned char *in, size_t len)
{
	size_t	 i;

	if (len < 2)
		return (len);
	i = 1;
	if (in[1] == ']') {	/* a title: ends in BEL or ESC \ */
		while (i < len && in[i] != '\n' && in[i] != 0x07 &&
		    in[i] != CLEAN_ESC)
			i++;
		if (i < len && in[i] == CLEAN_ESC)
			return (i + 1 < len && in[i + 1] == '\\' ? i + 2 : i);
		return (i < len && in[i] == 0x07 ? i + 1 : i);
	}
	if (in[1] == '[')
		i++;
	while (i < len && in[i] >= 0x20 && in[i] < (in[1] == '[' ? 0x40 : 0x30))
		i++;
	return (i < len && in[i] >= 0x20 && in[i] < 0x7f ? i + 1 : i);
}

/*
 * A wide form that stands for an ASCII byte: U+FF01 to U+FF5E, and the
 * blanks U+00A0, U+2009, U+202F, U+3000.  Sets *used; 0 when it is none.
 */
static unsigned char
clean_ascii(const unsigned char *in, size_t len, size_t *used)
{
	*used = 2;
	if (len >= 2 && in[0] == 0xc2 && in[1] == 0xa0)
		return (' ');
	*used = 3;
	if (len < 3)
		return (0);
	if (in[0] == 0xef && in[1] == 0xbc && in[2] >= 0x81 && in[2] <= 0xbf)
		return ((unsigned char)(in[2] - 0x81 + 0x21));
	if (in[0] == 0xef && in[1] == 0xbd && in[2] >= 0x80 && in[2] <= 0x9e)
		return ((unsigned char)(in[2] - 0x80 + 0x60));
	if (in[0] == 0xe2 && in[1] == 0x80 && (in[2] == 0x89 || in[2] == 0xaf))
		return (' ');
	if (in[0] == 0xe3 && in[1] == 0x80 && in[2] == 0x80)
		return (' ');
	return (0);
}

/* One pass over in; out may be in.  Returns the bytes written. */
static size_t
clean_filter(unsigned char *out, const unsigned char *in, size_t len)
{
	unsigned char	 c;
	size_t		 i, n, used;

	i = len >= 3 && memcmp(in, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	for (n = 0; i < len; i += used) {
		used = 1;
		c = in[i];
		if (c == CLEAN_ESC) {
			used = clean_escape(in + i, len - i);
			continue;
		}
		if (c == '\r') {	/* a line drawn over, or before a \n */
			while (i + used < len && in[i + used] == '\r')
				used++;
			if (i + used < len && in[i + used] == '\n')
				continue;
			c = '\n';
		} else if (c == '\0') {
			while (i + used < len && in[i + used] == '\0')
				used++;
			c = CLEAN_SUB;
		} else if (c >= 0x80) {
			c = clean_ascii(in + i, len - i, &used);
			if (c == 0) {
				c = in[i];
				used = 1;
			}
		}
		out[n++] = c;
	}
	return (n);
}

/*
 * How much quoting of mail a line begins with: "> " as often as it stands,
 * or ">> ".  ">>> " is how FreeBSD's build marks its stages, and stays.
 */
static size_t
clean_quoting(const unsigned char *line, size_t len)
{
	size_t	 n;

	for (n = 0; n < len; ) {
		if (len - n >= 2 && memcmp(line + n, "> ", 2) == 0)
			n += 2;
		else if (len - n >= 3 && memcmp(line + n, ">> ", 3) == 0)
			n += 3;
		else
			return (n + (len - n == 1 && line[n] == '>'));
	}
	return (n);
}

/*
 * How long the time stamp is that a log collector put before a line:
 * 2025-03-18T10:12:44.1234567Z and a blank.
 */
static size_t
clean_stamp(const unsigned char *line, size_t len)
{
	static const char	 form[] = "9999-99-99T99:99:99";
	size_t			 n;

	if (len < sizeof(form))
		return (0);
	for (n = 0; form[n] != '\0'; n++)
		if (form[n] == '9' ? line[n] < '0' || line[n] > '9' :
		    line[n] != form[n])
			return (0);
	while (n < len && line[n] != '\0' &&
	    strchr(".,0123456789+-:Z", line[n]) != NULL)
		n++;
	return (n < len && line[n] == ' ' ? n + 1 : 0);
}

/* Take stamps and quoting from all lines, in place; returns the bytes left. */
static size_t
clean_unquote(unsigned char *text, size_t len)
{
	unsigned char	*end;
	size_t		 at, line, n, quoting;

	for (at = n = 0; at < len; at += line) {
		end = memchr(text + at, '\n', len - at);
		line = end == NULL ? len - at : (size_t)(end - text) - at;
		quoting = clean_stamp(text + at, line);
		quoting += clean_quoting(text + at + quoting, line - quoting);
		line += end != NULL;
		memmove(text + n, text + at + quoting, line - quoting);
		n += line - quoting;
	}
	return (n);
}

/*
 * Make text of len foreign bytes; clean_clear() in every case.  Returns 0,
 * or -1 when memory lacks.
 */
int
clean_init(struct clean_text *text, const void *bytes, size_t len)
{
	const unsigned char	*in;
	unsigned char		*out;
	enum clean_code		 code;

	memset(text, 0, sizeof(*text));
	in = bytes;
	code = clean_guess(in, len);
	out = malloc((code == CLEAN_BYTES ? len : len / 2 * 3) + 1);
	if (out == NULL)
		return (-1);
	if (code == CLEAN_BYTES)
		len = clean_filter(out, in, len);
	else {
		len = clean_narrow(out, in, len, code == CLEAN_LE);
		len = clean_filter(out, out, len);
	}
	while (len > 0 && out[len - 1] == CLEAN_SUB) {
		text->padded = true;
		len--;
	}
	text->bytes = (char *)out;
	text->len = clean_unquote(out, len);
	return (0);
}

/* Let go of the text. */
void
clean_clear(struct clean_text *text)
{
	free(text->bytes);
	text->bytes = NULL;
	text->len = text->pos = 0;
}

/* Begin again with the first line. */
void
clean_rewind(struct clean_text *text)
{
	text->pos = 0;
	text->cut = false;
}

/*
 * The next line that is not empty, without its newline and the blanks before
 * it, as people indent what they show; false at the end.  Empty lines tell
 * no reader anything, and there may be many.
 */
bool
clean_line(struct clean_text *text, struct scan_span *line)
{
	const char	*begin, *end;
	size_t		 left;

	while (text->pos < text->len && text->bytes[text->pos] == '\n')
		text->pos++;
	left = text->len - text->pos;
	if (left == 0)
		return (false);
	begin = text->bytes + text->pos;
	end = memchr(begin, '\n', left);
	text->cut = end == NULL;
	line->text = begin;
	line->len = end == NULL ? left : (size_t)(end - begin);
	text->pos += line->len + (end != NULL);
	while (line->len > 0 && (line->text[0] == ' ' ||
	    line->text[0] == '\t')) {
		line->text++;
		line->len--;
	}
	if (line->len > CLEAN_LINE_BYTES)
		line->len = CLEAN_LINE_BYTES;
	return (true);
}
