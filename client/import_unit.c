/*
 * import_unit: runs into the tables that a pull would bring.
 *
 * Every uid is the beginning of a digest of what the thing is: a host of its
 * name, a job, cell or run of the unit it came in.  So a unit that is read
 * again gives the same rows.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "client/archive_merge.h"
#include "client/import.h"
#include "client/natural.h"
#include "client/output_sink.h"
#include "proto/compat.h"
#include "proto/tls_digest.h"

#define IMPORT_UNIT_NAME	4096	/* of what a uid is drawn from */

/* Tables of a unit, and the uids that are in them already. */
struct import_unit {
	struct import	*im;
	const char	*kind;
	char		 digest[IMPORT_DIGEST_HEX];
	json_t		*tables;
	json_t		*seen;		/* uid or digest to true */
	json_t		*counts;	/* how many of a thing so far */
	int64_t		 nruns;
};

/* Columns of the tables that we make, as put_TABLE takes them. */
static const struct {
	const char	*table;
	const char	*columns[20];
} import_unit_columns[] = {
	{ "factset", { "digest" } },
	{ "fact", { "factset", "fact_key", "fact_value" } },
	{ "host", { "uid", "name", "machine", "machine_marked" } },
	{ "host_label", { "host", "label_key", "label_value" } },
	{ "recipe", { "digest", "work", "name", "recipe_text" } },
	{ "boot", { "uid", "host", "kernel_boot", "seen_us", "factset" } },
	{ "state", { "uid", "host", "name", "digest", "state_text" } },
	{ "job", { "uid", "host", "client_key", "client_job", "content",
	    "recipe", "job_state", "purpose", "night", "block_order",
	    "order_version", "seed", "boots", "runs", "warmups", "quiet",
	    "submitted_us" } },
	{ "job_label", { "job", "label_key", "label_value" } },
	{ "cell", { "uid", "job", "ordinal", "state", "levels",
	    "warmup_only" } },
	{ "cell_level", { "cell", "parameter", "level_value" } },
	{ "slot", { "uid", "job", "block", "ordinal", "cell", "warmup",
	    "quiet", "slot_state" } },
	{ "workload", { "digest", "tool", "version", "test", "options",
	    "work" } },
	{ "run", { "uid", "slot", "attempt", "boot", "factset", "workload",
	    "outcome", "reason", "started_us" } },
	{ "metric", { "name", "unit", "better" } }
};

/* A table of tables with its columns, made at its first use. */
static json_t *
import_unit_get(json_t *tables, const char *name)
{
	json_t	*columns, *table;
	size_t	 c, i;

	if ((table = json_object_get(tables, name)) != NULL)
		return (json_object_get(table, "rows"));
	columns = json_array();
	for (i = 0; i < nitems(import_unit_columns); i++)
		for (c = 0; strcmp(import_unit_columns[i].table, name) == 0 &&
		    c < nitems(import_unit_columns[i].columns) &&
		    import_unit_columns[i].columns[c] != NULL; c++)
			json_array_append_new(columns,
			    json_string(import_unit_columns[i].columns[c]));
	table = json_object();
	json_object_set_new(table, "columns", columns);
	json_object_set_new(table, "rows", json_array());
	json_object_set_new(tables, name, table);
	return (json_object_get(table, "rows"));
}

/* Add a row, by a format of jansson's for its array. */
static void
import_unit_add(struct import_unit *u, const char *table, json_t *row)
{
	if (row == NULL)
		errx(1, "memory");
	json_array_append_new(import_unit_get(u->tables, table), row);
}

/* Text in JSON, or null; bytes that are no UTF-8 are made visible. */
static json_t *
import_unit_text(const char *text)
{
	return (text != NULL ? output_sink_json(text) : json_null());
}

/* The digest of some text, in hex. */
static void
import_unit_digest(const char *text, char hex[IMPORT_DIGEST_HEX])
{
	import_digest(text, strlen(text), hex);
}

/* A uid drawn from what a thing is. */
static void
import_unit_uid(const char *what, char uid[IMPORT_UID_HEX])
{
	char	 hex[IMPORT_DIGEST_HEX];

	import_unit_digest(what, hex);
	memcpy(uid, hex, IMPORT_UID_HEX - 1);
	uid[IMPORT_UID_HEX - 1] = '\0';
}

/* Was the thing added before?  Then it is not added again. */
static bool
import_unit_is_new(struct import_unit *u, const char *uid)
{
	if (json_object_get(u->seen, uid) != NULL)
		return (false);
	json_object_set_new(u->seen, uid, json_true());
	return (true);
}

/* The next number of a thing, from 1. */
static int64_t
import_unit_count(struct import_unit *u, const char *of)
{
	int64_t	 n;

	n = json_integer_value(json_object_get(u->counts, of)) + 1;
	json_object_set_new(u->counts, of, json_integer(n));
	return (n);
}

/* In the order of keys. */
static int
import_unit_pair_compare(const void *a, const void *b)
{
	const struct import_pair	*x, *y;

	x = a;
	y = b;
	return (strcmp(x->key, y->key));
}

/* The facts of a run and of the command line; the digest of the set. */
static void
import_unit_facts(struct import_unit *u, const struct import_run *run,
    char digest[IMPORT_DIGEST_HEX])
{
	struct import_pair	 fact[2 * IMPORT_PAIRS_MAX];
	char			*text;
	size_t			 i, len, n, size;

	n = run->nfacts;
	memcpy(fact, run->fact, n * sizeof(fact[0]));
	memcpy(fact + n, u->im->given->fact,
	    u->im->given->nfacts * sizeof(fact[0]));
	n += u->im->given->nfacts;
	qsort(fact, n, sizeof(fact[0]), import_unit_pair_compare);
	for (size = 1, i = 0; i < n; i++)
		size += strlen(fact[i].key) + strlen(fact[i].value) + 2;
	if ((text = malloc(size)) == NULL)
		errx(1, "memory");
	text[0] = '\0';
	for (len = 0, i = 0; i < n; i++)
		len += (size_t)snprintf(text + len, size - len, "%s=%s\n",
		    fact[i].key, fact[i].value);
	import_unit_digest(text, digest);
	free(text);
	if (!import_unit_is_new(u, digest))
		return;
	import_unit_add(u, "factset", json_pack("[s]", digest));
	for (i = 0; i < n; i++)
		import_unit_add(u, "fact", json_pack("[s,o,o]", digest,
		    import_unit_text(fact[i].key),
		    import_unit_text(fact[i].value)));
}

/* Uids of what a run hangs on, made as they are needed. */
struct import_unit_ids {
	char	 host[IMPORT_UID_HEX];
	char	 boot[IMPORT_UID_HEX];
	char	 state[IMPORT_UID_HEX];
	char	 job[IMPORT_UID_HEX];
	char	 cell[IMPORT_UID_HEX];
	char	 slot[IMPORT_UID_HEX];
	char	 run[IMPORT_UID_HEX];
	char	 facts[IMPORT_DIGEST_HEX];
	char	 recipe[IMPORT_DIGEST_HEX];
	char	 workload[IMPORT_DIGEST_HEX];
};

/*
 * A host and its base state.  A host that is named is the same in every
 * import; one that is not belongs to its unit.
 */
static void
import_unit_host_row(struct import_unit *u, const struct import_run *run,
    struct import_unit_ids *id)
{
	const char	*machine, *name;
	char		 what[IMPORT_UNIT_NAME];

	name = run->host != NULL ? run->host : run->machine;
	snprintf(what, sizeof(what), "import host %s",
	    name != NULL ? name : u->digest);
	import_unit_uid(what, id->host);
	if (name == NULL)
		name = u->im->stem;
	machine = run->machine != NULL ? run->machine : name;
	snprintf(what, sizeof(what), "import state %s", id->host);
	import_unit_uid(what, id->state);
	if (import_unit_is_new(u, id->host)) {
		import_unit_add(u, "host", json_pack("[s,o,o,i]", id->host,
		    import_unit_text(name), import_unit_text(machine),
		    run->machine == NULL));
		import_unit_add(u, "state", json_pack("[s,s,s,s,s]",
		    id->state, id->host, "base", u->digest, ""));
	}
}

/* A host and its boot. */
static void
import_unit_host(struct import_unit *u, const struct import_run *run,
    struct import_unit_ids *id)
{
	const char	*boot;
	char		 what[IMPORT_UNIT_NAME];

	import_unit_host_row(u, run, id);
	/*
	 * A boot that is not named is its night's, or the unit's own and
	 * unknown.
	 */
	boot = run->boot != NULL ? run->boot : run->night;
	snprintf(what, sizeof(what), "import boot %s %s %s %s", id->host,
	    run->boot != NULL ? "named" : run->night != NULL ? "night" :
	    u->digest, boot != NULL ? boot : id->facts,
	    boot != NULL ? id->facts : "");
	import_unit_uid(what, id->boot);
	snprintf(what, sizeof(what), "%s %s %s", boot != NULL ? "import" :
	    "unknown", boot != NULL ? boot : "-", id->boot);
	if (import_unit_is_new(u, id->boot))
		import_unit_add(u, "boot", json_pack("[s,s,o,i,s]",
		    id->boot, id->host, import_unit_text(what), 0,
		    id->facts));
}

/* The canonical text of a run's factors. */
static void
import_unit_levels(const struct import_run *run, char *text, size_t size)
{
	size_t	 i, len;

	text[0] = '\0';
	for (len = 0, i = 0; i < run->nlevels && len < size; i++)
		len += (size_t)snprintf(text + len, size - len, "%s%s=%s",
		    i > 0 ? " " : "", run->level[i].key,
		    run->level[i].value);
}

/* The job of a recipe, host and night, and its labels. */
static void
import_unit_job(struct import_unit *u, const struct import_run *run,
    struct import_unit_ids *id)
{
	const struct import_given	*given;
	char				 what[IMPORT_UNIT_NAME];
	size_t				 i;

	given = u->im->given;
	snprintf(what, sizeof(what), "import recipe %s", run->recipe);
	import_unit_digest(what, id->recipe);
	if (import_unit_is_new(u, id->recipe))
		import_unit_add(u, "recipe", json_pack("[s,s,o,s]",
		    id->recipe, id->recipe, import_unit_text(run->recipe),
		    ""));
	snprintf(what, sizeof(what), "import job %s %s %s %s", u->digest,
	    id->host, id->recipe, run->night != NULL ? run->night : "");
	import_unit_uid(what, id->job);
	if (!import_unit_is_new(u, id->job))
		return;
	import_unit_add(u, "job", json_pack(
	    "[s,s,s,s,s,s,s,s,o,s,i,i,i,i,i,i,I]", id->job, id->host,
	    "import", id->job, u->digest, id->recipe, "done", "test",
	    import_unit_text(run->night), "sequence", 0, 0, 1, 1, 0, 0,
	    (json_int_t)time(NULL) * 1000000));
	for (i = 0; i < given->nlabels; i++)
		import_unit_add(u, "job_label", json_pack("[s,o,o]",
		    id->job, import_unit_text(given->label[i].key),
		    import_unit_text(given->label[i].value)));
}

/* The cell of a job and levels. */
static void
import_unit_cell(struct import_unit *u, const struct import_run *run,
    struct import_unit_ids *id)
{
	char	 levels[IMPORT_UNIT_NAME / 2], what[IMPORT_UNIT_NAME];
	size_t	 i;

	import_unit_levels(run, levels, sizeof(levels));
	snprintf(what, sizeof(what), "import cell %s %s", id->job, levels);
	import_unit_uid(what, id->cell);
	if (!import_unit_is_new(u, id->cell))
		return;
	import_unit_add(u, "cell", json_pack("[s,s,I,s,o,i]", id->cell,
	    id->job, (json_int_t)import_unit_count(u, id->job), id->state,
	    import_unit_text(levels), 0));
	for (i = 0; i < run->nlevels; i++)
		import_unit_add(u, "cell_level", json_pack("[s,o,o]",
		    id->cell, import_unit_text(run->level[i].key),
		    import_unit_text(run->level[i].value)));
}

/* The workload, where the report names one. */
static void
import_unit_workload(struct import_unit *u, const struct import_run *run,
    struct import_unit_ids *id)
{
	char	 what[IMPORT_UNIT_NAME];

	id->workload[0] = '\0';
	if (run->tool == NULL)
		return;
	snprintf(what, sizeof(what), "%s\n%s\n%s\n%s\n", run->tool,
	    run->version, run->test, run->options);
	import_unit_digest(what, id->workload);
	if (import_unit_is_new(u, id->workload))
		import_unit_add(u, "workload", json_pack("[s,o,o,o,o,s]",
		    id->workload, import_unit_text(run->tool),
		    import_unit_text(run->version),
		    import_unit_text(run->test),
		    import_unit_text(run->options), ""));
}

/* The metric's index in the unit. */
static json_int_t
import_unit_metric(struct import_unit *u, const struct import_metric *metric)
{
	json_t	*index;
	char	 what[IMPORT_UNIT_NAME];

	snprintf(what, sizeof(what), "metric %s %s %s", metric->name,
	    metric->unit, metric->better);
	if ((index = json_object_get(u->seen, what)) != NULL)
		return (json_integer_value(index));
	index = json_integer(import_unit_count(u, "metric") - 1);
	json_object_set_new(u->seen, what, index);
	import_unit_add(u, "metric", json_pack("[o,o,s]",
	    import_unit_text(metric->name),
	    import_unit_text(metric->unit), metric->better));
	return (json_integer_value(index));
}

/* Append to a column of the samples. */
static void
import_unit_column(json_t *sample, const char *column, json_t *value)
{
	json_t	*array;

	if ((array = json_object_get(sample, column)) == NULL) {
		array = json_array();
		json_object_set_new(sample, column, array);
	}
	json_array_append_new(array, value);
}

/* A run's samples, in columns. */
static void
import_unit_samples(struct import_unit *u, const struct import_run *run)
{
	const struct import_sample	*s;
	json_t				*sample;
	size_t				 i;

	if ((sample = json_object_get(u->tables, "sample")) == NULL) {
		sample = json_object();
		json_object_set_new(u->tables, "sample", sample);
	}
	for (i = 0; i < run->nsamples; i++) {
		s = &run->sample[i];
		import_unit_column(sample, "run", json_integer(u->nruns));
		import_unit_column(sample, "part",
		    import_unit_text(s->part));
		import_unit_column(sample, "metric",
		    json_integer(import_unit_metric(u, &s->metric)));
		import_unit_column(sample, "value", json_real(s->value));
		import_unit_column(sample, "resolution",
		    json_real(s->resolution));
	}
}

/* Begin a unit, unless it is there. */
int
import_unit_begin(struct import *im, const char *kind,
    const char digest[IMPORT_DIGEST_HEX], struct import_unit **unit)
{
	struct archive_stmt	*st;
	struct import_unit	*u;
	int			 rv;

	*unit = NULL;
	im->outcome.blocks++;
	st = archive_stmt(im->archive, "import_known");
	archive_bind_text(st, "digest", digest);
	rv = archive_step(st);
	archive_end(st);
	if (rv == -1)
		return (import_refuse(im, 0, "%s",
		    archive_fault(im->archive)));
	if (rv == 1) {
		im->outcome.known++;
		return (0);
	}
	if ((u = calloc(1, sizeof(*u))) == NULL)
		errx(1, "memory");
	u->im = im;
	u->kind = kind;
	strlcpy(u->digest, digest, sizeof(u->digest));
	u->tables = json_object();
	u->seen = json_object();
	u->counts = json_object();
	*unit = u;
	return (1);
}

/* Add a run. */
int
import_unit_run(struct import_unit *u, const struct import_run *run)
{
	struct import_unit_ids	 id;
	char				 what[IMPORT_UNIT_NAME];
	json_int_t			 ordinal;

	import_unit_facts(u, run, id.facts);
	import_unit_host(u, run, &id);
	import_unit_job(u, run, &id);
	import_unit_cell(u, run, &id);
	import_unit_workload(u, run, &id);
	snprintf(what, sizeof(what), "slots of %s", id.job);
	ordinal = import_unit_count(u, what);
	snprintf(what, sizeof(what), "import slot %s %lld", id.job,
	    (long long)ordinal);
	import_unit_uid(what, id.slot);
	snprintf(what, sizeof(what), "import run %s", id.slot);
	import_unit_uid(what, id.run);
	import_unit_add(u, "slot", json_pack("[s,s,i,I,s,i,i,s]", id.slot,
	    id.job, 1, ordinal, id.cell, 0, 0, "done"));
	import_unit_add(u, "run", json_pack("[s,s,i,s,s,o,s,o,I]", id.run,
	    id.slot, 1, id.boot, id.facts, id.workload[0] != '\0' ?
	    json_string(id.workload) : json_null(), run->outcome,
	    import_unit_text(run->reason), (json_int_t)run->started_us));
	import_unit_samples(u, run);
	u->nruns++;
	return (0);
}

/* Only a host, with its facts as labels of it. */
void
import_unit_labels(struct import_unit *u, const struct import_run *run)
{
	struct import_unit_ids	 id;
	size_t			 i;

	import_unit_host_row(u, run, &id);
	for (i = 0; i < run->nfacts; i++)
		import_unit_add(u, "host_label", json_pack("[s,o,o]",
		    id.host, import_unit_text(run->fact[i].key),
		    import_unit_text(run->fact[i].value)));
}

/* Merge a unit, and remember that it is here. */
int
import_unit_end(struct import_unit *u, const char *notes)
{
	struct archive_stmt	*st;
	char			 why[512];

	if (archive_merge_tables(u->im->archive, u->tables,
	    &u->im->outcome.runs, why, sizeof(why)) == -1)
		return (import_refuse(u->im, 0, "%s", why));
	st = archive_stmt(u->im->archive, "import_put");
	archive_bind_text(st, "digest", u->digest);
	archive_bind_text(st, "file_name", u->im->file);
	archive_bind_text(st, "kind", u->kind);
	archive_bind_int(st, "imported_us", (int64_t)time(NULL) * 1000000);
	archive_bind_int(st, "row_count", u->nruns);
	archive_bind_text(st, "notes", notes);
	if (archive_do(st) == -1)
		return (import_refuse(u->im, 0, "%s",
		    archive_fault(u->im->archive)));
	return (0);
}

/* Free a unit; NULL is allowed. */
void
import_unit_free(struct import_unit *u)
{
	if (u == NULL)
		return;
	json_decref(u->tables);
	json_decref(u->seen);
	json_decref(u->counts);
	free(u);
}
