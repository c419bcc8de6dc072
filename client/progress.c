/*
 * progress: counts of a job's runs, and what they let one expect.
 *
 * A cell that has been seen is expected to take what it took; one that has
 * not, what all took on average.
 */
#include <err.h>
#include <stdio.h>
#include <string.h>

#include "client/progress.h"
#include "client/show.h"
#include "proto/msg.h"

#define PROGRESS_BAR	20

/* Free it; may be used again. */
void
progress_clear(struct progress *p)
{
	size_t	 i;

	for (i = 0; i < p->ncells; i++)
		free(p->cell[i].levels);
	free(p->cell);
	memset(p, 0, sizeof(*p));
}

/* A text of the host's, "" where there is none. */
static void
progress_text(const json_t *object, const char *member, char *text,
    size_t size)
{
	const char	*value;

	value = msg_text(object, member);
	strlcpy(text, value != NULL ? value : "", size);
}

/* What runs now, or null; at_us is when that was told. */
static void
progress_now(struct progress *p, const json_t *now, int64_t at_us)
{
	progress_text(now, "levels", p->levels, sizeof(p->levels));
	progress_text(now, "phase", p->phase, sizeof(p->phase));
	p->warmup = msg_boolean(now, "warmup", false);
	p->slots = msg_integer(now, "runs", p->slots);	/* some are added */
	p->phase_age_us = at_us - msg_integer(now, "phase_us", at_us);
	if (p->phase_age_us < 0)
		p->phase_age_us = 0;
}

/* The cell of these levels; NULL where the job has none. */
static struct progress_cell *
progress_find(const struct progress *p, const char *levels)
{
	size_t	 i;

	for (i = 0; levels != NULL && i < p->ncells; i++)
		if (strcmp(p->cell[i].levels, levels) == 0)
			return (&p->cell[i]);
	return (NULL);
}

/* Its cells. */
static void
progress_cells(struct progress *p, json_t *cells)
{
	const char	*levels;
	json_t		*cell;
	size_t		 i;

	p->cell = calloc(json_array_size(cells) + 1, sizeof(*p->cell));
	if (p->cell == NULL)
		err(1, "memory");
	json_array_foreach(cells, i, cell) {
		levels = msg_text(cell, "levels");
		if ((p->cell[i].levels = strdup(levels != NULL ? levels :
		    "")) == NULL)
			err(1, "memory");
		p->cell[i].planned = msg_integer(cell, "planned", 0);
		p->cell[i].complete = msg_integer(cell, "complete", 0);
		p->ncells++;
	}
}

/* The whole job, as it is now. */
void
progress_job(struct progress *p, const json_t *job, int64_t now_us)
{
	const json_t	*now;
	int64_t		 started_us;

	progress_clear(p);
	progress_cells(p, json_object_get(job, "cells"));
	p->slots = msg_integer(job, "slots", 0);
	p->done = msg_integer(job, "slots_done", 0);
	progress_text(job, "state", p->state, sizeof(p->state));
	now = json_object_get(job, "now");
	progress_now(p, now, now_us);
	started_us = msg_integer(job, "started_us", 0);
	if (started_us == 0)
		return;
	if (p->done == 0)
		p->end_us = started_us;
	else if (now_us > started_us) {
		p->n = p->done;
		p->sum_us = now_us - started_us;
	}
}

/* A run has ended. */
static void
progress_run_done(struct progress *p, const json_t *params, int64_t at_us)
{
	struct progress_cell	*cell;
	const char		*outcome;
	const json_t		*run;

	run = json_object_get(params, "run");
	outcome = msg_text(run, "outcome");
	p->done = msg_integer(params, "slots_done", p->done);
	p->phase[0] = '\0';
	cell = progress_find(p, msg_text(run, "levels"));
	if (cell != NULL && !msg_boolean(run, "warmup", false) &&
	    outcome != NULL && strcmp(outcome, "complete") == 0 &&
	    cell->complete < cell->planned)
		cell->complete++;
	if (p->end_us != 0 && at_us > p->end_us) {
		p->n++;
		p->sum_us += at_us - p->end_us;
		if (cell != NULL) {
			cell->n++;
			cell->sum_us += at_us - p->end_us;
		}
	}
	p->end_us = at_us;
}

/* Something has happened. */
void
progress_event(struct progress *p, const json_t *params)
{
	const char	*kind;
	int64_t		 at_us;

	at_us = msg_integer(params, "at_us", 0);
	if ((kind = msg_text(params, "kind")) == NULL)
		return;
	if (strcmp(kind, "run-phase") == 0) {
		progress_now(p, json_object_get(params, "now"), at_us);
		strlcpy(p->state, "running", sizeof(p->state));
	} else if (strcmp(kind, "run-done") == 0)
		progress_run_done(p, params, at_us);
	else if (strcmp(kind, "job-done") == 0) {
		p->phase[0] = '\0';
		progress_text(params, "state", p->state, sizeof(p->state));
	}
}

/* What is left. */
int64_t
progress_left_us(const struct progress *p, int64_t told_us)
{
	const struct progress_cell	*cell;
	int64_t				 left, mean, now, took;
	long long			 others, runs;
	size_t				 i;

	if (p->n == 0)
		return (-1);
	mean = p->sum_us / p->n;
	others = p->slots - p->done;
	left = 0;
	for (i = 0; i < p->ncells; i++) {
		runs = p->cell[i].planned - p->cell[i].complete;
		if (runs > others)
			runs = others;
		left += runs * (p->cell[i].n > 0 ?
		    p->cell[i].sum_us / p->cell[i].n : mean);
		others -= runs;
	}
	left += others * mean;
	if (p->phase[0] != '\0') {
		cell = progress_find(p, p->levels);
		took = cell != NULL && cell->n > 0 ?
		    cell->sum_us / cell->n : mean;
		now = p->phase_age_us + told_us;
		left -= now < took ? now : took;
	}
	return (left > 0 ? left : 0);
}

/* No finer than it is known. */
const char *
progress_about(int64_t us, char *text, size_t size)
{
	long long	 s;

	s = us / 1000000;
	if (s < 10)
		strlcpy(text, "a few seconds", size);
	else if (s < 90)
		snprintf(text, size, "about %llds", (s + 2) / 5 * 5);
	else if (s < 3570)
		snprintf(text, size, "about %lldm", (s + 30) / 60);
	else if (s < 36 * 3600)
		snprintf(text, size, "about %lldh%02lldm", (s + 150) / 3600,
		    (s + 150) % 3600 / 300 * 5);
	else
		snprintf(text, size, "about %lld days", (s + 43200) / 86400);
	return (text);
}

/* "jobs=4 run 2/3", "jobs=4 warm-up". */
static void
progress_what(const struct progress *p, char *text, size_t size)
{
	const struct progress_cell	*cell;
	char				 run[64];

	cell = progress_find(p, p->levels);
	if (p->warmup)
		strlcpy(run, "warm-up", sizeof(run));
	else if (cell != NULL && cell->complete < cell->planned)
		snprintf(run, sizeof(run), "run %lld/%lld",
		    cell->complete + 1, cell->planned);
	else
		strlcpy(run, "one more run", sizeof(run));
	snprintf(text, size, "%s%s%s", p->levels, p->levels[0] != '\0' ?
	    " " : "", run);
}

/* Is the phase one of which only the time is told? */
static bool
progress_is_timed(const struct progress *p)
{
	return (strcmp(p->phase, "timed") == 0 ||
	    strcmp(p->phase, "settling") == 0);
}

/* A line without its host. */
const char *
progress_line(const struct progress *p, int64_t told_us, char *text,
    size_t size)
{
	int64_t	 left;
	int	 full;
	char	 about[48], bar[PROGRESS_BAR + 1], span[SHOW_BYTES];
	char	 what[320];

	full = p->slots > 0 ? (int)(p->done * PROGRESS_BAR / p->slots) : 0;
	if (full > PROGRESS_BAR)
		full = PROGRESS_BAR;
	memset(bar, '-', PROGRESS_BAR);
	memset(bar, '#', (size_t)(full > 0 ? full : 0));
	bar[PROGRESS_BAR] = '\0';
	snprintf(text, size, "[%s] %3lld/%lld", bar, p->done, p->slots);
	if (p->phase[0] == '\0') {
		snprintf(text + strlen(text), size - strlen(text), "  %s",
		    strcmp(p->state, "running") == 0 ? "between two runs" :
		    p->state);
		return (text);
	}
	progress_what(p, what, sizeof(what));
	snprintf(text + strlen(text), size - strlen(text), "  %-18s %s%s%6s",
	    what, progress_is_timed(p) ? "" : p->phase,
	    progress_is_timed(p) ? "" : " ", show_span(p->phase_age_us +
	    told_us, span, sizeof(span)));
	if ((left = progress_left_us(p, told_us)) != -1)
		snprintf(text + strlen(text), size - strlen(text),
		    "   %s left", progress_about(left, about, sizeof(about)));
	return (text);
}
