/*
 * stat_hosts: effects over machines.  The headline for machines like these is
 * the plain t over per-machine effects: its coverage stays at 95% whatever
 * the heterogeneity, where inverse-variance methods fall to 40 to 94%.
 */
#include <math.h>
#include <stdlib.h>

#include "client/stat_adjust.h"
#include "client/stat_dist.h"
#include "client/stat_hosts.h"

/* The per-machine estimates as one heap. */
static enum stat_err
stat_hosts_heap(const struct stat_effect *host, size_t n, struct stat_acc *acc)
{
	enum stat_err	 error = STAT_OK;
	double		*d;
	size_t		 i;

	if (n == 0)
		return (STAT_EMPTY);
	if ((d = calloc(n, sizeof(*d))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < n; i++)
		d[i] = host[i].est;
	error = stat_acc_of(acc, d, n);
	free(d);
	return (error);
}

/*
 * On exactly these machines: the unweighted mean with SE^2 = sum SE_h^2 / H^2
 * and Satterthwaite's df.  Uses est, se and df of each; says nothing of other
 * machines.
 */
enum stat_err
stat_hosts_these(const struct stat_effect *host, size_t n,
    const struct stat_option *o, struct stat_effect *e)
{
	struct stat_acc	 acc = { 0 };
	enum stat_err	 error;
	double		*df, *v, x[3];
	size_t		 i, used;

	if ((error = stat_hosts_heap(host, n, &acc)) != STAT_OK)
		return (error);
	if ((v = calloc(n, 2 * sizeof(*v))) == NULL)
		return (STAT_MEMORY);
	df = v + n;
	for (i = used = 0, x[1] = 0; i < n; i++) {
		if (host[i].se == 0)	/* constant: adds no error, no df */
			continue;
		v[used] = host[i].se * host[i].se;
		df[used] = host[i].df;
		x[1] += v[used++];
	}
	x[0] = acc.mean;
	x[1] = sqrt(x[1]) / (double)n;
	error = used == 0 ? STAT_CONSTANT :
	    stat_effect_df(v, df, used, &x[2]);
	free(v);
	if (error == STAT_CONSTANT)
		return (stat_effect_constant(e, x[0], o));
	return (error == STAT_OK ? stat_effect_fill(e, x, o) : error);
}

/*
 * On machines like these: one-sample t over the estimates, df = H - 1.  Two
 * machines give a number, but no claim beyond them should be printed.
 */
enum stat_err
stat_hosts_like_these(const struct stat_effect *host, size_t n,
    const struct stat_option *o, struct stat_effect *e)
{
	struct stat_acc	 acc = { 0 };
	enum stat_err	 error;

	if ((error = stat_hosts_heap(host, n, &acc)) != STAT_OK)
		return (error);
	return (stat_effect_of_mean(e, &acc, o));
}

/*
 * Where the effect on one more machine is to be expected:
 * mean +- t_{H-1} sd sqrt(1 + 1/H).
 */
enum stat_err
stat_hosts_predict(const struct stat_effect *host, size_t n, double conf,
    struct stat_ci *ci)
{
	struct stat_acc	 acc = { 0 };
	enum stat_err	 error;
	double		 half, t;

	if (!(conf > 0 && conf < 1))
		return (STAT_RANGE);
	if ((error = stat_hosts_heap(host, n, &acc)) != STAT_OK)
		return (error);
	if (n < 2)
		return (STAT_TOO_FEW);
	error = stat_dist_t_quantile((1 - conf) / 2, (double)n - 1, &t);
	if (error != STAT_OK)
		return (error);
	half = -t * stat_acc_sd(&acc) * sqrt(1 + 1 / (double)n);
	if (!isfinite(acc.mean - half) || !isfinite(acc.mean + half))
		return (STAT_NOT_FINITE);
	ci->lo = acc.mean - half;
	ci->hi = acc.mean + half;
	return (STAT_OK);
}

/*
 * Do the machines differ in the effect?  Q = sum w (d - d_w)^2, w = 1/SE^2,
 * against chi-square with H - 1 df (Cochran 1954, Biometrics 10, 101).
 */
enum stat_err
stat_hosts_homogeneity(const struct stat_effect *host, size_t n,
    struct stat_homogeneity *out)
{
	struct stat_tails tails;
	enum stat_err	 error;
	double		 mean, q, sum, w;
	size_t		 i;

	if (n < 2)
		return (n == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	for (i = 0, mean = sum = 0; i < n; i++) {
		if (!(host[i].se > 0))
			return (STAT_CONSTANT);
		w = 1 / (host[i].se * host[i].se);
		sum += w;
		mean += (host[i].est - mean) * (w / sum);
	}
	for (i = 0, q = 0; i < n; i++) {
		w = (host[i].est - mean) / host[i].se;
		q += w * w;
	}
	if (!isfinite(q))
		return (STAT_NOT_FINITE);
	error = stat_dist_chisq(q, (double)n - 1, &tails);
	if (error != STAT_OK)
		return (error);
	out->q = q;
	out->df = (double)n - 1;
	out->p = exp(tails.upper);
	return (STAT_OK);
}

/*
 * `B slower on 4, quicker on 1 of 7': a machine counts when its own p, by
 * Holm over the machines, is at most alpha.
 */
enum stat_err
stat_hosts_tally(const struct stat_effect *host, size_t n, double alpha,
    struct stat_tally *out)
{
	struct stat_tally tally = { 0 };
	enum stat_err	 error;
	double		*p;
	size_t		 i;

	if (n == 0)
		return (STAT_EMPTY);
	if ((p = calloc(n, sizeof(*p))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < n; i++)
		p[i] = host[i].p;
	error = stat_adjust_apply(STAT_ADJUST_HOLM, p, n);
	for (i = 0; i < n; i++) {
		if (host[i].se <= 0 || p[i] > alpha)
			tally.unclear++;
		else if (host[i].est > 0)
			tally.up++;
		else
			tally.down++;
	}
	free(p);
	if (error == STAT_OK)
		*out = tally;
	return (error);
}
