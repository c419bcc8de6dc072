/*
 * words: texts kept once each, with their place in natural order.
 *
 * A large archive says the same few words a million times: kept here, two
 * texts are equal where their addresses are, and sorting compares numbers.
 */
#ifndef CLIENT_WORDS_H
#define CLIENT_WORDS_H

#include <stddef.h>
#include <stdint.h>

struct words;

/* The caller owns the result; memory that ends, ends the program. */
struct words	*words_new(void);
void		 words_free(struct words *);
/* The kept copy of a text, which lives as long as words; NULL of NULL. */
const char	*words_keep(struct words *, const char *);
/* The same if it is kept already, else NULL. */
const char	*words_find(const struct words *, const char *);
/* Settle the order of all that is kept so far. */
void		 words_settle(struct words *);
/* A kept text's place in that order. */
uint32_t	 words_place(const char *kept);

#endif
