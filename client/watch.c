/*
 * watch: the conversation of a job, and its lines.
 *
 * Submit, watch, wait for events, show, pull.  Each can be asked again, so a
 * lost connection begins anew.  Nothing is asked while a run is timed: the
 * time that passes on a line is this program's own.
 */
#include <err.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "client/link.h"
#include "client/say.h"
#include "client/show.h"
#include "client/watch.h"

#define WATCH_LINE_BYTES (FLEET_WHY_BYTES + 512)

static void	watch_ask(struct fleet_host *);

/* Our own clock. */
static int64_t
watch_now_us(void)
{
	struct timespec	 now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return ((int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000);
}

/* The watch of a host's fleet. */
static struct watch *
watch_of(const struct fleet_host *host)
{
	return (fleet_arg(host->fleet));
}

/* The job on it. */
static struct watch_host *
watch_on(const struct fleet_host *host)
{
	return (host->data);
}

/* The job's uid there. */
const char *
watch_uid(const struct watch_host *w)
{
	return (w->job != NULL ? msg_text(w->job, "job") :
	    w->submitted != NULL ? msg_text(w->submitted, "job") : NULL);
}

/* The last line of a host: "[####] 16/16  done in 43m28s". */
static void
watch_line_done(const struct watch_host *w, char *line, size_t size)
{
	int64_t	 started_us;
	char	 span[SHOW_BYTES];

	progress_line(&w->progress, 0, line, size);
	started_us = msg_integer(w->job, "started_us", 0);
	if (started_us == 0)
		return;
	strlcat(line, " in ", size);
	strlcat(line, show_span(msg_integer(w->job, "ended_us", started_us) -
	    started_us, span, sizeof(span)), size);
}

/* One host's line. */
static void
watch_line(const struct fleet_host *host, int64_t now_us, size_t width,
    char *text, size_t size)
{
	const struct watch_host	*w;
	char			 line[FLEET_WHY_BYTES + 32];

	w = watch_on(host);
	if (host->state == FLEET_FAILED)
		snprintf(line, sizeof(line), "%s", host->why);
	else if (host->state == FLEET_DONE)
		watch_line_done(w, line, sizeof(line));
	else if (host->link == NULL && host->reached)
		snprintf(line, sizeof(line), "%s; trying again", host->why);
	else if (w->job == NULL)
		strlcpy(line, host->reached ? "waiting for its answer" :
		    "connecting", sizeof(line));
	else
		progress_line(&w->progress, now_us - w->told_us, line,
		    sizeof(line));
	if (w->pull.archive != NULL && host->state == FLEET_TALKS &&
	    host->link != NULL)
		strlcat(line, ", fetching its results", sizeof(line));
	snprintf(text, size, "%-*s  %s", (int)width, host->name, line);
}

/* Which hosts fit: all, or those that are still at it; how many. */
static size_t
watch_choose(const struct watch *watch, size_t most, size_t *chosen)
{
	size_t	 i, n;
	bool	 all;

	all = fleet_count(watch->fleet) <= most;
	for (n = i = 0; i < fleet_count(watch->fleet); i++)
		if (all || (n + 1 < most &&
		    fleet_host(watch->fleet, i)->state == FLEET_TALKS))
			chosen[n++] = i;
	return (n);
}

/* "88 more hosts: 60 have done, 2 have failed" */
static void
watch_rest(const struct watch *watch, size_t shown, char *text, size_t size)
{
	size_t	 done, failed, i, n;

	n = fleet_count(watch->fleet);
	for (done = failed = i = 0; i < n; i++) {
		done += fleet_host(watch->fleet, i)->state == FLEET_DONE;
		failed += fleet_host(watch->fleet, i)->state == FLEET_FAILED;
	}
	snprintf(text, size, "%zu more hosts; of all %zu, %zu have done, "
	    "%zu have failed", n - shown, n, done, failed);
}

/* All lines. */
static void
watch_draw(struct watch *watch)
{
	char	**text;
	int64_t	  now_us;
	size_t	 *chosen, i, len, n, width;

	if (!watch->screen.is_terminal)
		return;
	screen_measure(&watch->screen);
	n = fleet_count(watch->fleet);
	if ((text = calloc(n + 1, sizeof(*text))) == NULL ||
	    (chosen = calloc(n, sizeof(*chosen))) == NULL)
		err(1, "memory");
	n = watch_choose(watch, watch->screen.height - 1, chosen);
	now_us = watch_now_us();
	for (width = i = 0; i < n; i++) {
		len = strlen(fleet_host(watch->fleet, chosen[i])->name);
		width = len > width ? len : width;
	}
	for (i = 0; i <= n; i++)
		if ((text[i] = malloc(WATCH_LINE_BYTES)) == NULL)
			err(1, "memory");
	for (i = 0; i < n; i++)
		watch_line(fleet_host(watch->fleet, chosen[i]), now_us,
		    width, text[i], WATCH_LINE_BYTES);
	watch_rest(watch, n, text[n], WATCH_LINE_BYTES);
	screen_draw(&watch->screen, text, n < fleet_count(watch->fleet) ?
	    n + 1 : n);
	for (i = 0; i <= n; i++)
		free(text[i]);
	free(text);
	free(chosen);
}

/* Somebody is about to say something. */
static void
watch_saying(struct fleet_host *host)
{
	screen_clear(&watch_of(host)->screen);
}

/* What the job comes to, once: the first host's answer stands for all. */
static void
watch_head(struct watch *watch, const json_t *answer)
{
	char	 words[256];
	size_t	 n;

	if (watch->headed)
		return;
	watch->headed = true;
	n = fleet_count(watch->fleet);
	submit_words(watch->submit->params, answer, words, sizeof(words));
	screen_clear(&watch->screen);
	if (n > 1)
		fprintf(stderr, "job %s on %zu hosts: %s\n", watch->job, n,
		    words);
	else
		fprintf(stderr, "job %s: %s\n", watch->job, words);
}

/* The job has ended and was pulled. */
static void
watch_pulled(struct fleet_host *host, struct pull *pull)
{
	(void)pull;
	fleet_done(host);
	watch_draw(watch_of(host));
}

/* Was that run said already? */
static bool
watch_was_said(const struct watch_host *w, const char *uid)
{
	size_t	 i;

	for (i = 0; i < WATCH_SAID; i++)
		if (strcmp(w->said[i], uid) == 0)
			return (true);
	return (false);
}

/* A run that did not end well, said at once; the first few. */
static void
watch_bad(struct fleet_host *host, const json_t *run)
{
	static const char *const	 well[] = {
		"complete", "cancelled", "interrupted"
	};
	struct watch_host		*w;
	const char			*levels, *outcome, *reason, *uid;
	char				 slot[96];
	size_t				 i;

	w = watch_on(host);
	outcome = msg_text(run, "outcome");
	uid = msg_text(run, "run");
	if (outcome == NULL || uid == NULL || watch_was_said(w, uid))
		return;
	for (i = 0; i < nitems(well); i++)
		if (strcmp(outcome, well[i]) == 0)
			return;
	if (w->bad++ >= WATCH_SAID)
		return;
	strlcpy(w->said[w->bad - 1], uid, sizeof(w->said[0]));
	levels = msg_text(run, "levels");
	reason = msg_text(run, "reason");
	snprintf(slot, sizeof(slot), "%s%s%s/%lld", watch_of(host)->job,
	    host->given != NULL ? "/" : "",
	    host->given != NULL ? host->given : "",
	    msg_integer(run, "slot", 0));
	watch_saying(host);
	say_error(host->name, "%s%s%s %s%s%s  (benchctl log %s)",
	    levels != NULL ? levels : "", levels != NULL &&
	    levels[0] != '\0' ? " " : "",
	    msg_boolean(run, "warmup", false) ? "warm-up" : "run", outcome,
	    reason != NULL ? ": " : "", reason != NULL ? reason : "", slot);
}

/* All is known: fetch the results. */
static void
watch_pull(struct fleet_host *host)
{
	struct watch		*watch;
	struct watch_host	*w;

	watch = watch_of(host);
	w = watch_on(host);
	if (watch->archive == NULL) {
		fleet_done(host);
		watch_draw(watch);
		return;
	}
	memset(&w->pull, 0, sizeof(w->pull));
	w->pull.archive = watch->archive;
	w->pull.job = watch_uid(w);
	w->pull.done = watch_pulled;
	pull_begin(host, &w->pull);
}

/* Runs of the job: those that failed before we looked are said now. */
static void
watch_listed(struct fleet_host *host, const json_t *page)
{
	json_t	*run, *runs;
	size_t	 i;

	runs = json_object_get(page, "runs");
	json_array_foreach(runs, i, run)
		watch_bad(host, run);
	if (msg_boolean(page, "more", false) && json_array_size(runs) > 0 &&
	    watch_on(host)->bad < WATCH_SAID)
		fleet_ask(host, REQUEST_RUN_LIST, json_pack("{s:s, s:I}",
		    "job", watch_of(host)->job, "after",
		    (json_int_t)msg_integer(page, "next", 0)), watch_listed);
	else
		watch_pull(host);
}

/* Its cells, after the end. */
static void
watch_shown(struct fleet_host *host, const json_t *job)
{
	struct watch_host	*w;
	json_t			*cell, *cells;
	long long		 failed;
	size_t			 i;

	w = watch_on(host);
	json_decref(w->job);
	w->job = json_incref((json_t *)(uintptr_t)job);
	failed = 0;
	cells = json_object_get(job, "cells");
	json_array_foreach(cells, i, cell)
		failed += msg_integer(cell, "failed", 0);
	if (failed > w->bad && w->bad < WATCH_SAID)
		fleet_ask(host, REQUEST_RUN_LIST, json_pack("{s:s}", "job",
		    watch_of(host)->job), watch_listed);
	else
		watch_pull(host);
}

/* It has ended: how? */
static void
watch_ended(struct fleet_host *host)
{
	fleet_ask(host, REQUEST_JOB_SHOW, json_pack("{s:s}", "job",
	    watch_of(host)->job), watch_shown);
}

/* An event; also of other jobs, if hosts ever send such. */
static void
watch_event(struct fleet_host *host, const json_t *params)
{
	struct watch_host	*w;
	const char		*job, *kind, *uid;

	w = watch_on(host);
	job = msg_text(params, "job");
	kind = msg_text(params, "kind");
	uid = watch_uid(w);
	if (job == NULL || kind == NULL || uid == NULL || w->job == NULL ||
	    strcmp(job, uid) != 0)
		return;
	progress_event(&w->progress, params);
	w->told_us = watch_now_us();
	if (strcmp(kind, "run-done") == 0)
		watch_bad(host, json_object_get(params, "run"));
	else if (w->asking)
		;		/* the answer, which follows, knows of it */
	else if (strcmp(kind, "job-done") == 0)
		watch_ended(host);
	else if (strcmp(kind, "lost") == 0)
		watch_ask(host);
	watch_draw(watch_of(host));
}

/* The job as it is; events follow, unless it has ended. */
static void
watch_answer(struct fleet_host *host, const json_t *job)
{
	struct watch_host	*w;
	const char		*state;
	int64_t			 now_us;

	w = watch_on(host);
	w->asking = false;
	json_decref(w->job);
	w->job = json_incref((json_t *)(uintptr_t)job);
	now_us = msg_integer(link_hello(host->link), "now_us", 0);
	progress_job(&w->progress, job, now_us);
	w->told_us = watch_now_us();
	state = msg_text(job, "state");
	if (state != NULL && strcmp(state, "queued") != 0 &&
	    strcmp(state, "running") != 0)
		watch_ended(host);
	watch_draw(watch_of(host));
}

/* Ask to be told. */
static void
watch_ask(struct fleet_host *host)
{
	watch_on(host)->asking = true;
	fleet_ask(host, REQUEST_JOB_WATCH, json_pack("{s:s}", "job",
	    watch_of(host)->job), watch_answer);
}

/* It is on the host's disk. */
static void
watch_submitted(struct fleet_host *host, const json_t *answer)
{
	struct watch_host	*w;

	w = watch_on(host);
	json_decref(w->submitted);
	w->submitted = json_incref((json_t *)(uintptr_t)answer);
	watch_head(watch_of(host), answer);
	watch_ask(host);
}

/* From the beginning. */
static void
watch_ready(struct fleet_host *host)
{
	struct watch	*watch;

	watch = watch_of(host);
	if (watch->submit != NULL)
		submit_ask(host, watch->submit, watch_submitted);
	else
		watch_ask(host);
}

/* The line says so. */
static void
watch_lost(struct fleet_host *host)
{
	watch_draw(watch_of(host));
}

/* Every second. */
static void
watch_tick(struct fleet *fleet)
{
	watch_draw(fleet_arg(fleet));
}

/* Is it on any host? */
static bool
watch_is_there(const struct watch *watch)
{
	size_t	 i;

	for (i = 0; i < fleet_count(watch->fleet); i++)
		if (watch_uid(&watch->host[i]) != NULL)
			return (true);
	return (false);
}

/* How it ended: the hosts first, then the runs. */
static int
watch_status(const struct watch *watch)
{
	const char	*state;
	json_t		*cell, *cells;
	size_t		 c, i;

	for (i = 0; i < fleet_count(watch->fleet); i++) {
		state = msg_text(watch->host[i].job, "state");
		if (state == NULL)
			continue;
		if (strcmp(state, "done") != 0 || watch->host[i].bad > 0)
			return (OPTIONS_FAILED);
		cells = json_object_get(watch->host[i].job, "cells");
		json_array_foreach(cells, c, cell)
			if (msg_integer(cell, "failed", 0) > 0 ||
			    msg_integer(cell, "missing", 0) > 0)
				return (OPTIONS_FAILED);
	}
	return (fleet_status(watch->fleet));
}

/* All of it. */
int
watch_run(struct watch *watch, const struct options *o)
{
	static const struct fleet_calls	 calls = {
		.ready = watch_ready, .event = watch_event,
		.refused = submit_refused, .lost = watch_lost,
		.saying = watch_saying, .tick = watch_tick,
		.patient = true, .breaks = true
	};
	size_t				 i;

	watch->fleet = fleet_new(o, &calls, watch);
	watch->host = calloc(fleet_count(watch->fleet),
	    sizeof(*watch->host));
	if (watch->host == NULL)
		err(1, "memory");
	for (i = 0; i < fleet_count(watch->fleet); i++)
		fleet_host(watch->fleet, i)->data = &watch->host[i];
	screen_init(&watch->screen);
	if (fleet_run(watch->fleet)) {
		if (watch->screen.is_terminal)
			fputc('\n', stderr);
		return (watch_status(watch));
	}
	fprintf(stderr, watch_is_there(watch) ?
	    "%sthe job goes on; benchctl watch %s\n" :
	    "%snot known whether the job was submitted; benchctl watch %s\n",
	    watch->screen.is_terminal ? "\n" : "", watch->job);
	return (WATCH_BROKEN);
}

/* End it. */
void
watch_clear(struct watch *watch)
{
	size_t	 i;

	for (i = 0; watch->fleet != NULL && i < fleet_count(watch->fleet);
	    i++) {
		progress_clear(&watch->host[i].progress);
		json_decref(watch->host[i].job);
		json_decref(watch->host[i].submitted);
	}
	free(watch->host);
	fleet_free(watch->fleet);
	memset(watch, 0, sizeof(*watch));
}
