/*
 * sim_coverage: do the intervals hold what they say?  The goals of the
 * statistics, tried on made-up noise: coverage of nested designs and over
 * machines, false `same', verdicts where there is no difference, several
 * looks, and power against the plan.  Seeds are fixed.  Exits 1 when a goal
 * is missed.
 *
 *	sim_coverage [replicates a cell, 30000]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/stat_hosts.h"
#include "client/stat_nested.h"
#include "client/stat_plan.h"
#include "client/stat_stage.h"
#include "client/stat_two.h"
#include "client/stat_verdict.h"
#include "proto/compat.h"
#include "tests/sim/noise.h"

#define SIM_BOOTS_MAX	16
#define SIM_RUNS_MAX	10
#define SIM_HOSTS_MAX	8

/* Random numbers of one cell, and the tally of all. */
struct sim {
	struct noise	 noise;
	long		 replicates;
	int		 cells;
	int		 missed;
};

/* Where a figure has to lie, in percent. */
struct sim_goal {
	double	lo;
	double	hi;
};

static const struct stat_option sim_option = { 0.95, 0 };

/* One boot of n runs about a level. */
static struct stat_acc
sim_boot(struct sim *sim, double level, const struct stat_noise *noise,
    size_t n)
{
	struct stat_acc	 acc = { 0 };
	double		 x[SIM_RUNS_MAX];
	size_t		 i;

	level += noise->sd_boot * noise_normal(&sim->noise);
	for (i = 0; i < n; i++)
		x[i] = level + noise->sd_run * noise_normal(&sim->noise);
	if (stat_acc_of(&acc, x, n) != STAT_OK)
		abort();
	return (acc);
}

/* Boots of one side. */
static void
sim_side(struct sim *sim, struct stat_acc *boot, size_t boots, double level,
    const struct stat_noise *noise, size_t runs)
{
	size_t	 b;

	for (b = 0; b < boots; b++)
		boot[b] = sim_boot(sim, level, noise, runs);
}

/* Noise of 1% a run in all, of which the boot has this share. */
static struct stat_noise
sim_noise(double icc, double scale)
{
	struct stat_noise noise;

	noise.sd_boot = scale * 0.01 * sqrt(icc);
	noise.sd_run = scale * 0.01 * sqrt(1 - icc);
	return (noise);
}

/* Print a figure beside its goal and count a miss. */
static void
sim_tell(struct sim *sim, const char *what, double pct, struct sim_goal goal)
{
	bool	 kept = pct >= goal.lo && pct <= goal.hi;

	sim->cells++;
	sim->missed += !kept;
	if (goal.lo <= 0)
		printf("  %s %6.2f%% (at most %g)%s", what, pct, goal.hi,
		    kept ? "" : " MISSED");
	else if (goal.hi >= 100)
		printf("  %s %6.2f%% (at least %g)%s", what, pct, goal.lo,
		    kept ? "" : " MISSED");
	else
		printf("  %s %6.2f%% (%g to %g)%s", what, pct, goal.lo,
		    goal.hi, kept ? "" : " MISSED");
}

/* Does a verdict say that there is a difference? */
static bool
sim_says_different(enum stat_verdict v)
{
	return (v == STAT_VERDICT_BETTER || v == STAT_VERDICT_WORSE ||
	    v == STAT_VERDICT_SMALL);
}

/* The verdict on one effect at a margin of 1%. */
static enum stat_verdict
sim_verdict(enum stat_err error, const struct stat_effect *e, size_t units)
{
	struct stat_case c = { error, *e, units, units, log1p(0.01), 0,
	    STAT_LOWER_IS_BETTER };
	struct stat_ruling ruling;

	stat_verdict_rule(&c, &ruling);
	return (ruling.verdict);
}

/* Goal 1: one nested design, no difference between the sides. */
static void
sim_nested_cell(struct sim *sim, size_t boots, size_t runs, double icc,
    double ratio)
{
	struct stat_noise a = sim_noise(icc, 1), b = sim_noise(icc, ratio);
	struct stat_acc	 x[SIM_BOOTS_MAX], y[SIM_BOOTS_MAX];
	struct stat_effect e = { 0 };
	enum stat_err	 error;
	long		 covered = 0, different = 0, i;

	for (i = 0; i < sim->replicates; i++) {
		sim_side(sim, x, boots, 0, &a, runs);
		sim_side(sim, y, boots, 0, &b, runs);
		error = stat_nested_compare(x, boots, y, boots, &sim_option,
		    &e);
		covered += error == STAT_OK && e.ci.lo <= 0 && e.ci.hi >= 0;
		different += sim_says_different(sim_verdict(error, &e, boots));
	}
	printf("boots %2zu+%zu runs %2zu icc %.1f sd 1:%g", boots, boots, runs,
	    icc, ratio);
	sim_tell(sim, "coverage", 100. * (double)covered /
	    (double)sim->replicates, ratio == 1 ?
	    (struct sim_goal){ 94, 98.5 } : (struct sim_goal){ 93, 100 });
	if (ratio == 1)
		sim_tell(sim, "A/A verdicts", 100. * (double)different /
		    (double)sim->replicates, (struct sim_goal){ 0, 5.5 });
	printf("\n");
}

/* Goal 1: all nested designs. */
static void
sim_nested(struct sim *sim, double ratio)
{
	static const size_t boots[] = { 2, 3, 5, 10 }, runs[] = { 1, 3, 10 };
	static const double icc[] = { 0, 0.2, 0.5, 0.8 };
	size_t	 b, i, r;

	for (b = 0; b < nitems(boots); b++)
		for (r = 0; r < nitems(runs); r++)
			for (i = 0; i < nitems(icc); i++) {
				noise_seed(&sim->noise, 1000 * (uint64_t)ratio +
				    100 * b + 10 * r + i);
				sim_nested_cell(sim, boots[b], runs[r], icc[i],
				    ratio);
			}
}

/* The effect that one machine shows: 3 + 3 boots of 3 runs. */
static struct stat_effect
sim_host(struct sim *sim, double truth)
{
	const struct stat_noise noise = sim_noise(0.5, 1);
	struct stat_acc	 x[3], y[3];
	struct stat_effect e;

	sim_side(sim, x, 3, 0, &noise, 3);
	sim_side(sim, y, 3, truth, &noise, 3);
	if (stat_nested_compare(x, 3, y, 3, &sim_option, &e) != STAT_OK)
		abort();
	return (e);
}

/*
 * Goal 3: over machines that differ by tau standard errors.  `Like these' is
 * to cover the mean of all such machines, `these' that of the ones at hand.
 */
static void
sim_hosts_cell(struct sim *sim, size_t hosts, double tau)
{
	const struct stat_noise noise = sim_noise(0.5, 1);
	struct stat_effect e, host[SIM_HOSTS_MAX];
	double		 mean, se, truth;
	long		 i, like = 0, these = 0;
	size_t		 h;

	se = stat_plan_boot_sd(&noise, 3) * sqrt(2 / 3.);
	for (i = 0; i < sim->replicates; i++) {
		for (h = 0, mean = 0; h < hosts; h++) {
			truth = -0.03 + tau * se * noise_normal(&sim->noise);
			mean += truth / (double)hosts;
			host[h] = sim_host(sim, truth);
		}
		like += stat_hosts_like_these(host, hosts, &sim_option, &e) ==
		    STAT_OK && e.ci.lo <= -0.03 && e.ci.hi >= -0.03;
		these += stat_hosts_these(host, hosts, &sim_option, &e) ==
		    STAT_OK && e.ci.lo <= mean && e.ci.hi >= mean;
	}
	printf("machines %zu tau %.1f se", hosts, tau);
	sim_tell(sim, "like these", 100. * (double)like /
	    (double)sim->replicates, (struct sim_goal){ 94.5, 95.5 });
	sim_tell(sim, "these", 100. * (double)these /
	    (double)sim->replicates, (struct sim_goal){ 94, 98.5 });
	printf("\n");
}

/* Goal 3: all numbers of machines. */
static void
sim_hosts(struct sim *sim)
{
	static const double tau[] = { 0, 0.5, 1, 2 };
	size_t	 h, t;

	for (h = 2; h <= SIM_HOSTS_MAX; h++)
		for (t = 0; t < nitems(tau); t++) {
			noise_seed(&sim->noise, 5000 + 10 * h + t);
			sim_hosts_cell(sim, h, tau[t]);
		}
}

/*
 * Goal 6: the truth lies exactly at the margin, the hardest place: how often
 * is it called the same?
 */
static void
sim_same_cell(struct sim *sim, size_t boots, double sd)
{
	const struct stat_noise noise = { sd, 0 };
	struct stat_acc	 x[SIM_BOOTS_MAX], y[SIM_BOOTS_MAX];
	struct stat_effect e = { 0 };
	enum stat_err	 error;
	long		 i, same = 0;

	for (i = 0; i < sim->replicates; i++) {
		sim_side(sim, x, boots, 0, &noise, 1);
		sim_side(sim, y, boots, log1p(0.01), &noise, 1);
		error = stat_nested_compare(x, boots, y, boots, &sim_option,
		    &e);
		same += sim_verdict(error, &e, boots) == STAT_VERDICT_SAME;
	}
	printf("boots %2zu+%zu sd %.1f%% differ by the margin of 1%%", boots,
	    boots, 100 * sd);
	sim_tell(sim, "false same", 100. * (double)same /
	    (double)sim->replicates, (struct sim_goal){ 0, 5 });
	printf("\n");
}

/* Goal 6: several sizes and noises. */
static void
sim_same(struct sim *sim)
{
	static const double sd[] = { 0.001, 0.002, 0.003, 0.005, 0.01 };
	static const size_t boots[] = { 2, 3, 5, 10 };
	size_t	 b, i;

	for (b = 0; b < nitems(boots); b++)
		for (i = 0; i < nitems(sd); i++) {
			noise_seed(&sim->noise, 7000 + 10 * b + i);
			sim_same_cell(sim, boots[b], sd[i]);
		}
}

/* Goal 6: up to four looks after each 3 further boots a side. */
static void
sim_looks_cell(struct sim *sim, size_t looks)
{
	const struct stat_noise noise = sim_noise(0.5, 1);
	struct stat_acc	 x[SIM_BOOTS_MAX], y[SIM_BOOTS_MAX];
	struct stat_effect e;
	double		 p[STAT_STAGE_LOOKS_MAX], z[STAT_STAGE_LOOKS_MAX];
	long		 i, stopped = 0;
	size_t		 k, n;

	if (stat_stage_bounds(STAT_STAGE_OBF, looks, 0.05, z, p) != STAT_OK)
		abort();
	for (i = 0; i < sim->replicates; i++) {
		sim_side(sim, x, 3 * looks, 0, &noise, 3);
		sim_side(sim, y, 3 * looks, 0, &noise, 3);
		for (k = 0; k < looks; k++) {
			n = 3 * (k + 1);
			if (stat_nested_compare(x, n, y, n, &sim_option, &e) ==
			    STAT_OK && e.p < p[k]) {
				stopped++;
				break;
			}
		}
	}
	printf("looks %zu, after each 3+3 boots", looks);
	sim_tell(sim, "false difference", 100. * (double)stopped /
	    (double)sim->replicates, (struct sim_goal){ 0, 5.3 });
	printf("\n");
}

/* Goal 6: the power that the plan promised for 80%. */
static void
sim_power_cell(struct sim *sim, size_t boots)
{
	const struct stat_noise noise = sim_noise(0.5, 1);
	struct stat_acc	 x[SIM_BOOTS_MAX], y[SIM_BOOTS_MAX];
	struct stat_power plan = { STAT_SAMPLE_WELCH, false, 0, 0, 0, 0.05,
	    0.8 };
	struct stat_effect e;
	long		 i, seen = 0;

	if (stat_plan_detectable(&noise, (double)boots, 3, &plan) != STAT_OK)
		abort();
	for (i = 0; i < sim->replicates; i++) {
		sim_side(sim, x, boots, 0, &noise, 3);
		sim_side(sim, y, boots, plan.delta, &noise, 3);
		seen += stat_nested_compare(x, boots, y, boots, &sim_option,
		    &e) == STAT_OK && e.p < 0.05;
	}
	printf("boots %2zu+%zu planned for 80%% at %.2f%%", boots, boots,
	    100 * expm1(plan.delta));
	sim_tell(sim, "power", 100. * (double)seen / (double)sim->replicates,
	    (struct sim_goal){ 78, 82 });
	printf("\n");
}

/* Run all goals and count. */
int
main(int argc, char *argv[])
{
	static const size_t boots[] = { 3, 5, 10, 15 };
	struct sim	 sim = { .replicates = 30000 };
	size_t		 i;

	if (argc > 1)
		sim.replicates = strtol(argv[1], NULL, 10);
	if (argc > 2 || sim.replicates < 1) {
		fprintf(stderr, "usage: sim_coverage [replicates]\n");
		return (2);
	}
	printf("%ld replicates a cell\n", sim.replicates);
	sim_nested(&sim, 1);
	sim_nested(&sim, 3);
	sim_hosts(&sim);
	sim_same(&sim);
	for (i = 2; i <= 4; i++) {
		noise_seed(&sim.noise, 8000 + i);
		sim_looks_cell(&sim, i);
	}
	for (i = 0; i < nitems(boots); i++) {
		noise_seed(&sim.noise, 9000 + i);
		sim_power_cell(&sim, boots[i]);
	}
	printf("%d goals tried, %d missed\n", sim.cells, sim.missed);
	return (sim.missed > 0 ? 1 : 0);
}
