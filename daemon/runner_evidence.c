/*
 * runner_evidence: what the surroundings and our own processes have done,
 * read right before and right after the timed part.
 *
 * Machine first and ourselves last on the way in, the other way round on the
 * way out, so that reading the files is not itself in our footprint.
 */
#include "daemon/runner.h"

#include <sys/statvfs.h>

#include <unistd.h>

#include "daemon/osdep.h"
#include "proto/compat.h"

/* Free bytes of the file system that matters. */
static void
runner_evidence_free(const struct run_request *request, struct evidence *now)
{
	struct statvfs	 fs;

	if (request->free_path[0] == '\0' ||
	    statvfs(request->free_path, &fs) == -1)
		return;
	now->value[EVIDENCE_FREE_BYTES] = (int64_t)fs.f_bfree *
	    (int64_t)fs.f_frsize;
	now->known[EVIDENCE_FREE_BYTES] = 1;
}

/* The processes to be watched; false when one could not be read. */
static bool
runner_evidence_watch(const struct run_request *request,
    struct run_footprint *own)
{
	bool	 whole;
	int	 i;

	whole = true;
	for (i = 0; i < RUN_WATCH_MAX; i++)
		if (request->watch[i] > 0 &&
		    osdep_footprint(request->watch[i], &own[i]) == -1)
			whole = false;
	return (whole);
}

/* Sum of all of ours, ourselves included. */
static void
runner_evidence_own(const struct run_footprint *own,
    const struct rusage *self, bool whole, struct evidence *now)
{
	int64_t	 switches, cpu;
	int	 i;

	switches = (int64_t)self->ru_nvcsw + self->ru_nivcsw;
	cpu = ((int64_t)self->ru_utime.tv_sec + self->ru_stime.tv_sec) *
	    1000000 + self->ru_utime.tv_usec + self->ru_stime.tv_usec;
	for (i = 0; i < RUN_WATCH_MAX; i++) {
		switches += own[i].switches;
		cpu += own[i].cpu_us;
	}
	now->value[EVIDENCE_OWN_SWITCHES] = switches;
	now->value[EVIDENCE_OWN_CPU_US] = cpu;
	now->known[EVIDENCE_OWN_SWITCHES] = whole;
	now->known[EVIDENCE_OWN_CPU_US] = whole;
}

/* The last that is done before the clock starts. */
void
runner_evidence_before(const struct run_request *request,
    struct run_answer *answer)
{
	struct rusage	 self;
	bool		 whole;

	osdep_evidence(&answer->before);
	runner_evidence_free(request, &answer->before);
	whole = runner_evidence_watch(request, answer->own_before);
	getrusage(RUSAGE_SELF, &self);
	runner_evidence_own(answer->own_before, &self, whole,
	    &answer->before);
}

/* The first that is done after it stopped. */
void
runner_evidence_after(const struct run_request *request,
    struct run_answer *answer)
{
	struct rusage	 self;
	bool		 whole;

	getrusage(RUSAGE_SELF, &self);
	whole = runner_evidence_watch(request, answer->own_after);
	osdep_evidence(&answer->after);
	runner_evidence_free(request, &answer->after);
	runner_evidence_own(answer->own_after, &self, whole, &answer->after);
}
