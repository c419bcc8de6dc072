/*
 * words: texts kept once each, with their place in natural order.
 *
 * A hash table that grows by doubling; the place stands before the text.
 */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "client/natural.h"
#include "client/words.h"

#define WORDS_ROOM	1024

struct words_word {
	struct words_word	*next;
	uint32_t		 hash;
	uint32_t		 place;
	char			 text[];
};

struct words {
	struct words_word	**bucket;
	size_t			  nbuckets;	/* a power of two */
	size_t			  n;
};

/* An empty collection. */
struct words *
words_new(void)
{
	struct words	*w;

	if ((w = calloc(1, sizeof(*w))) == NULL ||
	    (w->bucket = calloc(WORDS_ROOM, sizeof(struct words_word *))) ==
	    NULL)
		err(1, "memory");
	w->nbuckets = WORDS_ROOM;
	return (w);
}

/* Free it and every text; NULL is allowed. */
void
words_free(struct words *w)
{
	struct words_word	*next, *word;
	size_t			 i;

	if (w == NULL)
		return;
	for (i = 0; i < w->nbuckets; i++)
		for (word = w->bucket[i]; word != NULL; word = next) {
			next = word->next;
			free(word);
		}
	free(w->bucket);
	free(w);
}

/* FNV-1a (Fowler, Noll and Vo), of 32 bits. */
static uint32_t
words_hash(const char *text)
{
	uint32_t	 hash;

	for (hash = 2166136261U; *text != '\0'; text++)
		hash = (hash ^ (unsigned char)*text) * 16777619U;
	return (hash);
}

/* The word of a text, or NULL. */
static struct words_word *
words_look(const struct words *w, const char *text, uint32_t hash)
{
	struct words_word	*word;

	for (word = w->bucket[hash & (w->nbuckets - 1)]; word != NULL;
	    word = word->next)
		if (word->hash == hash && strcmp(word->text, text) == 0)
			return (word);
	return (NULL);
}

/* Twice the buckets, once there is a word for each. */
static void
words_grow(struct words *w)
{
	struct words_word	**bucket, *next, *word;
	size_t			  i, n;

	if (w->n < w->nbuckets)
		return;
	n = 2 * w->nbuckets;
	if ((bucket = calloc(n, sizeof(struct words_word *))) == NULL)
		err(1, "memory");
	for (i = 0; i < w->nbuckets; i++)
		for (word = w->bucket[i]; word != NULL; word = next) {
			next = word->next;
			word->next = bucket[word->hash & (n - 1)];
			bucket[word->hash & (n - 1)] = word;
		}
	free(w->bucket);
	w->bucket = bucket;
	w->nbuckets = n;
}

/* Keep a text. */
const char *
words_keep(struct words *w, const char *text)
{
	struct words_word	*word;
	size_t			 size;
	uint32_t		 hash;

	if (text == NULL)
		return (NULL);
	hash = words_hash(text);
	if ((word = words_look(w, text, hash)) != NULL)
		return (word->text);
	words_grow(w);
	size = strlen(text) + 1;
	if ((word = malloc(sizeof(*word) + size)) == NULL)
		err(1, "memory");
	word->hash = hash;
	word->place = 0;
	memcpy(word->text, text, size);
	word->next = w->bucket[hash & (w->nbuckets - 1)];
	w->bucket[hash & (w->nbuckets - 1)] = word;
	w->n++;
	return (word->text);
}

/* Find a text. */
const char *
words_find(const struct words *w, const char *text)
{
	const struct words_word	*word;

	word = words_look(w, text, words_hash(text));
	return (word != NULL ? word->text : NULL);
}

/* In natural order. */
static int
words_compare(const void *a, const void *b)
{
	return (natural_order((*(struct words_word *const *)a)->text,
	    (*(struct words_word *const *)b)->text));
}

/* Settle the order. */
void
words_settle(struct words *w)
{
	struct words_word	**all, *word;
	size_t			  i, n;

	if ((all = calloc(w->n + 1, sizeof(struct words_word *))) == NULL)
		err(1, "memory");
	for (n = i = 0; i < w->nbuckets; i++)
		for (word = w->bucket[i]; word != NULL; word = word->next)
			all[n++] = word;
	qsort(all, n, sizeof(struct words_word *), words_compare);
	for (i = 0; i < n; i++)
		all[i]->place = (uint32_t)i;
	free(all);
}

/* The place stands before the text. */
uint32_t
words_place(const char *kept)
{
	const struct words_word	*word;

	word = (const void *)(kept - offsetof(struct words_word, text));
	return (word->place);
}
