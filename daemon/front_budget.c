/*
 * front_budget: what front may cost while a run is timed.
 *
 * 50 ms of CPU a minute; beyond that TCP is not read until the minute is
 * over, the Unix socket always.  No timer runs unless the budget is spent.
 */
#include <sys/time.h>

#include <time.h>

#include <event2/event.h>

#include "daemon/front.h"
#include "daemon/log.h"
#include "proto/limits.h"

#define FRONT_BUDGET_NS		(LIMIT_FRONT_CPU_MS * INT64_C(1000000))
#define FRONT_BUDGET_MINUTE_NS	(60 * INT64_C(1000000000))

/* A clock in nanoseconds. */
static int64_t
front_budget_clock(clockid_t clock)
{
	struct timespec	 ts;

	if (clock_gettime(clock, &ts) == -1)
		return (0);
	return (ts.tv_sec * INT64_C(1000000000) + ts.tv_nsec);
}

/* A new minute. */
static void
front_budget_begin(struct front *front)
{
	front->minute_ns = front_budget_clock(CLOCK_MONOTONIC);
	front->minute_cpu_ns = front_budget_clock(CLOCK_PROCESS_CPUTIME_ID);
}

/* TCP is read again, or not. */
static void
front_budget_set(struct front *front, bool spent)
{
	front->spent = spent;
	front_listen_update(front);
	front_conn_update_all(front);
}

/* The minute is over. */
static void
front_budget_minute(evutil_socket_t fd, short what, void *arg)
{
	struct front	*front;

	(void)fd, (void)what;
	front = arg;
	front_budget_begin(front);
	if (front->spent)
		front_budget_set(front, false);
}

/* A run is timed from now on, or no more. */
void
front_budget_timed(struct front *front, bool timed)
{
	if (front->timed == timed)
		return;
	front->timed = timed;
	front_budget_begin(front);
	if (front->minute != NULL)
		event_del(front->minute);
	front_budget_set(front, false);
}

/* Have we used it up?  Then a timer waits for the minute's end. */
void
front_budget_look(void)
{
	struct front	*front;
	struct timeval	 tv;
	int64_t		 rest_ns;

	front = front_self();
	if (!front->timed || front->spent)
		return;
	rest_ns = front->minute_ns + FRONT_BUDGET_MINUTE_NS -
	    front_budget_clock(CLOCK_MONOTONIC);
	if (rest_ns <= 0) {
		front_budget_begin(front);
		return;
	}
	if (front_budget_clock(CLOCK_PROCESS_CPUTIME_ID) -
	    front->minute_cpu_ns < FRONT_BUDGET_NS)
		return;
	tv.tv_sec = (time_t)(rest_ns / 1000000000);
	tv.tv_usec = (suseconds_t)(rest_ns % 1000000000 / 1000);
	if (front->minute == NULL)
		front->minute = evtimer_new(front->base, front_budget_minute,
		    front);
	if (front->minute == NULL || event_add(front->minute, &tv) == -1)
		return;
	log_debug("%d ms of CPU are spent: TCP waits for the minute's end",
	    LIMIT_FRONT_CPU_MS);
	front_budget_set(front, true);
}
