/*
 * compare_csv: comparisons as one flat table.
 *
 * A row an answer, without a machine, then one a machine; the numbers are
 * those of JSON, all digits.
 */
#include <math.h>
#include <string.h>

#include "client/compare_show.h"
#include "client/output_sink.h"
#include "client/stat_adjust.h"
#include "proto/compat.h"

static const char *const compare_csv_keys[] = {
	"machine", "metric", "unit", "base", "other", "base_value",
	"other_value", "boots_base", "boots_other", "runs_base", "runs_other",
	"effect_pct", "ci_lo", "ci_hi", "p", "p_holm", "verdict", "method"
};

/* A number, or nothing. */
static void
compare_csv_real(struct output *out, bool has, double value)
{
	if (has && isfinite(value))
		output_shown(out, json_real(value), "");
	else
		output_none(out);
}

/* What all rows of a result begin with. */
static void
compare_csv_begin(const struct compare_set *set, struct output *out,
    const struct compare_result *r, const char *machine)
{
	size_t	 i;

	output_row(out);
	for (i = 0; i < set->nsection; i++)
		output_text(out, r->value[i]);
	output_text(out, machine);
	output_text(out, r->metric->name);
	output_text(out, r->metric->unit);
	output_text(out, r->base);
	output_text(out, r->other);
}

/* Effect, interval and p. */
static void
compare_csv_effect(struct output *out, const struct compare *c,
    const struct stat_effect *e, bool known, bool tested)
{
	struct stat_ci	 ci;
	double		 percent;
	bool		 ok;

	ok = known && compare_percent(c, e, &percent, &ci);
	compare_csv_real(out, ok, ok ? percent : 0);
	compare_csv_real(out, ok && tested, ok ? ci.lo : 0);
	compare_csv_real(out, ok && tested, ok ? ci.hi : 0);
	compare_csv_real(out, known && tested, e->p);
}

/* The answer. */
static void
compare_csv_answer(const struct compare_set *set, struct output *out,
    const struct compare_result *r)
{
	const struct compare	*c;

	c = &r->c;
	compare_csv_begin(set, out, r, NULL);
	output_none(out);
	output_none(out);
	output_int(out, (int64_t)c->base.boots);
	output_int(out, (int64_t)c->other.boots);
	output_int(out, (int64_t)c->base.runs);
	output_int(out, (int64_t)c->other.runs);
	compare_csv_effect(out, c, &c->headline.effect, c->headline.over !=
	    COMPARE_OVER_NOTHING, c->headline.has_test);
	compare_csv_real(out, r->secondary && r->p_holm !=
	    STAT_ADJUST_MISSING, r->p_holm);
	output_text(out, stat_verdict_text(c->headline.ruling.verdict));
	output_text(out, compare_how_text(c));
}

/* A side's mean. */
static void
compare_csv_mean(struct output *out, const struct compare *c,
    const struct group *g)
{
	struct group_value	 v;
	bool			 has;

	has = g != NULL && group_mean(&g->counted, c->can_log, &v);
	compare_csv_real(out, has, has ? v.mean : 0);
}

/* A side's runs, or boots. */
static void
compare_csv_count(struct output *out, const struct group *g, bool runs)
{
	size_t	 i, n;

	n = 0;
	if (g != NULL && !runs)
		n = g->counted.n;
	for (i = 0; g != NULL && runs && i < g->counted.n; i++)
		n += g->counted.y[i].n;
	output_int(out, (int64_t)n);
}

/* One machine. */
static void
compare_csv_machine(const struct compare_set *set, struct output *out,
    const struct compare_result *r, const struct compare_machine *m)
{
	compare_csv_begin(set, out, r, m->name);
	compare_csv_mean(out, &r->c, m->base);
	compare_csv_mean(out, &r->c, m->other);
	compare_csv_count(out, m->base, false);
	compare_csv_count(out, m->other, false);
	compare_csv_count(out, m->base, true);
	compare_csv_count(out, m->other, true);
	compare_csv_effect(out, &r->c, &m->effect, m->base != NULL &&
	    m->other != NULL, m->error == STAT_OK);
	output_none(out);
	output_none(out);
	output_text(out, m->confounded ? "left out" :
	    compare_method_text(m->method));
}

/* All results; columns is room that lives until the output ends. */
void
compare_csv(const struct compare_set *set, struct output *out,
    struct output_column columns[COMPARE_CSV_COLUMNS])
{
	const struct compare_result	*r;
	size_t				 i, k, n;

	for (n = 0; n < set->nsection; n++)
		columns[n] = (struct output_column){ set->key[n], set->key[n],
		    OUTPUT_LEFT };
	for (i = 0; i < nitems(compare_csv_keys); i++, n++)
		columns[n] = (struct output_column){ compare_csv_keys[i],
		    compare_csv_keys[i], OUTPUT_LEFT };
	output_table(out, "rows", columns, n);
	for (i = 0; i < set->nresults; i++) {
		r = &set->result[i];
		compare_csv_answer(set, out, r);
		for (k = 0; k < r->c.nmachines; k++)
			compare_csv_machine(set, out, r, &r->c.machine[k]);
	}
}
