#!/bin/sh
# tidy: holds the tree to STYLE.md and to DESIGN.md's arrows, by machine.
#
#	tests/tidy.sh [dir]
#
# Prints `file:line: what is wrong`, exits 1 if anything is.  Lines and
# functions of C are tidy.awk's; here is what concerns whole files: who may
# include whom, headers that compile alone, manuals, shell, foreign words.
set -u
LC_ALL=C
export LC_ALL

cd "${1:-$(dirname "$0")/..}" || exit 1
awk=$(cd "$(dirname "$0")" && pwd)/tidy.awk
[ $# -eq 0 ] && awk=tests/tidy.awk
found=$(mktemp) || exit 1
trap 'rm -f "$found"' EXIT
trap 'exit 1' HUP INT TERM

# What was generated or belongs to others is not ours to judge.
tidy_files() {
	find daemon client proto sql tests rc.d .ci Makefile -type f 2>/dev/null |
	    grep -vE '^(tests/(out|data)/|sql/.*\.c$|daemon/parse\.c$)' |
	    grep -E "$1" | sort
}

# Lines of the includes that match, except in the files that may: what is said
# of them.
tidy_only() {	# pattern files what
	# shellcheck disable=SC2086	# names without blanks
	grep -nE "$1" $sources /dev/null |
	    grep -vE "^($2):" | sed "s|^\([^:]*:[0-9]*\):.*|\1: $3|"
}

tidy_arrows() {
	tidy_only '^#include ["<](sqlite3)' \
	    'daemon/store[a-z_]*\.[ch]|client/archive[a-z_]*\.[ch]|tests/.*' \
	    'only the store and the archive speak SQLite'
	tidy_only '^#include ["<]openssl/' \
	    'proto/tls[a-z_]*\.[ch]|tests/.*' 'only proto/tls*.c speaks OpenSSL'
	tidy_only '^#include ["<]jansson' \
	    'proto/(msg|rpc|json)[a-z_]*\.[ch]|daemon/(request|engine|front)[a-z_]*\.[ch]|client/[a-z_]*\.[ch]|tests/.*' \
	    'JSON is read and written elsewhere'
	tidy_only '^#include ["<](event2/|event\.h)' \
	    'daemon/(parent|front|engine|proc|ipc|conn|probe|cleaner|listen)[a-z_]*\.[ch]|proto/(channel|tls)[a-z_]*\.[ch]|client/(link|fleet|progress|cmd_watch)[a-z_]*\.[ch]|tests/.*' \
	    'only processes and links speak libevent'
	tidy_only '^#include "(daemon|client)/' '(daemon|client|tests)/.*' \
	    'proto/ includes nothing above it'
	tidy_only '^#include "daemon/' '(daemon|tests)/.*' \
	    'client/ knows nothing of daemon/'
	tidy_only '^#include "client/' '(client|tests)/.*' \
	    'daemon/ knows nothing of client/'
	tidy_only '^#include "daemon/front' 'daemon/front[a-z_]*\.[ch]|tests/.*' \
	    'only front includes front'
	tidy_only '^#include "daemon/engine' \
	    'daemon/engine[a-z_]*\.[ch]|tests/.*' 'only engine includes engine'
	tidy_only '^#include "tests/' 'tests/.*' 'the program needs no test'
	tidy_only '^#include "[^/"]*"' '.*/compat\.c' \
	    'an include names its folder'
}

# A header states what it needs: it compiles alone, once a language.
tidy_header() {
	said=$(${CC:-cc} -std=c11 -Wall -Wextra -Werror -I. \
	    -I"${LOCALBASE:-/usr/local}/include" -D_GNU_SOURCE \
	    -D_FILE_OFFSET_BITS=64 -fsyntax-only \
	    -include "$1" -x c /dev/null 2>&1) ||
	    echo "$1:1: does not compile alone:" \
	    "$(echo "$said" | grep -m 1 -E 'error|warning')"
	guard=$(echo "$1" | tr 'a-z/.' 'A-Z__')
	grep -q "^#ifndef $guard\$" "$1" || echo "$1:1: its guard is not $guard"
}

tidy_manuals() {
	pages=$(tidy_files '\.[1578]$')
	[ -n "$pages" ] || return 0
	if ! command -v mandoc >/dev/null; then
		echo "Makefile:1: mandoc is missing, the manuals went unread"
		return 0
	fi
	# shellcheck disable=SC2086	# names without blanks
	mandoc -Tlint -Wwarning $pages 2>&1 | sed 's/^mandoc: //'
}

# Shell, awk and SQL say at their head what they are for.
tidy_scripts() {
	tidy_files '\.(sh|awk|sql)$|^rc\.d/[^.]*$|^\.ci/run$' |
	    while read -r file; do
		sed 3q "$file" | grep -qE '^(#|--|/\*)[^!]' ||
		    echo "$file:1: no paragraph that says what this file is for"
		case $(sed 1q "$file") in
		*bash*)	bash -n "$file" 2>&1 ;;
		'#!'*)	sh -n "$file" 2>&1 ;;
		esac
		case $(sed 1q "$file") in
		'#!'*)	[ -x "$file" ] || echo "$file:1: is not executable" ;;
		esac
	done
	tidy_files '\.(sh|awk|sql|[1578]|service)$|^Makefile$' |
	    xargs grep -nE '[ 	]$' /dev/null |
	    sed 's/^\([^:]*:[0-9]*\):.*/\1: white space at the end/'
}

# Places of one machine have no business here.
tidy_words() {
	tidy_files . | grep -vE '^(tests/tidy|\.ci/run)' | xargs grep -nE \
	    '(^|[^a-z_])(/wor[k]/|/hom[e]/[a-z]+/|/roo[t]/[a-z])|/tm[p]/(land|brief)' \
	    /dev/null README.md SECURITY.md 2>/dev/null |
	    sed 's/^\([^:]*:[0-9]*\):.*/\1: a path of one machine/'
}

sources=$(tidy_files '\.[chy]$')
{
	# shellcheck disable=SC2086	# names without blanks
	[ -z "$sources" ] || awk -f "$awk" $sources
	tidy_arrows
	for header in $(tidy_files '\.h$'); do
		tidy_header "$header"
	done
	tidy_manuals
	tidy_scripts
	tidy_words
} >"$found"
cat "$found"
[ ! -s "$found" ]
