/*
 * compare_plan: what would tell, where a comparison cannot.
 *
 * How many more of its units a design takes to see its margin, by the power
 * of the t test that it makes (stat_plan.h), with the noise that it met.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "client/compare_plan.h"
#include "client/stat_plan.h"

#define COMPARE_PLAN_POWER	0.8

/* Units a side to see the margin; false where there is no such number. */
static bool
compare_plan_units(const struct compare *c, const struct stat_effect *e,
    enum stat_sample sample, double scale, double *n)
{
	struct stat_power	 p;

	memset(&p, 0, sizeof(p));
	p.sample = sample;
	p.delta = log1p(c->margin);
	p.sd = e->se * scale;
	p.alpha = 1 - COMPARE_CONF;
	p.power = COMPARE_PLAN_POWER;
	if (!c->can_log || !(p.sd > 0) || stat_plan_n(&p) != STAT_OK)
		return (false);
	*n = ceil(p.n);
	return (isfinite(*n) && *n < 1e9);
}

/* One machine: more boots, or blocks. */
static bool
compare_plan_one(const struct compare *c, char *text, size_t size)
{
	const struct compare_machine	*m;
	double				 n, scale;

	m = compare_first(c, false);
	if (m == NULL || m->error != STAT_OK)
		return (false);
	scale = m->method == COMPARE_BOOTS ? 1 / sqrt(1 / (double)
	    m->units_base + 1 / (double)m->units_other) :
	    sqrt((double)m->units_base);
	if (!compare_plan_units(c, &m->effect, m->method == COMPARE_BOOTS ?
	    STAT_SAMPLE_TWO : STAT_SAMPLE_ONE, scale, &n))
		return (false);
	if (m->method == COMPARE_BOOTS)
		(void)snprintf(text, size, "to see %.3g%% here takes %.0f+%.0f"
		    " boots", 100 * c->margin, n, n);
	else
		(void)snprintf(text, size, "to see %.3g%% here takes %.0f %s "
		    "with both", 100 * c->margin, n,
		    m->method == COMPARE_BLOCKS ? "blocks" : "boots");
	return (true);
}

/* In words. */
bool
compare_plan(const struct compare *c, char *text, size_t size)
{
	double	 n;

	switch (c->headline.over) {
	case COMPARE_OVER_ONE:
		return (compare_plan_one(c, text, size));
	case COMPARE_OVER_THESE:
		(void)snprintf(text, size, "more boots on each of them, or a "
		    "third machine, would tell more");
		return (true);
	case COMPARE_OVER_LIKE_THESE:
		if (!compare_plan_units(c, &c->headline.effect,
		    STAT_SAMPLE_ONE, sqrt((double)c->headline.units_base),
		    &n))
			return (false);
		(void)snprintf(text, size, "to see %.3g%% on machines like "
		    "these takes %.0f of them", 100 * c->margin, n);
		return (true);
	case COMPARE_OVER_BETWEEN:
		(void)snprintf(text, size, "both on one machine would tell "
		    "more: machines differ in more than this");
		return (true);
	case COMPARE_OVER_NOTHING:
		break;
	}
	return (false);
}
