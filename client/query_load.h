/*
 * query_load: the names of an archive, loaded once; for query.c alone.
 */
#ifndef CLIENT_QUERY_LOAD_H
#define CLIENT_QUERY_LOAD_H

#include <stddef.h>
#include <stdint.h>

#include "client/archive.h"
#include "client/query.h"
#include "client/words.h"

/* Pairs of one owner, sorted by owner and key; texts are words. */
struct query_pair {
	int64_t		 owner;
	const char	*key;
	const char	*value;
};

struct query_pairs {
	struct query_pair	*pair;
	size_t			 n;
};

/* A thing with a key of its own, its owner's key, and some texts. */
#define QUERY_TEXTS	8
struct query_thing {
	int64_t		 id;
	int64_t		 owner;
	int64_t		 facts;		/* of a boot */
	int64_t		 unit;		/* of a boot: see query.h */
	const char	*text[QUERY_TEXTS];
	size_t		 up;		/* the owner's place in its things */
	size_t		 pair;		/* the first of its pairs */
	size_t		 fact;		/* of a boot: the first of its facts */
};

struct query_things {
	struct query_thing	*thing;
	size_t			 n;
};

struct query {
	struct archive		*archive;
	struct words		*words;
	struct query_things	 hosts;		/* uid name machine */
	struct query_things	 boots;		/* uid, imported name */
	struct query_things	 jobs;	/* uid id recipe work purpose ... */
	struct query_things	 cells;		/* levels state */
	struct query_pairs	 host_labels, job_labels, levels, facts;
	struct query_metric	*metric;
	size_t			 nmetrics;
	const char		**keys;
	size_t			 nkeys;
};

/* Room for one more of n items of size, by doubling. */
void	*query_load_grow(void *items, size_t n, size_t size);
/* Load all; 0, or -1 where the archive fails. */
int	 query_load(struct query *);
void	 query_load_clear(struct query *);
/* The place of the thing with that key; things->n where there is none. */
size_t	 query_load_find(const struct query_things *, int64_t id);

#endif
