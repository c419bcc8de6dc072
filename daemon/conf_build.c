/*
 * conf_build: keeps what the clauses of a configuration say.  Opens no file.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/conf_build.h"
#include "daemon/conf_word.h"
#include "proto/limits.h"
#include "proto/utf8.h"

#define CONF_BUILD_NAME \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

static void	 conf_build_fault_va(struct conf_build *, const char *, int,
		    const char *, va_list) __printflike(4, 0);

/* Puts a fault in its place; beyond LIMIT_CONF_FAULTS they are only said so. */
static void
conf_build_fault_keep(struct conf_build *b, const char *file, int line,
    const char *what)
{
	struct conf_faults	*faults;
	struct conf_place	 place;
	char			*text;
	size_t			 i, n;

	faults = b->faults;
	place.line = line;
	for (place.file = 0; place.file < b->conf->nfiles; place.file++)
		if (b->conf->file[place.file] == file)
			break;
	n = strlen(file) + strlen(what) + 32;
	if ((text = malloc(n)) == NULL) {
		b->nomem = true;
		return;
	}
	if (line > 0)
		(void)snprintf(text, n, "%s:%d: %s", file, line, what);
	else
		(void)snprintf(text, n, "%s: %s", file, what);
	for (i = faults->n; i > 0; i--) {
		if (faults->place[i - 1].file < place.file ||
		    (faults->place[i - 1].file == place.file &&
		    faults->place[i - 1].line <= line))
			break;
		faults->text[i] = faults->text[i - 1];
		faults->place[i] = faults->place[i - 1];
	}
	faults->text[i] = text;
	faults->place[i] = place;
	faults->n++;
}

/* A fault with its words. */
static void
conf_build_fault_va(struct conf_build *b, const char *file, int line,
    const char *fmt, va_list ap)
{
	char			 what[1024];
	struct conf_faults	*faults;

	faults = b->faults;
	if (faults->text == NULL) {
		faults->text = calloc(LIMIT_CONF_FAULTS,
		    sizeof(*faults->text));
		faults->place = calloc(LIMIT_CONF_FAULTS,
		    sizeof(*faults->place));
	}
	if (faults->text == NULL || faults->place == NULL) {
		b->nomem = true;
		return;
	}
	if (faults->n == LIMIT_CONF_FAULTS)
		return;
	if (faults->n == LIMIT_CONF_FAULTS - 1)
		(void)strlcpy(what, "more faults than are told at once",
		    sizeof(what));
	else
		(void)vsnprintf(what, sizeof(what), fmt, ap);
	conf_build_fault_keep(b, file, line, what);
}

/* A fault in the file that is being read. */
void
conf_build_fault(struct conf_build *b, int line, const char *fmt, ...)
{
	va_list	 ap;

	va_start(ap, fmt);
	conf_build_fault_va(b, conf_build_where(b), line, fmt, ap);
	va_end(ap);
}

/* A fault anywhere. */
void
conf_build_fault_in(struct conf_build *b, const char *file, int line,
    const char *fmt, ...)
{
	va_list	 ap;

	va_start(ap, fmt);
	conf_build_fault_va(b, file, line, fmt, ap);
	va_end(ap);
}

/* Whose clause it is. */
const char *
conf_build_whose(const struct conf_build *b, char *s, size_t size)
{
	if (b->recipe != NULL)
		(void)snprintf(s, size, "recipe %s: ", b->recipe->name);
	else if (b->state != NULL)
		(void)snprintf(s, size, "state %s: ", b->state->name);
	else
		s[0] = '\0';
	return (s);
}

/* The file that is being read. */
const char *
conf_build_where(const struct conf_build *b)
{
	const struct conf_lex_source	*source;

	if ((source = conf_lex_where(&b->lex)) != NULL)
		return (source->file);
	return (b->conf->nfiles > 0 ? b->conf->file[0] : "");
}

/* Keeps a file's name. */
const char *
conf_build_file(struct conf_build *b, const char *name)
{
	char	**more;

	more = conf_build_more(b, b->conf->file, b->conf->nfiles,
	    sizeof(*more));
	if (more == NULL)
		return (NULL);
	b->conf->file = more;
	if ((more[b->conf->nfiles] = strdup(name)) == NULL) {
		b->nomem = true;
		return (NULL);
	}
	return (more[b->conf->nfiles++]);
}

/* Room for one more: arrays are kept at powers of two. */
void *
conf_build_more(struct conf_build *b, void *array, size_t n, size_t size)
{
	if ((n & (n - 1)) == 0 &&
	    (array = realloc(array, (n == 0 ? 1 : 2 * n) * size)) == NULL) {
		b->nomem = true;
		return (NULL);
	}
	memset((char *)array + n * size, 0, size);
	return (array);
}

/* Plain text of a token. */
char *
conf_build_plain(struct conf_build *b, const struct conf_token *token,
    const char *what)
{
	char	 whose[192], *text;

	if (!token->plain) {
		conf_build_fault(b, token->line, "%s%s: ${} has no place here",
		    conf_build_whose(b, whose, sizeof(whose)), what);
		return (NULL);
	}
	if ((text = strdup(token->raw)) == NULL)
		b->nomem = true;
	return (text);
}

/* Canonical text of raw bytes. */
char *
conf_build_canon(struct conf_build *b, const char *raw, size_t eq)
{
	char	*text;

	if ((text = conf_word_canon(raw, eq)) == NULL)
		b->nomem = true;
	return (text);
}

/* 1 to 128 bytes of printable UTF-8? */
bool
conf_build_is_text(const char *s)
{
	size_t	 len;

	len = strlen(s);
	return (len >= 1 && len <= LIMIT_NAME_BYTES && utf8_is_text(s, len));
}

/* Letters, digits and ._+-, a letter or digit first? */
bool
conf_build_is_name(const struct conf_token *token)
{
	const char	*s;

	s = token->raw;
	return (s[0] != '\0' && strchr("._+-", s[0]) == NULL &&
	    strlen(s) <= LIMIT_NAME_BYTES &&
	    strspn(s, CONF_BUILD_NAME "+") == strlen(s));
}

/* A user's or group's name, or its number? */
static bool
conf_build_is_account(const char *s)
{
	return (s[0] != '\0' && s[0] != '-' && strlen(s) <= 32 &&
	    strspn(s, CONF_BUILD_NAME) == strlen(s));
}

/* The names of a choice, for people: "no or keep". */
static void
conf_build_choices(const struct conf_key *key, char *s, size_t size)
{
	size_t	 i;

	s[0] = '\0';
	for (i = 0; key->choice[i] != NULL; i++) {
		if (i > 0)
			(void)strlcat(s, " or ", size);
		(void)strlcat(s, key->choice[i], size);
	}
}

/* Sets a key whose value is one of some names. */
static bool
conf_build_choose(const struct conf_key *key, void *base, const char *value,
    char *why, size_t size)
{
	char	 all[64];
	int	 i;

	for (i = 0; key->choice[i] != NULL; i++)
		if (strcmp(key->choice[i], value) == 0) {
			conf_key_choose(key, base, i);
			return (true);
		}
	conf_build_choices(key, all, sizeof(all));
	(void)snprintf(why, size, "%s is not %s", value, all);
	return (false);
}

/* Is text what a key of its type may be?  Else why not. */
static bool
conf_build_admits(enum conf_key_type type, const char *text, char *why,
    size_t size)
{
	switch (type) {
	case CONF_KEY_DIR:
	case CONF_KEY_DIRS:
		return (conf_path_is_dir(text, why, size));
	case CONF_KEY_BELOW:
		return (conf_path_is_below(text, why, size));
	case CONF_KEY_FILE:
		if (text[0] != '\0' && strlen(text) < 1024)
			return (true);
		(void)snprintf(why, size, "is not the name of a file");
		return (false);
	case CONF_KEY_TEXT:
		if (conf_build_is_text(text))
			return (true);
		(void)snprintf(why, size, "is not 1 to %d bytes of printable UTF-8", LIMIT_NAME_BYTES);
		return (false);
	case CONF_KEY_ACCOUNT:
		if (conf_build_is_account(text))
			return (true);
		(void)snprintf(why, size, "%s is not the name of a user or group", text);
		return (false);
	default:
		return (true);
	}
}

/*
 * A name as its configuration means it: beside the file that says it.  Takes
 * name over; the caller frees the result.
 */
static char *
conf_build_beside(struct conf_build *b, char *name, int line)
{
	const struct conf_lex_source	*source;
	char				*path;
	size_t				 n;

	source = conf_lex_where(&b->lex);
	if (name[0] == '/' || source == NULL || source->dir == NULL)
		return (name);
	n = strlen(source->dir) + strlen(name) + 2;
	if (n > 1024)
		conf_build_fault(b, line, "%s/%s is longer than 1023 bytes",
		    source->dir, name);
	if ((path = malloc(n)) == NULL)
		b->nomem = true;
	else
		(void)snprintf(path, n, "%s/%s",
		    strcmp(source->dir, "/") == 0 ? "" : source->dir, name);
	free(name);
	return (path);
}

/* One more objroot; takes path over. */
static void
conf_build_objroot(struct conf_build *b, int line, char *path)
{
	char	**more;
	size_t	 i;

	if (strcmp(path, "/") == 0)
		conf_build_fault(b, line, "objroot / would be everything; name a directory below it");
	for (i = 0; i < b->conf->nobjroots; i++)
		if (strcmp(b->conf->objroot[i], path) == 0)
			conf_build_fault(b, line, "objroot %s is given twice",
			    path);
	more = conf_build_more(b, b->conf->objroot, b->conf->nobjroots,
	    sizeof(*more));
	if (more == NULL) {
		free(path);
		return;
	}
	b->conf->objroot = more;
	more[b->conf->nobjroots++] = path;
}

/* Sets a key to a value that is text; takes text over. */
static void
conf_build_set_text(struct conf_build *b, const struct conf_key *key,
    void *base, const struct conf_token *word, char *text)
{
	char	 why[1200], whose[192];
	bool	 good;

	switch (key->type) {
	case CONF_KEY_CHOICE:
		good = conf_build_choose(key, base, text, why, sizeof(why));
		break;
	case CONF_KEY_SECONDS:
	case CONF_KEY_MILLIS:
	case CONF_KEY_BYTES:
	case CONF_KEY_COUNT:
		good = conf_key_number(key, text, conf_key_int(key, base),
		    why, sizeof(why));
		break;
	default:
		good = conf_build_admits(key->type, text, why, sizeof(why));
	}
	if (!good)
		conf_build_fault(b, word->line, "%s%s %s",
		    conf_build_whose(b, whose, sizeof(whose)), key->name, why);
	if (good && key->type == CONF_KEY_DIRS)
		conf_build_objroot(b, word->line, text);
	else if (good && conf_key_is_string(key->type)) {
		if (key->type == CONF_KEY_FILE)
			text = conf_build_beside(b, text, word->line);
		free(*conf_key_string(key, base));
		*conf_key_string(key, base) = text;
	} else
		free(text);
}

/* There is no such key here: what may have been meant? */
static void
conf_build_no_key(struct conf_build *b, enum conf_key_scope scope,
    const struct conf_token *key)
{
	char	 whose[192];

	conf_build_fault(b, key->line, scope == CONF_KEY_RECIPE ?
	    "%s%s is no key of a recipe; it stands outside" :
	    "%s%s stands inside a recipe only",
	    conf_build_whose(b, whose, sizeof(whose)), key->raw);
}

/* Keeps the line of row i; a second value of one key is a fault. */
static bool
conf_build_once(struct conf_build *b, const struct conf_key *row,
    const struct conf_token *key, size_t i)
{
	const char	**file;
	char		  whose[192];
	int		 *line;

	line = &b->conf->key_line[i];
	file = &b->conf->key_file[i];
	if (b->recipe != NULL) {
		line = &b->recipe->key_line[i];
		file = &b->recipe->file;
	}
	if (*line != 0 && row->type != CONF_KEY_DIRS) {
		(void)conf_build_whose(b, whose, sizeof(whose));
		conf_build_fault(b, key->line, "%s%s is set twice, in %s line %d before",
		    whose, row->name, *file, *line);
		return (false);
	}
	*line = key->line;
	*file = conf_build_where(b);
	return (true);
}

/* key word */
void
conf_build_set(struct conf_build *b, const struct conf_token *key,
    const struct conf_token *word)
{
	const struct conf_key	*row;
	enum conf_key_scope	 scope;
	char			*text;
	size_t			 i;

	scope = b->recipe != NULL ? CONF_KEY_RECIPE : CONF_KEY_TOP;
	if (b->state != NULL ||
	    (row = conf_key_find(key->raw, scope, &i)) == NULL) {
		conf_build_no_key(b, scope, key);
		return;
	}
	if (row->type == CONF_KEY_INCLUDE) {
		if (b->include != NULL)
			b->include(b, word);
		else
			conf_build_fault(b, word->line, "include has no place in a configuration from memory");
		return;
	}
	if (!conf_build_once(b, row, key, i))
		return;
	if ((text = conf_build_plain(b, word, row->name)) != NULL)
		conf_build_set_text(b, row, b->recipe != NULL ?
		    (void *)b->recipe : (void *)b->conf, word, text);
}

/* listen word [port word] */
void
conf_build_listen(struct conf_build *b, const struct conf_token *address,
    const struct conf_token *port)
{
	struct conf_listen	*more, *l;
	const char		*error;
	size_t			 i;
	int			 number;

	error = NULL;
	number = PROTO_PORT;
	if (port != NULL)
		number = (int)strtonum(port->raw, 0, 65535, &error);
	if (error != NULL)
		conf_build_fault(b, port->line, "listen: port %s is %s (0 to 65535)",
		    port->raw, error);
	if (address->raw[0] == '\0' || strlen(address->raw) > 255 ||
	    strspn(address->raw, CONF_BUILD_NAME "*:%") !=
	    strlen(address->raw))
		conf_build_fault(b, address->line, "listen: %s is no address and no name",
		    address->raw);
	for (i = 0; i < b->conf->nlistens; i++)
		if (strcmp(b->conf->listen[i].address, address->raw) == 0 &&
		    b->conf->listen[i].port == number && number != 0)
			conf_build_fault(b, address->line, "listen: %s port %d is given twice",
			    address->raw, number);
	more = conf_build_more(b, b->conf->listen, b->conf->nlistens,
	    sizeof(*more));
	if (more == NULL)
		return;
	b->conf->listen = more;
	l = &more[b->conf->nlistens];
	l->port = number;
	l->line = address->line;
	l->file = conf_build_where(b);
	if ((l->address = conf_build_plain(b, address, "listen")) != NULL)
		b->conf->nlistens++;
}

/* One more pair; takes key and value over, also when they are NULL. */
static void
conf_build_pair(struct conf_build *b, struct conf_pairs *pairs, char *key,
    char *value, int line)
{
	struct conf_pair	*more;

	more = NULL;
	if (key != NULL && value != NULL)
		more = conf_build_more(b, pairs->pair, pairs->n,
		    sizeof(*more));
	if (more == NULL) {
		free(key);
		free(value);
		return;
	}
	pairs->pair = more;
	more[pairs->n].key = key;
	more[pairs->n].value = value;
	more[pairs->n++].line = line;
}

/* label word word */
void
conf_build_label(struct conf_build *b, const struct conf_token *key,
    const struct conf_token *value)
{
	struct conf_pairs	*pairs;
	char			 whose[192];
	size_t			 i;

	pairs = b->recipe != NULL ? &b->recipe->labels : &b->conf->labels;
	(void)conf_build_whose(b, whose, sizeof(whose));
	if (!conf_word_is_name(key->raw))
		conf_build_fault(b, key->line, "%slabel %s: a label's name is a letter, then letters, digits, _ and -",
		    whose, key->raw);
	if (value->plain && !conf_build_is_text(value->raw))
		conf_build_fault(b, value->line, "%slabel %s is not 1 to %d bytes of printable UTF-8",
		    whose, key->raw, LIMIT_NAME_BYTES);
	for (i = 0; i < pairs->n; i++)
		if (strcmp(pairs->pair[i].key, key->raw) == 0)
			conf_build_fault(b, key->line, "%slabel %s is given twice",
			    whose, key->raw);
	if (pairs->n == LIMIT_LABELS)
		conf_build_fault(b, key->line, "%smore than %d labels", whose,
		    LIMIT_LABELS);
	conf_build_pair(b, pairs, conf_build_plain(b, key, "label"),
	    conf_build_plain(b, value, "label"), key->line);
}

/* NAME=value, told apart at the first unquoted =. */
void
conf_build_assign(struct conf_build *b, struct conf_pairs *pairs,
    const struct conf_token *token)
{
	char	 whose[192], *key;
	size_t	 i;

	if ((key = strndup(token->raw, token->eq)) == NULL) {
		b->nomem = true;
		return;
	}
	for (i = 0; i < pairs->n; i++)
		if (strcmp(pairs->pair[i].key, key) == 0)
			conf_build_fault(b, token->line, "%s%s is set twice",
			    conf_build_whose(b, whose, sizeof(whose)), key);
	conf_build_pair(b, pairs, key,
	    conf_build_canon(b, token->raw + token->eq + 1, 0), token->line);
}

/* { */
void
conf_build_list_begin(struct conf_build *b)
{
	conf_words_clear(&b->list);
}

/* One word of a list. */
void
conf_build_list_add(struct conf_build *b, const struct conf_token *token)
{
	struct conf_word	*more;
	char			*text;

	if ((text = conf_build_canon(b, token->raw, token->eq)) == NULL)
		return;
	more = conf_build_more(b, b->list.word, b->list.n, sizeof(*more));
	if (more == NULL) {
		free(text);
		return;
	}
	b->list.word = more;
	more[b->list.n].text = text;
	more[b->list.n].assign = token->eq > 0;
	more[b->list.n++].line = token->line;
}

/* } */
void
conf_build_list_take(struct conf_build *b, struct conf_words *words)
{
	*words = b->list;
	memset(&b->list, 0, sizeof(b->list));
}
