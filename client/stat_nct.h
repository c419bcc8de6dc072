/*
 * stat_nct: the noncentral t distribution, for power.
 */
#ifndef CLIENT_STAT_NCT_H
#define CLIENT_STAT_NCT_H

#include "client/stat.h"

/* P(T < t): t, df, noncentrality. */
enum stat_err	stat_nct_lower(double, double, double, double *);

#endif
