/*
 * t_job: a request becomes cells, levels and slots.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/job.h"
#include "proto/compat.h"
#include "proto/msg.h"

static const char t_job_text[] =
    "recipe kernel {\n"
    "\tcommand { make -j${jobs} KERNCONF=${conf} }\n"
    "\tparameter conf choice { GENERIC LINT }\n"
    "\tparameter jobs integer 1 to 256 default ${ncpu}\n"
    "}\n";

static const struct job_bounds t_job_bounds = { .ncpu = 8, .runs_max = 100 };

/* What is asked for where nothing else is said. */
static struct job_ask
t_job_ask(struct job_list *list, size_t nlists)
{
	struct job_ask	ask = { .client = "dana", .id = "a",
	    .recipe = "kernel", .order = ORDER_INTERLEAVE, .runs = 2,
	    .warmups = 1, .boots = 1, .purpose = "test" };

	ask.list = list;
	ask.nlists = nlists;
	return (ask);
}

static struct conf *
t_job_conf(void)
{
	struct conf_faults	 faults = { 0 };
	struct conf		*conf;

	conf = conf_read("t", t_job_text, sizeof(t_job_text) - 1, &faults);
	assert_non_null(conf);
	assert_int_equal(faults.n, 0);
	conf_faults_clear(&faults);
	return (conf);
}

/* The client lists jobs first; the recipe's order of parameters holds. */
static void
t_job_cells_are_every_combination_in_the_recipes_order(void **state)
{
	static const char *const	want[] = {
		"conf=LINT jobs=1", "conf=LINT jobs=16",
		"conf=GENERIC jobs=1", "conf=GENERIC jobs=16"
	};
	const char	*jobs[] = { "01", "16" }, *kinds[] = { "LINT",
			    "GENERIC" };
	struct job_list	 list[] = { { "jobs", jobs, 2 }, { "conf", kinds, 2 } };
	struct msg_fault fault;
	struct job_ask	 ask;
	struct conf	*conf;
	struct job	 job;
	size_t		 i;

	(void)state;
	conf = t_job_conf();
	ask = t_job_ask(list, 2);
	assert_int_equal(job_make(&job, &ask, conf, &t_job_bounds, &fault), 0);
	assert_int_equal(job.ncells, 4);
	assert_int_equal(job.ncells_all, 4);
	for (i = 0; i < 4; i++)
		assert_string_equal(job.levels[i], want[i]);
	assert_string_equal(job_level(&job, 1, 1), "16");
	assert_int_equal(job.nslots, 4 + 8);
	job_clear(&job);
	conf_free(conf);
}

static void
t_job_defaults_fill_in_and_other_levels_warm_up(void **state)
{
	const char	 *kinds[] = { "LINT" };
	struct conf_level warm = { "jobs", "2" };
	struct job_list	  list[] = { { "conf", kinds, 1 } };
	struct msg_fault  fault;
	struct job_ask	  ask;
	struct conf	 *conf;
	struct job	  job;

	(void)state;
	conf = t_job_conf();
	ask = t_job_ask(list, 1);
	assert_int_equal(job_make(&job, &ask, conf, &t_job_bounds, &fault), 0);
	assert_string_equal(job.levels[0], "conf=LINT jobs=8");
	job_clear(&job);
	/* What is not said of the warm-up is as in what is counted. */
	ask.warm = &warm;
	ask.nwarm = 1;
	assert_int_equal(job_make(&job, &ask, conf, &t_job_bounds, &fault), 0);
	assert_int_equal(job.ncells, 1);
	assert_int_equal(job.ncells_all, 2);
	assert_string_equal(job.levels[1], "conf=LINT jobs=2");
	assert_int_equal(job.slot[0].cell, 1);
	assert_true(job.slot[0].warmup);
	assert_int_equal(job.nslots, 3);
	job_clear(&job);
	ask = t_job_ask(NULL, 0);
	assert_int_equal(job_make(&job, &ask, conf, &t_job_bounds, &fault),
	    -1);
	assert_string_equal(fault.text,
	    "parameter conf has no default; say -p conf=...");
	job_clear(&job);
	conf_free(conf);
}

static void
t_job_limits_are_kept(void **state)
{
	const char	*kinds[] = { "LINT" };
	struct job_list	 list[] = { { "conf", kinds, 1 } };
	struct msg_fault fault;
	struct job_ask	 ask;
	struct conf	*conf;
	struct job	 job;

	(void)state;
	conf = t_job_conf();
	ask = t_job_ask(list, 1);
	ask.runs = 99;
	assert_int_equal(job_make(&job, &ask, conf, &t_job_bounds, &fault), 0);
	assert_int_equal(job.nslots, 100);
	job_clear(&job);
	ask.runs = 100;
	assert_int_equal(job_make(&job, &ask, conf, &t_job_bounds, &fault),
	    -1);
	assert_int_equal(fault.code, ERROR_JOB_TOO_LARGE);
	assert_string_equal(fault.text, "more than 100 runs in one job");
	job_clear(&job);
	conf_free(conf);
}

int
main(void)
{
	const struct CMUnitTest	tests[] = {
		cmocka_unit_test(
		    t_job_cells_are_every_combination_in_the_recipes_order),
		cmocka_unit_test(
		    t_job_defaults_fill_in_and_other_levels_warm_up),
		cmocka_unit_test(t_job_limits_are_kept),
	};

	return (cmocka_run_group_tests_name("job", tests, NULL, NULL));
}
