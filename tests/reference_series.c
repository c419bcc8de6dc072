/*
 * reference_series: changes over nights.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_acc.h"
#include "client/stat_segment.h"
#include "client/stat_series.h"
#include "client/stat_trend.h"
#include "tests/reference.h"

/* The likeliest split of a window, of values or of scores. */
static json_t *
reference_series_max_t(const json_t *in, bool scores)
{
	struct reference_list x = reference_read_list(in, "x");
	struct stat_change c;
	enum stat_err	 error = STAT_OK;
	json_t	*out = json_object();
	double	*z = reference_read_space(x.n);

	if (scores)
		error = stat_series_scores(x.x, x.n, z);
	else
		memcpy(z, x.x, x.n * sizeof(*z));
	if (error == STAT_OK)
		error = stat_series_max_t(z, x.n,
		    (size_t)reference_read_number(in, "min_segment", 2), &c);
	json_object_set_new(out, "error", json_string(stat_text(error)));
	if (error != STAT_OK)
		return (out);
	reference_put(out, "k_0based", (double)c.k);
	reference_put(out, "T", c.t);
	reference_put(out, "p_pointwise", c.p);
	return (out);
}

/* On the values */
static json_t *
reference_series_cpm(const json_t *in, const json_t *want)
{
	(void)want;
	return (reference_series_max_t(in, false));
}

/* On normal scores */
static json_t *
reference_series_cpm_scores(const json_t *in, const json_t *want)
{
	(void)want;
	return (reference_series_max_t(in, true));
}

/* Blom's scores */
static json_t *
reference_series_scores(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	json_t	*out = json_object();
	double	*z = reference_read_space(x.n);

	(void)want;
	if (stat_series_scores(x.x, x.n, z) == STAT_OK)
		reference_put_list(out, "score", z, x.n);
	return (out);
}

/* The table of pointwise p */
static json_t *
reference_series_table(const json_t *in, const json_t *want)
{
	struct reference_list nights = reference_read_list(in, "ARL0");
	json_t	*out = json_object();
	double	*p = reference_read_space(nights.n);
	size_t	 i;

	(void)want;
	for (i = 0; i < nights.n; i++)
		if (stat_series_pointwise_p(nights.x[i], &p[i]) != STAT_OK)
			p[i] = NAN;
	reference_put_list(out, "p_star", p, nights.n);
	return (out);
}

/* Thresholds from a pointwise p */
static json_t *
reference_series_threshold(const json_t *in, const json_t *want)
{
	struct reference_list n = reference_read_list(in, "n");
	json_t	*out = json_object();
	double	*h = reference_read_space(n.n);
	size_t	 i;

	(void)want;
	for (i = 0; i < n.n; i++)
		if (stat_series_threshold(reference_read_number(in, "p_star",
		    0), (size_t)n.x[i], &h[i]) != STAT_OK)
			h[i] = NAN;
	reference_put_list(out, "h", h, n.n);
	return (out);
}

/* Lag-1 autocorrelation */
static json_t *
reference_series_acf(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	json_t	*out = json_object();
	double	 rho;

	(void)want;
	if (stat_series_acf1(x.x, x.n, &rho) == STAT_OK)
		reference_put(out, "rho", rho);
	return (out);
}

/* Theil and Sen, Kendall */
static json_t *
reference_series_slope(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	struct stat_slope s;
	json_t	*out = json_object();

	(void)want;
	if (stat_trend_slope(x.x, x.n, &s) == STAT_OK) {
		reference_put(out, "slope", s.slope);
		reference_put(out, "kendall_tau", s.tau);
		reference_put(out, "p_normal", s.p);
	}
	return (out);
}

/* Flat, step or drift */
static json_t *
reference_series_kind(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	struct stat_kind k;
	json_t	*out = json_object();

	(void)want;
	if (stat_trend_kind(x.x, x.n,
	    (size_t)reference_read_number(in, "min_segment", 3), &k) !=
	    STAT_OK)
		return (out);
	reference_put(out, "bic_flat", k.bic_flat);
	reference_put(out, "bic_step", k.bic_step);
	reference_put(out, "bic_slope", k.bic_slope);
	json_object_set_new(out, "verdict",
	    json_string(stat_trend_text(k.kind)));
	return (out);
}

/* The moving average, at the nights that the file asks for */
static json_t *
reference_series_ewma(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	struct reference_list at = reference_read_list(want, "at");
	json_t	*out = json_object();
	double	*some = reference_read_space(at.n);
	double	*z = reference_read_space(x.n);
	size_t	 i, night;

	if (stat_trend_ewma(x.x, x.n,
	    (size_t)reference_read_number(in, "baseline", 20),
	    reference_read_number(in, "lambda", 0.1), z) != STAT_OK)
		return (out);
	for (i = 0; i < at.n; i++) {
		night = (size_t)at.x[i];
		some[i] = night >= 1 && night <= x.n ? z[night - 1] : NAN;
	}
	reference_put_list(out, "at", at.x, at.n);
	reference_put_list(out, "z", at.n > 0 ? some : z,
	    at.n > 0 ? at.n : x.n);
	return (out);
}

/* The smallest change that would be seen */
static json_t *
reference_series_mdc(const json_t *in, const json_t *want)
{
	struct stat_nightly s;
	json_t	*out = json_object();
	double	 nights[2], pct;

	(void)want;
	s.sd_night = reference_read_number(in, "sd_night", 0);
	s.sd_boot = reference_read_number(in, "sd_boot", 0);
	s.sd_run = reference_read_number(in, "sd_run", 0);
	s.boots = reference_read_number(in, "boots", 1);
	s.runs = reference_read_number(in, "runs", 1);
	nights[0] = reference_read_number(in, "nights_before", 0);
	nights[1] = reference_read_number(in, "nights_after", 0);
	if (stat_series_mdc(stat_series_night_sd(&s), nights,
	    reference_read_number(in, "threshold_t", 0),
	    reference_read_number(in, "power", 0.8), &pct) == STAT_OK)
		reference_put(out, "pct", pct);
	return (out);
}

/* Breaks by BIC, as strucchange does */
static void
reference_series_by_bic(json_t *out, struct reference_list x, size_t least)
{
	struct stat_cut	 cut;
	struct stat_acc	 acc;
	double	 rss[19];
	size_t	 end, most;

	most = x.n / least > 2 ? x.n / least - 2 : 0;
	most = most < 18 ? most : 18;
	cut.place = (size_t *)(void *)reference_read_space(x.n);
	if (stat_segment_by_bic(x.x, x.n, least, rss, most, &cut) != STAT_OK)
		return;
	reference_put(out, "n_breaks_BIC", (double)cut.n);
	reference_put_list(out, "rss_0_1_2_3_breaks", rss,
	    most + 1 < 4 ? most + 1 : 4);
	if (cut.n == 0)
		return;
	end = cut.n > 1 ? cut.place[1] : x.n;
	reference_put(out, "last_index_of_first_segment_1based",
	    (double)cut.place[0]);
	if (stat_acc_of(&acc, x.x, cut.place[0]) == STAT_OK)
		reference_put(out, "mean_before", acc.mean);
	if (stat_acc_of(&acc, x.x + cut.place[0], end - cut.place[0]) ==
	    STAT_OK)
		reference_put(out, "mean_after", acc.mean);
}

/* The exact partition, by penalty or by BIC */
static json_t *
reference_series_cut(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	struct stat_cut	 cut;
	json_t	*out = json_object(), *places;
	double	 sd;
	size_t	 i, least;

	(void)want;
	least = (size_t)reference_read_number(in, "min_segment", 3);
	if (stat_segment_noise(x.x, x.n, &sd) == STAT_OK)
		reference_put(out, "sigma_mad_diff", sd);
	if (json_object_get(in, "penalty") == NULL) {
		reference_series_by_bic(out, x, least);
		return (out);
	}
	cut.place = (size_t *)(void *)reference_read_space(x.n);
	if (stat_segment_cut(x.x, x.n, reference_read_number(in, "penalty", 0),
	    least, &cut) != STAT_OK)
		return (out);
	places = json_array();
	for (i = 0; i < cut.n; i++)
		json_array_append_new(places,
		    json_integer((json_int_t)cut.place[i]));
	json_object_set_new(out, "changepoints_0based", places);
	reference_put(out, "cost", cut.cost);
	return (out);
}

/* E-divisive's candidate */
static json_t *
reference_series_energy(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	struct stat_energy e;
	json_t	*out = json_object();

	(void)want;
	if (stat_segment_energy(x.x, x.n, &e) == STAT_OK) {
		reference_put(out, "qhat", e.q);
		reference_put(out, "tau_0based", (double)e.at);
		reference_put(out, "kappa_exclusive", (double)e.end);
	}
	return (out);
}

const struct reference_row reference_series_rows[] = {
	{ "cpm_max_t", reference_series_cpm },
	{ "cpm_max_t_normal_scores", reference_series_cpm_scores },
	{ "normal_scores", reference_series_scores },
	{ "cpm_pointwise_p_table", reference_series_table },
	{ "cpm_threshold", reference_series_threshold },
	{ "acf1", reference_series_acf },
	{ "theil_sen", reference_series_slope },
	{ "step_vs_drift", reference_series_kind },
	{ "ewma", reference_series_ewma },
	{ "mdc_pct", reference_series_mdc },
	{ "optimal_partition_mean", reference_series_cut },
	{ "edivisive_candidate", reference_series_energy },
	{ NULL, NULL },
};
