/*
 * fileio: events that read or write blocks of files, or fsync a file.
 *
 * Every block read is checked whole: that it belongs there, and that it is
 * what was last written.  Every block written is read back after the run.
 * Which block comes next is filereq.c's, the files are fileset.c's.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "daemon/load/fileio.h"

#define FILEIO_MIB	(1024.0 * 1024.0)

/* A thread's buffer and counts, on lines of its own. */
static int
fileio_open_own(const struct fileio *io, struct worker *w)
{
	struct fileio_own	*own;
	void			*memory;

	if (posix_memalign(&memory, LOAD_LINE_BYTES,
	    sizeof(*own) + LOAD_LINE_BYTES) != 0)
		return (-1);
	memset(memory, 0, sizeof(*own));
	own = w->own = memory;
	if (posix_memalign(&memory, FILEIO_PAGE, (size_t)io->request) != 0)
		return (-1);
	own->buffer = memory;
	return (0);
}

/* Files, buffers, and the stamps of this run, which no other run has. */
static int
fileio_open(struct run *run)
{
	struct fileio	*io;
	unsigned	 i;

	strlcpy(run->why, "no memory for blocks", sizeof(run->why));
	if ((io = run->own = calloc(1, sizeof(*io))) == NULL)
		return (-1);
	pthread_mutex_init(&io->mutex, NULL);
	fileset_sizes(run->opt, io);
	io->reading = run->opt->file_mode == FILE_SEQRD ||
	    run->opt->file_mode == FILE_RNDRD;
	io->stamp = random_mix(clock_ns() ^ (uint64_t)getpid() << 32) &
	    ~(uint64_t)UINT32_MAX;
	if ((io->latest = calloc((size_t)io->blocks, sizeof(*io->latest))) ==
	    NULL)
		return (-1);
	for (i = 0; i < run->nworkers; i++)
		if (fileio_open_own(io, &run->workers[i]) == -1)
			return (-1);
	run->why[0] = '\0';
	return (fileset_open(run));
}

/* fsync one file, by the call asked for. */
static int
fileio_fsync(struct worker *w, uint64_t file)
{
	const struct fileio	*io;
	struct fileio_own	*own;
	int			 error;

	io = w->run->own;
	own = w->own;
	error = w->run->opt->file_fsync_mode == FILE_FDATASYNC ?
	    fdatasync(io->fds[file]) : fsync(io->fds[file]);
	if (error == -1)
		return (worker_fail(w, "test_file.%" PRIu64 ": fsync: %s",
		    file, strerror(errno)));
	own->fsyncs += w->counted;
	return (0);
}

/* A request that did not come to all its bytes. */
static int
fileio_fail_short(struct worker *w, const char *what, ssize_t n)
{
	const struct fileio_own	*own;

	own = w->own;
	if (n == -1)
		return (worker_fail(w, "test_file.%" PRIu64 " at %" PRIu64
		    ": %s: %s", own->req.file, own->req.pos, what,
		    strerror(errno)));
	return (worker_fail(w, "test_file.%" PRIu64 " at %" PRIu64 ": %s: %zd "
	    "of %zu bytes", own->req.file, own->req.pos, what, n,
	    own->req.size));
}

/* Read, and check every byte. */
static int
fileio_read(struct worker *w)
{
	const struct fileio	*io;
	struct fileio_own	*own;
	ssize_t			 n;

	io = w->run->own;
	own = w->own;
	n = pread(io->fds[own->req.file], own->buffer, own->req.size,
	    (off_t)own->req.pos);
	if (n != (ssize_t)own->req.size)
		return (fileio_fail_short(w, "read", n));
	if (!filedata_check(own->buffer, own->req.size, own->req.file,
	    own->req.pos, own->req.stamp))
		return (worker_fail(w, "test_file.%" PRIu64 " at %" PRIu64
		    ": the block read is not the block written", own->req.file,
		    own->req.pos));
	own->all_reads++;
	own->reads += w->counted;
	own->bytes_read += w->counted ? own->req.size : 0;
	return (0);
}

/* Write a block that no other write makes. */
static int
fileio_write(struct worker *w)
{
	const struct fileio	*io;
	struct fileio_own	*own;
	ssize_t			 n;

	io = w->run->own;
	own = w->own;
	filedata_fill(own->buffer, own->req.size, own->req.file, own->req.pos,
	    own->req.stamp);
	n = pwrite(io->fds[own->req.file], own->buffer, own->req.size,
	    (off_t)own->req.pos);
	if (n != (ssize_t)own->req.size)
		return (fileio_fail_short(w, "write", n));
	own->all_writes++;
	own->writes += w->counted;
	own->bytes_written += w->counted ? own->req.size : 0;
	return (w->run->opt->file_fsync_all ? fileio_fsync(w, own->req.file) :
	    0);
}

/* One event. */
static int
fileio_event(struct worker *w)
{
	struct fileio_own	*own;
	int			 error;

	if (!filereq_next(w))
		return (-1);
	own = w->own;
	error = -1;
	switch (own->req.kind) {
	case FILEREQ_READ:
		error = fileio_read(w);
		break;
	case FILEREQ_WRITE:
		error = fileio_write(w);
		break;
	case FILEREQ_FSYNC:
		error = fileio_fsync(w, own->req.file);
		break;
	}
	filereq_done(w);
	return (error);
}

/* A thread's end: fsync all files, each thread for itself, as sysbench. */
static int
fileio_end(struct worker *w)
{
	const struct fileio	*io;
	uint64_t		 i;

	io = w->run->own;
	if (io->reading || !w->run->opt->file_fsync_end)
		return (0);
	for (i = 0; i < io->nfds; i++)
		if (fileio_fsync(w, i) == -1)
			return (-1);
	return (0);
}

/* Read back every block that this run wrote; -1 with run->why. */
static int
fileio_read_back(struct run *run, uint64_t *n)
{
	const struct fileio	*io;
	struct fileio_own	*own;
	size_t			 size;
	uint64_t		 file, i, per_file, pos;

	io = run->own;
	own = run->workers[0].own;
	size = (size_t)run->opt->file_block;
	per_file = io->file_size / size;
	for (i = 0, *n = 0; i < io->blocks; i++) {
		if (io->latest[i] == 0)
			continue;
		file = i / per_file;
		pos = i % per_file * size;
		if (pread(io->fds[file], own->buffer, size, (off_t)pos) !=
		    (ssize_t)size || !filedata_check(own->buffer, size, file,
		    pos, io->latest[i])) {
			snprintf(run->why, sizeof(run->why), "test_file.%"
			    PRIu64 " at %" PRIu64 ": the block written cannot "
			    "be read back", file, pos);
			return (-1);
		}
		++*n;
	}
	return (0);
}

/* What all threads did. */
static struct fileio_own
fileio_sum(const struct run *run)
{
	const struct fileio_own	*own;
	struct fileio_own	 sum;
	unsigned		 i;

	memset(&sum, 0, sizeof(sum));
	for (i = 0; i < run->nworkers; i++) {
		own = run->workers[i].own;
		sum.reads += own->reads;
		sum.writes += own->writes;
		sum.fsyncs += own->fsyncs;
		sum.bytes_read += own->bytes_read;
		sum.bytes_written += own->bytes_written;
	}
	return (sum);
}

/* Say what was read and written, after looking. */
static int
fileio_prove(struct run *run, char *proof, size_t size)
{
	struct fileio_own	 sum;
	uint64_t		 n;

	if (fileio_read_back(run, &n) == -1)
		return (-1);
	sum = fileio_sum(run);
	snprintf(proof, size, "%" PRIu64 " bytes read, each block as it was "
	    "written; %" PRIu64 " bytes written, %" PRIu64 " blocks read back",
	    sum.bytes_read, sum.bytes_written, n);
	return (0);
}

/* Figures of all threads, by name. */
static void
fileio_metrics(const struct run *run, struct metrics *m)
{
	struct fileio_own	 sum;
	double			 s;

	sum = fileio_sum(run);
	s = total_seconds(run);
	total_metric(m, "file_reads_per_sec", "1/s", "higher",
	    (double)sum.reads / s);
	total_metric(m, "file_writes_per_sec", "1/s", "higher",
	    (double)sum.writes / s);
	total_metric(m, "file_fsyncs_per_sec", "1/s", "higher",
	    (double)sum.fsyncs / s);
	total_metric(m, "file_read_rate", "MiB/s", "higher",
	    (double)sum.bytes_read / FILEIO_MIB / s);
	total_metric(m, "file_write_rate", "MiB/s", "higher",
	    (double)sum.bytes_written / FILEIO_MIB / s);
}

/* The same for people. */
static void
fileio_speed(const struct run *run)
{
	struct metrics	 m;

	m.n = 0;
	fileio_metrics(run, &m);
	printf("\nFile operations:\n");
	printf("    reads/s:                      %4.2f\n", m.row[0].value);
	printf("    writes/s:                     %4.2f\n", m.row[1].value);
	printf("    fsyncs/s:                     %4.2f\n\n", m.row[2].value);
	printf("Throughput:\n");
	printf("    read, MiB/s:                  %4.2f\n", m.row[3].value);
	printf("    written, MiB/s:               %4.2f\n", m.row[4].value);
}

/* The end of what fileio_open() made. */
static void
fileio_close(struct run *run)
{
	struct fileio		*io;
	struct fileio_own	*own;
	unsigned		 i;

	if ((io = run->own) == NULL)
		return;
	for (i = 0; i < run->nworkers; i++) {
		if ((own = run->workers[i].own) != NULL)
			free(own->buffer);
		free(own);
	}
	fileset_close(io);
	free(io->latest);
	free(io);
}

const struct test fileio_test = {
	.name = "fileio",
	.title = "reads, writes and fsyncs of files",
	.work = 1,
	.check = fileset_check,
	.open = fileio_open,
	.mode = fileset_mode,
	.event = fileio_event,
	.end = fileio_end,
	.prove = fileio_prove,
	.speed = fileio_speed,
	.metrics = fileio_metrics,
	.close = fileio_close,
	.prepare = fileset_prepare,
	.cleanup = fileset_cleanup,
};
