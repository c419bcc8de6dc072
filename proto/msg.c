/*
 * msg: lines of JSON-RPC, read under the limits and written.
 *
 * jansson's parser calls itself for every level of nesting, so depth is
 * counted here before it sees a byte.  Knows the shape of messages and
 * nothing of what they ask for.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "proto/limits.h"
#include "proto/msg.h"
#include "proto/near.h"
#include "proto/utf8.h"

/* Set a fault, its text made fit to be shown. */
void
msg_fault(struct msg_fault *fault, enum error_code code, const char *near,
    const char *fmt, ...)
{
	va_list	 ap;

	fault->code = code;
	va_start(ap, fmt);
	vsnprintf(fault->text, sizeof(fault->text), fmt, ap);
	va_end(ap);
	utf8_clean(fault->text);
	strlcpy(fault->near, near != NULL ? near : "", sizeof(fault->near));
	utf8_clean(fault->near);
}

/* Deepest nesting in text, or limit + 1 as soon as it is passed. */
size_t
msg_depth(const char *text, size_t len, size_t limit)
{
	size_t	 deepest, depth, i;
	bool	 string;

	deepest = depth = 0;
	string = false;
	for (i = 0; i < len && deepest <= limit; i++) {
		if (string) {
			if (text[i] == '\\')
				i++;
			else if (text[i] == '"')
				string = false;
		} else if (text[i] == '"')
			string = true;
		else if (text[i] == '[' || text[i] == '{') {
			if (++depth > deepest)
				deepest = depth;
		} else if ((text[i] == ']' || text[i] == '}') && depth > 0)
			depth--;
	}
	return (deepest);
}

/* One line as a value; the caller owns it. */
json_t *
msg_parse(const char *line, size_t len, struct msg_fault *fault)
{
	json_error_t	 error;
	json_t		*whole;

	if (len >= LIMIT_LINE_BYTES) {
		msg_fault(fault, ERROR_PARSE, NULL,
		    "the line is longer than %d bytes", LIMIT_LINE_BYTES);
		return (NULL);
	}
	if (msg_depth(line, len, LIMIT_DEPTH) > LIMIT_DEPTH) {
		msg_fault(fault, ERROR_PARSE, NULL,
		    "the line is nested deeper than %d levels", LIMIT_DEPTH);
		return (NULL);
	}
	whole = json_loadb(line, len,
	    JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
	if (whole == NULL)
		msg_fault(fault, ERROR_PARSE, NULL, "not JSON: %s at byte %d",
		    error.text, error.position);
	return (whole);
}

/* An id that may be sent back: an integer or a short string. */
static bool
msg_is_id(const json_t *id)
{
	return (json_is_integer(id) || (json_is_string(id) &&
	    json_string_length(id) <= LIMIT_NAME_BYTES));
}

/* The name of method, or a fault that offers the nearest. */
static bool
msg_method(const json_t *name, struct msg_request *request,
    struct msg_fault *fault)
{
	struct near	 near;
	size_t		 i;

	if (!json_is_string(name)) {
		msg_fault(fault, ERROR_INVALID_REQUEST, NULL,
		    "method is not a string");
		return (false);
	}
	request->method = request_find(json_string_value(name));
	if (request->method != REQUEST_MAX)
		return (true);
	near_init(&near, json_string_value(name));
	for (i = 0; i < REQUEST_MAX; i++)
		near_offer(&near, request_row((enum request_method)i)->name);
	msg_fault(fault, ERROR_UNKNOWN_METHOD, near_best(&near),
	    near_best(&near) == NULL ? "no method '%.64s'" :
	    "no method '%.64s'; did you mean '%s'?", json_string_value(name),
	    near_best(&near));
	return (false);
}

/* Take a request apart; what request points at is borrowed from whole. */
bool
msg_request(const json_t *whole, struct msg_request *request,
    struct msg_fault *fault)
{
	const char	*key, *version;
	json_t		*value;

	memset(request, 0, sizeof(*request));
	request->method = REQUEST_MAX;
	msg_fault(fault, ERROR_INVALID_REQUEST, NULL, "not an object");
	if (!json_is_object(whole))
		return (false);
	request->id = json_object_get(whole, "id");
	if (!msg_is_id(request->id)) {
		request->id = NULL;
		msg_fault(fault, ERROR_INVALID_REQUEST, NULL,
		    "id is missing, or no integer or string of at most %d bytes",
		    LIMIT_NAME_BYTES);
		return (false);
	}
	version = json_string_value(json_object_get(whole, "jsonrpc"));
	if (version == NULL || strcmp(version, "2.0") != 0) {
		msg_fault(fault, ERROR_INVALID_REQUEST, NULL,
		    "jsonrpc is not \"2.0\"");
		return (false);
	}
	request->params = json_object_get(whole, "params");
	if (request->params != NULL && !json_is_object(request->params)) {
		msg_fault(fault, ERROR_INVALID_REQUEST, NULL,
		    "params is not an object");
		return (false);
	}
	json_object_foreach((json_t *)(uintptr_t)whole, key, value)
		if (strcmp(key, "id") != 0 && strcmp(key, "jsonrpc") != 0 &&
		    strcmp(key, "method") != 0 && strcmp(key, "params") != 0) {
			msg_fault(fault, ERROR_INVALID_REQUEST, NULL,
			    "a request has no member '%.64s'", key);
			return (false);
		}
	return (msg_method(json_object_get(whole, "method"), request, fault));
}

/* Compact text of any value. */
char *
msg_print(const json_t *value)
{
	return (json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY));
}

/* A request's line; params is borrowed and may be NULL. */
char *
msg_line_request(long long id, enum request_method method, json_t *params)
{
	char	*line, *text;
	size_t	 size;

	text = NULL;
	if (params != NULL && (text = msg_print(params)) == NULL)
		return (NULL);
	size = (text != NULL ? strlen(text) : 0) + 128;
	if ((line = malloc(size)) != NULL)
		snprintf(line, size,
		    "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"method\":\"%s\"%s%s}\n",
		    id, request_row(method)->name,
		    text != NULL ? ",\"params\":" : "",
		    text != NULL ? text : "");
	free(text);
	return (line);
}

/* An answer's line, around JSON text that is sent as it is. */
static char *
msg_line_answer(const json_t *id, const char *member, const char *text,
    size_t len)
{
	char	*idtext, *line;
	size_t	 size;

	idtext = id != NULL ? msg_print(id) : strdup("null");
	if (idtext == NULL)
		return (NULL);
	size = strlen(idtext) + len + 64;
	if ((line = malloc(size)) != NULL)
		snprintf(line, size,
		    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"%s\":%.*s}\n",
		    idtext, member, (int)len, text);
	free(idtext);
	return (line);
}

/* The answer that all went well. */
char *
msg_line_result(const json_t *id, const char *result, size_t len)
{
	return (msg_line_answer(id, "result", result, len));
}

/* The answer that it did not, from an object's text. */
char *
msg_line_error(const json_t *id, const char *error, size_t len)
{
	return (msg_line_answer(id, "error", error, len));
}

/* The same from a fault. */
char *
msg_line_fault(const json_t *id, const struct msg_fault *fault)
{
	char	*line, *text;

	if ((text = msg_error_text(fault)) == NULL)
		return (NULL);
	line = msg_line_error(id, text, strlen(text));
	free(text);
	return (line);
}

/* A notification's line. */
char *
msg_line_event(json_t *params)
{
	char	*line, *text;
	size_t	 size;

	if ((text = msg_print(params)) == NULL)
		return (NULL);
	size = strlen(text) + 64;
	if ((line = malloc(size)) != NULL)
		snprintf(line, size, "{\"jsonrpc\":\"2.0\",\"method\":"
		    "\"job.event\",\"params\":%s}\n", text);
	free(text);
	return (line);
}

/* The object behind "error"; the caller owns it. */
json_t *
msg_error(const struct msg_fault *fault)
{
	json_t	*data;

	data = json_pack("{s:s}", "name", error_name(fault->code));
	if (fault->near[0] != '\0' &&
	    json_object_set_new(data, "near", json_string(fault->near)) == -1) {
		json_decref(data);
		return (NULL);
	}
	return (json_pack("{s:i, s:s, s:o}", "code", (int)fault->code,
	    "message", fault->text, "data", data));
}

/* The same as text. */
char *
msg_error_text(const struct msg_fault *fault)
{
	json_t	*error;
	char	*text;

	error = msg_error(fault);
	text = error != NULL ? msg_print(error) : NULL;
	json_decref(error);
	return (text);
}

/* A host's error; one that is none is our word for it. */
void
msg_error_read(const json_t *error, struct msg_fault *fault)
{
	const char	*text;

	text = msg_text(error, "message");
	msg_fault(fault, (enum error_code)msg_integer(error, "code",
	    ERROR_INTERNAL), msg_text(json_object_get(error, "data"), "near"),
	    "%s", text != NULL ? text : "an error without a message");
}

/* A text member, borrowed from the object; or NULL. */
const char *
msg_text(const json_t *object, const char *name)
{
	return (json_string_value(json_object_get(object, name)));
}

/* An integer member, or preset. */
long long
msg_integer(const json_t *object, const char *name, long long preset)
{
	json_t	*value;

	value = json_object_get(object, name);
	return (json_is_integer(value) ? json_integer_value(value) : preset);
}

/* A member that is true or false, or preset. */
bool
msg_boolean(const json_t *object, const char *name, bool preset)
{
	json_t	*value;

	value = json_object_get(object, name);
	return (json_is_boolean(value) ? json_is_true(value) : preset);
}
