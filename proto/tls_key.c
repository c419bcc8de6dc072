/*
 * tls_key: Ed25519 keys by OpenSSL, with calls that 1.1.1 and 3 both have.
 *
 * Knows files and PEM; nothing of connections or of who may do what.
 */
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "proto/compat.h"
#include "proto/tls_key.h"

#define TLS_KEY_FILE_BYTES	4096	/* a key's PEM has 119 */
#define TLS_KEY_BASE64_BYTES	43	/* of 32 bytes, unpadded */

struct tls_key {
	EVP_PKEY	*pkey;
};

/* Takes over pkey, and frees it on failure or if it is of another kind. */
static struct tls_key *
tls_key_wrap(EVP_PKEY *pkey)
{
	struct tls_key	*key;

	if (pkey == NULL)
		return (NULL);
	key = calloc(1, sizeof(*key));
	if (key == NULL || EVP_PKEY_id(pkey) != EVP_PKEY_ED25519) {
		EVP_PKEY_free(pkey);
		free(key);
		return (NULL);
	}
	key->pkey = pkey;
	return (key);
}

/* A fresh key; the caller owns it. */
struct tls_key *
tls_key_new(void)
{
	EVP_PKEY_CTX	*ctx;
	EVP_PKEY	*pkey;

	pkey = NULL;
	ctx = EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, NULL);
	if (ctx == NULL || EVP_PKEY_keygen_init(ctx) <= 0 ||
	    EVP_PKEY_keygen(ctx, &pkey) <= 0)
		pkey = NULL;
	EVP_PKEY_CTX_free(ctx);
	return (tls_key_wrap(pkey));
}

/* A key that is encrypted is refused: nobody is asked for a word. */
static int
tls_key_password(char *buf, int size, int writing, void *arg)
{
	(void)buf, (void)size, (void)writing, (void)arg;
	return (-1);
}

/* From PEM text; the caller owns it. */
struct tls_key *
tls_key_read(const char *pem, size_t len)
{
	EVP_PKEY	*pkey;
	BIO		*bio;

	if (len > TLS_KEY_FILE_BYTES ||
	    (bio = BIO_new_mem_buf(pem, (int)len)) == NULL)
		return (NULL);
	pkey = PEM_read_bio_PrivateKey(bio, NULL, tls_key_password, NULL);
	BIO_free(bio);
	return (tls_key_wrap(pkey));
}

/* NULL is allowed. */
void
tls_key_free(struct tls_key *key)
{
	if (key == NULL)
		return;
	EVP_PKEY_free(key->pkey);
	free(key);
}

/* PEM of the private half; NULL without memory. */
char *
tls_key_print(const struct tls_key *key)
{
	BIO	*bio;
	char	*data, *pem;
	long	 len;

	pem = NULL;
	bio = BIO_new(BIO_s_secmem());
	if (bio != NULL && PEM_write_bio_PKCS8PrivateKey(bio, key->pkey, NULL,
	    NULL, 0, NULL, NULL) == 1) {
		len = BIO_get_mem_data(bio, &data);
		pem = strndup(data, (size_t)len);
	}
	BIO_free(bio);
	return (pem);
}

/* Forget a printed key; NULL is allowed. */
void
tls_key_wipe(char *pem)
{
	if (pem != NULL)
		OPENSSL_cleanse(pem, strlen(pem));
	free(pem);
}

/* Of a public key that a peer may have sent. */
bool
tls_key_fingerprint_of(EVP_PKEY *pkey, char text[TLS_FINGERPRINT_BYTES])
{
	unsigned char	 base64[64], digest[EVP_MAX_MD_SIZE], *der;
	unsigned int	 bytes;
	int		 len;
	bool		 ok;

	if (pkey == NULL || EVP_PKEY_id(pkey) != EVP_PKEY_ED25519)
		return (false);
	der = NULL;
	if ((len = i2d_PUBKEY(pkey, &der)) <= 0)
		return (false);
	ok = EVP_Digest(der, (size_t)len, digest, &bytes, EVP_sha256(),
	    NULL) == 1;
	OPENSSL_free(der);
	if (!ok)
		return (false);
	EVP_EncodeBlock(base64, digest, (int)bytes);
	snprintf(text, TLS_FINGERPRINT_BYTES, "SHA256:%.*s",
	    TLS_KEY_BASE64_BYTES, (const char *)base64);
	return (true);
}

/* Of our own. */
void
tls_key_fingerprint(const struct tls_key *key,
    char text[TLS_FINGERPRINT_BYTES])
{
	if (!tls_key_fingerprint_of(key->pkey, text))
		strlcpy(text, "SHA256:?", TLS_FINGERPRINT_BYTES);
}

/* "SHA256:" and 43 characters of base64. */
bool
tls_key_is_fingerprint(const char *text)
{
	static const char	 alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789+/";

	return (strncmp(text, "SHA256:", 7) == 0 &&
	    strlen(text) == 7 + TLS_KEY_BASE64_BYTES &&
	    strspn(text + 7, alphabet) == TLS_KEY_BASE64_BYTES);
}

/* All of text to a new file at path, and to the disk. */
static int
tls_key_save_text(const char *path, const char *text)
{
	size_t	 len;
	int	 error, fd;

	(void)unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd == -1)
		return (-1);
	len = strlen(text);
	errno = EIO;
	if (write(fd, text, len) == (ssize_t)len && fsync(fd) == 0)
		return (close(fd));
	error = errno;
	close(fd);
	(void)unlink(path);
	errno = error;
	return (-1);
}

/* Save for the first time: link(2) refuses where something is there. */
int
tls_key_save(const struct tls_key *key, const char *path)
{
	char	*pem, temporary[1024];
	int	 error, result;

	if (snprintf(temporary, sizeof(temporary), "%s.%ld", path,
	    (long)getpid()) >= (int)sizeof(temporary)) {
		errno = ENAMETOOLONG;
		return (-1);
	}
	if ((pem = tls_key_print(key)) == NULL) {
		errno = ENOMEM;
		return (-1);
	}
	result = tls_key_save_text(temporary, pem);
	tls_key_wipe(pem);
	if (result == -1)
		return (-1);
	result = link(temporary, path);
	error = errno;
	(void)unlink(temporary);
	errno = error;
	return (result);
}

/* Load, and refuse what others may have read or put there. */
struct tls_key *
tls_key_load(const char *path)
{
	struct tls_key	*key;
	struct stat	 st;
	ssize_t		 len;
	int		 error, fd;
	char		 pem[TLS_KEY_FILE_BYTES];

	if ((fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) == -1)
		return (NULL);
	key = NULL;
	error = EACCES;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    (st.st_mode & 077) == 0 &&
	    (st.st_uid == geteuid() || st.st_uid == 0)) {
		len = read(fd, pem, sizeof(pem));
		key = len > 0 ? tls_key_read(pem, (size_t)len) : NULL;
		OPENSSL_cleanse(pem, sizeof(pem));
		error = EINVAL;
	}
	close(fd);
	if (key == NULL)
		errno = error;
	return (key);
}

/* The key as tls.c needs it. */
EVP_PKEY *
tls_key_pkey(const struct tls_key *key)
{
	return (key->pkey);
}
