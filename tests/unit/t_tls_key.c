/*
 * t_tls_key: keys on the disk, and fingerprints against the openssl command.
 */
#include <sys/stat.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "proto/compat.h"
#include "proto/tls_key.h"

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
	snprintf(s->dir, sizeof(s->dir), "%s/t_tls_key.XXXXXX",
	    tmp != NULL ? tmp : "/tmp");
	if (mkdtemp(s->dir) == NULL)
		return (-1);
	snprintf(s->path, sizeof(s->path), "%s/key", s->dir);
	*state = s;
	return (0);
}

static int
teardown(void **state)
{
	struct scratch	*s;

	s = *state;
	unlink(s->path);
	if (rmdir(s->dir) == -1)
		return (-1);	/* a temporary file was left */
	free(s);
	return (0);
}

/* First line that a command prints. */
static void
command(char *line, size_t size, const char *fmt, const char *path)
{
	FILE	*pipe;
	char	 text[1024];

	snprintf(text, sizeof(text), fmt, path);
	line[0] = '\0';
	assert_non_null(pipe = popen(text, "r"));
	if (fgets(line, (int)size, pipe) != NULL)
		line[strcspn(line, "\n")] = '\0';
	pclose(pipe);
}

static void
a_fingerprint_is_what_openssl_says(void **state)
{
	struct scratch	*s;
	struct tls_key	*key;
	char		 got[TLS_FINGERPRINT_BYTES], want[128];

	s = *state;
	assert_non_null(key = tls_key_new());
	assert_int_equal(tls_key_save(key, s->path), 0);
	command(want, sizeof(want), "openssl pkey -in %s -pubout -outform DER "
	    "2>/dev/null | openssl dgst -sha256 -binary | "
	    "openssl base64 -A | tr -d = | sed 's/^/SHA256:/'", s->path);
	if (strlen(want) < 10) {
		tls_key_free(key);
		skip();		/* no openssl command here */
	}
	tls_key_fingerprint(key, got);
	assert_string_equal(got, want);
	assert_true(tls_key_is_fingerprint(got));
	tls_key_free(key);
}

static void
a_key_of_the_openssl_command_is_read(void **state)
{
	struct scratch	*s;
	struct tls_key	*key;
	char		 said[128];

	s = *state;
	command(said, sizeof(said), "umask 077; openssl genpkey -algorithm "
	    "ed25519 -out %s 2>/dev/null && echo made", s->path);
	if (strcmp(said, "made") != 0)
		skip();
	assert_non_null(key = tls_key_load(s->path));
	tls_key_free(key);
}

static void
another_kind_of_key_is_refused(void **state)
{
	struct scratch	*s;
	char		 said[128];

	s = *state;
	command(said, sizeof(said), "umask 077; openssl genpkey -algorithm "
	    "x25519 -out %s 2>/dev/null && echo made", s->path);
	if (strcmp(said, "made") != 0)
		skip();
	assert_null(tls_key_load(s->path));
	assert_int_equal(errno, EINVAL);
}

static void
a_saved_key_is_the_owners_alone_and_loads_again(void **state)
{
	struct scratch	*s;
	struct tls_key	*key, *again;
	struct stat	 st;
	char		 a[TLS_FINGERPRINT_BYTES], b[TLS_FINGERPRINT_BYTES];

	s = *state;
	umask(0);
	assert_non_null(key = tls_key_new());
	assert_int_equal(tls_key_save(key, s->path), 0);
	assert_int_equal(stat(s->path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(st.st_nlink, 1);
	assert_non_null(again = tls_key_load(s->path));
	tls_key_fingerprint(key, a);
	tls_key_fingerprint(again, b);
	assert_string_equal(a, b);
	tls_key_free(key);
	tls_key_free(again);
}

static void
a_key_is_never_written_over(void **state)
{
	struct scratch	*s;
	struct tls_key	*first, *second, *now;
	char		 a[TLS_FINGERPRINT_BYTES], b[TLS_FINGERPRINT_BYTES];

	s = *state;
	assert_non_null(first = tls_key_new());
	assert_non_null(second = tls_key_new());
	assert_int_equal(tls_key_save(first, s->path), 0);
	assert_int_equal(tls_key_save(second, s->path), -1);
	assert_int_equal(errno, EEXIST);
	assert_non_null(now = tls_key_load(s->path));
	tls_key_fingerprint(first, a);
	tls_key_fingerprint(now, b);
	assert_string_equal(a, b);
	tls_key_fingerprint(second, a);
	assert_string_not_equal(a, b);
	tls_key_free(first);
	tls_key_free(second);
	tls_key_free(now);
}

static void
a_key_that_others_can_read_is_refused(void **state)
{
	struct scratch	*s;
	struct tls_key	*key;

	s = *state;
	assert_non_null(key = tls_key_new());
	assert_int_equal(tls_key_save(key, s->path), 0);
	assert_int_equal(chmod(s->path, 0640), 0);
	assert_null(tls_key_load(s->path));
	assert_int_equal(errno, EACCES);
	tls_key_free(key);
}

static void
text_that_is_no_key_is_refused(void **state)
{
	static const char *const	 texts[] = {
		"", "x", "-----BEGIN PRIVATE KEY-----\n",
		("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n"
		    "-----END ENCRYPTED PRIVATE KEY-----\n"),
	};
	size_t				 i;

	(void)state;
	for (i = 0; i < nitems(texts); i++)
		assert_null(tls_key_read(texts[i], strlen(texts[i])));
	assert_false(tls_key_is_fingerprint("SHA256:"));
	assert_false(tls_key_is_fingerprint(
	    "SHA256:pX1fAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="));
	assert_false(tls_key_is_fingerprint(
	    "MD5:pX1fAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
}

int
main(void)
{
#define TEST(name)	cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest	 tests[] = {
		TEST(a_fingerprint_is_what_openssl_says),
		TEST(a_key_of_the_openssl_command_is_read),
		TEST(another_kind_of_key_is_refused),
		TEST(a_saved_key_is_the_owners_alone_and_loads_again),
		TEST(a_key_is_never_written_over),
		TEST(a_key_that_others_can_read_is_refused),
		TEST(text_that_is_no_key_is_refused),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
