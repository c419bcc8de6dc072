/*
 * archive_take: rows out of the archive, as the pages that came in.
 */
#ifndef CLIENT_ARCHIVE_TAKE_H
#define CLIENT_ARCHIVE_TAKE_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "client/archive.h"

/*
 * Tables in the form of pull.changes, made of a job, and of runs of it; the
 * caller owns the result (json_decref).  With closed eyes (is_public) what
 * identifies is left out: names of hosts, machines and clients, fingerprints,
 * texts of recipes, commands and details.  NULL on a fault of the archive.
 */
json_t	*archive_take_job(struct archive *, int64_t job_id, bool is_public);
json_t	*archive_take_runs(struct archive *, const int64_t *run_id, size_t n,
	    bool is_public);

#endif
