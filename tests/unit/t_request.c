/*
 * t_request: the rows of request.c against the requests of benchd-proto.7.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "proto/compat.h"
#include "proto/request.h"

struct manual {
	char	 name[32][64];		/* of the request's members */
	bool	 needed[32];
	size_t	 n;
};

/*
 * Members of one request, as the page has them: .Ql words outside round
 * brackets, up to the first sentence of plain text.  Square brackets hold
 * what may be left out.
 */
static bool
manual_line(struct manual *manual, const char *line, int *square, int *round)
{
	const char	*at, *tail;
	size_t		 len;

	at = line;
	if (strncmp(line, ".Ql ", 4) == 0) {
		len = strcspn(line + 4, " \n");
		if (*round == 0) {
			snprintf(manual->name[manual->n], 64, "%.*s", (int)len,
			    line + 4);
			manual->needed[manual->n++] = *square == 0;
		}
		at = line + 4 + len;
	} else if (line[0] == '.')
		return (true);
	else if (isupper((unsigned char)line[0]) && *round == 0)
		return (false);
	for (tail = at; *tail != '\0'; tail++) {
		*square += (*tail == '[') - (*tail == ']');
		*round += (*tail == '(') - (*tail == ')');
	}
	return (true);
}

/* Hold a row against what the manual says of it. */
static void
compare(const struct request_row *row, const struct manual *manual)
{
	size_t	 i, j;

	for (i = 0; i < row->nmembers; i++) {
		for (j = 0; j < manual->n; j++)
			if (strcmp(row->member[i].name, manual->name[j]) == 0)
				break;
		if (j == manual->n)
			fail_msg("%s: the manual lacks %s", row->name,
			    row->member[i].name);
		if (row->member[i].needed != manual->needed[j])
			fail_msg("%s: %s: needed differs", row->name,
			    row->member[i].name);
	}
	if (row->nmembers != manual->n)
		fail_msg("%s: the manual has %zu members, the code %zu",
		    row->name, manual->n, row->nmembers);
}

/* Requests, roles, members and which of them are needed. */
static void
manual_and_code_list_the_same_requests(void **state)
{
	enum request_method	 method;
	struct manual		 manual;
	FILE			*file;
	size_t			 seen;
	int			 round, square;
	bool			 inside;
	char			 line[256], name[64], role[16];

	(void)state;
	assert_non_null(file = fopen("proto/benchd-proto.7", "r"));
	seen = 0;
	method = REQUEST_MAX;
	inside = false;
	round = square = 0;
	memset(&manual, 0, sizeof(manual));
	while (fgets(line, sizeof(line), file) != NULL) {
		if (sscanf(line, ".It Cm %63s Pq %15s", name, role) != 2 &&
		    strncmp(line, ".El", 3) != 0) {
			if (inside)
				inside = manual_line(&manual, line, &square,
				    &round);
			continue;
		}
		if (method != REQUEST_MAX)
			compare(request_row(method), &manual);
		method = REQUEST_MAX;
		inside = line[1] == 'I';
		if (!inside)
			continue;
		memset(&manual, 0, sizeof(manual));
		round = square = 0;
		method = request_find(name);
		if (method == REQUEST_MAX)
			fail_msg("the code lacks %s", name);
		assert_int_equal(method, seen);
		assert_int_equal(request_row(method)->role, role_find(role));
		seen++;
	}
	fclose(file);
	assert_int_equal(seen, REQUEST_MAX);
}

/* A role has one name, and no name but three has a role. */
static void
roles_are_known_by_name(void **state)
{
	(void)state;
	assert_int_equal(role_find("read"), ROLE_READ);
	assert_int_equal(role_find("submit"), ROLE_SUBMIT);
	assert_int_equal(role_find("admin"), ROLE_ADMIN);
	assert_int_equal(role_find("none"), ROLE_NONE);
	assert_int_equal(role_find(""), ROLE_NONE);
	assert_int_equal(role_find("Admin"), ROLE_NONE);
	assert_string_equal(role_name(ROLE_SUBMIT), "submit");
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(manual_and_code_list_the_same_requests),
		cmocka_unit_test(roles_are_known_by_name),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
