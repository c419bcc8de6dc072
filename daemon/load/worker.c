/*
 * worker: the threads of a run, and what is done around an event.
 *
 * Around an event there is one reading of the clock, the histogram and, where
 * threads share a limit of events or number them, one atomic addition.  Each
 * event is timed from the end of the one before it, so that nothing between
 * them is lost; with --rate from when it was due.  What an event does is the
 * test's business.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "daemon/load/load.h"

#define WORKER_NS_S	1e9

/* What the interval report before this one saw. */
struct worker_seen {
	uint64_t		 at_ns;
	unsigned		*shown;		/* one a worker */
	struct histogram_sum	 before, now, between;
};

/* Stop the whole run; the first reason by thread is the one that is told. */
int
worker_fail(struct worker *w, const char *fmt, ...)
{
	va_list	 ap;
	int	 len;

	len = snprintf(w->why, sizeof(w->why), "thread %u: ", w->id);
	va_start(ap, fmt);
	vsnprintf(w->why + len, sizeof(w->why) - (size_t)len, fmt, ap);
	va_end(ap);
	atomic_store_explicit(&w->run->failed, true, memory_order_relaxed);
	return (-1);
}

/* Account for an event that took ns. */
static void
worker_record(struct worker *w, uint64_t ns)
{
	w->events++;
	w->sum_ns += ns;
	if (ns < w->min_ns)
		w->min_ns = ns;
	if (ns > w->max_ns)
		w->max_ns = ns;
	histogram_add(&w->histogram, ns);
	atomic_store_explicit(&w->shown, (unsigned)w->events,
	    memory_order_relaxed);
}

/* A time between two arrivals of a Poisson process; run->mutex held. */
static uint64_t
worker_draw_gap(struct run *run)
{
	double	 u;

	u = (double)((random_next(&run->arrivals) >> 11) + 1) / 0x1p53;
	return ((uint64_t)(-log(u) * WORKER_NS_S / (double)run->opt->rate));
}

/*
 * With --rate: wait for the next arrival of a Poisson process, which is when
 * this event begins.  False at the deadline, or when too many wait.  It is kept
 * out of worker_take(), whose every call would pay for its registers.
 */
static LOAD_AS_WRITTEN bool
worker_arrive(struct worker *w, uint64_t *now_ns)
{
	struct run	*run;
	double		 late;
	uint64_t	 due_ns;

	run = w->run;
	pthread_mutex_lock(&run->mutex);
	due_ns = run->arrival_ns;
	run->arrival_ns += worker_draw_gap(run);
	pthread_mutex_unlock(&run->mutex);

	if (due_ns >= run->deadline_ns)
		return (false);
	if (due_ns > *now_ns)
		clock_sleep_until(due_ns);
	late = due_ns < *now_ns ? (double)(*now_ns - due_ns) / WORKER_NS_S : 0;
	if (late * (double)run->opt->rate > LOAD_BACKLOG_MAX) {
		worker_fail(w, "more than %d events wait: the rate is higher "
		    "than these threads can do", LOAD_BACKLOG_MAX);
		return (false);
	}
	*now_ns = due_ns;
	return (true);
}

/* Is there another event for this thread?  It begins at *now_ns. */
static bool
worker_take(struct worker *w, uint64_t *now_ns, bool counted)
{
	struct run	*run;
	uint64_t	 limit;

	run = w->run;
	limit = counted ? run->shared : 0;
	if (atomic_load_explicit(&run->failed, memory_order_relaxed) ||
	    *now_ns >= run->deadline_ns)
		return (false);
	if (counted && w->left != UINT64_MAX && w->left-- == 0)
		return (false);
	if (run->test->tickets || limit > 0) {
		w->ticket = atomic_fetch_add_explicit(&run->tickets, 1,
		    memory_order_relaxed);
		if (limit > 0 && w->ticket >= limit)
			return (false);
	}
	return (run->opt->rate == 0 || worker_arrive(w, now_ns));
}

/* The same where all threads share each event: the first one decides. */
static bool
worker_take_together(struct worker *w, uint64_t *now_ns, bool counted)
{
	struct run	*run;

	run = w->run;
	if (!run->test->together)
		return (worker_take(w, now_ns, counted));
	if (w->id == 0)
		run->go = worker_take(w, now_ns, counted);
	pthread_barrier_wait(&run->turn);
	return (run->go);
}

/* Events until there are no more; those of a warm-up are not counted. */
static void
worker_loop(struct worker *w, bool counted)
{
	const struct test	*test;
	uint64_t		 end_ns, now_ns;
	bool			 mine;

	test = w->run->test;
	test = w->run->test;
	mine = counted && (!test->together || w->id == 0);
	w->counted = counted;
	now_ns = w->run->start_ns;
	while (worker_take_together(w, &now_ns, counted)) {
		if (test->event(w) == -1)
			break;
		w->done++;
		end_ns = clock_ns();
		if (mine)
			worker_record(w, end_ns - now_ns);
		now_ns = end_ns;
	}
}

/* A thread's life: ready, warm, go, ended. */
static void *
worker_main(void *arg)
{
	struct worker	*w;
	struct run	*run;

	w = arg;
	run = w->run;
	if (run->test->begin != NULL)
		run->test->begin(w);
	if (run->opt->warmup_s > 0) {
		pthread_barrier_wait(&run->barrier);
		pthread_barrier_wait(&run->barrier);
		worker_loop(w, false);
	}
	pthread_barrier_wait(&run->barrier);
	pthread_barrier_wait(&run->barrier);
	worker_loop(w, true);
	if (run->test->end != NULL && !atomic_load(&run->failed))
		run->test->end(w);
	w->end_ns = clock_ns();

	pthread_mutex_lock(&run->mutex);
	run->running--;
	pthread_cond_signal(&run->ended);
	pthread_mutex_unlock(&run->mutex);
	return (NULL);
}

/* Let all threads begin at once, to go on for seconds (0: no limit). */
static void
worker_start(struct run *run, int64_t seconds)
{
	pthread_barrier_wait(&run->barrier);
	atomic_store(&run->tickets, 0);
	run->start_ns = clock_ns();
	run->deadline_ns = seconds == 0 ? UINT64_MAX :
	    run->start_ns + (uint64_t)seconds * (uint64_t)WORKER_NS_S;
	run->arrival_ns = run->start_ns;
	if (run->opt->rate > 0)
		run->arrival_ns += worker_draw_gap(run);
	pthread_barrier_wait(&run->barrier);
}

/* One line on the time since the last. */
static void
worker_show(const struct run *run, struct worker_seen *seen)
{
	struct interval	 interval;
	uint64_t	 now_ns;
	unsigned	 i, shown;
	size_t		 b;

	now_ns = clock_ns();
	interval.at_s = (double)(now_ns - run->start_ns) / WORKER_NS_S;
	interval.length_s = (double)(now_ns - seen->at_ns) / WORKER_NS_S;
	interval.events = 0;
	memset(&seen->now, 0, sizeof(seen->now));
	for (i = 0; i < run->nworkers; i++) {
		shown = atomic_load_explicit(&run->workers[i].shown,
		    memory_order_relaxed);
		interval.events += shown - seen->shown[i];
		seen->shown[i] = shown;
		histogram_collect(&run->workers[i].histogram, &seen->now);
	}
	for (b = 0; b < HISTOGRAM_BUCKETS; b++)
		seen->between.count[b] = seen->now.count[b] -
		    seen->before.count[b];
	seen->between.total = seen->now.total - seen->before.total;
	interval.latency_ms = histogram_percentile(&seen->between,
	    (unsigned)run->opt->percentile) / 1e6;
	seen->before = seen->now;
	seen->at_ns = now_ns;
	if (run->test->interval != NULL)
		run->test->interval(run, &interval);
	else
		report_interval(run, &interval);
}

/* Wait for the last thread; with seen, a line each interval meanwhile. */
static void
worker_wait(struct run *run, struct worker_seen *seen)
{
	struct timespec	 ts;
	uint64_t	 next_ns, step_ns;

	step_ns = (uint64_t)run->opt->interval_s * (uint64_t)WORKER_NS_S;
	next_ns = run->start_ns + step_ns;
	pthread_mutex_lock(&run->mutex);
	while (run->running > 0) {
		if (seen == NULL) {
			pthread_cond_wait(&run->ended, &run->mutex);
			continue;
		}
		ts.tv_sec = (time_t)(next_ns / (uint64_t)WORKER_NS_S);
		ts.tv_nsec = (long)(next_ns % (uint64_t)WORKER_NS_S);
		if (pthread_cond_timedwait(&run->ended, &run->mutex, &ts) !=
		    ETIMEDOUT)
			continue;
		pthread_mutex_unlock(&run->mutex);
		worker_show(run, seen);
		next_ns += step_ns;
		pthread_mutex_lock(&run->mutex);
	}
	pthread_mutex_unlock(&run->mutex);
}

/* The limit of events: of all threads, or of the only one. */
static void
worker_limit(struct run *run)
{
	uint64_t	 events;

	events = (uint64_t)run->opt->events;
	if (run->nworkers > 1)
		run->shared = events;
	else if (events > 0 && events < run->workers[0].left)
		run->workers[0].left = events;
}

/* What threads need beside themselves; 0 or an errno. */
static int
worker_init(struct run *run)
{
	pthread_condattr_t	 attr;
	int			 error;

	run->running = run->nworkers;
	worker_limit(run);
	if ((error = pthread_condattr_init(&attr)) != 0)
		return (error);
	if ((error = pthread_condattr_setclock(&attr, CLOCK_MONOTONIC)) == 0)
		error = pthread_cond_init(&run->ended, &attr);
	pthread_condattr_destroy(&attr);
	if (error == 0)
		error = pthread_mutex_init(&run->mutex, NULL);
	if (error == 0)
		error = pthread_barrier_init(&run->turn, NULL, run->nworkers);
	if (error == 0)
		error = pthread_barrier_init(&run->barrier, NULL,
		    run->nworkers + 1);
	return (error);
}

/* Begin, wait, end: the threads exist and stand at the barrier. */
static int
worker_join_all(struct run *run)
{
	struct worker_seen	*seen;
	unsigned		 i;

	seen = NULL;
	if (run->opt->interval_s > 0) {
		seen = calloc(1, sizeof(*seen));
		if (seen == NULL || (seen->shown = calloc(run->nworkers,
		    sizeof(*seen->shown))) == NULL) {
			free(seen);
			strlcpy(run->why, "no memory", sizeof(run->why));
			return (-1);
		}
	}
	if (!run->opt->json)
		report_started();
	if (run->opt->warmup_s > 0)
		worker_start(run, run->opt->warmup_s);
	worker_start(run, run->opt->time_s);
	if (seen != NULL)
		seen->at_ns = run->start_ns;
	worker_wait(run, seen);
	for (i = 0; i < run->nworkers; i++)
		pthread_join(run->workers[i].thread, NULL);
	if (seen != NULL)
		free(seen->shown);
	free(seen);
	return (0);
}

/*
 * Run the test with all its threads and keep what they did.  After a failure
 * threads may still stand at the barrier: the process is to end.
 */
int
worker_run_all(struct run *run)
{
	unsigned	 i;
	int		 error;

	error = worker_init(run);
	for (i = 0; error == 0 && i < run->nworkers; i++)
		error = pthread_create(&run->workers[i].thread, NULL,
		    worker_main, &run->workers[i]);
	if (error != 0) {
		snprintf(run->why, sizeof(run->why), "thread %u of %u: %s", i,
		    run->nworkers, strerror(error));
		return (-1);
	}
	if (worker_join_all(run) == -1)
		return (-1);
	for (i = 0; i < run->nworkers; i++) {
		if (run->workers[i].end_ns > run->end_ns)
			run->end_ns = run->workers[i].end_ns;
		if (run->workers[i].why[0] != '\0' && run->why[0] == '\0')
			strlcpy(run->why, run->workers[i].why,
			    sizeof(run->why));
	}
	return (atomic_load(&run->failed) ? -1 : 0);
}
