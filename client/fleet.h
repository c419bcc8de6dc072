/*
 * fleet: one conversation with each of many hosts, all at once.
 *
 * A conversation begins in ready(), and begins anew there when the connection
 * was lost in the middle of it; so it must be one that can be begun anew, as
 * all requests of benchd-proto(7) can.  A host that was never reached, or
 * that refuses, fails alone; the others go on.
 */
#ifndef CLIENT_FLEET_H
#define CLIENT_FLEET_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "client/options.h"
#include "proto/msg.h"

#define FLEET_WHY_BYTES	1024

struct event;
struct fleet;
struct link;
struct pull;

enum fleet_state { FLEET_TALKS, FLEET_DONE, FLEET_FAILED };

struct fleet_host {
	struct fleet		*fleet;
	const char		*given;		/* as on the line; NULL local */
	char			 name[256];	/* for people */
	struct link		*link;		/* NULL: none now */
	enum fleet_state	 state;
	bool			 reached;	/* once, at least */
	unsigned int		 lost;		/* times since it answered */
	char			 why[FLEET_WHY_BYTES];	/* failed, or lost */
	struct event		*again;
	void			(*answer)(struct fleet_host *,
				    const json_t *);
	struct pull		*pull;		/* pull.c's, under way */
	void			*data;		/* the command's own */
};

struct fleet_calls {
	/* It may be asked; from the beginning. */
	void	(*ready)(struct fleet_host *);
	/* NULL, or a notification's params (borrowed; may be NULL). */
	void	(*event)(struct fleet_host *, const json_t *params);
	/*
	 * NULL, or: a request was refused.  True: seen to; else it is said
	 * and the host has failed.
	 */
	bool	(*refused)(struct fleet_host *, const struct msg_fault *);
	/* NULL, or: the connection was lost, and is tried again. */
	void	(*lost)(struct fleet_host *);
	/* NULL, or: something is about to be said on standard error. */
	void	(*saying)(struct fleet_host *);
	/* NULL, or: once a second, by our own clock. */
	void	(*tick)(struct fleet *);
	bool	  patient;	/* tries again without end */
	bool	  breaks;	/* Ctrl-C ends the loop, and is told of */
};

/*
 * The hosts of -H and -f, or this one.  The caller owns the result; calls and
 * options are borrowed.
 */
struct fleet	*fleet_new(const struct options *, const struct fleet_calls *,
		    void *arg);
void		 fleet_free(struct fleet *);
void		*fleet_arg(const struct fleet *);
size_t		 fleet_count(const struct fleet *);
struct fleet_host *fleet_host(struct fleet *, size_t);

/* Talk until each has done or failed; false: ended by Ctrl-C. */
bool		 fleet_run(struct fleet *);
/* 0: all have done; OPTIONS_PARTIAL, OPTIONS_FAILED (none has). */
int		 fleet_status(const struct fleet *);

/*
 * Ask, one question at a time; params is stolen.  answer gets the result,
 * borrowed; a fault goes to refused().
 */
void		 fleet_ask(struct fleet_host *, enum request_method,
		    json_t *params, void (*answer)(struct fleet_host *,
		    const json_t *result));
/* The conversation is over: well, or for a reason that is said here. */
void		 fleet_done(struct fleet_host *);
void		 fleet_fail(struct fleet_host *, const char *, ...)
		    __printflike(2, 3);

/*
 * The shortest: one request to each host, its answers in order; hosts that
 * failed have NULL, and it was said why.  params is stolen and may be NULL.
 * The caller decrefs the answers, which are kept in data.
 */
struct fleet	*fleet_ask_all(const struct options *, enum request_method,
		    json_t *params);

#endif
