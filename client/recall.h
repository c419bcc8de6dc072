/*
 * recall: which hosts a job was given to, and what was asked of them.
 *
 * So that "benchctl watch 7f3a2c" needs no -H, and "benchctl retry 7f3a2c"
 * can give the job to a host that was not there when it was submitted.
 */
#ifndef CLIENT_RECALL_H
#define CLIENT_RECALL_H

#include <jansson.h>

#include "client/options.h"

/* Remember; says so where it cannot, and goes on. */
void	 recall_add(const struct options *, const json_t *params);
/*
 * Where options name no host, those of the job.  Returns the request's
 * params, which the caller decrefs, or NULL: it is not remembered.
 */
json_t	*recall_find(const char *job, struct options *);

#endif
