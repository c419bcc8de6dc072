/*
 * request: the table of requests, as benchd-proto.7 lists them.
 *
 * One row a request: its name, the least role that may ask, and its members
 * with their types.  front admits by it, engine dispatches by its number, the
 * client asks by it, and a test holds it against the manual.
 */
#ifndef PROTO_REQUEST_H
#define PROTO_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

enum role { ROLE_NONE, ROLE_READ, ROLE_SUBMIT, ROLE_ADMIN };

enum request_method {
	REQUEST_HOST_HELLO,
	REQUEST_HOST_STATUS,
	REQUEST_HOST_FACTS,
	REQUEST_HOST_PAUSE,
	REQUEST_HOST_RESUME,
	REQUEST_RECIPE_LIST,
	REQUEST_JOB_SUBMIT,
	REQUEST_JOB_LIST,
	REQUEST_JOB_SHOW,
	REQUEST_JOB_WATCH,
	REQUEST_JOB_CANCEL,
	REQUEST_JOB_RETRY,
	REQUEST_RUN_LIST,
	REQUEST_RUN_LOG,
	REQUEST_PULL_CHANGES,
	REQUEST_LEASE_TAKE,
	REQUEST_LEASE_DROP,
	REQUEST_LEASE_LIST,
	REQUEST_MAX
};

enum request_type {
	REQUEST_NAME,		/* 1 to 128 bytes of printable UTF-8 */
	REQUEST_UID,		/* 32 hexadecimal digits */
	REQUEST_INTEGER,	/* within min and max */
	REQUEST_BOOLEAN,
	REQUEST_NAMES,		/* array of names */
	REQUEST_RANGE,		/* [lowest, highest] */
	REQUEST_LABELS,		/* object of names to names */
	REQUEST_LEVELS,		/* array of {"name": n, "values": [v, ...]} */
	REQUEST_NAME_OR_INTEGER, /* a run: uid, or the slot's ordinal */
	REQUEST_CHOICE		/* one of the words in choices */
};

struct request_member {
	const char		*name;
	enum request_type	 type;
	bool			 needed;
	long long		 min, max;	/* integers; items of arrays */
	const char		*choices;	/* "a b c"; or NULL */
};

struct request_row {
	const char			*name;	/* "job.submit" */
	enum role			 role;
	const struct request_member	*member;
	size_t				 nmembers;
};

/* The row of a method; never NULL below REQUEST_MAX. */
const struct request_row *request_row(enum request_method);
/* REQUEST_MAX where there is no such name. */
enum request_method	 request_find(const char *name);
const char		*role_name(enum role);
/* ROLE_NONE where there is no such name. */
enum role		 role_find(const char *name);

#endif
