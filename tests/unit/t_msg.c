/*
 * t_msg: what a line may be, and the answer where it may not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "proto/compat.h"
#include "proto/limits.h"
#include "proto/msg.h"

/* Parse, take apart and check: 0, or the code of the fault. */
static int
ask(const char *line, size_t len, struct msg_fault *fault)
{
	struct msg_request	 request;
	json_t			*whole;
	int			 code;

	memset(fault, 0, sizeof(*fault));
	if ((whole = msg_parse(line, len, fault)) == NULL)
		return ((int)fault->code);
	code = msg_request(whole, &request, fault) &&
	    msg_check_params(&request, fault) ? 0 : (int)fault->code;
	json_decref(whole);
	return (code);
}

/* [[[...]]] of so many levels. */
static int
deep(size_t levels)
{
	struct msg_fault	 fault;
	char			 line[128];

	memset(line, '[', levels);
	memset(line + levels, ']', levels);
	return (ask(line, 2 * levels, &fault));
}

static void
depth_16_is_read_and_17_is_not(void **state)
{
	struct msg_fault	 fault;

	(void)state;
	/* well nested: not a request, but JSON */
	assert_int_equal(deep(15), ERROR_INVALID_REQUEST);
	assert_int_equal(deep(16), ERROR_INVALID_REQUEST);
	assert_int_equal(deep(17), ERROR_PARSE);
	assert_int_equal(deep(60), ERROR_PARSE);
	/* brackets in strings are none */
	assert_int_equal(ask("\"[[[[[[[[[[[[[[[[[[[[[[\\\"[[\"", 28, &fault),
	    ERROR_INVALID_REQUEST);
}

static void
a_line_of_the_limit_is_read_and_no_longer_one(void **state)
{
	struct msg_fault	 fault;
	char			*line;
	size_t			 len;

	(void)state;
	assert_non_null(line = malloc(LIMIT_LINE_BYTES + 16));
	memset(line, ' ', LIMIT_LINE_BYTES + 16);
	memcpy(line, "[]", 2);
	/* the newline, which counts, is not handed over */
	for (len = LIMIT_LINE_BYTES - 2; len < LIMIT_LINE_BYTES; len++)
		assert_int_equal(ask(line, len, &fault),
		    ERROR_INVALID_REQUEST);
	assert_int_equal(ask(line, LIMIT_LINE_BYTES, &fault), ERROR_PARSE);
	assert_non_null(strstr(fault.text, "longer than 262144 bytes"));
	free(line);
}

#define HEAD	"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":"

static const struct {
	const char	*line;
	int		 code;
	const char	*says;		/* part of the message */
	const char	*near;
} cases[] = {
	{ HEAD "\"host.status\"}", 0, "", "" },
	{ HEAD "\"host.status\",\"params\":{}}", 0, "", "" },
	{ "", ERROR_PARSE, "not JSON", "" },
	{ "{\"a\":", ERROR_PARSE, "not JSON", "" },
	{ "{\"id\":1,\"id\":2}", ERROR_PARSE, "duplicate", "" },
	{ "{\"id\":\"\\u0000\"}", ERROR_PARSE, "u0000", "" },
	{ "\"\xff\xfe\"", ERROR_PARSE, "byte 0xff", "" },
	{ "\"\xed\xa0\x80\"", ERROR_PARSE, "byte 0xed", "" },
	{ "99999999999999999999", ERROR_PARSE, "too big", "" },
	{ "[] []", ERROR_PARSE, "end of file", "" },
	{ "42", ERROR_INVALID_REQUEST, "not an object", "" },
	{ "[]", ERROR_INVALID_REQUEST, "not an object", "" },
	{ "{\"jsonrpc\":\"2.0\",\"method\":\"host.status\"}",
	    ERROR_INVALID_REQUEST, "id is missing", "" },
	{ "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"host.status\"}",
	    ERROR_INVALID_REQUEST, "id is missing, or no integer", "" },
	{ "{\"id\":1,\"method\":\"host.status\"}",
	    ERROR_INVALID_REQUEST, "jsonrpc is not", "" },
	{ HEAD "7}", ERROR_INVALID_REQUEST, "method is not a string", "" },
	{ HEAD "\"host.status\",\"params\":[]}",
	    ERROR_INVALID_REQUEST, "params is not an object", "" },
	{ HEAD "\"host.status\",\"extra\":1}",
	    ERROR_INVALID_REQUEST, "no member 'extra'", "" },
	{ HEAD "\"job.sumbit\"}", ERROR_UNKNOWN_METHOD,
	    "no method 'job.sumbit'; did you mean 'job.submit'?",
	    "job.submit" },
	{ HEAD "\"rm -rf /\"}", ERROR_UNKNOWN_METHOD,
	    "no method 'rm -rf /'", "" },
	{ HEAD "\"job.show\"}", ERROR_INVALID_PARAMS,
	    "job.show: job is missing", "" },
	{ HEAD "\"job.show\",\"params\":{\"job\":\"\"}}",
	    ERROR_INVALID_PARAMS, "job.show: job is not 1 to 128 bytes", "" },
	{ HEAD "\"job.show\",\"params\":{\"job\":\"a\\u001b[2J\"}}",
	    ERROR_INVALID_PARAMS, "job is not", "" },
	{ HEAD "\"job.show\",\"params\":{\"jbo\":\"7f3a\"}}",
	    ERROR_INVALID_PARAMS, "no member 'jbo'; did you mean 'job'?",
	    "job" },
	{ HEAD "\"host.hello\",\"params\":"
	    "{\"versions\":[1,3],\"program\":\"x 1\"}}", 0, "", "" },
	{ HEAD "\"host.hello\",\"params\":"
	    "{\"versions\":[3,1],\"program\":\"x 1\"}}",
	    ERROR_INVALID_PARAMS, "versions is not [lowest, highest]", "" },
	{ HEAD "\"job.submit\",\"params\":{\"job\":\"j\",\"recipe\":\"r\","
	    "\"runs\":0}}", ERROR_INVALID_PARAMS,
	    "runs is not an integer from 1 to 100000", "" },
	{ HEAD "\"job.submit\",\"params\":{\"job\":\"j\",\"recipe\":\"r\","
	    "\"order\":\"rand\"}}", ERROR_INVALID_PARAMS,
	    "order is not one of: random interleave sequence", "" },
	{ HEAD "\"job.submit\",\"params\":{\"job\":\"j\",\"recipe\":\"r\","
	    "\"order\":\"sequence\",\"levels\":[{\"name\":\"jobs\","
	    "\"values\":[\"1\",\"2\"]}],\"labels\":{\"a\":\"b\"}}}", 0, "",
	    "" },
	{ HEAD "\"job.submit\",\"params\":{\"job\":\"j\",\"recipe\":\"r\","
	    "\"levels\":[{\"name\":\"jobs\",\"values\":[]}]}}",
	    ERROR_INVALID_PARAMS, "levels is not", "" },
	{ HEAD "\"job.submit\",\"params\":{\"job\":\"j\",\"recipe\":\"r\","
	    "\"levels\":[{\"name\":\"n\",\"values\":[\"1\"]},"
	    "{\"name\":\"n\",\"values\":[\"2\"]}]}}",
	    ERROR_INVALID_PARAMS, "each once", "" },
	{ HEAD "\"run.log\",\"params\":{\"job\":\"j\",\"run\":3}}", 0, "",
	    "" },
	{ HEAD "\"run.log\",\"params\":{\"run\":true}}",
	    ERROR_INVALID_PARAMS, "run is not a uid or a run's number", "" },
	{ HEAD "\"pull.changes\",\"params\":{\"incarnation\":\"zz\"}}",
	    ERROR_INVALID_PARAMS, "32 hexadecimal digits", "" },
};

static void
every_fault_is_named(void **state)
{
	struct msg_fault	 fault;
	size_t			 i;

	(void)state;
	for (i = 0; i < nitems(cases); i++) {
		if (ask(cases[i].line, strlen(cases[i].line), &fault) !=
		    cases[i].code)
			fail_msg("%s: %d %s", cases[i].line, (int)fault.code,
			    fault.text);
		if (strstr(cases[i].code == 0 ? "" : fault.text,
		    cases[i].says) == NULL)
			fail_msg("%s: says %s", cases[i].line, fault.text);
		if (cases[i].code != 0)
			assert_string_equal(fault.near, cases[i].near);
	}
}

static void
an_answer_carries_the_id_as_it_came(void **state)
{
	struct msg_fault	 fault;
	struct msg_request	 request;
	json_t			*whole;
	char			*line;

	(void)state;
	whole = msg_parse("{\"id\":\"\xc3\xa4 1\"}", 13, &fault);
	assert_non_null(whole);
	assert_false(msg_request(whole, &request, &fault));
	msg_fault(&fault, ERROR_UNKNOWN_RECIPE, "b", "no '%s'", "a\033[0m");
	assert_non_null(line = msg_line_fault(request.id, &fault));
	assert_string_equal(line, "{\"jsonrpc\":\"2.0\",\"id\":\"\xc3\xa4 1\","
	    "\"error\":{\"code\":6,\"message\":\"no 'a?[0m'\","
	    "\"data\":{\"name\":\"unknown-recipe\",\"near\":\"b\"}}}\n");
	free(line);
	json_decref(whole);
	assert_non_null(line = msg_line_result(NULL, "{}xx", 2));
	assert_string_equal(line,
	    "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}\n");
	free(line);
	assert_non_null(line = msg_line_request(7, REQUEST_LEASE_DROP, NULL));
	assert_string_equal(line,
	    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"lease.drop\"}\n");
	free(line);
}

static void
names_are_printable(void **state)
{
	(void)state;
	assert_true(msg_check_is_name("build\xc3\xa9", 7));
	assert_false(msg_check_is_name("", 0));
	assert_false(msg_check_is_name("a\nb", 3));
	assert_false(msg_check_is_name("a\x7f", 2));
	assert_false(msg_check_is_name("\xc2\x9b", 2));		/* CSI */
	assert_false(msg_check_is_name("\xe2\x80\xae", 3));	/* RLO */
	assert_false(msg_check_is_name("\xef\xbb\xbf", 3));	/* BOM */
	assert_false(msg_check_is_name("\xc0\xaf", 2));		/* overlong */
	assert_false(msg_check_is_name("\xf4\x90\x80\x80", 4));
	assert_true(msg_check_is_uid("0123456789abcdef0123456789abcdef"));
	assert_false(msg_check_is_uid("0123456789ABCDEF0123456789abcdef"));
	assert_false(msg_check_is_uid("0123456789abcdef"));
}

static void
a_hosts_error_is_read_whatever_it_is(void **state)
{
	struct msg_fault	 fault;
	json_t			*error;

	(void)state;
	error = json_loads("{\"code\":6,\"message\":\"no recipe 'x'\","
	    "\"data\":{\"near\":\"y\",\"new\":1}}", 0, NULL);
	msg_error_read(error, &fault);
	assert_int_equal(fault.code, ERROR_UNKNOWN_RECIPE);
	assert_string_equal(fault.text, "no recipe 'x'");
	assert_string_equal(fault.near, "y");
	json_decref(error);
	error = json_loads("[\"%s%n\"]", 0, NULL);
	msg_error_read(error, &fault);
	assert_int_equal(fault.code, ERROR_INTERNAL);
	json_decref(error);
}

int
main(void)
{
	const struct CMUnitTest	 tests[] = {
		cmocka_unit_test(depth_16_is_read_and_17_is_not),
		cmocka_unit_test(a_line_of_the_limit_is_read_and_no_longer_one),
		cmocka_unit_test(every_fault_is_named),
		cmocka_unit_test(an_answer_carries_the_id_as_it_came),
		cmocka_unit_test(names_are_printable),
		cmocka_unit_test(a_hosts_error_is_read_whatever_it_is),
	};

	return (cmocka_run_group_tests(tests, NULL, NULL));
}
