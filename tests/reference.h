/*
 * reference: what the parts of run_reference share.  A method of the file is
 * a row; its function reads the case's input and returns what the program
 * computes under the names that the file uses.
 */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include <jansson.h>

#include "client/stat.h"
#include "client/stat_effect.h"

/* A list of numbers; null is NaN.  Owned by the case at hand. */
struct reference_list {
	double	*x;
	size_t	 n;
};

/* want is what the file expects: read only for places, never for values. */
struct reference_row {
	const char	*method;
	json_t		*(*answer)(const json_t *in, const json_t *want);
};

extern const struct reference_row reference_dist_rows[];
extern const struct reference_row reference_two_rows[];
extern const struct reference_row reference_nested_rows[];
extern const struct reference_row reference_table_rows[];
extern const struct reference_row reference_plan_rows[];
extern const struct reference_row reference_series_rows[];

struct reference_list reference_read_list(const json_t *, const char *);
struct reference_list reference_read_rows(const json_t *, const char *,
		    size_t *);
double		 reference_read_number(const json_t *, const char *, double);
struct stat_option reference_read_option(const json_t *);
void		 reference_read_done(void);
double		*reference_read_space(size_t);

void		 reference_put(json_t *, const char *, double);
void		 reference_put_ci(json_t *, const char *, struct stat_ci);
void		 reference_put_list(json_t *, const char *, const double *,
		    size_t);
void		 reference_put_effect(json_t *, enum stat_err,
		    const struct stat_effect *);
void		 reference_put_percent(json_t *, enum stat_err,
		    const struct stat_effect *);

#endif
