/*
 * compare_set: all comparisons of one command, from the archive's rows.
 *
 * Chooses what is compared with what; compare.c does it.  Only what both
 * sides have is compared, and the rest is named.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/compare_set.h"
#include "client/natural.h"
#include "client/section.h"
#include "client/stat_adjust.h"

/* Remember a remark; -1 on memory. */
static int
compare_set_note(struct compare_set *set, const char *fmt, ...)
{
	va_list	 ap;
	char	 text[512], **more;
	size_t	 i;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	for (i = 0; i < set->nnotes; i++)
		if (strcmp(set->note[i], text) == 0)
			return (0);
	if ((more = realloc(set->note, (set->nnotes + 1) *
	    sizeof(*more))) == NULL)
		return (-1);
	set->note = more;
	if ((more[set->nnotes] = strdup(text)) == NULL)
		return (-1);
	set->nnotes++;
	return (0);
}

/* Load and group one metric. */
static int
compare_set_load(struct compare_set *set, size_t m, char *why, size_t size)
{
	const char	*misfit, *skip[2 + COMPARE_SET_BEST_MAX];
	struct section	 section;
	size_t		 b;
	ssize_t		 n;

	n = query_rows(set->query, set->metric[m], set->where, &set->row[m],
	    why, size);
	if (n == -1)
		return (-1);
	if (m == 0) {
		skip[0] = set->by;
		skip[1] = "recipe";
		for (b = 0; b < set->nbest; b++)
			skip[2 + b] = set->best[b];
		section.key = set->key;
		section.max = GROUP_KEYS_MAX - 2 - set->nbest;
		section.n = 0;
		set->key[section.n++] = strcmp(set->by, "recipe") == 0 ||
		    strcmp(set->by, "test") == 0 ? "levels" : "recipe";
		if (section_variety(set->query, set->row[m], (size_t)n,
		    set->by) == 0) {
			snprintf(why, size, "nothing here has a '%s'",
			    set->by);
			return (-1);
		}
		if (!section_parameters(set->query, set->row[m], (size_t)n,
		    skip, 2 + set->nbest, &section)) {
			snprintf(why, size, "too many parameters differ: "
			    "narrow them by --where");
			return (-1);
		}
		set->nsection = section.n;
		set->key[section.n] = "machine";
		set->key[section.n + 1] = set->by;
		for (b = 0; b < set->nbest; b++)
			set->key[section.n + 2 + b] = set->best[b];
	}
	if ((misfit = query_metric_misfit(set->query, set->metric[m])) != NULL)
		compare_set_note(set, "%s: what is in %s is left out, only "
		    "%s and its like are compared", set->metric[m]->name,
		    misfit, set->metric[m]->unit);
	if (group_rows(set->query, set->row[m], (size_t)n, set->key,
	    set->nsection + 2 + set->nbest, &set->list[m]) == -1) {
		snprintf(why, size, "memory");
		return (-1);
	}
	return (0);
}

/* The levels of a section, the base first; how many. */
static size_t
compare_set_levels(const struct compare_set *set, const struct group *g,
    size_t n, const char **level)
{
	const char	*value;
	size_t		 i, k, nlevels;

	for (nlevels = i = 0; i < n; i++) {
		value = g[i].value[set->nsection + 1];
		for (k = 0; k < nlevels; k++)
			if (strcmp(level[k], value) == 0)
				break;
		if (k == nlevels && nlevels < COMPARE_SET_LEVELS_MAX &&
		    strcmp(value, "-") != 0)
			level[nlevels++] = value;
	}
	qsort(level, nlevels, sizeof(*level), natural_order_ptr);
	return (nlevels);
}

/* The machines of a section that have the base or the other level. */
static int
compare_set_machines(const struct compare_set *set, const struct group *g,
    size_t n, struct compare_result *r)
{
	const struct group	**side;
	struct compare_machine	*m;
	size_t			 i;

	r->group = g;
	r->ngroups = n;
	r->c.chosen = set->nbest > 0;
	if ((r->c.machine = calloc(n, sizeof(*m))) == NULL)
		return (-1);
	r->c.can_log = true;
	for (i = 0; i < n; i++) {
		if (strcmp(g[i].value[set->nsection + 1], r->base) != 0 &&
		    strcmp(g[i].value[set->nsection + 1], r->other) != 0)
			continue;
		m = r->c.nmachines == 0 ? NULL :
		    &r->c.machine[r->c.nmachines - 1];
		/* Groups come in the order of machines. */
		if (m == NULL || strcmp(m->name, g[i].value[set->nsection]) !=
		    0) {
			m = &r->c.machine[r->c.nmachines++];
			m->name = g[i].value[set->nsection];
		}
		side = strcmp(g[i].value[set->nsection + 1], r->base) == 0 ?
		    &m->base : &m->other;
		if (*side == NULL || compare_best_is_better(r, &g[i], *side))
			*side = &g[i];
		if (!g[i].can_log)
			r->c.can_log = false;
		if (g[i].resolution > r->c.resolution)
			r->c.resolution = g[i].resolution;
	}
	return (0);
}

/* Name what has no counterpart. */
static int
compare_set_alone(struct compare_set *set, const struct compare_result *r)
{
	const struct compare_machine	*m;
	size_t				 i;
	bool				 some;

	for (some = false, i = 0; i < r->c.nmachines; i++)
		some = some || (r->c.machine[i].base != NULL &&
		    r->c.machine[i].other != NULL);
	for (i = 0; some && i < r->c.nmachines; i++) {
		m = &r->c.machine[i];
		if (m->base != NULL && m->other != NULL)
			continue;
		if (compare_set_note(set, "%s: no information, only %s=%s",
		    m->name, set->by, m->base != NULL ? r->base :
		    r->other) == -1)
			return (-1);
	}
	return (0);
}

/* One result: a section's groups, base and other. */
static int
compare_set_result(struct compare_set *set, size_t metric,
    const struct group *g, size_t n, const char *const level[2])
{
	struct compare_result	*more, *r;
	size_t			 i;

	if ((set->nresults & (set->nresults - 1)) == 0) {
		if ((more = realloc(set->result, (set->nresults == 0 ? 1 :
		    2 * set->nresults) * sizeof(*more))) == NULL)
			return (-1);
		set->result = more;
	}
	r = &set->result[set->nresults++];
	memset(r, 0, sizeof(*r));
	r->metric = set->metric[metric];
	memcpy(r->value, g->value, sizeof(r->value));
	r->base = level[0];
	r->other = level[1];
	r->secondary = metric > 0;
	r->p_holm = STAT_ADJUST_MISSING;
	r->c.margin = set->margin;
	r->c.direction = strcmp(r->metric->better, "lower") == 0 ?
	    STAT_LOWER_IS_BETTER : strcmp(r->metric->better, "higher") == 0 ?
	    STAT_HIGHER_IS_BETTER : STAT_NO_DIRECTION;
	if (compare_set_machines(set, g, n, r) == -1 ||
	    compare_facts(set, r) == -1)
		return (-1);
	for (i = 0; i < r->c.nmachines; i++)
		if (compare_pairs(set, r->metric, r->c.can_log,
		    &r->c.machine[i]) == -1)
			return (-1);
	compare_taints(set, r);
	if (compare_best(set, r) == -1)
		return (-1);
	compare_settle(&r->c);
	return (compare_set_alone(set, r));
}

/* Is it one of the levels? */
static bool
compare_set_has(const char *const *level, size_t n, const char *name)
{
	return (section_has(level, n, name));
}

/* All results of one section: each other level against the base. */
static int
compare_set_section(struct compare_set *set, size_t metric,
    const struct group *g, size_t n)
{
	const char	*have[COMPARE_SET_LEVELS_MAX], *const *want;
	const char	*pair[2];
	bool		 all;
	size_t		 i, nhave, nwant;

	nhave = compare_set_levels(set, g, n, have);
	/* A base alone is compared with all others. */
	all = set->nlevels <= 1;
	want = all ? have : set->level;
	nwant = all ? nhave : set->nlevels;
	if (nwant == 0 || nhave == 0)
		return (0);
	pair[0] = set->nlevels > 0 ? set->level[0] : have[0];
	if (!compare_set_has(have, nhave, pair[0]))
		return (compare_set_note(set, "%s: no %s=%s here",
		    g->value[0], set->by, pair[0]));
	if (nhave == 1)
		return (compare_set_note(set, "%s: only %s=%s here",
		    g->value[0], set->by, have[0]));
	for (i = 0; i < nwant; i++) {
		if (strcmp(want[i], pair[0]) == 0 ||
		    !compare_set_has(have, nhave, want[i]))
			continue;
		pair[1] = want[i];
		if (compare_set_result(set, metric, g, n, pair) == -1)
			return (-1);
	}
	return (0);
}

/* Are two groups of one section? */
static bool
compare_set_is_alike(const struct compare_set *set, const struct group *a,
    const struct group *b)
{
	size_t	 k;

	for (k = 0; k < set->nsection; k++)
		if (strcmp(a->value[k], b->value[k]) != 0)
			return (false);
	return (true);
}

/* All sections of one metric. */
static int
compare_set_metric(struct compare_set *set, size_t metric)
{
	const struct group_list	*list;
	size_t			 begin, end;

	list = &set->list[metric];
	for (begin = 0; begin < list->n; begin = end) {
		for (end = begin + 1; end < list->n; end++)
			if (!compare_set_is_alike(set, &list->group[begin],
			    &list->group[end]))
				break;
		if (compare_set_section(set, metric, &list->group[begin],
		    end - begin) == -1)
			return (-1);
	}
	return (0);
}

/* Holm over what is printed of secondary metrics. */
static int
compare_set_holm(struct compare_set *set)
{
	double	*p;
	size_t	 i, n;

	if ((p = calloc(set->nresults + 1, sizeof(*p))) == NULL)
		return (-1);
	for (n = i = 0; i < set->nresults; i++)
		if (set->result[i].secondary)
			p[n++] = set->result[i].c.headline.has_test ?
			    set->result[i].c.headline.effect.p :
			    STAT_ADJUST_MISSING;
	if (n > 0 && stat_adjust_apply(STAT_ADJUST_HOLM, p, n) == STAT_OK)
		for (n = i = 0; i < set->nresults; i++)
			if (set->result[i].secondary)
				set->result[i].p_holm = p[n++];
	free(p);
	return (0);
}

/* Make all comparisons. */
int
compare_set_make(struct compare_set *set, char *why, size_t size)
{
	size_t	 m;

	for (m = 0; m < set->nmetrics; m++)
		if (compare_set_load(set, m, why, size) == -1)
			return (-1);
	snprintf(why, size, "memory");
	if (compare_taints_load(set) == -1)
		return (-1);
	for (m = 0; m < set->nmetrics; m++)
		if (compare_set_metric(set, m) == -1)
			return (-1);
	if (compare_set_holm(set) == -1 || compare_rows(set) == -1)
		return (-1);
	return (0);
}

/* Free what was made. */
void
compare_set_clear(struct compare_set *set)
{
	struct compare_result	*r;
	size_t			 i, k;

	for (i = 0; i < set->nresults; i++) {
		r = &set->result[i];
		for (k = 0; k < r->c.nmachines; k++) {
			free(r->c.machine[k].pairs.base);
			free(r->c.machine[k].pairs.other);
		}
		free(r->c.machine);
		free(r->differs);
		free(r->best);
	}
	compare_taints_clear(set);
	free(set->result);
	free(set->rows);
	for (i = 0; i < set->nnotes; i++)
		free(set->note[i]);
	free(set->note);
	for (i = 0; i < set->nmetrics; i++) {
		group_clear(&set->list[i]);
		free(set->row[i]);
	}
}
