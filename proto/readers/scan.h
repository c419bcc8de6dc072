/*
 * scan: numbers, durations and forms in a line, the same in every locale.
 */
#ifndef PROTO_READERS_SCAN_H
#define PROTO_READERS_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#define SCAN_VALUES_MAX	8	/* in one form */

struct scan_span {
	const char	*text;	/* borrowed; not NUL-terminated */
	size_t		 len;
};

/* What a directive found; value is NAN for "nan", "inf" and too large. */
struct scan_value {
	double			 value;
	double			 resolution;	/* one unit of the last digit */
	struct scan_span	 span;		/* as printed */
};

/*
 * Match the beginning of a line against a form.  In a form stands
 *	a blank	for any blanks, or none
 *	%n	a number		%c	one that may have a comma
 *	%d	a duration, in seconds	%w	a word without blanks
 *	%u	letters, /, %, or none	%*	the rest of the line
 *	%$	the line's end		%%	a percent sign
 * and anything else for itself.  values are filled in order.
 */
bool	 scan_form(struct scan_span, const char *, struct scan_value *);

/*
 * A duration as people print them, all of the text: 262.09, 262,09 s,
 * 43m28.093s, 0m 1.2s, 13:31.32, 2:37:46.08, 1d3h12m12.44s.
 */
bool	 scan_duration(const char *, size_t, double *, double *);

/* A number, all of the text, with a decimal point or (if comma) a comma. */
bool	 scan_number(const char *, size_t, bool, struct scan_value *);

bool	 scan_is(struct scan_span, const char *);
bool	 scan_begins(struct scan_span, const char *);
bool	 scan_find(struct scan_span, const char *, struct scan_span *);
bool	 scan_find_last(struct scan_span, const char *, struct scan_span *);
void	 scan_trim(struct scan_span *);
void	 scan_copy(char *, size_t, struct scan_span);

#endif
