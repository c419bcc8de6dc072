/*
 * osdep_freebsd: how FreeBSD's answers ask sysctl(3), for osdep_freebsd*.c.
 */
#ifndef DAEMON_OSDEP_FREEBSD_H
#define DAEMON_OSDEP_FREEBSD_H

#include <stddef.h>
#include <stdint.h>

/*
 * An integer, however wide this release and architecture have it; 0 or -1.
 * Unsigned ones of 64 bits come out as they are below 2^63.
 */
int	 osdep_sysctl(const char *name, int64_t *value);
/* A string without its last newline; 0 or -1. */
int	 osdep_sysctl_text(const char *name, char *text, size_t size);

#endif
