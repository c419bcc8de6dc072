/*
 * tables: tables of means out of an archive, into an output.
 */
#ifndef CLIENT_TABLES_H
#define CLIENT_TABLES_H

#include "client/archive.h"
#include "client/output.h"

struct tables;

/* What is asked for; NULL where it is left to the rows themselves. */
struct tables_ask {
	const char	*command;	/* for messages */
	const char	*rows, *columns, *where, *metric;
};

/*
 * Choose and group the rows.  The caller owns the result.  NULL having said
 * why, with what to end with in *status; ask and the archive are borrowed
 * until tables_free(), which comes after output_end().
 */
struct tables	*tables_new(struct archive *, const struct tables_ask *,
		    int *status);
void		 tables_free(struct tables *);
/* All sections, in the order of their keys; an exit status. */
int		 tables_show(struct tables *, struct output *);

#endif
