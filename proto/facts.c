/*
 * facts: the one table of what is known of a host, and how it weighs.
 *
 * Pure: how a value is read is the probe's and osdep's matter.
 */
#include <string.h>
#include <strings.h>

#include "proto/facts.h"
#include "proto/compat.h"

#define FACTS_ANY	{ { NULL }, { NULL } }
#define FACTS_VERSION(name)	{ { name, "--version", NULL }, { NULL } }

static const struct facts_row facts_rows[] = {
	{ "os", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY, "", false },
	{ "release", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY, "", false },
	{ "osreldate", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY, "release", false },
	{ "arch", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY, "", false },
	{ "abi", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY, "arch", false },
	{ "bits", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY, "arch abi", false },
	{ "sched", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY, "", false },
	{ "kernel.ident", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY,
	    "sched release kernel kernel.rev", false },
	{ "kernel.version", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY,
	    "sched release kernel kernel.rev kernel.ident arch", false },
	{ "kernel.buildid", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY,
	    "sched release kernel kernel.rev kernel.ident arch", false },
	{ "kernel.file", FACTS_NOISE, FACTS_KERNEL, FACTS_ANY,
	    "sched release kernel kernel.rev kernel.ident", false },
	{ "kernel.debug", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY,
	    "kernel.ident", false },
	{ "kernel.conf", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY,
	    "sched release kernel kernel.rev kernel.ident arch", false },
	{ "preempt", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY, "kernel.ident",
	    false },
	{ "hz", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY, "kernel.ident", false },
	{ "cpu.model", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY, "machine",
	    false },
	{ "cpu.count", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY,
	    "machine ncpu cpu.smt", false },
	{ "cpu.smt", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY, "machine", false },
	{ "cpu.ucode", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY, "machine", false },
	{ "cpu.freq", FACTS_NOISE, FACTS_KERNEL, FACTS_ANY, "machine", false },
	{ "cpu.governor", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY, "machine",
	    false },
	{ "cpu.turbo", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY, "machine", false },
	{ "mem", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY, "machine", false },
	{ "virt", FACTS_BREAKS, FACTS_KERNEL, FACTS_ANY, "machine", false },
	{ "mitigations", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY,
	    "kernel.ident release", false },
	{ "timer", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY, "kernel.ident",
	    false },
	{ "clock", FACTS_LOOK, FACTS_KERNEL, FACTS_ANY, "kernel.ident",
	    false },
	{ "cc", FACTS_BREAKS, FACTS_TOOL, FACTS_VERSION("cc"), "release",
	    false },
	{ "ld", FACTS_LOOK, FACTS_TOOL, FACTS_VERSION("ld"), "release cc",
	    false },
	{ "make", FACTS_LOOK, FACTS_TOOL, { { "make", "--version", NULL },
	    { "make", "-V", "MAKE_VERSION", NULL } },
	    "release", false },
	{ "sysbench", FACTS_BREAKS, FACTS_TOOL, FACTS_VERSION("sysbench"),
	    "release", false },
	{ "benchload", FACTS_BREAKS, FACTS_TOOL, FACTS_VERSION("benchload"),
	    "cc release arch abi", false },
	{ "boot.id", FACTS_NOISE, FACTS_KERNEL, FACTS_ANY, "", false },
	{ "quiet", FACTS_BREAKS, FACTS_RUN, FACTS_ANY, "", false },
	{ "src.rev", FACTS_BREAKS, FACTS_RUN, FACTS_ANY, "", false },
	{ "src.dirty", FACTS_BREAKS, FACTS_RUN, FACTS_ANY, "src.rev", false },
	{ "kernel.rev", FACTS_BREAKS, FACTS_RUN, FACTS_ANY, "", false },
	{ "recipe.work", FACTS_BREAKS, FACTS_RUN, FACTS_ANY, "", false }
};

/* Row i. */
const struct facts_row *
facts_row(size_t i)
{
	return (i < nitems(facts_rows) ? &facts_rows[i] : NULL);
}

/* The row of a key. */
const struct facts_row *
facts_find(const char *key)
{
	size_t	 i;

	for (i = 0; i < nitems(facts_rows); i++)
		if (strcmp(facts_rows[i].key, key) == 0)
			return (&facts_rows[i]);
	return (NULL);
}

/* Does the factor bring this fact along? */
bool
facts_is_implied(const struct facts_row *row, const char *factor)
{
	const char	*at;
	size_t		 len;

	if (strcmp(row->key, factor) == 0)
		return (true);
	len = strlen(factor);
	for (at = row->implied_by; *at != '\0'; at += strspn(at, " ")) {
		if (strncmp(at, factor, len) == 0 &&
		    (at[len] == ' ' || at[len] == '\0'))
			return (true);
		at += strcspn(at, " ");
	}
	return (false);
}

/* Does the key look as if its value were a secret? */
bool
facts_is_secret(const char *key)
{
	static const char *const	 words[] = {
		"passw", "passphrase", "secret", "token", "credential",
		"private", "psk", "apikey", "api_key", "access_key", "_key",
		"key_", "wpa", "auth"
	};
	size_t				 i;

	for (i = 0; i < nitems(words); i++)
		if (strcasestr(key, words[i]) != NULL)
			return (true);
	return (strcasecmp(key, "key") == 0);
}
