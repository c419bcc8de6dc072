/*
 * reference_dist: the distributions and the summaries of one heap.
 */
#include <math.h>
#include <stdlib.h>

#include "client/stat_dist.h"
#include "client/stat_nct.h"
#include "client/stat_summary.h"
#include "client/stat_two.h"
#include "tests/reference.h"

/* The i-th of a list, which a single number stands for throughout. */
static double
reference_dist_at(struct reference_list list, size_t i)
{
	return (list.n == 1 ? list.x[0] : list.x[i]);
}

/* The longer of two lists. */
static size_t
reference_dist_longer(struct reference_list a, struct reference_list b)
{
	return (a.n > b.n ? a.n : b.n);
}

/* A list, or a single number when the input was one. */
static json_t *
reference_dist_answer(const json_t *in, const char *name, const char *key,
    const double *x, size_t n)
{
	json_t	*out = json_object();

	if (n == 1 && json_is_number(json_object_get(in, name)) &&
	    !isnan(x[0]))
		reference_put(out, key, x[0]);
	else
		reference_put_list(out, key, x, n);
	return (out);
}

/* qt */
static json_t *
reference_dist_qt(const json_t *in, const json_t *want)
{
	struct reference_list p = reference_read_list(in, "p");
	struct reference_list df = reference_read_list(in, "df");
	size_t	 i, n = reference_dist_longer(p, df);
	double	*q = reference_read_space(n);

	(void)want;
	for (i = 0; i < n; i++)
		if (stat_dist_t_quantile(reference_dist_at(p, i),
		    reference_dist_at(df, i), &q[i]) != STAT_OK)
			q[i] = NAN;
	return (reference_dist_answer(in, "p", "q", q, n));
}

/* The log of the two-sided p of each t. */
static double *
reference_dist_log_p(const json_t *in, size_t *n)
{
	struct reference_list t = reference_read_list(in, "t");
	struct reference_list df = reference_read_list(in, "df");
	double	*p;
	size_t	 i;

	*n = reference_dist_longer(t, df);
	p = reference_read_space(*n);
	for (i = 0; i < *n; i++)
		if (stat_dist_t_two_sided(reference_dist_at(t, i),
		    reference_dist_at(df, i), &p[i]) != STAT_OK)
			p[i] = NAN;
	return (p);
}

/* 2 pt(-t) */
static json_t *
reference_dist_pt(const json_t *in, const json_t *want)
{
	size_t	 i, n;
	double	*p = reference_dist_log_p(in, &n);

	(void)want;
	for (i = 0; i < n; i++)
		p[i] = exp(p[i]);
	return (reference_dist_answer(in, "t", "p", p, n));
}

/* The same as log10 */
static json_t *
reference_dist_pt_log(const json_t *in, const json_t *want)
{
	size_t	 i, n;
	double	*p = reference_dist_log_p(in, &n);

	(void)want;
	for (i = 0; i < n; i++)
		p[i] /= log(10);
	return (reference_dist_answer(in, "t", "log10p", p, n));
}

/* pnorm, upper */
static json_t *
reference_dist_pnorm(const json_t *in, const json_t *want)
{
	struct reference_list z = reference_read_list(in, "z");
	struct stat_tails tails;
	double	*p = reference_read_space(z.n);
	size_t	 i;

	(void)want;
	for (i = 0; i < z.n; i++)
		p[i] = stat_dist_normal(z.x[i], &tails) == STAT_OK ?
		    exp(tails.upper) : NAN;
	return (reference_dist_answer(in, "z", "p", p, z.n));
}

/* qnorm */
static json_t *
reference_dist_qnorm(const json_t *in, const json_t *want)
{
	struct reference_list p = reference_read_list(in, "p");
	double	*z = reference_read_space(p.n);
	size_t	 i;

	(void)want;
	for (i = 0; i < p.n; i++)
		if (stat_dist_normal_quantile(p.x[i], &z[i]) != STAT_OK)
			z[i] = NAN;
	return (reference_dist_answer(in, "p", "z", z, p.n));
}

/* qf and pf: what is to be found at (x, df1, df2). */
static json_t *
reference_dist_f(const json_t *in, bool quantile)
{
	struct reference_list x = reference_read_list(in, quantile ? "p" : "F");
	struct reference_list df1 = reference_read_list(in, "df1");
	struct reference_list df2 = reference_read_list(in, "df2");
	struct stat_tails tails;
	double	*q = reference_read_space(x.n), df[2];
	size_t	 i;

	for (i = 0; i < x.n; i++) {
		df[0] = reference_dist_at(df1, i);
		df[1] = reference_dist_at(df2, i);
		if (quantile && stat_dist_f_quantile(x.x[i], df, &q[i]) ==
		    STAT_OK)
			continue;
		q[i] = !quantile && stat_dist_f(x.x[i], df, &tails) ==
		    STAT_OK ? exp(tails.upper) : NAN;
	}
	return (reference_dist_answer(in, quantile ? "p" : "F",
	    quantile ? "q" : "p", q, x.n));
}

/* qf */
static json_t *
reference_dist_qf(const json_t *in, const json_t *want)
{
	(void)want;
	return (reference_dist_f(in, true));
}

/* pf, upper */
static json_t *
reference_dist_pf(const json_t *in, const json_t *want)
{
	(void)want;
	return (reference_dist_f(in, false));
}

/* pchisq, upper */
static json_t *
reference_dist_pchisq(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	struct reference_list df = reference_read_list(in, "df");
	struct stat_tails tails;
	double	*p = reference_read_space(x.n);
	size_t	 i;

	(void)want;
	for (i = 0; i < x.n; i++)
		p[i] = stat_dist_chisq(x.x[i], reference_dist_at(df, i),
		    &tails) == STAT_OK ? exp(tails.upper) : NAN;
	return (reference_dist_answer(in, "x", "p", p, x.n));
}

/* qchisq */
static json_t *
reference_dist_qchisq(const json_t *in, const json_t *want)
{
	struct reference_list p = reference_read_list(in, "p");
	struct reference_list df = reference_read_list(in, "df");
	double	*q = reference_read_space(p.n);
	size_t	 i;

	(void)want;
	for (i = 0; i < p.n; i++)
		if (stat_dist_chisq_quantile(p.x[i], reference_dist_at(df, i),
		    &q[i]) != STAT_OK)
			q[i] = NAN;
	return (reference_dist_answer(in, "p", "q", q, p.n));
}

/* pbeta */
static json_t *
reference_dist_pbeta(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	struct reference_list a = reference_read_list(in, "a");
	struct reference_list b = reference_read_list(in, "b");
	struct stat_tails tails;
	double	*p = reference_read_space(x.n), xy[2];
	size_t	 i;

	(void)want;
	for (i = 0; i < x.n; i++) {
		xy[0] = x.x[i];
		xy[1] = 1 - x.x[i];
		p[i] = stat_beta_tails(xy, reference_dist_at(a, i),
		    reference_dist_at(b, i), &tails) == STAT_OK ?
		    exp(tails.lower) : NAN;
	}
	return (reference_dist_answer(in, "x", "I", p, x.n));
}

/* pt with a noncentrality */
static json_t *
reference_dist_pnt(const json_t *in, const json_t *want)
{
	struct reference_list t = reference_read_list(in, "t");
	struct reference_list df = reference_read_list(in, "df");
	struct reference_list ncp = reference_read_list(in, "ncp");
	double	*p = reference_read_space(t.n);
	size_t	 i;

	(void)want;
	for (i = 0; i < t.n; i++)
		if (stat_nct_lower(t.x[i], reference_dist_at(df, i),
		    reference_dist_at(ncp, i), &p[i]) != STAT_OK)
			p[i] = NAN;
	return (reference_dist_answer(in, "t", "p", p, t.n));
}

/* mean, sd, median, mad and the rest */
static json_t *
reference_dist_summary(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	struct stat_option o = reference_read_option(in);
	struct stat_summary s;
	enum stat_err	 error;
	json_t		*out = json_object();

	(void)want;
	reference_put(out, "n", (double)x.n);
	if ((error = stat_summary_of(x.x, x.n, &o, &s)) != STAT_OK) {
		json_object_set_new(out, "error",
		    json_string(stat_text(error)));
		return (out);
	}
	reference_put(out, "min", s.acc.min);
	reference_put(out, "max", s.acc.max);
	reference_put(out, "mean", s.acc.mean);
	reference_put(out, "median", s.median);
	reference_put(out, "q25", s.q25);
	reference_put(out, "q75", s.q75);
	reference_put(out, "mad", s.mad);
	if (x.n > 1)
		reference_put(out, "sd", s.sd);
	if (s.mean_error == STAT_OK || s.mean_error == STAT_CONSTANT)
		reference_put_ci(out, "ci95_mean", s.mean_effect.ci);
	if (s.has_geomean)
		reference_put(out, "geomean", s.geomean);
	if (s.has_cv)
		reference_put(out, "cv", s.cv);
	return (out);
}

/* quantile */
static json_t *
reference_dist_quantile(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	struct reference_list p = reference_read_list(in, "p");
	double	*q = reference_read_space(p.n);
	size_t	 i;

	(void)want;
	for (i = 0; i < p.n; i++)
		if (stat_summary_quantile(x.x, x.n,
		    (int)reference_read_number(in, "type", 7), p.x[i],
		    &q[i]) != STAT_OK)
			q[i] = NAN;
	return (reference_dist_answer(in, "p", "q", q, p.n));
}

/* Ranks of the median's interval */
static json_t *
reference_dist_orders(const json_t *in, const json_t *want)
{
	struct reference_list n = reference_read_list(in, "n");
	struct stat_option o = reference_read_option(in);
	struct stat_order order;
	double	*lower = reference_read_space(n.n);
	double	*upper = reference_read_space(n.n);
	double	*coverage = reference_read_space(n.n);
	json_t	*out = json_object();
	size_t	 i;

	(void)want;
	for (i = 0; i < n.n; i++) {
		if (stat_summary_orders((size_t)n.x[i], o.conf, &order) !=
		    STAT_OK)
			continue;
		lower[i] = (double)order.lower;
		upper[i] = (double)order.upper;
		coverage[i] = order.coverage;
	}
	reference_put_list(out, "lower", lower, n.n);
	reference_put_list(out, "upper", upper, n.n);
	reference_put_list(out, "coverage", coverage, n.n);
	return (out);
}

/* The median's interval */
static json_t *
reference_dist_median_ci(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	struct stat_option o = reference_read_option(in);
	struct stat_ci	 ci;
	json_t		*out = json_object();
	double		 achieved = 0, median;

	(void)want;
	if (stat_summary_median(x.x, x.n, &median) == STAT_OK)
		reference_put(out, "median", median);
	if (stat_summary_median_ci(x.x, x.n, o.conf, &ci, &achieved) ==
	    STAT_OK) {
		reference_put(out, "lo", ci.lo);
		reference_put(out, "hi", ci.hi);
	}
	reference_put(out, "achieved", achieved);
	return (out);
}

/* Robust distances from the median */
static json_t *
reference_dist_modified_z(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	double		*z = reference_read_space(x.n), mad, median;
	json_t		*out = json_object();

	(void)want;
	if (stat_summary_mad(x.x, x.n, &median, &mad) == STAT_OK) {
		reference_put(out, "median", median);
		reference_put(out, "mad_raw", mad);
	}
	if (stat_summary_scores(x.x, x.n, z) == STAT_OK)
		reference_put_list(out, "z", z, x.n);
	return (out);
}

/* Tukey's fences */
static json_t *
reference_dist_fences(const json_t *in, const json_t *want)
{
	struct reference_list x = reference_read_list(in, "x");
	struct stat_fences f;
	json_t		*out = json_object();

	(void)want;
	if (stat_summary_fences(x.x, x.n, &f) != STAT_OK)
		return (out);
	reference_put(out, "q1", f.q1);
	reference_put(out, "q3", f.q3);
	reference_put(out, "lo15", f.near_lo);
	reference_put(out, "hi15", f.near_hi);
	reference_put(out, "lo3", f.far_lo);
	reference_put(out, "hi3", f.far_hi);
	return (out);
}

const struct reference_row reference_dist_rows[] = {
	{ "student_t_quantile", reference_dist_qt },
	{ "student_t_p_two_sided", reference_dist_pt },
	{ "student_t_p_two_sided_log10", reference_dist_pt_log },
	{ "normal_upper_tail", reference_dist_pnorm },
	{ "normal_quantile", reference_dist_qnorm },
	{ "f_quantile", reference_dist_qf },
	{ "f_upper_tail", reference_dist_pf },
	{ "chisq_upper_tail", reference_dist_pchisq },
	{ "chisq_quantile", reference_dist_qchisq },
	{ "regularized_incomplete_beta", reference_dist_pbeta },
	{ "noncentral_t_cdf", reference_dist_pnt },
	{ "summary", reference_dist_summary },
	{ "quantile", reference_dist_quantile },
	{ "median_ci_orders", reference_dist_orders },
	{ "median_ci", reference_dist_median_ci },
	{ "modified_z", reference_dist_modified_z },
	{ "tukey_fences", reference_dist_fences },
	{ NULL, NULL },
};
