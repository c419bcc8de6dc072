/*
 * pull: a host's new results into the archive, page by page.
 *
 * A page and the cursor behind it are one transaction: a pull that is cut
 * short goes on where it was, and one that is repeated adds nothing.
 */
#ifndef CLIENT_PULL_H
#define CLIENT_PULL_H

#include <stdbool.h>
#include <stdint.h>

#include "client/archive.h"
#include "client/fleet.h"

struct pull {
	struct archive	*archive;
	const char	*job;		/* only this; NULL: all, by cursor */
	char		 cursor[40];	/* incarnation; "": none */
	int64_t		 after;
	int64_t		 runs;		/* that were new */
	bool		 restored;	/* it began again with 0 */
	void		(*done)(struct fleet_host *, struct pull *);
};

/*
 * Begin, or go on; job, archive and done are set.  done() is called once; a
 * fault fails the host.
 */
void	 pull_begin(struct fleet_host *, struct pull *);
/* For a command's refused(): true where the pull sees to it. */
bool	 pull_refused(struct fleet_host *, struct pull *,
	    const struct msg_fault *);

#endif
