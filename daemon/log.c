/*
 * log: one line a happening, control characters made visible.
 *
 * Lines of a child go to its sink, the link to the parent; the parent's own
 * go to syslog(3), or to stderr in the foreground.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>

#include "daemon/log.h"
#include "proto/compat.h"
#include "proto/visible.h"

#define LOG_LINE_BYTES	2048

static struct {
	const char	*process;
	bool		 foreground;
	bool		 verbose;
	void		(*sink)(uint32_t, const char *);
} log_state = { .process = "benchd", .foreground = true };

/* Where lines go from now on; process is borrowed for good. */
void
log_open(const char *process, bool foreground, bool verbose)
{
	log_state.process = process;
	log_state.foreground = foreground;
	log_state.verbose = verbose;
	if (!foreground)
		openlog("benchd", LOG_PID | LOG_NDELAY, LOG_DAEMON);
}

/* In a child: sink takes the lines; NULL gives them back to stderr. */
void
log_sink(void (*sink)(uint32_t, const char *))
{
	log_state.sink = sink;
}

/* Write a line of the named process of ours. */
void
log_line(uint32_t level, const char *process, const char *text)
{
	static const int	 priority[] = {
		LOG_DEBUG, LOG_INFO, LOG_WARNING
	};
	char			 line[LOG_LINE_BYTES];

	if (level > LOG_LEVEL_WARN)
		level = LOG_LEVEL_WARN;
	if (level == LOG_LEVEL_DEBUG && !log_state.verbose)
		return;
	visible_copy(line, sizeof(line), text, strlen(text));
	if (log_state.foreground)
		fprintf(stderr, "benchd: %s: %s\n", process, line);
	else
		syslog(priority[level], "%s: %s", process, line);
}

/* Give a finished text to the sink or to the log. */
static void
log_put(uint32_t level, const char *text)
{
	if (log_state.sink != NULL)
		log_state.sink(level, text);
	else
		log_line(level, log_state.process, text);
}

/* Format a line; error 0: without errno's text. */
static void
log_format(uint32_t level, int error, const char *fmt, va_list ap)
{
	char	 text[LOG_LINE_BYTES];
	size_t	 len;

	vsnprintf(text, sizeof(text), fmt, ap);
	len = strlen(text);
	if (error != 0)
		snprintf(text + len, sizeof(text) - len, ": %s",
		    strerror(error));
	log_put(level, text);
}

/* For those who look for a fault. */
void
log_debug(const char *fmt, ...)
{
	va_list	 ap;

	va_start(ap, fmt);
	log_format(LOG_LEVEL_DEBUG, 0, fmt, ap);
	va_end(ap);
}

/* What an operator wants to know of a day. */
void
log_info(const char *fmt, ...)
{
	va_list	 ap;

	va_start(ap, fmt);
	log_format(LOG_LEVEL_INFO, 0, fmt, ap);
	va_end(ap);
}

/* What went wrong, with errno. */
void
log_warn(const char *fmt, ...)
{
	va_list	 ap;
	int	 error;

	error = errno;
	va_start(ap, fmt);
	log_format(LOG_LEVEL_WARN, error, fmt, ap);
	va_end(ap);
}

/* What went wrong, without errno. */
void
log_warnx(const char *fmt, ...)
{
	va_list	 ap;

	va_start(ap, fmt);
	log_format(LOG_LEVEL_WARN, 0, fmt, ap);
	va_end(ap);
}

/* Our own bug, or nothing to stand on, with errno: the end. */
void
log_fatal(const char *fmt, ...)
{
	va_list	 ap;
	int	 error;

	error = errno;
	va_start(ap, fmt);
	log_format(LOG_LEVEL_WARN, error, fmt, ap);
	va_end(ap);
	exit(1);
}

/* The same without errno. */
void
log_fatalx(const char *fmt, ...)
{
	va_list	 ap;

	va_start(ap, fmt);
	log_format(LOG_LEVEL_WARN, 0, fmt, ap);
	va_end(ap);
	exit(1);
}
