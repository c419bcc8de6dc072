/*
 * ipc: messages over a socketpair between our own processes.
 *
 * A frame is a header and its bytes; a descriptor rides on the header's first
 * byte.  Knows links, frames and rows; knows no message by name.
 */
#include <sys/socket.h>
#include <sys/uio.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/ipc.h"
#include "proto/limits.h"

#define IPC_READ_BYTES	65536
#define IPC_FDS_WAITING	16	/* received, their frames not yet whole */

struct ipc_head {
	uint32_t	 type;
	uint32_t	 len;		/* of what follows */
	uint32_t	 fd;		/* 1: a descriptor rides along */
	uint32_t	 unused;
};

/* A frame on its way out; head and bytes in one piece. */
struct ipc_frame {
	struct ipc_frame	*next;
	int			 fd;
	size_t			 len;
	size_t			 sent;
	unsigned char		 bytes[];
};

struct ipc {
	int			 fd;
	enum proc_id		 peer;
	struct event		*readable;
	struct event		*writable;
	const struct ipc_route	*routes;
	size_t			 nroutes;
	void			(*gone)(struct ipc *, const char *);
	unsigned char		*in;
	size_t			 in_len, in_size;
	int			 fds[IPC_FDS_WAITING];
	size_t			 nfds;
	struct ipc_frame	*out, **out_tail;
	size_t			 waiting;
	bool			 dispatching;
	bool			 dead;		/* freed by a handler */
};

static void	 ipc_readable(evutil_socket_t, short, void *);
static void	 ipc_writable(evutil_socket_t, short, void *);

/* Begin a link; the rows are borrowed for its life. */
struct ipc *
ipc_new(struct event_base *base, int fd, enum proc_id peer,
    const struct ipc_route *routes, size_t nroutes,
    void (*gone)(struct ipc *, const char *))
{
	struct ipc	*ipc;

	if ((ipc = calloc(1, sizeof(*ipc))) == NULL) {
		close(fd);
		return (NULL);
	}
	ipc->fd = fd;
	ipc->peer = peer;
	ipc->routes = routes;
	ipc->nroutes = nroutes;
	ipc->gone = gone;
	ipc->out_tail = &ipc->out;
	evutil_make_socket_nonblocking(fd);
	evutil_make_socket_closeonexec(fd);
	ipc->readable = event_new(base, fd, EV_READ | EV_PERSIST,
	    ipc_readable, ipc);
	ipc->writable = event_new(base, fd, EV_WRITE, ipc_writable, ipc);
	if (ipc->readable == NULL || ipc->writable == NULL ||
	    event_add(ipc->readable, NULL) == -1) {
		ipc_free(ipc);
		return (NULL);
	}
	return (ipc);
}

/* Take the first frame off the queue. */
static void
ipc_pop(struct ipc *ipc)
{
	struct ipc_frame	*frame;

	frame = ipc->out;
	if ((ipc->out = frame->next) == NULL)
		ipc->out_tail = &ipc->out;
	ipc->waiting -= frame->len - frame->sent;
	if (frame->fd != -1)
		close(frame->fd);
	free(frame);
}

/* End a link at any stage; NULL is allowed; also from one of its handlers. */
void
ipc_free(struct ipc *ipc)
{
	if (ipc == NULL || ipc->dead)
		return;
	if (ipc->readable != NULL)
		event_free(ipc->readable);
	if (ipc->writable != NULL)
		event_free(ipc->writable);
	while (ipc->out != NULL)
		ipc_pop(ipc);
	while (ipc->nfds > 0)
		close(ipc->fds[--ipc->nfds]);
	close(ipc->fd);
	free(ipc->in);
	ipc->in = NULL;
	ipc->dead = true;
	if (!ipc->dispatching)
		free(ipc);
}

/* Who is at the other end. */
enum proc_id
ipc_peer(const struct ipc *ipc)
{
	return (ipc->peer);
}

/* Bytes that wait to be taken by the kernel. */
size_t
ipc_waiting(const struct ipc *ipc)
{
	return (ipc->waiting);
}

/* Hand bytes to the kernel, a descriptor on the first of them. */
ssize_t
ipc_sendmsg(int link, const void *bytes, size_t len, int fd)
{
	union {
		struct cmsghdr	 align;
		unsigned char	 bytes[CMSG_SPACE(sizeof(int))];
	} control;
	struct cmsghdr	*cmsg;
	struct msghdr	 msg;
	struct iovec	 iov;

	memset(&msg, 0, sizeof(msg));
	iov.iov_base = (void *)(uintptr_t)bytes;
	iov.iov_len = len;
	msg.msg_iov = &iov;
	msg.msg_iovlen = 1;
	if (fd != -1) {
		memset(&control, 0, sizeof(control));
		msg.msg_control = control.bytes;
		msg.msg_controllen = CMSG_LEN(sizeof(int));
		cmsg = CMSG_FIRSTHDR(&msg);
		cmsg->cmsg_len = CMSG_LEN(sizeof(int));
		cmsg->cmsg_level = SOL_SOCKET;
		cmsg->cmsg_type = SCM_RIGHTS;
		memcpy(CMSG_DATA(cmsg), &fd, sizeof(int));
	}
	return (sendmsg(link, &msg, MSG_NOSIGNAL));
}

/*
 * Send what waits until the kernel takes no more.  Errors are left for the
 * reading side to find, so that there is one place where a link ends.
 */
static void
ipc_push(struct ipc *ipc)
{
	struct ipc_frame	*frame;
	ssize_t			 n;

	while ((frame = ipc->out) != NULL) {
		if ((n = ipc_sendmsg(ipc->fd, frame->bytes + frame->sent,
		    frame->len - frame->sent, frame->fd)) == -1) {
			if (errno == EINTR)
				continue;
			if (errno == EAGAIN || errno == ENOBUFS)
				event_add(ipc->writable, NULL);
			return;
		}
		if (frame->fd != -1) {
			close(frame->fd);
			frame->fd = -1;
		}
		frame->sent += (size_t)n;
		ipc->waiting -= (size_t)n;
		if (frame->sent == frame->len)
			ipc_pop(ipc);
	}
}

/* There is room again. */
static void
ipc_writable(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	ipc_push(arg);
}

/* Queue a message and send what can be sent. */
int
ipc_send_parts(struct ipc *ipc, uint32_t type,
    const struct ipc_part parts[IPC_PARTS], int fd)
{
	struct ipc_frame	*frame;
	struct ipc_head		 ih;
	unsigned char		*at;
	size_t			 i, len;

	len = parts[0].len + parts[1].len;
	frame = NULL;
	if (ipc == NULL || len > LIMIT_IPC_BYTES ||
	    (frame = malloc(sizeof(*frame) + sizeof(ih) + len)) == NULL) {
		if (fd != -1)
			close(fd);
		return (-1);
	}
	memset(&ih, 0, sizeof(ih));
	ih.type = type;
	ih.len = (uint32_t)len;
	ih.fd = fd != -1;
	memcpy(frame->bytes, &ih, sizeof(ih));
	at = frame->bytes + sizeof(ih);
	for (i = 0; i < IPC_PARTS; i++) {
		if (parts[i].len != 0)
			memcpy(at, parts[i].bytes, parts[i].len);
		at += parts[i].len;
	}
	frame->next = NULL;
	frame->fd = fd;
	frame->len = sizeof(ih) + len;
	frame->sent = 0;
	*ipc->out_tail = frame;
	ipc->out_tail = &frame->next;
	ipc->waiting += frame->len;
	if (ipc->out == frame)
		ipc_push(ipc);
	return (0);
}

/* Send all that waits; only for a process that is about to end. */
int
ipc_flush(struct ipc *ipc, int ms)
{
	struct pollfd	 pfd;

	ipc_push(ipc);
	while (ipc->out != NULL) {
		pfd.fd = ipc->fd;
		pfd.events = POLLOUT;
		if (poll(&pfd, 1, ms) <= 0 || (pfd.revents & POLLOUT) == 0)
			return (-1);
		ipc_push(ipc);
	}
	return (0);
}

/* Keep the descriptors that came with a read; too many is a broken rule. */
static int
ipc_take_fds(struct ipc *ipc, struct msghdr *msg)
{
	struct cmsghdr	*cmsg;
	size_t		 i, n;
	int		 fd, rv;

	rv = (msg->msg_flags & MSG_CTRUNC) != 0 ? -1 : 0;
	for (cmsg = CMSG_FIRSTHDR(msg); cmsg != NULL;
	    cmsg = CMSG_NXTHDR(msg, cmsg)) {
		if (cmsg->cmsg_level != SOL_SOCKET ||
		    cmsg->cmsg_type != SCM_RIGHTS)
			continue;
		n = (cmsg->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		for (i = 0; i < n; i++) {
			memcpy(&fd, CMSG_DATA(cmsg) + i * sizeof(int),
			    sizeof(fd));
			evutil_make_socket_closeonexec(fd);
			if (ipc->nfds < IPC_FDS_WAITING) {
				ipc->fds[ipc->nfds++] = fd;
			} else {
				close(fd);
				rv = -1;
			}
		}
	}
	return (rv);
}

/* Read once: 1 something came, 0 nothing now, -1 the end (why set or not). */
static int
ipc_read(struct ipc *ipc, const char **why)
{
	union {
		struct cmsghdr	 align;
		unsigned char	 bytes[CMSG_SPACE(sizeof(int) *
				    IPC_FDS_WAITING)];
	} control;
	struct msghdr	 msg;
	struct iovec	 iov;
	unsigned char	*more;
	ssize_t		 n;

	*why = "memory";
	if (ipc->in_size - ipc->in_len < IPC_READ_BYTES) {
		if ((more = realloc(ipc->in,
		    ipc->in_len + IPC_READ_BYTES)) == NULL)
			return (-1);
		ipc->in = more;
		ipc->in_size = ipc->in_len + IPC_READ_BYTES;
	}
	memset(&msg, 0, sizeof(msg));
	iov.iov_base = ipc->in + ipc->in_len;
	iov.iov_len = ipc->in_size - ipc->in_len;
	msg.msg_iov = &iov;
	msg.msg_iovlen = 1;
	msg.msg_control = control.bytes;
	msg.msg_controllen = sizeof(control.bytes);
	if ((n = recvmsg(ipc->fd, &msg, 0)) == -1) {
		*why = "read";
		return (errno == EAGAIN || errno == EINTR ? 0 : -1);
	}
	*why = "more descriptors than messages";
	if (ipc_take_fds(ipc, &msg) == -1)
		return (-1);
	*why = NULL;
	ipc->in_len += (size_t)n;
	return (n == 0 ? -1 : 1);
}

/*
 * Give a message to the row that admits it: sender, length and descriptor are
 * settled here.  Returns -1 when no row does.
 */
static int
ipc_dispatch(struct ipc *ipc, struct ipc_msg *m)
{
	const struct ipc_route	*r;

	for (r = ipc->routes; r < ipc->routes + ipc->nroutes; r++) {
		if (r->type != m->type || r->from != ipc->peer)
			continue;
		if (m->len < r->len || (!r->more && m->len != r->len) ||
		    r->fd != (m->fd != -1))
			return (-1);
		r->handler(ipc, m);
		return (0);
	}
	return (-1);
}

/* Take one whole frame from the input: 1 done, 0 not whole yet, -1 broken. */
static int
ipc_frame(struct ipc *ipc)
{
	struct ipc_head	 ih;
	struct ipc_msg	 m;
	void		*copy;
	int		 rv;

	if (ipc->in_len < sizeof(ih))
		return (0);
	memcpy(&ih, ipc->in, sizeof(ih));
	if (ih.len > LIMIT_IPC_BYTES || ih.fd > 1 || ih.fd > ipc->nfds)
		return (-1);
	if (ipc->in_len < sizeof(ih) + ih.len)
		return (0);
	/* A copy: the handler may free the link, and needs it aligned. */
	if ((copy = malloc(ih.len + 1)) == NULL)
		return (-1);
	memcpy(copy, ipc->in + sizeof(ih), ih.len);
	ipc->in_len -= sizeof(ih) + ih.len;
	memmove(ipc->in, ipc->in + sizeof(ih) + ih.len, ipc->in_len);
	m.type = ih.type;
	m.len = ih.len;
	m.data = copy;
	m.fd = -1;
	if (ih.fd == 1) {
		m.fd = ipc->fds[0];
		memmove(ipc->fds, ipc->fds + 1,
		    --ipc->nfds * sizeof(ipc->fds[0]));
	}
	rv = ipc_dispatch(ipc, &m);
	if (m.fd != -1)
		close(m.fd);
	free(copy);
	return (rv == 0 ? 1 : -1);
}

/* Something came: read, dispatch, and end the link where it is broken. */
static void
ipc_readable(evutil_socket_t fd, short what, void *arg)
{
	struct ipc	*ipc;
	const char	*why;
	int		 got, one;

	(void)fd;
	(void)what;
	ipc = arg;
	got = ipc_read(ipc, &why);
	ipc->dispatching = true;
	do {
		one = ipc_frame(ipc);
	} while (one == 1 && !ipc->dead);
	ipc->dispatching = false;
	if (ipc->dead) {
		free(ipc);
		return;
	}
	if (one == -1) {
		got = -1;
		why = "a message that no row admits";
	}
	if (got == -1) {
		event_del(ipc->readable);
		ipc->gone(ipc, why);
	}
}

/* The n-th of the strings in data. */
const char *
ipc_string(const void *data, size_t len, size_t n)
{
	const char	*at, *end;

	for (at = data; len > 0; at = end + 1) {
		if ((end = memchr(at, '\0', len)) == NULL)
			return (NULL);
		if (n-- == 0)
			return (at);
		len -= (size_t)(end - at) + 1;
	}
	return (NULL);
}

/* Append a string, with its end, to a growing buffer that the caller frees. */
int
ipc_string_add(char **buf, size_t *len, const char *text)
{
	char	*more;
	size_t	 n;

	n = strlen(text) + 1;
	if ((more = realloc(*buf, *len + n)) == NULL)
		return (-1);
	memcpy(more + *len, text, n);
	*buf = more;
	*len += n;
	return (0);
}
