/*
 * stat_nested: runs inside boots.  The boot is the unit when the factor needs
 * a boot to change; the runs of one boot share its luck.
 *
 * A side is an array of accumulators, one a boot, as the archive keeps them:
 * of logs where all values are > 0, else of values.  Empty boots are skipped.
 */
#ifndef CLIENT_STAT_NESTED_H
#define CLIENT_STAT_NESTED_H

#include "client/stat_acc.h"
#include "client/stat_effect.h"

/* Variance components of one group; squares of the values' unit. */
struct stat_components {
	double		msb;		/* mean square between boots */
	double		msw;		/* within boots */
	double		n0;		/* effective runs a boot */
	double		var_run;
	double		var_boot;	/* >= 0 */
	double		var_boot_raw;	/* may be below 0 */
	double		icc;		/* share of the boot, 0 to 1 */
	double		f;		/* is there a boot effect? */
	double		p;
	struct stat_ci	icc_ci;		/* clipped to 0..1 */
};

/* One group of boots. */
struct stat_nested {
	size_t			boots;
	size_t			runs;
	struct stat_acc		means;	/* of boot means, each counted once */
	enum stat_err		mean_error;
	struct stat_effect	mean;	/* if mean_error is STAT_OK */
	enum stat_err		parts_error;
	struct stat_components	parts;	/* if parts_error is STAT_OK */
};

/* What past boots of one machine and benchmark have taught. */
struct stat_history {
	double	var_boot;
	double	var_run;
	double	df;		/* of var_boot; 5 or more are wanted */
};

/* Boots of A, their number, boots of B, theirs; pairs: a[n], b[n]. */
enum stat_err	stat_nested_summary(const struct stat_acc *, size_t,
		    const struct stat_option *, struct stat_nested *);
enum stat_err	stat_nested_compare(const struct stat_acc *, size_t,
		    const struct stat_acc *, size_t,
		    const struct stat_option *, struct stat_effect *);
enum stat_err	stat_nested_pooled(const struct stat_acc *, size_t,
		    const struct stat_acc *, size_t,
		    const struct stat_option *, struct stat_effect *);
enum stat_err	stat_nested_paired(const struct stat_acc *,
		    const struct stat_acc *, size_t,
		    const struct stat_option *, struct stat_effect *);
enum stat_err	stat_nested_by_history(const struct stat_history *,
		    const struct stat_acc *, const struct stat_acc *,
		    const struct stat_option *, struct stat_effect *);
double		stat_nested_design_effect(double, double);

#endif
