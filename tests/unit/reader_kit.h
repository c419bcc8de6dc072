/*
 * reader_kit: one call a promise for tests of the readers.
 */
#ifndef TESTS_UNIT_READER_KIT_H
#define TESTS_UNIT_READER_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "proto/compat.h"
#include "proto/readers/reader.h"

/* Read text by name (NULL: by itself) with the tool's status. */
static inline void
reader_kit_read(struct reader_result *r, const char *name, const char *text,
    int status)
{
	assert_int_equal(reader_read(name, text, strlen(text), status, r), 0);
}

/* The metric must be there, with this unit, and be exactly this. */
static inline void
reader_kit_metric(const struct reader_result *r, const char *name,
    const char *unit, double value)
{
	size_t	 i;

	for (i = 0; i < r->nmetrics; i++)
		if (strcmp(r->metrics[i].name, name) == 0) {
			assert_string_equal(r->metrics[i].unit, unit);
			assert_true(r->metrics[i].value == value);
			return;
		}
	fail_msg("no metric %s", name);
}

/* The fact must be there and read so. */
static inline void
reader_kit_fact(const struct reader_result *r, const char *key,
    const char *value)
{
	size_t	 i;

	for (i = 0; i < r->nfacts; i++)
		if (strcmp(r->facts[i].key, key) == 0) {
			assert_string_equal(r->facts[i].value, value);
			return;
		}
	fail_msg("no fact %s", key);
}

/* No metric may be called so. */
static inline void
reader_kit_lacks(const struct reader_result *r, const char *name)
{
	size_t	 i;

	for (i = 0; i < r->nmetrics; i++)
		assert_string_not_equal(r->metrics[i].name, name);
}

/* Some note must hold these words. */
static inline void
reader_kit_note(const struct reader_result *r, const char *words)
{
	size_t	 i;

	for (i = 0; i < r->nnotes; i++)
		if (strstr(r->notes[i], words) != NULL)
			return;
	fail_msg("no note holds '%s'", words);
}

/* Read by itself and look at outcome and number of metrics. */
#define READER_KIT_OUTCOME(text, status, outcome_, nmetrics_) do {	\
	struct reader_result	 kit;					\
									\
	reader_kit_read(&kit, NULL, text, status);			\
	assert_int_equal(kit.outcome, outcome_);			\
	assert_int_equal(kit.nmetrics, nmetrics_);			\
	reader_clear(&kit);						\
} while (0)

#endif
