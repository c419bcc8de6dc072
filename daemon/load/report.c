/*
 * report: what a run says of itself, laid out as sysbench 1.0 does.
 *
 * Readers of sysbench's output find its lines where they look for them; what
 * sysbench does not say (work, build, proof) stands on lines of its own.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "daemon/load/load.h"

#define REPORT_STARS	40

/* The options, before anything is started. */
void
report_begin(const struct run *run)
{
	const struct options	*opt;
	const struct build	*build;

	opt = run->opt;
	build = build_get();
	printf("benchload %s (%s work %u, %s %s, %s %s)\n\n", LOAD_VERSION,
	    run->test->name, run->test->work, build->compiler,
	    build->compiler_version, build->arch, build->abi);
	printf("Built with flags: %s\n\n", build->flags);
	printf("Running the test with following options:\n");
	printf("Number of threads: %" PRId64 "\n", opt->threads);
	if (opt->events > 0)
		printf("Limit of events: %" PRId64 "\n", opt->events);
	if (opt->time_s > 0)
		printf("Limit of time: %" PRId64 "s\n", opt->time_s);
	if (opt->warmup_s > 0)
		printf("Warmup time: %" PRId64 "s\n", opt->warmup_s);
	if (opt->rate > 0)
		printf("Target transaction rate: %" PRId64 "/sec\n", opt->rate);
	if (opt->interval_s > 0)
		printf("Report intermediate results every %" PRId64
		    " second(s)\n", opt->interval_s);
	printf("Initializing random number generator from seed (%" PRId64
	    ").\n\n\n", opt->seed);
	if (run->test->mode != NULL)
		run->test->mode(run);
	printf("Initializing worker threads...\n\n");
	fflush(stdout);
}

/* The threads exist and are about to begin. */
void
report_started(void)
{
	printf("Threads started!\n\n");
	fflush(stdout);
}

/* The work is proved: figures may follow. */
static void
report_proof(const struct run *run)
{
	printf("Work proved:\n    %s\n\n", run->proof);
}

/* One line on an interval, for tests without a line of their own. */
void
report_interval(const struct run *run, const struct interval *interval)
{
	if (run->opt->json)
		return;
	printf("[ %.0fs ] thds: %u eps: %4.2f lat (ms,%" PRId64 "%%): %4.2f\n",
	    interval->at_s, run->nworkers,
	    interval->events / interval->length_s, run->opt->percentile,
	    interval->latency_ms);
	fflush(stdout);
}

/* Every bucket that holds something. */
static void
report_histogram(const struct histogram_sum *h)
{
	static const char	 stars[REPORT_STARS + 1] =
	    "****************************************";
	uint64_t		 most;
	unsigned		 i;

	for (i = 0, most = 1; i < HISTOGRAM_BUCKETS; i++)
		if (h->count[i] > most)
			most = h->count[i];
	printf("Latency histogram (values are in milliseconds)\n");
	printf("       value  ------------- distribution ------------- count\n");
	for (i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (h->count[i] == 0)
			continue;
		printf("%12.6f |%-40.*s %" PRIu64 "\n",
		    (double)histogram_middle(i) / 1e6,
		    (int)((double)h->count[i] * REPORT_STARS / (double)most +
		    0.5), stars, h->count[i]);
	}
	printf(" \n");
}

/* Times of events. */
static void
report_latency(const struct run *run, const struct total *t)
{
	printf("Latency (ms):\n");
	printf("         min:                              %10.2f\n", t->min_ms);
	printf("         avg:                              %10.2f\n", t->avg_ms);
	printf("         max:                              %10.2f\n", t->max_ms);
	if (run->opt->percentile > 0)
		printf("        %3" PRId64 "th percentile:                  "
		    "%10.2f\n", run->opt->percentile, t->pct_ms);
	else
		printf("         percentile stats:               disabled\n");
	printf("         sum:                              %10.2f\n\n", t->sum_ms);
}

/* All figures of a run whose proof holds. */
void
report_end(const struct run *run, const struct total *t)
{
	report_proof(run);
	if (run->opt->histogram)
		report_histogram(&t->histogram);
	if (run->test->speed != NULL)
		run->test->speed(run);
	printf("\nGeneral statistics:\n");
	printf("    total time:                          %.4fs\n", t->seconds);
	printf("    total number of events:              %" PRIu64 "\n\n",
	    t->events);
	report_latency(run, t);
	if (run->test->together)
		return;
	printf("Threads fairness:\n");
	printf("    events (avg/stddev):           %.4f/%3.2f\n",
	    t->events_avg, t->events_stddev);
	printf("    execution time (avg/stddev):   %.4f/%3.2f\n\n",
	    t->time_avg_s, t->time_stddev_s);
}

/* No figure is given, and why. */
void
report_failed(const struct run *run)
{
	fflush(stdout);
	fprintf(stderr, "FATAL: %s: %s; no figure is given\n", run->test->name,
	    run->why);
}

/* Bytes as 16MiB where that is exact, else as bytes. */
const char *
report_size(uint64_t bytes, char *buf, size_t size)
{
	static const char *const	 units[] = { "B", "KiB", "MiB", "GiB",
	    "TiB" };
	size_t				 i;

	for (i = 0; i + 1 < nitems(units) && bytes >= 1024 &&
	    bytes % 1024 == 0; i++)
		bytes /= 1024;
	snprintf(buf, size, "%" PRIu64 "%s", bytes, units[i]);
	return (buf);
}
