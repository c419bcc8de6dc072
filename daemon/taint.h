/*
 * taint: named reasons why a run should not be believed.
 *
 * Pure: figures of one run in, taints out, by one table of rules that the
 * manual lists too.  Cause outside: the run is left out and repeated once;
 * cause factor: what is compared may itself be the reason, so the run counts
 * and is named.  A figure that could not be read taints nothing and stays
 * unknown in the evidence.
 */
#ifndef DAEMON_TAINT_H
#define DAEMON_TAINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/run.h"

#define TAINT_MAX		16	/* of one run */
#define TAINT_DETAIL_BYTES	160

/* Bytes built that differ by more than this share are other work. */
#define TAINT_WORK_SHARE	0.001

enum taint_cause { TAINT_OUTSIDE, TAINT_FACTOR };

struct taint {
	const char		*key;
	enum taint_cause	 cause;
	double			 figure;
	const char		*unit;
	char			 detail[TAINT_DETAIL_BYTES];
};

/* What the timed step's answer gives reason for: how many, <= TAINT_MAX. */
size_t		 taint_judge(const struct run_answer *, int ncpu,
		    struct taint *taints);
/* Is this other work than usual?  Fills the taint and returns true. */
bool		 taint_work(const uint8_t *digest, int64_t bytes,
		    const uint8_t *usual, int64_t usual_bytes,
		    struct taint *);
const char	*taint_cause_name(enum taint_cause);

#endif
