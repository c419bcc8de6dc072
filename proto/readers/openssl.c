/*
 * openssl: openssl speed, 1.0 to 3, and LibreSSL's.
 *
 * The table is in 1000s of bytes a second ("k"), -mr in bytes a second.  A
 * second is one of user CPU time unless -elapsed was given.  Public keys are
 * named as the command's arguments name them (rsa2048, ecdsap256).  What
 * children of -multi tell each other is not a result.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "proto/readers/readers.h"

#define OPENSSL_SIZES	32
#define OPENSSL_RATES	64

/* The columns when none are said: five to 1.0, six later. */
static const int	 openssl_sizes[] = { 16, 64, 256, 1024, 8192, 16384 };

/*
 * The families of -mr's "+F" lines, with the first of the numbers under
 * which their operations are counted in "+R" lines.
 */
static const struct {
	int		 kind;
	int		 counts;
	const char	*family;
	const char	*names[2];
} openssl_families[] = {
	{ 2, 1, "rsa",		{ "sign", "verify" } },
	{ 3, 3, "dsa",		{ "sign", "verify" } },
	{ 4, 5, "ecdsap",	{ "sign", "verify" } },
	{ 5, 7, "ecdhp",	{ "op", NULL } },
	{ 6, 8, "ed",		{ "sign", "verify" } },
};

/* What was counted for a key: "+R1:1685:2048:0.67". */
struct openssl_rate {
	int	 kind;		/* 1 RSA private, 2 public, and so on */
	int	 bits;
	double	 rate;
};

/* How far the reading is. */
struct openssl {
	struct found		*found;
	long			 sizes[OPENSSL_SIZES];
	size_t			 nsizes;
	struct openssl_rate	 rates[OPENSSL_RATES];
	size_t			 nrates;
	int			 children;
	bool			 begun;		/* "Doing ... for 3s" */
	bool			 table;
	bool			 lacks;		/* a row ended early */
};

/* The next piece up to sep; false at the end. */
static bool
openssl_piece(struct scan_span *rest, char sep, struct scan_span *piece)
{
	const char	*end;

	if (rest->len == 0)
		return (false);
	end = memchr(rest->text, sep, rest->len);
	piece->text = rest->text;
	piece->len = end == NULL ? rest->len : (size_t)(end - rest->text);
	rest->text += piece->len + (end != NULL);
	rest->len -= piece->len + (end != NULL);
	return (true);
}

/* Does a text that ends without a newline end in so many decimals? */
static bool
openssl_is_whole(struct scan_span line, size_t decimals)
{
	return (line.len > decimals + 1 &&
	    line.text[line.len - decimals - 1] == '.');
}

/* The columns: "type  16 bytes  64 bytes", or "+H:16:64". */
static void
openssl_take_sizes(struct openssl *o, struct scan_span rest, char sep)
{
	struct scan_span	 piece;
	struct scan_value	 v;

	o->nsizes = 0;
	while (openssl_piece(&rest, sep, &piece) && o->nsizes < OPENSSL_SIZES)
		if (scan_number(piece.text, piece.len, false, &v) &&
		    v.value >= 1 && v.value < 1e9)
			o->sizes[o->nsizes++] = (long)v.value;
}

/* A rate for one block size. */
static void
openssl_store(struct openssl *o, struct scan_span name, size_t column,
    const char *unit, const struct scan_value *v)
{
	char	 text[READER_NAME_BYTES];
	char	 size[24];

	if (o->nsizes == 0)
		snprintf(size, sizeof(size), "/%dB", openssl_sizes[column]);
	else
		snprintf(size, sizeof(size), "/%ldB", o->sizes[column]);
	scan_copy(text, sizeof(text) - sizeof(size), name);
	strlcat(text, size, sizeof(text));
	found_metric(o->found, text, unit, READER_HIGHER, v);
}

/* How many columns a row must have. */
static size_t
openssl_columns(const struct openssl *o, size_t n)
{
	if (o->nsizes > 0)
		return (o->nsizes);
	return (n == nitems(openssl_sizes) - 1 ? n : nitems(openssl_sizes));
}

/* "aes-128 cbc  107597.57k  119115.77k ..."; below 10 kB/s it has no k. */
static bool
openssl_take_row(struct openssl *o, struct scan_span line, bool cut)
{
	struct scan_span	 name, piece, rest;
	struct scan_value	 v[OPENSSL_SIZES];
	bool			 kilo[OPENSSL_SIZES], some;
	size_t			 i, n;

	name.text = line.text;
	name.len = 0;
	for (n = 0, rest = line; openssl_piece(&rest, ' ', &piece);) {
		if (piece.len == 0)
			continue;
		kilo[n] = piece.text[piece.len - 1] == 'k';
		if (name.len > 0 && n < OPENSSL_SIZES - 1 &&
		    memchr(piece.text, '.', piece.len) != NULL &&
		    scan_number(piece.text, piece.len - kilo[n], false, &v[n]))
			n++;
		else if (n > 0)
			return (false);
		else
			name.len = (size_t)(piece.text + piece.len - name.text);
	}
	for (i = 0, some = false; i < n; i++)
		some |= kilo[i];
	if (n == 0 || (!some && n != o->nsizes) || (n == 1 && o->nsizes != 1))
		return (false);
	n -= cut && !kilo[n - 1];
	for (i = 0; i < n && i < openssl_columns(o, n); i++)
		openssl_store(o, name, i, kilo[i] ? "kB/s" : "B/s", &v[i]);
	o->lacks |= n < openssl_columns(o, n);
	return (o->table = true);
}

/* One figure of a public key. */
static void
openssl_store_key(struct openssl *o, const char *key, const char *what,
    const struct scan_value *v)
{
	char	 text[READER_NAME_BYTES];
	bool	 time;

	time = strstr(what, "_time") != NULL;
	snprintf(text, sizeof(text), "%.64s/%s", key, what);
	found_metric(o->found, text, time ? "s" : "1/s",
	    time ? READER_LOWER : READER_HIGHER, v);
}

/*
 * The argument that measures a key: rsa2048, ecdsap256, ecdhp256, ed25519.
 * Where a curve is named, the bits are in its name.
 */
static void
openssl_key(char *key, size_t size, const char *family, struct scan_span bits,
    struct scan_span curve)
{
	char	 word[32];
	size_t	 skip;

	skip = 0;
	if (curve.len > 0 && curve.text[curve.len - 1] == ')')
		curve.len--;
	if (scan_begins(curve, "nist"))
		skip = strlen("nist");
	else if (scan_begins(curve, "Ed"))
		skip = strlen("Ed");
	else if (scan_begins(curve, "X")) {
		skip = strlen("X");
		family = "ecdhx";
	}
	curve.text += skip;
	curve.len -= skip;
	scan_copy(word, sizeof(word), curve.len > 0 ? curve : bits);
	snprintf(key, size, "%s%s", family, word);
}

/* "rsa 2048 bits 0.000448s 0.000023s 2232.4 43948.5", and of curves. */
static bool
openssl_take_key(struct openssl *o, struct scan_span line)
{
	static const struct {
		const char	*form;
		const char	*family;
		bool		 curve;
	} rows[] = {
		{ "rsa %w bits %*",			"rsa",	false },
		{ "dsa %w bits %*",			"dsa",	false },
		{ " %w bits ecdsa (%w %*",		"ecdsa", true },
		{ " %w bits EdDSA (%w %*",		"ed",	true },
		{ " %w bits ecdh (%w %*",		"ecdh",	true },
	};
	static const char *const	 pair[] = { "sign_time", "verify_time",
	    "sign", "verify" };
	static const char *const	 single[] = { "op_time", "op" };
	static const char *const	 quad[] = { "sign_time", "verify_time",
	    "encrypt_time", "decrypt_time", "sign", "verify", "encrypt",
	    "decrypt" };
	struct scan_span		 none = { "", 0 };
	struct scan_value		 v[SCAN_VALUES_MAX];
	char				 key[64];
	size_t				 i, n;

	for (i = 0; i < nitems(rows); i++)
		if (scan_form(line, rows[i].form, v))
			break;
	if (i == nitems(rows))
		return (false);
	openssl_key(key, sizeof(key), rows[i].family, v[0].span,
	    rows[i].curve ? v[1].span : none);
	line = rows[i].curve ? v[2].span : v[1].span;
	if (scan_form(line, " %ns %ns %ns %ns %n %n %n %n%$", v))
		n = nitems(quad);
	else if (scan_form(line, " %ns %ns %n %n%$", v))
		n = nitems(pair);
	else if (strcmp(rows[i].family, "ecdh") == 0 &&
	    scan_form(line, " %ns %n%$", v))
		n = nitems(single);
	else
		return (false);
	for (i = 0; i < n; i++)
		openssl_store_key(o, key, n == 8 ? quad[i] : n == 4 ?
		    pair[i] : single[i], &v[i]);
	return (o->table = true);
}

/* "+F:25:sha1:57191092.54:264475667.69": bytes a second. */
static bool
openssl_take_machine(struct openssl *o, struct scan_span line, bool cut)
{
	struct scan_span	 name, piece;
	struct scan_value	 v;
	size_t			 i;

	line.text += 3;
	line.len -= 3;
	if (!openssl_piece(&line, ':', &piece) ||
	    !openssl_piece(&line, ':', &name))
		return (false);
	for (i = 0; openssl_piece(&line, ':', &piece) &&
	    i < openssl_columns(o, 0); i++)
		if (cut && line.len == 0 && !openssl_is_whole(piece, 2))
			break;
		else if (scan_number(piece.text, piece.len, false, &v))
			openssl_store(o, name, i, "B/s", &v);
	o->lacks |= i < openssl_columns(o, 0);
	return (o->table = true);
}

/*
 * "+F2:2:2048:2514.9:43771.2", "+F6:0:253:Ed25519:15885.7:6505.9".  1.0
 * prints seconds an operation there, later ones operations a second, and
 * neither its version: what was counted ("+R1:1685:2048:0.67") tells which.
 */
static bool
openssl_take_machine_key(struct openssl *o, struct scan_span line)
{
	struct scan_span		 none = { "", 0 };
	struct scan_value		 v[SCAN_VALUES_MAX];
	const struct openssl_rate	*r;
	char				 key[64], what[16];
	size_t				 i, k, row;

	if (!scan_form(line, "+F%n:%n:%n:%n:%n%$", v)) {
		if (!scan_form(line, "+F%n:%n:%n:Ed%n:%n:%n%$", v))
			return (false);
		openssl_key(key, sizeof(key), "ed", v[3].span, none);
		v[3] = v[4];
		v[4] = v[5];
	} else
		key[0] = '\0';
	for (row = 0; row < nitems(openssl_families); row++)
		if (openssl_families[row].kind == v[0].value)
			break;
	if (row == nitems(openssl_families))
		return (false);
	if (v[0].value == 5 && v[2].value == 253)
		strlcpy(key, "ecdhx25519", sizeof(key));
	if (key[0] == '\0')
		openssl_key(key, sizeof(key), openssl_families[row].family,
		    v[2].span, none);
	for (i = 0; i < o->nrates; i++) {
		r = &o->rates[i];
		k = (size_t)(r->kind - openssl_families[row].counts);
		if (r->bits != v[2].value || k >= 2 ||
		    openssl_families[row].names[k] == NULL)
			continue;
		snprintf(what, sizeof(what), "%s%s",
		    openssl_families[row].names[k],
		    fabs(v[3 + k].value / r->rate - 1) < 0.05 ? "" : "_time");
		if (fabs(v[3 + k].value / r->rate - 1) < 0.05 ||
		    fabs(v[3 + k].value * r->rate - 1) < 0.05)
			openssl_store_key(o, key, what, &v[3 + k]);
	}
	return (o->table = true);
}

/* What was counted of a key, for the line above. */
static void
openssl_take_count(struct openssl *o, const struct scan_value *v)
{
	struct openssl_rate	*r;

	if (o->nrates == OPENSSL_RATES || !(v[0].value >= 1 &&
	    v[0].value < 100) || !(v[2].value >= 1 && v[2].value < 1e6) ||
	    !(v[3].value > 0) || !(v[1].value > 0))
		return;
	r = &o->rates[o->nrates++];
	r->kind = (int)v[0].value;
	r->bits = (int)v[2].value;
	r->rate = v[1].value / v[3].value;
}

/* Which version, how many children, how it was asked. */
static bool
openssl_take_identity(struct openssl *o, struct scan_span line)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 yes = { "yes", 3 };
	struct scan_span	 rest;
	struct reader_result	*r;

	r = o->found->result;
	if (scan_form(line, "version: %w", v) ||
	    scan_form(line, "OpenSSL %w", v) ||
	    scan_form(line, "LibreSSL %w", v)) {
		scan_copy(r->version, sizeof(r->version), v[0].span);
		return (true);
	}
	if (scan_form(line, "Forked child %n%$", v) && v[0].value >= 0 &&
	    v[0].value < 1e6) {
		if ((int)v[0].value + 1 > o->children)
			o->children = (int)v[0].value + 1;
		return (true);
	}
	if (scan_begins(line, "You have chosen to measure elapsed time"))
		found_option(o->found, "elapsed", yes);
	else if (scan_begins(line, "Doing ") &&
	    (scan_find(line, "'s ", &rest) ||
	    scan_find(line, " size blocks:", &rest)))
		o->begun = true;
	else
		return (false);
	return (true);
}

/* One line, by what it begins with. */
static void
openssl_take(struct openssl *o, struct scan_span line, bool cut)
{
	struct scan_value	 v[SCAN_VALUES_MAX];
	struct scan_span	 rest;

	if (scan_begins(line, "+H:") || scan_begins(line, "Got: +H:")) {
		if (scan_find(line, ":", &rest) &&
		    scan_find(line, "+H:", &rest) && !cut) {
			if (scan_begins(line, "Got:") &&
			    scan_find_last(line, " from ", &line))
				rest.len = (size_t)(line.text - rest.text);
			openssl_take_sizes(o, rest, ':');
		}
	} else if (scan_form(line, "type %n bytes", v)) {
		openssl_take_sizes(o, line, ' ');
		o->begun = true;
	} else if (scan_begins(line, "+DT"))
		o->begun = true;
	else if (scan_form(line, "+R%n:%n:%n:%n%$", v))
		openssl_take_count(o, v);
	else if (scan_form(line, "+R%n:%n:%n:Ed%n:%n%$", v)) {
		v[3] = v[4];
		openssl_take_count(o, v);
	}
	else if (scan_begins(line, "+F:"))
		openssl_take_machine(o, line, cut);
	else if (openssl_take_identity(o, line) || !o->begun)
		return;
	else if (scan_begins(line, "+F")) {
		if (!cut || openssl_is_whole(line, 6))
			openssl_take_machine_key(o, line);
	} else if ((cut && !openssl_is_whole(line, 1)) ||
	    !openssl_take_key(o, line))
		openssl_take_row(o, line, cut);
}

/* Read what openssl speed printed. */
bool
openssl_read(struct clean_text *text, struct found *f)
{
	struct scan_span	 line;
	struct openssl		 o;

	memset(&o, 0, sizeof(o));
	o.found = f;
	while (clean_line(text, &line))
		openssl_take(&o, line, text->cut);
	if (!o.begun && !o.table)
		return (false);
	strlcpy(f->result->tool, "openssl", sizeof(f->result->tool));
	strlcpy(f->result->test, "speed", sizeof(f->result->test));
	f->result->threads = o.children;
	f->result->outcome = o.table && !o.lacks ? READER_COMPLETE :
	    READER_TRUNCATED;
	return (true);
}
