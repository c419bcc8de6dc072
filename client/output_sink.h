/*
 * output_sink: one escaping function a sink.
 *
 * All return text to be freed; memory that ends, ends the program.
 */
#ifndef CLIENT_OUTPUT_SINK_H
#define CLIENT_OUTPUT_SINK_H

#include <jansson.h>
#include <stddef.h>

/* A terminal or a pipe: nothing that moves a cursor or turns text around. */
char	*output_sink_text(const char *);
/* A cell of RFC 4180, quoted where it must be; controls made visible. */
char	*output_sink_csv(const char *);
/* A cell of a Markdown table: no markup of it is obeyed. */
char	*output_sink_md(const char *);
/* A JSON string of it; bytes that are no UTF-8 made visible. */
json_t	*output_sink_json(const char *);
/* Columns on a terminal of a text that output_sink_text() made. */
size_t	 output_sink_width(const char *);

#endif
