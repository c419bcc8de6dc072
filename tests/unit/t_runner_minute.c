/*
 * t_runner_minute: a whole timed minute, because its two promises are about
 * one: nobody wakes in it, and at its end the output's size is looked at.
 */
#include "tests/unit/runner_kit.h"

/* 2 MiB at once, of 1 MiB allowed; then nothing happens for a long time. */
static void
too_much_output_ends_the_run_at_the_minute(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	kit.request.timed = 1;
	kit.request.output_max_bytes = 1 << 20;
	kit.request.watch[0] = getpid();
	kit_script(&kit, "yes | head -c 2097152; exec sleep 300.024");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_OUTPUT);
	assert_int_equal(answer.output_bytes, 2097152);
	assert_in_range(answer.real_ns / 1000000, 60000, 90000);
	assert_false(kit_alive("sleep 300.024"));
	/* Of the runner and of us, who wait: either kind of switch. */
	assert_true(answer.after.known[EVIDENCE_OWN_SWITCHES]);
	assert_in_range(answer.after.value[EVIDENCE_OWN_SWITCHES] -
	    answer.before.value[EVIDENCE_OWN_SWITCHES], 1, 10);
	assert_in_range(answer.after.value[EVIDENCE_OWN_CPU_US] -
	    answer.before.value[EVIDENCE_OWN_CPU_US], 0, 5000);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(too_much_output_ends_the_run_at_the_minute),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
