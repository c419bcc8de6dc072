/*
 * engine_request_host: what is asked of the host itself.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/engine.h"
#include "proto/compat.h"
#include "proto/near.h"

static json_t	*engine_request_host_param(const struct conf_param *,
		    const char *);
static json_t	*engine_request_host_recipe(const struct conf_recipe *, int);
static json_t	*engine_request_host_set_paused(struct engine_request *,
		    int64_t, const char *);
static json_t	*engine_request_host_what(const struct engine *);

/* Facts in brief, for a list of hosts. */
static const char *const engine_request_host_brief[] = {
	"arch", "cpu.count", "os", "release", "sched"
};

/* host.hello: who is here; front has agreed on the version. */
json_t *
engine_request_host_hello(struct engine_request *request)
{
	const struct engine	*engine;
	struct store_rows	*rows;
	json_t			*answer;

	engine = request->engine;
	answer = NULL;
	rows = STORE_ASK(engine->store, "host_show",
	    STORE_INT(engine->place.host_id));
	if (store_next(rows))
		answer = engine_json_row(rows);
	if (store_end(rows) == -1 || answer == NULL) {
		json_decref(answer);
		return (engine_request_store_fault(request));
	}
	json_object_set_new(answer, "version",
	    json_integer(PROTO_VERSION_MAX));
	json_object_set_new(answer, "program",
	    json_string("benchd " BENCHD_VERSION));
	json_object_set_new(answer, "role",
	    json_string(role_name((enum role)request->head->role)));
	json_object_set_new(answer, "limits", json_pack(
	    "{s:i, s:i, s:I, s:I}", "line_bytes", LIMIT_LINE_BYTES,
	    "depth", LIMIT_DEPTH, "queue_jobs",
	    (json_int_t)engine->conf->queue_jobs_max, "job_runs",
	    (json_int_t)engine->conf->job_runs_max));
	json_object_set_new(answer, "now_us", json_integer(store_now_us()));
	return (answer);
}

/* host.status: what is going on. */
json_t *
engine_request_host_status(struct engine_request *request)
{
	const struct engine	*engine;
	const char		*activity;
	int64_t			 queue;

	engine = request->engine;
	queue = store_number(engine->store, "job_waiting", 0, NULL, 0);
	activity = "idle";
	if (engine->run != NULL)
		activity = engine->run->phase == RUN_PHASE_WAITING ?
		    "waiting" : "running";
	else if (engine->paused_us != 0)
		activity = "paused";
	else if (queue > 0)
		activity = "waiting";
	return (json_pack("{s:s, s:I, s:I, s:o, s:n, s:n, s:o}",
	    "activity", activity, "since_us", (json_int_t)(engine->run == NULL
	    && engine->paused_us != 0 ? engine->paused_us : engine->since_us),
	    "queue", (json_int_t)queue, "now", engine_json_now(engine),
	    "away", "lease", "what", engine_request_host_what(engine)));
}

/* Facts in brief. */
static json_t *
engine_request_host_what(const struct engine *engine)
{
	json_t	*what;
	size_t	 i, k;

	what = json_object();
	for (i = 0; i < nitems(engine_request_host_brief); i++)
		for (k = 0; k < engine->nfacts; k++)
			if (strcmp(engine->fact[k].key,
			    engine_request_host_brief[i]) == 0)
				json_object_set_new(what, engine->fact[k].key,
				    json_string(engine->fact[k].value));
	return (what);
}

/* host.facts: as they are, or as they were at a run. */
json_t *
engine_request_host_facts(struct engine_request *request)
{
	const char	*text;
	uint8_t		 uid[UID_BYTES];
	int64_t		 factset;
	json_t		*facts;

	factset = request->engine->place.factset_id;
	if ((text = msg_text(request->params, "run")) != NULL) {
		uid_unhex(text, uid, sizeof(uid));
		factset = STORE_NUMBER(request->engine->store, "run_factset",
		    -1, STORE_UID(uid));
		if (factset == -1) {
			msg_fault(&request->fault, ERROR_UNKNOWN_RUN, NULL,
			    "no run %s with facts on this host", text);
			return (NULL);
		}
	}
	facts = engine_json_pairs(request->engine->store, "facts_show",
	    STORE_VALUES(STORE_INT(factset)));
	if (facts == NULL)
		return (engine_request_store_fault(request));
	return (json_pack("{s:o}", "facts", facts));
}

/* No run begins, or runs begin again; it holds over a restart. */
static json_t *
engine_request_host_set_paused(struct engine_request *request, int64_t us,
    const char *why)
{
	struct engine	*engine;

	engine = request->engine;
	if (STORE_DO(engine->store, "self_pause", us == 0 ? STORE_NULL :
	    STORE_INT(us), STORE_TEXT(why)) == -1)
		return (engine_request_store_fault(request));
	engine->paused_us = us;
	if (us == 0)
		engine->since_us = store_now_us();
	engine_run_next(engine);
	return (json_object());
}

/* host.pause: the present run goes on. */
json_t *
engine_request_host_pause(struct engine_request *request)
{
	return (engine_request_host_set_paused(request, store_now_us(),
	    msg_text(request->params, "why")));
}

/* host.resume. */
json_t *
engine_request_host_resume(struct engine_request *request)
{
	return (engine_request_host_set_paused(request, 0, NULL));
}

/* recipe.list: what can be asked for. */
json_t *
engine_request_host_recipes(struct engine_request *request)
{
	const struct conf	*conf;
	struct near		 near;
	const char		*best, *name;
	json_t			*recipes, *states;
	size_t			 i;

	conf = request->engine->conf;
	if ((name = msg_text(request->params, "recipe")) != NULL &&
	    conf_find_recipe(conf, name) == NULL) {
		near_init(&near, name);
		for (i = 0; i < conf->nrecipes; i++)
			near_offer(&near, conf->recipe[i].name);
		best = near_best(&near);
		msg_fault(&request->fault, ERROR_UNKNOWN_RECIPE, best,
		    best == NULL ? "no recipe '%s'" :
		    "no recipe '%s'; did you mean '%s'?", name, best);
		return (NULL);
	}
	recipes = json_array();
	states = json_array();
	for (i = 0; i < conf->nrecipes; i++)
		if (name == NULL || strcmp(conf->recipe[i].name, name) == 0)
			json_array_append_new(recipes,
			    engine_request_host_recipe(&conf->recipe[i],
			    (int)request->engine->host.ncpu));
	for (i = 0; i < conf->nstates; i++)
		json_array_append_new(states, json_pack("{s:s, s:b}",
		    "name", conf->state[i].name,
		    "reboot", conf->state[i].reboot));
	return (json_pack("{s:o, s:o}", "recipes", recipes, "states",
	    states));
}

/* One recipe, as root wrote it. */
static json_t *
engine_request_host_recipe(const struct conf_recipe *recipe, int ncpu)
{
	char	 digest[2 * CONF_DIGEST_BYTES + 1], *preset, *text;
	json_t	*labels, *object, *params;
	size_t	 i;

	uid_hex(recipe->digest, CONF_DIGEST_BYTES, digest);
	labels = json_object();
	for (i = 0; i < recipe->labels.n; i++)
		json_object_set_new(labels, recipe->labels.pair[i].key,
		    json_string(recipe->labels.pair[i].value));
	params = json_array();
	for (i = 0; i < recipe->nparams; i++) {
		preset = conf_param_preset(&recipe->param[i], ncpu);
		json_array_append_new(params,
		    engine_request_host_param(&recipe->param[i], preset));
		free(preset);
	}
	text = conf_print_recipe_shown(recipe);
	object = json_pack("{s:s, s:s, s:s*, s:o, s:o}", "name", recipe->name,
	    "digest", digest, "text", text, "parameters", params, "labels",
	    labels);
	free(text);
	return (object);
}

/* One parameter, its bounds, and its default on this host. */
static json_t *
engine_request_host_param(const struct conf_param *param, const char *preset)
{
	json_t	*choices;
	size_t	 i;

	switch (param->type) {
	case CONF_INTEGER:
		return (json_pack("{s:s, s:s, s:I, s:I, s:s*}", "name",
		    param->name, "type", "integer", "min",
		    (json_int_t)param->min, "max", (json_int_t)param->max,
		    "default", preset));
	case CONF_CHOICE:
		choices = json_array();
		for (i = 0; i < param->nchoices; i++)
			json_array_append_new(choices,
			    json_string(param->choice[i]));
		return (json_pack("{s:s, s:s, s:o, s:s*}", "name",
		    param->name, "type", "choice", "choices", choices,
		    "default", preset));
	case CONF_PATTERN:
		break;
	}
	return (json_pack("{s:s, s:s, s:s*, s:s*}", "name", param->name,
	    "type", "pattern", "pattern", param->pattern, "default",
	    preset));
}

/* lease.*: not in this version. */
json_t *
engine_request_host_leases(struct engine_request *request)
{
	msg_fault(&request->fault, ERROR_UNSUPPORTED, NULL,
	    "this host gives no leases yet; host.pause keeps runs away");
	return (NULL);
}
