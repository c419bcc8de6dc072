/*
 * noise: made-up noise with fixed seeds, the same on every machine.
 */
#include <math.h>

#include "tests/sim/noise.h"

/* Begin a cell with its own numbers (Vigna's splitmix64 fills the state). */
void
noise_seed(struct noise *n, uint64_t seed)
{
	uint64_t z;
	int	 i;

	for (i = 0; i < 4; i++) {
		seed += 0x9e3779b97f4a7c15ULL;
		z = seed;
		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
		z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
		n->s[i] = z ^ (z >> 31);
	}
	n->has_spare = false;
}

/* Uniform on (-1, 1): xoshiro256+ (Blackman and Vigna 2018). */
double
noise_uniform(struct noise *n)
{
	uint64_t *s = n->s, r = s[0] + s[3], t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = (s[3] << 45) | (s[3] >> 19);
	return ((double)(r >> 11) * 0x1p-52 - 1);
}

/* Standard normal (Marsaglia and Bray 1964, the polar method). */
double
noise_normal(struct noise *n)
{
	double	 scale, u, v, w;

	if (n->has_spare) {
		n->has_spare = false;
		return (n->spare);
	}
	do {
		u = noise_uniform(n);
		v = noise_uniform(n);
		w = u * u + v * v;
	} while (w >= 1 || w == 0);
	scale = sqrt(-2 * log(w) / w);
	n->spare = v * scale;
	n->has_spare = true;
	return (u * scale);
}
