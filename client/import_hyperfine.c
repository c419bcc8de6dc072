/*
 * import_hyperfine: the JSON of hyperfine, every single time a run.
 *
 * Means are not kept: they are the runs'.  A command's parameters are its
 * factors; without them the command itself is.
 */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "client/import.h"
#include "proto/compat.h"

/* Fill a command's factors. */
static void
import_hyperfine_levels(const json_t *result, struct import_run *run)
{
	const char	*key;
	json_t		*parameters, *value;

	run->nlevels = 0;
	parameters = json_object_get(result, "parameters");
	json_object_foreach(parameters, key, value) {
		if (!json_is_string(value) || run->nlevels ==
		    IMPORT_PAIRS_MAX)
			continue;
		run->level[run->nlevels].key = key;
		run->level[run->nlevels++].value = json_string_value(value);
	}
	if (run->nlevels > 0)
		return;
	run->level[run->nlevels].key = "command";
	run->level[run->nlevels++].value =
	    json_string_value(json_object_get(result, "command"));
}

/* Are all names and values of a length that can be kept? */
static bool
import_hyperfine_fits(const struct import_run *run)
{
	size_t	 i;

	for (i = 0; i < run->nlevels; i++)
		if (run->level[i].value == NULL ||
		    strlen(run->level[i].key) > IMPORT_TEXT_MAX ||
		    strlen(run->level[i].value) > IMPORT_TEXT_MAX)
			return (false);
	return (true);
}

/* One command: its times. */
static int
import_hyperfine_command(struct import *im, struct import_unit *unit,
    const json_t *result, struct import_run *run)
{
	const json_t	*code, *time, *times;
	size_t		 i;

	times = json_object_get(result, "times");
	import_hyperfine_levels(result, run);
	if (!json_is_array(times) || !import_hyperfine_fits(run))
		return (import_refuse(im, 0, "a result has no command, or its "
		    "names are too long"));
	for (i = 0; i < json_array_size(times); i++) {
		time = json_array_get(times, i);
		code = json_array_get(json_object_get(result, "exit_codes"),
		    i);
		if (!json_is_number(time))
			return (import_refuse(im, 0,
			    "a time of %s is no number",
			    run->level[0].value));
		run->sample[0].value = json_number_value(time);
		run->outcome = code != NULL && json_integer_value(code) != 0 ?
		    "failed" : "complete";
		if (import_unit_run(unit, run) == -1)
			return (-1);
	}
	return (0);
}

/* All commands, as one unit. */
static int
import_hyperfine_keep(struct import *im, const json_t *results)
{
	static const struct import_metric	 real = { "real", "s", "lower" };
	struct import_run			*run;
	struct import_unit			*unit;
	char					*text;
	char					 digest[IMPORT_DIGEST_HEX];
	size_t					 i;
	int					 rv;

	if ((text = json_dumps(results, JSON_COMPACT | JSON_SORT_KEYS)) ==
	    NULL || (run = calloc(1, sizeof(*run))) == NULL)
		err(1, "memory");
	import_digest(text, strlen(text), digest);
	free(text);
	rv = import_unit_begin(im, "hyperfine", digest, &unit);
	run->recipe = im->given->recipe != NULL ? im->given->recipe :
	    "hyperfine";
	run->host = im->given->host;
	run->nsamples = 1;
	run->sample[0].metric = real;
	run->sample[0].part = "";
	if (rv == 1) {
		for (rv = 0, i = 0; rv == 0 && i < json_array_size(results);
		    i++)
			rv = import_hyperfine_command(im, unit,
			    json_array_get(results, i), run);
		if (rv == 0)
			rv = import_unit_end(unit, "");
	}
	import_unit_free(unit);
	free(run);
	return (rv);
}

/* Import the JSON of hyperfine, if it has single times. */
int
import_hyperfine(struct import *im, const char *bytes, size_t len)
{
	const json_t	*results;
	json_error_t	 error;
	json_t		*all;
	int		 rv;

	if (len == 0 || bytes[strspn(bytes, " \t\r\n")] != '{' || (all =
	    json_loadb(bytes, len, JSON_REJECT_DUPLICATES, &error)) == NULL)
		return (0);
	results = json_object_get(all, "results");
	rv = 0;
	if (json_array_size(results) > 0 && json_is_array(json_object_get(
	    json_array_get(results, 0), "times")))
		rv = import_hyperfine_keep(im, results) == -1 ? -1 : 1;
	json_decref(all);
	return (rv);
}
