/*
 * t_runner: what a step's program finds, and how its end is told.
 */
#include "tests/unit/runner_kit.h"

#include <sys/resource.h>

#include <errno.h>
#include <signal.h>

#define TEXT	8192

/* An exit status arrives as it was given. */
static void
exit_status_is_told(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	kit_script(&kit, "exit 7");
	kit_run(&kit, &answer);
	assert_int_equal(answer.end, RUN_END_EXITED);
	assert_int_equal(answer.exit_status, 7);
	assert_int_equal(answer.noutlived, 0);
	assert_true(answer.real_ns > 0);
	assert_string_equal(answer.reason, "");
	close(kit.output);
}

/* A signal arrives as a signal, not as 128 and something. */
static void
signal_is_told(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	kit_script(&kit, "kill -SEGV $$");
	kit_run(&kit, &answer);
	assert_int_equal(answer.end, RUN_END_SIGNALLED);
	assert_int_equal(answer.exit_signal, SIGSEGV);
	assert_int_equal(answer.core, 0);
	close(kit.output);
}

/* Start argv[0] with PATH=path; how that failed. */
static void
fails_to_start(const char *program, const char *path, int err,
    const char *reason)
{
	struct run_answer	 answer;
	struct kit		 kit;

	kit_begin(&kit);
	kit.request.argc = 1;
	kit.request.envc = 1;
	kit_string(&kit, program);
	kit_string(&kit, path);
	kit_string(&kit, "");
	kit_run(&kit, &answer);
	assert_int_equal(answer.end, RUN_END_EXEC);
	assert_int_equal(answer.err, err);
	assert_string_equal(answer.reason, reason);
	close(kit.output);
}

/* What cannot be started says why; it is not an exit status of 127. */
static void
what_cannot_be_started_says_why(void **state)
{
	(void)state;
	fails_to_start("nosuchprogram", "PATH=/usr/bin:/bin", ENOENT,
	    "nosuchprogram: No such file or directory");
	fails_to_start("/nonexistent/x", "PATH=/bin", ENOENT,
	    "/nonexistent/x: No such file or directory");
	fails_to_start("sh", "PATH=/nonexistent::/etc/passwd", ENOENT,
	    "sh: No such file or directory");
	fails_to_start("etc", "PATH=/:/bin", EACCES,
	    "etc: Permission denied");
}

/* So does a directory that is not there. */
static void
missing_directory_says_so(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	kit.request.argc = 1;
	kit_string(&kit, "/bin/sh");
	kit_string(&kit, "/nonexistent");
	kit_run(&kit, &answer);
	assert_int_equal(answer.end, RUN_END_EXEC);
	assert_int_equal(answer.err, ENOENT);
	assert_string_equal(answer.reason,
	    "directory /nonexistent: No such file or directory");
	close(kit.output);
}

/* C08, C09: the request's environment and no other; not even ours. */
static void
environment_is_exactly_the_given_one(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;
	char			 text[TEXT];

	(void)state;
	setenv("MAKEFLAGS", "-j1", 1);
	setenv("MALLOC_PERTURB_", "1", 1);
	kit_begin(&kit);
	kit.request.argc = 1;
	kit.request.envc = 4;
	kit_string(&kit, "env");
	kit_string(&kit, "PATH=/usr/bin:/bin");
	kit_string(&kit, "LC_ALL=C");
	kit_string(&kit, "EMPTY=");
	kit_string(&kit, "ODD=a b=\"c\"\n$(x)");
	kit_string(&kit, "/");
	kit_run(&kit, &answer);
	unsetenv("MAKEFLAGS");
	unsetenv("MALLOC_PERTURB_");
	assert_int_equal(answer.exit_status, 0);
	assert_string_equal(kit_printed(&kit, text, sizeof(text)),
	    "PATH=/usr/bin:/bin\nLC_ALL=C\nEMPTY=\nODD=a b=\"c\"\n$(x)\n");
}

/* C12: 0, 1, 2 and nothing else, whatever was open in the parent. */
static void
descriptors_are_exactly_three(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;
	char			 text[TEXT];
	int			 leak;

	(void)state;
	if (access("/proc/self/fd", R_OK) == -1)
		skip();
	leak = dup2(open("/etc/passwd", O_RDONLY), 77);
	kit_begin(&kit);
	kit_script(&kit, "ls /proc/$$/fd; "
	    "readlink /proc/$$/fd/0");
	kit_run(&kit, &answer);
	close(leak);
	assert_string_equal(kit_printed(&kit, text, sizeof(text)),
	    "0\n1\n2\n/dev/null\n");
}

/* C11: no signal ignored or blocked, umask 022, no core, file limit. */
static void
signals_umask_and_limits_are_as_documented(void **state)
{
	struct run_answer	 answer;
	struct sigaction	 was, ignore;
	struct kit		 kit;
	char			 text[TEXT];
	sigset_t		 mask, old;

	(void)state;
	if (access("/proc/self/status", R_OK) == -1)
		skip();
	memset(&ignore, 0, sizeof(ignore));
	ignore.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &ignore, &was);
	sigfillset(&mask);
	sigprocmask(SIG_BLOCK, &mask, &old);
	kit_begin(&kit);
	kit.request.file_max_bytes = 1 << 20;
	kit_script(&kit, "cat /proc/self/status | grep -E '^Sig(Blk|Ign|Cgt)'; "
	    "umask; ulimit -c; ulimit -Hf; ulimit -n; ulimit -s; "
	    "yes | head -n 1");
	kit_start(&kit);
	sigprocmask(SIG_SETMASK, &old, NULL);
	sigaction(SIGPIPE, &was, NULL);
	assert_int_equal(kit_answer(&kit, &answer), 0);
	/* ulimit -f counts blocks of 512 bytes */
	assert_string_equal(kit_printed(&kit, text, sizeof(text)),
	    "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"
	    "SigCgt:\t0000000000000000\n0022\n0\n2048\n4096\n8192\ny\n");
}

/* A session of its own, in the root directory unless told. */
static void
session_and_directory_are_its_own(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;
	char			 text[TEXT];

	(void)state;
	kit_begin(&kit);
	kit_script(&kit, "pwd; ps -o sid= -p $$ | tr -d ' '; echo $$");
	kit_run(&kit, &answer);
	kit_printed(&kit, text, sizeof(text));
	assert_true(strncmp(text, "/\n", 2) == 0);
	assert_int_equal(strtol(text + 2, NULL, 10),
	    strtol(strchr(text + 2, '\n') + 1, NULL, 10));
}

/* Root is dropped for good, with all groups. */
static void
user_is_dropped_with_all_groups(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;
	char			 text[TEXT];

	(void)state;
	if (getuid() != 0)
		skip();
	kit_begin(&kit);
	kit_drop(&kit);
	kit_script(&kit, "id -u; id -ru; id -G");
	kit_run(&kit, &answer);
	assert_string_equal(kit_printed(&kit, text, sizeof(text)),
	    "65534\n65534\n65534\n");
}

/* Both streams land in the one file, in order; stdin is empty. */
static void
output_is_one_file_and_input_is_empty(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;
	char			 text[TEXT];

	(void)state;
	kit_begin(&kit);
	kit_script(&kit, "echo a; echo b >&2; wc -c | tr -d ' '");
	kit_run(&kit, &answer);
	assert_int_equal(answer.output_bytes, 6);
	assert_string_equal(kit_printed(&kit, text, sizeof(text)),
	    "a\nb\n0\n");
}

/* Too much output is told at the step's end at the latest. */
static void
too_much_output_is_told(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	kit.request.output_max_bytes = 100000;
	kit_script(&kit, "yes | head -c 100001");
	kit_run(&kit, &answer);
	assert_int_equal(answer.end, RUN_END_OUTPUT);
	assert_int_equal(answer.output_bytes, 100001);
	close(kit.output);

	kit_begin(&kit);
	kit.request.output_max_bytes = 100000;
	kit_script(&kit, "yes | head -c 100000");
	kit_run(&kit, &answer);
	assert_int_equal(answer.end, RUN_END_EXITED);
	close(kit.output);
}

/* What the file limit cuts is killed by its signal and told as output. */
static void
file_limit_bounds_what_a_minute_can_write(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	kit.request.output_max_bytes = 1 << 20;
	kit.request.file_max_bytes = 2 << 20;
	kit_script(&kit, "exec yes");
	kit_run(&kit, &answer);
	assert_int_equal(answer.end, RUN_END_OUTPUT);
	assert_int_equal(answer.exit_signal, SIGXFSZ);
	assert_int_equal(answer.output_bytes, 2 << 20);
	close(kit.output);
}

/* Wrong requests are refused by name, and nothing is run. */
static void
wrong_requests_are_refused(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;

	(void)state;
	kit_begin(&kit);
	kit_script(&kit, "echo ran");
	kit.request.magic++;
	kit_run(&kit, &answer);
	assert_int_equal(answer.end, RUN_END_SYSTEM);
	assert_string_equal(answer.reason,
	    "benchd-runner and benchd are not of the same build");
	assert_int_equal(lseek(kit.output, 0, SEEK_END), 0);
	close(kit.output);

	kit_begin(&kit);
	kit_script(&kit, "echo ran");
	kit.request.argc = 4;
	kit_run(&kit, &answer);
	assert_string_equal(answer.reason,
	    "the request's strings do not add up");
	close(kit.output);

	kit_begin(&kit);
	kit_script(&kit, "echo ran");
	kit.request.argc = 0xffffffff;
	kit_run(&kit, &answer);
	assert_int_equal(answer.err, E2BIG);
	close(kit.output);

	kit_begin(&kit);
	kit_script(&kit, "echo ran");
	kit_start_partly(&kit, sizeof(kit.request) + kit.len - 1);
	shutdown(kit.link, SHUT_WR);
	assert_int_equal(kit_answer(&kit, &answer), 0);
	assert_string_equal(answer.reason,
	    "the request's strings ended early");
	assert_int_equal(lseek(kit.output, 0, SEEK_END), 0);
	close(kit.output);
}

/* By hand it says that it is not for hands. */
static void
by_hand_it_explains_itself(void **state)
{
	int	 status;

	(void)state;
	status = system("daemon/benchd-runner 3<&- 2>&1 | "
	    "grep -q '^benchd-runner: started by benchd, not by hand'");
	assert_int_equal(status, 0);
}

/* C15: a thousand steps leave no zombie and no descriptor. */
static void
a_thousand_steps_leave_nothing(void **state)
{
	struct run_answer	 answer;
	struct kit		 kit;
	int			 i, first;

	(void)state;
	first = dup(0);
	close(first);
	for (i = 0; i < 1000; i++) {
		kit_begin(&kit);
		kit.request.argc = 1;
		kit.request.envc = 1;
		kit_string(&kit, i % 20 == 0 ? "/nonexistent" : "true");
		kit_string(&kit, "PATH=/usr/bin:/bin");
		kit_string(&kit, "");
		kit_run(&kit, &answer);
		assert_int_equal(answer.end,
		    i % 20 == 0 ? RUN_END_EXEC : RUN_END_EXITED);
		assert_int_equal(answer.exit_status, 0);
		close(kit.output);
	}
	assert_int_equal(dup(0), first);
	close(first);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(exit_status_is_told),
		cmocka_unit_test(signal_is_told),
		cmocka_unit_test(what_cannot_be_started_says_why),
		cmocka_unit_test(missing_directory_says_so),
		cmocka_unit_test(environment_is_exactly_the_given_one),
		cmocka_unit_test(descriptors_are_exactly_three),
		cmocka_unit_test(signals_umask_and_limits_are_as_documented),
		cmocka_unit_test(session_and_directory_are_its_own),
		cmocka_unit_test(user_is_dropped_with_all_groups),
		cmocka_unit_test(output_is_one_file_and_input_is_empty),
		cmocka_unit_test(too_much_output_is_told),
		cmocka_unit_test(file_limit_bounds_what_a_minute_can_write),
		cmocka_unit_test(wrong_requests_are_refused),
		cmocka_unit_test(by_hand_it_explains_itself),
		cmocka_unit_test(a_thousand_steps_leave_nothing),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
