/*
 * screen: lines on a terminal that are drawn over and over.
 *
 * On anything else than a terminal nothing is drawn, and no cursor moves.
 */
#ifndef CLIENT_SCREEN_H
#define CLIENT_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

struct screen {
	bool	 is_terminal;	/* standard error is one */
	size_t	 width, height;	/* of it, as it is now */
	size_t	 drawn;		/* lines that stand there now */
};

void	 screen_init(struct screen *);
/* As large as it is now, for who wants to know how many lines fit. */
void	 screen_measure(struct screen *);
/* Take the lines away, so that something else can be said. */
void	 screen_clear(struct screen *);
/*
 * Draw text[n], fewer than its height, over what was drawn before; each is
 * cut to the width.
 */
void	 screen_draw(struct screen *, char *const *text, size_t n);

#endif
