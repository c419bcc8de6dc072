/*
 * stat_meta: random-effects meta-analysis, for comparison with the papers.
 * The headline over machines is stat_hosts_like_these(), which holds its
 * level where these do not.
 */
#ifndef CLIENT_STAT_META_H
#define CLIENT_STAT_META_H

#include "client/stat_effect.h"

enum stat_meta_tau {
	STAT_META_DL,		/* DerSimonian and Laird */
	STAT_META_PM,		/* Paule and Mandel */
	STAT_META_REML
};

enum stat_meta_test {
	STAT_META_Z,		/* normal */
	STAT_META_HKSJ,		/* Hartung, Knapp, Sidik, Jonkman */
	STAT_META_MKH		/* the same, never narrower than by tau */
};

/* Squares are in the unit of the effects; i2 in percent. */
struct stat_meta {
	double		est;
	double		se;
	double		tau2;
	double		q;
	double		q_p;
	double		i2;
	double		p;
	struct stat_ci	ci;
	struct stat_ci	prediction;	/* if has_prediction: needs 3 */
	bool		has_prediction;
};

/* Effects, their number, ways, confidence. */
enum stat_err	stat_meta_fit(const struct stat_effect *, size_t,
		    enum stat_meta_tau, enum stat_meta_test, double,
		    struct stat_meta *);

#endif
