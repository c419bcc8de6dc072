/*
 * reference_read: lists, tables and options out of a case's input.  What is
 * read lives until the case is done.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/reference.h"

/* The lists of the case at hand. */
static struct {
	double	*list[64];
	size_t	 n;
} reference_read;

/* Room for n numbers, all 0, until the case is done. */
double *
reference_read_space(size_t n)
{
	double	*x;

	x = calloc(n + 1, sizeof(*x));
	if (x == NULL ||
	    reference_read.n == sizeof(reference_read.list) /
	    sizeof(reference_read.list[0]))
		abort();
	reference_read.list[reference_read.n++] = x;
	return (x);
}

/* Forget the lists of the case. */
void
reference_read_done(void)
{
	while (reference_read.n > 0)
		free(reference_read.list[--reference_read.n]);
}

/* A list of numbers by name; a lone number is a list of one. */
struct reference_list
reference_read_list(const json_t *in, const char *name)
{
	struct reference_list list = { NULL, 0 };
	const json_t	*array = json_object_get(in, name), *value;
	size_t		 i;

	if (json_is_number(array)) {
		list.n = 1;
		list.x = reference_read_space(1);
		list.x[0] = json_number_value(array);
		return (list);
	}
	list.n = json_array_size(array);
	list.x = reference_read_space(list.n);
	for (i = 0; i < list.n; i++) {
		value = json_array_get(array, i);
		list.x[i] = json_is_number(value) ? json_number_value(value) :
		    NAN;
	}
	return (list);
}

/* A table, row after row, with the length of a row in *width. */
struct reference_list
reference_read_rows(const json_t *in, const char *name, size_t *width)
{
	struct reference_list list = { NULL, 0 };
	const json_t	*rows = json_object_get(in, name), *row;
	size_t		 i, j;

	*width = json_array_size(json_array_get(rows, 0));
	list.n = json_array_size(rows) * *width;
	list.x = reference_read_space(list.n);
	for (i = 0; i < json_array_size(rows); i++) {
		row = json_array_get(rows, i);
		for (j = 0; j < *width; j++)
			list.x[i * *width + j] =
			    json_is_number(json_array_get(row, j)) ?
			    json_number_value(json_array_get(row, j)) : NAN;
	}
	return (list);
}

/* A number by name, or what stands in for it. */
double
reference_read_number(const json_t *in, const char *name, double missing)
{
	const json_t	*value = json_object_get(in, name);

	return (json_is_number(value) ? json_number_value(value) : missing);
}

/* Confidence (95% unless said) and resolution. */
struct stat_option
reference_read_option(const json_t *in)
{
	struct stat_option o;

	o.conf = reference_read_number(in, "conf", 0.95);
	o.resolution = reference_read_number(in, "resolution", 0);
	return (o);
}
