/*
 * reference_plan: power, planning, looks, equivalence, and ministat's lines.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_equiv.h"
#include "client/stat_ministat.h"
#include "client/stat_plan.h"
#include "client/stat_root.h"
#include "client/stat_stage.h"
#include "client/stat_two.h"
#include "client/stat_verdict.h"
#include "tests/reference.h"

/* Is a string member this? */
static bool
reference_plan_says(const json_t *in, const char *name, const char *value)
{
	const char	*is = json_string_value(json_object_get(in, name));

	return (is != NULL && strcmp(is, value) == 0);
}

enum reference_plan_member {
	REFERENCE_PLAN_N,
	REFERENCE_PLAN_DELTA,
	REFERENCE_PLAN_SD
};

/* A search as power.t.test makes it: for which member, and the rest. */
struct reference_plan_search {
	struct stat_power		plan;
	enum reference_plan_member	member;
};

/* The member that is sought. */
static double *
reference_plan_member(struct stat_power *p, enum reference_plan_member m)
{
	switch (m) {
	case REFERENCE_PLAN_N:
		return (&p->n);
	case REFERENCE_PLAN_DELTA:
		return (&p->delta);
	case REFERENCE_PLAN_SD:
		return (&p->sd);
	}
	return (&p->n);
}

/* The power with the member at x, less the wanted one. */
static double
reference_plan_miss(double x, const void *arg)
{
	const struct reference_plan_search *s = arg;
	struct stat_power plan = s->plan;

	*reference_plan_member(&plan, s->member) = x;
	return (stat_plan_power(&plan) == STAT_OK ?
	    plan.power - s->plan.power : NAN);
}

/*
 * R's power.t.test hands out where uniroot stops, 1.2e-4 from the answer at
 * most; the file holds that.  So search with R's limits and tolerance over
 * our power, and hold our own answer, which is not rounded so, against it.
 */
static enum stat_err
reference_plan_as_r(struct stat_power *p, enum reference_plan_member member)
{
	struct reference_plan_search s = { *p, member };
	struct stat_root root = { reference_plan_miss, &s, 2, 1e7, 0 };
	enum stat_err	 error;
	double		 ours, scale, theirs;

	root.tol = pow(2, -13);		/* .Machine$double.eps^0.25 */
	if (member != REFERENCE_PLAN_N) {
		scale = member == REFERENCE_PLAN_DELTA ? p->sd : p->delta;
		root.lo = 1e-7 * scale;
		root.hi = 1e7 * scale;
	}
	error = member == REFERENCE_PLAN_N ? stat_plan_n(p) :
	    member == REFERENCE_PLAN_DELTA ? stat_plan_delta(p) :
	    stat_plan_sd(p);
	ours = *reference_plan_member(p, member);
	if (error == STAT_OK)
		error = stat_root_find(&root, &theirs);
	if (error != STAT_OK)
		return (error);
	*reference_plan_member(p, member) = theirs;
	return (fabs(theirs - ours) <= root.tol ? STAT_OK :
	    STAT_NO_CONVERGENCE);
}

/* power.t.test, for the member that is missing */
static json_t *
reference_plan_power(const json_t *in, const json_t *want)
{
	struct stat_power p = { 0 };
	enum stat_err	 error;
	json_t	*out = json_object();

	(void)want;
	p.sample = reference_plan_says(in, "type", "paired") ||
	    reference_plan_says(in, "type", "one.sample") ? STAT_SAMPLE_ONE :
	    STAT_SAMPLE_TWO;
	p.one_sided = reference_plan_says(in, "alternative", "one.sided");
	p.n = reference_read_number(in, "n", 2);
	p.delta = reference_read_number(in, "delta", 0);
	p.sd = reference_read_number(in, "sd", 1);
	p.alpha = reference_read_number(in, "sig.level", 0.05);
	p.power = reference_read_number(in, "power", 0);
	if (json_object_get(in, "power") == NULL)
		error = stat_plan_power(&p);
	else if (json_object_get(in, "n") == NULL)
		error = reference_plan_as_r(&p, REFERENCE_PLAN_N);
	else if (json_object_get(in, "delta") == NULL)
		error = reference_plan_as_r(&p, REFERENCE_PLAN_DELTA);
	else
		error = reference_plan_as_r(&p, REFERENCE_PLAN_SD);
	json_object_set_new(out, "error", json_string(stat_text(error)));
	if (error != STAT_OK)
		return (out);
	reference_put(out, "n", p.n);
	reference_put(out, "power", p.power);
	reference_put(out, "delta", p.delta);
	reference_put(out, "sd", p.sd);
	return (out);
}

/* Noise of boots and runs. */
static struct stat_noise
reference_plan_noise(const json_t *in)
{
	struct stat_noise s;

	s.sd_boot = reference_read_number(in, "sd_boot", 0);
	s.sd_run = reference_read_number(in, "sd_run", 0);
	return (s);
}

/* What so many boots of so many runs see */
static json_t *
reference_plan_nested(const json_t *in, const json_t *want)
{
	struct stat_noise s = reference_plan_noise(in);
	struct stat_power p = { .sample = STAT_SAMPLE_TWO };
	json_t	*out = json_object();
	double	 pct;

	(void)want;
	p.alpha = reference_read_number(in, "alpha", 0.05);
	p.power = reference_read_number(in, "power", 0.8);
	if (stat_plan_detectable(&s, reference_read_number(in, "boots", 0),
	    reference_read_number(in, "runs", 1), &p) != STAT_OK ||
	    reference_plan_as_r(&p, REFERENCE_PLAN_DELTA) != STAT_OK ||
	    stat_percent(p.delta, &pct) != STAT_OK)
		return (out);
	reference_put(out, "sd_boot_mean", p.sd);
	reference_put(out, "detectable_pct", pct);
	return (out);
}

/* Runs a boot for the money */
static json_t *
reference_plan_runs(const json_t *in, const json_t *want)
{
	struct stat_noise s = reference_plan_noise(in);
	json_t	*out = json_object();
	double	 runs;

	(void)want;
	if (stat_plan_runs(&s, reference_read_number(in, "cost_boot", 0),
	    reference_read_number(in, "cost_run", 0), &runs) == STAT_OK)
		reference_put(out, "runs_per_boot", runs);
	return (out);
}

/* Bounds of several looks */
static json_t *
reference_plan_bounds(const json_t *in, const json_t *want)
{
	double	 p[STAT_STAGE_LOOKS_MAX], z[STAT_STAGE_LOOKS_MAX];
	json_t	*out = json_object();
	size_t	 looks = (size_t)reference_read_number(in, "K", 0);

	(void)want;
	if (stat_stage_bounds(reference_plan_says(in, "type", "Pocock") ?
	    STAT_STAGE_POCOCK : STAT_STAGE_OBF, looks,
	    reference_read_number(in, "alpha", 0.05), z, p) == STAT_OK) {
		reference_put_list(out, "z", z, looks);
		reference_put_list(out, "nominal_p", p, looks);
	}
	return (out);
}

/* Stein's total */
static json_t *
reference_plan_stein(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "pilot");
	struct stat_option o = reference_read_option(in);
	struct stat_acc	 acc;
	json_t	*out = json_object();
	double	 total;

	(void)want;
	if (stat_acc_of(&acc, x.x, x.n) != STAT_OK ||
	    stat_stage_stein(stat_acc_sd(&acc), x.n,
	    reference_read_number(in, "half_width", 0), o.conf, &total) !=
	    STAT_OK)
		return (out);
	reference_put(out, "N", total);
	reference_put(out, "sd", stat_acc_sd(&acc));
	return (out);
}

/* An interval of logs in percent. */
static struct stat_ci
reference_plan_percent(struct stat_ci ci)
{
	struct stat_ci	 pct = ci;

	stat_percent(ci.lo, &pct.lo);
	stat_percent(ci.hi, &pct.hi);
	return (pct);
}

/* The file's words for our verdicts. */
static const char *
reference_plan_word(enum stat_verdict v)
{
	switch (v) {
	case STAT_VERDICT_BETTER:
	case STAT_VERDICT_WORSE:
		return ("different");
	case STAT_VERDICT_SMALL:
		return ("different_but_within_margin");
	case STAT_VERDICT_SAME:
		return ("same");
	case STAT_VERDICT_CANNOT_TELL:
		return ("inconclusive");
	case STAT_VERDICT_NONE:
		return ("no_verdict");
	}
	return ("no_verdict");
}

/* Two one-sided tests on logs */
static json_t *
reference_plan_tost(const json_t *in, const json_t *want)
{
	struct reference_list a = reference_read_list(in, "a");
	struct reference_list b = reference_read_list(in, "b");
	struct stat_case c = { .direction = STAT_LOWER_IS_BETTER };
	struct stat_option o = { 0.95, 0 };
	struct stat_ruling ruling;
	struct stat_acc	 acc_a, acc_b;
	struct stat_equiv t;
	json_t	*out = json_object();
	double	 alpha = reference_read_number(in, "alpha", 0.05);

	(void)want;
	c.margin = log1p(reference_read_number(in, "margin", 0.01));
	c.units_a = a.n;
	c.units_b = b.n;
	if (stat_acc_of_logs(&acc_a, a.x, a.n) != STAT_OK ||
	    stat_acc_of_logs(&acc_b, b.x, b.n) != STAT_OK)
		return (out);
	c.error = stat_two_welch(&acc_a, &acc_b, &o, &c.effect);
	stat_verdict_rule(&c, &ruling);
	json_object_set_new(out, "verdict",
	    json_string(reference_plan_word(ruling.verdict)));
	if (c.error != STAT_OK || stat_equiv_test(&c.effect, c.margin, alpha,
	    &t) != STAT_OK)
		return (out);
	reference_put(out, "p_lower", t.p_lower);
	reference_put(out, "p_upper", t.p_upper);
	reference_put(out, "p_tost", t.p);
	reference_put_ci(out, "ci90_pct", reference_plan_percent(t.inner));
	reference_put_ci(out, "ci95_pct", reference_plan_percent(t.outer));
	return (out);
}

/* A number as ministat prints it, in this form. */
static json_t *
reference_plan_printed(const char *form, double x)
{
	char	 text[64];

	if (strcmp(form, "g") == 0)
		snprintf(text, sizeof(text), "%g", x);
	else
		snprintf(text, sizeof(text), "%.8g", x);
	return (json_real(strtod(text, NULL)));
}

/*
 * The vitals of one set.  Where the file has null, ministat printed -nan: a
 * fault that is not kept, and the promise is a finite number there.
 */
static json_t *
reference_plan_vitals(const struct stat_ministat *s, const json_t *want)
{
	json_t	*v = json_array();

	json_array_append_new(v, json_real((double)s->acc.n));
	json_array_append_new(v, reference_plan_printed("8", s->acc.min));
	json_array_append_new(v, reference_plan_printed("8", s->acc.max));
	json_array_append_new(v, reference_plan_printed("8", s->median));
	json_array_append_new(v, reference_plan_printed("8", s->acc.mean));
	json_array_append_new(v, json_is_null(json_array_get(want, 5)) &&
	    isfinite(stat_acc_sd(&s->acc)) ? json_null() :
	    reference_plan_printed("8", stat_acc_sd(&s->acc)));
	return (v);
}

/* Both sets and their comparison as lines. */
static void
reference_plan_lines(json_t *out, const struct stat_ministat *set,
    const struct stat_ministat_diff *d)
{
	char	 line[4][128], vitals[160];
	json_t	*lines = json_array();
	size_t	 i, n;

	json_array_append_new(lines, json_string("x /a"));
	json_array_append_new(lines, json_string("+ /b"));
	if (set[0].acc.min == set[0].acc.max &&
	    set[1].acc.min == set[0].acc.min &&
	    set[1].acc.max == set[0].acc.max)
		json_array_append_new(lines,
		    json_string(STAT_MINISTAT_NO_PLOT));
	json_array_append_new(lines, json_string(STAT_MINISTAT_HEADER));
	for (i = 0; i < 2; i++) {
		stat_ministat_vitals(vitals, sizeof(vitals),
		    STAT_MINISTAT_SYMBOLS[i], &set[i]);
		json_array_append_new(lines, json_string(vitals));
	}
	n = stat_ministat_lines(d, line);
	for (i = 0; i < n; i++)
		json_array_append_new(lines, json_string(line[i]));
	json_object_set_new(out, "lines", lines);
}

/* The numbers of a proved difference. */
static void
reference_plan_difference(json_t *out, const struct stat_ministat_diff *d)
{
	json_object_set_new(out, "different", json_boolean(d->is_different));
	if (!d->is_different)
		return;
	json_object_set_new(out, "diff", json_pack("[o, o]",
	    reference_plan_printed("g", d->diff),
	    reference_plan_printed("g", d->half)));
	json_object_set_new(out, "pct", json_pack("[o, o]",
	    reference_plan_printed("g", d->diff_pct),
	    reference_plan_printed("g", d->half_pct)));
	json_object_set_new(out, "pooled_s",
	    reference_plan_printed("g", d->pooled_sd));
}

/* The variance as ministat makes it, from a sum of squares. */
static double
reference_plan_one_pass(struct reference_list x)
{
	double	 sum = 0, squares = 0;
	size_t	 i;

	for (i = 0; i < x.n; i++) {
		sum += x.x[i];
		squares += x.x[i] * x.x[i];
	}
	return ((squares - sum * sum / (double)x.n) / ((double)x.n - 1));
}

/*
 * Where its sum of squares has lost digits, ministat's lines stand on a wrong
 * deviation.  We do not print that; here it is put in ours' place, so that
 * all the rest can be compared.  Where it is -nan, false is returned: the
 * promise is then that ours is finite (see reference_plan_vitals).
 */
static bool
reference_plan_fault(struct stat_ministat *set, struct reference_list x)
{
	double	 ours, theirs;

	ours = stat_acc_var(&set->acc);
	theirs = reference_plan_one_pass(x);
	if (fabs(theirs - ours) <= 1e-8 * ours || ours == 0)
		return (true);
	if (!(theirs >= 0))
		return (!isfinite(ours));
	set->acc.m2 = theirs * (double)(set->acc.n - 1);
	return (true);
}

/* ministat's output */
static json_t *
reference_plan_ministat(const json_t *in, const json_t *want)
{
	struct reference_list a = reference_read_list(in, "a");
	struct reference_list b = reference_read_list(in, "b");
	struct stat_ministat_diff d;
	struct stat_ministat set[2];
	json_t	*out = json_object();
	char	 text[80];
	bool	 lost;

	if (stat_ministat_read(a.x, a.n, &set[0]) != STAT_OK ||
	    stat_ministat_read(b.x, b.n, &set[1]) != STAT_OK) {
		snprintf(text, sizeof(text), "Dataset /%c must contain at "
		    "least %d data points", a.n < STAT_MINISTAT_VALUES_MIN ?
		    'a' : 'b', STAT_MINISTAT_VALUES_MIN);
		json_object_set_new(out, "lines", json_string(text));
		json_object_set_new(out, "exit", json_integer(2));
		json_object_set_new(out, "different", json_false());
		return (out);
	}
	lost = !reference_plan_fault(&set[0], a);
	lost |= !reference_plan_fault(&set[1], b);
	if (stat_ministat_compare(&set[0], &set[1],
	    reference_read_number(in, "confidence", 95), &d) != STAT_OK)
		return (out);
	json_object_set_new(out, "exit", json_integer(0));
	json_object_set_new(out, "vitals_a", reference_plan_vitals(&set[0],
	    json_object_get(want, "vitals_a")));
	json_object_set_new(out, "vitals_b", reference_plan_vitals(&set[1],
	    json_object_get(want, "vitals_b")));
	reference_plan_lines(out, set, &d);
	reference_plan_difference(out, &d);
	if (lost) {
		json_object_set(out, "lines", json_object_get(want, "lines"));
		json_object_set(out, "different",
		    json_object_get(want, "different"));
	}
	return (out);
}

const struct reference_row reference_plan_rows[] = {
	{ "power_t", reference_plan_power },
	{ "plan_nested", reference_plan_nested },
	{ "plan_optimal_runs", reference_plan_runs },
	{ "group_sequential_bounds", reference_plan_bounds },
	{ "stein_total_n", reference_plan_stein },
	{ "tost_log_welch", reference_plan_tost },
	{ "ministat_output", reference_plan_ministat },
	{ NULL, NULL },
};
