/*
 * parent_judge: how a run ended, as far as its processes tell.
 *
 * Before any reader: what the tool printed is the engine's matter.
 */
#include <sys/resource.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "daemon/log.h"
#include "daemon/parent_run.h"
#include "proto/compat.h"

/* Keep the first reason: what came after it came of it. */
void
parent_judge_fail(struct parent_run *run, enum run_verdict verdict,
    const char *fmt, ...)
{
	va_list	 ap;

	if (run->verdict != RUN_COMPLETE)
		return;
	run->verdict = verdict;
	va_start(ap, fmt);
	vsnprintf(run->reason, sizeof(run->reason), fmt, ap);
	va_end(ap);
}

/* What a runner's answer means for the run. */
static void
parent_judge_step(struct parent_run *run, const struct run_answer *a,
    const char *command, bool cleanup)
{
	if (cleanup && !(a->end == RUN_END_EXITED && a->exit_status == 0)) {
		log_warnx("cleanup (%s) of run %s failed", command,
		    run->begin.run);
		return;
	}
	switch ((enum run_end)a->end) {
	case RUN_END_EXITED:
		if (a->exit_status != 0)
			parent_judge_fail(run, RUN_FAILED, "exit status %d: %s",
			    a->exit_status, command);
		break;
	case RUN_END_SIGNALLED:
		parent_judge_fail(run, RUN_KILLED, "signal %d%s: %s",
		    a->exit_signal, a->core ? ", core" : "", command);
		break;
	case RUN_END_TIMEOUT:
		parent_judge_fail(run, RUN_TIMED_OUT, "after %lld s: %s",
		    (long long)run->recipe->timeout_s, command);
		break;
	case RUN_END_OUTPUT:
		parent_judge_fail(run, RUN_TOO_MUCH_OUTPUT, "%lld bytes: %s",
		    (long long)a->output_bytes, command);
		break;
	case RUN_END_STOPPED:
		break;
	case RUN_END_EXEC:
	case RUN_END_SYSTEM:
		parent_judge_fail(run, RUN_FAILED, "%s: %s", a->reason[0] != '\0' ?
		    a->reason : strerror(a->err), command);
		break;
	}
}

/* Sum our footprint over the timed command, the dead included. */
static void
parent_judge_footprint(const struct parent_run *run, struct run_answer *a)
{
	const struct run_footprint	*after, *before;
	int64_t				 cpu, switches;
	size_t				 d, i;

	cpu = 0;
	switches = 0;
	for (i = 0; i < RUN_WATCH_MAX; i++) {
		before = &a->own_before[i];
		after = &a->own_after[i];
		/*
		 * Only of who had died by then: what wait4 says of a runner
		 * is its children's, the benchmark's, as well.
		 */
		for (d = 0; d < run->ndead; d++)
			if (before->pid != 0 && after->pid != before->pid &&
			    run->dead[d].pid == before->pid)
				after = &run->dead[d];
		if (before->pid == 0 || after->pid != before->pid)
			continue;
		cpu += after->cpu_us - before->cpu_us;
		switches += after->switches - before->switches;
	}
	a->before.value[EVIDENCE_OWN_CPU_US] = 0;
	a->after.value[EVIDENCE_OWN_CPU_US] = cpu;
	a->before.value[EVIDENCE_OWN_SWITCHES] = 0;
	a->after.value[EVIDENCE_OWN_SWITCHES] = switches;
	a->before.known[EVIDENCE_OWN_CPU_US] = 1;
	a->after.known[EVIDENCE_OWN_CPU_US] = 1;
	a->before.known[EVIDENCE_OWN_SWITCHES] = 1;
	a->after.known[EVIDENCE_OWN_SWITCHES] = 1;
}

/* Read a whole answer of a task into the step; false: it died before. */
bool
parent_judge_answer(struct parent_run *run, const struct parent_task *task,
    enum run_step_kind kind, struct ipc_run_step *step)
{
	const void	*command;

	command = run->request.text;
	if (task->got != task->answer_len) {
		if (run->end == PARENT_END_NONE)
			parent_judge_fail(run, RUN_INTERRUPTED,
			    "the %s died (wait status 0x%x)",
			    task->id == PROC_RUNNER ? "runner" : "cleaner",
			    (unsigned int)task->status);
		return (false);
	}
	if (task->id == PROC_CLEANER) {
		memcpy(&step->clean, task->answer, sizeof(step->clean));
		step->clean.reason[RUN_REASON_BYTES - 1] = '\0';
		if (!step->clean.ok)
			parent_judge_fail(run, RUN_FAILED, "%s",
			    step->clean.reason);
		return (true);
	}
	memcpy(&step->answer, task->answer, sizeof(step->answer));
	step->answer.reason[RUN_REASON_BYTES - 1] = '\0';
	parent_judge_step(run, &step->answer, command,
	    kind == RUN_STEP_CLEANUP);
	if (kind == RUN_STEP_COMMAND)
		parent_judge_footprint(run, &step->answer);
	return (true);
}

/* A process of ours died while a run goes on: its footprint is not lost. */
void
parent_judge_death(struct parent *parent, pid_t pid, const void *rusage)
{
	const struct rusage	*ru;
	struct parent_run	*run;
	struct run_footprint	*dead;

	ru = rusage;
	run = parent->run;
	if (run == NULL || run->ndead == PARENT_RUN_DEAD_MAX)
		return;
	dead = &run->dead[run->ndead++];
	dead->pid = pid;
	dead->switches = ru->ru_nvcsw + ru->ru_nivcsw;
	dead->cpu_us = (int64_t)(ru->ru_utime.tv_sec + ru->ru_stime.tv_sec) *
	    1000000 + ru->ru_utime.tv_usec + ru->ru_stime.tv_usec;
}
