/*
 * found: what a reader has found so far, within the limits of reader.h.
 *
 * Grows the result's lists, gives parts their prefix, and keeps out what is
 * no number.  A name found twice in one part keeps its first value: the
 * later one is another program's line.  Knows no tool.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/readers/found.h"
#include "proto/utf8.h"

#define FOUND_ROOM	32	/* of a new list; doubled when full */
#define FOUND_UNDERFLOW	18446744073709549568.0	/* 2^64 - 2048 */

/*
 * Make room for one more in a list; returns the list, perhaps moved.  NULL
 * when it is full (max) or memory lacks; the old list then stays.
 */
static void *
found_grow(struct found *f, void *list, size_t *room, size_t n, size_t bytes)
{
	void	*grown;
	size_t	 want;

	if (n < *room)
		return (list);
	want = *room == 0 ? FOUND_ROOM : *room * 2;
	grown = realloc(list, want * bytes);
	if (grown == NULL) {
		f->no_memory = true;
		return (NULL);
	}
	*room = want;
	return (grown);
}

/* Remember a sentence for people, once. */
void
found_note(struct found *f, const char *fmt, ...)
{
	struct reader_result	*r;
	char			 text[READER_TEXT_BYTES];
	va_list			 ap;
	void			*grown;
	size_t			 i;

	r = f->result;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	utf8_clean(text);	/* it may be cut inside a character */
	for (i = 0; i < r->nnotes; i++)
		if (strcmp(r->notes[i], text) == 0)
			return;
	if (r->nnotes == READER_NOTES_MAX)
		return;
	grown = found_grow(f, r->notes, &f->notes_room, r->nnotes,
	    sizeof(r->notes[0]));
	if (grown == NULL)
		return;
	r->notes = grown;
	strlcpy(r->notes[r->nnotes++], text, sizeof(r->notes[0]));
}

/* A name with this part's prefix; what is cut stays UTF-8. */
static void
found_name(const struct found *f, char full[READER_NAME_BYTES],
    const char *name)
{
	strlcpy(full, f->prefix, READER_NAME_BYTES);
	strlcat(full, name, READER_NAME_BYTES);
	utf8_clean(full);
}

/* Is there a metric of this name, without its prefix, from first on? */
bool
found_has(const struct found *f, size_t first, const char *name)
{
	const struct reader_result	*r;
	char				 full[READER_NAME_BYTES];
	size_t				 i;

	r = f->result;
	found_name(f, full, name);
	for (i = first; i < r->nmetrics; i++)
		if (strcmp(r->metrics[i].name, full) == 0)
			return (true);
	return (false);
}

/*
 * Can it be?  Only differences are below nothing, and a count of 2^64 is an
 * underflow of the tool's.
 */
static bool
found_is_possible(const char *unit, double value)
{
	if (strcmp(unit, "count") == 0 && value >= FOUND_UNDERFLOW)
		return (false);
	return (value >= 0 || unit[0] == '\0' || strcmp(unit, "%") == 0);
}

/* Add one value to this part; unless it cannot be, or is there already. */
void
found_metric(struct found *f, const char *name, const char *unit,
    enum reader_better better, const struct scan_value *v)
{
	struct reader_metric	*m;
	struct reader_result	*r;
	char			 printed[32];
	void			*grown;

	r = f->result;
	if (!isfinite(v->value) || !found_is_possible(unit, v->value)) {
		scan_copy(printed, sizeof(printed), v->span);
		found_note(f, "%s%s left out: '%s' is %s", f->prefix, name,
		    printed, isfinite(v->value) ? "impossible" : "no number");
		return;
	}
	if (r->nmetrics == READER_METRICS_MAX) {
		found_note(f, "more than %d metrics: the rest is left out",
		    READER_METRICS_MAX);
		return;
	}
	if (found_has(f, f->base, name))
		return;
	grown = found_grow(f, r->metrics, &f->metrics_room, r->nmetrics,
	    sizeof(r->metrics[0]));
	if (grown == NULL)
		return;
	r->metrics = grown;
	m = &r->metrics[r->nmetrics++];
	memset(m, 0, sizeof(*m));
	found_name(f, m->name, name);
	strlcpy(m->unit, unit, sizeof(m->unit));
	m->better = better;
	m->value = v->value;
	m->resolution = v->resolution;
}

/* Add one value of a known kind. */
void
found_kind(struct found *f, const struct found_kind *kind,
    const struct scan_value *v)
{
	found_metric(f, kind->name, kind->unit, kind->better, v);
}

/* Add a fact; one that is there already takes the new value. */
void
found_fact(struct found *f, const char *key, const char *unit,
    struct scan_span value)
{
	struct reader_fact	*fact;
	struct reader_result	*r;
	void			*grown;
	size_t			 i;

	r = f->result;
	for (i = 0; i < r->nfacts; i++)
		if (strcmp(r->facts[i].key, key) == 0)
			break;
	if (i == READER_FACTS_MAX) {
		found_note(f, "more than %d facts: the rest is left out",
		    READER_FACTS_MAX);
		return;
	}
	grown = found_grow(f, r->facts, &f->facts_room, i,
	    sizeof(r->facts[0]));
	if (grown == NULL)
		return;
	r->facts = grown;
	fact = &r->facts[i];
	if (i == r->nfacts)
		r->nfacts++;
	memset(fact, 0, sizeof(*fact));
	strlcpy(fact->key, key, sizeof(fact->key));
	strlcpy(fact->unit, unit, sizeof(fact->unit));
	scan_trim(&value);
	scan_copy(fact->value, sizeof(fact->value), value);
}

/* Append a word to all[READER_OPTIONS_BYTES]; false when it is full. */
static bool
found_append(char *all, const char *word, size_t len)
{
	size_t	 n;

	n = strlen(all);
	if (n + (n > 0) + len >= READER_OPTIONS_BYTES)
		return (false);
	if (n > 0)
		all[n++] = ' ';
	memcpy(all + n, word, len);
	all[n + len] = '\0';
	return (true);
}

/*
 * Add key=value to the workload's options, which stay sorted by key; the
 * first value of a key is kept, blanks in it become underscores.
 */
void
found_option(struct found *f, const char *key, struct scan_span value)
{
	char		 all[READER_OPTIONS_BYTES], one[READER_NAME_BYTES];
	const char	*word;
	size_t		 i, len, n;
	bool		 fits, placed;

	scan_trim(&value);
	snprintf(one, sizeof(one), "%.60s=", key);
	n = strlen(one);
	scan_copy(one + n, sizeof(one) - n, value);
	for (i = n; one[i] != '\0'; i++)
		if (one[i] == ' ')
			one[i] = '_';
	all[0] = '\0';
	fits = true;
	placed = false;
	for (word = f->result->options; *word != '\0'; word += len,
	    word += *word == ' ') {
		len = strcspn(word, " ");
		if (strncmp(word, one, n) == 0)
			return;
		if (!placed && strncmp(word, one, n) > 0)
			placed = fits &= found_append(all, one, strlen(one));
		fits &= found_append(all, word, len);
	}
	if (!placed)
		fits &= found_append(all, one, strlen(one));
	if (fits)
		strlcpy(f->result->options, all, READER_OPTIONS_BYTES);
	else
		found_note(f, "option %s left out: too many", one);
}

/* Begin a part whose metrics have this prefix. */
void
found_part(struct found *f, const char *fmt, ...)
{
	va_list	 ap;

	va_start(ap, fmt);
	vsnprintf(f->prefix, sizeof(f->prefix), fmt, ap);
	va_end(ap);
	utf8_clean(f->prefix);
	f->base = f->result->nmetrics;
}

/* Put a prefix before the metrics from first on. */
void
found_rename(struct found *f, size_t first, const char *prefix)
{
	struct reader_metric	*m;
	char			 name[READER_NAME_BYTES];

	for (; first < f->result->nmetrics; first++) {
		m = &f->result->metrics[first];
		strlcpy(name, prefix, sizeof(name));
		strlcat(name, m->name, sizeof(name));
		utf8_clean(name);
		memcpy(m->name, name, sizeof(m->name));
	}
}

/* Take out the metrics of this part whose names begin with word. */
void
found_drop(struct found *f, size_t first, const char *word)
{
	struct reader_result	*r;
	size_t			 i, n, skip;

	r = f->result;
	skip = strlen(f->prefix);
	if (first >= r->nmetrics)
		return;
	for (i = n = first; i < r->nmetrics; i++)
		if (strncmp(r->metrics[i].name + skip, word,
		    strlen(word)) != 0)
			r->metrics[n++] = r->metrics[i];
	r->nmetrics = n;
}

/* Forget all that was found; what memory there is stays. */
void
found_reset(struct found *f)
{
	struct reader_result	*r, keep;

	r = f->result;
	keep = *r;
	memset(r, 0, sizeof(*r));
	r->outcome = READER_NO_RESULT;
	r->metrics = keep.metrics;
	r->facts = keep.facts;
	r->notes = keep.notes;
	f->base = 0;
	f->prefix[0] = '\0';
}
