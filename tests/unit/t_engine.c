/*
 * t_engine: what is asked is answered, and a job comes to its end.
 */
#include "tests/unit/fake.h"

static void
t_engine_bad_asks_are_named_exactly(void **state)
{
	static const struct {
		enum request_method	 method;
		const char		*params;
		enum error_code		 code;
		const char		*message;
	} cases[] = {
		{ REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"helo\"}",
		    ERROR_UNKNOWN_RECIPE,
		    "no recipe 'helo'; did you mean 'hello'?" },
		{ REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\","
		    "\"levels\":[{\"name\":\"jobs\",\"values\":[\"0\"]}]}",
		    ERROR_BAD_LEVEL,
		    "parameter jobs: 0 is below 1 (1 to 256)" },
		{ REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\","
		    "\"levels\":[{\"name\":\"jobs\",\"values\":[\"2\","
		    "\"02\"]}]}", ERROR_BAD_LEVEL,
		    "parameter jobs: 2 is listed twice" },
		{ REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\","
		    "\"levels\":[{\"name\":\"job\",\"values\":[\"1\"]}]}",
		    ERROR_UNKNOWN_PARAMETER,
		    "recipe hello has no parameter 'job'; did you mean 'jobs'?" },
		{ REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\","
		    "\"states\":[\"basf\"]}", ERROR_UNKNOWN_STATE,
		    "no state 'basf'; did you mean 'base'?" },
		{ REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\","
		    "\"boots\":2}", ERROR_UNSUPPORTED,
		    "boots: this host does not reboot yet; 1 is what it can do" },
		{ REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\","
		    "\"runs\":100000}", ERROR_JOB_TOO_LARGE,
		    "more than 100000 runs in one job" },
		{ REQUEST_JOB_SHOW, "{\"job\":\"none\"}", ERROR_UNKNOWN_JOB,
		    "no job 'none' on this host" },
		{ REQUEST_RECIPE_LIST, "{\"recipe\":\"hallo\"}",
		    ERROR_UNKNOWN_RECIPE,
		    "no recipe 'hallo'; did you mean 'hello'?" },
		{ REQUEST_RUN_LOG, "{\"run\":3}", ERROR_INVALID_PARAMS,
		    "run.log: a slot's number needs its job" },
		{ REQUEST_LEASE_LIST, "{}", ERROR_UNSUPPORTED,
		    "this host gives no leases yet; host.pause keeps runs away" },
	};
	size_t	i;

	(void)state;
	for (i = 0; i < nitems(cases); i++) {
		fake_ask(cases[i].method, cases[i].params);
		fake_refused(cases[i].code, cases[i].message);
	}
	assert_int_equal(fake.begun, 0);
}

static void
t_engine_hello_and_status_say_who_is_here(void **state)
{
	(void)state;
	fake_ask(REQUEST_HOST_HELLO, "{\"versions\":[1,1],\"program\":\"t\"}");
	assert_int_equal(fake.error, 0);
	assert_string_equal(fake_text("name"), "elm");
	assert_string_equal(fake_text("machine"), "box-1");
	assert_string_equal(fake_text("role"), "admin");
	assert_int_equal(strlen(fake_text("host")), 32);
	assert_int_equal(fake_int("version"), 1);
	assert_int_equal(fake_int("limits.line_bytes"), 262144);
	fake_ask(REQUEST_HOST_STATUS, "{}");
	assert_string_equal(fake_text("activity"), "idle");
	assert_true(json_is_null(fake_at("now")));
	assert_string_equal(fake_text("what.sched"), "ULE");
	fake_ask(REQUEST_HOST_FACTS, "{}");
	assert_string_equal(fake_text("facts.arch"), "amd64");
}

static void
t_engine_a_dry_run_plans_and_leaves_nothing(void **state)
{
	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"d\",\"recipe\":\"hello\","
	    "\"levels\":[{\"name\":\"jobs\",\"values\":[\"1\",\"2\"]}],"
	    "\"runs\":2,\"order\":\"interleave\",\"dry_run\":true}");
	assert_int_equal(fake.error, 0);
	assert_int_equal(fake_int("slots"), 6);
	assert_string_equal(fake_text("cells.1"), "jobs=2");
	assert_int_equal(fake_int("plan.5.block"), 2);
	assert_string_equal(fake_text("plan.5.cell"), "jobs=2");
	assert_true(json_is_true(fake_at("plan.1.warmup")));
	fake_ask(REQUEST_JOB_LIST, "{}");
	assert_int_equal(json_array_size(fake_at("jobs")), 0);
}

/* Two levels, one warm-up each, two runs each: six runs, then the end. */
static void
t_engine_a_job_runs_whole_and_is_there_after(void **state)
{
	char	levels[8][16];
	int	i;

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"night\",\"recipe\":\"hello\","
	    "\"levels\":[{\"name\":\"jobs\",\"values\":[\"1\",\"2\"]}],"
	    "\"runs\":2,\"order\":\"interleave\",\"labels\":{\"k\":\"v\"}}");
	assert_int_equal(fake.error, 0);
	assert_true(json_is_true(fake_at("created")));
	assert_int_equal(fake_int("slots"), 6);
	fake_ask(REQUEST_JOB_WATCH, "{\"job\":\"night\"}");
	assert_string_equal(fake_text("state"), "running");
	for (i = 1; i <= 6; i++) {
		fake_until(&fake.begun, i);
		strlcpy(levels[i], fake.levels, sizeof(levels[i]));
		assert_int_equal(fake.begin.warmup, i <= 2);
		assert_int_equal(fake.begin.first_of_job, i == 1);
		fake_run(i * 100);
	}
	assert_string_equal(levels[5], "jobs=1");
	assert_string_equal(levels[6], "jobs=2");
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_JOB_SHOW, "{\"job\":\"night\"}");
	assert_string_equal(fake_text("state"), "done");
	assert_string_equal(fake_text("labels.k"), "v");
	assert_int_equal(fake_int("slots_done"), 6);
	assert_int_equal(fake_int("cells.1.planned"), 2);
	assert_int_equal(fake_int("cells.1.complete"), 2);
	assert_int_equal(fake_int("cells.1.missing"), 0);
	fake_ask(REQUEST_RUN_LIST, "{\"job\":\"night\"}");
	assert_int_equal(json_array_size(fake_at("runs")), 6);
	assert_string_equal(fake_text("runs.5.outcome"), "complete");
	assert_true(json_real_value(fake_at("runs.5.samples.real")) == 0.6);
	assert_true(json_real_value(fake_at("runs.5.samples.maxrss")) == 2048);
	fake_ask(REQUEST_RUN_LOG, "{\"job\":\"night\",\"run\":3}");
	assert_string_equal(fake_text("data"), "aGVsbG8K");	/* hello\n */
	assert_string_equal(fake_text("steps.0.kind"), "command");
	assert_string_equal(json_string_value(json_object_get(json_object_get(
	    fake.event[fake.nevents - 1], "params"), "kind")), "job-done");
	assert_int_equal(fake.nevents, 7);
}

static void
t_engine_an_id_is_a_job_once(void **state)
{
	static const char	same[] = "{\"job\":\"x\",\"recipe\":\"hello\"}";
	char			uid[33];

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, same);
	strlcpy(uid, fake_text("job"), sizeof(uid));
	fake_ask(REQUEST_JOB_SUBMIT, same);
	assert_int_equal(fake.error, 0);
	assert_true(json_is_false(fake_at("created")));
	assert_string_equal(fake_text("job"), uid);
	/* Also when the engine was killed between the two. */
	fake_end(SIGKILL);
	fake_start();
	fake_ask(REQUEST_JOB_SUBMIT, same);
	assert_string_equal(fake_text("job"), uid);
	fake_ask(REQUEST_JOB_SUBMIT,
	    "{\"job\":\"x\",\"recipe\":\"hello\",\"runs\":9}");
	fake_refused(ERROR_JOB_DIFFERS,
	    "job 'x' was submitted before with other content");
	/* Another client's id is another job. */
	fake_ask_as("ellen", ROLE_SUBMIT, REQUEST_JOB_SUBMIT, same);
	assert_true(json_is_true(fake_at("created")));
	fake_ask(REQUEST_JOB_LIST, "{}");
	assert_int_equal(json_array_size(fake_at("jobs")), 2);
}

static void
t_engine_a_job_is_cancelled_queued_and_running(void **state)
{
	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\"}");
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"b\",\"recipe\":\"hello\"}");
	fake_until(&fake.begun, 1);
	fake_ask_as("ellen", ROLE_SUBMIT, REQUEST_JOB_CANCEL,
	    "{\"job\":\"b\"}");
	fake_refused(ERROR_NOT_YOURS,
	    "another client's job; its submitter or an admin may");
	fake_ask(REQUEST_JOB_CANCEL, "{\"job\":\"b\"}");
	assert_string_equal(fake_text("state"), "cancelled");
	assert_int_equal(fake.job_ends, 1);
	fake_ask(REQUEST_JOB_CANCEL, "{\"job\":\"a\"}");
	fake_until(&fake.cancels, 1);
	fake_done(RUN_CANCELLED, "cancelled");
	fake_until(&fake.job_ends, 2);
	fake_ask(REQUEST_RUN_LIST, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("runs.0.outcome"), "cancelled");
	fake_while(50);
	assert_int_equal(fake.begun, 1);
	fake_ask(REQUEST_JOB_CANCEL, "{\"job\":\"a\"}");
	fake_refused(ERROR_JOB_ENDED,
	    "the job has ended already: cancelled");
}

static void
t_engine_what_failed_is_retried_on_request_only(void **state)
{
	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\","
	    "\"runs\":2,\"warmups\":0}");
	fake_until(&fake.begun, 1);
	fake_done(RUN_FAILED, "exit status 1: make");
	fake_until(&fake.begun, 2);
	fake_run(10);
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_JOB_SHOW, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("state"), "failed");
	assert_string_equal(fake_text("reason"), "1 of 2 runs are not "
	    "complete; first jobs=4: failed, exit status 1: make");
	fake_ask(REQUEST_JOB_RETRY, "{\"job\":\"a\"}");
	assert_int_equal(fake_int("slots"), 1);
	fake_until(&fake.begun, 3);
	fake_run(10);
	fake_until(&fake.job_ends, 2);
	fake_ask(REQUEST_JOB_SHOW, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("state"), "done");
	assert_int_equal(fake_int("cells.0.complete"), 2);
	fake_ask(REQUEST_JOB_RETRY, "{\"job\":\"a\"}");
	assert_int_equal(fake_int("slots"), 0);
}

/* A page holds what its runs refer to, by uid and digest. */
static void
t_engine_pages_are_whole_and_go_on(void **state)
{
	char	incarnation[33], params[128];

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"hello\","
	    "\"runs\":1,\"warmups\":0}");
	fake_until(&fake.begun, 1);
	fake_run(10);
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_PULL_CHANGES, "{}");
	assert_int_equal(fake.error, 0);
	strlcpy(incarnation, fake_text("incarnation"), sizeof(incarnation));
	assert_true(json_is_false(fake_at("more")));
	assert_int_equal(json_array_size(fake_at("tables.run.rows")), 1);
	assert_int_equal(json_array_size(fake_at("tables.slot.rows")), 1);
	assert_int_equal(json_array_size(fake_at("tables.cell.rows")), 1);
	assert_int_equal(json_array_size(fake_at("tables.job.rows")), 1);
	assert_int_equal(json_array_size(fake_at("tables.host.rows")), 1);
	assert_int_equal(json_array_size(fake_at("tables.boot.rows")), 1);
	assert_int_equal(json_array_size(fake_at("tables.recipe.rows")), 1);
	assert_int_equal(json_array_size(fake_at("tables.fact.rows")), 3);
	assert_int_equal(json_array_size(fake_at("tables.sample.run")), 10);
	assert_int_equal(json_array_size(fake_at("tables.metric.rows")), 10);
	assert_string_equal(fake_text("tables.run.columns.1"), "slot");
	assert_string_equal(fake_text("tables.run.rows.0.1"),
	    fake_text("tables.slot.rows.0.0"));
	snprintf(params, sizeof(params),
	    "{\"incarnation\":\"%s\",\"after\":%lld}", incarnation,
	    fake_int("next"));
	fake_ask(REQUEST_PULL_CHANGES, params);
	assert_int_equal(fake.error, 0);
	assert_int_equal(json_array_size(fake_at("tables.run.rows")), 0);
	snprintf(params, sizeof(params),
	    "{\"incarnation\":\"%s\",\"after\":%d}", incarnation, 1000);
	fake_ask(REQUEST_PULL_CHANGES, params);
	assert_int_equal(fake.error, ERROR_RESTORED);
	fake_ask(REQUEST_PULL_CHANGES, "{\"incarnation\":"
	    "\"00000000000000000000000000000000\",\"after\":1}");
	assert_int_equal(fake.error, ERROR_RESTORED);
}

static void
t_engine_a_reader_judges_what_was_printed(void **state)
{
	struct run_answer	answer;

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"a\",\"recipe\":\"cpu\","
	    "\"runs\":1,\"warmups\":0}");
	fake_until(&fake.begun, 1);
	answer = fake_answer(10);
	fake_command(&answer, "nothing that sysbench prints\n");
	fake_done(RUN_COMPLETE, "");
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_RUN_LIST, "{\"job\":\"a\"}");
	assert_string_not_equal(fake_text("runs.0.outcome"), "complete");
	fake_ask(REQUEST_JOB_SHOW, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("state"), "failed");
}

int
main(void)
{
	const struct CMUnitTest	tests[] = {
		FAKE_TEST(t_engine_bad_asks_are_named_exactly),
		FAKE_TEST(t_engine_hello_and_status_say_who_is_here),
		FAKE_TEST(t_engine_a_dry_run_plans_and_leaves_nothing),
		FAKE_TEST(t_engine_a_job_runs_whole_and_is_there_after),
		FAKE_TEST(t_engine_an_id_is_a_job_once),
		FAKE_TEST(t_engine_a_job_is_cancelled_queued_and_running),
		FAKE_TEST(t_engine_what_failed_is_retried_on_request_only),
		FAKE_TEST(t_engine_pages_are_whole_and_go_on),
		FAKE_TEST(t_engine_a_reader_judges_what_was_printed),
	};

	signal(SIGPIPE, SIG_IGN);
	return (cmocka_run_group_tests_name("engine", tests, NULL, NULL));
}
