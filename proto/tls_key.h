/*
 * tls_key: an Ed25519 key, which is what a host or a person is here.
 *
 * A private key lives in a PEM file of its owner (0600).  Its fingerprint is
 * "SHA256:" and the unpadded base64 of the SHA-256 of the public half's
 * SubjectPublicKeyInfo, as benchd-proto.7 says.
 */
#ifndef PROTO_TLS_KEY_H
#define PROTO_TLS_KEY_H

#include <stdbool.h>
#include <stddef.h>

#define TLS_FINGERPRINT_BYTES	64	/* 7 + 43, ended, with room */

struct evp_pkey_st;
struct tls_key;

/* A fresh key; NULL where the system gives no randomness. */
struct tls_key	*tls_key_new(void);
/* From PEM; NULL if it is not one unencrypted Ed25519 private key. */
struct tls_key	*tls_key_read(const char *pem, size_t len);
void		 tls_key_free(struct tls_key *);
/* PEM of the private half, to be wiped and freed by tls_key_wipe(). */
char		*tls_key_print(const struct tls_key *);
void		 tls_key_wipe(char *pem);
void		 tls_key_fingerprint(const struct tls_key *,
		    char text[TLS_FINGERPRINT_BYTES]);
/* The same of any public key of OpenSSL; false if it is not Ed25519. */
bool		 tls_key_fingerprint_of(struct evp_pkey_st *,
		    char text[TLS_FINGERPRINT_BYTES]);
/* Does text look like a fingerprint? */
bool		 tls_key_is_fingerprint(const char *text);

/*
 * To path, mode 0600, whole or not at all; never over a file that is there
 * (EEXIST).  0, or -1 with errno.
 */
int		 tls_key_save(const struct tls_key *, const char *path);
/*
 * From path.  NULL with errno: EACCES where others could read or write the
 * file or it is not ours or root's, EINVAL where it holds no such key.
 */
struct tls_key	*tls_key_load(const char *path);

/* For tls.c: borrowed. */
struct evp_pkey_st *tls_key_pkey(const struct tls_key *);

#endif
