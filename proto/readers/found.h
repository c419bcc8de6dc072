/*
 * found: what a reader has found so far, within the limits of reader.h.
 */
#ifndef PROTO_READERS_FOUND_H
#define PROTO_READERS_FOUND_H

#include "proto/compat.h"
#include "proto/readers/reader.h"
#include "proto/readers/scan.h"

/* What a metric is called, and what it means. */
struct found_kind {
	const char		*name;
	const char		*unit;
	enum reader_better	 better;
};

struct found {
	struct reader_result	*result;
	size_t			 metrics_room;
	size_t			 facts_room;
	size_t			 notes_room;
	size_t			 base;		/* first metric of this part */
	char			 prefix[READER_NAME_BYTES];
	bool			 no_memory;
};

void	 found_metric(struct found *, const char *, const char *,
	    enum reader_better, const struct scan_value *);
void	 found_kind(struct found *, const struct found_kind *,
	    const struct scan_value *);
void	 found_fact(struct found *, const char *, const char *,
	    struct scan_span);
void	 found_note(struct found *, const char *, ...) __printflike(2, 3);
void	 found_option(struct found *, const char *, struct scan_span);
void	 found_part(struct found *, const char *, ...) __printflike(2, 3);
void	 found_rename(struct found *, size_t, const char *);
void	 found_drop(struct found *, size_t, const char *);
bool	 found_has(const struct found *, size_t, const char *);
void	 found_reset(struct found *);

#endif
