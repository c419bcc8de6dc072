/*
 * reference_two: comparisons of two groups, by t, by ranks, by permutation.
 */
#include <math.h>
#include <stdlib.h>

#include "client/stat_dist.h"
#include "client/stat_perm.h"
#include "client/stat_rank.h"
#include "client/stat_shape.h"
#include "client/stat_two.h"
#include "tests/reference.h"

/* Both groups of a case, as they are and as heaps. */
struct reference_two {
	struct reference_list	 a;
	struct reference_list	 b;
	struct stat_acc		 acc_a;
	struct stat_acc		 acc_b;
	struct stat_option	 o;
	struct stat_effect	 e;
	json_t			*out;
};

/* Read the groups; logs of them for the heaps if wanted. */
static enum stat_err
reference_two_read(const json_t *in, bool logs, struct reference_two *r)
{
	enum stat_err	 error;

	r->out = json_object();
	r->a = reference_read_list(in, "a");
	r->b = reference_read_list(in, "b");
	r->o = reference_read_option(in);
	error = logs ? stat_acc_of_logs(&r->acc_a, r->a.x, r->a.n) :
	    stat_acc_of(&r->acc_a, r->a.x, r->a.n);
	if (error != STAT_OK)
		return (error);
	return (logs ? stat_acc_of_logs(&r->acc_b, r->b.x, r->b.n) :
	    stat_acc_of(&r->acc_b, r->b.x, r->b.n));
}

/* Welch on the values; percent from Fieller where it means something. */
static json_t *
reference_two_welch(const json_t *in, const json_t *want)
{
	struct stat_ratio ratio;
	struct reference_two r;
	enum stat_err	 error;

	(void)want;
	if ((error = reference_two_read(in, false, &r)) == STAT_OK)
		error = stat_two_welch(&r.acc_a, &r.acc_b, &r.o, &r.e);
	reference_put_effect(r.out, error, &r.e);
	if (stat_two_fieller(&r.acc_a, &r.acc_b, &r.o, &ratio) == STAT_OK) {
		reference_put(r.out, "pct", 100 * (ratio.ratio - 1));
		ratio.ci.lo = 100 * (ratio.ci.lo - 1);
		ratio.ci.hi = 100 * (ratio.ci.hi - 1);
		reference_put_ci(r.out, "pct_ci", ratio.ci);
	}
	return (r.out);
}

/* Welch on logs */
static json_t *
reference_two_welch_log(const json_t *in, const json_t *want)
{
	struct reference_two r;
	enum stat_err	 error;

	(void)want;
	if ((error = reference_two_read(in, true, &r)) == STAT_OK) {
		r.o.resolution = stat_two_log_resolution(r.o.resolution,
		    &r.acc_a, &r.acc_b);
		error = stat_two_welch(&r.acc_a, &r.acc_b, &r.o, &r.e);
	}
	reference_put_percent(r.out, error, &r.e);
	return (r.out);
}

/* Student's pooled t */
static json_t *
reference_two_pooled(const json_t *in, const json_t *want)
{
	struct reference_two r;
	enum stat_err	 error;

	(void)want;
	if ((error = reference_two_read(in, false, &r)) == STAT_OK)
		error = stat_two_pooled(&r.acc_a, &r.acc_b, &r.o, &r.e);
	reference_put_effect(r.out, error, &r.e);
	reference_put(r.out, "s_pooled",
	    stat_two_pooled_sd(&r.acc_a, &r.acc_b));
	return (r.out);
}

/* One group known by its mean, sd and n only */
static struct stat_acc
reference_two_acc(double mean, double sd, double n)
{
	struct stat_acc	 acc = { 0 };

	acc.n = n > 0 ? (size_t)n : 0;
	acc.mean = acc.min = acc.max = mean;
	acc.m2 = sd * sd * (n - 1);
	return (acc);
}

/* Welch from printed means and sds */
static json_t *
reference_two_welch_summary(const json_t *in, const json_t *want)
{
	struct stat_option o = reference_read_option(in);
	struct stat_acc	 a, b;
	struct stat_effect e;
	json_t		*out = json_object();

	(void)want;
	a = reference_two_acc(reference_read_number(in, "mean_a", 0),
	    reference_read_number(in, "sd_a", 0),
	    reference_read_number(in, "n_a", 0));
	b = reference_two_acc(reference_read_number(in, "mean_b", 0),
	    reference_read_number(in, "sd_b", 0),
	    reference_read_number(in, "n_b", 0));
	reference_put_effect(out, stat_two_welch(&a, &b, &o, &e), &e);
	return (out);
}

/* Fieller's ratio */
static json_t *
reference_two_fieller(const json_t *in, const json_t *want)
{
	struct stat_ratio ratio;
	struct reference_two r;
	enum stat_err	 error;

	(void)want;
	if ((error = reference_two_read(in, false, &r)) == STAT_OK)
		error = stat_two_fieller(&r.acc_a, &r.acc_b, &r.o, &ratio);
	json_object_set_new(r.out, "error", json_string(stat_text(error)));
	if (error != STAT_OK)
		return (r.out);
	reference_put(r.out, "ratio", ratio.ratio);
	reference_put(r.out, "df", ratio.df);
	reference_put(r.out, "g", ratio.g);
	reference_put_ci(r.out, "ci", ratio.ci);
	return (r.out);
}

/* One value against a group */
static json_t *
reference_two_single(const json_t *in, const json_t *want)
{
	struct reference_two r;
	enum stat_err	 error;

	(void)want;
	if ((error = reference_two_read(in, false, &r)) == STAT_OK)
		error = stat_two_single(&r.acc_a, r.b.n > 0 ? r.b.x[0] : NAN,
		    &r.o, &r.e);
	reference_put_effect(r.out, error, &r.e);
	return (r.out);
}

/* Pairs of rows, by t and by signed ranks */
static json_t *
reference_two_paired(const json_t *in, const json_t *want)
{
	struct stat_signed sign;
	struct reference_two r;
	enum stat_err	 error;
	double		*d, *la, *lb;
	size_t		 i;

	(void)want;
	error = reference_two_read(in, true, &r);
	la = stat_logs(r.a.x, r.a.n, &error);
	lb = stat_logs(r.b.x, r.b.n, &error);
	d = reference_read_space(r.a.n);
	if (la != NULL && lb != NULL && r.a.n == r.b.n) {
		for (i = 0; i < r.a.n; i++)
			d[i] = lb[i] - la[i];
		error = stat_two_paired(la, lb, r.a.n, &r.o, &r.e);
		reference_put_percent(r.out, error, &r.e);
		reference_put(r.out, "sd_log", r.e.se * sqrt((double)r.a.n));
		if (stat_rank_signed(d, r.a.n, &sign) == STAT_OK) {
			reference_put(r.out, "signed_rank_V", sign.v);
			reference_put(r.out, "signed_rank_p", sign.p);
		}
	}
	free(la);
	free(lb);
	return (r.out);
}

/*
 * R names the confidence asked for unless the reached one falls short by
 * more than half of alpha; then 1 - alpha at two digits.
 */
static double
reference_two_r_level(double conf, double coverage)
{
	double	 alpha = 1 - conf, reached = 1 - coverage, scale;

	if (reached - alpha <= alpha / 2)
		return (conf);
	scale = pow(10, 1 - floor(log10(reached)));
	return (1 - round(reached * scale) / scale);
}

/* Mann-Whitney with the shift */
static json_t *
reference_two_rank(const json_t *in, const json_t *want)
{
	struct stat_rank rank;
	struct stat_shift shift;
	struct reference_two r;

	(void)want;
	reference_two_read(in, false, &r);
	if (stat_rank_test(r.a.x, r.a.n, r.b.x, r.b.n, &rank) == STAT_OK) {
		reference_put(r.out, "U_b", rank.u);
		reference_put(r.out, "p", rank.p);
		reference_put(r.out, "p_exact", rank.p);
		reference_put(r.out, "p_exact_conditional", rank.p);
		reference_put(r.out, "p_exact_coin", rank.p);
		reference_put(r.out, "p_normal_corrected", rank.p_normal);
		reference_put(r.out, "p_normal_uncorrected", rank.p_plain);
	}
	if (stat_rank_shift(r.a.x, r.a.n, r.b.x, r.b.n, r.o.conf, &shift) ==
	    STAT_OK) {
		reference_put(r.out, "hl_shift", shift.shift);
		reference_put_ci(r.out, "hl_ci", shift.ci);
		reference_put(r.out, "achieved",
		    reference_two_r_level(r.o.conf, shift.coverage));
	}
	return (r.out);
}

/* The least p of group sizes */
static json_t *
reference_two_least_p(const json_t *in, const json_t *want)
{
	struct reference_list n1 = reference_read_list(in, "n1");
	struct reference_list n2 = reference_read_list(in, "n2");
	double	*p = reference_read_space(n1.n);
	json_t	*out = json_object();
	size_t	 i;

	(void)want;
	for (i = 0; i < n1.n && i < n2.n; i++)
		stat_rank_least_p((size_t)n1.x[i], (size_t)n2.x[i], &p[i]);
	if (n1.n == 1 && json_is_number(json_object_get(in, "n1")))
		reference_put(out, "p", p[0]);
	else
		reference_put_list(out, "p", p, n1.n);
	return (out);
}

/* All deals of the values */
static json_t *
reference_two_perm(const json_t *in, const json_t *want)
{
	struct stat_perm perm;
	struct reference_two r;

	(void)want;
	reference_two_read(in, false, &r);
	if (stat_perm_mean(r.a.x, r.a.n, r.b.x, r.b.n, &perm) == STAT_OK) {
		reference_put(r.out, "diff", perm.diff);
		reference_put(r.out, "n_perm", perm.ways);
		reference_put(r.out, "p", perm.p);
	}
	return (r.out);
}

/* Kolmogorov and Smirnov */
static json_t *
reference_two_ks(const json_t *in, const json_t *want)
{
	struct reference_two r;
	double	 d, p;

	(void)want;
	reference_two_read(in, false, &r);
	if (stat_shape_ks(r.a.x, r.a.n, r.b.x, r.b.n, &d, &p) == STAT_OK) {
		reference_put(r.out, "D", d);
		reference_put(r.out, "p_exact", p);
	}
	return (r.out);
}

/* Brown and Forsythe */
static json_t *
reference_two_spread(const json_t *in, const json_t *want)
{
	struct stat_spread s;
	struct reference_two r;

	(void)want;
	reference_two_read(in, false, &r);
	if (stat_shape_spread(r.a.x, r.a.n, r.b.x, r.b.n, &s) == STAT_OK) {
		reference_put(r.out, "F", s.f);
		reference_put(r.out, "df1", s.df1);
		reference_put(r.out, "df2", s.df2);
		reference_put(r.out, "p", s.p);
	}
	return (r.out);
}

/* Which scale the values allow */
static json_t *
reference_two_scale(const json_t *in, const json_t *want)
{
	struct reference_two r;
	json_t	*out;
	bool	 logs;

	(void)want;
	reference_two_read(in, false, &r);
	out = r.out;
	logs = stat_two_can_log(r.a.x, r.a.n) && stat_two_can_log(r.b.x, r.b.n);
	json_object_set_new(out, "scale", json_string(logs ? "log" : "linear"));
	json_object_set_new(out, "reason", logs ? json_null() :
	    json_string(stat_text(STAT_NOT_POSITIVE)));
	return (out);
}

/* hyperfine's ratio */
static json_t *
reference_two_hyperfine(const json_t *in, const json_t *want)
{
	struct reference_list a = reference_read_list(in, "reference");
	struct reference_list b = reference_read_list(in, "result");
	struct stat_acc	 acc_a, acc_b;
	json_t		*out = json_object();
	double		 ratio, sd;

	(void)want;
	if (stat_acc_of(&acc_a, a.x, a.n) == STAT_OK &&
	    stat_acc_of(&acc_b, b.x, b.n) == STAT_OK &&
	    stat_two_hyperfine(&acc_a, &acc_b, &ratio, &sd) == STAT_OK) {
		reference_put(out, "ratio", ratio);
		reference_put(out, "sd_ratio", sd);
	}
	return (out);
}

/* Degrees of freedom of a sum */
static json_t *
reference_two_df(const json_t *in, const json_t *want)
{
	struct reference_list v = reference_read_list(in, "v");
	struct reference_list df = reference_read_list(in, "df");
	json_t	*out = json_object();
	double	 sum;

	(void)want;
	if (v.n == df.n && stat_effect_df(v.x, df.x, v.n, &sum) == STAT_OK)
		reference_put(out, "df", sum);
	return (out);
}

const struct reference_row reference_two_rows[] = {
	{ "student_t_pooled", reference_two_pooled },
	{ "welch_t", reference_two_welch },
	{ "welch_t_linear", reference_two_welch },
	{ "welch_t_summary", reference_two_welch_summary },
	{ "welch_log_ratio", reference_two_welch_log },
	{ "unpaired_hosts", reference_two_welch_log },
	{ "fieller_ratio", reference_two_fieller },
	{ "single_vs_group", reference_two_single },
	{ "paired_log_ratio", reference_two_paired },
	{ "mann_whitney_exact", reference_two_rank },
	{ "mann_whitney_ties", reference_two_rank },
	{ "mann_whitney_large", reference_two_rank },
	{ "mann_whitney_min_p", reference_two_least_p },
	{ "permutation_mean_exact", reference_two_perm },
	{ "ks_two_sample", reference_two_ks },
	{ "brown_forsythe", reference_two_spread },
	{ "scale_choice", reference_two_scale },
	{ "hyperfine_ratio", reference_two_hyperfine },
	{ "satterthwaite_df", reference_two_df },
	{ NULL, NULL },
};
