/*
 * archive_merge: pages of foreign rows into the archive.
 */
#ifndef CLIENT_ARCHIVE_MERGE_H
#define CLIENT_ARCHIVE_MERGE_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "client/archive.h"

/*
 * Merge the "tables" of a page (benchd-proto(7), Tables of pull.changes)
 * inside the transaction that is open, and bring the sums of what it touched
 * up to date.  Merging the same page again changes nothing.  *runs grows by
 * the runs that were new.  Returns 0, or -1 with the reason in why[size]:
 * then the transaction is to be undone.
 */
int	 archive_merge_tables(struct archive *, const json_t *tables,
	    int64_t *runs, char *why, size_t size);

/* Make the sums of one boot and cell anew from their samples; 0 or -1. */
int	 archive_merge_sums(struct archive *, int64_t boot_id,
	    int64_t cell_id);

#endif
