/*
 * store_job: jobs, their cells and slots, from request to end.
 *
 * Each function that changes something is one transaction; 0, or -1 with
 * store_fault().
 */
#ifndef DAEMON_STORE_JOB_H
#define DAEMON_STORE_JOB_H

#include "daemon/job.h"
#include "daemon/store.h"
#include "daemon/store_host.h"

/* What is known of a job before it is acted upon. */
struct store_job {
	int64_t	 job_id;
	uint8_t	 uid[UID_BYTES];
	uint8_t	 recipe[STORE_DIGEST_BYTES];
	char	 state[16];
	char	 client[64];		/* key of who submitted it */
};

enum store_twin { STORE_TWIN_NONE, STORE_TWIN_SAME, STORE_TWIN_OTHER };

/*
 * Has this client used this id here?  Sets *job_id when it has; -1 on a
 * fault.
 */
int	 store_job_twin(struct store *, const struct store_place *,
	    const struct job_ask *, int64_t *job_id);
/* A new job, durable with all its slots when this returns 0. */
int	 store_job_insert(struct store *, const struct store_place *,
	    const struct job *, int64_t *job_id);
/*
 * Find by uid, its first digits, or a client's id: how many fit (2: more
 * than one), or -1.  client's own come before those of others.
 */
int	 store_job_find(struct store *, const char *name, const char *client,
	    int64_t *job_id);
int	 store_job_load(struct store *, int64_t job_id, struct store_job *);
/* End it in every state: "cancelled", "failed"; planned slots are given up. */
int	 store_job_stop(struct store *, int64_t job_id, const char *state,
	    const char *reason);
/* Plan again what is missing; *added slots. */
int	 store_job_retry(struct store *, int64_t job_id, int64_t *added);
/*
 * End the next job all of whose slots are over: 1 with *job_id, 0 when there
 * is none, -1.
 */
int	 store_job_over(struct store *, int64_t *job_id);

#endif
