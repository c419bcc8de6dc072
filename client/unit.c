/*
 * unit: which units measure the same, and by how much they differ.
 *
 * One table: a kind, a unit, and its size in the kind's first unit.
 */
#include <stddef.h>
#include <string.h>

#include "client/unit.h"
#include "proto/compat.h"

static const struct {
	const char	*kind;
	const char	*unit;
	double		 size;
} unit_rows[] = {
	{ "time", "s", 1 }, { "time", "ms", 1e-3 }, { "time", "us", 1e-6 },
	{ "time", "ns", 1e-9 }, { "time", "min", 60 }, { "time", "h", 3600 },
	{ "size", "B", 1 }, { "size", "KiB", 1024 },
	{ "size", "MiB", 1048576 }, { "size", "GiB", 1073741824 },
	{ "size", "kB", 1e3 }, { "size", "MB", 1e6 }, { "size", "GB", 1e9 },
	{ "flow", "B/s", 1 }, { "flow", "KiB/s", 1024 },
	{ "flow", "MiB/s", 1048576 }, { "flow", "GiB/s", 1073741824 },
	{ "flow", "kB/s", 1e3 }, { "flow", "MB/s", 1e6 },
	{ "flow", "GB/s", 1e9 },
	{ "rate", "1/s", 1 }, { "rate", "1/ms", 1e3 }, { "rate", "1/us", 1e6 }
};

/* A unit's row; their number where it has none. */
static size_t
unit_find(const char *unit)
{
	size_t	 i;

	for (i = 0; i < nitems(unit_rows); i++)
		if (strcmp(unit_rows[i].unit, unit) == 0)
			break;
	return (i);
}

/* How many of the one are one of the other. */
bool
unit_scale(const char *from, const char *to, double *scale)
{
	size_t	 f, t;

	if (strcmp(from, to) == 0) {
		*scale = 1;
		return (true);
	}
	f = unit_find(from);
	t = unit_find(to);
	if (f == nitems(unit_rows) || t == nitems(unit_rows) ||
	    strcmp(unit_rows[f].kind, unit_rows[t].kind) != 0)
		return (false);
	*scale = unit_rows[f].size / unit_rows[t].size;
	return (true);
}
