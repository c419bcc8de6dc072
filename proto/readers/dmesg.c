/*
 * dmesg: what FreeBSD's kernel says of the machine while it boots.
 *
 * Facts, no figures.  A buffer that survived a warm boot holds two boots:
 * the last is the running system.
 */
#include <stdio.h>
#include <string.h>

#include "proto/readers/readers.h"

static const struct {
	const char	*form;
	const char	*key;
	const char	*unit;
} dmesg_rows[] = {
	{ "real memory = %n (",		"real_memory",		"B" },
	{ "avail memory = %n (",	"avail_memory",		"B" },
	{ "FreeBSD/SMP: Multiprocessor System Detected: %n CPUs",
	    "ncpu", "count" },
	{ " Cores per package: %n%$",	"cores_per_package",	"count" },
	{ " Logical CPUs per core: %n%$", "threads_per_core",	"count" },
};

/* "CPU: Intel(R) N100 (806.40-MHz K8-class CPU)". */
static void
dmesg_take_cpu(struct found *f, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 model, rest;

	if (!scan_form(line, "CPU: %*", v))
		return;
	model = v[0].span;
	if (scan_find_last(model, " (", &rest) &&
	    scan_form(rest, " (%n-MHz", v)) {
		found_fact(f, "cpu_mhz", "MHz", v[0].span);
		model.len = (size_t)(rest.text - model.text);
	}
	found_fact(f, "cpu_model", "", model);
}

/* "CPU 0  : Vendor=... (Hart 1)" of riscv, "CPU  0: ARM ... affinity:". */
static void
dmesg_take_cpu0(struct found *f, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 model, rest;

	if (!scan_form(line, "CPU %n : %*", v) || v[0].value != 0)
		return;
	model = v[1].span;
	if (scan_find(model, " (Hart ", &rest) ||
	    scan_find(model, " affinity:", &rest))
		model.len = (size_t)(rest.text - model.text);
	found_fact(f, "cpu_model", "", model);
}

/* "FreeBSD/SMP: 1 package(s) x 4 core(s) x 2 hardware threads". */
static void
dmesg_take_topology(struct found *f, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 digits;
	char			 text[32];
	double			 cores;

	if (!scan_form(line, "FreeBSD/SMP: %n package(s)%*", v))
		return;
	found_fact(f, "packages", "count", v[0].span);
	cores = 1;
	while (scan_form(v[1].span, " x %n %w%*", v)) {
		digits = v[0].span;
		if (scan_begins(v[1].span, "core") || scan_is(v[1].span,
		    "cache") || scan_is(v[1].span, "groups"))
			cores *= v[0].value;
		else
			found_fact(f, "threads_per_core", "count", digits);
		if (scan_begins(v[1].span, "core")) {
			snprintf(text, sizeof(text), "%.0f", cores < 1e9 ?
			    cores : 0);
			found_fact(f, "cores_per_package", "count",
			    (struct scan_span){ text, strlen(text) });
		}
		v[1].span = v[2].span;
		if (v[1].span.len > 0 && scan_find(v[1].span, " x ",
		    &digits))
			v[1].span = digits;
	}
}

/* A line; returns whether it can only be FreeBSD's kernel's. */
static bool
dmesg_take(struct found *f, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	size_t			 i;

	if (scan_begins(line, "---<<BOOT>>---") ||
	    scan_begins(line, "Copyright (c) 1992-")) {
		f->result->nfacts = 0;
		return (true);
	}
	if (scan_form(line, "FreeBSD %w", v) && v[0].span.text[0] >= '0' &&
	    v[0].span.text[0] <= '9') {
		found_fact(f, "os_release", "", v[0].span);
		return (false);
	}
	for (i = 0; i < nitems(dmesg_rows); i++)
		if (scan_form(line, dmesg_rows[i].form, v)) {
			found_fact(f, dmesg_rows[i].key, dmesg_rows[i].unit,
			    v[0].span);
			return (i == 0);
		}
	dmesg_take_topology(f, line);
	dmesg_take_cpu(f, line);
	dmesg_take_cpu0(f, line);
	return (false);
}

/* Read dmesg's output, or /var/run/dmesg.boot. */
bool
dmesg_read(struct clean_text *text, struct found *f)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 line;
	bool			 known;

	for (known = false; clean_line(text, &line); ) {
		/* kern.msgbuf_show_timestamp puts "[12] " before a line. */
		if (scan_form(line, "[%n] %*", v))
			line = v[1].span;
		known |= dmesg_take(f, line);
	}
	if (!known)
		return (false);
	strlcpy(f->result->tool, "dmesg", sizeof(f->result->tool));
	f->result->outcome = f->result->nfacts > 0 ? READER_COMPLETE :
	    READER_NO_RESULT;
	return (true);
}
