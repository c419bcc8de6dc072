/*
 * compare_json: the rows of benchctl.compare/1.
 *
 * Every number is the one that people see; what cannot be had is null, and
 * the reason stands in notes.
 */
#include <math.h>
#include <stdio.h>

#include "client/compare_show.h"
#include "client/output_sink.h"
#include "client/stat_adjust.h"

static const char *const compare_json_weights[] = {
	[FACTS_BREAKS] = "breaks", [FACTS_LOOK] = "look",
	[FACTS_NOISE] = "noise"
};

/* A text, or null. */
static json_t *
compare_json_text(const char *text)
{
	return (text != NULL ? output_sink_json(text) : json_null());
}

/* A finite number, or null. */
static json_t *
compare_json_real(double value)
{
	return (isfinite(value) ? json_real(value) : json_null());
}

/* How many are behind a side. */
static json_t *
compare_json_count(const struct compare_count *n)
{
	return (json_pack("{s:I,s:I,s:I}", "machines",
	    (json_int_t)n->machines, "boots", (json_int_t)n->boots, "runs",
	    (json_int_t)n->runs));
}

/* Effect, interval and p of an answer, into an object. */
static void
compare_json_effect(json_t *o, const struct compare *c,
    const struct stat_effect *e, bool tested)
{
	struct stat_ci	 ci;
	double		 percent;
	bool		 ok;

	ok = compare_percent(c, e, &percent, &ci);
	json_object_set_new(o, "effect_pct", ok ? compare_json_real(percent) :
	    json_null());
	json_object_set_new(o, "ci_pct", ok && tested ? json_pack("[o,o]",
	    compare_json_real(ci.lo), compare_json_real(ci.hi)) :
	    json_null());
	if (!c->can_log) {
		json_object_set_new(o, "effect", compare_json_real(e->est));
		json_object_set_new(o, "ci", tested ? json_pack("[o,o]",
		    compare_json_real(e->ci.lo), compare_json_real(e->ci.hi)) :
		    json_null());
	}
	json_object_set_new(o, "p", tested ? compare_json_real(e->p) :
	    json_null());
}

/* One machine. */
static json_t *
compare_json_machine(const struct compare *c, const struct compare_machine *m)
{
	json_t	*o;
	bool	 tested;

	o = json_object();
	tested = m->error == STAT_OK;
	json_object_set_new(o, "machine", compare_json_text(m->name));
	json_object_set_new(o, "method",
	    json_string(compare_method_text(m->method)));
	json_object_set_new(o, "boots_base", json_integer(m->base != NULL ?
	    (json_int_t)m->base->counted.n : 0));
	json_object_set_new(o, "boots_other", json_integer(m->other != NULL ?
	    (json_int_t)m->other->counted.n : 0));
	if (m->base != NULL && m->other != NULL)
		compare_json_effect(o, c, &m->effect, tested);
	json_object_set_new(o, "left_out", m->confounded ?
	    compare_json_text(m->why) : json_null());
	return (o);
}

/* An answer beside the headline. */
static json_t *
compare_json_answer(const struct compare *c, const struct compare_answer *a)
{
	json_t	*o;

	if (a->over == COMPARE_OVER_NOTHING)
		return (json_null());
	o = json_object();
	json_object_set_new(o, "over", json_string(compare_over_text(a->over)));
	compare_json_effect(o, c, &a->effect, a->has_test);
	json_object_set_new(o, "verdict",
	    json_string(stat_verdict_text(a->ruling.verdict)));
	return (o);
}

/* What differs beside the factor. */
static json_t *
compare_json_differs(const struct compare_result *r)
{
	const struct compare_differs	*d;
	json_t				*array;
	size_t				 i;

	array = json_array();
	for (i = 0; i < r->ndiffers; i++) {
		d = &r->differs[i];
		json_array_append_new(array, json_pack(
		    "{s:o,s:o,s:o,s:o,s:s,s:b}", "key",
		    compare_json_text(d->key), "machine",
		    compare_json_text(d->machine), "base",
		    compare_json_text(d->base), "other",
		    compare_json_text(d->other), "weight",
		    compare_json_weights[d->weight], "implied",
		    d->implied));
	}
	return (array);
}

/* Why numbers are missing, and what else is to be said. */
static json_t *
compare_json_notes(const struct compare_result *r)
{
	const struct compare	*c;
	json_t			*notes;

	c = &r->c;
	notes = json_array();
	if (compare_why_text(c)[0] != '\0')
		json_array_append_new(notes,
		    json_string(compare_why_text(c)));
	if (c->headline.over == COMPARE_OVER_ONE ||
	    c->headline.over == COMPARE_OVER_BETWEEN)
		json_array_append_new(notes,
		    json_string(compare_over_text(c->headline.over)));
	if (!c->can_log)
		json_array_append_new(notes, json_string("values at or below "
		    "zero: a difference in units, not in percent"));
	if (!c->headline.has_test && c->headline.error != STAT_OK)
		json_array_append_new(notes,
		    json_string(stat_text(c->headline.error)));
	if (c->left_base + c->left_other > 0)
		json_array_append_new(notes, json_sprintf(
		    "left out for an outside taint: %zu and %zu runs",
		    c->left_base, c->left_other));
	return (notes);
}

/* Taints by side; those from outside are left out. */
static json_t *
compare_json_taints(const struct compare_result *r)
{
	const struct compare_taint	*t;
	json_t				*array;

	array = json_array();
	for (t = r->taint; t < r->taint + r->ntaints; t++)
		json_array_append_new(array, json_pack("{s:o,s:s,s:I,s:I}",
		    "taint", compare_json_text(t->key), "cause", t->outside ?
		    "outside" : "factor", "runs_base", (json_int_t)t->base,
		    "runs_other", (json_int_t)t->other));
	return (array);
}

/* Levels of what was chosen from: {"jobs": "4"}. */
static json_t *
compare_json_level(const struct compare_set *set, const struct group *g)
{
	json_t	*o;
	size_t	 i;

	if (g == NULL)
		return (json_null());
	o = json_object();
	for (i = 0; i < set->nbest; i++)
		json_object_set_new(o, set->best[i],
		    compare_json_text(g->value[set->nsection + 2 + i]));
	return (o);
}

/* A side's best level, and those as good. */
static json_t *
compare_json_side(const struct compare_set *set,
    const struct compare_best_side *side)
{
	json_t	*near;
	size_t	 i;

	near = json_array();
	for (i = 0; i < side->nnear; i++)
		json_array_append_new(near,
		    compare_json_level(set, side->near[i]));
	return (json_pack("{s:o,s:o,s:s}", "level",
	    compare_json_level(set, side->best), "near", near, "near_by",
	    side->tested ? "not told apart over boots" : "within 1%"));
}

/* What was chosen on each machine, and whether it moved. */
static json_t *
compare_json_best(const struct compare_set *set,
    const struct compare_result *r)
{
	json_t	*array;
	size_t	 i;

	array = json_array();
	for (i = 0; i < r->nbest; i++)
		json_array_append_new(array, json_pack("{s:o,s:o,s:o,s:o}",
		    "machine", compare_json_text(r->best[i].machine), "base",
		    compare_json_side(set, &r->best[i].base), "other",
		    compare_json_side(set, &r->best[i].other), "moved_p",
		    r->best[i].has_p ? compare_json_real(r->best[i].p) :
		    json_null()));
	return (array);
}

/* One row. */
static json_t *
compare_json_row(const struct compare_set *set, const struct compare_result *r)
{
	const struct compare	*c;
	json_t			*machines, *o, *where;
	size_t			 i;

	c = &r->c;
	where = json_object();
	for (i = 0; i < set->nsection; i++)
		json_object_set_new(where, set->key[i],
		    compare_json_text(r->value[i]));
	machines = json_array();
	for (i = 0; i < c->nmachines; i++)
		json_array_append_new(machines,
		    compare_json_machine(c, &c->machine[i]));
	o = json_object();
	json_object_set_new(o, "metric", compare_json_text(r->metric->name));
	json_object_set_new(o, "unit", compare_json_text(r->metric->unit));
	json_object_set_new(o, "better", compare_json_text(r->metric->better));
	json_object_set_new(o, "where", where);
	json_object_set_new(o, "base", compare_json_text(r->base));
	json_object_set_new(o, "other", compare_json_text(r->other));
	json_object_set_new(o, "n_base", compare_json_count(&c->base));
	json_object_set_new(o, "n_other", compare_json_count(&c->other));
	compare_json_effect(o, c, &c->headline.effect, c->headline.has_test);
	json_object_set_new(o, "p_holm", r->secondary && r->p_holm !=
	    STAT_ADJUST_MISSING ? compare_json_real(r->p_holm) : json_null());
	json_object_set_new(o, "verdict",
	    json_string(stat_verdict_text(c->headline.ruling.verdict)));
	json_object_set_new(o, "method", json_string(compare_how_text(c)));
	json_object_set_new(o, "machines", machines);
	json_object_set_new(o, "taints", compare_json_taints(r));
	if (set->nbest > 0)
		json_object_set_new(o, "best", compare_json_best(set, r));
	json_object_set_new(o, "these", compare_json_answer(c, &c->these));
	json_object_set_new(o, "like_these",
	    compare_json_answer(c, &c->like_these));
	json_object_set_new(o, "with_confounded",
	    compare_json_answer(c, &c->with_confounded));
	json_object_set_new(o, "with_left_out",
	    compare_json_answer(c, &c->with_left_out));
	json_object_set_new(o, "notes", compare_json_notes(r));
	json_object_set_new(o, "differs", compare_json_differs(r));
	return (o);
}

/* All rows. */
json_t *
compare_json(const struct compare_set *set)
{
	json_t	*rows;
	size_t	 i;

	rows = json_array();
	for (i = 0; i < set->nresults; i++)
		json_array_append_new(rows,
		    compare_json_row(set, &set->result[i]));
	return (rows);
}
