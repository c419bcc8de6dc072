/*
 * output_sink: foreign text made harmless, for each place it may go.
 *
 * Pure.  HTML and gnuplot have theirs beside the code that writes them.
 */
#include <err.h>
#include <string.h>

#include "client/output_sink.h"
#include "proto/compat.h"
#include "proto/utf8.h"
#include "proto/visible.h"

/* Memory of so many bytes, or the end. */
static char *
output_sink_alloc(size_t size)
{
	char	*text;

	if ((text = malloc(size)) == NULL)
		err(1, "memory");
	return (text);
}

/* Is it nothing but ASCII that stands for itself?  Most text is. */
static bool
output_sink_is_simple(const char *text)
{
	for (; *text != '\0'; text++)
		if (*text < ' ' || *text > '~' || *text == '\\')
			return (false);
	return (true);
}

/* For people. */
char *
output_sink_text(const char *text)
{
	size_t	 size;
	char	*shown;

	size = 4 * strlen(text) + 1;
	shown = output_sink_alloc(size);
	if (output_sink_is_simple(text)) {
		memcpy(shown, text, strlen(text) + 1);
		return (shown);
	}
	visible_copy(shown, size, text, strlen(text));
	return (shown);
}

/* Text as it is where it is text, else made visible. */
static char *
output_sink_plain(const char *text)
{
	char	*copy;

	if (!utf8_is_text(text, strlen(text)))
		return (output_sink_text(text));
	if ((copy = strdup(text)) == NULL)
		err(1, "memory");
	return (copy);
}

/* For programs that read tables. */
char *
output_sink_csv(const char *text)
{
	char	*at, *cell, *plain, *p;

	plain = output_sink_plain(text);
	if (plain[strcspn(plain, ",\"\n\r")] == '\0' && plain[0] != ' ' &&
	    plain[0] != '#')
		return (plain);
	cell = at = output_sink_alloc(2 * strlen(plain) + 3);
	*at++ = '"';
	for (p = plain; *p != '\0'; p++) {
		if (*p == '"')
			*at++ = '"';
		*at++ = *p;
	}
	*at++ = '"';
	*at = '\0';
	free(plain);
	return (cell);
}

/* For pages and mails. */
char *
output_sink_md(const char *text)
{
	const char	*entity;
	char		*at, *cell, *p, *plain;

	plain = output_sink_text(text);
	cell = at = output_sink_alloc(5 * strlen(plain) + 1);
	for (p = plain; *p != '\0'; p++) {
		if (*p == '<' || *p == '&') {	/* HTML is part of Markdown */
			entity = *p == '<' ? "&lt;" : "&amp;";
			memcpy(at, entity, strlen(entity));
			at += strlen(entity);
			continue;
		}
		if (strchr("\\`*_{}[]()>#|~!", *p) != NULL)
			*at++ = '\\';
		*at++ = *p;
	}
	*at = '\0';
	free(plain);
	return (cell);
}

/* For programs. */
json_t *
output_sink_json(const char *text)
{
	json_t	*value;
	char	*shown;

	if ((value = json_string(text)) == NULL) {
		shown = output_sink_text(text);
		value = json_string(shown);
		free(shown);
	}
	if (value == NULL)
		err(1, "memory");
	return (value);
}

/* How wide it will be. */
size_t
output_sink_width(const char *text)
{
	uint32_t	 point;
	size_t		 len, n, width;

	if (output_sink_is_simple(text))
		return (strlen(text));
	width = 0;
	for (len = strlen(text); len > 0; text += n, len -= n) {
		if ((n = utf8_next(text, len, &point)) == 0) {
			n = 1;
			point = '?';
		}
		width += utf8_width(point);
	}
	return (width);
}
