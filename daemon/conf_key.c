/*
 * conf_key: the table, and what follows from a row alone.  Knows no grammar.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/conf.h"
#include "daemon/conf_key.h"
#include "proto/compat.h"
#include "proto/limits.h"

#define CONF_KEY_STRING(x)	#x
#define CONF_KEY_SAY(x)		CONF_KEY_STRING(x)

#define TOP(field)	CONF_KEY_TOP, offsetof(struct conf, field)
#define RECIPE(field)	CONF_KEY_RECIPE, offsetof(struct conf_recipe, field)

static const char *const conf_key_takeover[] = { "no", "keep", NULL };
static const char *const conf_key_purge[] = { "before", "idle", NULL };
static const char *const conf_key_wait[] = { "command", "tree", NULL };

#define DAY_S	86400
#define TERA	(1LL << 40)

/* name, where, type, least, most, default, choice */
static const struct conf_key conf_keys[] = {
	{ "include", TOP(file), CONF_KEY_INCLUDE, 0, 0, NULL, NULL },
	{ "machine", TOP(machine), CONF_KEY_TEXT, 0, 0, NULL, NULL },
	{ "machine_lock", TOP(machine_lock), CONF_KEY_FILE, 0, 0,
	    "/var/run/benchd.machine.lock", NULL },
	{ "clients", TOP(clients), CONF_KEY_FILE, 0, 0, NULL, NULL },
	{ "objroot", TOP(objroot), CONF_KEY_DIRS, 0, 0, NULL, NULL },
	{ "socket", TOP(socket), CONF_KEY_FILE, 0, 0,
	    "/var/run/benchd.sock", NULL },
	{ "pidfile", TOP(pidfile), CONF_KEY_FILE, 0, 0,
	    "/var/run/benchd.pid", NULL },
	{ "dbdir", TOP(dbdir), CONF_KEY_FILE, 0, 0,
	    "/var/db/benchd", NULL },
	{ "user", TOP(user), CONF_KEY_ACCOUNT, 0, 0, "_benchd", NULL },
	{ "group", TOP(group), CONF_KEY_ACCOUNT, 0, 0, "benchd", NULL },
	{ "connections", TOP(connections_max), CONF_KEY_COUNT, 1, 65536,
	    CONF_KEY_SAY(LIMIT_CONNECTIONS), NULL },
	{ "connections_peer", TOP(connections_peer_max), CONF_KEY_COUNT,
	    1, 65536, CONF_KEY_SAY(LIMIT_CONNECTIONS_PEER), NULL },
	{ "handshake", TOP(handshake_s), CONF_KEY_SECONDS, 1, 600,
	    CONF_KEY_SAY(LIMIT_HANDSHAKE_S) "s", NULL },
	{ "idle", TOP(idle_s), CONF_KEY_SECONDS, 1, 7 * DAY_S,
	    CONF_KEY_SAY(LIMIT_IDLE_S) "s", NULL },
	{ "queue", TOP(queue_jobs_max), CONF_KEY_COUNT, 1, 1000000,
	    CONF_KEY_SAY(LIMIT_QUEUE_JOBS), NULL },
	{ "job_runs", TOP(job_runs_max), CONF_KEY_COUNT, 1, 1000000,
	    CONF_KEY_SAY(LIMIT_JOB_RUNS), NULL },
	{ "output_kept", TOP(output_kept_bytes), CONF_KEY_BYTES, 4096,
	    1LL << 30, "4M", NULL },
	{ "outputs", TOP(outputs_host_bytes), CONF_KEY_BYTES, 0, TERA,
	    "4G", NULL },
	{ "reserve", TOP(reserve_bytes), CONF_KEY_BYTES, 1 << 20, TERA,
	    "8M", NULL },

	{ "source", RECIPE(source), CONF_KEY_DIR, 0, 0, NULL, NULL },
	{ "objdir", RECIPE(objdir), CONF_KEY_DIR, 0, 0, NULL, NULL },
	{ "clean", RECIPE(clean), CONF_KEY_BELOW, 0, 0, NULL, NULL },
	{ "takeover", RECIPE(takeover), CONF_KEY_CHOICE, 0, 0, "no",
	    conf_key_takeover },
	{ "purge", RECIPE(purge), CONF_KEY_CHOICE, 0, 0, "before",
	    conf_key_purge },
	{ "wait", RECIPE(wait), CONF_KEY_CHOICE, 0, 0, "command",
	    conf_key_wait },
	{ "user", RECIPE(user), CONF_KEY_ACCOUNT, 0, 0, NULL, NULL },
	{ "reader", RECIPE(reader), CONF_KEY_TEXT, 0, 0, NULL, NULL },
	{ "timeout", RECIPE(timeout_s), CONF_KEY_SECONDS, 1,
	    LIMIT_TIMEOUT_MAX_S, "12h", NULL },
	{ "settle", RECIPE(settle_ms), CONF_KEY_MILLIS, 0, 600 * 1000,
	    "1s", NULL },
	{ "output_max", RECIPE(output_max_bytes), CONF_KEY_BYTES, 4096,
	    TERA, "1G", NULL },
	{ "file_max", RECIPE(file_max_bytes), CONF_KEY_BYTES, 4096,
	    TERA, "16G", NULL }
};

_Static_assert(nitems(conf_keys) <= CONF_KEYS, "every key has a line");
_Static_assert(LIMIT_TIMEOUT_S == 12 * 3600 && LIMIT_SETTLE_MS == 1000 &&
    LIMIT_OUTPUT_MAX_BYTES == 1LL << 30 &&
    LIMIT_FILE_MAX_BYTES == 16LL << 30 &&
    LIMIT_OUTPUT_KEPT_BYTES == 4 << 20 &&
    LIMIT_OUTPUTS_HOST_BYTES == 4LL << 30 && LIMIT_RESERVE_BYTES == 8 << 20,
    "the table's defaults are limits.h's");

/* Units, the largest first; a number is factor times what is written. */
struct conf_key_unit {
	const char	*name;
	int64_t		 seconds;	/* 0: none of a duration in seconds */
	int64_t		 millis;
	int64_t		 bytes;
};

static const struct conf_key_unit conf_key_units[] = {
	{ "d",	DAY_S,	DAY_S * 1000LL,	0 },
	{ "h",	3600,	3600 * 1000,	0 },
	{ "m",	60,	60 * 1000,	0 },
	{ "s",	1,	1000,		0 },
	{ "ms",	0,	1,		0 },
	{ "T",	0,	0,		TERA },
	{ "G",	0,	0,		1 << 30 },
	{ "M",	0,	0,		1 << 20 },
	{ "K",	0,	0,		1 << 10 }
};

/* Row i, or NULL behind the last. */
const struct conf_key *
conf_key_at(size_t i)
{
	return (i < nitems(conf_keys) ? &conf_keys[i] : NULL);
}

/* The row of a name. */
const struct conf_key *
conf_key_find(const char *name, enum conf_key_scope scope, size_t *i)
{
	for (*i = 0; *i < nitems(conf_keys); (*i)++)
		if (conf_keys[*i].scope == scope &&
		    strcmp(conf_keys[*i].name, name) == 0)
			return (&conf_keys[*i]);
	return (NULL);
}

/* What a unit is worth to a type; 0: it is none of that type's. */
static int64_t
conf_key_factor(enum conf_key_type type, const struct conf_key_unit *unit)
{
	switch (type) {
	case CONF_KEY_SECONDS:
		return (unit->seconds);
	case CONF_KEY_MILLIS:
		return (unit->millis);
	case CONF_KEY_BYTES:
		return (unit->bytes);
	default:
		return (0);
	}
}

/* The factor of the unit at the end of a number; 0: no unit of this type. */
static int64_t
conf_key_unit(enum conf_key_type type, const char *unit)
{
	size_t	 i;

	if (unit[0] == '\0')
		return (type == CONF_KEY_COUNT || type == CONF_KEY_BYTES);
	for (i = 0; i < nitems(conf_key_units); i++)
		if (strcmp(conf_key_units[i].name, unit) == 0)
			return (conf_key_factor(type, &conf_key_units[i]));
	return (0);
}

/* The text of a number. */
void
conf_key_text(enum conf_key_type type, int64_t number, char *text, size_t size)
{
	int64_t	 factor;
	size_t	 i;

	for (i = 0; number > 0 && i < nitems(conf_key_units); i++) {
		factor = conf_key_factor(type, &conf_key_units[i]);
		if (factor == 0 || number % factor != 0)
			continue;
		(void)snprintf(text, size, "%" PRId64 "%s", number / factor,
		    conf_key_units[i].name);
		return;
	}
	(void)snprintf(text, size, "%" PRId64 "%s", number,
	    type == CONF_KEY_SECONDS || type == CONF_KEY_MILLIS ? "s" : "");
}

/* A value's number, within its bounds. */
bool
conf_key_number(const struct conf_key *key, const char *value,
    int64_t *number, char *why, size_t size)
{
	char		 min[32], max[32], *end;
	long long	 n;
	int64_t		 factor;

	errno = 0;
	n = strtoll(value, &end, 10);
	factor = conf_key_unit(key->type, end);
	if (end == value || value[0] < '0' || value[0] > '9' || factor == 0) {
		(void)snprintf(why, size, "%s is not a %s", value,
		    key->type == CONF_KEY_COUNT ? "whole number" :
		    key->type == CONF_KEY_BYTES ?
		    "size like 512K, 4M or 1G" :
		    "time like 90s, 30m or 4h");
		return (false);
	}
	conf_key_text(key->type, key->min, min, sizeof(min));
	conf_key_text(key->type, key->max, max, sizeof(max));
	if (errno == ERANGE || n > key->max / factor) {
		(void)snprintf(why, size, "%s is above %s (%s to %s)",
		    value, max, min, max);
		return (false);
	}
	*number = n * factor;
	if (*number < key->min) {
		(void)snprintf(why, size, "%s is below %s (%s to %s)",
		    value, min, min, max);
		return (false);
	}
	return (true);
}

/* The field of a key that is a string. */
char **
conf_key_string(const struct conf_key *key, void *base)
{
	return ((char **)(void *)((char *)base + key->offset));
}

/* The field of a key that is a number. */
int64_t *
conf_key_int(const struct conf_key *key, void *base)
{
	return ((int64_t *)(void *)((char *)base + key->offset));
}

/* The number of what was chosen.  Enums lie in memory as int does. */
int
conf_key_choice(const struct conf_key *key, const void *base)
{
	int	 choice;

	memcpy(&choice, (const char *)base + key->offset, sizeof(choice));
	return (choice);
}

/* Chooses. */
void
conf_key_choose(const struct conf_key *key, void *base, int choice)
{
	memcpy((char *)base + key->offset, &choice, sizeof(choice));
}

_Static_assert(sizeof(enum conf_takeover) == sizeof(int) &&
    sizeof(enum conf_purge) == sizeof(int) &&
    sizeof(enum conf_wait) == sizeof(int), "enums lie in memory as int does");

/* Is the field of this type a string of its own? */
bool
conf_key_is_string(enum conf_key_type type)
{
	return (type == CONF_KEY_DIR || type == CONF_KEY_BELOW ||
	    type == CONF_KEY_FILE || type == CONF_KEY_TEXT ||
	    type == CONF_KEY_ACCOUNT);
}

/* Sets every field to its default; a choice's is its first, 0. */
int
conf_key_preset(enum conf_key_scope scope, void *base)
{
	const struct conf_key	*key;
	char			 why[128];
	size_t			 i;

	for (i = 0; (key = conf_key_at(i)) != NULL; i++) {
		if (key->scope != scope || key->preset == NULL ||
		    key->type == CONF_KEY_CHOICE)
			continue;
		if (!conf_key_is_string(key->type)) {
			(void)conf_key_number(key, key->preset,
			    conf_key_int(key, base), why, sizeof(why));
			continue;
		}
		*conf_key_string(key, base) = strdup(key->preset);
		if (*conf_key_string(key, base) == NULL)
			return (-1);
	}
	return (0);
}

/* Frees every field. */
void
conf_key_clear(enum conf_key_scope scope, void *base)
{
	const struct conf_key	*key;
	size_t			 i;

	for (i = 0; (key = conf_key_at(i)) != NULL; i++) {
		if (key->scope != scope || !conf_key_is_string(key->type))
			continue;
		free(*conf_key_string(key, base));
		*conf_key_string(key, base) = NULL;
	}
}
