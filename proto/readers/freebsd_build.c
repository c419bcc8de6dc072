/*
 * freebsd_build: the logs of buildworld and buildkernel, with the figures of
 * whatever timed them.
 *
 * The build's own seconds are believed, never the difference of its dates:
 * those are local time and cross clock changes.  A build that make(1) gave
 * up on is failed whatever time(1) printed below it: it is faster than any
 * good one.
 */
#include <stdio.h>
#include <string.h>

#include "proto/readers/readers.h"

enum freebsd_build_kind { BUILD_WORLD, BUILD_KERNEL, BUILD_KINDS };

static const char *const	 freebsd_build_names[BUILD_KINDS] = {
	"world", "kernel"
};

/* The lines that count; %n is seconds, %* a date or what was asked. */
static const struct {
	const char		*form;
	enum freebsd_build_kind	 kind;
	enum { BUILD_STARTED, BUILD_COMPLETED, BUILD_BUILT } what;
} freebsd_build_rows[] = {
	{ ">>> World build started on %*",	BUILD_WORLD, BUILD_STARTED },
	{ ">>> World build completed on %*",	BUILD_WORLD, BUILD_COMPLETED },
	{ ">>> World built in %n seconds%*",	BUILD_WORLD, BUILD_BUILT },
	{ ">>> Kernel build for %w started on %*", BUILD_KERNEL,
	    BUILD_STARTED },
	{ ">>> Kernel build for %w completed on %*", BUILD_KERNEL,
	    BUILD_COMPLETED },
};

/* One of world and kernel, as far as the log has come. */
struct freebsd_build_part {
	struct scan_span	 started;
	struct scan_span	 completed;
	struct scan_value	 built;
	bool			 is_built;
};

/* How far the reading is. */
struct freebsd_build {
	struct found			*found;
	struct freebsd_build_part	 parts[BUILD_KINDS];
	size_t				 first;	/* our first metric */
	const char			*unit;	/* of the dates */
	int				 runs;
	bool				 known;
	bool				 failed;
	bool				 lacks;	/* a build did not end */
};

/* Store a date under its name; alone, a build's dates need no "world_". */
static void
freebsd_build_store_date(struct freebsd_build *b, int kind, bool both,
    const char *what, struct scan_span date)
{
	char	 key[READER_NAME_BYTES];

	if (date.len == 0)
		return;
	snprintf(key, sizeof(key), "%.64s%s%s%s", b->found->prefix,
	    both ? freebsd_build_names[kind] : "", both ? "_" : "", what);
	found_fact(b->found, key, b->unit, date);
}

/* Store what one run of the build has said, and forget it. */
static void
freebsd_build_flush(struct freebsd_build *b)
{
	struct freebsd_build_part	*part;
	char				 name[32];
	int				 i;
	bool				 both, epoch;

	both = (b->parts[0].started.len > 0 || b->parts[0].is_built) &&
	    (b->parts[1].started.len > 0 || b->parts[1].is_built);
	epoch = strcmp(b->unit, "date") != 0;
	for (i = 0; i < BUILD_KINDS; i++) {
		part = &b->parts[i];
		snprintf(name, sizeof(name), "%s_built_in",
		    freebsd_build_names[i]);
		if (part->is_built)
			found_metric(b->found, name, "s", READER_LOWER,
			    &part->built);
		freebsd_build_store_date(b, i, both, "started", part->started);
		freebsd_build_store_date(b, i, both, epoch ? "finished" :
		    "completed", part->completed);
		if (part->started.len > 0 && part->completed.len == 0 &&
		    !part->is_built)
			b->lacks = true;
		memset(part, 0, sizeof(*part));
	}
}

/* A build begins again in the same log: what came before was a run. */
static void
freebsd_build_begin(struct freebsd_build *b)
{
	freebsd_build_flush(b);
	if (++b->runs == 1)
		found_rename(b->found, b->first, "run1/");
	found_part(b->found, "run%d/", b->runs + 1);
	found_note(b->found, "several builds in one log");
}

/* "..., ncpu: 56, make -j56". */
static void
freebsd_build_take_asked(struct freebsd_build *b, struct scan_span rest)
{
	static const struct found_kind	 ncpu = { "ncpu", "count",
	    READER_NONE };
	static const struct found_kind	 jobs = { "make_jobs", "count",
	    READER_NONE };
	struct scan_value		 v[SCAN_VALUES_MAX];
	struct scan_span		 at;

	if (scan_find(rest, "ncpu: ", &at) && scan_form(at, "ncpu: %n", v))
		found_kind(b->found, &ncpu, &v[0]);
	if (scan_find(rest, " -j", &at) && scan_form(at, " -j %n", v))
		found_kind(b->found, &jobs, &v[0]);
}

/* Seconds that a build says it took. */
static void
freebsd_build_take_built(struct freebsd_build *b, int kind,
    const struct scan_value *v, struct scan_span rest)
{
	if (b->parts[kind].is_built)
		freebsd_build_begin(b);
	b->parts[kind].built = *v;
	b->parts[kind].is_built = true;
	b->known = true;
	freebsd_build_take_asked(b, rest);
}

/* A line of the table. */
static bool
freebsd_build_take_row(struct freebsd_build *b, struct scan_span line)
{
	struct freebsd_build_part	*part;
	struct scan_value		 v[SCAN_VALUES_MAX];
	struct scan_span		 date;
	size_t				 i;

	if (scan_form(line, ">>> Kernel(s) %w built in %n seconds%*", v)) {
		found_option(b->found, "kernconf", v[0].span);
		freebsd_build_take_built(b, BUILD_KERNEL, &v[1], v[2].span);
		return (true);
	}
	for (i = 0; i < nitems(freebsd_build_rows); i++)
		if (scan_form(line, freebsd_build_rows[i].form, v))
			break;
	if (i == nitems(freebsd_build_rows))
		return (false);
	b->known = true;
	part = &b->parts[freebsd_build_rows[i].kind];
	date = v[freebsd_build_rows[i].kind == BUILD_KERNEL ? 1 : 0].span;
	switch (freebsd_build_rows[i].what) {
	case BUILD_STARTED:
		if (part->is_built)
			freebsd_build_begin(b);
		if (part->started.len == 0)
			part->started = date;
		break;
	case BUILD_COMPLETED:
		part->completed = date;
		break;
	case BUILD_BUILT:
		freebsd_build_take_built(b, BUILD_WORLD, &v[0], v[1].span);
	}
	return (true);
}

/* "@ 1742392282 [2025-03-19 14:51:22] Start buildkernel-jobs", of jobs.mk. */
static void
freebsd_build_take_jobs(struct freebsd_build *b, struct scan_span line)
{
	struct freebsd_build_part	*part;
	struct scan_value		 v[SCAN_VALUES_MAX];
	struct scan_span		 rest, what;
	int				 kind;

	if (!scan_form(line, "@ %n [%*", v) ||
	    !scan_find(line, "] ", &what))
		return;
	if (!scan_find(what, "buildworld", &rest) &&
	    !scan_find(what, "buildkernel", &rest))
		return;
	kind = scan_begins(rest, "buildworld") ? BUILD_WORLD : BUILD_KERNEL;
	part = &b->parts[kind];
	b->unit = "unix time";
	if (scan_begins(what, "] Start ")) {
		b->known = true;
		if (part->is_built)
			freebsd_build_begin(b);
		if (part->started.len == 0)
			part->started = v[0].span;
	} else if (scan_begins(what, "] Finished ")) {
		part->completed = v[0].span;
		if (scan_find(what, "seconds=", &rest) &&
		    scan_form(rest, "seconds=%n", v))
			freebsd_build_take_built(b, kind, &v[0], rest);
	}
}

/* Lines by which make(1) gives up, here in the sources' tree. */
static void
freebsd_build_take_failure(struct freebsd_build *b, struct scan_span line)
{
	struct scan_span	 rest;

	if (time_is_make_failure(line)) {
		b->failed = true;
		b->known |= scan_begins(line, "*** [buildworld") ||
		    scan_begins(line, "*** [buildkernel");
	} else if (scan_begins(line, "Stop in /usr/src") ||
	    (scan_begins(line, "make") &&
	    scan_find(line, ": stopped in /usr/src", &rest)))
		b->known = b->failed = true;
}

/* What the build was of. */
static const char *
freebsd_build_test(bool world, bool kernel)
{
	if (world && kernel)
		return ("buildworld buildkernel");
	return (world ? "buildworld" : kernel ? "buildkernel" : "");
}

/* Read a build's log. */
bool
freebsd_build_read(struct clean_text *text, struct found *f)
{
	struct freebsd_build	 b;
	struct scan_span	 line;
	bool			 kernel, timed, world;

	memset(&b, 0, sizeof(b));
	timed = time_read(text, f) &&
	    f->result->outcome == READER_FAILED;
	found_drop(f, 0, "page_faults");	/* csh's, of its child alone */
	b.found = f;
	b.unit = "date";
	b.first = f->result->nmetrics;
	found_part(f, "%s", "");
	world = kernel = false;
	clean_rewind(text);
	while (clean_line(text, &line)) {
		if (text->cut) {
			b.lacks |= scan_begins(line, ">");
			continue;
		}
		if (!freebsd_build_take_row(&b, line)) {
			freebsd_build_take_jobs(&b, line);
			freebsd_build_take_failure(&b, line);
		}
		world |= b.parts[BUILD_WORLD].started.len > 0 ||
		    b.parts[BUILD_WORLD].is_built;
		kernel |= b.parts[BUILD_KERNEL].started.len > 0 ||
		    b.parts[BUILD_KERNEL].is_built;
	}
	if (!b.known)
		return (false);
	freebsd_build_flush(&b);
	strlcpy(f->result->tool, "freebsd_build", sizeof(f->result->tool));
	strlcpy(f->result->test, freebsd_build_test(world, kernel),
	    sizeof(f->result->test));
	f->result->outcome = b.failed || timed ? READER_FAILED : b.lacks ?
	    READER_TRUNCATED : READER_COMPLETE;
	return (true);
}
