/*
 * natural: the order in which a person lists levels.
 *
 * Two whole numbers compare as numbers; else runs of digits compare by value
 * and all between them by bytes.  Knows no locale.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "client/natural.h"

/* No locale has a say in what a digit is. */
static bool
natural_is_digit(char c)
{
	return (c >= '0' && c <= '9');
}

/* A decimal number: sign, digits, point, digits; no exponent, no more. */
bool
natural_number(const char *text, double *value)
{
	double	 scale, sum;
	size_t	 digits;
	bool	 minus;

	minus = *text == '-';
	if (*text == '-' || *text == '+')
		text++;
	sum = 0;
	scale = 1;
	digits = 0;
	for (; natural_is_digit(*text); text++, digits++)
		sum = sum * 10 + (*text - '0');
	if (*text == '.')
		for (text++; natural_is_digit(*text); text++, digits++) {
			scale *= 10;
			sum = sum * 10 + (*text - '0');
		}
	if (digits == 0 || digits > 300 || *text != '\0')
		return (false);
	*value = (minus ? -sum : sum) / scale;
	return (isfinite(*value));
}

/* Compare two runs of digits by value; moves both behind them. */
static int
natural_digits(const char **a, const char **b)
{
	const char	*x, *y;
	size_t		 nx, ny;
	int		 order;

	for (x = *a; *x == '0'; x++)
		continue;
	for (y = *b; *y == '0'; y++)
		continue;
	for (nx = 0; natural_is_digit(x[nx]); nx++)
		continue;
	for (ny = 0; natural_is_digit(y[ny]); ny++)
		continue;
	*a = x + nx;
	*b = y + ny;
	if (nx != ny)
		return (nx < ny ? -1 : 1);
	order = strncmp(x, y, nx);
	return (order);
}

/* In natural order. */
int
natural_compare(const char *a, const char *b)
{
	const char	*p, *q;
	double		 x, y;
	int		 order;

	if (natural_number(a, &x) && natural_number(b, &y) && x != y)
		return (x < y ? -1 : 1);
	p = a;
	q = b;
	while (*p != '\0' && *q != '\0') {
		if (natural_is_digit(*p) && natural_is_digit(*q)) {
			if ((order = natural_digits(&p, &q)) != 0)
				return (order);
			continue;
		}
		if (*p != *q)
			return ((unsigned char)*p < (unsigned char)*q ? -1 :
			    1);
		p++;
		q++;
	}
	if (*p != *q)
		return (*p == '\0' ? -1 : 1);
	return (strcmp(a, b));
}

/* For sorting: numbers stand before all that is none. */
int
natural_order(const char *a, const char *b)
{
	double	 x, y;
	bool	 p, q;

	p = natural_number(a, &x);
	q = natural_number(b, &y);
	if (p != q)
		return (p ? -1 : 1);
	return (natural_compare(a, b));
}

/* The same for qsort(3) over pointers to texts. */
int
natural_order_ptr(const void *a, const void *b)
{
	return (natural_order(*(const char *const *)a,
	    *(const char *const *)b));
}
