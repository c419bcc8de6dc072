/*
 * conf_param: what a client may choose, kept as configured, and judged when
 * somebody has chosen.  The bytes that a pattern's value may hold are here.
 */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/conf_build.h"
#include "daemon/conf_word.h"
#include "proto/utf8.h"
#include "proto/visible.h"

#define CONF_PARAM_BYTES \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-"

/* The parameters of what is being read. */
static void
conf_param_home(struct conf_build *b, struct conf_param ***param, size_t **n)
{
	*param = b->recipe != NULL ? &b->recipe->param : &b->state->param;
	*n = b->recipe != NULL ? &b->recipe->nparams : &b->state->nparams;
}

/* parameter NAME */
void
conf_param_begin(struct conf_build *b, const struct conf_token *name)
{
	struct conf_param	**home, *more;
	size_t			 i, *n;

	conf_param_home(b, &home, &n);
	b->param = NULL;
	if (!conf_word_is_name(name->raw))
		conf_build_fault(b, name->line, "parameter %s: a name is a letter, then letters, digits, _ and -",
		    name->plain ? name->raw : "${}");
	if (strcmp(name->raw, "ncpu") == 0 ||
	    strcmp(name->raw, "source") == 0 ||
	    strcmp(name->raw, "objdir") == 0)
		conf_build_fault(b, name->line, "parameter %s: ${%s} has a meaning of its own; choose another name",
		    name->raw, name->raw);
	for (i = 0; i < *n; i++)
		if (strcmp((*home)[i].name, name->raw) == 0)
			conf_build_fault(b, name->line, "parameter %s is given twice, on line %d before",
			    name->raw, (*home)[i].line);
	if (*n == LIMIT_PARAMETERS)
		conf_build_fault(b, name->line, "parameter %s: more than %d parameters",
		    name->raw, LIMIT_PARAMETERS);
	if ((more = conf_build_more(b, *home, *n, sizeof(*more))) == NULL)
		return;
	*home = more;
	if ((more[*n].name = strdup(name->raw)) == NULL) {
		b->nomem = true;
		return;
	}
	more[*n].line = name->line;
	b->param = &more[(*n)++];
}

/* A bound, which is a whole number. */
static bool
conf_param_bound(struct conf_build *b, const struct conf_token *token,
    long long *number)
{
	char	*end;

	errno = 0;
	*number = strtoll(token->raw, &end, 10);
	if (errno == 0 && end != token->raw && *end == '\0' &&
	    strchr("-0123456789", token->raw[0]) != NULL)
		return (true);
	conf_build_fault(b, token->line, "parameter %s: %s is not a whole number",
	    b->param->name, token->plain ? token->raw : "${}");
	return (false);
}

/* integer MIN to MAX */
void
conf_param_integer(struct conf_build *b, const struct conf_token *min,
    const struct conf_token *max)
{
	struct conf_param	*p;

	if ((p = b->param) == NULL)
		return;
	p->type = CONF_INTEGER;
	if (conf_param_bound(b, min, &p->min) &&
	    conf_param_bound(b, max, &p->max) && p->max < p->min)
		conf_build_fault(b, max->line, "parameter %s: maximum %lld is below minimum %lld",
		    p->name, p->max, p->min);
}

/* One level of a choice, in canonical text. */
static void
conf_param_choice_add(struct conf_build *b, const struct conf_word *word)
{
	struct conf_param	*p;
	char			**more, *raw;
	size_t			 i;

	p = b->param;
	if ((raw = conf_word_raw(word->text)) == NULL) {
		b->nomem = true;
		return;
	}
	for (i = 0; i < p->nchoices; i++)
		if (strcmp(p->choice[i], raw) == 0)
			conf_build_fault(b, word->line, "parameter %s: %s is offered twice",
			    p->name, raw);
	if (strchr(raw, CONF_WORD_NAME) != NULL)
		conf_build_fault(b, word->line, "parameter %s: ${} has no place in a choice",
		    p->name);
	else if (!conf_build_is_text(raw) || strchr(raw, ',') != NULL)
		conf_build_fault(b, word->line, "parameter %s: a choice is 1 to %d bytes of printable UTF-8 without a comma",
		    p->name, LIMIT_NAME_BYTES);
	more = conf_build_more(b, p->choice, p->nchoices, sizeof(*more));
	if (more == NULL) {
		free(raw);
		return;
	}
	p->choice = more;
	more[p->nchoices++] = raw;
}

/* choice { ... } */
void
conf_param_choice(struct conf_build *b, const struct conf_token *token)
{
	size_t	 i;

	if (b->param == NULL)
		return;
	b->param->type = CONF_CHOICE;
	if (b->list.n == 0)
		conf_build_fault(b, token->line, "parameter %s: the choice is empty",
		    b->param->name);
	if (b->list.n > LIMIT_LEVELS)
		conf_build_fault(b, token->line, "parameter %s: more than %d to choose from",
		    b->param->name, LIMIT_LEVELS);
	for (i = 0; i < b->list.n; i++)
		conf_param_choice_add(b, &b->list.word[i]);
}

/* pattern GLOB */
void
conf_param_pattern(struct conf_build *b, const struct conf_token *glob)
{
	if (b->param == NULL)
		return;
	b->param->type = CONF_PATTERN;
	b->param->pattern = conf_build_plain(b, glob, "pattern");
	if (glob->raw[0] == '\0' || strlen(glob->raw) > LIMIT_PATTERN_BYTES)
		conf_build_fault(b, glob->line, "parameter %s: a pattern is 1 to %d bytes",
		    b->param->name, LIMIT_PATTERN_BYTES);
}

/* default WORD */
void
conf_param_default(struct conf_build *b, const struct conf_token *word)
{
	struct conf_param	*p;
	char			 canon[LIMIT_NAME_BYTES + 1], why[512];
	char			 name[LIMIT_NAME_BYTES + 1];
	size_t			 at;

	if ((p = b->param) == NULL)
		return;
	p->preset = conf_build_canon(b, word->raw, word->eq);
	at = 0;
	if (conf_word_name(word->raw, &at, name, sizeof(name))) {
		if (p->type != CONF_INTEGER || strcmp(name, "ncpu") != 0 ||
		    strlen(word->raw) != strlen("ncpu") + 2)
			conf_build_fault(b, word->line, "parameter %s: of ${} only ${ncpu} alone may be a default, and of an integer",
			    p->name);
		return;
	}
	if ((p->type == CONF_CHOICE && p->nchoices == 0) ||
	    (p->type == CONF_INTEGER && p->max < p->min) ||
	    (p->type == CONF_PATTERN && p->pattern == NULL))
		return;		/* told already */
	if (!conf_param_admits(p, word->raw, canon, sizeof(canon), why,
	    sizeof(why)))
		conf_build_fault(b, word->line, "parameter %s: default %s",
		    p->name, why);
}

/* Frees what a parameter holds. */
void
conf_param_clear(struct conf_param *p)
{
	size_t	 i;

	free(p->name);
	for (i = 0; i < p->nchoices; i++)
		free(p->choice[i]);
	free(p->choice);
	free(p->pattern);
	free(p->preset);
}

/* An integer within its bounds. */
static bool
conf_param_admits_integer(const struct conf_param *p, const char *value,
    char *canon, size_t size, char *why, size_t why_size)
{
	const char	*digits;
	long long	 n;

	digits = value[0] == '-' ? value + 1 : value;
	if (digits[0] == '\0' ||
	    strspn(digits, "0123456789") != strlen(digits)) {
		(void)snprintf(why, why_size, "%s is not a whole number (%lld to %lld)",
		    value, p->min, p->max);
		return (false);
	}
	errno = 0;
	n = strtoll(value, NULL, 10);	/* beyond its range: its end, ERANGE */
	if (n < p->min || (n < 0 && errno == ERANGE))
		(void)snprintf(why, why_size, "%s is below %lld (%lld to %lld)",
		    value, p->min, p->min, p->max);
	else if (n > p->max || errno == ERANGE)
		(void)snprintf(why, why_size, "%s is above %lld (%lld to %lld)",
		    value, p->max, p->min, p->max);
	else {
		(void)snprintf(canon, size, "%lld", n);
		return (true);
	}
	return (false);
}

/* One of the choices. */
static bool
conf_param_admits_choice(const struct conf_param *p, const char *value,
    char *canon, size_t size, char *why, size_t why_size)
{
	size_t	 i;

	for (i = 0; i < p->nchoices; i++)
		if (strcmp(p->choice[i], value) == 0)
			return (strlcpy(canon, value, size) < size);
	(void)snprintf(why, why_size, "%s is not one of ", value);
	for (i = 0; i < p->nchoices; i++) {
		if (i > 0)
			(void)strlcat(why, ", ", why_size);
		(void)strlcat(why, p->choice[i], why_size);
	}
	return (false);
}

/* Bytes that no shell, no make and no path makes anything of, and the glob. */
static bool
conf_param_admits_pattern(const struct conf_param *p, const char *value,
    char *why, size_t why_size)
{
	uint32_t	 point;
	size_t		 n;

	n = strspn(value, CONF_PARAM_BYTES);
	if (value[0] == '\0')
		(void)snprintf(why, why_size, "an empty value does not match %s",
		    p->pattern);
	else if (value[n] != '\0')
		(void)snprintf(why, why_size, "%s holds '%.*s'; letters, digits and ._+- may stand in it",
		    value, (int)utf8_next(value + n, strlen(value + n),
		    &point), value + n);
	else if (n > LIMIT_PATTERN_BYTES)
		(void)snprintf(why, why_size, "%s is longer than %d bytes",
		    value, LIMIT_PATTERN_BYTES);
	else if (value[0] == '-' || value[0] == '.')
		(void)snprintf(why, why_size, "%s begins with '%c'", value,
		    value[0]);
	else if (fnmatch(p->pattern, value, 0) != 0)
		(void)snprintf(why, why_size, "%s does not match %s", value,
		    p->pattern);
	else
		return (true);
	return (false);
}

/* Is value one that the parameter admits? */
bool
conf_param_admits(const struct conf_param *p, const char *value, char *canon,
    size_t size, char *why, size_t why_size)
{
	char	 said[2 * LIMIT_NAME_BYTES];

	(void)visible_copy(said, sizeof(said), value, strlen(value));
	switch (p->type) {
	case CONF_INTEGER:
		return (conf_param_admits_integer(p, said, canon, size, why,
		    why_size));
	case CONF_CHOICE:
		if (!conf_build_is_text(value)) {
			(void)snprintf(why, why_size, "%s is no name", said);
			return (false);
		}
		return (conf_param_admits_choice(p, value, canon, size, why,
		    why_size));
	case CONF_PATTERN:
		if (strcmp(said, value) != 0) {
			(void)snprintf(why, why_size, "%s holds more than letters, digits and ._+-",
			    said);
			return (false);
		}
		return (conf_param_admits_pattern(p, value, why, why_size) &&
		    strlcpy(canon, value, size) < size);
	}
	return (false);
}

/*
 * Default level of a parameter; the caller frees it.  ${ncpu} is brought into
 * the bounds: a recipe for 1 to 64 jobs has a default on 128 CPUs too.
 */
char *
conf_param_preset(const struct conf_param *p, int ncpu)
{
	char		 number[32];
	long long	 n;

	if (p->preset == NULL)
		return (NULL);
	if (strcmp(p->preset, "${ncpu}") == 0) {
		n = ncpu < p->min ? p->min : ncpu > p->max ? p->max : ncpu;
		(void)snprintf(number, sizeof(number), "%lld", n);
		return (strdup(number));
	}
	if (p->type == CONF_INTEGER) {
		(void)snprintf(number, sizeof(number), "%lld",
		    strtoll(p->preset, NULL, 10));
		return (strdup(number));
	}
	return (conf_word_raw(p->preset));
}
