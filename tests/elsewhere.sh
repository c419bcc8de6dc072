#!/bin/sh
# elsewhere: builds and tests a copy of the tree with other flags, so that
# what `make` left in this one stays as it is.
#
#	tests/elsewhere.sh asan		address and undefined, units and live
#	tests/elsewhere.sh clang	all programs and units, clang's warnings
#	tests/elsewhere.sh m32		i386: all compiles; runner and benchload
#					link, and benchload's tests run
#	tests/elsewhere.sh fuzz		tests/fuzz/*.c, FUZZ_S seconds each (10)
#
# The copy lies in build/NAME and goes when all went well.
set -u
unset MAKEFLAGS MFLAGS MAKELEVEL

cd "$(dirname "$0")/.." || exit 1
make=${MAKE:-make}
what=${1:?asan, clang, m32 or fuzz}
copy=build/$what

rm -rf "$copy"
mkdir -p "$copy" || exit 1
tar cf - --exclude '*.[oa]' --exclude '[a-z]*/*.d' --exclude tests/out Makefile proto daemon client \
    sql tests rc.d | tar xf - -C "$copy" || exit 1
# What has a meaning beside the tree is beside the copy as well.
[ ! -e ../shared ] || ln -sf "$(cd ../shared && pwd)" build/shared
cd "$copy" || exit 1
$make clean || exit 1

case $what in
asan)
	CFLAGS='-O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer
	    -fno-sanitize-recover=undefined'
	CFLAGS=$(echo $CFLAGS) tests/check.sh unit t_ live/ ;;
clang)
	CC=clang $make -j2 CC=clang all units ;;
m32)
	tests/m32.sh ;;
fuzz)
	tests/fuzz.sh ;;
*)
	echo "elsewhere: asan, clang, m32 or fuzz" >&2
	false ;;
esac
status=$?
cd ../..
[ $status -ne 0 ] || rm -rf "$copy"
rm -f build/shared
rmdir build 2>/dev/null
exit $status
