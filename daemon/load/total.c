/*
 * total: what all threads did, added up after they ended.
 *
 * The names of figures are those that readers of sysbench's output use.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "daemon/load/load.h"

/* From the start of all threads to the end of the last. */
double
total_seconds(const struct run *run)
{
	return ((double)(run->end_ns - run->start_ns) / 1e9);
}

/* Events that count. */
uint64_t
total_events(const struct run *run)
{
	uint64_t	 n;
	unsigned	 i;

	for (i = 0, n = 0; i < run->nworkers; i++)
		n += run->workers[i].events;
	return (n);
}

/* How evenly the threads worked: population deviations, as sysbench's. */
static void
total_fairness(const struct run *run, struct total *t)
{
	const struct worker	*w;
	double			 d;

	t->events_avg = (double)t->events / run->nworkers;
	t->time_avg_s = t->sum_ms / 1e3 / run->nworkers;
	for (w = run->workers; w < run->workers + run->nworkers; w++) {
		d = (double)w->events - t->events_avg;
		t->events_stddev += d * d;
		d = (double)w->sum_ns / 1e9 - t->time_avg_s;
		t->time_stddev_s += d * d;
	}
	t->events_stddev = sqrt(t->events_stddev / run->nworkers);
	t->time_stddev_s = sqrt(t->time_stddev_s / run->nworkers);
}

/* Fill *t. */
void
total_compute(const struct run *run, struct total *t)
{
	const struct worker	*w;
	uint64_t		 max_ns, min_ns;

	memset(t, 0, sizeof(*t));
	min_ns = UINT64_MAX;
	max_ns = 0;
	for (w = run->workers; w < run->workers + run->nworkers; w++) {
		t->events += w->events;
		t->sum_ms += (double)w->sum_ns / 1e6;
		if (w->min_ns < min_ns)
			min_ns = w->min_ns;
		if (w->max_ns > max_ns)
			max_ns = w->max_ns;
		histogram_collect(&w->histogram, &t->histogram);
	}
	t->seconds = total_seconds(run);
	if (t->events > 0) {
		t->min_ms = (double)min_ns / 1e6;
		t->max_ms = (double)max_ns / 1e6;
		t->avg_ms = t->sum_ms / (double)t->events;
	}
	t->pct_ms = histogram_percentile(&t->histogram,
	    (unsigned)run->opt->percentile) / 1e6;
	/* A bucket's middle may lie outside what was seen. */
	t->pct_ms = fmin(fmax(t->pct_ms, t->min_ms), t->max_ms);
	total_fairness(run, t);
}

/* Append a figure. */
void
total_metric(struct metrics *m, const char *name, const char *unit,
    const char *better, double value)
{
	if (m->n == nitems(m->row))
		return;
	strlcpy(m->row[m->n].name, name, sizeof(m->row[m->n].name));
	m->row[m->n].unit = unit;
	m->row[m->n].better = better;
	m->row[m->n].value = value;
	m->n++;
}

/* All figures of a run, the test's own first. */
void
total_metrics(const struct run *run, const struct total *t, struct metrics *m)
{
	char	 name[32];

	m->n = 0;
	if (run->test->metrics != NULL)
		run->test->metrics(run, m);
	total_metric(m, "total_time", "s", "lower", t->seconds);
	total_metric(m, "total_events", "count", "-", (double)t->events);
	total_metric(m, "events_per_sec", "1/s", "higher",
	    (double)t->events / t->seconds);
	total_metric(m, "latency_min", "ms", "lower", t->min_ms);
	total_metric(m, "latency_avg", "ms", "lower", t->avg_ms);
	total_metric(m, "latency_max", "ms", "lower", t->max_ms);
	snprintf(name, sizeof(name), "latency_p%" PRId64, run->opt->percentile);
	if (run->opt->percentile > 0)
		total_metric(m, name, "ms", "lower", t->pct_ms);
	total_metric(m, "latency_sum", "ms", "lower", t->sum_ms);
	if (run->test->together)
		return;
	total_metric(m, "fairness_events_avg", "count", "-", t->events_avg);
	total_metric(m, "fairness_events_stddev", "count", "-",
	    t->events_stddev);
	total_metric(m, "fairness_time_avg", "s", "-", t->time_avg_s);
	total_metric(m, "fairness_time_stddev", "s", "-", t->time_stddev_s);
}
