/*
 * submit: what a person wants run, as the request that says it.
 *
 * The job's id is the client's, so that a request that is repeated for a lost
 * answer is the same job.
 */
#ifndef CLIENT_SUBMIT_H
#define CLIENT_SUBMIT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "client/fleet.h"
#include "client/options.h"

#define SUBMIT_WHY_BYTES	512

struct submit {
	json_t	*params;	/* of job.submit */
	bool	 dry_run;
};

/*
 * Read the arguments of command; the caller clears submit.  OPTIONS_OK, or
 * what to end with, having said why.
 */
int	 submit_parse(const char *command, struct options *, int *argc,
	    char **argv, struct submit *);
void	 submit_clear(struct submit *);
const char *submit_job(const struct submit *);

/*
 * "jobs=1,2,4" into params' "levels", in the order given; "jobs=12" into an
 * object.  0, or -1 with what is wrong in why[SUBMIT_WHY_BYTES].
 */
int	 submit_levels(json_t *levels, const char *text, char *why);
int	 submit_pair(json_t *object, const char *text, char *why);
/* The seed that goes with an id, short enough to be typed again. */
int64_t	 submit_seed(const char *id);

/*
 * "4 cells x (1 warm-up + 3 runs), random blocks, seed 20260114", of what the
 * host has answered, into text[size], which is returned.
 */
const char *submit_words(const json_t *params, const json_t *answer,
	    char *text, size_t size);

/* Submit: for fleet_calls' ready(); answer as of fleet_ask(). */
void	 submit_ask(struct fleet_host *, const struct submit *,
	    void (*answer)(struct fleet_host *, const json_t *));
/*
 * Refused: an unknown recipe asks how many there are, to say so with it.
 * For fleet_calls' refused().
 */
bool	 submit_refused(struct fleet_host *, const struct msg_fault *);

#endif
