/*
 * known: reading the known hosts, and writing them back whole.
 *
 * Knows lines and files; who is trusted is a person's matter.
 */
#include <sys/file.h>
#include <sys/stat.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client/known.h"
#include "client/say.h"
#include "proto/compat.h"

/* By name, then port. */
static int
known_compare(const void *a, const void *b)
{
	const struct known_host	*x, *y;
	int			 order;

	x = a;
	y = b;
	order = strcmp(x->name, y->name);
	return (order != 0 ? order : (x->port > y->port) - (x->port < y->port));
}

/* A name as it is compared: without case. */
static void
known_name(char *to, const char *from, size_t size)
{
	strlcpy(to, from, size);
	for (; *to != '\0'; to++)
		*to = (char)tolower((unsigned char)*to);
}

/* Append a host; 0, or -1 without memory. */
static int
known_add(struct known *known, const struct known_host *host)
{
	struct known_host	*grown;

	grown = reallocarray(known->host, known->n + 1, sizeof(*grown));
	if (grown == NULL)
		return (-1);
	known->host = grown;
	known->host[known->n++] = *host;
	return (0);
}

/* One line; true if it is whole, or says nothing. */
static bool
known_line(struct known *known, char *line)
{
	struct known_host	 host;
	const char		*why;
	char			*name, *port, *print, *rest;

	memset(&host, 0, sizeof(host));
	name = strtok_r(line, " \t\n", &rest);
	if (name == NULL || name[0] == '#')
		return (true);
	port = strtok_r(NULL, " \t\n", &rest);
	print = strtok_r(NULL, " \t\n", &rest);
	if (port == NULL || print == NULL ||
	    strlen(name) >= sizeof(host.name) || !tls_key_is_fingerprint(print))
		return (false);
	host.port = (int)strtonum(port, 1, 65535, &why);
	if (why != NULL)
		return (false);
	known_name(host.name, name, sizeof(host.name));
	strlcpy(host.fingerprint, print, sizeof(host.fingerprint));
	return (known_add(known, &host) == 0);
}

/* Read the file.  A line at fault is said, for it may have been a warning. */
int
known_read(struct known *known, const char *path)
{
	FILE	*file;
	int	 line;
	char	 text[1024];

	memset(known, 0, sizeof(*known));
	if ((file = fopen(path, "re")) == NULL) {
		if (errno == ENOENT)
			return (0);
		say_error(path, "%s", strerror(errno));
		return (-1);
	}
	for (line = 1; fgets(text, sizeof(text), file) != NULL; line++)
		if (!known_line(known, text)) {
			say_error(path, "line %d: not: name port SHA256:...",
			    line);
			fclose(file);
			known_clear(known);
			return (-1);
		}
	fclose(file);
	if (known->n > 0)
		qsort(known->host, known->n, sizeof(*known->host),
		    known_compare);
	return (0);
}

/* Free what it holds. */
void
known_clear(struct known *known)
{
	free(known->host);
	memset(known, 0, sizeof(*known));
}

/* By name and port. */
const struct known_host *
known_find(const struct known *known, const char *name, int port)
{
	struct known_host	 wanted;

	if (known->n == 0)
		return (NULL);
	known_name(wanted.name, name, sizeof(wanted.name));
	wanted.port = port;
	return (bsearch(&wanted, known->host, known->n, sizeof(wanted),
	    known_compare));
}

/* All hosts to a file beside it, which then takes its place. */
static int
known_write(const struct known *known, const char *path)
{
	FILE	*file;
	size_t	 i;
	int	 fd;
	bool	 whole;
	char	 temporary[1100];

	snprintf(temporary, sizeof(temporary), "%s.new", path);
	fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC |
	    O_NOFOLLOW, 0600);
	if (fd == -1 || (file = fdopen(fd, "w")) == NULL) {
		say_error(temporary, "%s", strerror(errno));
		if (fd != -1)
			close(fd);
		return (-1);
	}
	for (i = 0; i < known->n; i++)
		fprintf(file, "%s %d %s\n", known->host[i].name,
		    known->host[i].port, known->host[i].fingerprint);
	whole = fflush(file) == 0 && !ferror(file) && fsync(fd) == 0;
	if (fclose(file) == 0 && whole && rename(temporary, path) == 0)
		return (0);
	say_error(path, "%s", strerror(errno));
	(void)unlink(temporary);
	return (-1);
}

/* Put one in or take one out, in memory; as known_update(). */
static int
known_change(struct known *known, const char *name, int port,
    const char *fingerprint)
{
	struct known_host	 host;
	const struct known_host	*old;
	size_t			 i;

	old = known_find(known, name, port);
	if (old == NULL && fingerprint == NULL)
		return (1);
	if (old != NULL) {
		i = (size_t)(old - known->host);
		memmove(&known->host[i], &known->host[i + 1],
		    (known->n - i - 1) * sizeof(host));
		known->n--;
	}
	if (fingerprint == NULL)
		return (0);
	memset(&host, 0, sizeof(host));
	known_name(host.name, name, sizeof(host.name));
	host.port = port;
	strlcpy(host.fingerprint, fingerprint, sizeof(host.fingerprint));
	if (known_add(known, &host) == -1) {
		say_error(NULL, "out of memory");
		return (-1);
	}
	qsort(known->host, known->n, sizeof(host), known_compare);
	return (0);
}

/* Read, change and write under a lock. */
int
known_update(const char *path, const char *name, int port,
    const char *fingerprint)
{
	struct known	 known;
	int		 lock, result;
	char		 lockpath[1100];

	if (name[0] == '\0' || strlen(name) >= KNOWN_NAME_BYTES ||
	    name[strcspn(name, " \t\r\n#")] != '\0') {
		say_error(name, "is no name of a host");
		return (-1);
	}
	snprintf(lockpath, sizeof(lockpath), "%s.lock", path);
	lock = open(lockpath, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (lock == -1 || flock(lock, LOCK_EX) == -1) {
		say_error(lockpath, "%s", strerror(errno));
		if (lock != -1)
			close(lock);
		return (-1);
	}
	if ((result = known_read(&known, path)) == 0) {
		result = known_change(&known, name, port, fingerprint);
		if (result == 0)
			result = known_write(&known, path);
		known_clear(&known);
	}
	close(lock);
	return (result);
}
