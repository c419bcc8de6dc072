/*
 * import_lines: exports of benchctl, one page a line.
 *
 * Foreign bytes like any other: a page that does not fit is refused, and the
 * file with it.
 */
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "client/archive_merge.h"
#include "client/import.h"

#define IMPORT_LINES_SCHEMA	"benchctl.export/1"

/* Is it an export: does its first line say so? */
static bool
import_lines_is_ours(const char *bytes, size_t len)
{
	static const char	 begin[] =
	    "{\"schema\": \"" IMPORT_LINES_SCHEMA "\"";

	return (len >= sizeof(begin) - 1 &&
	    memcmp(bytes, begin, sizeof(begin) - 1) == 0);
}

/* Merge one line. */
static int
import_lines_one(struct import *im, const char *line, size_t len,
    size_t number)
{
	json_error_t	 error;
	json_t		*page;
	const char	*schema;
	char		 why[512];
	int		 rv;

	if ((page = json_loadb(line, len, JSON_REJECT_DUPLICATES,
	    &error)) == NULL)
		return (import_refuse(im, number, "%s", error.text));
	schema = json_string_value(json_object_get(page, "schema"));
	if (schema == NULL || strcmp(schema, IMPORT_LINES_SCHEMA) != 0)
		rv = import_refuse(im, number, "is no line of an export");
	else if (archive_merge_tables(im->archive,
	    json_object_get(page, "tables"), &im->outcome.runs, why,
	    sizeof(why)) == -1)
		rv = import_refuse(im, number, "%s", why);
	else
		rv = 0;
	json_decref(page);
	return (rv);
}

/* Import an export. */
int
import_lines(struct import *im, const char *bytes, size_t len)
{
	const char	*end;
	size_t		 n, number;

	if (!import_lines_is_ours(bytes, len))
		return (0);
	for (number = 1; len > 0; number++) {
		end = memchr(bytes, '\n', len);
		if (end == NULL)
			return (import_refuse(im, number,
			    "the last line is cut off"));
		n = (size_t)(end - bytes);
		if (import_lines_one(im, bytes, n, number) == -1)
			return (-1);
		bytes = end + 1;
		len -= n + 1;
	}
	im->outcome.blocks = 1;
	im->outcome.known = im->outcome.runs == 0;
	return (1);
}
