/*
 * clients: parsing the clients file, and looking a key up.
 *
 * Knows no file and no socket: the parent reads the text, front asks by it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/clients.h"
#include "proto/compat.h"
#include "proto/utf8.h"

struct clients {
	struct clients_row	*row;		/* by fingerprint */
	size_t			 n, size;
};

/* A word up to a blank; its length, with *text moved behind it. */
static size_t
clients_word(const char **text, const char *end, const char **word)
{
	while (*text < end && (**text == ' ' || **text == '\t'))
		(*text)++;
	*word = *text;
	while (*text < end && **text != ' ' && **text != '\t')
		(*text)++;
	return ((size_t)(*text - *word));
}

/* One line into a row: NULL, or what is wrong with it. */
static const char *
clients_line(const char *text, const char *end, struct clients_row *row)
{
	const char	*word;
	size_t		 len;
	char		 role[16];

	len = clients_word(&text, end, &word);
	snprintf(role, sizeof(role), "%.*s", (int)len, word);
	row->role = role_find(role);
	if (row->role == ROLE_NONE || len >= sizeof(role))
		return ("no role; a line is: read|submit|admin "
		    "SHA256:... name");
	len = clients_word(&text, end, &word);
	if (len >= sizeof(row->fingerprint))
		return ("the fingerprint is none; benchctl keygen prints it");
	memcpy(row->fingerprint, word, len);
	row->fingerprint[len] = '\0';
	if (!tls_key_is_fingerprint(row->fingerprint))
		return ("the fingerprint is none; benchctl keygen prints it");
	clients_word(&text, end, &word);
	while (end > word && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	len = (size_t)(end - word);
	if (len == 0)
		return ("the name is missing");
	if (len > LIMIT_NAME_BYTES || !utf8_is_text(word, len))
		return ("the name is not 1 to 128 bytes of printable UTF-8");
	memcpy(row->name, word, len);
	row->name[len] = '\0';
	return (NULL);
}

/* By fingerprint, and the earlier line first. */
static int
clients_compare(const void *a, const void *b)
{
	const struct clients_row	*x, *y;
	int				 order;

	x = a;
	y = b;
	order = strcmp(x->fingerprint, y->fingerprint);
	return (order != 0 ? order : (x->line > y->line) - (x->line < y->line));
}

/* Append a copy; 0, or -1 without memory. */
static int
clients_add(struct clients *clients, const struct clients_row *row)
{
	struct clients_row	*grown;
	size_t			 size;

	if (clients->n == clients->size) {
		size = clients->size * 2 + 16;
		grown = reallocarray(clients->row, size, sizeof(*grown));
		if (grown == NULL)
			return (-1);
		clients->row = grown;
		clients->size = size;
	}
	clients->row[clients->n++] = *row;
	return (0);
}

/* A key that stands twice has the role of its first line. */
static void
clients_unique(struct clients *clients,
    void (*fault)(int, const char *, void *), void *arg)
{
	size_t	 i, kept;
	char	 what[64];

	for (i = kept = 0; i < clients->n; i++) {
		if (kept > 0 && strcmp(clients->row[kept - 1].fingerprint,
		    clients->row[i].fingerprint) == 0) {
			snprintf(what, sizeof(what), "this key stands in "
			    "line %d already", clients->row[kept - 1].line);
			fault(clients->row[i].line, what, arg);
		} else
			clients->row[kept++] = clients->row[i];
	}
	clients->n = kept;
}

/* All lines; the caller owns the result. */
struct clients *
clients_read(const char *text, size_t len,
    void (*fault)(int, const char *, void *), void *arg)
{
	struct clients_row	 row;
	struct clients		*clients;
	const char		*at, *end, *next, *what, *word;
	int			 line;

	if ((clients = calloc(1, sizeof(*clients))) == NULL)
		return (NULL);
	for (line = 1; len > 0; line++, len -= (size_t)(next - text),
	    text = next) {
		end = memchr(text, '\n', len);
		next = end != NULL ? end + 1 : text + len;
		if (end == NULL)
			end = next;
		memset(&row, 0, sizeof(row));
		row.line = line;
		at = text;
		if (clients_word(&at, end, &word) == 0 || word[0] == '#')
			continue;
		what = clients->n >= CLIENTS_MAX ? "too many clients" :
		    clients_line(text, end, &row);
		if (what != NULL)
			fault(line, what, arg);
		else if (clients_add(clients, &row) == -1) {
			clients_free(clients);
			return (NULL);
		}
	}
	if (clients->n > 0)
		qsort(clients->row, clients->n, sizeof(row), clients_compare);
	clients_unique(clients, fault, arg);
	return (clients);
}

/* NULL is allowed. */
void
clients_free(struct clients *clients)
{
	if (clients == NULL)
		return;
	free(clients->row);
	free(clients);
}

/* The row of a key. */
const struct clients_row *
clients_find(const struct clients *clients, const char *fingerprint)
{
	size_t	 high, low, middle;
	int	 order;

	low = 0;
	high = clients != NULL ? clients->n : 0;
	while (low < high) {
		middle = low + (high - low) / 2;
		order = strcmp(fingerprint, clients->row[middle].fingerprint);
		if (order == 0)
			return (&clients->row[middle]);
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return (NULL);
}

/* How many there are. */
size_t
clients_count(const struct clients *clients)
{
	return (clients != NULL ? clients->n : 0);
}
