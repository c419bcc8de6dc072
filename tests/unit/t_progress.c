/*
 * t_progress: what a line of progress promises, by jobs told event by event.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/progress.h"

#define S	1000000LL

/* A job of two cells, two counted runs and one warm-up each; begun at 100 s. */
static const char *const progress_job_text =
    "{'state': 'running', 'slots': 6, 'slots_done': %d, 'started_us': "
    "100000000, 'cells': [{'levels': 'jobs=1', 'planned': 2, 'complete': 0},"
    " {'levels': 'jobs=2', 'planned': 2, 'complete': 0}], 'now': null}";

/* JSON with ' for "; the caller decrefs. */
static json_t *
progress_read(const char *fmt, ...)
{
	va_list	 ap;
	char	 text[2048];
	json_t	*value;
	size_t	 i;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	for (i = 0; text[i] != '\0'; i++)
		if (text[i] == '\'')
			text[i] = '"';
	value = json_loads(text, 0, NULL);
	assert_non_null(value);
	return (value);
}

/* The job as it begins. */
static void
progress_begin(struct progress *p, int done, int64_t now_us)
{
	json_t	*job;

	memset(p, 0, sizeof(*p));
	job = progress_read(progress_job_text, done);
	progress_job(p, job, now_us);
	json_decref(job);
}

/* A run begins to be timed. */
static void
progress_starts(struct progress *p, const char *levels, int warmup,
    long long at_s)
{
	json_t	*params;

	params = progress_read("{'kind': 'run-phase', 'at_us': %lld, 'now': "
	    "{'levels': '%s', 'warmup': %s, 'phase': 'timed', 'phase_us': "
	    "%lld, 'runs': 6}}", at_s * S, levels, warmup ? "true" : "false",
	    at_s * S);
	progress_event(p, params);
	json_decref(params);
}

/* And has ended. */
static void
progress_ends(struct progress *p, const char *levels, int warmup,
    const char *outcome, int done, long long at_s)
{
	json_t	*params;

	params = progress_read("{'kind': 'run-done', 'at_us': %lld, "
	    "'slots_done': %d, 'run': {'levels': '%s', 'warmup': %s, "
	    "'outcome': '%s'}}", at_s * S, done, levels,
	    warmup ? "true" : "false", outcome);
	progress_event(p, params);
	json_decref(params);
}

/* Before a run has ended nobody knows what is left. */
static void
progress_knows_nothing_before_a_run(void **state)
{
	struct progress	 p;

	(void)state;
	progress_begin(&p, 0, 100 * S);
	assert_int_equal(progress_left_us(&p, 0), -1);
	progress_starts(&p, "jobs=1", 1, 100);
	assert_int_equal(progress_left_us(&p, 5 * S), -1);
	progress_clear(&p);
}

/* A cell is expected to take what it took, another what all took. */
static void
progress_expects_of_a_cell_what_it_took(void **state)
{
	struct progress	 p;

	(void)state;
	progress_begin(&p, 0, 100 * S);
	progress_ends(&p, "jobs=1", 1, "complete", 1, 140);	/* 40 s */
	progress_ends(&p, "jobs=2", 1, "complete", 2, 160);	/* 20 s */
	/* Two of 40 s and two of 20 s are left. */
	assert_int_equal(progress_left_us(&p, 0), 120 * S);
	progress_starts(&p, "jobs=2", 0, 160);
	assert_int_equal(progress_left_us(&p, 15 * S), 105 * S);
	/* One that lasts longer than it used to takes from no other. */
	assert_int_equal(progress_left_us(&p, 90 * S), 100 * S);
	progress_ends(&p, "jobs=2", 0, "complete", 3, 180);
	assert_int_equal(progress_left_us(&p, 0), 100 * S);
	progress_clear(&p);
}

/* Who comes late knows the average of what was before. */
static void
progress_begins_late_with_the_average(void **state)
{
	struct progress	 p;

	(void)state;
	progress_begin(&p, 2, 160 * S);		/* 2 runs in 60 s */
	assert_int_equal(progress_left_us(&p, 0), 4 * 30 * S);
	progress_clear(&p);
}

/* A run that failed is done, but is not one of its cell's. */
static void
progress_counts_what_is_complete(void **state)
{
	struct progress	 p;
	char		 text[512];

	(void)state;
	progress_begin(&p, 0, 100 * S);
	progress_ends(&p, "jobs=1", 0, "failed", 1, 110);
	progress_ends(&p, "jobs=1", 0, "complete", 2, 120);
	progress_starts(&p, "jobs=1", 0, 120);
	assert_non_null(strstr(progress_line(&p, 0, text, sizeof(text)),
	    "2/6  jobs=1 run 2/2"));
	progress_clear(&p);
}

/* The line, to the letter. */
static void
progress_line_says_how_far_it_is(void **state)
{
	struct progress	 p;
	char		 text[512];

	(void)state;
	progress_begin(&p, 0, 100 * S);
	assert_string_equal(progress_line(&p, 0, text, sizeof(text)),
	    "[--------------------]   0/6  between two runs");
	progress_starts(&p, "jobs=1", 1, 100);
	assert_string_equal(progress_line(&p, 72 * S, text, sizeof(text)),
	    "[--------------------]   0/6  jobs=1 warm-up      1m12s");
	progress_ends(&p, "jobs=1", 1, "complete", 3, 220);	/* 120 s */
	progress_starts(&p, "jobs=2", 0, 220);
	assert_string_equal(progress_line(&p, 9 * S, text, sizeof(text)),
	    "[##########----------]   3/6  jobs=2 run 1/2         9s"
	    "   about 6m left");
	progress_clear(&p);
}

/* No estimate is finer than it is known. */
static void
progress_about_is_coarse(void **state)
{
	static const struct {
		int64_t		 us;
		const char	*text;
	} cases[] = {
		{ 0, "a few seconds" }, { 9 * S, "a few seconds" },
		{ 41 * S, "about 40s" }, { 43 * S, "about 45s" },
		{ 95 * S, "about 2m" }, { 19 * 60 * S, "about 19m" },
		{ 3600 * S, "about 1h00m" },
		{ (2 * 3600 + 12 * 60) * S, "about 2h10m" },
		{ 3 * 86400 * S, "about 3 days" }
	};
	char	 text[48];
	size_t	 i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(progress_about(cases[i].us, text,
		    sizeof(text)), cases[i].text);
}

/* What a host says wrongly makes no line fall over. */
static void
progress_takes_any_event(void **state)
{
	static const char *const	 texts[] = {
		"{}", "{'kind': 3}", "{'kind': 'run-done'}",
		"{'kind': 'run-phase', 'now': 'x'}",
		"{'kind': 'run-done', 'slots_done': 99999, 'run': []}",
		"{'kind': 'run-done', 'slots_done': -7, 'run': null}",
		"{'kind': 'job-done', 'state': null}"
	};
	struct progress			 p;
	json_t				*params;
	char				 text[512];
	size_t				 i;

	(void)state;
	progress_begin(&p, 0, 100 * S);
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		params = progress_read("%s", texts[i]);
		progress_event(&p, params);
		json_decref(params);
		assert_true(strlen(progress_line(&p, 0, text,
		    sizeof(text))) >= 22);
	}
	progress_event(&p, NULL);
	progress_clear(&p);
}

/* Run them. */
int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(progress_knows_nothing_before_a_run),
		cmocka_unit_test(progress_expects_of_a_cell_what_it_took),
		cmocka_unit_test(progress_begins_late_with_the_average),
		cmocka_unit_test(progress_counts_what_is_complete),
		cmocka_unit_test(progress_line_says_how_far_it_is),
		cmocka_unit_test(progress_about_is_coarse),
		cmocka_unit_test(progress_takes_any_event)
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
