/*
 * pull: pages asked for, merged, and the cursor moved.
 *
 * The cursor is of all that a host has; a pull of one job begins at 0, ends
 * with the job, and leaves the cursor alone.
 */
#include <sys/time.h>

#include <err.h>
#include <string.h>

#include "client/archive_merge.h"
#include "client/link.h"
#include "client/pull.h"
#include "client/say.h"

static void	pull_ask(struct fleet_host *, struct pull *);

/* The host's uid, in hex. */
static const char *
pull_uid(const struct fleet_host *host)
{
	const char	*uid;

	uid = msg_text(link_hello(host->link), "host");
	return (uid != NULL ? uid : "");
}

/* Move the cursor behind a page, in the page's transaction. */
static int
pull_move(struct fleet_host *host, struct pull *pull, int64_t next)
{
	struct archive_stmt	*st;
	struct timeval		 now;

	if (pull->job != NULL)
		return (0);
	gettimeofday(&now, NULL);
	st = archive_stmt(pull->archive, "cursor_put");
	archive_bind_text(st, "host", pull_uid(host));
	archive_bind_text(st, "incarnation", pull->cursor);
	archive_bind_int(st, "seq", next);
	archive_bind_int(st, "pulled_us", (int64_t)now.tv_sec * 1000000 +
	    now.tv_usec);
	archive_bind_text(st, "address", host->given != NULL ? host->given :
	    host->name);
	return (archive_do(st));
}

/* Merge one page; 0, or -1 with the host failed. */
static int
pull_merge(struct fleet_host *host, struct pull *pull, const json_t *page,
    int64_t next)
{
	int64_t	 runs;
	char	 why[512];

	runs = 0;
	why[0] = '\0';
	if (archive_begin(pull->archive) == 0 &&
	    archive_merge_tables(pull->archive,
	    json_object_get(page, "tables"), &runs, why,
	    sizeof(why)) == 0 &&
	    pull_move(host, pull, next) == 0 &&
	    archive_commit(pull->archive) == 0) {
		pull->runs += runs;
		return (0);
	}
	if (why[0] == '\0')
		strlcpy(why, archive_fault(pull->archive), sizeof(why));
	archive_undo(pull->archive);
	fleet_fail(host, "%s: %s", archive_path(pull->archive), why);
	return (-1);
}

/* A page is here. */
static void
pull_page(struct fleet_host *host, const json_t *page)
{
	struct pull	*pull;
	const char	*incarnation;
	int64_t		 next;
	bool		 more;

	pull = host->pull;
	incarnation = msg_text(page, "incarnation");
	next = msg_integer(page, "next", -1);
	more = msg_boolean(page, "more", false);
	if (incarnation == NULL || !msg_check_is_uid(incarnation) ||
	    next < pull->after || (more && next == pull->after)) {
		fleet_fail(host, "a page of results without its place");
		return;
	}
	strlcpy(pull->cursor, incarnation, sizeof(pull->cursor));
	if (pull_merge(host, pull, page, next) == -1)
		return;
	pull->after = next;
	if (more)
		pull_ask(host, pull);
	else
		pull->done(host, pull);
}

/* Ask for the page behind the cursor. */
static void
pull_ask(struct fleet_host *host, struct pull *pull)
{
	json_t	*params;

	params = json_pack("{s:I}", "after", (json_int_t)pull->after);
	if (params == NULL)
		err(1, "memory");
	if (pull->cursor[0] != '\0')
		json_object_set_new(params, "incarnation",
		    json_string(pull->cursor));
	if (pull->job != NULL)
		json_object_set_new(params, "job", json_string(pull->job));
	fleet_ask(host, REQUEST_PULL_CHANGES, params, pull_page);
}

/* Find the cursor, and begin. */
void
pull_begin(struct fleet_host *host, struct pull *pull)
{
	struct archive_stmt	*st;

	pull->cursor[0] = '\0';
	pull->after = 0;
	if (pull->job == NULL && !pull->restored) {
		st = archive_stmt(pull->archive, "cursor_get");
		archive_bind_text(st, "host", pull_uid(host));
		if (archive_step(st) == 1) {
			strlcpy(pull->cursor, archive_text(st, 0),
			    sizeof(pull->cursor));
			pull->after = archive_int(st, 1);
			archive_end(st);
		}
	}
	host->pull = pull;
	pull_ask(host, pull);
}

/* The host has another history than our cursor: all of it, then. */
bool
pull_refused(struct fleet_host *host, struct pull *pull,
    const struct msg_fault *fault)
{
	if (fault->code != ERROR_RESTORED || pull->restored)
		return (false);
	pull->restored = true;
	say_error(host->name, "its database is not the one we knew (restored "
	    "from a copy?): pulling all of it again");
	pull_begin(host, pull);
	return (true);
}
