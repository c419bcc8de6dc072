/*
 * compare_files: files of numbers against the first, without an archive.
 *
 * In compatible mode the lines are ministat's; else each value is taken as a
 * unit of its own, which is said, and compared on logs by Welch.
 */
#include <err.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/compare_files.h"
#include "client/dotplot.h"
#include "client/numbers.h"
#include "client/options.h"
#include "client/output_sink.h"
#include "client/ranks.h"
#include "client/say.h"
#include "client/show.h"
#include "client/stat_ministat.h"
#include "client/stat_rank.h"
#include "client/stat_two.h"
#include "client/stat_verdict.h"

#define COMPARE_FILES_LINES	8

/* One file. */
struct compare_files_set {
	const char		*path;
	struct numbers		 num;
	double			*sorted;
	struct stat_ministat	 vitals;
	struct stat_acc		 log_y;
	bool			 can_log;
};

/* Read a file and what is known of it alone; false is said. */
static bool
compare_files_read(const struct compare_files *f,
    struct compare_files_set *set, const char *path)
{
	enum stat_err	 error;
	char		 why[512];

	set->path = path;
	if (numbers_read(&set->num, path, f->column, f->delimiters, why,
	    sizeof(why)) == -1) {
		say_error(NULL, "%s", why);
		return (false);
	}
	if (set->num.n < STAT_MINISTAT_VALUES_MIN) {
		say_error(NULL, "%s: %zu values, at least %d are needed", path,
		    set->num.n, STAT_MINISTAT_VALUES_MIN);
		return (false);
	}
	if ((set->sorted = calloc(set->num.n, sizeof(double))) == NULL)
		err(1, "memory");
	memcpy(set->sorted, set->num.value, set->num.n * sizeof(double));
	if (ranks_sort(set->sorted, set->num.n) == -1)
		err(1, "memory");
	error = stat_ministat_sorted(set->sorted, set->num.n, &set->vitals);
	if (error != STAT_OK) {
		say_error(NULL, "%s: %s", path, stat_text(error));
		return (false);
	}
	/* In compatible mode nothing is taken on logs. */
	set->can_log = !f->compat && set->sorted[0] > 0 &&
	    stat_acc_of_logs(&set->log_y, set->sorted, set->num.n) == STAT_OK;
	return (true);
}

/* The distributions. */
static void
compare_files_plot(const struct compare_files *f,
    const struct compare_files_set *set, size_t n)
{
	struct dotplot_set	 dots[DOTPLOT_SETS_MAX];
	size_t			 i;

	for (i = 0; i < n; i++) {
		dots[i].value = set[i].sorted;
		dots[i].n = set[i].num.n;
		dots[i].median = set[i].vitals.median;
		dots[i].mean = set[i].vitals.acc.mean;
		dots[i].sd = stat_acc_sd(&set[i].vitals.acc);
	}
	if (dotplot_draw(dots, n, f->width, f->separate, stdout) == -1)
		err(1, "memory");
}

/* A set's line. */
static void
compare_files_vitals(const struct compare_files_set *set, size_t i)
{
	char	 line[160];

	stat_ministat_vitals(line, sizeof(line), STAT_MINISTAT_SYMBOLS[i],
	    &set[i].vitals);
	puts(line);
}

/* Names, plot, and the first set's line. */
static void
compare_files_head(const struct compare_files *f,
    const struct compare_files_set *set, size_t n)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		printf("%c %s\n", STAT_MINISTAT_SYMBOLS[i], set[i].path);
	if (!f->only_numbers && !f->no_plot)
		compare_files_plot(f, set, n);
	puts(STAT_MINISTAT_HEADER);
	compare_files_vitals(set, 0);
}

/* The pooled t, in ministat's words. */
static int
compare_files_compat(const struct compare_files *f,
    const struct compare_files_set *set, size_t n)
{
	struct stat_ministat_diff	 diff;
	char				 line[COMPARE_FILES_LINES][128];
	size_t				 i, k, lines;

	compare_files_head(f, set, n);
	for (i = 1; i < n; i++) {
		compare_files_vitals(set, i);
		if (f->only_numbers)
			continue;
		if (stat_ministat_compare(&set[0].vitals, &set[i].vitals,
		    f->confidence, &diff) != STAT_OK) {
			say_error(NULL, "%s: cannot be compared",
			    set[i].path);
			return (OPTIONS_FAILED);
		}
		lines = stat_ministat_lines(&diff, line);
		for (k = 0; k < lines; k++)
			puts(line[k]);
	}
	return (OPTIONS_OK);
}

/* Two files by Welch, on logs where all values of both are above zero. */
static void
compare_files_case(const struct compare_files *f,
    const struct compare_files_set *a, const struct compare_files_set *b,
    struct stat_case *k)
{
	struct stat_option	 o;
	bool			 logs;

	memset(k, 0, sizeof(*k));
	logs = a->can_log && b->can_log;
	o.conf = f->confidence / 100;
	o.resolution = 0;
	k->error = logs ? stat_two_welch(&a->log_y, &b->log_y, &o,
	    &k->effect) : stat_two_welch(&a->vitals.acc, &b->vitals.acc, &o,
	    &k->effect);
	k->units_a = a->num.n;
	k->units_b = b->num.n;
	k->margin = logs ? log1p(f->margin) : 1e-300;
	k->direction = STAT_NO_DIRECTION;
}

/* One comparison for people. */
static void
compare_files_say(const struct compare_files *f,
    const struct compare_files_set *a, const struct compare_files_set *b)
{
	struct stat_case	 k;
	struct stat_ci		 ci;
	double			 percent;
	char			 change[64];

	compare_files_case(f, a, b, &k);
	if (k.error != STAT_OK && k.error != STAT_CONSTANT) {
		printf("%s: %s\n", b->path, stat_text(k.error));
		return;
	}
	if (a->can_log && b->can_log && stat_effect_percent(&k.effect,
	    &percent, &ci) == STAT_OK)
		printf("%s is %s of %s [%.3g, %.3g] at %g%%, ", b->path,
		    show_change(percent, change, sizeof(change)), a->path,
		    ci.lo, ci.hi, f->confidence);
	else
		printf("%s is %+g of %s [%g, %g] at %g%%, ", b->path,
		    k.effect.est, a->path, k.effect.ci.lo, k.effect.ci.hi,
		    f->confidence);
	if (k.error == STAT_CONSTANT)
		printf("no variation: no test\n");
	else
		printf("p %.3g (Welch%s)\n", k.effect.p,
		    a->can_log && b->can_log ? " on logs" : "");
}

/* All comparisons for people. */
static int
compare_files_text(const struct compare_files *f,
    const struct compare_files_set *set, size_t n)
{
	size_t	 i;

	compare_files_head(f, set, n);
	for (i = 1; i < n; i++)
		compare_files_vitals(set, i);
	for (i = 1; !f->only_numbers && i < n; i++)
		compare_files_say(f, &set[0], &set[i]);
	if (n > 1 && !f->only_numbers)
		printf("each value counts as a unit of its own; values of one "
		    "boot share its luck\n");
	return (OPTIONS_OK);
}

/* One comparison for programs. */
static json_t *
compare_files_json_row(const struct compare_files *f,
    const struct compare_files_set *a, const struct compare_files_set *b)
{
	struct stat_case	 k;
	struct stat_ruling	 ruling;
	struct stat_ci		 ci;
	double			 percent;
	bool			 ok;

	compare_files_case(f, a, b, &k);
	stat_verdict_rule(&k, &ruling);
	ok = a->can_log && b->can_log && stat_effect_percent(&k.effect,
	    &percent, &ci) == STAT_OK;
	return (json_pack("{s:s,s:s,s:s,s:{},s:o,s:o,s:{s:n,s:n,s:I},"
	    "s:{s:n,s:n,s:I},s:f,s:o,s:o,s:o,s:s,s:s,s:[],s:[s],s:[]}",
	    "metric", "value", "unit", "", "better", "none", "where",
	    "base", output_sink_json(a->path), "other",
	    output_sink_json(b->path), "n_base", "machines", "boots", "runs",
	    (json_int_t)a->num.n, "n_other", "machines", "boots", "runs",
	    (json_int_t)b->num.n, "effect", k.effect.est, "effect_pct", ok ?
	    json_real(percent) : json_null(), "ci_pct", ok && k.error ==
	    STAT_OK ? json_pack("[f,f]", ci.lo, ci.hi) : json_null(), "p",
	    k.error == STAT_OK ? json_real(k.effect.p) : json_null(),
	    "verdict", stat_verdict_text(ruling.verdict), "method",
	    ok ? "Welch on logs" : "Welch", "machines", "notes", k.error ==
	    STAT_OK ? "each value counts as a unit of its own" :
	    stat_text(k.error), "differs"));
}

/* For programs. */
static int
compare_files_json(const struct compare_files *f,
    const struct compare_files_set *set, size_t n)
{
	struct output	*out;
	json_t		*rows, *sets;
	size_t		 i;

	out = output_new(f->format, "compare");
	rows = json_array();
	sets = json_array();
	for (i = 0; i < n; i++) {
		json_array_append_new(sets, json_pack(
		    "{s:o,s:I,s:f,s:f,s:f,s:f,s:f}", "file",
		    output_sink_json(set[i].path), "n",
		    (json_int_t)set[i].num.n, "min", set[i].vitals.acc.min,
		    "max", set[i].vitals.acc.max, "median",
		    set[i].vitals.median, "mean", set[i].vitals.acc.mean,
		    "sd", stat_acc_sd(&set[i].vitals.acc)));
		if (i > 0)
			json_array_append_new(rows,
			    compare_files_json_row(f, &set[0], &set[i]));
	}
	output_member(out, "by", json_string("file"));
	output_member(out, "sets", sets);
	output_member(out, "rows", rows);
	return (output_end(out) == -1 ? OPTIONS_FAILED : OPTIONS_OK);
}

/* Compare the files. */
int
compare_files(const struct compare_files *f, char **path, size_t n)
{
	struct compare_files_set	 set[DOTPLOT_SETS_MAX];
	size_t				 i;
	int				 status;

	if (n > DOTPLOT_SETS_MAX)
		return (options_usage("compare", "%zu files, %d at most", n,
		    DOTPLOT_SETS_MAX));
	if (!stat_ministat_is_confidence(f->confidence))
		return (options_usage("compare", "confidence is one of 80, 90,"
		    " 95, 98, 99 and 99.5"));
	memset(set, 0, sizeof(set));
	status = OPTIONS_OK;
	for (i = 0; status == OPTIONS_OK && i < n; i++)
		if (!compare_files_read(f, &set[i], path[i]))
			status = OPTIONS_FAILED;
	if (status == OPTIONS_OK)
		status = f->format == OUTPUT_JSON ?
		    compare_files_json(f, set, n) : f->compat ?
		    compare_files_compat(f, set, n) :
		    compare_files_text(f, set, n);
	for (i = 0; i < n; i++) {
		numbers_clear(&set[i].num);
		free(set[i].sorted);
	}
	return (status);
}
