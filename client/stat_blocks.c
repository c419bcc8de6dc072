/*
 * stat_blocks: two-way tables with holes, by the analysis inside blocks:
 * block means are taken out first, so that a level that only slow machines
 * have is not called slow.  Differences of marginal means are never formed.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_blocks.h"
#include "client/stat_dist.h"
#include "client/stat_fit.h"

/* Work of one fit; arrays over blocks, levels, or levels squared. */
struct blocks_work {
	double	*count;		/* values of a level in a block */
	double	*in_block;	/* values of a block */
	double	*block_mean;
	double	*matrix;	/* levels - 1, squared */
	double	*right;		/* adjusted level totals */
	double	*level;		/* solution */
	bool	*joined;	/* level hangs together with the base */
};

/* Free a work in any stage of making. */
static void
stat_blocks_clear(struct blocks_work *w)
{
	free(w->count);
	free(w->in_block);
	free(w->block_mean);
	free(w->matrix);
	free(w->right);
	free(w->level);
	free(w->joined);
}

/* Make room for a design. */
static enum stat_err
stat_blocks_init(struct blocks_work *w, const struct stat_design *d)
{
	memset(w, 0, sizeof(*w));
	w->count = calloc(d->blocks * d->levels, sizeof(double));
	w->in_block = calloc(d->blocks, sizeof(double));
	w->block_mean = calloc(d->blocks, sizeof(double));
	w->matrix = calloc(d->levels * d->levels, sizeof(double));
	w->right = calloc(d->levels, sizeof(double));
	w->level = calloc(d->levels, sizeof(double));
	w->joined = calloc(d->levels, sizeof(bool));
	if (w->count == NULL || w->in_block == NULL || w->block_mean == NULL ||
	    w->matrix == NULL || w->right == NULL || w->level == NULL ||
	    w->joined == NULL)
		return (STAT_MEMORY);
	return (STAT_OK);
}

/* Sound indices and finite values? */
static enum stat_err
stat_blocks_check(const struct stat_design *d)
{
	size_t	 i;

	if (d->n == 0 || d->blocks == 0 || d->levels == 0)
		return (STAT_EMPTY);
	if (d->levels < 2)
		return (STAT_TOO_FEW);
	for (i = 0; i < d->n; i++) {
		if (d->cell[i].block >= d->blocks ||
		    d->cell[i].level >= d->levels)
			return (STAT_RANGE);
		if (!isfinite(d->cell[i].y))
			return (STAT_NOT_FINITE);
	}
	return (STAT_OK);
}

/* Does a block hold a level that hangs together with the base? */
static bool
stat_blocks_touches(const struct blocks_work *w, const double *count,
    size_t levels)
{
	size_t	 k;

	for (k = 0; k < levels; k++)
		if (w->joined[k] && count[k] > 0)
			return (true);
	return (false);
}

/*
 * Which levels hang together with the base through common blocks; cells of
 * the others are left out of all counts.
 */
static void
stat_blocks_join(struct blocks_work *w, const struct stat_design *d)
{
	double	*count;
	size_t	 b, k;
	bool	 again;

	w->joined[0] = true;
	do {
		again = false;
		for (b = 0; b < d->blocks; b++) {
			count = w->count + b * d->levels;
			if (!stat_blocks_touches(w, count, d->levels))
				continue;
			for (k = 0; k < d->levels; k++) {
				again |= !w->joined[k] && count[k] > 0;
				w->joined[k] |= count[k] > 0;
			}
		}
	} while (again);
}

/* Add one block of n values, n[k] of level k, to the normal equations. */
static void
stat_blocks_add(struct blocks_work *w, const double *n, double all,
    size_t levels)
{
	size_t	 k, m;

	for (k = 1; k < levels; k++)
		for (m = 1; m < levels; m++)
			if (w->joined[k] && w->joined[m])
				w->matrix[(k - 1) * (levels - 1) + m - 1] +=
				    (k == m ? n[k] : 0) - n[k] * n[m] / all;
}

/* Counts and means of the blocks, then the reduced normal equations. */
static void
stat_blocks_reduce(struct blocks_work *w, const struct stat_design *d)
{
	const struct stat_cell *c;
	size_t	 b, i, k;

	for (i = 0; i < d->n; i++)
		w->count[d->cell[i].block * d->levels + d->cell[i].level]++;
	stat_blocks_join(w, d);
	for (c = d->cell; c < d->cell + d->n; c++) {
		if (!w->joined[c->level])
			continue;
		w->in_block[c->block]++;
		w->block_mean[c->block] += (c->y - w->block_mean[c->block]) /
		    w->in_block[c->block];
	}
	for (c = d->cell; c < d->cell + d->n; c++)
		if (w->joined[c->level])
			w->right[c->level] += c->y - w->block_mean[c->block];
	for (b = 0; b < d->blocks; b++)
		if (w->in_block[b] > 0)
			stat_blocks_add(w, w->count + b * d->levels,
			    w->in_block[b], d->levels);
	for (k = 1; k < d->levels; k++)
		if (!w->joined[k])
			w->matrix[(k - 1) * d->levels] = 1;
}

/* The residual sum of squares about block and level, and its df. */
static void
stat_blocks_residue(struct blocks_work *w, const struct stat_design *d,
    struct stat_blocks *out)
{
	const struct stat_cell *c;
	double	 r;
	size_t	 b, k, kinds;

	out->df = 1;
	for (k = 0; k < d->levels; k++) {
		out->levels += w->joined[k];
		out->df -= w->joined[k];
	}
	for (b = 0; b < d->blocks; b++) {
		if (w->in_block[b] == 0)
			continue;
		for (k = kinds = 0, r = 0; k < d->levels; k++) {
			r += w->joined[k] * w->count[b * d->levels + k] *
			    w->level[k];
			kinds += w->joined[k] &&
			    w->count[b * d->levels + k] > 0;
		}
		w->block_mean[b] -= r / w->in_block[b]; /* now its effect */
		out->blocks += kinds > 1;
		out->df--;
	}
	for (c = d->cell; c < d->cell + d->n; c++) {
		if (!w->joined[c->level])
			continue;
		r = c->y - w->block_mean[c->block] - w->level[c->level];
		out->rss += r * r;
		out->df++;
	}
}

/* Turn level estimates into effects against the base. */
static void
stat_blocks_effects(const struct blocks_work *w, const struct stat_design *d,
    const struct stat_option *o, struct stat_effect *e, enum stat_err *each,
    const struct stat_blocks *fit)
{
	double	 v[3];
	size_t	 k, size = d->levels - 1;

	for (k = 0; k < d->levels; k++) {
		memset(&e[k], 0, sizeof(e[k]));
		e[k].p = 1;
		each[k] = k == 0 ? STAT_OK : STAT_UNCONNECTED;
		if (k == 0 || !w->joined[k])
			continue;
		v[0] = e[k].est = w->level[k];
		v[2] = fit->df;
		each[k] = STAT_TOO_FEW;
		if (fit->df < 1)
			continue;
		v[1] = sqrt(fit->rss / fit->df *
		    w->matrix[(k - 1) * size + k - 1]);
		if (stat_effect_is_rounding(v[1], v[0]))
			v[1] = 0;
		each[k] = stat_effect_fill(&e[k], v, o);
	}
}

/*
 * Fit y = block + level by least squares and compare each level with level 0
 * (Yates 1940, Annals of Eugenics 10, 317; Searle 1971, Linear Models, 7.1).
 * effect and each have an entry a level: STAT_UNCONNECTED where no chain of
 * common blocks leads to the base.  df = values - blocks - levels + 1 of what
 * hangs together.
 */
enum stat_err
stat_blocks_fit(const struct stat_design *d, const struct stat_option *o,
    struct stat_effect *effect, enum stat_err *each, struct stat_blocks *out)
{
	struct blocks_work w;
	struct stat_blocks fit = { 0 };
	enum stat_err	 error;
	size_t		 k, m, size = d->levels - 1;

	if (!stat_option_is_valid(o))
		return (STAT_RANGE);
	if ((error = stat_blocks_check(d)) != STAT_OK)
		return (error);
	if ((error = stat_blocks_init(&w, d)) != STAT_OK)
		goto done;
	stat_blocks_reduce(&w, d);
	if ((error = stat_fit_invert(w.matrix, size)) != STAT_OK)
		goto done;
	for (k = 1; k < d->levels; k++)
		for (m = 1; m < d->levels; m++)
			w.level[k] += w.matrix[(k - 1) * size + m - 1] *
			    w.right[m];
	for (k = 1; k < d->levels; k++)
		fit.ss_level += w.level[k] * w.right[k];
	stat_blocks_residue(&w, d, &fit);
	stat_blocks_effects(&w, d, o, effect, each, &fit);
	*out = fit;
done:
	stat_blocks_clear(&w);
	return (error);
}

/* Sum of squares inside the cells, and its df and number of cells. */
static enum stat_err
stat_blocks_within(const struct stat_design *d, double *ss, double *df,
    double *cells)
{
	struct stat_acc	*acc;
	enum stat_err	 error = STAT_OK;
	size_t		 i;

	acc = calloc(d->blocks * d->levels, sizeof(*acc));
	if (acc == NULL)
		return (STAT_MEMORY);
	for (i = 0; i < d->n && error == STAT_OK; i++)
		error = stat_acc_add(&acc[d->cell[i].block * d->levels +
		    d->cell[i].level], d->cell[i].y);
	*ss = *df = *cells = 0;
	for (i = 0; i < d->blocks * d->levels; i++) {
		*ss += acc[i].m2;
		*cells += acc[i].n > 0;
		*df += acc[i].n > 0 ? (double)acc[i].n - 1 : 0;
	}
	free(acc);
	return (error);
}

/* p of mean squares a over b; STAT_CONSTANT when b is nothing. */
static enum stat_err
stat_blocks_f(double a, double b, const double df[2], double *f, double *p)
{
	struct stat_tails tails;
	enum stat_err	 error;

	if (!(b > 0) || !isfinite(a / b))
		return (STAT_CONSTANT);
	*f = fmax(0, a) / b;
	if ((error = stat_dist_f(*f, df, &tails)) == STAT_OK)
		*p = exp(tails.upper);
	return (error);
}

/*
 * Does the effect of the levels differ between blocks?  F of block by level
 * against the spread inside cells; and the levels against the interaction
 * (Scheffe 1959, The Analysis of Variance, 4.3; sequential sums of squares).
 */
enum stat_err
stat_blocks_interaction(const struct stat_design *d,
    struct stat_interaction *out)
{
	const struct stat_option o = { 0.95, 0 };
	struct stat_interaction r = { 0 };
	struct stat_blocks fit;
	struct stat_effect *e;
	enum stat_err	*each, error;
	double		 cells, df[2], ms, ss;

	if ((error = stat_blocks_check(d)) != STAT_OK)
		return (error);
	e = calloc(d->levels, sizeof(*e));
	each = calloc(d->levels, sizeof(*each));
	error = e == NULL || each == NULL ? STAT_MEMORY :
	    stat_blocks_fit(d, &o, e, each, &fit);
	free(e);
	free(each);
	if (error != STAT_OK)
		return (error);
	if (fit.levels < d->levels)
		return (STAT_UNCONNECTED);
	error = stat_blocks_within(d, &ss, &r.df_within, &cells);
	if (error != STAT_OK)
		return (error);
	r.df = fit.df - r.df_within;
	if (r.df < 1 || r.df_within < 1)
		return (STAT_TOO_FEW);
	r.ms_within = ss / r.df_within;
	ms = (fit.rss - ss) / r.df;
	df[0] = r.df;
	df[1] = r.df_within;
	if ((error = stat_blocks_f(ms, r.ms_within, df, &r.f, &r.p)) != STAT_OK)
		return (error);
	df[1] = r.df;
	df[0] = (double)d->levels - 1;
	error = stat_blocks_f(fit.ss_level / df[0], ms, df, &r.f_level,
	    &r.p_level);
	if (error == STAT_OK)
		*out = r;
	return (error);
}

/* Row and column effects of a full table, each summing to 0, and its mean. */
static double
stat_blocks_margins(const double *y, size_t rows, size_t columns, double *row,
    double *column)
{
	double	 mean;
	size_t	 i, j;

	for (i = 0, mean = 0; i < rows * columns; i++)
		mean += (y[i] - y[0]) / (double)(rows * columns);
	mean += y[0];
	for (i = 0; i < rows; i++)
		for (j = 0; j < columns; j++) {
			row[i] += (y[i * columns + j] - mean) / (double)columns;
			column[j] += (y[i * columns + j] - mean) / (double)rows;
		}
	return (mean);
}

/*
 * One value a cell: is the table additive?  Tukey's one degree of freedom
 * (Tukey 1949, Biometrics 5, 232) of a full table of logs, row after row;
 * f, df and p in out, its sum of squares in *ss.
 */
enum stat_err
stat_blocks_tukey(const double *y, size_t rows, size_t columns, double *ss,
    struct stat_interaction *out)
{
	struct stat_interaction t = { 0 };
	double	*column, cross, df[2], mean, r, rest, *row, square;
	size_t	 i, j;

	if (rows < 2 || columns < 2 || (rows - 1) * (columns - 1) < 2)
		return (STAT_TOO_FEW);
	if (!stat_is_finite(y, rows * columns))
		return (STAT_NOT_FINITE);
	if ((row = calloc(rows + columns, sizeof(*row))) == NULL)
		return (STAT_MEMORY);
	column = row + rows;
	mean = stat_blocks_margins(y, rows, columns, row, column);
	for (i = 0, cross = rest = square = 0; i < rows; i++)
		for (j = 0; j < columns; j++) {
			r = y[i * columns + j] - mean - row[i] - column[j];
			rest += r * r;
			cross += r * row[i] * column[j];
			square += row[i] * row[i] * column[j] * column[j];
		}
	free(row);
	if (!(square > 0))
		return (STAT_CONSTANT);
	*ss = cross * cross / square;
	df[0] = t.df = 1;
	df[1] = t.df_within = (double)((rows - 1) * (columns - 1)) - 1;
	t.ms_within = fmax(0, rest - *ss) / df[1];
	*out = t;
	return (stat_blocks_f(*ss, t.ms_within, df, &out->f, &out->p));
}
