/*
 * histogram: latencies in fixed buckets, whose error is known beforehand.
 *
 * Adding costs a shift and a store: no logarithm, no lock, no allocation.
 * load.h states the buckets and their error.
 */
#include <math.h>

#include "daemon/load/load.h"

/* The bucket of a latency. */
unsigned
histogram_bucket(uint64_t ns)
{
	unsigned	 shift;

	if (ns < 2u << HISTOGRAM_BITS)
		return ((unsigned)ns);
	if (ns >> HISTOGRAM_NS_BITS != 0)
		return (HISTOGRAM_BUCKETS - 1);
	shift = 63u - (unsigned)__builtin_clzll(ns) - HISTOGRAM_BITS;
	return ((shift << HISTOGRAM_BITS) + (unsigned)(ns >> shift));
}

/* The middle of what a bucket holds, in nanoseconds. */
uint64_t
histogram_middle(unsigned bucket)
{
	unsigned	 shift;
	uint64_t	 low;

	if (bucket < 2u << HISTOGRAM_BITS)
		return (bucket);
	shift = (bucket >> HISTOGRAM_BITS) - 1;
	low = (uint64_t)(bucket - (shift << HISTOGRAM_BITS)) << shift;
	return (low + ((UINT64_C(1) << shift) - 1) / 2);
}

/* Count one latency; by the thread that owns the histogram. */
void
histogram_add(struct histogram *h, uint64_t ns)
{
	unsigned	 bucket;
	unsigned long	 n;

	bucket = histogram_bucket(ns);
	n = atomic_load_explicit(&h->count[bucket], memory_order_relaxed) + 1;
	atomic_store_explicit(&h->count[bucket], n, memory_order_relaxed);
	if (n == 0)
		atomic_fetch_add_explicit(&h->wraps[bucket], 1,
		    memory_order_relaxed);
}

/* Add the counts to a sum; while the owner still adds, an event may lack. */
void
histogram_collect(const struct histogram *h, struct histogram_sum *sum)
{
	unsigned	 i;
	uint64_t	 n;

	for (i = 0; i < HISTOGRAM_BUCKETS; i++) {
		n = atomic_load_explicit(&h->count[i], memory_order_relaxed);
		n += (uint64_t)atomic_load_explicit(&h->wraps[i],
		    memory_order_relaxed) << 32;
		sum->count[i] += n;
		sum->total += n;
	}
}

/*
 * The latency in ns that percentile percent do not exceed: that of the event
 * ranked n * percentile / 100, rounded, as sysbench ranks.  0 without events.
 */
double
histogram_percentile(const struct histogram_sum *sum, unsigned percentile)
{
	uint64_t	 rank, seen;
	unsigned	 i;

	if (sum->total == 0)
		return (0);
	rank = (uint64_t)floor((double)sum->total * percentile / 100 + 0.5);
	if (rank == 0)
		rank = 1;
	for (i = 0, seen = 0; i < HISTOGRAM_BUCKETS; i++) {
		seen += sum->count[i];
		if (seen >= rank)
			break;
	}
	return ((double)histogram_middle(i));
}
