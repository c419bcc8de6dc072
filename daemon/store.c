/*
 * store: the database of a host, its statements by name, its transactions.
 *
 * Here SQLite is spoken; what rows mean is not known here.  A statement that
 * is not in sql/host.sql, or that does not fit the schema, is our own bug and
 * ends the process; a disk or a lock is not, and is told.
 */
#include <sys/types.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sqlite3.h>

#include "daemon/log.h"
#include "daemon/store.h"
#include "daemon/store_beside.h"
#include "daemon/uid.h"
#include "proto/compat.h"
#include "sql/sql.h"

#define STORE_APPLICATION_ID	0x62656e63
#define STORE_STATEMENTS_MAX	160

struct store_rows {
	struct store	*store;
	sqlite3_stmt	*stmt;
	int		 code;		/* of the last step */
	bool		 asked;
};

struct store {
	sqlite3			*db;
	struct store_rows	 rows[STORE_STATEMENTS_MAX];
	enum store_fault	 fault;
	int64_t			 reserve_bytes;
	bool			 reserve_wanted;
};

static int	 store_begin(struct store *);
static int	 store_create(struct store *, char *, size_t);
static int	 store_configure(struct store *);
static int	 store_failed(struct store *, int, const char *);
static int	 store_pragma(struct store *, const char *, int64_t *);
static int	 store_version(struct store *, char *, size_t);
static struct store_rows *store_find(struct store *, const char *);
static void	 store_bind(sqlite3_stmt *, const struct store_value *,
		    size_t);
static int	 store_recognize(struct store *, bool *);

/* Upgrades from version 1 on, in order; none yet. */
static const struct store_upgrade store_upgrades[] = {
	{ 0, NULL }
};

/* Before any statement: the wait first, for the others may need it. */
static const char *const store_settings[] = {
	"PRAGMA trusted_schema = OFF",
	"PRAGMA temp_store = MEMORY",
	"PRAGMA mmap_size = 0",
	"PRAGMA foreign_keys = ON",
	"PRAGMA journal_mode = WAL",
	"PRAGMA synchronous = FULL",
	"PRAGMA cache_size = -256",
};

/* Open or create the database of this directory. */
struct store *
store_open(int64_t reserve_bytes, bool *restored, char *why, size_t size)
{
	struct store	*store;

	*restored = false;
	if ((store = calloc(1, sizeof(*store))) == NULL) {
		strlcpy(why, "memory", size);
		return (NULL);
	}
	store->reserve_bytes = reserve_bytes;
	store->reserve_wanted = true;
	if (sqlite3_open_v2(STORE_FILE, &store->db, SQLITE_OPEN_READWRITE |
	    SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
	    store_configure(store) == -1) {
		snprintf(why, size, "%s: %s", STORE_FILE,
		    sqlite3_errmsg(store->db));
		goto fail;
	}
	if (store_create(store, why, size) == -1)
		goto fail;
	if (store_do(store, "page_create", NULL, 0) == -1 ||
	    store_recognize(store, restored) == -1) {
		strlcpy(why, store_fault_text(store), size);
		goto fail;
	}
	sqlite3_busy_timeout(store->db, STORE_BUSY_MS);
	store_settle(store);
	return (store);

fail:
	store_close(store);
	return (NULL);
}

/* Close; the stamp says how far it went. */
void
store_close(struct store *store)
{
	size_t	i;

	if (store == NULL)
		return;
	for (i = 0; i < nitems(store->rows); i++)
		sqlite3_finalize(store->rows[i].stmt);
	sqlite3_close(store->db);
	free(store);
}

/* Why the last call failed. */
enum store_fault
store_fault(const struct store *store)
{
	return (store->fault);
}

/* The same in words. */
const char *
store_fault_text(const struct store *store)
{
	static const char *const	texts[] = {
		[STORE_OK] = "nothing is wrong",
		[STORE_FULL] = "the disk is full",
		[STORE_LOCKED] = "another program holds the database",
		[STORE_BROKEN] = "the database does not take it",
	};

	return (texts[store->fault]);
}

/* What holds for every connection of ours. */
static int
store_configure(struct store *store)
{
	size_t	i;

	if (sqlite3_busy_timeout(store->db, STORE_OPEN_MS) != SQLITE_OK ||
	    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) !=
	    SQLITE_OK || sqlite3_db_config(store->db,
	    SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL) != SQLITE_OK)
		return (-1);
	for (i = 0; i < nitems(store_settings); i++)
		if (sqlite3_exec(store->db, store_settings[i], NULL, NULL,
		    NULL) != SQLITE_OK)
			return (-1);
	return (0);
}

/* The number that a pragma answers. */
static int
store_pragma(struct store *store, const char *text, int64_t *number)
{
	sqlite3_stmt	*stmt;
	int		 code;

	if (sqlite3_prepare_v2(store->db, text, -1, &stmt, NULL) != SQLITE_OK)
		return (-1);
	code = sqlite3_step(stmt);
	*number = code == SQLITE_ROW ? sqlite3_column_int64(stmt, 0) : 0;
	sqlite3_finalize(stmt);
	return (code == SQLITE_ROW ? 0 : -1);
}

/* An empty file is given the schema; any other must be one of ours. */
static int
store_create(struct store *store, char *why, size_t size)
{
	int64_t	application, schema, version;

	if (store_pragma(store, "PRAGMA application_id", &application) == -1 ||
	    store_pragma(store, "PRAGMA user_version", &version) == -1 ||
	    store_pragma(store, "PRAGMA schema_version", &schema) == -1)
		goto fail;
	if (application == 0 && version == 0 && schema == 0) {
		/* Both pragmas of the schema's head are part of the same. */
		if (sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL,
		    NULL) != SQLITE_OK ||
		    sqlite3_exec(store->db, sql_schema, NULL, NULL, NULL) !=
		    SQLITE_OK || sqlite3_exec(store->db, "COMMIT", NULL, NULL,
		    NULL) != SQLITE_OK)
			goto fail;
	} else if (application != STORE_APPLICATION_ID) {
		snprintf(why, size, "%s: not a database of benchd", STORE_FILE);
		return (-1);
	}
	return (store_upgrade(store, store_upgrades, nitems(store_upgrades),
	    why, size));

fail:
	snprintf(why, size, "%s: %s", STORE_FILE, sqlite3_errmsg(store->db));
	return (-1);
}

/* Upgrade step by step; a step that fails leaves the version before it. */
int
store_upgrade(struct store *store, const struct store_upgrade *upgrades,
    size_t n, char *why, size_t size)
{
	char	stamp[64];
	int64_t	version;
	size_t	i;

	for (i = 0; i < n && upgrades[i].text != NULL; i++) {
		if (store_pragma(store, "PRAGMA user_version", &version) == -1)
			return (store_version(store, why, size));
		if (version != upgrades[i].to - 1)
			continue;
		snprintf(stamp, sizeof(stamp), "PRAGMA user_version = %d",
		    upgrades[i].to);
		if (sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL,
		    NULL) == SQLITE_OK && sqlite3_exec(store->db,
		    upgrades[i].text, NULL, NULL, NULL) == SQLITE_OK &&
		    sqlite3_exec(store->db, stamp, NULL, NULL, NULL) ==
		    SQLITE_OK && sqlite3_exec(store->db, "COMMIT", NULL, NULL,
		    NULL) == SQLITE_OK)
			continue;
		snprintf(why, size, "%s: upgrade to version %d: %s",
		    STORE_FILE, upgrades[i].to, sqlite3_errmsg(store->db));
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		return (-1);
	}
	if (store_pragma(store, "PRAGMA user_version", &version) == -1)
		return (store_version(store, why, size));
	i = i == 0 ? 1 : (size_t)upgrades[i - 1].to;
	if (version == (int64_t)i)
		return (0);
	snprintf(why, size, "%s: schema version %lld, this benchd knows %zu",
	    STORE_FILE, (long long)version, i);
	return (-1);
}

/* The version could not even be read. */
static int
store_version(struct store *store, char *why, size_t size)
{
	snprintf(why, size, "%s: %s", STORE_FILE, sqlite3_errmsg(store->db));
	return (-1);
}

/*
 * Whose database is it?  A new one is given the host's id; one that is not as
 * we left it, or another host's, draws a new incarnation.
 */
static int
store_recognize(struct store *store, bool *restored)
{
	struct store_rows	*rows;
	uint8_t			 fresh[UID_BYTES], host[UID_BYTES];
	uint8_t			 incarnation[UID_BYTES], owner[UID_BYTES];
	bool			 known;

	rows = store_ask(store, "self_show", NULL, 0);
	if ((known = store_next(rows))) {
		store_take(rows, 0, owner, sizeof(owner));
		store_take(rows, 1, incarnation, sizeof(incarnation));
	}
	if (store_end(rows) == -1)
		return (-1);
	if (store_beside_host(known ? owner : NULL, host) == -1)
		log_warn("store: host.id");
	uid_new(fresh);
	if (!known)
		return (STORE_DO(store, "self_insert", STORE_UID(host),
		    STORE_UID(fresh), STORE_INT(store_now_us())));
	*restored = memcmp(owner, host, sizeof(host)) != 0 ||
	    store_beside_differs(incarnation, store_number(store,
	    "change_last", 0, NULL, 0));
	if (!*restored)
		return (0);
	return (STORE_DO(store, "self_restored", STORE_UID(host),
	    STORE_UID(fresh)));
}

/* A statement by its name, prepared when it is first needed. */
static struct store_rows *
store_find(struct store *store, const char *name)
{
	struct store_rows	*rows;
	size_t			 i;

	for (i = 0; sql_host[i].name != NULL; i++)
		if (strcmp(sql_host[i].name, name) == 0)
			break;
	if (sql_host[i].name == NULL || i >= nitems(store->rows))
		log_fatalx("no statement %s", name);
	rows = &store->rows[i];
	if (rows->asked)
		log_fatalx("statement %s is being asked", name);
	if (rows->stmt == NULL && sqlite3_prepare_v3(store->db,
	    sql_host[i].text, -1, SQLITE_PREPARE_PERSISTENT, &rows->stmt,
	    NULL) != SQLITE_OK &&
	    sqlite3_errcode(store->db) == SQLITE_ERROR)
		log_fatalx("statement %s: %s", name,
		    sqlite3_errmsg(store->db));
	rows->store = store;
	return (rows);
}

/* Give the parameters their values. */
static void
store_bind(sqlite3_stmt *stmt, const struct store_value *value, size_t n)
{
	size_t	i;
	int	at;

	for (i = 0; i < n; i++) {
		at = (int)i + 1;
		switch (value[i].type) {
		case STORE_TYPE_NULL:
			sqlite3_bind_null(stmt, at);
			break;
		case STORE_TYPE_INTEGER:
			sqlite3_bind_int64(stmt, at, value[i].integer);
			break;
		case STORE_TYPE_REAL:
			sqlite3_bind_double(stmt, at, value[i].real);
			break;
		case STORE_TYPE_TEXT:
			sqlite3_bind_text(stmt, at, value[i].bytes, -1,
			    SQLITE_STATIC);
			break;
		case STORE_TYPE_BLOB:
			if (value[i].bytes == NULL)
				sqlite3_bind_null(stmt, at);
			else
				sqlite3_bind_blob64(stmt, at, value[i].bytes,
				    value[i].len, SQLITE_STATIC);
			break;
		}
	}
}

/* Sort a failure by whose it is; -1 always. */
static int
store_failed(struct store *store, int code, const char *what)
{
	switch (code & 0xff) {
	case SQLITE_FULL:
	case SQLITE_IOERR:		/* a quota comes as this */
		store->fault = STORE_FULL;
		break;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		store->fault = STORE_LOCKED;
		break;
	default:
		store->fault = STORE_BROKEN;
		break;
	}
	log_warnx("store: %s: %s", what, sqlite3_errmsg(store->db));
	return (-1);
}

/* Ask for rows. */
struct store_rows *
store_ask(struct store *store, const char *name,
    const struct store_value *value, size_t n)
{
	struct store_rows	*rows;

	rows = store_find(store, name);
	rows->asked = true;
	if (rows->stmt == NULL) {
		rows->code = sqlite3_errcode(store->db);
		return (rows);
	}
	if (sqlite3_bind_parameter_count(rows->stmt) != (int)n)
		log_fatalx("statement %s: %zu values", name, n);
	store_bind(rows->stmt, value, n);
	rows->code = SQLITE_ROW;
	return (rows);
}

/* Go to the next row, if there is one. */
bool
store_next(struct store_rows *rows)
{
	if (rows->code == SQLITE_ROW)
		rows->code = sqlite3_step(rows->stmt);
	return (rows->code == SQLITE_ROW);
}

/* No more rows are wanted. */
int
store_end(struct store_rows *rows)
{
	int	status;

	status = 0;
	if (rows->code != SQLITE_ROW && rows->code != SQLITE_DONE)
		status = store_failed(rows->store, rows->code,
		    rows->stmt == NULL ? "prepare" : sqlite3_sql(rows->stmt));
	if (rows->stmt != NULL) {
		sqlite3_reset(rows->stmt);
		sqlite3_clear_bindings(rows->stmt);
	}
	rows->asked = false;
	return (status);
}

/* Run a statement for what it does. */
int
store_do(struct store *store, const char *name,
    const struct store_value *value, size_t n)
{
	struct store_rows	*rows;

	rows = store_ask(store, name, value, n);
	while (store_next(rows))
		continue;
	return (store_end(rows));
}

/* How many rows the last statement changed. */
int64_t
store_changed(struct store *store)
{
	return (sqlite3_changes(store->db));
}

/* The key of the last row inserted. */
int64_t
store_last_id(struct store *store)
{
	return (sqlite3_last_insert_rowid(store->db));
}

/* Columns in a row. */
size_t
store_columns(const struct store_rows *rows)
{
	return (rows->stmt == NULL ? 0 :
	    (size_t)sqlite3_column_count(rows->stmt));
}

/* A column's name as the statement calls it. */
const char *
store_name(const struct store_rows *rows, size_t column)
{
	return (sqlite3_column_name(rows->stmt, (int)column));
}

/* What the column holds in this row. */
enum store_type
store_type(const struct store_rows *rows, size_t column)
{
	switch (sqlite3_column_type(rows->stmt, (int)column)) {
	case SQLITE_INTEGER:
		return (STORE_TYPE_INTEGER);
	case SQLITE_FLOAT:
		return (STORE_TYPE_REAL);
	case SQLITE_TEXT:
		return (STORE_TYPE_TEXT);
	case SQLITE_BLOB:
		return (STORE_TYPE_BLOB);
	default:
		return (STORE_TYPE_NULL);
	}
}

/* A column's integer; 0 for NULL. */
int64_t
store_integer(const struct store_rows *rows, size_t column)
{
	return (sqlite3_column_int64(rows->stmt, (int)column));
}

/* A column's number; 0 for NULL. */
double
store_real(const struct store_rows *rows, size_t column)
{
	return (sqlite3_column_double(rows->stmt, (int)column));
}

/* A column's text; NULL for NULL. */
const char *
store_text(const struct store_rows *rows, size_t column)
{
	return ((const char *)sqlite3_column_text(rows->stmt, (int)column));
}

/* A column's bytes; NULL for none. */
const void *
store_bytes(const struct store_rows *rows, size_t column, size_t *len)
{
	const void	*bytes;

	bytes = sqlite3_column_blob(rows->stmt, (int)column);
	*len = (size_t)sqlite3_column_bytes(rows->stmt, (int)column);
	return (bytes);
}

/* Exactly n bytes of a column; zeros where it has not as many. */
void
store_take(const struct store_rows *rows, size_t column, uint8_t *to, size_t n)
{
	const void	*bytes;
	size_t		 len;

	memset(to, 0, n);
	if ((bytes = store_bytes(rows, column, &len)) != NULL && len == n)
		memcpy(to, bytes, n);
}

/* One number. */
int64_t
store_number(struct store *store, const char *name, int64_t absent,
    const struct store_value *value, size_t n)
{
	struct store_rows	*rows;
	int64_t			 number;

	rows = store_ask(store, name, value, n);
	number = absent;
	if (store_next(rows) && store_type(rows, 0) != STORE_TYPE_NULL)
		number = store_integer(rows, 0);
	store_end(rows);
	return (number);
}

/* Begin, waiting for whoever holds the database, but not for ever. */
static int
store_begin(struct store *store)
{
	int	code;

	store->fault = STORE_OK;
	code = sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	return (code == SQLITE_OK ? 0 : store_failed(store, code, "begin"));
}

/* One transaction; a full disk is met with the reserve, once. */
int
store_transact(struct store *store, int (*body)(struct store *, void *),
    void *what)
{
	int	code;

	for (;;) {
		if (store_begin(store) == 0 && body(store, what) == 0) {
			code = sqlite3_exec(store->db, "COMMIT", NULL, NULL,
			    NULL);
			if (code == SQLITE_OK)
				return (0);
			store_failed(store, code, "commit");
		}
		if (!sqlite3_get_autocommit(store->db))
			sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		if (store->fault != STORE_FULL || !store_beside_give_up())
			return (-1);
		log_warnx("store: the disk is full: its reserve is given up");
		store->reserve_wanted = true;
	}
}

/* Nobody waits: put the things beside the database in order. */
void
store_settle(struct store *store)
{
	struct store_rows	*rows;
	uint8_t			 incarnation[UID_BYTES];

	if (store->reserve_wanted &&
	    store_beside_reserve(store->reserve_bytes) == 0)
		store->reserve_wanted = false;
	rows = store_ask(store, "self_show", NULL, 0);
	if (store_next(rows))
		store_take(rows, 1, incarnation, sizeof(incarnation));
	else
		memset(incarnation, 0, sizeof(incarnation));
	if (store_end(rows) == 0 && store_beside_stamp(incarnation,
	    store_number(store, "change_last", 0, NULL, 0)) == -1)
		log_warn("store: stamp");
}

/* Microseconds since 1970. */
int64_t
store_now_us(void)
{
	struct timespec	now;

	clock_gettime(CLOCK_REALTIME, &now);
	return ((int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000);
}
