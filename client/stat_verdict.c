/*
 * stat_verdict: better, worse, small, same, cannot tell, or none, from the
 * 95% interval (does it exclude 0?) and the 90% interval (does it lie within
 * the margin?).  Knows no words for a metric: slower, more, fewer are the
 * printer's.
 */
#include <math.h>

#include "client/stat_equiv.h"
#include "client/stat_verdict.h"
#include "proto/compat.h"

#define VERDICT_ALPHA		0.05
#define VERDICT_UNITS_MIN	2

static const char *const verdict_texts[] = {
	[STAT_VERDICT_NONE] = "none",
	[STAT_VERDICT_BETTER] = "better",
	[STAT_VERDICT_WORSE] = "worse",
	[STAT_VERDICT_SMALL] = "small",
	[STAT_VERDICT_SAME] = "same",
	[STAT_VERDICT_CANNOT_TELL] = "cannot tell",
};

static const char *const verdict_why_texts[] = {
	[STAT_WHY_INTERVALS] = "",
	[STAT_WHY_UNITS] = "fewer than two units a side",
	[STAT_WHY_NO_DIRECTION] = "the metric has no direction",
	[STAT_WHY_RESOLUTION] = "no variation above the resolution",
	[STAT_WHY_NO_VARIATION] = "no variation, and no resolution is known",
	[STAT_WHY_NO_EFFECT] = "the effect cannot be computed",
};

_Static_assert(nitems(verdict_why_texts) == STAT_WHY_MAX,
    "every why has a text");

/* The word of a verdict, as in text and JSON. */
const char *
stat_verdict_text(enum stat_verdict v)
{
	return ((size_t)v < nitems(verdict_texts) ? verdict_texts[v] : "none");
}

/* Why, as a note; empty where the intervals speak for themselves. */
const char *
stat_verdict_why_text(enum stat_why w)
{
	return ((size_t)w < nitems(verdict_why_texts) ? verdict_why_texts[w] :
	    "");
}

/* A proved difference of this sign, in the metric's direction. */
static void
stat_verdict_differs(const struct stat_case *c, struct stat_ruling *r)
{
	bool	 lower = c->effect.est < 0;

	if (c->direction == STAT_NO_DIRECTION) {
		r->verdict = STAT_VERDICT_NONE;
		r->why = STAT_WHY_NO_DIRECTION;
	} else if (lower == (c->direction == STAT_LOWER_IS_BETTER))
		r->verdict = STAT_VERDICT_BETTER;
	else
		r->verdict = STAT_VERDICT_WORSE;
}

/* From two intervals to one word. */
static void
stat_verdict_read(const struct stat_case *c, bool inside, bool different,
    struct stat_ruling *r)
{
	if (inside)
		r->verdict = different ? STAT_VERDICT_SMALL :
		    STAT_VERDICT_SAME;
	else if (different)
		stat_verdict_differs(c, r);
	else
		r->verdict = STAT_VERDICT_CANNOT_TELL;
}

/* No variation: est +- resolution stands for both intervals. */
static void
stat_verdict_constant(const struct stat_case *c, struct stat_ruling *r)
{
	double	 hi, lo;

	if (c->resolution <= 0) {
		r->why = STAT_WHY_NO_VARIATION;
		return;
	}
	r->why = STAT_WHY_RESOLUTION;
	lo = c->effect.est - c->resolution;
	hi = c->effect.est + c->resolution;
	stat_verdict_read(c, lo > -r->margin && hi < r->margin,
	    lo > 0 || hi < 0, r);
}

/*
 * Give the verdict (Statistics (i)): 95% excludes 0 and 90% reaches beyond
 * the margin: better or worse; excludes 0, 90% within: small; includes 0,
 * 90% within: same; else cannot tell.  None below two units a side.  Never
 * fails; why says what stood in the way.
 */
void
stat_verdict_rule(const struct stat_case *c, struct stat_ruling *r)
{
	struct stat_equiv t;

	r->verdict = STAT_VERDICT_NONE;
	r->why = STAT_WHY_INTERVALS;
	r->margin = fmax(c->margin, 2 * c->resolution);
	r->p_same = 1;
	if (c->units_a < VERDICT_UNITS_MIN || c->units_b < VERDICT_UNITS_MIN)
		r->why = STAT_WHY_UNITS;
	else if (c->error == STAT_CONSTANT)
		stat_verdict_constant(c, r);
	else if (c->error != STAT_OK || stat_equiv_test(&c->effect, r->margin,
	    VERDICT_ALPHA, &t) != STAT_OK)
		r->why = STAT_WHY_NO_EFFECT;
	else {
		r->p_same = t.p;
		stat_verdict_read(c, t.is_inside, t.is_different, r);
	}
}
