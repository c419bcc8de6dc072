/*
 * evidence: name and unit of what is read before and after a run.
 *
 * The table that run.h's keys are rows of; the manual's list and the rows in
 * the database are made by it.
 */
#ifndef DAEMON_EVIDENCE_H
#define DAEMON_EVIDENCE_H

#include <stdbool.h>

#include "daemon/run.h"

struct evidence_row {
	const char	*name;		/* as stored */
	const char	*unit;
	double		 per;		/* raw units in one of unit */
	bool		 level;		/* NAME.before and NAME.after */
};

/* The row of a key; never NULL below EVIDENCE_MAX. */
const struct evidence_row	*evidence_row(enum evidence_key);

#endif
