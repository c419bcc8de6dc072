/*
 * link_net: how a connection to a host comes about, and whom it may reach.
 *
 * Addresses, the Unix socket, our key, the known hosts.  Whoever offers
 * another key than the known one learns nothing from us: the handshake ends
 * before our own certificate goes out.
 */
#include <sys/socket.h>
#include <sys/un.h>

#include <err.h>
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "client/home.h"
#include "client/link_net.h"
#include "client/say.h"
#include "proto/channel.h"
#include "proto/limits.h"

#define LINK_CONNECT_S	10
/* A host that times a run may look at TCP once a minute only. */
#define LINK_HELLO_S	75

static void	link_net_begin(evutil_socket_t, short, void *);
static void	link_net_connected(struct channel *, void *);
static void	link_net_open(struct channel *, void *);
static void	link_net_gone(struct channel *, const char *, void *);

static const struct channel_calls link_net_calls = {
	.connected = link_net_connected,
	.open = link_net_open,
	.line = link_line,
	.gone = link_net_gone
};

/* What links share. */
struct link_net *
link_net_new(void)
{
	struct link_net	*net;

	signal(SIGPIPE, SIG_IGN);
	if ((net = calloc(1, sizeof(*net))) == NULL ||
	    (net->base = event_base_new()) == NULL)
		err(1, "memory");
	return (net);
}

/* NULL is allowed; its links have been freed before. */
void
link_net_free(struct link_net *net)
{
	if (net == NULL)
		return;
	known_clear(&net->known);
	tls_context_free(net->tls);
	event_base_free(net->base);
	free(net);
}

/* The loop, for a command's own events. */
struct event_base *
link_net_base(struct link_net *net)
{
	return (net->base);
}

/* Turn it. */
void
link_net_run(struct link_net *net)
{
	if (event_base_dispatch(net->base) == -1)
		errx(1, "event loop");
}

/* Let it end after the present callback. */
void
link_net_stop(struct link_net *net)
{
	event_base_loopbreak(net->base);
}

/* Our key and the known hosts, once; NULL, or why there are none. */
static const char *
link_net_identify(struct link_net *net)
{
	struct tls_key	*key;
	char		 path[1024];

	if (net->tls != NULL)
		return (NULL);
	if (home_path("key", path, sizeof(path)) == -1 ||
	    home_path("known_hosts", net->known_path,
	    sizeof(net->known_path)) == -1)
		return ("your own files cannot be used");
	if ((key = tls_key_load(path)) == NULL)
		return (errno == ENOENT ?
		    "you have no key yet: benchctl keygen" :
		    errno == EACCES ? "your key can be read by others, or is "
		    "another user's" : "your key cannot be read");
	if (known_read(&net->known, net->known_path) == -1) {
		tls_key_free(key);
		return ("the known hosts cannot be read");
	}
	net->tls = tls_context_new(key, TLS_CLIENT);
	tls_key_free(key);
	if (net->tls == NULL)
		err(1, "memory");
	return (NULL);
}

/* Let it begin in the loop's turn, so that its owner has it by then. */
void
link_net_start(struct link *link)
{
	static const struct timeval	 now = { 0, 0 };

	if (link->soon == NULL)
		link->soon = evtimer_new(link->net->base, link_net_begin,
		    link);
	if (link->soon == NULL || evtimer_add(link->soon, &now) == -1)
		err(1, "memory");
}

/* In the handshake: is this the host that we know? */
static bool
link_net_admit(const char *fingerprint, void *arg)
{
	const struct known_host	*known;
	struct link		*link;

	link = arg;
	strlcpy(link->offered, fingerprint, sizeof(link->offered));
	known = known_find(&link->net->known, link->address.name,
	    link->address.port);
	link->trust = known == NULL ? LINK_UNKNOWN :
	    strcmp(known->fingerprint, fingerprint) == 0 ? LINK_TRUSTED :
	    LINK_CHANGED;
	return (link->trust == LINK_TRUSTED);
}

/* Begin to connect; 0, or -1 with errno. */
static int
link_net_connect(struct link *link, int family, const struct sockaddr *to,
    socklen_t len)
{
	struct tls	*tls;
	int		 error, fd;

	fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd == -1)
		return (-1);
	if (connect(fd, to, len) == -1 && errno != EINPROGRESS) {
		error = errno;
		close(fd);
		errno = error;
		return (-1);
	}
	tls = NULL;
	if (!link->address.local && (tls = tls_new(link->net->tls, fd,
	    link_net_admit, link)) == NULL)
		err(1, "memory");
	link->trust = LINK_UNSEEN;
	link->connected = false;
	link->channel = channel_new(link->net->base, fd, tls,
	    &link_net_calls, link);
	if (link->channel == NULL)
		err(1, "memory");
	channel_deadline(link->channel, LINK_CONNECT_S,
	    "timed out after 10 s");
	return (0);
}

/* The next of the host's addresses; the end when there is none. */
static void
link_net_try(struct link *link, const char *why)
{
	struct addrinfo	*next;
	char		 text[256];

	strlcpy(text, why, sizeof(text));
	while ((next = link->next) != NULL) {
		link->next = next->ai_next;
		if (link_net_connect(link, next->ai_family, next->ai_addr,
		    next->ai_addrlen) == 0)
			return;
		strlcpy(text, strerror(errno), sizeof(text));
	}
	snprintf(link->why, sizeof(link->why), "connect: %s", text);
	link_over(link, link->why);
}

/* Over the Unix socket. */
static void
link_net_local(struct link *link)
{
	struct sockaddr_un	 un;

	memset(&un, 0, sizeof(un));
	un.sun_family = AF_UNIX;
	if (strlcpy(un.sun_path, link->address.name, sizeof(un.sun_path)) >=
	    sizeof(un.sun_path)) {
		link_over(link, "the path is too long for a socket");
		return;
	}
	if (link_net_connect(link, AF_UNIX, (const struct sockaddr *)&un,
	    sizeof(un)) == 0)
		return;
	snprintf(link->why, sizeof(link->why), "connect: %s%s",
	    strerror(errno), errno == ENOENT || errno == ECONNREFUSED ?
	    "; is benchd running here?  Others: -H host" : "");
	link_over(link, link->why);
}

/*
 * Over TCP.  Looking a name up waits for the resolver: names of a lab stand
 * in hosts(5), or are answered at once.
 */
static void
link_net_resolve(struct link *link)
{
	struct addrinfo	 hints;
	int		 error;
	char		 port[16];

	if (link->list != NULL)
		freeaddrinfo(link->list);
	link->list = NULL;
	memset(&hints, 0, sizeof(hints));
	hints.ai_socktype = SOCK_STREAM;
	hints.ai_flags = AI_NUMERICSERV;
	snprintf(port, sizeof(port), "%d", link->address.port);
	error = getaddrinfo(link->address.name, port, &hints, &link->list);
	if (error != 0) {
		link_over(link, error == EAI_SYSTEM ? strerror(errno) :
		    gai_strerror(error));
		return;
	}
	link->next = link->list;
	link_net_try(link, "no address");
}

/* Begin. */
static void
link_net_begin(evutil_socket_t fd, short what, void *arg)
{
	struct link	*link;
	const char	*why;

	(void)fd, (void)what;
	link = arg;
	if ((why = address_read(link->host, &link->address)) != NULL) {
		link_over(link, why);
		return;
	}
	if (link->address.local) {
		link_net_local(link);
		return;
	}
	if ((why = link_net_identify(link->net)) != NULL)
		link_over(link, why);
	else
		link_net_resolve(link);
}

/* Somebody is there; hands may be shaken late. */
static void
link_net_connected(struct channel *channel, void *arg)
{
	struct link	*link;

	link = arg;
	link->connected = true;
	channel_deadline(channel, LINK_HELLO_S, "no answer within 75 s");
}

/* Hands are shaken: the host is the one we know, or this is the socket. */
static void
link_net_open(struct channel *channel, void *arg)
{
	channel_deadline(channel, LINK_HELLO_S,
	    "no answer to host.hello within 75 s");
	link_greet(arg);
}

/* May a person be asked whether to trust an unknown host?  Ask. */
static bool
link_net_ask(const struct link *link)
{
	char	 answer[16];

	if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return (false);
	say_error(link->host, "not known yet; its key is %s", link->offered);
	fprintf(stderr, "          Trust it from now on? [yes/no] ");
	fflush(stderr);
	return (fgets(answer, sizeof(answer), stdin) != NULL &&
	    strcmp(answer, "yes\n") == 0);
}

/* Nobody we know: once trusted, from the beginning. */
static void
link_net_unknown(struct link *link)
{
	struct link_net	*net;

	net = link->net;
	if (!link_net_ask(link)) {
		snprintf(link->why, sizeof(link->why), "not a known host; its "
		    "key is %s.  To trust it: benchctl known add %s %s",
		    link->offered, link->host, link->offered);
		link_over(link, link->why);
		return;
	}
	known_clear(&net->known);
	if (known_update(net->known_path, link->address.name,
	    link->address.port, link->offered) == -1 ||
	    known_read(&net->known, net->known_path) == -1) {
		link_over(link, "it cannot be remembered");
		return;
	}
	channel_free(link->channel);
	link->channel = NULL;
	link_net_start(link);
}

/* The connection is gone: try on, or the end. */
static void
link_net_gone(struct channel *channel, const char *why, void *arg)
{
	const struct known_host	*known;
	struct link		*link;

	link = arg;
	if (link->trust == LINK_UNKNOWN) {
		link_net_unknown(link);
		return;
	}
	if (link->trust == LINK_CHANGED) {
		known = known_find(&link->net->known, link->address.name,
		    link->address.port);
		snprintf(link->why, sizeof(link->why), "the host's key has "
		    "CHANGED. known %s, offered %s. Nothing was sent.",
		    known != NULL ? known->fingerprint : "none",
		    link->offered);
		link_over(link, link->why);
		return;
	}
	if (link->connected || link->hello != NULL) {
		link_over(link, link->why[0] != '\0' ? link->why : why);
		return;
	}
	channel_free(channel);
	link->channel = NULL;
	link_net_try(link, why != NULL ? why : "closed");
}
