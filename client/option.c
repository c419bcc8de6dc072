/*
 * option: options of commands, by a table.
 *
 * Pure: says nothing itself and knows no command.
 */
#include <stdio.h>
#include <string.h>

#include "client/option.h"
#include "proto/compat.h"
#include "proto/near.h"

/* What is being read. */
struct option_state {
	const struct option_row	*row;
	size_t			 nrows;
	char			*why;
	size_t			 size;
};

/* The row of a long name of len bytes; NULL where there is none. */
static const struct option_row *
option_find_name(const struct option_state *s, const char *name, size_t len)
{
	size_t	 i;

	for (i = 0; i < s->nrows; i++)
		if (s->row[i].name != NULL && strlen(s->row[i].name) == len &&
		    strncmp(s->row[i].name, name, len) == 0)
			return (&s->row[i]);
	return (NULL);
}

/* The row of a letter; NULL where there is none. */
static const struct option_row *
option_find_letter(const struct option_state *s, char letter)
{
	size_t	 i;

	for (i = 0; i < s->nrows; i++)
		if (s->row[i].letter == letter && letter != '\0')
			return (&s->row[i]);
	return (NULL);
}

/* Give a row its value; text is as it was typed before it. */
static int
option_set(const struct option_state *s, const struct option_row *row,
    const char *text, const char *value)
{
	struct option_texts	*texts;
	const char		*what;
	long long		 number;

	switch (row->kind) {
	case OPTION_FLAG:
		*(bool *)row->value = true;
		return (0);
	case OPTION_TEXT:
		*(const char **)row->value = value;
		return (0);
	case OPTION_TEXTS:
		texts = row->value;
		if (texts->n == OPTION_TEXTS_MAX) {
			snprintf(s->why, s->size, "%s: more than %d of it",
			    text, OPTION_TEXTS_MAX);
			return (-1);
		}
		texts->text[texts->n++] = value;
		return (0);
	case OPTION_NUMBER:
		number = strtonum(value, row->min, row->max, &what);
		if (what != NULL) {
			snprintf(s->why, s->size,
			    "%s: '%s' is no number from %lld to %lld", text,
			    value, row->min, row->max);
			return (-1);
		}
		*(long long *)row->value = number;
		return (0);
	}
	return (-1);
}

/* There is no such option: say so, and which may be meant. */
static int
option_unknown(const struct option_state *s, const char *text)
{
	struct near	 near;
	const char	*best;
	size_t		 i, len;

	len = strcspn(text, "=");
	near_init(&near, text + strspn(text, "-"));
	for (i = 0; text[1] == '-' && i < s->nrows; i++)
		if (s->row[i].name != NULL)
			near_offer(&near, s->row[i].name);
	best = text[1] == '-' ? near_best(&near) : NULL;
	if (best != NULL)
		snprintf(s->why, s->size,
		    "no option %.*s; did you mean --%s?", (int)len, text,
		    best);
	else
		snprintf(s->why, s->size, "no option %.*s",
		    text[1] == '-' ? (int)len : 2, text);
	return (-1);
}

/* One option that begins at argv[i]; how many more words it took, or -1. */
static int
option_long(const struct option_state *s, const char *text, const char *next)
{
	const struct option_row	*row;
	const char		*value;
	size_t			 len;

	len = strcspn(text + 2, "=");
	if ((row = option_find_name(s, text + 2, len)) == NULL)
		return (option_unknown(s, text));
	value = text[2 + len] == '=' ? text + 3 + len : NULL;
	if (row->kind == OPTION_FLAG && value != NULL) {
		snprintf(s->why, s->size, "--%s takes no value", row->name);
		return (-1);
	}
	if (row->kind == OPTION_FLAG || value != NULL)
		return (option_set(s, row, text, value));
	if (next == NULL) {
		snprintf(s->why, s->size, "%s needs a value", text);
		return (-1);
	}
	return (option_set(s, row, text, next) == -1 ? -1 : 1);
}

/* Letters in one word: flags, and at last one that takes a value. */
static int
option_letters(const struct option_state *s, const char *text,
    const char *next)
{
	const struct option_row	*row;
	char			 shown[3] = "-?";
	size_t			 i;

	for (i = 1; text[i] != '\0'; i++) {
		shown[1] = text[i];
		if ((row = option_find_letter(s, text[i])) == NULL)
			return (option_unknown(s, shown));
		if (row->kind == OPTION_FLAG) {
			option_set(s, row, shown, NULL);
			continue;
		}
		if (text[i + 1] != '\0')
			return (option_set(s, row, shown, text + i + 1));
		if (next == NULL) {
			snprintf(s->why, s->size, "%s needs a value", shown);
			return (-1);
		}
		return (option_set(s, row, shown, next) == -1 ? -1 : 1);
	}
	return (0);
}

/* Read options. */
int
option_parse(int *argc, char **argv, const struct option_row *row, size_t n,
    char *why, size_t size)
{
	struct option_state	 s = { row, n, why, size };
	int			 i, more, to;

	to = 0;
	for (i = 0; i < *argc; i++) {
		if (strcmp(argv[i], "--") == 0) {
			for (i++; i < *argc; i++)
				argv[to++] = argv[i];
			break;
		}
		if (argv[i][0] != '-' || argv[i][1] == '\0') {
			argv[to++] = argv[i];
			continue;
		}
		more = argv[i][1] == '-' ?
		    option_long(&s, argv[i], i + 1 < *argc ? argv[i + 1] :
		    NULL) :
		    option_letters(&s, argv[i], i + 1 < *argc ? argv[i + 1] :
		    NULL);
		if (more == -1)
			return (-1);
		i += more;
	}
	*argc = to;
	return (0);
}
