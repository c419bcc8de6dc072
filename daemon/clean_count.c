/*
 * clean_count: what was built, so that equal work can be told from unequal.
 *
 * The digest is that of all names from the object directory on, sorted as
 * bytes, each ended by NUL, the directory itself and our mark left out:
 *
 *	find . -mindepth 1 ! -path ./.benchd -printf '%P\0' | sort -z | sha256
 */
#include "daemon/clean.h"

#include <sys/stat.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/tls_digest.h"

/* Names as they are found, one block each; entries yet to be walked. */
struct clean_names {
	char	**name;
	size_t	  n, room;
	int64_t	  bytes;
};

/* Keep dir/name; 0, or -1 with errno. */
static int
clean_count_keep(struct clean_names *names, const char *dir, const char *name)
{
	char	**more, *whole;
	size_t	  size, room;

	size = strlen(dir) + strlen(name) + 2;
	names->bytes += (int64_t)size;
	if (names->bytes > CLEAN_NAMES_BYTES) {
		errno = E2BIG;
		return (-1);
	}
	if (names->n == names->room) {
		room = 2 * names->room + 1024;
		more = realloc(names->name, room * sizeof(*more));
		if (more == NULL)
			return (-1);
		names->name = more;
		names->room = room;
	}
	whole = malloc(size);
	if (whole == NULL)
		return (-1);
	strlcpy(whole, dir, size);
	if (dir[0] != '\0')
		strlcat(whole, "/", size);
	strlcat(whole, name, size);
	names->name[names->n++] = whole;
	return (0);
}

/* Let go of all names. */
static void
clean_count_clear(struct clean_names *names)
{
	while (names->n > 0)
		free(names->name[--names->n]);
	free(names->name);
	names->name = NULL;
}

/*
 * Is it one of those that the recipe ignores?  A glob without a slash is for
 * the last name, with one for the whole path.
 */
static bool
clean_count_ignored(const struct clean_task *task, const char *dir,
    const char *name)
{
	char		 whole[4096];
	const char	*glob;
	uint32_t	 i;

	strlcpy(whole, dir, sizeof(whole));
	if (dir[0] != '\0')
		strlcat(whole, "/", sizeof(whole));
	strlcat(whole, name, sizeof(whole));
	for (i = 0; i < task->request.nignore; i++) {
		glob = task->ignore[i];
		if (strchr(glob, '/') == NULL ?
		    fnmatch(glob, name, 0) == 0 :
		    fnmatch(glob, whole, FNM_PATHNAME) == 0)
			return (true);
	}
	return (false);
}

/* Names that are ours, at the top of the tree. */
static bool
clean_count_ours(const char *name)
{
	return (strcmp(name, CLEAN_MARK) == 0 ||
	    strcmp(name, CLEAN_TRASH) == 0 || strcmp(name, CLEAN_KEPT) == 0);
}

/*
 * Read the directory where the walk is: names go to names, those of
 * directories to todo as well, to be entered later.
 */
static int
clean_count_level(struct clean_task *task, const struct clean_walk *walk,
    struct clean_names *names, struct clean_names *todo)
{
	struct dirent	*entry;
	struct stat	 st;
	DIR		*dir;
	int		 fd, error;

	fd = openat(walk->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	dir = fd != -1 ? fdopendir(fd) : NULL;
	if (dir == NULL)
		return (-1);
	error = 0;
	while (error == 0 && (entry = readdir(dir)) != NULL) {
		if (strcmp(entry->d_name, ".") == 0 ||
		    strcmp(entry->d_name, "..") == 0 ||
		    (walk->depth == 0 && clean_count_ours(entry->d_name)) ||
		    clean_count_ignored(task, walk->path, entry->d_name))
			continue;
		error = fstatat(walk->fd, entry->d_name, &st,
		    AT_SYMLINK_NOFOLLOW);
		if (error == 0)
			error = clean_count_keep(names, walk->path,
			    entry->d_name);
		if (error == 0 && S_ISDIR(st.st_mode))
			error = clean_count_keep(todo, "", entry->d_name);
		if (error == 0 && S_ISREG(st.st_mode)) {
			task->answer->files++;
			task->answer->bytes += (int64_t)st.st_size;
		}
	}
	closedir(dir);
	return (error);
}

/*
 * Walk the tree.  todo is a stack of names, with an empty one where the
 * directory above goes on.
 */
static int
clean_count_walk(struct clean_task *task, struct clean_walk *walk,
    struct clean_names *names)
{
	struct clean_names	 todo = { NULL, 0, 0, 0 };
	char			*name;
	int			 error;

	error = clean_count_level(task, walk, names, &todo);
	while (error == 0 && todo.n > 0) {
		name = todo.name[--todo.n];
		todo.bytes -= (int64_t)strlen(name) + 2;
		if (name[0] == '\0')
			error = clean_walk_up(walk) == NULL ? -1 : 0;
		else if ((error = clean_walk_down(walk, name)) == 0 &&
		    (error = clean_count_keep(&todo, "", "")) == 0)
			error = clean_count_level(task, walk, names, &todo);
		free(name);
	}
	clean_count_clear(&todo);
	return (error);
}

/* Order of bytes. */
static int
clean_count_order(const void *a, const void *b)
{
	const char *const	*x = a;
	const char *const	*y = b;

	return (strcmp(*x, *y));
}

/* The digest over all names, sorted. */
static int
clean_count_digest(struct clean_names *names, uint8_t out[32])
{
	struct tls_digest	*digest;
	size_t			 i;
	int			 error;

	if (names->n > 0)
		qsort(names->name, names->n, sizeof(*names->name),
		    clean_count_order);
	digest = tls_digest_new();
	if (digest == NULL)
		return (-1);
	error = 0;
	for (i = 0; i < names->n && error == 0; i++)
		error = tls_digest_update(digest, names->name[i],
		    strlen(names->name[i]) + 1);
	if (error == 0)
		error = tls_digest_final(digest, out);
	tls_digest_free(digest);
	return (error);
}

/* Count what is below objdir, or below its clean path; -1 refused. */
int
clean_count_tree(struct clean_task *task)
{
	struct clean_names	 names = { NULL, 0, 0, 0 };
	struct clean_walk	 walk;
	char			 said[RUN_REASON_BYTES / 2];
	int			 error, fd;

	fd = clean_path_open(task, task->part);
	error = fd == -1 ? -1 : clean_walk_init(&walk, fd);
	if (error == 0) {
		error = clean_count_walk(task, &walk, &names);
		clean_walk_clear(&walk);
	}
	if (error == 0)
		error = clean_count_digest(&names, task->answer->digest);
	if (error == -1)
		cleaner_refuse(task, errno, "%s cannot be counted: %s",
		    clean_path_say(task, task->part, said, sizeof(said)),
		    strerror(errno));
	clean_count_clear(&names);
	if (fd != -1)
		close(fd);
	return (error);
}
