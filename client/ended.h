/*
 * ended: what a job that has ended has to say for itself.
 */
#ifndef CLIENT_ENDED_H
#define CLIENT_ENDED_H

#include "client/options.h"
#include "client/watch.h"

/*
 * Its tables out of watch's archive, a note for each thing that went wrong or
 * was left out, in the format asked for.  An exit status.
 */
int	 ended_show(const struct watch *, const struct options *,
	    const char *command);

#endif
