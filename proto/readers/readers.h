/*
 * readers: the one function of each reader, for the table in reader.c.
 *
 * Each reads the text from its beginning and returns whether it is its
 * tool's.  It sets tool, version, test, options, threads and outcome, and
 * adds what it finds; the exit status is none of its business.
 */
#ifndef PROTO_READERS_READERS_H
#define PROTO_READERS_READERS_H

#include "proto/readers/clean.h"
#include "proto/readers/found.h"

bool	 benchload_read(struct clean_text *, struct found *);
bool	 dmesg_read(struct clean_text *, struct found *);
bool	 fio_read(struct clean_text *, struct found *);
bool	 freebsd_build_read(struct clean_text *, struct found *);
bool	 hyperfine_read(struct clean_text *, struct found *);
bool	 iperf3_read(struct clean_text *, struct found *);
bool	 ministat_read(struct clean_text *, struct found *);
bool	 openssl_read(struct clean_text *, struct found *);
bool	 stream_read(struct clean_text *, struct found *);
bool	 sysbench_read(struct clean_text *, struct found *);
bool	 sysctl_read(struct clean_text *, struct found *);
bool	 time_read(struct clean_text *, struct found *);
bool	 ubench_read(struct clean_text *, struct found *);
bool	 unixbench_read(struct clean_text *, struct found *);

/* sysbench's report under another tool's name. */
bool	 sysbench_read_as(struct clean_text *, struct found *, const char *);

/* A line of STREAM's table, "Copy: 16324.7 0.010650 0.007841 0.016005". */
bool	 stream_take_row(struct found *, struct scan_span);

/* Does a make(1) say in this line that it gave up? */
bool	 time_is_make_failure(struct scan_span);

#endif
