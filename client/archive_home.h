/*
 * archive_home: the archive that a command means: -a, or the one at home.
 */
#ifndef CLIENT_ARCHIVE_HOME_H
#define CLIENT_ARCHIVE_HOME_H

#include "client/archive.h"
#include "client/options.h"

/* Open or create it; the caller closes it.  NULL having said why. */
struct archive	*archive_home_open(const struct options *);

#endif
