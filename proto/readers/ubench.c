/*
 * ubench: Sergei Viznyuk's Unix Benchmark Utility, 0.3.
 *
 * Scores of its own unit, for all CPUs or ("Single") for one.  The average
 * is its last line.
 */
#include <string.h>

#include "proto/readers/readers.h"

static const struct {
	const char		*form;
	struct found_kind	 kind;
	bool			 last;
} ubench_rows[] = {
	{ "Ubench CPU: %n",	   { "cpu", "score", READER_HIGHER }, false },
	{ "Ubench MEM: %n",	   { "mem", "score", READER_HIGHER }, false },
	{ "Ubench AVG: %n%$",	   { "avg", "score", READER_HIGHER }, true },
	{ "Ubench Single CPU: %n", { "single_cpu", "score", READER_HIGHER },
	    false },
	{ "Ubench Single MEM: %n", { "single_mem", "score", READER_HIGHER },
	    false },
	{ "Ubench Single AVG: %n%$", { "single_avg", "score", READER_HIGHER },
	    true },
};

/* Read ubench's scores; several reports follow each other as run1/, run2/. */
bool
ubench_read(struct clean_text *text, struct found *f)
{
	struct scan_span	 line;
	struct scan_value	 v[SCAN_VALUES_MAX];
	size_t			 i;
	int			 runs;
	bool			 ended;

	runs = 0;
	ended = true;
	while (clean_line(text, &line)) {
		if (scan_form(line, "Unix Benchmark Utility v.%w", v)) {
			if (runs++ == 1)
				found_rename(f, 0, "run1/");
			if (runs > 1)
				found_part(f, "run%d/", runs);
			scan_copy(f->result->version,
			    sizeof(f->result->version), v[0].span);
			ended = false;
			continue;
		}
		for (i = 0; i < nitems(ubench_rows) && !text->cut; i++)
			if (scan_form(line, ubench_rows[i].form, v)) {
				runs += runs == 0;
				ended = ubench_rows[i].last;
				found_kind(f, &ubench_rows[i].kind, &v[0]);
			}
	}
	if (runs == 0)
		return (false);
	strlcpy(f->result->tool, "ubench", sizeof(f->result->tool));
	f->result->outcome = ended ? READER_COMPLETE : READER_TRUNCATED;
	return (true);
}
