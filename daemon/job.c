/*
 * job: what a client asks for, and the plan that is made of it.
 *
 * Knows recipes and levels; knows no JSON, no database, no clock.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/job.h"
#include "proto/compat.h"
#include "proto/limits.h"
#include "proto/msg.h"
#include "proto/near.h"

/* Levels admitted and made canonical, a list a parameter of the recipe. */
struct job_levels {
	char	**value;
	size_t	  n;
};

static int	 job_cells(struct job *, const struct job_levels *,
		    struct msg_fault *);
static int	 job_check(const struct job_ask *, const struct conf *,
		    struct msg_fault *);
static int	 job_check_names(const struct job *, struct msg_fault *);
static int	 job_check_state(const struct job_ask *, const struct conf *,
		    struct msg_fault *);
static void	 job_levels_clear(struct job_levels *);
static int	 job_levels_fill(struct job_levels *, const struct conf_param *,
		    const struct job_ask *, int, struct msg_fault *);
static char	*job_levels_text(const struct job *, size_t);
static int	 job_levels_value(struct job_levels *,
		    const struct conf_param *, const char *,
		    struct msg_fault *);
static int	 job_memory(struct msg_fault *);
static int	 job_slots(struct job *, const struct job_bounds *,
		    struct msg_fault *);
static int	 job_unknown(const char *, const struct conf_recipe *,
		    struct msg_fault *);
static int	 job_warm_cell(struct job *, int, struct msg_fault *);
static const char *job_warm_level(const struct job_ask *, const char *);

/* Make the plan of a request. */
int
job_make(struct job *job, const struct job_ask *ask, const struct conf *conf,
    const struct job_bounds *bounds, struct msg_fault *fault)
{
	struct job_levels	levels[LIMIT_PARAMETERS];
	size_t			i;
	int			status;

	memset(job, 0, sizeof(*job));
	memset(levels, 0, sizeof(levels));
	if (job_check(ask, conf, fault) == -1)
		return (-1);
	job->ask = ask;
	job->recipe = conf_find_recipe(conf, ask->recipe);
	status = job_check_names(job, fault);
	for (i = 0; status == 0 && i < job->recipe->nparams; i++)
		status = job_levels_fill(&levels[i], &job->recipe->param[i],
		    ask, bounds->ncpu, fault);
	if (status == 0)
		status = job_cells(job, levels, fault);
	if (status == 0 && ask->nwarm > 0)
		status = job_warm_cell(job, bounds->ncpu, fault);
	for (i = 0; status == 0 && i < job->ncells_all; i++)
		if ((job->levels[i] = job_levels_text(job, i)) == NULL)
			status = job_memory(fault);
	if (status == 0)
		status = job_slots(job, bounds, fault);
	for (i = 0; i < LIMIT_PARAMETERS; i++)
		job_levels_clear(&levels[i]);
	return (status);
}

/* Give back what job_make() took, whole or not. */
void
job_clear(struct job *job)
{
	size_t	i, n;

	n = job->recipe == NULL ? 0 : job->ncells_all * job->recipe->nparams;
	for (i = 0; i < n; i++)
		free(job->value[i]);
	for (i = 0; job->levels != NULL && i < job->ncells_all; i++)
		free(job->levels[i]);
	free(job->value);
	free(job->levels);
	free(job->slot);
	memset(job, 0, sizeof(*job));
}

/* The value of one parameter in a cell. */
const char *
job_level(const struct job *job, size_t cell, size_t param)
{
	return (job->value[cell * job->recipe->nparams + param]);
}

/* Our own want of memory is no fault of the request. */
static int
job_memory(struct msg_fault *fault)
{
	msg_fault(fault, ERROR_INTERNAL, NULL, "the host is out of memory");
	return (-1);
}

/* Is there such a recipe, and can this host do what else is asked? */
static int
job_check(const struct job_ask *ask, const struct conf *conf,
    struct msg_fault *fault)
{
	struct near	 near;
	const char	*best;
	size_t		 i;

	if (conf_find_recipe(conf, ask->recipe) != NULL)
		return (job_check_state(ask, conf, fault));
	near_init(&near, ask->recipe);
	for (i = 0; i < conf->nrecipes; i++)
		near_offer(&near, conf->recipe[i].name);
	if ((best = near_best(&near)) != NULL)
		msg_fault(fault, ERROR_UNKNOWN_RECIPE, best,
		    "no recipe '%s'; did you mean '%s'?", ask->recipe, best);
	else
		msg_fault(fault, ERROR_UNKNOWN_RECIPE, NULL,
		    "no recipe '%s'; this host has %zu", ask->recipe,
		    conf->nrecipes);
	return (-1);
}

/* This version enters no state and reboots nothing, and says so. */
static int
job_check_state(const struct job_ask *ask, const struct conf *conf,
    struct msg_fault *fault)
{
	struct near	 near;
	const char	*best;
	size_t		 i, k;

	for (i = 0; i < ask->nstates; i++) {
		if (strcmp(ask->state[i], "base") == 0)
			continue;
		if (conf_find_state(conf, ask->state[i]) != NULL) {
			msg_fault(fault, ERROR_UNSUPPORTED, NULL,
			    "state %s: this host enters no states yet",
			    ask->state[i]);
			return (-1);
		}
		near_init(&near, ask->state[i]);
		near_offer(&near, "base");
		for (k = 0; k < conf->nstates; k++)
			near_offer(&near, conf->state[k].name);
		if ((best = near_best(&near)) != NULL)
			msg_fault(fault, ERROR_UNKNOWN_STATE, best,
			    "no state '%s'; did you mean '%s'?", ask->state[i],
			    best);
		else
			msg_fault(fault, ERROR_UNKNOWN_STATE, NULL,
			    "no state '%s'", ask->state[i]);
		return (-1);
	}
	if (ask->boots == 1 && !ask->quiet)
		return (0);
	msg_fault(fault, ERROR_UNSUPPORTED, NULL,
	    ask->quiet ? "quiet boots: this host makes none yet" :
	    "boots: this host does not reboot yet; 1 is what it can do");
	return (-1);
}

/* Every parameter that is named is one of the recipe, and named once. */
static int
job_check_names(const struct job *job, struct msg_fault *fault)
{
	const struct job_ask	*ask;
	size_t			 i, k;

	ask = job->ask;
	for (i = 0; i < ask->nlists; i++) {
		if (job_unknown(ask->list[i].name, job->recipe, fault) == -1)
			return (-1);
		for (k = 0; k < i; k++)
			if (strcmp(ask->list[i].name, ask->list[k].name) == 0) {
				msg_fault(fault, ERROR_BAD_LEVEL, NULL,
				    "parameter %s is listed twice",
				    ask->list[i].name);
				return (-1);
			}
	}
	for (i = 0; i < ask->nwarm; i++)
		if (job_unknown(ask->warm[i].name, job->recipe, fault) == -1)
			return (-1);
	return (0);
}

/* -1 with the fault where the recipe has no parameter of that name. */
static int
job_unknown(const char *name, const struct conf_recipe *recipe,
    struct msg_fault *fault)
{
	struct near	 near;
	const char	*best;
	size_t		 i;

	near_init(&near, name);
	for (i = 0; i < recipe->nparams; i++) {
		if (strcmp(recipe->param[i].name, name) == 0)
			return (0);
		near_offer(&near, recipe->param[i].name);
	}
	if ((best = near_best(&near)) != NULL)
		msg_fault(fault, ERROR_UNKNOWN_PARAMETER, best,
		    "recipe %s has no parameter '%s'; did you mean '%s'?",
		    recipe->name, name, best);
	else
		msg_fault(fault, ERROR_UNKNOWN_PARAMETER, NULL,
		    "recipe %s has no parameter '%s'", recipe->name, name);
	return (-1);
}

/* The levels of one parameter: those asked for, or its default. */
static int
job_levels_fill(struct job_levels *levels, const struct conf_param *param,
    const struct job_ask *ask, int ncpu, struct msg_fault *fault)
{
	const struct job_list	*list;
	char			*preset;
	size_t			 i;
	int			 status;

	for (i = 0; i < ask->nlists; i++) {
		list = &ask->list[i];
		if (strcmp(list->name, param->name) != 0 || list->n == 0)
			continue;
		if ((levels->value = calloc(list->n, sizeof(char *))) == NULL)
			return (job_memory(fault));
		for (i = 0; i < list->n; i++)
			if (job_levels_value(levels, param, list->value[i],
			    fault) == -1)
				return (-1);
		return (0);
	}
	if ((preset = conf_param_preset(param, ncpu)) == NULL) {
		msg_fault(fault, ERROR_BAD_LEVEL, NULL,
		    "parameter %s has no default; say -p %s=...", param->name,
		    param->name);
		return (-1);
	}
	status = -1;
	if ((levels->value = calloc(1, sizeof(char *))) == NULL)
		job_memory(fault);
	else
		status = job_levels_value(levels, param, preset, fault);
	free(preset);
	return (status);
}

/* Add one level, admitted and canonical; the same twice is a mistake. */
static int
job_levels_value(struct job_levels *levels, const struct conf_param *param,
    const char *value, struct msg_fault *fault)
{
	char	canon[LIMIT_NAME_BYTES + 1], why[256];
	size_t	i;

	if (!conf_param_admits(param, value, canon, sizeof(canon), why,
	    sizeof(why))) {
		msg_fault(fault, ERROR_BAD_LEVEL, NULL, "parameter %s: %s",
		    param->name, why);
		return (-1);
	}
	for (i = 0; i < levels->n; i++)
		if (strcmp(levels->value[i], canon) == 0) {
			msg_fault(fault, ERROR_BAD_LEVEL, NULL,
			    "parameter %s: %s is listed twice", param->name,
			    canon);
			return (-1);
		}
	if ((levels->value[levels->n] = strdup(canon)) == NULL)
		return (job_memory(fault));
	levels->n++;
	return (0);
}

/* Give a parameter's levels back. */
static void
job_levels_clear(struct job_levels *levels)
{
	size_t	i;

	for (i = 0; i < levels->n; i++)
		free(levels->value[i]);
	free(levels->value);
}

/* Every combination of the levels, and room for the one that warms up. */
static int
job_cells(struct job *job, const struct job_levels *levels,
    struct msg_fault *fault)
{
	size_t	item[LIMIT_PARAMETERS], length[LIMIT_PARAMETERS];
	size_t	cell, i, n, nparams;

	nparams = job->recipe->nparams;
	for (i = 0; i < nparams; i++)
		length[i] = levels[i].n;
	n = order_cells(length, nparams, LIMIT_JOB_CELLS);
	if (n > LIMIT_JOB_CELLS) {
		msg_fault(fault, ERROR_JOB_TOO_LARGE, NULL,
		    "more than %d combinations of levels", LIMIT_JOB_CELLS);
		return (-1);
	}
	job->value = calloc((n + 1) * (nparams + 1), sizeof(*job->value));
	job->levels = calloc(n + 1, sizeof(*job->levels));
	if (job->value == NULL || job->levels == NULL)
		return (job_memory(fault));
	job->ncells = job->ncells_all = n;
	for (cell = 0; cell < n; cell++) {
		order_cell(length, nparams, cell, item);
		for (i = 0; i < nparams; i++)
			if ((job->value[cell * nparams + i] =
			    strdup(levels[i].value[item[i]])) == NULL)
				return (job_memory(fault));
	}
	return (0);
}

/* The level to warm up with: as asked for, or the first that is counted. */
static const char *
job_warm_level(const struct job_ask *ask, const char *param)
{
	size_t	i;

	for (i = 0; i < ask->nwarm; i++)
		if (strcmp(ask->warm[i].name, param) == 0)
			return (ask->warm[i].value);
	for (i = 0; i < ask->nlists; i++)
		if (strcmp(ask->list[i].name, param) == 0 &&
		    ask->list[i].n > 0)
			return (ask->list[i].value[0]);
	return (NULL);
}

/* The cell of other levels; what nobody names has its default. */
static int
job_warm_cell(struct job *job, int ncpu, struct msg_fault *fault)
{
	const struct conf_param	*param;
	struct job_ask		 ask;
	struct job_levels	 levels;
	struct job_list		 list;
	const char		*value;
	size_t			 i;
	int			 status;

	status = 0;
	job->ncells_all = job->ncells + 1;
	for (i = 0; status == 0 && i < job->recipe->nparams; i++) {
		/* As a request that lists this one level, or none. */
		param = &job->recipe->param[i];
		value = job_warm_level(job->ask, param->name);
		list = (struct job_list){ param->name, &value, 1 };
		ask = (struct job_ask){ .list = &list,
		    .nlists = value != NULL };
		memset(&levels, 0, sizeof(levels));
		status = job_levels_fill(&levels, param, &ask, ncpu, fault);
		if (status == 0) {
			job->value[job->ncells * job->recipe->nparams + i] =
			    levels.value[0];
			levels.n = 0;		/* it is the cell's now */
		}
		job_levels_clear(&levels);
	}
	return (status);
}

/* "jobs=4 kernconf=GENERIC", in the recipe's order; caller frees. */
static char *
job_levels_text(const struct job *job, size_t cell)
{
	char	*text;
	size_t	 i, size;

	size = 1;
	for (i = 0; i < job->recipe->nparams; i++)
		size += strlen(job->recipe->param[i].name) +
		    strlen(job_level(job, cell, i)) + 2;
	if ((text = calloc(1, size)) == NULL)
		return (NULL);
	for (i = 0; i < job->recipe->nparams; i++) {
		if (i > 0)
			strlcat(text, " ", size);
		strlcat(text, job->recipe->param[i].name, size);
		strlcat(text, "=", size);
		strlcat(text, job_level(job, cell, i), size);
	}
	return (text);
}

/* The slots, in their order. */
static int
job_slots(struct job *job, const struct job_bounds *bounds,
    struct msg_fault *fault)
{
	struct order_plan	plan;
	size_t			max;

	max = (size_t)bounds->runs_max;
	plan.kind = job->ask->order;
	plan.seed = job->ask->seed;
	plan.ncells = job->ncells;
	plan.runs = (size_t)job->ask->runs;
	plan.warmups = (size_t)job->ask->warmups;
	plan.warm_cell = job->ncells_all > job->ncells ? job->ncells :
	    ORDER_NO_CELL;
	if ((job->nslots = order_count(&plan, max)) > max) {
		msg_fault(fault, ERROR_JOB_TOO_LARGE, NULL,
		    "more than %zu runs in one job", max);
		return (-1);
	}
	if ((job->slot = calloc(job->nslots + 1, sizeof(*job->slot))) == NULL ||
	    order_make(&plan, job->slot) == -1)
		return (job_memory(fault));
	return (0);
}
