/*
 * fuzz_msg: any bytes as a line of a client.
 *
 * Whatever they are, they are refused in a sentence that is itself fit for a
 * line, or they are a request whose parts hold what the table of requests
 * promises; and what we write of it reads the same again.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "proto/limits.h"
#include "proto/msg.h"
#include "proto/utf8.h"

int	 LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/* A fault becomes one line of JSON that reads as that fault. */
static void
fuzz_fault(const struct msg_request *request, const struct msg_fault *fault)
{
	struct msg_fault	 again;
	json_t			*value;
	char			*line;
	size_t			 len;

	assert(utf8_is_text(fault->text, strlen(fault->text)));
	assert((line = msg_line_fault(request->id, fault)) != NULL);
	len = strlen(line);
	assert(len < LIMIT_LINE_BYTES && line[len - 1] == '\n');
	assert(memchr(line, '\n', len - 1) == NULL);
	assert((value = msg_parse(line, len - 1, &again)) != NULL);
	msg_error_read(json_object_get(value, "error"), &again);
	assert(again.code == fault->code);
	assert(strcmp(again.text, fault->text) == 0);
	json_decref(value);
	free(line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct msg_request	 request, back;
	struct msg_fault	 fault;
	json_t			*again, *whole;
	char			*line;

	memset(&request, 0, sizeof(request));
	whole = msg_parse((const char *)bytes, len, &fault);
	if (whole == NULL || !msg_request(whole, &request, &fault) ||
	    !msg_check_params(&request, &fault)) {
		fuzz_fault(&request, &fault);
		json_decref(whole);
		return (0);
	}
	line = msg_line_request(7, request.method, request.params);
	assert(line != NULL && strlen(line) > 0);
	if (strlen(line) <= LIMIT_LINE_BYTES) {
		again = msg_parse(line, strlen(line) - 1, &fault);
		assert(again != NULL && msg_request(again, &back, &fault));
		assert(back.method == request.method);
		assert(json_equal(back.params, request.params) ||
		    (back.params == NULL && request.params == NULL));
		json_decref(again);
	}
	free(line);
	json_decref(whole);
	return (0);
}
