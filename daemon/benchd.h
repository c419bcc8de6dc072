/*
 * benchd: our processes, and every message between them.
 *
 *	parent		root; the other ends of all links but one
 *	front		sockets, TLS, JSON; unprivileged, empty chroot
 *	engine		queue, database, readers; unprivileged, chroot to db/
 *	probe		facts, once; then gone
 *	cleaner		one object directory, once; then gone	(run.h)
 *	runner		one step, once; its own program		(run.h)
 *
 * Links: parent-front, parent-engine, front-engine, parent-probe.  Number,
 * direction, payload and descriptor of a message stand together here; sender,
 * length and descriptor are checked by the receiver's row (ipc.h) before any
 * handler runs.
 */
#ifndef DAEMON_BENCHD_H
#define DAEMON_BENCHD_H

#include <sys/types.h>

#include <stdbool.h>
#include <stdint.h>

#include "daemon/run.h"

enum proc_id {
	PROC_PARENT,
	PROC_FRONT,
	PROC_ENGINE,
	PROC_PROBE,
	PROC_CLEANER,
	PROC_RUNNER,
	PROC_MAX
};

#define BENCHD_LINK_FD		3	/* a child's link to the parent */
#define BENCHD_UID_HEX		33	/* 16 bytes in hex, ended */

enum ipc_type {
	IPC_NONE,

	/* any child to parent */
	IPC_LOG = 100,		/* uint32_t level (log.h), then text */
	IPC_READY,		/* nothing: walls are up, configuration read */

	/* parent to front and engine */
	IPC_CONF_BEGIN = 200,	/* uint32_t bytes to come */
	IPC_CONF_TEXT,		/* canonical text, in pieces */
	IPC_CONF_END,		/* nothing: the new configuration holds */
	IPC_PEER,		/* nothing, + the front-engine link */
	IPC_STOP,		/* nothing: finish, commit, exit 0 */

	/* parent to front */
	IPC_LISTEN = 300,	/* struct ipc_listen, uids, + its socket */
	IPC_HOSTKEY,		/* PEM of the private key */
	IPC_CLIENTS,		/* text of the clients file; replaces the old */
	IPC_TIMED,		/* uint32_t: 1 a run is timed from now, 0 not */

	/* parent to engine */
	IPC_HOST = 400,		/* struct ipc_host */
	IPC_FACTS,		/* strings: key value key value ... */
	IPC_RUN_PHASE,		/* struct ipc_run_phase */
	IPC_RUN_STEP,		/* struct ipc_run_step, the command */
	IPC_RUN_DONE,		/* struct ipc_run_done */

	/* engine to parent */
	IPC_RUN_BEGIN = 500,	/* struct ipc_run_begin, strings, + output fd */
	IPC_RUN_CANCEL,		/* struct ipc_run_cancel */
	IPC_JOB_END,		/* struct ipc_job_end */

	/* front to engine */
	IPC_REQUEST = 600,	/* struct ipc_request, then params as JSON */
	IPC_CONN_GONE,		/* uint32_t conn */

	/* engine to front */
	IPC_REPLY = 700,	/* struct ipc_reply, then JSON */
	IPC_EVENT,		/* uint32_t conn, then a notification's JSON */

	/* probe to parent */
	IPC_PROBED = 800	/* strings: key value key value ... */
};

/*
 * IPC_LISTEN.  Behind it, for the Unix socket, one uint32_t a member of the
 * group that may use it.
 */
struct ipc_listen {
	uint32_t	 local;		/* the Unix socket */
	uint32_t	 gid;		/* that group; 0: there is none */
	char		 name[128];	/* for the log: "0.0.0.0 port 7117" */
};

/* IPC_HOST: who and where this host is; known before any job. */
struct ipc_host {
	char	 name[128];		/* host name */
	char	 machine[128];
	uint32_t machine_marked;	/* it is only the host's own id */
	uint32_t ncpu;
	char	 boot[64];		/* kernel's id of this uptime */
	char	 fingerprint[64];	/* SHA256:... of the host key */
};

/*
 * IPC_RUN_BEGIN: run a recipe.  The parent looks digest up in its present
 * configuration and admits every level by that; behind the struct nlevels
 * pairs of strings, name and value.  All steps' output goes to the one
 * descriptor, one after the other.
 */
struct ipc_run_begin {
	char		 run[BENCHD_UID_HEX];
	char		 job[BENCHD_UID_HEX];
	uint8_t		 digest[32];
	uint32_t	 nlevels;
	uint32_t	 warmup;
	uint32_t	 first_of_job;	/* prepare steps once a job */
	uint32_t	 first_of_boot;
};

/* IPC_RUN_CANCEL: end it; IPC_RUN_DONE follows as for any other end. */
struct ipc_run_cancel {
	char	 run[BENCHD_UID_HEX];
};

/* IPC_JOB_END: no run of it comes any more; takeover puts things back. */
struct ipc_job_end {
	char	 job[BENCHD_UID_HEX];
	uint8_t	 digest[32];
};

enum run_phase {
	RUN_PHASE_WAITING,	/* for the machine's lock */
	RUN_PHASE_CLEANING,
	RUN_PHASE_PREPARING,
	RUN_PHASE_SETTLING,	/* and then timed; no word comes in between */
	RUN_PHASE_CHECKING,
	RUN_PHASE_COUNTING,
	RUN_PHASE_CLEANUP
};

struct ipc_run_phase {
	char		 run[BENCHD_UID_HEX];
	uint32_t	 phase;		/* enum run_phase */
};

enum run_step_kind {
	RUN_STEP_CLEAN, RUN_STEP_PREPARE, RUN_STEP_COMMAND, RUN_STEP_CHECK,
	RUN_STEP_COUNT, RUN_STEP_CLEANUP
};

/*
 * IPC_RUN_STEP: a step has ended; behind it the command as expanded, or the
 * object directory's path.  clean holds for CLEAN and COUNT, answer for the
 * others.  footprint: of our processes over the timed command, the dead
 * included.
 */
struct ipc_run_step {
	char			 run[BENCHD_UID_HEX];
	uint32_t		 ordinal;	/* from 1 */
	uint32_t		 kind;		/* enum run_step_kind */
	struct run_answer	 answer;
	struct clean_answer	 clean;
};

enum run_verdict {
	RUN_COMPLETE, RUN_FAILED, RUN_KILLED, RUN_TIMED_OUT,
	RUN_TOO_MUCH_OUTPUT, RUN_INTERRUPTED, RUN_CANCELLED
};

/*
 * IPC_RUN_DONE: nothing of the run lives any more.  recipe_changed: refused
 * because the parent has no such digest, or does not admit a level.
 */
struct ipc_run_done {
	char		 run[BENCHD_UID_HEX];
	uint32_t	 verdict;	/* run_verdict, before readers */
	uint32_t	 recipe_changed;
	uint32_t	 stopping;	/* the parent ends: begin no other */
	char		 reason[RUN_REASON_BYTES];
};

/*
 * IPC_REQUEST: checked by front against the requests' table (proto/request.h):
 * method, role, members and their types.  IPC_REPLY's JSON is the whole
 * object behind "result" or "error".
 */
struct ipc_request {
	uint32_t	 conn;
	uint32_t	 method;	/* enum request_method */
	uint64_t	 serial;	/* front's; returns in the reply */
	uint32_t	 role;
	char		 client[64];	/* fingerprint, or "uid:N" */
	char		 name[128];	/* as the clients file says */
	char		 peer[64];	/* address, or "local" */
};

struct ipc_reply {
	uint32_t	 conn;
	int32_t		 error;		/* enum error_code (proto/error.h); 0 */
	uint64_t	 serial;
};

/* Entry functions of the processes that are children of parent. */
/* root and user: where and as whom, from proc_start()'s arguments. */
int	 front_main(const char *root, const char *user);
int	 engine_main(const char *root, const char *user);
int	 probe_main(const char *root, const char *user);
int	 cleaner_main(const char *root, const char *user);

#endif
