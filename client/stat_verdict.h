/*
 * stat_verdict: the one word beside an effect, and why there is none.
 */
#ifndef CLIENT_STAT_VERDICT_H
#define CLIENT_STAT_VERDICT_H

#include "client/stat_effect.h"

enum stat_verdict {
	STAT_VERDICT_NONE,	/* the design cannot bear one */
	STAT_VERDICT_BETTER,
	STAT_VERDICT_WORSE,
	STAT_VERDICT_SMALL,	/* differs, by less than the margin */
	STAT_VERDICT_SAME,	/* within the margin */
	STAT_VERDICT_CANNOT_TELL
};

/* Why a verdict is what it is, beyond its intervals. */
enum stat_why {
	STAT_WHY_INTERVALS,	/* both intervals say so */
	STAT_WHY_UNITS,		/* fewer than two units a side */
	STAT_WHY_NO_DIRECTION,	/* differs; nobody said which is better */
	STAT_WHY_RESOLUTION,	/* no variation: bounds of the resolution */
	STAT_WHY_NO_VARIATION,	/* no variation, resolution unknown */
	STAT_WHY_NO_EFFECT,	/* the effect could not be computed */
	STAT_WHY_MAX
};

enum stat_direction {
	STAT_NO_DIRECTION,
	STAT_LOWER_IS_BETTER,
	STAT_HIGHER_IS_BETTER
};

/*
 * What a verdict is made from.  Units are those of the level at which the
 * factor changes; for pairs both are their number.  Margin and resolution are
 * on the effect's scale: log1p(m) and q/mean on logs; a margin below two
 * resolutions is raised to them.
 */
struct stat_case {
	enum stat_err		 error;		/* of the effect */
	struct stat_effect	 effect;	/* B - A */
	size_t			 units_a;
	size_t			 units_b;
	double			 margin;	/* > 0 */
	double			 resolution;	/* or 0 */
	enum stat_direction	 direction;
};

/* p of the 95% interval for a difference, of the 90% one for sameness. */
struct stat_ruling {
	enum stat_verdict	verdict;
	enum stat_why		why;
	double			margin;		/* the one used */
	double			p_same;		/* TOST; 1 if there is none */
};

void		 stat_verdict_rule(const struct stat_case *,
		    struct stat_ruling *);
const char	*stat_verdict_text(enum stat_verdict);
const char	*stat_verdict_why_text(enum stat_why);

#endif
