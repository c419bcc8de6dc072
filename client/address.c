/*
 * address: name and port of a host; an IPv6 address may stand bare, where
 * its colons say so, or in brackets.  Pure.
 */
#include <string.h>

#include "client/address.h"
#include "proto/compat.h"
#include "proto/limits.h"

/* name[len] and perhaps ":port". */
static const char *
address_parts(struct address *address, const char *name, size_t len,
    const char *rest)
{
	const char	*why;

	if (len == 0)
		return ("the name is missing");
	if (len >= sizeof(address->name))
		return ("the name is too long");
	memcpy(address->name, name, len);
	address->name[len] = '\0';
	if (address->name[strcspn(address->name, " \t\r\n#")] != '\0')
		return ("a name holds no blanks");
	address->port = PROTO_PORT;
	if (*rest == '\0')
		return (NULL);
	if (*rest != ':')
		return ("after ] comes :port");
	address->port = (int)strtonum(rest + 1, 1, 65535, &why);
	return (why == NULL ? NULL : "the port is not 1 to 65535");
}

/* Take it apart. */
const char *
address_read(const char *text, struct address *address)
{
	const char	*colon, *end;

	memset(address, 0, sizeof(*address));
	if (text[0] == '/') {
		address->local = true;
		if (strlcpy(address->name, text, sizeof(address->name)) >=
		    sizeof(address->name))
			return ("the path is too long");
		return (NULL);
	}
	if (text[0] == '[') {
		if ((end = strchr(text, ']')) == NULL)
			return ("the ] is missing");
		return (address_parts(address, text + 1,
		    (size_t)(end - text - 1), end + 1));
	}
	colon = strchr(text, ':');
	if (colon == NULL || strchr(colon + 1, ':') != NULL)
		colon = text + strlen(text);
	return (address_parts(address, text, (size_t)(colon - text), colon));
}
