/*
 * osdep_any: the answers, or parts of answers, that no system changes.
 *
 * Reads files and clocks; knows no kernel's own interfaces.
 */
#include "daemon/osdep_any.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/run.h"
#include "proto/compat.h"

/* The beginning of a file as text, its last newline gone; length or -1. */
int
osdep_text(const char *path, char *text, size_t size)
{
	ssize_t	 n;
	size_t	 len;
	int	 fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd == -1)
		return (-1);
	for (len = 0; len < size - 1; len += (size_t)n) {
		n = read(fd, text + len, size - 1 - len);
		if (n == -1 && errno == EINTR)
			n = 0;
		else if (n <= 0)
			break;
	}
	close(fd);
	while (len > 0 && text[len - 1] == '\n')
		len--;
	text[len] = '\0';
	return ((int)len);
}

/* A file that holds one number; 0 or -1. */
int
osdep_number(const char *path, int64_t *value)
{
	char		 text[32], *end;
	long long	 n;

	if (osdep_text(path, text, sizeof(text)) <= 0)
		return (-1);
	errno = 0;
	n = strtoll(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0')
		return (-1);
	*value = n;
	return (0);
}

/* Is this SMBIOS uuid none: another form, or what careless makers left in? */
bool
osdep_uuid_junk(const char *uuid)
{
	static const char *const junk[] = {
		"03000200-0400-0500-0006-000700080009",
		"00020003-0004-0005-0006-000700080009",
		"03020100-0504-0706-0809-0a0b0c0d0e0f",
		"00010203-0405-0607-0809-0a0b0c0d0e0f",
		"12345678-1234-5678-90ab-cddeefaabbcc",
		"12345678-1234-5678-1234-567812345678",
		"11111111-2222-3333-4444-555555555555",
		"00112233-4455-6677-8899-aabbccddeeff",
		"4c4c4544-0000-2010-8020-80c04f202020",
	};
	bool	 varied;
	size_t	 i, digits;

	if (strlen(uuid) != 36)
		return (true);
	varied = false;
	for (i = digits = 0; i < 36; i++) {
		if (i == 8 || i == 13 || i == 18 || i == 23) {
			if (uuid[i] != '-')
				return (true);
			continue;
		}
		if (!isxdigit((unsigned char)uuid[i]))
			return (true);
		/* 0000..., ffff..., fefe...: all pairs are as the first */
		if (tolower((unsigned char)uuid[i]) !=
		    tolower((unsigned char)uuid[digits++ % 2]))
			varied = true;
	}
	for (i = 0; i < nitems(junk); i++)
		if (strcasecmp(uuid, junk[i]) == 0)
			return (true);
	return (!varied);
}

/* Whose ABI is the program at path: amd64, i386, arm64 ...; 0 or -1. */
int
osdep_elf_abi(const char *path, char *abi, size_t size)
{
	static const struct {
		unsigned	 machine, bits;
		const char	*name;
	} known[] = {
		{ 62, 64, "amd64" }, { 62, 32, "x32" }, { 3, 32, "i386" },
		{ 183, 64, "arm64" }, { 40, 32, "armv7" },
		{ 243, 64, "riscv64" }, { 21, 64, "powerpc64" },
		{ 20, 32, "powerpc" },
	};
	unsigned char	 head[20];
	unsigned	 machine, bits;
	ssize_t		 n;
	size_t		 i;
	int		 fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd == -1)
		return (-1);
	n = read(fd, head, sizeof(head));
	close(fd);
	if (n != (ssize_t)sizeof(head) || memcmp(head, "\177ELF", 4) != 0) {
		errno = ENOENT;
		return (-1);
	}
	bits = head[4] == 2 ? 64 : 32;
	machine = head[5] == 2 ? head[18] * 256U + head[19] :
	    head[19] * 256U + head[18];
	for (i = 0; i < nitems(known); i++)
		if (known[i].machine == machine && known[i].bits == bits) {
			strlcpy(abi, known[i].name, size);
			return (0);
		}
	snprintf(abi, size, "elf%u-%u", bits, machine);
	return (0);
}

/* Note a figure that was read. */
void
osdep_evidence_set(struct evidence *evidence, int key, int64_t value)
{
	evidence->value[key] = value;
	evidence->known[key] = 1;
}

/*
 * Fill in what is asked alike everywhere.  The wall clock is read between
 * two readings of the other, so that being kept waiting in between does not
 * look like a step; the closest of a few tries is taken.
 */
void
osdep_evidence_any(struct evidence *evidence)
{
	struct timespec	 a, wall, b;
	int64_t		 from, to, best, step;
	double		 load;
	int		 i;

	best = INT64_MAX;
	step = 0;
	for (i = 0; i < 3; i++) {
		clock_gettime(CLOCK_MONOTONIC, &a);
		clock_gettime(CLOCK_REALTIME, &wall);
		clock_gettime(CLOCK_MONOTONIC, &b);
		from = (int64_t)a.tv_sec * 1000000000 + a.tv_nsec;
		to = (int64_t)b.tv_sec * 1000000000 + b.tv_nsec;
		if (to - from >= best)
			continue;
		best = to - from;
		step = ((int64_t)wall.tv_sec * 1000000000 + wall.tv_nsec -
		    from - best / 2) / 1000;
	}
	osdep_evidence_set(evidence, EVIDENCE_CLOCK_STEP_US, step);
	if (getloadavg(&load, 1) == 1)
		osdep_evidence_set(evidence, EVIDENCE_LOAD_MILLI,
		    (int64_t)(load * 1000 + 0.5));
}

/* Replace what could confuse a terminal or a log by '?'. */
void
osdep_printable(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
			*text = '?';
}
