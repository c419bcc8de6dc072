#!/bin/sh
# tidy: tests/tidy.sh reports each fault of a bad sample, and no good line.
. "$(dirname "$0")/../lib.sh"

# The sample's fault is told with its line, in these words.
tidy_tells() {		# promise file line words
	grep -qF "$2:$3: $4" "$dir/said"
	lib_ok "$1" $? "$(grep -F "$2:" "$dir/said")"
}

mkdir -p "$dir/proto" "$dir/daemon" "$dir/client" "$dir/sql"
{
	cat <<'END'
/*
 * bad: one fault a piece.
 */
#include <sqlite3.h>
#include "client/link.h"
#ifdef __linux__
#endif
int bad_count;
static const char *bad_name = "x";
static const char *const bad_fine[] = { "a", "b" };
static struct { int n; } bad;
typedef struct bad bad_t;

int
bad_untitled(void)
{
	return 0;
}

/* Named after another file. */
int
other_thing(int a, int b, int c, int d, int e, int f, int g)
{
	char	 x[8];

	// a comment
	strcpy(x, "strcat(");
	if(a)
					b = 1;
	return (b);
one:
	b = 2;
two:
	return (b);
}

/* Much too long. */
void
bad_long(void)
{
END
	yes '	;' | sed 71q
	echo '}'
	echo 'int		 bad_wide(int first_of_all, int second_of_all, int third_of_all_of_them);'
	echo 'trailing; '
} >"$dir/proto/bad.c"
printf '/*\n * far: too long a file.\n */\n' >"$dir/proto/far.c"
yes '' | sed 601q >>"$dir/proto/far.c"
cat >"$dir/proto/need.h" <<'END'
/*
 * need: a header that leans on what others included.
 */
#ifndef PROTO_NEED_H
#define PROTO_NEED_H
size_t		 need_size(void);
#endif
END
cat >"$dir/proto/good.c" <<'END'
/*
 * good: nothing here is a fault.
 */
#include <stddef.h>

static struct {
	int	 n;
} good;

static const struct {
	const char	*name;
	int		 value;
} good_rows[] = {
	{ "return 1; strcpy(", 1 },
};

int		 good_count(int, const char *, const char *, const char *,
		    const char *, const char *);

/* Six parameters, and a message longer than a line that one may grep for. */
int
good_count(int a, const char *b, const char *c, const char *d, const char *e,
    const char *f)
{
	static const char	 text[] = "a";

	if (a == '"' || b == c || d == e || f == text)
		return (good.n + good_rows[0].value);
	good.n = b == "the greppable message that is much longer than eighty columns are";
	return (0);
}
END
cp "$dir/proto/good.c" "$dir/daemon/osdep_linux.c"
printf '.Dd\n.Dt X 9z\n.Sh NAEM\n' >"$dir/daemon/bad.8"
printf 'create table x (y);\n' >"$dir/sql/bad.sql"

"$top/tests/tidy.sh" "$dir" >"$dir/said" 2>&1
[ $? -eq 1 ]
lib_ok 'a fault makes it fail' $?
tidy_tells 'SQLite outside the store' proto/bad.c 4 'only the store'
tidy_tells 'an arrow that points up' proto/bad.c 5 'proto/ includes nothing'
tidy_tells '#if on a system' proto/bad.c 6 '#if on a system'
tidy_tells 'a mutable global' proto/bad.c 8 'a mutable global'
tidy_tells 'a pointer that can change' proto/bad.c 9 'a mutable global'
tidy_tells 'a typedef of a struct' proto/bad.c 12 'typedef'
tidy_tells 'a function without title' proto/bad.c 15 'bad_untitled: no title'
tidy_tells 'return without parentheses' proto/bad.c 17 'return without'
tidy_tells 'a name from another file' proto/bad.c 22 'other_thing: not named'
tidy_tells 'seven parameters' proto/bad.c 22 'other_thing: 7 parameters'
tidy_tells 'a C++ comment' proto/bad.c 26 'a // comment'
tidy_tells 'a banned call' proto/bad.c 27 'call of strcpy'
tidy_tells 'no blank after if' proto/bad.c 28 'no blank'
tidy_tells 'five tabs' proto/bad.c 29 'more than four tabs'
tidy_tells 'two labels' proto/bad.c 33 'other_thing: a second label'
tidy_tells 'a function of 71 lines' proto/bad.c 39 'bad_long: 71 lines'
tidy_tells 'a line of 81 columns' proto/bad.c 113 '8'
tidy_tells 'white space at the end' proto/bad.c 114 'white space'
tidy_tells 'a file of 604 lines' proto/far.c 604 '604 lines'
tidy_tells 'a header that does not stand alone' proto/need.h 1 'does not compile'
tidy_tells 'names of osdep files' daemon/osdep_linux.c 22 'good_count: not named'
tidy_tells 'a manual that lints badly' daemon/bad.8 3:2 'WARNING'
tidy_tells 'SQL that does not say what for' sql/bad.sql 1 'no paragraph'
grep -q '1 of 5 functions are longer than 45' "$dir/said"
lib_ok 'more than one function in ten over 45 lines' $?
! grep -q -e 'good\.c' -e 'bad\.c:1[01]:' "$dir/said"
lib_ok 'nothing is said of good lines' $?
[ "$(grep -c '^proto/bad.c:27:' "$dir/said")" -eq 1 ]
lib_ok 'what stands in a string is no call' $?
lib_done
