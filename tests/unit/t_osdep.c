/*
 * t_osdep: the kernel's answers against what other programs say of the same.
 */
#include <sys/types.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/osdep.h"
#include "daemon/osdep_any.h"
#include "daemon/run.h"
#include "proto/compat.h"

/* What a command prints, its newline gone; "" where it fails. */
static const char *
said(const char *command, char *text, size_t size)
{
	FILE	*pipe;

	text[0] = '\0';
	assert_non_null(pipe = popen(command, "r"));
	if (fgets(text, (int)size, pipe) == NULL)
		text[0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	pclose(pipe);
	return (text);
}

static void
rest(long ms)
{
	const struct timespec	 pause = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&pause, NULL);
}

static void
boot_id_is_the_kernels_and_does_not_change(void **state)
{
	char	 first[64], again[64], want[64];

	(void)state;
	assert_int_equal(osdep_boot_id(first, sizeof(first)), 0);
	assert_int_equal(osdep_boot_id(again, sizeof(again)), 0);
	assert_string_equal(first, again);
	assert_int_equal(strlen(first), 32);
	if (said("tr -d - </proc/sys/kernel/random/boot_id 2>/dev/null", want,
	    sizeof(want))[0] != '\0')
		assert_string_equal(first, want);
}

static void
uptime_runs_with_the_clock(void **state)
{
	int64_t	 before, after;

	(void)state;
	assert_int_equal(osdep_uptime_us(&before), 0);
	rest(100);
	assert_int_equal(osdep_uptime_us(&after), 0);
	assert_in_range(after - before, 100000, 60000000);
}

static void
careless_uuids_are_none(void **state)
{
	static const char *const	 junk[] = {
		"", "Not Settable", "Not Present", "Default string",
		"To be filled by O.E.M.",
		"00000000-0000-0000-0000-000000000000",
		"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
		"ffffffff-ffff-ffff-ffff-ffffffffffff",
		"FEFEFEFE-FEFE-FEFE-FEFE-FEFEFEFEFEFE",
		"03000200-0400-0500-0006-000700080009",
		"00020003-0004-0005-0006-000700080009",
		"4c4c4544-0000-2010-8020-80c04f202020",
		"12345678-1234-5678-90AB-CDDEEFAABBCC",
		"4c4c4544-0042-3510-8052-b4c04f4e4331 ",
		"4c4c4544-0042-3510-8052-b4c04f4e433",
		"4c4c4544-0042-3510-8052xb4c04f4e4331",
		"4c4c4544-0042-3510-8052-b4c04f4e433g",
	};
	size_t	 i;

	(void)state;
	for (i = 0; i < nitems(junk); i++)
		assert_true(osdep_uuid_junk(junk[i]));
	assert_false(osdep_uuid_junk("4c4c4544-0042-3510-8052-b4c04f4e4331"));
	assert_false(osdep_uuid_junk("EC2A1D7E-8C5B-4F6F-9D3A-0123456789AB"));
}

static void
facts_agree_with_other_programs(void **state)
{
	static const struct {
		const char	*key;
		const char	*command;
	} same[] = {
		{ "os",		 "uname -s" },
		{ "cpu.count",	 "getconf _NPROCESSORS_ONLN" },
		{ "kernel.ident", "test $(uname) = Linux && uname -r || "
		    "uname -i" },
		{ "bits",	 "getconf LONG_BIT" },
	};
	char	 value[4096], want[4096];
	size_t	 i;

	(void)state;
	for (i = 0; i < nitems(same); i++) {
		assert_int_equal(osdep_fact(same[i].key, value,
		    sizeof(value)), 0);
		assert_string_equal(value, said(same[i].command, want,
		    sizeof(want)));
	}
	assert_int_equal(osdep_fact("no.such", value, sizeof(value)), -1);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(osdep_fact("mem", value, sizeof(value)), 0);
	assert_true(strtoll(value, NULL, 10) > 32LL << 20);
	assert_int_equal(osdep_fact("sched", value, sizeof(value)), 0);
	assert_int_equal(osdep_fact("arch", value, sizeof(value)), 0);
	assert_true(strcmp(value, "x86_64") != 0);
}

/* linux32 makes uname lie: the kernel is asked without it. */
static void
arch_is_the_kernels_under_linux32(void **state)
{
	char	 here[64], value[64], want[64];
	FILE	*pipe;

	(void)state;
	if (strcmp(said("linux32 uname -m 2>/dev/null", want, sizeof(want)),
	    "i686") != 0)
		skip();
	assert_int_equal(osdep_fact("arch", here, sizeof(here)), 0);
	pipe = popen("linux32 tests/unit/t_osdep arch", "r");
	assert_non_null(pipe);
	assert_non_null(fgets(value, sizeof(value), pipe));
	pclose(pipe);
	value[strcspn(value, "\n")] = '\0';
	assert_string_equal(value, here);
}

static void
footprint_counts_cpu_and_switches(void **state)
{
	struct run_footprint	 before, after;
	struct timespec		 cpu;
	int64_t			 used;
	int			 i;

	(void)state;
	assert_int_equal(osdep_footprint(getpid(), &before), 0);
	assert_int_equal(before.pid, getpid());
	for (i = 0; i < 20; i++)
		rest(1);
	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
	while ((int64_t)cpu.tv_sec * 1000000 + cpu.tv_nsec / 1000 <
	    before.cpu_us + 50000);
	assert_int_equal(osdep_footprint(getpid(), &after), 0);
	used = after.cpu_us - before.cpu_us;
	assert_in_range(used, 45000, 120000);
	assert_true(after.switches - before.switches >= 20);
	assert_int_equal(osdep_footprint(0x3ffffffe, &after), -1);
}

static void
evidence_moves_as_the_machine_does(void **state)
{
	static const int	 counters[] = { EVIDENCE_CPU_USER_US,
		EVIDENCE_CPU_SYS_US, EVIDENCE_CPU_IDLE_US, EVIDENCE_SWITCHES,
		EVIDENCE_INTERRUPTS };
	struct evidence		 before, after;
	int64_t			 began, ended, sum;
	size_t			 i;

	(void)state;
	assert_int_equal(osdep_uptime_us(&began), 0);
	osdep_evidence(&before);
	rest(1000);
	osdep_evidence(&after);
	assert_int_equal(osdep_uptime_us(&ended), 0);
	for (i = sum = 0; i < nitems(counters); i++) {
		assert_true(before.known[counters[i]]);
		assert_true(after.known[counters[i]]);
		assert_true(after.value[counters[i]] >=
		    before.value[counters[i]]);
	}
	assert_true(after.value[EVIDENCE_SWITCHES] >
	    before.value[EVIDENCE_SWITCHES]);
	/* the parts of a second (or of more, if we slept longer) are about
	   that of every CPU */
	for (i = EVIDENCE_CPU_USER_US; i <= EVIDENCE_CPU_STEAL_US; i++)
		if (before.known[i])
			sum += after.value[i] - before.value[i];
	assert_in_range(sum / osdep_ncpu(), (ended - began) * 8 / 10,
	    (ended - began) * 15 / 10);
	assert_false(before.known[EVIDENCE_FREE_BYTES]);
	assert_false(before.known[EVIDENCE_OWN_CPU_US]);
}

/* Children, grandchildren and orphans; nobody else's. */
static void
descendants_are_found_and_ended(void **state)
{
	pid_t	 pids[16], pid;
	char	 name[32];
	int	 i, n;

	(void)state;
	assert_int_equal(osdep_reaper(), 0);
	assert_int_equal(osdep_descendants(pids, nitems(pids)), 0);
	pid = fork();
	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", "sleep 307 & setsid sleep 307 & "
		    "( trap '' TERM; sleep 307 & ) & kill -STOP $$; wait",
		    (char *)NULL);
		_exit(127);
	}
	for (i = 0; i < 1000 && osdep_descendants(pids, nitems(pids)) < 4; i++)
		rest(20);
	rest(100);
	n = osdep_descendants(pids, nitems(pids));
	assert_in_range(n, 4, 5);
	assert_int_equal(osdep_descendants(pids, 1), n);
	osdep_process_name(pid, name, sizeof(name));
	assert_string_equal(name, "sh");
	assert_true(osdep_kill_descendants(SIGKILL) >= 1);
	for (i = 0; i < 1000; i++) {
		while (waitpid(-1, NULL, WNOHANG) > 0)
			continue;
		if (errno == ECHILD)
			break;
		osdep_kill_descendants(SIGKILL);
		rest(5);
	}
	assert_int_equal(osdep_descendants(pids, nitems(pids)), 0);
	osdep_process_name(pid, name, sizeof(name));
	assert_string_equal(name, "?");
}

/* What a killed runner left is found by its tag, other tags are not. */
static void
a_tag_finds_what_a_kill_left(void **state)
{
	char	 mine[64], other[64];
	pid_t	 pid, stranger;
	int	 status, tagged;

	(void)state;
	snprintf(mine, sizeof(mine), "tm%ld", (long)getpid());
	snprintf(other, sizeof(other), "to%ld", (long)getpid());
	pid = fork();
	if (pid == 0) {
		tagged = osdep_tag_enter(mine) == 0;
		if (tagged && fork() == 0)
			sleep(300);
		_exit(!tagged);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (status != 0)
		skip();
	stranger = fork();
	if (stranger == 0) {
		osdep_tag_enter(other);
		sleep(300);
		_exit(0);
	}
	rest(100);
	assert_int_equal(osdep_tag_kill(mine), 1);
	assert_int_equal(osdep_tag_kill(mine), 0);
	assert_int_equal(waitpid(stranger, &status, WNOHANG), 0);
	assert_int_equal(osdep_tag_kill(other), 1);
	assert_int_equal(waitpid(stranger, &status, 0), stranger);
	assert_int_equal(WTERMSIG(status), SIGKILL);
	while (waitpid(-1, NULL, 0) > 0)
		continue;
}

static void
peer_is_the_other_end(void **state)
{
	int	 pair[2];
	uid_t	 uid;
	gid_t	 gid;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	assert_int_equal(osdep_peer(pair[0], &uid, &gid), 0);
	assert_int_equal(uid, geteuid());
	assert_int_equal(gid, getegid());
	close(pair[0]);
	close(pair[1]);
}

/* What is behind the walls may not do; a bit a try, 0 all were refused. */
static int
behind_walls(enum osdep_walls who)
{
	char	 what[128];
	int	 broken, fd;
	pid_t	 pid;

	if (osdep_walls(who, what, sizeof(what)) == -1)
		return (strstr(what, "sanitized") != NULL ? 77 : 64);
	broken = 0;
	if (open("/etc/passwd", O_RDONLY) != -1)
		broken |= 1;
	pid = fork();
	if (pid == 0)
		_exit(0);
	if (pid != -1)
		broken |= 2;
	if (socket(AF_INET, SOCK_STREAM, 0) != -1)
		broken |= 4;
	execl("/bin/true", "true", (char *)NULL);
	execl("/usr/bin/true", "true", (char *)NULL);
	if (kill(getppid(), 0) != -1)
		broken |= 8;
	fd = open("walls.test", O_RDWR | O_CREAT, 0600);
	if ((fd != -1) != (who == OSDEP_WALLS_ENGINE))
		broken |= 16;
	if (fd != -1 && (write(fd, "x", 1) != 1 || ftruncate(fd, 0) == -1 ||
	    unlink("walls.test") == -1))
		broken |= 32;
	return (broken);
}

/* On Linux all of it; elsewhere the walls are others (osdep_freebsd.c). */
static void
walls_hold(void **state)
{
	static const enum osdep_walls	 who[] = { OSDEP_WALLS_FRONT,
		OSDEP_WALLS_ENGINE };
	const char			*dir;
	size_t				 i;
	pid_t				 pid;
	int				 status;

	(void)state;
	if (access("/proc/self/status", R_OK) == -1)
		skip();
	dir = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
	for (i = 0; i < nitems(who); i++) {
		pid = fork();
		if (pid == 0)
			_exit(chdir(dir) == -1 ? 128 : behind_walls(who[i]));
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFEXITED(status));
		if (WEXITSTATUS(status) == 77)
			skip();
		assert_int_equal(WEXITSTATUS(status), 0);
	}
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(boot_id_is_the_kernels_and_does_not_change),
		cmocka_unit_test(uptime_runs_with_the_clock),
		cmocka_unit_test(careless_uuids_are_none),
		cmocka_unit_test(facts_agree_with_other_programs),
		cmocka_unit_test(arch_is_the_kernels_under_linux32),
		cmocka_unit_test(footprint_counts_cpu_and_switches),
		cmocka_unit_test(evidence_moves_as_the_machine_does),
		cmocka_unit_test(descendants_are_found_and_ended),
		cmocka_unit_test(a_tag_finds_what_a_kill_left),
		cmocka_unit_test(peer_is_the_other_end),
		cmocka_unit_test(walls_hold),
	};
	char	 value[64];

	(void)argv;
	if (argc == 2) {
		if (osdep_fact("arch", value, sizeof(value)) == -1)
			return (1);
		return (puts(value) == EOF);
	}
	return (cmocka_run_group_tests(tests, NULL, NULL));
}
