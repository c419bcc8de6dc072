/*
 * front: what the files of the process front share.
 *
 *	front.c		entry, state, messages of the parent
 *	front_listen.c	listening sockets
 *	front_conn.c	connections: birth, timers, death
 *	front_request.c	lines to requests, replies to lines
 *	front_budget.c	what we may cost while a run is timed
 */
#ifndef DAEMON_FRONT_H
#define DAEMON_FRONT_H

#include <sys/types.h>
#include <sys/queue.h>

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "daemon/benchd.h"
#include "daemon/ipc.h"
#include "proto/msg.h"

struct channel;
struct clients;
struct event;
struct event_base;
struct tls_context;

/* How far a connection has come; each has its own limit. */
enum front_stage {
	FRONT_NEW,		/* on TCP, no key shown yet */
	FRONT_LISTED,		/* on TCP, its key is in the clients file */
	FRONT_LOCAL,		/* on the Unix socket */
	FRONT_ENDING,		/* gets its last line */
	FRONT_STAGES
};

/* A request that the engine has not answered yet. */
struct front_pending {
	TAILQ_ENTRY(front_pending)	 entry;
	uint64_t			 serial;
	enum request_method		 method;
	json_t				*id;
};

struct front_conn {
	TAILQ_ENTRY(front_conn)		 entry;		/* by age */
	TAILQ_HEAD(, front_pending)	 pending;
	struct channel			*channel;
	uint32_t			 id;
	enum front_stage		 stage;
	enum role			 role;
	unsigned int			 npending;
	unsigned int			 nwatches;
	bool				 asked;		/* engine knows it */
	bool				 greeted;
	bool				 full;		/* reads too slowly */
	bool				 lost;		/* events left out */
	char				 lost_job[BENCHD_UID_HEX];
	char				 client[64];	/* as ipc_request */
	char				 name[128];
	char				 peer[64];
};

struct front_listener {
	struct front_listener	*next;
	struct event		*event;
	int			 fd;
	struct ipc_listen	 row;
	uint32_t		*uid;		/* may use the Unix socket */
	size_t			 nuids;
};

struct front {
	struct event_base	*base;
	TAILQ_HEAD(, front_conn) conns;
	unsigned int		 nconns[FRONT_STAGES];
	struct front_listener	*listeners;
	struct tls_context	*tls;
	struct clients		*clients;
	struct ipc		*engine;
	struct event		*minute;	/* budget's; only when spent */
	struct event		*end;		/* of stopping */
	char			*conf_text;
	size_t			 conf_len, conf_want;
	int64_t			 connections_max;
	int64_t			 connections_peer_max;
	int			 handshake_s;
	int			 idle_s;
	int64_t			 minute_ns;	/* when the minute began */
	int64_t			 minute_cpu_ns;	/* our CPU time then */
	time_t			 refused_s;	/* when the count began */
	unsigned int		 refused;	/* strangers, since then */
	uint64_t		 serial;
	uint32_t		 conn;		/* last id given */
	bool			 ready;
	bool			 timed;
	bool			 spent;
	bool			 stopping;
	bool			 starved;	/* no descriptor left */
};

/* The process's one state. */
struct front	*front_self(void);
/* The last connection of a front that stops has gone. */
void		 front_stop_check(struct front *);

/* Takes over fd; uid[nuids] is copied. */
void		 front_listen_add(struct front *, int fd,
		    const struct ipc_listen *, const uint32_t *uid,
		    size_t nuids);
/* Accept or not, as key, budget and descriptors allow. */
void		 front_listen_update(struct front *);
void		 front_listen_close(struct front *);

/* Takes over fd. */
void		 front_conn_new(struct front *, struct front_listener *,
		    int fd, const char *peer);
void		 front_conn_free(struct front_conn *);
/* Make room; false: everybody here has a right to be. */
bool		 front_conn_evict(struct front *);
struct front_conn *front_conn_find(struct front *, uint32_t id);
/* Send a fault to no request in particular, and end. */
void		 front_conn_refuse(struct front_conn *,
		    const struct msg_fault *);
/* Send a line and free it; NULL: memory ended, and so does the connection. */
void		 front_conn_say(struct front_conn *, char *line);
/* Set reading and deadline as the connection's state asks. */
void		 front_conn_update(struct front_conn *);
/* The same of all; and look every key up anew. */
void		 front_conn_update_all(struct front *);
void		 front_conn_recheck(struct front *);
void		 front_conn_stop(struct front *);

void		 front_request_line(struct front_conn *, const char *line,
		    size_t len);
void		 front_request_forget(struct front_conn *);
/* Answer all that wait with a fault. */
void		 front_request_fail(struct front_conn *,
		    const struct msg_fault *);
/* The connection has read all: tell of the events it lost. */
void		 front_request_lost(struct front_conn *);
/* Messages of the engine. */
void		 front_request_reply(struct ipc *, struct ipc_msg *);
void		 front_request_event(struct ipc *, struct ipc_msg *);

/* A run is timed from now on, or no more. */
void		 front_budget_timed(struct front *, bool);
/* We have worked: have we worked too much? */
void		 front_budget_look(void);

#endif
