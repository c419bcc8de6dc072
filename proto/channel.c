/*
 * channel: the life of a connection: connect, handshake, lines, end.
 *
 * Stands on plain readiness events and not on libevent's TLS bufferevents:
 * those stall when a reader takes little at a time (libevent issue 690), and
 * how much is read ahead, which bounds the memory a peer can cost, would be
 * theirs to say.  Here at most a line and one read are held.
 */
#include <sys/socket.h>
#include <sys/time.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/event.h>

#include "proto/channel.h"
#include "proto/limits.h"
#include "proto/tls.h"

#define CHANNEL_READ_BYTES	16384	/* one read; a TLS record */
#define CHANNEL_TURN_READS	256	/* then others have their turn */
#define CHANNEL_TURN_BYTES	65536
#define CHANNEL_LINGER_S	2	/* for the peer to read our last word */

enum channel_state {
	CHANNEL_CONNECTING,
	CHANNEL_HANDSHAKE,
	CHANNEL_OPEN,
	CHANNEL_ENDING,		/* what waits is being sent */
	CHANNEL_LINGERING,	/* all is sent, the peer closes */
	CHANNEL_GONE
};

struct channel {
	struct event_base		*base;
	struct tls			*tls;
	const struct channel_calls	*calls;
	void				*arg;
	struct event			*readable;
	struct event			*writable;
	struct event			*timer;
	struct evbuffer			*in;
	struct evbuffer			*out;
	const char			*why;	/* of the deadline */
	size_t				 scanned; /* of in, without newline */
	enum channel_state		 state;
	int				 fd;
	unsigned int			 inside;  /* callbacks under way */
	bool				 freed;
	bool				 unread;  /* owner wants no lines now */
	bool				 toolong;
};

static void	channel_readable(evutil_socket_t, short, void *);
static void	channel_writable(evutil_socket_t, short, void *);
static void	channel_timeout(evutil_socket_t, short, void *);

/* Take over fd and tls; the caller owns the result. */
struct channel *
channel_new(struct event_base *base, int fd, struct tls *tls,
    const struct channel_calls *calls, void *arg)
{
	struct channel	*channel;
	int		 on;

	if ((channel = calloc(1, sizeof(*channel))) == NULL) {
		tls_free(tls);
		close(fd);
		return (NULL);
	}
	channel->base = base;
	channel->fd = fd;
	channel->tls = tls;
	channel->calls = calls;
	channel->arg = arg;
	channel->readable = event_new(base, fd, EV_READ | EV_PERSIST,
	    channel_readable, channel);
	channel->writable = event_new(base, fd, EV_WRITE, channel_writable,
	    channel);
	channel->timer = evtimer_new(base, channel_timeout, channel);
	channel->in = evbuffer_new();
	channel->out = evbuffer_new();
	if (channel->readable == NULL || channel->writable == NULL ||
	    channel->timer == NULL || channel->in == NULL ||
	    channel->out == NULL || event_add(channel->writable, NULL) == -1) {
		channel_free(channel);
		return (NULL);
	}
	/* Answers are whole lines; the dead are found by the kernel. */
	on = 1;
	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	(void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
	return (channel);
}

/* Give back what the loop and the kernel hold. */
static void
channel_close(struct channel *channel)
{
	channel->state = CHANNEL_GONE;
	if (channel->readable != NULL)
		event_free(channel->readable);
	if (channel->writable != NULL)
		event_free(channel->writable);
	if (channel->timer != NULL)
		event_free(channel->timer);
	channel->readable = channel->writable = channel->timer = NULL;
	tls_free(channel->tls);
	channel->tls = NULL;
	if (channel->fd != -1)
		close(channel->fd);
	channel->fd = -1;
}

/* Within a callback the memory waits for its return. */
void
channel_free(struct channel *channel)
{
	if (channel == NULL)
		return;
	channel_close(channel);
	channel->freed = true;
	if (channel->inside > 0)
		return;
	if (channel->in != NULL)
		evbuffer_free(channel->in);
	if (channel->out != NULL)
		evbuffer_free(channel->out);
	free(channel);
}

/* Every event begins and ends here, so that callbacks may free. */
static void
channel_enter(struct channel *channel)
{
	channel->inside++;
}

/* The other half; channel may be no more afterwards. */
static void
channel_leave(struct channel *channel)
{
	if (channel->calls->worked != NULL)
		channel->calls->worked();
	if (--channel->inside == 0 && channel->freed)
		channel_free(channel);
}

/* Over, for this reason (NULL: none); tells the owner. */
static void
channel_over(struct channel *channel, const char *why)
{
	char	 text[128];

	if (channel->state == CHANNEL_GONE)
		return;
	if (why != NULL) {	/* it may live in what is freed now */
		strncpy(text, why, sizeof(text) - 1);
		text[sizeof(text) - 1] = '\0';
		why = text;
	}
	channel_close(channel);
	channel->calls->gone(channel, why, channel->arg);
}

/* The handshake has ended, or there was none to do. */
static void
channel_opened(struct channel *channel)
{
	channel->state = CHANNEL_OPEN;
	(void)event_del(channel->timer);
	if (!channel->unread)
		(void)event_add(channel->readable, NULL);
	if (channel->calls->open != NULL)
		channel->calls->open(channel, channel->arg);
}

/* A step of the handshake. */
static void
channel_handshake(struct channel *channel)
{
	switch (channel->tls == NULL ? TLS_DONE : tls_handshake(channel->tls)) {
	case TLS_DONE:
		channel_opened(channel);
		/* Bytes may have come with the last of it. */
		if (channel->state == CHANNEL_OPEN && channel->tls != NULL)
			event_active(channel->readable, EV_READ, 0);
		break;
	case TLS_WANT_READ:
		if (!channel->unread)
			(void)event_add(channel->readable, NULL);
		break;
	case TLS_WANT_WRITE:
		(void)event_add(channel->writable, NULL);
		break;
	case TLS_CLOSED:
		channel_over(channel, "closed during the handshake");
		break;
	case TLS_FAULT:
		channel_over(channel, tls_why(channel->tls));
		break;
	}
}

/* Give the owner the lines that are whole, while it wants them. */
static void
channel_lines(struct channel *channel)
{
	struct evbuffer_ptr	 at;
	size_t			 held, len;
	char			*line;

	while (channel->state == CHANNEL_OPEN && !channel->unread &&
	    !channel->toolong) {
		held = evbuffer_get_length(channel->in);
		if (evbuffer_ptr_set(channel->in, &at, channel->scanned,
		    EVBUFFER_PTR_SET) == -1)
			return;
		at = evbuffer_search(channel->in, "\n", 1, &at);
		channel->scanned = held;
		if (at.pos == -1 ? held >= LIMIT_LINE_BYTES :
		    at.pos >= LIMIT_LINE_BYTES) {
			channel->toolong = true;
			evbuffer_drain(channel->in, held);
			channel->scanned = 0;
			channel->calls->line(channel, NULL, LIMIT_LINE_BYTES,
			    channel->arg);
			return;
		}
		if (at.pos == -1)
			return;
		channel->scanned = 0;
		line = evbuffer_readln(channel->in, &len, EVBUFFER_EOL_LF);
		if (line == NULL) {
			channel_over(channel, "out of memory");
			return;
		}
		channel->calls->line(channel, line, len, channel->arg);
		free(line);
	}
}

/* Bytes from the socket, by TLS or without. */
static enum tls_state
channel_take(struct channel *channel, char *buf, size_t size, size_t *got)
{
	ssize_t	 n;

	if (channel->tls != NULL)
		return (tls_read(channel->tls, buf, size, got));
	n = recv(channel->fd, buf, size, 0);
	*got = n > 0 ? (size_t)n : 0;
	if (n > 0)
		return (TLS_DONE);
	if (n == -1 && (errno == EAGAIN || errno == EWOULDBLOCK ||
	    errno == EINTR))
		return (TLS_WANT_READ);
	return (n == 0 || errno == ECONNRESET ? TLS_CLOSED : TLS_FAULT);
}

/* Bytes to the socket, by TLS or without. */
static enum tls_state
channel_give(struct channel *channel, const void *buf, size_t len, size_t *put)
{
	ssize_t	 n;

	if (channel->tls != NULL)
		return (tls_write(channel->tls, buf, len, put));
	n = send(channel->fd, buf, len, MSG_NOSIGNAL);
	*put = n > 0 ? (size_t)n : 0;
	if (n >= 0)
		return (TLS_DONE);
	if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)
		return (TLS_WANT_WRITE);
	return (errno == EPIPE || errno == ECONNRESET ? TLS_CLOSED : TLS_FAULT);
}

/* A turn of reading: lines first, for some may have waited for the owner. */
static void
channel_receive(struct channel *channel)
{
	enum tls_state	 state;
	size_t		 bytes, got;
	unsigned int	 reads;
	char		 buf[CHANNEL_READ_BYTES];

	bytes = 0;
	channel_lines(channel);
	for (reads = 0; reads < CHANNEL_TURN_READS &&
	    bytes < CHANNEL_TURN_BYTES; reads++) {
		if (channel->state != CHANNEL_OPEN || channel->unread)
			return;
		state = channel_take(channel, buf, sizeof(buf), &got);
		if (state == TLS_WANT_READ)
			return;
		if (state == TLS_WANT_WRITE) {
			(void)event_add(channel->writable, NULL);
			return;
		}
		if (state != TLS_DONE) {
			channel_over(channel, state == TLS_FAULT ?
			    channel->tls != NULL ? tls_why(channel->tls) :
			    strerror(errno) :
			    evbuffer_get_length(channel->in) > 0 ?
			    "closed in the middle of a line" : NULL);
			return;
		}
		bytes += got;
		if (channel->toolong)
			continue;	/* nothing of it is kept */
		if (evbuffer_add(channel->in, buf, got) == -1) {
			channel_over(channel, "out of memory");
			return;
		}
		channel_lines(channel);
	}
	if (channel->state == CHANNEL_OPEN && channel->tls != NULL &&
	    tls_has_pending(channel->tls))
		event_active(channel->readable, EV_READ, 0);
}

/* The peer's last bytes are of no interest, only that they end. */
static void
channel_discard(struct channel *channel)
{
	ssize_t	 n;
	char	 buf[CHANNEL_READ_BYTES];

	n = recv(channel->fd, buf, sizeof(buf), 0);
	if (n == 0 || (n == -1 && errno != EAGAIN && errno != EWOULDBLOCK &&
	    errno != EINTR))
		channel_over(channel, NULL);
}

/* The socket has bytes, or somebody asked us to look. */
static void
channel_readable(evutil_socket_t fd, short what, void *arg)
{
	struct channel	*channel;

	(void)fd, (void)what;
	channel = arg;
	channel_enter(channel);
	switch (channel->state) {
	case CHANNEL_HANDSHAKE:
		channel_handshake(channel);
		break;
	case CHANNEL_OPEN:
		channel_receive(channel);
		break;
	case CHANNEL_ENDING:
	case CHANNEL_LINGERING:
		channel_discard(channel);
		break;
	case CHANNEL_CONNECTING:
	case CHANNEL_GONE:
		break;
	}
	channel_leave(channel);
}

/* connect(2) has ended: how? */
static void
channel_connected(struct channel *channel)
{
	socklen_t	 len;
	int		 error;

	error = 0;
	len = sizeof(error);
	if (getsockopt(channel->fd, SOL_SOCKET, SO_ERROR, &error, &len) == -1)
		error = errno;
	if (error != 0) {
		channel_over(channel, strerror(error));
		return;
	}
	channel->state = CHANNEL_HANDSHAKE;
	if (channel->calls->connected != NULL)
		channel->calls->connected(channel, channel->arg);
	if (channel->state == CHANNEL_HANDSHAKE)
		channel_handshake(channel);
}

/* All is sent: half-close, and let the peer read it in peace. */
static void
channel_linger(struct channel *channel)
{
	channel->state = CHANNEL_LINGERING;
	if (channel->tls != NULL)
		tls_finish(channel->tls);
	if (shutdown(channel->fd, SHUT_WR) == -1)
		channel_over(channel, NULL);
}

/* Send what the socket takes. */
static void
channel_transmit(struct channel *channel)
{
	enum tls_state	 state;
	unsigned char	*bytes;
	size_t		 len, put;

	while ((len = evbuffer_get_length(channel->out)) > 0) {
		if (len > CHANNEL_READ_BYTES)
			len = CHANNEL_READ_BYTES;
		bytes = evbuffer_pullup(channel->out, (ev_ssize_t)len);
		if (bytes == NULL) {
			channel_over(channel, "out of memory");
			return;
		}
		state = channel_give(channel, bytes, len, &put);
		if (state == TLS_DONE) {
			evbuffer_drain(channel->out, put);
			continue;
		}
		if (state == TLS_WANT_WRITE || state == TLS_WANT_READ)
			(void)event_add(state == TLS_WANT_WRITE ?
			    channel->writable : channel->readable, NULL);
		else
			channel_over(channel, state == TLS_CLOSED ?
			    "closed before it had read all" :
			    channel->tls != NULL ? tls_why(channel->tls) :
			    strerror(errno));
		return;
	}
	if (channel->state == CHANNEL_ENDING)
		channel_linger(channel);
	else if (channel->calls->drained != NULL)
		channel->calls->drained(channel, channel->arg);
}

/* The socket has room. */
static void
channel_writable(evutil_socket_t fd, short what, void *arg)
{
	struct channel	*channel;

	(void)fd, (void)what;
	channel = arg;
	channel_enter(channel);
	switch (channel->state) {
	case CHANNEL_CONNECTING:
		channel_connected(channel);
		break;
	case CHANNEL_HANDSHAKE:
		channel_handshake(channel);
		break;
	case CHANNEL_OPEN:
	case CHANNEL_ENDING:
		channel_transmit(channel);
		break;
	case CHANNEL_LINGERING:
	case CHANNEL_GONE:
		break;
	}
	channel_leave(channel);
}

/* The deadline has passed. */
static void
channel_timeout(evutil_socket_t fd, short what, void *arg)
{
	struct channel	*channel;

	(void)fd, (void)what;
	channel = arg;
	channel_enter(channel);
	channel_over(channel, channel->state >= CHANNEL_ENDING ? NULL :
	    channel->why);
	channel_leave(channel);
}

/* Queue bytes. */
int
channel_send(struct channel *channel, const char *bytes, size_t len)
{
	if (channel->state != CHANNEL_OPEN)
		return (channel->state > CHANNEL_OPEN ? 0 : -1);
	if (evbuffer_add(channel->out, bytes, len) == -1)
		return (-1);
	return (event_add(channel->writable, NULL));
}

/* Bytes that the kernel has not yet taken. */
size_t
channel_waiting(const struct channel *channel)
{
	return (evbuffer_get_length(channel->out));
}

/* The orderly end; one that was never open just ends, in the loop's turn. */
void
channel_end(struct channel *channel)
{
	struct timeval	 tv = { CHANNEL_LINGER_S, 0 };

	if (channel->state >= CHANNEL_ENDING)
		return;
	if (channel->state < CHANNEL_OPEN)
		tv.tv_sec = 0;
	channel->state = CHANNEL_ENDING;
	evbuffer_drain(channel->in, evbuffer_get_length(channel->in));
	(void)event_add(channel->timer, &tv);
	(void)event_add(channel->readable, NULL);
	(void)event_add(channel->writable, NULL);
}

/* Stop or go on reading; what waits already is given in the loop's turn. */
void
channel_read(struct channel *channel, bool on)
{
	if (channel->unread == !on || channel->state == CHANNEL_GONE)
		return;
	channel->unread = !on;
	if (channel->state != CHANNEL_OPEN &&
	    channel->state != CHANNEL_HANDSHAKE)
		return;
	if (!on) {
		(void)event_del(channel->readable);
		return;
	}
	(void)event_add(channel->readable, NULL);
	event_active(channel->readable, EV_READ, 0);
}

/* One deadline at a time: the last that was set. */
void
channel_deadline(struct channel *channel, int seconds, const char *why)
{
	struct timeval	 tv = { seconds, 0 };

	if (channel->state >= CHANNEL_ENDING)
		return;
	channel->why = why;
	if (seconds > 0)
		(void)event_add(channel->timer, &tv);
	else
		(void)event_del(channel->timer);
}

/* May lines be sent? */
bool
channel_is_open(const struct channel *channel)
{
	return (channel->state == CHANNEL_OPEN);
}

/* Who the other end is. */
const char *
channel_peer(const struct channel *channel)
{
	return (channel->tls != NULL ? tls_peer(channel->tls) : "");
}
