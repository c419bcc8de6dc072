/*
 * walk: the values of a JSON text, one after the other, with their paths.
 */
#ifndef PROTO_READERS_WALK_H
#define PROTO_READERS_WALK_H

#include "proto/readers/scan.h"

#define WALK_DEPTH	64
#define WALK_PATH_BYTES	512

enum walk_kind {
	WALK_NUMBER,	/* value is set; NAN for nan and inf */
	WALK_STRING,	/* span is what stands between the quotes */
	WALK_WORD	/* true, false, null */
};

enum walk_end {
	WALK_WHOLE,	/* the text's one value is closed */
	WALK_CUT,	/* the text ends before */
	WALK_INVALID
};

/* What is called with each value: path is "/results/0/mean". */
typedef void	 walk_value(void *, const char *, enum walk_kind,
		    const struct scan_value *);

enum walk_end	 walk_json(struct scan_span *, walk_value *, void *);
bool		 walk_find(struct scan_span *);

#endif
