/*
 * fuzz_reader: any bytes for every reader.
 *
 * The first byte of the input chooses the reader (or all in turn), the
 * second the exit status; the rest is the output to read.  Whatever it is,
 * the result keeps what reader.h promises of it.
 */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "proto/compat.h"
#include "proto/readers/reader.h"
#include "proto/utf8.h"

#define FUZZ_FIRST	'a'	/* so that seeds are text: a is reader 0 */

int	 LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/* A text of the result: ended within its room, printable. */
static void
fuzz_check_text(const char *text, size_t size)
{
	assert(memchr(text, '\0', size) != NULL);
	assert(utf8_is_text(text, strlen(text)));
}

/* What reader.h promises, for any bytes. */
static void
fuzz_check(const struct reader_result *r)
{
	size_t	 i;

	assert(strcmp(reader_outcome_name(r->outcome), "") != 0);
	assert(r->nmetrics <= READER_METRICS_MAX);
	assert(r->nfacts <= READER_FACTS_MAX);
	assert(r->nnotes <= READER_NOTES_MAX);
	assert(r->threads >= 0);
	assert(r->reader != NULL || r->nmetrics + r->nfacts == 0);
	assert(r->outcome != READER_COMPLETE || r->nmetrics + r->nfacts > 0);
	fuzz_check_text(r->tool, sizeof(r->tool));
	fuzz_check_text(r->version, sizeof(r->version));
	fuzz_check_text(r->test, sizeof(r->test));
	fuzz_check_text(r->options, sizeof(r->options));
	for (i = 0; i < r->nmetrics; i++) {
		fuzz_check_text(r->metrics[i].name, READER_NAME_BYTES);
		fuzz_check_text(r->metrics[i].unit, READER_UNIT_BYTES);
		assert(r->metrics[i].name[0] != '\0');
		assert(isfinite(r->metrics[i].value));
		assert(isfinite(r->metrics[i].resolution));
		assert(r->metrics[i].resolution >= 0);
	}
	for (i = 0; i < r->nfacts; i++) {
		fuzz_check_text(r->facts[i].key, READER_NAME_BYTES);
		fuzz_check_text(r->facts[i].unit, READER_UNIT_BYTES);
		fuzz_check_text(r->facts[i].value, READER_TEXT_BYTES);
	}
	for (i = 0; i < r->nnotes; i++)
		fuzz_check_text(r->notes[i], READER_TEXT_BYTES);
}

/* One input; see above. */
int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct reader_result	 r;
	const char		*name;

	if (len < 2)
		return (0);
	name = bytes[0] < FUZZ_FIRST ? NULL :
	    reader_name(bytes[0] - FUZZ_FIRST);
	assert(reader_read(name, bytes + 2, len - 2,
	    bytes[1] == ' ' ? READER_EXIT_UNKNOWN : bytes[1] - '0', &r) == 0);
	fuzz_check(&r);
	reader_clear(&r);
	return (0);
}
