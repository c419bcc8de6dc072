/*
 * cmd_keygen: this person's key, made once, and the line that lets it in.
 */
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client/cmd.h"
#include "client/home.h"
#include "client/options.h"
#include "client/say.h"
#include "proto/tls_key.h"

static const struct output_column cmd_keygen_columns[] = {
	{ "fingerprint", "YOUR KEY", OUTPUT_LEFT },
	{ "file", "FILE", OUTPUT_LEFT },
	{ "made", NULL, OUTPUT_LEFT },
};

/* Who we are on this machine, for the line's last word. */
static void
cmd_keygen_name(char *name, size_t size)
{
	const struct passwd	*pw;
	char			 host[128];

	pw = getpwuid(getuid());
	if (gethostname(host, sizeof(host)) == -1)
		strlcpy(host, "?", sizeof(host));
	host[sizeof(host) - 1] = '\0';
	snprintf(name, size, "%s@%s", pw != NULL ? pw->pw_name : "?", host);
}

/* The key that is there, or a fresh one; NULL having said why. */
static struct tls_key *
cmd_keygen_key(const char *path, bool *made)
{
	struct tls_key	*key;

	*made = false;
	if ((key = tls_key_load(path)) != NULL)
		return (key);
	if (errno != ENOENT) {
		say_error(path, "%s", errno == EINVAL ?
		    "holds no Ed25519 key" : errno == EACCES ?
		    "others can read it; chmod 600, or move it away" :
		    strerror(errno));
		return (NULL);
	}
	if ((key = tls_key_new()) == NULL ||
	    tls_key_save(key, path) == -1) {
		say_error(path, "%s", strerror(errno));
		tls_key_free(key);
		return (NULL);
	}
	*made = true;
	return (key);
}

/* benchctl keygen */
int
cmd_keygen(int argc, char **argv)
{
	struct options	 options;
	struct output	*out;
	struct tls_key	*key;
	bool		 made;
	int		 status;
	char		 name[384], path[1024];
	char		 print[TLS_FINGERPRINT_BYTES];

	memset(&options, 0, sizeof(options));
	status = options_parse(&options, &argc, argv, NULL, 0);
	if (status == OPTIONS_OK && argc > 1)
		status = options_usage("keygen", "what is '%s'?", argv[1]);
	if (status != OPTIONS_OK)
		return (status);
	if (home_path("key", path, sizeof(path)) == -1 ||
	    (key = cmd_keygen_key(path, &made)) == NULL)
		return (OPTIONS_FAILED);
	tls_key_fingerprint(key, print);
	tls_key_free(key);
	cmd_keygen_name(name, sizeof(name));
	out = output_new(options.format, "keygen");
	output_table(out, "keys", cmd_keygen_columns,
	    nitems(cmd_keygen_columns));
	output_row(out);
	output_text(out, print);
	output_text(out, path);
	output_shown(out, json_boolean(made), made ? "now" : "before");
	output_note(out, "a host lets it in by this line in its clients file: "
	    "submit %s %s", print, name);
	return (output_end(out) == 0 ? OPTIONS_OK : OPTIONS_FAILED);
}
