/*
 * proc: how a row becomes a process.
 *
 * Knows fork, exec, descriptors, chroot, ids and signals; knows no process by
 * name and no message but log lines.
 */
#include <sys/socket.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/log.h"
#include "daemon/proc.h"
#include "proto/compat.h"

static struct {
	struct event_base	*base;
	struct ipc		*parent;
	int			 status;
	bool			 ending;
} proc;

/* Every signal as at a program's start, none blocked. */
static void
proc_signals_default(void)
{
	sigset_t	 none;
	int		 signo;

	for (signo = 1; signo < NSIG; signo++)
		signal(signo, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* In the child between fork and exec; does not return. */
static void
proc_exec(const char *const *argv, int link, int keep)
{
	/* Out of the way first: either may lie where the other must go. */
	if ((link = fcntl(link, F_DUPFD, 10)) == -1)
		_exit(126);
	if (keep != -1 && (keep = fcntl(keep, F_DUPFD, 10)) == -1)
		_exit(126);
	if (dup2(link, BENCHD_LINK_FD) == -1)
		_exit(126);
	if (keep == -1)
		close(BENCHD_KEEP_FD);
	else if (dup2(keep, BENCHD_KEEP_FD) == -1)
		_exit(126);
	closefrom(BENCHD_KEEP_FD + 1);
	proc_signals_default();
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

/* Start a child with a link to us. */
pid_t
proc_start(const char *const *argv, int keep, int *link)
{
	pid_t	 pid;
	int	 pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == -1)
		return (-1);
	fcntl(pair[0], F_SETFD, FD_CLOEXEC);
	fcntl(pair[1], F_SETFD, FD_CLOEXEC);
	if ((pid = fork()) == -1) {
		close(pair[0]);
		close(pair[1]);
		return (-1);
	}
	if (pid == 0)
		proc_exec(argv, pair[1], keep);
	close(pair[1]);
	*link = pair[0];
	return (pid);
}

/* A child's line goes to the parent. */
static void
proc_log(uint32_t level, const char *text)
{
	ipc_send(proc.parent, IPC_LOG, &level, sizeof(level), text,
	    strlen(text), -1);
	if (proc.ending)
		ipc_flush(proc.parent, 100);
}

/* Without the parent there is nothing to be done by a child. */
static void
proc_orphan(struct ipc *ipc, const char *why)
{
	(void)why;
	log_sink(NULL);
	ipc_free(ipc);
	proc.parent = NULL;
	_exit(proc.ending ? proc.status : 1);
}

/* Begin a child. */
void
proc_begin(const struct proc_role *role, const struct ipc_route *routes,
    size_t nroutes)
{
	struct event_config	*config;

	log_open(role->title, true, false);
	setproctitle("%s", role->title);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGINT, SIG_IGN);	/* of a terminal: the parent decides */
	signal(SIGTERM, SIG_IGN);
	if ((config = event_config_new()) == NULL)
		log_fatalx("memory");
	/* Nothing comes from the environment, not even the event loop's way. */
	event_config_set_flag(config, EVENT_BASE_FLAG_IGNORE_ENV);
	proc.base = event_base_new_with_config(config);
	event_config_free(config);
	if (proc.base == NULL)
		log_fatalx("event base");
	if ((proc.parent = ipc_new(proc.base, BENCHD_LINK_FD, PROC_PARENT,
	    routes, nroutes, proc_orphan)) == NULL)
		log_fatalx("link");
	log_sink(proc_log);
}

/* Become pw for good. */
static void
proc_drop(const char *name, uid_t uid, gid_t gid)
{
	if (setgroups(1, &gid) == -1 || setresgid(gid, gid, gid) == -1 ||
	    setresuid(uid, uid, uid) == -1)
		log_fatal("cannot become %s", name);
	/* Trust no return value: try the way back. */
	if (setuid(0) != -1 || seteuid(0) != -1 || setgid(0) != -1)
		log_fatalx("%s can still become root", name);
	if (getuid() != uid || geteuid() != uid || getgid() != gid ||
	    getegid() != gid || getgroups(0, NULL) > 1)
		log_fatalx("not %s", name);
}

/* Move to root; as root, make it the root directory and become user. */
void
proc_confine(const char *root, const char *user)
{
	struct passwd	*pw;
	uid_t		 uid;
	gid_t		 gid;

	proc.ending = true;	/* a fatal line is to be sent whole */
	uid = 0;
	gid = 0;
	if (geteuid() == 0) {
		if ((pw = getpwnam(user)) == NULL)
			log_fatalx("no user %s", user);
		if (pw->pw_uid == 0)
			log_fatalx("user %s is root", user);
		uid = pw->pw_uid;
		gid = pw->pw_gid;
		if (chroot(root) == -1)
			log_fatal("chroot %s", root);
		root = "/";
	}
	if (chdir(root) == -1)
		log_fatal("chdir %s", root);
	if (uid != 0)
		proc_drop(user, uid, gid);
	endpwent();
	proc.ending = false;
}

/* The process's event base. */
struct event_base *
proc_base(void)
{
	return (proc.base);
}

/* The link to the parent. */
struct ipc *
proc_parent(void)
{
	return (proc.parent);
}

/* Run until the end is asked for. */
int
proc_loop(void)
{
	if (event_base_dispatch(proc.base) == -1)
		log_fatalx("event loop");
	ipc_flush(proc.parent, 1000);
	return (proc.status);
}

/* Leave the loop once the present handler is done. */
void
proc_end(int status)
{
	proc.status = status;
	proc.ending = true;
	event_base_loopbreak(proc.base);
}
