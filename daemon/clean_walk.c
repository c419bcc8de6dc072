/*
 * clean_walk: a place in a tree of any depth, held by one descriptor.
 *
 * The way back is by "..", believed only when it leads to the directory that
 * we came from; no directory of another file system is entered, and no link.
 */
#include "daemon/clean.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct clean_level {
	ino_t	 ino;
	size_t	 len;		/* of the path up to it */
};

/* Begin at a directory; fd stays the caller's. */
int
clean_walk_init(struct clean_walk *walk, int fd)
{
	struct stat	 st;

	memset(walk, 0, sizeof(*walk));
	walk->fd = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	walk->room = 4096;
	walk->whole = calloc(1, walk->room);
	walk->path = walk->whole;
	if (walk->fd == -1 || walk->whole == NULL ||
	    fstat(walk->fd, &st) == -1) {
		clean_walk_clear(walk);
		return (-1);
	}
	walk->dev = st.st_dev;
	return (0);
}

/* Let go of it. */
void
clean_walk_clear(struct clean_walk *walk)
{
	if (walk->fd != -1)
		close(walk->fd);
	walk->fd = -1;
	free(walk->whole);
	free(walk->level);
	walk->whole = NULL;
	walk->level = NULL;
}

/* Room for one level and one name more. */
static int
clean_walk_grow(struct clean_walk *walk, size_t len)
{
	void	*more;

	if (walk->len + len + 2 > walk->room) {
		more = realloc(walk->whole, 2 * (walk->len + len + 2));
		if (more == NULL)
			return (-1);
		walk->whole = more;
		walk->path = walk->whole + (walk->len > 0);
		walk->room = 2 * (walk->len + len + 2);
	}
	if (walk->depth == walk->levels) {
		more = realloc(walk->level,
		    (2 * walk->levels + 64) * sizeof(*walk->level));
		if (more == NULL)
			return (-1);
		walk->level = more;
		walk->levels = 2 * walk->levels + 64;
	}
	return (0);
}

/*
 * Into the directory of that name: 0; -1 with errno, EXDEV where it is
 * another file system's.
 */
int
clean_walk_down(struct clean_walk *walk, const char *name)
{
	struct stat	 here, below;
	size_t		 len;
	int		 fd;

	len = strlen(name);
	if (clean_walk_grow(walk, len) == -1)
		return (-1);
	fd = openat(walk->fd, name,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd == -1)
		return (-1);
	if (fstat(walk->fd, &here) == -1 || fstat(fd, &below) == -1 ||
	    below.st_dev != walk->dev) {
		close(fd);
		errno = EXDEV;
		return (-1);
	}
	walk->level[walk->depth].ino = here.st_ino;
	walk->level[walk->depth++].len = walk->len;
	walk->whole[walk->len++] = '/';
	memcpy(walk->whole + walk->len, name, len + 1);
	walk->len += len;
	walk->path = walk->whole + 1;
	close(walk->fd);
	walk->fd = fd;
	return (0);
}

/*
 * Back to the directory above; the name of the one that was left, good until
 * the next step down.  NULL with errno; ESTALE where the tree was moved.
 */
const char *
clean_walk_up(struct clean_walk *walk)
{
	const struct clean_level	*level;
	struct stat			 st;
	int				 fd;

	level = &walk->level[walk->depth - 1];
	fd = openat(walk->fd, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd == -1)
		return (NULL);
	if (fstat(fd, &st) == -1 || st.st_dev != walk->dev ||
	    st.st_ino != level->ino) {
		close(fd);
		errno = ESTALE;
		return (NULL);
	}
	close(walk->fd);
	walk->fd = fd;
	walk->depth--;
	walk->len = level->len;
	walk->whole[walk->len] = '\0';
	walk->path = walk->whole + (walk->len > 0);
	return (walk->whole + walk->len + 1);
}
