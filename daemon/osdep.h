/*
 * osdep: what only the kernel knows, as questions.
 *
 * Answered by osdep_freebsd*.c or osdep_linux*.c, chosen by the Makefile.  Each
 * may fail with -1 and errno ENOTSUP where the system has no answer; nothing
 * here logs, and only what says so allocates.
 */
#ifndef DAEMON_OSDEP_H
#define DAEMON_OSDEP_H

#include <sys/types.h>

#include <stddef.h>
#include <stdint.h>

struct evidence;
struct run_footprint;

/* The kernel's own id of this uptime, as hex text. */
int	 osdep_boot_id(char *text, size_t size);
/* SMBIOS uuid of the machine; ENOENT where there is none or known junk. */
int	 osdep_machine_uuid(char *text, size_t size);
/* Microseconds since boot, sleep included. */
int	 osdep_uptime_us(int64_t *us);
/* Is the wall clock set by somebody who knows (ntp)?  1, 0, -1 unknown. */
int	 osdep_clock_set(void);
int	 osdep_ncpu(void);

/* Path of the running program itself. */
int	 osdep_self_path(char *path, size_t size);

/* This process becomes the reaper of all its descendants to come. */
int	 osdep_reaper(void);
/* A signal by default, be it one that the libc keeps for itself. */
void	 osdep_signal_default(int signo);
/*
 * Pids of our descendants (direct and not), at most max; returns how many
 * there are, which may be more than max; or -1.
 */
int	 osdep_descendants(pid_t *pids, size_t max);
/*
 * Signal all our descendants, stopped ones too; returns how many.  What is
 * born meanwhile may be missed: whoever means to end them asks again until
 * wait(2) has nobody left.
 */
int	 osdep_kill_descendants(int signo);
/* A process's name for a report, printable; "?" where it is gone. */
void	 osdep_process_name(pid_t, char *name, size_t size);
/*
 * Put this process in a group of its own for its descendants to be found by.
 * Tags must differ in their first 16 bytes (FreeBSD's login classes).
 */
int	 osdep_tag_enter(const char *tag);
/*
 * Step out of it, kill at once all who are in it (where the system can; it is
 * no substitute for osdep_kill_descendants), remove it when it is empty.
 * Nothing happens, and -1 with ENOENT, without a tag.
 */
int	 osdep_tag_end(void);
/* End all that carry a tag beginning with prefix; returns how many. */
int	 osdep_tag_kill(const char *prefix);

/*
 * Fill what can be read now; marks each figure known or not.  Free space and
 * our own footprint are left to the asker, who knows of which.
 */
void	 osdep_evidence(struct evidence *);
/* CPU and switches of pid. */
int	 osdep_footprint(pid_t, struct run_footprint *);

/* Clear immutable flags on what fd is open on; 1 if any were set. */
int	 osdep_flags_clear(int fd);
/* The same of name in dirfd without following; 1 if any were set. */
int	 osdep_flags_clear_at(int dirfd, const char *name);

/*
 * Is another file system mounted below path (a real one, not at it)?  1 with
 * the first such place, 0, or -1.  Sees mounts of the same device as well.
 */
int	 osdep_mount_below(const char *path, char *found, size_t size);

/* uid and gid at the other end of a connected Unix socket. */
int	 osdep_peer(int fd, uid_t *uid, gid_t *gid);

/*
 * Walls: what a process of ours can never need again.  Front keeps what is
 * open and may accept; engine keeps the files below its working directory.
 * Neither starts a program, a process or a connection.  What holds now is
 * said in what ("landlock 7, seccomp"); -1 where nothing does.
 */
enum osdep_walls { OSDEP_WALLS_FRONT, OSDEP_WALLS_ENGINE };
int	 osdep_walls(enum osdep_walls, char *what, size_t size);

/* One fact's value by its canonical key; ENOENT where it has none. */
int	 osdep_fact(const char *key, char *value, size_t size);

#endif
