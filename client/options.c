/*
 * options: the options that commands share.
 *
 * Knows lists of hosts and formats.  The table of commands is benchctl.c's,
 * which lends it for help and usage.
 */
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client/options.h"
#include "client/say.h"
#include "proto/near.h"

#define OPTIONS_ROWS_MAX	64

static struct {
	const struct options_command	*command;
	size_t				 n;
} options;

/* Lend the table; borrowed for good. */
void
options_commands(const struct options_command *command, size_t n)
{
	options.command = command;
	options.n = n;
}

/* A command; or NULL, with the nearest said. */
const struct options_command *
options_find(const char *name)
{
	struct near	 near;
	size_t		 i;

	near_init(&near, name);
	for (i = 0; i < options.n; i++) {
		if (strcmp(options.command[i].name, name) == 0)
			return (&options.command[i]);
		near_offer(&near, options.command[i].name);
	}
	if (near_best(&near) != NULL)
		say_error(NULL, "no command '%s'; did you mean '%s'?", name,
		    near_best(&near));
	else
		say_error(NULL, "no command '%s'", name);
	return (NULL);
}

/* Add one host; one that stands twice is asked once. */
static void
options_host(struct options *o, const char *name, size_t len)
{
	size_t	 i;
	char	*copy;

	if ((copy = strndup(name, len)) == NULL)
		err(1, "memory");
	for (i = 0; i < o->nhosts; i++)
		if (strcmp(o->host[i], copy) == 0) {
			free(copy);
			return;
		}
	o->host = reallocarray(o->host, o->nhosts + 1, sizeof(*o->host));
	if (o->host == NULL)
		err(1, "memory");
	o->host[o->nhosts++] = copy;
}

/* host,host,... */
static int
options_hosts(struct options *o, const char *list)
{
	size_t	 len;

	for (;; list += len + 1) {
		len = strcspn(list, ",");
		if (len == 0) {
			say_error(NULL, "-H: a name is missing");
			return (-1);
		}
		options_host(o, list, len);
		if (list[len] == '\0')
			return (0);
	}
}

/* A fleet's file: a host a line, # begins a comment. */
static int
options_fleet(struct options *o, const char *path)
{
	FILE	*file;
	size_t	 len;
	char	*at, line[1024];

	if ((file = fopen(path, "re")) == NULL) {
		say_error(path, "%s", strerror(errno));
		return (-1);
	}
	while (fgets(line, sizeof(line), file) != NULL) {
		at = line + strspn(line, " \t");
		len = strcspn(at, " \t\r\n#");
		if (len > 0)
			options_host(o, at, len);
	}
	fclose(file);
	if (o->nhosts > 0)
		return (0);
	say_error(path, "names no host");
	return (-1);
}

/* One option. */
int
options_take(struct options *o, int ch, const char *arg)
{
	switch (ch) {
	case 'H':
		return (options_hosts(o, arg));
	case 'f':
		return (options_fleet(o, arg));
	case 'a':
		o->archive = arg;
		return (0);
	case 'o':
		if (output_format(arg, &o->format))
			return (0);
		say_error(NULL, "-o: %s is not text, json, csv or md", arg);
		return (-1);
	}
	return (1);
}

/* Read all options. */
int
options_parse(struct options *o, int *argc, char **argv,
    const struct option_row *rows, size_t n)
{
	static const char	 letters[] = "Hfao";
	struct option_texts	 common[4];
	struct option_row	 all[OPTIONS_ROWS_MAX] = {
		{ 'H', "hosts", OPTION_TEXTS, &common[0], 0, 0 },
		{ 'f', "fleet", OPTION_TEXTS, &common[1], 0, 0 },
		{ 'a', "archive", OPTION_TEXTS, &common[2], 0, 0 },
		{ 'o', "output", OPTION_TEXTS, &common[3], 0, 0 }
	};
	char			 why[512];
	size_t			 i, t;

	memset(common, 0, sizeof(common));
	if (n > OPTIONS_ROWS_MAX - nitems(common))
		errx(1, "%s has too many options", argv[0]);
	for (i = 0; i < n; i++)
		all[nitems(common) + i] = rows[i];
	--*argc;
	if (option_parse(argc, argv + 1, all, n + nitems(common), why,
	    sizeof(why)) == -1)
		return (options_usage(argv[0], "%s", why));
	++*argc;
	for (i = 0; i < nitems(common); i++)
		for (t = 0; t < common[i].n; t++)
			if (options_take(o, letters[i],
			    common[i].text[t]) == -1)
				return (OPTIONS_USAGE);
	return (OPTIONS_OK);
}

/* Free what they hold. */
void
options_clear(struct options *o)
{
	size_t	 i;

	for (i = 0; i < o->nhosts; i++)
		free(o->host[i]);
	free(o->host);
	memset(o, 0, sizeof(*o));
}

/* What is wrong (NULL: getopt has said), and what would be right. */
int
options_usage(const char *name, const char *fmt, ...)
{
	const struct options_command	*command;
	va_list				 ap;
	char				 text[512];

	if (fmt != NULL) {
		va_start(ap, fmt);
		vsnprintf(text, sizeof(text), fmt, ap);
		va_end(ap);
		say_error(NULL, "%s: %s", name, text);
	}
	if ((command = options_find(name)) != NULL)
		fprintf(stderr, "usage: benchctl %s%s%s\n", name,
		    command->usage != NULL ? " " : "",
		    command->usage != NULL ? command->usage : "");
	return (OPTIONS_USAGE);
}
