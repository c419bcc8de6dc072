/*
 * show: times and sizes as people write them.
 *
 * All write to text[size] and return it.
 */
#ifndef CLIENT_SHOW_H
#define CLIENT_SHOW_H

#include <stddef.h>
#include <stdint.h>

#define SHOW_BYTES	32

/* What has passed or is left: 9s 1m12s 2h03m "3 days". */
const char	*show_span(int64_t us, char *text, size_t size);
/* A clock's time today (18:12), else its date too (2026-01-14 18:12). */
const char	*show_time(int64_t at_us, int64_t now_us, char *text,
		    size_t size);
/* A measured duration: 0.1234, 262.09, 43m28.1s from ten minutes on. */
const char	*show_seconds(double s, char *text, size_t size);
/* Any number, with four or five digits that mean something. */
const char	*show_number(double value, char *text, size_t size);
/* 0.6%; with its sign where it is a change: +2.6%, -26.39%. */
const char	*show_percent(double percent, char *text, size_t size);
const char	*show_change(double percent, char *text, size_t size);
/* Binary units: 512 B, 1.5 KiB, 16 GiB. */
const char	*show_size(int64_t bytes, char *text, size_t size);

#endif
