/*
 * t_runner_tree: what is measured of a tree of processes, and that none of it
 * outlives the answer.
 *
 * Run with arguments it is itself the work: "burn MS" uses that much CPU by
 * its own CPU clock, "hop TAG" forks and leaves for ever.
 */
#include "tests/unit/runner_kit.h"

#include <signal.h>

static struct {
	char	 self[1024];	/* our own path */
} test;

/* Use ms of CPU, whatever the machine's other work. */
static int
burn(long ms)
{
	struct timespec	 cpu;

	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
	while ((int64_t)cpu.tv_sec * 1000 + cpu.tv_nsec / 1000000 < ms);
	return (0);
}

/* Be somebody else all the time. */
static int
hop(void)
{
	signal(SIGTERM, SIG_IGN);
	for (;;)
		if (fork() > 0)
			_exit(0);
}

/* sh -c script, in which $B is this program. */
static void
script(struct kit *kit, const char *text)
{
	char	 assign[1100];

	snprintf(assign, sizeof(assign), "B=%s", test.self);
	kit->request.argc = 3;
	kit->request.envc = 2;
	kit_string(kit, "sh");
	kit_string(kit, "-c");
	kit_string(kit, text);
	kit_string(kit, "PATH=/usr/bin:/bin");
	kit_string(kit, assign);
	kit_string(kit, "");
}

static int64_t
cpu_ms(const struct run_answer *answer)
{
	return ((answer->user_us + answer->sys_us) / 1000);
}

/* Run it; CPU must be that of burn 300 and a shell or two. */
static void
measures_300_ms(const char *text)
{
	struct run_answer	 answer;
	struct kit		 kit;

	kit_begin(&kit);
	script(&kit, text);
	kit_run(&kit, &answer);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_EXITED);
	assert_int_equal(answer.exit_status, 0);
	assert_int_equal(answer.noutlived, 0);
	assert_in_range(cpu_ms(&answer), 299, 500);
	assert_true(answer.real_ns >= 299 * 1000000LL);
}

/* C03 */
static void
pipes_lists_and_exec_are_measured_whole(void **state)
{
	(void)state;
	measures_300_ms("exec $B burn 300");
	measures_300_ms("$B burn 300 | cat");
	measures_300_ms("true && $B burn 300 && true");
	measures_300_ms("$B burn 150; $B burn 150");
	measures_300_ms("$B burn 300 & wait");
}

/* C04 */
static void
more_cpu_than_time_is_no_error(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	script(&kit, "for i in 1 2 3 4; do $B burn 100 & done; wait");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_EXITED);
	assert_in_range(cpu_ms(&answer), 399, 700);
}

/* C01: an unwaited child is named, and its CPU is somebody's. */
static void
an_unwaited_child_is_named_and_counted(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	script(&kit, "$B burn 200 & sleep 0.05");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_EXITED);
	assert_int_equal(answer.noutlived, 1);
	assert_string_equal(answer.outlived[0], "t_runner_tree");
	assert_true(answer.outlived_cpu_us > 50000);
	assert_in_range(cpu_ms(&answer), 199, 380);
	assert_true(answer.real_ns < 199 * 1000000LL);
}

/* C01, C14: by double fork and by setsid, named, then ended. */
static void
escape_by_double_fork_and_setsid_fails(void **state)
{
	static const char *const	 ways[] = {
		"( ( $B burn 100017 ) & )",
		"( ( trap '' TERM HUP; $B burn 100017 & ) & )",
		"setsid sh -c '$B burn 100017' &",
		"setsid sh -c 'setsid $B burn 100017 & exit' & exit 0",
	};
	struct run_answer		 answer;
	struct kit			 kit;
	int64_t				 began;
	size_t				 i;

	(void)state;
	for (i = 0; i < nitems(ways); i++) {
		kit_begin(&kit);
		script(&kit, ways[i]);
		began = kit_now_ms();
		kit_run(&kit, &answer);
		close(kit.output);
		assert_int_equal(answer.end, RUN_END_EXITED);
		assert_int_equal(answer.exit_status, 0);
		assert_true(answer.noutlived >= 1);
		assert_true(answer.outlived_cpu_us > 0);
		assert_true(kit_now_ms() - began < 30000);
		assert_false(kit_alive("burn 100017"));
	}
}

static void
who_holds_the_output_does_not_hold_the_answer(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;
	int64_t			 began;

	(void)state;
	kit_begin(&kit);
	script(&kit, "sleep 300.017 & echo done");
	began = kit_now_ms();
	kit_run(&kit, &answer);
	close(kit.output);
	assert_true(kit_now_ms() - began < 30000);
	assert_int_equal(answer.exit_status, 0);
	assert_int_equal(answer.noutlived, 1);
	assert_string_equal(answer.outlived[0], "sleep");
	assert_true(answer.real_ns < 30000 * 1000000LL);
	assert_false(kit_alive("sleep 300.017"));
}

/* C13: a limit ends the whole tree, in whatever state it is. */
static void
the_limit_ends_the_whole_tree(void **state)
{
	static const char *const	 ways[] = {
		"sleep 300.018 & wait",
		"trap '' TERM INT HUP; sleep 300.018; sleep 300.018",
		"kill -STOP $$; sleep 300.018",
		"sleep 300.018 & kill -STOP $!; kill -STOP $$",
		("setsid sleep 300.018 & setsid sh -c 'kill -STOP $$; "
		    "sleep 300.018' & exec sleep 300.018"),
	};
	struct run_answer		 answer;
	struct kit			 kit;
	int64_t				 began;
	size_t				 i;

	(void)state;
	for (i = 0; i < nitems(ways); i++) {
		kit_begin(&kit);
		kit.request.timeout_ms = 500;
		script(&kit, ways[i]);
		began = kit_now_ms();
		kit_run(&kit, &answer);
		close(kit.output);
		assert_int_equal(answer.end, RUN_END_TIMEOUT);
		assert_in_range(answer.real_ns / 1000000, 500, 30000);
		assert_in_range(kit_now_ms() - began, 500,
		    500 + LIMIT_KILL_GRACE_MS + 30000);
		assert_false(kit_alive("sleep 300.018"));
	}
}

/* A process that is never twice the same one. */
static void
who_forks_and_leaves_for_ever_is_caught(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	kit.request.timeout_ms = 300;
	script(&kit, "$B hop 19 & sleep 60");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_TIMEOUT);
	assert_string_equal(answer.reason, "");
	assert_false(kit_alive("hop 19"));
}

/* With a group of its own, which is gone with the run. */
static void
a_tagged_run_leaves_no_tag(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;
	char			 command[256];

	(void)state;
	kit_begin(&kit);
	kit.request.timeout_ms = 300;
	snprintf(kit.request.tag, sizeof(kit.request.tag), "tr%ld",
	    (long)getpid());
	script(&kit, "$B hop 23 & sleep 60");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_TIMEOUT);
	assert_string_equal(answer.reason, "");
	assert_false(kit_alive("hop 23"));
	if (!answer.tagged)
		skip();
	snprintf(command, sizeof(command), "test -z \"$(find /sys/fs/cgroup "
	    "-maxdepth 2 -name '%s')\"", kit.request.tag);
	assert_int_equal(system(command), 0);
}

static void
wait_tree_times_the_last_ones_end(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	kit.request.wait_tree = 1;
	script(&kit, "( ( sleep 0.3; $B burn 200; exit 9 ) & ); exit 3");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_EXITED);
	assert_int_equal(answer.exit_status, 3);
	assert_int_equal(answer.noutlived, 0);
	assert_true(answer.real_ns >= 499 * 1000000LL);
	assert_in_range(cpu_ms(&answer), 199, 380);

	kit_begin(&kit);
	kit.request.wait_tree = 1;
	kit.request.timeout_ms = 300;
	script(&kit, "sleep 300.020 & exit 3");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_TIMEOUT);
	assert_false(kit_alive("sleep 300.020"));
}

/* What happens when the link says a byte, or closes. */
static void
a_word_on_the_link_stops_it(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;
	int64_t			 began;
	int			 status;

	(void)state;
	kit_begin(&kit);
	script(&kit, "sleep 300.021 & trap '' TERM; sleep 300.021; "
	    "sleep 300.021");
	kit_start(&kit);
	usleep(200000);
	began = kit_now_ms();
	assert_int_equal(write(kit.link, "x", 1), 1);
	assert_int_equal(kit_answer(&kit, &answer), 0);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_STOPPED);
	assert_true(kit_now_ms() - began < LIMIT_STOP_S * 1000);
	assert_false(kit_alive("sleep 300.021"));

	kit_begin(&kit);
	script(&kit, "sleep 300.022 & trap '' TERM; kill -STOP $$");
	kit_start(&kit);
	usleep(200000);
	began = kit_now_ms();
	close(kit.link);
	assert_int_equal(waitpid(kit.pid, &status, 0), kit.pid);
	close(kit.output);
	assert_true(WIFEXITED(status));
	assert_true(kit_now_ms() - began < LIMIT_STOP_S * 1000);
	assert_false(kit_alive("sleep 300.022"));
}

/* Also before the clock starts. */
static void
it_can_be_stopped_while_settling(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;
	int64_t			 began;

	(void)state;
	kit_begin(&kit);
	kit.request.timed = 1;
	kit.request.settle_ms = 60000;
	script(&kit, "echo ran");
	kit_start(&kit);
	usleep(100000);
	began = kit_now_ms();
	assert_int_equal(write(kit.link, "x", 1), 1);
	assert_int_equal(kit_answer(&kit, &answer), 0);
	assert_int_equal(answer.end, RUN_END_STOPPED);
	/* sync(2) may take its time on a busy disk */
	assert_true(kit_now_ms() - began < 50000);
	assert_int_equal(lseek(kit.output, 0, SEEK_END), 0);
	close(kit.output);
}

/* kill -9 -1 of another user meets neither runner nor answer. */
static void
a_user_who_kills_all_it_can_harms_nobody(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	if (getuid() != 0)
		skip();
	kit_begin(&kit);
	kit.request.drop = 1;
	kit.request.uid = 61987;	/* nobody else's: it would be met */
	kit.request.gid = 61987;
	kit_script(&kit, "sleep 300.023 & kill -9 -1; wait; exit 5");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_EXITED);
	assert_int_equal(answer.exit_status, 5);
	assert_false(kit_alive("sleep 300.023"));
	kit_begin(&kit);
	kit.request.drop = 1;
	kit.request.uid = 61987;
	kit.request.gid = 61987;
	kit_script(&kit, "kill -9 $$");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_SIGNALLED);
	assert_int_equal(answer.exit_signal, SIGKILL);
}

/* A file system that only tests use, where there is one. */
static const char *
still_place(void)
{
	return (access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/");
}

/* The clock does not start while something is still freeing or writing. */
static void
the_clock_waits_for_free_space_to_stand_still(void **state)
{
	struct timespec		 pause = { 0, 50 * 1000000 };
	struct run_answer	 answer;
	struct kit		 kit;
	char			 path[64], block[65536];
	pid_t			 pid;
	int			 fd, i;

	(void)state;
	if (strcmp(still_place(), "/") == 0)
		skip();
	snprintf(path, sizeof(path), "%s/t_runner.XXXXXX", still_place());
	assert_int_not_equal(fd = mkstemp(path), -1);
	unlink(path);
	memset(block, 1, sizeof(block));
	pid = fork();
	if (pid == 0) {
		for (i = 0; i < 30 &&
		    write(fd, block, sizeof(block)) != -1; i++)
			nanosleep(&pause, NULL);
		_exit(0);
	}
	kit_begin(&kit);
	kit.request.timed = 1;
	strlcpy(kit.request.free_path, still_place(),
	    sizeof(kit.request.free_path));
	kit_script(&kit, "exit 0");
	kit_run(&kit, &answer);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	close(kit.output);
	close(fd);
	assert_int_equal(answer.end, RUN_END_EXITED);
	assert_true(answer.free_waited_ms >= 1400);
	assert_true(answer.real_ns < 30000000000);
}

/* While a step is timed its runner sleeps: by its own counters. */
static void
the_runner_sleeps_while_it_times(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	kit.request.timed = 1;
	kit.request.settle_ms = 100;
	kit.request.watch[0] = getpid();
	strlcpy(kit.request.free_path, still_place(),
	    sizeof(kit.request.free_path));
	script(&kit, "sleep 3");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_int_equal(answer.end, RUN_END_EXITED);
	assert_in_range(answer.real_ns / 1000000, 3000, 30000);
	assert_true(answer.before.known[EVIDENCE_OWN_SWITCHES]);
	assert_true(answer.after.known[EVIDENCE_OWN_SWITCHES]);
	/* we sleep in recv: the two of us go to sleep once, or a few times */
	assert_in_range(answer.after.value[EVIDENCE_OWN_SWITCHES] -
	    answer.before.value[EVIDENCE_OWN_SWITCHES], 1, 10);
	assert_in_range(answer.after.value[EVIDENCE_OWN_CPU_US] -
	    answer.before.value[EVIDENCE_OWN_CPU_US], 0, 5000);
	assert_int_equal(answer.own_before[0].pid, getpid());
	assert_true(answer.after.known[EVIDENCE_FREE_BYTES]);
	assert_true(answer.started_us > 1577836800LL * 1000000);
	assert_in_range(answer.ended_us - answer.started_us, 3000000, 30000000);
	/* the machine slept at least as long, and no clock was set */
	if (answer.before.known[EVIDENCE_CPU_IDLE_US])
		assert_true(answer.after.value[EVIDENCE_CPU_IDLE_US] +
		    answer.after.value[EVIDENCE_CPU_USER_US] >
		    answer.before.value[EVIDENCE_CPU_IDLE_US] +
		    answer.before.value[EVIDENCE_CPU_USER_US]);
	assert_in_range(answer.after.value[EVIDENCE_CLOCK_STEP_US] -
	    answer.before.value[EVIDENCE_CLOCK_STEP_US] + 50000, 0, 100000);
}

/* A child's maxrss is its own, not one that our size gave it. */
static void
maxrss_is_the_largest_process_of_the_step(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	kit_script(&kit, "exec sleep 0.01");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_in_range(answer.maxrss_kb, 100, 8000);
	kit_begin(&kit);
	kit_script(&kit, "dd if=/dev/zero of=/dev/null bs=32M count=1 2>&-; "
	    "exec sleep 0.01");
	kit_run(&kit, &answer);
	close(kit.output);
	assert_in_range(answer.maxrss_kb, 32768, 49152);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(pipes_lists_and_exec_are_measured_whole),
		cmocka_unit_test(more_cpu_than_time_is_no_error),
		cmocka_unit_test(an_unwaited_child_is_named_and_counted),
		cmocka_unit_test(escape_by_double_fork_and_setsid_fails),
		cmocka_unit_test(who_holds_the_output_does_not_hold_the_answer),
		cmocka_unit_test(the_limit_ends_the_whole_tree),
		cmocka_unit_test(who_forks_and_leaves_for_ever_is_caught),
		cmocka_unit_test(a_tagged_run_leaves_no_tag),
		cmocka_unit_test(wait_tree_times_the_last_ones_end),
		cmocka_unit_test(a_word_on_the_link_stops_it),
		cmocka_unit_test(it_can_be_stopped_while_settling),
		cmocka_unit_test(a_user_who_kills_all_it_can_harms_nobody),
		cmocka_unit_test(the_clock_waits_for_free_space_to_stand_still),
		cmocka_unit_test(the_runner_sleeps_while_it_times),
		cmocka_unit_test(maxrss_is_the_largest_process_of_the_step),
	};

	if (argc == 3 && strcmp(argv[1], "burn") == 0)
		return (burn(strtol(argv[2], NULL, 10)));
	if (argc == 3 && strcmp(argv[1], "hop") == 0)
		return (hop());
	if (realpath(argv[0], test.self) == NULL)
		return (1);
	return (cmocka_run_group_tests(tests, NULL, NULL));
}
