/*
 * t_engine_fault: kills, taints, pauses, reloads: nothing is lost or doubled.
 */
#include <sys/stat.h>

#include "tests/unit/fake.h"

static const char t_engine_fault_one[] =
    "{\"job\":\"a\",\"recipe\":\"hello\",\"runs\":1,\"warmups\":0}";

static void
t_engine_fault_a_killed_run_is_replaced(void **state)
{
	struct stat	st;
	char		path[128];

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, t_engine_fault_one);
	fake_until(&fake.begun, 1);
	assert_int_equal(write(fake.fd, "half\n", 5), 5);
	fake_end(SIGKILL);
	fake_start();
	fake_until(&fake.begun, 2);
	fake_run(10);
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_RUN_LIST, "{\"job\":\"a\"}");
	assert_int_equal(json_array_size(fake_at("runs")), 2);
	assert_string_equal(fake_text("runs.0.outcome"), "interrupted");
	assert_string_equal(fake_text("runs.0.reason"),
	    "the daemon or its engine was killed");
	assert_int_equal(fake_int("runs.0.slot"), 1);
	assert_int_equal(fake_int("runs.1.slot"), 1);
	assert_int_equal(fake_int("runs.1.attempt"), 2);
	assert_string_equal(fake_text("runs.1.outcome"), "complete");
	snprintf(path, sizeof(path), "{\"run\":\"%s\"}",
	    fake_text("runs.0.run"));
	fake_ask(REQUEST_RUN_LOG, path);
	assert_string_equal(fake_text("data"), "aGFsZgo=");	/* half\n */
	/* Nothing stays in the spool but the two names of a directory. */
	snprintf(path, sizeof(path), "%s/spool", fake.dir);
	assert_int_equal(stat(path, &st), 0);
	assert_int_not_equal(rmdir(path) == 0 || mkdir(path, 0700) == 0, 0);
}

static void
t_engine_fault_another_boot_is_told_apart(void **state)
{
	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, t_engine_fault_one);
	fake_until(&fake.begun, 1);
	fake_end(SIGKILL);
	strlcpy(fake.boot, "boot-2", sizeof(fake.boot));
	fake_start();
	fake_until(&fake.begun, 2);
	fake_ask(REQUEST_RUN_LIST, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("runs.0.reason"),
	    "the host was booted anew meanwhile");
}

static void
t_engine_fault_five_in_a_row_fail_the_cell(void **state)
{
	int	i;

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\","
	    "\"levels\":[{\"name\":\"jobs\",\"values\":[\"1\",\"2\"]}],"
	    "\"runs\":2,\"warmups\":0,\"order\":\"sequence\"}");
	for (i = 1; i <= 5; i++) {
		fake_until(&fake.begun, i);
		assert_string_equal(fake.levels, "jobs=1");
		fake_done(RUN_INTERRUPTED, "the runner died");
	}
	for (; i <= 7; i++) {
		fake_until(&fake.begun, i);
		assert_string_equal(fake.levels, "jobs=2");
		fake_run(10);
	}
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_JOB_SHOW, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("state"), "failed");
	assert_string_equal(fake_text("cells.0.reason"),
	    "interrupted 5 times in a row");
	assert_int_equal(fake_int("cells.0.complete"), 0);
	assert_int_equal(fake_int("cells.1.complete"), 2);
}

/* Two seconds of a step of the wall clock in a run of ten. */
static void
t_engine_fault_an_outside_taint_is_repeated_once(void **state)
{
	struct run_answer	answer;
	int			i;

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, t_engine_fault_one);
	for (i = 1; i <= 2; i++) {
		fake_until(&fake.begun, i);
		answer = fake_answer(10000);
		answer.after.value[EVIDENCE_CLOCK_STEP_US] = 2000000;
		fake_command(&answer, "");
		fake_done(RUN_COMPLETE, "");
	}
	fake_until(&fake.job_ends, 1);
	fake_while(50);
	assert_int_equal(fake.begun, 2);
	fake_ask(REQUEST_RUN_LIST, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("runs.0.taints.0"), "clock-step");
	assert_string_equal(fake_text("runs.1.taints.0"), "clock-step");
	assert_int_equal(fake_int("runs.1.block"), 1);
	fake_ask(REQUEST_JOB_SHOW, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("state"), "done");
	assert_int_equal(fake_int("cells.0.planned"), 1);
	assert_int_equal(fake_int("cells.0.complete"), 1);
	assert_int_equal(fake_int("cells.0.tainted"), 2);
}

/* Three runs: the first is the odd one, which is known after the third. */
static void
t_engine_fault_unequal_work_is_the_minoritys(void **state)
{
	struct run_answer	answer;
	int			i;

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"built\","
	    "\"runs\":4,\"warmups\":0}");
	for (i = 1; i <= 4; i++) {
		fake_until(&fake.begun, i);
		answer = fake_answer(10);
		fake_command(&answer, "");
		/* 100,000 bytes and 0.1% of it; then one more. */
		fake_count(i == 1 ? 1 : 2, i == 4 ? 100101 : 100000);
		fake_done(RUN_COMPLETE, "");
	}
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_RUN_LIST, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("runs.0.taints.0"), "unequal-work");
	assert_int_equal(json_array_size(fake_at("runs.1.taints")), 0);
	assert_int_equal(json_array_size(fake_at("runs.2.taints")), 0);
	assert_string_equal(fake_text("runs.3.taints.0"), "unequal-work");
}

static void
t_engine_fault_a_pause_outlives_the_engine(void **state)
{
	(void)state;
	fake_ask(REQUEST_HOST_PAUSE, "{\"why\":\"disk swap\"}");
	fake_ask(REQUEST_JOB_SUBMIT, t_engine_fault_one);
	fake_ask(REQUEST_HOST_STATUS, "{}");
	assert_string_equal(fake_text("activity"), "paused");
	assert_int_equal(fake_int("queue"), 1);
	fake_end(0);
	fake_start();
	fake_while(50);
	assert_int_equal(fake.begun, 0);
	fake_ask(REQUEST_HOST_RESUME, "{}");
	fake_until(&fake.begun, 1);
}

static void
t_engine_fault_a_changed_recipe_fails_by_name(void **state)
{
	(void)state;
	fake_ask(REQUEST_HOST_PAUSE, "{}");
	fake_ask(REQUEST_JOB_SUBMIT, t_engine_fault_one);
	fake_configure("recipe hello { command { echo other } }\n");
	do
		fake_ask(REQUEST_RECIPE_LIST, "{}");
	while (json_array_size(fake_at("recipes")) != 1);
	fake_ask(REQUEST_HOST_RESUME, "{}");
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_JOB_SHOW, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("state"), "failed");
	assert_string_equal(fake_text("reason"), "recipe-changed");
	assert_int_equal(fake.begun, 0);
}

/* The parent read the new configuration before we did. */
static void
t_engine_fault_a_recipe_the_parent_lacks_too(void **state)
{
	struct ipc_run_done	done = { .verdict = RUN_FAILED,
	    .recipe_changed = 1 };

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\"}");
	fake_until(&fake.begun, 1);
	memcpy(done.run, fake.begin.run, sizeof(done.run));
	ipc_send(fake.parent, IPC_RUN_DONE, &done, sizeof(done), NULL, 0, -1);
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_JOB_SHOW, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("state"), "failed");
	assert_string_equal(fake_text("reason"), "recipe-changed");
	fake_while(50);
	assert_int_equal(fake.begun, 1);
	assert_int_equal(fake.job_ends, 1);
}

/* It runs compilers, and a run without facts could not be compared. */
static void
t_engine_fault_no_run_begins_beside_the_probe(void **state)
{
	(void)state;
	fake_end(0);
	fake.no_facts = true;
	fake_start();
	fake_ask(REQUEST_JOB_SUBMIT, t_engine_fault_one);
	fake_while(100);
	assert_int_equal(fake.begun, 0);
	fake_facts();
	fake_until(&fake.begun, 1);
}

static void
t_engine_fault_a_pull_waits_for_the_gap(void **state)
{
	struct ipc_request	head = { .conn = 9,
	    .method = REQUEST_PULL_CHANGES, .serial = 4711,
	    .role = ROLE_READ };
	uint64_t		before;

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, t_engine_fault_one);
	fake_until(&fake.begun, 1);
	fake_phase(RUN_PHASE_SETTLING);
	before = fake.replied;
	ipc_send(fake.front, IPC_REQUEST, &head, sizeof(head), "{}", 2, -1);
	fake_while(100);
	assert_true(fake.replied == before);
	/* Others are answered meanwhile. */
	fake_ask(REQUEST_HOST_STATUS, "{}");
	assert_string_equal(fake_text("activity"), "running");
	assert_int_equal(fake_int("now.run"), 1);
	fake_run(10);
	while (fake.replied != 4711)
		event_base_loop(fake.base, EVLOOP_ONCE);
	assert_int_equal(fake.error, 0);
	assert_int_equal(json_array_size(fake_at("tables.run.rows")), 1);
}

static void
t_engine_fault_a_stop_closes_the_run_and_ends_well(void **state)
{
	int	status;

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, t_engine_fault_one);
	fake_until(&fake.begun, 1);
	status = fake_end(0);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	fake_start();
	fake_until(&fake.begun, 2);
	fake_ask(REQUEST_RUN_LIST, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("runs.0.outcome"), "interrupted");
	assert_string_equal(fake_text("runs.0.reason"), "benchd was stopped");
}

static void
t_engine_fault_outputs_go_oldest_first_samples_stay(void **state)
{
	static char		 big[70000];
	struct run_answer	 answer;
	char			 conf[1024];
	unsigned int		 x;
	size_t			 i;
	int			 n;

	(void)state;
	/* Letters that do not compress below half their size. */
	for (i = 0, x = 1; i < sizeof(big) - 1; i++) {
		x = x * 1103515245 + 12345;
		big[i] = (char)('0' + x / 65536 % 64);
	}
	snprintf(conf, sizeof(conf), "%soutputs 100K\n", fake_conf);
	fake_configure(conf);
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\","
	    "\"runs\":3,\"warmups\":0}");
	for (n = 1; n <= 3; n++) {
		fake_until(&fake.begun, n);
		answer = fake_answer(10);
		fake_command(&answer, big);
		fake_done(n == 2 ? RUN_FAILED : RUN_COMPLETE, "");
	}
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_RUN_LOG, "{\"job\":\"a\",\"run\":1}");
	assert_int_equal(fake_int("bytes"), sizeof(big) - 1);
	assert_int_equal(fake_int("kept"), 0);
	fake_ask(REQUEST_RUN_LOG, "{\"job\":\"a\",\"run\":2}");
	assert_int_equal(fake_int("kept"), sizeof(big) - 1);
	fake_ask(REQUEST_RUN_LIST, "{\"job\":\"a\"}");
	assert_true(json_real_value(fake_at("runs.0.samples.real")) == 0.01);
}

int
main(void)
{
	const struct CMUnitTest	tests[] = {
		FAKE_TEST(t_engine_fault_a_killed_run_is_replaced),
		FAKE_TEST(t_engine_fault_another_boot_is_told_apart),
		FAKE_TEST(t_engine_fault_five_in_a_row_fail_the_cell),
		FAKE_TEST(t_engine_fault_an_outside_taint_is_repeated_once),
		FAKE_TEST(t_engine_fault_unequal_work_is_the_minoritys),
		FAKE_TEST(t_engine_fault_a_pause_outlives_the_engine),
		FAKE_TEST(t_engine_fault_a_changed_recipe_fails_by_name),
		FAKE_TEST(t_engine_fault_a_recipe_the_parent_lacks_too),
		FAKE_TEST(t_engine_fault_no_run_begins_beside_the_probe),
		FAKE_TEST(t_engine_fault_a_pull_waits_for_the_gap),
		FAKE_TEST(t_engine_fault_a_stop_closes_the_run_and_ends_well),
		FAKE_TEST(t_engine_fault_outputs_go_oldest_first_samples_stay),
	};

	signal(SIGPIPE, SIG_IGN);
	return (cmocka_run_group_tests_name("engine_fault", tests, NULL,
	    NULL));
}
