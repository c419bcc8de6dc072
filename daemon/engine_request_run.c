/*
 * engine_request_run: runs of a job, and what they printed.
 */
#include <sys/stat.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/engine.h"
#include "proto/base64.h"

#define ENGINE_REQUEST_RUN_BYTES	(96 * 1024)	/* of a log's page */

/* What is kept of an output, unpacked as far as it is asked for. */
struct engine_request_run_log {
	int64_t	 bytes;			/* printed in all */
	int64_t	 head_bytes, tail_bytes;
	int64_t	 after;			/* where the piece begins */
	char	*piece;
	size_t	 piece_len;
};

static int64_t	 engine_request_run_find(struct engine_request *, uint8_t *);
static json_t	*engine_request_run_data(
		    const struct engine_request_run_log *);
static int	 engine_request_run_kept(struct engine_request *, int64_t,
		    struct engine_request_run_log *);
static int	 engine_request_run_live(struct engine_request *,
		    struct engine_request_run_log *);
static int	 engine_request_run_take(struct engine_request_run_log *,
		    const void *, size_t, int64_t, int64_t);

/* run.list: a page of a job's runs. */
json_t *
engine_request_run_list(struct engine_request *request)
{
	json_t	*runs;
	int64_t	 job_id, next;

	if ((job_id = engine_request_find_job(request)) == 0)
		return (NULL);
	runs = engine_json_runs(request->engine, job_id,
	    msg_integer(request->params, "after", 0), INT64_MAX, &next);
	if (runs == NULL)
		return (engine_request_store_fault(request));
	return (json_pack("{s:o, s:b, s:I}", "runs", runs, "more", next != 0,
	    "next", (json_int_t)next));
}

/* The run that params name, or 0 with the fault. */
static int64_t
engine_request_run_find(struct engine_request *request, uint8_t *uid)
{
	struct store_rows	*rows;
	json_t			*run;
	int64_t			 job_id, run_id;

	run = json_object_get(request->params, "run");
	if (json_is_integer(run)) {
		if (msg_text(request->params, "job") == NULL) {
			msg_fault(&request->fault, ERROR_INVALID_PARAMS, NULL,
			    "run.log: a slot's number needs its job");
			return (0);
		}
		if ((job_id = engine_request_find_job(request)) == 0)
			return (0);
		rows = STORE_ASK(request->engine->store, "run_find_slot",
		    STORE_INT(job_id), STORE_INT(json_integer_value(run)));
	} else {
		uid_unhex(json_string_value(run), uid, UID_BYTES);
		rows = STORE_ASK(request->engine->store, "run_find",
		    STORE_UID(uid));
	}
	run_id = 0;
	if (store_next(rows)) {
		run_id = store_integer(rows, 0);
		store_take(rows, 1, uid, UID_BYTES);
	}
	if (store_end(rows) == -1)
		engine_request_store_fault(request);
	else if (run_id == 0)
		msg_fault(&request->fault, ERROR_UNKNOWN_RUN, NULL,
		    json_is_integer(run) ?
		    "slot %" JSON_INTEGER_FORMAT " of the job has no run yet" :
		    "no such run on this host", json_integer_value(run));
	return (run_id);
}

/* run.log: a piece of what a run printed, now or then. */
json_t *
engine_request_run_log(struct engine_request *request)
{
	struct engine_request_run_log	 log;
	const struct engine_run		*now;
	char				 hex[UID_HEX_BYTES];
	uint8_t				 uid[UID_BYTES];
	json_t				*answer, *steps;
	int64_t				 run_id;
	int				 status;

	memset(&log, 0, sizeof(log));
	log.after = msg_integer(request->params, "after", 0);
	if ((run_id = engine_request_run_find(request, uid)) == 0)
		return (NULL);
	now = request->engine->run;
	status = now != NULL && now->run.run_id == run_id ?
	    engine_request_run_live(request, &log) :
	    engine_request_run_kept(request, run_id, &log);
	steps = engine_json_rows(request->engine->store, "run_steps",
	    STORE_VALUES(STORE_INT(run_id)));
	if (status == -1 || steps == NULL) {
		json_decref(steps);
		free(log.piece);
		return (engine_request_store_fault(request));
	}
	answer = engine_request_run_data(&log);
	uid_hex(uid, UID_BYTES, hex);
	json_object_set_new(answer, "run", json_string(hex));
	json_object_set_new(answer, "steps", steps);
	free(log.piece);
	return (answer);
}

/* The piece and where it lies. */
static json_t *
engine_request_run_data(const struct engine_request_run_log *log)
{
	json_t	*answer, *cut;
	int64_t	 kept, next;
	char	*text;

	kept = log->head_bytes + log->tail_bytes;
	cut = kept == log->bytes ? json_null() : json_pack("{s:I, s:I}",
	    "offset", (json_int_t)log->head_bytes,
	    "bytes", (json_int_t)(log->bytes - kept));
	next = log->after + (int64_t)log->piece_len;
	text = base64_encode(log->piece, log->piece_len);
	answer = json_pack("{s:I, s:I, s:s*, s:o, s:b, s:I}",
	    "bytes", (json_int_t)log->bytes, "kept", (json_int_t)kept,
	    "data", text, "cut", cut,
	    "more", log->piece_len > 0 && (log->tail_bytes > 0 ?
	    next < log->bytes : next < log->head_bytes),
	    "next", (json_int_t)next);
	free(text);
	return (answer);
}

/* Copy what of part[len], which begins at offset, is asked for. */
static int
engine_request_run_take(struct engine_request_run_log *log, const void *packed,
    size_t packed_len, int64_t offset, int64_t len)
{
	char	*part;

	if (packed == NULL || log->piece != NULL ||
	    log->after >= offset + len)
		return (0);
	if (log->after < offset)
		log->after = offset;
	if ((part = engine_output_unpack(packed, packed_len,
	    (size_t)len)) == NULL)
		return (-1);
	log->piece_len = (size_t)(offset + len - log->after);
	if (log->piece_len > ENGINE_REQUEST_RUN_BYTES)
		log->piece_len = ENGINE_REQUEST_RUN_BYTES;
	memmove(part, part + (log->after - offset), log->piece_len);
	log->piece = part;
	return (0);
}

/* Of a run that has ended. */
static int
engine_request_run_kept(struct engine_request *request, int64_t run_id,
    struct engine_request_run_log *log)
{
	struct store_rows	*rows;
	const void		*head, *tail;
	size_t			 head_len, tail_len;
	int			 status;

	status = 0;
	rows = STORE_ASK(request->engine->store, "output_show",
	    STORE_INT(run_id));
	if (store_next(rows)) {
		log->bytes = store_integer(rows, 0);
		log->head_bytes = store_integer(rows, 2);
		log->tail_bytes = store_integer(rows, 4);
		head = store_bytes(rows, 1, &head_len);
		tail = store_bytes(rows, 3, &tail_len);
		if (engine_request_run_take(log, head, head_len, 0,
		    log->head_bytes) == -1 ||
		    engine_request_run_take(log, tail, tail_len,
		    log->bytes - log->tail_bytes, log->tail_bytes) == -1)
			status = -1;
	}
	return (store_end(rows) == -1 ? -1 : status);
}

/* Of the run that goes on: straight from its file. */
static int
engine_request_run_live(struct engine_request *request,
    struct engine_request_run_log *log)
{
	struct stat	st;
	int64_t		left;

	if (request->engine->run->fd == -1 ||
	    fstat(request->engine->run->fd, &st) == -1)
		return (0);
	log->bytes = log->head_bytes = st.st_size;
	left = st.st_size - log->after;
	if (left <= 0)
		return (0);
	if (left > ENGINE_REQUEST_RUN_BYTES)
		left = ENGINE_REQUEST_RUN_BYTES;
	log->piece = engine_output_read(request->engine->run->fd, log->after,
	    left, ENGINE_REQUEST_RUN_BYTES, &log->piece_len);
	return (log->piece == NULL ? -1 : 0);
}
