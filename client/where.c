/*
 * where: the list of conditions behind --where.
 *
 * Pure; what a key means is the asker's matter.
 */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/natural.h"
#include "client/where.h"

#define WHERE_CONDITIONS_MAX	64
#define WHERE_VALUES_MAX	256

enum where_op {
	WHERE_EQ, WHERE_NE, WHERE_LE, WHERE_GE, WHERE_LT, WHERE_GT
};

struct where_condition {
	char		*key;
	enum where_op	 op;
	char		*value[WHERE_VALUES_MAX];	/* globs, or one */
	size_t		 nvalues;
};

struct where {
	struct where_condition	 condition[WHERE_CONDITIONS_MAX];
	size_t			 n;
};

/* Longer ones first: "<" is a part of "<=". */
static const struct {
	const char	*text;
	enum where_op	 op;
} where_ops[] = {
	{ "!=", WHERE_NE }, { "<=", WHERE_LE }, { ">=", WHERE_GE },
	{ "=", WHERE_EQ }, { "<", WHERE_LT }, { ">", WHERE_GT }
};

/* End a list of conditions; NULL is allowed. */
void
where_free(struct where *w)
{
	size_t	 i, v;

	if (w == NULL)
		return;
	for (i = 0; i < w->n; i++) {
		for (v = 0; v < w->condition[i].nvalues; v++)
			free(w->condition[i].value[v]);
		free(w->condition[i].key);
	}
	free(w);
}

/*
 * One value, up to a bar, a comma or the end.  A backslash stays before what
 * means something to a glob, and goes before what does not.
 */
static char *
where_value(const char **at)
{
	const char	*p;
	char		*value;
	size_t		 len;

	if ((value = malloc(strlen(*at) + 1)) == NULL)
		return (NULL);
	len = 0;
	for (p = *at; *p != '\0' && *p != ',' && *p != '|'; p++) {
		if (*p == '\\' && p[1] != '\0') {
			if (strchr("*?[\\", p[1]) != NULL)
				value[len++] = '\\';
			p++;
		}
		value[len++] = *p;
	}
	value[len] = '\0';
	*at = p;
	return (value);
}

/* The values behind an operator; -1 with the reason. */
static int
where_values(struct where_condition *c, const char **at, char *why,
    size_t size)
{
	for (;;) {
		if (c->nvalues == WHERE_VALUES_MAX) {
			snprintf(why, size, "%s: more than %d values", c->key,
			    WHERE_VALUES_MAX);
			return (-1);
		}
		if ((c->value[c->nvalues] = where_value(at)) == NULL) {
			snprintf(why, size, "memory");
			return (-1);
		}
		c->nvalues++;
		if (**at != '|')
			break;
		++*at;
	}
	if (c->op != WHERE_EQ && c->op != WHERE_NE && c->nvalues > 1) {
		snprintf(why, size, "%s: alternatives go with = and != only",
		    c->key);
		return (-1);
	}
	return (0);
}

/* One condition; -1 with the reason. */
static int
where_condition(struct where_condition *c, const char **at, char *why,
    size_t size)
{
	size_t	 i, len;

	len = strcspn(*at, "!=<>,");
	for (i = 0; i < sizeof(where_ops) / sizeof(where_ops[0]); i++)
		if (strncmp(*at + len, where_ops[i].text,
		    strlen(where_ops[i].text)) == 0)
			break;
	if (len == 0 || i == sizeof(where_ops) / sizeof(where_ops[0])) {
		snprintf(why, size, "'%.*s' is no key=value",
		    (int)strcspn(*at, ","), *at);
		return (-1);
	}
	if ((c->key = strndup(*at, len)) == NULL) {
		snprintf(why, size, "memory");
		return (-1);
	}
	c->op = where_ops[i].op;
	*at += len + strlen(where_ops[i].text);
	return (where_values(c, at, why, size));
}

/* Read a list of conditions. */
struct where *
where_parse(const char *text, char *why, size_t size)
{
	struct where	*w;

	if ((w = calloc(1, sizeof(*w))) == NULL) {
		snprintf(why, size, "memory");
		return (NULL);
	}
	while (text != NULL && *text != '\0') {
		if (w->n == WHERE_CONDITIONS_MAX) {
			snprintf(why, size, "more than %d conditions",
			    WHERE_CONDITIONS_MAX);
			goto fail;
		}
		if (where_condition(&w->condition[w->n++], &text, why,
		    size) == -1)
			goto fail;
		if (*text == ',' && *++text == '\0') {
			snprintf(why, size, "nothing behind the last comma");
			goto fail;
		}
	}
	return (w);
fail:
	where_free(w);
	return (NULL);
}

/* Does one of the globs match? */
static bool
where_any(const struct where_condition *c, const char *value)
{
	size_t	 i;

	for (i = 0; i < c->nvalues; i++)
		if (fnmatch(c->value[i], value, 0) == 0)
			return (true);
	return (false);
}

/* Does one condition hold for a value, which may be missing (NULL)? */
static bool
where_condition_holds(const struct where_condition *c, const char *value)
{
	int	 order;

	if (value == NULL)
		return (c->op == WHERE_NE);
	if (c->op == WHERE_EQ)
		return (where_any(c, value));
	if (c->op == WHERE_NE)
		return (!where_any(c, value));
	order = natural_compare(value, c->value[0]);
	switch (c->op) {
	case WHERE_LE:
		return (order <= 0);
	case WHERE_GE:
		return (order >= 0);
	case WHERE_LT:
		return (order < 0);
	default:
		return (order > 0);
	}
}

/* Do all conditions hold? */
bool
where_holds(const struct where *w,
    const char *(*value)(const void *, const char *), const void *ctx)
{
	size_t	 i;

	for (i = 0; i < w->n; i++)
		if (!where_condition_holds(&w->condition[i],
		    value(ctx, w->condition[i].key)))
			return (false);
	return (true);
}

/* The i-th key. */
const char *
where_key(const struct where *w, size_t i)
{
	return (i < w->n ? w->condition[i].key : NULL);
}
