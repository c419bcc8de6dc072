/*
 * stat_segment: a whole history cut into stretches of one level.
 */
#ifndef CLIENT_STAT_SEGMENT_H
#define CLIENT_STAT_SEGMENT_H

#include "client/stat.h"

/* A cut of n values; place[] is the caller's, with room for n / least. */
struct stat_cut {
	size_t	*place;		/* first value of each later segment */
	size_t	 n;
	double	 cost;		/* squares left, and the penalties */
};

/* The best split by energy distance. */
struct stat_energy {
	double	q;
	size_t	at;		/* first value after the change */
	size_t	end;		/* first value not looked at */
};

/*
 * x, n, and: sd; penalty and least segment; least segment, rss[most + 1],
 * most; spike[n]; the p below which a break stands.
 */
enum stat_err	stat_segment_noise(const double *, size_t, double *);
enum stat_err	stat_segment_cut(const double *, size_t, double, size_t,
		    struct stat_cut *);
enum stat_err	stat_segment_by_bic(const double *, size_t, size_t, double *,
		    size_t, struct stat_cut *);
enum stat_err	stat_segment_energy(const double *, size_t,
		    struct stat_energy *);
enum stat_err	stat_segment_despike(const double *, size_t, bool *);
enum stat_err	stat_segment_history(const double *, size_t, double,
		    struct stat_cut *);

#endif
