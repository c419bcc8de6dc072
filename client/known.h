/*
 * known: the keys of hosts, by name and port.
 *
 * A file of lines "name port fingerprint"; written whole and renamed, under a
 * lock, so that two clients at once lose nothing.
 */
#ifndef CLIENT_KNOWN_H
#define CLIENT_KNOWN_H

#include <stddef.h>

#include "proto/tls_key.h"

#define KNOWN_NAME_BYTES	256

struct known_host {
	char	 name[KNOWN_NAME_BYTES];	/* lower case */
	int	 port;
	char	 fingerprint[TLS_FINGERPRINT_BYTES];
};

struct known {
	struct known_host	*host;		/* by name and port */
	size_t			 n;
};

/*
 * Read the file; one that is not there is empty.  0, or -1 having said why.
 * The caller clears it.
 */
int	 known_read(struct known *, const char *path);
void	 known_clear(struct known *);
/* Borrowed; NULL where it is not known. */
const struct known_host *known_find(const struct known *, const char *name,
	    int port);
/*
 * Set a host's fingerprint in the file, or remove it (NULL).  0; 1 where
 * there was none to remove; -1 having said why.
 */
int	 known_update(const char *path, const char *name, int port,
	    const char *fingerprint);

#endif
