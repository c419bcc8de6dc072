/*
 * parent: the process that is root: start, signals, stop.
 *
 * Reads no network byte and no database, and takes no name or path from a
 * child.  What a run is made of lies in parent_run.c, its children in
 * parent_child.c.
 */
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <errno.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/log.h"
#include "daemon/osdep.h"
#include "daemon/parent.h"
#include "proto/compat.h"

static struct parent	 parent = {
	.pid_fd = -1, .lock_fd = -1, .report_fd = -1
};

/* The one of this process. */
struct parent *
parent_self(void)
{
	return (&parent);
}

/* Somebody of ours has ended: it may be several at once. */
static void
parent_sigchld(evutil_socket_t signo, short what, void *arg)
{
	struct rusage	 ru;
	pid_t		 pid;
	int		 status;

	(void)signo;
	(void)what;
	(void)arg;
	while ((pid = wait4(-1, &status, WNOHANG, &ru)) > 0) {
		parent_judge_death(&parent, pid, &ru);
		if (parent_child_reaped(&parent, pid, status))
			continue;
		if (parent_task_reaped(&parent, parent.restore, pid, status))
			continue;
		parent_run_reaped(&parent, pid, status);
	}
}

/*
 * Addresses, paths and user change with a restart only: the ones in use go
 * from the old configuration to the new one, in exchange for those that wait.
 */
static void
parent_keep_fixed(struct conf *was, struct conf *fresh)
{
	struct conf	 waits;

	waits = *fresh;
	fresh->listen = was->listen;
	fresh->nlistens = was->nlistens;
	fresh->socket = was->socket;
	fresh->pidfile = was->pidfile;
	fresh->dbdir = was->dbdir;
	fresh->user = was->user;
	fresh->machine_lock = was->machine_lock;
	was->listen = waits.listen;
	was->nlistens = waits.nlistens;
	was->socket = waits.socket;
	was->pidfile = waits.pidfile;
	was->dbdir = waits.dbdir;
	was->user = waits.user;
	was->machine_lock = waits.machine_lock;
}

/* Read the configuration again; with a fault in it the old one holds on. */
static void
parent_reload(evutil_socket_t signo, short what, void *arg)
{
	struct conf_faults	 faults;
	struct conf		*conf;
	char			*clients, *text;
	size_t			 i;

	(void)signo;
	(void)what;
	(void)arg;
	text = NULL;
	clients = NULL;
	conf = conf_load(parent.options.conf_path, &faults);
	for (i = 0; i < faults.n; i++)
		log_warnx("%s", faults.text[i]);
	if (conf == NULL || faults.n != 0 ||
	    (text = conf_print(conf)) == NULL) {
		log_warnx("not reloaded: the old configuration holds");
		conf_free(conf);
		conf_faults_clear(&faults);
		return;
	}
	conf_faults_clear(&faults);
	parent_keep_fixed(parent.conf, conf);
	parent_run_keep_conf(&parent);
	parent.conf = conf;
	free(parent.conf_text);
	parent.conf_text = text;
	if (parent_files_clients(&parent, &clients) == 0) {
		free(parent.clients);
		parent.clients = clients;
	}
	parent_child_configure(&parent, PROC_ENGINE);
	parent_child_configure(&parent, PROC_FRONT);
	log_info("configuration read again");
}

/* SIGTERM, or SIGINT in the foreground. */
static void
parent_term(evutil_socket_t signo, short what, void *arg)
{
	(void)what;
	(void)arg;
	log_info("signal %d: stopping", (int)signo);
	parent_stop(&parent);
}

/* The time for a stop is over. */
static void
parent_stop_late(evutil_socket_t fd, short what, void *arg)
{
	size_t	 id;

	(void)fd;
	(void)what;
	(void)arg;
	log_warnx("the stop takes too long: killing what is left");
	for (id = 0; id < PROC_MAX; id++)
		if (parent.child[id].pid != 0)
			kill(parent.child[id].pid, SIGKILL);
	parent_task_sweep(&parent);
	event_base_loopbreak(parent.base);
}

/* Ask for the end: first the run, then the children, then we. */
void
parent_stop(struct parent *self)
{
	struct timeval	 tv = { LIMIT_STOP_S - 1, 500000 };

	if (self->stopping)
		return;
	self->stopping = true;
	evtimer_add(self->stop_timer, &tv);
	parent_run_end(self, PARENT_END_INTERRUPT, "benchd was stopped");
	/* What is not put back now is, at the next start: no two may do it. */
	parent_task_stop(self, self->restore);
	parent_stop_check(self);
}

/* The same, where nobody asked for it. */
void
parent_fail(struct parent *self)
{
	self->failed = true;
	parent_stop(self);
}

/* Go on with a stop: each step waits for the one before. */
void
parent_stop_check(struct parent *self)
{
	if (!self->stopping || self->run != NULL || self->restore != NULL)
		return;
	/* The engine first: its last answers still have a way out. */
	if (self->child[PROC_ENGINE].ipc != NULL) {
		ipc_send(self->child[PROC_ENGINE].ipc, IPC_STOP, NULL, 0, NULL,
		    0, -1);
		if (self->child[PROC_ENGINE].pid != 0)
			return;
	}
	if (self->child[PROC_FRONT].pid != 0) {
		ipc_send(self->child[PROC_FRONT].ipc, IPC_STOP, NULL, 0, NULL,
		    0, -1);
		return;
	}
	event_base_loopbreak(self->base);
}

/* Who and where this host is. */
static int
parent_host(void)
{
	struct ipc_host	*host;
	int		 ncpu;

	host = &parent.host;
	if (gethostname(host->name, sizeof(host->name) - 1) == -1)
		strlcpy(host->name, "localhost", sizeof(host->name));
	if (parent.conf->machine != NULL)
		strlcpy(host->machine, parent.conf->machine,
		    sizeof(host->machine));
	else if (osdep_machine_uuid(host->machine, sizeof(host->machine)) ==
	    -1)
		host->machine_marked = 1;
	if (osdep_boot_id(host->boot, sizeof(host->boot)) == -1) {
		log_warn("the kernel has no boot id");
		return (-1);
	}
	ncpu = osdep_ncpu();
	host->ncpu = ncpu > 0 ? (uint32_t)ncpu : 1;
	return (0);
}

/*
 * As whom front and engine run.  In the foreground, where somebody looks on,
 * nobody does as well.
 */
static int
parent_who(const struct parent_options *options)
{
	parent.user = parent.conf->user;
	if (geteuid() != 0 || getpwnam(parent.user) != NULL)
		return (0);
	if (!options->foreground) {
		log_warnx("no user %s", parent.user);
		return (-1);
	}
	log_info("no user %s: front and engine run as nobody", parent.user);
	parent.user = "nobody";
	return (0);
}

/* Read the configuration; all faults are said. */
static int
parent_configure(const struct parent_options *options)
{
	struct conf_faults	 faults;
	size_t			 i;

	parent.options = *options;
	parent.conf = conf_load(options->conf_path, &faults);
	for (i = 0; i < faults.n; i++)
		log_warnx("%s", faults.text[i]);
	if (parent.conf == NULL || faults.n != 0)
		return (-1);
	conf_faults_clear(&faults);
	if ((parent.conf_text = conf_print(parent.conf)) == NULL)
		return (-1);
	return (parent_who(options));
}

/* Where our own program and the runner lie. */
static int
parent_paths(void)
{
	static const char *const places[] = {
		"%.*s/benchd-runner", "%.*s/../libexec/benchd/benchd-runner"
	};
	char	*slash;
	size_t	 i;

	if (osdep_self_path(parent.self, sizeof(parent.self)) == -1 ||
	    (slash = strrchr(parent.self, '/')) == NULL) {
		log_warn("where our program lies");
		return (-1);
	}
	for (i = 0; i < nitems(places); i++) {
		snprintf(parent.runner, sizeof(parent.runner), places[i],
		    (int)(slash - parent.self), parent.self);
		if (access(parent.runner, X_OK) == 0)
			return (0);
	}
	log_warnx("no benchd-runner beside %s or in libexec/benchd",
	    parent.self);
	return (-1);
}

/* The event loop and what wakes it. */
static int
parent_events(void)
{
	static const struct {
		int	 signo;
		void	(*handler)(evutil_socket_t, short, void *);
	} rows[] = {
		{ SIGCHLD, parent_sigchld },
		{ SIGHUP, parent_reload },
		{ SIGTERM, parent_term },
		{ SIGINT, parent_term }
	};
	struct event_config	*config;
	size_t			 i;

	signal(SIGPIPE, SIG_IGN);
	if ((config = event_config_new()) == NULL)
		return (-1);
	event_config_set_flag(config, EVENT_BASE_FLAG_IGNORE_ENV);
	parent.base = event_base_new_with_config(config);
	event_config_free(config);
	if (parent.base == NULL)
		return (-1);
	for (i = 0; i < nitems(rows); i++) {
		parent.signals[i] = evsignal_new(parent.base, rows[i].signo,
		    rows[i].handler, NULL);
		if (parent.signals[i] == NULL ||
		    event_add(parent.signals[i], NULL) == -1)
			return (-1);
	}
	parent.stop_timer = evtimer_new(parent.base, parent_stop_late, NULL);
	return (parent.stop_timer != NULL ? 0 : -1);
}

/* What a killed daemon left: processes by their tag, trees by the journal. */
static void
parent_undo(void)
{
	char	 tag[16];
	int	 n;

	if (osdep_reaper() == -1)
		log_warn("cannot be the reaper of our descendants");
	parent_files_tag(&parent, tag, sizeof(tag));
	if ((n = osdep_tag_kill(tag)) > 0)
		log_info("ended %d processes of a former run", n);
	parent_restore_next(&parent);
}

/* Free what the process holds, so that a leak can be told from a habit. */
static void
parent_clear(void)
{
	size_t	 i;

	for (i = 0; i < nitems(parent.signals); i++)
		if (parent.signals[i] != NULL)
			event_free(parent.signals[i]);
	if (parent.stop_timer != NULL)
		event_free(parent.stop_timer);
	for (i = 0; i < PROC_MAX; i++)
		ipc_free(parent.child[i].ipc);
	parent_files_close(&parent);
	conf_free(parent.conf);
	free(parent.conf_text);
	if (parent.base != NULL)
		event_base_free(parent.base);
}

/* The parent, from its start to its end; the exit status. */
int
parent_main(const struct parent_options *options)
{
	int	 rv;

	rv = 1;
	parent.report_fd = options->report_fd;
	log_open("parent", options->foreground, options->verbose);
	setproctitle("parent");
	umask(022);
	if (parent_configure(options) == -1 || parent_paths() == -1 ||
	    parent_files_pid(&parent) == -1 ||
	    parent_files_prepare(&parent) == -1 ||
	    parent_files_hostkey(&parent) == -1 ||
	    parent_files_clients(&parent, &parent.clients) == -1 ||
	    parent_files_lock(&parent) == -1 || parent_host() == -1 ||
	    parent_files_listen(&parent) == -1 || parent_events() == -1)
		goto done;
	if (geteuid() != 0)
		log_info("not root: no user is changed, nothing is chrooted");
	parent_undo();
	if (parent_child_start(&parent, PROC_PROBE) == -1 ||
	    parent_child_start(&parent, PROC_ENGINE) == -1 ||
	    parent_child_start(&parent, PROC_FRONT) == -1) {
		log_warn("cannot start");
		goto done;
	}
	if (event_base_dispatch(parent.base) != -1 && !parent.failed)
		rv = 0;
	log_info("stopped");
done:
	parent_clear();
	return (rv);
}
