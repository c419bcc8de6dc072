/*
 * error: the names of the faults that benchd-proto.7 lists.
 *
 * Knows code and name only; the sentence for a person is made where the fault
 * is found.
 */
#include "proto/error.h"

#include "proto/compat.h"

static const struct error_row {
	enum error_code	 code;
	const char	*name;
} error_rows[] = {
	{ ERROR_PARSE,			"parse" },
	{ ERROR_INVALID_REQUEST,	"invalid-request" },
	{ ERROR_UNKNOWN_METHOD,		"unknown-method" },
	{ ERROR_INVALID_PARAMS,		"invalid-params" },
	{ ERROR_INTERNAL,		"internal" },
	{ ERROR_UNLISTED_KEY,		"unlisted-key" },
	{ ERROR_HELLO_FIRST,		"hello-first" },
	{ ERROR_VERSION,		"version" },
	{ ERROR_ROLE,			"role" },
	{ ERROR_BUSY,			"busy" },
	{ ERROR_UNKNOWN_RECIPE,		"unknown-recipe" },
	{ ERROR_UNKNOWN_PARAMETER,	"unknown-parameter" },
	{ ERROR_BAD_LEVEL,		"bad-level" },
	{ ERROR_UNKNOWN_STATE,		"unknown-state" },
	{ ERROR_UNSUPPORTED,		"unsupported" },
	{ ERROR_JOB_TOO_LARGE,		"job-too-large" },
	{ ERROR_JOB_DIFFERS,		"job-differs" },
	{ ERROR_UNKNOWN_JOB,		"unknown-job" },
	{ ERROR_AMBIGUOUS_JOB,		"ambiguous-job" },
	{ ERROR_UNKNOWN_RUN,		"unknown-run" },
	{ ERROR_NOT_YOURS,		"not-yours" },
	{ ERROR_JOB_ENDED,		"job-ended" },
	{ ERROR_RESTORED,		"restored" },
	{ ERROR_STORE,			"store" },
	{ ERROR_LEASED,			"leased" },
	{ ERROR_STOPPING,		"stopping" },
};

/* The name of a code; "internal" for a number that is none. */
const char *
error_name(enum error_code code)
{
	size_t	 i;

	for (i = 0; i < nitems(error_rows); i++)
		if (error_rows[i].code == code)
			return (error_rows[i].name);
	return ("internal");
}
