/*
 * channel: lines over a socket, with TLS or without, in an event loop.
 *
 * front's and the client's connections alike.  Nothing here waits, and no
 * timer runs but the one that channel_deadline() sets.
 */
#ifndef PROTO_CHANNEL_H
#define PROTO_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

struct channel;
struct event_base;
struct tls;

struct channel_calls {
	/* connect(2) went well; may be NULL. */
	void	(*connected)(struct channel *, void *arg);
	/* And with TLS shaken hands; may be NULL. */
	void	(*open)(struct channel *, void *arg);
	/*
	 * A line without its newline, NUL-ended, borrowed.  NULL with a len of
	 * LIMIT_LINE_BYTES: one that is too long, after which none comes.
	 */
	void	(*line)(struct channel *, const char *line, size_t len,
		    void *arg);
	/* All that was given to channel_send() is the kernel's; may be NULL. */
	void	(*drained)(struct channel *, void *arg);
	/* After every turn that cost us something; may be NULL. */
	void	(*worked)(void);
	/* Over, once; why NULL: in order.  The owner calls channel_free(). */
	void	(*gone)(struct channel *, const char *why, void *arg);
};

/*
 * On a connected socket, or one whose connect(2) is under way.  Takes over
 * fd, made non-blocking by the caller, and tls (NULL: none), both closed on
 * failure.  calls and arg are borrowed.
 */
struct channel	*channel_new(struct event_base *, int fd, struct tls *,
		    const struct channel_calls *, void *arg);
/* At any time, within a callback too; NULL is allowed.  Calls nobody. */
void		 channel_free(struct channel *);

/* Queue bytes; copied.  0, or -1 without memory. */
int		 channel_send(struct channel *, const char *, size_t);
size_t		 channel_waiting(const struct channel *);
/* Send what waits, close in order, then gone(NULL); no line comes any more. */
void		 channel_end(struct channel *);

/* Take nothing more from the socket, or take it again. */
void		 channel_read(struct channel *, bool);
/* gone(why) after so many seconds; 0: never.  why is borrowed. */
void		 channel_deadline(struct channel *, int seconds,
		    const char *why);

bool		 channel_is_open(const struct channel *);
/* Fingerprint of the peer; "" without TLS. */
const char	*channel_peer(const struct channel *);

#endif
