/*
 * show: microseconds and bytes for people.  Local time only where a person
 * waits for it.
 */
#include <math.h>
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

/* A measured duration. */
const char *
show_seconds(double s, char *text, size_t size)
{
	double	 minutes;

	if (fabs(s) < 1)
		(void)snprintf(text, size, "%.4g", s);
	else if (fabs(s) < 600)
		(void)snprintf(text, size, "%.2f", s);
	else {
		/* Rounded first, so that no minute has 60 seconds. */
		s = round(s * 10) / 10;
		minutes = trunc(s / 60);
		(void)snprintf(text, size, "%.0fm%04.1fs", minutes,
		    fabs(s - minutes * 60));
	}
	return (text);
}

/* Any number. */
const char *
show_number(double value, char *text, size_t size)
{
	double	 big;
	int	 decimals;

	big = fabs(value);
	decimals = big >= 1000 ? 1 : big >= 100 ? 2 : big >= 10 ? 3 :
	    big >= 1 ? 4 : 5;
	if (value == floor(value) && big < 1e15)
		(void)snprintf(text, size, "%.0f", value);
	else if (big >= 1e15 || big < 1e-3)
		(void)snprintf(text, size, "%.4g", value);
	else
		(void)snprintf(text, size, "%.*f", decimals, value);
	return (text);
}

/* A share. */
const char *
show_percent(double percent, char *text, size_t size)
{
	(void)snprintf(text, size, "%.*f%%", fabs(percent) < 0.1 ? 2 : 1,
	    percent);
	return (text);
}

/* A change. */
const char *
show_change(double percent, char *text, size_t size)
{
	(void)snprintf(text, size, "%+.2f%%", percent);
	return (text);
}
