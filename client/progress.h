/*
 * progress: how far a job is on a host, as a line.
 *
 * Pure: what the host told goes in with the host's own times; how long ago
 * that was is given with each question.
 */
#ifndef CLIENT_PROGRESS_H
#define CLIENT_PROGRESS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One cell: what is left of it, and what its runs took. */
struct progress_cell {
	char		*levels;
	long long	 planned, complete;
	long long	 n;		/* runs seen from end to end */
	int64_t		 sum_us;	/* that these took, all in all */
};

struct progress {
	struct progress_cell	*cell;
	size_t			 ncells;
	long long		 slots, done;
	long long		 n;		/* over all cells, and before */
	int64_t			 sum_us;
	int64_t			 end_us;	/* of the last run; 0 none */
	char			 state[16];	/* of the job */
	char			 levels[256];	/* of the present run */
	char			 phase[16];	/* "" none runs */
	bool			 warmup;
	int64_t			 phase_age_us;	/* when it was told */
};

void	 progress_clear(struct progress *);
/* The answer of job.watch, now_us of the host's clock. */
void	 progress_job(struct progress *, const json_t *job, int64_t now_us);
/* An event of it. */
void	 progress_event(struct progress *, const json_t *params);

/*
 * About how long it takes until the job ends, told_us after the last event;
 * -1: nobody knows.
 */
int64_t	 progress_left_us(const struct progress *, int64_t told_us);
/* "[####----] 9/16 jobs=4 run 2/3 1m12s about 19m left" */
const char *progress_line(const struct progress *, int64_t told_us,
	    char *text, size_t size);
/* "about 19m": no finer than an estimate is. */
const char *progress_about(int64_t us, char *text, size_t size);

#endif
