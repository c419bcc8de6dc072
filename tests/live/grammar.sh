#!/bin/sh
# grammar: byacc and bison both take daemon/parse.y, without a conflict, and
# what each makes of it tells the same faults.
. "$(dirname "$0")/../lib.sh"

cd "$top" || exit 1
cc=${CC:-cc}
flags="-std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes
    -Wmissing-prototypes -Wcast-qual -Wundef -Werror -I. -D_GNU_SOURCE
    -D_FILE_OFFSET_BITS=64 ${CFLAGS:-}"

grammar_try() {		# name command...
	name=$1
	shift
	if ! command -v "$1" >/dev/null; then
		lib_skip "$name takes the grammar without a conflict" "no $1"
		lib_skip "$name's parser compiles without a warning" "no $1"
		lib_skip "$name's parser tells every fault" "no $1"
		return
	fi
	said=$("$@" -o "$dir/parse.c" daemon/parse.y 2>&1) && [ -z "$said" ]
	lib_ok "$name takes the grammar without a conflict" $? "$said"
	# shellcheck disable=SC2086	# several flags
	said=$($cc $flags -c -o "$dir/parse.o" "$dir/parse.c" 2>&1)
	lib_ok "$name's parser compiles without a warning" $? "$said"
	# Its object comes first, so the archive's own is not taken.
	# shellcheck disable=SC2086
	said=$($cc $flags -o "$dir/t_conf" tests/unit/t_conf.c "$dir/parse.o" \
	    daemon/libdaemon.a sql/libsql.a proto/libproto.a \
	    -L"${LOCALBASE:-/usr/local}/lib" -levent_core -levent_openssl -levent_extra -lssl -lcrypto \
	    -ljansson -lsqlite3 -lz -lpthread -lm -lcmocka 2>&1 &&
	    "$dir/t_conf" 2>&1)
	lib_ok "$name's parser tells every fault" $? "$said"
}

grammar_try byacc byacc
grammar_try bison bison -y
lib_done
