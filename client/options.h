/*
 * options: what every command understands, and how commands are called.
 */
#ifndef CLIENT_OPTIONS_H
#define CLIENT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "client/option.h"
#include "client/output.h"
#include "proto/compat.h"

/* How benchctl ends; the first that holds. */
enum options_exit {
	OPTIONS_OK = 0,
	OPTIONS_USAGE = 2,
	OPTIONS_FAILED = 1,	/* a run failed, or nothing could be done */
	OPTIONS_REGRESSION = 3,
	OPTIONS_PARTIAL = 4	/* some hosts did not answer */
};

struct options {
	char			**host;		/* none: the local socket */
	size_t			 nhosts;
	const char		*archive;	/* NULL: home */
	enum output_format	 format;
};

/* One command: its name, what follows it, what it does. */
struct options_command {
	const char	*name;
	const char	*usage;		/* "[-H host,...] RECIPE"; NULL none */
	const char	*what;		/* in a line */
	int		 (*run)(int argc, char **argv);	/* argv[0] its name */
};

/*
 * Take one of the common options: 0, 1 where ch is none of them, -1 having
 * said what is wrong with it.
 */
int	 options_take(struct options *, int ch, const char *arg);
/*
 * Read a command's own options, by its rows, and the common ones.  argv[0] is
 * the command's name; what is none stays in argv[1..*argc).  OPTIONS_OK, or
 * what to end with, having said what is wrong.
 */
int	 options_parse(struct options *, int *argc, char **argv,
	    const struct option_row *, size_t n);
void	 options_clear(struct options *);
/* Say what is wrong, how the command is called; returns OPTIONS_USAGE. */
int	 options_usage(const char *command, const char *, ...)
	    __printflike(2, 3);

/* The table of commands, which benchctl.c holds. */
const struct options_command *options_find(const char *name);
void	 options_commands(const struct options_command *, size_t n);

#endif
