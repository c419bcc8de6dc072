/*
 * 64 MiB of anything: time grows as the bytes do, and memory is bounded.
 *
 * Time is this thread's CPU time, and is compared with that of a quarter of
 * the bytes: four times it would be linear, sixteen times quadratic.  A run
 * is repeated when the machine was busy; only the better one counts.
 *
 * time limit: 600
 */
#include <sys/resource.h>
#include <sys/time.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/unit/reader_kit.h"

#ifdef __SANITIZE_ADDRESS__	/* slow, and keeps the freed */
#define LINEAR_MIB	8
#else
#define LINEAR_MIB	64
#endif
#define LINEAR_BYTES	((size_t)LINEAR_MIB * 1024 * 1024)
#define LINEAR_PART	4
#define LINEAR_RATIO	9.0	/* between linear and quadratic */
#define LINEAR_TRIES	3
#define LINEAR_NOISE_S	0.05	/* less than this says nothing */

/* What the bytes are made of: a beginning, and what is repeated after it. */
static const struct {
	const char	*begin;
	const char	*repeat;
} linear_rows[] = {
	{ "", "\n" },
	{ "", "7" },
	{ "", "7 " },
	{ "", "{" },
	{ "{\"results\": [", "{\"mean\": 1, \"times\": [1,2,3]}, " },
	{ "{\"a\": ", "[" },
	{ "{\"a\": \"", "\\\"" },
	{ "", "\033[1;3" },
	{ "", "\033]x" },
	{ "", "> " },
	{ "", "\r" },
	{ "sysbench 1.0 (", "sum: 1.00 s user total real ] x \r" },
	{ "", "cc -O2 -c /usr/src/bin/sh/exec.c -o exec.o 12.5\n" },
	{ "Doing a's b\n", "aes 1.5k 2.5k 3.5k 4.5k 5.5k 6.5k 7.5k 8.5k\n" },
	{ "", "real 1 user 2 sys 3 and what else there is in a log\n" },
	{ "\xff\xfe", "x" },
};

/* CPU seconds of this process. */
static double
linear_seconds(void)
{
	struct timespec	 now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return ((double)now.tv_sec + (double)now.tv_nsec / 1e9);
}

/* The most memory this process ever had, in KiB. */
static long
linear_rss_kb(void)
{
	struct rusage	 usage;

	getrusage(RUSAGE_SELF, &usage);
	return (usage.ru_maxrss);
}

/* Read the first len bytes; returns CPU seconds. */
static double
linear_read(const char *bytes, size_t len)
{
	struct reader_result	 r;
	double			 begin;

	begin = linear_seconds();
	assert_int_equal(reader_read(NULL, bytes, len, 0, &r), 0);
	begin = linear_seconds() - begin;
	assert_true(r.nmetrics <= READER_METRICS_MAX);
	reader_clear(&r);
	return (begin);
}

static void
time_grows_as_the_bytes_do(void **state)
{
	char	*bytes;
	double	 part, ratio, whole;
	size_t	 at, i, n;
	int	 tries;

	(void)state;
	bytes = malloc(LINEAR_BYTES);
	assert_non_null(bytes);
	for (i = 0; i < nitems(linear_rows); i++) {
		at = strlen(linear_rows[i].begin);
		n = strlen(linear_rows[i].repeat);
		memcpy(bytes, linear_rows[i].begin, at);
		for (; at + n <= LINEAR_BYTES; at += n)
			memcpy(bytes + at, linear_rows[i].repeat, n);
		for (tries = 0; tries < LINEAR_TRIES; tries++) {
			part = linear_read(bytes, at / LINEAR_PART);
			whole = linear_read(bytes, at);
			ratio = whole < LINEAR_NOISE_S ? 0 : whole / part;
			if (ratio <= LINEAR_RATIO)
				break;
		}
		if (tries == LINEAR_TRIES)
			fail_msg("'%.20s' and '%.20s': %.2f s for a quarter, "
			    "%.2f s for all", linear_rows[i].begin,
			    linear_rows[i].repeat, part, whole);
	}
	free(bytes);
}

/* The text once more (half more from UTF-16), and the result's limits. */
static void
memory_is_bounded_by_the_bytes_and_the_limits(void **state)
{
	(void)state;
	if (LINEAR_MIB < 64)
		skip();
	assert_true(linear_rss_kb() < (long)(LINEAR_BYTES / 1024) * 3);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(time_grows_as_the_bytes_do),
		cmocka_unit_test(
		    memory_is_bounded_by_the_bytes_and_the_limits),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
