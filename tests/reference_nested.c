/*
 * reference_nested: boots and runs, factors inside boots, machines.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_hosts.h"
#include "client/stat_levels.h"
#include "client/stat_meta.h"
#include "client/stat_nested.h"
#include "client/stat_two.h"
#include "tests/reference.h"

#define REFERENCE_BOOTS_MAX	256

/* Values sorted into boots, as heaps. */
struct reference_boots {
	struct stat_acc	 boot[REFERENCE_BOOTS_MAX];
	double		 label[REFERENCE_BOOTS_MAX];
	size_t		 n;
};

/* R's lme4::Dyestuff, 6 batches of 5 (Davies and Goldsmith 1972). */
static const double reference_nested_dyestuff[] = {
	1545, 1440, 1440, 1520, 1580, 1540, 1555, 1490, 1560, 1495,
	1595, 1550, 1605, 1510, 1560, 1445, 1440, 1595, 1465, 1545,
	1595, 1630, 1515, 1635, 1625, 1520, 1455, 1450, 1480, 1445,
};

/* R's lme4::Dyestuff2, 6 batches of 5 (Box and Tiao 1973). */
static const double reference_nested_dyestuff2[] = {
	7.298, 3.846, 2.434, 9.566, 7.990, 5.220, 6.556, 0.608, 11.788,
	-0.892, 0.110, 10.386, 13.434, 5.510, 8.166, 2.212, 4.852, 7.092,
	9.288, 4.980, 0.282, 9.014, 4.458, 9.446, 7.198, 1.722, 4.782,
	8.106, 0.758, 3.758,
};

/* The place of a label among the boots, made when new. */
static size_t
reference_nested_place(struct reference_boots *boots, double label)
{
	size_t	 i;

	for (i = 0; i < boots->n; i++)
		if (boots->label[i] == label)
			return (i);
	if (i == REFERENCE_BOOTS_MAX)
		abort();
	memset(&boots->boot[i], 0, sizeof(boots->boot[i]));
	boots->label[i] = label;
	boots->n++;
	return (i);
}

/* Sort values into boots; in two passes, as the archive's heaps are made. */
static enum stat_err
reference_nested_sort(struct reference_list x, struct reference_list label,
    bool logs, struct reference_boots *boots)
{
	enum stat_err	 error;
	double		*one = reference_read_space(x.n);
	size_t		 b, i, n;

	boots->n = 0;
	for (i = 0; i < x.n && i < label.n; i++)
		reference_nested_place(boots, label.x[i]);
	for (b = 0; b < boots->n; b++) {
		for (i = n = 0; i < x.n && i < label.n; i++)
			if (label.x[i] == boots->label[b])
				one[n++] = x.x[i];
		error = logs ? stat_acc_of_logs(&boots->boot[b], one, n) :
		    stat_acc_of(&boots->boot[b], one, n);
		if (error != STAT_OK)
			return (error);
	}
	return (boots->n > 0 ? STAT_OK : STAT_EMPTY);
}

/* Put the components of one group. */
static void
reference_nested_put_parts(json_t *out, const struct stat_components *c)
{
	reference_put(out, "MSB", c->msb);
	reference_put(out, "MSW", c->msw);
	reference_put(out, "n0", c->n0);
	reference_put(out, "var_run", c->var_run);
	reference_put(out, "var_boot", c->var_boot);
	reference_put(out, "var_boot_untruncated", c->var_boot_raw);
	reference_put(out, "ICC", c->icc);
	reference_put(out, "F", c->f);
	reference_put(out, "p_boot_effect", c->p);
	reference_put_ci(out, "ICC_ci", c->icc_ci);
}

/* One group of boots */
static json_t *
reference_nested_summary(const json_t *in, const json_t *want)
{
	struct stat_option o = reference_read_option(in);
	struct reference_boots boots;
	struct stat_nested s;
	enum stat_err	 error;
	json_t		*out = json_object();
	double		 mean[REFERENCE_BOOTS_MAX];
	size_t		 i;

	(void)want;
	error = reference_nested_sort(reference_read_list(in, "x"),
	    reference_read_list(in, "boot"), false, &boots);
	if (error == STAT_OK)
		error = stat_nested_summary(boots.boot, boots.n, &o, &s);
	if (error != STAT_OK) {
		json_object_set_new(out, "error",
		    json_string(stat_text(error)));
		return (out);
	}
	for (i = 0; i < boots.n; i++)
		mean[i] = boots.boot[i].mean;
	reference_put(out, "B", (double)s.boots);
	reference_put(out, "N", (double)s.runs);
	reference_put_list(out, "boot_means", mean, boots.n);
	reference_put(out, "mean_of_boot_means", s.means.mean);
	if (s.mean_error == STAT_OK || s.mean_error == STAT_CONSTANT)
		reference_put_ci(out, "ci_mean", s.mean.ci);
	if (s.parts_error == STAT_OK)
		reference_nested_put_parts(out, &s.parts);
	return (out);
}

/* Both sides of a comparison, in boots. */
static enum stat_err
reference_nested_sides(const json_t *in, bool logs,
    struct reference_boots side[2])
{
	enum stat_err	 error;

	error = reference_nested_sort(reference_read_list(in, "a"),
	    reference_read_list(in, "boot_a"), logs, &side[0]);
	if (error != STAT_OK)
		return (error);
	return (reference_nested_sort(reference_read_list(in, "b"),
	    reference_read_list(in, "boot_b"), logs, &side[1]));
}

/* Welch and the pooled t on boot means */
static json_t *
reference_nested_compare(const json_t *in, bool logs)
{
	struct stat_option o = reference_read_option(in);
	struct reference_boots side[2];
	struct stat_effect e, pooled;
	enum stat_err	 error;
	json_t		*out = json_object();

	error = reference_nested_sides(in, logs, side);
	if (error == STAT_OK)
		error = stat_nested_compare(side[0].boot, side[0].n,
		    side[1].boot, side[1].n, &o, &e);
	if (logs)
		reference_put_percent(out, error, &e);
	else
		reference_put_effect(out, error, &e);
	if (error == STAT_OK && stat_nested_pooled(side[0].boot, side[0].n,
	    side[1].boot, side[1].n, &o, &pooled) == STAT_OK) {
		reference_put(out, "pooled_df", pooled.df);
		reference_put(out, "pooled_p", pooled.p);
		reference_put_ci(out, "pooled_ci", pooled.ci);
	}
	return (out);
}

/* The same on logs */
static json_t *
reference_nested_log_ratio(const json_t *in, const json_t *want)
{
	(void)want;
	return (reference_nested_compare(in, true));
}

/* The same on values */
static json_t *
reference_nested_diff(const json_t *in, const json_t *want)
{
	(void)want;
	return (reference_nested_compare(in, false));
}

/* A data set of R by its name, in batches of 5. */
static enum stat_err
reference_nested_dataset(const json_t *in, struct reference_boots *boots)
{
	struct reference_list batch, x;
	const char	*name;
	size_t		 i;

	name = json_string_value(json_object_get(in, "dataset"));
	x.n = 30;
	x.x = reference_read_space(x.n);
	batch.n = x.n;
	batch.x = reference_read_space(batch.n);
	if (name == NULL)
		return (STAT_EMPTY);
	memcpy(x.x, strcmp(name, "lme4::Dyestuff2") == 0 ?
	    reference_nested_dyestuff2 : reference_nested_dyestuff,
	    sizeof(reference_nested_dyestuff));
	for (i = 0; i < x.n; i++)
		batch.x[i] = floor((double)i / 5);
	return (reference_nested_sort(x, batch, false, boots));
}

/* lmer of one or two sides */
static json_t *
reference_nested_reml(const json_t *in, const json_t *want)
{
	struct reference_boots boots[2];
	struct stat_side side[2];
	struct stat_reml r;
	enum stat_err	 error;
	json_t		*out = json_object();
	size_t		 n;

	(void)want;
	if (json_object_get(in, "a") != NULL) {
		n = 2;
		error = reference_nested_sides(in, true, boots);
	} else if (json_object_get(in, "x") != NULL) {
		n = 1;
		error = reference_nested_sort(reference_read_list(in, "x"),
		    reference_read_list(in, "boot"), false, boots);
	} else {
		n = 1;
		error = reference_nested_dataset(in, boots);
	}
	side[0] = (struct stat_side){ boots[0].boot, boots[0].n };
	if (n == 2)
		side[1] = (struct stat_side){ boots[1].boot, boots[1].n };
	if (error == STAT_OK)
		error = stat_levels_reml(side, n, &r);
	json_object_set_new(out, "error", json_string(stat_text(error)));
	if (error != STAT_OK)
		return (out);
	reference_put(out, "var_boot", r.var_boot);
	reference_put(out, "var_run", r.var_run);
	reference_put(out, "mean", r.mean);
	reference_put(out, "effect_log", r.effect);
	reference_put(out, "se", n == 2 ? r.se_effect : r.se_mean);
	return (out);
}

/* aov with an error stratum of boots */
static json_t *
reference_nested_stratum(const json_t *in, const json_t *want)
{
	struct reference_boots boots[2];
	struct stat_side side[2];
	json_t		*out = json_object();
	double		 df[2], f, p;

	(void)want;
	if (reference_nested_sides(in, true, boots) != STAT_OK)
		return (out);
	side[0] = (struct stat_side){ boots[0].boot, boots[0].n };
	side[1] = (struct stat_side){ boots[1].boot, boots[1].n };
	if (stat_levels_stratum(side, 2, &f, df, &p) == STAT_OK) {
		reference_put(out, "F", f);
		reference_put(out, "df1", df[0]);
		reference_put(out, "df2", df[1]);
		reference_put(out, "p", p);
	}
	return (out);
}

/* Kalibera and Jones, three levels */
static json_t *
reference_nested_levels(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x_iter_proc_boot");
	struct stat_levels s = { .levels = 3 };
	json_t		*out = json_object();

	(void)want;
	s.repeat[0] = (size_t)reference_read_number(in, "r1", 0);
	s.repeat[1] = (size_t)reference_read_number(in, "r2", 0);
	s.repeat[2] = (size_t)reference_read_number(in, "r3", 0);
	s.cost[0] = reference_read_number(in, "cost_iter", 0);
	s.cost[1] = reference_read_number(in, "cost_proc", 0);
	s.cost[2] = reference_read_number(in, "cost_boot", 0);
	if (x.n != s.repeat[0] * s.repeat[1] * s.repeat[2] ||
	    stat_levels_analyse(&s, x.x, 0.95) != STAT_OK)
		return (out);
	reference_put(out, "mean", s.mean);
	reference_put_list(out, "S2", s.s2, 3);
	reference_put_list(out, "T2", s.t2, 3);
	reference_put(out, "half95", s.half);
	if (s.best[0] > 0)
		reference_put(out, "opt_r1", s.best[0]);
	if (s.best[1] > 0)
		reference_put(out, "opt_r2", s.best[1]);
	return (out);
}

/* A factor inside every boot */
static json_t *
reference_nested_paired(const json_t *in, const json_t *want)
{
	struct reference_list y = reference_read_list(in, "y");
	struct reference_list boot = reference_read_list(in, "boot");
	struct reference_list level = reference_read_list(in, "level");
	struct stat_option o = reference_read_option(in);
	struct reference_boots boots = { .n = 0 };
	struct stat_acc	 side[2][REFERENCE_BOOTS_MAX];
	struct stat_effect e;
	json_t		*out = json_object();
	double		 d[REFERENCE_BOOTS_MAX];
	size_t		 b, i;

	(void)want;
	memset(side, 0, sizeof(side));
	for (i = 0; i < y.n && i < boot.n && i < level.n; i++) {
		b = reference_nested_place(&boots, boot.x[i]);
		stat_acc_add(&side[level.x[i] != 0][b], log(y.x[i]));
	}
	for (b = 0; b < boots.n; b++)
		d[b] = side[1][b].mean - side[0][b].mean;
	reference_put_list(out, "per_boot_logratio", d, boots.n);
	reference_put_percent(out, stat_nested_paired(side[0], side[1],
	    boots.n, &o, &e), &e);
	return (out);
}

/* One boot a side with a borrowed component */
static json_t *
reference_nested_history(const json_t *in, const json_t *want)
{
	struct stat_option o = reference_read_option(in);
	struct stat_history h;
	struct stat_acc	 a = { 0 }, b = { 0 };
	struct stat_effect e;
	json_t		*out = json_object();

	(void)want;
	h.var_boot = pow(reference_read_number(in, "sd_boot_hist", 0), 2);
	h.var_run = pow(reference_read_number(in, "sd_run", 0), 2);
	h.df = reference_read_number(in, "df_hist", 0);
	a.n = (size_t)reference_read_number(in, "runs_a", 0);
	b.n = (size_t)reference_read_number(in, "runs_b", 0);
	b.mean = reference_read_number(in, "logratio", 0);
	reference_put_percent(out, stat_nested_by_history(&h, &a, &b, &o, &e),
	    &e);
	return (out);
}

/* What taking runs for units costs */
static json_t *
reference_nested_design(const json_t *in, const json_t *want)
{
	struct reference_list icc = reference_read_list(in, "ICC");
	struct reference_list runs = reference_read_list(in, "runs");
	double	*deff = reference_read_space(icc.n), boots, n;
	double	*n_eff = reference_read_space(icc.n);
	json_t	*out = json_object();
	size_t	 i;

	(void)want;
	boots = reference_read_number(in, "boots", 1);
	for (i = 0; i < icc.n; i++) {
		n = runs.n == 1 ? runs.x[0] : runs.x[i];
		deff[i] = stat_nested_design_effect(icc.x[i], n);
		n_eff[i] = boots * n / deff[i];
	}
	reference_put_list(out, "deff", deff, icc.n);
	reference_put_list(out, "n_eff", n_eff, icc.n);
	return (out);
}

/* The effects of a case, one a machine. */
static struct stat_effect *
reference_nested_hosts(const json_t *in, size_t *n)
{
	struct reference_list d = reference_read_list(in, "logratio");
	struct reference_list se = reference_read_list(in, "se");
	struct reference_list df = reference_read_list(in, "df");
	struct stat_effect *e;
	size_t	 i;

	*n = d.n;
	e = (struct stat_effect *)(void *)reference_read_space(
	    d.n * sizeof(*e) / sizeof(double) + 1);
	for (i = 0; i < d.n; i++) {
		e[i].est = d.x[i];
		e[i].se = i < se.n ? se.x[i] : 0;
		e[i].df = i < df.n ? df.x[i] : 1;
	}
	return (e);
}

/* Plain t over machines */
static json_t *
reference_nested_over_hosts(const json_t *in, const json_t *want)
{
	struct stat_option o = reference_read_option(in);
	struct stat_effect e, *host;
	json_t		*out = json_object();
	size_t		 n;

	(void)want;
	host = reference_nested_hosts(in, &n);
	reference_put_percent(out, stat_hosts_like_these(host, n, &o, &e), &e);
	if (json_object_get(out, "se") != NULL)
		reference_put(out, "sd", e.se * sqrt((double)n));
	return (out);
}

/* On these machines only */
static json_t *
reference_nested_these(const json_t *in, const json_t *want)
{
	struct stat_option o = reference_read_option(in);
	struct stat_effect e, *host;
	json_t		*out = json_object();
	size_t		 n;

	(void)want;
	host = reference_nested_hosts(in, &n);
	reference_put_percent(out, stat_hosts_these(host, n, &o, &e), &e);
	return (out);
}

/* Where the next machine is expected */
static json_t *
reference_nested_predict(const json_t *in, const json_t *want)
{
	struct stat_option o = reference_read_option(in);
	struct stat_effect *host;
	struct stat_ci	 pi;
	json_t		*out = json_object();
	size_t		 n;

	(void)want;
	host = reference_nested_hosts(in, &n);
	if (stat_hosts_predict(host, n, o.conf, &pi) == STAT_OK)
		reference_put_ci(out, "pi", pi);
	return (out);
}

/* Random effects of one kind */
static json_t *
reference_nested_meta(const json_t *in, enum stat_meta_tau tau,
    enum stat_meta_test test)
{
	struct stat_option o = reference_read_option(in);
	struct stat_effect *host;
	struct stat_meta m;
	enum stat_err	 error;
	json_t		*out = json_object();
	size_t		 n;

	host = reference_nested_hosts(in, &n);
	error = stat_meta_fit(host, n, tau, test, o.conf, &m);
	json_object_set_new(out, "error", json_string(stat_text(error)));
	if (error != STAT_OK)
		return (out);
	reference_put(out, "est", m.est);
	reference_put(out, "se", m.se);
	reference_put(out, "tau2", m.tau2);
	reference_put(out, "Q", m.q);
	reference_put(out, "Q_p", m.q_p);
	reference_put(out, "I2", m.i2);
	reference_put(out, "p", m.p);
	reference_put_ci(out, "ci", m.ci);
	if (m.has_prediction)
		reference_put_ci(out, "pi", m.prediction);
	return (out);
}

#define REFERENCE_META(name, tau, test)					\
static json_t *								\
reference_nested_##name(const json_t *in, const json_t *want)		\
{									\
	(void)want;							\
	return (reference_nested_meta(in, tau, test));			\
}
REFERENCE_META(dl_z, STAT_META_DL, STAT_META_Z)
REFERENCE_META(dl_hksj, STAT_META_DL, STAT_META_HKSJ)
REFERENCE_META(dl_mkh, STAT_META_DL, STAT_META_MKH)
REFERENCE_META(pm_z, STAT_META_PM, STAT_META_Z)
REFERENCE_META(pm_hksj, STAT_META_PM, STAT_META_HKSJ)
REFERENCE_META(pm_mkh, STAT_META_PM, STAT_META_MKH)
REFERENCE_META(reml_z, STAT_META_REML, STAT_META_Z)
REFERENCE_META(reml_hksj, STAT_META_REML, STAT_META_HKSJ)
REFERENCE_META(reml_mkh, STAT_META_REML, STAT_META_MKH)

const struct reference_row reference_nested_rows[] = {
	{ "nested_summary", reference_nested_summary },
	{ "nested_log_ratio", reference_nested_log_ratio },
	{ "nested_diff", reference_nested_diff },
	{ "lmer_reml", reference_nested_reml },
	{ "aov_error_strata", reference_nested_stratum },
	{ "kalibera_jones", reference_nested_levels },
	{ "paired_by_boot", reference_nested_paired },
	{ "one_boot_history", reference_nested_history },
	{ "design_effect", reference_nested_design },
	{ "t_over_hosts", reference_nested_over_hosts },
	{ "these_hosts_only", reference_nested_these },
	{ "prediction_interval_unweighted", reference_nested_predict },
	{ "prediction_interval", reference_nested_dl_hksj },
	{ "random_effects_DL_z", reference_nested_dl_z },
	{ "random_effects_DL_hksj", reference_nested_dl_hksj },
	{ "random_effects_DL_mkh", reference_nested_dl_mkh },
	{ "random_effects_PM_z", reference_nested_pm_z },
	{ "random_effects_PM_hksj", reference_nested_pm_hksj },
	{ "random_effects_PM_mkh", reference_nested_pm_mkh },
	{ "random_effects_REML_z", reference_nested_reml_z },
	{ "random_effects_REML_hksj", reference_nested_reml_hksj },
	{ "random_effects_REML_mkh", reference_nested_reml_mkh },
	{ NULL, NULL },
};
