/*
 * run_reference FILE: check the statistics against cases in the form of
 * stats_reference.json.  Prints each miss, then `N passed, N failed'; exits 1
 * on a miss.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference.h"

/* How near is near enough. */
struct run_tolerance {
	const char	*kind;
	double		 value;
};

/* All methods, table by table. */
static const struct reference_row *const run_reference_tables[] = {
	reference_dist_rows,
	reference_two_rows,
	reference_nested_rows,
	reference_table_rows,
	reference_plan_rows,
	reference_series_rows,
};

/* The row of a method, or NULL. */
static const struct reference_row *
run_reference_find(const char *method)
{
	const struct reference_row *row;
	size_t	 i;

	for (i = 0; i < sizeof(run_reference_tables) /
	    sizeof(run_reference_tables[0]); i++)
		for (row = run_reference_tables[i]; row->method != NULL; row++)
			if (strcmp(row->method, method) == 0)
				return (row);
	return (NULL);
}

/*
 * Is a number as near as its tolerance wants?  What is meant to be 0 may be
 * 1e-12, and a number that is only the rounding of others, 1e-15.
 */
static bool
run_reference_near(double got, double want, const struct run_tolerance *t)
{
	double	 gap = fabs(got - want);

	if (strcmp(t->kind, "abs") == 0)
		return (gap <= t->value);
	if (want == 0)
		return (gap <= 1e-12);
	return (gap <= fmax(t->value * fmax(fabs(want), 1e-12), 1e-15));
}

/* Does got hold all that want says?  Members and nulls may be missing. */
static bool
run_reference_same(const json_t *got, const json_t *want,
    const struct run_tolerance *t)
{
	size_t	 i;

	if (json_is_null(want))
		return (got == NULL || json_is_null(got));
	if (json_is_number(want))
		return (json_is_number(got) && run_reference_near(
		    json_number_value(got), json_number_value(want), t));
	if (!json_is_array(want))
		return (json_equal(got, want));
	if (json_array_size(got) != json_array_size(want))
		return (false);
	for (i = 0; i < json_array_size(want); i++)
		if (!run_reference_same(json_array_get(got, i),
		    json_array_get(want, i), t))
			return (false);
	return (true);
}

/* A value as text, in a new string. */
static char *
run_reference_text(const json_t *value)
{
	char	*text;

	text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT |
	    JSON_REAL_PRECISION(15));
	return (text != NULL ? text : strdup("nothing"));
}

/* Compare member by member; each miss is a line. */
static bool
run_reference_compare(const char *name, const json_t *got, json_t *want,
    const struct run_tolerance *t)
{
	const char	*key;
	json_t		*value;
	char		*is, *should;
	bool		 ok = true;

	json_object_foreach(want, key, value) {
		if (run_reference_same(json_object_get(got, key), value, t))
			continue;
		is = run_reference_text(json_object_get(got, key));
		should = run_reference_text(value);
		printf("%s: %s is %s, should be %s", name, key, is, should);
		if (json_object_get(got, "error") != NULL)
			printf(" (%s)",
			    json_string_value(json_object_get(got, "error")));
		printf("\n");
		free(is);
		free(should);
		ok = false;
	}
	return (ok);
}

/* Try one case. */
static bool
run_reference_case(const json_t *one)
{
	const struct reference_row *row;
	struct run_tolerance t = { "rel", 1e-9 };
	const json_t	*tolerance;
	const char	*method, *name;
	json_t		*got, *want;
	bool		 ok;

	name = json_string_value(json_object_get(one, "name"));
	method = json_string_value(json_object_get(one, "method"));
	want = json_object_get(one, "expected");
	if (name == NULL || method == NULL || !json_is_object(want)) {
		printf("%s: not a case\n", name != NULL ? name : "?");
		return (false);
	}
	if ((row = run_reference_find(method)) == NULL) {
		printf("%s: no method %s\n", name, method);
		return (false);
	}
	tolerance = json_object_get(one, "tolerance");
	if (json_string_value(json_object_get(tolerance, "kind")) != NULL)
		t.kind = json_string_value(json_object_get(tolerance, "kind"));
	t.value = reference_read_number(tolerance, "value", t.value);
	got = row->answer(json_object_get(one, "input"), want);
	ok = run_reference_compare(name, got, want, &t);
	json_decref(got);
	reference_read_done();
	return (ok);
}

/* Read the file, try its cases, count. */
int
main(int argc, char *argv[])
{
	json_error_t	 error;
	json_t		*file;
	const json_t	*cases;
	size_t		 failed, i, n;

	if (argc != 2) {
		fprintf(stderr, "usage: run_reference file\n");
		return (2);
	}
	if ((file = json_load_file(argv[1], 0, &error)) == NULL) {
		fprintf(stderr, "run_reference: %s:%d: %s\n", argv[1],
		    error.line, error.text);
		return (2);
	}
	cases = json_object_get(file, "cases");
	n = json_array_size(cases);
	for (i = failed = 0; i < n; i++)
		failed += !run_reference_case(json_array_get(cases, i));
	printf("%zu passed, %zu failed\n", n - failed, failed);
	json_decref(file);
	return (failed > 0 || n == 0 ? 1 : 0);
}
