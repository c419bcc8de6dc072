/*
 * link_net: what the files of link share; nobody else's.
 */
#ifndef CLIENT_LINK_NET_H
#define CLIENT_LINK_NET_H

#include <sys/queue.h>

#include "client/address.h"
#include "client/known.h"
#include "client/link.h"
#include "proto/tls.h"

struct addrinfo;
struct channel;
struct event;
struct link_request;

/* What the admission of a host's key came to. */
enum link_trust { LINK_UNSEEN, LINK_TRUSTED, LINK_UNKNOWN, LINK_CHANGED };

struct link_net {
	struct event_base	*base;
	struct tls_context	*tls;		/* with the first TCP link */
	struct known		 known;
	char			 known_path[1024];
};

struct link {
	struct link_net			*net;
	const struct link_calls		*calls;
	void				*arg;
	char				*host;
	struct address			 address;
	struct addrinfo			*list, *next;	/* addresses to try */
	struct channel			*channel;
	struct event			*soon;	/* begin, or end, in the loop */
	json_t				*hello;
	TAILQ_HEAD(, link_request)	 waiting, sent;
	unsigned int			 nsent;
	long long			 id;
	enum link_trust			 trust;
	unsigned int			 inside;
	bool				 freed;
	bool				 over;
	bool				 connected;
	char				 offered[TLS_FINGERPRINT_BYTES];
	char				 why[LINK_WHY_BYTES];
};

/* The channel is open; a line of it; its end, for this reason. */
void	 link_greet(struct link *);
void	 link_line(struct channel *, const char *, size_t, void *);
void	 link_over(struct link *, const char *why);
/* Begin to connect, in the loop's turn. */
void	 link_net_start(struct link *);

#endif
