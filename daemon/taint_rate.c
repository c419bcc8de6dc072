/*
 * taint_rate: rates that no processor has.
 *
 * The bounds are an order of magnitude above the fastest rates known and
 * below what an empty loop gives, for one CPU.
 *
 * cpu: an event finds the primes up to 10,000 by trial division.  Published
 * rates of one thread lie between some hundreds and some thousands a second;
 * clang's empty loop gives 35,000 (a slow virtual machine) to millions.
 * memory: blocks of 1K in the first-level cache move 64 bytes a cycle, 384
 * GiB/s at 6 GHz.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/taint_rate.h"
#include "proto/compat.h"

#define TAINT_RATE_PRIME	10000.0	/* the limit that the bound is for */

/* A bound for one CPU. */
static const struct {
	const char	*test;
	const char	*metric;	/* NULL: total_events over total_time */
	double		 most;
	const char	*unit;
} taint_rate_rows[] = {
	{ "cpu", NULL, 25000, "1/s" },
	{ "memory", "mem_rate", 800 * 1024.0, "MiB/s" }
};

/* A metric of the result; NAN where it has none of that name. */
static double
taint_rate_metric(const struct reader_result *r, const char *name)
{
	size_t	 i;

	for (i = 0; i < r->nmetrics; i++)
		if (strcmp(r->metrics[i].name, name) == 0)
			return (r->metrics[i].value);
	return (NAN);
}

/* How much dearer an event is than with a limit of 10,000. */
static double
taint_rate_weight(const struct reader_result *r)
{
	const char	*at;
	double		 limit;

	if ((at = strstr(r->options, "cpu-max-prime=")) == NULL)
		return (1);
	limit = strtod(at + strlen("cpu-max-prime="), NULL);
	return (limit >= 3 ? pow(limit / TAINT_RATE_PRIME, 1.5) : 1);
}

/* Is what the tool says faster than any processor is? */
bool
taint_rate(const struct reader_result *r, int ncpu, struct taint *taint)
{
	double	 cpus, rate;
	size_t	 i;

	if (strcmp(r->tool, "sysbench") != 0 &&
	    strcmp(r->tool, "benchload") != 0)
		return (false);
	cpus = r->threads > 0 && r->threads < ncpu ? r->threads : ncpu;
	for (i = 0; i < nitems(taint_rate_rows); i++) {
		if (strcmp(r->test, taint_rate_rows[i].test) != 0)
			continue;
		if (taint_rate_rows[i].metric != NULL)
			rate = taint_rate_metric(r, taint_rate_rows[i].metric);
		else
			rate = taint_rate_metric(r, "total_events") /
			    taint_rate_metric(r, "total_time") *
			    taint_rate_weight(r);
		if (!isfinite(rate) ||
		    rate <= taint_rate_rows[i].most * cpus)
			continue;
		taint->key = "implausible";
		taint->cause = TAINT_FACTOR;
		taint->figure = rate;
		taint->unit = taint_rate_rows[i].unit;
		(void)snprintf(taint->detail, sizeof(taint->detail),
		    "no processor does more than %g %s on %g CPUs",
		    taint_rate_rows[i].most * cpus, taint_rate_rows[i].unit,
		    cpus);
		return (true);
	}
	return (false);
}
