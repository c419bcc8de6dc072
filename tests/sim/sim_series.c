/*
 * sim_series: are change points found, and only where they are?  False alarms
 * a night, delay and recall of steps, and the cutting of whole histories, on
 * several kinds of noise (Statistics, goals 4 and 5).  Seeds are fixed.  Exits
 * 1 when a goal is missed.
 *
 *	sim_series [series a kind of noise, 600]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_segment.h"
#include "client/stat_series.h"
#include "client/stat_trend.h"
#include "proto/compat.h"
#include "tests/sim/noise.h"

#define SIM_NIGHTS		365
#define SIM_WINDOW		100
#define SIM_FALSE_NIGHTS	3650	/* a false alarm in so many */
#define SIM_AUTOCORR_FROM	30
#define SIM_NEAR		3	/* nights off that still hit */

enum sim_kind {
	SIM_NORMAL,
	SIM_T3,
	SIM_LOGNORMAL,
	SIM_SPIKES,		/* 2% of nights 8 sd off */
	SIM_TIES,		/* rounded to half an sd */
	SIM_AR3,		/* lag-1 correlation .3 */
	SIM_KINDS
};

static const char *const sim_names[] = { "normal", "t3", "lognormal",
    "2% spikes", "ties", "AR .3" };

/* The stream, and the tally of goals. */
static struct {
	struct noise	 noise;
	double		 last;		/* of the correlated kind */
	int		 goals;
	int		 missed;
} sim;

/* The next night's noise of this kind, sd about 1. */
static double
sim_night(enum sim_kind kind)
{
	double	 square, z = noise_normal(&sim.noise);
	int	 i;

	switch (kind) {
	case SIM_NORMAL:
	case SIM_KINDS:
		return (z);
	case SIM_T3:
		for (i = 0, square = 0; i < 3; i++)
			square += pow(noise_normal(&sim.noise), 2);
		return (z / sqrt(square / 3) / sqrt(3));
	case SIM_LOGNORMAL:
		return ((exp(z / 2) - exp(0.125)) / 0.604);
	case SIM_SPIKES:
		return (z + (noise_uniform(&sim.noise) > 0.96 ? 8 : 0));
	case SIM_TIES:
		return (floor(2 * z + 0.5) / 2);
	case SIM_AR3:
		sim.last = 0.3 * sim.last + sqrt(1 - 0.09) * z;
		return (sim.last);
	}
	return (z);
}

/* Print a figure beside its goal and count a miss. */
static void
sim_tell(const char *what, double is, const char *unit, double least,
    double most)
{
	bool	 kept = is >= least && is <= most;

	sim.goals++;
	sim.missed += !kept;
	printf("  %s %.3g%s", what, is, unit);
	if (least > 0)
		printf(" (at least %g)", least);
	else
		printf(" (at most %g)", most);
	printf("%s", kept ? "" : " MISSED");
}

/* Look at the newest window of x[from..now]; a change's place, or 0. */
static size_t
sim_look(const double *x, size_t from, size_t now, bool autocorr)
{
	struct stat_alarm a;
	size_t	 n;

	if (now + 1 - from > SIM_WINDOW)
		from = now + 1 - SIM_WINDOW;
	n = now + 1 - from;
	if (stat_series_alarm(x + from, n, SIM_FALSE_NIGHTS,
	    autocorr && n >= SIM_AUTOCORR_FROM, &a) != STAT_OK || !a.is_alarm)
		return (0);
	return (from + a.change.k);
}

/* Goal 4: alarms a thousand nights where nothing happens. */
static void
sim_false_alarms(enum sim_kind kind, long series)
{
	double	 x[SIM_NIGHTS];
	long	 alarms = 0, s;
	size_t	 at, from, i;

	for (s = 0; s < series; s++) {
		for (i = from = 0; i < SIM_NIGHTS; i++) {
			x[i] = sim_night(kind);
			at = sim_look(x, from, i, kind == SIM_AR3);
			if (at == 0)
				continue;
			alarms++;
			from = at;
		}
	}
	printf("%-10s", sim_names[kind]);
	sim_tell("false alarms", 1000. * (double)alarms /
	    ((double)series * SIM_NIGHTS), " a thousand nights", 0,
	    kind == SIM_AR3 ? 1 : 0.4);
	printf("\n");
}

/* For qsort: numbers upwards. */
static int
sim_compare(const void *a, const void *b)
{
	const size_t	*x = a, *y = b;

	return ((*x > *y) - (*x < *y));
}

/* Goal 4: a step of so many sd after 40 nights. */
static void
sim_step(double size, double delay_most, long series)
{
	double	 x[54];
	size_t	*delay, i, seen = 0;
	long	 s;

	if ((delay = calloc((size_t)series, sizeof(*delay))) == NULL)
		abort();
	for (s = 0; s < series; s++) {
		delay[s] = 99;
		for (i = 0; i < 54; i++) {
			x[i] = sim_night(SIM_NORMAL) + (i >= 40 ? size : 0);
			if (i < 40 || sim_look(x, 0, i, false) == 0)
				continue;
			delay[s] = i - 39;
			seen++;
			break;
		}
	}
	qsort(delay, (size_t)series, sizeof(*delay), sim_compare);
	printf("step of %g sd", size);
	sim_tell("recall in 14 nights", 100. * (double)seen / (double)series,
	    "%", 95, 100);
	sim_tell("median delay", (double)delay[series / 2], " nights", 0,
	    delay_most);
	printf("\n");
	free(delay);
}

/* A history with 0 to 3 steps of 1.5 to 4 sd, 20 nights apart or more. */
static size_t
sim_history(enum sim_kind kind, double *x, size_t *place)
{
	double	 level = 0, share, size;
	size_t	 i, j, n, steps;

	steps = (size_t)((noise_uniform(&sim.noise) + 1) * 2);
	for (n = 0; n < steps;) {
		share = (noise_uniform(&sim.noise) + 1) / 2;
		place[n] = 20 + (size_t)(share * (SIM_NIGHTS - 40));
		for (j = 0; j < n; j++)
			if (place[n] < place[j] + 20 &&
			    place[j] < place[n] + 20)
				break;
		n += j == n;
	}
	qsort(place, steps, sizeof(*place), sim_compare);
	for (i = n = 0; i < SIM_NIGHTS; i++) {
		if (n < steps && place[n] == i) {
			size = 2.75 + 1.25 * noise_uniform(&sim.noise);
			level += noise_uniform(&sim.noise) > 0 ? size : -size;
			n++;
		}
		x[i] = level + sim_night(kind);
	}
	return (steps);
}

/* How many of the true places are met by found ones, each once. */
static size_t
sim_hits(const size_t *place, size_t n, const struct stat_cut *cut)
{
	size_t	 hits = 0, i, j;

	for (i = j = 0; i < n && j < cut->n;) {
		if (cut->place[j] + SIM_NEAR < place[i])
			j++;
		else if (place[i] + SIM_NEAR < cut->place[j])
			i++;
		else {
			hits++;
			i++;
			j++;
		}
	}
	return (hits);
}

/* Goal 5: F1 of whole histories. */
static void
sim_cut(enum sim_kind kind, double least, long series)
{
	struct stat_cut	 cut;
	double		 p, x[SIM_NIGHTS];
	size_t		 found = 0, hits = 0, place[4], room[SIM_NIGHTS], n;
	size_t		 there = 0;
	long		 s;

	cut.place = room;
	if (stat_series_pointwise_p(SIM_FALSE_NIGHTS, &p) != STAT_OK)
		abort();
	for (s = 0; s < series; s++) {
		n = sim_history(kind, x, place);
		if (stat_segment_history(x, SIM_NIGHTS, p, &cut) != STAT_OK)
			abort();
		there += n;
		found += cut.n;
		hits += sim_hits(place, n, &cut);
	}
	printf("%-10s", sim_names[kind]);
	sim_tell("F1 of histories", 2 * (double)hits /
	    (double)(there + found), "", least, 1);
	printf("\n");
}

/* Goal 5: where a step of 2 sd is said to be, and what it is called. */
static void
sim_names_of(bool drift, long series)
{
	struct stat_kind k;
	double	 x[60];
	size_t	 i, near = 0, right = 0;
	long	 s;

	for (s = 0; s < series; s++) {
		for (i = 0; i < 60; i++)
			x[i] = sim_night(SIM_NORMAL) + (drift ?
			    3 * (double)i / 60 : i >= 30 ? 2 : 0);
		if (stat_trend_kind(x, 60, 3, &k) != STAT_OK)
			abort();
		right += k.kind == (drift ? STAT_TREND_DRIFT :
		    STAT_TREND_STEP);
		near += k.step_at >= 29 && k.step_at <= 31;
	}
	printf("%s", drift ? "drift of 3 sd in 60 nights" : "step of 2 sd");
	sim_tell("named so", 100. * (double)right / (double)series, "%",
	    drift ? 90 : 95, 100);
	if (!drift)
		sim_tell("placed within a night", 100. * (double)near /
		    (double)series, "%", 80, 100);
	printf("\n");
}

/* Try all goals and count. */
int
main(int argc, char *argv[])
{
	static const struct {
		enum sim_kind	 kind;
		double		 f1;
	} cuts[] = { { SIM_NORMAL, 0.97 }, { SIM_T3, 0.95 },
	    { SIM_SPIKES, 0.93 }, { SIM_AR3, 0.83 } };
	long	 series = argc > 1 ? strtol(argv[1], NULL, 10) : 600;
	size_t	 i;
	int	 kind;

	if (argc > 2 || series < 1) {
		fprintf(stderr, "usage: sim_series [series]\n");
		return (2);
	}
	for (kind = SIM_NORMAL; kind < SIM_KINDS; kind++) {
		noise_seed(&sim.noise, 100 + (uint64_t)kind);
		sim_false_alarms((enum sim_kind)kind, series);
	}
	noise_seed(&sim.noise, 200);
	sim_step(2, 7, series);
	sim_step(3, 5, series);
	for (i = 0; i < nitems(cuts); i++) {
		noise_seed(&sim.noise, 300 + i);
		sim_cut(cuts[i].kind, cuts[i].f1, series);
	}
	noise_seed(&sim.noise, 400);
	sim_names_of(false, series);
	sim_names_of(true, series);
	printf("%d goals tried, %d missed\n", sim.goals, sim.missed);
	return (sim.missed > 0 ? 1 : 0);
}
