/*
 * store_host: who this host is, which boot it is in, what is known of it.
 *
 * Writes the rows of host, boot, base state and facts.  Knows nothing of jobs.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/benchd.h"
#include "daemon/conf.h"
#include "daemon/store_host.h"
#include "proto/compat.h"
#include "proto/limits.h"
#include "proto/tls_digest.h"

/* What the bodies of transactions are given. */
struct store_host_work {
	const struct ipc_host	*host;
	const struct conf	*conf;
	struct store_place	*place;
	char			 machine[LIMIT_NAME_BYTES + 1];
	struct store_fact	*fact;
	size_t			 nfacts;
	uint8_t			 digest[STORE_DIGEST_BYTES];
	const char		*kind, *detail;
};

static int	 store_host_compare(const void *, const void *);
static int	 store_host_digest(struct store_fact *, size_t, uint8_t *);
static int	 store_host_enter_body(struct store *, void *);
static int	 store_host_event_body(struct store *, void *);
static int	 store_host_facts_body(struct store *, void *);
static int	 store_host_labels_body(struct store *, void *);
static int	 store_host_machine(struct store *,
		    struct store_host_work *);

/* Enter host and boot. */
int
store_host_enter(struct store *store, const struct ipc_host *host,
    struct store_place *place)
{
	struct store_host_work	work = { .host = host, .place = place };

	return (store_transact(store, store_host_enter_body, &work));
}

/*
 * The machine's name, or for want of one the host's id.  The database was
 * last used on another machine: it has moved with its disk, or is a clone.
 */
static int
store_host_machine(struct store *store, struct store_host_work *work)
{
	struct store_rows	*rows;

	strlcpy(work->machine, work->host->machine, sizeof(work->machine));
	if (work->machine[0] == '\0')
		uid_hex(work->place->host, UID_BYTES, work->machine);
	rows = store_ask(store, "host_machine", NULL, 0);
	work->place->moved = store_next(rows) &&
	    strcmp(store_text(rows, 0), work->machine) != 0;
	return (store_end(rows));
}

/* The transaction of store_host_enter(). */
static int
store_host_enter_body(struct store *store, void *arg)
{
	struct store_host_work	*work;
	struct store_place	*place;
	struct store_rows	*rows;
	uint8_t			 fresh[UID_BYTES];

	work = arg;
	place = work->place;
	memset(place, 0, sizeof(*place));
	rows = store_ask(store, "self_show", NULL, 0);
	if (store_next(rows))
		store_take(rows, 0, place->host, UID_BYTES);
	if (store_end(rows) == -1 || store_host_machine(store, work) == -1)
		return (-1);
	uid_new(fresh);
	if (place->moved && STORE_DO(store, "self_restored",
	    STORE_UID(place->host), STORE_UID(fresh)) == -1)
		return (-1);
	if (STORE_DO(store, "host_enter", STORE_TEXT(work->host->name),
	    STORE_TEXT(work->machine),
	    STORE_INT(work->host->machine_marked != 0),
	    STORE_TEXT(work->host->fingerprint)) == -1)
		return (-1);
	place->host_id = store_number(store, "host_find", 0, NULL, 0);
	uid_new(fresh);
	if (STORE_DO(store, "boot_enter", STORE_UID(fresh),
	    STORE_INT(place->host_id), STORE_TEXT(work->host->boot),
	    STORE_INT(store_now_us())) == -1)
		return (-1);
	if (store_changed(store) > 0 &&
	    store_host_changed(store, "boot", fresh, 0) == -1)
		return (-1);
	rows = STORE_ASK(store, "boot_find", STORE_INT(place->host_id),
	    STORE_TEXT(work->host->boot));
	if (store_next(rows)) {
		place->boot_id = store_integer(rows, 0);
		store_take(rows, 1, place->boot, UID_BYTES);
	}
	if (store_end(rows) == -1)
		return (-1);
	uid_new(fresh);
	tls_digest_sha256("", 0, work->digest);
	if (STORE_DO(store, "state_base", STORE_UID(fresh),
	    STORE_INT(place->host_id), STORE_DIGEST(work->digest)) == -1)
		return (-1);
	place->base_id = STORE_NUMBER(store, "state_base_find", 0,
	    STORE_INT(place->host_id));
	return (0);
}

/* The labels of the configuration. */
int
store_host_labels(struct store *store, const struct store_place *place,
    const struct conf *conf)
{
	struct store_host_work	 work = { .conf = conf };
	struct store_place	 copy;

	copy = *place;
	work.place = &copy;
	return (store_transact(store, store_host_labels_body, &work));
}

/* The transaction of store_host_labels(). */
static int
store_host_labels_body(struct store *store, void *arg)
{
	struct store_host_work	*work;
	size_t			 i;

	work = arg;
	if (STORE_DO(store, "host_label_clear",
	    STORE_INT(work->place->host_id)) == -1)
		return (-1);
	for (i = 0; i < work->conf->labels.n; i++)
		if (STORE_DO(store, "host_label_insert",
		    STORE_INT(work->place->host_id),
		    STORE_TEXT(work->conf->labels.pair[i].key),
		    STORE_TEXT(work->conf->labels.pair[i].value)) == -1)
			return (-1);
	return (0);
}

/* Facts by their keys. */
static int
store_host_compare(const void *a, const void *b)
{
	const struct store_fact	*left, *right;

	left = a;
	right = b;
	return (strcmp(left->key, right->key));
}

/* Sort, and make the digest of lines "key=value". */
static int
store_host_digest(struct store_fact *fact, size_t n, uint8_t *out)
{
	struct tls_digest	*digest;
	size_t			 i;
	int			 status;

	qsort(fact, n, sizeof(*fact), store_host_compare);
	if ((digest = tls_digest_new()) == NULL)
		return (-1);
	status = 0;
	for (i = 0; status == 0 && i < n; i++)
		if (tls_digest_update(digest, fact[i].key,
		    strlen(fact[i].key)) == -1 ||
		    tls_digest_update(digest, "=", 1) == -1 ||
		    tls_digest_update(digest, fact[i].value,
		    strlen(fact[i].value)) == -1 ||
		    tls_digest_update(digest, "\n", 1) == -1)
			status = -1;
	if (status == 0)
		status = tls_digest_final(digest, out);
	tls_digest_free(digest);
	return (status);
}

/* The facts as they are now. */
int
store_host_facts(struct store *store, struct store_place *place,
    struct store_fact *fact, size_t n)
{
	struct store_host_work	work = { .place = place, .fact = fact,
	    .nfacts = n };

	return (store_transact(store, store_host_facts_body, &work));
}

/* The transaction of store_host_facts(). */
static int
store_host_facts_body(struct store *store, void *arg)
{
	struct store_host_work	*work;
	struct store_place	*place;

	work = arg;
	place = work->place;
	if (store_host_factset(store, work->fact, work->nfacts,
	    &place->factset_id) == -1)
		return (-1);
	if (STORE_DO(store, "boot_facts", STORE_INT(place->boot_id),
	    STORE_INT(place->factset_id)) == -1)
		return (-1);
	return (store_changed(store) == 0 ? 0 :
	    store_host_changed(store, "boot", place->boot, 0));
}

/* A set of facts by its digest. */
int
store_host_factset(struct store *store, struct store_fact *fact, size_t n,
    int64_t *factset_id)
{
	uint8_t	digest[STORE_DIGEST_BYTES];
	size_t	i;

	if (store_host_digest(fact, n, digest) == -1)
		return (-1);
	*factset_id = STORE_NUMBER(store, "factset_find", 0,
	    STORE_DIGEST(digest));
	if (*factset_id != 0)
		return (0);
	if (STORE_DO(store, "factset_insert", STORE_DIGEST(digest)) == -1)
		return (-1);
	*factset_id = store_last_id(store);
	for (i = 0; i < n; i++) {
		if (i > 0 && store_host_compare(&fact[i - 1], &fact[i]) == 0)
			continue;
		if (STORE_DO(store, "fact_insert", STORE_INT(*factset_id),
		    STORE_TEXT(fact[i].key), STORE_TEXT(fact[i].value)) == -1)
			return (-1);
	}
	return (0);
}

/* What travels has changed. */
int
store_host_changed(struct store *store, const char *table,
    const uint8_t *uid, int64_t job_id)
{
	return (STORE_DO(store, "change_insert", STORE_TEXT(table),
	    STORE_UID(uid), job_id == 0 ? STORE_NULL : STORE_INT(job_id)));
}

/* Something happened to the host. */
int
store_host_event(struct store *store, const struct store_place *place,
    const char *kind, const char *detail)
{
	struct store_host_work	 work = { .kind = kind, .detail = detail };
	struct store_place	 copy;

	copy = *place;
	work.place = &copy;
	return (store_transact(store, store_host_event_body, &work));
}

/* The transaction of store_host_event(). */
static int
store_host_event_body(struct store *store, void *arg)
{
	struct store_host_work	*work;
	uint8_t			 uid[UID_BYTES];

	work = arg;
	uid_new(uid);
	if (STORE_DO(store, "event_insert", STORE_UID(uid),
	    STORE_INT(work->place->host_id), STORE_NULL,
	    STORE_INT(store_now_us()), STORE_TEXT(work->kind),
	    STORE_TEXT(work->detail)) == -1)
		return (-1);
	return (store_host_changed(store, "event", uid, 0));
}
