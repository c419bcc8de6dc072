/*
 * t_taint: each rule below, at and above its threshold; unknown is nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/taint.h"
#include "proto/compat.h"

/* A run of 100 s on 4 CPUs in which one figure is not 0. */
static const struct {
	enum evidence_key	 key;
	int64_t			 value;
	const char		*taint;		/* NULL: none */
	enum taint_cause	 cause;
} t_taint_cases[] = {
	/* 0.1 s and 0.1% of 100 s: at 0.2 s nothing, above it. */
	{ EVIDENCE_CLOCK_STEP_US, 199999, NULL, TAINT_OUTSIDE },
	{ EVIDENCE_CLOCK_STEP_US, 200000, NULL, TAINT_OUTSIDE },
	{ EVIDENCE_CLOCK_STEP_US, 200001, "clock-step", TAINT_OUTSIDE },
	{ EVIDENCE_CLOCK_STEP_US, -200001, "clock-step", TAINT_OUTSIDE },
	/* 1% of 400 CPU seconds, and a tick of 10 ms on each of 4 CPUs. */
	{ EVIDENCE_CPU_STEAL_US, 4039999, NULL, TAINT_OUTSIDE },
	{ EVIDENCE_CPU_STEAL_US, 4040000, NULL, TAINT_OUTSIDE },
	{ EVIDENCE_CPU_STEAL_US, 4040001, "steal", TAINT_OUTSIDE },
	{ EVIDENCE_THROTTLES, 0, NULL, TAINT_FACTOR },
	{ EVIDENCE_THROTTLES, 1, "throttled", TAINT_FACTOR },
	{ EVIDENCE_SWAPINS, 0, NULL, TAINT_FACTOR },
	{ EVIDENCE_SWAPINS, 1, "swap", TAINT_FACTOR },
	{ EVIDENCE_SWAPOUTS, 1, "swap", TAINT_FACTOR },
};

/* The answer with nothing in it. */
static struct run_answer
t_taint_answer(void)
{
	struct run_answer	answer;

	memset(&answer, 0, sizeof(answer));
	answer.real_ns = 100000000000;
	memset(answer.before.known, 1, sizeof(answer.before.known));
	memset(answer.after.known, 1, sizeof(answer.after.known));
	return (answer);
}

static void
t_taint_rules_hold_below_at_and_above(void **state)
{
	struct run_answer	answer;
	struct taint		taints[TAINT_MAX];
	size_t			i, n;

	(void)state;
	for (i = 0; i < nitems(t_taint_cases); i++) {
		answer = t_taint_answer();
		/* Not from 0: the difference counts, not the counter. */
		answer.before.value[t_taint_cases[i].key] = 5000000;
		answer.after.value[t_taint_cases[i].key] = 5000000 +
		    t_taint_cases[i].value;
		n = taint_judge(&answer, 4, taints);
		assert_int_equal(n, t_taint_cases[i].taint != NULL);
		if (n == 0)
			continue;
		assert_string_equal(taints[0].key, t_taint_cases[i].taint);
		assert_int_equal(taints[0].cause, t_taint_cases[i].cause);
	}
}

static void
t_taint_what_could_not_be_read_taints_nothing(void **state)
{
	struct run_answer	answer;
	struct taint		taints[TAINT_MAX];
	size_t			i;

	(void)state;
	for (i = 0; i < nitems(t_taint_cases); i++) {
		answer = t_taint_answer();
		answer.after.value[t_taint_cases[i].key] = 1000000000;
		answer.before.known[t_taint_cases[i].key] = 0;
		assert_int_equal(taint_judge(&answer, 4, taints), 0);
	}
}

static void
t_taint_the_outlived_are_named(void **state)
{
	struct run_answer	answer;
	struct taint		taints[TAINT_MAX];

	(void)state;
	answer = t_taint_answer();
	answer.noutlived = 2;
	strlcpy(answer.outlived[0], "gmake", sizeof(answer.outlived[0]));
	strlcpy(answer.outlived[1], "daemon", sizeof(answer.outlived[1]));
	assert_int_equal(taint_judge(&answer, 4, taints), 1);
	assert_string_equal(taints[0].key, "outlived");
	assert_string_equal(taints[0].detail, "gmake daemon");
	assert_true(taints[0].figure == 2);
	assert_int_equal(taints[0].cause, TAINT_FACTOR);
}

static void
t_taint_work_differs_by_names_or_a_thousandth(void **state)
{
	static const struct {
		int	 same_names;
		int64_t	 bytes, usual;
		int	 unequal;
	} cases[] = {
		{ 1, 1000000, 1000000, 0 },
		{ 1, 1001000, 1000000, 0 },
		{ 1, 1001001, 1000000, 1 },
		{ 1, 999000, 1000000, 0 },
		{ 1, 998999, 1000000, 1 },
		{ 0, 1000000, 1000000, 1 },
		{ 1, 0, 0, 0 },
		{ 1, 1, 0, 1 },
	};
	static const uint8_t	names[32] = { 1 }, others[32] = { 2 };
	struct taint		taint;
	size_t			i;

	(void)state;
	for (i = 0; i < nitems(cases); i++)
		assert_int_equal(taint_work(cases[i].same_names ? names :
		    others, cases[i].bytes, names, cases[i].usual, &taint),
		    cases[i].unequal);
}

int
main(void)
{
	const struct CMUnitTest	tests[] = {
		cmocka_unit_test(t_taint_rules_hold_below_at_and_above),
		cmocka_unit_test(t_taint_what_could_not_be_read_taints_nothing),
		cmocka_unit_test(t_taint_the_outlived_are_named),
		cmocka_unit_test(t_taint_work_differs_by_names_or_a_thousandth),
	};

	return (cmocka_run_group_tests_name("taint", tests, NULL, NULL));
}
