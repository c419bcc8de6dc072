/*
 * tls_digest: SHA-256, of one piece or of many.
 */
#ifndef PROTO_TLS_DIGEST_H
#define PROTO_TLS_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#define TLS_DIGEST_BYTES	32

struct tls_digest;		/* a digest that is being made */

/*
 * Make one of pieces: new, update as often as there are pieces, final, free.
 * new returns NULL, the others -1, when libcrypto has no memory (errno
 * ENOMEM); final may be called once.  free accepts NULL.
 */
struct tls_digest	*tls_digest_new(void);
int			 tls_digest_update(struct tls_digest *, const void *,
			    size_t);
int			 tls_digest_final(struct tls_digest *,
			    uint8_t out[TLS_DIGEST_BYTES]);
void			 tls_digest_free(struct tls_digest *);

/* The digest of one piece.  0, or -1 with errno ENOMEM. */
int			 tls_digest_sha256(const void *, size_t,
			    uint8_t out[TLS_DIGEST_BYTES]);

#endif
