/*
 * stat_beta: incomplete beta and gamma integrals with log tails, from which
 * all distributions are made.
 */
#ifndef CLIENT_STAT_BETA_H
#define CLIENT_STAT_BETA_H

#include "client/stat.h"

/* Natural logs of the probability below and above; each <= 0 and finite. */
struct stat_tails {
	double	lower;
	double	upper;
};

/* { x, 1 - x }, a, b; shape a, x; log(1 - e^l) of l; -log B of a, b. */
enum stat_err	stat_beta_tails(const double[2], double, double,
		    struct stat_tails *);
enum stat_err	stat_beta_gamma_tails(double, double, struct stat_tails *);
double		stat_beta_log_other(double);
double		stat_beta_log_coefficient(double, double);

#endif
