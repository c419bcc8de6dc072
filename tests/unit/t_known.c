/*
 * t_known: known hosts on the disk, and hosts as people type them.
 */
#include <sys/stat.h>
#include <sys/wait.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "client/address.h"
#include "client/home.h"
#include "client/known.h"
#include "proto/compat.h"

#define KEY(c)	"SHA256:" c "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

struct scratch {
	char	 dir[256];
	char	 path[300];
};

static int
setup(void **state)
{
	struct scratch	*s;
	const char	*tmp;

	s = calloc(1, sizeof(*s));
	tmp = getenv("TMPDIR");
	snprintf(s->dir, sizeof(s->dir), "%s/t_known.XXXXXX",
	    tmp != NULL ? tmp : "/tmp");
	if (mkdtemp(s->dir) == NULL)
		return (-1);
	snprintf(s->path, sizeof(s->path), "%s/known_hosts", s->dir);
	*state = s;
	return (0);
}

static int
teardown(void **state)
{
	struct scratch	*s;
	char		 path[400];

	s = *state;
	unlink(s->path);
	snprintf(path, sizeof(path), "%s.lock", s->path);
	unlink(path);
	if (rmdir(s->dir) == -1)
		return (-1);	/* a temporary file was left */
	free(s);
	return (0);
}

static void
a_host_is_known_by_name_and_port_whatever_its_case(void **state)
{
	struct scratch	*s;
	struct known	 known;

	s = *state;
	assert_int_equal(known_update(s->path, "Oak", 7117, KEY("a")), 0);
	assert_int_equal(known_update(s->path, "oak", 7118, KEY("b")), 0);
	assert_int_equal(known_update(s->path, "fe80::1", 7117, KEY("c")), 0);
	assert_int_equal(known_read(&known, s->path), 0);
	assert_int_equal(known.n, 3);
	assert_string_equal(known_find(&known, "OAK", 7117)->fingerprint,
	    KEY("a"));
	assert_string_equal(known_find(&known, "oak", 7118)->fingerprint,
	    KEY("b"));
	assert_null(known_find(&known, "oak", 7119));
	assert_null(known_find(&known, "oa", 7117));
	known_clear(&known);
}

static void
a_new_key_takes_the_old_ones_place_and_removal_is_told(void **state)
{
	struct scratch	*s;
	struct known	 known;

	s = *state;
	assert_int_equal(known_update(s->path, "oak", 7117, KEY("a")), 0);
	assert_int_equal(known_update(s->path, "oak", 7117, KEY("b")), 0);
	assert_int_equal(known_read(&known, s->path), 0);
	assert_int_equal(known.n, 1);
	assert_string_equal(known.host[0].fingerprint, KEY("b"));
	known_clear(&known);
	assert_int_equal(known_update(s->path, "oak", 7117, NULL), 0);
	assert_int_equal(known_update(s->path, "oak", 7117, NULL), 1);
	assert_int_equal(known_read(&known, s->path), 0);
	assert_int_equal(known.n, 0);
	known_clear(&known);
}

static void
a_damaged_file_is_not_taken_for_an_empty_one(void **state)
{
	struct scratch	*s;
	struct known	 known;
	FILE		*file;

	s = *state;
	assert_non_null(file = fopen(s->path, "w"));
	fprintf(file, "# mine\noak 7117 %s\nelm 7117\n", KEY("a"));
	fclose(file);
	assert_int_equal(known_read(&known, s->path), -1);
	/* and it is not written over */
	assert_int_equal(known_update(s->path, "ash", 7117, KEY("b")), -1);
	assert_non_null(file = fopen(s->path, "r"));
	fclose(file);
	assert_int_equal(known_update(s->path, "a b", 7117, KEY("b")), -1);
	assert_int_equal(known_update(s->path, "", 7117, KEY("b")), -1);
}

static void
two_at_once_lose_nothing(void **state)
{
	struct scratch	*s;
	struct known	 known;
	int		 i, j;
	char		 name[16];

	s = *state;
	for (i = 0; i < 4 && fork() != 0; i++)
		continue;
	if (i < 4) {
		for (j = 0; j < 10; j++) {
			snprintf(name, sizeof(name), "h%d.%d", i, j);
			if (known_update(s->path, name, 7117, KEY("a")) != 0)
				_exit(1);
		}
		_exit(0);
	}
	for (i = 0; i < 4; i++) {
		assert_true(wait(&j) > 0);
		assert_int_equal(j, 0);
	}
	assert_int_equal(known_read(&known, s->path), 0);
	assert_int_equal(known.n, 40);
	known_clear(&known);
}

static const struct {
	const char	*text, *name;
	int		 port;		/* 0: refused */
} addresses[] = {
	{ "oak", "oak", 7117 },
	{ "oak:99", "oak", 99 },
	{ "10.0.0.1:7118", "10.0.0.1", 7118 },
	{ "fe80::1", "fe80::1", 7117 },
	{ "[fe80::1]:99", "fe80::1", 99 },
	{ "[fe80::1]", "fe80::1", 7117 },
	{ "", NULL, 0 },
	{ ":99", NULL, 0 },
	{ "oak:", NULL, 0 },
	{ "oak:0", NULL, 0 },
	{ "oak:65536", NULL, 0 },
	{ "oak:7117x", NULL, 0 },
	{ "[fe80::1", NULL, 0 },
	{ "[fe80::1]99", NULL, 0 },
	{ "o ak", NULL, 0 },
};

static void
hosts_are_read_as_people_type_them(void **state)
{
	struct address	 address;
	const char	*why;
	size_t		 i;

	(void)state;
	for (i = 0; i < nitems(addresses); i++) {
		why = address_read(addresses[i].text, &address);
		if ((why == NULL) != (addresses[i].port != 0))
			fail_msg("%s: %s", addresses[i].text,
			    why != NULL ? why : "was taken");
		if (why != NULL)
			continue;
		assert_string_equal(address.name, addresses[i].name);
		assert_int_equal(address.port, addresses[i].port);
		assert_false(address.local);
	}
	assert_null(address_read("/var/run/benchd.sock", &address));
	assert_true(address.local);
}

static void
a_folder_that_others_may_write_is_refused(void **state)
{
	struct scratch	*s;
	char		 path[400];

	s = *state;
	setenv("BENCHCTL_DIR", s->dir, 1);
	assert_int_equal(home_path("key", path, sizeof(path)), 0);
	assert_int_equal(strncmp(path, s->dir, strlen(s->dir)), 0);
	assert_string_equal(path + strlen(s->dir), "/key");
	assert_int_equal(chmod(s->dir, 0770), 0);
	assert_int_equal(home_path("key", path, sizeof(path)), -1);
	assert_int_equal(chmod(s->dir, 0700), 0);
	assert_int_equal(home_path("key", path, 8), -1);
}

int
main(void)
{
#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest	 tests[] = {
		TEST(a_host_is_known_by_name_and_port_whatever_its_case),
		TEST(a_new_key_takes_the_old_ones_place_and_removal_is_told),
		TEST(a_damaged_file_is_not_taken_for_an_empty_one),
		TEST(two_at_once_lose_nothing),
		cmocka_unit_test(hosts_are_read_as_people_type_them),
		TEST(a_folder_that_others_may_write_is_refused),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
