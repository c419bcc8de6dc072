/*
 * engine_run: the next run, from its row to its stored result.
 *
 * One run at a time.  Its row is written before anything is done; its result
 * stays in memory until the database has taken it, and no further run begins
 * before that.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/engine.h"
#include "daemon/log.h"
#include "proto/compat.h"

static int	 engine_run_begin(struct engine *, struct store_run *);
static bool	 engine_run_changed(struct engine *, struct store_run *);
static void	 engine_run_clear(struct engine *);
static void	 engine_run_ends(struct engine *);
static int	 engine_run_left(struct engine *, struct store_run *, bool);
static void	 engine_run_later(struct engine *);
static bool	 engine_run_may(struct engine *);
static bool	 engine_run_is(const struct engine *, const char *);
static int	 engine_run_send(struct engine *);
static void	 engine_run_stored(struct engine *);
static void	 engine_run_sweep(void);

/* The spool file of a run. */
void
engine_run_spool(const struct store_run *run, char *path, size_t size)
{
	char	hex[UID_HEX_BYTES];

	uid_hex(run->uid, UID_BYTES, hex);
	snprintf(path, size, "%s/%s", ENGINE_SPOOL, hex);
}

/* May a run begin now? */
static bool
engine_run_may(struct engine *engine)
{
	return (engine->ready && engine->probed && !engine->stopping &&
	    engine->run == NULL && engine->ended == NULL &&
	    engine->paused_us == 0);
}

/* The disk or a lock was in the way: try again in a while. */
static void
engine_run_later(struct engine *engine)
{
	const struct timeval	wait = { ENGINE_RETRY_S, 0 };

	evtimer_add(engine->retry, &wait);
}

/* Begin the next run that may begin. */
void
engine_run_next(struct engine *engine)
{
	struct store_run	run;
	int			found;

	if (engine->ready && engine->run == NULL && engine->ended == NULL)
		engine_run_ends(engine);
	if (engine_watch_gap(engine) || !engine_run_may(engine))
		return;
	while ((found = store_run_next(engine->store, &engine->place,
	    &run)) == 1) {
		if (engine_run_changed(engine, &run)) {
			store_run_clear(&run);
			continue;
		}
		if (engine_run_begin(engine, &run) == 0)
			return;
		store_run_clear(&run);
		found = -1;
		break;
	}
	if (found == -1)
		engine_run_later(engine);
}

/* Jobs whose last slot is over end now. */
static void
engine_run_ends(struct engine *engine)
{
	int64_t	job_id;

	while (store_job_over(engine->store, &job_id) == 1)
		engine_watch_job_done(engine, job_id);
}

/* A job whose recipe is not there any more as it was ends as failed. */
static bool
engine_run_changed(struct engine *engine, struct store_run *run)
{
	if (conf_find_recipe_digest(engine->conf, run->recipe) != NULL)
		return (false);
	log_info("job %s: recipe %s has changed", run->client_job,
	    run->recipe_name);
	if (store_job_stop(engine->store, run->job_id, "failed",
	    "recipe-changed") == 0)
		engine_watch_job_done(engine, run->job_id);
	return (store_fault(engine->store) == STORE_OK);
}

/* Output file, row, message, in this order. */
static int
engine_run_begin(struct engine *engine, struct store_run *next)
{
	const struct conf_recipe	*recipe;
	struct engine_run		*run;
	char				 path[64];

	if ((run = calloc(1, sizeof(*run))) == NULL)
		return (-1);
	run->fd = -1;
	if (store_run_begin(engine->store, &engine->place, next) == -1) {
		free(run);
		return (-1);
	}
	run->run = *next;
	memset(next, 0, sizeof(*next));
	engine->run = run;
	engine->gap_until_us = 0;
	run->phase_us = run->run.started_us;
	engine->since_us = run->run.started_us;
	recipe = conf_find_recipe_digest(engine->conf, run->run.recipe);
	run->settle_us = recipe == NULL ? 0 : recipe->settle_ms * 1000;
	engine_run_spool(&run->run, path, sizeof(path));
	run->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC,
	    0600);
	if (run->fd == -1)
		log_warn("%s", path);
	if (run->fd == -1 || engine_run_send(engine) == -1) {
		engine_run_abandon(engine, "its output file cannot be made");
		engine_run_later(engine);
	}
	return (0);
}

/* Ask the parent for it. */
static int
engine_run_send(struct engine *engine)
{
	struct ipc_run_begin	 begin;
	struct store_rows	*rows;
	struct store_run	*run;
	char			*strings;
	size_t			 len;
	int			 fd, status;

	run = &engine->run->run;
	memset(&begin, 0, sizeof(begin));
	uid_hex(run->uid, UID_BYTES, begin.run);
	uid_hex(run->job, UID_BYTES, begin.job);
	memcpy(begin.digest, run->recipe, sizeof(begin.digest));
	begin.warmup = run->warmup;
	begin.first_of_job = run->first_of_job;
	begin.first_of_boot = run->first_of_boot;
	strings = NULL;
	len = 0;
	status = 0;
	rows = STORE_ASK(engine->store, "run_levels",
	    STORE_INT(run->cell_id));
	while (status == 0 && store_next(rows)) {
		begin.nlevels++;
		if (ipc_string_add(&strings, &len, store_text(rows, 0)) == -1 ||
		    ipc_string_add(&strings, &len, store_text(rows, 1)) == -1)
			status = -1;
	}
	if (store_end(rows) == -1)
		status = -1;
	if (status == 0 && (fd = fcntl(engine->run->fd, F_DUPFD_CLOEXEC,
	    0)) != -1)
		status = ipc_send(engine->parent, IPC_RUN_BEGIN, &begin,
		    sizeof(begin), strings, len, fd);
	else
		status = -1;
	free(strings);
	return (status);
}

/* Is this the present run's uid? */
static bool
engine_run_is(const struct engine *engine, const char *uid)
{
	char	hex[UID_HEX_BYTES];

	if (engine->run == NULL)
		return (false);
	uid_hex(engine->run->run.uid, UID_BYTES, hex);
	return (strncmp(hex, uid, UID_HEX_BYTES - 1) == 0);
}

/* IPC_RUN_PHASE: how far it is; after settling no word comes. */
void
engine_run_phase(struct ipc *ipc, struct ipc_msg *m)
{
	const struct ipc_run_phase	*phase;
	struct engine			*engine;

	(void)ipc;
	engine = engine_self();
	phase = m->data;
	if (!engine_run_is(engine, phase->run))
		return;
	engine->run->phase = (enum run_phase)phase->phase;
	engine->run->phase_us = store_now_us();
	engine_watch_phase(engine);
}

/* IPC_RUN_STEP: a step has ended. */
void
engine_run_step(struct ipc *ipc, struct ipc_msg *m)
{
	struct ipc_run_step	 step, *steps;
	struct engine_run	*run;
	const char		*text;
	char			**commands;

	(void)ipc;
	memcpy(&step, m->data, sizeof(step));
	run = engine_self()->run;
	if (!engine_run_is(engine_self(), step.run))
		return;
	text = ipc_string((const char *)m->data + sizeof(step),
	    m->len - sizeof(step), 0);
	steps = realloc(run->step, (run->nsteps + 1) * sizeof(*steps));
	if (steps != NULL)
		run->step = steps;
	commands = realloc(run->command, (run->nsteps + 1) *
	    sizeof(*commands));
	if (commands != NULL)
		run->command = commands;
	if (steps == NULL || commands == NULL ||
	    (commands[run->nsteps] = strdup(text == NULL ? "" : text)) == NULL)
		log_fatalx("memory for a step");
	steps[run->nsteps++] = step;
}

/* IPC_RUN_DONE: nothing of it lives any more; its result is made. */
void
engine_run_done(struct ipc *ipc, struct ipc_msg *m)
{
	struct ipc_run_done	 done;
	struct engine		*engine;

	(void)ipc;
	memcpy(&done, m->data, sizeof(done));
	done.reason[sizeof(done.reason) - 1] = '\0';
	engine = engine_self();
	if (!engine_run_is(engine, done.run))
		return;
	if (done.stopping != 0)
		engine->stopping = true;
	engine->ended = engine_result_new(engine, engine->run, &done);
	if (engine->ended == NULL)
		log_fatalx("memory for a result");
	if (done.recipe_changed != 0)
		store_job_stop(engine->store, engine->run->run.job_id,
		    "failed", "recipe-changed");
	engine_run_clear(engine);
	engine_run_store(engine);
}

/* Give the run's memory and descriptor back. */
static void
engine_run_clear(struct engine *engine)
{
	struct engine_run	*run;
	size_t			 i;

	run = engine->run;
	engine->run = NULL;
	for (i = 0; i < run->nsteps; i++)
		free(run->command[i]);
	if (run->fd != -1)
		close(run->fd);
	store_run_clear(&run->run);
	free(run->step);
	free(run->command);
	free(run);
}

/* Store what has ended; until it is, nothing else begins. */
void
engine_run_store(struct engine *engine)
{
	if (engine->ended == NULL) {
		engine_run_next(engine);
		return;
	}
	if (store_run_end(engine->store, engine->ended) == -1) {
		log_warnx("a result waits: %s",
		    store_fault_text(engine->store));
		engine_run_later(engine);
		return;
	}
	engine_run_stored(engine);
	engine_run_next(engine);
}

/* It is on the disk: tell who watches, give the spool file up. */
static void
engine_run_stored(struct engine *engine)
{
	struct store_result	*result;
	struct store_job	 job;
	char			 path[64];

	result = engine->ended;
	engine->ended = NULL;
	engine->since_us = store_now_us();
	engine_run_spool(&result->run, path, sizeof(path));
	if (unlink(path) == -1 && errno != ENOENT)
		log_warn("%s", path);
	if (engine->outputs_bytes >= 0)
		engine->outputs_bytes += (int64_t)(result->output.head_packed +
		    result->output.tail_packed);
	store_run_retain(engine->store, engine->conf->outputs_host_bytes,
	    &engine->outputs_bytes);
	store_settle(engine->store);
	engine_watch_run_done(engine, &result->run);
	/* A job that was stopped in this run ends with it. */
	if (store_job_load(engine->store, result->run.job_id, &job) == 0 &&
	    strcmp(job.state, "running") != 0)
		engine_watch_job_done(engine, job.job_id);
	store_run_result_clear(result);
	free(result);
}

/* Close the present run ourselves, as interrupted. */
void
engine_run_abandon(struct engine *engine, const char *why)
{
	struct ipc_run_done	done;

	if (engine->run != NULL) {
		memset(&done, 0, sizeof(done));
		done.verdict = RUN_INTERRUPTED;
		strlcpy(done.reason, why, sizeof(done.reason));
		engine->ended = engine_result_new(engine, engine->run, &done);
		if (engine->ended == NULL)
			log_fatalx("memory for a result");
		engine_run_clear(engine);
	}
	if (engine->ended == NULL)
		return;
	if (store_run_end(engine->store, engine->ended) == 0)
		engine_run_stored(engine);
	else if (!engine->stopping)
		engine_run_later(engine);
	/* When we stop, the row says starting, and the next start closes it. */
}

/* The parent ends the run; its end comes as any other. */
void
engine_run_cancel(struct engine *engine, int64_t job_id)
{
	struct ipc_run_cancel	cancel;

	if (engine->run == NULL || engine->run->run.job_id != job_id)
		return;
	memset(&cancel, 0, sizeof(cancel));
	uid_hex(engine->run->run.uid, UID_BYTES, cancel.run);
	ipc_send(engine->parent, IPC_RUN_CANCEL, &cancel, sizeof(cancel),
	    NULL, 0, -1);
}

/* Close what a former engine left as starting, and tell why. */
void
engine_run_reconcile(struct engine *engine)
{
	struct store_run	run;
	bool			other_boot;
	int			left;

	while ((left = store_run_left(engine->store, &engine->place, &run,
	    &other_boot)) == 1)
		if (engine_run_left(engine, &run, other_boot) == -1)
			log_fatalx("closing a run of a former engine: %s",
			    store_fault_text(engine->store));
	if (left == -1)
		log_fatalx("looking for runs of a former engine: %s",
		    store_fault_text(engine->store));
	engine_run_sweep();
}

/* What lies in the spool and is no run's is of no use. */
static void
engine_run_sweep(void)
{
	struct dirent	*entry;
	DIR		*spool;

	if ((spool = opendir(ENGINE_SPOOL)) == NULL)
		return;
	while ((entry = readdir(spool)) != NULL)
		if (entry->d_name[0] != '.')
			unlinkat(dirfd(spool), entry->d_name, 0);
	closedir(spool);
}

/* One of them. */
static int
engine_run_left(struct engine *engine, struct store_run *run, bool other_boot)
{
	struct store_result	*result;
	char			 path[64];
	int			 fd, status;

	engine_run_spool(run, path, sizeof(path));
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	result = engine_result_left(run, fd, other_boot ?
	    "the host was booted anew meanwhile" :
	    "the daemon or its engine was killed",
	    engine->conf->output_kept_bytes);
	if (fd != -1)
		close(fd);
	if (result == NULL)
		log_fatalx("memory for a result");
	status = store_run_end(engine->store, result);
	if (status == 0)
		unlink(path);
	store_run_result_clear(result);
	free(result);
	return (status);
}
