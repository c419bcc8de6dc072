/*
 * cmd_table: tables of means of what the archive holds.
 */
#include <string.h>

#include "client/archive_home.h"
#include "client/cmd.h"
#include "client/options.h"
#include "client/tables.h"

/* Open, choose, show. */
static int
cmd_table_show(const struct options *o, const struct tables_ask *ask)
{
	struct archive	*archive;
	struct output	*out;
	struct tables	*tables;
	int		 status;

	if ((archive = archive_home_open(o)) == NULL)
		return (OPTIONS_FAILED);
	if ((tables = tables_new(archive, ask, &status)) != NULL) {
		out = output_new(o->format, ask->command);
		status = tables_show(tables, out);
		if (output_end(out) == -1)
			status = OPTIONS_FAILED;
	}
	tables_free(tables);
	archive_close(archive);
	return (status);
}

/* benchctl table */
int
cmd_table(int argc, char **argv)
{
	struct options		 o;
	struct tables_ask	 ask = { .command = "table" };
	const struct option_row	 rows[] = {
		{ 'r', "rows", OPTION_TEXT, &ask.rows, 0, 0 },
		{ 'c', "columns", OPTION_TEXT, &ask.columns, 0, 0 },
		{ 'w', "where", OPTION_TEXT, &ask.where, 0, 0 },
		{ 'm', "metric", OPTION_TEXT, &ask.metric, 0, 0 }
	};
	int			 status;

	memset(&o, 0, sizeof(o));
	status = options_parse(&o, &argc, argv, rows, nitems(rows));
	if (status == OPTIONS_OK && argc > 1)
		status = options_usage("table", "'%s' is one word too many",
		    argv[1]);
	if (status == OPTIONS_OK)
		status = cmd_table_show(&o, &ask);
	options_clear(&o);
	return (status);
}
