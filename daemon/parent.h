/*
 * parent: what the files of the parent process share.
 *
 *	parent.c	start, routes, signals, stop
 *	parent_child.c	front, engine, probe: birth, configuration, death
 *	parent_task.c	runner and cleaner: one request, one answer
 *	parent_run.c	a run, action by action
 *	parent_judge.c	how it ended
 *	parent_restore.c  what takeover put aside comes back
 *	parent_step.c	a step's request to the runner or the cleaner
 *	parent_files.c	directories, pid file, locks, sockets, host key
 *	journal.c	what must be undone after a crash
 */
#ifndef DAEMON_PARENT_H
#define DAEMON_PARENT_H

#include <sys/types.h>

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "daemon/benchd.h"
#include "daemon/conf.h"
#include "daemon/ipc.h"
#include "daemon/journal.h"
#include "proto/limits.h"

struct event;
struct event_base;
struct parent;

struct parent_options {
	const char	*conf_path;
	bool		 foreground;
	bool		 verbose;
	int		 report_fd;	/* a byte when we are ready; -1 */
};

struct parent_child {
	pid_t		 pid;		/* 0: none */
	struct ipc	*ipc;
	bool		 ready;
	time_t		 death[LIMIT_DEATHS_MINUTE];	/* monotonic */
	size_t		 ndeaths;
};

/* A process that answers once: told by done() when it is gone and reaped. */
struct parent_task {
	enum proc_id	 id;		/* PROC_RUNNER or PROC_CLEANER */
	pid_t		 pid;		/* 0: reaped */
	int		 status;	/* wait(2)'s, once reaped */
	int		 fd;		/* -1: closed */
	struct event	*readable;
	struct event	*deadline;	/* of a stop */
	unsigned char	*answer;
	size_t		 answer_len, got;
	void		(*done)(struct parent *, struct parent_task *);
};

struct parent_run;

struct parent {
	struct parent_options	 options;
	char			 self[PATH_MAX];
	char			 runner[PATH_MAX];
	const char		*user;		/* of front and engine */
	struct conf		*conf;
	char			*conf_text;
	struct event_base	*base;
	struct event		*signals[4];
	struct event		*stop_timer;
	struct parent_child	 child[PROC_MAX];
	struct ipc_host		 host;
	char			*facts;		/* strings, as in IPC_FACTS */
	size_t			 facts_len;
	char			*hostkey;	/* PEM */
	char			*clients;	/* text of the clients file */
	int			*listeners;	/* the Unix one first */
	size_t			 nlisteners;
	int			 pid_fd;
	int			 lock_fd;	/* the machine's lock, open */
	int			 report_fd;	/* to who started us; -1 */
	struct journal		 journal;
	struct parent_run	*run;
	struct parent_task	*restore;	/* a takeover on its way back */
	size_t			 restoring;	/* its place in the journal */
	bool			 stopping;
	bool			 timed;		/* as front is told */
	bool			 failed;	/* stopped by no one's wish */
};

/* The one of this process. */
struct parent	*parent_self(void);
int		 parent_main(const struct parent_options *);
/* Ask for the end: the run, the children, then the loop. */
void		 parent_stop(struct parent *);
/* The same for a fault of ours that was said: exit status 1. */
void		 parent_fail(struct parent *);
/* Go on with a stop when something that it waited for is done. */
void		 parent_stop_check(struct parent *);

int		 parent_child_start(struct parent *, enum proc_id);
void		 parent_child_configure(struct parent *, enum proc_id);
/* It broke a rule of ours: kill it; it is started again as after any death. */
void		 parent_child_refuse(struct parent *, enum proc_id,
		    const char *why);
/* Tell front whether a run is timed, now and whenever it is born. */
void		 parent_child_timed(struct parent *, bool timed);
/* The run is over: start an engine that died in it. */
void		 parent_child_await(struct parent *);
/* A pid was reaped: true where it was one of these. */
bool		 parent_child_reaped(struct parent *, pid_t, int status);
void		 parent_child_send_run(struct parent *, uint32_t type,
		    const void *head, size_t head_len, const char *text);

/*
 * Start argv with request[len] (and fd, taken over) and wait for answer_len
 * bytes.  NULL with errno on failure.  Freed by parent_task_free() in done().
 */
struct parent_task *parent_task_start(struct parent *, enum proc_id,
		    const void *request, size_t len, int fd,
		    size_t answer_len);
void		 parent_task_stop(struct parent *, struct parent_task *);
bool		 parent_task_reaped(struct parent *, struct parent_task *,
		    pid_t, int status);
void		 parent_task_free(struct parent_task *);
/* Kill what a dead runner left to us; true when nobody is left. */
bool		 parent_task_sweep(struct parent *);

enum parent_end { PARENT_END_NONE, PARENT_END_CANCEL, PARENT_END_INTERRUPT };

void		 parent_run_begin(struct ipc *, struct ipc_msg *);
void		 parent_run_cancel(struct ipc *, struct ipc_msg *);
void		 parent_run_end(struct parent *, enum parent_end,
		    const char *why);

/* A pid was reaped: it may be the run's task, or an orphan of a dead one. */
void		 parent_run_reaped(struct parent *, pid_t, int status);
/* A new configuration comes: the old one lives as long as a run needs it. */
void		 parent_run_keep_conf(struct parent *);
/* A process of ours died while a run goes on: its footprint is not lost. */
void		 parent_judge_death(struct parent *, pid_t, const void *rusage);

/* Put back what takeover put aside, the first that is due; then go on. */
void		 parent_restore_next(struct parent *);
void		 parent_restore_job_end(struct ipc *, struct ipc_msg *);

void		 parent_files_tag(const struct parent *, char *tag,
		    size_t size);
int		 parent_files_prepare(struct parent *);
int		 parent_files_pid(struct parent *);
int		 parent_files_hostkey(struct parent *);
int		 parent_files_clients(struct parent *, char **text);
int		 parent_files_listen(struct parent *);
size_t		 parent_files_operators(const struct parent *, uint32_t *gid,
		    uint32_t *uid, size_t max);
int		 parent_files_lock(struct parent *);
void		 parent_files_close(struct parent *);

#endif
