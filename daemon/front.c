/*
 * front: the process that speaks with the network.
 *
 * Unprivileged, in an empty root directory: opens no file, runs nothing.
 * Here are its entry, its one state and what the parent tells it.
 */
#include <sys/resource.h>
#include <sys/time.h>

#include <string.h>

#include <event2/event.h>

#include "daemon/clients.h"
#include "daemon/conf.h"
#include "daemon/front.h"
#include "daemon/log.h"
#include "daemon/osdep.h"
#include "daemon/proc.h"
#include "proto/limits.h"
#include "proto/tls.h"

#define FRONT_STOP_MS	1000	/* for last lines to be read */

static struct front front;

static void	front_conf_begin(struct ipc *, struct ipc_msg *);
static void	front_conf_text(struct ipc *, struct ipc_msg *);
static void	front_conf_end(struct ipc *, struct ipc_msg *);
static void	front_peer(struct ipc *, struct ipc_msg *);
static void	front_listen(struct ipc *, struct ipc_msg *);
static void	front_hostkey(struct ipc *, struct ipc_msg *);
static void	front_clients(struct ipc *, struct ipc_msg *);
static void	front_timed(struct ipc *, struct ipc_msg *);
static void	front_stop(struct ipc *, struct ipc_msg *);

/* What the parent may tell us. */
static const struct ipc_route front_parent_routes[] = {
	{ IPC_CONF_BEGIN, PROC_PARENT, sizeof(uint32_t), false, false,
	    front_conf_begin },
	{ IPC_CONF_TEXT, PROC_PARENT, 0, true, false, front_conf_text },
	{ IPC_CONF_END, PROC_PARENT, 0, false, false, front_conf_end },
	{ IPC_PEER, PROC_PARENT, 0, false, true, front_peer },
	{ IPC_LISTEN, PROC_PARENT, sizeof(struct ipc_listen), true, true,
	    front_listen },
	{ IPC_HOSTKEY, PROC_PARENT, 0, true, false, front_hostkey },
	{ IPC_CLIENTS, PROC_PARENT, 0, true, false, front_clients },
	{ IPC_TIMED, PROC_PARENT, sizeof(uint32_t), false, false,
	    front_timed },
	{ IPC_STOP, PROC_PARENT, 0, false, false, front_stop }
};

/* What the engine may. */
static const struct ipc_route front_engine_routes[] = {
	{ IPC_REPLY, PROC_ENGINE, sizeof(struct ipc_reply), true, false,
	    front_request_reply },
	{ IPC_EVENT, PROC_ENGINE, sizeof(uint32_t), true, false,
	    front_request_event }
};

static const struct proc_role front_role = { "front", PROC_FRONT, NULL };

/* The state, for the other files of front. */
struct front *
front_self(void)
{
	return (&front);
}

/* A configuration is about to come. */
static void
front_conf_begin(struct ipc *ipc, struct ipc_msg *m)
{
	uint32_t	 bytes;

	(void)ipc;
	memcpy(&bytes, m->data, sizeof(bytes));
	free(front.conf_text);
	front.conf_len = 0;
	front.conf_want = bytes;
	if ((front.conf_text = malloc((size_t)bytes + 1)) == NULL)
		log_fatalx("memory for a configuration");
}

/* A piece of it. */
static void
front_conf_text(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc;
	if (front.conf_text == NULL ||
	    m->len > front.conf_want - front.conf_len)
		log_fatalx("more configuration than was said");
	memcpy(front.conf_text + front.conf_len, m->data, m->len);
	front.conf_len += m->len;
}

/* Once there are a configuration and a key, we are ready. */
static void
front_ready(void)
{
	if (front.ready || front.tls == NULL || front.handshake_s == 0)
		return;
	front.ready = true;
	front_listen_update(&front);
	ipc_send(proc_parent(), IPC_READY, NULL, 0, NULL, 0, -1);
}

/* The whole of it: only limits are of interest here. */
static void
front_conf_end(struct ipc *ipc, struct ipc_msg *m)
{
	struct conf_faults	 faults;
	struct conf		*conf;

	(void)ipc, (void)m;
	memset(&faults, 0, sizeof(faults));
	if (front.conf_text == NULL || front.conf_len != front.conf_want)
		log_fatalx("half a configuration");
	front.conf_text[front.conf_len] = '\0';
	conf = conf_read("configuration", front.conf_text, front.conf_len,
	    &faults);
	if (conf == NULL || faults.n != 0)
		log_fatalx("the parent's configuration: %s",
		    faults.n != 0 ? faults.text[0] : "memory");
	front.connections_max = conf->connections_max;
	front.connections_peer_max = conf->connections_peer_max;
	front.handshake_s = (int)conf->handshake_s;
	front.idle_s = (int)conf->idle_s;
	conf_faults_clear(&faults);
	conf_free(conf);
	free(front.conf_text);
	front.conf_text = NULL;
	front_conn_update_all(&front);
	front_ready();
}

/* The engine has gone; the parent will send us a link to its successor. */
static void
front_engine_gone(struct ipc *ipc, const char *why)
{
	struct front_conn	*conn, *next;
	struct msg_fault	 fault;

	if (why != NULL)
		log_warnx("link to the engine: %s", why);
	ipc_free(ipc);
	if (ipc != front.engine)
		return;
	front.engine = NULL;
	msg_fault(&fault, front.stopping ? ERROR_STOPPING : ERROR_INTERNAL,
	    NULL, front.stopping ? "the host's daemon is about to end" :
	    "the host's engine was started anew; ask again");
	for (conn = TAILQ_FIRST(&front.conns); conn != NULL; conn = next) {
		next = TAILQ_NEXT(conn, entry);
		front_request_fail(conn, &fault);
	}
}

/* The link to an engine, perhaps a new one. */
static void
front_peer(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc;
	if (front.engine != NULL)
		front_engine_gone(front.engine, NULL);
	front.engine = ipc_new(front.base, m->fd, PROC_ENGINE,
	    front_engine_routes, nitems(front_engine_routes),
	    front_engine_gone);
	m->fd = -1;
	if (front.engine == NULL)
		log_fatalx("memory for a link");
}

/* A socket to listen on, and who besides root and us may use it. */
static void
front_listen(struct ipc *ipc, struct ipc_msg *m)
{
	struct ipc_listen	 row;
	const unsigned char	*uids;

	(void)ipc;
	memcpy(&row, m->data, sizeof(row));
	row.name[sizeof(row.name) - 1] = '\0';
	uids = m->data;
	front_listen_add(&front, m->fd, &row,
	    (const void *)(uids + sizeof(row)),
	    (m->len - sizeof(row)) / sizeof(uint32_t));
	m->fd = -1;
}

/* The host's private key. */
static void
front_hostkey(struct ipc *ipc, struct ipc_msg *m)
{
	struct tls_context	*tls;
	struct tls_key		*key;

	(void)ipc;
	key = tls_key_read(m->data, m->len);
	tls = key != NULL ? tls_context_new(key, TLS_SERVER) : NULL;
	tls_key_free(key);
	if (tls == NULL)
		log_fatalx("the host's key cannot be used");
	tls_context_free(front.tls);
	front.tls = tls;
	front_ready();
}

/* A line of the clients file that lets nobody in. */
static void
front_clients_fault(int line, const char *what, void *arg)
{
	(void)arg;
	log_warnx("clients file: line %d: %s", line, what);
}

/* Who may ask: the new list holds for those who are here, too. */
static void
front_clients(struct ipc *ipc, struct ipc_msg *m)
{
	struct clients	*clients;

	(void)ipc;
	clients = clients_read(m->data, m->len, front_clients_fault, NULL);
	if (clients == NULL) {
		log_warnx("clients file: no memory; the old one holds");
		return;
	}
	clients_free(front.clients);
	front.clients = clients;
	front_conn_recheck(&front);
}

/* A run is timed, or is no more. */
static void
front_timed(struct ipc *ipc, struct ipc_msg *m)
{
	uint32_t	 timed;

	(void)ipc;
	memcpy(&timed, m->data, sizeof(timed));
	front_budget_timed(&front, timed != 0);
}

/* The time for last lines is over. */
static void
front_stop_timeout(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	proc_end(0);
}

/* End once nobody is here. */
void
front_stop_check(struct front *f)
{
	if (f->stopping && TAILQ_EMPTY(&f->conns))
		proc_end(0);
}

/* The parent wants us to end. */
static void
front_stop(struct ipc *ipc, struct ipc_msg *m)
{
	static const struct timeval	 tv = { FRONT_STOP_MS / 1000, 0 };

	(void)ipc, (void)m;
	if (front.stopping)
		return;
	front.stopping = true;
	front_listen_close(&front);
	front_conn_stop(&front);
	front.end = evtimer_new(front.base, front_stop_timeout, NULL);
	if (front.end == NULL || evtimer_add(front.end, &tv) == -1)
		proc_end(0);
	front_stop_check(&front);
}

/* Our own limits: each connection is a descriptor. */
static void
front_limits(void)
{
	struct rlimit	 limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &limit);
	}
	/* While /dev/urandom can be reached: hashes nobody can foresee. */
	json_object_seed(0);
}

/* Become front. */
int
front_main(const char *root, const char *user)
{
	char	 what[256];

	proc_begin(&front_role, front_parent_routes,
	    nitems(front_parent_routes));
	front.base = proc_base();
	TAILQ_INIT(&front.conns);
	front_limits();
	proc_confine(root, user);
	if (osdep_walls(OSDEP_WALLS_FRONT, what, sizeof(what)) == -1)
		log_debug("no walls: %s", what);
	return (proc_loop());
}
