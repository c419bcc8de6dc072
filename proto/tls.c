/*
 * tls: OpenSSL's side of a connection, with calls that 1.1.1 and 3 both have.
 *
 * Asks no certificate store, no clock, no environment and no configuration
 * file: what counts is that the peer proves to hold a key, and which.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "proto/compat.h"
#include "proto/tls.h"

#define TLS_CERTIFICATE_BYTES	4096	/* of a peer; ours has about 300 */

struct tls_context {
	SSL_CTX		*ssl;
	enum tls_end	 end;
};

struct tls {
	SSL		*ssl;
	bool		(*admit)(const char *, void *);
	void		*arg;
	char		 peer[TLS_FINGERPRINT_BYTES];
	char		 why[128];
};

/* A certificate that says nothing but the key; nobody looks at its dates. */
static X509 *
tls_certificate(EVP_PKEY *pkey)
{
	X509_NAME	*name;
	X509		*x;

	if ((x = X509_new()) == NULL)
		return (NULL);
	name = X509_get_subject_name(x);
	if (X509_set_version(x, 2) != 1 ||
	    ASN1_INTEGER_set(X509_get_serialNumber(x), 1) != 1 ||
	    ASN1_TIME_set_string(X509_getm_notBefore(x), "700101000000Z") != 1 ||
	    ASN1_TIME_set_string(X509_getm_notAfter(x),
	    "99991231235959Z") != 1 ||
	    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
	    (const unsigned char *)"benchd", -1, -1, 0) != 1 ||
	    X509_set_issuer_name(x, name) != 1 ||
	    X509_set_pubkey(x, pkey) != 1 || X509_sign(x, pkey, NULL) <= 0) {
		X509_free(x);
		return (NULL);
	}
	return (x);
}

/* In place of OpenSSL's own judgement of the peer's certificate. */
static int
tls_verify(X509_STORE_CTX *store, void *unused)
{
	struct tls	*tls;
	X509		*x;
	SSL		*ssl;

	(void)unused;
	ssl = X509_STORE_CTX_get_ex_data(store,
	    SSL_get_ex_data_X509_STORE_CTX_idx());
	tls = SSL_get_app_data(ssl);
	x = X509_STORE_CTX_get0_cert(store);
	if (x == NULL ||
	    !tls_key_fingerprint_of(X509_get0_pubkey(x), tls->peer))
		strlcpy(tls->why, "the peer's key is not Ed25519",
		    sizeof(tls->why));
	else if (tls->admit != NULL && !tls->admit(tls->peer, tls->arg))
		strlcpy(tls->why, "the peer's key is refused",
		    sizeof(tls->why));
	else {
		X509_STORE_CTX_set_error(store, X509_V_OK);
		return (1);
	}
	X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
	return (0);
}

/* One suite of everything; what a session could be taken up by is off. */
static bool
tls_context_set(SSL_CTX *ssl, const struct tls_key *key, X509 *x)
{
	SSL_CTX_set_session_cache_mode(ssl, SSL_SESS_CACHE_OFF);
	SSL_CTX_set_max_cert_list(ssl, TLS_CERTIFICATE_BYTES);
	SSL_CTX_set_read_ahead(ssl, 1);
	SSL_CTX_set_mode(ssl, SSL_MODE_ENABLE_PARTIAL_WRITE |
	    SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
	SSL_CTX_set_verify(ssl,
	    SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
	SSL_CTX_set_cert_verify_callback(ssl, tls_verify, NULL);
	return (SSL_CTX_set_min_proto_version(ssl, TLS1_3_VERSION) == 1 &&
	    SSL_CTX_set_max_proto_version(ssl, TLS1_3_VERSION) == 1 &&
	    SSL_CTX_set_num_tickets(ssl, 0) == 1 &&
	    SSL_CTX_set1_groups_list(ssl, "X25519") == 1 &&
	    SSL_CTX_set1_sigalgs_list(ssl, "ed25519") == 1 &&
	    SSL_CTX_set1_client_sigalgs_list(ssl, "ed25519") == 1 &&
	    SSL_CTX_use_certificate(ssl, x) == 1 &&
	    SSL_CTX_use_PrivateKey(ssl, tls_key_pkey(key)) == 1);
}

/* Our side; the caller owns it.  NULL without memory. */
struct tls_context *
tls_context_new(const struct tls_key *key, enum tls_end end)
{
	struct tls_context	*context;
	X509			*x;

	OPENSSL_init_ssl(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
	if ((context = calloc(1, sizeof(*context))) == NULL)
		return (NULL);
	context->end = end;
	context->ssl = SSL_CTX_new(TLS_method());
	x = tls_certificate(tls_key_pkey(key));
	if (context->ssl == NULL || x == NULL ||
	    !tls_context_set(context->ssl, key, x)) {
		tls_context_free(context);
		context = NULL;
	}
	X509_free(x);
	return (context);
}

/* NULL is allowed; connections that live keep what they need. */
void
tls_context_free(struct tls_context *context)
{
	if (context == NULL)
		return;
	SSL_CTX_free(context->ssl);
	free(context);
}

/* A connection on fd, which stays the caller's. */
struct tls *
tls_new(struct tls_context *context, int fd,
    bool (*admit)(const char *, void *), void *arg)
{
	struct tls	*tls;

	if ((tls = calloc(1, sizeof(*tls))) == NULL)
		return (NULL);
	tls->admit = admit;
	tls->arg = arg;
	tls->ssl = SSL_new(context->ssl);
	if (tls->ssl == NULL || SSL_set_fd(tls->ssl, fd) != 1) {
		tls_free(tls);
		return (NULL);
	}
	SSL_set_app_data(tls->ssl, tls);
	if (context->end == TLS_SERVER)
		SSL_set_accept_state(tls->ssl);
	else
		SSL_set_connect_state(tls->ssl);
	return (tls);
}

/* NULL is allowed; the socket stays open. */
void
tls_free(struct tls *tls)
{
	if (tls == NULL)
		return;
	SSL_free(tls->ssl);
	free(tls);
}

/*
 * What a call's result means.  A peer that goes without a word is one that
 * closed: a line says itself whether it is whole.
 */
static enum tls_state
tls_result(struct tls *tls, int result)
{
	unsigned long	 error;
	const char	*text;
	int		 saved;

	saved = errno;
	switch (SSL_get_error(tls->ssl, result)) {
	case SSL_ERROR_NONE:
		return (TLS_DONE);
	case SSL_ERROR_WANT_READ:
		return (TLS_WANT_READ);
	case SSL_ERROR_WANT_WRITE:
		return (TLS_WANT_WRITE);
	case SSL_ERROR_ZERO_RETURN:
		return (TLS_CLOSED);
	}
	error = ERR_peek_last_error();
	if (error == 0 && (saved == 0 || saved == EPIPE ||
	    saved == ECONNRESET))
		return (TLS_CLOSED);
#ifdef SSL_R_UNEXPECTED_EOF_WHILE_READING
	if (ERR_GET_REASON(error) == SSL_R_UNEXPECTED_EOF_WHILE_READING)
		return (TLS_CLOSED);
#endif
	text = error != 0 ? ERR_reason_error_string(error) : strerror(saved);
	if (tls->why[0] == '\0')
		snprintf(tls->why, sizeof(tls->why), "TLS: %s",
		    text != NULL ? text : "unknown fault");
	ERR_clear_error();
	return (TLS_FAULT);
}

/* Go on with the handshake. */
enum tls_state
tls_handshake(struct tls *tls)
{
	ERR_clear_error();
	errno = 0;
	return (tls_result(tls, SSL_do_handshake(tls->ssl)));
}

/* Bytes from the peer. */
enum tls_state
tls_read(struct tls *tls, void *buf, size_t size, size_t *got)
{
	ERR_clear_error();
	errno = 0;
	*got = 0;
	return (tls_result(tls, SSL_read_ex(tls->ssl, buf, size, got)));
}

/* Bytes to the peer. */
enum tls_state
tls_write(struct tls *tls, const void *buf, size_t len, size_t *put)
{
	ERR_clear_error();
	errno = 0;
	*put = 0;
	return (tls_result(tls, SSL_write_ex(tls->ssl, buf, len, put)));
}

/* Send close_notify, if there is room for it. */
void
tls_finish(struct tls *tls)
{
	ERR_clear_error();
	(void)SSL_shutdown(tls->ssl);
	ERR_clear_error();
}

/* Does OpenSSL hold bytes that no event will tell of? */
bool
tls_has_pending(const struct tls *tls)
{
	return (SSL_has_pending(tls->ssl) == 1);
}

/* Who it is. */
const char *
tls_peer(const struct tls *tls)
{
	return (tls->peer);
}

/* What is wrong. */
const char *
tls_why(const struct tls *tls)
{
	return (tls->why[0] != '\0' ? tls->why : "TLS: unknown fault");
}
