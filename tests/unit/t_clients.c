/*
 * t_clients: the clients file, line by line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/clients.h"
#include "proto/compat.h"

#define KEY(c)	"SHA256:" c "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

struct said {
	int	 n;
	int	 line[16];
	char	 what[16][128];
};

static void
fault(int line, const char *what, void *arg)
{
	struct said	*said;

	said = arg;
	said->line[said->n] = line;
	snprintf(said->what[said->n++], 128, "%s", what);
}

static struct clients *
read_text(const char *text, struct said *said)
{
	memset(said, 0, sizeof(*said));
	return (clients_read(text, strlen(text), fault, said));
}

static void
role_key_and_name_are_read(void **state)
{
	struct said	 said;
	struct clients	*clients;

	(void)state;
	clients = read_text("# a comment\n\n"
	    "admin\t" KEY("a") "  dana, her laptop  \n"
	    "   # another\n"
	    "read " KEY("b") " ron\n"
	    "submit " KEY("c") " j\xc3\xb6rg", &said);
	assert_non_null(clients);
	assert_int_equal(said.n, 0);
	assert_int_equal(clients_count(clients), 3);
	assert_int_equal(clients_find(clients, KEY("a"))->role, ROLE_ADMIN);
	assert_string_equal(clients_find(clients, KEY("a"))->name,
	    "dana, her laptop");
	assert_int_equal(clients_find(clients, KEY("b"))->role, ROLE_READ);
	assert_string_equal(clients_find(clients, KEY("c"))->name,
	    "j\xc3\xb6rg");
	assert_null(clients_find(clients, KEY("d")));
	assert_null(clients_find(clients, ""));
	clients_free(clients);
}

static void
a_line_at_fault_lets_nobody_in_and_is_named(void **state)
{
	struct said	 said;
	struct clients	*clients;

	(void)state;
	clients = read_text("root " KEY("a") " x\n"
	    "admin SHA256:short x\n"
	    "admin " KEY("b") "\n"
	    "admin " KEY("c") " a\x1b[2J\n"
	    "read " KEY("d") " first\n"
	    "admin " KEY("d") " second\n"
	    "Admin " KEY("e") " x\n"
	    "admin\n", &said);
	assert_non_null(clients);
	assert_int_equal(clients_count(clients), 1);
	assert_int_equal(clients_find(clients, KEY("d"))->role, ROLE_READ);
	assert_int_equal(said.n, 7);
	assert_int_equal(said.line[0], 1);
	assert_non_null(strstr(said.what[0], "no role"));
	assert_int_equal(said.line[1], 2);
	assert_non_null(strstr(said.what[1], "fingerprint"));
	assert_int_equal(said.line[2], 3);
	assert_string_equal(said.what[2], "the name is missing");
	assert_int_equal(said.line[3], 4);
	assert_non_null(strstr(said.what[3], "printable"));
	assert_int_equal(said.line[6], 6);
	assert_string_equal(said.what[6], "this key stands in line 5 already");
	clients_free(clients);
}

static void
no_text_is_nobody(void **state)
{
	struct said	 said;
	struct clients	*clients;

	(void)state;
	clients = clients_read("", 0, fault, &said);
	assert_non_null(clients);
	assert_int_equal(clients_count(clients), 0);
	assert_null(clients_find(clients, KEY("a")));
	assert_null(clients_find(NULL, KEY("a")));
	clients_free(clients);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(role_key_and_name_are_read),
		cmocka_unit_test(a_line_at_fault_lets_nobody_in_and_is_named),
		cmocka_unit_test(no_text_is_nobody),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
