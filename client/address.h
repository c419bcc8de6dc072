/*
 * address: what a person types for a host, taken apart.
 */
#ifndef CLIENT_ADDRESS_H
#define CLIENT_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#define ADDRESS_NAME_BYTES	256

struct address {
	char	 name[ADDRESS_NAME_BYTES];	/* or the socket's path */
	int	 port;
	bool	 local;				/* a Unix socket */
};

/*
 * "name", "name:port", "address", "[address]:port", or "/path".  NULL, or
 * what is wrong with it.
 */
const char	*address_read(const char *text, struct address *);

#endif
