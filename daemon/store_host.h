/*
 * store_host: who this host is, which boot it is in, what is known of it.
 */
#ifndef DAEMON_STORE_HOST_H
#define DAEMON_STORE_HOST_H

#include "daemon/store.h"

struct ipc_host;
struct conf;

/* Local keys that new rows refer to. */
struct store_place {
	int64_t	 host_id;
	int64_t	 boot_id;
	int64_t	 base_id;		/* the base state */
	int64_t	 factset_id;		/* 0: no facts yet */
	uint8_t	 host[UID_BYTES];
	uint8_t	 boot[UID_BYTES];
	bool	 moved;			/* found on another machine */
};

struct store_fact {
	char	*key;
	char	*value;
};

/*
 * Enter host and boot.  A database that was last used on another machine is
 * a clone: it draws a new incarnation.  0, or -1 (store_fault()).
 */
int	 store_host_enter(struct store *, const struct ipc_host *,
	    struct store_place *);
/* The host's labels are those of the configuration. */
int	 store_host_labels(struct store *, const struct store_place *,
	    const struct conf *);
/*
 * The facts as they are now: stored once, on the boot when they are its
 * first, on every run from now on.  Sorts fact[].
 */
int	 store_host_facts(struct store *, struct store_place *,
	    struct store_fact *fact, size_t n);
/* A set of facts, stored once; inside a transaction.  Sorts fact[]. */
int	 store_host_factset(struct store *, struct store_fact *fact, size_t n,
	    int64_t *factset_id);
/* A row of what travels is new, or has changed; job_id 0: no job's. */
int	 store_host_changed(struct store *, const char *table,
	    const uint8_t *uid, int64_t job_id);
/* An event of the host itself. */
int	 store_host_event(struct store *, const struct store_place *,
	    const char *kind, const char *detail);

#endif
