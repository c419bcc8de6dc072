/*
 * engine: what the files of the engine share.
 *
 *	engine.c	the process: links, configuration, host, facts, end
 *	engine_run.c	the next run, from its row to its stored result
 *	engine_result.c	a result made of what parent, runner and reader said
 *	engine_output.c	what was printed: head and tail, a reader's bytes
 *	engine_watch.c	watchers, pulls that wait, the gap between two runs
 *	engine_json.c	rows as JSON
 *	engine_request*.c  one function a request
 *
 * While a run is timed nothing here wakes by itself: the only timers are one
 * that stores a result again, and one that bounds the gap between two runs.
 */
#ifndef DAEMON_ENGINE_H
#define DAEMON_ENGINE_H

#include <sys/queue.h>

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/benchd.h"
#include "daemon/conf.h"
#include "daemon/ipc.h"
#include "daemon/store_host.h"
#include "daemon/store_job.h"
#include "daemon/store_run.h"
#include "proto/msg.h"

#define ENGINE_SPOOL		"spool"
#define ENGINE_RETRY_S		1	/* to store a result again */
#define ENGINE_FACTS_S		30	/* for the probe, at the start */
#define ENGINE_PULL_NEXT_MS	250	/* a puller asks for its next page */

struct event;
struct event_base;

/* The run that is going on. */
struct engine_run {
	struct store_run	 run;
	int			 fd;		/* output; -1 none */
	enum run_phase		 phase;
	int64_t			 phase_us;
	int64_t			 settle_us;
	struct ipc_run_step	*step;
	char			**command;	/* of each step */
	size_t			 nsteps;
};

struct engine_watch {
	TAILQ_ENTRY(engine_watch)	 entry;
	uint32_t			 conn;
	int64_t				 job_id;
};

/* A request that waits for the gap. */
struct engine_pull {
	TAILQ_ENTRY(engine_pull)	 entry;
	struct ipc_request		 head;
	json_t				*params;
};

struct engine {
	struct event_base	*base;
	struct ipc		*parent;
	struct ipc		*front;		/* NULL: none now */
	struct store		*store;
	struct conf		*conf;		/* NULL: not yet */
	char			*conf_text;	/* as it comes in */
	size_t			 conf_len, conf_want;
	struct ipc_host		 host;
	struct store_place	 place;
	bool			 host_known;
	bool			 ready;
	bool			 restored;	/* seen at the start */
	struct store_fact	*fact;		/* as they are now */
	size_t			 nfacts;
	char			*fact_text;	/* their strings */
	struct engine_run	*run;		/* NULL: none */
	struct store_result	*ended;		/* not yet stored */
	int64_t			 outputs_bytes;	/* kept; < 0: not counted */
	struct event		*retry;
	struct event		*gap;
	int64_t			 gap_until_us;	/* 0: no gap */
	int64_t			 since_us;	/* the activity's begin */
	int64_t			 paused_us;	/* 0: not */
	bool			 probed;	/* or waited for long enough */
	bool			 stopping;
	TAILQ_HEAD(, engine_watch) watches;
	TAILQ_HEAD(, engine_pull)  pulls;
};

/* A request on its way to its answer. */
struct engine_request {
	struct engine		*engine;
	const struct ipc_request *head;
	json_t			*params;	/* an object, never NULL */
	struct msg_fault	 fault;
	bool			 later;		/* answered in the gap */
};

struct engine	*engine_self(void);

/* Begin the next run if one may begin; else say what ends. */
void	 engine_run_next(struct engine *);
/* Close what a former engine left. */
void	 engine_run_reconcile(struct engine *);
/* The present run ends with us, as interrupted. */
void	 engine_run_abandon(struct engine *, const char *why);
/* Ask the parent to end it, if it is of this job. */
void	 engine_run_cancel(struct engine *, int64_t job_id);
void	 engine_run_phase(struct ipc *, struct ipc_msg *);
void	 engine_run_step(struct ipc *, struct ipc_msg *);
void	 engine_run_done(struct ipc *, struct ipc_msg *);
/* The result that waits is stored, or tried again later. */
void	 engine_run_store(struct engine *);
/* The run's spool file. */
void	 engine_run_spool(const struct store_run *, char *path, size_t size);

/* Make a result of all that is known; NULL when memory ends. */
struct store_result *engine_result_new(struct engine *, struct engine_run *,
	    const struct ipc_run_done *);
/* The same of a run that nobody saw the end of; takes run over. */
struct store_result *engine_result_left(struct store_run *, int fd,
	    const char *reason, int64_t kept);

/* Head and tail of fd, compressed, kept bytes at most; 0 or -1. */
int	 engine_output_keep(int fd, int64_t kept, struct store_output *);
/* bytes[*len] of fd from offset on, at most max from its end; or NULL. */
void	*engine_output_read(int fd, int64_t offset, int64_t bytes, size_t max,
	    size_t *len);
/* Unpack a zlib stream of known length; caller frees; NULL: damaged. */
void	*engine_output_unpack(const void *packed, size_t packed_len,
	    size_t len);

int	 engine_watch_add(struct engine *, uint32_t conn, int64_t job_id);
void	 engine_watch_gone(struct ipc *, struct ipc_msg *);
void	 engine_watch_clear(struct engine *);
void	 engine_watch_phase(struct engine *);
void	 engine_watch_run_done(struct engine *, const struct store_run *);
void	 engine_watch_job_done(struct engine *, int64_t job_id);
int	 engine_watch_pull(struct engine_request *);
bool	 engine_watch_hold(struct engine *);
/* Serve what waits; true while the next run has to wait for pulls. */
bool	 engine_watch_gap(struct engine *);

/* The present row as an object, or as an array; NULL when memory ends. */
json_t	*engine_json_row(const struct store_rows *);
json_t	*engine_json_list(const struct store_rows *);
json_t	*engine_json_value(const struct store_rows *, size_t column);
/* All rows of a statement as objects; NULL on a fault. */
json_t	*engine_json_rows(struct store *, const char *name,
	    const struct store_value *, size_t n);
/* All rows of two columns as members of an object. */
json_t	*engine_json_pairs(struct store *, const char *name,
	    const struct store_value *, size_t n);
/* What runs now; null when nothing does. */
json_t	*engine_json_now(const struct engine *);
/* A job as job.show says it, without its cells; NULL: no such. */
json_t	*engine_json_job(struct engine *, int64_t job_id);
/* Runs as run.list says them, with samples and taints. */
json_t	*engine_json_runs(struct engine *, int64_t job_id, int64_t after,
	    int64_t last, int64_t *next);

/* IPC_REQUEST. */
void	 engine_request_handle(struct ipc *, struct ipc_msg *);
/* Answer one whose params are known; pulls come here again. */
void	 engine_request_answer(struct engine *, const struct ipc_request *,
	    json_t *params);
/* Fault: our store did not take it.  NULL always. */
json_t	*engine_request_store_fault(struct engine_request *);
/* The job that params name; 0 with the fault. */
int64_t	 engine_request_find_job(struct engine_request *);
/* 0, or -1 with the fault where it is neither the client's nor an admin's. */
int	 engine_request_own(struct engine_request *,
	    const struct store_job *);

/* Each answers with a new value, or NULL with the fault (or later). */
json_t	*engine_request_host_hello(struct engine_request *);
json_t	*engine_request_host_status(struct engine_request *);
json_t	*engine_request_host_facts(struct engine_request *);
json_t	*engine_request_host_pause(struct engine_request *);
json_t	*engine_request_host_resume(struct engine_request *);
json_t	*engine_request_host_recipes(struct engine_request *);
json_t	*engine_request_host_leases(struct engine_request *);
json_t	*engine_request_job_submit(struct engine_request *);
json_t	*engine_request_job_list(struct engine_request *);
json_t	*engine_request_job_show(struct engine_request *);
json_t	*engine_request_job_watch(struct engine_request *);
json_t	*engine_request_job_cancel(struct engine_request *);
json_t	*engine_request_job_retry(struct engine_request *);
json_t	*engine_request_run_list(struct engine_request *);
json_t	*engine_request_run_log(struct engine_request *);
json_t	*engine_request_pull_changes(struct engine_request *);

#endif
