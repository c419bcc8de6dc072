/*
 * Every captured output of ours, cut after every byte: what is read of a
 * part is what is read of the whole, or nothing.  A digit that the cut took
 * away must not make a smaller number.
 *
 * Left out are outputs whose figures change their names when more follows
 * (several runs), that sum up to here (samples), or whose sums replace parts.
 */
#include <sys/types.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/reader_kit.h"

#define CUT_DIR		"tests/data/corpus"
#define CUT_BYTES	3000	/* of an output; longer ones take too long */

static const char *const	 cut_left_out[] = { "ministat", "-two",
	"-three", "-sum-of-", };

/* Read len bytes from a block that ends there. */
static void
cut_read(struct reader_result *r, const char *name, const char *bytes,
    size_t len)
{
	char	*block;

	block = malloc(len + 1);
	assert_non_null(block);
	memcpy(block, bytes, len);
	assert_int_equal(reader_read(name, block, len, READER_EXIT_UNKNOWN,
	    r), 0);
	free(block);
}

/* Each figure of the part must be one of the whole. */
static void
cut_compare(const struct reader_result *part, const struct reader_result *whole,
    const char *file, size_t cut)
{
	size_t	 i, k;

	for (i = 0; i < part->nmetrics; i++) {
		for (k = 0; k < whole->nmetrics; k++)
			if (strcmp(part->metrics[i].name,
			    whole->metrics[k].name) == 0)
				break;
		if (k == whole->nmetrics ||
		    part->metrics[i].value != whole->metrics[k].value)
			fail_msg("%s cut at %zu: %s is %g", file, cut,
			    part->metrics[i].name, part->metrics[i].value);
	}
}

/* One output; returns whether it was tried. */
static bool
cut_file(const char *file)
{
	struct reader_result	 part, whole;
	FILE			*fp;
	char			 path[512];
	char			 bytes[CUT_BYTES];
	size_t			 cut, i, len;

	for (i = 0; i < nitems(cut_left_out); i++)
		if (strstr(file, cut_left_out[i]) != NULL)
			return (false);
	snprintf(path, sizeof(path), "%s/%s", CUT_DIR, file);
	fp = fopen(path, "rb");
	assert_non_null(fp);
	len = fread(bytes, 1, sizeof(bytes), fp);
	fclose(fp);
	if (len == sizeof(bytes))
		return (false);
	cut_read(&whole, NULL, bytes, len);
	for (cut = 0; whole.reader != NULL && cut < len; cut++) {
		cut_read(&part, whole.reader, bytes, cut);
		cut_compare(&part, &whole, file, cut);
		reader_clear(&part);
	}
	reader_clear(&whole);
	return (true);
}

static void
a_cut_makes_no_smaller_number(void **state)
{
	struct dirent	*entry;
	DIR		*dir;
	size_t		 n, tried;

	(void)state;
	dir = opendir(CUT_DIR);
	assert_non_null(dir);
	for (tried = 0; (entry = readdir(dir)) != NULL; ) {
		n = strlen(entry->d_name);
		if (n > 4 && strcmp(entry->d_name + n - 4, ".txt") == 0)
			tried += cut_file(entry->d_name);
	}
	closedir(dir);
	assert_true(tried >= 40);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(a_cut_makes_no_smaller_number),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
