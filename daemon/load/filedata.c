/*
 * filedata: what a block of a test file holds, so that it can be told.
 *
 * Every 512 bytes say where they belong (file and position), which write put
 * them there (a stamp), and end in a sum over all of it.  A block that was
 * lost, moved, torn, stale or bent does not check.
 */
#include "daemon/load/load.h"

#define FILEDATA_WORDS	64	/* of 8 bytes: the smallest block */
#define FILEDATA_STEP	UINT64_C(0x9e3779b97f4a7c15)

/* The place of a sector; files are below 2^16. */
static uint64_t
filedata_place(uint64_t file, uint64_t pos)
{
	return (file << 48 | pos / (FILEDATA_WORDS * sizeof(uint64_t)));
}

/* The sum over all words of a sector but the last; position counts. */
static uint64_t
filedata_sum(const uint64_t *word)
{
	uint64_t	 a, b;
	size_t		 i;

	for (i = 0, a = 0, b = 0; i < FILEDATA_WORDS - 2; i += 2) {
		a = (a << 1 | a >> 63) + word[i];
		b = (b << 1 | b >> 63) + word[i + 1];
	}
	return (random_mix(a + word[i]) ^ b);
}

/* Make size bytes, a multiple of 512, for pos of file. */
void
filedata_fill(void *buf, size_t size, uint64_t file, uint64_t pos,
    uint64_t stamp)
{
	uint64_t	*end, *word, x;
	size_t		 i;

	word = buf;
	for (end = word + size / sizeof(*word); word < end;
	    word += FILEDATA_WORDS) {
		word[0] = filedata_place(file, pos);
		word[1] = stamp;
		x = random_mix(word[0] ^ stamp);
		for (i = 2; i < FILEDATA_WORDS - 1; i++)
			word[i] = x += FILEDATA_STEP;
		word[i] = filedata_sum(word);
		pos += FILEDATA_WORDS * sizeof(*word);
	}
}

/*
 * Are these size bytes what was written to pos of file?  By the write of that
 * stamp, or (0) by any.
 */
bool
filedata_check(const void *buf, size_t size, uint64_t file, uint64_t pos,
    uint64_t stamp)
{
	const uint64_t	*end, *word;

	word = buf;
	for (end = word + size / sizeof(*word); word < end;
	    word += FILEDATA_WORDS) {
		if (word[0] != filedata_place(file, pos) ||
		    (stamp != 0 && word[1] != stamp) ||
		    word[FILEDATA_WORDS - 1] != filedata_sum(word))
			return (false);
		pos += FILEDATA_WORDS * sizeof(*word);
	}
	return (true);
}
