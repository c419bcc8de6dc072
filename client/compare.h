/*
 * compare: a factor's levels against its base, inside machines and over them.
 *
 * Pure but for memory: groups in, effects, intervals and verdicts out.  What
 * the design cannot bear gets no verdict, and the reason for it.  Methods are
 * those of stat_*.h; here is which of them a design calls for.
 */
#ifndef CLIENT_COMPARE_H
#define CLIENT_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "client/group.h"
#include "client/stat_effect.h"
#include "client/stat_hosts.h"
#include "client/stat_verdict.h"

#define COMPARE_CONF		0.95
#define COMPARE_BLOCKS_MIN	3
#define COMPARE_COARSE		1.0	/* a margin that says nothing */

/* How a machine's effect was found; what its units are. */
enum compare_method {
	COMPARE_NONE,		/* one level only */
	COMPARE_SINGLE,		/* one value a side: a ratio, no test */
	COMPARE_IN_BOOT,	/* one boot, fewer than 3 blocks: no verdict */
	COMPARE_BLOCKS,		/* paired over the blocks of one boot */
	COMPARE_PAIRED,		/* paired over boots that have both levels */
	COMPARE_ONE_BOOT,	/* one boot a side: no reboot replication */
	COMPARE_BOOTS,		/* Welch over boot means */
	COMPARE_METHOD_MAX
};

/* Pairs of blocks of one boot: logs where all values are above zero. */
struct compare_pairs {
	double	*base;
	double	*other;
	size_t	 n;
};

/* One machine. */
struct compare_machine {
	const char		*name;
	const struct group	*base;		/* NULL: not this level */
	const struct group	*other;
	struct compare_pairs	 pairs;		/* filled where asked for */
	enum compare_method	 method;
	enum stat_err		 error;
	struct stat_effect	 effect;	/* est always, where both are */
	double			 resolution;	/* on the effect's scale */
	size_t			 units_base, units_other;
	bool			 in_boot;	/* its interval says no more */
	bool			 confounded;	/* leaves the headline */
	const char		*why;		/* it does; borrowed */
};

/* How many are behind a side. */
struct compare_count {
	size_t	 machines;
	size_t	 boots;
	size_t	 runs;
};

/* What the machines say together. */
enum compare_over {
	COMPARE_OVER_NOTHING,
	COMPARE_OVER_ONE,	/* one machine: no claim beyond it */
	COMPARE_OVER_THESE,	/* on these machines */
	COMPARE_OVER_LIKE_THESE,	/* on machines like these */
	COMPARE_OVER_BETWEEN	/* each level on machines of its own */
};

struct compare_answer {
	enum compare_over	 over;
	enum stat_err		 error;
	struct stat_effect	 effect;
	size_t			 units_base, units_other;
	double			 resolution;	/* on the effect's scale */
	struct stat_ruling	 ruling;
	bool			 has_test;	/* an interval and p */
};

struct compare {
	bool			 can_log;
	enum stat_direction	 direction;
	double			 margin;	/* 0.01 for 1% */
	double			 resolution;	/* in units */
	struct compare_machine	*machine;
	size_t			 nmachines;
	struct compare_count	 base, other;
	struct compare_answer	 headline;
	struct compare_answer	 these, like_these; /* where there are 2 */
	struct compare_answer	 with_confounded;	/* if any left it */
	struct compare_answer	 with_left_out;	/* runs, if any were */
	size_t			 left_base, left_other;	/* runs left out */
	struct stat_ci		 next;		/* prediction; if has_next */
	bool			 has_next;
	struct stat_homogeneity	 homogeneity;	/* if has_homogeneity */
	bool			 has_homogeneity;
	bool			 opposite;	/* told apart both ways */
	bool			 chosen;	/* sides: best of several */
};

/* Settle everything that follows from the machines' groups. */
void		 compare_settle(struct compare *);
/* For JSON and text: "paired over boots". */
const char	*compare_method_text(enum compare_method);
const char	*compare_over_text(enum compare_over);
/* How the headline was found; why it is no verdict (empty if it is one). */
const char	*compare_how_text(const struct compare *);
const char	*compare_why_text(const struct compare *);
/* The first machine that the headline counts, or NULL. */
const struct compare_machine *compare_first(const struct compare *,
		    bool with_confounded);
/*
 * An effect as a change in percent of the base; false where it is a
 * difference in units (values at or below zero).
 */
bool		 compare_percent(const struct compare *,
		    const struct stat_effect *, double *percent,
		    struct stat_ci *);

#endif
