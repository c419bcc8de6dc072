/*
 * stat_equiv: two one-sided tests (Schuirmann 1987, J. Pharmacokin. Biopharm.
 * 15, 657).  What the answer is called is stat_verdict's to say.
 */
#include <math.h>

#include "client/stat_equiv.h"

/*
 * Test a filled effect against +-margin > 0 on its own scale (log(1 + m) on
 * logs), with alpha a side.  STAT_CONSTANT when the effect has no error.
 */
enum stat_err
stat_equiv_test(const struct stat_effect *e, double margin, double alpha,
    struct stat_equiv *out)
{
	struct stat_equiv r;
	struct stat_ci	 side;
	enum stat_err	 error;

	if (!(margin > 0) || isinf(margin) || !(alpha > 0 && alpha < 0.5))
		return (STAT_RANGE);
	if ((error = stat_effect_one_sided(e, -margin, &side)) != STAT_OK)
		return (error);
	r.p_lower = side.lo;
	if ((error = stat_effect_one_sided(e, margin, &side)) != STAT_OK)
		return (error);
	r.p_upper = side.hi;
	r.p = fmax(r.p_lower, r.p_upper);
	if ((error = stat_effect_interval(e, 1 - 2 * alpha, &r.inner)) !=
	    STAT_OK ||
	    (error = stat_effect_interval(e, 1 - alpha, &r.outer)) != STAT_OK)
		return (error);
	r.is_inside = r.inner.lo > -margin && r.inner.hi < margin;
	r.is_different = r.outer.lo > 0 || r.outer.hi < 0;
	*out = r;
	return (STAT_OK);
}
