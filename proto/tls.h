/*
 * tls: TLS 1.3 between two Ed25519 keys, without certificates' authority.
 *
 * Both sides show a self-signed certificate of which only the key counts, by
 * its fingerprint.  No tickets, no resumption, no early data.  Works on a
 * non-blocking socket that it does not own; knows no event loop.
 */
#ifndef PROTO_TLS_H
#define PROTO_TLS_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/tls_key.h"

struct tls;
struct tls_context;

enum tls_end { TLS_CLIENT, TLS_SERVER };

/* What a call came to. */
enum tls_state {
	TLS_DONE,		/* some bytes, or the handshake's end */
	TLS_WANT_READ,		/* again, when the socket is readable */
	TLS_WANT_WRITE,		/* again, when it is writable */
	TLS_CLOSED,		/* the peer closed */
	TLS_FAULT		/* tls_why() says what */
};

/* Our side of all connections; key is borrowed for this call only. */
struct tls_context *tls_context_new(const struct tls_key *, enum tls_end);
void		 tls_context_free(struct tls_context *);

/*
 * One connection on fd.  admit is asked once, in the handshake and before
 * anything of ours but random numbers went out: false ends it.  NULL admits
 * every Ed25519 key.
 */
struct tls	*tls_new(struct tls_context *, int fd,
		    bool (*admit)(const char *fingerprint, void *arg),
		    void *arg);
void		 tls_free(struct tls *);

enum tls_state	 tls_handshake(struct tls *);
enum tls_state	 tls_read(struct tls *, void *buf, size_t size, size_t *got);
/* A call again after TLS_WANT_* must offer the same bytes and maybe more. */
enum tls_state	 tls_write(struct tls *, const void *buf, size_t len,
		    size_t *put);
/* Say that we send no more; as far as it goes without waiting. */
void		 tls_finish(struct tls *);
/* Were bytes taken from the socket that tls_read() has not yet given? */
bool		 tls_has_pending(const struct tls *);

/* Fingerprint of the peer; "" before it was shown. */
const char	*tls_peer(const struct tls *);
/* What went wrong; never NULL. */
const char	*tls_why(const struct tls *);

#endif
