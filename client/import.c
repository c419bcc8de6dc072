/*
 * import: what the kinds of import share.
 */
#include <stdarg.h>
#include <stdio.h>

#include "client/import.h"

/* Refuse a file, naming the line. */
int
import_refuse(struct import *im, size_t line, const char *fmt, ...)
{
	va_list	 ap;
	char	 text[512];

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (line != 0)
		snprintf(im->why, im->why_size, "%s:%zu: %s", im->file, line,
		    text);
	else
		snprintf(im->why, im->why_size, "%s: %s", im->file, text);
	return (-1);
}
