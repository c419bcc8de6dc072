/*
 * run: what crosses between parent, runner and cleaner, as structs.
 *
 * Both read one request from descriptor 3 (struct, then its strings), do it,
 * and answer once on the same descriptor.  All integers are the host's own:
 * both ends are the same build, told by the magic number.
 */
#ifndef DAEMON_RUN_H
#define DAEMON_RUN_H

#include <sys/types.h>

#include <stdbool.h>
#include <stdint.h>

#define RUN_LINK_FD		3
#define RUN_MAGIC		0x62726e32	/* new with any change */
#define RUN_WATCH_MAX		8	/* processes of ours to be watched */
#define RUN_OUTLIVED_MAX	8	/* outlived processes kept by name */
#define RUN_REASON_BYTES	256
#define RUN_STRINGS_BYTES	(256 * 1024)

/*
 * One step to be run.  Behind it strings_bytes of strings, each ended by NUL:
 * argc arguments, envc assignments, the working directory ("" for "/").
 * The output's descriptor (opened for appending) rides along as SCM_RIGHTS.
 */
struct run_request {
	uint32_t	 magic;
	uint32_t	 strings_bytes;
	uint32_t	 argc;
	uint32_t	 envc;
	uint32_t	 timed;		/* sync, settle, evidence */
	uint32_t	 wait_tree;	/* time the last descendant's end */
	uid_t		 uid;		/* of the child; 0 only as root asked */
	gid_t		 gid;
	uint32_t	 drop;		/* become uid and gid; we are root */
	int32_t		 settle_ms;
	int64_t		 timeout_ms;
	int64_t		 output_max_bytes;
	int64_t		 file_max_bytes;	/* RLIMIT_FSIZE */
	pid_t		 watch[RUN_WATCH_MAX];	/* our own footprint; 0 none */
	char		 free_path[1024];	/* its space must be still */
	char		 tag[64];		/* class or cgroup */
};

enum run_end {
	RUN_END_EXITED,		/* exit_status holds */
	RUN_END_SIGNALLED,	/* exit_signal holds */
	RUN_END_TIMEOUT,
	RUN_END_OUTPUT,		/* passed output_max_bytes */
	RUN_END_STOPPED,	/* told to, or the parent's link closed */
	RUN_END_EXEC,		/* could not be started: err, reason */
	RUN_END_SYSTEM		/* fork, drop or the like failed: err, reason */
};

/*
 * Evidence: counters read before and after, the difference kept; or levels,
 * of which both are kept.  known[i] false: could not be read.  The table
 * evidence_rows[] in evidence.c says name and unit of each.
 */
enum evidence_key {
	EVIDENCE_CLOCK_STEP_US,	/* wall minus monotonic, after minus before */
	EVIDENCE_CPU_USER_US,	/* whole machine, all CPUs */
	EVIDENCE_CPU_SYS_US,
	EVIDENCE_CPU_INTR_US,
	EVIDENCE_CPU_IDLE_US,
	EVIDENCE_CPU_STEAL_US,
	EVIDENCE_SWITCHES,	/* of the whole machine */
	EVIDENCE_INTERRUPTS,
	EVIDENCE_PAGEINS,
	EVIDENCE_SWAPINS,
	EVIDENCE_SWAPOUTS,
	EVIDENCE_PRESSURE_CPU_US,	/* "some" total */
	EVIDENCE_PRESSURE_IO_US,
	EVIDENCE_PRESSURE_MEMORY_US,
	EVIDENCE_THROTTLES,
	EVIDENCE_FREE_BYTES,	/* level, of free_path's file system */
	EVIDENCE_LOAD_MILLI,	/* level, load average 1 min * 1000 */
	EVIDENCE_FREQ_KHZ,	/* level, mean of CPUs */
	EVIDENCE_TEMP_MILLIC,	/* level, hottest */
	EVIDENCE_OWN_SWITCHES,	/* our footprint, both kinds */
	EVIDENCE_OWN_CPU_US,
	EVIDENCE_MAX
};

struct evidence {
	int64_t	 value[EVIDENCE_MAX];
	uint8_t	 known[EVIDENCE_MAX];
};

/* The footprint of one process of ours. */
struct run_footprint {
	pid_t	 pid;
	int64_t	 switches;	/* voluntary and not */
	int64_t	 cpu_us;
};

/* What the runner answers. */
struct run_answer {
	uint32_t	 magic;
	uint32_t	 end;			/* enum run_end */
	int32_t		 exit_status;
	int32_t		 exit_signal;
	int32_t		 err;			/* errno of EXEC and SYSTEM */
	int32_t		 core;
	int64_t		 started_us;		/* wall */
	int64_t		 started_up_us;		/* since boot */
	int64_t		 ended_us;
	int64_t		 real_ns;		/* monotonic, child or tree */
	int64_t		 user_us;		/* of all reaped */
	int64_t		 sys_us;
	int64_t		 maxrss_kb;
	int64_t		 minflt, majflt;
	int64_t		 nvcsw, nivcsw;
	int64_t		 inblock, oublock;
	int64_t		 output_bytes;
	int64_t		 free_waited_ms;	/* for free space to be still */
	uint32_t	 tagged;		/* the run had its own group */
	uint32_t	 noutlived;		/* processes that lived on */
	char		 outlived[RUN_OUTLIVED_MAX][32];
	int64_t		 outlived_cpu_us;	/* after the child's end */
	struct evidence	 before;
	struct evidence	 after;
	struct run_footprint own_before[RUN_WATCH_MAX];
	struct run_footprint own_after[RUN_WATCH_MAX];
	char		 reason[RUN_REASON_BYTES];
};

enum clean_verb {
	CLEAN_FRESH,	/* give an empty, marked object directory */
	CLEAN_COUNT,	/* names, bytes and digest of what was built */
	CLEAN_PURGE,	/* remove trees renamed away by CLEAN_FRESH */
	CLEAN_RESTORE	/* put back what takeover put aside */
};

/*
 * A task for the cleaner, which is root in a process chrooted to objroot.
 * Behind it strings_bytes of strings: objroot, objdir relative to it ("" for
 * itself), clean relative to objdir (""), then nignore globs.
 */
struct clean_request {
	uint32_t	 magic;
	uint32_t	 strings_bytes;
	uint32_t	 verb;
	uint32_t	 takeover;	/* enum conf_takeover */
	uint32_t	 purge_idle;
	uint32_t	 nignore;
	uid_t		 uid;		/* owner of the fresh directory */
	gid_t		 gid;
	mode_t		 mode;
	uint32_t	 chroot;	/* we are root: chroot to objroot */
	char		 mark[40];	/* the run's uid in hex */
	char		 job[40];	/* in hex: takeover's name */
};

struct clean_answer {
	uint32_t	 magic;
	uint32_t	 ok;
	int32_t		 err;
	uint32_t	 in_place;	/* mount point or objroot */
	int64_t		 removed;	/* names unlinked */
	int64_t		 flags_cleared;	/* immutable flags */
	int64_t		 files;		/* CLEAN_COUNT */
	int64_t		 bytes;
	uint8_t		 digest[32];	/* SHA-256 of sorted names */
	char		 reason[RUN_REASON_BYTES];	/* names the path */
};

#endif
