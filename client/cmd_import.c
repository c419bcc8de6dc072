/*
 * cmd_import: foreign results into the archive.
 *
 * Reads each file whole, in a transaction of its own: what cannot be read is
 * named with its line, and nothing of that file is kept.
 */
#include <sys/stat.h>

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client/archive_home.h"
#include "client/cmd.h"
#include "client/import.h"
#include "client/options.h"
#include "client/say.h"
#include "proto/compat.h"

/* "key=value" of an option; false is said. */
static bool
cmd_import_pair(const char *option, const char *text, struct import_pair *pair)
{
	char	*copy, *eq;

	if ((copy = strdup(text)) == NULL)
		err(1, "memory");
	if ((eq = strchr(copy, '=')) == NULL || eq == copy || eq[1] == '\0') {
		options_usage("import", "--%s: '%s' is no key=value", option,
		    text);
		free(copy);
		return (false);
	}
	*eq = '\0';
	pair->key = copy;
	pair->value = eq + 1;
	return (true);
}

/* "NAME:UNIT:lower|higher|none" of --metric; false is said. */
static bool
cmd_import_metric(const char *text, struct import_metric *metric)
{
	char	*at, *copy, *name, *unit;

	if ((copy = at = strdup(text)) == NULL)
		err(1, "memory");
	name = strsep(&at, ":");
	unit = at != NULL ? strsep(&at, ":") : NULL;
	if (name[0] == '\0' || unit == NULL || at == NULL ||
	    (strcmp(at, "lower") != 0 && strcmp(at, "higher") != 0 &&
	    strcmp(at, "none") != 0)) {
		options_usage("import",
		    "--metric: '%s' is no NAME:UNIT:lower, higher or none",
		    text);
		free(copy);
		return (false);
	}
	metric->name = name;
	metric->unit = unit;
	metric->better = at;
	return (true);
}

/* Read a whole file, or standard input; NULL is said. */
static char *
cmd_import_read(const char *path, size_t *len)
{
	char	*bytes, *more;
	ssize_t	 n;
	size_t	 size;
	int	 fd;

	fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) :
	    open(path, O_RDONLY | O_CLOEXEC);
	if (fd == -1) {
		say_error(NULL, "%s: %s", path, strerror(errno));
		return (NULL);
	}
	bytes = NULL;
	*len = size = 0;
	do {
		if (*len + 65536 > size) {
			size = size == 0 ? 65536 * 4 : size * 2;
			if ((more = realloc(bytes, size)) == NULL)
				err(1, "memory");
			bytes = more;
		}
		if ((n = read(fd, bytes + *len, size - *len - 1)) > 0)
			*len += (size_t)n;
	} while (n > 0 && *len < IMPORT_FILE_MAX);
	close(fd);
	if (n == 0) {
		bytes[*len] = '\0';
		return (bytes);
	}
	say_error(NULL, "%s: %s", path, n == -1 ? strerror(errno) :
	    "too large a file");
	free(bytes);
	return (NULL);
}

/* Try the kinds in turn; 1 done, -1 why says what is wrong. */
static int
cmd_import_kinds(struct import *im, const char *bytes, size_t len)
{
	static const struct {
		int	(*read)(struct import *, const char *, size_t);
	} kinds[] = {
		{ import_lines }, { import_csv }, { import_hyperfine },
		{ import_values }, { import_report }
	};
	size_t	 i;
	int	 rv;

	if (len == 0)
		return (import_refuse(im, 0, "is empty"));
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if ((rv = kinds[i].read(im, bytes, len)) != 0)
			return (rv);
	return (import_refuse(im, 0, "no reader knows what this is: "
	    "a CSV wants a header with real, user, sys or a --metric"));
}

/* Say what became of a file. */
static void
cmd_import_say(const struct import *im)
{
	if (im->outcome.facts > 0)
		printf("%s: %lld facts of a host added\n", im->file,
		    (long long)im->outcome.facts);
	else if (im->outcome.known == im->outcome.blocks)
		printf("%s: is there already, nothing added\n", im->file);
	else if (im->outcome.known > 0)
		printf("%s: %lld runs added; %lld of %lld parts were there\n",
		    im->file, (long long)im->outcome.runs,
		    (long long)im->outcome.known,
		    (long long)im->outcome.blocks);
	else
		printf("%s: %lld runs added\n", im->file,
		    (long long)im->outcome.runs);
}

/* The file's name without folder and ending: a name for what has none. */
static void
cmd_import_stem(struct import *im)
{
	const char	*base;
	char		*dot;

	base = strrchr(im->file, '/');
	strlcpy(im->stem, base != NULL ? base + 1 : im->file,
	    sizeof(im->stem));
	if ((dot = strchr(im->stem, '.')) != NULL && dot != im->stem)
		*dot = '\0';
	if (im->stem[0] == '\0' || strcmp(im->stem, "-") == 0)
		strlcpy(im->stem, "stdin", sizeof(im->stem));
}

/* Import one file; OPTIONS_OK or OPTIONS_FAILED, which is said. */
static int
cmd_import_file(struct archive *archive, const struct import_given *given,
    const char *path)
{
	struct import	 im;
	char		*bytes, why[1024];
	size_t		 len;
	int		 rv;

	if ((bytes = cmd_import_read(path, &len)) == NULL)
		return (OPTIONS_FAILED);
	memset(&im, 0, sizeof(im));
	im.archive = archive;
	im.given = given;
	im.file = path;
	cmd_import_stem(&im);
	im.why = why;
	im.why_size = sizeof(why);
	why[0] = '\0';
	if (archive_begin(archive) == -1)
		rv = import_refuse(&im, 0, "%s", archive_fault(archive));
	else if ((rv = cmd_import_kinds(&im, bytes, len)) == 1 &&
	    archive_commit(archive) == -1)
		rv = import_refuse(&im, 0, "%s", archive_fault(archive));
	free(bytes);
	if (rv == -1) {
		archive_undo(archive);
		say_error(NULL, "%s; nothing of it was kept", why);
		return (OPTIONS_FAILED);
	}
	cmd_import_say(&im);
	return (OPTIONS_OK);
}

/* Read what is given for every run; false is said. */
static bool
cmd_import_given(const struct option_texts *labels,
    const struct option_texts *facts, const struct option_texts *metrics,
    const struct option_texts *as, struct import_given *given)
{
	size_t	 i;

	for (i = 0; i < labels->n; i++)
		if (!cmd_import_pair("label", labels->text[i],
		    &given->label[given->nlabels++]))
			return (false);
	for (i = 0; i < facts->n; i++)
		if (!cmd_import_pair("fact", facts->text[i],
		    &given->fact[given->nfacts++]))
			return (false);
	for (i = 0; i < as->n; i++) {
		if (!cmd_import_pair("as", as->text[i],
		    &given->as[given->nas]))
			return (false);
		if (!import_csv_is_name(given->as[given->nas++].value)) {
			options_usage("import", "--as: '%s' is none of "
			    "recipe test machine host boot night run trial "
			    "time", given->as[given->nas - 1].value);
			return (false);
		}
	}
	for (i = 0; i < metrics->n; i++)
		if (!cmd_import_metric(metrics->text[i],
		    &given->metric[given->nmetrics++]))
			return (false);
	return (true);
}

/* Import all files, each by itself. */
static int
cmd_import_files(const struct options *o, const struct import_given *given,
    char **files, int n)
{
	struct archive	*archive;
	int		 failed, i;

	if ((archive = archive_home_open(o)) == NULL)
		return (OPTIONS_FAILED);
	failed = 0;
	for (i = 0; i < n; i++)
		failed += cmd_import_file(archive, given, files[i]) !=
		    OPTIONS_OK;
	archive_close(archive);
	return (failed == 0 ? OPTIONS_OK : OPTIONS_FAILED);
}

/* Foreign results. */
int
cmd_import(int argc, char **argv)
{
	struct option_texts	 as, facts, labels, metrics;
	struct import_given	*given;
	struct options		 o;
	const char		*host, *recipe;
	const struct option_row	 rows[] = {
		{ 'l', "label", OPTION_TEXTS, &labels, 0, 0 },
		{ 'F', "fact", OPTION_TEXTS, &facts, 0, 0 },
		{ 'm', "metric", OPTION_TEXTS, &metrics, 0, 0 },
		{ '\0', "as", OPTION_TEXTS, &as, 0, 0 },
		{ '\0', "host", OPTION_TEXT, &host, 0, 0 },
		{ 'r', "recipe", OPTION_TEXT, &recipe, 0, 0 }
	};
	int			 status;

	memset(&as, 0, sizeof(as));
	memset(&facts, 0, sizeof(facts));
	memset(&labels, 0, sizeof(labels));
	memset(&metrics, 0, sizeof(metrics));
	memset(&o, 0, sizeof(o));
	host = recipe = NULL;
	status = options_parse(&o, &argc, argv, rows,
	    sizeof(rows) / sizeof(rows[0]));
	if ((given = calloc(1, sizeof(*given))) == NULL)
		err(1, "memory");
	if (status == OPTIONS_OK &&
	    !cmd_import_given(&labels, &facts, &metrics, &as, given))
		status = OPTIONS_USAGE;
	given->recipe = recipe;
	given->host = host;
	if (status == OPTIONS_OK && argc < 2)
		status = options_usage("import", "which files?");
	if (status == OPTIONS_OK)
		status = cmd_import_files(&o, given, argv + 1, argc - 1);
	free(given);
	options_clear(&o);
	return (status);
}
