/*
 * reference_table: tables, sweeps, laws of scaling, many tests at once,
 * geometric means.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_adjust.h"
#include "client/stat_blocks.h"
#include "client/stat_dist.h"
#include "client/stat_law.h"
#include "client/stat_raw.h"
#include "client/stat_sweep.h"
#include "client/stat_two.h"
#include "tests/reference.h"

#define REFERENCE_CELLS_MAX	1024

/* A sweep's N, under either name. */
static struct reference_list
reference_table_n(const json_t *in)
{
	return (reference_read_list(in,
	    json_object_get(in, "N") != NULL ? "N" : "jobs"));
}

/* A sweep with one value a point */
static json_t *
reference_table_sweep(const json_t *in, const json_t *want)
{
	struct reference_list n = reference_table_n(in);
	struct reference_list t = reference_read_list(in, "seconds");
	struct stat_best best;
	json_t	*near = json_array(), *out = json_object();
	double	*efficiency = reference_read_space(t.n), most = 0;
	double	*speedup = reference_read_space(t.n);
	size_t	 i, one;

	(void)want;
	json_object_set_new(out, "within_1pct", near);
	if (t.n != n.n || stat_sweep_best(t.x, t.n, &best) != STAT_OK)
		return (out);
	for (i = one = 0; i < n.n; i++)
		if (n.x[i] == 1)
			one = i;
	for (i = 0; i < n.n; i++) {
		speedup[i] = t.x[one] / t.x[i];
		efficiency[i] = speedup[i] / n.x[i];
		most = fmax(most, speedup[i]);
		if (stat_sweep_is_near(t.x, best.at, i, 0.01))
			json_array_append_new(near, json_real(n.x[i]));
	}
	reference_put(out, "best_jobs", n.x[best.at]);
	reference_put(out, "best", t.x[best.at]);
	reference_put(out, "second_best_jobs", n.x[best.second]);
	reference_put(out, "second_over_best_pct", best.second_pct);
	reference_put_list(out, "speedup", speedup, n.n);
	reference_put_list(out, "efficiency", efficiency, n.n);
	reference_put(out, "max_speedup", most);
	return (out);
}

/* Amdahl's law */
static json_t *
reference_table_amdahl(const json_t *in, const json_t *want)
{
	struct reference_list n = reference_table_n(in);
	struct reference_list t = reference_read_list(in, "seconds");
	struct stat_amdahl a;
	json_t	*out = json_object();

	(void)want;
	if (n.n != t.n || stat_law_amdahl(n.x, t.x, n.n, &a) != STAT_OK)
		return (out);
	reference_put(out, "a", a.a);
	reference_put(out, "b", a.b);
	reference_put(out, "serial_fraction", a.serial);
	reference_put(out, "max_speedup", a.speedup);
	reference_put(out, "rss", a.rss);
	reference_put(out, "r2", a.r2);
	reference_put(out, "max_abs_resid_pct", a.residual_pct);
	return (out);
}

/* The parabola over log2 */
static json_t *
reference_table_parabola(const json_t *in, const json_t *want)
{
	struct reference_list n = reference_table_n(in);
	struct reference_list t = reference_read_list(in, "seconds");
	struct stat_parabola p;
	json_t	*out = json_object();

	(void)want;
	if (n.n != t.n || stat_law_parabola(n.x, t.x, n.n, &p) != STAT_OK)
		return (out);
	reference_put_list(out, "coef", p.coef, 3);
	if (p.has_vertex)
		reference_put(out, "vertex_jobs", p.vertex);
	return (out);
}

/* The universal scalability law */
static json_t *
reference_table_usl(const json_t *in, const json_t *want)
{
	struct reference_list n = reference_table_n(in);
	struct reference_list x = reference_read_list(in, "throughput");
	struct stat_usl u;
	enum stat_err	 error;
	json_t	*out = json_object();

	(void)want;
	error = n.n != x.n ? STAT_RANGE : stat_law_usl(n.x, x.x, n.n, &u);
	json_object_set_new(out, "error", json_string(stat_text(error)));
	if (error != STAT_OK)
		return (out);
	reference_put(out, "lambda", u.lambda);
	reference_put(out, "sigma", u.sigma);
	reference_put(out, "kappa", u.kappa);
	reference_put_list(out, "se", u.se, 3);
	reference_put(out, "rss_log", u.rss);
	if (u.has_peak) {
		reference_put(out, "N_star", u.peak_n);
		reference_put(out, "peak", u.peak);
	}
	return (out);
}

/* Its start values */
static json_t *
reference_table_usl_start(const json_t *in, const json_t *want)
{
	struct reference_list n = reference_table_n(in);
	struct reference_list x = reference_read_list(in, "throughput");
	json_t	*out = json_object();
	double	 kappa, sigma;

	(void)want;
	if (n.n == x.n && stat_law_usl_start(n.x, x.x, n.n, &sigma, &kappa) ==
	    STAT_OK) {
		reference_put(out, "sigma", sigma);
		reference_put(out, "kappa", kappa);
	}
	return (out);
}

/* Two columns of a raw table: whatever is not the rows' names. */
static json_t *
reference_table_additive(const json_t *in, const json_t *want)
{
	const char	*key, *name[2] = { NULL, NULL };
	struct reference_list a, b;
	struct stat_option o = reference_read_option(in);
	struct stat_rows rows;
	enum stat_err	 error;
	json_t		*copy, *out = json_object(), *value;
	size_t		 n = 0;

	(void)want;
	copy = json_deep_copy(in);
	json_object_foreach(copy, key, value)
		if (json_is_array(value) && strncmp(key, "rows", 4) != 0 &&
		    n < 2)
			name[n++] = key;
	if (n == 2) {
		a = reference_read_list(in, name[0]);
		b = reference_read_list(in, name[1]);
		error = a.n != b.n ? STAT_RANGE :
		    stat_raw_rows(a.x, b.x, a.n, &o, &rows);
		reference_put_percent(out, error, &rows.effect);
		if (error == STAT_OK)
			reference_put(out, "resid_sd", rows.residual_sd);
	}
	json_decref(copy);
	return (out);
}

/* Tukey's one degree of freedom */
static json_t *
reference_table_tukey(const json_t *in, const json_t *want)
{
	struct stat_interaction t;
	struct reference_list y;
	json_t	*out = json_object();
	size_t	 width;
	double	 ss;

	(void)want;
	y = reference_read_rows(in, "table_log", &width);
	if (width == 0 || stat_blocks_tukey(y.x, y.n / width, width, &ss,
	    &t) != STAT_OK)
		return (out);
	reference_put(out, "SS_nonadd", ss);
	reference_put(out, "F", t.f);
	reference_put(out, "df2", t.df_within);
	reference_put(out, "p", t.p);
	return (out);
}

/* The number of a label among those seen before, or a new one. */
static size_t
reference_table_number(double *seen, size_t *n, double label)
{
	size_t	 i;

	for (i = 0; i < *n; i++)
		if (seen[i] == label)
			return (i);
	seen[(*n)++] = label;
	return (i);
}

/* Do hosts differ in the effect of the level? */
static json_t *
reference_table_interaction(const json_t *in, const json_t *want)
{
	struct reference_list y = reference_read_list(in, "value");
	struct reference_list host = reference_read_list(in, "host");
	struct reference_list level = reference_read_list(in, "level");
	struct stat_cell cell[REFERENCE_CELLS_MAX];
	struct stat_design d = { cell, y.n, 0, 0 };
	struct stat_interaction t;
	enum stat_err	 error;
	json_t	*out = json_object();
	double	*hosts = reference_read_space(y.n);
	double	*levels = reference_read_space(y.n);
	size_t	 i;

	(void)want;
	for (i = 0; i < y.n && i < REFERENCE_CELLS_MAX; i++) {
		cell[i].block = reference_table_number(hosts, &d.blocks,
		    host.x[i]);
		cell[i].level = reference_table_number(levels, &d.levels,
		    level.x[i]);
		cell[i].y = log(y.x[i]);
	}
	error = stat_blocks_interaction(&d, &t);
	json_object_set_new(out, "error", json_string(stat_text(error)));
	if (error != STAT_OK)
		return (out);
	reference_put(out, "F_interaction", t.f);
	reference_put(out, "df1", t.df);
	reference_put(out, "df2", t.df_within);
	reference_put(out, "p_interaction", t.p);
	reference_put(out, "MS_boot", t.ms_within);
	reference_put(out, "F_level_vs_interaction", t.f_level);
	reference_put(out, "p_level_vs_interaction", t.p_level);
	return (out);
}

/* Replace values by their logs, in place. */
static void
reference_table_log(struct reference_list x)
{
	size_t	 i;

	for (i = 0; i < x.n; i++)
		x.x[i] = log(x.x[i]);
}

/* The set of best levels */
static json_t *
reference_table_best_set(const json_t *in, const json_t *want)
{
	struct reference_list n = reference_table_n(in), y;
	struct stat_rival *rival;
	struct stat_sweep s;
	json_t	*set = json_array(), *others = json_array();
	json_t	*out = json_object(), *p = json_array(), *holm = json_array();
	size_t	 best, i;

	(void)want;
	y = reference_read_rows(in, "boots_by_jobs", &s.levels);
	reference_table_log(y);
	s.y = y.x;
	s.boots = s.levels > 0 ? y.n / s.levels : 0;
	rival = calloc(s.levels + 1, sizeof(*rival));
	json_object_set_new(out, "others", others);
	json_object_set_new(out, "p_one_sided", p);
	json_object_set_new(out, "p_holm", holm);
	json_object_set_new(out, "set_jobs", set);
	if (rival != NULL && n.n == s.levels && stat_sweep_set(&s,
	    reference_read_number(in, "alpha", 0.05), &best, rival) ==
	    STAT_OK) {
		reference_put(out, "best_jobs", n.x[best]);
		for (i = 0; i < n.n; i++) {
			if (rival[i].in_set)
				json_array_append_new(set, json_real(n.x[i]));
			if (i == best)
				continue;
			json_array_append_new(others, json_real(n.x[i]));
			json_array_append_new(p, json_real(rival[i].p));
			json_array_append_new(holm, json_real(rival[i].holm));
		}
	}
	free(rival);
	return (out);
}

/* The boots of one side, from a name like A_boots_j4_j8; places of levels. */
static struct reference_list
reference_table_side(json_t *in, char side, double level[2])
{
	const char	*key;
	json_t		*value;
	char		 form[32];
	size_t		 width;

	snprintf(form, sizeof(form), "%c_boots_j%%lf_j%%lf", side);
	json_object_foreach(in, key, value)
		if (sscanf(key, form, &level[0], &level[1]) == 2)
			return (reference_read_rows(in, key, &width));
	return (reference_read_list(in, "none"));
}

/* Has the optimum moved? */
static json_t *
reference_table_moved(const json_t *in, const json_t *want)
{
	struct reference_list a, b;
	struct stat_moved moved;
	struct stat_sweep sa, sb;
	json_t	*copy = json_deep_copy(in), *out = json_object();
	double	 level[2] = { 0, 0 };
	size_t	 best_a, best_b;

	(void)want;
	a = reference_table_side(copy, 'A', level);
	b = reference_table_side(copy, 'B', level);
	reference_table_log(a);
	reference_table_log(b);
	best_a = reference_read_number(in, "best_A", level[0]) == level[1];
	best_b = reference_read_number(in, "best_B", level[1]) == level[1];
	sa = (struct stat_sweep){ a.x, a.n / 2, 2 };
	sb = (struct stat_sweep){ b.x, b.n / 2, 2 };
	if (stat_sweep_moved(&sa, &sb, best_a, best_b, &moved) == STAT_OK) {
		reference_put(out, "p_a", moved.p_a);
		reference_put(out, "p_b", moved.p_b);
		reference_put(out, "p_iut", moved.p);
	}
	json_decref(copy);
	return (out);
}

/* One adjusted family, under a name. */
static void
reference_table_family(const json_t *in, enum stat_adjust_method method,
    const char *key, json_t *out)
{
	struct reference_list p = reference_read_list(in, "p");
	size_t	 i;

	for (i = 0; i < p.n; i++)
		if (isnan(p.x[i]))
			p.x[i] = STAT_ADJUST_MISSING;
	if (stat_adjust_apply(method, p.x, p.n) != STAT_OK)
		return;
	for (i = 0; i < p.n; i++)
		if (p.x[i] == STAT_ADJUST_MISSING)
			p.x[i] = NAN;
	reference_put_list(out, key, p.x, p.n);
}

#define REFERENCE_ADJUST(name, method)					\
static json_t *								\
reference_table_##name(const json_t *in, const json_t *want)		\
{									\
	json_t	*out = json_object();					\
									\
	(void)want;							\
	reference_table_family(in, method, "adjusted", out);		\
	return (out);							\
}
REFERENCE_ADJUST(bonferroni, STAT_ADJUST_BONFERRONI)
REFERENCE_ADJUST(holm, STAT_ADJUST_HOLM)
REFERENCE_ADJUST(hochberg, STAT_ADJUST_HOCHBERG)
REFERENCE_ADJUST(bh, STAT_ADJUST_BH)
REFERENCE_ADJUST(by, STAT_ADJUST_BY)

/* Two methods side by side */
static json_t *
reference_table_holm_bh(const json_t *in, const json_t *want)
{
	json_t	*out = json_object();

	(void)want;
	reference_table_family(in, STAT_ADJUST_HOLM, "holm", out);
	reference_table_family(in, STAT_ADJUST_BH, "BH", out);
	reference_table_family(in, STAT_ADJUST_BY, "BY", out);
	reference_table_family(in, STAT_ADJUST_HOCHBERG, "hochberg", out);
	reference_table_family(in, STAT_ADJUST_BONFERRONI, "bonferroni", out);
	return (out);
}

/* Benchmarks as a sample */
static json_t *
reference_table_geomean(const json_t *in, const json_t *want)
{
	struct reference_list ratio = reference_read_list(in, "ratio");
	struct stat_option o = reference_read_option(in);
	struct stat_effect e;
	enum stat_err	 error;
	json_t	*out = json_object();

	(void)want;
	error = stat_raw_geomean(ratio.x, ratio.n, &o, &e);
	reference_put_percent(out, error, &e);
	if (error == STAT_OK || error == STAT_CONSTANT)
		reference_put(out, "geomean", exp(e.est));
	return (out);
}

/* The heap of per-boot indices, means of logs over benchmarks. */
static enum stat_err
reference_table_index(const json_t *in, const char *name,
    struct stat_acc *acc)
{
	struct reference_list y;
	struct stat_acc	 boot[REFERENCE_CELLS_MAX];
	enum stat_err	 error;
	size_t	 b, width;

	y = reference_read_rows(in, name, &width);
	for (b = 0; width > 0 && b < y.n / width; b++) {
		error = stat_acc_of_logs(&boot[b], y.x + b * width, width);
		if (error != STAT_OK)
			return (error);
	}
	return (width > 0 ? stat_acc_of_means(acc, boot, y.n / width) :
	    STAT_EMPTY);
}

/* Welch on per-boot indices */
static json_t *
reference_table_boot_index(const json_t *in, const json_t *want)
{
	struct stat_option o = reference_read_option(in);
	struct stat_acc	 a, b;
	struct stat_effect e;
	enum stat_err	 error;
	json_t	*out = json_object();

	(void)want;
	if ((error = reference_table_index(in, "A", &a)) == STAT_OK &&
	    (error = reference_table_index(in, "B", &b)) == STAT_OK)
		error = stat_two_welch(&a, &b, &o, &e);
	reference_put_percent(out, error, &e);
	return (out);
}

const struct reference_row reference_table_rows[] = {
	{ "sweep_summary", reference_table_sweep },
	{ "amdahl_ls", reference_table_amdahl },
	{ "quadratic_log2", reference_table_parabola },
	{ "usl_nls_log", reference_table_usl },
	{ "usl_linearised", reference_table_usl_start },
	{ "two_way_additive", reference_table_additive },
	{ "tukey_one_df", reference_table_tukey },
	{ "host_by_factor_interaction", reference_table_interaction },
	{ "sweep_best_set", reference_table_best_set },
	{ "optimum_differs", reference_table_moved },
	{ "p_adjust_bonferroni", reference_table_bonferroni },
	{ "p_adjust_holm", reference_table_holm },
	{ "p_adjust_hochberg", reference_table_hochberg },
	{ "p_adjust_BH", reference_table_bh },
	{ "p_adjust_BY", reference_table_by },
	{ "p_adjust_holm_bh", reference_table_holm_bh },
	{ "geomean_ratio_t", reference_table_geomean },
	{ "geomean_index_per_boot", reference_table_boot_index },
	{ NULL, NULL },
};
