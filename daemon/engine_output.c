/*
 * engine_output: what was printed: head and tail, a reader's bytes.
 *
 * Reads spool files and packs; knows no row and no message.
 */
#include <sys/stat.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

#include "daemon/engine.h"

static void	*engine_output_pack(int, int64_t, size_t, size_t *);

/* Keep all of it, or the first and the last half of what may be kept. */
int
engine_output_keep(int fd, int64_t kept, struct store_output *output)
{
	struct stat	st;
	int64_t		head, tail;

	memset(output, 0, sizeof(*output));
	if (fd == -1 || fstat(fd, &st) == -1 || st.st_size == 0)
		return (0);
	output->bytes = st.st_size;
	head = st.st_size <= kept ? st.st_size : kept / 2;
	tail = st.st_size <= kept ? 0 : kept - head;
	if (head > 0 && (output->head = engine_output_pack(fd, 0,
	    (size_t)head, &output->head_packed)) == NULL)
		return (-1);
	output->head_bytes = head;
	if (tail > 0 && (output->tail = engine_output_pack(fd,
	    st.st_size - tail, (size_t)tail, &output->tail_packed)) == NULL)
		return (-1);
	output->tail_bytes = tail;
	return (0);
}

/* A piece of the file as one zlib stream. */
static void *
engine_output_pack(int fd, int64_t offset, size_t len, size_t *packed_len)
{
	void	*bytes, *packed;
	uLongf	 size;
	size_t	 got;

	if ((bytes = engine_output_read(fd, offset, (int64_t)len, len,
	    &got)) == NULL)
		return (NULL);
	size = compressBound((uLong)got);
	if ((packed = malloc(size)) != NULL && compress2(packed, &size, bytes,
	    (uLong)got, Z_BEST_SPEED) != Z_OK) {
		free(packed);
		packed = NULL;
	}
	free(bytes);
	*packed_len = size;
	return (packed);
}

/*
 * Of bytes from offset on, the last max: tools sum up at their end.  What a
 * child cut off behind our back reads as zeros.
 */
void *
engine_output_read(int fd, int64_t offset, int64_t bytes, size_t max,
    size_t *len)
{
	char	*to;
	size_t	 at;
	ssize_t	 n;

	if (bytes > (int64_t)max) {
		offset += bytes - (int64_t)max;
		bytes = (int64_t)max;
	}
	*len = (size_t)bytes;
	if ((to = calloc(1, *len + 1)) == NULL)
		return (NULL);
	for (at = 0; at < *len; at += (size_t)n)
		if ((n = pread(fd, to + at, *len - at,
		    (off_t)(offset + (int64_t)at))) <= 0)
			break;
	return (to);
}

/* Unpack a stream of ours. */
void *
engine_output_unpack(const void *packed, size_t packed_len, size_t len)
{
	void	*to;
	uLongf	 size;

	size = (uLongf)len;
	if ((to = calloc(1, len + 1)) == NULL)
		return (NULL);
	if (uncompress(to, &size, packed, (uLong)packed_len) == Z_OK &&
	    size == len)
		return (to);
	free(to);
	return (NULL);
}
