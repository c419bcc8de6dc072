/*
 * sql: what the build makes of the files in sql/.
 *
 * schema.sql and archive.sql become strings; files of statements become
 * tables of name and text, in which the stores look a statement up by name; a
 * test holds the names that the code says against those of the file.
 */
#ifndef SQL_SQL_H
#define SQL_SQL_H

#include <stddef.h>

struct sql_statement {
	const char	*name;
	const char	*text;
};

extern const char			 sql_schema[];
extern const char			 sql_archive[];
extern const struct sql_statement	 sql_host[];	/* of the daemon */
extern const struct sql_statement	 sql_client[];	/* of the archive */

#endif
