/*
 * show: microseconds and bytes for people.  Local time only where a person
 * waits for it.
 */
#include <stdio.h>
#include <time.h>

#include "client/show.h"
#include "proto/compat.h"

/* A span, in at most two units. */
const char *
show_span(int64_t us, char *text, size_t size)
{
	long long	 s;

	s = us < 0 ? 0 : (us + 500000) / 1000000;
	if (s < 60)
		snprintf(text, size, "%llds", s);
	else if (s < 3600)
		snprintf(text, size, "%lldm%02llds", s / 60, s % 60);
	else if (s < 48 * 3600)
		snprintf(text, size, "%lldh%02lldm", s / 3600, s % 3600 / 60);
	else
		snprintf(text, size, "%lld days", s / 86400);
	return (text);
}

/* A time of the wall clock. */
const char *
show_time(int64_t at_us, int64_t now_us, char *text, size_t size)
{
	struct tm	 at, now;
	time_t		 s;

	s = (time_t)(now_us / 1000000);
	if (localtime_r(&s, &now) == NULL)
		memset(&now, 0, sizeof(now));
	s = (time_t)(at_us / 1000000);
	if (localtime_r(&s, &at) == NULL ||
	    strftime(text, size, at.tm_yday == now.tm_yday &&
	    at.tm_year == now.tm_year ? "%H:%M" : "%Y-%m-%d %H:%M", &at) == 0)
		strlcpy(text, "?", size);
	return (text);
}

/* A size; three figures. */
const char *
show_size(int64_t bytes, char *text, size_t size)
{
	static const char *const	 units[] = {
		"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"
	};
	double				 value;
	size_t				 i;

	value = (double)bytes;
	for (i = 0; value >= 1023.5 && i + 1 < nitems(units); i++)
		value /= 1024;
	snprintf(text, size, "%.*f %s", i > 0 && value < 9.95 ? 1 : 0, value,
	    units[i]);
	return (text);
}
