/*
 * cpu: events that count prime numbers by trial division.
 *
 * The same divisions as sysbench 1.0's: every number from 3 below the limit,
 * by 2, 3, 4, ... up to its square root, 64 bits by 64 bits.  sysbench throws
 * its count away, and compilers then throw away the loop; here every event's
 * count is compared with a sieve's.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "daemon/load/load.h"

struct cpu {
	uint32_t	 limit;
	uint64_t	 primes;	/* below limit, by the sieve */
};

/*
 * Eratosthenes: how many primes are below limit; -1 without memory.  A bit an
 * odd number, so that the largest limit wants 128 MiB: bit i is 2i + 1.
 */
static int64_t
cpu_sieve(uint32_t limit)
{
	unsigned char	*composite;
	uint64_t	 i, j, odd;
	int64_t		 n;

	odd = limit / 2;
	if ((composite = calloc((size_t)odd / 8 + 1, 1)) == NULL)
		return (-1);
	n = limit > 2;
	for (i = 1; i < odd; i++) {
		if (composite[i / 8] >> i % 8 & 1)
			continue;
		n++;
		for (j = 2 * i * (i + 1); j < odd; j += 2 * i + 1)
			composite[j / 8] |= (unsigned char)(1 << j % 8);
	}
	free(composite);
	return (n);
}

/* Expect of each event what the sieve says. */
static int
cpu_open(struct run *run)
{
	struct cpu	*cpu;
	int64_t		 primes;

	if ((cpu = run->own = calloc(1, sizeof(*cpu))) == NULL ||
	    (primes = cpu_sieve((uint32_t)run->opt->cpu_max_prime)) == -1) {
		snprintf(run->why, sizeof(run->why), "no memory for the sieve");
		return (-1);
	}
	cpu->limit = (uint32_t)run->opt->cpu_max_prime;
	cpu->primes = (uint64_t)primes;
	return (0);
}

/*
 * Is c, 3 or more, a prime?  64 bits by 64 bits, however small they are.  By
 * 2 it is a look at one bit, as gcc makes of sysbench's loop; from 3 on the
 * compiler must not know by what it divides, or it multiplies instead.
 */
static inline bool
cpu_is_prime(unsigned long long c)
{
	unsigned long long	 l;
	double			 root;

	root = sqrt((double)c);
	if (root < 2)
		return (true);
	if (c % 2 == 0)
		return (false);
	l = 3;
	__asm__ volatile("" : "+r" (l));
	for (; l <= root; l++)
		if (c % l == 0)
			return (false);
	return (true);
}

/* Primes below limit by trial division; 2 is counted, not divided. */
static LOAD_AS_WRITTEN uint64_t
cpu_count(uint32_t limit)
{
	unsigned long long	 c;
	uint64_t		 n;

	n = limit > 2;
	for (c = 3; c < limit; c++)
		if (cpu_is_prime(c))
			n++;
	return (n);
}

/* One event. */
static int
cpu_event(struct worker *w)
{
	const struct cpu	*cpu;
	uint64_t		 n;

	cpu = w->run->own;
	if ((n = cpu_count(cpu->limit)) == cpu->primes)
		return (0);
	return (worker_fail(w, "%" PRIu64 " primes below %" PRIu32
	    " counted, %" PRIu64 " expected", n, cpu->limit, cpu->primes));
}

/* Each event was compared when it ended: say with what. */
static int
cpu_prove(struct run *run, char *proof, size_t size)
{
	const struct cpu	*cpu;

	cpu = run->own;
	snprintf(proof, size, "%" PRIu64 " primes up to %" PRIu32
	    " in each of %" PRIu64 " events", cpu->primes, cpu->limit,
	    total_events(run));
	return (0);
}

/* The options that matter. */
static void
cpu_mode(const struct run *run)
{
	printf("Prime numbers limit: %" PRId64 "\n\n", run->opt->cpu_max_prime);
}

/* The figure. */
static void
cpu_speed(const struct run *run)
{
	printf("CPU speed:\n    events per second: %8.2f\n",
	    (double)total_events(run) / total_seconds(run));
}

/* The same for JSON. */
static void
cpu_metrics(const struct run *run, struct metrics *m)
{
	total_metric(m, "cpu_events_per_sec", "1/s", "higher",
	    (double)total_events(run) / total_seconds(run));
}

/* The end of what cpu_open() made. */
static void
cpu_close(struct run *run)
{
	free(run->own);
}

const struct test cpu_test = {
	.name = "cpu",
	.title = "primes by 64-bit trial division",
	.work = 1,
	.open = cpu_open,
	.mode = cpu_mode,
	.event = cpu_event,
	.prove = cpu_prove,
	.speed = cpu_speed,
	.metrics = cpu_metrics,
	.close = cpu_close,
};
