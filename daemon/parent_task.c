/*
 * parent_task: runner and cleaner, processes that answer once.
 *
 * Starts one, hands it its request, waits for its answer and its end, and
 * ends what a dead one left behind.  Knows no run and no step.
 */
#include <sys/socket.h>
#include <sys/wait.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/log.h"
#include "daemon/osdep.h"
#include "daemon/parent.h"
#include "daemon/proc.h"

#define PARENT_TASK_SEND_S	2	/* for a request to be taken */
#define PARENT_TASK_STOP_MS \
    (LIMIT_KILL_GRACE_MS + LIMIT_OUTLIVED_GRACE_MS + 1000)
#define PARENT_TASK_PIDS	512

static void	 parent_task_readable(evutil_socket_t, short, void *);
static void	 parent_task_deadline(evutil_socket_t, short, void *);

/* Hand the whole request over; a task reads at once, so this may block. */
static int
parent_task_send(int link, const void *request, size_t len, int fd)
{
	struct timeval	 tv = { PARENT_TASK_SEND_S, 0 };
	ssize_t		 n;
	size_t		 sent;

	setsockopt(link, SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof(tv));
	for (sent = 0; sent < len; sent += (size_t)n) {
		n = ipc_sendmsg(link, (const char *)request + sent, len - sent,
		    sent == 0 ? fd : -1);
		if (n == -1)
			return (-1);
	}
	return (0);
}

/* Fork and exec the program of the task; -1 with errno. */
static pid_t
parent_task_exec(struct parent *parent, enum proc_id id, int *link)
{
	const char	*cleaner[] = { parent->self, "-R", "cleaner", NULL };
	const char	*runner[] = { parent->runner, NULL };

	return (proc_start(id == PROC_RUNNER ? runner : cleaner,
	    parent->lock_fd, link));
}

/* Start a task with its request. */
struct parent_task *
parent_task_start(struct parent *parent, enum proc_id id, const void *request,
    size_t len, int fd, size_t answer_len)
{
	struct parent_task	*task;
	struct run_request	*run;
	void			*copy;
	int			 error;

	copy = NULL;
	if ((task = calloc(1, sizeof(*task))) == NULL)
		return (NULL);
	task->id = id;
	task->fd = -1;
	task->answer_len = answer_len;
	if ((task->answer = calloc(1, answer_len)) == NULL ||
	    (copy = malloc(len)) == NULL)
		goto fail;
	memcpy(copy, request, len);
	if ((task->pid = parent_task_exec(parent, id, &task->fd)) == -1) {
		task->pid = 0;
		goto fail;
	}
	if (id == PROC_RUNNER) {
		/* Its own footprint is ours too, and its pid is known now. */
		run = copy;
		run->watch[RUN_WATCH_MAX - 1] = run->timed ? task->pid : 0;
	}
	if (parent_task_send(task->fd, copy, len, fd) == -1)
		goto fail;
	evutil_make_socket_nonblocking(task->fd);
	task->readable = event_new(parent->base, task->fd,
	    EV_READ | EV_PERSIST, parent_task_readable, task);
	task->deadline = evtimer_new(parent->base, parent_task_deadline, task);
	if (task->readable == NULL || task->deadline == NULL ||
	    event_add(task->readable, NULL) == -1)
		goto fail;
	free(copy);
	return (task);

fail:
	error = errno;
	free(copy);
	if (task->pid != 0) {
		kill(task->pid, SIGKILL);
		waitpid(task->pid, NULL, 0);
	}
	parent_task_free(task);
	errno = error;
	return (NULL);
}

/* End what the task holds; the process is gone already.  NULL is allowed. */
void
parent_task_free(struct parent_task *task)
{
	if (task == NULL)
		return;
	if (task->readable != NULL)
		event_free(task->readable);
	if (task->deadline != NULL)
		event_free(task->deadline);
	if (task->fd != -1)
		close(task->fd);
	free(task->answer);
	free(task);
}

/* Tell the owner once both are here, the link's end and the process's. */
static void
parent_task_check(struct parent *parent, struct parent_task *task)
{
	if (task->fd == -1 && task->pid == 0)
		task->done(parent, task);
}

/* The answer, or a part of it, or the link's end. */
static void
parent_task_readable(evutil_socket_t fd, short what, void *arg)
{
	struct parent_task	*task;
	ssize_t			 n;

	(void)what;
	task = arg;
	n = read(fd, task->answer + task->got, task->answer_len - task->got);
	if (n == -1 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n > 0)
		task->got += (size_t)n;
	if (n > 0 && task->got < task->answer_len)
		return;
	event_del(task->readable);
	close(task->fd);
	task->fd = -1;
	parent_task_check(parent_self(), task);
}

/* It was asked to stop and did not. */
static void
parent_task_deadline(evutil_socket_t fd, short what, void *arg)
{
	struct parent_task	*task;

	(void)fd;
	(void)what;
	task = arg;
	if (task->pid != 0) {
		log_warnx("process %ld does not stop: killed",
		    (long)task->pid);
		kill(task->pid, SIGKILL);
	}
}

/*
 * Ask a task to stop: a runner ends its tree and answers; a cleaner may be
 * killed at any moment.
 */
void
parent_task_stop(struct parent *parent, struct parent_task *task)
{
	struct timeval	 tv;

	(void)parent;
	if (task == NULL || task->pid == 0)
		return;
	if (task->id == PROC_CLEANER) {
		kill(task->pid, SIGKILL);
		return;
	}
	if (task->fd != -1)
		shutdown(task->fd, SHUT_WR);
	tv.tv_sec = PARENT_TASK_STOP_MS / 1000;
	tv.tv_usec = PARENT_TASK_STOP_MS % 1000 * 1000;
	evtimer_add(task->deadline, &tv);
}

/* A pid was reaped: true where it was this task's. */
bool
parent_task_reaped(struct parent *parent, struct parent_task *task, pid_t pid,
    int status)
{
	if (task == NULL || task->pid != pid)
		return (false);
	task->pid = 0;
	task->status = status;
	parent_task_check(parent, task);
	return (true);
}

/* Is pid one of our own processes, which are not to be swept away? */
static bool
parent_task_is_ours(const struct parent *parent, pid_t pid)
{
	size_t	 i;

	for (i = 0; i < PROC_MAX; i++)
		if (parent->child[i].pid == pid)
			return (true);
	return (parent->restore != NULL && parent->restore->pid == pid);
}

/*
 * Kill what a dead runner left behind: we are the reaper of its orphans.
 * True when nobody was left; else call again a little later.
 */
bool
parent_task_sweep(struct parent *parent)
{
	pid_t	 pids[PARENT_TASK_PIDS];
	int	 i, killed, n;

	killed = 0;
	n = osdep_descendants(pids, PARENT_TASK_PIDS);
	for (i = 0; i < n && i < PARENT_TASK_PIDS; i++)
		if (!parent_task_is_ours(parent, pids[i])) {
			kill(pids[i], SIGKILL);
			killed++;
		}
	return (killed == 0);
}
