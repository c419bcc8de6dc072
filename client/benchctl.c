/*
 * benchctl: main(): the table of commands, and nothing that a command knows.
 */
#include <stdio.h>
#include <string.h>

#include "client/cmd.h"
#include "client/options.h"
#include "proto/compat.h"
#include "proto/limits.h"

#define BENCHCTL_HOSTS	"[-H host,... | -f fleet.conf]"

/* In the order of the manual. */
static const struct options_command benchctl_commands[] = {
	{ "keygen", "[-o format]",
	    "make your key, show its fingerprint", cmd_keygen },
	{ "known", "[-o format] [add HOST FINGERPRINT | remove HOST]",
	    "the hosts whose keys you trust", cmd_known },
	{ "hosts", BENCHCTL_HOSTS " [-o format]",
	    "what hosts are doing now", cmd_hosts },
	{ "recipes", BENCHCTL_HOSTS " [recipe]",
	    "what hosts can be asked to run", cmd_recipes },
	{ "facts", BENCHCTL_HOSTS " [diff A B]",
	    "kernel, processor, compiler of hosts", cmd_facts },
	{ "run", BENCHCTL_HOSTS " [-p name=v1,v2,...]... [-n runs] "
	    "[-w warm-ups] [-b boots] [-s state,...] [--order O] [--seed N] "
	    "[--label k=v]... [--warmup k=v]... [--id ID] [--night N] "
	    "[--purpose P] [--quiet] [--dry-run] recipe",
	    "run a job, wait, show its table", cmd_run },
	{ "submit", "[as run] recipe",
	    "give a job to hosts, and do not wait", cmd_submit },
	{ "jobs", BENCHCTL_HOSTS " [--state S] [--all] [job]",
	    "jobs, or one job's cells and what they lack", cmd_jobs },
	{ "watch", BENCHCTL_HOSTS " job",
	    "wait for a job, show its table", cmd_watch },
	{ "cancel", BENCHCTL_HOSTS " job",
	    "end a job, and its present run", cmd_cancel },
	{ "retry", BENCHCTL_HOSTS " job",
	    "run what a job lacks", cmd_retry },
	{ "log", "[-H host] [--steps] job/n | job/host/n",
	    "what a run printed", cmd_log },
	{ "host", BENCHCTL_HOSTS " pause [--why W] | resume",
	    "let no further run begin, or let them", cmd_host },
	{ "pull", BENCHCTL_HOSTS " [-a archive] [-j job]",
	    "the hosts' new results into the archive", cmd_pull },
	{ "import", "[-a archive] [--recipe NAME] [--host NAME] "
	    "[--label k=v]... [--fact k=v]... "
	    "[--metric NAME:UNIT:lower|higher|none]... "
	    "[--as COLUMN=NAME]... file ...",
	    "foreign results in", cmd_import },
	{ "export", "[-a archive] [--where E] [--public]",
	    "everything out, as JSON lines with evidence", cmd_export },
	{ "runs", "[-a archive] [--where E] [--metric M,...]",
	    "single runs, all samples", cmd_runs },
	{ "compare", "--by FACTOR[=base,other,...] [--where E] "
	    "[--metric M,...] [--best P,...] [--margin 1%] [--gate] | "
	    "[--compat ministat] [-C column] [-d delimiters] file file ...",
	    "a factor's levels, with intervals and a verdict", cmd_compare },
	{ "table", "[--rows F[=level,...]] [--columns F[=level,...]] "
	    "[--where E] [--metric M,...]",
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
