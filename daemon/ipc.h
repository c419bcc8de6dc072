/*
 * ipc: messages over a socketpair between our own processes.
 *
 * A message that no row admits is our own bug, or a captured process: the
 * link is ended and the owner told.  Never blocks: what the kernel does not
 * take waits in a queue (bounded by LIMIT_IPC_BYTES a message).
 */
#ifndef DAEMON_IPC_H
#define DAEMON_IPC_H

#include <sys/types.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/benchd.h"

struct event_base;
struct ipc;

/* A received message; data and fd are the handler's to use, fd to take. */
struct ipc_msg {
	uint32_t	 type;
	size_t		 len;
	const void	*data;		/* aligned for any struct */
	int		 fd;		/* -1 none; set -1 to keep it */
};

struct ipc_route {
	uint32_t	 type;
	enum proc_id	 from;
	size_t		 len;		/* exactly, or at least where more */
	bool		 more;		/* bytes may follow the struct */
	bool		 fd;		/* a descriptor rides along */
	void		(*handler)(struct ipc *, struct ipc_msg *);
};

/*
 * Takes over fd (made non-blocking and close-on-exec), closes it on failure.
 * gone is called once when the peer is gone or broke a rule (why NULL: closed
 * in order); the owner then calls ipc_free().  NULL when memory ends.
 */
struct ipc	*ipc_new(struct event_base *, int fd, enum proc_id peer,
		    const struct ipc_route *routes, size_t nroutes,
		    void (*gone)(struct ipc *, const char *why));
void		 ipc_free(struct ipc *);
enum proc_id	 ipc_peer(const struct ipc *);

/*
 * Send head[head_len] and then tail[tail_len] as one message.  fd -1, or a
 * descriptor that is taken over (closed once sent or on failure).
 * Returns 0, or -1 when memory ends or the message is too long.
 */
#define ipc_send(link, type, head, head_len, tail, tail_len, fd) \
	ipc_send_parts(link, type, (const struct ipc_part[IPC_PARTS]) \
	    { { head, head_len }, { tail, tail_len } }, fd)

#define IPC_PARTS	2
struct ipc_part {
	const void	*bytes;
	size_t		 len;
};
int		 ipc_send_parts(struct ipc *, uint32_t type,
		    const struct ipc_part parts[IPC_PARTS], int fd);
/*
 * Hand bytes to the kernel, with a descriptor (-1: none) on their first; as
 * sendmsg(2), for links that carry no frames too.
 */
ssize_t		 ipc_sendmsg(int link, const void *bytes, size_t len, int fd);
/* Bytes that wait to be taken by the kernel. */
size_t		 ipc_waiting(const struct ipc *);
/* Send all that waits, blocking up to ms; 0, or -1 when it did not go. */
int		 ipc_flush(struct ipc *, int ms);

/*
 * The n-th string (from 0) of NUL-ended strings in data[len] behind a struct;
 * NULL when there are fewer, or the last does not end.
 */
const char	*ipc_string(const void *data, size_t len, size_t n);
/* Append a string with its NUL to *buf[*len], grown; 0 or -1 on memory. */
int		 ipc_string_add(char **buf, size_t *len, const char *text);

#endif
