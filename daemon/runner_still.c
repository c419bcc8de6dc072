/*
 * runner_still: waiting until the machine is still, before the clock starts.
 *
 * What went before (a tree removed, a prepare step) is written out, the file
 * system is done freeing, and a moment passes in which nobody does anything.
 */
#include "daemon/runner.h"

#include <sys/statvfs.h>

#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* Sleep; false when the link says a word or closes. */
bool
runner_still_sleep(int64_t ms)
{
	struct runner_time	 began;
	struct pollfd		 link;
	int64_t			 left;
	int			 n;

	link.fd = RUN_LINK_FD;
	link.events = POLLIN;
	began = runner_now();
	do {
		left = ms - runner_since_ms(began);
		n = poll(&link, 1, left > 0 ? (int)left : 0);
	} while (left > 0 && (n == 0 || (n == -1 && errno == EINTR)));
	return (n <= 0);
}

/* Free blocks of the file system, or -1. */
static int64_t
runner_still_free(const char *path)
{
	struct statvfs	 fs;

	if (statvfs(path, &fs) == -1)
		return (-1);
	return ((int64_t)fs.f_bfree);
}

/* Write out, wait for free space to stand still, settle. */
bool
runner_still_wait(const struct run_request *request,
    struct run_answer *answer)
{
	struct runner_time	 began;
	int64_t			 now, was;

	began = runner_now();
	sync();
	if (request->free_path[0] != '\0') {
		was = runner_still_free(request->free_path);
		while (was != -1 &&
		    runner_since_ms(began) < LIMIT_FREE_STILL_MS) {
			if (!runner_still_sleep(LIMIT_FREE_PAUSE_MS))
				return (false);
			now = runner_still_free(request->free_path);
			if (now == was)
				break;
			was = now;
		}
	}
	answer->free_waited_ms = runner_since_ms(began);
	return (runner_still_sleep(request->settle_ms));
}
