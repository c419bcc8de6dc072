/*
 * cmd_recipes: what hosts can be asked to run, and within which bounds.
 */
#include <err.h>
#include <stdio.h>
#include <string.h>

#include "client/cmd.h"
#include "client/fleet.h"

static const struct output_column cmd_recipes_columns[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "recipe", "RECIPE", OUTPUT_LEFT },
	{ "parameters", "PARAMETERS", OUTPUT_LEFT },
	{ "digest", NULL, OUTPUT_LEFT },
	{ "text", NULL, OUTPUT_LEFT },
	{ "labels", NULL, OUTPUT_LEFT }
};

/* "1 to 256", "GENERIC|GENERIC-NODEBUG", or the pattern. */
static void
cmd_recipes_bounds(const json_t *param, char *text, size_t size)
{
	const char	*type;
	json_t		*choice, *choices;
	size_t		 i;

	type = msg_text(param, "type");
	if (type != NULL && strcmp(type, "integer") == 0) {
		snprintf(text, size, "%lld to %lld",
		    msg_integer(param, "min", 0),
		    msg_integer(param, "max", 0));
		return;
	}
	text[0] = '\0';
	choices = json_object_get(param, "choices");
	json_array_foreach(choices, i, choice) {
		if (!json_is_string(choice))
			continue;
		if (text[0] != '\0')
			strlcat(text, "|", size);
		strlcat(text, json_string_value(choice), size);
	}
	if (text[0] == '\0' && msg_text(param, "pattern") != NULL)
		snprintf(text, size, "like %s", msg_text(param, "pattern"));
}

/* "jobs 1 to 256 (2), kernconf GENERIC|GENERIC-NODEBUG" */
static void
cmd_recipes_parameters(json_t *params, char *text, size_t size)
{
	const char	*name, *preset;
	json_t		*param;
	char		 bounds[1024];
	size_t		 i, len;

	text[0] = '\0';
	json_array_foreach(params, i, param) {
		if ((name = msg_text(param, "name")) == NULL)
			continue;
		preset = msg_text(param, "default");
		cmd_recipes_bounds(param, bounds, sizeof(bounds));
		len = strlen(text);
		snprintf(text + len, size - len, "%s%s %s%s%s%s",
		    len > 0 ? ", " : "", name, bounds,
		    preset != NULL ? " (" : "", preset != NULL ? preset : "",
		    preset != NULL ? ")" : "");
	}
}

/* A row a recipe. */
static void
cmd_recipes_host(struct output *out, const struct fleet_host *host)
{
	json_t	*params, *recipe, *recipes;
	char	 text[4096];
	size_t	 i;

	recipes = json_object_get(host->data, "recipes");
	json_array_foreach(recipes, i, recipe) {
		params = json_object_get(recipe, "parameters");
		cmd_recipes_parameters(params, text, sizeof(text));
		output_row(out);
		output_text(out, host->name);
		output_text(out, msg_text(recipe, "name"));
		output_shown(out, params != NULL ? json_incref(params) :
		    json_array(), text[0] != '\0' ? text : "-");
		output_text(out, msg_text(recipe, "digest"));
		output_text(out, msg_text(recipe, "text"));
		output_shown(out, json_incref(json_object_get(recipe,
		    "labels")), "");
	}
}

/* One recipe, as root wrote it, below the table. */
static void
cmd_recipes_text(struct output *out, const struct fleet_host *host)
{
	const char	*text;
	char		*at, *copy, *line;
	int		 tabs;

	text = msg_text(json_array_get(json_object_get(host->data,
	    "recipes"), 0), "text");
	if (text == NULL || output_is(out) != OUTPUT_TEXT)
		return;
	if ((at = copy = strdup(text)) == NULL)
		err(1, "memory");
	while ((line = strsep(&at, "\n")) != NULL) {
		tabs = (int)strspn(line, "\t");
		if (line[0] != '\0')
			output_note(out, "%*s%s", 4 * tabs, "", line + tabs);
	}
	free(copy);
}

/* benchctl recipes [RECIPE] */
int
cmd_recipes(int argc, char **argv)
{
	struct fleet_host	*host;
	struct fleet		*fleet;
	struct options		 o;
	struct output		*out;
	size_t			 i;
	int			 status;

	memset(&o, 0, sizeof(o));
	status = options_parse(&o, &argc, argv, NULL, 0);
	if (status == OPTIONS_OK && argc > 2)
		status = options_usage("recipes", "what is '%s'?", argv[2]);
	if (status != OPTIONS_OK)
		goto done;
	fleet = fleet_ask_all(&o, REQUEST_RECIPE_LIST, argc == 2 ?
	    json_pack("{s:s}", "recipe", argv[1]) : NULL);
	status = fleet_status(fleet);
	out = output_new(o.format, "recipes");
	output_table(out, "recipes", cmd_recipes_columns,
	    nitems(cmd_recipes_columns));
	for (i = 0; i < fleet_count(fleet); i++) {
		host = fleet_host(fleet, i);
		cmd_recipes_host(out, host);
		if (argc == 2)
			cmd_recipes_text(out, host);
	}
	if (output_end(out) == -1)
		status = OPTIONS_FAILED;
	for (i = 0; i < fleet_count(fleet); i++)
		json_decref(fleet_host(fleet, i)->data);
	fleet_free(fleet);

done:
	options_clear(&o);
	return (status);
}
