/*
 * cmd_facts: what is known of hosts: kernel, processor, compiler.
 *
 * For people a column a host, so that eyes can compare; for programs a row a
 * fact.
 */
#include <err.h>
#include <string.h>

#include "client/cmd.h"
#include "client/fleet.h"
#include "client/natural.h"

static const struct output_column cmd_facts_columns[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "fact", "FACT", OUTPUT_LEFT },
	{ "value", "VALUE", OUTPUT_LEFT }
};

/* What was asked, and all keys that some host has. */
struct cmd_facts {
	struct fleet		*fleet;
	const char		**key;
	size_t			 nkeys;
	bool			 diff;		/* only what differs */
	struct output_column	*column;
};

/* A host's value; NULL where it has none. */
static const char *
cmd_facts_value(const struct fleet_host *host, const char *key)
{
	return (msg_text(json_object_get(host->data, "facts"), key));
}

/* Gather the keys of all hosts, each once, in natural order. */
static void
cmd_facts_keys(struct cmd_facts *f)
{
	const char	*key;
	json_t		*facts, *value;
	size_t		 i, n, to;

	for (n = i = 0; i < fleet_count(f->fleet); i++)
		n += json_object_size(json_object_get(
		    fleet_host(f->fleet, i)->data, "facts"));
	if ((f->key = calloc(n + 1, sizeof(*f->key))) == NULL)
		err(1, "memory");
	for (i = 0; i < fleet_count(f->fleet); i++) {
		facts = json_object_get(fleet_host(f->fleet, i)->data,
		    "facts");
		json_object_foreach(facts, key, value)
			f->key[f->nkeys++] = key;
	}
	if (f->nkeys > 1)
		qsort(f->key, f->nkeys, sizeof(*f->key),
		    natural_order_ptr);
	for (to = i = 0; i < f->nkeys; i++)
		if (to == 0 || strcmp(f->key[to - 1], f->key[i]) != 0)
			f->key[to++] = f->key[i];
	f->nkeys = to;
}

/* Do the hosts that answered differ in it? */
static bool
cmd_facts_differs(const struct cmd_facts *f, const char *key)
{
	const char	*first, *value;
	size_t		 i;
	bool		 any;

	first = NULL;
	any = false;
	for (i = 0; i < fleet_count(f->fleet); i++) {
		if (fleet_host(f->fleet, i)->data == NULL)
			continue;
		value = cmd_facts_value(fleet_host(f->fleet, i), key);
		value = value != NULL ? value : "";
		if (any && strcmp(first, value) != 0)
			return (true);
		first = value;
		any = true;
	}
	return (false);
}

/* For people: a column a host. */
static void
cmd_facts_wide(struct cmd_facts *f, struct output *out)
{
	struct fleet_host	*host;
	size_t			 i, k, n;

	n = fleet_count(f->fleet);
	if ((f->column = calloc(n + 1, sizeof(*f->column))) == NULL)
		err(1, "memory");
	f->column[0] = cmd_facts_columns[1];
	for (i = 0; i < n; i++) {
		host = fleet_host(f->fleet, i);
		f->column[i + 1].key = f->column[i + 1].title = host->name;
	}
	output_table(out, "facts", f->column, n + 1);
	for (k = 0; k < f->nkeys; k++) {
		if (f->diff && !cmd_facts_differs(f, f->key[k]))
			continue;
		output_row(out);
		output_text(out, f->key[k]);
		for (i = 0; i < n; i++)
			output_text(out, cmd_facts_value(
			    fleet_host(f->fleet, i), f->key[k]));
	}
}

/* For programs: a row a fact. */
static void
cmd_facts_long(const struct cmd_facts *f, struct output *out)
{
	struct fleet_host	*host;
	size_t			 i, k;

	output_table(out, "facts", cmd_facts_columns,
	    nitems(cmd_facts_columns));
	for (k = 0; k < f->nkeys; k++) {
		if (f->diff && !cmd_facts_differs(f, f->key[k]))
			continue;
		for (i = 0; i < fleet_count(f->fleet); i++) {
			host = fleet_host(f->fleet, i);
			if (host->data == NULL)
				continue;
			output_row(out);
			output_text(out, host->name);
			output_text(out, f->key[k]);
			output_text(out, cmd_facts_value(host, f->key[k]));
		}
	}
}

/* Ask and show. */
static int
cmd_facts_show(const struct options *o, struct cmd_facts *f)
{
	struct output	*out;
	size_t		 i, k;
	int		 status;

	f->fleet = fleet_ask_all(o, REQUEST_HOST_FACTS, NULL);
	status = fleet_status(f->fleet);
	cmd_facts_keys(f);
	out = output_new(o->format, "facts");
	if (o->format == OUTPUT_TEXT || o->format == OUTPUT_MD)
		cmd_facts_wide(f, out);
	else
		cmd_facts_long(f, out);
	for (k = 0; f->diff && k < f->nkeys; k++)
		if (cmd_facts_differs(f, f->key[k]))
			break;
	if (f->diff && k == f->nkeys && status == OPTIONS_OK)
		output_note(out, "no fact differs");
	if (output_end(out) == -1)
		status = OPTIONS_FAILED;
	for (i = 0; i < fleet_count(f->fleet); i++)
		json_decref(fleet_host(f->fleet, i)->data);
	fleet_free(f->fleet);
	free(f->key);
	free(f->column);
	return (status);
}

/* benchctl facts [diff A B] */
int
cmd_facts(int argc, char **argv)
{
	struct cmd_facts	 f;
	struct options		 o;
	int			 status;

	memset(&f, 0, sizeof(f));
	memset(&o, 0, sizeof(o));
	status = options_parse(&o, &argc, argv, NULL, 0);
	if (status == OPTIONS_OK && argc > 1 &&
	    (strcmp(argv[1], "diff") != 0 || argc != 4 || o.nhosts > 0))
		status = options_usage("facts", "diff A B, or nothing, is "
		    "meant");
	if (status == OPTIONS_OK && argc == 4) {
		f.diff = true;
		if (options_take(&o, 'H', argv[2]) == -1 ||
		    options_take(&o, 'H', argv[3]) == -1)
			status = OPTIONS_USAGE;
	}
	if (status == OPTIONS_OK)
		status = cmd_facts_show(&o, &f);
	options_clear(&o);
	return (status);
}
