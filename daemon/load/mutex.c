/*
 * mutex: one event a thread, of many locks taken at random.
 *
 * Before each lock a loop counts up in a register, as sysbench's does; the
 * compiler is kept from shortening it.  sysbench counts all locks in one
 * variable, unguarded; here each mutex guards its own count, and after the
 * run the counts must make what the events claim.
 */
#include <inttypes.h>
#include <stdio.h>

#include "daemon/load/load.h"

/* Apart as far as sysbench's, whatever the size of a cache line. */
struct mutex_lock {
	pthread_mutex_t	 mutex;
	uint64_t	 taken;
	char		 apart[248];
};

/* The mutexes, and one event for each thread. */
static int
mutex_open(struct run *run)
{
	struct mutex_lock	*locks;
	int64_t			 i;

	if ((locks = run->own = calloc((size_t)run->opt->mutex_num,
	    sizeof(*locks))) == NULL) {
		strlcpy(run->why, "no memory for mutexes", sizeof(run->why));
		return (-1);
	}
	for (i = 0; i < run->opt->mutex_num; i++)
		pthread_mutex_init(&locks[i].mutex, NULL);
	for (i = 0; i < run->opt->threads; i++)
		run->workers[i].left = 1;
	return (0);
}

/* The options that matter. */
static void
mutex_mode(const struct run *run)
{
	printf("Mutexes: %" PRId64 " Locks per thread: %" PRId64
	    " Loops before a lock: %" PRId64 "\n\n", run->opt->mutex_num,
	    run->opt->mutex_locks, run->opt->mutex_loops);
}

/* Count up to loops, one by one. */
static LOAD_AS_WRITTEN uint32_t
mutex_loop(uint32_t loops)
{
	uint32_t	 i;

	for (i = 0; i < loops; i++)
		__asm__ volatile("" : "+r" (i));
	return (i);
}

/* One event. */
static int
mutex_event(struct worker *w)
{
	const struct options	*opt;
	struct mutex_lock	*lock;
	int64_t			 i;

	opt = w->run->opt;
	for (i = 0; i < opt->mutex_locks; i++) {
		lock = w->run->own;
		lock += random_below(&w->random, (uint64_t)opt->mutex_num);
		if (mutex_loop((uint32_t)opt->mutex_loops) !=
		    (uint32_t)opt->mutex_loops)
			return (worker_fail(w, "a loop ended early"));
		pthread_mutex_lock(&lock->mutex);
		lock->taken++;
		pthread_mutex_unlock(&lock->mutex);
	}
	return (0);
}

/* All locks that were counted are those that were claimed. */
static int
mutex_prove(struct run *run, char *proof, size_t size)
{
	const struct mutex_lock	*locks;
	uint64_t		 claimed, counted;
	int64_t			 i;

	locks = run->own;
	for (i = 0, counted = 0; i < run->opt->mutex_num; i++)
		counted += locks[i].taken;
	for (i = 0, claimed = 0; i < run->opt->threads; i++)
		claimed += run->workers[i].done;
	claimed *= (uint64_t)run->opt->mutex_locks;
	if (counted != claimed) {
		snprintf(run->why, sizeof(run->why), "%" PRIu64 " locks "
		    "counted, %" PRIu64 " expected", counted, claimed);
		return (-1);
	}
	snprintf(proof, size, "%" PRId64 " locks, each after %" PRId64
	    " loops, in each of %" PRIu64 " events", run->opt->mutex_locks,
	    run->opt->mutex_loops, total_events(run));
	return (0);
}

/* The end of what mutex_open() made. */
static void
mutex_close(struct run *run)
{
	free(run->own);
}

const struct test mutex_test = {
	.name = "mutex",
	.title = "many mutexes taken at random",
	.work = 1,
	.ends = true,
	.open = mutex_open,
	.mode = mutex_mode,
	.event = mutex_event,
	.prove = mutex_prove,
	.close = mutex_close,
};
