/*
 * stat_acc: what the archive keeps of a heap of values: n, mean, M2 and the
 * extremes.  Two heaps merge without their values, and without cancelling.
 */
#ifndef CLIENT_STAT_ACC_H
#define CLIENT_STAT_ACC_H

#include <stddef.h>

#include "client/stat.h"

/* All zero is the empty heap; with n = 0 the other members mean nothing. */
struct stat_acc {
	size_t	n;
	double	mean;
	double	m2;	/* sum of squared deviations from the mean */
	double	min;
	double	max;
};

enum stat_err	 stat_acc_of(struct stat_acc *, const double *, size_t);
enum stat_err	 stat_acc_of_logs(struct stat_acc *, const double *, size_t);
enum stat_err	 stat_acc_add(struct stat_acc *, double);
enum stat_err	 stat_acc_merge(struct stat_acc *, const struct stat_acc *);
double		 stat_acc_var(const struct stat_acc *);
double		 stat_acc_sd(const struct stat_acc *);
enum stat_err	 stat_acc_of_means(struct stat_acc *, const struct stat_acc *,
		    size_t);

#endif
