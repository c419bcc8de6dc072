/*
 * sysbench_layout: the lines of sysbench's report, in all its layouts.
 */
#ifndef PROTO_READERS_SYSBENCH_LAYOUT_H
#define PROTO_READERS_SYSBENCH_LAYOUT_H

#include "proto/readers/found.h"

/* Where in the report a line stands. */
enum sysbench_section {
	SYSBENCH_ANY,		/* of a row: wherever it stands */
	SYSBENCH_OTHER,
	SYSBENCH_LATENCY,
	SYSBENCH_FAIRNESS,
	SYSBENCH_QUERIES
};

/*
 * One line: what each value of the form is.  A kind without a name is not
 * stored, one without a unit has it printed behind it, as the next value.
 */
struct sysbench_row {
	enum sysbench_section	 section;
	const char		*form;
	int			 nvalues;
	struct found_kind	 kinds[SCAN_VALUES_MAX];
};

bool		 sysbench_layout_section(struct scan_span,
		    enum sysbench_section *);
const struct sysbench_row
		*sysbench_layout_row(enum sysbench_section, struct scan_span,
		    struct scan_value *);
const char	*sysbench_layout_unit(struct scan_span);
const char	*sysbench_layout_test(struct scan_span);
bool		 sysbench_layout_option(struct scan_span, struct found *);
bool		 sysbench_layout_is_failure(struct scan_span);

#endif
