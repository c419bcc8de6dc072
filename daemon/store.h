/*
 * store: the database of a host, its statements by name, its transactions.
 *
 * All SQL stands in sql/host.sql; here are values, rows, the transaction that
 * survives a full disk, and what lies beside the database: the reserve, the
 * stamp and the host's id.  What the rows mean is known by store_host.c,
 * store_job.c and store_run.c, and by those who ask.
 */
#ifndef DAEMON_STORE_H
#define DAEMON_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/uid.h"

#define STORE_DIGEST_BYTES	32
#define STORE_FILE		"benchd.db"
#define STORE_BUSY_MS		2000	/* waited for another's lock */
#define STORE_OPEN_MS		60000	/* the same, at the start */

struct store;
struct store_rows;

/* Why the last call failed. */
enum store_fault {
	STORE_OK,
	STORE_FULL,		/* disk full, and the reserve did not help */
	STORE_LOCKED,		/* another program holds the database */
	STORE_BROKEN		/* damaged, or our own bug; it is in the log */
};

enum store_type {
	STORE_TYPE_NULL, STORE_TYPE_INTEGER, STORE_TYPE_REAL, STORE_TYPE_TEXT,
	STORE_TYPE_BLOB
};

/* A value for a statement's parameter; bytes are borrowed. */
struct store_value {
	enum store_type	 type;
	int64_t		 integer;
	double		 real;
	const void	*bytes;
	size_t		 len;
};

#define STORE_NULL	((struct store_value){ .type = STORE_TYPE_NULL })
#define STORE_INT(x) \
	((struct store_value){ .type = STORE_TYPE_INTEGER, .integer = (x) })
#define STORE_REAL(x) \
	((struct store_value){ .type = STORE_TYPE_REAL, .real = (x) })
/* NULL text is NULL. */
#define STORE_TEXT(x) \
	((struct store_value){ .type = STORE_TYPE_TEXT, .bytes = (x) })
#define STORE_BLOB(x, n) \
	((struct store_value){ .type = STORE_TYPE_BLOB, .bytes = (x), \
	    .len = (n) })
#define STORE_UID(x)	STORE_BLOB((x), UID_BYTES)
#define STORE_DIGEST(x)	STORE_BLOB((x), STORE_DIGEST_BYTES)

#define STORE_VALUES(...) \
	(const struct store_value[]){ __VA_ARGS__ }, \
	sizeof((const struct store_value[]){ __VA_ARGS__ }) / \
	sizeof(struct store_value)

/* An upgrade brings the schema from version to - 1 to version to. */
struct store_upgrade {
	int		 to;
	const char	*text;
};

/*
 * Open or create STORE_FILE in the present directory, bring it to our
 * version, and see whether it is as this host left it: *restored tells that
 * it was not (another file, or an older one, lies there), and a new
 * incarnation was drawn.  The caller owns the result.  NULL with the reason
 * in words in why[size].
 */
struct store	*store_open(int64_t reserve_bytes, bool *restored, char *why,
		    size_t size);
/* NULL is allowed.  A clean end is store_settle() and this. */
void		 store_close(struct store *);
enum store_fault store_fault(const struct store *);
const char	*store_fault_text(const struct store *);

/*
 * Bring the schema to the last of upgrades, each in a transaction of its own.
 * 0, or -1 with the reason in why.
 */
int		 store_upgrade(struct store *, const struct store_upgrade *,
		    size_t n, char *why, size_t size);

/* Run a statement that gives no rows (or whose rows do not matter). */
int		 store_do(struct store *, const char *name,
		    const struct store_value *, size_t n);
#define STORE_DO(store, name, ...) \
	store_do(store, name, STORE_VALUES(__VA_ARGS__))
/* Rows that the last statement changed; the key that it gave. */
int64_t		 store_changed(struct store *);
int64_t		 store_last_id(struct store *);

/*
 * Ask for rows.  Never NULL; ended by store_end() in every case, which tells
 * by -1 whether a fault cut them short.  One name can be asked once at a time.
 */
struct store_rows *store_ask(struct store *, const char *name,
		    const struct store_value *, size_t n);
#define STORE_ASK(store, name, ...) \
	store_ask(store, name, STORE_VALUES(__VA_ARGS__))
bool		 store_next(struct store_rows *);
int		 store_end(struct store_rows *);

/* Columns of the present row, from 0; texts and bytes live until the next. */
size_t		 store_columns(const struct store_rows *);
const char	*store_name(const struct store_rows *, size_t);
enum store_type	 store_type(const struct store_rows *, size_t);
int64_t		 store_integer(const struct store_rows *, size_t);
double		 store_real(const struct store_rows *, size_t);
const char	*store_text(const struct store_rows *, size_t); /* or NULL */
const void	*store_bytes(const struct store_rows *, size_t, size_t *len);
/* n bytes of a column that has so many; zeros where it has not. */
void		 store_take(const struct store_rows *, size_t, uint8_t *to,
		    size_t n);

/* The first column of the first row; absent where there is none or fault. */
int64_t		 store_number(struct store *, const char *name, int64_t absent,
		    const struct store_value *, size_t n);
#define STORE_NUMBER(store, name, absent, ...) \
	store_number(store, name, absent, STORE_VALUES(__VA_ARGS__))

/*
 * Do body as one transaction, durable when this returns 0.  body may run a
 * second time from the start, after the reserve was given up for it.
 */
int		 store_transact(struct store *,
		    int (*body)(struct store *, void *), void *);
/* A clean point: the stamp is written, the reserve made again if it can. */
void		 store_settle(struct store *);

/* Wall clock, microseconds. */
int64_t		 store_now_us(void);

#endif
