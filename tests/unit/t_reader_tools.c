/*
 * Outputs of single tools that are awkward: layouts and endings that the
 * corpus does not hold.  Figures are those of the text.
 */
#include "tests/unit/reader_kit.h"

#define UNKNOWN	READER_EXIT_UNKNOWN

static void
sysbench_sentinels_are_left_out_and_noted(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL,
	    "sysbench 0.4.12:  multi-threaded system evaluation benchmark\n"
	    "Test execution summary:\n"
	    "    total number of events:              8\n"
	    "    per-request statistics:\n"
	    "         min:                            18446744073709.55ms\n"
	    "         avg:                                  -nanms\n"
	    "         max:                                  6.77ms\n"
	    "         approx.  95 percentile:         10000000.00ms\n"
	    "Threads fairness:\n"
	    "    execution time (avg/stddev):   0.0035/inf\n", 0);
	assert_int_equal(r.outcome, READER_COMPLETE);
	assert_int_equal(r.nmetrics, 3);
	reader_kit_metric(&r, "latency_max", "ms", 6.77);
	reader_kit_metric(&r, "fairness_time_avg", "s", 0.0035);
	reader_kit_note(&r, "18446744073709.55 ms was not measured");
	reader_kit_note(&r, "10000000.00 ms was not measured");
	reader_kit_note(&r, "'inf' is no number");
	reader_clear(&r);
}

static void
figures_that_cannot_be_are_left_out_and_noted(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL, "0.26user -0.03system 0:00.97elapsed "
	    "30%CPU (0avgtext+0avgdata -1maxresident)k\n"
	    "18446744073709551615inputs+0outputs (0major+243minor)pagefaults "
	    "0swaps\n", 0);
	reader_kit_lacks(&r, "sys");
	reader_kit_lacks(&r, "max_rss");
	reader_kit_lacks(&r, "inputs");
	reader_kit_metric(&r, "minor_faults", "count", 243);
	reader_kit_note(&r, "'18446744073709551615' is impossible");
	reader_clear(&r);
}

static void
sysbench_huge_figures_are_kept_as_printed(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL, "sysbench 1.0.20 (using x)\n"
	    "CPU speed:\n    events per second: 1e308\n"
	    "General statistics:\n    total time: 1e999s\n", 0);
	reader_kit_metric(&r, "cpu_events_per_sec", "1/s", 1e308);
	assert_int_equal(r.nmetrics, 1);
	assert_int_equal(r.outcome, READER_TRUNCATED);
	reader_clear(&r);
}

static void
sysbench_mb_of_04_are_binary_bytes(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, "sysbench", "sysbench v0.4.5:  multi-threaded "
	    "system evaluation benchmark\n"
	    "Read 1.5Gb  Written 12Kb  Total transferred 1.5Gb  (3Gb/sec)\n",
	    0);
	assert_string_equal(r.version, "0.4.5");
	reader_kit_metric(&r, "file_read_amount", "GiB", 1.5);
	reader_kit_metric(&r, "file_written_amount", "KiB", 12);
	reader_kit_metric(&r, "file_rate", "GiB/s", 3);
	reader_clear(&r);
}

static void
sysbench_checkpoints_and_the_rest_are_parts(void **state)
{
	static const char	 text[] =
	    "sysbench 1.0.20 (using x)\n"
	    "[ 2s ] Checkpoint report:\nGeneral statistics:\n"
	    "    total number of events: 10\nThreads fairness:\n"
	    "    execution time (avg/stddev): 2.00/0.00\n"
	    "General statistics:\n    total number of events: 5\n"
	    "Threads fairness:\n"
	    "    execution time (avg/stddev): 1.00/0.00\n";
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL, text, 0);
	assert_int_equal(r.outcome, READER_COMPLETE);
	reader_kit_metric(&r, "checkpoint1/total_events", "count", 10);
	reader_kit_metric(&r, "final/total_events", "count", 5);
	reader_clear(&r);
}

static void
time_reads_every_dialect_into_seconds(void **state)
{
	static const struct {
		const char	*text;
		double		 real, user, sys;
	} rows[] = {
		{ "\nreal\t157m46.084s\nuser\t1180m12.440s\nsys\t92m3.110s\n",
		    9466.084, 70812.44, 5523.11 },
		{ "\nreal\t0m0,919s\nuser\t0m0,263s\nsys\t0m0,017s\n",
		    0.919, 0.263, 0.017 },
		{ "real\t0m 1.21s\nuser\t0m 0.33s\nsys\t0m 0.04s\n",
		    1.21, 0.33, 0.04 },
		{ "     2418,33 real     16244,10 user      1402,87 sys\n",
		    2418.33, 16244.1, 1402.87 },
		{ "\t1d2h3m4.05s real\t\t5m6.07s user\t\t0.08s sys\n",
		    93784.05, 306.07, 0.08 },
		{ "done.        12.34 real        10.20 user         0.98 sys\n",
		    12.34, 10.2, 0.98 },
		{ "1180.212u 92.031s 2:37:46.08 13.4%\t0+0k 0+0io 0pf+0w\n",
		    9466.08, 1180.212, 92.031 },
		{ "make  1180,21s user 92,03s system 806% cpu 2:37:46,08 total\n",
		    9466.08, 1180.21, 92.03 },
		{ "  2m37.46s real    10m0.00s user     0m1.00s system\n",
		    157.46, 600, 1 },
		{ "Executed in    1.50 hours  fish  external\n"
		    "   usr time   90.00 mins    0.00 micros\n"
		    "   sys time  500.00 micros\n", 5400, 5400, 0.0005 },
		{ "cc -c a.c\n12.34,10.20,0.98,104448\n", 12.34, 10.2, 0.98 },
	};
	struct reader_result	 r;
	size_t			 i;

	(void)state;
	for (i = 0; i < nitems(rows); i++) {
		reader_kit_read(&r, NULL, rows[i].text, UNKNOWN);
		assert_string_equal(r.reader, "time");
		assert_int_equal(r.outcome, READER_COMPLETE);
		reader_kit_metric(&r, "real", "s", rows[i].real);
		reader_kit_metric(&r, "user", "s", rows[i].user);
		reader_kit_metric(&r, "sys", "s", rows[i].sys);
		reader_clear(&r);
	}
}

static void
time_cut_or_failed_is_never_complete(void **state)
{
	(void)state;
	READER_KIT_OUTCOME("real\t0m1.212s\nuser\t0m0.3", UNKNOWN,
	    READER_TRUNCATED, 1);
	READER_KIT_OUTCOME("real 1.09\nuser 0.32\nsys 0.0", UNKNOWN,
	    READER_TRUNCATED, 2);
	READER_KIT_OUTCOME("real 1.09\nuser 0.32\nsys 0.01", UNKNOWN,
	    READER_COMPLETE, 3);
	READER_KIT_OUTCOME("*** Error code 1\nreal 1.09\nuser 0.32\n"
	    "sys 0.01\n", UNKNOWN, READER_FAILED, 3);
	READER_KIT_OUTCOME("make: *** [Makefile:3: all] Error 2\nreal 1.09\n"
	    "user 0.32\nsys 0.01\n", UNKNOWN, READER_FAILED, 3);
	READER_KIT_OUTCOME("make: *** [Makefile:3: all] Error 2 (ignored)\n"
	    "real 1.09\nuser 0.32\nsys 0.01\n", UNKNOWN, READER_COMPLETE, 3);
	READER_KIT_OUTCOME("time: command terminated abnormally\n"
	    "        61.02 real       301.77 user        20.15 sys\n", 137,
	    READER_FAILED, 3);
}

static void
freebsd_time_l_counts_are_read(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL,
	    "        2.41 real         1.10 user         0.02 sys\n"
	    "      1234  maximum resident set size\n"
	    "        11  average shared memory size\n"
	    "        12  average unshared data size\n"
	    "       128  average unshared stack size\n"
	    "       300  page reclaims\n         1  page faults\n"
	    "         0  swaps\n         2  block input operations\n"
	    "         3  block output operations\n"
	    "         4  messages sent\n         5  messages received\n"
	    "         6  signals received\n"
	    "         7  voluntary context switches\n"
	    "         8  involuntary context switches\n", 0);
	assert_int_equal(r.nmetrics, 17);
	reader_kit_metric(&r, "max_rss", "KiB", 1234);
	reader_kit_metric(&r, "avg_unshared_stack", "KiB", 128);
	reader_kit_metric(&r, "page_faults", "count", 1);
	reader_kit_metric(&r, "involuntary_switches", "count", 8);
	reader_clear(&r);
}

static void
openssl_units_differ_and_so_do_their_names(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL,
	    "Doing rc4 for 3s on 16 size blocks: 12 rc4's in 3.00s\n"
	    "OpenSSL 1.0.2u-freebsd  20 Dec 2019\n"
	    "type             16 bytes     64 bytes\n"
	    "aes-128 cbc      9876.54      107597.57k\n", 0);
	reader_kit_metric(&r, "aes-128 cbc/16B", "B/s", 9876.54);
	reader_kit_metric(&r, "aes-128 cbc/64B", "kB/s", 107597.57);
	assert_string_equal(r.version, "1.0.2u-freebsd");
	reader_clear(&r);
	/* 1.0 prints seconds an operation in +F2, later ones the rate */
	reader_kit_read(&r, NULL, "+DTP:2048:private:rsa:10\n"
	    "+R1:1000:2048:2.00\n+F2:1:2048:0.002000:nan\n", 0);
	reader_kit_metric(&r, "rsa2048/sign_time", "s", 0.002);
	reader_clear(&r);
	reader_kit_read(&r, NULL, "+DTP:253:sign:Ed25519:1\n"
	    "+R8:6672:253:Ed25519:0.42\n+R9:3318:253:Ed25519:0.51\n"
	    "+F6:0:253:Ed25519:15885.714286:6505.882353\n", 0);
	reader_kit_metric(&r, "ed25519/verify", "1/s", 6505.882353);
	reader_clear(&r);
	reader_kit_read(&r, NULL, "Doing 253 bits sign Ed25519's for 1s: 1\n"
	    " 253 bits EdDSA (Ed25519)   0.0001s   0.0002s  15716.4  4689.6\n"
	    " 256 bits ecdh (nistp256)   0.0001s  12951.0\n", 0);
	reader_kit_metric(&r, "ed25519/sign", "1/s", 15716.4);
	reader_kit_metric(&r, "ecdhp256/op", "1/s", 12951);
	reader_clear(&r);
	READER_KIT_OUTCOME("Doing sha1 for 3s on 16 size blocks: ", UNKNOWN,
	    READER_TRUNCATED, 0);
}

static void
stream_that_does_not_validate_failed(void **state)
{
	(void)state;
	READER_KIT_OUTCOME("STREAM version $Revision: 5.10 $\n"
	    "Function    Best Rate MB/s  Avg time     Min time     Max time\n"
	    "Copy: 1.0 1 1 1\nFailed Validation on array a[]\n", 0,
	    READER_FAILED, 4);
	READER_KIT_OUTCOME("Function    Best Rate MB/s  Avg time\n"
	    "Copy: 1.0 1 1 1\n", UNKNOWN, READER_TRUNCATED, 4);
}

static void
unixbench_of_some_tests_has_a_partial_index(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL,
	    "   BYTE UNIX Benchmarks (Version 5.1.3)\n"
	    "4 CPUs in system; running 4 parallel copies of tests\n"
	    "Pipe Throughput            222001.9 lps   (10.0 s, 7 samples)\n"
	    "System Benchmarks Partial Index    BASELINE   RESULT    INDEX\n"
	    "Pipe Throughput             12440.0     222001.9    178.5\n"
	    "System Benchmarks Index Score (Partial Only)        178.5\n", 0);
	assert_int_equal(r.outcome, READER_COMPLETE);
	assert_int_equal(r.nmetrics, 3);
	assert_int_equal(r.threads, 4);
	reader_kit_metric(&r, "index_score_partial", "index", 178.5);
	reader_clear(&r);
}

static void
hyperfine_text_json_and_csv_agree_in_kind(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL, "command,mean,stddev,median,user,system,"
	    "min,max,parameter_n\n\"a, b\",1.5,0.1,1.4,1,0.2,1.3,1.8,1\n", 0);
	assert_int_equal(r.nmetrics, 7);
	reader_kit_metric(&r, "cmd1/max", "s", 1.8);
	reader_clear(&r);
	reader_kit_read(&r, NULL, "{\"results\": [{\"command\": \"x\", "
	    "\"mean\": 1.5, \"stddev\": null, \"times\": [1.5], "
	    "\"exit_codes\": [1]}]}\n", UNKNOWN);
	assert_int_equal(r.outcome, READER_FAILED);
	assert_int_equal(r.nmetrics, 2);
	reader_kit_metric(&r, "cmd1/runs", "count", 1);
	reader_clear(&r);
	READER_KIT_OUTCOME("{\"results\": [{\"mean\": 1.5, \"median\": 1.",
	    UNKNOWN, READER_TRUNCATED, 1);
}

static void
json_with_nan_words_before_or_no_end_is_read_so_far(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL, "warning: {not this}\n"
	    "{\"start\": {\"version\": \"iperf 3.12\"}, \"end\": {"
	    "\"sum_sent\": {\"bits_per_second\": -nan, \"bytes\": 5},"
	    "\"sum\": {\"jitter_ms\": Infinity}}}\n", 0);
	assert_int_equal(r.nmetrics, 1);
	reader_kit_metric(&r, "sent_bytes", "B", 5);
	reader_kit_note(&r, "sent_rate left out");
	reader_clear(&r);
	READER_KIT_OUTCOME("{\"start\": {\"version\": \"iperf 3.12\"}, "
	    "\"error\": \"unable to connect\"}\n", UNKNOWN, READER_FAILED, 0);
	READER_KIT_OUTCOME("{\"fio version\": \"fio-3.33\", \"jobs\": ["
	    "{\"error\": 0, \"read\": {\"io_bytes\": 7, \"iops\": 12",
	    UNKNOWN, READER_TRUNCATED, 1);
}

static void
a_build_that_make_gave_up_on_failed(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL,
	    ">>> World build started on Sun Oct 26 01:40:00 CEST 2025\n"
	    "*** [everything] Error code 2\n"
	    "make[1]: stopped in /usr/src\n"
	    "     1733.20 real     12402.96 user       988.02 sys\n", 2);
	assert_string_equal(r.reader, "freebsd_build");
	assert_int_equal(r.outcome, READER_FAILED);
	reader_kit_metric(&r, "real", "s", 1733.2);
	reader_kit_fact(&r, "started", "Sun Oct 26 01:40:00 CEST 2025");
	reader_clear(&r);
	reader_kit_read(&r, NULL,
	    ">>> World build started on Sun Oct 26 01:40:00 CEST 2025\n"
	    ">>> stage 4.4: building everything\n", UNKNOWN);
	assert_int_equal(r.outcome, READER_TRUNCATED);
	assert_int_equal(r.nmetrics, 0);
	reader_clear(&r);
	reader_kit_read(&r, NULL,
	    ">>> World built in 100 seconds, ncpu: 4, make -j4\n"
	    ">>> World built in 101 seconds, ncpu: 4, make -j4\n", 0);
	reader_kit_metric(&r, "run1/world_built_in", "s", 100);
	reader_kit_metric(&r, "run2/world_built_in", "s", 101);
	reader_clear(&r);
}

static void
dmesg_of_two_boots_tells_of_the_last(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL,
	    "---<<BOOT>>---\nFreeBSD 14.1-RELEASE GENERIC amd64\n"
	    "CPU: Intel(R) N100 (806.40-MHz K8-class CPU)\n"
	    "---<<BOOT>>---\nFreeBSD 14.2-RELEASE GENERIC arm64\n"
	    "CPU  0: ARM Cortex-A72 r0p3 affinity:  0\n"
	    "real memory  = 8589934592 (8192 MB)\n"
	    "FreeBSD/SMP: 2 package(s) x 2 cache groups x 4 core(s) x 2 "
	    "hardware threads\n", UNKNOWN);
	assert_int_equal(r.nfacts, 6);
	reader_kit_fact(&r, "os_release", "14.2-RELEASE");
	reader_kit_fact(&r, "cpu_model", "ARM Cortex-A72 r0p3");
	reader_kit_fact(&r, "packages", "2");
	reader_kit_fact(&r, "cores_per_package", "8");
	reader_kit_fact(&r, "threads_per_core", "2");
	reader_clear(&r);
}

static void
ministat_files_in_all_their_layouts(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL, "# note\n12,41\n12,38\n\n12,47\n", 0);
	reader_kit_metric(&r, "max", "", 12.47);
	reader_clear(&r);
	reader_kit_read(&r, NULL, "run;real\n1;12,41\n2;12,38\n3;12,47\n", 0);
	reader_kit_metric(&r, "real/min", "", 12.38);
	reader_kit_lacks(&r, "run/n");
	reader_clear(&r);
	reader_kit_read(&r, NULL, "1\n2\nnan\n4\n", 0);
	assert_int_equal(r.outcome, READER_BAD_INPUT);
	reader_kit_lacks(&r, "avg");
	reader_clear(&r);
	READER_KIT_OUTCOME("1\n2\n", 0, READER_TOO_FEW, 6);
	READER_KIT_OUTCOME("1\n", 0, READER_TOO_FEW, 5);
	reader_kit_read(&r, NULL,
	    "    N     Min     Max  Median     Avg    Stddev\n"
	    "x   5     150     930     500     540    299.08193\n"
	    "+   5      50     570     320     340    201.2\n"
	    "Difference at 95.0% confidence\n\t-200 +/- 100.5\n"
	    "\t-37.037% +/- 18.6%\n", 0);
	reader_kit_metric(&r, "x/stddev", "", 299.08193);
	reader_kit_metric(&r, "difference_error", "", 100.5);
	reader_kit_metric(&r, "difference_percent", "%", -37.037);
	reader_clear(&r);
}

static void
benchload_json_and_text_carry_the_work_number(void **state)
{
	struct reader_result	 r;

	(void)state;
	reader_kit_read(&r, NULL,
	    "{\"schema\": \"benchload/1\", \"version\": \"1.0\", \"test\": "
	    "\"cpu\", \"work\": 2, \"abi\": \"ILP32\", \"threads\": 3,\n"
	    " \"options\": {\"threads\": \"3\", \"cpu-max-prime\": "
	    "\"10000\"}, \"outcome\": \"complete\",\n \"metrics\": ["
	    "{\"name\": \"total_time\", \"unit\": \"s\", \"better\": "
	    "\"lower\", \"value\": 0.25}, {\"name\": \"x\", \"value\": "
	    "null}]}\n", 0);
	assert_string_equal(r.options, "cpu-max-prime=10000 work=2");
	assert_int_equal(r.threads, 3);
	assert_int_equal(r.nmetrics, 1);
	reader_kit_metric(&r, "total_time", "s", 0.25);
	reader_kit_fact(&r, "abi", "ILP32");
	reader_clear(&r);
	reader_kit_read(&r, NULL,
	    "benchload 1.0 (mutex work 1, clang 14.0.6, i386 ILP32)\n"
	    "FATAL: mutex: a lock was lost; no figure is given\n", 1);
	assert_string_equal(r.reader, "benchload");
	assert_int_equal(r.outcome, READER_FAILED);
	assert_string_equal(r.test, "mutex");
	assert_string_equal(r.options, "work=1");
	reader_kit_fact(&r, "compiler_version", "14.0.6");
	reader_clear(&r);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(sysbench_sentinels_are_left_out_and_noted),
		cmocka_unit_test(
		    figures_that_cannot_be_are_left_out_and_noted),
		cmocka_unit_test(sysbench_huge_figures_are_kept_as_printed),
		cmocka_unit_test(sysbench_mb_of_04_are_binary_bytes),
		cmocka_unit_test(sysbench_checkpoints_and_the_rest_are_parts),
		cmocka_unit_test(time_reads_every_dialect_into_seconds),
		cmocka_unit_test(time_cut_or_failed_is_never_complete),
		cmocka_unit_test(freebsd_time_l_counts_are_read),
		cmocka_unit_test(openssl_units_differ_and_so_do_their_names),
		cmocka_unit_test(stream_that_does_not_validate_failed),
		cmocka_unit_test(unixbench_of_some_tests_has_a_partial_index),
		cmocka_unit_test(hyperfine_text_json_and_csv_agree_in_kind),
		cmocka_unit_test(
		    json_with_nan_words_before_or_no_end_is_read_so_far),
		cmocka_unit_test(a_build_that_make_gave_up_on_failed),
		cmocka_unit_test(dmesg_of_two_boots_tells_of_the_last),
		cmocka_unit_test(ministat_files_in_all_their_layouts),
		cmocka_unit_test(
		    benchload_json_and_text_carry_the_work_number),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
