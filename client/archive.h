/*
 * archive: the client's own store, in which the results of many hosts merge.
 *
 * All SQL stands in sql/client.sql; here are statements by name, their named
 * parameters and rows.  What pages hold is archive_merge.c's matter.
 */
#ifndef CLIENT_ARCHIVE_H
#define CLIENT_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct archive;
struct archive_stmt;

/*
 * Open or create the archive at path.  The caller owns the result.  NULL with
 * the reason, in words, in why[size].
 */
struct archive	*archive_open(const char *path, char *why, size_t size);
void		 archive_close(struct archive *);
/* What went wrong last, in words. */
const char	*archive_fault(const struct archive *);
/* Its own path, borrowed. */
const char	*archive_path(const struct archive *);

/* One transaction at a time; 0 or -1.  archive_undo() is always allowed. */
int		 archive_begin(struct archive *);
int		 archive_commit(struct archive *);
void		 archive_undo(struct archive *);

/*
 * The statement of that name, ready to be bound: what was bound before is
 * gone.  Never NULL for a name that stands in client.sql (else our bug, and
 * the process ends).  Owned by the archive.
 */
struct archive_stmt *archive_stmt(struct archive *, const char *name);
/*
 * A statement made of text that is ours (a WHERE put together of what
 * sql/client.sql has no fixed form for); ended by archive_end().  NULL with
 * archive_fault() set.
 */
struct archive_stmt *archive_prepare(struct archive *, const char *text);
void		 archive_end(struct archive_stmt *);

/*
 * Bind by name, without its first character; a name that the statement does
 * not have is ignored.  Texts and bytes are copied.  A parameter written
 * @name takes hex text as bytes.  NULL text is NULL.
 */
void		 archive_bind_int(struct archive_stmt *, const char *name,
		    int64_t);
void		 archive_bind_real(struct archive_stmt *, const char *name,
		    double);
void		 archive_bind_text(struct archive_stmt *, const char *name,
		    const char *);
/* The same by number, from 1; archive_parameter() names them, or is NULL. */
const char	*archive_parameter(struct archive_stmt *, int number);
void		 archive_bind_int_at(struct archive_stmt *, int, int64_t);
void		 archive_bind_real_at(struct archive_stmt *, int, double);
/* -1 where text is to be hex and is not. */
int		 archive_bind_text_at(struct archive_stmt *, int,
		    const char *);

/* 1 a row, 0 no further row, -1 a fault.  At 0 or -1 it is ready again. */
int		 archive_step(struct archive_stmt *);
/* Run a statement without rows; 0 or -1. */
int		 archive_do(struct archive_stmt *);
int		 archive_columns(struct archive_stmt *);
const char	*archive_column(struct archive_stmt *, int);	/* its name */
bool		 archive_is_null(struct archive_stmt *, int);
bool		 archive_is_integer(struct archive_stmt *, int);
bool		 archive_is_real(struct archive_stmt *, int);
int64_t		 archive_int(struct archive_stmt *, int);
double		 archive_real(struct archive_stmt *, int);
const char	*archive_text(struct archive_stmt *, int);	/* or NULL */
int64_t		 archive_last_id(struct archive *);
int		 archive_changes(struct archive *);

#endif
