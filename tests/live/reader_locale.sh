#!/bin/sh
# A host with a decimal comma reads the same figures: LC_ALL=de_DE.UTF-8, from
# the system or built here.
set -u
cd "$(dirname "$0")/../.." || exit 1
dir=${TMPDIR:-/tmp}/reader_locale.$$
mkdir -p "$dir" || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM

promise='numbers are read the same under a decimal comma'
if ! locale -a 2>/dev/null | grep -qi '^de_DE\.utf'; then
	localedef -i de_DE -f UTF-8 "$dir/de_DE.UTF-8" 2>/dev/null
	LOCPATH=$dir
	export LOCPATH
fi
if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" != , ]; then
	echo "ok - $promise # SKIP no de_DE.UTF-8 and no localedef to make it"
	echo 1..1
	exit 0
fi
CMOCKA_MESSAGE_OUTPUT=TAP
export CMOCKA_MESSAGE_OUTPUT
said=$(LC_ALL=de_DE.UTF-8 tests/unit/t_reader_locale 2>&1)
if echo "$said" | grep -q 'ok .*a_decimal_comma.*$' &&
    ! echo "$said" | grep -qiE 'skip|not ok'; then
	echo "ok - $promise"
else
	echo "$said" | sed 's/^/# /'
	echo "not ok - $promise"
fi
echo 1..1
