/*
 * fileio: what the files of the fileio test share.
 *
 * fileio.c runs the events, fileset.c knows the files, filereq.c decides what
 * is read or written next.
 */
#ifndef DAEMON_LOAD_FILEIO_H
#define DAEMON_LOAD_FILEIO_H

#include "daemon/load/load.h"

#define FILEIO_PAGE		4096	/* alignment of buffers, for O_DIRECT */

enum filereq_kind { FILEREQ_READ, FILEREQ_WRITE, FILEREQ_FSYNC };

/* One request: some blocks of one file, or an fsync of it. */
struct filereq {
	enum filereq_kind	 kind;
	uint64_t		 file;
	uint64_t		 pos;
	size_t			 size;
	uint64_t		 stamp;	/* written, expected; 0: any */
};

/* A thread's own. */
struct fileio_own {
	void			*buffer;
	struct filereq		 req;
	uint64_t		 first;	/* block of the request under way */
	atomic_uint		 busy;	/* blocks of it; 0: none */
	uint64_t		 all_reads;	/* those of the warm-up too */
	uint64_t		 all_writes;
	uint64_t		 reads;		/* that count */
	uint64_t		 writes;
	uint64_t		 fsyncs;
	uint64_t		 bytes_read;
	uint64_t		 bytes_written;
};

struct fileio {
	int			*fds;
	uint64_t		 nfds;		/* that are open */
	uint64_t		 file_size;
	uint64_t		 blocks;	/* of all files */
	uint64_t		 request;	/* bytes */
	bool			 reading;	/* and nothing else */

	pthread_mutex_t		 mutex;		/* what follows */
	uint64_t		*latest;	/* stamps; 0: none yet */
	uint64_t		 stamp;		/* of the latest write */
	uint64_t		 next;		/* block, sequential */
	uint64_t		 fsynced;	/* file, next to be */
	uint64_t		 performed;
	bool			 dirty;
};

/* fileset.c */
int	 fileset_check(struct options *, char *why);
void	 fileset_sizes(const struct options *, struct fileio *);
int	 fileset_open(struct run *);
void	 fileset_close(struct fileio *);
int	 fileset_prepare(struct run *, struct metrics *);
int	 fileset_cleanup(struct run *, struct metrics *);
void	 fileset_mode(const struct run *);

/* filereq.c: false when the run ends meanwhile. */
bool	 filereq_next(struct worker *);
void	 filereq_done(struct worker *);

#endif
