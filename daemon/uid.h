/*
 * uid: 16 random bytes by which a row is known wherever it travels.
 */
#ifndef DAEMON_UID_H
#define DAEMON_UID_H

#include <stddef.h>
#include <stdint.h>

#define UID_BYTES	16
#define UID_HEX_BYTES	(2 * UID_BYTES + 1)	/* as text, ended */

/* Random bytes of the kernel; fatal where it has none. */
void	 uid_random(void *, size_t);
void	 uid_new(uint8_t *uid);

/* n bytes as lower-case hex in text[2 * n + 1]. */
void	 uid_hex(const uint8_t *bytes, size_t n, char *text);
/*
 * Hex digits of text as at most size bytes, the rest 0; stops at the first
 * that is no digit.  Returns how many digits there were.
 */
size_t	 uid_unhex(const char *text, uint8_t *bytes, size_t size);

#endif
