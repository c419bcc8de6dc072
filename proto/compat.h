/*
 * compat: the BSD names that a libc may lack, under their BSD names.
 *
 * The only place besides compat.c where the system is asked for by #if.
 */
#ifndef PROTO_COMPAT_H
#define PROTO_COMPAT_H

#include <sys/types.h>

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef nitems
#define nitems(a)	(sizeof(a) / sizeof((a)[0]))
#endif

#ifndef __printflike
#define __printflike(fmt, arg) \
	__attribute__((__format__(__printf__, fmt, arg)))
#endif

#ifdef __linux__
size_t		 strlcpy(char *, const char *, size_t);
size_t		 strlcat(char *, const char *, size_t);
long long	 strtonum(const char *, long long, long long, const char **);
const char	*getprogname(void);
void		 setprogname(const char *);
void		 compat_setproctitle_init(int, char **, char **);
void		 setproctitle(const char *, ...) __printflike(1, 2);
#else
extern char	**environ;	/* no header of theirs declares it */
#define compat_setproctitle_init(argc, argv, envp)	((void)(envp))
#endif

#endif
