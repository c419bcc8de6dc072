/*
 * store_beside: the files that lie beside the database.
 *
 * Knows files, not SQL.  Nothing here may fail a run: a reserve that cannot
 * be made is tried again, a stamp that cannot be written costs the clients a
 * pull from the beginning.
 */
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/store.h"
#include "daemon/store_beside.h"
#include "daemon/uid.h"

#define STORE_BESIDE_RESERVE	"reserve"
#define STORE_BESIDE_STAMP	"stamp"
#define STORE_BESIDE_HOST	"host.id"
#define STORE_BESIDE_LINE	96	/* one sector is written whole */

static int	 store_beside_line(const uint8_t *, int64_t, char *, size_t);
static int	 store_beside_read(const char *, char *, size_t);
static int	 store_beside_write(const char *, const char *, bool);

/* Random bytes, for a file system that compresses would keep no room else. */
int
store_beside_reserve(int64_t bytes)
{
	static const char	 making[] = STORE_BESIDE_RESERVE ".new";
	unsigned char		 block[65536];
	struct stat		 st;
	int64_t			 done;
	int			 fd, saved;

	if (stat(STORE_BESIDE_RESERVE, &st) == 0 && st.st_size >= bytes)
		return (0);
	if ((fd = open(making, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
	    0600)) == -1)
		return (-1);
	uid_random(block, sizeof(block));
	for (done = 0; done < bytes; done += (int64_t)sizeof(block))
		if (write(fd, block, sizeof(block)) !=
		    (ssize_t)sizeof(block)) {
			saved = errno == 0 ? ENOSPC : errno;
			close(fd);
			unlink(making);
			errno = saved;
			return (-1);
		}
	close(fd);
	return (rename(making, STORE_BESIDE_RESERVE));
}

/* Its room is the database's from now on. */
bool
store_beside_give_up(void)
{
	return (unlink(STORE_BESIDE_RESERVE) == 0);
}

/* What the stamp should say of the database now. */
static int
store_beside_line(const uint8_t *incarnation, int64_t seq, char *line,
    size_t size)
{
	char		hex[UID_HEX_BYTES];
	struct stat	st;

	if (stat(STORE_FILE, &st) == -1)
		return (-1);
	uid_hex(incarnation, UID_BYTES, hex);
	snprintf(line, size, "%s %020" PRIu64 " %019" PRId64, hex,
	    (uint64_t)st.st_ino, seq);
	return (0);
}

/*
 * Is the database other than we left it?  It may have gone on since (a kill
 * leaves the stamp behind), never back.  A file's device number says nothing:
 * it may change with the boot.
 */
bool
store_beside_differs(const uint8_t *incarnation, int64_t seq)
{
	char		hex[UID_HEX_BYTES], is[STORE_BESIDE_LINE];
	char		was[STORE_BESIDE_LINE];
	uint64_t	is_inode, was_inode;
	int64_t		was_seq;

	uid_hex(incarnation, UID_BYTES, hex);
	if (store_beside_line(incarnation, seq, is, sizeof(is)) == -1 ||
	    store_beside_read(STORE_BESIDE_STAMP, was, sizeof(was)) == -1)
		return (true);
	if (sscanf(is, "%*s %" SCNu64, &is_inode) != 1 ||
	    sscanf(was, "%*s %" SCNu64 " %" SCNd64, &was_inode, &was_seq) != 2)
		return (true);
	return (strncmp(was, hex, UID_HEX_BYTES - 1) != 0 ||
	    was_inode != is_inode || was_seq > seq);
}

/*
 * Say in one sector's write what the database is now.  It may stay behind at
 * a power cut, so nothing waits for the disk.
 */
int
store_beside_stamp(const uint8_t *incarnation, int64_t seq)
{
	char	line[STORE_BESIDE_LINE];

	if (store_beside_line(incarnation, seq, line, sizeof(line)) == -1)
		return (-1);
	return (store_beside_write(STORE_BESIDE_STAMP, line, false));
}

/* The host's id.  It is on the disk before anybody is told. */
int
store_beside_host(const uint8_t *hint, uint8_t *uid)
{
	char	line[STORE_BESIDE_LINE];

	if (store_beside_read(STORE_BESIDE_HOST, line, sizeof(line)) == 0 &&
	    uid_unhex(line, uid, UID_BYTES) == 2 * UID_BYTES)
		return (0);
	if (hint != NULL)
		memcpy(uid, hint, UID_BYTES);
	else
		uid_new(uid);
	uid_hex(uid, UID_BYTES, line);
	return (store_beside_write(STORE_BESIDE_HOST, line, true));
}

/* The first line of a small file. */
static int
store_beside_read(const char *path, char *line, size_t size)
{
	ssize_t	n;
	int	fd;

	if ((fd = open(path, O_RDONLY | O_CLOEXEC)) == -1)
		return (-1);
	n = read(fd, line, size - 1);
	close(fd);
	if (n <= 0)
		return (-1);
	line[n] = '\0';
	line[strcspn(line, "\n")] = '\0';
	return (0);
}

/* Write a line over the old one, which is as long; to the disk or not. */
static int
store_beside_write(const char *path, const char *line, bool durable)
{
	char	text[STORE_BESIDE_LINE + 1];
	int	fd, len, status;

	if ((fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600)) == -1)
		return (-1);
	len = snprintf(text, sizeof(text), "%s\n", line);
	status = pwrite(fd, text, (size_t)len, 0) == len ? 0 : -1;
	if (durable && fsync(fd) == -1)
		status = -1;
	close(fd);
	return (status);
}
