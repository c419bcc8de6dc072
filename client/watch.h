/*
 * watch: a job on its hosts until it has ended there.
 *
 * Shows how far it is on a terminal; elsewhere says only what went wrong.
 */
#ifndef CLIENT_WATCH_H
#define CLIENT_WATCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client/archive.h"
#include "client/fleet.h"
#include "client/progress.h"
#include "client/pull.h"
#include "client/screen.h"
#include "client/submit.h"

#define WATCH_SAID	3	/* runs that did not end well, a host */

/* The job on one host. */
struct watch_host {
	struct progress	 progress;
	int64_t		 told_us;	/* by our own clock */
	json_t		*job;		/* as job.show has it; NULL not yet */
	json_t		*submitted;	/* what job.submit was answered */
	struct pull	 pull;
	bool		 asking;	/* job.watch is on its way */
	long long	 bad;		/* runs that did not end well */
	char		 said[WATCH_SAID][40];	/* uids of the first of them */
};

struct watch {
	const char		*job;		/* as hosts know it */
	const struct submit	*submit;	/* NULL: it is there already */
	struct archive		*archive;	/* NULL: pull nothing */
	struct fleet		*fleet;
	struct watch_host	*host;
	struct screen		 screen;
	bool			 headed;	/* the first line is written */
};

/*
 * Submit it where it is to be submitted, watch it, pull it.  The caller
 * clears watch, and reads the fleet's hosts before.  An exit status:
 * OPTIONS_FAILED where a run failed too; WATCH_BROKEN after Ctrl-C.
 */
#define WATCH_BROKEN	130
int	 watch_run(struct watch *, const struct options *);
void	 watch_clear(struct watch *);
/* The job's uid on a host, or NULL. */
const char *watch_uid(const struct watch_host *);

#endif
