/*
 * taint_rate: rates that no processor has.
 */
#ifndef DAEMON_TAINT_RATE_H
#define DAEMON_TAINT_RATE_H

#include <stdbool.h>

#include "daemon/taint.h"
#include "proto/readers/reader.h"

/*
 * Is what the tool says faster than any processor is?  Then its work was not
 * done (clang takes sysbench's cpu loop away, 0.4.12 on i386 has none of its
 * memory test).  Fills the taint, of cause factor: the compiler may be what is
 * compared.
 */
bool	 taint_rate(const struct reader_result *, int ncpu, struct taint *);

#endif
