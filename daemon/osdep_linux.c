/*
 * osdep_linux: Linux's answers about this machine, this uptime and processes.
 *
 * What there is to read lies in /proc, /sys and cgroup2, each of which may be
 * missing: then the answer is that there is none.  Counters are in
 * osdep_linux_evidence.c, facts in osdep_linux_facts.c, walls in
 * osdep_linux_walls.c.
 */
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timex.h>

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/osdep.h"
#include "daemon/osdep_any.h"
#include "proto/compat.h"

#define OSDEP_DEPTH_MAX		4096	/* of parents, should /proc change */
#define OSDEP_TAG_ROUNDS	200	/* of 10 ms: for a tag to be empty */

static struct {
	char	 tag[512];	/* directory of our cgroup; "" none */
	char	 before[512];	/* directory of the one that we came from */
} osdep;

/* The kernel's own id of this uptime, as hex text. */
int
osdep_boot_id(char *text, size_t size)
{
	char	 id[64];
	size_t	 i, n;

	if (osdep_text("/proc/sys/kernel/random/boot_id", id, sizeof(id)) <= 0)
		return (-1);
	for (i = n = 0; id[i] != '\0' && n + 1 < size; i++)
		if (isxdigit((unsigned char)id[i]))
			text[n++] = id[i];
	text[n] = '\0';
	return (0);
}

/* SMBIOS uuid of the machine; ENOENT where there is none or known junk. */
int
osdep_machine_uuid(char *text, size_t size)
{
	char	 uuid[64];
	size_t	 i;

	if (osdep_text("/sys/class/dmi/id/product_uuid", uuid,
	    sizeof(uuid)) <= 0)
		return (-1);
	if (osdep_uuid_junk(uuid)) {
		errno = ENOENT;
		return (-1);
	}
	for (i = 0; uuid[i] != '\0'; i++)
		uuid[i] = (char)tolower((unsigned char)uuid[i]);
	strlcpy(text, uuid, size);
	return (0);
}

/* Microseconds since boot, sleep included. */
int
osdep_uptime_us(int64_t *us)
{
	struct timespec	 now;

	if (clock_gettime(CLOCK_BOOTTIME, &now) == -1)
		return (-1);
	*us = (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
	return (0);
}

/* Is the wall clock set by somebody who knows (ntp)?  1, 0, -1 unknown. */
int
osdep_clock_set(void)
{
	struct timex	 clock;

	memset(&clock, 0, sizeof(clock));
	if (adjtimex(&clock) == -1)
		return (-1);
	return ((clock.status & STA_UNSYNC) == 0);
}

/* CPUs that are online. */
int
osdep_ncpu(void)
{
	long	 n;

	n = sysconf(_SC_NPROCESSORS_ONLN);
	return (n > 0 ? (int)n : 1);
}

/* Path of the running program itself. */
int
osdep_self_path(char *path, size_t size)
{
	ssize_t	 n;

	n = readlink("/proc/self/exe", path, size - 1);
	if (n == -1)
		return (-1);
	path[n] = '\0';
	return (0);
}

/* This process becomes the reaper of all its descendants to come. */
int
osdep_reaper(void)
{
	return (prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L));
}

/*
 * glibc lets nobody set its own two signals, and its posix_spawn() leaves them
 * ignored for good in what GNU make starts; so the kernel is asked.
 */
void
osdep_signal_default(int signo)
{
	static const char	 zero[64];	/* SIG_DFL, no flags */

	syscall(SYS_rt_sigaction, signo, zero, NULL, (size_t)8);
}

/* The parent of pid and its group, 0 where either is gone. */
static pid_t
osdep_parent(pid_t pid, pid_t *group)
{
	char	 path[32], text[512], *end;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	if (osdep_text(path, text, sizeof(text)) <= 0)
		return (0);
	/* "pid (name, which may hold anything) state parent ..." */
	end = strrchr(text, ')');
	if (end == NULL || strlen(end) < 5)
		return (0);
	pid = (pid_t)strtol(end + 4, &end, 10);
	*group = (pid_t)strtol(end, NULL, 10);
	return (pid);
}

/* Does the line of pid's parents lead to us?  Then *group is pid's own. */
static bool
osdep_is_ours(pid_t pid, pid_t *group)
{
	pid_t	 self, other;
	int	 i;

	self = getpid();
	for (i = 0; i < OSDEP_DEPTH_MAX && pid > 1; i++) {
		pid = osdep_parent(pid, i == 0 ? group : &other);
		if (pid == self)
			return (true);
	}
	return (false);
}

/* Next descendant that the open /proc tells of, or 0; and its group. */
static pid_t
osdep_next(DIR *proc, pid_t *group)
{
	struct dirent	*entry;
	pid_t		 pid;

	while ((entry = readdir(proc)) != NULL) {
		if (!isdigit((unsigned char)entry->d_name[0]))
			continue;
		pid = (pid_t)strtol(entry->d_name, NULL, 10);
		if (osdep_is_ours(pid, group))
			return (pid);
	}
	return (0);
}

/* Pids of our descendants, at most max; how many there are, or -1. */
int
osdep_descendants(pid_t *pids, size_t max)
{
	DIR	*proc;
	pid_t	 pid, group;
	size_t	 n;

	proc = opendir("/proc");
	if (proc == NULL)
		return (-1);
	for (n = 0; (pid = osdep_next(proc, &group)) != 0; n++)
		if (n < max)
			pids[n] = pid;
	closedir(proc);
	return ((int)n);
}

/*
 * Signal all our descendants, stopped ones too; returns how many.  SIGKILL
 * goes to their groups: that meets those as well who fork and are gone before
 * we can name them.
 */
int
osdep_kill_descendants(int signo)
{
	DIR	*proc;
	pid_t	 pid, group;
	int	 n;

	proc = opendir("/proc");
	if (proc == NULL)
		return (-1);
	n = 0;
	while ((pid = osdep_next(proc, &group)) != 0) {
		if (kill(pid, signo) == 0)
			n++;
		if (signo == SIGKILL && group > 1 && group != getpgrp())
			(void)kill(-group, SIGKILL);
	}
	closedir(proc);
	return (n);
}

/* A process's name for a report, printable; "?" where it is gone. */
void
osdep_process_name(pid_t pid, char *name, size_t size)
{
	char	 path[32];

	snprintf(path, sizeof(path), "/proc/%ld/comm", (long)pid);
	if (osdep_text(path, name, size) <= 0)
		strlcpy(name, "?", size);
	osdep_printable(name);
}

/* Where cgroup2 is mounted, which may be nowhere. */
static int
osdep_cgroup_mount(char *dir, size_t size)
{
	char	 line[1024], path[512], type[64];
	FILE	*mounts;
	int	 error;

	mounts = fopen("/proc/self/mounts", "re");
	if (mounts == NULL)
		return (-1);
	error = -1;
	while (error == -1 && fgets(line, sizeof(line), mounts) != NULL)
		if (sscanf(line, "%*s %511s %63s", path, type) == 2 &&
		    strcmp(type, "cgroup2") == 0)
			error = strlcpy(dir, path, size) < size ? 0 : -1;
	fclose(mounts);
	if (error == -1)
		errno = ENOTSUP;
	return (error);
}

/* Write text to the file of a cgroup. */
static int
osdep_cgroup_write(const char *dir, const char *file, const char *text)
{
	char	 path[768];
	ssize_t	 n;
	int	 fd;

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd == -1)
		return (-1);
	n = write(fd, text, strlen(text));
	close(fd);
	return (n == (ssize_t)strlen(text) ? 0 : -1);
}

/* Put this process in a group of its own for descendants to be found by. */
int
osdep_tag_enter(const char *tag)
{
	char	 text[1024], mount[256], *own;

	if (osdep_cgroup_mount(mount, sizeof(mount)) == -1)
		return (-1);
	if (osdep_text("/proc/self/cgroup", text, sizeof(text)) <= 0 ||
	    (own = strstr(text, "0::/")) == NULL) {
		errno = ENOTSUP;
		return (-1);
	}
	own[strcspn(own, "\n")] = '\0';
	snprintf(osdep.before, sizeof(osdep.before), "%s%s", mount, own + 3);
	snprintf(osdep.tag, sizeof(osdep.tag), "%s/%s", mount, tag);
	if ((mkdir(osdep.tag, 0755) == 0 || errno == EEXIST) &&
	    osdep_cgroup_write(osdep.tag, "cgroup.procs", "0") == 0)
		return (0);
	rmdir(osdep.tag);
	osdep.tag[0] = '\0';
	errno = ENOTSUP;
	return (-1);
}

/* Kill each process that a cgroup lists, but us; returns how many. */
static int
osdep_cgroup_kill(const char *dir)
{
	char	 path[768], line[32];
	FILE	*procs;
	pid_t	 pid;
	int	 n;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	procs = fopen(path, "re");
	if (procs == NULL)
		return (0);
	n = 0;
	while (fgets(line, sizeof(line), procs) != NULL) {
		pid = (pid_t)strtol(line, NULL, 10);
		if (pid > 0 && pid != getpid() && kill(pid, SIGKILL) == 0)
			n++;
	}
	fclose(procs);
	return (n);
}

/* Step out of our tag, kill all who are in it, remove it when it is empty. */
int
osdep_tag_end(void)
{
	if (osdep.tag[0] == '\0') {
		errno = ENOENT;
		return (-1);
	}
	if (osdep_cgroup_write(osdep.before, "cgroup.procs", "0") == -1)
		return (-1);
	/* cgroup.kill is newer than cgroup2, and misses nobody. */
	if (osdep_cgroup_write(osdep.tag, "cgroup.kill", "1") == -1)
		osdep_cgroup_kill(osdep.tag);
	if (rmdir(osdep.tag) == 0)
		osdep.tag[0] = '\0';
	return (0);
}

/* End all that carry a tag beginning with prefix; returns how many. */
int
osdep_tag_kill(const char *prefix)
{
	static const struct timespec	 pause = { 0, 10 * 1000000 };
	char		 mount[256], dir[768];
	struct dirent	*entry;
	DIR		*groups;
	int		 n, i;

	if (osdep_cgroup_mount(mount, sizeof(mount)) == -1)
		return (-1);
	groups = opendir(mount);
	if (groups == NULL)
		return (-1);
	n = 0;
	while ((entry = readdir(groups)) != NULL) {
		if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0)
			continue;
		snprintf(dir, sizeof(dir), "%s/%s", mount, entry->d_name);
		for (i = 0; i < OSDEP_TAG_ROUNDS && rmdir(dir) == -1 &&
		    errno == EBUSY; i++) {
			n += osdep_cgroup_kill(dir);
			nanosleep(&pause, NULL);
		}
	}
	closedir(groups);
	return (n);
}

/* Clear immutable flags on what fd is open on; 1 if any were set. */
int
osdep_flags_clear(int fd)
{
	int	 flags;

	flags = 0;
	if (ioctl(fd, FS_IOC_GETFLAGS, &flags) == -1)
		return (errno == ENOTTY || errno == EOPNOTSUPP ||
		    errno == ENOSYS || errno == EINVAL ? 0 : -1);
	if ((flags & (FS_IMMUTABLE_FL | FS_APPEND_FL)) == 0)
		return (0);
	flags &= ~(FS_IMMUTABLE_FL | FS_APPEND_FL);
	return (ioctl(fd, FS_IOC_SETFLAGS, &flags) == -1 ? -1 : 1);
}

/*
 * The same of name in dirfd without following.  Only files and directories
 * carry such flags, and opening anything else may wait or do something.
 */
int
osdep_flags_clear_at(int dirfd, const char *name)
{
	struct stat	 st;
	int		 fd, was;

	if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return (-1);
	if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return (0);
	fd = openat(dirfd, name,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd == -1)
		return (-1);
	was = osdep_flags_clear(fd);
	close(fd);
	return (was);
}

/* Undo the kernel's \\ooo in a path of its tables. */
static void
osdep_unescape(char *text)
{
	char	*to;

	for (to = text; *text != '\0'; text++)
		if (text[0] == '\\' && text[1] >= '0' && text[1] <= '3' &&
		    text[2] >= '0' && text[2] <= '7' &&
		    text[3] >= '0' && text[3] <= '7') {
			*to++ = (char)((text[1] - '0') * 64 +
			    (text[2] - '0') * 8 + text[3] - '0');
			text += 3;
		} else
			*to++ = *text;
	*to = '\0';
}

/* Is another file system mounted below path?  1 with its place, 0, or -1. */
int
osdep_mount_below(const char *path, char *found, size_t size)
{
	char	*line, *at, *end;
	FILE	*mounts;
	size_t	 len, room;
	int	 below;

	mounts = fopen("/proc/self/mounts", "re");
	if (mounts == NULL)
		return (-1);
	line = NULL;
	room = 0;
	len = strlen(path);
	below = 0;
	while (below == 0 && getline(&line, &room, mounts) != -1) {
		at = strchr(line, ' ');
		end = at != NULL ? strchr(at + 1, ' ') : NULL;
		if (end == NULL)
			continue;
		*end = '\0';
		osdep_unescape(++at);
		if (strncmp(at, path, len) == 0 && at[len] == '/' &&
		    at[len + 1] != '\0') {
			strlcpy(found, at, size);
			below = 1;
		}
	}
	free(line);
	fclose(mounts);
	return (below);
}

/* uid and gid at the other end of a connected Unix socket. */
int
osdep_peer(int fd, uid_t *uid, gid_t *gid)
{
	struct ucred	 peer;
	socklen_t	 len;

	len = sizeof(peer);
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) == -1)
		return (-1);
	*uid = peer.uid;
	*gid = peer.gid;
	return (0);
}
