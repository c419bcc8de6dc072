/*
 * scan: numbers, durations and forms in a line, the same in every locale.
 *
 * Numbers reach strtod(3) as digits and an exponent, without a decimal
 * point, so that its locale has nothing to say and its rounding is kept.
 * Knows no tool, allocates nothing, never reads behind a span.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "proto/readers/scan.h"
#include "proto/utf8.h"

#define SCAN_DIGITS	64		/* significant; more change nothing */
#define SCAN_EXP_MAX	100000		/* far beyond any double */
#define SCAN_FIELD_MAX	1000000000000ULL	/* of a duration's field */

/* A decimal number on its way: digits times ten to the exponent. */
struct scan_decimal {
	char	 digits[SCAN_DIGITS];
	size_t	 ndigits;
	long	 exponent;	/* of the last digit kept */
	long	 last;		/* of the last digit printed */
	bool	 negative;
};

static bool	 scan_take_duration(struct scan_span *, struct scan_value *);

/* A digit, in every locale. */
static bool
scan_digit(char c)
{
	return (c >= '0' && c <= '9');
}

/* A blank or a tab. */
static bool
scan_blank(char c)
{
	return (c == ' ' || c == '\t');
}

/* A letter, in every locale. */
static bool
scan_letter(char c)
{
	return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

/* Go n bytes on. */
static void
scan_skip(struct scan_span *s, size_t n)
{
	s->text += n;
	s->len -= n;
}

/* Pass over blanks. */
static void
scan_skip_blanks(struct scan_span *s)
{
	while (s->len > 0 && scan_blank(s->text[0]))
		scan_skip(s, 1);
}

/* Begin a number. */
static void
scan_begin(struct scan_decimal *d)
{
	d->ndigits = 0;
	d->exponent = d->last = 0;
	d->negative = false;
}

/* Append one digit; those beyond the significant ones only weigh. */
static void
scan_push(struct scan_decimal *d, char c, bool fraction)
{
	if (fraction && d->last > -SCAN_EXP_MAX)
		d->last--;
	if (d->ndigits == 0 && c == '0') {
		d->exponent = d->last;
		return;
	}
	if (d->ndigits < SCAN_DIGITS) {
		d->digits[d->ndigits++] = c;
		d->exponent = d->last;
	} else if (!fraction && d->exponent < SCAN_EXP_MAX)
		d->exponent++;
}

/*
 * Digits times ten to e, rounded as strtod(3) does.  Up to 15 digits and 22
 * powers both sides are exact, and one division or product rounds once
 * (Clinger 1990, section 2); most numbers are such, and strtod is slow.
 */
static double
scan_scale(const char *digits, size_t ndigits, long e)
{
	static const double	 powers[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5,
	    1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	    1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
	char			 text[SCAN_DIGITS + 32];
	uint64_t		 whole;
	size_t			 i;

	if (FLT_EVAL_METHOD == 0 && ndigits <= 15 && e >= -22 && e <= 22) {
		for (whole = 0, i = 0; i < ndigits; i++)
			whole = whole * 10 + (uint64_t)(digits[i] - '0');
		return (e < 0 ? (double)whole / powers[-e] :
		    (double)whole * powers[e]);
	}
	snprintf(text, sizeof(text), "%.*se%ld", (int)ndigits, digits, e);
	return (strtod(text, NULL));
}

/* Turn the decimal into a value; too large is NAN. */
static void
scan_finish(struct scan_decimal *d, struct scan_value *v)
{
	if (d->ndigits == 0)
		d->digits[d->ndigits++] = '0';
	v->value = scan_scale(d->digits, d->ndigits, d->exponent);
	if (!isfinite(v->value))
		v->value = NAN;
	else if (d->negative)
		v->value = -v->value;
	v->resolution = scan_scale("1", 1, d->last);
	if (!isfinite(v->resolution))
		v->resolution = 0;
}

/* An exponent such as e-05, if one stands here. */
static void
scan_take_exponent(struct scan_span *s, struct scan_decimal *d)
{
	size_t	 i;
	long	 e;
	bool	 minus;

	if (s->len < 2 || (s->text[0] != 'e' && s->text[0] != 'E'))
		return;
	minus = s->text[1] == '-';
	i = minus || s->text[1] == '+' ? 2 : 1;
	if (i >= s->len || !scan_digit(s->text[i]))
		return;
	for (e = 0; i < s->len && scan_digit(s->text[i]); i++)
		if (e < SCAN_EXP_MAX)
			e = e * 10 + (s->text[i] - '0');
	scan_skip(s, i);
	d->exponent += minus ? -e : e;
	d->last += minus ? -e : e;
}

/* "nan", "inf", "infinity" in any case: a NAN, so that it can be noted. */
static bool
scan_take_nan(struct scan_span *s, struct scan_value *v)
{
	static const char	*const words[] = { "infinity", "nan", "inf" };
	size_t			 i, n;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		n = strlen(words[i]);
		if (s->len < n || strncasecmp(s->text, words[i], n) != 0 ||
		    (s->len > n && scan_letter(s->text[n]) &&
		    s->text[n] != 's' && s->text[n] != 'm'))
			continue;
		scan_skip(s, n);
		v->value = NAN;
		v->resolution = 0;
		return (true);
	}
	return (false);
}

/* A number at the span's beginning. */
static bool
scan_take_number(struct scan_span *s, bool comma, struct scan_value *v)
{
	struct scan_decimal	 d;
	struct scan_span	 at;

	scan_begin(&d);
	at = *s;
	if (at.len > 0 && (at.text[0] == '-' || at.text[0] == '+')) {
		d.negative = at.text[0] == '-';
		scan_skip(&at, 1);
	}
	if (at.len == 0)
		return (false);
	if (!scan_digit(at.text[0])) {
		if (at.text[0] == '.' && at.len > 1 && scan_digit(at.text[1]))
			;	/* .5 */
		else if (scan_take_nan(&at, v))
			goto done;
		else
			return (false);
	}
	for (; at.len > 0 && scan_digit(at.text[0]); scan_skip(&at, 1))
		scan_push(&d, at.text[0], false);
	if (at.len > 0 && (at.text[0] == '.' || (comma && at.text[0] == ',' &&
	    at.len > 1 && scan_digit(at.text[1])))) {
		scan_skip(&at, 1);
		for (; at.len > 0 && scan_digit(at.text[0]); scan_skip(&at, 1))
			scan_push(&d, at.text[0], true);
	}
	scan_take_exponent(&at, &d);
	scan_finish(&d, v);
done:
	v->span.text = s->text;
	v->span.len = (size_t)(at.text - s->text);
	*s = at;
	return (true);
}

/* Digits as a whole number, bounded. */
static bool
scan_take_whole(struct scan_span *s, uint64_t *whole)
{
	if (s->len == 0 || !scan_digit(s->text[0]))
		return (false);
	for (*whole = 0; s->len > 0 && scan_digit(s->text[0]); scan_skip(s, 1))
		if ((*whole = *whole * 10 + (uint64_t)(s->text[0] - '0')) >
		    SCAN_FIELD_MAX)
			return (false);
	return (true);
}

/* Whole seconds and the fraction that follows, if one does. */
static void
scan_take_fraction(struct scan_span *s, uint64_t whole, struct scan_value *v)
{
	struct scan_decimal	 d;
	char			 text[32];
	size_t			 i;

	scan_begin(&d);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)whole);
	for (i = 0; text[i] != '\0'; i++)
		scan_push(&d, text[i], false);
	if (s->len > 1 && (s->text[0] == '.' || s->text[0] == ',') &&
	    scan_digit(s->text[1])) {
		scan_skip(s, 1);
		for (; s->len > 0 && scan_digit(s->text[0]); scan_skip(s, 1))
			scan_push(&d, s->text[0], true);
	}
	scan_finish(&d, v);
}

/* What of a clock follows its first field: m:ss or h:mm:ss. */
static bool
scan_take_clock(struct scan_span *s, uint64_t *total)
{
	uint64_t	 field;
	int		 n;

	for (n = 0; n < 2 && s->len > 1 && s->text[0] == ':' &&
	    scan_digit(s->text[1]); n++) {
		scan_skip(s, 1);
		if (!scan_take_whole(s, &field) || field >= 60)
			return (false);
		*total = *total * 60 + field;
	}
	return (n > 0 && (s->len == 0 || s->text[0] != ':'));
}

/* What a letter behind a field multiplies it by; 0 for none of them. */
static uint64_t
scan_letter_seconds(struct scan_span s)
{
	if (s.len == 0 || (s.len > 1 && s.text[0] == 'm' && s.text[1] == 's'))
		return (0);
	if (s.text[0] == 'd')
		return (86400);
	if (s.text[0] == 'h')
		return (3600);
	return (s.text[0] == 'm' ? 60 : 0);
}

/* A duration at the span's beginning; a trailing s is taken along. */
static bool
scan_take_duration(struct scan_span *s, struct scan_value *v)
{
	struct scan_span	 at;
	uint64_t		 field, total, weight;

	at = *s;
	total = 0;
	if (!scan_take_whole(&at, &field))
		return (false);
	if (at.len > 0 && at.text[0] == ':') {
		total = field;
		if (!scan_take_clock(&at, &total))
			return (false);
		field = 0;
	}
	while ((weight = scan_letter_seconds(at)) != 0) {
		total += field * weight;
		field = 0;
		scan_skip(&at, 1);
		scan_skip_blanks(&at);	/* busybox: 2h 37m 46s */
		if (at.len == 0 || !scan_digit(at.text[0]))
			break;
		if (!scan_take_whole(&at, &field))
			return (false);
	}
	scan_take_fraction(&at, total + field, v);
	if (at.len > 0 && at.text[0] == 's' &&
	    (at.len == 1 || !scan_letter(at.text[1])))
		scan_skip(&at, 1);
	v->span.text = s->text;
	v->span.len = (size_t)(at.text - s->text);
	*s = at;
	return (true);
}

/* Take bytes while they please the directive. */
static void
scan_take_run(struct scan_span *s, char directive, struct scan_value *v)
{
	size_t	 n;
	char	 c;

	for (n = 0; n < s->len; n++) {
		c = s->text[n];
		if (directive == 'w' && scan_blank(c))
			break;
		if (directive == 'u' && !scan_letter(c) && c != '/' && c != '%')
			break;
	}
	v->span.text = s->text;
	v->span.len = n;
	v->value = NAN;
	v->resolution = 0;
	scan_skip(s, n);
}

/* One directive of a form. */
static bool
scan_take(struct scan_span *s, char directive, struct scan_value *v)
{
	switch (directive) {
	case 'n':
	case 'c':
		return (scan_take_number(s, directive == 'c', v));
	case 'd':
		return (scan_take_duration(s, v));
	case 'w':
		scan_take_run(s, 'w', v);
		return (v->span.len > 0);
	default:
		scan_take_run(s, directive, v);
		return (true);
	}
}

/* Match one byte of the form that is no directive. */
static bool
scan_take_literal(struct scan_span *s, char c)
{
	if (c == ' ') {
		scan_skip_blanks(s);
		return (true);
	}
	if (s->len == 0 || s->text[0] != c)
		return (false);
	scan_skip(s, 1);
	return (true);
}

/* Match the beginning of a line against a form; see scan.h. */
bool
scan_form(struct scan_span line, const char *form, struct scan_value *values)
{
	size_t	 n;

	for (n = 0; *form != '\0'; form++) {
		if (*form != '%') {
			if (!scan_take_literal(&line, *form))
				return (false);
			continue;
		}
		switch (*++form) {
		case '%':
			if (!scan_take_literal(&line, '%'))
				return (false);
			break;
		case '$':
			scan_skip_blanks(&line);
			if (line.len > 0)
				return (false);
			break;
		default:
			if (n == SCAN_VALUES_MAX ||
			    !scan_take(&line, *form, &values[n++]))
				return (false);
		}
	}
	return (true);
}

/* A duration, all of the text; see scan.h. */
bool
scan_duration(const char *text, size_t len, double *seconds, double *resolution)
{
	struct scan_span	 s;
	struct scan_value	 v;

	s.text = text;
	s.len = len;
	scan_trim(&s);
	if (!scan_take_duration(&s, &v))
		return (false);
	if (s.len > 0) {
		scan_skip_blanks(&s);
		if (!scan_is(s, "s") && !scan_is(s, "sec"))
			return (false);
	}
	*seconds = v.value;
	*resolution = v.resolution;
	return (isfinite(v.value));
}

/* A number, all of the text; see scan.h. */
bool
scan_number(const char *text, size_t len, bool comma, struct scan_value *v)
{
	struct scan_span	 s;

	s.text = text;
	s.len = len;
	scan_trim(&s);
	return (scan_take_number(&s, comma, v) && s.len == 0);
}

/* Is the span this word? */
bool
scan_is(struct scan_span s, const char *word)
{
	size_t	 i;

	for (i = 0; i < s.len; i++)
		if (word[i] == '\0' || s.text[i] != word[i])
			return (false);
	return (word[i] == '\0');
}

/*
 * Does the span begin with this word?  Most lines differ in the first byte
 * from most words of a table, so bytes are looked at one by one.
 */
bool
scan_begins(struct scan_span s, const char *word)
{
	size_t	 i;

	for (i = 0; word[i] != '\0'; i++)
		if (i == s.len || s.text[i] != word[i])
			return (false);
	return (true);
}

/* The first place of word in the span: *rest begins there. */
bool
scan_find(struct scan_span s, const char *word, struct scan_span *rest)
{
	for (; s.len > 0; scan_skip(&s, 1))
		if (s.text[0] == word[0] && scan_begins(s, word)) {
			*rest = s;
			return (true);
		}
	return (false);
}

/* The last place of word in the span: *rest begins there. */
bool
scan_find_last(struct scan_span s, const char *word, struct scan_span *rest)
{
	bool	 found;

	for (found = false; scan_find(s, word, &s); scan_skip(&s, 1)) {
		*rest = s;
		found = true;
	}
	return (found);
}

/* Take blanks away at both ends. */
void
scan_trim(struct scan_span *s)
{
	scan_skip_blanks(s);
	while (s->len > 0 && scan_blank(s->text[s->len - 1]))
		s->len--;
}

/*
 * Copy into dst as printable UTF-8, ended, cut to its size; what is neither
 * becomes '?', so that every answer that carries it stays valid.
 */
void
scan_copy(char *dst, size_t size, struct scan_span s)
{
	uint32_t	 point;
	size_t		 at, n;

	for (at = 0; s.len > 0; scan_skip(&s, n)) {
		n = utf8_next(s.text, s.len, &point);
		if (at + (n == 0 ? 1 : n) >= size)
			break;
		if (n > 0 && utf8_is_printable(point)) {
			memcpy(dst + at, s.text, n);
			at += n;
		} else {
			dst[at++] = '?';
			n += n == 0;
		}
	}
	dst[at] = '\0';
}
