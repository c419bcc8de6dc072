#!/bin/sh
# deps: installs what building (and testing) benchd needs, if it is missing.
#
#	tests/deps.sh [build]
#
# One row a need: level, how it shows that it is there (a command or a header),
# its package on Debian and on FreeBSD (- where the base system has it).  Looks
# at the needs, not at the packages, so whoever brought them is fine.  Silent
# when nothing is missing; never asks, and never touches what is there.
set -u
LC_ALL=C
export LC_ALL

deps_table() {
	cat <<-'END'
	build command:cc			gcc		-
	build command:ar			binutils	-
	build command:yacc			byacc		-
	build header:stdio.h			libc6-dev	-
	build header:event2/bufferevent_ssl.h	libevent-dev	libevent
	build header:openssl/ssl.h		libssl-dev	-
	build header:jansson.h			libjansson-dev	jansson
	build header:sqlite3.h			libsqlite3-dev	sqlite3
	build header:zlib.h			zlib1g-dev	-
	test command:make,bmake			make		-
	test header:cmocka.h			libcmocka-dev	cmocka
	test command:mandoc			mandoc		-
	test command:openssl			openssl		-
	test command:ps				procps		-
	test command:sqlite3			sqlite3		sqlite3
	test command:python3			python3		python3
	test command:byacc			byacc		byacc
	test command:bison			bison		bison
	test command:ministat			ministat	-
	test command:sysbench			sysbench	sysbench
	END
}

# Is one of the commands (with commas), or the header, there?
deps_has() {
	case $1 in
	command:*)
		for c in $(echo "${1#*:}" | tr , ' '); do
			command -v "$c" >/dev/null && return 0
		done ;;
	header:*)
		for d in /usr/include /usr/include/*-linux-* \
		    "${LOCALBASE:-/usr/local}/include"; do
			[ -f "$d/${1#*:}" ] && return 0
		done ;;
	esac
	return 1
}

deps_apt() {
	log=$(mktemp) || exit 1
	DEBIAN_FRONTEND=noninteractive
	export DEBIAN_FRONTEND
	# No lists, or lists older than the mirror: fetch them and try again.
	# shellcheck disable=SC2086	# a list of names
	for try in 1 2; do
		if apt-get -o DPkg::Lock::Timeout=300 install -y \
		    --no-install-recommends $1 \
		    </dev/null >>"$log" 2>&1; then
			rm -f "$log"
			return 0
		fi
		[ "$try" = 2 ] || apt-get update >>"$log" 2>&1
	done
	tail -n 20 "$log" >&2
	rm -f "$log"
	return 1
}

# shellcheck disable=SC2086	# a list of names
deps_pkg() {
	pkg install -y $1 </dev/null >&2
}

level=${1:-test}
os=$(uname -s)
missing=
packages=
needs=$(deps_table | while read -r at need debian freebsd; do
	[ "$level" = build ] && [ "$at" != build ] && continue
	deps_has "$need" && continue
	[ "$os" = FreeBSD ] && package=$freebsd || package=$debian
	echo "$need $package"
done)
[ -n "$needs" ] || exit 0

# shellcheck disable=SC2086	# words
set -- $needs
while [ $# -gt 0 ]; do
	missing="$missing ${1#*:}"
	[ "$2" = - ] || packages="$packages $2"
	shift 2
done
if command -v apt-get >/dev/null; then
	install='apt-get install'
	with=deps_apt
elif [ "$os" = FreeBSD ] && [ -n "$packages" ]; then
	install='pkg install'
	with=deps_pkg
else
	echo "deps: missing:$missing" >&2
	echo "deps: install them by hand; on Debian they are$packages" >&2
	exit 1
fi
if [ "$(id -u)" != 0 ]; then
	echo "deps: missing:$missing" >&2
	echo "deps: as root: $install$packages" >&2
	exit 1
fi
echo "deps: $install$packages"
$with "$packages" || { echo "deps: $install failed" >&2; exit 1; }
