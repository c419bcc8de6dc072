/*
 * t_load_proof: work that was not done gives no figure.
 *
 * Each test is opened, made to do some events, and then spoilt from outside:
 * by another count, a word that was overwritten, an event that was left out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/load/build.c"
#include "daemon/load/clock.c"
#include "daemon/load/cpu.c"
#include "daemon/load/filedata.c"
#include "daemon/load/histogram.c"
#include "daemon/load/memory.c"
#include "daemon/load/mutex.c"
#include "daemon/load/options.c"
#include "daemon/load/report.c"
#include "daemon/load/stream.c"
#include "daemon/load/threads.c"
#include "daemon/load/total.c"
#include "daemon/load/worker.c"

#define T_WORKERS	2

/* A run as benchload.c makes it. */
static struct {
	struct options	 opt;
	struct run	 run;
	struct worker	 workers[T_WORKERS];
	char		 proof[LOAD_WHY_BYTES];
} t;

/* Open a test with the words of a command line, for text reports unheard. */
static void
t_open(const struct test *test, int argc, const char **argv)
{
	char		 why[LOAD_WHY_BYTES];
	unsigned	 i;

	memset(&t, 0, sizeof(t));
	assert_int_equal(options_parse(&t.opt, argc,
	    (char **)(uintptr_t)argv, why), 0);
	t.opt.json = 1;
	t.run.test = test;
	t.run.opt = &t.opt;
	t.run.workers = t.workers;
	t.run.nworkers = (unsigned)t.opt.threads;
	for (i = 0; i < t.run.nworkers; i++) {
		t.workers[i].run = &t.run;
		t.workers[i].id = i;
		t.workers[i].left = UINT64_MAX;
		t.workers[i].min_ns = UINT64_MAX;
		random_init(&t.workers[i].random, i + 1);
	}
	assert_int_equal(test->open(&t.run), 0);
}

#define T_OPEN(test, ...)						\
	do {								\
		static const char *t_argv[] = { "benchload",		\
		    __VA_ARGS__ };					\
									\
		t_open(test, (int)nitems(t_argv), t_argv);		\
	} while (0)

/* The run is complete and proved. */
static void
t_run(void)
{
	assert_int_equal(worker_run_all(&t.run), 0);
	assert_int_equal(t.run.test->prove(&t.run, t.proof, sizeof(t.proof)),
	    0);
}

/* The proof fails, and says why in these words. */
static void
t_refute(const char *why)
{
	assert_int_equal(t.run.test->prove(&t.run, t.proof, sizeof(t.proof)),
	    -1);
	if (strstr(t.run.why, why) == NULL)
		fail_msg("why: %s", t.run.why);
}

/* Numbers of primes: OEIS A000720. */
static void
cpu_counts_the_primes_that_there_are(void **state)
{
	static const struct { uint64_t limit, primes; }	 known[] = {
		{ 1, 0 }, { 2, 0 }, { 3, 1 }, { 4, 2 }, { 5, 2 }, { 6, 3 },
		{ 10, 4 }, { 100, 25 }, { 1000, 168 }, { 10000, 1229 },
		{ 100000, 9592 },
	};
	size_t						 i;

	(void)state;
	for (i = 0; i < nitems(known); i++) {
		assert_int_equal(cpu_count(known[i].limit), known[i].primes);
		assert_int_equal(cpu_sieve(known[i].limit), known[i].primes);
	}
}

static void
cpu_event_with_another_count_fails_the_run(void **state)
{
	(void)state;
	T_OPEN(&cpu_test, "cpu", "run", "--events=3", "--cpu-max-prime=1000");
	((struct cpu *)t.run.own)->primes++;
	assert_int_equal(worker_run_all(&t.run), -1);
	assert_non_null(strstr(t.run.why,
	    "168 primes below 1000 counted, 169 expected"));
	cpu_close(&t.run);
}

static void
events_are_one_budget_of_all_threads(void **state)
{
	(void)state;
	T_OPEN(&cpu_test, "cpu", "run", "--events=501", "--threads=2",
	    "--cpu-max-prime=100");
	t_run();
	assert_int_equal(total_events(&t.run), 501);
	cpu_close(&t.run);
}

static void
memory_write_that_was_left_out_is_seen(void **state)
{
	(void)state;
	T_OPEN(&memory_test, "memory", "run", "--events=3");
	t_run();
	memory_next_tag(&t.workers[0]);
	assert_int_equal(memory_check_word(&t.workers[0], 7), -1);
	memory_close(&t.run);
}

static void
memory_word_that_was_overwritten_refutes_the_run(void **state)
{
	(void)state;
	T_OPEN(&memory_test, "memory", "run", "--events=3");
	t_run();
	((struct memory_own *)t.workers[0].own)->block[17]++;
	t_refute("word 17 holds");
	memory_close(&t.run);
}

static void
memory_shared_by_threads_refutes_a_word_of_no_last_event(void **state)
{
	struct memory_own	*own;

	(void)state;
	T_OPEN(&memory_test, "memory", "run", "--events=1000", "--threads=2");
	t_run();
	own = t.workers[0].own;
	own->block[17] -= 2;	/* as the event before would have left it */
	t_refute("word 17 holds");
	memory_close(&t.run);
}

static void
memory_random_writes_are_repeated_to_be_proved(void **state)
{
	struct memory_own	*own;
	struct random		 random;
	size_t			 i;

	(void)state;
	T_OPEN(&memory_test, "memory", "run", "--events=3",
	    "--memory-access-mode=rnd");
	t_run();
	own = t.workers[0].own;
	random = own->before;
	i = (size_t)random_below(&random, 1024 / sizeof(size_t));
	own->block[i]--;
	t_refute("after the last event");
	memory_close(&t.run);
}

static void
memory_read_of_another_word_fails_the_run(void **state)
{
	(void)state;
	T_OPEN(&memory_test, "memory", "run", "--events=3",
	    "--memory-oper=read");
	((struct memory_own *)t.workers[0].own)->block[3]++;
	assert_int_equal(worker_run_all(&t.run), -1);
	assert_non_null(strstr(t.run.why, "sum"));
	memory_close(&t.run);
}

static void
memory_total_is_divided_among_threads_in_whole_blocks(void **state)
{
	(void)state;
	T_OPEN(&memory_test, "memory", "run", "--memory-total-size=7K",
	    "--threads=2");
	t_run();
	assert_int_equal(t.workers[0].events, 3);
	assert_int_equal(t.workers[1].events, 3);
	memory_close(&t.run);
}

static void
threads_passage_that_is_missing_refutes_the_run(void **state)
{
	(void)state;
	T_OPEN(&threads_test, "threads", "run", "--events=5", "--threads=2",
	    "--thread-yields=10");
	t_run();
	((struct threads_lock *)t.run.own)[2].passages--;
	t_refute("49 passages through locks counted, 50 expected");
	threads_close(&t.run);
}

static void
mutex_lock_that_is_missing_refutes_the_run(void **state)
{
	(void)state;
	T_OPEN(&mutex_test, "mutex", "run", "--threads=2", "--mutex-num=1",
	    "--mutex-locks=100", "--mutex-loops=10");
	t_run();
	assert_int_equal(total_events(&t.run), 2);
	((struct mutex_lock *)t.run.own)[0].taken--;
	t_refute("199 locks counted, 200 expected");
	mutex_close(&t.run);
}

static void
stream_element_that_is_wrong_refutes_the_run(void **state)
{
	struct stream	*st;

	(void)state;
	T_OPEN(&stream_test, "stream", "run", "--events=20", "--threads=2",
	    "--stream-array-size=1001");
	t_run();
	assert_int_equal(total_events(&t.run), 20);
	st = t.run.own;
	st->b[1000] *= 1.0000001;
	t_refute("an element is wrong");
	stream_close(&t.run);
}

static void
stream_pass_that_is_missing_refutes_the_run(void **state)
{
	(void)state;
	T_OPEN(&stream_test, "stream", "run", "--events=20",
	    "--stream-array-size=1000");
	t_run();
	t.workers[0].done++;
	t_refute("an element is wrong");
	stream_close(&t.run);
}

/* Every bit of every byte counts; so do place and stamp. */
static void
filedata_that_differs_in_one_bit_does_not_check(void **state)
{
	uint64_t	 word[128];
	size_t		 bit;

	(void)state;
	filedata_fill(word, sizeof(word), 3, 16384, 77);
	assert_true(filedata_check(word, sizeof(word), 3, 16384, 77));
	assert_true(filedata_check(word, sizeof(word), 3, 16384, 0));
	assert_false(filedata_check(word, sizeof(word), 2, 16384, 0));
	assert_false(filedata_check(word, sizeof(word), 3, 0, 0));
	assert_false(filedata_check(word, sizeof(word), 3, 16384, 76));
	for (bit = 0; bit < sizeof(word) * 8; bit++) {
		word[bit / 64] ^= UINT64_C(1) << bit % 64;
		assert_false(filedata_check(word, sizeof(word), 3, 16384, 0));
		word[bit / 64] ^= UINT64_C(1) << bit % 64;
	}
}

/* With the same seed; the mean of an exponential's gaps has error 1/sqrt n. */
static void
rate_is_the_mean_of_its_arrivals(void **state)
{
	double	 sum;
	int	 i;

	(void)state;
	T_OPEN(&cpu_test, "cpu", "run", "--rate=1000");
	random_init(&t.run.arrivals, 1);
	for (i = 0, sum = 0; i < 100000; i++)
		sum += (double)worker_draw_gap(&t.run);
	assert_true(sum > 0.98 * 1e11 && sum < 1.02 * 1e11);
	cpu_close(&t.run);
}

int
main(void)
{
	static const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(cpu_counts_the_primes_that_there_are),
		cmocka_unit_test(cpu_event_with_another_count_fails_the_run),
		cmocka_unit_test(events_are_one_budget_of_all_threads),
		cmocka_unit_test(memory_write_that_was_left_out_is_seen),
		cmocka_unit_test(
		    memory_word_that_was_overwritten_refutes_the_run),
		cmocka_unit_test(
		    memory_shared_by_threads_refutes_a_word_of_no_last_event),
		cmocka_unit_test(
		    memory_random_writes_are_repeated_to_be_proved),
		cmocka_unit_test(memory_read_of_another_word_fails_the_run),
		cmocka_unit_test(
		    memory_total_is_divided_among_threads_in_whole_blocks),
		cmocka_unit_test(
		    threads_passage_that_is_missing_refutes_the_run),
		cmocka_unit_test(mutex_lock_that_is_missing_refutes_the_run),
		cmocka_unit_test(stream_element_that_is_wrong_refutes_the_run),
		cmocka_unit_test(stream_pass_that_is_missing_refutes_the_run),
		cmocka_unit_test(
		    filedata_that_differs_in_one_bit_does_not_check),
		cmocka_unit_test(rate_is_the_mean_of_its_arrivals),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
