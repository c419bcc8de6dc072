/*
 * journal: what the parent must undo after a crash, written before the act.
 *
 * A file of lines in a directory that only root may enter; at start whatever
 * stands in it is undone before anything else.
 */
#ifndef DAEMON_JOURNAL_H
#define DAEMON_JOURNAL_H

#include <stddef.h>

/* A tree put aside by takeover, to be put back when its job is over. */
struct journal_entry {
	char	 job[33];	/* uid in hex */
	char	*objroot;
	char	*objdir;	/* absolute */
	int	 due;		/* the job is over: put back now */
};

struct journal {
	char			 path[1024];
	struct journal_entry	*entry;
	size_t			 n;
};

/*
 * Read the journal at path (none: empty); all that it holds is due.  Returns
 * 0, or -1 with errno; the caller clears it in every case.
 */
int	 journal_open(struct journal *, const char *path);
void	 journal_clear(struct journal *);
/* Write an entry and sync, unless it stands there; 0 or -1 with errno. */
int	 journal_add(struct journal *, const char *job, const char *objroot,
	    const char *objdir);
/* Take entry i out, and sync. */
int	 journal_remove(struct journal *, size_t i);
/* Mark what belongs to job as due; returns how many. */
size_t	 journal_due(struct journal *, const char *job);

#endif
