/*
 * t_cleaner: marks, what is refused, what is put aside; each bad object
 * directory with its answer.
 */
#include "tests/unit/cleaner_kit.h"

static void
fresh_directory_is_empty_owned_and_marked(void **state)
{
	struct clean_answer	 answer;
	struct clean_request	 req;
	struct stat		 st;
	char			 path[1100];

	(void)state;
	request(&req, CLEAN_FRESH, RUN_1);
	req.mode = 0750;
	start(&req, "a/bench", "", NULL);
	finish(&answer);
	done(&answer);
	snprintf(path, sizeof(path), "%s/a/bench", scratch.root);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0750);
	assert_int_equal(st.st_uid, req.uid);
	assert_int_equal(st.st_gid, req.gid);
	assert_int_equal(sh("test \"$(ls -A $R/a/bench)\" = .benchd && "
	    "test \"$(cat $R/a/bench/.benchd)\" = 'benchd run " RUN_1 "' && "
	    "test \"$(ls -A $R/a)\" = bench"), 0);
}

static void
what_benchd_made_is_purged_before_the_next_run(void **state)
{
	struct clean_answer	 answer;

	(void)state;
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	assert_int_equal(sh("cd $R/bench && mkdir -p d/e .hid && echo 1 >d/f "
	    "&& echo 2 >.hid/g && ln -s /etc l && ln f h 2>/dev/null; "
	    "mkfifo d/pipe"), 0);
	clean(CLEAN_FRESH, "bench", RUN_2, &answer);
	done(&answer);
	assert_int_equal(answer.in_place, 0);
	/* d d/e d/f d/pipe .hid .hid/g l, the mark, the tree itself */
	assert_int_equal(answer.removed, 9);
	assert_int_equal(sh("test \"$(ls -A $R)\" = bench && "
	    "test \"$(ls -A $R/bench)\" = .benchd && "
	    "grep -q " RUN_2 " $R/bench/.benchd"), 0);
}

static void
files_that_benchd_did_not_make_are_refused_and_kept(void **state)
{
	struct clean_answer	 answer;

	(void)state;
	assert_int_equal(sh("mkdir $R/bench && echo mine >$R/bench/thesis"),
	    0);
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	refused(&answer, "/bench holds files that benchd did not make; "
	    "move them, or write takeover keep");
	assert_int_equal(sh("test \"$(cat $R/bench/thesis)\" = mine && "
	    "test \"$(ls -A $R)\" = bench"), 0);
}

static void
a_mark_that_a_user_made_is_no_mark(void **state)
{
	struct clean_answer	 answer;

	(void)state;
	if (getuid() != 0)
		skip();
	assert_int_equal(sh("mkdir $R/bench && echo mine >$R/bench/thesis && "
	    "echo 'benchd run 1' >$R/bench/.benchd && "
	    "chown 65534 $R/bench/.benchd"), 0);
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	refused(&answer, "/bench holds files that benchd did not make; "
	    "move them, or write takeover keep");
	assert_int_equal(sh("rm $R/bench/.benchd && "
	    "ln -s /etc/passwd $R/bench/.benchd"), 0);
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	assert_int_equal(answer.ok, 0);
	assert_int_equal(sh("test -f $R/bench/thesis"), 0);
}

static void
takeover_puts_aside_once_and_puts_back(void **state)
{
	struct clean_answer	 answer;
	struct clean_request	 req;
	int			 i;

	(void)state;
	assert_int_equal(sh("mkdir -m 711 $R/bench && "
	    "echo mine >$R/bench/thesis && "
	    "ls -lid $R/bench $R/bench/thesis >$R.out"), 0);
	for (i = 0; i < 3; i++) {
		request(&req, CLEAN_FRESH, i % 2 ? RUN_2 : RUN_1);
		req.takeover = 1;
		start(&req, "bench", "", NULL);
		finish(&answer);
		done(&answer);
		assert_int_equal(sh("test \"$(ls -A $R/bench)\" = .benchd && "
		    "echo built >$R/bench/o"), 0);
	}
	clean(CLEAN_RESTORE, "bench", RUN_1, &answer);
	done(&answer);
	assert_int_equal(sh("ls -lid $R/bench $R/bench/thesis | cmp - $R.out "
	    "&& test \"$(ls -A $R)\" = bench && "
	    "test \"$(ls -A $R/bench)\" = thesis"), 0);
	clean(CLEAN_RESTORE, "bench", RUN_1, &answer);
	done(&answer);
	assert_int_equal(sh("test \"$(cat $R/bench/thesis)\" = mine"), 0);
}

static void
takeover_never_buries_a_second_tree(void **state)
{
	struct clean_answer	 answer;
	struct clean_request	 req;

	(void)state;
	assert_int_equal(sh("mkdir $R/bench && echo 1 >$R/bench/one"), 0);
	request(&req, CLEAN_FRESH, RUN_1);
	req.takeover = 1;
	start(&req, "bench", "", NULL);
	finish(&answer);
	done(&answer);
	assert_int_equal(sh("rm -rf $R/bench && mkdir $R/bench && "
	    "echo 2 >$R/bench/two"), 0);
	start(&req, "bench", "", NULL);
	finish(&answer);
	refused(&answer, "/bench holds files that benchd did not make, again: "
	    "takeover keep puts aside once a job");
	clean(CLEAN_RESTORE, "bench", RUN_1, &answer);
	refused(&answer, "/bench holds files that benchd did not make; what "
	    "takeover put aside stays in .benchd-kept");
	assert_int_equal(sh("test -f $R/bench/two && "
	    "test -f $R/.benchd-kept/" JOB "/bench/one"), 0);
}

static void
links_out_of_objroot_are_refused(void **state)
{
	struct clean_answer	 answer;

	(void)state;
	assert_int_equal(sh("mkdir $R.out && echo src >$R.out/main.c && "
	    "ln -s $R.out $R/bench && ln -s ../${R##*/}.out $R/rel && "
	    "ln -s loop $R/loop && echo x >$R/file"), 0);
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	assert_non_null(strstr(answer.reason, "/bench is a link out of "));
	assert_int_equal(answer.ok, 0);
	clean(CLEAN_FRESH, "bench/deeper", RUN_1, &answer);
	assert_non_null(strstr(answer.reason, "/bench is a link out of "));
	clean(CLEAN_FRESH, "rel", RUN_1, &answer);
	refused(&answer, ": leads out of it by ..");
	clean(CLEAN_FRESH, "../x", RUN_1, &answer);
	refused(&answer, ": leads out of it by ..");
	clean(CLEAN_FRESH, "loop", RUN_1, &answer);
	refused(&answer, "/loop: too many links");
	clean(CLEAN_FRESH, "file", RUN_1, &answer);
	refused(&answer, "/file is not a directory");
	clean(CLEAN_FRESH, "file/x", RUN_1, &answer);
	refused(&answer, "/file is not a directory");
	assert_int_equal(sh("test \"$(ls -A $R.out)\" = main.c && "
	    "test -L $R/bench && test -L $R/rel"), 0);
}

static void
links_inside_objroot_are_kept_and_their_target_cleaned(void **state)
{
	struct clean_answer	 answer;

	(void)state;
	assert_int_equal(sh("mkdir $R/real && ln -s $R/real $R/bench && "
	    "ln -s real $R/other"), 0);
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	done(&answer);
	assert_int_equal(sh("echo o >$R/bench/o && test -f $R/real/o"), 0);
	clean(CLEAN_FRESH, "other", RUN_2, &answer);
	done(&answer);
	assert_int_equal(sh("test -L $R/bench && test -L $R/other && "
	    "test \"$(ls -A $R/real)\" = .benchd"), 0);
}

/* A chain of directories, each inside the one before. */
static void
clean_empties_only_what_it_names(void **state)
{
	struct clean_answer	 answer;
	struct clean_request	 req;

	(void)state;
	request(&req, CLEAN_FRESH, RUN_1);
	start(&req, "bench", "usr/src/sys", NULL);
	finish(&answer);
	done(&answer);
	assert_int_equal(sh("cd $R/bench && mkdir -p usr/src/sys/G tool && "
	    "echo cc >tool/cc && echo o >usr/src/sys/G/o && "
	    "echo x >usr/src/x"), 0);
	request(&req, CLEAN_FRESH, RUN_2);
	start(&req, "bench", "usr/src/sys", NULL);
	finish(&answer);
	done(&answer);
	assert_int_equal(sh("cd $R/bench && test -f tool/cc && "
	    "test -f usr/src/x && test -z \"$(ls -A usr/src/sys)\" && "
	    "grep -q " RUN_2 " .benchd"), 0);
	/* a link in it that leads to somebody else's tree */
	assert_int_equal(sh("cd $R/bench && rmdir usr/src/sys && "
	    "mkdir $R/theirs && echo t >$R/theirs/t && "
	    "ln -s ../../../theirs usr/src/sys"), 0);
	start(&req, "bench", "usr/src/sys", NULL);
	finish(&answer);
	assert_int_equal(answer.ok, 0);
	assert_non_null(strstr(answer.reason, "usr/src/sys is not below "));
	assert_int_equal(sh("test -f $R/theirs/t"), 0);
}

static void
purge_idle_leaves_the_old_tree_for_later(void **state)
{
	struct clean_answer	 answer;
	struct clean_request	 req;

	(void)state;
	clean(CLEAN_FRESH, "bench", RUN_1, &answer);
	assert_int_equal(sh("echo o >$R/bench/o"), 0);
	request(&req, CLEAN_FRESH, RUN_2);
	req.purge_idle = 1;
	start(&req, "bench", "", NULL);
	finish(&answer);
	done(&answer);
	assert_int_equal(answer.removed, 0);
	assert_int_equal(sh("test \"$(ls -A $R/bench)\" = .benchd && "
	    "test -f $R/.benchd-trash/*/o"), 0);
	clean(CLEAN_PURGE, "bench", RUN_2, &answer);
	done(&answer);
	assert_int_equal(sh("test \"$(ls -A $R)\" = bench"), 0);
	clean(CLEAN_PURGE, "bench", RUN_2, &answer);
	done(&answer);
}

/* The digest that find, sort and sha256sum have for it, as hex. */
static void
half_a_request_is_refused(void **state)
{
	struct clean_request	 req;
	struct clean_answer	 answer;

	(void)state;
	request(&req, CLEAN_FRESH, "../../etc");
	start(&req, "bench", "", NULL);
	finish(&answer);
	assert_string_equal(answer.reason,
	    "the cleaner's request is not whole");
	request(&req, CLEAN_FRESH, RUN_1);
	req.magic ^= 1;
	start(&req, "bench", "", NULL);
	finish(&answer);
	assert_string_equal(answer.reason,
	    "the cleaner's request is not whole");
	assert_int_equal(sh("test -z \"$(ls -A $R)\""), 0);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		CASE(fresh_directory_is_empty_owned_and_marked),
		CASE(what_benchd_made_is_purged_before_the_next_run),
		CASE(files_that_benchd_did_not_make_are_refused_and_kept),
		CASE(a_mark_that_a_user_made_is_no_mark),
		CASE(takeover_puts_aside_once_and_puts_back),
		CASE(takeover_never_buries_a_second_tree),
		CASE(links_out_of_objroot_are_refused),
		CASE(links_inside_objroot_are_kept_and_their_target_cleaned),
		CASE(clean_empties_only_what_it_names),
		CASE(purge_idle_leaves_the_old_tree_for_later),
		CASE(half_a_request_is_refused),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
