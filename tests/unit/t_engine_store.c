/*
 * t_engine_store: a database that others hold, a full disk, and the way of
 * pages into an archive.
 */
#include <fcntl.h>
#include <sqlite3.h>

#include "client/archive_merge.h"
#include "tests/unit/fake.h"

static const char t_engine_store_one[] =
    "{\"job\":\"a\",\"recipe\":\"hello\",\"runs\":1,\"warmups\":0}";

/* The first number of a query on a database file. */
static int
t_engine_store_number(const char *path, const char *query)
{
	sqlite3		*db;
	sqlite3_stmt	*stmt;
	int		 number;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, query, -1, &stmt, NULL),
	    SQLITE_OK);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	number = sqlite3_column_int(stmt, 0);
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	return (number);
}

static void
t_engine_store_a_result_outwaits_anothers_lock(void **state)
{
	sqlite3	*db;
	char	 path[128];

	(void)state;
	fake_ask(REQUEST_JOB_SUBMIT, t_engine_store_one);
	fake_until(&fake.begun, 1);
	snprintf(path, sizeof(path), "%s/benchd.db", fake.dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL,
	    NULL), SQLITE_OK);
	fake_run(10);
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"b\",\"recipe\":\"hello\"}");
	fake_refused(ERROR_STORE, "the host's database did not take it: "
	    "another program holds the database");
	assert_int_equal(fake.job_ends, 0);
	sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	sqlite3_close(db);
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_JOB_SHOW, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("state"), "done");
	fake_ask(REQUEST_JOB_SUBMIT, "{\"job\":\"b\",\"recipe\":\"hello\"}");
	assert_int_equal(fake.error, 0);
}

/* Until the disk's last byte; what cannot be written ends the filling. */
static void
t_engine_store_fill(void)
{
	char	bytes[4096] = "";
	int	fd;

	fd = open("filler", O_WRONLY | O_CREAT | O_APPEND, 0600);
	while (write(fd, bytes, sizeof(bytes)) > 0)
		continue;
	while (write(fd, bytes, 1) > 0)
		continue;
	close(fd);
}

static void
t_engine_store_a_full_disk_loses_nothing(void **state)
{
	static char		 conf[1024];
	struct run_answer	 answer;
	char			 command[160], path[128];
	int			 i;

	(void)state;
	fake_end(0);
	snprintf(command, sizeof(command), "mount -t tmpfs -o size=4m,mode=777 "
	    "tmpfs %s 2>/dev/null", fake.dir);
	if (system(command) != 0) {
		print_message("no mount here: a full disk is not tried\n");
		skip();
	}
	assert_int_equal(chdir(fake.dir), 0);
	snprintf(conf, sizeof(conf), "%sreserve 1M\n", fake_conf);
	fake_conf = conf;
	fake_start();
	fake_ask(REQUEST_JOB_SUBMIT, t_engine_store_one);
	fake_until(&fake.begun, 1);
	t_engine_store_fill();
	answer = fake_answer(10);
	fake_command(&answer, "");
	fake_done(RUN_COMPLETE, "");
	/* Whatever was acknowledged is there; the rest is refused by name. */
	for (i = 0; i < 3000; i++) {
		snprintf(path, sizeof(path), "{\"job\":\"j%d\",\"recipe\":"
		    "\"hello\",\"runs\":9}", i);
		fake_ask(REQUEST_JOB_SUBMIT, path);
		if (fake.error != 0)
			break;
	}
	fake_refused(ERROR_STORE,
	    "the host's database did not take it: the disk is full");
	fake_ask(REQUEST_HOST_STATUS, "{}");
	assert_int_equal(fake.error, 0);
	assert_int_equal(unlink("filler"), 0);
	fake_until(&fake.job_ends, 1);
	fake_ask(REQUEST_JOB_SHOW, "{\"job\":\"a\"}");
	assert_string_equal(fake_text("state"), "done");
	fake_ask(REQUEST_JOB_SUBMIT, path);
	assert_int_equal(fake.error, 0);
	fake_end(0);
	snprintf(path, sizeof(path), "%s/benchd.db", fake.dir);
	assert_int_equal(t_engine_store_number(path,
	    "SELECT count(*) FROM job"), i + 2);
	assert_int_equal(t_engine_store_number(path,
	    "SELECT count(*) FROM pragma_integrity_check "
	    "WHERE integrity_check = 'ok'"), 1);
	close(fake.fd);
	fake.fd = -1;
	assert_int_equal(chdir("/"), 0);
	snprintf(command, sizeof(command), "umount %s", fake.dir);
	assert_int_equal(system(command), 0);
}

/* Forty jobs of one run: more than one page; each row arrives once. */
static void
t_engine_store_pages_make_the_archive_whole(void **state)
{
	struct archive	*archive;
	char		 incarnation[33], params[128], path[128], why[256];
	int64_t		 runs;
	int		 i, pages;

	(void)state;
	for (i = 0; i < 40; i++) {
		snprintf(params, sizeof(params), "{\"job\":\"j%d\","
		    "\"recipe\":\"hello\",\"runs\":2,\"warmups\":0}", i);
		fake_ask(REQUEST_JOB_SUBMIT, params);
	}
	for (i = 1; i <= 80; i++) {
		fake_until(&fake.begun, i);
		fake_run(i);
	}
	fake_until(&fake.job_ends, 40);
	snprintf(path, sizeof(path), "%s/archive.db", fake.dir);
	if ((archive = archive_open(path, why, sizeof(why))) == NULL)
		fail_msg("%s", why);
	runs = 0;
	pages = 0;
	strlcpy(params, "{}", sizeof(params));
	do {
		fake_ask(REQUEST_PULL_CHANGES, params);
		assert_int_equal(fake.error, 0);
		/* Twice, as after a connection that broke before the commit. */
		for (i = 0; i < 2; i++) {
			assert_int_equal(archive_begin(archive), 0);
			if (archive_merge_tables(archive, fake_at("tables"),
			    &runs, why, sizeof(why)) == -1)
				fail_msg("%s", why);
			assert_int_equal(archive_commit(archive), 0);
		}
		assert_true(json_dumpb(fake.reply, NULL, 0, JSON_COMPACT) <
		    262144);
		strlcpy(incarnation, fake_text("incarnation"),
		    sizeof(incarnation));
		snprintf(params, sizeof(params),
		    "{\"incarnation\":\"%s\",\"after\":%lld}", incarnation,
		    fake_int("next"));
		pages++;
	} while (json_is_true(fake_at("more")));
	archive_close(archive);
	assert_true(pages > 1);
	assert_int_equal(runs, 80);
	assert_int_equal(t_engine_store_number(path,
	    "SELECT count(*) FROM job WHERE job_state = 'done'"), 40);
	assert_int_equal(t_engine_store_number(path,
	    "SELECT count(*) FROM run WHERE outcome = 'complete'"), 80);
	assert_int_equal(t_engine_store_number(path,
	    "SELECT count(*) FROM sample"), 800);
	/* 1 ms to 80 ms once each: their sum. */
	assert_int_equal(t_engine_store_number(path,
	    "SELECT round(sum(sample_value) * 1000) FROM sample "
	    "JOIN metric USING (metric_id) WHERE name = 'real'"), 3240);
}

int
main(void)
{
	const struct CMUnitTest	tests[] = {
		FAKE_TEST(t_engine_store_a_result_outwaits_anothers_lock),
		FAKE_TEST(t_engine_store_a_full_disk_loses_nothing),
		FAKE_TEST(t_engine_store_pages_make_the_archive_whole),
	};

	signal(SIGPIPE, SIG_IGN);
	return (cmocka_run_group_tests_name("engine_store", tests, NULL,
	    NULL));
}
