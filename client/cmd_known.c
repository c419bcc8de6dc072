/*
 * cmd_known: the hosts whose keys this person trusts.
 */
#include <stdio.h>
#include <string.h>

#include "client/address.h"
#include "client/cmd.h"
#include "client/home.h"
#include "client/known.h"
#include "client/options.h"
#include "client/say.h"

static const struct output_column cmd_known_columns[] = {
	{ "host", "HOST", OUTPUT_LEFT },
	{ "port", "PORT", OUTPUT_RIGHT },
	{ "fingerprint", "KEY", OUTPUT_LEFT },
};

/* All of them. */
static int
cmd_known_list(const char *path, enum output_format format)
{
	struct known	 known;
	struct output	*out;
	size_t		 i;

	if (known_read(&known, path) == -1)
		return (OPTIONS_FAILED);
	out = output_new(format, "known");
	output_table(out, "known", cmd_known_columns,
	    nitems(cmd_known_columns));
	for (i = 0; i < known.n; i++) {
		output_row(out);
		output_text(out, known.host[i].name);
		output_int(out, known.host[i].port);
		output_text(out, known.host[i].fingerprint);
	}
	if (known.n == 0)
		output_note(out, "no host is known; the first connection to "
		    "one asks");
	known_clear(&known);
	return (output_end(out) == 0 ? OPTIONS_OK : OPTIONS_FAILED);
}

/* Set one, or remove it (NULL). */
static int
cmd_known_set(const char *path, const char *host, const char *fingerprint)
{
	struct address	 address;
	const char	*why;

	if ((why = address_read(host, &address)) != NULL || address.local) {
		say_error(host, "%s", why != NULL ? why :
		    "a socket has no key");
		return (OPTIONS_USAGE);
	}
	if (fingerprint != NULL && !tls_key_is_fingerprint(fingerprint)) {
		say_error(host, "'%s' is no fingerprint: SHA256: and 43 "
		    "characters, as the host's log says", fingerprint);
		return (OPTIONS_USAGE);
	}
	switch (known_update(path, address.name, address.port, fingerprint)) {
	case 0:
		return (OPTIONS_OK);
	case 1:
		say_error(host, "is not known (port %d)", address.port);
		return (OPTIONS_FAILED);
	}
	return (OPTIONS_FAILED);
}

/* benchctl known [add HOST FINGERPRINT | remove HOST] */
int
cmd_known(int argc, char **argv)
{
	struct options	 options;
	int		 status;
	char		 path[1024];

	memset(&options, 0, sizeof(options));
	status = options_parse(&options, &argc, argv, NULL, 0);
	if (status != OPTIONS_OK)
		return (status);
	if (home_path("known_hosts", path, sizeof(path)) == -1)
		return (OPTIONS_FAILED);
	if (argc == 1)
		return (cmd_known_list(path, options.format));
	if (argc == 4 && strcmp(argv[1], "add") == 0)
		return (cmd_known_set(path, argv[2], argv[3]));
	if (argc == 3 && strcmp(argv[1], "remove") == 0)
		return (cmd_known_set(path, argv[2], NULL));
	return (options_usage("known", "not: %s", argv[1]));
}
