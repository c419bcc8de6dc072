/*
 * cmd_compare: a factor's levels, compared.
 *
 * Reads what is asked; compare_set.c makes it of the archive, compare_show.c
 * says it.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/archive.h"
#include "client/cmd.h"
#include "client/compare_set.h"
#include "client/compare_show.h"
#include "client/home.h"
#include "client/natural.h"
#include "client/options.h"
#include "client/query.h"
#include "client/say.h"
#include "client/where.h"

#define CMD_COMPARE_MARGIN	0.01

/* What was asked. */
struct cmd_compare {
	const char	*by, *where, *metric, *margin, *compat;
	bool		 gate;
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
cmd_compare_open(struct options *o, struct compare_set *set)
{
	char	 path[1024], why[512];

	if (o->archive == NULL) {
		if (home_path("archive.db", path, sizeof(path)) == -1)
			return (OPTIONS_FAILED);
		o->archive = path;
	}
	set->archive = archive_open(o->archive, why, sizeof(why));
	o->archive = NULL;
	if (set->archive == NULL ||
	    (set->query = query_new(set->archive, why, sizeof(why))) == NULL) {
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
cmd_compare_archive(struct options *o, const struct cmd_compare *ask,
    struct compare_set *set)
{
	struct output	*out;
	char		 why[512];
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
	compare_show(set, out);
	if (output_end(out) == -1)
		return (OPTIONS_FAILED);
	return (ask->gate && cmd_compare_is_worse(set) ? OPTIONS_REGRESSION :
	    OPTIONS_OK);
}

/* A factor's levels, compared. */
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
		{ '\0', "margin", OPTION_TEXT, &ask.margin, 0, 0 },
		{ '\0', "gate", OPTION_FLAG, &ask.gate, 0, 0 }
	};
	char			*by, why[512];
	int			 status;

	memset(&ask, 0, sizeof(ask));
	memset(&o, 0, sizeof(o));
	by = NULL;
	where = NULL;
	if ((set = calloc(1, sizeof(*set))) == NULL)
		err(1, "memory");
	set->margin = CMD_COMPARE_MARGIN;
	status = options_parse(&o, &argc, argv, rows,
	    sizeof(rows) / sizeof(rows[0]));
	if (status == OPTIONS_OK && ask.by == NULL)
		status = options_usage("compare", "--by which factor?");
	if (status == OPTIONS_OK && ask.margin != NULL &&
	    !cmd_compare_margin(ask.margin, &set->margin))
		status = options_usage("compare", "--margin: '%s' is no "
		    "percentage above 0", ask.margin);
	if (status == OPTIONS_OK && (where = where_parse(ask.where, why,
	    sizeof(why))) == NULL)
		status = options_usage("compare", "--where: %s", why);
	if (status == OPTIONS_OK) {
		cmd_compare_by(set, ask.by, &by);
		set->where = where;
		status = cmd_compare_archive(&o, &ask, set);
	}
	compare_set_clear(set);
	query_free(set->query);
	archive_close(set->archive);
	where_free(where);
	options_clear(&o);
	free(set);
	free(by);
	return (status);
}
