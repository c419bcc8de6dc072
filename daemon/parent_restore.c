/*
 * parent_restore: what takeover put aside comes back.
 *
 * The journal says what; the cleaner does it, between runs.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/log.h"
#include "daemon/parent.h"
#include "daemon/parent_run.h"
#include "proto/compat.h"

static void	 parent_restore_done(struct parent *, struct parent_task *);

/* No run of a job comes any more: what it put aside is due. */
void
parent_restore_job_end(struct ipc *ipc, struct ipc_msg *m)
{
	const struct ipc_job_end	*msg;
	char				 job[BENCHD_UID_HEX];
	struct parent			*parent;

	(void)ipc;
	msg = m->data;
	parent = parent_self();
	memcpy(job, msg->job, sizeof(job));
	job[sizeof(job) - 1] = '\0';
	if (journal_due(&parent->journal, job) != 0 && parent->run == NULL)
		parent_restore_next(parent);
}

/* A takeover was put back, or cannot be. */
static void
parent_restore_done(struct parent *parent, struct parent_task *task)
{
	struct clean_answer	 answer;
	struct journal_entry	*entry;

	memset(&answer, 0, sizeof(answer));
	strlcpy(answer.reason, "the cleaner died", sizeof(answer.reason));
	if (task->got == task->answer_len)
		memcpy(&answer, task->answer, sizeof(answer));
	answer.reason[RUN_REASON_BYTES - 1] = '\0';
	/* By its place: another may have become due meanwhile. */
	entry = &parent->journal.entry[parent->restoring];
	if (!answer.ok) {
		log_warnx("%s is not put back: %s; the next start tries again",
		    entry->objdir, answer.reason);
		entry->due = 0;
	} else if (journal_remove(&parent->journal, parent->restoring) == -1)
		log_warn("journal");
	parent->restore = NULL;
	parent_task_free(task);
	parent_restore_next(parent);
	if (parent->restore == NULL && parent->run != NULL)
		parent_run_continue(parent);
	parent_stop_check(parent);
}

/* Put back what takeover put aside, the first that is due. */
void
parent_restore_next(struct parent *parent)
{
	struct clean_request		 head;
	struct conf_recipe		 recipe;
	struct journal_entry		*entry;
	struct parent_step_request	 req;
	size_t				 i;

	if (parent->restore != NULL || parent->run != NULL || parent->stopping)
		return;
	for (i = 0; i < parent->journal.n && !parent->journal.entry[i].due; i++)
		continue;
	if (i == parent->journal.n)
		return;
	parent->restoring = i;
	entry = &parent->journal.entry[i];
	memset(&recipe, 0, sizeof(recipe));
	recipe.objroot = entry->objroot;
	recipe.objdir = entry->objdir;
	memset(&head, 0, sizeof(head));
	head.verb = CLEAN_RESTORE;
	head.chroot = geteuid() == 0;
	/* Nothing is marked by it, but the cleaner wants both ids whole. */
	memcpy(head.mark, entry->job, sizeof(entry->job));
	memcpy(head.job, entry->job, sizeof(entry->job));
	if (parent_step_clean(&recipe, &head, &req) == -1) {
		log_warn("%s is not put back", entry->objdir);
		return;
	}
	parent->restore = parent_task_start(parent, PROC_CLEANER, req.bytes,
	    req.len, -1, sizeof(struct clean_answer));
	parent_step_clear(&req);
	if (parent->restore != NULL)
		parent->restore->done = parent_restore_done;
	else
		log_warn("%s is not put back", entry->objdir);
}
