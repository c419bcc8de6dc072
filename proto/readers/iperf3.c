/*
 * iperf3: its JSON and its report for people.
 *
 * Rates are in powers of ten, amounts ("GBytes") in powers of two.  Only
 * the sums at the end are results; of several streams their [SUM].
 */
#include <stdio.h>
#include <string.h>

#include "proto/readers/readers.h"
#include "proto/readers/walk.h"

/* Values of the JSON below "/end/". */
static const struct {
	const char		*path;
	struct found_kind	 kind;
	bool			 tcp;	/* UDP's are its sender's plan */
} iperf3_values[] = {
	{ "sum_sent/bits_per_second",
	    { "sent_rate", "bit/s", READER_HIGHER }, false },
	{ "sum_sent/bytes", { "sent_bytes", "B", READER_NONE }, false },
	{ "sum_sent/seconds", { "sent_seconds", "s", READER_NONE }, true },
	{ "sum_sent/retransmits",
	    { "retransmits", "count", READER_LOWER }, true },
	{ "sum_received/bits_per_second",
	    { "received_rate", "bit/s", READER_HIGHER }, false },
	{ "sum_received/bytes", { "received_bytes", "B", READER_NONE },
	    false },
	{ "sum_received/seconds",
	    { "received_seconds", "s", READER_NONE }, true },
	{ "sum/jitter_ms", { "jitter", "ms", READER_LOWER }, false },
	{ "sum/lost_packets", { "lost_packets", "count", READER_LOWER },
	    false },
	{ "sum/packets", { "packets", "count", READER_NONE }, false },
	{ "sum/lost_percent", { "lost_percent", "%", READER_LOWER }, false },
	{ "cpu_utilization_percent/host_total",
	    { "cpu_host", "%", READER_NONE }, false },
	{ "cpu_utilization_percent/remote_total",
	    { "cpu_remote", "%", READER_NONE }, false },
	/* before 3.2 UDP has but this sum */
	{ "sum/bits_per_second", { "sent_rate", "bit/s", READER_HIGHER },
	    false },
	{ "sum/bytes", { "sent_bytes", "B", READER_NONE }, false },
};

/* What the report prints, and what it means. */
static const struct {
	const char	*printed;
	const char	*unit;
} iperf3_units[] = {
	{ "Bytes", "B" },		{ "KBytes", "KiB" },
	{ "MBytes", "MiB" },		{ "GBytes", "GiB" },
	{ "TBytes", "TiB" },		{ "bits/sec", "bit/s" },
	{ "Kbits/sec", "kbit/s" },	{ "Mbits/sec", "Mbit/s" },
	{ "Gbits/sec", "Gbit/s" },	{ "Tbits/sec", "Tbit/s" },
};

/* How far the reading is. */
struct iperf3 {
	struct found	*found;
	bool		 known;
	bool		 udp;
	bool		 failed;
	bool		 ended;
};

/* A value of "/start/test_start/". */
static void
iperf3_value_start(struct iperf3 *p, struct scan_span at,
    const struct scan_value *v)
{
	static const char *const	 keys[] = { "blksize", "duration",
	    "num_streams", "protocol", "reverse" };
	size_t				 i;

	p->udp |= scan_is(at, "protocol") && scan_is(v->span, "UDP");
	for (i = 0; i < nitems(keys); i++)
		if (scan_is(at, keys[i]))
			found_option(p->found, keys[i], v->span);
}

/* A value of the JSON. */
static void
iperf3_value(void *arg, const char *path, enum walk_kind kind,
    const struct scan_value *value)
{
	struct iperf3		*p;
	struct reader_result	*r;
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 at;
	char			 why[READER_TEXT_BYTES];
	size_t			 i;

	p = arg;
	r = p->found->result;
	at.text = path;
	at.len = strlen(path);
	if (scan_is(at, "/start/version") &&
	    scan_form(value->span, "iperf %w", v)) {
		p->known = true;
		scan_copy(r->version, sizeof(r->version), v[0].span);
	} else if (scan_is(at, "/error")) {
		p->failed = true;
		scan_copy(why, sizeof(why), value->span);
		found_note(p->found, "%s", why);
	} else if (scan_form(at, "/start/test_start/%*", v))
		iperf3_value_start(p, v[0].span, value);
	if (kind != WALK_NUMBER || !scan_form(at, "/end/%*", v))
		return;
	for (i = 0; i < nitems(iperf3_values); i++)
		if (scan_is(v[0].span, iperf3_values[i].path) &&
		    !(iperf3_values[i].tcp && p->udp))
			found_kind(p->found, &iperf3_values[i].kind, value);
}

/* Store a value of the report in its true unit. */
static void
iperf3_store(struct iperf3 *p, const char *name, enum reader_better better,
    const struct scan_value *v)
{
	size_t	 i;

	for (i = 0; i < nitems(iperf3_units); i++)
		if (scan_is(v[1].span, iperf3_units[i].printed))
			found_metric(p->found, name, iperf3_units[i].unit,
			    better, v);
}

/* UDP's loss: "0.002 ms  0/382 (0%)". */
static void
iperf3_take_loss(struct iperf3 *p, struct scan_span rest)
{
	static const struct found_kind	 kinds[] = {
		{ "jitter", "ms", READER_LOWER },
		{ "lost_packets", "count", READER_LOWER },
		{ "packets", "count", READER_NONE },
		{ "lost_percent", "%", READER_LOWER },
	};
	struct scan_value		 v[SCAN_VALUES_MAX];
	size_t				 i;

	if (scan_form(rest, " %n ms %n/%n (%n%%)", v))
		for (i = 0; i < nitems(kinds); i++)
			found_kind(p->found, &kinds[i], &v[i]);
}

/*
 * "[  5]   0.00-3.00   sec  6.42 GBytes  18.4 Gbits/sec  119  sender".  The
 * [SUM] of several streams comes below them and takes their place.
 */
static void
iperf3_take_sum(struct iperf3 *p, struct scan_span line)
{
	static const struct found_kind	 retransmits = { "retransmits",
	    "count", READER_LOWER };
	struct scan_span		 rest;
	struct scan_value		 v[SCAN_VALUES_MAX];
	bool				 sent;

	scan_trim(&line);
	sent = scan_find_last(line, " sender", &rest) && rest.len == 7;
	if (!sent && !(scan_find_last(line, " receiver", &rest) &&
	    rest.len == 9))
		return;
	if (!scan_form(line, "[%*", v) || !scan_find(line, "]", &line) ||
	    !scan_form(line, "] %n-%n sec %n %u %n %u%*", v))
		return;
	if (scan_begins(line, "] ") && line.text[-1] == 'M')
		found_drop(p->found, 0, sent ? "sent_" : "received_");
	if (line.text[-1] == 'M' && sent)
		found_drop(p->found, 0, "retransmits");
	iperf3_store(p, sent ? "sent_rate" : "received_rate", READER_HIGHER,
	    &v[4]);
	iperf3_store(p, sent ? "sent_bytes" : "received_bytes", READER_NONE,
	    &v[2]);
	rest = v[6].span;
	if (sent && scan_form(rest, " %n sender%$", v))
		found_kind(p->found, &retransmits, &v[0]);
	else if (!sent)
		iperf3_take_loss(p, rest);
}

/* A line of the report. */
static void
iperf3_take(struct iperf3 *p, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];

	if (scan_begins(line, "[ ID] Interval") ||
	    scan_begins(line, "Connecting to host "))
		p->known = true;
	else if (scan_begins(line, "iperf3: error - "))
		p->known = p->failed = true;
	else if (scan_begins(line, "iperf3: interrupt - "))
		p->known = p->failed = true;
	else if (scan_begins(line, "iperf Done."))
		p->ended = true;
	else if (scan_form(line, "iperf %w%$", v) && v[0].span.text[0] == '3')
		scan_copy(p->found->result->version,
		    sizeof(p->found->result->version), v[0].span);
	else if (p->known)
		iperf3_take_sum(p, line);
}

/* Read one of iperf3's two outputs. */
bool
iperf3_read(struct clean_text *text, struct found *f)
{
	struct scan_span	 line;
	struct iperf3		 p;

	memset(&p, 0, sizeof(p));
	p.found = f;
	while (clean_line(text, &line))
		iperf3_take(&p, line);
	if (f->result->nmetrics == 0) {
		line.text = text->bytes;
		line.len = text->len;
		if (walk_find(&line))
			p.ended = walk_json(&line, iperf3_value, &p) ==
			    WALK_WHOLE;
	}
	if (!p.known)
		return (false);
	strlcpy(f->result->tool, "iperf3", sizeof(f->result->tool));
	if (p.failed)
		f->result->outcome = READER_FAILED;
	else if (p.ended)
		f->result->outcome = f->result->nmetrics > 0 ?
		    READER_COMPLETE : READER_NO_RESULT;
	else
		f->result->outcome = READER_TRUNCATED;
	return (true);
}
