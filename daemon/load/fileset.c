/*
 * fileset: the test files: test_file.0 and so on, in the current folder.
 *
 * Makes, opens and removes them; what is asked of them stands in filereq.c.
 * A symbolic link of such a name is never followed.
 */
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>

#include "daemon/load/fileio.h"

#define FILESET_NAME_BYTES	32
#define FILESET_MIB		(1024.0 * 1024.0)

/* "test_file.N", as sysbench calls it. */
static const char *
fileset_name(uint64_t i, char name[FILESET_NAME_BYTES])
{
	snprintf(name, FILESET_NAME_BYTES, "test_file.%" PRIu64, i);
	return (name);
}

/* Tell what failed with which file; -1. */
static int
fileset_fail(struct run *run, uint64_t i, const char *what)
{
	char	 name[FILESET_NAME_BYTES];

	snprintf(run->why, sizeof(run->why), "%s: %s: %s",
	    fileset_name(i, name), what, strerror(errno));
	return (-1);
}

/* Sizes that do not fit each other are refused. */
int
fileset_check(struct options *opt, char *why)
{
	const char	*fault;
	int64_t		 each;

	fault = NULL;
	each = opt->file_total / opt->file_num;
	if (opt->file_block % 512 != 0)
		fault = "--file-block-size: no multiple of 512";
	else if (each < opt->file_block)
		fault = "--file-total-size: less than one block a file";
	else if (each / opt->file_block * opt->file_num > UINT32_MAX)
		fault = "--file-total-size: more than 2^32 blocks";
	else if (opt->file_mode == FILE_UNSET &&
	    strcmp(opt->command, "run") == 0)
		fault = "--file-test-mode: wanted, one of "
		    "seqwr,seqrewr,seqrd,rndrd,rndwr,rndrw";
	if (fault == NULL)
		return (0);
	strlcpy(why, fault, LOAD_WHY_BYTES);
	return (-1);
}

/* The sizes that follow from the options: whole blocks in every file. */
void
fileset_sizes(const struct options *opt, struct fileio *io)
{
	uint64_t	 block;

	block = (uint64_t)opt->file_block;
	io->file_size = (uint64_t)(opt->file_total / opt->file_num) / block *
	    block;
	io->blocks = io->file_size / block * (uint64_t)opt->file_num;
	io->request = block;
	if (opt->file_merged > 1)
		io->request = block * (uint64_t)opt->file_merged;
	if (io->request > io->file_size)
		io->request = io->file_size;
}

/* How the options want files opened. */
static int
fileset_flags(const struct options *opt)
{
	return ((opt->file_flags & FILE_FLAG_SYNC ? O_SYNC : 0) |
	    (opt->file_flags & FILE_FLAG_DSYNC ? O_DSYNC : 0) |
	    (opt->file_flags & FILE_FLAG_DIRECT ? O_DIRECT : 0));
}

/* One file for the run; made anew for seqwr, else large enough already. */
static int
fileset_open_one(struct run *run, struct fileio *io, uint64_t i)
{
	struct stat	 st;
	char		 name[FILESET_NAME_BYTES];
	int		 flags;

	flags = fileset_flags(run->opt) | O_NOFOLLOW | O_CLOEXEC | O_RDWR;
	if (run->opt->file_mode == FILE_SEQWR) {
		if (unlink(fileset_name(i, name)) == -1 && errno != ENOENT)
			return (fileset_fail(run, i, "remove"));
		flags |= O_CREAT | O_EXCL;
	}
	if ((io->fds[i] = open(fileset_name(i, name), flags, 0600)) == -1)
		return (fileset_fail(run, i, errno == ENOENT ?
		    "open (was prepare run?)" : "open"));
	io->nfds = i + 1;
	if (run->opt->file_mode == FILE_SEQWR)
		return (0);
	if (fstat(io->fds[i], &st) == -1)
		return (fileset_fail(run, i, "stat"));
	if (!S_ISREG(st.st_mode) || (uint64_t)st.st_size < io->file_size) {
		snprintf(run->why, sizeof(run->why), "%s: %jd bytes, but at "
		    "least %" PRIu64 " are expected (was prepare run with "
		    "other sizes?)", name, (intmax_t)st.st_size,
		    io->file_size);
		return (-1);
	}
	return (0);
}

/* All files for the run. */
int
fileset_open(struct run *run)
{
	struct fileio	*io;
	uint64_t	 i, n;

	io = run->own;
	n = (uint64_t)run->opt->file_num;
	if ((io->fds = calloc((size_t)n, sizeof(*io->fds))) == NULL) {
		strlcpy(run->why, "no memory for files", sizeof(run->why));
		return (-1);
	}
	for (i = 0; i < n; i++)
		if (fileset_open_one(run, io, i) == -1)
			return (-1);
	return (0);
}

/* The end of what fileset_open() made, at any stage. */
void
fileset_close(struct fileio *io)
{
	uint64_t	 i;

	for (i = 0; i < io->nfds; i++)
		close(io->fds[i]);
	free(io->fds);
}

/* Flags as sysbench prints them. */
static void
fileset_print_flags(const struct options *opt)
{
	char	 flags[64];

	options_show(opt, "file-extra-flags", flags, sizeof(flags));
	printf("Extra file open flags: %s\n", flags[0] == '\0' ? "(none)" :
	    flags);
}

/* The options that matter, in sysbench's words. */
void
fileset_mode(const struct run *run)
{
	static const char *const	 modes[] = { "unset",
	    "sequential write (creation)", "sequential rewrite",
	    "sequential read", "random read", "random write", "random r/w" };
	const struct options		*opt;
	const struct fileio		*io;
	char				 size[32];

	opt = run->opt;
	io = run->own;
	fileset_print_flags(opt);
	printf("%" PRId64 " files, %s each\n", opt->file_num,
	    report_size(io->file_size, size, sizeof(size)));
	printf("%s total file size\n", report_size(io->file_size *
	    (uint64_t)opt->file_num, size, sizeof(size)));
	printf("Block size %s\n", report_size((uint64_t)opt->file_block, size,
	    sizeof(size)));
	if (opt->file_merged > 0)
		printf("Merging requests up to %s for sequential IO.\n",
		    report_size(io->request, size, sizeof(size)));
	if (opt->file_mode >= FILE_RNDRD)
		printf("Number of IO requests: %" PRId64 "\nRead/Write ratio "
		    "for combined random IO test: %.2f\n", opt->events,
		    opt->file_rw_ratio);
	if (opt->file_fsync_freq > 0)
		printf("Periodic FSYNC enabled, calling fsync() each %" PRId64
		    " requests.\n", opt->file_fsync_freq);
	if (opt->file_fsync_end)
		printf("Calling fsync() at the end of test, Enabled.\n");
	if (opt->file_fsync_all)
		printf("Calling fsync() after each write operation.\n");
	printf("Using synchronous I/O mode\nDoing %s test\n",
	    modes[opt->file_mode]);
}

/* Fill one file from its beginning; its bytes are on the disk afterwards. */
static int
fileset_write(struct run *run, const struct fileio *io, uint64_t i,
    void *buffer)
{
	char		 name[FILESET_NAME_BYTES];
	uint64_t	 pos;
	ssize_t		 n;
	int		 error, fd;

	fd = open(fileset_name(i, name), fileset_flags(run->opt) | O_WRONLY |
	    O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd == -1)
		return (fileset_fail(run, i, "create"));
	for (pos = 0, error = 0; pos < io->file_size && error == 0;
	    pos += io->request) {
		filedata_fill(buffer, io->request, i, pos, io->stamp);
		n = write(fd, buffer, io->request);
		if (n != (ssize_t)io->request) {
			if (n != -1)
				errno = ENOSPC;
			error = fileset_fail(run, i, "write");
		}
	}
	if (error == 0 && fsync(fd) == -1)
		error = fileset_fail(run, i, "fsync");
	if (close(fd) == -1 && error == 0)
		error = fileset_fail(run, i, "close");
	return (error);
}

/* All files, and how long that took. */
static int
fileset_write_all(struct run *run, const struct fileio *io, void *buffer)
{
	char		 name[FILESET_NAME_BYTES];
	uint64_t	 i;

	for (i = 0; i < (uint64_t)run->opt->file_num; i++) {
		if (!run->opt->json)
			printf("Creating file %s\n", fileset_name(i, name));
		if (fileset_write(run, io, i, buffer) == -1)
			return (-1);
	}
	return (0);
}

/* The command prepare; for seqwr, which makes its files, it removes them. */
int
fileset_prepare(struct run *run, struct metrics *m)
{
	struct fileio	 io;
	void		*buffer;
	double		 bytes, seconds;
	uint64_t	 start_ns;
	int		 error;

	if (run->opt->file_mode == FILE_SEQWR)
		return (fileset_cleanup(run, m));
	memset(&io, 0, sizeof(io));
	fileset_sizes(run->opt, &io);
	io.request = (uint64_t)run->opt->file_block;
	io.stamp = random_mix((uint64_t)run->opt->seed) | 1;
	bytes = (double)io.file_size * (double)run->opt->file_num;
	if (!run->opt->json) {
		printf("benchload %s\n\n%" PRId64 " files, %" PRIu64
		    "Kb each, %.0fMb total\nCreating files for the test...\n",
		    LOAD_VERSION, run->opt->file_num, io.file_size / 1024,
		    bytes / FILESET_MIB);
		fileset_print_flags(run->opt);
	}
	if (posix_memalign(&buffer, FILEIO_PAGE, (size_t)io.request) != 0) {
		strlcpy(run->why, "no memory for a block", sizeof(run->why));
		return (-1);
	}
	start_ns = clock_ns();
	error = fileset_write_all(run, &io, buffer);
	seconds = (double)(clock_ns() - start_ns) / 1e9;
	free(buffer);
	if (error == -1)
		return (-1);
	total_metric(m, "prepare_bytes", "B", "-", bytes);
	total_metric(m, "prepare_time", "s", "lower", seconds);
	total_metric(m, "prepare_rate", "MiB/s", "higher", bytes /
	    FILESET_MIB / seconds);
	if (!run->opt->json)
		printf("%.0f bytes written in %.2f seconds (%.2f MiB/sec).\n",
		    bytes, seconds, bytes / FILESET_MIB / seconds);
	return (0);
}

/* The command cleanup. */
int
fileset_cleanup(struct run *run, struct metrics *m)
{
	char		 name[FILESET_NAME_BYTES];
	uint64_t	 i;

	(void)m;
	if (!run->opt->json)
		printf("benchload %s\n\nRemoving test files...\n",
		    LOAD_VERSION);
	for (i = 0; i < (uint64_t)run->opt->file_num; i++)
		if (unlink(fileset_name(i, name)) == -1 && errno != ENOENT)
			return (fileset_fail(run, i, "remove"));
	return (0);
}
