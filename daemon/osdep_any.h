/*
 * osdep_any: what the answers for all systems share among themselves.
 *
 * For osdep_*.c only; everybody else asks by osdep.h.
 */
#ifndef DAEMON_OSDEP_ANY_H
#define DAEMON_OSDEP_ANY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct evidence;

/* The beginning of a file as text, its last newline gone; length or -1. */
int	 osdep_text(const char *path, char *text, size_t size);
/* A file that holds one number; 0 or -1. */
int	 osdep_number(const char *path, int64_t *value);
/* Is this SMBIOS uuid none: another form, or what careless makers left in? */
bool	 osdep_uuid_junk(const char *uuid);
/* Whose ABI is the program at path: amd64, i386, arm64 ...; 0 or -1. */
int	 osdep_elf_abi(const char *path, char *abi, size_t size);
/* Fill in what is asked alike everywhere: clock step and load. */
void	 osdep_evidence_any(struct evidence *);
/* Note a figure that was read. */
void	 osdep_evidence_set(struct evidence *, int key, int64_t value);
/* Replace what could confuse a terminal or a log by '?'. */
void	 osdep_printable(char *text);

#endif
