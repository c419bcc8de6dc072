/*
 * uid: 16 random bytes by which a row is known wherever it travels.
 *
 * The bytes are the kernel's: a generator of our own, seeded from a file that
 * a chroot has not, would draw the same on every host.
 */
#include <string.h>
#include <unistd.h>

#include "daemon/log.h"
#include "daemon/uid.h"

#define UID_PIECE	256	/* all that one getentropy() gives */

/* Random bytes of the kernel. */
void
uid_random(void *bytes, size_t n)
{
	unsigned char	*to;
	size_t		 piece;

	for (to = bytes; n > 0; to += piece, n -= piece) {
		piece = n < UID_PIECE ? n : UID_PIECE;
		if (getentropy(to, piece) == -1)
			log_fatal("getentropy");
	}
}

/* A uid that nobody has. */
void
uid_new(uint8_t *uid)
{
	uid_random(uid, UID_BYTES);
}

/* Bytes as hex, ended. */
void
uid_hex(const uint8_t *bytes, size_t n, char *text)
{
	static const char	digits[] = "0123456789abcdef";
	size_t			i;

	for (i = 0; i < n; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 0xf];
	}
	text[2 * n] = '\0';
}

/* Hex digits up to the first that is none. */
size_t
uid_unhex(const char *text, uint8_t *bytes, size_t size)
{
	static const char	 digits[] = "0123456789abcdefABCDEF";
	const char		*digit;
	size_t			 i, value;

	memset(bytes, 0, size);
	for (i = 0; i < 2 * size && text[i] != '\0'; i++) {
		if ((digit = strchr(digits, text[i])) == NULL)
			break;
		value = (size_t)(digit - digits);
		if (value > 15)
			value -= 6;
		bytes[i / 2] |= (uint8_t)(i % 2 == 0 ? value << 4 : value);
	}
	return (i);
}
