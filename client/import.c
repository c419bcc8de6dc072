/*
 * import: what the kinds of import share.
 */
#include <err.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client/import.h"
#include "client/natural.h"
#include "proto/tls_digest.h"

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

/* The digest of some text. */
void
import_digest(const char *text, size_t len, char hex[IMPORT_DIGEST_HEX])
{
	uint8_t	 digest[TLS_DIGEST_BYTES];
	size_t	 i;

	if (tls_digest_sha256(text, len, digest) == -1)
		errx(1, "memory");
	for (i = 0; i < sizeof(digest); i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}

/* So many digits as a number; false where there are fewer. */
static bool
import_time_digits(const char **text, int n, int64_t *value)
{
	for (*value = 0; n > 0; n--, (*text)++) {
		if (**text < '0' || **text > '9')
			return (false);
		*value = 10 * *value + (**text - '0');
	}
	return (true);
}

/* Days since 1970 of a date in the Gregorian calendar (Hinnant 2013). */
static int64_t
import_time_days(int64_t y, int64_t m, int64_t d)
{
	int64_t	 era, of_era, of_year;

	y -= m <= 2;
	era = y / 400;
	of_year = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
	of_era = (y - era * 400) * 365 + (y - era * 400) / 4 -
	    (y - era * 400) / 100 + of_year;
	return (era * 146097 + of_era - 719468);
}

/* A time in UTC. */
bool
import_time(const char *text, int64_t *us)
{
	static const char	 between[] = "--T::";
	int64_t			 part[6];
	double			 seconds;
	size_t			 i;

	if (natural_number(text, &seconds) && seconds >= 0 &&
	    seconds < 1e11) {
		*us = (int64_t)(seconds * 1e6);
		return (true);
	}
	memset(part, 0, sizeof(part));
	for (i = 0; i < 6; i++) {
		if (!import_time_digits(&text, i == 0 ? 4 : 2, &part[i]))
			return (false);
		if (i == 5 || (i >= 2 && *text == '\0'))
			break;
		if (*text != between[i] && !(i == 2 && *text == ' ') &&
		    !(i == 4 && *text == 'Z'))
			return (false);
		if (*text == 'Z')
			break;
		text++;
	}
	if (*text == 'Z')
		text++;
	*us = ((import_time_days(part[0], part[1], part[2]) * 24 + part[3]) *
	    60 + part[4]) * 60 * 1000000 + part[5] * 1000000;
	return (*text == '\0' && part[0] >= 1970 && part[1] >= 1 &&
	    part[1] <= 12 && part[2] >= 1 && part[2] <= 31 && part[3] < 24 &&
	    part[4] < 60 && part[5] <= 60);
}
