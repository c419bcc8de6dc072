/*
 * tls_digest: libcrypto's SHA-256 behind four functions, so that recipes,
 * trees and imports are digested without knowing OpenSSL.
 */
#include <errno.h>
#include <stdlib.h>

#include <openssl/evp.h>

#include "proto/tls_digest.h"

struct tls_digest {
	EVP_MD_CTX	*ctx;
};

/* Begins a digest; the caller frees it. */
struct tls_digest *
tls_digest_new(void)
{
	struct tls_digest	*digest;

	if ((digest = calloc(1, sizeof(*digest))) == NULL)
		return (NULL);
	digest->ctx = EVP_MD_CTX_new();
	if (digest->ctx == NULL ||
	    EVP_DigestInit_ex(digest->ctx, EVP_sha256(), NULL) != 1) {
		tls_digest_free(digest);
		errno = ENOMEM;
		return (NULL);
	}
	return (digest);
}

/* Takes one more piece in. */
int
tls_digest_update(struct tls_digest *digest, const void *bytes, size_t len)
{
	if (EVP_DigestUpdate(digest->ctx, bytes, len) != 1) {
		errno = ENOMEM;
		return (-1);
	}
	return (0);
}

/* Ends it: out is the digest of all pieces in their order. */
int
tls_digest_final(struct tls_digest *digest, uint8_t out[TLS_DIGEST_BYTES])
{
	if (EVP_DigestFinal_ex(digest->ctx, out, NULL) != 1) {
		errno = ENOMEM;
		return (-1);
	}
	return (0);
}

/* Frees a digest at any stage; NULL is allowed. */
void
tls_digest_free(struct tls_digest *digest)
{
	if (digest == NULL)
		return;
	EVP_MD_CTX_free(digest->ctx);
	free(digest);
}

/* The digest of one piece. */
int
tls_digest_sha256(const void *bytes, size_t len,
    uint8_t out[TLS_DIGEST_BYTES])
{
	struct tls_digest	*digest;
	int			 error;

	if ((digest = tls_digest_new()) == NULL)
		return (-1);
	error = tls_digest_update(digest, bytes, len);
	if (error == 0)
		error = tls_digest_final(digest, out);
	tls_digest_free(digest);
	return (error);
}
