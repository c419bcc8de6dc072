/*
 * cmd_export: everything with its evidence, as JSON lines, for peers.
 *
 * A line a page; jobs whose rows fulfil --where, whole.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/archive_home.h"
#include "client/archive_take.h"
#include "client/cmd.h"
#include "client/options.h"
#include "client/query.h"
#include "client/say.h"
#include "client/where.h"

#define CMD_EXPORT_RUNS		200	/* a line */

struct cmd_export {
	struct archive	*archive;
	struct query	*query;
	struct where	*where;
	bool		 is_public;
	int64_t		*job;
	size_t		 njobs;
};

/* Write one page as a line; takes it over. */
static int
cmd_export_line(const struct cmd_export *e, json_t *tables)
{
	int	 rv;

	if (tables == NULL) {
		say_error(NULL, "%s", archive_fault(e->archive));
		return (-1);
	}
	fputs("{\"schema\": \"benchctl.export/1\", \"tables\": ", stdout);
	rv = json_dumpf(tables, stdout, JSON_PRESERVE_ORDER |
	    JSON_REAL_PRECISION(17));
	fputs("}\n", stdout);
	json_decref(tables);
	return (rv);
}

/* The runs of a job, page by page. */
static int
cmd_export_runs(const struct cmd_export *e, int64_t job_id)
{
	struct archive_stmt	*st;
	int64_t			 after, id[CMD_EXPORT_RUNS];
	size_t			 n;
	int			 rv;

	for (after = 0;; after = id[n - 1]) {
		st = archive_stmt(e->archive, "export_runs");
		archive_bind_int(st, "job_id", job_id);
		archive_bind_int(st, "after", after);
		archive_bind_int(st, "most", CMD_EXPORT_RUNS);
		for (n = 0; (rv = archive_step(st)) == 1;)
			id[n++] = archive_int(st, 0);
		if (rv == -1)
			return (cmd_export_line(e, NULL));
		if (n == 0)
			return (0);
		if (cmd_export_line(e, archive_take_runs(e->archive, id, n,
		    e->is_public)) == -1)
			return (-1);
	}
}

/* The keys of all jobs. */
static int
cmd_export_jobs(struct cmd_export *e)
{
	struct archive_stmt	*st;
	int			 rv;

	st = archive_stmt(e->archive, "export_jobs");
	while ((rv = archive_step(st)) == 1) {
		e->job = reallocarray(e->job, e->njobs + 1, sizeof(*e->job));
		if (e->job == NULL)
			err(1, "memory");
		e->job[e->njobs++] = archive_int(st, 0);
	}
	return (rv);
}

/* What where_holds() asks of a job: any of its boots and cells. */
static bool
cmd_export_wants(const struct cmd_export *e, int64_t job_id)
{
	struct archive_stmt	*st;
	bool			 wants;

	if (where_key(e->where, 0) == NULL)
		return (true);
	st = archive_stmt(e->archive, "export_job_row");
	archive_bind_int(st, "job_id", job_id);
	wants = false;
	while (archive_step(st) == 1)
		if (query_holds(e->query, archive_int(st, 0),
		    archive_int(st, 1), e->where))
			wants = true;
	return (wants);
}

/* Write all jobs that are wanted. */
static int
cmd_export_all(struct cmd_export *e)
{
	size_t	 i;

	if (cmd_export_jobs(e) == -1)
		return (cmd_export_line(e, NULL));
	for (i = 0; i < e->njobs; i++) {
		if (!cmd_export_wants(e, e->job[i]))
			continue;
		if (cmd_export_line(e, archive_take_job(e->archive, e->job[i],
		    e->is_public)) == -1 ||
		    cmd_export_runs(e, e->job[i]) == -1)
			return (-1);
	}
	return (fflush(stdout) == 0 ? 0 : -1);
}

/* Everything out. */
int
cmd_export(int argc, char **argv)
{
	struct cmd_export	 e;
	struct options		 o;
	const char		*text;
	const struct option_row	 rows[] = {
		{ 'w', "where", OPTION_TEXT, &text, 0, 0 },
		{ 'p', "public", OPTION_FLAG, &e.is_public, 0, 0 }
	};
	char			 why[512];
	int			 status;

	memset(&e, 0, sizeof(e));
	memset(&o, 0, sizeof(o));
	text = NULL;
	status = options_parse(&o, &argc, argv, rows,
	    sizeof(rows) / sizeof(rows[0]));
	if (status == OPTIONS_OK && argc > 1)
		status = options_usage("export", "'%s' is one word too many",
		    argv[1]);
	if (status == OPTIONS_OK && (e.where = where_parse(text, why,
	    sizeof(why))) == NULL)
		status = options_usage("export", "--where: %s", why);
	if (status == OPTIONS_OK && (e.archive = archive_home_open(&o)) ==
	    NULL)
		status = OPTIONS_FAILED;
	if (status == OPTIONS_OK && (e.query = query_new(e.archive, why,
	    sizeof(why))) == NULL) {
		say_error(NULL, "%s", why);
		status = OPTIONS_FAILED;
	}
	if (status == OPTIONS_OK && cmd_export_all(&e) == -1)
		status = OPTIONS_FAILED;
	where_free(e.where);
	query_free(e.query);
	archive_close(e.archive);
	free(e.job);
	options_clear(&o);
	return (status);
}
