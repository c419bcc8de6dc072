/*
 * stat: what all statistics modules share: reasons, intervals, options.
 *
 * The modules stat_*.c are pure: no descriptor, no clock, no global.  Values
 * are doubles in the unit of their metric, or logs of them where a name says
 * log.  Every function that can fail returns an enum stat_err; what it writes
 * is finite, always: a number that cannot be had is a reason, never a NaN or
 * an infinity.  Unless said otherwise a result is written on STAT_OK only.
 *
 *	who asks			looks into
 *	one heap			stat_acc, stat_summary
 *	two groups of units		stat_two, stat_rank, stat_perm,
 *					stat_shape
 *	runs in boots			stat_nested (the usual comparison)
 *	machines			stat_hosts; as papers do: stat_meta
 *	a table with holes		stat_blocks; one value a cell: stat_raw
 *	-j, threads			stat_sweep; laws: stat_law
 *	many p				stat_adjust
 *	same, and the one word		stat_equiv, stat_verdict
 *	how many			stat_plan; looks: stat_stage
 *	nights				stat_series, stat_trend, stat_segment
 *	ministat's lines		stat_ministat
 *
 * under which lie stat_effect (t, p, interval), stat_dist, stat_nct,
 * stat_beta, stat_root, stat_fit and stat_levels.
 */
#ifndef CLIENT_STAT_H
#define CLIENT_STAT_H

#include <stdbool.h>
#include <stddef.h>

enum stat_err {
	STAT_OK = 0,
	STAT_EMPTY,		/* no value at all */
	STAT_TOO_FEW,		/* fewer values than the method needs */
	STAT_CONSTANT,		/* no variation: effect +- resolution, no p */
	STAT_NOT_FINITE,	/* NaN or infinity came in, or would go out */
	STAT_NOT_POSITIVE,	/* the log of a value <= 0 */
	STAT_UNDEFINED,		/* no finite answer exists */
	STAT_RANGE,		/* an argument outside its range */
	STAT_TOO_MANY,		/* more than an exact method can bear */
	STAT_NO_CONVERGENCE,
	STAT_UNCONNECTED,	/* levels without a common machine */
	STAT_MEMORY,
	STAT_ERR_MAX
};

/* An interval, both ends included. */
struct stat_ci {
	double	lo;
	double	hi;
};

/* How an interval is wanted.  Zero resolution means: not known. */
struct stat_option {
	double	conf;		/* two-sided confidence, 0 < conf < 1 */
	double	resolution;	/* timer tick or last printed digit, >= 0 */
};

const char	*stat_text(enum stat_err);
bool		 stat_is_finite(const double *, size_t);
bool		 stat_option_is_valid(const struct stat_option *);
double		*stat_logs(const double *, size_t, enum stat_err *);
double		*stat_sorted(const double *, size_t, enum stat_err *);
enum stat_err	 stat_percent(double, double *);

#endif
