/*
 * compare_show: comparisons for people.
 *
 * The answer first, in words; then machine by machine; then every doubt where
 * it arises.
 */
#include <err.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/compare_plan.h"
#include "client/compare_show.h"
#include "client/natural.h"
#include "client/output_sink.h"
#include "client/show.h"
#include "client/stat_adjust.h"
#include "proto/compat.h"

#define COMPARE_SHOW_TIMES	20	/* percent, from which on */
#define COMPARE_SHOW_ROWS_P	0.05	/* Tukey's: rows differ too much */

/* " (1.790 times quicker)" of a large change in what has a direction. */
static void
compare_show_times(const struct query_metric *metric, double percent,
    char *text, size_t size)
{
	double	 times;
	bool	 better;

	text[0] = '\0';
	times = 1 + percent / 100;
	if (fabs(percent) < COMPARE_SHOW_TIMES || times <= 0 ||
	    strcmp(metric->better, "none") == 0)
		return;
	better = (percent < 0) == (strcmp(metric->better, "lower") == 0);
	(void)snprintf(text, size, " (%.3f times %s)", times < 1 ? 1 / times :
	    times, better ? "better" : "worse");
}

/* Words of a change: slower and quicker for times, else more and less. */
static const char *
compare_show_word(const struct query_metric *metric, double percent)
{
	if (strcmp(metric->unit, "s") == 0 &&
	    strcmp(metric->better, "lower") == 0)
		return (percent > 0 ? "slower" : "quicker");
	return (percent > 0 ? "more" : "less");
}

/* "1.9%": three figures of a change's size. */
static void
compare_show_size(double percent, char *text, size_t size)
{
	percent = fabs(percent);
	(void)snprintf(text, size, "%.*f%%", percent < 0.995 ? 2 :
	    percent < 99.5 ? 2 : 0, percent);
}

/* A p value: never alone, never 0. */
static void
compare_show_p(double p, char *text, size_t size)
{
	char	 digits[32];

	if (p < 0.0001) {
		(void)snprintf(text, size, "<.0001");
		return;
	}
	(void)snprintf(digits, sizeof(digits), "%.*f", p < 0.1 ? 4 : 3, p);
	(void)snprintf(text, size, "%s", digits[0] == '0' ? digits + 1 :
	    digits);
}

/* "[1.1, 2.8]" of an effect; empty where there is none. */
static void
compare_show_interval(const struct compare *c, const struct stat_effect *e,
    bool tested, char *text, size_t size)
{
	struct stat_ci	 ci;
	double		 percent;

	text[0] = '\0';
	if (!tested)
		return;
	if (compare_percent(c, e, &percent, &ci))
		(void)snprintf(text, size, "[%.2f, %.2f]", ci.lo, ci.hi);
	else
		(void)snprintf(text, size, "[%.6g, %.6g]", e->ci.lo,
		    e->ci.hi);
}

/* "3 machines, 3+3 boots, 9+9 runs". */
static void
compare_show_units(const struct compare *c, char *text, size_t size)
{
	(void)snprintf(text, size,
	    "%zu%s%.0zu machine%s, %zu+%zu boots, %zu+%zu runs",
	    c->base.machines, c->headline.over == COMPARE_OVER_BETWEEN ? "+" :
	    "", c->headline.over == COMPARE_OVER_BETWEEN ? c->other.machines :
	    0, c->base.machines + c->other.machines > 2 ? "s" : "",
	    c->base.boots, c->other.boots, c->base.runs, c->other.runs);
}

/* An interval as a picture: "    .    | --o--  .". */
void
compare_show_picture(const struct stat_ci *ci, double est, double span,
    char text[COMPARE_SHOW_WIDTH + 1])
{
	double	 scale;
	int	 hi, i, lo, mid, mean;

	mid = COMPARE_SHOW_WIDTH / 2;
	scale = span > 0 ? (mid - 1) / span : 0;
	memset(text, ' ', COMPARE_SHOW_WIDTH);
	text[COMPARE_SHOW_WIDTH] = '\0';
	lo = mid + (int)lround(fmax(-span, fmin(span, ci->lo)) * scale);
	hi = mid + (int)lround(fmax(-span, fmin(span, ci->hi)) * scale);
	mean = mid + (int)lround(fmax(-span, fmin(span, est)) * scale);
	for (i = lo; i <= hi; i++)
		text[i] = '-';
	text[mid] = '|';
	text[mean] = 'o';
	if (ci->lo < -span)
		text[lo - 1] = '<';
	if (ci->hi > span)
		text[hi + 1] = '>';
}

/* How far the picture goes to each side: the widest effect and half more. */
static double
compare_show_span(const struct compare *c)
{
	const struct compare_machine	*m;
	struct stat_ci			 ci;
	double				 percent, span;
	size_t				 i;

	for (span = 0, i = 0; i < c->nmachines; i++) {
		m = &c->machine[i];
		if (m->base == NULL || m->other == NULL ||
		    !compare_percent(c, &m->effect, &percent, &ci))
			continue;
		span = fmax(span, 1.5 * fabs(percent));
		if (m->error == STAT_OK && fmax(fabs(ci.lo), fabs(ci.hi)) <
		    6 * fabs(percent) + 1)
			span = fmax(span, fmax(fabs(ci.lo), fabs(ci.hi)));
	}
	return (span);
}

/* The mean of a side, as people write it. */
static void
compare_show_mean(struct output *out, const struct compare_result *r,
    const struct group *g)
{
	struct group_value	 v;
	char			 text[64];

	if (g == NULL || !group_mean(&g->counted, r->c.can_log, &v))
		output_none(out);
	else if (strcmp(r->metric->unit, "s") == 0)
		output_text(out, show_seconds(v.mean, text, sizeof(text)));
	else
		output_text(out, show_number(v.mean, text, sizeof(text)));
}

/* One machine's line. */
static void
compare_show_machine(struct output *out, const struct compare_result *r,
    const struct compare_machine *m, double span)
{
	struct stat_ci	 ci;
	char		 picture[COMPARE_SHOW_WIDTH + 1], text[128];
	double		 percent;
	bool		 tested;

	output_row(out);
	output_text(out, m->name);
	compare_show_mean(out, r, m->base);
	compare_show_mean(out, r, m->other);
	if (m->base == NULL || m->other == NULL)
		return;
	tested = m->error == STAT_OK;
	if (!compare_percent(&r->c, &m->effect, &percent, &ci)) {
		(void)snprintf(text, sizeof(text), "%+.6g", m->effect.est);
		output_text(out, text);
	} else
		output_text(out, show_change(percent, text, sizeof(text)));
	compare_show_interval(&r->c, &m->effect, tested, text, sizeof(text));
	output_text(out, text[0] != '\0' ? text : NULL);
	if (tested && compare_percent(&r->c, &m->effect, &percent, &ci)) {
		compare_show_picture(&ci, percent, span, picture);
		output_text(out, picture);
	} else
		output_text(out, "");
	if (m->confounded)
		(void)snprintf(text, sizeof(text), "left out: %s differs",
		    m->why);
	else
		(void)snprintf(text, sizeof(text), "%s",
		    compare_method_text(m->method));
	output_text(out, text);
}

/* Where the result is: "buildkernel jobs=8". */
static void
compare_show_place(const struct compare_set *set,
    const struct compare_result *r, char *text, size_t size)
{
	size_t	 i, len;

	text[0] = '\0';
	for (i = 0; i < set->nsection; i++) {
		if (strcmp(r->value[i], "-") == 0)
			continue;
		len = strlen(text);
		(void)snprintf(text + len, size - len, "%s%s%s%s",
		    len > 0 ? " " : "", i == 0 ? "" : set->key[i],
		    i == 0 ? "" : "=", r->value[i]);
	}
}

/* A level in a sentence: a bare number says too little. */
static const char *
compare_show_level(const struct compare_set *set, const char *level,
    char text[128])
{
	double	 value;

	if (!natural_number(level, &value))
		return (level);
	(void)snprintf(text, 128, "%s=%s", set->by, level);
	return (text);
}

/* The answer in one sentence. */
static void
compare_show_headline(const struct compare_set *set,
    const struct compare_result *r, struct output *out)
{
	const struct compare_answer	*a;
	const char			*base, *other;
	struct stat_ci			 ci;
	char				 interval[96], p[32], place[512];
	char				 size[32], text[2][128], times[48];
	char				 units[160];
	double				 percent;
	bool				 ok;

	a = &r->c.headline;
	base = compare_show_level(set, r->base, text[0]);
	other = compare_show_level(set, r->other, text[1]);
	compare_show_place(set, r, place, sizeof(place));
	compare_show_interval(&r->c, &a->effect, a->has_test, interval,
	    sizeof(interval));
	compare_show_units(&r->c, units, sizeof(units));
	ok = compare_percent(&r->c, &a->effect, &percent, &ci);
	compare_show_size(ok ? percent : 0, size, sizeof(size));
	compare_show_times(r->metric, ok ? percent : 0, times, sizeof(times));
	compare_show_p(a->effect.p, p, sizeof(p));
	if (a->over == COMPARE_OVER_BETWEEN && r->c.base.machines == 1 &&
	    r->c.other.machines == 1)
		output_title(out, "%s: cannot tell %s from %s in %s: they are "
		    "one machine each, and the difference of %s is one "
		    "between two machines", place, other, base,
		    r->metric->name, size);
	else if (a->ruling.verdict == STAT_VERDICT_NONE)
		output_title(out, "%s: no verdict on %s against %s in %s: "
		    "%s%s%s%s%s (%s)", place, other, base,
		    r->metric->name, ok ? size : "a difference in units",
		    ok ? percent > 0 ? " more" : " less" : "", times,
		    interval[0] != '\0' ? " " : "", interval, units);
	else if (a->ruling.verdict == STAT_VERDICT_CANNOT_TELL)
		output_title(out, "%s: cannot tell %s from %s in %s %s, p %s, "
		    "%s (%s)", place, other, base, r->metric->name,
		    interval, p, compare_over_text(a->over), units);
	else if (a->ruling.verdict == STAT_VERDICT_SAME)
		output_title(out, "%s: %s is the same as %s within %.1f%% in "
		    "%s %s, %s (%s)", place, other, base,
		    100 * expm1(a->ruling.margin), r->metric->name, interval,
		    compare_over_text(a->over), units);
	else
		output_title(out, "%s: %s is %s %s than %s in %s %s, p %s, "
		    "%s%s (%s)", place, other, size, ok ?
		    compare_show_word(r->metric, percent) : "other", base,
		    r->metric->name, interval, p, a->ruling.verdict ==
		    STAT_VERDICT_SMALL ? "less than the margin, " : "",
		    compare_over_text(a->over), units);
}

/* An answer beside the headline, in a line. */
static void
compare_show_answer(struct output *out, const struct compare_result *r,
    const char *title, const struct compare_answer *a)
{
	struct stat_ci	 ci;
	char		 change[64], interval[96];
	double		 percent;

	if (a->over == COMPARE_OVER_NOTHING ||
	    !compare_percent(&r->c, &a->effect, &percent, &ci))
		return;
	compare_show_interval(&r->c, &a->effect, a->has_test, interval,
	    sizeof(interval));
	output_note(out, "  %-24s %s %s", title, show_change(percent, change,
	    sizeof(change)), interval);
}

/* What differs beside the factor. */
static void
compare_show_differs(struct output *out, const struct compare_set *set,
    const struct compare_result *r)
{
	const struct compare_differs	*d;
	size_t				 i;

	for (i = 0; i < r->ndiffers; i++) {
		d = &r->differs[i];
		output_note(out, "  %s: %s %s against %s   %s%s", d->machine,
		    d->key, d->other != NULL ? d->other : "(not known)",
		    d->base != NULL ? d->base : "(not known)",
		    d->implied ? "comes with " : d->weight == FACTS_BREAKS ?
		    "breaks the comparison" : "worth a look",
		    d->implied ? set->by : "");
	}
}

/* "4 (8 and 16 not told from it)"; levels of several parameters in a row. */
static void
compare_show_side(const struct compare_set *set,
    const struct compare_best_side *side, const char *level, char *text,
    size_t size)
{
	size_t	 i, k, len;

	(void)snprintf(text, size, "%s at", level);
	for (i = 0; i <= side->nnear && side->best != NULL; i++) {
		if (i > 0)
			(void)strlcat(text, i == 1 ? " (" : ", ", size);
		for (k = 0; k < set->nbest; k++) {
			len = strlen(text);
			(void)snprintf(text + len, size - len, "%s%s",
			    k > 0 || i == 0 ? " " : "", (i == 0 ? side->best :
			    side->near[i - 1])->value[set->nsection + 2 + k]);
		}
	}
	if (side->nnear > 0)
		(void)strlcat(text, side->tested ? " not told from it)" :
		    " within 1% of it)", size);
}

/* Each side's best level, and whether it moved. */
static void
compare_show_best(const struct compare_set *set,
    const struct compare_result *r, struct output *out)
{
	const struct compare_best	*b;
	char				 base[256], other[256], p[32];
	size_t				 i;

	for (i = 0; i < r->nbest; i++) {
		b = &r->best[i];
		compare_show_side(set, &b->base, r->base, base, sizeof(base));
		compare_show_side(set, &b->other, r->other, other,
		    sizeof(other));
		compare_show_p(b->has_p ? b->p : 1, p, sizeof(p));
		output_note(out, "  best %s%s%s on %s: %s; %s; %s%s",
		    set->best[0], set->nbest > 1 ? " and " : "",
		    set->nbest > 1 ? set->best[1] : "", b->machine, base, other, !b->has_p ?
		    "nothing tells whether the best moved" : b->p <
		    COMPARE_SHOW_ROWS_P ? "the best moved, p " :
		    "no sign that the best moved, p ", b->has_p ? p : "");
	}
}

/* Every doubt, where it arises. */
static void
compare_show_doubts(const struct compare_set *set,
    const struct compare_result *r, struct output *out)
{
	const struct compare	*c;
	char			 p[32], plan[160];
	size_t			 i;

	c = &r->c;
	if (compare_why_text(c)[0] != '\0')
		output_note(out, "  why: %s", compare_why_text(c));
	compare_show_best(set, r, out);
	if (r->secondary && r->p_holm != STAT_ADJUST_MISSING) {
		compare_show_p(r->p_holm, p, sizeof(p));
		output_note(out, "  a further metric: p by Holm %s", p);
	}
	if (c->nmachines >= 2) {
		compare_show_answer(out, r, "on these machines", &c->these);
		compare_show_answer(out, r, "on machines like these",
		    &c->like_these);
	}
	compare_show_answer(out, r, "with what was confounded",
	    &c->with_confounded);
	for (i = 0; i < r->ntaints; i++)
		output_note(out, "  %s: %zu run%s of %s, %zu of %s%s",
		    r->taint[i].key, r->taint[i].base,
		    r->taint[i].base == 1 ? "" : "s", r->base,
		    r->taint[i].other, r->other, r->taint[i].outside ?
		    ", left out" : ", counted: perhaps the factor's doing");
	if (c->left_base + c->left_other > 0) {
		output_note(out, "  left out for an outside taint: %zu and %zu "
		    "runs", c->left_base, c->left_other);
		compare_show_answer(out, r, "with them", &c->with_left_out);
	}
	if (c->headline.ruling.verdict == STAT_VERDICT_CANNOT_TELL &&
	    compare_plan(c, plan, sizeof(plan)))
		output_note(out, "  %s", plan);
	compare_show_differs(out, set, r);
}

/* Contrasts that rows repeat. */
static void
compare_show_rows(const struct compare_set *set, struct output *out)
{
	const struct compare_rows	*rows;
	char				 change[64];
	size_t				 i;

	for (i = 0; i < set->nrows; i++) {
		rows = &set->rows[i];
		if (rows->tukey_p >= 0 && rows->tukey_p < COMPARE_SHOW_ROWS_P) {
			output_note(out, "%s: %s against %s in %s: its %zu "
			    "rows differ too much for one figure (Tukey's one "
			    "degree of freedom, p %.2g)", rows->recipe,
			    rows->other, rows->base, rows->metric->name,
			    rows->n, rows->tukey_p);
			continue;
		}
		output_note(out, "%s: %s against %s in %s, %zu rows as "
		    "replicates: %s [%.2f, %.2f]", rows->recipe, rows->other,
		    rows->base, rows->metric->name, rows->n,
		    show_change(rows->percent, change, sizeof(change)),
		    rows->ci.lo, rows->ci.hi);
	}
}

/* The same for programs. */
static json_t *
compare_show_rows_json(const struct compare_set *set)
{
	const struct compare_rows	*rows;
	json_t				*array;
	size_t				 i;

	array = json_array();
	for (i = 0; i < set->nrows; i++) {
		rows = &set->rows[i];
		json_array_append_new(array, json_pack(
		    "{s:o,s:o,s:o,s:o,s:I,s:f,s:[f,f],s:f,s:f,s:o,s:s}",
		    "metric", output_sink_json(rows->metric->name), "recipe",
		    output_sink_json(rows->recipe), "base",
		    output_sink_json(rows->base), "other",
		    output_sink_json(rows->other), "rows",
		    (json_int_t)rows->n, "effect_pct", rows->percent,
		    "ci_pct", rows->ci.lo, rows->ci.hi, "p", rows->p,
		    "signed_rank_p", rows->signed_p, "tukey_p",
		    rows->tukey_p >= 0 ? json_real(rows->tukey_p) :
		    json_null(), "method", "rows as replicates"));
	}
	return (array);
}

/*
 * A result's columns: sides by their levels' names, and an interval where some
 * machine has one.
 */
static void
compare_show_columns(struct compare_result *r)
{
	const char	*title[COMPARE_SET_COLUMNS] = {
		"MACHINE", r->base, r->other, "CHANGE", NULL, NULL, "HOW"
	};
	size_t		 i;

	for (i = 0; i < r->c.nmachines; i++)
		if (r->c.machine[i].base != NULL &&
		    r->c.machine[i].other != NULL &&
		    r->c.machine[i].error == STAT_OK) {
			title[4] = "95%";
			title[5] = "0";
		}
	for (i = 0; i < COMPARE_SET_COLUMNS; i++) {
		r->column[i].title = title[i];
		r->column[i].align = i >= 1 && i <= 3 ? OUTPUT_RIGHT :
		    OUTPUT_LEFT;
	}
}

/* One result: the answer, its machines, its doubts. */
static void
compare_show_result(const struct compare_set *set, struct compare_result *r,
    struct output *out)
{
	double	 span;
	size_t	 k;

	span = compare_show_span(&r->c);
	compare_show_columns(r);
	compare_show_headline(set, r, out);
	output_table(out, NULL, r->column, COMPARE_SET_COLUMNS);
	for (k = 0; output_is(out) != OUTPUT_JSON && k < r->c.nmachines; k++)
		compare_show_machine(out, r, &r->c.machine[k], span);
	compare_show_doubts(set, r, out);
}

/* Add all results. */
void
compare_show(struct compare_set *set, struct output *out)
{
	size_t	 i;

	output_member(out, "by", output_sink_json(set->by));
	output_member(out, "rows", compare_json(set));
	output_member(out, "over_rows", compare_show_rows_json(set));
	for (i = 0; i < set->nresults; i++)
		compare_show_result(set, &set->result[i], out);
	compare_show_rows(set, out);
	for (i = 0; i < set->nnotes; i++)
		output_note(out, "%s", set->note[i]);
}
