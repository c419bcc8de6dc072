/*
 * stat_root: a zero of a function of one variable, and the lowest place of
 * one, between two ends.
 */
#ifndef CLIENT_STAT_ROOT_H
#define CLIENT_STAT_ROOT_H

#include "client/stat.h"

/* What is searched: f(x, arg), continuous, on [lo, hi], to +- tol. */
struct stat_root {
	double	(*f)(double, const void *);
	const void *arg;
	double	lo;
	double	hi;
	double	tol;		/* 0: to the last digits */
};

enum stat_err	stat_root_find(const struct stat_root *, double *);
enum stat_err	stat_root_minimum(const struct stat_root *, double *);

#endif
