/*
 * probe: collects facts by the table, once, and is gone.
 *
 * Root, for what only root may read; what must be run is run as the daemon's
 * user, with nothing but a path in its environment, and is waited for a few
 * seconds at most.
 */
#include <sys/wait.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/facts.h"
#include "daemon/log.h"
#include "daemon/osdep.h"
#include "daemon/proc.h"
#include "proto/compat.h"

#define PROBE_VALUE_BYTES	256
#define PROBE_TOOL_MS		5000

static const struct proc_role probe_role = {
	"probe", PROC_PROBE, NULL
};

/* In the child: become user and run the tool with its output in fd. */
static void
probe_exec(const char *const *tool, const struct passwd *pw, int fd)
{
	char	 path[] = "PATH=/bin:/usr/bin:/usr/local/bin:/sbin:/usr/sbin";
	char	 locale[] = "LC_ALL=C";
	char	*env[] = { path, locale, NULL };
	int	 null;

	if ((null = open("/dev/null", O_RDWR)) == -1)
		_exit(127);
	dup2(null, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	closefrom(STDERR_FILENO + 1);
	if (pw != NULL && (setgroups(1, &pw->pw_gid) == -1 ||
	    setresgid(pw->pw_gid, pw->pw_gid, pw->pw_gid) == -1 ||
	    setresuid(pw->pw_uid, pw->pw_uid, pw->pw_uid) == -1 ||
	    setuid(0) == 0))
		_exit(127);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	environ = env;
	if (chdir("/") == -1)
		_exit(127);
	execvp(tool[0], (char *const *)(uintptr_t)tool);
	_exit(127);
}

/* Read what comes; false when the time was over before its end. */
static bool
probe_read(int fd, char *text, size_t size)
{
	struct pollfd	 pfd;
	char		 drain[512];
	ssize_t		 n;
	size_t		 len;

	len = 0;
	pfd.fd = fd;
	pfd.events = POLLIN;
	while (poll(&pfd, 1, PROBE_TOOL_MS) > 0) {
		n = len < size - 1 ? read(fd, text + len, size - 1 - len) :
		    read(fd, drain, sizeof(drain));
		if (n <= 0) {
			text[len] = '\0';
			return (true);
		}
		if (len < size - 1)
			len += (size_t)n;
	}
	text[len] = '\0';
	return (false);
}

/* The first line that a tool prints; -1 where there is no such tool. */
static int
probe_tool(const char *const *tool, const struct passwd *pw, char *value,
    size_t size)
{
	pid_t	 pid;
	int	 pair[2], status;

	if (pipe(pair) == -1)
		return (-1);
	if ((pid = fork()) == -1) {
		close(pair[0]);
		close(pair[1]);
		return (-1);
	}
	if (pid == 0)
		probe_exec(tool, pw, pair[1]);
	close(pair[1]);
	if (!probe_read(pair[0], value, size))
		kill(pid, SIGKILL);
	close(pair[0]);
	if (waitpid(pid, &status, 0) == -1)
		return (-1);
	value[strcspn(value, "\r\n")] = '\0';
	return (WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
	    value[0] != '\0' ? 0 : -1);
}

/* One fact's value by its source; -1 where it has none. */
static int
probe_fact(const struct facts_row *row, const struct passwd *pw, char *value,
    size_t size)
{
	size_t	 i;

	if (row->source == FACTS_KERNEL)
		return (osdep_fact(row->key, value, size));
	for (i = 0; i < nitems(row->tool) && row->tool[i][0] != NULL; i++)
		if (probe_tool(row->tool[i], pw, value, size) == 0)
			return (0);
	return (-1);
}

/* Add one fact; a value is never empty. */
static void
probe_add(char **strings, size_t *len, const char *key, const char *value)
{
	if (ipc_string_add(strings, len, key) == -1 ||
	    ipc_string_add(strings, len, value) == -1)
		log_fatalx("memory");
}

/* Collect all facts that belong to the host, and go. */
int
probe_main(const char *root, const char *user)
{
	const struct facts_row	*row;
	const struct passwd	*pw;
	char			 value[PROBE_VALUE_BYTES];
	char			*strings;
	size_t			 i, len;

	(void)root;
	proc_begin(&probe_role, NULL, 0);
	pw = geteuid() == 0 ? getpwnam(user) : NULL;
	if (geteuid() == 0 && pw == NULL)
		log_fatalx("no user %s", user);
	strings = NULL;
	len = 0;
	for (i = 0; (row = facts_row(i)) != NULL; i++) {
		if (row->source != FACTS_RUN &&
		    probe_fact(row, pw, value, sizeof(value)) == 0)
			probe_add(&strings, &len, row->key, value);
	}
	ipc_send(proc_parent(), IPC_PROBED, strings, len, NULL, 0, -1);
	free(strings);
	return (ipc_flush(proc_parent(), 5000) == 0 ? 0 : 1);
}
