/*
 * cmd_compare: a factor's levels, compared.
 *
 * Reads what is asked; compare_set.c makes it of the archive, compare_show.c
 * says it; compare_files.c compares files of numbers without an archive.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/archive_home.h"
#include "client/cmd.h"
#include "client/compare_files.h"
#include "client/compare_set.h"
#include "client/compare_show.h"
#include "client/dotplot.h"
#include "client/natural.h"
#include "client/numbers.h"
#include "client/options.h"
#include "client/query.h"
#include "client/say.h"
#include "client/where.h"

#define CMD_COMPARE_MARGIN	0.01

/* What was asked. */
struct cmd_compare {
	const char		*by, *where, *metric, *margin, *compat;
	const char		*confidence, *best;
	long long		 column, width;
	bool			 gate;
	struct compare_files	 files;
};

/* "sched", or "sched=4BSD,ULE"; the texts live as long as *copy. */
static void
cmd_compare_by(struct compare_set *set, const char *text, char **copy)
{
	char	*at, *level;

	if ((*copy = strdup(text)) == NULL)
		err(1, "memory");
	set->by = *copy;
	if ((at = strchr(*copy, '=')) == NULL)
		return;
	*at++ = '\0';
	while ((level = strsep(&at, ",")) != NULL)
		if (level[0] != '\0' && set->nlevels < COMPARE_SET_LEVELS_MAX)
			set->level[set->nlevels++] = level;
}

/* "jobs", or "jobs,kernel"; the texts live as long as *copy. */
static int
cmd_compare_best(struct compare_set *set, const char *text, char **copy)
{
	char	*at, *key;

	if (text == NULL)
		return (OPTIONS_OK);
	if ((at = *copy = strdup(text)) == NULL)
		err(1, "memory");
	while ((key = strsep(&at, ",")) != NULL) {
		if (set->nbest == COMPARE_SET_BEST_MAX)
			return (options_usage("compare", "--best of %d "
			    "parameters at most", COMPARE_SET_BEST_MAX));
		if (strcmp(key, set->by) == 0)
			return (options_usage("compare", "--best %s is what "
			    "is compared", key));
		set->best[set->nbest++] = key;
	}
	return (OPTIONS_OK);
}

/* "1%", or "0.5%"; false where it is none. */
static bool
cmd_compare_margin(const char *text, double *margin)
{
	char	 number[32];
	size_t	 len;

	len = strlen(text);
	if (len > 0 && text[len - 1] == '%')
		len--;
	if (len == 0 || len >= sizeof(number))
		return (false);
	memcpy(number, text, len);
	number[len] = '\0';
	if (!natural_number(number, margin) || *margin <= 0 || *margin > 100)
		return (false);
	*margin /= 100;
	return (true);
}

/* The metrics asked for; by default real, user and sys, if they are there. */
static int
cmd_compare_metrics(struct compare_set *set, const char *text)
{
	const struct query_metric	*metric;
	char				*at, *list, *name;
	int				 status;

	if ((at = list = strdup(text != NULL ? text : "real,user,sys")) ==
	    NULL)
		err(1, "memory");
	status = OPTIONS_OK;
	while (status == OPTIONS_OK && (name = strsep(&at, ",")) != NULL) {
		metric = query_metric_find(set->query, name);
		if (metric == NULL && text != NULL)
			status = options_usage("compare",
			    "no metric '%s' in %s", name,
			    archive_path(set->archive));
		else if (metric != NULL &&
		    set->nmetrics < COMPARE_SET_METRICS_MAX)
			set->metric[set->nmetrics++] = metric;
	}
	free(list);
	if (status == OPTIONS_OK && set->nmetrics == 0)
		status = options_usage("compare", "%s has none of real, user "
		    "and sys: name a --metric", archive_path(set->archive));
	return (status);
}

/* Open the archive and its names. */
static int
cmd_compare_open(const struct options *o, struct compare_set *set)
{
	char	 why[512];

	if ((set->archive = archive_home_open(o)) == NULL)
		return (OPTIONS_FAILED);
	if ((set->query = query_new(set->archive, why, sizeof(why))) == NULL) {
		say_error(NULL, "%s", why);
		return (OPTIONS_FAILED);
	}
	return (OPTIONS_OK);
}

/* Is anything worse, so that a gate must close? */
static bool
cmd_compare_is_worse(const struct compare_set *set)
{
	size_t	 i;

	for (i = 0; i < set->nresults; i++)
		if (!set->result[i].secondary &&
		    set->result[i].c.headline.ruling.verdict ==
		    STAT_VERDICT_WORSE)
			return (true);
	return (false);
}

/* Compare, and say it. */
static int
cmd_compare_archive(const struct options *o, const struct cmd_compare *ask,
    struct compare_set *set)
{
	struct output_column	 columns[COMPARE_CSV_COLUMNS];
	struct output		*out;
	char			 why[512];
	int		 status;

	if ((status = cmd_compare_open(o, set)) != OPTIONS_OK ||
	    (status = cmd_compare_metrics(set, ask->metric)) != OPTIONS_OK)
		return (status);
	if (compare_set_make(set, why, sizeof(why)) == -1) {
		say_error(NULL, "%s", why);
		return (OPTIONS_FAILED);
	}
	if (set->nresults == 0) {
		say_error(NULL, "nothing to compare: %s", set->nnotes > 0 ?
		    set->note[0] : "no row fulfils --where");
		return (OPTIONS_FAILED);
	}
	out = output_new(o->format, "compare");
	if (o->format == OUTPUT_CSV)
		compare_csv(set, out, columns);
	else
		compare_show(set, out);
	if (output_end(out) == -1)
		return (OPTIONS_FAILED);
	return (ask->gate && cmd_compare_is_worse(set) ? OPTIONS_REGRESSION :
	    OPTIONS_OK);
}

/* Compare files of numbers. */
static int
cmd_compare_files(const struct options *o, struct cmd_compare *ask,
    char **path, size_t n)
{
	ask->files.format = o->format;
	ask->files.column = (int)ask->column;
	ask->files.width = (size_t)ask->width;
	if (ask->files.delimiters == NULL)
		ask->files.delimiters = NUMBERS_DELIMITERS;
	ask->files.confidence = 95;
	if (ask->confidence != NULL && !natural_number(ask->confidence,
	    &ask->files.confidence))
		return (options_usage("compare", "-c: '%s' is no number",
		    ask->confidence));
	if (ask->compat != NULL && strcmp(ask->compat, "ministat") != 0)
		return (options_usage("compare",
		    "--compat knows ministat, not '%s'", ask->compat));
	ask->files.compat = ask->compat != NULL;
	return (compare_files(&ask->files, path, n));
}

/* A factor's levels, or files, compared. */
int
cmd_compare(int argc, char **argv)
{
	struct cmd_compare	 ask;
	struct compare_set	*set;
	struct options		 o;
	struct where		*where;
	const struct option_row	 rows[] = {
		{ 'b', "by", OPTION_TEXT, &ask.by, 0, 0 },
		{ 'w', "where", OPTION_TEXT, &ask.where, 0, 0 },
		{ 'm', "metric", OPTION_TEXT, &ask.metric, 0, 0 },
		{ '\0', "best", OPTION_TEXT, &ask.best, 0, 0 },
		{ '\0', "margin", OPTION_TEXT, &ask.margin, 0, 0 },
		{ '\0', "gate", OPTION_FLAG, &ask.gate, 0, 0 },
		{ '\0', "compat", OPTION_TEXT, &ask.compat, 0, 0 },
		{ 'C', "column", OPTION_NUMBER, &ask.column, 1, 10000 },
		{ 'd', "delimiters", OPTION_TEXT, &ask.files.delimiters, 0,
		    0 },
		{ 'c', "confidence", OPTION_TEXT, &ask.confidence, 0, 0 },
		{ 'W', "width", OPTION_NUMBER, &ask.width, 2, 10000 },
		{ 'n', NULL, OPTION_FLAG, &ask.files.only_numbers, 0, 0 },
		{ 'A', NULL, OPTION_FLAG, &ask.files.no_plot, 0, 0 },
		{ 's', NULL, OPTION_FLAG, &ask.files.separate, 0, 0 }
	};
	char			*best, *by, why[512];
	int			 status;

	memset(&ask, 0, sizeof(ask));
	memset(&o, 0, sizeof(o));
	ask.column = 1;
	ask.width = DOTPLOT_WIDTH;
	best = by = NULL;
	where = NULL;
	if ((set = calloc(1, sizeof(*set))) == NULL)
		err(1, "memory");
	set->margin = CMD_COMPARE_MARGIN;
	status = options_parse(&o, &argc, argv, rows,
	    sizeof(rows) / sizeof(rows[0]));
	if (status == OPTIONS_OK && ask.by == NULL && argc < 2)
		status = options_usage("compare",
		    "--by which factor, or which files?");
	if (status == OPTIONS_OK && ask.by != NULL && argc > 1)
		status = options_usage("compare",
		    "either --by a factor or files, not both");
	if (status == OPTIONS_OK && ask.margin != NULL &&
	    !cmd_compare_margin(ask.margin, &set->margin))
		status = options_usage("compare", "--margin: '%s' is no "
		    "percentage above 0", ask.margin);
	ask.files.margin = set->margin;
	if (status == OPTIONS_OK && argc > 1)
		status = cmd_compare_files(&o, &ask, argv + 1,
		    (size_t)argc - 1);
	else if (status == OPTIONS_OK && (where = where_parse(ask.where, why,
	    sizeof(why))) == NULL)
		status = options_usage("compare", "--where: %s", why);
	if (status == OPTIONS_OK && ask.by != NULL) {
		cmd_compare_by(set, ask.by, &by);
		set->where = where;
		if ((status = cmd_compare_best(set, ask.best, &best)) ==
		    OPTIONS_OK)
			status = cmd_compare_archive(&o, &ask, set);
	}
	compare_set_clear(set);
	query_free(set->query);
	archive_close(set->archive);
	where_free(where);
	options_clear(&o);
	free(set);
	free(by);
	free(best);
	return (status);
}
