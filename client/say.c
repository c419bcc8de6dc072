/*
 * say: lines for a person on standard error.
 */
#include <err.h>
#include <stdarg.h>
#include <stdio.h>

#include "client/say.h"
#include "proto/visible.h"

/* One line, its foreign parts visible. */
static void
say_line(const char *head, const char *host, const char *fmt, va_list ap)
{
	char	 text[4096], shown[8192], who[1024];
	int	 len;

	len = vsnprintf(text, sizeof(text), fmt, ap);
	if (len < 0)
		err(1, "memory");
	if ((size_t)len >= sizeof(text))
		len = (int)sizeof(text) - 1;
	visible_copy(shown, sizeof(shown), text, (size_t)len);
	who[0] = '\0';
	if (host != NULL)
		visible_copy(who, sizeof(who), host, strlen(host));
	fprintf(stderr, "%s%s%s%s\n", head, who, host != NULL ? ": " : "",
	    shown);
}

/* What is wrong, and where. */
void
say_error(const char *host, const char *fmt, ...)
{
	va_list	 ap;

	va_start(ap, fmt);
	say_line("benchctl: ", host, fmt, ap);
	va_end(ap);
}

/* And what to do about it. */
void
say_more(const char *fmt, ...)
{
	va_list	 ap;

	va_start(ap, fmt);
	say_line("          ", NULL, fmt, ap);
	va_end(ap);
}
