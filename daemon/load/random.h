/*
 * random: numbers that a seed repeats on every machine.
 *
 * SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number
 * generators", figure 16): one addition and one mixing, any seed will do.
 * Inline, because events of the memory test draw one a word.
 */
#ifndef DAEMON_LOAD_RANDOM_H
#define DAEMON_LOAD_RANDOM_H

#include <stdint.h>

struct random {
	uint64_t	 state;
};

/* A one-to-one scattering of 64 bits. */
static inline uint64_t
random_mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return (x ^ (x >> 31));
}

/* Begin anew; threads take seeds that differ. */
static inline void
random_init(struct random *r, uint64_t seed)
{
	r->state = random_mix(seed);
}

/* 64 random bits. */
static inline uint64_t
random_next(struct random *r)
{
	r->state += UINT64_C(0x9e3779b97f4a7c15);
	return (random_mix(r->state));
}

/*
 * A number below n, which is at most 2^32: 32 random bits times n, upper half
 * (Lemire 2019), without a division.  Uneven by n / 2^32 at most.
 */
static inline uint64_t
random_below(struct random *r, uint64_t n)
{
	return (((random_next(r) >> 32) * n) >> 32);
}

#endif
