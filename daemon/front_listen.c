/*
 * front_listen: accepting, as long as there is room.
 *
 * The sockets were bound by the parent.  Knows limits of connections; nothing
 * of what is said on them.
 */
#include <sys/socket.h>
#include <netinet/in.h>
#include <arpa/inet.h>

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/front.h"
#include "daemon/log.h"
#include "daemon/osdep.h"
#include "proto/limits.h"

#define FRONT_LISTEN_TURN	16	/* accepted in one turn of the loop */

/* The address as text: what connections of one peer have in common. */
static void
front_listen_peer(const struct sockaddr_storage *ss, char *text, size_t size)
{
	const struct sockaddr_in6	*in6;
	const struct sockaddr_in	*in;

	strlcpy(text, "?", size);
	if (ss->ss_family == AF_INET) {
		in = (const struct sockaddr_in *)(const void *)ss;
		inet_ntop(AF_INET, &in->sin_addr, text, (socklen_t)size);
	} else if (ss->ss_family == AF_INET6) {
		in6 = (const struct sockaddr_in6 *)(const void *)ss;
		inet_ntop(AF_INET6, &in6->sin6_addr, text, (socklen_t)size);
	}
}

/*
 * No descriptor is left: the oldest that has shown no key gives its up; where
 * there is none we stop accepting until somebody leaves.
 */
static void
front_listen_starve(struct front *front)
{
	if (front_conn_evict(front))
		return;
	log_warn("accept");
	front->starved = true;
	front_listen_update(front);
}

/* Somebody is at the door. */
static void
front_listen_accept(evutil_socket_t fd, short what, void *arg)
{
	struct front_listener	*listener;
	struct sockaddr_storage	 ss;
	socklen_t		 len;
	int			 i, s;
	char			 peer[64];

	(void)what;
	listener = arg;
	for (i = 0; i < FRONT_LISTEN_TURN; i++) {
		len = sizeof(ss);
		memset(&ss, 0, sizeof(ss));
		s = accept4(fd, (struct sockaddr *)&ss, &len,
		    SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (s == -1) {
			if (errno == EMFILE || errno == ENFILE ||
			    errno == ENOBUFS || errno == ENOMEM)
				front_listen_starve(front_self());
			break;
		}
		if (listener->row.local)
			strlcpy(peer, "local", sizeof(peer));
		else
			front_listen_peer(&ss, peer, sizeof(peer));
		front_conn_new(front_self(), listener, s, peer);
	}
	front_budget_look();
}

/* Take over fd. */
void
front_listen_add(struct front *front, int fd, const struct ipc_listen *row,
    const uint32_t *uid, size_t nuids)
{
	struct front_listener	*listener;

	evutil_make_socket_nonblocking(fd);
	if ((listener = calloc(1, sizeof(*listener))) == NULL ||
	    (listener->uid = calloc(nuids + 1, sizeof(*uid))) == NULL ||
	    (listener->event = event_new(front->base, fd,
	    EV_READ | EV_PERSIST, front_listen_accept, listener)) == NULL)
		log_fatalx("memory for a listener");
	memcpy(listener->uid, uid, nuids * sizeof(*uid));
	listener->nuids = nuids;
	listener->fd = fd;
	listener->row = *row;
	listener->next = front->listeners;
	front->listeners = listener;
	front_listen_update(front);
}

/* Accept, or leave them waiting in the kernel. */
void
front_listen_update(struct front *front)
{
	struct front_listener	*listener;

	for (listener = front->listeners; listener != NULL;
	    listener = listener->next)
		if (front->ready && !front->starved &&
		    (listener->row.local || !front->spent))
			event_add(listener->event, NULL);
		else
			event_del(listener->event);
}

/* No more of them. */
void
front_listen_close(struct front *front)
{
	struct front_listener	*listener;

	while ((listener = front->listeners) != NULL) {
		front->listeners = listener->next;
		event_free(listener->event);
		close(listener->fd);
		free(listener->uid);
		free(listener);
	}
}
