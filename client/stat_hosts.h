/*
 * stat_hosts: one effect a machine, and what they say together: on these
 * machines, on machines like these, on the next one.
 *
 * Effects are differences of logs (or of values), B - A, each from both
 * levels measured on one machine; a machine counts once however many hosts
 * stand on it.
 */
#ifndef CLIENT_STAT_HOSTS_H
#define CLIENT_STAT_HOSTS_H

#include "client/stat_effect.h"

/* Cochran's homogeneity: approximate for few boots a machine. */
struct stat_homogeneity {
	double	q;
	double	df;
	double	p;
};

/* On how many machines the effect is told from 0, and in which direction. */
struct stat_tally {
	size_t	up;
	size_t	down;
	size_t	unclear;
};

/* One effect a machine, their number; confidence; alpha of Holm's tally. */
enum stat_err	stat_hosts_these(const struct stat_effect *, size_t,
		    const struct stat_option *, struct stat_effect *);
enum stat_err	stat_hosts_like_these(const struct stat_effect *, size_t,
		    const struct stat_option *, struct stat_effect *);
enum stat_err	stat_hosts_predict(const struct stat_effect *, size_t,
		    double, struct stat_ci *);
enum stat_err	stat_hosts_homogeneity(const struct stat_effect *, size_t,
		    struct stat_homogeneity *);
enum stat_err	stat_hosts_tally(const struct stat_effect *, size_t, double,
		    struct stat_tally *);

#endif
