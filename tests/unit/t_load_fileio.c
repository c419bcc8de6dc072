/*
 * t_load_fileio: a write that was lost, and a read that is stale, are seen.
 *
 * Files are spoilt between the events of a run and its proof, with blocks that
 * are whole and in their place: only they are not the latest.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/load/build.c"
#include "daemon/load/clock.c"
#include "daemon/load/filedata.c"
#include "daemon/load/fileio.c"
#include "daemon/load/filereq.c"
#include "daemon/load/fileset.c"
#include "daemon/load/histogram.c"
#include "daemon/load/options.c"
#include "daemon/load/report.c"
#include "daemon/load/total.c"
#include "daemon/load/worker.c"

#define T_BLOCK		4096
#define T_WORKERS	3

/* A run as benchload.c makes it, in a scratch folder. */
static struct {
	char		 dir[64];
	struct options	 opt;
	struct run	 run;
	struct worker	 workers[T_WORKERS];
	char		 proof[LOAD_WHY_BYTES];
} t;

/* Make the files: 2 of 8 blocks each. */
static int
t_setup(void **state)
{
	static struct metrics	 m;
	char			*argv[] = {
	    (char *)(uintptr_t)"benchload", (char *)(uintptr_t)"fileio",
	    (char *)(uintptr_t)"run", (char *)(uintptr_t)"--json",
	    (char *)(uintptr_t)"--file-num=2",
	    (char *)(uintptr_t)"--file-total-size=64K",
	    (char *)(uintptr_t)"--file-block-size=4096",
	    (char *)(uintptr_t)"--file-fsync-freq=0" };
	char			 why[LOAD_WHY_BYTES];
	const char		*tmp;

	(void)state;
	memset(&t, 0, sizeof(t));
	tmp = getenv("TMPDIR");
	snprintf(t.dir, sizeof(t.dir), "%.40s/t_load.XXXXXX",
	    tmp != NULL && strlen(tmp) < 40 ? tmp : "/tmp");
	if (mkdtemp(t.dir) == NULL || chdir(t.dir) == -1 ||
	    options_parse(&t.opt, nitems(argv), argv, why) == -1)
		return (-1);
	t.run.test = &fileio_test;
	t.run.opt = &t.opt;
	m.n = 0;
	return (fileset_prepare(&t.run, &m));
}

/* Remove them. */
static int
t_teardown(void **state)
{
	static struct metrics	 m;

	(void)state;
	fileio_close(&t.run);
	if (fileset_cleanup(&t.run, &m) == -1 || chdir("/") == -1)
		return (-1);
	return (rmdir(t.dir));
}

/* Open the files for so many events of a mode. */
static void
t_open(enum file_mode mode, unsigned threads, int64_t events)
{
	unsigned	 i;

	t.opt.file_mode = mode;
	t.opt.events = events;
	t.opt.threads = threads;
	t.run.workers = t.workers;
	t.run.nworkers = threads;
	for (i = 0; i < threads; i++) {
		t.workers[i].run = &t.run;
		t.workers[i].id = i;
		t.workers[i].left = UINT64_MAX;
		random_init(&t.workers[i].random, i + 1);
	}
	assert_int_equal(fileio_open(&t.run), 0);
}

/* Put a whole block of another write where block i is. */
static void
t_spoil(uint64_t i, uint64_t stamp)
{
	const struct fileio	*io;
	uint64_t		 block[T_BLOCK / sizeof(uint64_t)];

	io = t.run.own;
	filedata_fill(block, sizeof(block), i / 8, i % 8 * T_BLOCK, stamp);
	assert_int_equal(pwrite(io->fds[i / 8], block, sizeof(block),
	    (off_t)(i % 8 * T_BLOCK)), sizeof(block));
}

/* A block that this run wrote. */
static uint64_t
t_find_written(void)
{
	const struct fileio	*io;
	uint64_t		 i;

	io = t.run.own;
	for (i = 0; i < io->blocks && io->latest[i] == 0; i++)
		continue;
	assert_true(i < io->blocks);
	return (i);
}

static void
writes_of_several_threads_are_read_back(void **state)
{
	(void)state;
	t_open(FILE_RNDWR, T_WORKERS, 1000);
	assert_int_equal(worker_run_all(&t.run), 0);
	assert_int_equal(fileio_prove(&t.run, t.proof, sizeof(t.proof)), 0);
	assert_non_null(strstr(t.proof, "4096000 bytes written, 16 blocks"));
}

static void
write_that_was_lost_refutes_the_run(void **state)
{
	const struct fileio	*io;
	uint64_t		 i;

	(void)state;
	t_open(FILE_RNDWR, 1, 100);
	assert_int_equal(worker_run_all(&t.run), 0);
	io = t.run.own;
	i = t_find_written();
	t_spoil(i, io->latest[i] - 1);
	assert_int_equal(fileio_prove(&t.run, t.proof, sizeof(t.proof)), -1);
	assert_non_null(strstr(t.run.why, "cannot be read back"));
}

static void
read_that_is_stale_fails_the_run(void **state)
{
	struct fileio	*io;
	uint64_t	 i;

	(void)state;
	t_open(FILE_RNDRW, 1, 1000);
	io = t.run.own;
	for (i = 0; i < io->blocks; i++)
		io->latest[i] = 12345;	/* as if written by this run */
	assert_int_equal(worker_run_all(&t.run), -1);
	assert_non_null(strstr(t.run.why,
	    "the block read is not the block written"));
}

static void
reads_and_writes_keep_their_ratio(void **state)
{
	const struct fileio_own	*own;

	(void)state;
	t.opt.file_rw_ratio = 3;
	t_open(FILE_RNDRW, 1, 1000);
	assert_int_equal(worker_run_all(&t.run), 0);
	own = t.workers[0].own;
	assert_int_equal(own->reads + own->writes, 1000);
	assert_in_range(own->reads, 748, 752);
}

/* After every 10 requests an event a file; 2 more of each thread's end. */
static void
fsyncs_are_events_except_those_of_the_end(void **state)
{
	const struct fileio_own	*own;

	(void)state;
	t.opt.file_fsync_freq = 10;
	t_open(FILE_SEQREWR, 1, 120);
	assert_int_equal(worker_run_all(&t.run), 0);
	own = t.workers[0].own;
	assert_int_equal(own->writes, 100);
	assert_int_equal(own->fsyncs, 20 + 2);
	assert_int_equal(total_events(&t.run), 120);
}

int
main(void)
{
	static const struct CMUnitTest	 tests[] = {
		cmocka_unit_test_setup_teardown(
		    writes_of_several_threads_are_read_back, t_setup,
		    t_teardown),
		cmocka_unit_test_setup_teardown(
		    write_that_was_lost_refutes_the_run, t_setup, t_teardown),
		cmocka_unit_test_setup_teardown(
		    read_that_is_stale_fails_the_run, t_setup, t_teardown),
		cmocka_unit_test_setup_teardown(
		    reads_and_writes_keep_their_ratio, t_setup, t_teardown),
		cmocka_unit_test_setup_teardown(
		    fsyncs_are_events_except_those_of_the_end, t_setup,
		    t_teardown),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
