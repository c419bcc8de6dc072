/*
 * load: what the files of benchload share.
 *
 * A run is options, one test and its workers.  A test is a row of functions:
 * everything that differs between cpu, memory, threads, mutex, fileio and
 * stream stands in that row; everything alike (the clock, the barrier, the
 * budget of events, latency, the report) knows no test by name.
 */
#ifndef DAEMON_LOAD_LOAD_H
#define DAEMON_LOAD_LOAD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/load/random.h"
#include "proto/compat.h"

#define LOAD_VERSION		"1.0"

#define LOAD_WHY_BYTES		256
#define LOAD_LINE_BYTES		128	/* two cache lines */
#define LOAD_THREADS_MAX	4096
#define LOAD_EVENTS_MAX		INT32_MAX
#define LOAD_SECONDS_MAX	(30 * 86400)
#define LOAD_BACKLOG_MAX	131072	/* late events, as sysbench's queue */
#define LOAD_FILES_MAX		65536
#define LOAD_KERNELS		4	/* of stream */

#define LOAD_EXIT_FAILED	1	/* no figure was given */
#define LOAD_EXIT_USAGE		2	/* nothing was run */

/*
 * A compiler that divides small numbers by another instruction than large
 * ones would measure another thing than its neighbour; asked for small code
 * it divides as written.
 */
#if defined(__has_attribute)
#if __has_attribute(minsize)
#define LOAD_AS_WRITTEN		__attribute__((minsize, noinline))
#endif
#endif
#ifndef LOAD_AS_WRITTEN
#define LOAD_AS_WRITTEN		__attribute__((noinline))
#endif

/*
 * Latencies in nanoseconds.  Values below 2^7 have a bucket each; above, each
 * power of two has 2^6, so a bucket's middle lies within 1/128 (0.8%) of all
 * that it holds.  What is above 2^47 ns (39 hours) is in the last bucket.
 */
#define HISTOGRAM_BITS		6
#define HISTOGRAM_NS_BITS	47
#define HISTOGRAM_BUCKETS	\
	((HISTOGRAM_NS_BITS - HISTOGRAM_BITS + 1) << HISTOGRAM_BITS)
#define HISTOGRAM_ERROR		(1.0 / 128)

struct histogram {
	atomic_ulong	 count[HISTOGRAM_BUCKETS]; /* one writer, no lock */
	atomic_uint	 wraps[HISTOGRAM_BUCKETS]; /* where long is 32 bits */
};

/* The counts of one or more histograms at one moment. */
struct histogram_sum {
	uint64_t	 count[HISTOGRAM_BUCKETS];
	uint64_t	 total;
};

enum memory_oper { MEMORY_READ, MEMORY_WRITE, MEMORY_NONE };
enum memory_scope { MEMORY_GLOBAL, MEMORY_LOCAL };
enum memory_access { MEMORY_SEQ, MEMORY_RND };
enum file_mode {
	FILE_UNSET, FILE_SEQWR, FILE_SEQREWR, FILE_SEQRD, FILE_RNDRD,
	FILE_RNDWR, FILE_RNDRW
};
enum file_sync { FILE_FSYNC, FILE_FDATASYNC };

#define FILE_FLAG_SYNC		1
#define FILE_FLAG_DSYNC		2
#define FILE_FLAG_DIRECT	4

/* One a row of options.c's table; a name that is given twice keeps its last. */
struct options {
	const char	*test;
	const char	*command;
	bool		 legacy;	/* --test=: sysbench 0.4's defaults */

	int64_t		 threads;
	int64_t		 events;
	int64_t		 time_s;
	int64_t		 warmup_s;
	int64_t		 rate;
	int64_t		 interval_s;
	int64_t		 percentile;
	int64_t		 seed;
	int64_t		 histogram;
	int64_t		 validate;
	int64_t		 json;
	int64_t		 help;
	int64_t		 version;

	int64_t		 cpu_max_prime;
	int64_t		 memory_block;
	int64_t		 memory_total;
	int64_t		 memory_oper;
	int64_t		 memory_access;
	int64_t		 memory_scope;
	int64_t		 thread_yields;
	int64_t		 thread_locks;
	int64_t		 mutex_num;
	int64_t		 mutex_locks;
	int64_t		 mutex_loops;
	int64_t		 file_num;
	int64_t		 file_total;
	int64_t		 file_block;
	int64_t		 file_mode;
	int64_t		 file_io;
	int64_t		 file_flags;
	int64_t		 file_fsync_freq;
	int64_t		 file_fsync_all;
	int64_t		 file_fsync_end;
	int64_t		 file_fsync_mode;
	int64_t		 file_merged;
	double		 file_rw_ratio;
	int64_t		 stream_size;
};

struct run;

/* One thread, on cache lines of its own. */
struct worker {
	_Alignas(LOAD_LINE_BYTES)
	struct run	*run;
	unsigned	 id;
	uint32_t	 ticket;	/* number of this event in the run */
	bool		 counted;	/* this is not the warm-up */
	uint64_t	 left;		/* events this thread may still do */
	uint64_t	 done;		/* events, those of the warm-up too */
	uint64_t	 events;	/* events that count */
	uint64_t	 min_ns;
	uint64_t	 max_ns;
	uint64_t	 sum_ns;
	uint64_t	 end_ns;
	atomic_uint	 shown;		/* events, for interval reports */
	struct random	 random;
	void		*own;		/* the test's */
	pthread_t	 thread;
	char		 why[LOAD_WHY_BYTES];
	struct histogram histogram;
};

/* A figure of a run, under the name that readers of results use. */
struct metric {
	char		 name[32];
	const char	*unit;
	const char	*better;	/* "higher", "lower" or "-" */
	double		 value;
};

#define METRICS_MAX		48

struct metrics {
	struct metric	 row[METRICS_MAX];
	size_t		 n;
};

/* What interval reports know of the time since the one before. */
struct interval {
	double		 at_s;
	double		 length_s;
	double		 latency_ms;
	double		 events;
};

/*
 * A test.  Functions that return int give 0, or -1 with run->why or
 * worker->why set; NULL where a test has nothing to do.
 */
struct test {
	const char	*name;
	const char	*title;
	unsigned	 work;	/* raised when what an event does changes */
	bool		 tickets;	/* events need their number */
	bool		 together;	/* all threads share each event */
	bool		 ends;		/* without a limit of events or time */

	int		(*check)(struct options *, char *why);
	int		(*open)(struct run *);	/* before the clock starts */
	void		(*mode)(const struct run *);	/* prints options */
	int		(*begin)(struct worker *);	/* a thread's first */
	int		(*event)(struct worker *);	/* timed */
	int		(*end)(struct worker *); /* timed; a thread's last */
	int		(*prove)(struct run *, char *proof, size_t);
	void		(*speed)(const struct run *);	/* prints figures */
	void		(*metrics)(const struct run *, struct metrics *);
	void		(*interval)(const struct run *,
			    const struct interval *);
	void		(*close)(struct run *);	/* at any stage of opening */

	/* Other commands; they print their text themselves. */
	int		(*prepare)(struct run *, struct metrics *);
	int		(*cleanup)(struct run *, struct metrics *);
};

struct run {
	const struct test	*test;
	const struct options	*opt;
	void			*own;		/* the test's */
	struct worker		*workers;
	unsigned		 nworkers;
	pthread_barrier_t	 barrier;	/* of workers and main */
	pthread_barrier_t	 turn;		/* of workers */
	bool			 go;		/* one more event together */
	pthread_mutex_t		 mutex;		/* running, arrivals */
	pthread_cond_t		 ended;
	unsigned		 running;
	uint64_t		 start_ns;
	uint64_t		 end_ns;
	uint64_t		 shared;	/* limit of events; 0: none */
	uint64_t		 deadline_ns;
	uint64_t		 arrival_ns;	/* of the next, with --rate */
	struct random		 arrivals;
	char			 why[LOAD_WHY_BYTES];
	char			 proof[LOAD_WHY_BYTES];

	/* Written by all threads: once, and once an event. */
	_Alignas(LOAD_LINE_BYTES)
	atomic_bool		 failed;
	_Alignas(LOAD_LINE_BYTES)
	atomic_uint		 tickets;
};

/* All that the workers did, added up. */
struct total {
	uint64_t		 events;
	double			 seconds;
	double			 min_ms;
	double			 avg_ms;
	double			 max_ms;
	double			 pct_ms;
	double			 sum_ms;
	double			 events_avg;
	double			 events_stddev;
	double			 time_avg_s;
	double			 time_stddev_s;
	struct histogram_sum	 histogram;
};

/* Who built this, and for whom. */
struct build {
	const char	*compiler;
	const char	*compiler_version;
	const char	*flags;
	const char	*arch;
	const char	*abi;
};

extern const struct test cpu_test, memory_test, threads_test, mutex_test,
    fileio_test, stream_test;

/* clock.c */
uint64_t	 clock_ns(void);
void		 clock_sleep_until(uint64_t ns);

/* histogram.c */
unsigned	 histogram_bucket(uint64_t ns);
uint64_t	 histogram_middle(unsigned bucket);
void		 histogram_add(struct histogram *, uint64_t ns);
void		 histogram_collect(const struct histogram *,
		    struct histogram_sum *);
double		 histogram_percentile(const struct histogram_sum *, unsigned);

/* options.c */
int		 options_parse(struct options *, int argc, char **argv,
		    char why[LOAD_WHY_BYTES]);
void		 options_print(const char *test);
const char	*options_next(const struct options *, size_t *i, char *value,
		    size_t);
void		 options_show(const struct options *, const char *name, char *,
		    size_t);

/* worker.c: runs all that is timed; 0, or -1 with run->why set. */
int		 worker_run_all(struct run *);
int		 worker_fail(struct worker *, const char *fmt, ...)
		    __printflike(2, 3);

/* total.c */
void		 total_compute(const struct run *, struct total *);
double		 total_seconds(const struct run *);
uint64_t	 total_events(const struct run *);
void		 total_metrics(const struct run *, const struct total *,
		    struct metrics *);
void		 total_metric(struct metrics *, const char *name,
		    const char *unit, const char *better, double value);

/* report.c: text as sysbench 1.0 lays it out; json.c: the same as JSON. */
void		 report_begin(const struct run *);
void		 report_started(void);
void		 report_end(const struct run *, const struct total *);
void		 report_failed(const struct run *);
void		 report_interval(const struct run *, const struct interval *);
const char	*report_size(uint64_t bytes, char *buf, size_t);
void		 json_end(const struct run *, const struct total *);
void		 json_other(const struct run *, const struct metrics *);
void		 json_failed(const struct run *);

/* build.c */
const struct build *build_get(void);

/* filedata.c: the contents of fileio's blocks. */
void		 filedata_fill(void *, size_t, uint64_t file, uint64_t pos,
		    uint64_t stamp);
bool		 filedata_check(const void *, size_t, uint64_t file,
		    uint64_t pos, uint64_t stamp);

#endif
