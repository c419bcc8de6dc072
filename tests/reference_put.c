/*
 * reference_put: computed numbers under the names that the file uses.  A
 * number that cannot be had is not put, and stands for null.
 */
#include <math.h>

#include "tests/reference.h"

/* One number. */
void
reference_put(json_t *out, const char *name, double x)
{
	json_object_set_new(out, name, json_real(x));
}

/* An interval as a pair. */
void
reference_put_ci(json_t *out, const char *name, struct stat_ci ci)
{
	json_object_set_new(out, name, json_pack("[f, f]", ci.lo, ci.hi));
}

/* A list; NaN becomes null. */
void
reference_put_list(json_t *out, const char *name, const double *x, size_t n)
{
	json_t	*array = json_array();
	size_t	 i;

	for (i = 0; i < n; i++)
		json_array_append_new(array, isnan(x[i]) ? json_null() :
		    json_real(x[i]));
	json_object_set_new(out, name, array);
}

/* An effect under each of the names that an estimate has in the file. */
void
reference_put_effect(json_t *out, enum stat_err error,
    const struct stat_effect *e)
{
	json_object_set_new(out, "error", json_string(stat_text(error)));
	if (error == STAT_CONSTANT) {
		json_object_set_new(out, "status", json_string("no_variation"));
		reference_put_ci(out, "bound", e->ci);
	}
	if (error != STAT_OK && error != STAT_CONSTANT)
		return;
	reference_put(out, "diff", e->est);
	reference_put(out, "est", e->est);
	reference_put(out, "logratio", e->est);
	reference_put_ci(out, "ci", e->ci);
	if (error != STAT_OK)
		return;
	reference_put(out, "se", e->se);
	reference_put(out, "df", e->df);
	reference_put(out, "t", e->t);
	reference_put(out, "p", e->p);
}

/* An effect on logs: also its ratio and percentages. */
void
reference_put_percent(json_t *out, enum stat_err error,
    const struct stat_effect *e)
{
	struct stat_ci	 ci;
	double		 pct;

	reference_put_effect(out, error, e);
	if (error != STAT_OK && error != STAT_CONSTANT)
		return;
	if (stat_effect_percent(e, &pct, &ci) != STAT_OK)
		return;
	reference_put(out, "ratio", exp(e->est));
	reference_put(out, "pct", pct);
	reference_put_ci(out, "pct_ci", ci);
}
