/*
 * journal: what the parent must undo after a crash, written before the act.
 *
 * The whole file is written anew beside itself, synced and renamed, so that
 * it is always one of two whole states.  Knows nothing of how to undo.
 */
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/journal.h"
#include "proto/compat.h"

/* Take one line's fields over into a new entry; -1 where it is no entry. */
static int
journal_parse(struct journal *j, char *line)
{
	struct journal_entry	*more;
	char			*dir, *job, *root;

	if (strncmp(line, "takeover\t", 9) != 0)
		return (-1);
	job = line + 9;
	if ((root = strchr(job, '\t')) == NULL)
		return (-1);
	*root++ = '\0';
	if ((dir = strchr(root, '\t')) == NULL)
		return (-1);
	*dir++ = '\0';
	dir[strcspn(dir, "\n")] = '\0';
	if ((more = realloc(j->entry, (j->n + 1) * sizeof(*more))) == NULL)
		return (-1);
	j->entry = more;
	memset(&more[j->n], 0, sizeof(more[j->n]));
	strlcpy(more[j->n].job, job, sizeof(more[j->n].job));
	more[j->n].objroot = strdup(root);
	more[j->n].objdir = strdup(dir);
	more[j->n].due = 1;
	j->n++;
	if (more[j->n - 1].objroot == NULL || more[j->n - 1].objdir == NULL)
		return (-1);
	return (0);
}

/* Read the journal. */
int
journal_open(struct journal *j, const char *path)
{
	FILE	*f;
	char	*line;
	size_t	 size;
	int	 rv;

	memset(j, 0, sizeof(*j));
	strlcpy(j->path, path, sizeof(j->path));
	if ((f = fopen(path, "re")) == NULL)
		return (errno == ENOENT ? 0 : -1);
	line = NULL;
	size = 0;
	rv = 0;
	while (getline(&line, &size, f) != -1)
		if (journal_parse(j, line) == -1) {
			errno = EINVAL;
			rv = -1;
		}
	free(line);
	fclose(f);
	return (rv);
}

/* Free what the journal holds; the file stays. */
void
journal_clear(struct journal *j)
{
	size_t	 i;

	for (i = 0; i < j->n; i++) {
		free(j->entry[i].objroot);
		free(j->entry[i].objdir);
	}
	free(j->entry);
	j->entry = NULL;
	j->n = 0;
}

/* Make the renamed file's name last. */
static int
journal_sync_dir(const char *path)
{
	char	 copy[1024];
	int	 fd, rv;

	strlcpy(copy, path, sizeof(copy));
	if ((fd = open(dirname(copy), O_RDONLY | O_DIRECTORY |
	    O_CLOEXEC)) == -1)
		return (-1);
	rv = fsync(fd);
	close(fd);
	return (rv);
}

/* Write all entries; 0 or -1 with errno. */
static int
journal_write(const struct journal *j)
{
	char	 fresh[1040];
	FILE	*f;
	size_t	 i;
	int	 fd, rv;

	snprintf(fresh, sizeof(fresh), "%s.new", j->path);
	if ((fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
	    0600)) == -1)
		return (-1);
	if ((f = fdopen(fd, "w")) == NULL) {
		close(fd);
		return (-1);
	}
	for (i = 0; i < j->n; i++)
		fprintf(f, "takeover\t%s\t%s\t%s\n", j->entry[i].job,
		    j->entry[i].objroot, j->entry[i].objdir);
	rv = fflush(f) == 0 && fsync(fd) == 0 ? 0 : -1;
	if (fclose(f) != 0 || rv == -1)
		return (-1);
	if (rename(fresh, j->path) == -1)
		return (-1);
	return (journal_sync_dir(j->path));
}

/* Write an entry, unless it stands there. */
int
journal_add(struct journal *j, const char *job, const char *objroot,
    const char *objdir)
{
	char	*line;
	size_t	 i, len;
	int	 rv;

	for (i = 0; i < j->n; i++)
		if (strcmp(j->entry[i].job, job) == 0 &&
		    strcmp(j->entry[i].objdir, objdir) == 0)
			return (0);
	len = strlen(job) + strlen(objroot) + strlen(objdir) + 16;
	if ((line = malloc(len)) == NULL)
		return (-1);
	snprintf(line, len, "takeover\t%s\t%s\t%s", job, objroot, objdir);
	rv = journal_parse(j, line);
	free(line);
	if (rv == -1)
		return (-1);
	j->entry[j->n - 1].due = 0;
	return (journal_write(j));
}

/* Take an entry out. */
int
journal_remove(struct journal *j, size_t i)
{
	free(j->entry[i].objroot);
	free(j->entry[i].objdir);
	memmove(&j->entry[i], &j->entry[i + 1],
	    (--j->n - i) * sizeof(j->entry[0]));
	return (journal_write(j));
}

/* Mark a job's entries as due. */
size_t
journal_due(struct journal *j, const char *job)
{
	size_t	 due, i;

	due = 0;
	for (i = 0; i < j->n; i++)
		if (strcmp(j->entry[i].job, job) == 0) {
			j->entry[i].due = 1;
			due++;
		}
	return (due);
}
