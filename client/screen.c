/*
 * screen: the only place that moves a cursor.
 */
#include <sys/ioctl.h>

#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "client/screen.h"
#include "proto/compat.h"
#include "proto/visible.h"

#define SCREEN_WIDTH_MAX	512

/* Is there one, and how wide? */
void
screen_init(struct screen *screen)
{
	const char	*term;

	memset(screen, 0, sizeof(*screen));
	term = getenv("TERM");
	screen->is_terminal = isatty(STDERR_FILENO) && term != NULL &&
	    strcmp(term, "dumb") != 0;
}

/* As large as it is now. */
void
screen_measure(struct screen *screen)
{
	struct winsize	 size;

	screen->width = 80;
	screen->height = 24;
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 &&
	    size.ws_col > 0 && size.ws_row > 1) {
		screen->width = size.ws_col;
		screen->height = size.ws_row;
	}
	if (screen->width > SCREEN_WIDTH_MAX)
		screen->width = SCREEN_WIDTH_MAX;
}

/* Nothing stands there any more. */
void
screen_clear(struct screen *screen)
{
	if (screen->drawn > 0)
		fprintf(stderr, "\033[%zuA\r\033[J", screen->drawn);
	screen->drawn = 0;
	fflush(stderr);
}

/* Draw them. */
void
screen_draw(struct screen *screen, char *const *text, size_t n)
{
	char	 line[SCREEN_WIDTH_MAX + 1];
	size_t	 i;

	if (!screen->is_terminal)
		return;
	if (screen->drawn > 0)
		fprintf(stderr, "\033[%zuA\r", screen->drawn);
	for (i = 0; i < n; i++) {
		visible_copy(line, screen->width, text[i], strlen(text[i]));
		fprintf(stderr, "%s\033[K\n", line);
	}
	if (n < screen->drawn)
		fprintf(stderr, "\033[J");
	screen->drawn = n;
	fflush(stderr);
}
