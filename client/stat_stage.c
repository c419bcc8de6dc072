/*
 * stat_stage: bounds for a fixed number of equal looks, and Stein's two
 * stages.  The nominal p of a look is applied to the t test of that look.
 */
#include <math.h>

#include "client/stat_dist.h"
#include "client/stat_root.h"
#include "client/stat_stage.h"

#define STAGE_GRID	240	/* even: Simpson's rule */

/* Bounds under search: z_k = c (K/k)^shape. */
struct stage_search {
	size_t	looks;
	double	shape;		/* 0.5 or 0 */
	double	alpha;
};

/* Simpson's weight of point i. */
static double
stat_stage_weight(int i)
{
	if (i == 0 || i == STAGE_GRID)
		return (1 / 3.);
	return (i % 2 == 1 ? 4 / 3. : 2 / 3.);
}

/*
 * The density of the sum after one more look at point s, from the density at
 * the grid of the look before, which reaches from -b to b.
 */
static double
stat_stage_convolve(const double *density, double b, double s)
{
	const double	 scale = 1 / sqrt(2 * acos(-1));
	double		 h, sum, u;
	int		 i;

	h = 2 * b / STAGE_GRID;
	for (i = 0, sum = 0; i <= STAGE_GRID; i++) {
		u = s - (-b + i * h);
		sum += stat_stage_weight(i) * density[i] * exp(-u * u / 2);
	}
	return (sum * h * scale);
}

/*
 * Type I error of bounds at c, less alpha: the sum of k normals must stay
 * within c (K/k)^shape sqrt k at every look (Armitage, McPherson, Rowe 1969,
 * JRSS A 132, 235).
 */
static double
stat_stage_miss(double c, const void *arg)
{
	const struct stage_search *s = arg;
	double	 b, density[2][STAGE_GRID + 1], h, last, stay;
	double	*now, *was;
	size_t	 k;
	int	 i;

	for (k = 1, b = last = stay = 0; k <= s->looks; k++) {
		now = density[k % 2];
		was = density[1 - k % 2];
		b = c * pow((double)s->looks / (double)k, s->shape) *
		    sqrt((double)k);
		h = 2 * b / STAGE_GRID;
		for (i = 0, stay = 0; i <= STAGE_GRID; i++) {
			now[i] = k == 1 ? exp(-(b - i * h) * (b - i * h) / 2) /
			    sqrt(2 * acos(-1)) :
			    stat_stage_convolve(was, last, -b + i * h);
			stay += h * stat_stage_weight(i) * now[i];
		}
		last = b;
	}
	return (1 - stay - s->alpha);
}

/*
 * Two-sided bounds z[looks] and nominal p[looks] that keep alpha over all
 * looks together, equally spaced (O'Brien and Fleming 1979, Biometrics 35,
 * 549; Pocock 1977, Biometrika 64, 191).  Good to 1e-6.
 */
enum stat_err
stat_stage_bounds(enum stat_stage_type type, size_t looks, double alpha,
    double *z, double *p)
{
	struct stage_search s = { looks, 0, alpha };
	struct stat_root root = { stat_stage_miss, &s, 0.1, 12, 0 };
	struct stat_tails tails;
	enum stat_err	 error;
	double		 c;
	size_t		 k;

	if (looks < 1 || looks > STAT_STAGE_LOOKS_MAX ||
	    !(alpha > 1e-6 && alpha < 0.5))
		return (STAT_RANGE);
	s.shape = type == STAT_STAGE_OBF ? 0.5 : 0;
	if ((error = stat_root_find(&root, &c)) != STAT_OK)
		return (error);
	for (k = 0; k < looks; k++) {
		z[k] = c * pow((double)looks / ((double)k + 1), s.shape);
		if ((error = stat_dist_normal(z[k], &tails)) != STAT_OK)
			return (error);
		p[k] = 2 * exp(tails.upper);
	}
	return (STAT_OK);
}

/*
 * Stein's two stages (Stein 1945, Ann. Math. Stat. 16, 243): from a pilot of
 * n0 units with standard deviation sd, the total for a half-width at conf:
 * max(n0, ceil(t_{n0-1}^2 sd^2 / half^2)).  The final interval keeps the
 * pilot's sd and df.
 */
enum stat_err
stat_stage_stein(double sd, size_t n0, double half, double conf, double *total)
{
	enum stat_err	 error;
	double		 n, t;

	if (n0 < 2)
		return (n0 == 0 ? STAT_EMPTY : STAT_TOO_FEW);
	if (!(half > 0) || !(sd >= 0) || !(conf > 0 && conf < 1))
		return (STAT_RANGE);
	error = stat_dist_t_quantile((1 - conf) / 2, (double)n0 - 1, &t);
	if (error != STAT_OK)
		return (error);
	n = ceil(t * sd / half * (t * sd / half));
	if (!isfinite(n))
		return (STAT_NOT_FINITE);
	*total = fmax((double)n0, n);
	return (STAT_OK);
}
