/*
 * stat_rank: exact rank tests.  With ties the distribution is that of the
 * mid-ranks at hand, counted over doubled ranks, which are whole numbers.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_dist.h"
#include "client/stat_rank.h"

#define RANK_EXACT_PAIRS	2500	/* n1 * n2; beyond, the normal */
#define RANK_PAIRS_MAX		(1 << 22)
#define RANK_SIGNED_MAX		200

/* A value with its place, for ranking. */
struct rank_item {
	double	x;
	size_t	at;
};

/* For qsort: by value. */
static int
stat_rank_compare(const void *a, const void *b)
{
	const struct rank_item *x = a, *y = b;

	return ((x->x > y->x) - (x->x < y->x));
}

/*
 * Mid-ranks from 1 of n values into rank[n]; *ties gets sum t^3 - t over the
 * groups of t equal values.
 */
enum stat_err
stat_rank_of(const double *x, size_t n, double *rank, double *ties)
{
	struct rank_item *item;
	double		 t;
	size_t		 i, j, k;

	if (n == 0)
		return (STAT_EMPTY);
	if (!stat_is_finite(x, n))
		return (STAT_NOT_FINITE);
	if ((item = calloc(n, sizeof(*item))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < n; i++) {
		item[i].x = x[i];
		item[i].at = i;
	}
	qsort(item, n, sizeof(*item), stat_rank_compare);
	for (i = 0, *ties = 0; i < n; i = j) {
		for (j = i + 1; j < n && item[j].x == item[i].x; j++)
			;
		t = (double)(j - i);
		*ties += t * t * t - t;
		for (k = i; k < j; k++)
			rank[item[k].at] = ((double)(i + j) + 1) / 2;
	}
	free(item);
	return (STAT_OK);
}

/*
 * In how many ways k of n doubled ranks give each sum: count[s] for s up to
 * most.  A new array that the caller frees; NULL when memory lacks.
 */
static double *
stat_rank_count(const double *rank, size_t n, size_t k, size_t most)
{
	double	*count, *out;
	size_t	 i, j, r, s, width;

	width = most + 1;
	if ((count = calloc((k + 1) * width, sizeof(*count))) == NULL)
		return (NULL);
	count[0] = 1;
	for (i = 0; i < n; i++) {
		r = (size_t)(2 * rank[i]);
		for (j = i + 1 < k ? i + 1 : k; j > 0; j--)
			for (s = most; s >= r; s--)
				count[j * width + s] +=
				    count[(j - 1) * width + s - r];
	}
	if ((out = calloc(width, sizeof(*out))) != NULL)
		memcpy(out, count + k * width, width * sizeof(*out));
	free(count);
	return (out);
}

/* The largest sum of k doubled ranks. */
static size_t
stat_rank_sum_most(const double *rank, size_t n, size_t k)
{
	enum stat_err	 error;
	double		*sorted, sum;
	size_t		 i;

	if ((sorted = stat_sorted(rank, n, &error)) == NULL)
		return (0);
	for (i = 0, sum = 0; i < k; i++)
		sum += 2 * sorted[n - 1 - i];
	free(sorted);
	return ((size_t)sum);
}

/*
 * P that the rank sum of k among n lies at least as far from its mean as
 * `sum' does (both doubled), every choice being equally likely.
 */
static enum stat_err
stat_rank_exact(const double *rank, size_t n, size_t k, double sum, double *p)
{
	double	*count, all, far, gap, mean;
	size_t	 most, s;

	most = stat_rank_sum_most(rank, n, k);
	if ((count = stat_rank_count(rank, n, k, most)) == NULL)
		return (STAT_MEMORY);
	mean = (double)k * (double)(n + 1);
	gap = fabs(sum - mean);
	for (s = 0, all = far = 0; s <= most; s++) {
		all += count[s];
		if (fabs((double)s - mean) >= gap)
			far += count[s];
	}
	free(count);
	*p = far / all;
	return (STAT_OK);
}

/* The normal approximation of U with the variance for ties. */
static enum stat_err
stat_rank_normal(double na, double nb, double ties, struct stat_rank *r)
{
	struct stat_tails tails;
	enum stat_err	 error;
	double		 n = na + nb, sd, z;

	r->p_normal = r->p_plain = 1;
	sd = sqrt(na * nb / 12 * (n + 1 - ties / (n * (n - 1))));
	z = fabs(r->u - na * nb / 2);
	if (!(sd > 0))
		return (STAT_OK);
	if ((error = stat_dist_normal(z / sd, &tails)) != STAT_OK)
		return (error);
	r->p_plain = fmin(1, 2 * exp(tails.upper));
	error = stat_dist_normal((z - (z > 0 ? 0.5 : 0)) / sd, &tails);
	if (error == STAT_OK)
		r->p_normal = fmin(1, 2 * exp(tails.upper));
	return (error);
}

/* Rank both groups together; rank[] holds A's then B's. */
static enum stat_err
stat_rank_pool(const double *a, size_t na, const double *b, size_t nb,
    double *work, double *ties)
{
	double	*rank = work + na + nb;

	memcpy(work, a, na * sizeof(*a));
	memcpy(work + na, b, nb * sizeof(*b));
	return (stat_rank_of(work, na + nb, rank, ties));
}

/*
 * Mann-Whitney (Mann and Whitney 1947, Ann. Math. Stat. 18, 50); with ties
 * the conditional distribution of mid-ranks (Lehmann 1975, Nonparametrics,
 * 1.4).  Exact up to n1 n2 = 2500, then normal with continuity.
 */
enum stat_err
stat_rank_test(const double *a, size_t na, const double *b, size_t nb,
    struct stat_rank *out)
{
	struct stat_rank r = { 0 };
	enum stat_err	 error;
	double		*rank, *work, sum[2], ties;
	size_t		 i, n;

	if (na == 0 || nb == 0)
		return (STAT_EMPTY);
	n = na + nb;
	if ((work = calloc(2 * n, sizeof(*work))) == NULL)
		return (STAT_MEMORY);
	rank = work + n;
	if ((error = stat_rank_pool(a, na, b, nb, work, &ties)) != STAT_OK)
		goto done;
	for (i = 0, sum[0] = sum[1] = 0; i < n; i++)
		sum[i >= na] += rank[i];
	r.has_ties = ties > 0;
	r.u = sum[1] - (double)nb * ((double)nb + 1) / 2;
	error = stat_rank_normal((double)na, (double)nb, ties, &r);
	if (error != STAT_OK)
		goto done;
	r.p = r.p_normal;
	if ((r.is_exact = na <= RANK_EXACT_PAIRS / nb))
		error = na < nb ?
		    stat_rank_exact(rank, n, na, 2 * sum[0], &r.p) :
		    stat_rank_exact(rank, n, nb, 2 * sum[1], &r.p);
	if (error == STAT_OK)
		*out = r;
done:
	free(work);
	return (error);
}

/* The smallest p that groups of these sizes can reach: 2 / (n over na). */
enum stat_err
stat_rank_least_p(size_t na, size_t nb, double *p)
{
	double	 choose;
	size_t	 i;

	if (na == 0 || nb == 0)
		return (STAT_EMPTY);
	for (i = 1, choose = 1; i <= nb && choose < 1e300; i++)
		choose = choose * (double)(na + i) / (double)i;
	*p = fmin(1, 2 / choose);
	return (STAT_OK);
}

/*
 * The order k of the differences that bound the interval, and its coverage:
 * the smallest k with P(U <= k) >= alpha/2, at least 1.
 */
static enum stat_err
stat_rank_order(size_t na, size_t nb, double conf, size_t *k, double *coverage)
{
	double	*count, *rank, all, below, least, z;
	size_t	 i, n, s;

	n = na + nb;
	if (na > RANK_EXACT_PAIRS / nb) {
		if (stat_dist_normal_quantile((1 - conf) / 2, &z) != STAT_OK)
			return (STAT_RANGE);
		below = (double)na * (double)nb;
		*k = (size_t)fmax(1, floor(below / 2 + z *
		    sqrt(below * (double)(n + 1) / 12)));
		*coverage = conf;
		return (STAT_OK);
	}
	if ((rank = calloc(n, sizeof(*rank))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < n; i++)
		rank[i] = ((double)i + 1) / 2;	/* doubled: i + 1 */
	nb = na < nb ? na : nb;
	count = stat_rank_count(rank, n, nb, nb * n);
	free(rank);
	if (count == NULL)
		return (STAT_MEMORY);
	for (s = 0, all = 0; s <= nb * n; s++)
		all += count[s];
	least = (double)(nb * (nb + 1) / 2);	/* the sum where U is 0 */
	s = (size_t)least;
	below = count[s];
	for (*k = 0; below < all * (1 - conf) / 2 * (1 - 1e-12); ++*k)
		below += count[++s];
	if (*k == 0)
		*k = 1;
	else
		below -= count[s];
	*coverage = 1 - 2 * below / all;
	free(count);
	return (STAT_OK);
}

/*
 * Hodges and Lehmann's shift of B from A with its exact interval (Hodges and
 * Lehmann 1963, Ann. Math. Stat. 34, 598; Bauer 1972, JASA 67, 687).  The
 * interval is conservative with ties; small groups cover less than conf: see
 * coverage.
 */
enum stat_err
stat_rank_shift(const double *a, size_t na, const double *b, size_t nb,
    double conf, struct stat_shift *out)
{
	struct stat_shift r;
	enum stat_err	 error;
	double		*diff, *sorted;
	size_t		 i, j, k, n;

	if (na == 0 || nb == 0)
		return (STAT_EMPTY);
	if (!(conf > 0 && conf < 1))
		return (STAT_RANGE);
	if (na > RANK_PAIRS_MAX / nb)
		return (STAT_TOO_MANY);
	n = na * nb;
	error = stat_rank_order(na, nb, conf, &k, &r.coverage);
	if (error != STAT_OK)
		return (error);
	if ((diff = calloc(n, sizeof(*diff))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < na; i++)
		for (j = 0; j < nb; j++)
			diff[i * nb + j] = b[j] - a[i];
	sorted = stat_sorted(diff, n, &error);
	free(diff);
	if (sorted == NULL)
		return (error);
	k = k <= n ? k : n;
	r.shift = sorted[(n - 1) / 2] / 2 + sorted[n / 2] / 2;
	r.ci.lo = sorted[k - 1];
	r.ci.hi = sorted[n - k];
	free(sorted);
	*out = r;
	return (STAT_OK);
}

/* P that a sum of doubled signed ranks is as far out as v, each sign fair. */
static enum stat_err
stat_rank_signed_exact(const double *rank, size_t n, double v, double *p)
{
	double	*count, far, gap, mean;
	size_t	 i, most, r, s;

	most = n * (n + 1);
	if ((count = calloc(most + 1, sizeof(*count))) == NULL)
		return (STAT_MEMORY);
	count[0] = 1;
	for (i = 0; i < n; i++) {
		r = (size_t)(2 * rank[i]);
		for (s = most + 1; s-- > 0;)
			count[s] = (count[s] + (s < r ? 0 : count[s - r])) / 2;
	}
	mean = (double)most / 2;
	gap = fabs(2 * v - mean);
	for (s = 0, far = 0; s <= most; s++)
		if (fabs((double)s - mean) >= gap)
			far += count[s];
	free(count);
	*p = fmin(1, far);
	return (STAT_OK);
}

/*
 * Wilcoxon's signed ranks of n differences (Wilcoxon 1945, Biometrics 1, 80),
 * exact also with ties; differences of 0 are left out, as R does.
 */
enum stat_err
stat_rank_signed(const double *d, size_t n, struct stat_signed *out)
{
	enum stat_err	 error;
	double		*rank, *size, ties;
	size_t		 i, used;

	if (n == 0)
		return (STAT_EMPTY);
	if (!stat_is_finite(d, n))
		return (STAT_NOT_FINITE);
	if ((size = calloc(2 * n, sizeof(*size))) == NULL)
		return (STAT_MEMORY);
	rank = size + n;
	for (i = used = 0; i < n; i++)
		if (d[i] != 0)
			size[used++] = fabs(d[i]);
	error = used == 0 ? STAT_CONSTANT :
	    used > RANK_SIGNED_MAX ? STAT_TOO_MANY :
	    stat_rank_of(size, used, rank, &ties);
	if (error == STAT_OK) {
		out->n = used;
		for (i = used = 0, out->v = 0; i < n; i++)
			if (d[i] != 0)
				out->v += rank[used++] * (d[i] > 0);
		error = stat_rank_signed_exact(rank, out->n, out->v, &out->p);
	}
	free(size);
	return (error);
}
