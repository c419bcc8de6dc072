/*
 * cmd_hosts: a lab at a glance: what each host does, and what it is.
 *
 * Asks many at a time; a host that does not answer has its row, too.
 */
#include <err.h>
#include <stdio.h>
#include <string.h>

#include "client/cmd.h"
#include "client/link.h"
#include "client/options.h"
#include "client/show.h"

#define CMD_HOSTS_AT_ONCE	64
#define CMD_HOSTS_ERROR		10	/* column of what went wrong */

static const struct output_column cmd_hosts_columns[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "activity", "ACTIVITY", OUTPUT_LEFT },
	{ "now", "NOW", OUTPUT_LEFT },
	{ "queue", "QUEUE", OUTPUT_RIGHT },
	{ "lease", "LEASE", OUTPUT_LEFT },
	{ "what", "WHAT IT IS", OUTPUT_LEFT },
	{ "name", NULL, OUTPUT_LEFT },
	{ "uid", NULL, OUTPUT_LEFT },
	{ "machine", NULL, OUTPUT_LEFT },
	{ "version", NULL, OUTPUT_LEFT },
	{ "error", NULL, OUTPUT_LEFT },
};

/* One host, and what it said. */
struct cmd_hosts_one {
	struct cmd_hosts_all	*all;
	const char		*name;		/* as given; NULL: this one */
	struct link		*link;
	json_t			*hello, *status;
	char			 why[LINK_WHY_BYTES];
};

struct cmd_hosts_all {
	struct link_net		*net;
	struct cmd_hosts_one	*one;
	size_t			 n, begun, ended;
};

static void	cmd_hosts_begin(struct cmd_hosts_all *);

/* A host has said all it will. */
static void
cmd_hosts_end(struct cmd_hosts_one *one, const char *why)
{
	if (why != NULL)
		strlcpy(one->why, why, sizeof(one->why));
	link_free(one->link);
	one->link = NULL;
	one->all->ended++;
	cmd_hosts_begin(one->all);
	if (one->all->ended == one->all->n)
		link_net_stop(one->all->net);
}

/* host.status was answered. */
static void
cmd_hosts_status(struct link *link, const json_t *result,
    const struct msg_fault *fault, void *arg)
{
	struct cmd_hosts_one	*one;

	(void)link;
	one = arg;
	one->status = json_incref((json_t *)(uintptr_t)result);
	cmd_hosts_end(one, fault != NULL ? fault->text : NULL);
}

/* It may be asked. */
static void
cmd_hosts_ready(struct link *link, void *arg)
{
	struct cmd_hosts_one	*one;

	one = arg;
	one->hello = json_incref((json_t *)(uintptr_t)link_hello(link));
	link_ask(link, REQUEST_HOST_STATUS, NULL, cmd_hosts_status, one);
}

/* It does not answer. */
static void
cmd_hosts_gone(struct link *link, const char *why, void *arg)
{
	if (link_is_changed(link)) {	/* too grave for a cell */
		link_say(link, why);
		why = "the host's key has CHANGED";
	}
	cmd_hosts_end(arg, why != NULL ? why :
	    "the host closed the connection");
}

static const struct link_calls cmd_hosts_calls = {
	.ready = cmd_hosts_ready, .gone = cmd_hosts_gone
};

/* As many as may be asked at once. */
static void
cmd_hosts_begin(struct cmd_hosts_all *all)
{
	struct cmd_hosts_one	*one;

	while (all->begun < all->n &&
	    all->begun - all->ended < CMD_HOSTS_AT_ONCE) {
		one = &all->one[all->begun++];
		one->link = link_new(all->net, one->name, &cmd_hosts_calls,
		    one);
	}
}

/* "jobs=4 kernconf=GENERIC", from text or an object. */
static void
cmd_hosts_levels(const json_t *levels, char *text, size_t size)
{
	const char	*key;
	json_t		*value;
	size_t		 len;

	strlcpy(text, json_is_string(levels) ? json_string_value(levels) : "",
	    size);
	json_object_foreach((json_t *)(uintptr_t)levels, key, value) {
		len = strlen(text);
		snprintf(text + len, size - len, "%s%s=%s", len > 0 ? " " : "",
		    key, json_is_string(value) ? json_string_value(value) :
		    "?");
	}
}

/* What is going on, in a few words; "" nothing. */
static void
cmd_hosts_now(const struct cmd_hosts_one *one, int64_t now_us, char *text,
    size_t size)
{
	const json_t	*away, *now;
	const char	*phase, *recipe, *why;
	char		 levels[256], time[SHOW_BYTES];

	text[0] = '\0';
	away = json_object_get(one->status, "away");
	now = json_object_get(one->status, "now");
	if (json_is_object(away)) {
		why = msg_text(away, "why");
		snprintf(text, size, "%s, back by %s", why != NULL ? why :
		    "away", show_time(msg_integer(away, "until_us", 0),
		    now_us, time, sizeof(time)));
	} else if (json_is_object(now)) {
		recipe = msg_text(now, "recipe");
		phase = msg_text(now, "phase");
		cmd_hosts_levels(json_object_get(now, "levels"), levels,
		    sizeof(levels));
		snprintf(text, size, "%s%s%s, %s %lld/%lld, %s%s%s",
		    recipe != NULL ? recipe : "?", levels[0] != '\0' ? " " :
		    "", levels, msg_boolean(now, "warmup", false) ?
		    "warm-up" : "run", msg_integer(now, "run", 0),
		    msg_integer(now, "runs", 0),
		    phase != NULL && strcmp(phase, "timed") != 0 ? phase : "",
		    phase != NULL && strcmp(phase, "timed") != 0 ? " " : "",
		    show_span(now_us - msg_integer(now, "phase_us", now_us),
		    time, sizeof(time)));
	}
}

/* "dana until 18:40"; "" nobody. */
static void
cmd_hosts_lease(const json_t *lease, int64_t now_us, char *text, size_t size)
{
	const char	*name;
	char		 time[SHOW_BYTES];

	text[0] = '\0';
	if (!json_is_object(lease))
		return;
	name = msg_text(lease, "name");
	snprintf(text, size, "%s until %s", name != NULL ? name : "?",
	    show_time(msg_integer(lease, "until_us", 0), now_us, time,
	    sizeof(time)));
}

/* "amd64 2c FreeBSD 14.1 ULE". */
static void
cmd_hosts_what(const json_t *what, char *text, size_t size)
{
	static const char *const	 keys[] = {
		"arch", "cpu.count", "os", "release", "sched"
	};
	const char			*value;
	size_t				 i, len;

	text[0] = '\0';
	for (i = 0; i < nitems(keys); i++) {
		if ((value = msg_text(what, keys[i])) == NULL)
			continue;
		len = strlen(text);
		snprintf(text + len, size - len, "%s%s%s",
		    len > 0 ? " " : "", value, i == 1 ? "c" : "");
	}
}

/* A cell of what a host says: JSON as it came, or none. */
static void
cmd_hosts_cell(struct output *out, const json_t *value, const char *shown)
{
	if (value == NULL || json_is_null(value) || shown[0] == '\0')
		output_none(out);
	else
		output_shown(out, json_incref((json_t *)(uintptr_t)value),
		    shown);
}

/* One row. */
static void
cmd_hosts_row(struct output *out, const struct cmd_hosts_one *one)
{
	const char	*name;
	int64_t		 now_us;
	size_t		 i;
	char		 text[512];

	output_row(out);
	name = msg_text(one->hello, "name");
	output_text(out, one->name != NULL ? one->name :
	    name != NULL ? name : "this host");
	if (one->status == NULL) {
		output_text(out, "no answer");
		output_rest(out, one->why);
		for (i = 0; i < CMD_HOSTS_ERROR - 3; i++)
			output_none(out);
		output_text(out, one->why);
		return;
	}
	now_us = msg_integer(one->hello, "now_us", 0);
	output_text(out, msg_text(one->status, "activity"));
	cmd_hosts_now(one, now_us, text, sizeof(text));
	cmd_hosts_cell(out, json_object_get(one->status,
	    json_is_object(json_object_get(one->status, "away")) ? "away" :
	    "now"), text);
	output_int(out, msg_integer(one->status, "queue", 0));
	cmd_hosts_lease(json_object_get(one->status, "lease"), now_us, text,
	    sizeof(text));
	cmd_hosts_cell(out, json_object_get(one->status, "lease"), text);
	cmd_hosts_what(json_object_get(one->status, "what"), text,
	    sizeof(text));
	cmd_hosts_cell(out, json_object_get(one->status, "what"), text);
	output_text(out, name);
	output_text(out, msg_text(one->hello, "host"));
	output_text(out, msg_text(one->hello, "machine"));
	output_text(out, msg_text(one->hello, "program"));
}

/* Ask them all and show the table; how many answered. */
static size_t
cmd_hosts_ask(struct cmd_hosts_all *all, struct output *out)
{
	size_t	 answered, i;

	cmd_hosts_begin(all);
	while (all->ended < all->n)
		link_net_run(all->net);
	output_table(out, "hosts", cmd_hosts_columns,
	    nitems(cmd_hosts_columns));
	for (answered = i = 0; i < all->n; i++) {
		cmd_hosts_row(out, &all->one[i]);
		answered += all->one[i].status != NULL;
		json_decref(all->one[i].hello);
		json_decref(all->one[i].status);
	}
	return (answered);
}

/* benchctl hosts */
int
cmd_hosts(int argc, char **argv)
{
	struct cmd_hosts_all	 all;
	struct options		 options;
	struct output		*out;
	size_t			 answered, i;
	int			 status;

	memset(&options, 0, sizeof(options));
	status = options_parse(&options, &argc, argv, NULL, 0);
	if (status == OPTIONS_OK && argc > 1)
		status = options_usage("hosts", "what is '%s'?", argv[1]);
	if (status != OPTIONS_OK)
		return (status);
	memset(&all, 0, sizeof(all));
	all.n = options.nhosts > 0 ? options.nhosts : 1;
	if ((all.one = calloc(all.n, sizeof(*all.one))) == NULL)
		err(1, "memory");
	for (i = 0; i < all.n; i++) {
		all.one[i].all = &all;
		all.one[i].name = options.nhosts > 0 ? options.host[i] : NULL;
	}
	all.net = link_net_new();
	out = output_new(options.format, "hosts");
	answered = cmd_hosts_ask(&all, out);
	link_net_free(all.net);
	free(all.one);
	options_clear(&options);
	if (output_end(out) == -1 || answered == 0)
		return (OPTIONS_FAILED);
	return (answered == all.n ? OPTIONS_OK : OPTIONS_PARTIAL);
}
