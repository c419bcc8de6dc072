/*
 * request: the rows of request.h, in the order of benchd-proto.7.
 *
 * What a request may hold stands here and nowhere else; what it means is the
 * engine's matter.
 */
#include <stdint.h>
#include <string.h>

#include "proto/compat.h"
#include "proto/limits.h"
#include "proto/request.h"

static const struct request_member request_hello[] = {
	{ .name = "versions", .type = REQUEST_RANGE, .needed = true,
	    .min = 1, .max = INT32_MAX },
	{ .name = "program", .type = REQUEST_NAME, .needed = true },
};

static const struct request_member request_facts[] = {
	{ .name = "run", .type = REQUEST_UID },
};

static const struct request_member request_pause[] = {
	{ .name = "why", .type = REQUEST_NAME },
};

static const struct request_member request_recipes[] = {
	{ .name = "recipe", .type = REQUEST_NAME },
};

static const struct request_member request_submit[] = {
	{ .name = "job", .type = REQUEST_NAME, .needed = true },
	{ .name = "recipe", .type = REQUEST_NAME, .needed = true },
	{ .name = "levels", .type = REQUEST_LEVELS,
	    .max = LIMIT_PARAMETERS },
	{ .name = "runs", .type = REQUEST_INTEGER,
	    .min = 1, .max = LIMIT_JOB_RUNS },
	{ .name = "warmups", .type = REQUEST_INTEGER,
	    .min = 0, .max = LIMIT_JOB_RUNS },
	{ .name = "warmup_levels", .type = REQUEST_LABELS,
	    .max = LIMIT_PARAMETERS },
	{ .name = "boots", .type = REQUEST_INTEGER,
	    .min = 1, .max = LIMIT_JOB_RUNS },
	{ .name = "states", .type = REQUEST_NAMES, .max = LIMIT_LEVELS },
	{ .name = "order", .type = REQUEST_CHOICE,
	    .choices = "random interleave sequence" },
	{ .name = "seed", .type = REQUEST_INTEGER,
	    .min = 0, .max = INT64_MAX },
	{ .name = "labels", .type = REQUEST_LABELS, .max = LIMIT_LABELS },
	{ .name = "purpose", .type = REQUEST_CHOICE,
	    .choices = "test reference" },
	{ .name = "night", .type = REQUEST_NAME },
	{ .name = "quiet", .type = REQUEST_BOOLEAN },
	{ .name = "dry_run", .type = REQUEST_BOOLEAN },
};

static const struct request_member request_jobs[] = {
	{ .name = "state", .type = REQUEST_CHOICE,
	    .choices = "queued running done failed cancelled" },
	{ .name = "after", .type = REQUEST_INTEGER, .max = INT64_MAX },
};

static const struct request_member request_job[] = {
	{ .name = "job", .type = REQUEST_NAME, .needed = true },
};

static const struct request_member request_runs[] = {
	{ .name = "job", .type = REQUEST_NAME, .needed = true },
	{ .name = "after", .type = REQUEST_INTEGER, .max = INT64_MAX },
};

static const struct request_member request_log[] = {
	{ .name = "job", .type = REQUEST_NAME },
	{ .name = "run", .type = REQUEST_NAME_OR_INTEGER, .needed = true,
	    .min = 1, .max = INT32_MAX },
	{ .name = "after", .type = REQUEST_INTEGER, .max = INT64_MAX },
};

static const struct request_member request_pull[] = {
	{ .name = "incarnation", .type = REQUEST_UID },
	{ .name = "after", .type = REQUEST_INTEGER, .max = INT64_MAX },
	{ .name = "job", .type = REQUEST_NAME },
};

static const struct request_member request_lease[] = {
	{ .name = "seconds", .type = REQUEST_INTEGER, .needed = true,
	    .min = 1, .max = LIMIT_LEASE_S },
	{ .name = "why", .type = REQUEST_NAME, .needed = true },
};

#define REQUEST_ROW(name, role, member) \
	{ name, role, member, nitems(member) }

static const struct request_row request_rows[] = {
	[REQUEST_HOST_HELLO] =
	    REQUEST_ROW("host.hello", ROLE_READ, request_hello),
	[REQUEST_HOST_STATUS] = { "host.status", ROLE_READ, NULL, 0 },
	[REQUEST_HOST_FACTS] =
	    REQUEST_ROW("host.facts", ROLE_READ, request_facts),
	[REQUEST_HOST_PAUSE] =
	    REQUEST_ROW("host.pause", ROLE_ADMIN, request_pause),
	[REQUEST_HOST_RESUME] = { "host.resume", ROLE_ADMIN, NULL, 0 },
	[REQUEST_RECIPE_LIST] =
	    REQUEST_ROW("recipe.list", ROLE_READ, request_recipes),
	[REQUEST_JOB_SUBMIT] =
	    REQUEST_ROW("job.submit", ROLE_SUBMIT, request_submit),
	[REQUEST_JOB_LIST] =
	    REQUEST_ROW("job.list", ROLE_READ, request_jobs),
	[REQUEST_JOB_SHOW] =
	    REQUEST_ROW("job.show", ROLE_READ, request_job),
	[REQUEST_JOB_WATCH] =
	    REQUEST_ROW("job.watch", ROLE_READ, request_job),
	[REQUEST_JOB_CANCEL] =
	    REQUEST_ROW("job.cancel", ROLE_SUBMIT, request_job),
	[REQUEST_JOB_RETRY] =
	    REQUEST_ROW("job.retry", ROLE_SUBMIT, request_job),
	[REQUEST_RUN_LIST] =
	    REQUEST_ROW("run.list", ROLE_READ, request_runs),
	[REQUEST_RUN_LOG] = REQUEST_ROW("run.log", ROLE_READ, request_log),
	[REQUEST_PULL_CHANGES] =
	    REQUEST_ROW("pull.changes", ROLE_READ, request_pull),
	[REQUEST_LEASE_TAKE] =
	    REQUEST_ROW("lease.take", ROLE_SUBMIT, request_lease),
	[REQUEST_LEASE_DROP] = { "lease.drop", ROLE_SUBMIT, NULL, 0 },
	[REQUEST_LEASE_LIST] = { "lease.list", ROLE_READ, NULL, 0 },
};

_Static_assert(nitems(request_rows) == REQUEST_MAX, "a row a request");

/* The row of a method. */
const struct request_row *
request_row(enum request_method method)
{
	return (&request_rows[method]);
}

/* The method of that name, or REQUEST_MAX. */
enum request_method
request_find(const char *name)
{
	size_t	 i;

	for (i = 0; i < REQUEST_MAX; i++)
		if (strcmp(request_rows[i].name, name) == 0)
			break;
	return ((enum request_method)i);
}
