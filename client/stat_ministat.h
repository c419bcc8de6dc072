/*
 * stat_ministat: ministat's computations and its lines, digit by digit, for
 * people who compare with old mails.  For conclusions use stat_two.
 */
#ifndef CLIENT_STAT_MINISTAT_H
#define CLIENT_STAT_MINISTAT_H

#include "client/stat_acc.h"

#define STAT_MINISTAT_SYMBOLS	"x+*%#@O"
#define STAT_MINISTAT_VALUES_MIN 3
#define STAT_MINISTAT_HEADER						\
	"    N           Min           Max        Median           Avg        Stddev"
#define STAT_MINISTAT_NO_PLOT	"[no plot, span is zero width]"

/* One data set. */
struct stat_ministat {
	struct stat_acc	acc;
	double		median;		/* the upper of two in the middle */
};

/* A further set against the first. */
struct stat_ministat_diff {
	double	conf;		/* in percent, as asked for */
	double	diff;
	double	half;
	double	diff_pct;	/* of the first mean */
	double	half_pct;
	double	pooled_sd;
	bool	is_different;
	bool	has_pct;	/* the first mean is not 0 */
};

/* First set, further set, confidence in percent; line, size, symbol. */
enum stat_err	stat_ministat_read(const double *, size_t,
		    struct stat_ministat *);
enum stat_err	stat_ministat_sorted(const double *, size_t,
		    struct stat_ministat *);
enum stat_err	stat_ministat_compare(const struct stat_ministat *,
		    const struct stat_ministat *, double,
		    struct stat_ministat_diff *);
void		stat_ministat_vitals(char *, size_t, char,
		    const struct stat_ministat *);
size_t		stat_ministat_lines(const struct stat_ministat_diff *,
		    char (*)[128]);
bool		stat_ministat_is_confidence(double);

#endif
