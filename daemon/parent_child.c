/*
 * parent_child: front, engine and probe: birth, configuration, death.
 *
 * A child that dies is started again; five deaths of one in a minute end the
 * parent.  Knows nothing of runs but that they end with the engine.
 */
#include <sys/socket.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/log.h"
#include "daemon/parent.h"
#include "daemon/proc.h"
#include "proto/compat.h"

#define PARENT_CHILD_TEXT	65536	/* of configuration a message */
#define PARENT_CHILD_OPERATORS	256	/* who may use the Unix socket */

static void	 parent_child_log(struct ipc *, struct ipc_msg *);
static void	 parent_child_ready(struct ipc *, struct ipc_msg *);
static void	 parent_child_probed(struct ipc *, struct ipc_msg *);

/* All that the parent may be told, and by whom. */
static const struct ipc_route parent_child_routes[] = {
	{ IPC_LOG, PROC_FRONT, sizeof(uint32_t), true, false,
	    parent_child_log },
	{ IPC_LOG, PROC_ENGINE, sizeof(uint32_t), true, false,
	    parent_child_log },
	{ IPC_LOG, PROC_PROBE, sizeof(uint32_t), true, false,
	    parent_child_log },
	{ IPC_READY, PROC_FRONT, 0, false, false, parent_child_ready },
	{ IPC_READY, PROC_ENGINE, 0, false, false, parent_child_ready },
	{ IPC_RUN_BEGIN, PROC_ENGINE, sizeof(struct ipc_run_begin), true, true,
	    parent_run_begin },
	{ IPC_RUN_CANCEL, PROC_ENGINE, sizeof(struct ipc_run_cancel), false,
	    false, parent_run_cancel },
	{ IPC_JOB_END, PROC_ENGINE, sizeof(struct ipc_job_end), false, false,
	    parent_restore_job_end },
	{ IPC_PROBED, PROC_PROBE, 0, true, false, parent_child_probed }
};

/* Names and, below the database directory, places of the children. */
static const struct {
	const char	*title;
	const char	*root;		/* NULL: not confined */
} parent_child_rows[PROC_MAX] = {
	[PROC_FRONT] = { "front", "empty" },
	[PROC_ENGINE] = { "engine", "db" },
	[PROC_PROBE] = { "probe", NULL }
};

/* A child's line for the log. */
static void
parent_child_log(struct ipc *ipc, struct ipc_msg *m)
{
	uint32_t	 level;
	char		 text[2048];
	size_t		 len;

	memcpy(&level, m->data, sizeof(level));
	len = m->len - sizeof(level);
	if (len >= sizeof(text))
		len = sizeof(text) - 1;
	memcpy(text, (const char *)m->data + sizeof(level), len);
	text[len] = '\0';
	log_line(level, parent_child_rows[ipc_peer(ipc)].title, text);
}

/* A child is behind its walls; once both are, whoever started us may go. */
static void
parent_child_ready(struct ipc *ipc, struct ipc_msg *m)
{
	struct parent	*parent;

	(void)m;
	parent = parent_self();
	parent->child[ipc_peer(ipc)].ready = true;
	if (!parent->child[PROC_FRONT].ready ||
	    !parent->child[PROC_ENGINE].ready)
		return;
	log_info("ready; the host's key is %s", parent->host.fingerprint);
	if (parent->report_fd != -1) {
		if (write(parent->report_fd, "", 1) == -1)
			log_warn("nobody waits for our start");
		close(parent->report_fd);
		parent->report_fd = -1;
	}
}

/* The facts are here: the engine is told, now and whenever it is born. */
static void
parent_child_probed(struct ipc *ipc, struct ipc_msg *m)
{
	struct parent	*parent;
	char		*copy;

	(void)ipc;
	parent = parent_self();
	if ((copy = malloc(m->len + 1)) == NULL)
		log_fatalx("memory");
	memcpy(copy, m->data, m->len);
	free(parent->facts);
	parent->facts = copy;
	parent->facts_len = m->len;
	ipc_send(parent->child[PROC_ENGINE].ipc, IPC_FACTS, copy, m->len,
	    NULL, 0, -1);
}

/* A child broke a rule in what it said; its death tells the rest. */
void
parent_child_refuse(struct parent *parent, enum proc_id id, const char *why)
{
	log_warnx("%s: %s: killed", parent_child_rows[id].title, why);
	if (parent->child[id].pid != 0)
		kill(parent->child[id].pid, SIGKILL);
}

/* A link has ended; the death of its process tells the rest. */
static void
parent_child_gone(struct ipc *ipc, const char *why)
{
	struct parent		*parent;
	struct parent_child	*child;

	parent = parent_self();
	child = &parent->child[ipc_peer(ipc)];
	if (why != NULL)
		log_warnx("%s: %s: killed",
		    parent_child_rows[ipc_peer(ipc)].title, why);
	ipc_free(ipc);
	child->ipc = NULL;
	if (child->pid != 0 && why != NULL)
		kill(child->pid, SIGKILL);
}

/* Give front and engine the two ends of a new link, once both are there. */
static void
parent_child_link(struct parent *parent)
{
	int	 pair[2];

	if (parent->child[PROC_FRONT].ipc == NULL ||
	    parent->child[PROC_ENGINE].ipc == NULL)
		return;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == -1)
		log_fatal("socketpair");
	fcntl(pair[0], F_SETFD, FD_CLOEXEC);
	fcntl(pair[1], F_SETFD, FD_CLOEXEC);
	ipc_send(parent->child[PROC_FRONT].ipc, IPC_PEER, NULL, 0, NULL, 0,
	    pair[0]);
	ipc_send(parent->child[PROC_ENGINE].ipc, IPC_PEER, NULL, 0, NULL, 0,
	    pair[1]);
}

/* Send the canonical configuration. */
static void
parent_child_send_conf(struct parent *parent, struct ipc *ipc)
{
	uint32_t	 bytes;
	size_t		 at, len, n;

	len = strlen(parent->conf_text);
	bytes = (uint32_t)len;
	ipc_send(ipc, IPC_CONF_BEGIN, &bytes, sizeof(bytes), NULL, 0, -1);
	for (at = 0; at < len; at += n) {
		n = len - at < PARENT_CHILD_TEXT ? len - at :
		    PARENT_CHILD_TEXT;
		ipc_send(ipc, IPC_CONF_TEXT, parent->conf_text + at, n, NULL,
		    0, -1);
	}
	ipc_send(ipc, IPC_CONF_END, NULL, 0, NULL, 0, -1);
}

/* Give front its key, its clients and copies of its listening sockets. */
static void
parent_child_send_front(struct parent *parent, struct ipc *ipc, bool born)
{
	struct ipc_listen	 listen;
	uint32_t		 uid[PARENT_CHILD_OPERATORS];
	size_t			 i, n;
	int			 fd;

	ipc_send(ipc, IPC_CLIENTS, parent->clients, strlen(parent->clients),
	    NULL, 0, -1);
	if (!born)
		return;
	ipc_send(ipc, IPC_HOSTKEY, parent->hostkey, strlen(parent->hostkey),
	    NULL, 0, -1);
	for (i = 0; i < parent->nlisteners; i++) {
		memset(&listen, 0, sizeof(listen));
		listen.local = i == 0;
		n = i != 0 ? 0 : parent_files_operators(parent, &listen.gid,
		    uid, nitems(uid));
		if (i == 0)
			strlcpy(listen.name, parent->conf->socket,
			    sizeof(listen.name));
		else
			snprintf(listen.name, sizeof(listen.name),
			    "%s port %d", parent->conf->listen[i - 1].address,
			    parent->conf->listen[i - 1].port);
		if ((fd = fcntl(parent->listeners[i], F_DUPFD_CLOEXEC,
		    0)) == -1)
			log_fatal("listener");
		ipc_send(ipc, IPC_LISTEN, &listen, sizeof(listen), uid,
		    n * sizeof(uid[0]), fd);
	}
}

/* Tell front whether a run is timed. */
void
parent_child_timed(struct parent *parent, bool timed)
{
	uint32_t	 on;

	parent->timed = timed;
	on = timed;
	ipc_send(parent->child[PROC_FRONT].ipc, IPC_TIMED, &on, sizeof(on),
	    NULL, 0, -1);
}

/* Send a child what it has to know of the present configuration. */
void
parent_child_configure(struct parent *parent, enum proc_id id)
{
	struct parent_child	*child;

	child = &parent->child[id];
	if (child->ipc == NULL)
		return;
	parent_child_send_conf(parent, child->ipc);
	if (id == PROC_FRONT)
		parent_child_send_front(parent, child->ipc, !child->ready);
}

/* Start a child and tell it all it needs; -1 with errno. */
int
parent_child_start(struct parent *parent, enum proc_id id)
{
	const char		*argv[] = { parent->self, "-R", NULL, NULL,
				    NULL, NULL };
	struct parent_child	*child;
	char			 root[PATH_MAX];
	int			 link;

	child = &parent->child[id];
	argv[2] = parent_child_rows[id].title;
	argv[3] = "/";
	if (parent_child_rows[id].root != NULL) {
		snprintf(root, sizeof(root), "%s/%s", parent->conf->dbdir,
		    parent_child_rows[id].root);
		argv[3] = root;
	}
	argv[4] = parent->user;
	child->ready = false;
	if ((child->pid = proc_start(argv, -1, &link)) == -1) {
		child->pid = 0;
		return (-1);
	}
	if ((child->ipc = ipc_new(parent->base, link, id, parent_child_routes,
	    nitems(parent_child_routes), parent_child_gone)) == NULL)
		return (-1);
	if (id == PROC_PROBE)
		return (0);
	if (id == PROC_ENGINE) {
		ipc_send(child->ipc, IPC_HOST, &parent->host,
		    sizeof(parent->host), NULL, 0, -1);
		if (parent->facts != NULL)
			ipc_send(child->ipc, IPC_FACTS, parent->facts,
			    parent->facts_len, NULL, 0, -1);
	}
	parent_child_configure(parent, id);
	if (id == PROC_FRONT && parent->timed)
		parent_child_timed(parent, true);
	parent_child_link(parent);
	return (0);
}

/* May it be started again, or does it die too often? */
static bool
parent_child_may_rise(struct parent_child *child)
{
	struct timespec	 now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	memmove(child->death, child->death + 1,
	    sizeof(child->death) - sizeof(child->death[0]));
	child->death[LIMIT_DEATHS_MINUTE - 1] = now.tv_sec;
	if (child->ndeaths < LIMIT_DEATHS_MINUTE)
		child->ndeaths++;
	return (child->ndeaths < LIMIT_DEATHS_MINUTE ||
	    now.tv_sec - child->death[0] > 60);
}

/* Say how a process ended. */
static void
parent_child_obituary(const char *title, int status)
{
	if (WIFSIGNALED(status))
		log_warnx("%s died of signal %d", title, WTERMSIG(status));
	else
		log_warnx("%s ended with status %d", title,
		    WEXITSTATUS(status));
}

/* Start one that died again. */
static void
parent_child_rise(struct parent *parent, enum proc_id id)
{
	if (parent_child_start(parent, id) == -1) {
		log_warn("%s", parent_child_rows[id].title);
		parent_fail(parent);
	}
}

/* The run is over: an engine that died in it is started again. */
void
parent_child_await(struct parent *parent)
{
	if (!parent->stopping && parent->child[PROC_ENGINE].pid == 0)
		parent_child_rise(parent, PROC_ENGINE);
}

/* A front or an engine died: the run, the link, and a new one. */
static void
parent_child_died(struct parent *parent, enum proc_id id, int status)
{
	struct parent_child	*child;

	child = &parent->child[id];
	if (parent->stopping) {
		parent_stop_check(parent);
		return;
	}
	parent_child_obituary(parent_child_rows[id].title, status);
	if (id == PROC_ENGINE)
		parent_run_end(parent, PARENT_END_INTERRUPT,
		    "the engine died");
	if (!child->ready && parent->report_fd != -1) {
		log_warnx("cannot start");
		parent_fail(parent);
		return;
	}
	if (!parent_child_may_rise(child)) {
		log_warnx("%s died %d times within a minute: the end",
		    parent_child_rows[id].title, LIMIT_DEATHS_MINUTE);
		parent_fail(parent);
		return;
	}
	/* A new engine wants a run at once: not before this one is over. */
	if (id == PROC_ENGINE && parent->run != NULL)
		return;
	parent_child_rise(parent, id);
}

/* A pid was reaped: true where it was one of these. */
bool
parent_child_reaped(struct parent *parent, pid_t pid, int status)
{
	struct parent_child	*child;
	enum proc_id		 id;

	for (id = PROC_FRONT; id <= PROC_PROBE; id++)
		if (parent->child[id].pid == pid)
			break;
	if (id > PROC_PROBE)
		return (false);
	child = &parent->child[id];
	child->pid = 0;
	if (id == PROC_PROBE) {
		/* Its link is read to the end first: what it said counts. */
		if (status != 0)
			parent_child_obituary("probe", status);
		return (true);
	}
	ipc_free(child->ipc);
	child->ipc = NULL;
	parent_child_died(parent, id, status);
	return (true);
}

/* Send the engine a word about the run; text may be NULL. */
void
parent_child_send_run(struct parent *parent, uint32_t type, const void *head,
    size_t head_len, const char *text)
{
	ipc_send(parent->child[PROC_ENGINE].ipc, type, head, head_len, text,
	    text != NULL ? strlen(text) + 1 : 0, -1);
}
