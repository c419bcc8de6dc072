/*
 * walk: the values of a JSON text, one after the other, with their paths.
 *
 * Readers want a dozen numbers out of megabytes, from texts that may hold
 * nan, end early or follow other lines: a tree of all values would be
 * refused or cost twenty times the text.  This keeps a path and nothing
 * else, takes nan for what it is, and is told by its end how the text ended.
 * It reads JSON as tools print it; it is no judge of what others may accept.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "proto/readers/walk.h"

struct walk_level {
	size_t		 path;		/* its length, without our own key */
	unsigned long	 index;		/* in an array */
	bool		 array;
};

struct walk {
	struct scan_span	 rest;
	walk_value		*value;
	void			*arg;
	struct walk_level	 levels[WALK_DEPTH];
	size_t			 depth;
	size_t			 length;	/* of path; beyond: not told */
	bool			 key;		/* a key comes next */
	bool			 cut;		/* ended inside a string */
	char			 path[WALK_PATH_BYTES];
};

/* Set the last part of the path; one that is too long silences its values. */
static void
walk_name(struct walk *w, const char *text, size_t len)
{
	struct walk_level	*level;
	size_t			 at;

	level = &w->levels[w->depth - 1];
	at = level->path;
	if (at >= sizeof(w->path) || len + 2 > sizeof(w->path) - at) {
		w->length = sizeof(w->path);
		return;
	}
	w->path[at] = '/';
	memcpy(w->path + at + 1, text, len);
	w->length = at + 1 + len;
	w->path[w->length] = '\0';
}

/* Before a value in an array: its index is its name. */
static void
walk_name_index(struct walk *w)
{
	char		 text[24];
	size_t		 at;
	unsigned long	 index;

	if (w->depth == 0 || !w->levels[w->depth - 1].array)
		return;
	index = w->levels[w->depth - 1].index;
	at = sizeof(text);
	do {
		text[--at] = (char)('0' + index % 10);
	} while ((index /= 10) > 0);
	walk_name(w, text + at, sizeof(text) - at);
}

/* Tell of a value. */
static void
walk_tell(struct walk *w, enum walk_kind kind, const struct scan_value *v)
{
	walk_name_index(w);
	if (w->depth > 0 && w->length < sizeof(w->path))
		w->value(w->arg, w->path, kind, v);
}

/* An opening bracket. */
static bool
walk_open(struct walk *w, bool array)
{
	struct walk_level	*level;

	if (w->depth == WALK_DEPTH)
		return (false);
	walk_name_index(w);
	level = &w->levels[w->depth++];
	level->path = w->length;
	level->index = 0;
	level->array = array;
	w->key = !array;
	return (true);
}

/* A closing bracket. */
static bool
walk_close(struct walk *w, bool array)
{
	if (w->depth == 0 || w->levels[w->depth - 1].array != array)
		return (false);
	w->depth--;
	w->key = false;
	return (true);
}

/* A string, with the rest at its opening quote; false when not closed. */
static bool
walk_string(struct walk *w)
{
	struct scan_value	 v;
	size_t			 i;

	for (i = 1; i < w->rest.len && w->rest.text[i] != '"'; i++)
		if (w->rest.text[i] == '\\')
			i++;
	if (i >= w->rest.len) {
		w->cut = true;
		return (false);
	}
	v.value = NAN;
	v.resolution = 0;
	v.span.text = w->rest.text + 1;
	v.span.len = i - 1;
	w->rest.text += i + 1;
	w->rest.len -= i + 1;
	if (w->key)
		walk_name(w, v.span.text, v.span.len);
	else
		walk_tell(w, WALK_STRING, &v);
	w->key = false;
	return (true);
}

/* A number or a word; false when it is neither. */
static bool
walk_word(struct walk *w)
{
	struct scan_value	 v;
	size_t			 n;
	char			 c;

	for (n = 0; n < w->rest.len; n++) {
		c = w->rest.text[n];
		if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') &&
		    !(c >= 'A' && c <= 'Z') && c != '+' && c != '-' && c != '.')
			break;
	}
	if (n == 0 || w->key)
		return (false);
	v.value = NAN;
	v.resolution = 0;
	v.span.text = w->rest.text;
	v.span.len = n;
	w->rest.text += n;
	w->rest.len -= n;
	if (w->rest.len == 0)
		return (true);		/* may go on: not told */
	walk_tell(w, scan_number(v.span.text, n, false, &v) ? WALK_NUMBER :
	    WALK_WORD, &v);
	return (true);
}

/* A comma: what comes next is a key, or the next of an array. */
static bool
walk_comma(struct walk *w)
{
	if (w->depth == 0)
		return (false);
	if (w->levels[w->depth - 1].array)
		w->levels[w->depth - 1].index++;
	else
		w->key = true;
	return (true);
}

/* One token, at the rest's first byte. */
static bool
walk_token(struct walk *w)
{
	char	 c;
	bool	 ok;

	c = w->rest.text[0];
	if (c == '"')
		return (walk_string(w));
	switch (c) {
	case '{':
	case '[':
		ok = walk_open(w, c == '[');
		break;
	case '}':
	case ']':
		ok = walk_close(w, c == ']');
		break;
	case ',':
		ok = walk_comma(w);
		break;
	case ':':
		ok = w->depth > 0 && !w->levels[w->depth - 1].array;
		break;
	default:
		if ((unsigned char)c > ' ')
			return (walk_word(w));
		ok = true;
	}
	w->rest.text++;
	w->rest.len--;
	return (ok);
}

/*
 * Tell of every value of the JSON text at the span's beginning, which moves
 * behind it.
 */
enum walk_end
walk_json(struct scan_span *text, walk_value *value, void *arg)
{
	struct walk	 w;
	enum walk_end	 end;

	memset(&w, 0, sizeof(w));
	w.rest = *text;
	w.value = value;
	w.arg = arg;
	end = WALK_CUT;
	while (w.rest.len > 0) {
		if (!walk_token(&w)) {
			end = w.cut ? WALK_CUT : WALK_INVALID;
			break;
		}
		if (w.depth == 0) {
			end = WALK_WHOLE;
			break;
		}
	}
	*text = w.rest;
	return (end);
}

/* Move to the next { that begins a line; false when there is none. */
bool
walk_find(struct scan_span *text)
{
	const char	*end;
	size_t		 n;

	while (text->len > 0 && text->text[0] != '{') {
		end = memchr(text->text, '\n', text->len);
		n = end == NULL ? text->len :
		    (size_t)(end - text->text) + 1;
		text->text += n;
		text->len -= n;
		while (text->len > 0 && (text->text[0] == ' ' ||
		    text->text[0] == '\t')) {
			text->text++;
			text->len--;
		}
	}
	return (text->len > 0);
}
