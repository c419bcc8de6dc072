/*
 * t_base64: the vectors of RFC 4648, section 10, there and back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "proto/base64.h"
#include "proto/compat.h"

static const struct {
	const char	*bytes;
	const char	*text;
} t_base64_vectors[] = {
	{ "", "" }, { "f", "Zg==" }, { "fo", "Zm8=" }, { "foo", "Zm9v" },
	{ "foob", "Zm9vYg==" }, { "fooba", "Zm9vYmE=" },
	{ "foobar", "Zm9vYmFy" },
};

static void
t_base64_speaks_the_vectors_of_the_rfc(void **state)
{
	size_t	 i, len;
	char	*bytes, *text;

	(void)state;
	for (i = 0; i < nitems(t_base64_vectors); i++) {
		text = base64_encode(t_base64_vectors[i].bytes,
		    strlen(t_base64_vectors[i].bytes));
		assert_string_equal(text, t_base64_vectors[i].text);
		free(text);
		bytes = base64_decode(t_base64_vectors[i].text, &len);
		assert_non_null(bytes);
		assert_int_equal(len, strlen(t_base64_vectors[i].bytes));
		assert_string_equal(bytes, t_base64_vectors[i].bytes);
		free(bytes);
	}
}

static void
t_base64_refuses_what_is_none(void **state)
{
	static const char *const	texts[] = {
		"Z", "Zg", "Zg=", "Zm9v\n", "Zm9-", "=g==", "Zg==Zg=="
	};
	size_t				i, len;

	(void)state;
	for (i = 0; i < nitems(texts); i++)
		assert_null(base64_decode(texts[i], &len));
}

int
main(void)
{
	const struct CMUnitTest	tests[] = {
		cmocka_unit_test(t_base64_speaks_the_vectors_of_the_rfc),
		cmocka_unit_test(t_base64_refuses_what_is_none),
	};

	return (cmocka_run_group_tests_name("base64", tests, NULL, NULL));
}
