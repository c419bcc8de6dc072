/*
 * t_clean_tree: trees that resist, mount points, counting, and being killed.
 */
#include "tests/unit/cleaner_kit.h"

static void
links_in_the_tree_are_removed_never_followed(void **state)
{
	struct clean_answer	 answer;

	(void)state;
	assert_int_equal(sh("mkdir $R.out && echo src >$R.out/main.c"), 0);
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	assert_int_equal(sh("cd $R/bench && mkdir d && ln -s $R.out src && "
	    "ln -s $R.out/main.c d/m && ln -s ../.. d/up"), 0);
	clean(CLEAN_FRESH, "bench", RUN_2, &answer);
	done(&answer);
	assert_int_equal(sh("test \"$(cat $R.out/main.c)\" = src && "
	    "test \"$(ls -A $R/bench)\" = .benchd"), 0);
}

static void
ugly_names_are_removed(void **state)
{
	struct clean_answer	 answer;

	(void)state;
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	assert_int_equal(sh("cd $R/bench && touch -- -rf '*' ' ' "
	    "\"$(printf 'a\\nb')\" \"$(printf '\\377\\376')\" "
	    "\"$(printf '\\033[1m')\" && mkdir \"$(printf 'd\\n\\377')\" && "
	    "touch \"$(printf 'd\\n\\377')/x\" "
	    "\"$(printf '%%0255d' 0)\""), 0);
	clean(CLEAN_FRESH, "bench", RUN_2, &answer);
	done(&answer);
	assert_int_equal(sh("test \"$(ls -A $R/bench)\" = .benchd"), 0);
}

static void
make_deep(int levels)
{
	int	 i, fd, below;

	fd = open(scratch.root, O_RDONLY | O_DIRECTORY);
	for (i = -1; i < levels; i++) {
		if (i >= 0)
			assert_int_equal(mkdirat(fd, "d", 0755), 0);
		below = openat(fd, i >= 0 ? "d" : "bench",
		    O_RDONLY | O_DIRECTORY);
		assert_int_not_equal(below, -1);
		close(fd);
		fd = below;
	}
	close(fd);
}

static void
ten_thousand_levels_need_few_descriptors(void **state)
{
	struct clean_answer	 answer;
	struct rlimit		 was, few;

	(void)state;
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	make_deep(10000);
	getrlimit(RLIMIT_NOFILE, &was);
	few = was;
	few.rlim_cur = 24;
	setrlimit(RLIMIT_NOFILE, &few);
	clean(CLEAN_FRESH, "bench", RUN_2, &answer);
	setrlimit(RLIMIT_NOFILE, &was);
	done(&answer);
	assert_int_equal(answer.removed, 10000 + 2);
	assert_int_equal(sh("test \"$(ls -A $R)\" = bench"), 0);
}

static void
closed_permissions_do_not_stop_an_ordinary_user(void **state)
{
	struct clean_answer	 answer;
	struct clean_request	 req;
	int			 status;
	pid_t			 pid;

	(void)state;
	pid = fork();
	if (pid == 0) {
		if (getuid() == 0 && (chown(scratch.root, 65534, 65534) == -1 ||
		    setgroups(0, NULL) == -1 || setgid(65534) == -1 ||
		    setuid(65534) == -1))
			_exit(2);
		request(&req, CLEAN_FRESH, RUN_1);
		start(&req, "bench", "", NULL);
		finish(&answer);
		done(&answer);
		if (sh("cd $R/bench && mkdir -p a/b c && touch a/b/f c/f && "
		    "chmod 0 a/b c && chmod 555 a") != 0)
			_exit(3);
		start(&req, "bench", "", NULL);
		finish(&answer);
		done(&answer);
		_exit(sh("test \"$(ls -A $R/bench)\" = .benchd"));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void
immutable_flags_are_cleared(void **state)
{
	struct clean_answer	 answer;

	(void)state;
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	assert_int_equal(sh("cd $R/bench && mkdir -p d/e && touch f d/e/g "
	    "d/log"), 0);
	if (sh("cd $R/bench && chattr +i f d/e/g 2>/dev/null && "
	    "chattr +a d/log && chattr +i d/e && chattr +i .") != 0)
		skip();
	clean(CLEAN_FRESH, "bench", RUN_2, &answer);
	sh("chattr -R -i $R 2>/dev/null; chattr -R -a $R 2>/dev/null");
	done(&answer);
	assert_int_equal(answer.flags_cleared, 5);
	assert_int_equal(sh("test \"$(ls -A $R)\" = bench && "
	    "test \"$(ls -A $R/bench)\" = .benchd"), 0);
}

static void
a_mount_point_is_emptied_in_place(void **state)
{
	struct clean_answer	 answer;

	(void)state;
	if (sh("mkdir $R/bench && mount -t tmpfs -o size=1m none $R/bench "
	    "2>/dev/null") != 0)
		skip();
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	if (answer.ok)
		sh("mkdir $R/bench/d && echo o >$R/bench/d/o");
	clean(CLEAN_FRESH, "bench", RUN_2, &answer);
	assert_int_equal(sh("test \"$(ls -A $R/bench)\" = .benchd && "
	    "test \"$(ls -A $R)\" = bench && umount $R/bench"), 0);
	done(&answer);
	assert_int_equal(answer.in_place, 1);
}

static void
a_bind_mount_is_emptied_in_place_too(void **state)
{
	struct clean_answer	 answer;

	(void)state;
	if (sh("mkdir $R/bench $R/else && mount --bind $R/else $R/bench "
	    "2>/dev/null") != 0)
		skip();
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	if (answer.ok)
		sh("echo o >$R/bench/o");
	clean(CLEAN_FRESH, "bench", RUN_2, &answer);
	assert_int_equal(sh("umount $R/bench && rmdir $R/bench && "
	    "test \"$(ls -A $R/else)\" = .benchd"), 0);
	done(&answer);
	assert_int_equal(answer.in_place, 1);
}

static void
another_file_system_below_is_refused_untouched(void **state)
{
	struct clean_answer	 tmpfs, bind;

	(void)state;
	clean(CLEAN_FRESH, "bench", RUN_1, &tmpfs);
	if (sh("mkdir -p $R/bench/a/m $R/src && echo x >$R/bench/a/o && "
	    "mount -t tmpfs -o size=1m none $R/bench/a/m 2>/dev/null && "
	    "echo keep >$R/bench/a/m/k") != 0)
		skip();
	clean(CLEAN_FRESH, "bench", RUN_2, &tmpfs);
	/* one of the same device is no less another's */
	assert_int_equal(sh("test -f $R/bench/a/o && test -f $R/bench/a/m/k "
	    "&& umount $R/bench/a/m && echo c >$R/src/main.c && "
	    "mount --bind $R/src $R/bench/a/m"), 0);
	clean(CLEAN_FRESH, "bench", RUN_2, &bind);
	assert_int_equal(sh("umount $R/bench/a/m && test -f $R/bench/a/o && "
	    "test -f $R/src/main.c"), 0);
	refused(&tmpfs, "/bench/a/m is another file system; unmount it");
	refused(&bind, "/bench/a/m is another file system; unmount it");
}

static void
objroot_itself_is_emptied_in_place(void **state)
{
	struct clean_answer	 answer;

	(void)state;
	clean(CLEAN_FRESH, "", RUN_1, &answer);
	done(&answer);
	assert_int_equal(sh("ls -id $R >$R.out && mkdir $R/d && "
	    "echo o >$R/d/o"), 0);
	clean(CLEAN_FRESH, "", RUN_2, &answer);
	done(&answer);
	assert_int_equal(answer.in_place, 1);
	assert_int_equal(sh("ls -id $R | cmp - $R.out && "
	    "test \"$(ls -A $R)\" = .benchd"), 0);
}

static void
digest_by_shell(const char *where, char hex[65])
{
	char	 text[4096];
	FILE	*pipe;

	snprintf(text, sizeof(text), "cd %s/bench && find . -mindepth 1 %s "
	    "-printf '%%P\\0' | LC_ALL=C sort -z | sha256sum",
	    scratch.root, where);
	assert_non_null(pipe = popen(text, "r"));
	assert_int_equal(fread(hex, 1, 64, pipe), 64);
	hex[64] = '\0';
	pclose(pipe);
}

static void
count(const char *glob, struct clean_answer *answer, char hex[65])
{
	struct clean_request	 req;
	size_t			 i;

	request(&req, CLEAN_COUNT, RUN_1);
	start(&req, "bench", "", glob);
	finish(answer);
	done(answer);
	for (i = 0; i < 32; i++)
		snprintf(hex + 2 * i, 3, "%02x", answer->digest[i]);
}

static void
what_was_built_is_counted_as_find_and_sort_would(void **state)
{
	struct clean_answer	 answer;
	char			 got[65], want[65];

	(void)state;
	if (sh("find /dev/null -printf '' 2>/dev/null") != 0)
		skip();
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	assert_int_equal(sh("cd $R/bench && mkdir -p a/b/c a.b 'a-' && "
	    "printf 12345 >a/b/c/x.o && printf 123 >a.b/y.o && "
	    "printf 1 >\"$(printf 'n\\nl\\377')\" && ln -s x a/link && "
	    "mkdir a/.benchd && printf 99 >a/stamp.log && "
	    "printf 7777 >a/b/stamp.log"), 0);
	make_deep(300);
	count(NULL, &answer, got);
	digest_by_shell("! -path ./.benchd", want);
	assert_string_equal(got, want);
	assert_int_equal(answer.files, 5);
	assert_int_equal(answer.bytes, 5 + 3 + 1 + 2 + 4);
	count("*.log", &answer, got);
	digest_by_shell("! -path ./.benchd ! -name '*.log'", want);
	assert_string_equal(got, want);
	assert_int_equal(answer.bytes, 5 + 3 + 1);
	count("a/*.log", &answer, got);
	digest_by_shell("! -path ./.benchd ! -path ./a/stamp.log", want);
	assert_string_equal(got, want);
	count("b", &answer, got);
	digest_by_shell("! -path ./.benchd ! -path './a/b*'", want);
	assert_string_equal(got, want);
	/* a name more is another digest, the same again the same */
	assert_int_equal(sh("touch $R/bench/more"), 0);
	count("b", &answer, want);
	assert_string_not_equal(got, want);
	assert_int_equal(sh("rm $R/bench/more"), 0);
	count("b", &answer, want);
	assert_string_equal(got, want);
}

static void
killed_at_any_moment_it_is_taken_up_again(void **state)
{
	static const char	 tree[] = "cd $R/bench && for i in 1 2 3 4 5 6; "
	    "do mkdir -p $i/a/b $i/c; for j in 1 2 3 4 5 6 7 8; do "
	    ": >$i/$j; : >$i/a/b/$j; : >$i/c/$j; done; done";
	struct clean_answer	 answer;
	struct clean_request	 req;
	struct timespec		 pause = { 0, 0 };
	int			 i;

	(void)state;
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	for (i = 0; i < 60; i++) {
		assert_int_equal(sh("%s", tree), 0);
		request(&req, CLEAN_FRESH, RUN_1);
		start(&req, "bench", "", NULL);
		pause.tv_nsec = (i * 7919L) % 60 * 50000;	/* up to 3 ms */
		nanosleep(&pause, NULL);
		kill(scratch.pid, SIGKILL);
		waitpid(scratch.pid, NULL, 0);
		close(scratch.link);
		clean(CLEAN_FRESH, "bench", RUN_1, &answer);
		done(&answer);
		assert_int_equal(sh("test \"$(ls -A $R/bench)\" = .benchd && "
		    "test \"$(ls -A $R)\" = bench"), 0);
	}
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		CASE(links_in_the_tree_are_removed_never_followed),
		CASE(ugly_names_are_removed),
		CASE(ten_thousand_levels_need_few_descriptors),
		CASE(closed_permissions_do_not_stop_an_ordinary_user),
		CASE(immutable_flags_are_cleared),
		CASE(a_mount_point_is_emptied_in_place),
		CASE(a_bind_mount_is_emptied_in_place_too),
		CASE(another_file_system_below_is_refused_untouched),
		CASE(objroot_itself_is_emptied_in_place),
		CASE(what_was_built_is_counted_as_find_and_sort_would),
		CASE(killed_at_any_moment_it_is_taken_up_again),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
