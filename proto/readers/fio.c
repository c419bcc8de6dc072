/*
 * fio: its JSON (2 and 3), its report for people and its terse form (3).
 *
 * Rates are in powers of two where fio says KiB.  A direction that did
 * nothing is no figure; a job that ended in an error marks the whole run.
 */
#include <stdio.h>
#include <string.h>

#include "proto/readers/readers.h"
#include "proto/readers/walk.h"

#define FIO_DIRECTIONS	3

static const char *const	 fio_directions[FIO_DIRECTIONS] = { "read",
    "write", "trim" };

/* What of one direction is wanted: path below it, name, unit. */
static const struct {
	const char		*path;
	struct found_kind	 kind;
} fio_values[] = {
	{ "bw",		  { "rate", "KiB/s", READER_HIGHER } },
	{ "bw_bytes",	  { "rate_bytes", "B/s", READER_HIGHER } },
	{ "iops",	  { "iops", "1/s", READER_HIGHER } },
	{ "io_bytes",	  { "bytes", "B", READER_NONE } },
	{ "runtime",	  { "runtime", "ms", READER_NONE } },
	{ "lat_ns/mean",  { "lat_mean", "ns", READER_LOWER } },
	{ "lat/mean",	  { "lat_mean", "us", READER_LOWER } },
	{ "clat_ns/percentile/99.000000",
	    { "lat_p99", "ns", READER_LOWER } },
	{ "clat/percentile/99.000000",
	    { "lat_p99", "us", READER_LOWER } },
};

static const struct found_kind	 fio_user = { "usr_cpu", "%", READER_NONE };
static const struct found_kind	 fio_system = { "sys_cpu", "%", READER_NONE };

/* Where the fields of the terse form are, from 0. */
static const struct {
	int			 field;
	struct found_kind	 kind;
} fio_terse[] = {
	{ 5,	{ "read_bytes", "KiB", READER_NONE } },
	{ 6,	{ "read_rate", "KiB/s", READER_HIGHER } },
	{ 7,	{ "read_iops", "1/s", READER_HIGHER } },
	{ 8,	{ "read_runtime", "ms", READER_NONE } },
	{ 39,	{ "read_lat_mean", "us", READER_LOWER } },
	{ 46,	{ "write_bytes", "KiB", READER_NONE } },
	{ 47,	{ "write_rate", "KiB/s", READER_HIGHER } },
	{ 48,	{ "write_iops", "1/s", READER_HIGHER } },
	{ 49,	{ "write_runtime", "ms", READER_NONE } },
	{ 80,	{ "write_lat_mean", "us", READER_LOWER } },
	{ 87,	{ "usr_cpu", "%", READER_NONE } },
	{ 88,	{ "sys_cpu", "%", READER_NONE } },
};

/* How far the reading is. */
struct fio {
	struct found	*found;
	const char	*direction;	/* of the report's last lines */
	const char	*first;		/* of this job's report */
	char		 clat_unit[8];	/* of the percentiles that follow */
	bool		 idle[FIO_DIRECTIONS];
	int		 jobs;
	int		 directions;	/* of this job, in the report */
	bool		 failed;
	bool		 ended;
};

/* End a job: directions that did nothing leave no figures. */
static void
fio_end_job(struct fio *o)
{
	char	 word[16];
	size_t	 i;

	for (i = 0; i < FIO_DIRECTIONS; i++) {
		snprintf(word, sizeof(word), "%s_", fio_directions[i]);
		if (o->idle[i])
			found_drop(o->found, o->found->base, word);
		o->idle[i] = false;
	}
}

/* Begin a job; the first loses its plain names when a second comes. */
static void
fio_begin_job(struct fio *o)
{
	fio_end_job(o);
	if (o->jobs == 1)
		found_rename(o->found, 0, "job1/");
	if (++o->jobs > 1)
		found_part(o->found, "job%d/", o->jobs);
	o->directions = 0;
}

/* Remember "fio-3.33". */
static void
fio_set_version(struct fio *o, struct scan_span version)
{
	if (scan_begins(version, "fio-")) {
		version.text += 4;
		version.len -= 4;
	}
	scan_copy(o->found->result->version,
	    sizeof(o->found->result->version), version);
}

/* A value of one direction of a job: "read/iops". */
static void
fio_value_direction(struct fio *o, struct scan_span at,
    const struct scan_value *value)
{
	struct found_kind	 kind;
	char			 name[32];
	size_t			 d, i, n;

	for (d = 0; d < FIO_DIRECTIONS; d++) {
		n = strlen(fio_directions[d]);
		if (scan_begins(at, fio_directions[d]) && at.len > n &&
		    at.text[n] == '/')
			break;
	}
	if (d == FIO_DIRECTIONS)
		return;
	at.text += n + 1;
	at.len -= n + 1;
	for (i = 0; i < nitems(fio_values); i++) {
		if (!scan_is(at, fio_values[i].path))
			continue;
		kind = fio_values[i].kind;
		snprintf(name, sizeof(name), "%s_%s", fio_directions[d],
		    kind.name);
		kind.name = name;
		if (scan_is(at, "io_bytes")) {
			o->idle[d] = value->value == 0;
			if (strncmp(o->found->result->version, "2.", 2) == 0)
				kind.unit = "KiB";
		}
		found_kind(o->found, &kind, value);
	}
}

/* The options by which one workload differs from another. */
static void
fio_value_option(struct fio *o, struct scan_span key, struct scan_span value)
{
	static const char *const	 keys[] = { "bs", "direct", "fsync",
	    "iodepth", "ioengine", "numjobs", "rw", "rwmixread", "size" };
	size_t				 i;

	for (i = 0; i < nitems(keys); i++)
		if (scan_is(key, keys[i]))
			found_option(o->found, keys[i], value);
}

/* A value of the JSON. */
static void
fio_value(void *arg, const char *path, enum walk_kind kind,
    const struct scan_value *value)
{
	struct fio		*o;
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 at;

	o = arg;
	at.text = path;
	at.len = strlen(path);
	if (scan_is(at, "/fio version"))
		fio_set_version(o, value->span);
	else if (scan_form(at, "/global options/%*", v))
		fio_value_option(o, v[0].span, value->span);
	if (!scan_form(at, "/jobs/%n/%*", v))
		return;
	while (o->jobs <= v[0].value && o->jobs < READER_METRICS_MAX)
		fio_begin_job(o);
	at = v[1].span;
	if (scan_form(at, "job options/%*", v))
		fio_value_option(o, v[0].span, value->span);
	if (kind != WALK_NUMBER)
		return;
	if (scan_is(at, "error"))
		o->failed |= value->value != 0;
	else if (scan_is(at, "usr_cpu"))
		found_kind(o->found, &fio_user, value);
	else if (scan_is(at, "sys_cpu"))
		found_kind(o->found, &fio_system, value);
	else
		fio_value_direction(o, at, value);
}

/* "18.0k": thousands, as the report writes IOPS and large times. */
static void
fio_scale(struct scan_value *v, struct scan_span suffix)
{
	double	 by;

	by = scan_is(suffix, "k") ? 1e3 : scan_is(suffix, "M") ? 1e6 : 1;
	v->value *= by;
	v->resolution *= by;
}

/* Store a value of the report under its stem. */
static void
fio_store(struct fio *o, const char *stem, const char *name,
    struct scan_span unit, enum reader_better better,
    const struct scan_value *v)
{
	char	 full[32], text[READER_UNIT_BYTES];

	if (scan_is(unit, "nsec") || scan_is(unit, "usec") ||
	    scan_is(unit, "msec"))
		unit.len = 1;
	scan_copy(text, sizeof(text), unit);
	if (unit.len == 1 && strchr("num", text[0]) != NULL)
		strlcat(text, "s", sizeof(text));
	snprintf(full, sizeof(full), "%s_%s", stem, name);
	found_metric(o->found, full, text, better, v);
}

/*
 * A second direction begins: latencies that were the job's own so far are
 * those of the first.
 */
static void
fio_split_latency(struct fio *o)
{
	struct reader_metric	*m;
	char			 name[READER_NAME_BYTES];
	size_t			 i, n;

	n = strlen(o->found->prefix);
	for (i = o->found->base; i < o->found->result->nmetrics; i++) {
		m = &o->found->result->metrics[i];
		if (strncmp(m->name + n, "clat_", 5) != 0)
			continue;
		snprintf(name, sizeof(name), "%.*s%s_%.64s", (int)n, m->name,
		    o->first, m->name + n);
		strlcpy(m->name, name, sizeof(m->name));
	}
}

/* "  read: IOPS=18.0k, BW=70.2MiB/s (73.6MB/s)(140MiB/2001msec)". */
static bool
fio_take_direction(struct fio *o, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 per = { "1/s", 3 };
	char			 form[80];
	size_t			 i;

	for (i = 0; i < FIO_DIRECTIONS; i++) {
		snprintf(form, sizeof(form),
		    " %s: IOPS=%%n%%u, BW=%%n%%u (%%w", fio_directions[i]);
		if (scan_form(line, form, v))
			break;
	}
	if (i == FIO_DIRECTIONS)
		return (false);
	o->direction = fio_directions[i];
	if (++o->directions == 1)
		o->first = o->direction;
	else if (o->directions == 2)
		fio_split_latency(o);
	fio_scale(&v[0], v[1].span);
	fio_store(o, o->direction, "iops", per, READER_HIGHER, &v[0]);
	fio_store(o, o->direction, "rate", v[3].span, READER_HIGHER, &v[2]);
	if (!scan_find_last(line, "(", &line) ||
	    !scan_form(line, "(%n%*", v) ||
	    !scan_find(line, "/", &line))
		return (true);
	v[1].span.len = (size_t)(line.text - v[1].span.text);
	fio_store(o, o->direction, "bytes", v[1].span, READER_NONE, &v[0]);
	if (scan_form(line, "/%n%u)", v))
		fio_store(o, o->direction, "runtime", v[1].span, READER_NONE,
		    &v[0]);
	return (true);
}

/* Completion latencies; they carry no direction while there is but one. */
static void
fio_take_latency(struct fio *o, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 rest, unit;
	char			 stem[16];

	snprintf(stem, sizeof(stem), "%s%sclat", o->directions < 2 ? "" :
	    o->direction, o->directions < 2 ? "" : "_");
	if (scan_form(line, " clat (%u): min=%n%u, max=%n%u, avg=%n%u,", v)) {
		fio_scale(&v[3], v[4].span);
		fio_scale(&v[5], v[6].span);
		fio_store(o, stem, "avg", v[0].span, READER_LOWER, &v[5]);
		fio_store(o, stem, "max", v[0].span, READER_LOWER, &v[3]);
	} else if (scan_form(line, " clat percentiles (%u):", v))
		scan_copy(o->clat_unit, sizeof(o->clat_unit), v[0].span);
	else if (o->clat_unit[0] != '\0' &&
	    scan_find(line, " 99.00th=[", &rest) &&
	    scan_form(rest, " 99.00th=[ %n%u]", v)) {
		fio_scale(&v[0], v[1].span);
		unit.text = o->clat_unit;
		unit.len = strlen(o->clat_unit);
		fio_store(o, stem, "p99", unit, READER_LOWER, &v[0]);
		o->clat_unit[0] = '\0';
	}
}

/* A line of the report. */
static void
fio_take(struct fio *o, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 rest;

	if (scan_begins(line, "fio-") && line.len < 40)
		fio_set_version(o, line);
	else if (scan_begins(line, "fio: ") && scan_find(line, "err=", &rest) &&
	    !scan_begins(rest, "err= 0") && !scan_begins(rest, "err=0"))
		o->failed = true;
	else if (scan_find(line, ": (groupid=", &rest) &&
	    scan_form(rest, ": (groupid=%n, jobs=%n): err= %n", v)) {
		fio_begin_job(o);
		o->failed |= v[2].value != 0;
	} else if (scan_begins(line, "Run status group "))
		o->ended = true;
	else if (o->jobs == 0 || fio_take_direction(o, line))
		return;
	else if (scan_form(line, " cpu : usr=%n%%, sys=%n%%", v)) {
		found_kind(o->found, &fio_user, &v[0]);
		found_kind(o->found, &fio_system, &v[1]);
	} else if (o->direction != NULL)
		fio_take_latency(o, line);
}

/* "3;fio-3.33;name;0;0;8192;...": semicolons, counted. */
static bool
fio_take_terse(struct fio *o, struct scan_span line)
{
	struct scan_value	 v;
	const char		*end;
	size_t			 i, n;
	int			 field;

	if (!scan_begins(line, "3;fio-"))
		return (false);
	fio_begin_job(o);
	for (field = 0; line.len > 0; field++) {
		end = memchr(line.text, ';', line.len);
		n = end == NULL ? line.len : (size_t)(end - line.text);
		if (field == 1)
			fio_set_version(o, (struct scan_span){ line.text, n });
		else if (field == 4 && n > 0)
			o->failed |= line.text[0] != '0';
		for (i = 0; i < nitems(fio_terse) && end != NULL; i++) {
			v.span.text = line.text;
			v.span.len = n;
			if (fio_terse[i].field != field)
				continue;
			/* CPU shares carry a percent sign. */
			if (n > 0 && line.text[n - 1] == '%')
				v.span.len--;
			if (!scan_number(v.span.text, v.span.len, false, &v))
				continue;
			found_kind(o->found, &fio_terse[i].kind, &v);
			o->idle[0] |= field == 5 && v.value == 0;
			o->idle[1] |= field == 46 && v.value == 0;
		}
		n += end != NULL;
		line.text += n;
		line.len -= n;
	}
	o->ended = field > 88;
	return (true);
}

/* The JSON, wherever in the text it begins. */
static void
fio_take_json(struct fio *o, const struct clean_text *text)
{
	struct scan_span	 rest;

	rest.text = text->bytes;
	rest.len = text->len;
	if (walk_find(&rest))
		o->ended = walk_json(&rest, fio_value, o) == WALK_WHOLE;
}

/* Read one of fio's three outputs. */
bool
fio_read(struct clean_text *text, struct found *f)
{
	struct scan_span	 line;
	struct fio		 o;

	memset(&o, 0, sizeof(o));
	o.found = f;
	while (clean_line(text, &line))
		if (!fio_take_terse(&o, line) && !text->cut)
			fio_take(&o, line);
	if (o.jobs == 0)
		fio_take_json(&o, text);
	fio_end_job(&o);
	if (o.jobs == 0 && f->result->version[0] == '\0')
		return (false);
	strlcpy(f->result->tool, "fio", sizeof(f->result->tool));
	if (o.failed)
		f->result->outcome = READER_FAILED;
	else if (f->result->nmetrics == 0)
		f->result->outcome = READER_NO_RESULT;
	else
		f->result->outcome = o.ended ? READER_COMPLETE :
		    READER_TRUNCATED;
	return (true);
}
