/*
 * benchctl: main(): the table of commands, and nothing that a command knows.
 */
#include <stdio.h>
#include <string.h>

#include "client/cmd.h"
#include "client/options.h"
#include "proto/compat.h"
#include "proto/limits.h"

/* In the order of the manual. */
static const struct options_command benchctl_commands[] = {
	{ "keygen", "[-o format]",
	    "make your key, show its fingerprint", cmd_keygen },
	{ "known", "[-o format] [add HOST FINGERPRINT | remove HOST]",
	    "the hosts whose keys you trust", cmd_known },
	{ "hosts", "[-H host,... | -f fleet.conf] [-o format]",
	    "what hosts are doing now", cmd_hosts },
	{ "run", "[-H host,... | -f fleet.conf] [-p name=v1,v2,...]... [-n runs] "
	    "[-w warm-ups] [-b boots] [-s state,...] [--order O] [--seed N] "
	    "[--label k=v]... [--warmup k=v]... [--id ID] [--night N] "
	    "[--purpose P] [--quiet] [--dry-run] recipe",
	    "run a job, wait, show its table", cmd_run },
	{ "submit", "as run",
	    "give a job to hosts, and do not wait", cmd_submit },
	{ "pull", "[-H host,... | -f fleet.conf] [-a archive] [-j job]",
	    "the hosts' new results into the archive", cmd_pull },
	{ "import", "[-a archive] [--label k=v]... [--fact k=v]... "
	    "[--metric NAME:UNIT:lower|higher]... [--recipe NAME] file ...",
	    "foreign results in", cmd_import },
	{ "export", "[-a archive] [--where E] [--public]",
	    "everything out, as JSON lines with evidence", cmd_export },
	{ "compare", "--by FACTOR[=base,other,...] [--where E] "
	    "[--metric M,...] [--margin 1%] [--gate] | [--compat ministat] "
	    "[-C column] [-d delimiters] file file ...",
	    "a factor's levels, with intervals and a verdict", cmd_compare },
	{ "table", "[--rows F] [--columns F] [--where E] [--metric M,...]",
	    "tables of means, with speed-up and change", cmd_table }
};

/* All commands, a line each. */
static int
benchctl_help(FILE *out, int status)
{
	size_t	 i;

	fprintf(out, "usage: benchctl command [argument ...]\n");
	for (i = 0; i < nitems(benchctl_commands); i++)
		fprintf(out, "  %-9s %s\n", benchctl_commands[i].name,
		    benchctl_commands[i].what);
	return (status);
}

/* Find the command and hand over. */
int
main(int argc, char **argv)
{
	const struct options_command	*command;

	setprogname(argv[0]);
	options_commands(benchctl_commands, nitems(benchctl_commands));
	if (argc < 2)
		return (benchctl_help(stderr, OPTIONS_USAGE));
	if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 ||
	    strcmp(argv[1], "-h") == 0)
		return (benchctl_help(stdout, OPTIONS_OK));
	if (strcmp(argv[1], "--version") == 0) {
		printf("benchctl %s\n", BENCHD_VERSION);
		return (OPTIONS_OK);
	}
	if ((command = options_find(argv[1])) == NULL)
		return (OPTIONS_USAGE);
	return (command->run(argc - 1, argv + 1));
}
