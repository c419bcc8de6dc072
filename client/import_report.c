/*
 * import_report: what a tool printed, by its reader.
 *
 * One report is one unit and one run.  Whatever the reader found is kept, an
 * outcome that is not complete too; only a text that no reader knows is
 * somebody else's.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/import.h"
#include "proto/compat.h"
#include "proto/readers/reader.h"
#include "proto/tls_digest.h"

/* The digest of a report, in which line ends do not count. */
static void
import_report_digest(const char *bytes, size_t len,
    char hex[IMPORT_DIGEST_HEX])
{
	uint8_t	 digest[TLS_DIGEST_BYTES];
	char	*copy;
	size_t	 i, n;

	if ((copy = malloc(len + 1)) == NULL)
		err(1, "memory");
	for (n = i = 0; i < len; i++)
		if (bytes[i] != '\r')
			copy[n++] = bytes[i];
	if (tls_digest_sha256(copy, n, digest) == -1)
		errx(1, "memory");
	free(copy);
	for (i = 0; i < sizeof(digest); i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}

/* One metric of the report: "run1/total_time" is total_time of part run1. */
static void
import_report_sample(const struct reader_metric *m, struct import_sample *s,
    char part[READER_NAME_BYTES])
{
	const char	*slash;

	slash = strchr(m->name, '/');
	s->metric.name = slash != NULL ? slash + 1 : m->name;
	s->metric.unit = m->unit;
	s->metric.better = reader_better_name(m->better);
	s->value = m->value;
	s->resolution = m->resolution;
	strlcpy(part, m->name, READER_NAME_BYTES);
	part[slash != NULL ? slash - m->name : 0] = '\0';
	s->part = part;
}

/* The workload's name: the recipe, if nothing else is given. */
static const char *
import_report_recipe(const struct import *im, const struct reader_result *r,
    char *text, size_t size)
{
	if (im->given->recipe != NULL)
		return (im->given->recipe);
	if (r->test[0] != '\0')
		(void)snprintf(text, size, "%s-%s", r->tool, r->test);
	else
		(void)strlcpy(text, r->tool[0] != '\0' ? r->tool : r->reader,
		    size);
	return (text);
}

/* Fill a run from what the reader found; -1 is refused. */
static int
import_report_run(struct import *im, const struct reader_result *r,
    struct import_run *run, char (*part)[READER_NAME_BYTES])
{
	static const char *const	 outcomes[] = {
		[READER_COMPLETE] = "complete", [READER_FAILED] = "failed",
		[READER_KILLED] = "killed", [READER_TRUNCATED] = "truncated",
		[READER_NO_RESULT] = "no-result",
		[READER_TOO_FEW] = "too-few-samples",
		[READER_BAD_INPUT] = "bad-input"
	};
	size_t				 i;

	if (r->nmetrics > IMPORT_SAMPLES_MAX)
		return (import_refuse(im, 0, "%zu metrics, %d at most",
		    r->nmetrics, IMPORT_SAMPLES_MAX));
	run->outcome = outcomes[r->outcome];
	run->reason = r->nnotes > 0 ? r->notes[0] : NULL;
	for (i = 0; i < r->nmetrics; i++)
		import_report_sample(&r->metrics[i], &run->sample[i], part[i]);
	run->nsamples = r->nmetrics;
	for (i = 0; i < r->nfacts && i < IMPORT_PAIRS_MAX; i++) {
		run->fact[i].key = r->facts[i].key;
		run->fact[i].value = r->facts[i].value;
		run->nfacts++;
	}
	run->tool = r->tool;
	run->version = r->version;
	run->test = r->test;
	run->options = r->options;
	return (0);
}

/* What dmesg and sysctl call what the table of facts calls otherwise. */
static const struct {
	const char	*theirs;
	const char	*ours;
} import_report_keys[] = {
	{ "os_release", "release" }, { "kern.osrelease", "release" },
	{ "ncpu", "cpu.count" }, { "hw.ncpu", "cpu.count" },
	{ "cpu_model", "cpu.model" }, { "hw.model", "cpu.model" },
	{ "cpu_mhz", "cpu.freq" }, { "real_memory", "mem" },
	{ "hw.physmem", "mem" }, { "hw.machine", "arch" },
	{ "kern.ostype", "os" }, { "kern.osreldate", "osreldate" },
	{ "kern.sched.name", "sched" },
	{ "kern.timecounter.hardware", "timer" }
};

/* Keep what a text says of a host, which --host names, or the file's name. */
static int
import_report_host(struct import *im, const struct reader_result *r,
    const char *bytes, size_t len)
{
	struct import_run	*run;
	struct import_unit	*unit;
	char			 digest[IMPORT_DIGEST_HEX];
	size_t			 i, k;
	int			 rv;

	import_report_digest(bytes, len, digest);
	if ((rv = import_unit_begin(im, r->reader, digest, &unit)) != 1)
		return (rv);
	if ((run = calloc(1, sizeof(*run))) == NULL)
		err(1, "memory");
	run->host = im->given->host != NULL ? im->given->host : im->stem;
	for (i = 0; i < r->nfacts && i < IMPORT_PAIRS_MAX; i++) {
		run->fact[i].key = r->facts[i].key;
		run->fact[i].value = r->facts[i].value;
		for (k = 0; k < nitems(import_report_keys); k++)
			if (strcmp(r->facts[i].key,
			    import_report_keys[k].theirs) == 0)
				run->fact[i].key = import_report_keys[k].ours;
		run->nfacts++;
	}
	import_unit_labels(unit, run);
	rv = import_unit_end(unit, "");
	im->outcome.facts += (int64_t)run->nfacts;
	import_unit_free(unit);
	free(run);
	return (rv);
}

/* Keep one report. */
static int
import_report_keep(struct import *im, const struct reader_result *r,
    const char *bytes, size_t len)
{
	struct import_run	*run;
	struct import_unit	*unit;
	char			 digest[IMPORT_DIGEST_HEX], name[300];
	char			 threads[16];
	char			(*part)[READER_NAME_BYTES];
	int			 rv;

	import_report_digest(bytes, len, digest);
	if ((rv = import_unit_begin(im, r->reader, digest, &unit)) != 1)
		return (rv);
	run = calloc(1, sizeof(*run));
	part = calloc(IMPORT_SAMPLES_MAX, sizeof(*part));
	if (run == NULL || part == NULL)
		err(1, "memory");
	rv = import_report_run(im, r, run, part);
	run->host = im->given->host;
	run->recipe = import_report_recipe(im, r, name, sizeof(name));
	if (r->threads > 0) {
		(void)snprintf(threads, sizeof(threads), "%d", r->threads);
		run->level[run->nlevels].key = "threads";
		run->level[run->nlevels++].value = threads;
	}
	if (rv == 0)
		rv = import_unit_run(unit, run);
	if (rv == 0)
		rv = import_unit_end(unit, "");
	import_unit_free(unit);
	free(run);
	free(part);
	return (rv);
}

/* Import what a tool printed. */
int
import_report(struct import *im, const char *bytes, size_t len)
{
	struct reader_result	 r;
	int			 rv;

	if (reader_read(NULL, bytes, len, READER_EXIT_UNKNOWN, &r) == -1)
		err(1, "reader");
	if (r.reader == NULL || (r.nmetrics == 0 && r.nfacts == 0 &&
	    r.tool[0] == '\0'))
		rv = 0;
	else if (strcmp(r.tool, "dmesg") == 0 || strcmp(r.tool, "sysctl") == 0)
		rv = import_report_host(im, &r, bytes, len) == -1 ? -1 : 1;
	else
		rv = import_report_keep(im, &r, bytes, len) == -1 ? -1 : 1;
	reader_clear(&r);
	return (rv);
}
