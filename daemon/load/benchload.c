/*
 * benchload: workloads that prove what they did.
 *
 * The table of tests and the way from a command line to an exit status; how
 * an option is read, a thread run or a figure printed stands elsewhere.
 */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "daemon/load/load.h"

/* Large, aligned, and one a process. */
static struct {
	struct options	 opt;
	struct run	 run;
	struct total	 total;
	struct metrics	 metrics;
} benchload;

static const struct test *const benchload_tests[] = {
	&cpu_test, &memory_test, &threads_test, &mutex_test, &fileio_test,
	&stream_test,
};

/* The test called name, or NULL. */
static const struct test *
benchload_find(const char *name)
{
	size_t	 i;

	for (i = 0; i < nitems(benchload_tests); i++)
		if (strcmp(benchload_tests[i]->name, name) == 0)
			return (benchload_tests[i]);
	return (NULL);
}

/* What one can say to benchload, or to one test. */
static int
benchload_help(const struct test *test)
{
	size_t	 i;

	if (test != NULL) {
		printf("%s: %s (work %u)\n\n", test->name, test->title,
		    test->work);
		options_print(test->name);
		return (0);
	}
	printf("usage: benchload TEST [--option=value ...] run | help\n"
	    "       benchload fileio [--option=value ...] prepare | run | "
	    "cleanup\n\ntests:\n");
	for (i = 0; i < nitems(benchload_tests); i++)
		printf("  %-10s %s (work %u)\n", benchload_tests[i]->name,
		    benchload_tests[i]->title, benchload_tests[i]->work);
	printf("\noptions of all tests [default]:\n");
	options_print(NULL);
	return (0);
}

/* Version, build, and the work numbers by which results may be compared. */
static int
benchload_version(void)
{
	const struct build	*build;
	size_t			 i;

	build = build_get();
	printf("benchload %s\n", LOAD_VERSION);
	printf("compiler: %s %s\nflags: %s\nabi: %s %s\n", build->compiler,
	    build->compiler_version, build->flags, build->arch, build->abi);
	for (i = 0; i < nitems(benchload_tests); i++)
		printf("work: %s %u\n", benchload_tests[i]->name,
		    benchload_tests[i]->work);
	return (0);
}

/* A mistake on the command line: named, and nothing was run. */
static int
benchload_usage(const char *why)
{
	fprintf(stderr, "benchload: %s; try benchload --help\n", why);
	return (LOAD_EXIT_USAGE);
}

/* What options forbid each other, whatever the test. */
static int
benchload_check(struct options *opt, const struct test *test, char *why)
{
	if (test->check != NULL && test->check(opt, why) == -1)
		return (-1);
	if (opt->events == 0 && opt->time_s == 0 && !test->ends) {
		strlcpy(why, "--events=0 --time=0: the run would not end",
		    LOAD_WHY_BYTES);
		return (-1);
	}
	if (!opt->validate) {
		strlcpy(why, "--validate=off: every event's work is proved, "
		    "always", LOAD_WHY_BYTES);
		return (-1);
	}
	if (opt->json && opt->interval_s > 0) {
		strlcpy(why, "--report-interval: prints text, not with --json",
		    LOAD_WHY_BYTES);
		return (-1);
	}
	if (opt->rate > 0 && test->together) {
		snprintf(why, LOAD_WHY_BYTES, "--rate: not for %s", test->name);
		return (-1);
	}
	if (opt->seed == 0)
		opt->seed = (int64_t)(time(NULL) & INT32_MAX);
	return (0);
}

/* Threads with nothing done yet, on lines of their own. */
static int
benchload_open(struct run *run, const struct options *opt)
{
	struct worker	*w;
	void		*memory;
	size_t		 bytes;
	unsigned	 i;

	run->opt = opt;
	run->nworkers = (unsigned)opt->threads;
	bytes = run->nworkers * sizeof(*run->workers);
	if (posix_memalign(&memory, LOAD_LINE_BYTES, bytes) != 0) {
		strlcpy(run->why, "no memory for threads", sizeof(run->why));
		return (-1);
	}
	memset(memory, 0, bytes);
	run->workers = memory;
	random_init(&run->arrivals, (uint64_t)opt->seed << 32);
	for (i = 0; i < run->nworkers; i++) {
		w = &run->workers[i];
		w->run = run;
		w->id = i;
		w->left = UINT64_MAX;
		w->min_ns = UINT64_MAX;
		random_init(&w->random, ((uint64_t)opt->seed << 32) + i + 1);
	}
	return (run->test->open == NULL ? 0 : run->test->open(run));
}

/* Run, prove, and only then say how fast it was. */
static int
benchload_run(struct run *run, struct total *total)
{
	if (benchload_open(run, run->opt) == -1)
		return (-1);
	if (!run->opt->json)
		report_begin(run);
	if (worker_run_all(run) == -1)
		return (-1);
	if (total_events(run) == 0) {
		strlcpy(run->why, "not one event ended", sizeof(run->why));
		return (-1);
	}
	if (run->test->prove(run, run->proof, sizeof(run->proof)) == -1)
		return (-1);
	total_compute(run, total);
	return (0);
}

/* One command of a test; the exit status. */
static int
benchload_do(const struct test *test, const struct options *opt)
{
	int	 (*other)(struct run *, struct metrics *);
	int	 error;

	benchload.run.test = test;
	benchload.run.opt = opt;
	other = strcmp(opt->command, "prepare") == 0 ? test->prepare :
	    strcmp(opt->command, "cleanup") == 0 ? test->cleanup : NULL;
	error = other != NULL ? other(&benchload.run, &benchload.metrics) :
	    benchload_run(&benchload.run, &benchload.total);
	if (error == -1) {
		if (opt->json)
			json_failed(&benchload.run);
		report_failed(&benchload.run);
	} else if (other != NULL && opt->json)
		json_other(&benchload.run, &benchload.metrics);
	else if (other == NULL && opt->json)
		json_end(&benchload.run, &benchload.total);
	else if (other == NULL)
		report_end(&benchload.run, &benchload.total);
	if (test->close != NULL)
		test->close(&benchload.run);
	free(benchload.run.workers);
	if (fflush(stdout) != 0 || ferror(stdout) != 0) {
		fprintf(stderr, "benchload: standard output: write failed\n");
		error = -1;
	}
	return (error == -1 ? LOAD_EXIT_FAILED : 0);
}

/* The test and the command are looked up; the rest is theirs. */
int
main(int argc, char **argv)
{
	struct options		*opt;
	const struct test	*test;
	char			 why[LOAD_WHY_BYTES];

	opt = &benchload.opt;
	if (options_parse(opt, argc, argv, why) == -1)
		return (benchload_usage(why));
	if (opt->version)
		return (benchload_version());
	if (opt->test == NULL)
		return (opt->help ? benchload_help(NULL) :
		    benchload_usage("no test named"));
	if ((test = benchload_find(opt->test)) == NULL) {
		snprintf(why, sizeof(why), "'%.64s': no such test", opt->test);
		return (benchload_usage(why));
	}
	if (opt->help || (opt->command != NULL &&
	    strcmp(opt->command, "help") == 0))
		return (benchload_help(test));
	if (opt->command == NULL)
		return (benchload_usage("no command: run, prepare or cleanup"));
	if (strcmp(opt->command, "run") != 0 &&
	    !(strcmp(opt->command, "prepare") == 0 && test->prepare != NULL) &&
	    !(strcmp(opt->command, "cleanup") == 0 && test->cleanup != NULL)) {
		snprintf(why, sizeof(why), "'%.64s': %s has no such command",
		    opt->command, test->name);
		return (benchload_usage(why));
	}
	if (benchload_check(opt, test, why) == -1)
		return (benchload_usage(why));
	if (opt->legacy)
		fprintf(stderr, "WARNING: --test= is sysbench 0.4's form, and "
		    "so are the defaults: now --events=%" PRId64 " --time=%"
		    PRId64 "\n", opt->events, opt->time_s);
	return (benchload_do(test, opt));
}
