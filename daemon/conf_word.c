/*
 * conf_word: what a word is, in one place for the lexer, the printer and the
 * expansion.  Knows nothing of keys, recipes and what a ${name} stands for.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/conf_word.h"
#include "proto/compat.h"

/*
 * Says what is wrong with a word, the first thing only.  A ? takes its place,
 * so that the word is not found empty besides.
 */
static void
conf_word_fault(struct conf_raw *raw, const char *why)
{
	if (raw->why[0] != '\0')
		return;
	(void)strlcpy(raw->why, why, sizeof(raw->why));
	if (raw->len < LIMIT_WORD_BYTES)
		raw->text[raw->len++] = '?';
}

/* One byte more, if there is room. */
static void
conf_word_put(struct conf_raw *raw, char c)
{
	if (raw->len >= LIMIT_WORD_BYTES) {
		conf_word_fault(raw, "a word is longer than 4096 bytes");
		return;
	}
	raw->text[raw->len++] = c;
}

/* One byte of the file as part of the word. */
static void
conf_word_put_file(struct conf_raw *raw, char c)
{
	if ((unsigned char)c < ' ' && c != '\t') {
		conf_word_fault(raw, "a control character; a word holds none");
		return;
	}
	if (c == '\177') {
		conf_word_fault(raw, "a control character; a word holds none");
		return;
	}
	conf_word_put(raw, c);
}

/* A quoted piece, behind its opening quote.  Returns the bytes taken. */
static size_t
conf_word_scan_quoted(const char *s, size_t len, struct conf_raw *raw)
{
	size_t	 i;

	for (i = 0; i < len && s[i] != '\n'; i++) {
		if (s[i] == '"')
			return (i + 1);
		if (s[i] != '\\') {
			conf_word_put_file(raw, s[i]);
			continue;
		}
		if (i + 1 < len && (s[i + 1] == '"' || s[i + 1] == '\\'))
			conf_word_put(raw, s[++i]);
		else
			conf_word_fault(raw, "in quotes \\ stands before \" or \\ only; write \\\\ for one of it");
	}
	conf_word_fault(raw, "the quote is not closed on its line");
	return (i);
}

/* A ${name}, behind its dollar.  Returns the bytes taken. */
static size_t
conf_word_scan_name(const char *s, size_t len, struct conf_raw *raw)
{
	char	 name[LIMIT_NAME_BYTES + 1];
	size_t	 i, n;

	if (len == 0 || s[0] != '{') {
		conf_word_fault(raw, "$ begins a ${name}; write \"$\" for one of it");
		return (0);
	}
	for (i = 1, n = 0; i < len && s[i] != '}' && s[i] != '\n'; i++)
		if (n < sizeof(name) - 1)
			name[n++] = s[i];
	name[n] = '\0';
	if (i == len || s[i] != '}') {
		conf_word_fault(raw, "${ is not closed on its line");
		return (i);
	}
	if (strlen(name) != i - 1 || !conf_word_is_name(name)) {
		conf_word_fault(raw, "between ${ and } stands one name");
		return (i + 1);
	}
	raw->plain = false;
	conf_word_put(raw, CONF_WORD_NAME);
	for (n = 0; name[n] != '\0'; n++)
		conf_word_put(raw, name[n]);
	conf_word_put(raw, CONF_WORD_END);
	return (i + 1);
}

/* Scans one word. */
size_t
conf_word_scan(const char *s, size_t len, struct conf_raw *raw)
{
	size_t	 i;

	memset(raw, 0, sizeof(*raw));
	raw->bare = raw->plain = true;
	for (i = 0; i < len;) {
		switch (s[i]) {
		case ' ':
		case '\t':
		case '\r':
		case '\n':
		case '{':
		case '}':
			goto done;
		case '"':
			raw->bare = false;
			i++;
			i += conf_word_scan_quoted(s + i, len - i, raw);
			break;
		case '$':
			raw->bare = false;
			i++;
			i += conf_word_scan_name(s + i, len - i, raw);
			break;
		case '=':
			if (raw->eq == 0)
				raw->eq = raw->len;
			/* FALLTHROUGH */
		default:
			conf_word_put_file(raw, s[i++]);
		}
	}
done:
	raw->text[raw->len] = '\0';
	return (i);
}

/* May this byte stand bare in canonical text?  = has a meaning there. */
static bool
conf_word_is_bare(char c)
{
	return (isascii((unsigned char)c) && isprint((unsigned char)c) &&
	    strchr(" \"\\#{}$=", c) == NULL);
}

/* Writes raw[0..len) canonically; returns where the text ends. */
static char *
conf_word_write(char *out, const char *raw, size_t len)
{
	size_t	 end, i;
	bool	 bare;

	for (i = 0; i < len; i = end) {
		if (raw[i] == CONF_WORD_NAME) {
			*out++ = '$';
			*out++ = '{';
			for (end = i + 1; raw[end] != CONF_WORD_END; end++)
				*out++ = raw[end];
			*out++ = '}';
			end++;
			continue;
		}
		bare = true;
		for (end = i; end < len && raw[end] != CONF_WORD_NAME; end++)
			bare = bare && conf_word_is_bare(raw[end]);
		if (!bare)
			*out++ = '"';
		for (; i < end; i++) {
			if (raw[i] == '"' || raw[i] == '\\')
				*out++ = '\\';
			*out++ = raw[i];
		}
		if (!bare)
			*out++ = '"';
	}
	return (out);
}

/* Canonical text of a raw word; the caller frees it. */
char *
conf_word_canon(const char *raw, size_t eq)
{
	char	*out, *text;
	size_t	 len;

	len = strlen(raw);
	if ((text = malloc(3 * len + 6)) == NULL)
		return (NULL);
	if (len == 0) {
		(void)strlcpy(text, "\"\"", 3 * len + 6);
		return (text);
	}
	out = text;
	if (eq > 0) {
		out = conf_word_write(out, raw, eq);
		*out++ = '=';
		raw += eq + 1;
		len -= eq + 1;
	}
	out = conf_word_write(out, raw, len);
	*out = '\0';
	return (text);
}

/* Canonical text of plain text, which is a word's at most. */
void
conf_word_quote(const char *plain, char text[CONF_WORD_TEXT_BYTES])
{
	size_t	 len;

	len = strnlen(plain, LIMIT_WORD_BYTES);
	if (len == 0)
		(void)strlcpy(text, "\"\"", CONF_WORD_TEXT_BYTES);
	else
		*conf_word_write(text, plain, len) = '\0';
}

/* The next ${name} of a raw word. */
bool
conf_word_name(const char *raw, size_t *at, char *name, size_t size)
{
	const char	*begin, *end;

	if ((begin = strchr(raw + *at, CONF_WORD_NAME)) == NULL ||
	    (end = strchr(begin, CONF_WORD_END)) == NULL)
		return (false);
	*at = (size_t)(end - raw) + 1;
	(void)snprintf(name, size, "%.*s", (int)(end - begin - 1), begin + 1);
	return (true);
}

/* The raw bytes of canonical text; the caller frees it. */
char *
conf_word_raw(const char *canonical)
{
	struct conf_raw	*raw;
	char		*text;

	if ((raw = malloc(sizeof(*raw))) == NULL)
		return (NULL);
	(void)conf_word_scan(canonical, strlen(canonical), raw);
	text = strdup(raw->text);
	free(raw);
	return (text);
}

/* A letter, then letters, digits, _ and -. */
bool
conf_word_is_name(const char *s)
{
	size_t	 i;

	if (!isascii((unsigned char)s[0]) || !isalpha((unsigned char)s[0]))
		return (false);
	for (i = 1; s[i] != '\0'; i++)
		if (!isascii((unsigned char)s[i]) ||
		    (!isalnum((unsigned char)s[i]) && s[i] != '_' &&
		    s[i] != '-'))
			return (false);
	return (i <= LIMIT_NAME_BYTES);
}
