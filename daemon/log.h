/*
 * log: one line a happening, control characters made visible.
 *
 * The parent writes (syslog, or stderr in the foreground); children hand
 * their lines to the parent.  log_warn adds errno, log_warnx does not;
 * log_fatal() likewise, and end the process: only for our own bugs.
 */
#ifndef DAEMON_LOG_H
#define DAEMON_LOG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "proto/compat.h"

enum log_level { LOG_LEVEL_DEBUG, LOG_LEVEL_INFO, LOG_LEVEL_WARN };

/* Write to stderr (foreground) or syslog.  Debug lines only when verbose. */
void	 log_open(const char *process, bool foreground, bool verbose);
/* In a child: give lines to sink instead. */
void	 log_sink(void (*sink)(uint32_t level, const char *line));
/* Write a line that came from a child, whose name leads it. */
void	 log_line(uint32_t level, const char *process, const char *text);

void	 log_debug(const char *, ...) __printflike(1, 2);
void	 log_info(const char *, ...) __printflike(1, 2);
void	 log_warn(const char *, ...) __printflike(1, 2);
void	 log_warnx(const char *, ...) __printflike(1, 2);
void	 log_fatal(const char *, ...) __printflike(1, 2)
	    __attribute__((__noreturn__));
void	 log_fatalx(const char *, ...) __printflike(1, 2)
	    __attribute__((__noreturn__));

#endif
