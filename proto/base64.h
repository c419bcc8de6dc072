/*
 * base64: bytes that are no text, on the wire (RFC 4648, section 4).
 */
#ifndef PROTO_BASE64_H
#define PROTO_BASE64_H

#include <stddef.h>

/* Padded text, to be freed; NULL without memory. */
char	*base64_encode(const void *, size_t);
/* Bytes, to be freed, with a NUL behind; NULL: no base64, or no memory. */
void	*base64_decode(const char *, size_t *len);

#endif
