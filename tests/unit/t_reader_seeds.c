/*
 * Every seed of the readers' fuzzer, and each of its heads, read without
 * libFuzzer: what once broke a reader stays mended.
 */
#include <sys/types.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz_reader.c"

#define SEEDS_DIR	"tests/fuzz/seeds/fuzz_reader"
#define SEEDS_BYTES	8192

static void
every_seed_and_each_of_its_heads_keeps_the_promises(void **state)
{
	struct dirent	*entry;
	FILE		*fp;
	DIR		*dir;
	uint8_t		*head;
	char		 path[512];
	uint8_t		 bytes[SEEDS_BYTES];
	size_t		 cut, len, seeds;

	(void)state;
	dir = opendir(SEEDS_DIR);
	assert_non_null(dir);
	for (seeds = 0; (entry = readdir(dir)) != NULL; ) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", SEEDS_DIR,
		    entry->d_name);
		fp = fopen(path, "rb");
		assert_non_null(fp);
		len = fread(bytes, 1, sizeof(bytes), fp);
		fclose(fp);
		seeds++;
		/* a block of its own, so that reading beyond it is seen */
		for (cut = 0; cut <= len; cut += cut + 7 < len ? 7 : 1) {
			head = malloc(cut + 1);
			assert_non_null(head);
			memcpy(head, bytes, cut);
			LLVMFuzzerTestOneInput(head, cut);
			free(head);
		}
	}
	closedir(dir);
	assert_true(seeds >= 40);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(
		    every_seed_and_each_of_its_heads_keeps_the_promises),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
