/*
 * role: the three roles of request.h by name.
 */
#include <string.h>

#include "proto/compat.h"
#include "proto/request.h"

static const char *const role_names[] = {
	[ROLE_NONE] = "none",
	[ROLE_READ] = "read",
	[ROLE_SUBMIT] = "submit",
	[ROLE_ADMIN] = "admin",
};

/* What a role is called. */
const char *
role_name(enum role role)
{
	return (role_names[role]);
}

/* The role of that name; ROLE_NONE where there is none such. */
enum role
role_find(const char *name)
{
	size_t	 i;

	for (i = ROLE_READ; i < nitems(role_names); i++)
		if (strcmp(role_names[i], name) == 0)
			return ((enum role)i);
	return (ROLE_NONE);
}
