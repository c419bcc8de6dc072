/*
 * home: the folder of a person's files: ~/.benchctl, or BENCHCTL_DIR.
 *
 *	key known_hosts archive.db fleet.conf
 */
#ifndef CLIENT_HOME_H
#define CLIENT_HOME_H

#include <stddef.h>

/*
 * The path of a file in it; the folder is made (0700) when it is not there.
 * 0, or -1 having said why: it is not ours, or others may write it.
 */
int	 home_path(const char *file, char *path, size_t size);

#endif
