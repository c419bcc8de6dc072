/*
 * t_store: what is acknowledged is there, once, whatever happens between.
 */
#include <sys/stat.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include <cmocka.h>

#include "daemon/store.h"
#include "sql/sql.h"
#include "proto/compat.h"

static char	t_store_dir[] = "/tmp/t_store.XXXXXX";

static int
t_store_setup(void **state)
{
	(void)state;
	strlcpy(t_store_dir, "/tmp/t_store.XXXXXX", sizeof(t_store_dir));
	return (mkdtemp(t_store_dir) == NULL || chdir(t_store_dir) == -1);
}

static int
t_store_teardown(void **state)
{
	char	command[64];

	(void)state;
	if (chdir("/") == -1)
		return (-1);
	snprintf(command, sizeof(command), "rm -rf %s", t_store_dir);
	return (system(command));
}

static struct store *
t_store_open(bool *restored)
{
	struct store	*store;
	char		 why[256];

	store = store_open(65536, restored, why, sizeof(why));
	if (store == NULL)
		fail_msg("%s", why);
	return (store);
}

/* Every statement, with SQLite's own words where one does not fit. */
static void
t_store_every_statement_fits_the_schema(void **state)
{
	sqlite3		*db;
	sqlite3_stmt	*stmt;
	size_t		 i;

	(void)state;
	assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql_schema, NULL, NULL, NULL),
	    SQLITE_OK);
	for (i = 0; sql_host[i].name != NULL; i++) {
		if (sqlite3_prepare_v2(db, sql_host[i].text, -1, &stmt,
		    NULL) != SQLITE_OK)
			fail_msg("%s: %s", sql_host[i].name,
			    sqlite3_errmsg(db));
		/* Others ask for the table that this one makes. */
		if (strcmp(sql_host[i].name, "page_create") == 0)
			assert_int_equal(sqlite3_step(stmt), SQLITE_DONE);
		sqlite3_finalize(stmt);
	}
	sqlite3_close(db);
}

static void
t_store_a_database_left_as_it_was_is_not_restored(void **state)
{
	struct store	*store;
	bool		 restored;

	(void)state;
	store = t_store_open(&restored);
	assert_false(restored);
	store_settle(store);
	store_close(store);
	store = t_store_open(&restored);
	assert_false(restored);
	store_close(store);
}

static void
t_store_a_copied_database_is_restored(void **state)
{
	struct store	*store;
	bool		 restored;

	(void)state;
	store = t_store_open(&restored);
	store_settle(store);
	store_close(store);
	assert_int_equal(system("cp benchd.db copy && mv copy benchd.db"), 0);
	store = t_store_open(&restored);
	assert_true(restored);
	store_close(store);
	/* Once: the new incarnation has its own stamp. */
	store = t_store_open(&restored);
	assert_false(restored);
	store_close(store);
}

static void
t_store_an_older_copy_in_place_is_restored(void **state)
{
	struct store	*store;
	uint8_t		 uid[UID_BYTES];
	bool		 restored;

	(void)state;
	store = t_store_open(&restored);
	store_close(store);
	assert_int_equal(system("cp benchd.db old"), 0);
	store = t_store_open(&restored);
	uid_new(uid);
	assert_int_equal(STORE_DO(store, "change_insert", STORE_TEXT("event"),
	    STORE_UID(uid), STORE_NULL), 0);
	store_settle(store);
	store_close(store);
	/* The same inode, as a person who types cp leaves it. */
	assert_int_equal(system("cat old >benchd.db"), 0);
	store = t_store_open(&restored);
	assert_true(restored);
	store_close(store);
}

static void
t_store_a_database_without_its_stamp_is_restored(void **state)
{
	struct store	*store;
	bool		 restored;

	(void)state;
	store = t_store_open(&restored);
	store_close(store);
	assert_int_equal(unlink("stamp"), 0);
	store = t_store_open(&restored);
	assert_true(restored);
	store_close(store);
}

static void
t_store_a_lost_database_keeps_the_hosts_id(void **state)
{
	struct store_rows	*rows;
	struct store		*store;
	uint8_t			 after[UID_BYTES], before[UID_BYTES];
	bool			 restored;

	(void)state;
	store = t_store_open(&restored);
	rows = store_ask(store, "self_show", NULL, 0);
	assert_true(store_next(rows));
	store_take(rows, 0, before, sizeof(before));
	store_end(rows);
	store_close(store);
	assert_int_equal(system("rm benchd.db*"), 0);
	store = t_store_open(&restored);
	rows = store_ask(store, "self_show", NULL, 0);
	assert_true(store_next(rows));
	store_take(rows, 0, after, sizeof(after));
	store_end(rows);
	store_close(store);
	assert_memory_equal(before, after, sizeof(before));
}

static void
t_store_a_stranger_is_refused_by_name(void **state)
{
	sqlite3	*db;
	char	 why[256];
	bool	 restored;

	(void)state;
	assert_int_equal(sqlite3_open(STORE_FILE, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "CREATE TABLE x (y)", NULL, NULL,
	    NULL), SQLITE_OK);
	sqlite3_close(db);
	assert_null(store_open(65536, &restored, why, sizeof(why)));
	assert_string_equal(why, "benchd.db: not a database of benchd");
}

static void
t_store_a_newer_schema_is_refused_by_name(void **state)
{
	struct store	*store;
	sqlite3		*db;
	char		 why[256];
	bool		 restored;

	(void)state;
	store = t_store_open(&restored);
	store_close(store);
	assert_int_equal(sqlite3_open(STORE_FILE, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "PRAGMA user_version = 9", NULL,
	    NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	assert_null(store_open(65536, &restored, why, sizeof(why)));
	assert_string_equal(why,
	    "benchd.db: schema version 9, this benchd knows 1");
}

/* A made-up pair: the first is good, the second breaks in its middle. */
static void
t_store_upgrades_go_step_by_step_and_whole(void **state)
{
	static const struct store_upgrade	good[] = {
		{ 2, "ALTER TABLE host ADD COLUMN rack TEXT;" },
	};
	static const struct store_upgrade	bad[] = {
		{ 2, "ALTER TABLE host ADD COLUMN rack TEXT;" },
		{ 3, "ALTER TABLE host ADD COLUMN room TEXT; SELECT nonsense;" },
	};
	struct store	*store;
	sqlite3		*db;
	sqlite3_stmt	*stmt;
	char		 why[256];
	bool		 restored;

	(void)state;
	store = t_store_open(&restored);
	assert_int_equal(store_upgrade(store, good, 1, why, sizeof(why)), 0);
	assert_int_equal(store_upgrade(store, good, 1, why, sizeof(why)), 0);
	assert_int_equal(store_upgrade(store, bad, 2, why, sizeof(why)), -1);
	assert_string_equal(why,
	    "benchd.db: upgrade to version 3: no such column: nonsense");
	store_close(store);
	assert_int_equal(sqlite3_open(STORE_FILE, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, "SELECT rack FROM host", -1,
	    &stmt, NULL), SQLITE_OK);
	sqlite3_finalize(stmt);
	assert_int_equal(sqlite3_prepare_v2(db, "SELECT room FROM host", -1,
	    &stmt, NULL), SQLITE_ERROR);
	assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA user_version", -1,
	    &stmt, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int(stmt, 0), 2);
	sqlite3_finalize(stmt);
	sqlite3_close(db);
}

static int
t_store_body(struct store *store, void *arg)
{
	uint8_t	uid[UID_BYTES];
	int	*times = arg;

	(*times)++;
	uid_new(uid);
	return (STORE_DO(store, "change_insert", STORE_TEXT("event"),
	    STORE_UID(uid), STORE_NULL));
}

static void
t_store_waits_for_another_and_goes_on_after(void **state)
{
	struct store	*store;
	sqlite3		*db;
	bool		 restored;
	int		 times;

	(void)state;
	store = t_store_open(&restored);
	assert_int_equal(sqlite3_open(STORE_FILE, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL,
	    NULL), SQLITE_OK);
	times = 0;
	assert_int_equal(store_transact(store, t_store_body, &times), -1);
	assert_int_equal(store_fault(store), STORE_LOCKED);
	assert_int_equal(times, 0);
	sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	sqlite3_close(db);
	assert_int_equal(store_transact(store, t_store_body, &times), 0);
	assert_int_equal(store_number(store, "change_last", 0, NULL, 0), 1);
	store_close(store);
}

/* Fills a small file system to its last byte; needs root for the mount. */
static void
t_store_a_full_disk_takes_one_result_more(void **state)
{
	struct store	*store;
	struct stat	 st;
	bool		 restored;
	int		 i, times;

	(void)state;
	if (mkdir("small", 0700) == -1 || system("mount -t tmpfs -o size=2m "
	    "tmpfs small 2>/dev/null") != 0) {
		print_message("no mount here: a full disk is not tried\n");
		skip();
	}
	assert_int_equal(chdir("small"), 0);
	store = t_store_open(&restored);
	assert_int_equal(stat("reserve", &st), 0);
	assert_true(st.st_size >= 65536);
	assert_int_not_equal(system("cat /dev/zero >filler 2>/dev/null"), 0);
	times = 0;
	/* Until the log's pages that exist already are used up. */
	for (i = 0; i < 50 && access("reserve", F_OK) == 0; i++)
		assert_int_equal(store_transact(store, t_store_body, &times),
		    0);
	assert_int_equal(access("reserve", F_OK), -1);
	assert_int_equal(store_number(store, "change_last", 0, NULL, 0), i);
	for (; i < 500; i++)
		if (store_transact(store, t_store_body, &times) == -1)
			break;
	assert_true(i < 500);
	assert_int_equal(store_fault(store), STORE_FULL);
	assert_int_equal(store_number(store, "change_last", 0, NULL, 0), i);
	/* Room again: it works without a restart, the reserve comes back. */
	assert_int_equal(unlink("filler"), 0);
	assert_int_equal(store_transact(store, t_store_body, &times), 0);
	store_settle(store);
	assert_int_equal(access("reserve", F_OK), 0);
	store_close(store);
	assert_int_equal(chdir(".."), 0);
	assert_int_equal(system("umount small"), 0);
}

#define T_STORE_TEST(f) \
	cmocka_unit_test_setup_teardown(f, t_store_setup, t_store_teardown)

int
main(void)
{
	const struct CMUnitTest	tests[] = {
		cmocka_unit_test(t_store_every_statement_fits_the_schema),
		T_STORE_TEST(t_store_a_database_left_as_it_was_is_not_restored),
		T_STORE_TEST(t_store_a_copied_database_is_restored),
		T_STORE_TEST(t_store_an_older_copy_in_place_is_restored),
		T_STORE_TEST(t_store_a_database_without_its_stamp_is_restored),
		T_STORE_TEST(t_store_a_lost_database_keeps_the_hosts_id),
		T_STORE_TEST(t_store_a_stranger_is_refused_by_name),
		T_STORE_TEST(t_store_a_newer_schema_is_refused_by_name),
		T_STORE_TEST(t_store_upgrades_go_step_by_step_and_whole),
		T_STORE_TEST(t_store_waits_for_another_and_goes_on_after),
		T_STORE_TEST(t_store_a_full_disk_takes_one_result_more),
	};

	return (cmocka_run_group_tests_name("store", tests, NULL, NULL));
}
