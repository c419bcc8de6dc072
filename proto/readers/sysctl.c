/*
 * sysctl: a listed set of names from the output of sysctl(8), as facts.
 *
 * The list is short on purpose: a whole sysctl -a holds hundreds of
 * counters that tell nothing of a configuration, and some secrets.
 */
#include <string.h>

#include "proto/readers/readers.h"

static const struct {
	const char	*name;
	const char	*unit;
} sysctl_names[] = {
	{ "hw.machine",			"" },
	{ "hw.model",			"" },
	{ "hw.ncpu",			"count" },
	{ "hw.physmem",			"B" },
	{ "kern.osreldate",		"" },
	{ "kern.osrelease",		"" },
	{ "kern.ostype",		"" },
	{ "kern.sched.interact",	"" },
	{ "kern.sched.name",		"" },
	{ "kern.sched.preempt_thresh",	"" },
	{ "kern.sched.quantum",		"us" },
	{ "kern.sched.slice",		"" },
	{ "kern.smp.cores",		"count" },
	{ "kern.smp.threads_per_core",	"count" },
	{ "kern.timecounter.hardware",	"" },
};

/* "name: value", "name=value" of -e, "name = value" of other systems. */
static bool
sysctl_take(struct found *f, struct scan_span line)
{
	struct scan_span	 rest;
	size_t			 i, n;

	for (i = 0; i < nitems(sysctl_names); i++) {
		if (!scan_begins(line, sysctl_names[i].name))
			continue;
		n = strlen(sysctl_names[i].name);
		rest.text = line.text + n;
		rest.len = line.len - n;
		scan_trim(&rest);
		if (rest.len < 2 || (rest.text[0] != ':' &&
		    rest.text[0] != '='))
			continue;
		rest.text++;
		rest.len--;
		found_fact(f, sysctl_names[i].name, sysctl_names[i].unit,
		    rest);
		return (true);
	}
	return (scan_begins(line, "sysctl: "));
}

/* Read sysctl's output. */
bool
sysctl_read(struct clean_text *text, struct found *f)
{
	struct scan_span	 line;
	bool			 known;

	for (known = false; clean_line(text, &line); )
		if (!text->cut || f->result->nfacts == 0)
			known |= sysctl_take(f, line);
	if (!known)
		return (false);
	strlcpy(f->result->tool, "sysctl", sizeof(f->result->tool));
	f->result->outcome = f->result->nfacts > 0 ? READER_COMPLETE :
	    READER_NO_RESULT;
	return (true);
}
