/*
 * clock: the one clock of a run, monotonic and in nanoseconds.
 *
 * Knows nothing of events.
 */
#include <errno.h>
#include <time.h>

#include "daemon/load/load.h"

#define CLOCK_NS_S	UINT64_C(1000000000)

/* Now, on a clock that no one can set. */
uint64_t
clock_ns(void)
{
	struct timespec	 ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ((uint64_t)ts.tv_sec * CLOCK_NS_S + (uint64_t)ts.tv_nsec);
}

/* Sleep until that clock shows ns; at once if it has passed. */
void
clock_sleep_until(uint64_t ns)
{
	struct timespec	 ts;

	ts.tv_sec = (time_t)(ns / CLOCK_NS_S);
	ts.tv_nsec = (long)(ns % CLOCK_NS_S);
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL) ==
	    EINTR)
		continue;
}
