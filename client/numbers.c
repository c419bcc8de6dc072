/*
 * numbers: a column of numbers out of a text file, as ministat(1) reads one.
 *
 * Numbers of up to 15 digits and small exponents are read exactly by one
 * division (Clinger 1990, the fast path); all others by strtod(3).
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client/numbers.h"

#define NUMBERS_DIGITS	15	/* a whole number below 2^53, surely */
#define NUMBERS_LINE	512	/* of a number, for strtod(3) */

/* Free the values. */
void
numbers_clear(struct numbers *num)
{
	free(num->value);
	num->value = NULL;
	num->n = 0;
}

/* Read the whole of a file; the caller frees it.  NULL with errno. */
static char *
numbers_load(const char *path, size_t *len)
{
	char	*bytes, *more;
	ssize_t	 n;
	size_t	 size;
	int	 fd;

	fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) :
	    open(path, O_RDONLY | O_CLOEXEC);
	if (fd == -1)
		return (NULL);
	bytes = NULL;
	n = -1;
	*len = size = 0;
	do {
		if (size - *len < 65536) {
			size = size == 0 ? 1 << 20 : 2 * size;
			if ((more = realloc(bytes, size)) == NULL)
				break;
			bytes = more;
		}
		if ((n = read(fd, bytes + *len, size - *len - 1)) > 0)
			*len += (size_t)n;
	} while (n > 0);
	close(fd);
	if (bytes == NULL || n != 0) {
		free(bytes);
		return (NULL);
	}
	bytes[*len] = '\0';
	return (bytes);
}

/* The fast path: digits, point, digits; false where it is none. */
static bool
numbers_simple(const char *text, size_t len, double *value)
{
	static const double	 tens[] = {
		1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15
	};
	int64_t			 whole;
	size_t			 after, digits, i;
	bool			 point;

	i = len > 0 && text[0] == '-';
	whole = 0;
	digits = after = 0;
	for (point = false; i < len; i++) {
		if (text[i] == '.' && !point) {
			point = true;
			continue;
		}
		if (text[i] < '0' || text[i] > '9' ||
		    digits == NUMBERS_DIGITS)
			return (false);
		whole = whole * 10 + (text[i] - '0');
		digits++;
		after += point;
	}
	*value = (double)whole / tens[after];
	if (text[0] == '-')
		*value = -*value;
	return (digits > 0);
}

/* One number, all of the text. */
static bool
numbers_one(const char *text, size_t len, double *value)
{
	char	 copy[NUMBERS_LINE], *end;

	if (numbers_simple(text, len, value))
		return (true);
	if (len == 0 || len >= sizeof(copy))
		return (false);
	memcpy(copy, text, len);
	copy[len] = '\0';
	*value = strtod(copy, &end);
	return (*end == '\0' && isfinite(*value));
}

/* Is c one of the delimiters? */
static bool
numbers_ends(const char *delimiters, char c)
{
	return (c != '\0' && strchr(delimiters, c) != NULL);
}

/* The field of a column in a line; its length, 0 where there is none. */
static size_t
numbers_field(const char *line, size_t len, int column, const char *delimiters,
    const char **field)
{
	size_t	 begin, i;

	for (i = 0;; column--) {
		while (i < len && numbers_ends(delimiters, line[i]))
			i++;
		if (i == len || line[i] == '#')
			return (0);
		begin = i;
		while (i < len && !numbers_ends(delimiters, line[i]))
			i++;
		if (column == 1) {
			*field = line + begin;
			return (i - begin);
		}
	}
}

/* Append a value; false on memory. */
static bool
numbers_add(struct numbers *num, double value)
{
	double	*more;

	if ((num->n & (num->n - 1)) == 0) {
		if ((more = realloc(num->value, (num->n == 0 ? 1 : 2 *
		    num->n) * sizeof(*more))) == NULL)
			return (false);
		num->value = more;
	}
	num->value[num->n++] = value;
	return (true);
}

/* Read a column of numbers. */
int
numbers_read(struct numbers *num, const char *path, int column,
    const char *delimiters, char *why, size_t size)
{
	const char	*end, *field, *line;
	char		*bytes;
	double		 value;
	size_t		 at, len, n, number, wide;
	int		 rv;

	memset(num, 0, sizeof(*num));
	if ((bytes = numbers_load(path, &len)) == NULL) {
		snprintf(why, size, "%s: %s", path, strerror(errno));
		return (-1);
	}
	rv = 0;
	for (number = 1, at = 0; rv == 0 && at < len; number++) {
		line = bytes + at;
		end = memchr(line, '\n', len - at);
		n = end != NULL ? (size_t)(end - line) : len - at;
		at += n + 1;
		if (n > 0 && line[n - 1] == '\r')
			n--;
		if ((wide = numbers_field(line, n, column, delimiters,
		    &field)) == 0)
			continue;
		if (!numbers_one(field, wide, &value)) {
			snprintf(why, size, "%s:%zu: '%.*s' is no number",
			    path, number, wide < 60 ? (int)wide : 60, field);
			rv = -1;
		} else if (!numbers_add(num, value)) {
			snprintf(why, size, "memory");
			rv = -1;
		}
	}
	free(bytes);
	return (rv);
}
