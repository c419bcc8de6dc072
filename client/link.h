/*
 * link: a host at the other end of the line.
 *
 * Asynchronous: one loop serves any number of links, and what a link says to
 * its owner comes by callbacks.  link_wait.h is for commands that speak with
 * one host and have nothing else to do meanwhile.
 *
 * A host is "name", "name:port", "[address]:port", or an absolute path: the
 * Unix socket of a daemon on this machine.
 */
#ifndef CLIENT_LINK_H
#define CLIENT_LINK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "proto/msg.h"

#define LINK_LOCAL	"/var/run/benchd.sock"	/* BENCHCTL_SOCKET moves it */
#define LINK_WHY_BYTES	1024

struct event_base;
struct link;
struct link_net;

/*
 * What all links share: the loop, our key, the known hosts.  Keys are read
 * when the first link over TCP is made.  NULL having said why.
 */
struct link_net	*link_net_new(void);
void		 link_net_free(struct link_net *);
struct event_base *link_net_base(struct link_net *);
/* Turn the loop until link_net_stop(), or nothing is left to wait for. */
void		 link_net_run(struct link_net *);
void		 link_net_stop(struct link_net *);

struct link_calls {
	/* host.hello was answered: requests may be asked. */
	void	(*ready)(struct link *, void *arg);
	/* A notification's params, borrowed; may be NULL. */
	void	(*event)(struct link *, const json_t *params, void *arg);
	/*
	 * Over, once, also where it never was ready.  why is what to say of
	 * it ("connect: timed out after 10 s"); NULL: the host closed in
	 * order.  Requests without an answer were told before.  The owner
	 * calls link_free().
	 */
	void	(*gone)(struct link *, const char *why, void *arg);
};

/*
 * Begin; never fails here: what is wrong comes by gone().  host is copied;
 * NULL is this machine's own.  calls and arg are borrowed.
 */
struct link	*link_new(struct link_net *, const char *host,
		    const struct link_calls *, void *arg);
/* At any time, in callbacks too; NULL is allowed; calls nobody. */
void		 link_free(struct link *);

/* Say on standard error why it is over, and what may help. */
void		 link_say(const struct link *, const char *why);

/* Did the host offer another key than the known one? */
bool		 link_is_changed(const struct link *);
/* As given; for messages. */
const char	*link_host(const struct link *);
/* Gone, or about to be told so: a fault may be the connection's. */
bool		 link_is_over(const struct link *);
/* What host.hello was answered; borrowed; NULL before. */
const json_t	*link_hello(const struct link *);

/*
 * Ask; params is stolen and may be NULL.  answer is called once: with the
 * result (borrowed), or with a fault.  No more than LIMIT_REQUESTS go out at a
 * time; more wait here.
 */
void		 link_ask(struct link *, enum request_method, json_t *params,
		    void (*answer)(struct link *, const json_t *result,
		    const struct msg_fault *, void *arg), void *arg);

#endif
