/*
 * near: edit distance, for "did you mean".
 *
 * Pure; compares bytes, so that a letter of two bytes counts as two.
 */
#include <string.h>

#include "proto/compat.h"
#include "proto/limits.h"
#include "proto/near.h"

/* The least of three. */
static size_t
near_least(size_t a, size_t b, size_t c)
{
	if (b < a)
		a = b;
	return (c < a ? c : a);
}

/* Edits between two words. */
size_t
near_distance(const char *a, const char *b)
{
	size_t	 row[3][LIMIT_NAME_BYTES + 1];
	size_t	*before, *last, *now, *t;
	size_t	 alen, blen, i, j;

	alen = strlen(a);
	blen = strlen(b);
	if (alen > LIMIT_NAME_BYTES || blen > LIMIT_NAME_BYTES)
		return (alen > blen ? alen : blen);
	before = row[0];
	last = row[1];
	now = row[2];
	for (j = 0; j <= blen; j++)
		before[j] = last[j] = j;
	for (i = 1; i <= alen; i++) {
		now[0] = i;
		for (j = 1; j <= blen; j++) {
			now[j] = near_least(last[j] + 1, now[j - 1] + 1,
			    last[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && before[j - 2] + 1 < now[j])
				now[j] = before[j - 2] + 1;
		}
		t = before;
		before = last;
		last = now;
		now = t;
	}
	return (last[blen]);
}

/* A third of the letters may be wrong, and always one. */
void
near_init(struct near *near, const char *word)
{
	near->word = word;
	near->best = NULL;
	near->distance = strlen(word) / 3 + 1;
	if (near->distance < 2)
		near->distance = 2;
}

/* Keep candidate if nothing nearer came before. */
void
near_offer(struct near *near, const char *candidate)
{
	size_t	 distance;

	distance = near_distance(near->word, candidate);
	if (distance < near->distance && distance < strlen(candidate)) {
		near->distance = distance;
		near->best = candidate;
	}
}

/* The nearest, or NULL. */
const char *
near_best(const struct near *near)
{
	return (near->best);
}
