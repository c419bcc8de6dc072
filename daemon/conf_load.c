/*
 * conf_load: files of configuration, opened and refused.  What root's daemon
 * obeys, nobody but root and the daemon's own user may have written.
 */
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/conf_build.h"

/* May the open file be obeyed?  Else why not. */
static const char *
conf_load_refuses(const struct stat *st)
{
	if (!S_ISREG(st->st_mode))
		return ("is no regular file");
	if (st->st_uid != 0 && st->st_uid != geteuid())
		return ("belongs neither to root nor to the user who runs benchd");
	if ((st->st_mode & (S_IWGRP | S_IWOTH)) != 0)
		return ("may be written by others than its owner; chmod go-w");
	if (st->st_size > LIMIT_CONF_BYTES)
		return ("is larger than 1 MiB");
	return (NULL);
}

/* All of an open file; the caller frees it.  NULL with errno. */
static char *
conf_load_bytes(int fd, size_t *len)
{
	char	*text;
	ssize_t	 n;

	if ((text = malloc(LIMIT_CONF_BYTES + 1)) == NULL)
		return (NULL);
	for (*len = 0;; *len += (size_t)n) {
		n = read(fd, text + *len, LIMIT_CONF_BYTES + 1 - *len);
		if (n == -1 && errno == EINTR)
			n = 0;
		else if (n == 0)
			return (text);
		else if (n == -1)
			break;
		if (*len + (size_t)n > LIMIT_CONF_BYTES) {
			errno = EFBIG;
			break;
		}
	}
	free(text);
	return (NULL);
}

/* The folder in which a file really lies; the caller frees it. */
static char *
conf_load_folder(const char *path)
{
	char	*real, *slash;

	if ((real = realpath(path, NULL)) == NULL)
		return (NULL);
	slash = strrchr(real, '/');
	if (slash == real)
		slash++;
	*slash = '\0';
	return (real);
}

/*
 * Opens path, called file in faults, and gives it to the lexer.  line 0: the
 * configuration itself; else the line that includes it, and its file where.
 */
static void
conf_load_file(struct conf_build *b, const char *path, const char *file,
    const char *where, int line)
{
	struct stat	 st;
	const char	*why;
	char		*text;
	size_t		 len;
	int		 fd;

	text = NULL;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd == -1 || fstat(fd, &st) == -1)
		why = strerror(errno);
	else if ((why = conf_load_refuses(&st)) == NULL &&
	    (text = conf_load_bytes(fd, &len)) == NULL)
		why = strerror(errno);
	if (fd != -1)
		(void)close(fd);
	if (text == NULL && line > 0)
		conf_build_fault_in(b, where, line, "include %s: %s", path,
		    why);
	else if (text == NULL)
		conf_build_fault_in(b, file, 0, "%s", why);
	else if (!conf_lex_push(&b->lex, file, conf_load_folder(path), text,
	    len))
		conf_build_fault_in(b, where, line, "include %s: nested deeper than %d",
		    path, LIMIT_INCLUDE_DEPTH);
}

/* include PATH: relative to the file that says so. */
static void
conf_load_include(struct conf_build *b, const struct conf_token *word)
{
	const struct conf_lex_source	*source;
	const char			*file;
	char				 path[PATH_MAX];
	int				 n;

	source = conf_lex_where(&b->lex);
	if (!word->plain || word->raw[0] == '\0') {
		conf_build_fault(b, word->line, "include wants the name of a file");
		return;
	}
	if (word->raw[0] == '/' || source->dir == NULL)
		n = snprintf(path, sizeof(path), "%s", word->raw);
	else
		n = snprintf(path, sizeof(path), "%s/%s", source->dir,
		    word->raw);
	if (n < 0 || (size_t)n >= sizeof(path)) {
		conf_build_fault(b, word->line, "include: the path is too long");
		return;
	}
	if (b->conf->nfiles == LIMIT_CONF_FILES) {
		conf_build_fault(b, word->line, "include %s: more than %d files",
		    path, LIMIT_CONF_FILES);
		return;
	}
	if ((file = conf_build_file(b, path)) != NULL)
		conf_load_file(b, path, file, source->file, word->line);
}

/* A configuration from its file. */
struct conf *
conf_load(const char *path, struct conf_faults *faults)
{
	struct conf_build	 b;
	const char		*file;

	if (conf_new(&b, faults) == NULL)
		return (NULL);
	b.include = conf_load_include;
	if ((file = conf_build_file(&b, path)) != NULL)
		conf_load_file(&b, path, file, file, 0);
	return (conf_finish(&b));
}
