/*
 * base64: bytes that are no text, on the wire (RFC 4648, section 4).
 *
 * Padded, without line breaks; what is not exactly that is refused.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "proto/base64.h"

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Three bytes as four digits. */
char *
base64_encode(const void *bytes, size_t len)
{
	const unsigned char	*in;
	uint32_t		 bits;
	size_t			 at, i, n;
	char			*text;

	in = bytes;
	if ((text = malloc(len / 3 * 4 + 5)) == NULL)
		return (NULL);
	n = 0;
	for (at = 0; at < len; at += 3) {
		bits = (uint32_t)in[at] << 16;
		if (at + 1 < len)
			bits |= (uint32_t)in[at + 1] << 8;
		if (at + 2 < len)
			bits |= in[at + 2];
		for (i = 0; i < 4; i++)
			text[n++] = at + i > len ? '=' :
			    base64_digits[bits >> (18 - 6 * i) & 0x3f];
	}
	text[n] = '\0';
	return (text);
}

/* Four digits as three bytes. */
void *
base64_decode(const char *text, size_t *len)
{
	const char	*digit;
	unsigned char	*out;
	uint32_t	 bits;
	size_t		 at, i, pad, size;

	size = strlen(text);
	pad = 0;
	while (pad < 2 && pad < size && text[size - 1 - pad] == '=')
		pad++;
	if (size % 4 != 0 || (out = malloc(size / 4 * 3 + 1)) == NULL)
		return (NULL);
	*len = 0;
	for (at = 0; at < size; at += 4) {
		bits = 0;
		for (i = 0; i < 4; i++) {
			digit = at + i >= size - pad ? base64_digits :
			    strchr(base64_digits, text[at + i]);
			if (digit == NULL) {
				free(out);
				return (NULL);
			}
			bits = bits << 6 | (uint32_t)(digit - base64_digits);
		}
		out[(*len)++] = (unsigned char)(bits >> 16);
		out[(*len)++] = (unsigned char)(bits >> 8);
		out[(*len)++] = (unsigned char)bits;
	}
	*len -= pad;
	out[*len] = '\0';
	return (out);
}
