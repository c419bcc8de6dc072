/*
 * threads: events that lock, yield and unlock, many times over.
 *
 * An event takes one lock of a few, by its number, so that threads meet.
 * Each passage through a lock is counted under it, and after the run all
 * counts must make what the events claim.
 */
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>

#include "daemon/load/load.h"

struct threads_lock {
	pthread_mutex_t	 mutex;
	uint64_t	 passages;
};

/* The locks lie side by side, as sysbench's do. */
static int
threads_open(struct run *run)
{
	struct threads_lock	*locks;
	int64_t			 i;

	if ((locks = run->own = calloc((size_t)run->opt->thread_locks,
	    sizeof(*locks))) == NULL) {
		strlcpy(run->why, "no memory for locks", sizeof(run->why));
		return (-1);
	}
	for (i = 0; i < run->opt->thread_locks; i++)
		pthread_mutex_init(&locks[i].mutex, NULL);
	return (0);
}

/* The options that matter. */
static void
threads_mode(const struct run *run)
{
	printf("Thread yields per event: %" PRId64 " Locks used: %" PRId64
	    "\n\n", run->opt->thread_yields, run->opt->thread_locks);
}

/* One event. */
static int
threads_event(struct worker *w)
{
	struct threads_lock	*lock;
	int64_t			 i, yields;

	lock = w->run->own;
	lock += w->ticket % (uint32_t)w->run->opt->thread_locks;
	yields = w->run->opt->thread_yields;
	for (i = 0; i < yields; i++) {
		pthread_mutex_lock(&lock->mutex);
		lock->passages++;
		sched_yield();
		pthread_mutex_unlock(&lock->mutex);
	}
	return (0);
}

/* All passages that were counted are those that were claimed. */
static int
threads_prove(struct run *run, char *proof, size_t size)
{
	const struct threads_lock	*locks;
	uint64_t			 claimed, counted;
	int64_t				 i;

	locks = run->own;
	for (i = 0, counted = 0; i < run->opt->thread_locks; i++)
		counted += locks[i].passages;
	for (i = 0, claimed = 0; i < run->opt->threads; i++)
		claimed += run->workers[i].done;
	claimed *= (uint64_t)run->opt->thread_yields;
	if (counted != claimed) {
		snprintf(run->why, sizeof(run->why), "%" PRIu64 " passages "
		    "through locks counted, %" PRIu64 " expected", counted,
		    claimed);
		return (-1);
	}
	snprintf(proof, size, "%" PRId64 " passages through a lock in each of "
	    "%" PRIu64 " events", run->opt->thread_yields, total_events(run));
	return (0);
}

/* The end of what threads_open() made. */
static void
threads_close(struct run *run)
{
	free(run->own);
}

const struct test threads_test = {
	.name = "threads",
	.title = "locks and yields of threads that meet",
	.work = 1,
	.tickets = true,
	.open = threads_open,
	.mode = threads_mode,
	.event = threads_event,
	.prove = threads_prove,
	.close = threads_close,
};
