/*
 * submit: arguments into job.submit's members.
 *
 * What a recipe admits is the host's to judge: here is only form.
 */
#include <ctype.h>
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client/submit.h"
#include "proto/limits.h"
#include "proto/tls_digest.h"

#define SUBMIT_SEED	1000000000

/* What the options say. */
struct submit_options {
	const char		*id, *night, *order, *states, *purpose;
	struct option_texts	 labels, levels, warmup;
	long long		 boots, runs, seed, warmups;
	bool			 dry_run, quiet;
};

/* A level or a name, as the wire takes it; else why not. */
static json_t *
submit_name(const char *text, size_t len, const char *what, char *why)
{
	if (len == 0)
		snprintf(why, SUBMIT_WHY_BYTES, "%s: empty", what);
	else if (!msg_check_is_name(text, len))
		snprintf(why, SUBMIT_WHY_BYTES, "%s: 1 to %d bytes of "
		    "printable text are a name", what, LIMIT_NAME_BYTES);
	else
		return (json_stringn(text, len));
	return (NULL);
}

/* name=v1,v2,... */
int
submit_levels(json_t *levels, const char *text, char *why)
{
	const char	*at;
	json_t		*list, *name, *value, *values;
	size_t		 len;

	len = strcspn(text, "=");
	if (len == 0 || text[len] != '=') {
		snprintf(why, SUBMIT_WHY_BYTES,
		    "-p %s: name=value,value,... is meant", text);
		return (-1);
	}
	if ((name = submit_name(text, len, "-p: name", why)) == NULL)
		return (-1);
	values = json_array();
	list = json_pack("{s:o, s:o}", "name", name, "values", values);
	if (list == NULL)
		err(1, "memory");
	for (at = text + len + 1;; at += len + 1) {
		len = strcspn(at, ",");
		if ((value = submit_name(at, len, text, why)) == NULL) {
			json_decref(list);
			return (-1);
		}
		json_array_append_new(values, value);
		if (at[len] == '\0')
			break;
	}
	json_array_append_new(levels, list);
	return (0);
}

/* name=value */
int
submit_pair(json_t *object, const char *text, char *why)
{
	char	*name;
	json_t	*value;
	size_t	 len;

	len = strcspn(text, "=");
	if (len == 0 || text[len] != '=') {
		snprintf(why, SUBMIT_WHY_BYTES, "%s: name=value is meant",
		    text);
		return (-1);
	}
	if ((value = submit_name(text + len + 1, strlen(text + len + 1), text,
	    why)) == NULL)
		return (-1);
	if ((name = strndup(text, len)) == NULL)
		err(1, "memory");
	if (json_object_set_new(object, name, value) == -1) {
		snprintf(why, SUBMIT_WHY_BYTES, "%s: the name is no text",
		    text);
		free(name);
		return (-1);
	}
	free(name);
	return (0);
}

/* a,b,... as an array. */
static int
submit_list(json_t *array, const char *text, char *why)
{
	json_t	*value;
	size_t	 len;

	for (;; text += len + 1) {
		len = strcspn(text, ",");
		if ((value = submit_name(text, len, "-s: state", why)) ==
		    NULL)
			return (-1);
		json_array_append_new(array, value);
		if (text[len] == '\0')
			return (0);
	}
}

/*
 * Made of the id, not drawn: the same id is the same job on every host, in
 * the same order, and stays the same when it is asked for again.
 */
int64_t
submit_seed(const char *id)
{
	uint8_t		 digest[TLS_DIGEST_BYTES];
	uint64_t	 bits;
	size_t		 i;

	if (tls_digest_sha256(id, strlen(id), digest) == -1)
		err(1, "memory");
	for (bits = 0, i = 0; i < 8; i++)
		bits = bits << 8 | digest[i];
	return ((int64_t)(bits % SUBMIT_SEED));
}

/* An id of six digits. */
static json_t *
submit_id(void)
{
	uint8_t	 bytes[3];
	char	 id[8];

	if (getentropy(bytes, sizeof(bytes)) == -1)
		err(1, "getentropy");
	snprintf(id, sizeof(id), "%02x%02x%02x", bytes[0], bytes[1],
	    bytes[2]);
	return (json_string(id));
}

/* Members that hold others; 0 or -1. */
static int
submit_lists(const struct submit_options *s, json_t *params, char *why)
{
	json_t	*labels, *levels, *states, *warmup;
	size_t	 i;

	levels = json_array();
	labels = json_object();
	warmup = json_object();
	states = json_array();
	if (s->levels.n > 0)
		json_object_set(params, "levels", levels);
	if (s->labels.n > 0)
		json_object_set(params, "labels", labels);
	if (s->warmup.n > 0)
		json_object_set(params, "warmup_levels", warmup);
	if (s->states != NULL)
		json_object_set(params, "states", states);
	json_decref(levels);
	json_decref(labels);
	json_decref(warmup);
	json_decref(states);
	for (i = 0; i < s->levels.n; i++)
		if (submit_levels(levels, s->levels.text[i], why) == -1)
			return (-1);
	for (i = 0; i < s->labels.n; i++)
		if (submit_pair(labels, s->labels.text[i], why) == -1)
			return (-1);
	for (i = 0; i < s->warmup.n; i++)
		if (submit_pair(warmup, s->warmup.text[i], why) == -1)
			return (-1);
	return (s->states != NULL ? submit_list(states, s->states, why) : 0);
}

/* A text, where there is one. */
static int
submit_text(json_t *params, const char *member, const char *text, char *why)
{
	json_t	*value;

	if (text == NULL)
		return (0);
	if ((value = submit_name(text, strlen(text), member, why)) == NULL)
		return (-1);
	return (json_object_set_new(params, member, value));
}

/* One of the host's three; the wire has no other. */
static int
submit_order(const char *order, char *why)
{
	if (order == NULL || strcmp(order, "random") == 0 ||
	    strcmp(order, "interleave") == 0 ||
	    strcmp(order, "sequence") == 0)
		return (0);
	snprintf(why, SUBMIT_WHY_BYTES, "--order %s: random, interleave or "
	    "sequence is meant", order);
	return (-1);
}

/* All members; 0 or -1. */
static int
submit_params(const struct submit_options *s, const char *recipe,
    json_t *params, char *why)
{
	json_object_set_new(params, "job", submit_id());
	if (submit_text(params, "job", s->id, why) == -1 ||
	    submit_text(params, "recipe", recipe, why) == -1 ||
	    submit_order(s->order, why) == -1 ||
	    submit_text(params, "order", s->order, why) == -1 ||
	    submit_text(params, "night", s->night, why) == -1 ||
	    submit_text(params, "purpose", s->purpose, why) == -1 ||
	    submit_lists(s, params, why) == -1)
		return (-1);
	json_object_set_new(params, "runs", json_integer(s->runs));
	json_object_set_new(params, "warmups", json_integer(s->warmups));
	json_object_set_new(params, "boots", json_integer(s->boots));
	json_object_set_new(params, "seed", json_integer(s->seed != -1 ?
	    s->seed : submit_seed(msg_text(params, "job"))));
	if (s->quiet)
		json_object_set_new(params, "quiet", json_true());
	if (s->dry_run)
		json_object_set_new(params, "dry_run", json_true());
	return (0);
}

/* The arguments. */
int
submit_parse(const char *command, struct options *o, int *argc, char **argv,
    struct submit *submit)
{
	struct submit_options	 s;
	const struct option_row	 rows[] = {
		{ 'p', "parameter", OPTION_TEXTS, &s.levels, 0, 0 },
		{ 'n', "runs", OPTION_NUMBER, &s.runs, 1, LIMIT_JOB_RUNS },
		{ 'w', "warmups", OPTION_NUMBER, &s.warmups, 0,
		    LIMIT_JOB_RUNS },
		{ 'b', "boots", OPTION_NUMBER, &s.boots, 1, LIMIT_JOB_RUNS },
		{ 's', "states", OPTION_TEXT, &s.states, 0, 0 },
		{ '\0', "order", OPTION_TEXT, &s.order, 0, 0 },
		{ '\0', "seed", OPTION_NUMBER, &s.seed, 0, INT64_MAX },
		{ '\0', "label", OPTION_TEXTS, &s.labels, 0, 0 },
		{ '\0', "warmup", OPTION_TEXTS, &s.warmup, 0, 0 },
		{ '\0', "id", OPTION_TEXT, &s.id, 0, 0 },
		{ '\0', "night", OPTION_TEXT, &s.night, 0, 0 },
		{ '\0', "purpose", OPTION_TEXT, &s.purpose, 0, 0 },
		{ '\0', "quiet", OPTION_FLAG, &s.quiet, 0, 0 },
		{ '\0', "dry-run", OPTION_FLAG, &s.dry_run, 0, 0 }
	};
	char			 why[SUBMIT_WHY_BYTES];
	int			 status;

	memset(&s, 0, sizeof(s));
	s.runs = 3;
	s.warmups = s.boots = 1;
	s.seed = -1;
	submit->params = json_object();
	status = options_parse(o, argc, argv, rows, nitems(rows));
	if (status != OPTIONS_OK)
		return (status);
	submit->dry_run = s.dry_run;
	if (*argc < 2)
		return (options_usage(command, "which recipe?  benchctl "
		    "recipes lists them"));
	if (*argc > 2)
		return (options_usage(command, "what is '%s'?  One recipe a "
		    "job", argv[2]));
	if (submit_params(&s, argv[1], submit->params, why) == -1)
		return (options_usage(command, "%s", why));
	return (OPTIONS_OK);
}

/* Free what it holds. */
void
submit_clear(struct submit *submit)
{
	json_decref(submit->params);
	submit->params = NULL;
}

/* The client's id of it. */
const char *
submit_job(const struct submit *submit)
{
	return (msg_text(submit->params, "job"));
}

/* What it comes to. */
const char *
submit_words(const json_t *params, const json_t *answer, char *text,
    size_t size)
{
	const char	*order;
	long long	 runs, warmups;
	size_t		 cells;
	char		 warm[48];

	runs = msg_integer(params, "runs", 0);
	warmups = msg_integer(params, "warmups", 0);
	cells = json_array_size(json_object_get(answer, "cells"));
	order = msg_text(answer, "order");
	if (order == NULL)
		order = "random";
	snprintf(warm, sizeof(warm), "%lld warm-up%s + ", warmups,
	    warmups == 1 ? "" : "s");
	snprintf(text, size, "%zu cell%s x %s%s%lld run%s%s, %s", cells,
	    cells == 1 ? "" : "s", warmups > 0 ? "(" : "",
	    warmups > 0 ? warm : "", runs, runs == 1 ? "" : "s",
	    warmups > 0 ? ")" : "", order);
	if (strcmp(order, "random") == 0)
		snprintf(text + strlen(text), size - strlen(text),
		    " blocks, seed %lld", msg_integer(answer, "seed", 0));
	return (text);
}

/* Ask. */
void
submit_ask(struct fleet_host *host, const struct submit *submit,
    void (*answer)(struct fleet_host *, const json_t *))
{
	fleet_ask(host, REQUEST_JOB_SUBMIT, json_incref(submit->params),
	    answer);
}

/* How many recipes there are: the fault is in why. */
static void
submit_recipes(struct fleet_host *host, const json_t *result)
{
	char	 why[FLEET_WHY_BYTES];

	strlcpy(why, host->why, sizeof(why));
	fleet_fail(host, "%s  (benchctl recipes%s%s lists %zu)", why,
	    host->given != NULL ? " -H " : "",
	    host->given != NULL ? host->given : "",
	    json_array_size(json_object_get(result, "recipes")));
}

/* Refused. */
bool
submit_refused(struct fleet_host *host, const struct msg_fault *fault)
{
	if (fault->code != ERROR_UNKNOWN_RECIPE)
		return (false);
	strlcpy(host->why, fault->text, sizeof(host->why));
	if (fault->near[0] == '\0')	/* what is behind, is said by us */
		host->why[strcspn(host->why, ";")] = '\0';
	fleet_ask(host, REQUEST_RECIPE_LIST, NULL, submit_recipes);
	return (true);
}
