/*
 * osdep_freebsd: FreeBSD's answers about machine, uptime and processes.
 *
 * Reaper and kill by procctl(2), a run's tag by its login class, all else by
 * sysctl(3).  Counters are in osdep_freebsd_evidence.c, facts in
 * osdep_freebsd_facts.c.
 */
#include <sys/param.h>
#include <sys/capsicum.h>
#include <sys/mount.h>
#include <sys/procctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysctl.h>
#include <sys/timex.h>
#include <sys/user.h>
#include <sys/wait.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <kenv.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/osdep.h"
#include "daemon/osdep_any.h"
#include "daemon/osdep_freebsd.h"
#include "daemon/run.h"
#include "proto/compat.h"

#define OSDEP_FLAGS	(UF_IMMUTABLE | UF_APPEND | UF_NOUNLINK | \
			SF_IMMUTABLE | SF_APPEND | SF_NOUNLINK)
#define OSDEP_PIDS	256	/* asked for at a time */
#define OSDEP_TAG_ROUNDS 200	/* of 10 ms: for a tag to be empty */

static struct {
	char	 tag[LOGINCLASSLEN];	/* "" none */
	char	 before[LOGINCLASSLEN];
} osdep;

/* An integer, however wide; 0 or -1. */
int
osdep_sysctl(const char *name, int64_t *value)
{
	union {
		int32_t	 i32;
		int64_t	 i64;
	} raw;
	size_t	 len;

	len = sizeof(raw);
	if (sysctlbyname(name, &raw, &len, NULL, 0) == -1)
		return (-1);
	if (len == sizeof(raw.i32))
		*value = raw.i32;
	else if (len == sizeof(raw.i64))
		*value = raw.i64;
	else {
		errno = ENOTSUP;
		return (-1);
	}
	return (0);
}

/* A string without its last newline; 0 or -1. */
int
osdep_sysctl_text(const char *name, char *text, size_t size)
{
	size_t	 len;

	len = size - 1;
	if (sysctlbyname(name, text, &len, NULL, 0) == -1 && errno != ENOMEM)
		return (-1);
	text[len] = '\0';
	len = strlen(text);
	while (len > 0 && isspace((unsigned char)text[len - 1]))
		text[--len] = '\0';
	return (0);
}

/* The kernel's own id of this uptime (since 13.0), as hex text. */
int
osdep_boot_id(char *text, size_t size)
{
	unsigned char	 id[16];
	size_t		 len, i;

	len = sizeof(id);
	if (size < 2 * sizeof(id) + 1 ||
	    sysctlbyname("kern.boot_id", id, &len, NULL, 0) == -1 ||
	    len != sizeof(id)) {
		errno = ENOTSUP;
		return (-1);
	}
	for (i = 0; i < sizeof(id); i++)
		snprintf(text + 2 * i, 3, "%02x", id[i]);
	return (0);
}

/* SMBIOS uuid of the machine; ENOENT where there is none or known junk. */
int
osdep_machine_uuid(char *text, size_t size)
{
	char	 uuid[64];
	size_t	 i;

	if (kenv(KENV_GET, "smbios.system.uuid", uuid, sizeof(uuid)) == -1)
		return (-1);
	uuid[sizeof(uuid) - 1] = '\0';
	if (osdep_uuid_junk(uuid)) {
		errno = ENOENT;
		return (-1);
	}
	for (i = 0; uuid[i] != '\0'; i++)
		uuid[i] = (char)tolower((unsigned char)uuid[i]);
	strlcpy(text, uuid, size);
	return (0);
}

/* Microseconds since boot. */
int
osdep_uptime_us(int64_t *us)
{
	struct timespec	 now;

	if (clock_gettime(CLOCK_MONOTONIC, &now) == -1)
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
	if (ntp_adjtime(&clock) == -1)
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
	static const int	 mib[] = { CTL_KERN, KERN_PROC,
		KERN_PROC_PATHNAME, -1 };

	return (sysctl(mib, nitems(mib), path, &size, NULL, 0));
}

/* This process becomes the reaper of all its descendants to come. */
int
osdep_reaper(void)
{
	if (procctl(P_PID, getpid(), PROC_REAP_ACQUIRE, NULL) == -1 &&
	    errno != EBUSY)		/* we are it already */
		return (-1);
	return (0);
}

/* A signal by default; libthr keeps none from us. */
void
osdep_signal_default(int signo)
{
	struct sigaction	 act;

	memset(&act, 0, sizeof(act));
	act.sa_handler = SIG_DFL;
	(void)sigaction(signo, &act, NULL);
}

/* Pids of our descendants, at most max; how many there are, or -1. */
int
osdep_descendants(pid_t *pids, size_t max)
{
	struct procctl_reaper_pidinfo	 info[OSDEP_PIDS];
	struct procctl_reaper_status	 status;
	struct procctl_reaper_pids	 ask;
	size_t				 n;
	unsigned			 i;

	if (procctl(P_PID, getpid(), PROC_REAP_STATUS, &status) == -1)
		return (-1);
	memset(info, 0, sizeof(info));
	memset(&ask, 0, sizeof(ask));
	ask.rp_count = nitems(info);
	ask.rp_pids = info;
	if (procctl(P_PID, getpid(), PROC_REAP_GETPIDS, &ask) == -1)
		return (-1);
	for (i = n = 0; i < nitems(info); i++)
		if ((info[i].pi_flags & REAPER_PIDINFO_VALID) != 0) {
			if (n < max)
				pids[n] = info[i].pi_pid;
			n++;
		}
	return (n < OSDEP_PIDS ? (int)n : (int)status.rs_descendants);
}

/* Signal all our descendants, stopped ones too; returns how many. */
int
osdep_kill_descendants(int signo)
{
	struct procctl_reaper_kill	 ask;

	memset(&ask, 0, sizeof(ask));
	ask.rk_sig = signo;
	if (procctl(P_PID, getpid(), PROC_REAP_KILL, &ask) == -1 &&
	    errno != ESRCH)
		return (-1);
	return ((int)ask.rk_killed);
}

/* What the kernel says of one process; 0 or -1. */
static int
osdep_process(pid_t pid, struct kinfo_proc *info)
{
	int	 mib[] = { CTL_KERN, KERN_PROC, KERN_PROC_PID, pid };
	size_t	 len;

	len = sizeof(*info);
	if (sysctl(mib, nitems(mib), info, &len, NULL, 0) == -1)
		return (-1);
	if (len != sizeof(*info)) {
		errno = ESRCH;
		return (-1);
	}
	return (0);
}

/* A process's name for a report, printable; "?" where it is gone. */
void
osdep_process_name(pid_t pid, char *name, size_t size)
{
	struct kinfo_proc	 info;

	strlcpy(name, osdep_process(pid, &info) == 0 ? info.ki_comm : "?",
	    size);
	osdep_printable(name);
}

/* CPU and switches of pid. */
int
osdep_footprint(pid_t pid, struct run_footprint *footprint)
{
	struct kinfo_proc	 info;

	if (osdep_process(pid, &info) == -1)
		return (-1);
	footprint->pid = pid;
	footprint->switches = (int64_t)info.ki_rusage.ru_nvcsw +
	    info.ki_rusage.ru_nivcsw;
	footprint->cpu_us = (int64_t)info.ki_runtime;
	return (0);
}

/* Put this process in a login class of its own; only root may. */
int
osdep_tag_enter(const char *tag)
{
	if (getloginclass(osdep.before, sizeof(osdep.before)) == -1)
		return (-1);
	strlcpy(osdep.tag, tag, sizeof(osdep.tag));
	if (setloginclass(osdep.tag) == 0)
		return (0);
	osdep.tag[0] = '\0';
	errno = ENOTSUP;
	return (-1);
}

/* Kill all but us whose login class begins with prefix; how many, or -1. */
static int
osdep_class_kill(const char *prefix)
{
	static const int	 mib[] = { CTL_KERN, KERN_PROC,
		KERN_PROC_PROC };
	struct kinfo_proc	*list;
	size_t			 len, i, n;
	int			 killed;

	len = 0;
	if (sysctl(mib, nitems(mib), NULL, &len, NULL, 0) == -1)
		return (-1);
	len += len / 4;
	list = malloc(len);
	if (list == NULL || sysctl(mib, nitems(mib), list, &len, NULL,
	    0) == -1) {
		free(list);
		return (-1);
	}
	n = strlen(prefix);
	if (n > LOGINCLASSLEN - 1)
		n = LOGINCLASSLEN - 1;
	killed = 0;
	for (i = 0; i < len / sizeof(*list); i++)
		if (strncmp(list[i].ki_loginclass, prefix, n) == 0 &&
		    list[i].ki_pid != getpid() &&
		    list[i].ki_stat != SZOMB &&
		    kill(list[i].ki_pid, SIGKILL) == 0)
			killed++;
	free(list);
	return (killed);
}

/* Step out of our login class, kill all who are in it. */
int
osdep_tag_end(void)
{
	if (osdep.tag[0] == '\0') {
		errno = ENOENT;
		return (-1);
	}
	if (setloginclass(osdep.before) == -1)
		return (-1);
	(void)osdep_class_kill(osdep.tag);
	return (0);
}

/* End all that carry a tag beginning with prefix; returns how many. */
int
osdep_tag_kill(const char *prefix)
{
	static const struct timespec	 pause = { 0, 10 * 1000000 };
	int				 i, n, killed;

	killed = 0;
	for (i = 0; i < OSDEP_TAG_ROUNDS; i++) {
		n = osdep_class_kill(prefix);
		if (n <= 0)
			break;
		killed += n;
		nanosleep(&pause, NULL);
	}
	return (killed);
}

/* Clear immutable flags on what fd is open on; 1 if any were set. */
int
osdep_flags_clear(int fd)
{
	struct stat	 st;

	if (fstat(fd, &st) == -1)
		return (-1);
	if ((st.st_flags & OSDEP_FLAGS) == 0)
		return (0);
	return (fchflags(fd, st.st_flags & ~(fflags_t)OSDEP_FLAGS) == -1 ?
	    -1 : 1);
}

/* The same of name in dirfd without following; 1 if any were set. */
int
osdep_flags_clear_at(int dirfd, const char *name)
{
	struct stat	 st;

	if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return (-1);
	if ((st.st_flags & OSDEP_FLAGS) == 0)
		return (0);
	return (chflagsat(dirfd, name, st.st_flags & ~(fflags_t)OSDEP_FLAGS,
	    AT_SYMLINK_NOFOLLOW) == -1 ? -1 : 1);
}

/* Is another file system mounted below path?  1 with its place, 0, or -1. */
int
osdep_mount_below(const char *path, char *found, size_t size)
{
	struct statfs	*mounts;
	size_t		 len;
	int		 i, n;

	n = getmntinfo(&mounts, MNT_NOWAIT);
	if (n == 0)
		return (-1);
	len = strlen(path);
	for (i = 0; i < n; i++)
		if (strncmp(mounts[i].f_mntonname, path, len) == 0 &&
		    mounts[i].f_mntonname[len] == '/' &&
		    mounts[i].f_mntonname[len + 1] != '\0') {
			strlcpy(found, mounts[i].f_mntonname, size);
			return (1);
		}
	return (0);
}

/* uid and gid at the other end of a connected Unix socket. */
int
osdep_peer(int fd, uid_t *uid, gid_t *gid)
{
	return (getpeereid(fd, uid, gid));
}

/*
 * Front needs no name of anything any more: capability mode.  SQLite opens
 * files by name, so the engine has its chroot, and starts nothing.
 */
int
osdep_walls(enum osdep_walls who, char *what, size_t size)
{
	struct rlimit	 none;

	none.rlim_cur = none.rlim_max = 0;
	if (setrlimit(RLIMIT_NPROC, &none) == -1) {
		strlcpy(what, "none", size);
		return (-1);
	}
	if (who == OSDEP_WALLS_ENGINE) {
		strlcpy(what, "no processes", size);
		return (0);
	}
	if (cap_enter() == -1) {
		strlcpy(what, "no processes, no capsicum", size);
		return (0);
	}
	strlcpy(what, "no processes, capsicum", size);
	return (0);
}
