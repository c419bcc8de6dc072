/*
 * msg_check: the params of a request, held against its row.
 *
 * Says in one sentence which member is wrong and what would be right.  Types
 * and bounds only: whether a recipe or a job exists is asked elsewhere.
 */
#include <stdio.h>
#include <string.h>

#include "proto/limits.h"
#include "proto/msg.h"
#include "proto/near.h"
#include "proto/utf8.h"

/* Printable and not too long? */
bool
msg_check_is_name(const char *text, size_t len)
{
	return (len >= 1 && len <= LIMIT_NAME_BYTES &&
	    utf8_is_text(text, len));
}

/* 32 hexadecimal digits? */
bool
msg_check_is_uid(const char *text)
{
	return (strlen(text) == 32 &&
	    strspn(text, "0123456789abcdef") == 32);
}

/* A JSON string that is a name. */
static bool
msg_check_name(const json_t *value)
{
	return (json_is_string(value) && msg_check_is_name(
	    json_string_value(value), json_string_length(value)));
}

/* An integer within bounds. */
static bool
msg_check_integer(const json_t *value, const struct request_member *member)
{
	return (json_is_integer(value) &&
	    json_integer_value(value) >= member->min &&
	    json_integer_value(value) <= member->max);
}

/* At most max names in an array, at least min. */
static bool
msg_check_names(const json_t *value, size_t min, size_t max)
{
	size_t	 i;

	if (!json_is_array(value) || json_array_size(value) < min ||
	    json_array_size(value) > max)
		return (false);
	for (i = 0; i < json_array_size(value); i++)
		if (!msg_check_name(json_array_get(value, i)))
			return (false);
	return (true);
}

/* [lowest, highest]. */
static bool
msg_check_range(const json_t *value, const struct request_member *member)
{
	return (json_is_array(value) && json_array_size(value) == 2 &&
	    msg_check_integer(json_array_get(value, 0), member) &&
	    msg_check_integer(json_array_get(value, 1), member) &&
	    json_integer_value(json_array_get(value, 0)) <=
	    json_integer_value(json_array_get(value, 1)));
}

/* An object of names to names. */
static bool
msg_check_labels(json_t *value, const struct request_member *member)
{
	const char	*key;
	json_t		*label;

	if (!json_is_object(value) ||
	    json_object_size(value) > (size_t)member->max)
		return (false);
	json_object_foreach(value, key, label)
		if (!msg_check_is_name(key, strlen(key)) ||
		    !msg_check_name(label))
			return (false);
	return (true);
}

/* Parameters, each once, with their levels. */
static bool
msg_check_levels(const json_t *value, const struct request_member *member)
{
	const json_t	*level;
	size_t		 i, j;

	if (!json_is_array(value) ||
	    json_array_size(value) > (size_t)member->max)
		return (false);
	for (i = 0; i < json_array_size(value); i++) {
		level = json_array_get(value, i);
		if (json_object_size(level) != 2 ||
		    !msg_check_name(json_object_get(level, "name")) ||
		    !msg_check_names(json_object_get(level, "values"), 1,
		    LIMIT_LEVELS))
			return (false);
		for (j = 0; j < i; j++)
			if (strcmp(msg_text(level, "name"),
			    msg_text(json_array_get(value, j), "name")) == 0)
				return (false);
	}
	return (true);
}

/* A word of "a b c"? */
static bool
msg_check_choice(const json_t *value, const char *choices)
{
	const char	*at, *word;
	size_t		 len;

	if ((word = json_string_value(value)) == NULL)
		return (false);
	len = strlen(word);
	for (at = choices; *at != '\0'; at += strcspn(at, " "),
	    at += *at == ' ')
		if (strcspn(at, " ") == len && memcmp(at, word, len) == 0)
			return (true);
	return (false);
}

/* Does the value have the member's type? */
static bool
msg_check_type(json_t *value, const struct request_member *member)
{
	switch (member->type) {
	case REQUEST_NAME:
		return (msg_check_name(value));
	case REQUEST_UID:
		return (json_is_string(value) &&
		    msg_check_is_uid(json_string_value(value)));
	case REQUEST_INTEGER:
		return (msg_check_integer(value, member));
	case REQUEST_BOOLEAN:
		return (json_is_boolean(value));
	case REQUEST_NAMES:
		return (msg_check_names(value, 0, (size_t)member->max));
	case REQUEST_RANGE:
		return (msg_check_range(value, member));
	case REQUEST_LABELS:
		return (msg_check_labels(value, member));
	case REQUEST_LEVELS:
		return (msg_check_levels(value, member));
	case REQUEST_NAME_OR_INTEGER:
		return (msg_check_name(value) ||
		    msg_check_integer(value, member));
	case REQUEST_CHOICE:
		return (msg_check_choice(value, member->choices));
	}
	return (false);
}

/* What would have been right, in words. */
static void
msg_check_wish(const struct request_member *member, char *text, size_t size)
{
	switch (member->type) {
	case REQUEST_NAME:
		snprintf(text, size, "1 to %d bytes of printable UTF-8",
		    LIMIT_NAME_BYTES);
		break;
	case REQUEST_UID:
		strlcpy(text, "a uid: 32 hexadecimal digits", size);
		break;
	case REQUEST_INTEGER:
		snprintf(text, size, "an integer from %lld to %lld",
		    member->min, member->max);
		break;
	case REQUEST_BOOLEAN:
		strlcpy(text, "true or false", size);
		break;
	case REQUEST_NAMES:
		snprintf(text, size, "an array of at most %lld names",
		    member->max);
		break;
	case REQUEST_RANGE:
		strlcpy(text, "[lowest, highest]", size);
		break;
	case REQUEST_LABELS:
		snprintf(text, size, "an object of at most %lld names to names",
		    member->max);
		break;
	case REQUEST_LEVELS:
		snprintf(text, size, "an array of at most %lld objects of name "
		    "(each once) and values (1 to %d names)", member->max,
		    LIMIT_LEVELS);
		break;
	case REQUEST_NAME_OR_INTEGER:
		strlcpy(text, "a uid or a run's number", size);
		break;
	case REQUEST_CHOICE:
		snprintf(text, size, "one of: %s", member->choices);
		break;
	}
}

/* A member that the row does not know: refuse it and offer the nearest. */
static void
msg_check_unknown(const struct request_row *row, const char *key,
    struct msg_fault *fault)
{
	struct near	 near;
	size_t		 i;

	near_init(&near, key);
	for (i = 0; i < row->nmembers; i++)
		near_offer(&near, row->member[i].name);
	msg_fault(fault, ERROR_INVALID_PARAMS, near_best(&near),
	    near_best(&near) == NULL ? "%s has no member '%.64s'" :
	    "%s has no member '%.64s'; did you mean '%s'?", row->name, key,
	    near_best(&near));
}

/* Is key a member of the row? */
static bool
msg_check_known(const struct request_row *row, const char *key)
{
	size_t	 i;

	for (i = 0; i < row->nmembers; i++)
		if (strcmp(row->member[i].name, key) == 0)
			return (true);
	return (false);
}

/* The whole of params. */
bool
msg_check_params(const struct msg_request *request, struct msg_fault *fault)
{
	const struct request_member	*member;
	const struct request_row	*row;
	const char			*key;
	json_t				*value;
	size_t				 i;
	char				 wish[128];

	row = request_row(request->method);
	json_object_foreach(request->params, key, value)
		if (!msg_check_known(row, key)) {
			msg_check_unknown(row, key, fault);
			return (false);
		}
	for (i = 0; i < row->nmembers; i++) {
		member = &row->member[i];
		value = json_object_get(request->params, member->name);
		if (value == NULL ? !member->needed :
		    msg_check_type(value, member))
			continue;
		msg_check_wish(member, wish, sizeof(wish));
		msg_fault(fault, ERROR_INVALID_PARAMS, NULL,
		    value == NULL ? "%s: %s is missing; it is %s" :
		    "%s: %s is not %s", row->name, member->name, wish);
		return (false);
	}
	return (true);
}
