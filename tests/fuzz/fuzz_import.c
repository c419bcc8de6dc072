/*
 * fuzz_import: any bytes as a file of results, by every kind of import.  What
 * is refused has a reason, and leaves nothing.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "client/archive.h"
#include "client/import.h"
#include "proto/compat.h"

int	 LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/* Read as each kind in turn, in a transaction that is undone. */
static void
fuzz_one(struct archive *archive, const struct import_given *given,
    const char *text, size_t len)
{
	static int (*const	 kinds[])(struct import *, const char *,
				    size_t) = {
		import_lines, import_csv, import_hyperfine, import_values,
		import_report
	};
	struct import		 im;
	char			 why[1024];
	size_t			 i;
	int			 rv;

	for (i = 0; i < nitems(kinds); i++) {
		memset(&im, 0, sizeof(im));
		im.archive = archive;
		im.given = given;
		im.file = "fuzz";
		memcpy(im.stem, "fuzz", 5);
		im.why = why;
		im.why_size = sizeof(why);
		why[0] = '\0';
		if (archive_begin(archive) == -1)
			abort();
		rv = kinds[i](&im, text, len);
		if (rv == -1 && why[0] == '\0')
			abort();
		archive_undo(archive);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static struct archive		*archive;
	static struct import_given	 given;
	char				*text, why[512];

	if (archive == NULL && (archive = archive_open(":memory:", why,
	    sizeof(why))) == NULL)
		abort();
	if ((text = malloc(len + 1)) == NULL)
		return (0);
	memcpy(text, bytes, len);
	text[len] = '\0';
	fuzz_one(archive, &given, text, len);
	free(text);
	return (0);
}
