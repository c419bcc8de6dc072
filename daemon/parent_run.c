/*
 * parent_run: a run, action by action.
 *
 * The engine names a recipe's digest and levels; both are looked up in the
 * parent's own configuration before anything is done.  A run is a list of
 * actions made at its beginning; each is one process that answers once, and
 * what it answered goes to the engine.  Stores nothing.
 */
#include <sys/file.h>
#include <sys/resource.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/log.h"
#include "daemon/osdep.h"
#include "daemon/parent.h"
#include "daemon/parent_run.h"
#include "proto/compat.h"

#define PARENT_RUN_LOCK_S	1	/* between two tries for the lock */
#define PARENT_RUN_SWEEP_MS	20	/* between two looks for orphans */
#define PARENT_RUN_STOP_MS	1500	/* for cleanup while we are stopping */

/* Kind of an action to the phase that clients are told. */
static const enum run_phase parent_run_phases[] = {
	[RUN_STEP_CLEAN] = RUN_PHASE_CLEANING,
	[RUN_STEP_PREPARE] = RUN_PHASE_PREPARING,
	[RUN_STEP_COMMAND] = RUN_PHASE_SETTLING,
	[RUN_STEP_CHECK] = RUN_PHASE_CHECKING,
	[RUN_STEP_COUNT] = RUN_PHASE_COUNTING,
	[RUN_STEP_CLEANUP] = RUN_PHASE_CLEANUP
};

static void	 parent_run_step_done(struct parent *, struct parent_task *);
static void	 parent_run_timer(evutil_socket_t, short, void *);

/* Free a run at any stage of its birth. */
static void
parent_run_free(struct parent_run *run)
{
	if (run == NULL)
		return;
	if (run->timer != NULL)
		event_free(run->timer);
	if (run->output != -1)
		close(run->output);
	parent_step_clear(&run->request);
	free(run->action);
	free(run->strings);
	free(run);
}

/* Call again after ms. */
static void
parent_run_later(struct parent_run *run, int ms)
{
	struct timeval	 tv;

	tv.tv_sec = ms / 1000;
	tv.tv_usec = ms % 1000 * 1000;
	evtimer_add(run->timer, &tv);
}

/* The run is over: tell the engine, give the machine free. */
static void
parent_run_finish(struct parent *parent)
{
	struct ipc_run_done	 done;
	struct parent_run	*run;

	run = parent->run;
	memset(&done, 0, sizeof(done));
	memcpy(done.run, run->begin.run, sizeof(done.run));
	done.verdict = run->verdict;
	done.stopping = parent->stopping;
	if (run->end != PARENT_END_NONE)
		done.verdict = run->end == PARENT_END_CANCEL ?
		    RUN_CANCELLED : RUN_INTERRUPTED;
	memcpy(done.reason, run->reason, sizeof(done.reason));
	if (run->locked)
		flock(parent->lock_fd, LOCK_UN);
	parent->run = NULL;
	if (parent->conf != run->conf)
		conf_free(run->conf);
	parent_run_free(run);
	parent_child_send_run(parent, IPC_RUN_DONE, &done, sizeof(done), NULL);
	parent_child_await(parent);
	parent_restore_next(parent);
	parent_stop_check(parent);
}

/* Is this prepare step due in this run? */
static bool
parent_run_is_due(const struct parent_run *run, const struct conf_step *step)
{
	if (step->once == CONF_ONCE_JOB)
		return (run->begin.first_of_job != 0);
	if (step->once == CONF_ONCE_BOOT)
		return (run->begin.first_of_boot != 0);
	return (true);
}

/* Append the recipe's steps of one kind that are due. */
static void
parent_run_plan_steps(struct parent_run *run, enum conf_step_kind kind,
    enum run_step_kind as)
{
	size_t	 i;

	for (i = 0; i < run->recipe->nsteps; i++) {
		if (run->recipe->step[i].kind != kind)
			continue;
		if (kind == CONF_PREPARE &&
		    !parent_run_is_due(run, &run->recipe->step[i]))
			continue;
		run->action[run->nactions].kind = as;
		run->action[run->nactions++].step = &run->recipe->step[i];
	}
}

/* Make the list of actions; -1 on memory. */
static int
parent_run_plan(struct parent_run *run)
{
	bool	 objdir;

	objdir = run->recipe->objdir != NULL;
	if ((run->action = calloc(run->recipe->nsteps + 2,
	    sizeof(*run->action))) == NULL)
		return (-1);
	if (objdir)
		run->action[run->nactions++].kind = RUN_STEP_CLEAN;
	parent_run_plan_steps(run, CONF_PREPARE, RUN_STEP_PREPARE);
	parent_run_plan_steps(run, CONF_COMMAND, RUN_STEP_COMMAND);
	parent_run_plan_steps(run, CONF_CHECK, RUN_STEP_CHECK);
	if (objdir)
		run->action[run->nactions++].kind = RUN_STEP_COUNT;
	parent_run_plan_steps(run, CONF_CLEANUP, RUN_STEP_CLEANUP);
	return (0);
}

/* The level of a parameter: they come in an order of the engine's own. */
static const char *
parent_run_level(const struct parent_run *run, size_t len, const char *param)
{
	const char	*name;
	uint32_t	 i;

	for (i = 0; i < run->begin.nlevels; i++) {
		name = ipc_string(run->strings, len, 2 * i);
		if (name != NULL && strcmp(name, param) == 0)
			return (ipc_string(run->strings, len, 2 * i + 1));
	}
	return (NULL);
}

/*
 * Look the recipe up and admit every level by it, in the parameters' order.
 * Returns -1 with the reason where the configuration does not allow it.
 */
static int
parent_run_admit(struct parent *parent, struct parent_run *run, size_t len)
{
	const struct conf_param	*param;
	const char		*value;
	char			 canon[LIMIT_NAME_BYTES + 1];
	uint32_t		 i;

	run->recipe = conf_find_recipe_digest(parent->conf, run->begin.digest);
	if (run->recipe == NULL) {
		strlcpy(run->reason, "recipe-changed", sizeof(run->reason));
		return (-1);
	}
	if (run->begin.nlevels != run->recipe->nparams) {
		strlcpy(run->reason, "a parameter has no level",
		    sizeof(run->reason));
		return (-1);
	}
	for (i = 0; i < run->begin.nlevels; i++) {
		param = &run->recipe->param[i];
		value = parent_run_level(run, len, param->name);
		if (value == NULL) {
			snprintf(run->reason, sizeof(run->reason),
			    "parameter %s has no level", param->name);
			return (-1);
		}
		if (!conf_param_admits(param, value, canon, sizeof(canon),
		    run->reason, sizeof(run->reason)))
			return (-1);
		run->level[i].name = param->name;
		run->level[i].value = value;
	}
	return (parent_step_user(run->recipe, &run->user,
	    run->reason, sizeof(run->reason)));
}

/* Is this an id, and nothing that could be more in a path or the journal? */
static bool
parent_run_is_id(const char id[BENCHD_UID_HEX])
{
	return (id[BENCHD_UID_HEX - 1] == '\0' &&
	    strspn(id, "0123456789abcdef") == BENCHD_UID_HEX - 1);
}

/* The engine wants a run. */
void
parent_run_begin(struct ipc *ipc, struct ipc_msg *m)
{
	struct ipc_run_begin	 begin;
	struct ipc_run_done	 done;
	struct parent		*parent;
	struct parent_run	*run;
	size_t			 len;

	(void)ipc;
	parent = parent_self();
	memcpy(&begin, m->data, sizeof(begin));
	if (parent->run != NULL || !parent_run_is_id(begin.run) ||
	    !parent_run_is_id(begin.job)) {
		parent_child_refuse(parent, PROC_ENGINE,
		    "asks for a second run at once, or one without an id");
		return;
	}
	/* It was sent before the word to stop arrived; the engine closes it. */
	if (parent->stopping)
		return;
	if ((run = calloc(1, sizeof(*run))) == NULL)
		log_fatalx("memory");
	run->begin = begin;
	run->output = m->fd;
	m->fd = -1;
	run->conf = parent->conf;
	len = m->len - sizeof(run->begin);
	run->timer = evtimer_new(parent->base, parent_run_timer, parent);
	if ((run->strings = malloc(len + 1)) == NULL || run->timer == NULL)
		log_fatalx("memory");
	memcpy(run->strings, (const char *)m->data + sizeof(run->begin), len);
	if (parent_run_admit(parent, run, len) == -1) {
		memset(&done, 0, sizeof(done));
		memcpy(done.run, run->begin.run, sizeof(done.run));
		done.verdict = RUN_FAILED;
		done.recipe_changed = 1;
		memcpy(done.reason, run->reason, sizeof(done.reason));
		parent_run_free(run);
		parent_child_send_run(parent, IPC_RUN_DONE, &done,
		    sizeof(done), NULL);
		return;
	}
	if (parent_run_plan(run) == -1)
		log_fatalx("memory");
	parent->run = run;
	if (parent->restore == NULL)
		parent_run_continue(parent);
}

/* Tell the engine the phase, and through it the clients. */
static void
parent_run_tell(struct parent *parent, enum run_phase phase)
{
	struct ipc_run_phase	 msg;

	memset(&msg, 0, sizeof(msg));
	memcpy(msg.run, parent->run->begin.run, sizeof(msg.run));
	msg.phase = phase;
	parent_child_send_run(parent, IPC_RUN_PHASE, &msg, sizeof(msg), NULL);
}

/* Take the machine's lock; false: not yet, we are called again. */
static bool
parent_run_lock(struct parent *parent)
{
	struct parent_run	*run;

	run = parent->run;
	if (run->locked || parent->lock_fd == -1)
		return (true);
	if (flock(parent->lock_fd, LOCK_EX | LOCK_NB) == 0) {
		run->locked = true;
		return (true);
	}
	if (!run->told)
		parent_run_tell(parent, RUN_PHASE_WAITING);
	run->told = true;
	parent_run_later(run, PARENT_RUN_LOCK_S * 1000);
	return (false);
}

/* Is there any sense in this action, after what has happened so far? */
static bool
parent_run_wants(const struct parent_run *run,
    const struct parent_action *action)
{
	if (action->kind == RUN_STEP_CLEANUP)
		return (run->stepped);
	return (run->verdict == RUN_COMPLETE && run->end == PARENT_END_NONE);
}

/* Hand the cleaner its task. */
static int
parent_run_clean(struct parent *parent, const struct parent_action *action)
{
	struct clean_request	 head;
	struct parent_run	*run;

	run = parent->run;
	memset(&head, 0, sizeof(head));
	head.verb = action->kind == RUN_STEP_CLEAN ? CLEAN_FRESH : CLEAN_COUNT;
	head.uid = run->user.uid;
	head.gid = run->user.gid;
	head.mode = 0755;
	head.chroot = run->user.drop;
	memcpy(head.mark, run->begin.run, sizeof(run->begin.run));
	memcpy(head.job, run->begin.job, sizeof(run->begin.job));
	if (head.verb == CLEAN_FRESH &&
	    run->recipe->takeover == CONF_TAKEOVER_KEEP &&
	    journal_add(&parent->journal, run->begin.job, run->recipe->objroot,
	    run->recipe->objdir) == -1)
		return (-1);
	if (parent_step_clean(run->recipe, &head, &run->request) == -1)
		return (-1);
	run->task = parent_task_start(parent, PROC_CLEANER, run->request.bytes,
	    run->request.len, -1, sizeof(struct clean_answer));
	return (run->task == NULL ? -1 : 0);
}

/* What a step asks for beside its words. */
static void
parent_run_head(const struct parent *parent, const struct parent_action *action,
    struct run_request *head)
{
	const struct conf_recipe	*recipe;
	const struct parent_run		*run;

	run = parent->run;
	recipe = run->recipe;
	memset(head, 0, sizeof(*head));
	head->timeout_ms = recipe->timeout_s * 1000;
	if (run->end == PARENT_END_INTERRUPT)
		head->timeout_ms = PARENT_RUN_STOP_MS;
	head->output_max_bytes = recipe->output_max_bytes;
	head->file_max_bytes = recipe->file_max_bytes;
	head->wait_tree = recipe->wait == CONF_WAIT_TREE;
	parent_files_tag(parent, head->tag, sizeof(head->tag));
	strlcat(head->tag, run->begin.run, sizeof(head->tag));
	if (action->kind != RUN_STEP_COMMAND)
		return;
	head->timed = 1;
	head->settle_ms = (int32_t)recipe->settle_ms;
	if (recipe->objdir != NULL)
		strlcpy(head->free_path, recipe->objdir,
		    sizeof(head->free_path));
	head->watch[0] = getpid();
	head->watch[1] = parent->child[PROC_FRONT].pid;
	head->watch[2] = parent->child[PROC_ENGINE].pid;
}

/* Hand the runner a step. */
static int
parent_run_step(struct parent *parent, const struct parent_action *action)
{
	struct conf_scope	 scope;
	struct parent_run	*run;
	struct run_request	 head;

	run = parent->run;
	scope.recipe = run->recipe;
	scope.level = run->level;
	scope.nlevels = run->begin.nlevels;
	scope.ncpu = (int)parent->host.ncpu;
	parent_run_head(parent, action, &head);
	if (parent_step_run(action->step, &scope, &run->user, &head,
	    &run->request) == -1)
		return (-1);
	if (action->kind == RUN_STEP_COMMAND)
		parent_child_timed(parent, true);
	if (action->kind != RUN_STEP_CLEANUP)
		run->stepped = true;
	run->task = parent_task_start(parent, PROC_RUNNER, run->request.bytes,
	    run->request.len, run->output, sizeof(struct run_answer));
	return (run->task == NULL ? -1 : 0);
}

/* Begin the next action that has sense, or finish. */
void
parent_run_continue(struct parent *parent)
{
	const struct parent_action	*action;
	struct parent_run		*run;
	int				 rv;

	run = parent->run;
	if (run->end == PARENT_END_NONE && !parent_run_lock(parent))
		return;
	while (run->at < run->nactions &&
	    !parent_run_wants(run, &run->action[run->at]))
		run->at++;
	if (run->at == run->nactions) {
		parent_run_finish(parent);
		return;
	}
	action = &run->action[run->at++];
	parent_run_tell(parent, parent_run_phases[action->kind]);
	rv = action->step == NULL ? parent_run_clean(parent, action) :
	    parent_run_step(parent, action);
	if (rv == -1) {
		parent_judge_fail(run, RUN_FAILED, "step %zu: %s", run->at,
		    strerror(errno));
		if (action->kind == RUN_STEP_COMMAND)
			parent_child_timed(parent, false);
		parent_step_clear(&run->request);
		parent_run_continue(parent);
		return;
	}
	run->task->done = parent_run_step_done;
}

/* An action's process is gone: tell the engine and go on. */
static void
parent_run_step_done(struct parent *parent, struct parent_task *task)
{
	struct ipc_run_step	 step;
	struct parent_run	*run;
	enum run_step_kind	 kind;

	run = parent->run;
	kind = run->action[run->at - 1].kind;
	memset(&step, 0, sizeof(step));
	memcpy(step.run, run->begin.run, sizeof(step.run));
	step.ordinal = (uint32_t)run->at;
	step.kind = kind;
	if (kind == RUN_STEP_COMMAND)
		parent_child_timed(parent, false);
	if (parent_judge_answer(run, task, kind, &step))
		parent_child_send_run(parent, IPC_RUN_STEP, &step,
		    sizeof(step), run->request.text);
	else
		run->orphaned = true;
	run->task = NULL;
	parent_task_free(task);
	parent_step_clear(&run->request);
	parent_run_timer(-1, 0, parent);
}

/* Go on: with the lock, or with a sweep of what a dead runner left. */
static void
parent_run_timer(evutil_socket_t fd, short what, void *arg)
{
	struct parent	*parent;
	char		 tag[64];

	(void)fd;
	(void)what;
	parent = arg;
	if (parent->run->task != NULL)
		return;
	if (parent->run->orphaned && !parent_task_sweep(parent)) {
		parent_run_later(parent->run, PARENT_RUN_SWEEP_MS);
		return;
	}
	if (parent->run->orphaned) {
		parent->run->orphaned = false;
		/* A runner that was killed left its tag behind. */
		parent_files_tag(parent, tag, sizeof(tag));
		strlcat(tag, parent->run->begin.run, sizeof(tag));
		(void)osdep_tag_kill(tag);
	}
	parent_run_continue(parent);
}

/* End the present run, for a client or because we or the engine end. */
void
parent_run_end(struct parent *parent, enum parent_end end, const char *why)
{
	struct parent_run	*run;

	if ((run = parent->run) == NULL || run->end == PARENT_END_INTERRUPT)
		return;
	run->end = end;
	strlcpy(run->reason, why, sizeof(run->reason));
	if (run->task != NULL)
		parent_task_stop(parent, run->task);
	else if (parent->restore == NULL)
		parent_run_later(run, 0);
}

/* The engine wants a run to end. */
void
parent_run_cancel(struct ipc *ipc, struct ipc_msg *m)
{
	const struct ipc_run_cancel	*msg;
	struct parent			*parent;

	(void)ipc;
	msg = m->data;
	parent = parent_self();
	if (parent->run != NULL && memcmp(msg->run, parent->run->begin.run,
	    BENCHD_UID_HEX - 1) == 0)
		parent_run_end(parent, PARENT_END_CANCEL, "cancelled");
}

/* A pid was reaped: the run's task, or an orphan of a dead one. */
void
parent_run_reaped(struct parent *parent, pid_t pid, int status)
{
	if (parent->run != NULL)
		parent_task_reaped(parent, parent->run->task, pid, status);
}

/* The configuration is about to be replaced: free it, unless a run needs it. */
void
parent_run_keep_conf(struct parent *parent)
{
	if (parent->run == NULL || parent->run->conf != parent->conf)
		conf_free(parent->conf);
}
