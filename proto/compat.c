/*
 * compat: bodies for the BSD names that compat.h declares.
 *
 * Behaves as the BSD manual pages say and knows nothing of benchd.
 */
#include "proto/compat.h"

#ifdef __linux__

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

static struct {
	char		 progname[64];
	char		*title;		/* the old argv and environment */
	size_t		 title_bytes;
} compat;

/* Copy src to dst[size], always ended; returns strlen(src). */
size_t
strlcpy(char *dst, const char *src, size_t size)
{
	size_t	 len, n;

	len = strlen(src);
	if (size != 0) {
		n = len < size - 1 ? len : size - 1;
		memcpy(dst, src, n);
		dst[n] = '\0';
	}
	return (len);
}

/* Append src to dst[size], always ended; returns the length wished for. */
size_t
strlcat(char *dst, const char *src, size_t size)
{
	size_t	 len;

	len = strnlen(dst, size);
	if (len == size)
		return (size + strlen(src));
	return (len + strlcpy(dst + len, src, size - len));
}

/* A whole decimal number within bounds, or 0 with *why set. */
long long
strtonum(const char *text, long long min, long long max, const char **why)
{
	char		*end;
	long long	 value;

	errno = 0;
	*why = NULL;
	value = strtoll(text, &end, 10);
	if (min > max || end == text || *end != '\0')
		*why = "invalid";
	else if (value < min || (value == LLONG_MIN && errno == ERANGE))
		*why = "too small";
	else if (value > max || (value == LLONG_MAX && errno == ERANGE))
		*why = "too large";
	if (*why == NULL)
		return (value);
	errno = *why[0] == 'i' ? EINVAL : ERANGE;
	return (0);
}

/* The program's own name, without its folder. */
const char *
getprogname(void)
{
	return (compat.progname[0] != '\0' ? compat.progname : "?");
}

/* Remember the last part of path; a copy, for titles are written over it. */
void
setprogname(const char *path)
{
	const char	*slash;

	slash = strrchr(path, '/');
	strlcpy(compat.progname, slash != NULL ? slash + 1 : path,
	    sizeof(compat.progname));
}

/*
 * Give argv and environment of main() to later titles.  The environment is
 * cleared: nothing of it is wanted by a process that has a title.
 */
void
compat_setproctitle_init(int argc, char **argv, char **envp)
{
	char	*end;
	int	 i;

	end = argv[0] + strlen(argv[0]) + 1;
	for (i = 1; i < argc && argv[i] == end; i++)
		end += strlen(argv[i]) + 1;
	for (i = 0; i == 0 || envp[i - 1] != NULL; i++)
		if (envp[i] != NULL && envp[i] == end)
			end += strlen(envp[i]) + 1;
	compat.title = argv[0];
	compat.title_bytes = (size_t)(end - argv[0]);
}

/* Show "name: text" in ps(1), as far as there is room. */
void
setproctitle(const char *fmt, ...)
{
	va_list	 ap;
	size_t	 len;

	if (compat.title == NULL)
		return;
	memset(compat.title, 0, compat.title_bytes);
	snprintf(compat.title, compat.title_bytes, "%s: ", getprogname());
	len = strlen(compat.title);
	va_start(ap, fmt);
	vsnprintf(compat.title + len, compat.title_bytes - len, fmt, ap);
	va_end(ap);
}

#endif
