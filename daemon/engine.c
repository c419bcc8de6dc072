/*
 * engine: the process that holds queue, database and spool.
 *
 * Links, configuration, host, facts and the end stand here; runs, watchers
 * and requests have their files.  The only process with SQLite.  A message
 * of ours that makes no sense is our bug and ends it; what a client asked is
 * answered; a database that does not take a result is asked again.
 */
#include <sys/stat.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/engine.h"
#include "daemon/log.h"
#include "daemon/osdep.h"
#include "daemon/proc.h"
#include "proto/compat.h"

static struct engine	engine;

static void	 engine_conf_begin(struct ipc *, struct ipc_msg *);
static void	 engine_conf_end(struct ipc *, struct ipc_msg *);
static void	 engine_conf_text(struct ipc *, struct ipc_msg *);
static void	 engine_facts(struct ipc *, struct ipc_msg *);
static void	 engine_front_gone(struct ipc *, const char *);
static void	 engine_gap(evutil_socket_t, short, void *);
static void	 engine_host(struct ipc *, struct ipc_msg *);
static void	 engine_peer(struct ipc *, struct ipc_msg *);
static void	 engine_ready(void);
static void	 engine_retry(evutil_socket_t, short, void *);
static void	 engine_start(int64_t);
static void	 engine_stop(struct ipc *, struct ipc_msg *);

static const struct proc_role	engine_role = {
	"engine", PROC_ENGINE, NULL
};

#define ENGINE_ROW(type, len, more, fd, handler) \
	{ type, PROC_PARENT, len, more, fd, handler }

static const struct ipc_route	engine_parent_routes[] = {
	ENGINE_ROW(IPC_CONF_BEGIN, sizeof(uint32_t), false, false,
	    engine_conf_begin),
	ENGINE_ROW(IPC_CONF_TEXT, 0, true, false, engine_conf_text),
	ENGINE_ROW(IPC_CONF_END, 0, false, false, engine_conf_end),
	ENGINE_ROW(IPC_PEER, 0, false, true, engine_peer),
	ENGINE_ROW(IPC_STOP, 0, false, false, engine_stop),
	ENGINE_ROW(IPC_HOST, sizeof(struct ipc_host), false, false,
	    engine_host),
	ENGINE_ROW(IPC_FACTS, 0, true, false, engine_facts),
	ENGINE_ROW(IPC_RUN_PHASE, sizeof(struct ipc_run_phase), false, false,
	    engine_run_phase),
	ENGINE_ROW(IPC_RUN_STEP, sizeof(struct ipc_run_step), true, false,
	    engine_run_step),
	ENGINE_ROW(IPC_RUN_DONE, sizeof(struct ipc_run_done), false, false,
	    engine_run_done),
};

static const struct ipc_route	engine_front_routes[] = {
	{ IPC_REQUEST, PROC_FRONT, sizeof(struct ipc_request), true, false,
	    engine_request_handle },
	{ IPC_CONN_GONE, PROC_FRONT, sizeof(uint32_t), false, false,
	    engine_watch_gone },
};

/* The state, for the other files of the engine. */
struct engine *
engine_self(void)
{
	return (&engine);
}

/* The engine's life. */
int
engine_main(const char *root, const char *user)
{
	char	what[128];

	proc_begin(&engine_role, engine_parent_routes,
	    nitems(engine_parent_routes));
	proc_confine(root, user);
	if (osdep_walls(OSDEP_WALLS_ENGINE, what, sizeof(what)) == -1)
		log_debug("no walls: %s", what);
	engine.base = proc_base();
	engine.parent = proc_parent();
	engine.since_us = store_now_us();
	engine.outputs_bytes = -1;
	TAILQ_INIT(&engine.watches);
	TAILQ_INIT(&engine.pulls);
	engine.retry = evtimer_new(engine.base, engine_retry, &engine);
	engine.gap = evtimer_new(engine.base, engine_gap, &engine);
	if (engine.retry == NULL || engine.gap == NULL)
		log_fatalx("memory");
	if (mkdir(ENGINE_SPOOL, 0700) == -1 && errno != EEXIST)
		log_fatal("%s", ENGINE_SPOOL);
	return (proc_loop());
}

/* A configuration is about to come. */
static void
engine_conf_begin(struct ipc *ipc, struct ipc_msg *m)
{
	uint32_t	bytes;

	(void)ipc;
	memcpy(&bytes, m->data, sizeof(bytes));
	free(engine.conf_text);
	engine.conf_len = 0;
	engine.conf_want = bytes;
	if ((engine.conf_text = malloc((size_t)bytes + 1)) == NULL)
		log_fatalx("memory for a configuration");
}

/* A piece of it. */
static void
engine_conf_text(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc;
	if (engine.conf_text == NULL ||
	    m->len > engine.conf_want - engine.conf_len)
		log_fatalx("more configuration than was said");
	memcpy(engine.conf_text + engine.conf_len, m->data, m->len);
	engine.conf_len += m->len;
}

/* The whole of it: it holds from now on, for what waits too. */
static void
engine_conf_end(struct ipc *ipc, struct ipc_msg *m)
{
	struct conf_faults	 faults;
	struct conf		*conf;

	(void)ipc;
	(void)m;
	memset(&faults, 0, sizeof(faults));
	if (engine.conf_text == NULL || engine.conf_len != engine.conf_want)
		log_fatalx("half a configuration");
	engine.conf_text[engine.conf_len] = '\0';
	conf = conf_read("configuration", engine.conf_text, engine.conf_len,
	    &faults);
	if (conf == NULL || faults.n != 0)
		log_fatalx("the parent's configuration: %s",
		    faults.n != 0 ? faults.text[0] : "memory");
	conf_faults_clear(&faults);
	free(engine.conf_text);
	engine.conf_text = NULL;
	conf_free(engine.conf);
	engine.conf = conf;
	engine_ready();
}

/* Who we are. */
static void
engine_host(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc;
	memcpy(&engine.host, m->data, sizeof(engine.host));
	engine.host.name[sizeof(engine.host.name) - 1] = '\0';
	engine.host.machine[sizeof(engine.host.machine) - 1] = '\0';
	engine.host.boot[sizeof(engine.host.boot) - 1] = '\0';
	engine.host.fingerprint[sizeof(engine.host.fingerprint) - 1] = '\0';
	engine.host_known = true;
	engine_ready();
}

/* Once host and configuration are known the database is opened. */
static void
engine_ready(void)
{
	const struct timeval	wait = { ENGINE_FACTS_S, 0 };

	if (!engine.host_known || engine.conf == NULL)
		return;
	if (!engine.ready) {
		engine_start(engine.conf->reserve_bytes);
		engine.ready = true;
		engine_run_reconcile(&engine);
		ipc_send(engine.parent, IPC_READY, NULL, 0, NULL, 0, -1);
		/* The probe runs compilers: no run beside it. */
		if (!engine.probed)
			evtimer_add(engine.retry, &wait);
	}
	if (store_host_labels(engine.store, &engine.place, engine.conf) == -1)
		log_warnx("labels of the host: %s",
		    store_fault_text(engine.store));
	engine_run_next(&engine);
}

/* Open the database, enter host and boot, take up what was kept. */
static void
engine_start(int64_t reserve_bytes)
{
	struct store_rows	*rows;
	char			 why[256];

	if ((engine.store = store_open(reserve_bytes, &engine.restored, why,
	    sizeof(why))) == NULL)
		log_fatalx("%s", why);
	if (store_host_enter(engine.store, &engine.host, &engine.place) == -1)
		log_fatalx("entering the host: %s",
		    store_fault_text(engine.store));
	if (engine.restored || engine.place.moved) {
		log_info("the database is not as this host left it: clients pull from the beginning");
		store_host_event(engine.store, &engine.place, "restored",
		    engine.place.moved ? "last used on another machine" :
		    "another file than the one that was left");
	}
	if (engine.nfacts > 0 && store_host_facts(engine.store, &engine.place,
	    engine.fact, engine.nfacts) == -1)
		log_warnx("facts: %s", store_fault_text(engine.store));
	rows = store_ask(engine.store, "self_show", NULL, 0);
	if (store_next(rows))
		engine.paused_us = store_integer(rows, 2);
	store_end(rows);
	store_settle(engine.store);
}

/* What is known of the host, as key and value. */
static void
engine_facts(struct ipc *ipc, struct ipc_msg *m)
{
	struct store_fact	*fact;
	size_t			 at;

	(void)ipc;
	free(engine.fact);
	free(engine.fact_text);
	engine.nfacts = 0;
	engine.fact_text = malloc(m->len + 1);
	/* Each fact is two strings: there are no more than half the bytes. */
	engine.fact = calloc(m->len / 2 + 1, sizeof(*engine.fact));
	if (engine.fact_text == NULL || engine.fact == NULL)
		log_fatalx("memory for facts");
	memcpy(engine.fact_text, m->data, m->len);
	engine.fact_text[m->len] = '\0';
	for (at = 0; at < m->len; engine.nfacts++) {
		fact = &engine.fact[engine.nfacts];
		fact->key = engine.fact_text + at;
		at += strlen(fact->key) + 1;
		if (at >= m->len)
			break;
		fact->value = engine.fact_text + at;
		at += strlen(fact->value) + 1;
	}
	engine.probed = true;
	if (!engine.ready)
		return;
	if (store_host_facts(engine.store, &engine.place, engine.fact,
	    engine.nfacts) == -1)
		log_warnx("facts: %s", store_fault_text(engine.store));
	engine_run_next(&engine);
}

/* The link to a front, perhaps a new one. */
static void
engine_peer(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc;
	if (engine.front != NULL)
		engine_front_gone(engine.front, NULL);
	engine.front = ipc_new(engine.base, m->fd, PROC_FRONT,
	    engine_front_routes, nitems(engine_front_routes),
	    engine_front_gone);
	m->fd = -1;
	if (engine.front == NULL)
		log_fatalx("memory for a link");
}

/* A front has gone, and with it all who watched and waited. */
static void
engine_front_gone(struct ipc *ipc, const char *why)
{
	if (why != NULL)
		log_warnx("link to front: %s", why);
	ipc_free(ipc);
	if (ipc != engine.front)
		return;
	engine.front = NULL;
	engine_watch_clear(&engine);
}

/* A result that could not be stored is tried again; or no facts came. */
static void
engine_retry(evutil_socket_t fd, short what, void *arg)
{
	struct engine	*self;

	(void)fd;
	(void)what;
	self = arg;
	if (!self->probed)
		log_warnx("no facts within %d s: runs begin without",
		    ENGINE_FACTS_S);
	self->probed = true;
	engine_run_store(self);
}

/* The gap is over, or a puller is gone. */
static void
engine_gap(evutil_socket_t fd, short what, void *arg)
{
	struct engine	*self;

	(void)fd;
	(void)what;
	self = arg;
	self->gap_until_us = 0;
	engine_run_next(self);
}

/* Finish: what runs is closed, what is known is on the disk. */
static void
engine_stop(struct ipc *ipc, struct ipc_msg *m)
{
	(void)ipc;
	(void)m;
	engine.stopping = true;
	if (engine.ready) {
		engine_run_abandon(&engine, "benchd was stopped");
		store_settle(engine.store);
		store_close(engine.store);
		/* Once: another word to stop may stand behind this one. */
		engine.ready = false;
	}
	if (engine.front != NULL)
		ipc_flush(engine.front, 200);
	proc_end(0);
}
