/*
 * compare: a factor's levels against its base, inside machines and over them.
 *
 * The unit is the level at which the factor changes: where a boot holds both
 * levels the factor is of the run, else of the boot, and where a machine has
 * one level only, of the machine.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/compare.h"
#include "client/stat_nested.h"
#include "client/stat_two.h"

static const char *const compare_method_texts[COMPARE_METHOD_MAX] = {
	[COMPARE_NONE] = "one level only",
	[COMPARE_SINGLE] = "one value a side, no test",
	[COMPARE_IN_BOOT] = "in this boot, fewer than 3 blocks: no test",
	[COMPARE_BLOCKS] = "paired over blocks, in this boot",
	[COMPARE_PAIRED] = "paired over boots",
	[COMPARE_ONE_BOOT] = "one boot a side: no reboot replication",
	[COMPARE_BOOTS] = "Welch over boots"
};

/* What a method is called. */
const char *
compare_method_text(enum compare_method method)
{
	return (compare_method_texts[method]);
}

/* What the machines' claim is called. */
const char *
compare_over_text(enum compare_over over)
{
	switch (over) {
	case COMPARE_OVER_NOTHING:
		return ("nothing to compare");
	case COMPARE_OVER_ONE:
		return ("1 machine: no claim beyond it");
	case COMPARE_OVER_THESE:
		return ("on these machines");
	case COMPARE_OVER_LIKE_THESE:
		return ("on machines like these");
	case COMPARE_OVER_BETWEEN:
		return ("between machines");
	}
	return ("?");
}

/* The accumulators that the comparison works on. */
static const struct stat_acc *
compare_acc(const struct compare *c, const struct group_boots *b)
{
	return (c->can_log ? b->log_y : b->y);
}

/* The resolution on the effect's scale. */
static double
compare_resolution(const struct compare *c, const struct group_boots *a,
    const struct group_boots *b)
{
	if (!c->can_log || c->resolution <= 0)
		return (c->resolution);
	return (stat_two_log_resolution(c->resolution, &a->log_y[0],
	    &b->log_y[0]));
}

/* Boots that have both levels, brought side by side; how many. */
static size_t
compare_common(const struct compare *c, const struct group_boots *a,
    const struct group_boots *b, struct stat_acc *x, struct stat_acc *y)
{
	size_t	 i, j, n;

	for (n = i = j = 0; i < a->n && j < b->n;) {
		if (a->boot[i] < b->boot[j])
			i++;
		else if (a->boot[i] > b->boot[j])
			j++;
		else {
			x[n] = compare_acc(c, a)[i++];
			y[n++] = compare_acc(c, b)[j++];
		}
	}
	return (n);
}

/* Runs in all boots of a side. */
static size_t
compare_runs(const struct group_boots *b)
{
	size_t	 i, n;

	for (n = i = 0; i < b->n; i++)
		n += b->y[i].n;
	return (n);
}

/* Only the estimate: no test can be made. */
static void
compare_estimate(const struct compare *c, struct compare_machine *m,
    const struct group_boots *a, const struct group_boots *b)
{
	struct stat_acc	 x, y;

	memset(&m->effect, 0, sizeof(m->effect));
	m->effect.p = 1;
	m->error = STAT_TOO_FEW;
	if (stat_acc_of_means(&x, compare_acc(c, a), a->n) == STAT_OK &&
	    stat_acc_of_means(&y, compare_acc(c, b), b->n) == STAT_OK)
		m->effect.est = y.mean - x.mean;
}

/*
 * One boot a side, or one for both: the runs' interval, which holds in this
 * boot and bears no verdict.
 */
static void
compare_runs_only(const struct compare *c, struct compare_machine *m,
    const struct group_boots *a, const struct group_boots *b,
    enum compare_method method, const struct stat_option *o)
{
	m->method = method;
	if (compare_runs(a) == 1 && compare_runs(b) == 1)
		m->method = COMPARE_SINGLE;
	if (a->n != 1 || b->n != 1)
		return;
	m->error = stat_two_welch(&compare_acc(c, a)[0],
	    &compare_acc(c, b)[0], o, &m->effect);
	m->in_boot = true;
	if (m->error == STAT_OK)
		return;
	compare_estimate(c, m, a, b);
}

/* One boot with both levels: its blocks, if there are enough. */
static void
compare_in_boot(const struct compare *c, struct compare_machine *m,
    const struct group_boots *a, const struct group_boots *b,
    const struct stat_option *o)
{
	if (m->pairs.n < COMPARE_BLOCKS_MIN) {
		compare_runs_only(c, m, a, b, COMPARE_IN_BOOT, o);
		return;
	}
	m->in_boot = true;
	m->error = stat_two_paired(m->pairs.base, m->pairs.other, m->pairs.n,
	    o, &m->effect);
	m->method = COMPARE_BLOCKS;
	m->units_base = m->units_other = m->pairs.n;
}

/* No boot has both levels: boots against boots. */
static void
compare_boots(const struct compare *c, struct compare_machine *m,
    const struct group_boots *a, const struct group_boots *b,
    const struct stat_option *o)
{
	m->units_base = a->n;
	m->units_other = b->n;
	if (a->n >= 2 && b->n >= 2) {
		m->method = COMPARE_BOOTS;
		m->error = stat_nested_compare(compare_acc(c, a), a->n,
		    compare_acc(c, b), b->n, o, &m->effect);
		return;
	}
	compare_runs_only(c, m, a, b, COMPARE_ONE_BOOT, o);
}

/* The effect inside one machine, of the runs in a and b. */
static void
compare_machine(const struct compare *c, struct compare_machine *m,
    const struct group_boots *a, const struct group_boots *b)
{
	struct stat_acc		*x, *y;
	struct stat_option	 o;
	size_t			 n;

	compare_estimate(c, m, a, b);
	o.conf = COMPARE_CONF;
	o.resolution = m->resolution = compare_resolution(c, a, b);
	x = calloc(a->n + b->n, sizeof(*x));
	y = calloc(a->n + b->n, sizeof(*y));
	if (x == NULL || y == NULL) {
		m->error = STAT_MEMORY;
		free(x);
		free(y);
		return;
	}
	n = compare_common(c, a, b, x, y);
	if (n >= 2) {
		m->method = COMPARE_PAIRED;
		m->units_base = m->units_other = n;
		m->error = stat_nested_paired(x, y, n, &o, &m->effect);
	} else if (n == 1 && a->n == 1 && b->n == 1)
		compare_in_boot(c, m, a, b, &o);
	else
		compare_boots(c, m, a, b, &o);
	free(x);
	free(y);
}

/* Does the effect have an interval that a verdict may rest on? */
static bool
compare_is_tested(const struct compare_machine *m)
{
	return ((m->error == STAT_OK || m->error == STAT_CONSTANT) &&
	    (m->method == COMPARE_BLOCKS || m->method == COMPARE_PAIRED ||
	    m->method == COMPARE_BOOTS));
}

/* Rule on an answer. */
static void
compare_rule(const struct compare *c, struct compare_answer *a)
{
	struct stat_case	 k;

	memset(&k, 0, sizeof(k));
	k.error = a->error;
	k.effect = a->effect;
	k.units_a = a->units_base;
	k.units_b = a->units_other;
	/* On the linear scale a margin in percent means nothing. */
	k.margin = c->can_log ? log1p(c->margin) : 1e-300;
	k.direction = c->direction;
	k.resolution = a->resolution;
	a->has_test = a->error == STAT_OK;
	stat_verdict_rule(&k, &a->ruling);
	if (c->can_log && a->ruling.margin > log1p(COMPARE_COARSE)) {
		a->ruling.verdict = STAT_VERDICT_NONE;
		a->ruling.why = STAT_WHY_RESOLUTION;
	}
}

/* The effects of the machines that count, in one array; how many. */
static size_t
compare_effects(const struct compare *c, bool with_confounded, bool tested,
    struct stat_effect *e)
{
	const struct compare_machine	*m;
	size_t				 i, n;

	for (n = i = 0; i < c->nmachines; i++) {
		m = &c->machine[i];
		if (m->base == NULL || m->other == NULL ||
		    (m->confounded && !with_confounded) ||
		    (tested && !compare_is_tested(m)))
			continue;
		e[n++] = m->effect;
	}
	return (n);
}

/* The first machine that counts, for an answer of one. */
const struct compare_machine *
compare_first(const struct compare *c, bool with_confounded)
{
	const struct compare_machine	*m;
	size_t				 i;

	for (i = 0; i < c->nmachines; i++) {
		m = &c->machine[i];
		if (m->base != NULL && m->other != NULL &&
		    (!m->confounded || with_confounded))
			return (m);
	}
	return (NULL);
}

/* One machine's own effect as the answer. */
static void
compare_one(const struct compare *c, bool with_confounded,
    struct compare_answer *a)
{
	const struct compare_machine	*m;

	m = compare_first(c, with_confounded);
	a->over = COMPARE_OVER_ONE;
	a->effect = m->effect;
	a->resolution = m->resolution;
	a->error = compare_is_tested(m) ? m->error : STAT_TOO_FEW;
	a->units_base = compare_is_tested(m) ? m->units_base : 0;
	a->units_other = compare_is_tested(m) ? m->units_other : 0;
	compare_rule(c, a);
}

/* On these machines: needs every machine's own error. */
static void
compare_these(const struct compare *c, const struct stat_effect *e, size_t n,
    size_t ntested, struct compare_answer *a)
{
	const struct stat_option	 o = { COMPARE_CONF, 0 };
	size_t				 i;

	a->over = COMPARE_OVER_THESE;
	a->error = STAT_TOO_FEW;
	a->units_base = a->units_other = n;
	if (ntested == n)
		a->error = stat_hosts_these(e, n, &o, &a->effect);
	if (a->error != STAT_OK) {
		/* What there is without a machine's own error: their mean. */
		memset(&a->effect, 0, sizeof(a->effect));
		a->effect.p = 1;
		for (i = 0; i < n; i++)
			a->effect.est += e[i].est / (double)n;
		a->units_base = a->units_other = ntested == n ? n : 0;
	}
	compare_rule(c, a);
}

/* On machines like these: only their effects count, not their errors. */
static void
compare_like_these(const struct compare *c, const struct stat_effect *e,
    size_t n, struct compare_answer *a)
{
	const struct stat_option	 o = { COMPARE_CONF, 0 };

	a->over = COMPARE_OVER_LIKE_THESE;
	a->units_base = a->units_other = n;
	a->error = stat_hosts_like_these(e, n, &o, &a->effect);
	compare_rule(c, a);
}

/* The answer over all machines that count. */
static void
compare_over(const struct compare *c, bool with_confounded,
    struct compare_answer *headline, struct compare_answer *these,
    struct compare_answer *like)
{
	struct stat_effect	*e;
	size_t			 n, ntested;

	if ((e = calloc(c->nmachines + 1, sizeof(*e))) == NULL) {
		headline->error = STAT_MEMORY;
		return;
	}
	ntested = compare_effects(c, with_confounded, true, e);
	n = compare_effects(c, with_confounded, false, e);
	if (n == 1)
		compare_one(c, with_confounded, headline);
	if (n >= 2) {
		compare_these(c, e, n, ntested, these);
		compare_like_these(c, e, n, like);
		*headline = n >= 3 ? *like : *these;
	}
	free(e);
}

/* A machine's mean of boot means, for a comparison between machines. */
static bool
compare_mean(const struct compare *c, const struct group *g, double *mean)
{
	struct stat_acc	 acc;

	if (g == NULL || stat_acc_of_means(&acc, compare_acc(c, &g->counted),
	    g->counted.n) != STAT_OK)
		return (false);
	*mean = acc.mean;
	return (true);
}

/* Each level stands on machines of its own: machines are the units. */
static void
compare_between(struct compare *c)
{
	const struct stat_option	 o = { COMPARE_CONF, 0 };
	struct compare_answer		*a;
	struct stat_acc			 x, y;
	double				 mean;
	size_t				 i;

	memset(&x, 0, sizeof(x));
	memset(&y, 0, sizeof(y));
	for (i = 0; i < c->nmachines; i++) {
		if (compare_mean(c, c->machine[i].base, &mean))
			stat_acc_add(&x, mean);
		if (compare_mean(c, c->machine[i].other, &mean))
			stat_acc_add(&y, mean);
	}
	a = &c->headline;
	if (x.n == 0 || y.n == 0)
		return;
	a->over = COMPARE_OVER_BETWEEN;
	a->units_base = x.n;
	a->units_other = y.n;
	a->effect.p = 1;
	a->effect.est = y.mean - x.mean;
	a->error = x.n >= 2 && y.n >= 2 ?
	    stat_two_welch(&x, &y, &o, &a->effect) : STAT_TOO_FEW;
	compare_rule(c, a);
}

/* Count a side's machines, boots and runs, of the machines that count. */
static void
compare_count_side(const struct group *g, struct compare_count *n)
{
	if (g == NULL || g->counted.n == 0)
		return;
	n->machines++;
	n->boots += g->counted.n;
	n->runs += compare_runs(&g->counted);
}

/* Count what is behind the headline. */
static void
compare_count(struct compare *c)
{
	const struct compare_machine	*m;
	size_t				 i;
	bool				 both;

	both = c->headline.over != COMPARE_OVER_BETWEEN &&
	    c->headline.over != COMPARE_OVER_NOTHING;
	for (i = 0; i < c->nmachines; i++) {
		m = &c->machine[i];
		if (both && (m->base == NULL || m->other == NULL ||
		    m->confounded))
			continue;
		compare_count_side(m->base, &c->base);
		compare_count_side(m->other, &c->other);
		c->left_base += m->base != NULL ? m->base->left_out : 0;
		c->left_other += m->other != NULL ? m->other->left_out : 0;
	}
}

/* The result with the runs that an outside taint left out. */
static void
compare_with_left_out(struct compare *c)
{
	struct compare_machine	*m, *saved;
	struct compare_answer	 these, like;
	size_t			 i;

	if (c->left_base + c->left_other == 0 ||
	    (saved = calloc(c->nmachines, sizeof(*saved))) == NULL)
		return;
	memcpy(saved, c->machine, c->nmachines * sizeof(*saved));
	memset(&these, 0, sizeof(these));
	memset(&like, 0, sizeof(like));
	for (i = 0; i < c->nmachines; i++) {
		m = &c->machine[i];
		/* Pairs of blocks are of counted runs: boots, then. */
		m->pairs.n = 0;
		if (m->base != NULL && m->other != NULL)
			compare_machine(c, m, &m->base->all, &m->other->all);
	}
	compare_over(c, false, &c->with_left_out, &these, &like);
	memcpy(c->machine, saved, c->nmachines * sizeof(*saved));
	free(saved);
}

/* Do the machines agree, and what would the next one show? */
static void
compare_agreement(struct compare *c)
{
	struct stat_effect	*e;
	struct stat_tally	 tally;
	size_t			 n;

	if ((e = calloc(c->nmachines + 1, sizeof(*e))) == NULL)
		return;
	n = compare_effects(c, false, false, e);
	if (n >= 3)
		c->has_next = stat_hosts_predict(e, n, COMPARE_CONF,
		    &c->next) == STAT_OK;
	n = compare_effects(c, false, true, e);
	if (n >= 2) {
		c->has_homogeneity = stat_hosts_homogeneity(e, n,
		    &c->homogeneity) == STAT_OK;
		if (stat_hosts_tally(e, n, 1 - COMPARE_CONF, &tally) ==
		    STAT_OK)
			c->opposite = tally.up > 0 && tally.down > 0;
	}
	free(e);
}

/* Settle everything. */
void
compare_settle(struct compare *c)
{
	struct compare_answer	 like, these;
	struct compare_machine	*m;
	size_t			 i;
	bool			 confounded, some;

	for (some = confounded = false, i = 0; i < c->nmachines; i++) {
		m = &c->machine[i];
		m->method = COMPARE_NONE;
		if (m->base == NULL || m->other == NULL ||
		    m->base->counted.n == 0 || m->other->counted.n == 0)
			continue;
		compare_machine(c, m, &m->base->counted, &m->other->counted);
		some = true;
		confounded = confounded || m->confounded;
	}
	if (!some)
		compare_between(c);
	else
		compare_over(c, false, &c->headline, &c->these,
		    &c->like_these);
	memset(&these, 0, sizeof(these));
	memset(&like, 0, sizeof(like));
	if (confounded)
		compare_over(c, true, &c->with_confounded, &these, &like);
	compare_count(c);
	compare_with_left_out(c);
	compare_agreement(c);
	/* What was chosen for being best looks better than it is. */
	if (c->opposite || c->chosen)
		c->headline.ruling.verdict = STAT_VERDICT_NONE;
}

/* How the headline was found. */
const char *
compare_how_text(const struct compare *c)
{
	const struct compare_machine	*m;

	if (c->headline.over == COMPARE_OVER_ONE &&
	    (m = compare_first(c, false)) != NULL)
		return (compare_method_text(m->method));
	return (compare_over_text(c->headline.over));
}

/* Why there is no verdict. */
const char *
compare_why_text(const struct compare *c)
{
	if (c->headline.ruling.verdict != STAT_VERDICT_NONE)
		return ("");
	if (c->opposite)
		return ("machines are told apart in opposite directions");
	if (c->headline.over == COMPARE_OVER_NOTHING)
		return ("what differs beside the factor leaves no machine");
	if (c->headline.over == COMPARE_OVER_BETWEEN && !c->headline.has_test)
		return ("both on one machine, or at least 2 machines of each "
		    "would tell");
	if (c->chosen && c->headline.has_test)
		return ("each side's best was chosen from these same runs");
	if (c->can_log && c->headline.ruling.margin > log1p(COMPARE_COARSE))
		return ("the values are given too coarsely");
	if (c->headline.ruling.why == STAT_WHY_UNITS)
		return ("fewer than two boots a side; 3 of each would begin "
		    "to tell");
	return (stat_verdict_why_text(c->headline.ruling.why));
}

/* An effect in percent of the base. */
bool
compare_percent(const struct compare *c, const struct stat_effect *e,
    double *percent, struct stat_ci *ci)
{
	if (!c->can_log)
		return (false);
	return (stat_percent(e->est, percent) == STAT_OK &&
	    stat_percent(e->ci.lo, &ci->lo) == STAT_OK &&
	    stat_percent(e->ci.hi, &ci->hi) == STAT_OK);
}
