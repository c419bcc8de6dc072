/*
 * facts: the one table of what is known of a host, and how it weighs.
 *
 * Read by the probe, which collects; by compare, which asks what a difference
 * does to a comparison; and by the test that holds the manual against it.
 */
#ifndef PROTO_FACTS_H
#define PROTO_FACTS_H

#include <stdbool.h>
#include <stddef.h>

enum facts_weight {
	FACTS_BREAKS,		/* another value breaks a comparison */
	FACTS_LOOK,		/* worth a look */
	FACTS_NOISE		/* may differ at any time */
};

enum facts_source {
	FACTS_KERNEL,		/* osdep_fact() by the same key */
	FACTS_TOOL,		/* first line that a command prints */
	FACTS_RUN		/* belongs to a run or recipe: engine's */
};

struct facts_row {
	const char		*key;
	enum facts_weight	 weight;
	enum facts_source	 source;
	/* FACTS_TOOL: argv, and another to be tried where that fails. */
	const char		*tool[2][4];
	const char		*implied_by;	/* factors, blanks between */
	bool			 secret;
};

/* Row i, or NULL past the last. */
const struct facts_row	*facts_row(size_t i);
/* NULL where there is no such key. */
const struct facts_row	*facts_find(const char *key);
/* Is key, by itself or by the table, implied by the factor? */
bool			 facts_is_implied(const struct facts_row *,
			    const char *factor);

/*
 * Does a key look as if its value were a secret (password, token, key ...)?
 * Such a value is a digest wherever it is kept or shown.
 */
bool			 facts_is_secret(const char *key);

#endif
