/*
 * clients: the file of those who may ask, as rows.
 *
 *	# role	fingerprint		name
 *	admin	SHA256:pX1f...		dana, her laptop
 *
 * A line is a role (read, submit, admin), a key's fingerprint and a name, up
 * to the line's end, by which log and results call that client.  Pure: text
 * in, rows and faults out.
 */
#ifndef DAEMON_CLIENTS_H
#define DAEMON_CLIENTS_H

#include <stddef.h>

#include "proto/limits.h"
#include "proto/request.h"
#include "proto/tls_key.h"

#define CLIENTS_MAX	65536

struct clients_row {
	char		 fingerprint[TLS_FINGERPRINT_BYTES];
	char		 name[LIMIT_NAME_BYTES + 1];
	enum role	 role;
	int		 line;
};

struct clients;

/*
 * Read text[len].  A line that is at fault is told by fault() and lets nobody
 * in; the others hold.  NULL when memory ends.
 */
struct clients	*clients_read(const char *text, size_t len,
		    void (*fault)(int line, const char *what, void *arg),
		    void *arg);
void		 clients_free(struct clients *);
/* Borrowed; NULL where no line has this fingerprint. */
const struct clients_row *clients_find(const struct clients *,
		    const char *fingerprint);
size_t		 clients_count(const struct clients *);

#endif
