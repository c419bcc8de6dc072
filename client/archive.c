/*
 * archive: the client's own store, in which the results of many hosts merge.
 *
 * Opens, creates, prepares, binds and steps; knows no table's meaning.
 */
#include <sys/stat.h>

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include "client/archive.h"
#include "proto/compat.h"
#include "sql/sql.h"

#define ARCHIVE_BUSY_MS		30000
#define ARCHIVE_APPLICATION	0x62656e63
#define ARCHIVE_VERSION		1
#define ARCHIVE_BYTES_MAX	64	/* of a parameter given in hex */

struct archive_stmt {
	struct archive		*archive;
	sqlite3_stmt		*stmt;
	bool			 own;		/* not of client.sql */
};

struct archive {
	sqlite3			*db;
	char			*path;
	struct archive_stmt	*stmt;		/* in client.sql's order */
	size_t			 nstmts;
	bool			 open;		/* a transaction is */
};

/* What went wrong last. */
const char *
archive_fault(const struct archive *archive)
{
	return (sqlite3_errmsg(archive->db));
}

/* The archive's path. */
const char *
archive_path(const struct archive *archive)
{
	return (archive->path);
}

/* A number that a pragma tells; -1 on a fault. */
static int
archive_pragma(sqlite3 *db, const char *text)
{
	sqlite3_stmt	*stmt;
	int		 value;

	value = -1;
	if (sqlite3_prepare_v2(db, text, -1, &stmt, NULL) != SQLITE_OK)
		return (-1);
	if (sqlite3_step(stmt) == SQLITE_ROW)
		value = sqlite3_column_int(stmt, 0);
	sqlite3_finalize(stmt);
	return (value);
}

/* Give a new file its tables. */
static int
archive_create(struct archive *archive)
{
	struct archive_stmt	*stmt;
	sqlite3			*db;

	db = archive->db;
	if (sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL) != SQLITE_OK)
		return (-1);
	/* Another benchctl may have been quicker. */
	if (archive_pragma(db, "PRAGMA user_version") != 0)
		return (sqlite3_exec(db, "COMMIT", NULL, NULL, NULL));
	if (sqlite3_exec(db, sql_schema, NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_exec(db, sql_archive, NULL, NULL, NULL) != SQLITE_OK)
		return (-1);
	stmt = archive_stmt(archive, "self_insert");
	archive_bind_int(stmt, "now_us", (int64_t)time(NULL) * 1000000);
	if (archive_do(stmt) == -1)
		return (-1);
	return (sqlite3_exec(db, "COMMIT", NULL, NULL, NULL));
}

/* See that the file is an archive of ours, or make it one. */
static int
archive_accept(struct archive *archive, char *why, size_t size)
{
	static const char	 setup[] =
	    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
	    "PRAGMA foreign_keys = OFF; PRAGMA trusted_schema = OFF;"
	    "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY";
	int			 id, version;

	sqlite3_busy_timeout(archive->db, ARCHIVE_BUSY_MS);
	if (sqlite3_exec(archive->db, setup, NULL, NULL, NULL) != SQLITE_OK)
		goto fault;
	version = archive_pragma(archive->db, "PRAGMA user_version");
	id = archive_pragma(archive->db, "PRAGMA application_id");
	if (version == 0 && id == 0) {
		if (archive_create(archive) != 0)
			goto fault;
		return (0);
	}
	if (id != ARCHIVE_APPLICATION || archive_pragma(archive->db,
	    "SELECT count(*) FROM sqlite_master WHERE name = 'sums'") != 1) {
		snprintf(why, size, "%s is no archive of benchctl",
		    archive->path);
		return (-1);
	}
	if (version != ARCHIVE_VERSION) {
		snprintf(why, size, "%s has schema version %d, we know %d",
		    archive->path, version, ARCHIVE_VERSION);
		return (-1);
	}
	return (0);
fault:
	snprintf(why, size, "%s: %s", archive->path, archive_fault(archive));
	return (-1);
}

/* Open or create an archive. */
struct archive *
archive_open(const char *path, char *why, size_t size)
{
	struct archive	*archive;
	size_t		 n;

	for (n = 0; sql_client[n].name != NULL; n++)
		continue;
	if ((archive = calloc(1, sizeof(*archive))) == NULL ||
	    (archive->path = strdup(path)) == NULL ||
	    (archive->stmt = calloc(n, sizeof(*archive->stmt))) == NULL) {
		snprintf(why, size, "memory");
		archive_close(archive);
		return (NULL);
	}
	archive->nstmts = n;
	if (sqlite3_open_v2(path, &archive->db, SQLITE_OPEN_READWRITE |
	    SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW, NULL) != SQLITE_OK) {
		snprintf(why, size, "%s: %s", path, archive_fault(archive));
		archive_close(archive);
		return (NULL);
	}
	sqlite3_extended_result_codes(archive->db, 1);
	if (archive_accept(archive, why, size) == -1) {
		archive_close(archive);
		return (NULL);
	}
	return (archive);
}

/* End an archive in any stage of opening; NULL is allowed. */
void
archive_close(struct archive *archive)
{
	size_t	 i;

	if (archive == NULL)
		return;
	for (i = 0; i < archive->nstmts; i++)
		sqlite3_finalize(archive->stmt[i].stmt);
	sqlite3_close(archive->db);
	free(archive->stmt);
	free(archive->path);
	free(archive);
}

/* Begin a transaction. */
int
archive_begin(struct archive *archive)
{
	if (archive_do(archive_stmt(archive, "begin")) == -1)
		return (-1);
	archive->open = true;
	return (0);
}

/* Commit it. */
int
archive_commit(struct archive *archive)
{
	if (archive_do(archive_stmt(archive, "commit")) == -1)
		return (-1);
	archive->open = false;
	return (0);
}

/* Undo what is not committed; nothing may be. */
void
archive_undo(struct archive *archive)
{
	if (archive->open && sqlite3_get_autocommit(archive->db) == 0)
		archive_do(archive_stmt(archive, "rollback"));
	archive->open = false;
}

/* The statement of that name, prepared at its first use. */
struct archive_stmt *
archive_stmt(struct archive *archive, const char *name)
{
	struct archive_stmt	*st;
	size_t			 i;

	for (i = 0; i < archive->nstmts; i++)
		if (strcmp(sql_client[i].name, name) == 0)
			break;
	if (i == archive->nstmts)
		errx(1, "no statement %s", name);
	st = &archive->stmt[i];
	st->archive = archive;
	if (st->stmt == NULL && sqlite3_prepare_v3(archive->db,
	    sql_client[i].text, -1, SQLITE_PREPARE_PERSISTENT, &st->stmt,
	    NULL) != SQLITE_OK)
		errx(1, "statement %s: %s", name, archive_fault(archive));
	sqlite3_reset(st->stmt);
	sqlite3_clear_bindings(st->stmt);
	return (st);
}

/* A statement of our own text. */
struct archive_stmt *
archive_prepare(struct archive *archive, const char *text)
{
	struct archive_stmt	*st;

	if ((st = calloc(1, sizeof(*st))) == NULL)
		return (NULL);
	st->archive = archive;
	st->own = true;
	if (sqlite3_prepare_v2(archive->db, text, -1, &st->stmt, NULL) !=
	    SQLITE_OK) {
		free(st);
		return (NULL);
	}
	return (st);
}

/* End what archive_prepare() gave; NULL is allowed, and the archive's own. */
void
archive_end(struct archive_stmt *st)
{
	if (st == NULL)
		return;
	if (!st->own) {
		sqlite3_reset(st->stmt);
		return;
	}
	sqlite3_finalize(st->stmt);
	free(st);
}

/* The number of a parameter by its name; 0 where there is none. */
static int
archive_find(struct archive_stmt *st, const char *name)
{
	const char	*have;
	int		 i, n;

	n = sqlite3_bind_parameter_count(st->stmt);
	for (i = 1; i <= n; i++) {
		have = sqlite3_bind_parameter_name(st->stmt, i);
		if (have != NULL && strcmp(have + 1, name) == 0)
			return (i);
	}
	return (0);
}

/* Bind an integer by name. */
void
archive_bind_int(struct archive_stmt *st, const char *name, int64_t value)
{
	sqlite3_bind_int64(st->stmt, archive_find(st, name), value);
}

/* Bind a real by name. */
void
archive_bind_real(struct archive_stmt *st, const char *name, double value)
{
	sqlite3_bind_double(st->stmt, archive_find(st, name), value);
}

/* Bind a text, or bytes in hex, by name. */
void
archive_bind_text(struct archive_stmt *st, const char *name, const char *text)
{
	int	 number;

	if ((number = archive_find(st, name)) != 0)
		archive_bind_text_at(st, number, text);
}

/* The name of a parameter, without its first character. */
const char *
archive_parameter(struct archive_stmt *st, int number)
{
	const char	*name;

	name = sqlite3_bind_parameter_name(st->stmt, number);
	return (name != NULL ? name + 1 : NULL);
}

/* Bind an integer by number. */
void
archive_bind_int_at(struct archive_stmt *st, int number, int64_t value)
{
	sqlite3_bind_int64(st->stmt, number, value);
}

/* Bind a real by number. */
void
archive_bind_real_at(struct archive_stmt *st, int number, double value)
{
	sqlite3_bind_double(st->stmt, number, value);
}

/* The value of a hexadecimal digit, or -1. */
static int
archive_digit(char c)
{
	if (c >= '0' && c <= '9')
		return (c - '0');
	if (c >= 'a' && c <= 'f')
		return (c - 'a' + 10);
	return (-1);
}

/* Bind bytes that are given in hex. */
static int
archive_bind_hex(struct archive_stmt *st, int number, const char *text)
{
	unsigned char	 bytes[ARCHIVE_BYTES_MAX];
	size_t		 i, len;
	int		 high, low;

	len = strlen(text);
	if (len % 2 != 0 || len / 2 > sizeof(bytes))
		return (-1);
	for (i = 0; i < len / 2; i++) {
		high = archive_digit(text[2 * i]);
		low = archive_digit(text[2 * i + 1]);
		if (high == -1 || low == -1)
			return (-1);
		bytes[i] = (unsigned char)(high << 4 | low);
	}
	sqlite3_bind_blob(st->stmt, number, bytes, (int)(len / 2),
	    SQLITE_TRANSIENT);
	return (0);
}

/* Bind a text, or bytes in hex, by number. */
int
archive_bind_text_at(struct archive_stmt *st, int number, const char *text)
{
	const char	*name;

	if (text == NULL) {
		sqlite3_bind_null(st->stmt, number);
		return (0);
	}
	name = sqlite3_bind_parameter_name(st->stmt, number);
	if (name != NULL && name[0] == '@')
		return (archive_bind_hex(st, number, text));
	sqlite3_bind_text(st->stmt, number, text, -1, SQLITE_TRANSIENT);
	return (0);
}

/* The next row. */
int
archive_step(struct archive_stmt *st)
{
	int	 rc;

	if ((rc = sqlite3_step(st->stmt)) == SQLITE_ROW)
		return (1);
	sqlite3_reset(st->stmt);
	return (rc == SQLITE_DONE ? 0 : -1);
}

/* Run a statement to its end. */
int
archive_do(struct archive_stmt *st)
{
	int	 rv;

	while ((rv = archive_step(st)) == 1)
		continue;
	return (rv);
}

/* How many columns its rows have. */
int
archive_columns(struct archive_stmt *st)
{
	return (sqlite3_column_count(st->stmt));
}

/* The name of a column. */
const char *
archive_column(struct archive_stmt *st, int i)
{
	return (sqlite3_column_name(st->stmt, i));
}

/* Is it NULL? */
bool
archive_is_null(struct archive_stmt *st, int i)
{
	return (sqlite3_column_type(st->stmt, i) == SQLITE_NULL);
}

/* Is it stored as an integer? */
bool
archive_is_integer(struct archive_stmt *st, int i)
{
	return (sqlite3_column_type(st->stmt, i) == SQLITE_INTEGER);
}

/* Is it stored as a real? */
bool
archive_is_real(struct archive_stmt *st, int i)
{
	return (sqlite3_column_type(st->stmt, i) == SQLITE_FLOAT);
}

/* An integer of the present row. */
int64_t
archive_int(struct archive_stmt *st, int i)
{
	return (sqlite3_column_int64(st->stmt, i));
}

/* A real of the present row. */
double
archive_real(struct archive_stmt *st, int i)
{
	return (sqlite3_column_double(st->stmt, i));
}

/* A text of the present row, borrowed until the next step; or NULL. */
const char *
archive_text(struct archive_stmt *st, int i)
{
	return ((const char *)sqlite3_column_text(st->stmt, i));
}

/* The key of the last row inserted. */
int64_t
archive_last_id(struct archive *archive)
{
	return (sqlite3_last_insert_rowid(archive->db));
}

/* How many rows the last statement changed. */
int
archive_changes(struct archive *archive)
{
	return (sqlite3_changes(archive->db));
}
