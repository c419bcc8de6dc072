/*
 * store_run: runs, from the row before the act to the whole result.
 *
 * A result is plain data, made by the engine from what parent, runner and
 * readers said, so that it can be stored again when the disk or a lock was in
 * the way the first time.
 */
#ifndef DAEMON_STORE_RUN_H
#define DAEMON_STORE_RUN_H

#include "daemon/store.h"
#include "daemon/store_host.h"
#include "daemon/taint.h"
#include "proto/limits.h"

/* What comes next, and what of it has been written down. */
struct store_run {
	int64_t	 run_id;		/* 0 until it has begun */
	uint8_t	 uid[UID_BYTES];
	int64_t	 job_id;
	uint8_t	 job[UID_BYTES];
	char	 client_job[LIMIT_NAME_BYTES + 1];
	int64_t	 slot_id, cell_id, ordinal, slots, attempt;
	bool	 warmup;
	bool	 first_of_job, first_of_boot;
	bool	 cancelled;		/* its job was, meanwhile */
	uint8_t	 recipe[STORE_DIGEST_BYTES];
	char	 recipe_name[LIMIT_NAME_BYTES + 1];
	char	*levels;		/* "jobs=4"; store_run_clear() */
	int64_t	 started_us;
};

struct store_step {
	const char	*kind;
	char		*command;	/* owned */
	int64_t		 started_us;	/* 0: not known */
	int64_t		 real_ns, user_us, sys_us;
	int64_t		 exit_status, exit_signal;	/* -1: none */
	int64_t		 output_bytes;
	char		*reason;	/* owned; NULL none */
};

struct store_sample {
	char	*name;			/* owned */
	char	*part;			/* owned; NULL: the only one */
	char	*unit;			/* owned */
	const char *better;		/* lower, higher, none */
	double	 value;
	double	 resolution;
};

struct store_evidence {
	char		*key;		/* owned */
	bool		 known;
	double		 value;
	char		*detail;	/* owned; NULL none */
};

struct store_workload {
	uint8_t	 digest[STORE_DIGEST_BYTES];
	char	*tool, *version, *test, *options, *work;	/* owned */
};

/* Head and tail as zlib streams, owned. */
struct store_output {
	int64_t	 bytes;			/* that were printed */
	void	*head, *tail;
	size_t	 head_packed, tail_packed;
	int64_t	 head_bytes, tail_bytes;
};

/* All that is known of a run that has ended. */
struct store_result {
	struct store_run	 run;	/* owned */
	const char		*outcome;
	char			*reason;	/* owned; NULL none */
	int64_t			 exit_status, exit_signal;	/* -1 none */
	int64_t			 started_us, started_up_us, ended_us;
	int			 clock_set;	/* 1, 0, -1 unknown */
	bool			 has_work;
	uint8_t			 work_digest[STORE_DIGEST_BYTES];
	int64_t			 work_files, work_bytes;
	bool			 has_workload;
	struct store_workload	 workload;
	struct store_step	*step;
	size_t			 nsteps;
	struct store_sample	*sample;
	size_t			 nsamples;
	struct store_evidence	*evidence;
	size_t			 nevidence;
	struct store_fact	*fact;	/* texts owned; none: the host's */
	size_t			 nfacts;
	struct taint		 taint[TAINT_MAX];
	size_t			 ntaints;
	struct store_output	 output;
};

void	 store_run_clear(struct store_run *);
void	 store_run_result_clear(struct store_result *);

/* The next run: 1, 0 when there is none, -1. */
int	 store_run_next(struct store *, const struct store_place *,
	    struct store_run *);
/*
 * Write it down as starting, before anything is done; gives it its uid and
 * marks slot and job.
 */
int	 store_run_begin(struct store *, const struct store_place *,
	    struct store_run *);
/*
 * Its end and all that belongs to it, in one transaction: an interrupted run
 * leaves its slot planned (the fifth in a row gives its cell up), one that
 * the outside disturbed is planned once more, unequal work of the whole job
 * is told anew.
 */
int	 store_run_end(struct store *, const struct store_result *);
/*
 * Close what a former engine left as starting: *run is the next of them, to
 * be given to store_run_end(); 1, 0 when there is none, -1.  other_boot: it
 * began in another boot than place's.
 */
int	 store_run_left(struct store *, const struct store_place *,
	    struct store_run *, bool *other_boot);
/*
 * Drop bytes of outputs, those of complete runs first, oldest first.  *kept
 * is what is kept now, or below 0 where that is to be counted.
 */
int	 store_run_retain(struct store *, int64_t bytes_max, int64_t *kept);

#endif
