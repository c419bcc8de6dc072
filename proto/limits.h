/*
 * limits: every limit of benchd, in one place, asserted against each other.
 *
 * Those marked "conf" can be set in benchd.conf(5); these are the defaults.
 */
#ifndef PROTO_LIMITS_H
#define PROTO_LIMITS_H

#include <stdint.h>

/* The program's version: here, and nowhere else. */
#define BENCHD_VERSION			"0.1"

#define PROTO_PORT			7117
#define PROTO_VERSION_MIN		1
#define PROTO_VERSION_MAX		1

/* The wire. */
#define LIMIT_LINE_BYTES		(256 * 1024)	/* with its newline */
#define LIMIT_DEPTH			16		/* of JSON */
#define LIMIT_NAME_BYTES		128		/* names and labels */
#define LIMIT_PATTERN_BYTES		64
#define LIMIT_CONNECTIONS		1024		/* conf; with a key */
#define LIMIT_CONNECTIONS_PEER		64		/* conf; an address */
#define LIMIT_CONNECTIONS_NEW		256		/* no key shown yet */
#define LIMIT_CONNECTIONS_UNIX		8
#define LIMIT_HANDSHAKE_S		10		/* conf */
#define LIMIT_IDLE_S			600		/* conf */
#define LIMIT_PAGE_BYTES		(192 * 1024)	/* a page's load */
#define LIMIT_PULL_GAP_S		10		/* of pulls, a gap */
#define LIMIT_FRONT_CPU_MS		50		/* a minute, timed */
#define LIMIT_REQUESTS			64		/* unanswered */
#define LIMIT_WAITING_BYTES		(512 * 1024)	/* unsent */
#define LIMIT_LEASE_S			(30 * 86400)

/* Jobs. */
#define LIMIT_QUEUE_JOBS		10000		/* conf */
#define LIMIT_JOB_RUNS			100000		/* conf */
#define LIMIT_JOB_CELLS			4096
#define LIMIT_PARAMETERS		16		/* a recipe */
#define LIMIT_LEVELS			256		/* of one parameter */
#define LIMIT_LABELS			64		/* a job */
#define LIMIT_INTERRUPTED_ROW		5		/* in a row: failed */

/* Recipes. */
#define LIMIT_RECIPES			1024
#define LIMIT_STEPS			32		/* a recipe */
#define LIMIT_ARGS			256		/* a step */
#define LIMIT_ENV			128		/* a recipe */
#define LIMIT_WORD_BYTES		4096		/* of configuration */
#define LIMIT_INCLUDE_DEPTH		8
#define LIMIT_CONF_BYTES		(1024 * 1024)	/* a file */
#define LIMIT_CONF_FILES		256
#define LIMIT_CONF_FAULTS		100	/* more are not listed */
#define LIMIT_STATES			256

/* Runs. */
#define LIMIT_TIMEOUT_S			(12 * 3600)	/* conf; a recipe's */
#define LIMIT_TIMEOUT_MAX_S		(30 * 86400)
#define LIMIT_OUTPUT_KEPT_BYTES		(4 * 1024 * 1024)	/* conf */
#define LIMIT_OUTPUT_MAX_BYTES		(1LL << 30)	/* conf; ends the run */
#define LIMIT_FILE_MAX_BYTES		(16LL << 30)	/* conf; RLIMIT_FSIZE */
#define LIMIT_SETTLE_MS			1000		/* conf */
#define LIMIT_FREE_STILL_MS		5000	/* for free space at most */
#define LIMIT_FREE_PAUSE_MS		200	/* between two readings */
#define LIMIT_OUTLIVED_GRACE_MS		1000
#define LIMIT_KILL_GRACE_MS		1000		/* TERM, then KILL */
#define LIMIT_STOP_S			5		/* SIGTERM to the end */
#define LIMIT_DEATHS_MINUTE		5		/* of a child */
#define LIMIT_OUTPUTS_HOST_BYTES	(4LL << 30)	/* conf; all outputs */
#define LIMIT_RESERVE_BYTES		(8LL << 20)	/* conf; disk reserve */

/* Between our own processes. */
#define LIMIT_IPC_BYTES			(512 * 1024)

_Static_assert(LIMIT_PAGE_BYTES < LIMIT_LINE_BYTES, "a page fits a line");
_Static_assert(LIMIT_IPC_BYTES >= 2 * LIMIT_LINE_BYTES, "a line fits a link");
_Static_assert(LIMIT_WAITING_BYTES > LIMIT_LINE_BYTES, "an answer may wait");
_Static_assert(LIMIT_PATTERN_BYTES <= LIMIT_NAME_BYTES, "a level is a name");
_Static_assert(LIMIT_OUTPUT_MAX_BYTES <= LIMIT_FILE_MAX_BYTES,
    "the output's limit lies below the file's");
_Static_assert(LIMIT_KILL_GRACE_MS + LIMIT_OUTLIVED_GRACE_MS <
    LIMIT_STOP_S * 1000, "a stop waits for a kill");

#endif
