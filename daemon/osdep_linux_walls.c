/*
 * osdep_linux_walls: what front and engine give up before any foreign byte.
 *
 * Landlock (as much of it as the kernel has, asked at run time) takes away
 * files, ports and signals to others; a list of system calls that nobody of
 * us makes is refused by seccomp, on amd64, i386 and arm64 alike.  A refused
 * call gets EPERM: what we try by mistake shows in the log, and a captured
 * process gets no further by it than by being killed.
 */
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "daemon/osdep.h"
#include "proto/compat.h"

#if defined(__x86_64__)
#define OSDEP_ARCH	AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define OSDEP_ARCH	AUDIT_ARCH_I386
#elif defined(__aarch64__)
#define OSDEP_ARCH	AUDIT_ARCH_AARCH64
#else
#define OSDEP_ARCH	0	/* not known here: no filter, and it is said */
#endif

/* A leak checker reads /proc, clones and traces at the end: no walls then. */
#if defined(__SANITIZE_ADDRESS__)
#define OSDEP_SANITIZED	1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OSDEP_SANITIZED	1
#endif
#endif
#ifndef OSDEP_SANITIZED
#define OSDEP_SANITIZED	0
#endif

/* From linux/landlock.h, whose older versions lack the newer half. */
#define OSDEP_FS_WRITE_FILE	(1ULL << 1)
#define OSDEP_FS_READ_FILE	(1ULL << 2)
#define OSDEP_FS_READ_DIR	(1ULL << 3)
#define OSDEP_FS_REMOVE_DIR	(1ULL << 4)
#define OSDEP_FS_REMOVE_FILE	(1ULL << 5)
#define OSDEP_FS_MAKE_DIR	(1ULL << 7)
#define OSDEP_FS_MAKE_REG	(1ULL << 8)
#define OSDEP_FS_REFER		(1ULL << 13)	/* ABI 2 */
#define OSDEP_FS_TRUNCATE	(1ULL << 14)	/* ABI 3 */
#define OSDEP_NET_ALL		3ULL		/* ABI 4: bind, connect */
#define OSDEP_SCOPE_ALL		3ULL		/* ABI 6: sockets, signals */
#define OSDEP_FS_ENGINE		(OSDEP_FS_WRITE_FILE | OSDEP_FS_READ_FILE | \
				OSDEP_FS_READ_DIR | OSDEP_FS_REMOVE_DIR | \
				OSDEP_FS_REMOVE_FILE | OSDEP_FS_MAKE_DIR | \
				OSDEP_FS_MAKE_REG | OSDEP_FS_REFER | \
				OSDEP_FS_TRUNCATE)

struct osdep_ruleset {
	uint64_t	 fs;
	uint64_t	 net;
	uint64_t	 scope;
};

struct osdep_beneath {		/* packed, as the kernel has it */
	uint64_t	 access;
	int32_t		 fd;
} __attribute__((__packed__));

/* What neither front nor engine does. */
static const unsigned osdep_denied[] = {
#ifdef SYS_fork
	SYS_fork, SYS_vfork, SYS_mknod,
#endif
#ifdef SYS_iopl
	SYS_iopl, SYS_ioperm, SYS_modify_ldt,
#endif
#ifdef SYS_kexec_file_load
	SYS_kexec_file_load,
#endif
#ifdef SYS_umount
	SYS_umount,
#endif
#ifdef SYS_stime
	SYS_stime,
#endif
#ifdef SYS_clock_settime64
	SYS_clock_settime64, SYS_clock_adjtime64,
#endif
	SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv,
	SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_open, SYS_pidfd_getfd,
	SYS_pidfd_send_signal, SYS_process_madvise, SYS_kill, SYS_tkill,
	SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root,
	SYS_chroot, SYS_move_mount, SYS_open_tree, SYS_fsopen, SYS_fsconfig,
	SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_swapon, SYS_swapoff,
	SYS_mknodat, SYS_quotactl, SYS_init_module, SYS_finit_module,
	SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_bpf,
	SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup,
	SYS_io_uring_enter, SYS_io_uring_register, SYS_add_key,
	SYS_request_key, SYS_keyctl, SYS_name_to_handle_at,
	SYS_open_by_handle_at, SYS_acct, SYS_syslog, SYS_personality,
	SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_adjtimex,
	SYS_clock_settime, SYS_clock_adjtime, SYS_vhangup, SYS_socket,
	SYS_connect, SYS_fanotify_init
};

/* What only the engine does: it names files. */
static const unsigned osdep_denied_front[] = {
#ifdef SYS_open
	SYS_open, SYS_creat,
#endif
	SYS_openat, SYS_openat2
};

/* The filter as it grows. */
struct osdep_filter {
	struct sock_filter	 code[512];
	unsigned short		 n;
};

/* Append one instruction. */
static void
osdep_filter_add(struct osdep_filter *filter, uint16_t code, uint32_t k,
    uint8_t yes, uint8_t no)
{
	struct sock_filter	 one = BPF_JUMP(code, k, yes, no);

	if (filter->n < nitems(filter->code))
		filter->code[filter->n++] = one;
}

/* A call with this number ends with err. */
static void
osdep_filter_deny(struct osdep_filter *filter, unsigned nr, unsigned err)
{
	osdep_filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 1);
	osdep_filter_add(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err, 0,
	    0);
}

/* Another architecture's calls have other numbers: none of them is made. */
static void
osdep_filter_begin(struct osdep_filter *filter)
{
	filter->n = 0;
	osdep_filter_add(filter, BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, arch), 0, 0);
	osdep_filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, OSDEP_ARCH, 1, 0);
	osdep_filter_add(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM,
	    0, 0);
	osdep_filter_add(filter, BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, nr), 0, 0);
#ifdef __x86_64__
	/* x32's numbers lie from 1 << 30 on. */
	osdep_filter_add(filter, BPF_JMP | BPF_JGE | BPF_K, 1U << 30, 0, 1);
	osdep_filter_add(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM,
	    0, 0);
#endif
}

/* Calls that depend on their first argument: threads yes, processes no. */
static void
osdep_filter_arguments(struct osdep_filter *filter)
{
	/* clone3 keeps its flags in memory; without it libc takes clone. */
	osdep_filter_deny(filter, 435, ENOSYS);
	osdep_filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
	osdep_filter_add(filter, BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, args[0]), 0, 0);
	osdep_filter_add(filter, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1,
	    0);
	osdep_filter_add(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM,
	    0, 0);
	osdep_filter_add(filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
#ifdef SYS_socketcall
	osdep_filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_socketcall,
	    0, 5);
	osdep_filter_add(filter, BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, args[0]), 0, 0);
	osdep_filter_deny(filter, 1, EPERM);	/* SYS_SOCKET */
	osdep_filter_deny(filter, 3, EPERM);	/* SYS_CONNECT */
#endif
	osdep_filter_add(filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

/* Refuse the calls that this process never makes. */
static int
osdep_walls_seccomp(enum osdep_walls who)
{
	struct osdep_filter	 filter;
	struct sock_fprog	 program;
	size_t			 i;

	if (OSDEP_ARCH == 0) {
		errno = ENOTSUP;
		return (-1);
	}
	osdep_filter_begin(&filter);
	for (i = 0; i < nitems(osdep_denied); i++)
		osdep_filter_deny(&filter, osdep_denied[i], EPERM);
	if (who == OSDEP_WALLS_FRONT)
		for (i = 0; i < nitems(osdep_denied_front); i++)
			osdep_filter_deny(&filter, osdep_denied_front[i],
			    EPERM);
	osdep_filter_arguments(&filter);
	if (filter.n == nitems(filter.code)) {
		errno = E2BIG;
		return (-1);
	}
	program.len = filter.n;
	program.filter = filter.code;
	return (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0L, 0L));
}

/*
 * All files but what the engine has below its working directory, all ports,
 * all others' signals.  Returns Landlock's version, or -1.
 */
static int
osdep_walls_landlock(enum osdep_walls who)
{
	struct osdep_beneath	 beneath;
	struct osdep_ruleset	 set;
	int			 abi, error, rules;

	abi = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
	if (abi < 1)
		return (-1);
	set.fs = (1ULL << (abi >= 5 ? 16 : abi >= 3 ? 15 : abi + 12)) - 1;
	set.net = OSDEP_NET_ALL;
	set.scope = OSDEP_SCOPE_ALL;
	rules = (int)syscall(SYS_landlock_create_ruleset, &set,
	    abi >= 6 ? 24 : abi >= 4 ? 16 : 8, 0);
	if (rules == -1)
		return (-1);
	error = 0;
	if (who == OSDEP_WALLS_ENGINE) {
		beneath.access = OSDEP_FS_ENGINE & set.fs;
		beneath.fd = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
		error = beneath.fd == -1 ? -1 : (int)syscall(
		    SYS_landlock_add_rule, rules, 1, &beneath, 0);
		close(beneath.fd);
	}
	if (error == 0)
		error = (int)syscall(SYS_landlock_restrict_self, rules, 0);
	close(rules);
	return (error == 0 ? abi : -1);
}

/* Put the walls up; says which hold. */
int
osdep_walls(enum osdep_walls who, char *what, size_t size)
{
	int	 abi, calls;

	if (OSDEP_SANITIZED) {
		strlcpy(what, "none, a sanitized build", size);
		errno = ENOTSUP;
		return (-1);
	}
	if (prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) == -1) {
		strlcpy(what, "none", size);
		return (-1);
	}
	abi = osdep_walls_landlock(who);
	calls = osdep_walls_seccomp(who);
	if (abi > 0)
		snprintf(what, size, "landlock %d, %s", abi,
		    calls == 0 ? "seccomp" : "no seccomp");
	else
		snprintf(what, size, "no landlock, %s",
		    calls == 0 ? "seccomp" : "no seccomp");
	return (abi > 0 || calls == 0 ? 0 : -1);
}
