/*
 * stat_fit: least squares by Householder reflections, which do not square the
 * condition of the problem.  Knows no model.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_fit.h"

/* Zero column c of work below its diagonal; y is the last column. */
static void
stat_fit_reflect(double *work, size_t n, size_t width, size_t c)
{
	double	 dot, norm, scale;
	size_t	 i, j;

	for (i = c, norm = 0; i < n; i++)
		norm = hypot(norm, work[i * width + c]);
	if (norm == 0)
		return;
	norm = copysign(norm, work[c * width + c]);
	work[c * width + c] += norm;
	scale = norm * work[c * width + c];
	for (j = c + 1; j < width; j++) {
		for (i = c, dot = 0; i < n; i++)
			dot += work[i * width + c] * work[i * width + j];
		for (i = c; i < n; i++)
			work[i * width + j] -= dot / scale *
			    work[i * width + c];
	}
	work[c * width + c] = -norm;
}

/* From the triangle R in work: coefficients and (R'R)^-1. */
static enum stat_err
stat_fit_back(struct stat_fit *f, const double *work, double size)
{
	double	 r[STAT_FIT_COLUMNS_MAX][STAT_FIT_COLUMNS_MAX] = { { 0 } };
	double	 sum;
	size_t	 a, b, c, i, width = f->k + 1;

	for (i = f->k; i-- > 0;) {
		if (fabs(work[i * width + i]) <= 1e-13 * size)
			return (STAT_UNDEFINED);
		sum = work[i * width + f->k];
		for (c = i + 1; c < f->k; c++)
			sum -= work[i * width + c] * f->coef[c];
		f->coef[i] = sum / work[i * width + i];
		r[i][i] = 1 / work[i * width + i];	/* R^-1, row i */
		for (b = i + 1; b < f->k; b++) {
			for (c = i + 1, sum = 0; c <= b; c++)
				sum -= work[i * width + c] * r[c][b];
			r[i][b] = sum / work[i * width + i];
		}
	}
	for (a = 0; a < f->k; a++)
		for (b = 0; b < f->k; b++) {
			f->inverse[a][b] = 0;
			for (c = a > b ? a : b; c < f->k; c++)
				f->inverse[a][b] += r[a][c] * r[b][c];
		}
	return (stat_is_finite(f->coef, f->k) ? STAT_OK : STAT_NOT_FINITE);
}

/*
 * Fill coef, rss and inverse (Golub 1965, Numerische Mathematik 7, 206).
 * STAT_UNDEFINED when the columns depend on each other, STAT_TOO_FEW when
 * there are fewer rows than columns.
 */
enum stat_err
stat_fit_solve(struct stat_fit *f)
{
	enum stat_err	 error;
	double		*work, size;
	size_t		 i, width = f->k + 1;

	if (f->k < 1 || f->k > STAT_FIT_COLUMNS_MAX)
		return (STAT_RANGE);
	if (f->n < f->k)
		return (STAT_TOO_FEW);
	if (!stat_is_finite(f->x, f->n * f->k) || !stat_is_finite(f->y, f->n))
		return (STAT_NOT_FINITE);
	if ((work = calloc(f->n * width, sizeof(*work))) == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < f->n; i++) {
		memcpy(work + i * width, f->x + i * f->k,
		    f->k * sizeof(*work));
		work[i * width + f->k] = f->y[i];
	}
	for (i = 0; i < f->k; i++)
		stat_fit_reflect(work, f->n, width, i);
	for (i = 0, size = 0; i < f->k; i++)
		size = fmax(size, fabs(work[i * width + i]));
	error = stat_fit_back(f, work, size);
	for (i = f->k, f->rss = 0; i < f->n; i++)
		f->rss += work[i * width + f->k] * work[i * width + f->k];
	free(work);
	return (error);
}

/*
 * Replace a positive definite matrix, n by n, by its inverse (Gauss and
 * Jordan without pivots).  STAT_UNDEFINED when it is singular.
 */
enum stat_err
stat_fit_invert(double *m, size_t n)
{
	double	 factor, pivot, size;
	size_t	 c, i, j;

	for (i = 0, size = 0; i < n; i++)
		size = fmax(size, fabs(m[i * n + i]));
	for (c = 0; c < n; c++) {
		pivot = m[c * n + c];
		if (!(pivot > 1e-12 * size))
			return (STAT_UNDEFINED);
		m[c * n + c] = 1;
		for (j = 0; j < n; j++)
			m[c * n + j] /= pivot;
		for (i = 0; i < n; i++) {
			if (i == c)
				continue;
			factor = m[i * n + c];
			m[i * n + c] = 0;
			for (j = 0; j < n; j++)
				m[i * n + j] -= factor * m[c * n + j];
		}
	}
	return (STAT_OK);
}
