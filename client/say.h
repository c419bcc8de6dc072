/*
 * say: what goes to standard error, as "benchctl: HOST: what is wrong".
 *
 * Foreign text in it is made visible; nothing in it moves a cursor.
 */
#ifndef CLIENT_SAY_H
#define CLIENT_SAY_H

#include "proto/compat.h"

/* host may be NULL: of none in particular. */
void	 say_error(const char *host, const char *, ...) __printflike(2, 3);
/* A line that goes on from the last, under its text. */
void	 say_more(const char *, ...) __printflike(1, 2);

#endif
