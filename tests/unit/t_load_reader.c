/*
 * t_load_reader: the reader of benchload keeps the longest options there are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "proto/readers/reader.h"

/* As benchload 1.0 prints it, with every option of fileio. */
static const char	 t_json[] =
"{\"schema\": \"benchload/1\", \"version\": \"1.0\", \"test\": \"fileio\", "
"\"command\": \"run\", \"work\": 1, \"compiler\": \"gcc\", "
"\"compiler_version\": \"12.2.0\", \"flags\": \"-O2 -g\", "
"\"arch\": \"amd64\", \"abi\": \"LP64\", \"threads\": 2,\n"
" \"options\": {\"threads\": \"2\", \"events\": \"1000\", \"time\": \"10\", "
"\"warmup-time\": \"0\", \"rate\": \"0\", \"report-interval\": \"0\", "
"\"percentile\": \"95\", \"histogram\": \"off\", \"rand-seed\": \"1\", "
"\"validate\": \"on\", \"file-num\": \"128\", "
"\"file-total-size\": \"2147483648\", \"file-block-size\": \"16384\", "
"\"file-test-mode\": \"rndrw\", \"file-io-mode\": \"sync\", "
"\"file-extra-flags\": \"sync,dsync,direct\", "
"\"file-fsync-freq\": \"100\", \"file-fsync-all\": \"off\", "
"\"file-fsync-end\": \"on\", \"file-fsync-mode\": \"fdatasync\", "
"\"file-merged-requests\": \"0\", \"file-rw-ratio\": \"1.5\"},\n"
" \"outcome\": \"complete\", \"proof\": \"all of it\", \n"
" \"metrics\": [\n"
"  {\"name\": \"file_reads_per_sec\", \"unit\": \"1/s\", "
"\"better\": \"higher\", \"value\": 12.5},\n"
"  {\"name\": \"total_time\", \"unit\": \"s\", \"better\": \"lower\", "
"\"value\": 0.25}]}\n";

static void
every_option_of_fileio_is_read(void **state)
{
	struct reader_result	 r;

	(void)state;
	assert_int_equal(reader_read("benchload", t_json, sizeof(t_json) - 1,
	    0, &r), 0);
	assert_int_equal(r.outcome, READER_COMPLETE);
	assert_string_equal(r.test, "fileio");
	assert_int_equal(r.threads, 2);
	assert_int_equal(r.nmetrics, 2);
	assert_string_equal(r.metrics[0].name, "file_reads_per_sec");
	assert_true(r.metrics[0].value == 12.5);
	assert_true(r.metrics[0].better == READER_HIGHER);
	assert_string_equal(r.metrics[1].name, "total_time");
	assert_true(r.metrics[1].value == 0.25);
	assert_true(strlen(r.options) > 256);
	assert_non_null(strstr(r.options,
	    "file-extra-flags=sync,dsync,direct"));
	assert_non_null(strstr(r.options, "warmup-time=0"));
	assert_int_equal(r.nnotes, 0);
	reader_clear(&r);
}

int
main(void)
{
	static const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(every_option_of_fileio_is_read),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
