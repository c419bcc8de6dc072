/*
 * where: the list of conditions behind --where.
 *
 *	key=value[|value]...  key!=value  key<value  <=  >  >=
 *
 * joined by commas; values of = and != may hold * and ?; a comma, bar or
 * backslash of a value's own is written behind a backslash.  < and its like
 * compare in natural order (natural.h).  A key that a row does not have
 * fulfils != and nothing else.
 */
#ifndef CLIENT_WHERE_H
#define CLIENT_WHERE_H

#include <stdbool.h>
#include <stddef.h>

struct where;

/*
 * The caller owns the result; NULL with the reason in why[size] for text that
 * is no such list.  Empty text holds for every row.
 */
struct where	*where_parse(const char *text, char *why, size_t size);
void		 where_free(struct where *);

/* value(ctx, key) is the row's value of key, or NULL. */
bool		 where_holds(const struct where *,
		    const char *(*value)(const void *ctx, const char *key),
		    const void *ctx);
/* The i-th key that is asked for, or NULL past the last. */
const char	*where_key(const struct where *, size_t i);

#endif
