/*
 * link_wait: a link to one host for commands that wait: connect, ask, wait.
 *
 *	if ((link = link_wait_open(net, host)) == NULL ||
 *	    (jobs = link_wait_get(link, REQUEST_JOB_LIST, NULL)) == NULL)
 *		... it was said why
 */
#ifndef CLIENT_LINK_WAIT_H
#define CLIENT_LINK_WAIT_H

#include "client/link.h"

/* Connect and wait; NULL having said why as "benchctl: HOST: ...". */
struct link	*link_wait_open(struct link_net *, const char *host);
/*
 * Ask and wait; the caller owns the result.  NULL: *fault says why, and so
 * did we, unless quiet.
 */
json_t		*link_wait_call(struct link *, enum request_method,
		    json_t *params, struct msg_fault *fault, bool quiet);
/* The same with a loud fault that nobody looks at. */
json_t		*link_wait_get(struct link *, enum request_method,
		    json_t *params);

#endif
