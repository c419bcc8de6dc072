/*
 * conf_expand: a word with its ${} filled in, once: what is filled in is not
 * read again, so a level never becomes more than the text it is.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/conf_build.h"
#include "daemon/conf_word.h"

/* What a name stands for; NULL: nothing.  number is room for ncpu. */
static const char *
conf_expand_name(const char *name, const struct conf_scope *scope,
    char *number, size_t size)
{
	size_t	 i;

	for (i = 0; i < scope->nlevels; i++)
		if (strcmp(scope->level[i].name, name) == 0)
			return (scope->level[i].value);
	if (strcmp(name, "ncpu") == 0 && scope->ncpu > 0) {
		(void)snprintf(number, size, "%d", scope->ncpu);
		return (number);
	}
	if (strcmp(name, "source") == 0 && scope->recipe != NULL)
		return (scope->recipe->source);
	if (strcmp(name, "objdir") == 0 && scope->recipe != NULL)
		return (scope->recipe->objdir);
	return (NULL);
}

/* Writes the raw word filled in; false: a name has no value, or no memory. */
static bool
conf_expand_write(FILE *out, const char *raw, const struct conf_scope *scope)
{
	const char	*begin, *value;
	char		 name[LIMIT_NAME_BYTES + 1], number[16];
	size_t		 at, from;

	for (at = from = 0;; from = at) {
		if ((begin = strchr(raw + from, CONF_WORD_NAME)) == NULL)
			break;
		(void)fwrite(raw + from, 1, (size_t)(begin - raw) - from, out);
		if (!conf_word_name(raw, &at, name, sizeof(name)))
			return (false);
		value = conf_expand_name(name, scope, number, sizeof(number));
		if (value == NULL) {
			errno = EINVAL;
			return (false);
		}
		(void)fputs(value, out);
	}
	(void)fputs(raw + from, out);
	return (ferror(out) == 0);
}

/* The word filled in, quotes taken off; the caller frees it. */
char *
conf_expand(const char *word, const struct conf_scope *scope)
{
	char	*raw, *text;
	FILE	*out;
	size_t	 size;
	int	 error;

	if ((raw = conf_word_raw(word)) == NULL)
		return (NULL);
	text = NULL;
	if ((out = open_memstream(&text, &size)) == NULL) {
		free(raw);
		errno = ENOMEM;
		return (NULL);
	}
	errno = ENOMEM;
	error = conf_expand_write(out, raw, scope) ? 0 : errno;
	if (fclose(out) != 0 && error == 0)
		error = ENOMEM;
	free(raw);
	if (error == 0)
		return (text);
	free(text);
	errno = error;
	return (NULL);
}
