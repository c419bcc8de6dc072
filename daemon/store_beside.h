/*
 * store_beside: the files that lie beside the database.
 *
 *	reserve	space that is given up so that a result can be stored when the
 *		disk is full
 *	stamp	what the database was when we last left it: one line of
 *		incarnation, inode and last change
 *	host.id	the host's random id, which outlives a lost database
 */
#ifndef DAEMON_STORE_BESIDE_H
#define DAEMON_STORE_BESIDE_H

#include <stdbool.h>
#include <stdint.h>

/* Make it where it is not whole and there is room; 0 or -1 with errno. */
int	 store_beside_reserve(int64_t bytes);
/* Give it up; true when there was one. */
bool	 store_beside_give_up(void);

/*
 * Is the database other than what the stamp says: another file, another
 * incarnation, or one whose last change seq is older?  No stamp: yes.
 */
bool	 store_beside_differs(const uint8_t *incarnation, int64_t seq);
int	 store_beside_stamp(const uint8_t *incarnation, int64_t seq);

/* The host's id, made where there is none (of hint, or drawn). */
int	 store_beside_host(const uint8_t *hint, uint8_t *uid);

#endif
