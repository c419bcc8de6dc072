/*
 * stat_dist: probabilities, in logs, and quantiles of the normal, Student's
 * t, F, chi-square and binomial distributions.
 *
 * Degrees of freedom need not be whole.  Quantiles take the probability
 * below, 0 < p < 1.  An argument outside its range, or a NaN, is STAT_RANGE.
 */
#ifndef CLIENT_STAT_DIST_H
#define CLIENT_STAT_DIST_H

#include "client/stat_beta.h"

/* Tails of z; of t, df; of f, df[2]; of x, df; log p of |t|, df. */
enum stat_err	stat_dist_normal(double, struct stat_tails *);
enum stat_err	stat_dist_t(double, double, struct stat_tails *);
enum stat_err	stat_dist_f(double, const double[2], struct stat_tails *);
enum stat_err	stat_dist_chisq(double, double, struct stat_tails *);
enum stat_err	stat_dist_t_two_sided(double, double, double *);

/* p, then degrees of freedom, as above. */
enum stat_err	stat_dist_normal_quantile(double, double *);
enum stat_err	stat_dist_t_quantile(double, double, double *);
enum stat_err	stat_dist_f_quantile(double, const double[2], double *);
enum stat_err	stat_dist_chisq_quantile(double, double, double *);

/* P(X <= k) of n fair throws: k, n.  log of n over k: n, k. */
double		stat_dist_binomial_half(size_t, size_t);
double		stat_dist_log_choose(double, double);

#endif
