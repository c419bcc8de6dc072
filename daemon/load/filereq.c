/*
 * filereq: which blocks are read or written next.
 *
 * As in sysbench the threads share one order of requests, under one lock.  A
 * block that one thread writes is given to no other meanwhile, so that what a
 * block must hold is known at any moment.
 */
#include <sched.h>

#include "daemon/load/fileio.h"

/* Does another thread have some of these blocks? */
static bool
filereq_is_busy(const struct worker *w, uint64_t first, uint64_t n)
{
	const struct run	*run;
	const struct fileio_own	*other;
	unsigned		 busy, i;

	run = w->run;
	for (i = 0; i < run->nworkers; i++) {
		other = run->workers[i].own;
		busy = atomic_load(&other->busy);
		if (busy != 0 && i != w->id && first < other->first + busy &&
		    other->first < first + n)
			return (true);
	}
	return (false);
}

/* Is it time to fsync?  Then all files, one by one, an event each. */
static bool
filereq_next_fsync(const struct options *opt, struct fileio *io,
    struct filereq *req)
{
	if (opt->file_fsync_freq == 0 || opt->file_fsync_all || !io->dirty ||
	    io->performed % (uint64_t)opt->file_fsync_freq != 0)
		return (false);
	req->kind = FILEREQ_FSYNC;
	req->file = io->fsynced++;
	if (io->fsynced == (uint64_t)opt->file_num) {
		io->fsynced = 0;
		io->dirty = false;
	}
	return (true);
}

/* Read or write?  rndrw keeps each thread's reads and writes in proportion. */
static enum filereq_kind
filereq_choose_kind(const struct options *opt, const struct fileio_own *own)
{
	double	 reads, writes;

	switch ((enum file_mode)opt->file_mode) {
	case FILE_SEQRD:
	case FILE_RNDRD:
		return (FILEREQ_READ);
	case FILE_UNSET:
	case FILE_SEQWR:
	case FILE_SEQREWR:
	case FILE_RNDWR:
		return (FILEREQ_WRITE);
	case FILE_RNDRW:
		break;
	}
	reads = (double)(own->all_reads + 1);
	writes = (double)(own->all_writes + 1);
	return (reads / writes < opt->file_rw_ratio ? FILEREQ_READ :
	    FILEREQ_WRITE);
}

/* Where: the first block, and how many.  io->mutex is held. */
static uint64_t
filereq_choose_block(struct worker *w, const struct fileio *io, uint64_t *n)
{
	const struct options	*opt;
	uint64_t		 left, per_file;

	opt = w->run->opt;
	*n = 1;
	if (opt->file_mode >= FILE_RNDRD)
		return (random_below(&w->random, io->blocks));
	per_file = io->file_size / (uint64_t)opt->file_block;
	left = per_file - io->next % per_file;
	*n = io->request / (uint64_t)opt->file_block;
	if (*n > left)
		*n = left;
	return (io->next);
}

/* Try to take a request; false when its blocks are another thread's. */
static bool
filereq_try(struct worker *w, struct fileio *io, struct fileio_own *own)
{
	const struct options	*opt;
	uint64_t		 first, i, n, per_file;

	opt = w->run->opt;
	if (filereq_next_fsync(opt, io, &own->req))
		return (true);
	first = filereq_choose_block(w, io, &n);
	if (!io->reading && filereq_is_busy(w, first, n))
		return (false);
	per_file = io->file_size / (uint64_t)opt->file_block;
	own->req.kind = filereq_choose_kind(opt, own);
	own->req.file = first / per_file;
	own->req.pos = first % per_file * (uint64_t)opt->file_block;
	own->req.size = (size_t)(n * (uint64_t)opt->file_block);
	own->req.stamp = io->latest[first];
	if (own->req.kind == FILEREQ_WRITE) {
		own->req.stamp = ++io->stamp;
		for (i = first; i < first + n; i++)
			io->latest[i] = own->req.stamp;
		io->dirty = true;
	}
	own->first = first;
	atomic_store(&own->busy, (unsigned)n);
	io->performed++;
	io->next = (first + n) % io->blocks;
	return (true);
}

/* Fill in the thread's next request. */
bool
filereq_next(struct worker *w)
{
	struct fileio	*io;
	bool		 taken;

	io = w->run->own;
	do {
		pthread_mutex_lock(&io->mutex);
		taken = filereq_try(w, io, w->own);
		pthread_mutex_unlock(&io->mutex);
		if (taken)
			return (true);
		sched_yield();
	} while (!atomic_load_explicit(&w->run->failed, memory_order_relaxed));
	return (false);
}

/* The thread's request is done; its blocks may be another's. */
void
filereq_done(struct worker *w)
{
	struct fileio_own	*own;

	own = w->own;
	atomic_store(&own->busy, 0);
}
