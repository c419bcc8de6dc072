/*
 * parent_files: what the parent owns in the file system.
 *
 * Directories, pid file, the machine's lock, sockets, host key, clients file.
 * Each function says what failed and returns -1; nothing is created that a
 * path from elsewhere names.
 */
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <netinet/in.h>

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/log.h"
#include "daemon/parent.h"
#include "proto/compat.h"
#include "proto/tls_key.h"

#define PARENT_FILES_CLIENTS_MAX	(1024 * 1024)
#define PARENT_FILES_BACKLOG		128

/*
 * Make a directory, or see that it is one of ours; -1 is said.  By descriptor:
 * spool/ lies in the engine's directory, and whoever has its user's rights
 * could put a link to something of root's there between two looks at a name.
 */
static int
parent_files_dir(const char *path, mode_t mode, uid_t uid, gid_t gid)
{
	int	 fd, rv;

	if ((mkdir(path, mode) == -1 && errno != EEXIST) ||
	    (fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC)) == -1) {
		log_warn("%s", path);
		return (-1);
	}
	rv = 0;
	if (fchmod(fd, mode) == -1 ||
	    (geteuid() == 0 && fchown(fd, uid, gid) == -1)) {
		log_warn("%s", path);
		rv = -1;
	}
	close(fd);
	return (rv);
}

/*
 * What the tags of our runs begin with: other benchds under this kernel (in
 * chroots, in tests) have other database directories, and none of theirs is
 * ended by us.  Seven bytes, so that a login class has nine for the run.
 */
void
parent_files_tag(const struct parent *parent, char *tag, size_t size)
{
	struct stat	 st;
	uint64_t	 id;

	id = 0;
	if (stat(parent->conf->dbdir, &st) == 0)
		id = (uint64_t)st.st_ino * 2654435761U ^ (uint64_t)st.st_dev;
	snprintf(tag, size, "b%05x.", (unsigned)((id ^ id >> 20) & 0xfffff));
}

/* The database directory and what lies in it. */
int
parent_files_prepare(struct parent *parent)
{
	const struct passwd	*pw;
	const char		*dbdir;
	char			 path[PATH_MAX];
	uid_t			 uid;
	gid_t			 gid;

	dbdir = parent->conf->dbdir;
	uid = geteuid();
	gid = getegid();
	if (uid == 0) {
		if ((pw = getpwnam(parent->user)) == NULL) {
			log_warnx("no user %s", parent->user);
			return (-1);
		}
		uid = pw->pw_uid;
		gid = pw->pw_gid;
	}
	if (parent_files_dir(dbdir, 0755, geteuid(), getegid()) == -1)
		return (-1);
	snprintf(path, sizeof(path), "%s/root", dbdir);
	if (parent_files_dir(path, 0700, geteuid(), getegid()) == -1)
		return (-1);
	snprintf(path, sizeof(path), "%s/empty", dbdir);
	if (parent_files_dir(path, 0555, geteuid(), getegid()) == -1)
		return (-1);
	snprintf(path, sizeof(path), "%s/db", dbdir);
	if (parent_files_dir(path, 0700, uid, gid) == -1)
		return (-1);
	snprintf(path, sizeof(path), "%s/db/spool", dbdir);
	if (parent_files_dir(path, 0700, uid, gid) == -1)
		return (-1);
	snprintf(path, sizeof(path), "%s/root/journal", dbdir);
	if (journal_open(&parent->journal, path) == -1) {
		log_warn("%s", path);
		return (-1);
	}
	return (0);
}

/* Lock the pid file and write our pid; the lock, not the pid, is believed. */
int
parent_files_pid(struct parent *parent)
{
	const char	*path;
	struct stat	 held, named;
	char		 text[32];
	ssize_t		 n;

	path = parent->conf->pidfile;
	if ((parent->pid_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC |
	    O_NOFOLLOW, 0644)) == -1) {
		log_warn("%s", path);
		return (-1);
	}
	if (flock(parent->pid_fd, LOCK_EX | LOCK_NB) == -1) {
		n = read(parent->pid_fd, text, sizeof(text) - 1);
		text[n > 0 ? n : 0] = '\0';
		text[strcspn(text, "\n")] = '\0';
		log_warnx("already running, pid %s (%s is locked)", text,
		    path);
		close(parent->pid_fd);
		parent->pid_fd = -1;
		return (-1);
	}
	/* Whoever held it may have taken the name away as it ended. */
	if (fstat(parent->pid_fd, &held) == -1 || lstat(path, &named) == -1 ||
	    held.st_ino != named.st_ino || held.st_dev != named.st_dev) {
		log_warnx("%s was taken away while we started: try again",
		    path);
		close(parent->pid_fd);
		parent->pid_fd = -1;
		return (-1);
	}
	snprintf(text, sizeof(text), "%ld\n", (long)getpid());
	if (ftruncate(parent->pid_fd, 0) == -1 ||
	    pwrite(parent->pid_fd, text, strlen(text), 0) == -1) {
		log_warn("%s", path);
		return (-1);
	}
	return (0);
}

/* The host's key, made at the first start. */
int
parent_files_hostkey(struct parent *parent)
{
	char		 path[PATH_MAX];
	struct tls_key	*key;

	snprintf(path, sizeof(path), "%s/root/hostkey", parent->conf->dbdir);
	if ((key = tls_key_load(path)) == NULL && errno == ENOENT) {
		if ((key = tls_key_new()) == NULL ||
		    tls_key_save(key, path) == -1) {
			log_warn("%s", path);
			tls_key_free(key);
			return (-1);
		}
		log_info("made the host's key %s", path);
	}
	if (key == NULL) {
		log_warn("%s", path);
		return (-1);
	}
	tls_key_fingerprint(key, parent->host.fingerprint);
	parent->hostkey = tls_key_print(key);
	tls_key_free(key);
	return (parent->hostkey != NULL ? 0 : -1);
}

/* Read a file that only root and we may write; the caller frees *text. */
static int
parent_files_read(const char *path, size_t max, char **text)
{
	struct stat	 st;
	ssize_t		 n;
	size_t		 len;
	int		 fd;

	*text = NULL;
	if ((fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) == -1)
		return (-1);
	errno = EACCES;
	if (fstat(fd, &st) == -1 || !S_ISREG(st.st_mode) ||
	    (st.st_uid != 0 && st.st_uid != geteuid()) ||
	    (st.st_mode & (S_IWGRP | S_IWOTH)) != 0)
		goto fail;
	errno = EFBIG;
	if (st.st_size < 0 || (size_t)st.st_size > max ||
	    (*text = malloc(max + 1)) == NULL)
		goto fail;
	for (len = 0; len < max; len += (size_t)n)
		if ((n = read(fd, *text + len, max - len)) <= 0)
			break;
	(*text)[len] = '\0';
	close(fd);
	return (0);
fail:
	free(*text);
	*text = NULL;
	close(fd);
	return (-1);
}

/* The clients file's text; a missing file lists nobody. */
int
parent_files_clients(struct parent *parent, char **text)
{
	if (parent->conf->clients == NULL) {
		*text = strdup("");
		return (*text != NULL ? 0 : -1);
	}
	if (parent_files_read(parent->conf->clients, PARENT_FILES_CLIENTS_MAX,
	    text) == 0)
		return (0);
	log_warn("clients file %s", parent->conf->clients);
	if (errno != ENOENT)
		return (-1);
	*text = strdup("");
	return (*text != NULL ? 0 : -1);
}

/* The Unix socket, for the local operator; -1 is said. */
static int
parent_files_listen_local(const struct parent *parent)
{
	struct sockaddr_un	 sun;
	struct stat		 st;
	const struct group	*gr;
	mode_t			 mask;
	int			 fd;

	memset(&sun, 0, sizeof(sun));
	sun.sun_family = AF_UNIX;
	if (strlcpy(sun.sun_path, parent->conf->socket,
	    sizeof(sun.sun_path)) >= sizeof(sun.sun_path)) {
		log_warnx("socket %s: too long a path", parent->conf->socket);
		return (-1);
	}
	if ((fd = socket(AF_UNIX, SOCK_STREAM, 0)) == -1)
		return (-1);
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	/* We hold the pid file's lock: a socket that is there is stale. */
	if (lstat(sun.sun_path, &st) == 0 && S_ISSOCK(st.st_mode))
		unlink(sun.sun_path);
	mask = umask(0117);
	if (bind(fd, (struct sockaddr *)&sun, sizeof(sun)) == -1 ||
	    listen(fd, PARENT_FILES_BACKLOG) == -1) {
		umask(mask);
		log_warn("socket %s", sun.sun_path);
		close(fd);
		return (-1);
	}
	umask(mask);
	gr = geteuid() == 0 ? getgrnam(parent->conf->group) : NULL;
	if (gr != NULL && chown(sun.sun_path, 0, gr->gr_gid) == -1)
		log_warn("socket %s", sun.sun_path);
	return (fd);
}

/* Who may use the Unix socket besides root and us; front can ask nobody. */
size_t
parent_files_operators(const struct parent *parent, uint32_t *gid,
    uint32_t *uid, size_t max)
{
	const struct passwd	*pw;
	const struct group	*gr;
	char			**name;
	size_t			 n;

	*gid = 0;
	n = 0;
	if (geteuid() != 0 ||
	    (gr = getgrnam(parent->conf->group)) == NULL)
		return (0);
	*gid = (uint32_t)gr->gr_gid;
	for (name = gr->gr_mem; *name != NULL && n < max; name++)
		if ((pw = getpwnam(*name)) != NULL)
			uid[n++] = (uint32_t)pw->pw_uid;
	return (n);
}

/* One TCP address; -1 is said. */
static int
parent_files_listen_tcp(const struct conf_listen *listener)
{
	struct addrinfo	 hints, *ai;
	char		 port[16];
	int		 error, fd, on;

	memset(&hints, 0, sizeof(hints));
	hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
	hints.ai_socktype = SOCK_STREAM;
	snprintf(port, sizeof(port), "%d", listener->port);
	if ((error = getaddrinfo(listener->address, port, &hints, &ai)) != 0) {
		log_warnx("listen %s: %s", listener->address,
		    gai_strerror(error));
		return (-1);
	}
	on = 1;
	if ((fd = socket(ai->ai_family, SOCK_STREAM, 0)) != -1) {
		fcntl(fd, F_SETFD, FD_CLOEXEC);
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
		if (ai->ai_family == AF_INET6)
			setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on,
			    sizeof(on));
	}
	if (fd == -1 || bind(fd, ai->ai_addr, ai->ai_addrlen) == -1 ||
	    listen(fd, PARENT_FILES_BACKLOG) == -1) {
		log_warn("listen %s port %s", listener->address, port);
		if (fd != -1)
			close(fd);
		fd = -1;
	}
	freeaddrinfo(ai);
	return (fd);
}

/* All listening sockets, the Unix one first; -1 is said. */
int
parent_files_listen(struct parent *parent)
{
	size_t	 i, n;

	n = parent->conf->nlistens + 1;
	if ((parent->listeners = calloc(n, sizeof(int))) == NULL)
		return (-1);
	for (i = 0; i < n; i++) {
		parent->listeners[i] = i == 0 ?
		    parent_files_listen_local(parent) :
		    parent_files_listen_tcp(&parent->conf->listen[i - 1]);
		if (parent->listeners[i] == -1)
			return (-1);
		parent->nlisteners++;
	}
	return (0);
}

/* Open the machine's lock, which hosts on one machine share. */
int
parent_files_lock(struct parent *parent)
{
	const char	*path;

	path = parent->conf->machine_lock;
	if ((parent->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC |
	    O_NOFOLLOW, 0600)) == -1) {
		log_warn("machine_lock %s", path);
		return (-1);
	}
	return (0);
}

/* What a clean end takes away; the pid file is unlinked while locked. */
void
parent_files_close(struct parent *parent)
{
	size_t	 i;

	for (i = 0; i < parent->nlisteners; i++)
		close(parent->listeners[i]);
	if (parent->nlisteners > 0)
		unlink(parent->conf->socket);
	free(parent->listeners);
	if (parent->pid_fd != -1) {
		unlink(parent->conf->pidfile);
		close(parent->pid_fd);
	}
	if (parent->lock_fd != -1)
		close(parent->lock_fd);
	journal_clear(&parent->journal);
	if (parent->hostkey != NULL)
		tls_key_wipe(parent->hostkey);
	free(parent->clients);
	free(parent->facts);
}
