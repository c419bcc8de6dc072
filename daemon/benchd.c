/*
 * benchd: main(): options, the table of roles, and how to be a daemon.
 */
#include <sys/stat.h>

#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/benchd.h"
#include "daemon/clients.h"
#include "daemon/conf.h"
#include "daemon/parent.h"
#include "daemon/proc.h"
#include "proto/compat.h"
#include "proto/limits.h"

#ifndef BENCHD_CONF
#define BENCHD_CONF	"/usr/local/etc/benchd.conf"
#endif

/* A role that is not here cannot be started. */
static const struct {
	const char	*title;
	int		(*entry)(const char *root, const char *user);
} benchd_roles[] = {
	{ "front", front_main },
	{ "engine", engine_main },
	{ "probe", probe_main },
	{ "cleaner", cleaner_main }
};

/* How to call us. */
static void
benchd_usage(void)
{
	fprintf(stderr, "usage: benchd [-dnv] [-f file]\n");
	exit(2);
}

/* Become a child: benchd -R role [root user]. */
static int
benchd_role(int argc, char **argv, char **envp)
{
	char	*root, *user;
	size_t	 i;
	int	 status;

	for (i = 0; argc >= 3 && i < nitems(benchd_roles); i++)
		if (strcmp(argv[2], benchd_roles[i].title) == 0)
			break;
	if (argc < 3 || i == nitems(benchd_roles))
		benchd_usage();
	/* Copies: the process's title is written over the arguments. */
	root = strdup(argc > 3 ? argv[3] : "/");
	user = strdup(argc > 4 ? argv[4] : "nobody");
	if (root == NULL || user == NULL)
		errx(1, "memory");
	compat_setproctitle_init(argc, argv, envp);
	status = benchd_roles[i].entry(root, user);
	free(root);
	free(user);
	return (status);
}

struct benchd_clients {
	const char	*path;
	size_t		 faults;
};

/* A line of the clients file that would let nobody in. */
static void
benchd_check_client(int line, const char *what, void *arg)
{
	struct benchd_clients	*c;

	c = arg;
	c->faults++;
	fprintf(stderr, "%s:%d: %s\n", c->path, line, what);
}

/* The clients file's faults, said; one that is not there lists nobody. */
static size_t
benchd_check_clients(const char *path)
{
	struct benchd_clients	 c = { path, 0 };
	size_t			 len;
	FILE			*file;
	char			*text;

	if (path == NULL || (file = fopen(path, "re")) == NULL)
		return (0);
	if ((text = malloc(LIMIT_IPC_BYTES)) == NULL)
		errx(1, "memory");
	len = fread(text, 1, LIMIT_IPC_BYTES, file);
	fclose(file);
	clients_free(clients_read(text, len, benchd_check_client, &c));
	free(text);
	return (c.faults);
}

/* Check the configuration: all faults, or what is meant. */
static int
benchd_check(const char *path)
{
	struct conf_faults	 faults;
	struct conf		*conf;
	char			*text;
	size_t			 i, n;

	conf = conf_load(path, &faults);
	for (i = 0; i < faults.n; i++)
		fprintf(stderr, "%s\n", faults.text[i]);
	n = faults.n + benchd_check_clients(conf != NULL ? conf->clients :
	    NULL);
	if (conf == NULL || n != 0) {
		fprintf(stderr, "%zu fault%s, nothing started\n", n,
		    n == 1 ? "" : "s");
		conf_free(conf);
		conf_faults_clear(&faults);
		return (1);
	}
	if ((text = conf_print(conf)) == NULL)
		errx(1, "memory");
	fputs(text, stdout);
	free(text);
	conf_free(conf);
	return (fflush(stdout) == 0 ? 0 : 1);
}

/* Leave the terminal.  The first process waits for a byte: we are ready. */
static int
benchd_daemonize(void)
{
	char	 byte;
	int	 null, pair[2];

	if (pipe(pair) == -1)
		err(1, "pipe");
	switch (fork()) {
	case -1:
		err(1, "fork");
	case 0:
		break;
	default:
		close(pair[1]);
		if (read(pair[0], &byte, 1) == 1)
			_exit(0);
		fprintf(stderr, "benchd: not started; the log says why\n");
		_exit(1);
	}
	close(pair[0]);
	setsid();
	if ((null = open("/dev/null", O_RDWR)) == -1)
		err(1, "/dev/null");
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	if (null > STDERR_FILENO)
		close(null);
	if (chdir("/") == -1)
		err(1, "/");
	fcntl(pair[1], F_SETFD, FD_CLOEXEC);
	return (pair[1]);
}

/* See that 0, 1 and 2 are open: what we open later must not land there. */
static void
benchd_stdio(void)
{
	int	 fd;

	while ((fd = open("/dev/null", O_RDWR)) != -1 && fd <= STDERR_FILENO)
		continue;
	if (fd != -1)
		close(fd);
}

/* Options, and then the parent. */
int
main(int argc, char **argv, char **envp)
{
	struct parent_options	 options = { BENCHD_CONF, false, false, -1 };
	char			*path;
	bool			 check;
	int			 ch;

	benchd_stdio();
	setprogname(argv[0]);
	if (argc > 1 && strcmp(argv[1], "-R") == 0)
		return (benchd_role(argc, argv, envp));
	check = false;
	while ((ch = getopt(argc, argv, "df:nv")) != -1)
		switch (ch) {
		case 'd':
			options.foreground = true;
			break;
		case 'f':
			options.conf_path = optarg;
			break;
		case 'n':
			check = true;
			break;
		case 'v':
			options.verbose = true;
			break;
		default:
			benchd_usage();
		}
	if (argc != optind)
		benchd_usage();
	if (check)
		return (benchd_check(options.conf_path));
	if ((path = realpath(options.conf_path, NULL)) == NULL)
		err(1, "%s", options.conf_path);
	options.conf_path = path;
	compat_setproctitle_init(argc, argv, envp);
	if (!options.foreground)
		options.report_fd = benchd_daemonize();
	return (parent_main(&options));
}
