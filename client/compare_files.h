/*
 * compare_files: files of numbers against the first, without an archive.
 */
#ifndef CLIENT_COMPARE_FILES_H
#define CLIENT_COMPARE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "client/output.h"

struct compare_files {
	enum output_format	 format;
	const char		*delimiters;
	int			 column;
	double			 confidence;	/* in percent */
	size_t			 width;
	double			 margin;
	bool			 compat;	/* ministat's lines */
	bool			 only_numbers;	/* -n: no plot, no test */
	bool			 no_plot;	/* -A */
	bool			 separate;	/* -s: a bar a line */
};

/* Compare the files; the exit code, all mistakes said. */
int	 compare_files(const struct compare_files *, char **path, size_t n);

#endif
