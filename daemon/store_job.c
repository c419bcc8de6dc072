/*
 * store_job: jobs, their cells and slots, from request to end.
 *
 * Knows which rows a job is made of and how its state changes; nothing of
 * messages, clients' roles or configuration.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/store_job.h"
#include "proto/compat.h"

#define STORE_JOB_REASON_BYTES	256

/* What the bodies of transactions are given. */
struct store_job_work {
	const struct store_place	*place;
	const struct job		*job;
	int64_t				*cell_id;	/* of each cell */
	int64_t				 job_id;
	uint8_t				 uid[UID_BYTES];
	const char			*state, *reason;
	int64_t				 added;
};

static int	 store_job_cells(struct store *, struct store_job_work *);
static int	 store_job_changed(struct store *, int64_t);
static int	 store_job_insert_body(struct store *, void *);
static int	 store_job_insert_row(struct store *,
		    struct store_job_work *);
static int	 store_job_over_body(struct store *, void *);
static int	 store_job_recipe(struct store *, const struct conf_recipe *,
		    int64_t *);
static int	 store_job_retry_body(struct store *, void *);
static int	 store_job_slots(struct store *, struct store_job_work *);
static int	 store_job_stop_body(struct store *, void *);
static const char *store_job_verdict(struct store *, int64_t, char *, size_t);

/* Has this client used this id? */
int
store_job_twin(struct store *store, const struct store_place *place,
    const struct job_ask *ask, int64_t *job_id)
{
	struct store_rows	*rows;
	uint8_t			 content[STORE_DIGEST_BYTES];
	int			 twin;

	twin = STORE_TWIN_NONE;
	rows = STORE_ASK(store, "job_twin", STORE_INT(place->host_id),
	    STORE_TEXT(ask->client), STORE_TEXT(ask->id));
	if (store_next(rows)) {
		*job_id = store_integer(rows, 0);
		store_take(rows, 1, content, sizeof(content));
		twin = memcmp(content, ask->content, sizeof(content)) == 0 ?
		    STORE_TWIN_SAME : STORE_TWIN_OTHER;
	}
	return (store_end(rows) == -1 ? -1 : twin);
}

/* A new job. */
int
store_job_insert(struct store *store, const struct store_place *place,
    const struct job *job, int64_t *job_id)
{
	struct store_job_work	work = { .place = place, .job = job };
	int			status;

	if ((work.cell_id = calloc(job->ncells_all + 1,
	    sizeof(*work.cell_id))) == NULL)
		return (-1);
	status = store_transact(store, store_job_insert_body, &work);
	free(work.cell_id);
	*job_id = work.job_id;
	return (status);
}

/* The transaction of store_job_insert(). */
static int
store_job_insert_body(struct store *store, void *arg)
{
	struct store_job_work	*work;

	work = arg;
	if (store_job_insert_row(store, work) == -1 ||
	    store_job_cells(store, work) == -1 ||
	    store_job_slots(store, work) == -1)
		return (-1);
	return (store_host_changed(store, "job", work->uid, work->job_id));
}

/* The recipe as it is now. */
static int
store_job_recipe(struct store *store, const struct conf_recipe *recipe,
    int64_t *id)
{
	char	*text;
	int	 status;

	if ((text = conf_print_recipe_shown(recipe)) == NULL)
		return (-1);
	status = STORE_DO(store, "recipe_enter", STORE_DIGEST(recipe->digest),
	    STORE_DIGEST(recipe->work), STORE_TEXT(recipe->name),
	    STORE_TEXT(text));
	free(text);
	*id = STORE_NUMBER(store, "recipe_find", 0,
	    STORE_DIGEST(recipe->digest));
	return (status);
}

/* The job's own row and its labels. */
static int
store_job_insert_row(struct store *store, struct store_job_work *work)
{
	const struct job_ask	*ask;
	int64_t			 recipe_id;
	size_t			 i;

	ask = work->job->ask;
	uid_new(work->uid);
	if (store_job_recipe(store, work->job->recipe, &recipe_id) == -1 ||
	    STORE_DO(store, "job_insert", STORE_UID(work->uid),
	    STORE_INT(work->place->host_id), STORE_TEXT(ask->client),
	    STORE_TEXT(ask->id), STORE_DIGEST(ask->content),
	    STORE_INT(recipe_id), STORE_TEXT(ask->purpose),
	    STORE_TEXT(ask->night), STORE_TEXT(order_name(ask->order)),
	    STORE_INT(ORDER_VERSION), STORE_INT(ask->seed),
	    STORE_INT(ask->boots), STORE_INT(ask->runs),
	    STORE_INT(ask->warmups), STORE_INT(ask->quiet),
	    STORE_INT(store_now_us())) == -1)
		return (-1);
	work->job_id = store_last_id(store);
	for (i = 0; i < ask->nlabels; i++)
		if (STORE_DO(store, "job_label_insert",
		    STORE_INT(work->job_id), STORE_TEXT(ask->label[i].name),
		    STORE_TEXT(ask->label[i].value)) == -1)
			return (-1);
	return (0);
}

/* Its cells and their levels. */
static int
store_job_cells(struct store *store, struct store_job_work *work)
{
	const struct job	*job;
	uint8_t			 uid[UID_BYTES];
	size_t			 cell, i;

	job = work->job;
	for (cell = 0; cell < job->ncells_all; cell++) {
		uid_new(uid);
		if (STORE_DO(store, "cell_insert", STORE_UID(uid),
		    STORE_INT(work->job_id), STORE_INT((int64_t)cell),
		    STORE_INT(work->place->base_id),
		    STORE_TEXT(job->levels[cell]),
		    STORE_INT(cell >= job->ncells)) == -1)
			return (-1);
		work->cell_id[cell] = store_last_id(store);
		for (i = 0; i < job->recipe->nparams; i++)
			if (STORE_DO(store, "cell_level_insert",
			    STORE_INT(work->cell_id[cell]),
			    STORE_TEXT(job->recipe->param[i].name),
			    STORE_TEXT(job_level(job, cell, i))) == -1)
				return (-1);
	}
	return (0);
}

/* Its slots, numbered from 1. */
static int
store_job_slots(struct store *store, struct store_job_work *work)
{
	const struct order_slot	*slot;
	uint8_t			 uid[UID_BYTES];
	size_t			 i;

	for (i = 0; i < work->job->nslots; i++) {
		slot = &work->job->slot[i];
		uid_new(uid);
		if (STORE_DO(store, "slot_insert", STORE_UID(uid),
		    STORE_INT(work->job_id), STORE_INT((int64_t)slot->block),
		    STORE_INT((int64_t)i + 1),
		    STORE_INT(work->cell_id[slot->cell]),
		    STORE_INT(slot->warmup)) == -1)
			return (-1);
	}
	return (0);
}

/* Find a job by any of its names. */
int
store_job_find(struct store *store, const char *name, const char *client,
    int64_t *job_id)
{
	struct store_rows	*rows;
	char			 glob[UID_HEX_BYTES + 1];
	uint8_t			 bytes[UID_BYTES];
	size_t			 digits;
	int64_t			 own;
	int			 n;

	/* A client's own id, exactly as it gave it, is never ambiguous. */
	own = STORE_NUMBER(store, "job_find_own", 0, STORE_TEXT(client),
	    STORE_TEXT(name));
	if (own != 0) {
		*job_id = own;
		return (1);
	}
	digits = uid_unhex(name, bytes, sizeof(bytes));
	if (digits < 4 || name[digits] != '\0')
		glob[0] = '\0';
	else {
		uid_hex(bytes, sizeof(bytes), glob);
		strlcpy(&glob[digits], "*", 2);
	}
	n = 0;
	rows = STORE_ASK(store, "job_find", STORE_TEXT(name),
	    STORE_TEXT(glob));
	while (n < 2 && store_next(rows))
		if (n++ == 0)
			*job_id = store_integer(rows, 0);
	return (store_end(rows) == -1 ? -1 : n);
}

/* What must be known before a job is acted upon. */
int
store_job_load(struct store *store, int64_t job_id, struct store_job *job)
{
	struct store_rows	*rows;
	bool			 found;

	memset(job, 0, sizeof(*job));
	job->job_id = job_id;
	rows = STORE_ASK(store, "job_uid", STORE_INT(job_id));
	if ((found = store_next(rows))) {
		store_take(rows, 0, job->uid, sizeof(job->uid));
		store_take(rows, 1, job->recipe, sizeof(job->recipe));
		strlcpy(job->state, store_text(rows, 2), sizeof(job->state));
		strlcpy(job->client, store_text(rows, 3),
		    sizeof(job->client));
	}
	return (store_end(rows) == -1 || !found ? -1 : 0);
}

/* Tell those who pull. */
static int
store_job_changed(struct store *store, int64_t job_id)
{
	struct store_job	job;

	if (store_job_load(store, job_id, &job) == -1)
		return (-1);
	return (store_host_changed(store, "job", job.uid, job_id));
}

/* End a job before its plan is done. */
int
store_job_stop(struct store *store, int64_t job_id, const char *state,
    const char *reason)
{
	struct store_job_work	work = { .job_id = job_id, .state = state,
	    .reason = reason };

	return (store_transact(store, store_job_stop_body, &work));
}

/* The transaction of store_job_stop(). */
static int
store_job_stop_body(struct store *store, void *arg)
{
	struct store_job_work	*work;

	work = arg;
	if (STORE_DO(store, "job_end", STORE_INT(work->job_id),
	    STORE_TEXT(work->state), STORE_TEXT(work->reason),
	    STORE_INT(store_now_us())) == -1 ||
	    STORE_DO(store, "slot_give_up_job", STORE_INT(work->job_id)) == -1)
		return (-1);
	return (store_job_changed(store, work->job_id));
}

/* Plan again what is missing. */
int
store_job_retry(struct store *store, int64_t job_id, int64_t *added)
{
	struct store_job_work	work = { .job_id = job_id };
	int			status;

	status = store_transact(store, store_job_retry_body, &work);
	*added = work.added;
	return (status);
}

/* The transaction of store_job_retry(). */
static int
store_job_retry_body(struct store *store, void *arg)
{
	struct store_job_work	*work;
	struct store_rows	*rows;
	uint8_t			 uid[UID_BYTES];
	int64_t			 last, slot_id[256];
	size_t			 i, n;

	work = arg;
	work->added = 0;
	last = 0;
	do {
		/* In pieces: while rows are asked for none may be added. */
		n = 0;
		rows = STORE_ASK(store, "slot_missing",
		    STORE_INT(work->job_id), STORE_INT(last));
		while (n < nitems(slot_id) && store_next(rows))
			slot_id[n++] = store_integer(rows, 0);
		if (store_end(rows) == -1)
			return (-1);
		for (i = 0; i < n; i++) {
			uid_new(uid);
			if (STORE_DO(store, "slot_repeat",
			    STORE_INT(slot_id[i]), STORE_UID(uid)) == -1)
				return (-1);
			work->added++;
			last = slot_id[i];
		}
	} while (n == nitems(slot_id));
	if (work->added == 0)
		return (0);
	if (STORE_DO(store, "cell_mend", STORE_INT(work->job_id)) == -1 ||
	    STORE_DO(store, "job_requeue", STORE_INT(work->job_id)) == -1)
		return (-1);
	return (store_job_changed(store, work->job_id));
}

/* End the next job whose slots are over. */
int
store_job_over(struct store *store, int64_t *job_id)
{
	struct store_job_work	work = { .job_id = 0 };

	work.job_id = store_number(store, "job_over", 0, NULL, 0);
	if (work.job_id == 0)
		return (0);
	if (store_transact(store, store_job_over_body, &work) == -1)
		return (-1);
	*job_id = work.job_id;
	return (1);
}

/* The transaction of store_job_over(). */
static int
store_job_over_body(struct store *store, void *arg)
{
	struct store_job_work	*work;
	char			 reason[STORE_JOB_REASON_BYTES];
	const char		*state;

	work = arg;
	state = store_job_verdict(store, work->job_id, reason,
	    sizeof(reason));
	if (STORE_DO(store, "job_end", STORE_INT(work->job_id),
	    STORE_TEXT(state), STORE_TEXT(reason[0] == '\0' ? NULL : reason),
	    STORE_INT(store_now_us())) == -1)
		return (-1);
	return (store_job_changed(store, work->job_id));
}

/* Done, or failed with what was first wrong. */
static const char *
store_job_verdict(struct store *store, int64_t job_id, char *reason,
    size_t size)
{
	struct store_rows	*rows;
	int64_t			 missing, slots;

	reason[0] = '\0';
	missing = slots = 0;
	rows = STORE_ASK(store, "job_sum", STORE_INT(job_id));
	if (store_next(rows)) {
		slots = store_integer(rows, 0);
		missing = (int64_t)store_real(rows, 1);
	}
	store_end(rows);
	if (missing == 0)
		return ("done");
	rows = STORE_ASK(store, "job_fault", STORE_INT(job_id));
	if (store_next(rows))
		snprintf(reason, size,
		    "%lld of %lld runs are not complete; first %s%s%s",
		    (long long)missing, (long long)slots, store_text(rows, 0),
		    store_text(rows, 0)[0] == '\0' ? "" : ": ",
		    store_text(rows, 1));
	else
		snprintf(reason, size, "%lld of %lld runs are not complete",
		    (long long)missing, (long long)slots);
	store_end(rows);
	return ("failed");
}
