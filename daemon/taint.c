/*
 * taint: named reasons why a run should not be believed.
 *
 * A rule is a row: what is looked at, how much of it is too much, whose doing
 * it is.  Knows figures only; what follows is the store's to do.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "daemon/taint.h"
#include "proto/compat.h"

/* A tick of the kernel's accounting (USER_HZ). */
#define TAINT_TICK_US	10000.0

/* What the figures are made of. */
struct taint_run {
	const struct run_answer	*answer;
	int			 ncpu;
};

/* A rule's figure; NAN where it is unknown. */
struct taint_rule {
	const char		*key;
	enum taint_cause	 cause;
	double			 (*figure)(const struct taint_run *);
	double			 (*most)(const struct taint_run *, double);
	double			 limit;		/* above it, not at it */
	const char		*unit;
	void			 (*detail)(const struct taint_run *, char *,
				    size_t);
};

static double	 taint_clock_most(const struct taint_run *, double);
static double	 taint_clock_step(const struct taint_run *);
static double	 taint_difference(const struct taint_run *,
		    enum evidence_key);
static double	 taint_just(const struct taint_run *, double);
static double	 taint_outlived(const struct taint_run *);
static void	 taint_outlived_names(const struct taint_run *, char *,
		    size_t);
static double	 taint_steal(const struct taint_run *);
static double	 taint_swap(const struct taint_run *);
static double	 taint_throttled(const struct taint_run *);

static const struct taint_rule taint_rules[] = {
	{ "clock-step", TAINT_OUTSIDE, taint_clock_step, taint_clock_most,
	    0.1, "s", NULL },
	{ "steal", TAINT_OUTSIDE, taint_steal, taint_just,
	    1.0, "%", NULL },
	{ "throttled", TAINT_FACTOR, taint_throttled, taint_just,
	    0, "count", NULL },
	{ "swap", TAINT_FACTOR, taint_swap, taint_just,
	    0, "pages", NULL },
	{ "outlived", TAINT_FACTOR, taint_outlived, taint_just,
	    0, "count", taint_outlived_names },
};

_Static_assert(nitems(taint_rules) < TAINT_MAX, "a run has room for all");

/* Try every rule. */
size_t
taint_judge(const struct run_answer *answer, int ncpu, struct taint *taints)
{
	const struct taint_rule	*rule;
	struct taint_run	 run = { answer, ncpu };
	double			 figure;
	size_t			 i, n;

	n = 0;
	for (i = 0; i < nitems(taint_rules); i++) {
		rule = &taint_rules[i];
		figure = rule->figure(&run);
		/* Unknown compares as false. */
		if (!(figure > rule->most(&run, rule->limit)))
			continue;
		taints[n] = (struct taint){ .key = rule->key,
		    .cause = rule->cause, .figure = figure,
		    .unit = rule->unit };
		if (rule->detail != NULL)
			rule->detail(&run, taints[n].detail,
			    sizeof(taints[n].detail));
		n++;
	}
	return (n);
}

/* Other names than usual, or bytes too far from the usual ones. */
bool
taint_work(const uint8_t *digest, int64_t bytes, const uint8_t *usual,
    int64_t usual_bytes, struct taint *taint)
{
	double	difference;
	bool	names;

	names = memcmp(digest, usual, 32) != 0;
	difference = usual_bytes == 0 ? (bytes == 0 ? 0 : 1) :
	    ((double)bytes - (double)usual_bytes) / (double)usual_bytes;
	if (!names && fabs(difference) <= TAINT_WORK_SHARE)
		return (false);
	*taint = (struct taint){ .key = "unequal-work",
	    .cause = TAINT_FACTOR, .figure = 100 * difference, .unit = "%" };
	snprintf(taint->detail, sizeof(taint->detail),
	    names ? "other files were built than in most runs of the job" :
	    "the files built are as in most runs, their bytes are not");
	return (true);
}

/* As the schema says it. */
const char *
taint_cause_name(enum taint_cause cause)
{
	return (cause == TAINT_OUTSIDE ? "outside" : "factor");
}

/* A limit that does not depend on the run. */
static double
taint_just(const struct taint_run *run, double limit)
{
	(void)run;
	return (limit);
}

/* After minus before, where both are known. */
static double
taint_difference(const struct taint_run *run, enum evidence_key key)
{
	const struct evidence	*after, *before;

	after = &run->answer->after;
	before = &run->answer->before;
	if (!after->known[key] || !before->known[key])
		return (NAN);
	return ((double)after->value[key] - (double)before->value[key]);
}

/* Seconds by which wall and monotonic clock went apart. */
static double
taint_clock_step(const struct taint_run *run)
{
	return (fabs(taint_difference(run, EVIDENCE_CLOCK_STEP_US)) / 1e6);
}

/*
 * ntpd slews by at most 500 ppm (RFC 5905, section 11.3); twice that is let
 * pass.
 */
static double
taint_clock_most(const struct taint_run *run, double limit)
{
	return (limit + 0.001 * (double)run->answer->real_ns / 1e9);
}

/* Per cent of all CPUs' time that the hypervisor gave to others. */
static double
taint_steal(const struct taint_run *run)
{
	double	all_us, steal_us;

	all_us = (double)run->answer->real_ns / 1e3 * run->ncpu;
	if (all_us <= 0)
		return (NAN);
	/* Steal is counted in ticks: one a CPU may not be of this run. */
	steal_us = taint_difference(run, EVIDENCE_CPU_STEAL_US) -
	    TAINT_TICK_US * run->ncpu;
	return (isnan(steal_us) ? NAN : 100 * fmax(0, steal_us) / all_us);
}

/* How often a CPU was slowed for its heat. */
static double
taint_throttled(const struct taint_run *run)
{
	return (taint_difference(run, EVIDENCE_THROTTLES));
}

/* Pages that went to swap or came from there. */
static double
taint_swap(const struct taint_run *run)
{
	return (taint_difference(run, EVIDENCE_SWAPINS) +
	    taint_difference(run, EVIDENCE_SWAPOUTS));
}

/* Processes that lived on when the command had ended. */
static double
taint_outlived(const struct taint_run *run)
{
	return ((double)run->answer->noutlived);
}

/* Their names, as many as are known. */
static void
taint_outlived_names(const struct taint_run *run, char *text, size_t size)
{
	size_t	i;

	for (i = 0; i < RUN_OUTLIVED_MAX && i < run->answer->noutlived; i++) {
		if (i > 0)
			strlcat(text, " ", size);
		strlcat(text, run->answer->outlived[i], size);
	}
}
