/*
 * noise: made-up noise for simulations.
 */
#ifndef TESTS_SIM_NOISE_H
#define TESTS_SIM_NOISE_H

#include <stdbool.h>
#include <stdint.h>

/* Where a stream of numbers stands. */
struct noise {
	uint64_t s[4];
	double	 spare;
	bool	 has_spare;
};

void	noise_seed(struct noise *, uint64_t);
double	noise_uniform(struct noise *);
double	noise_normal(struct noise *);

#endif
