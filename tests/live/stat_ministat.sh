#!/bin/sh
# stat_ministat: ministat's own lines on made-up data, where it is installed.
. "$(dirname "$0")/../lib.sh"

run=$top/tests/run_reference
promise="lines are ministat's, digit by digit"
MAKE=${MAKE:-make}

if ! command -v ministat >/dev/null 2>&1; then
	lib_skip "$promise" "no ministat"
	lib_done
fi
[ -x "$run" ] || (cd "$top" && "$MAKE" -s tests/run_reference) >&2

# Values for one side: a seed, how many, from where.
values() {
	awk -v seed="$1" -v n="$2" -v base="$3" 'BEGIN {
		srand(seed)
		for (i = 0; i < n; i++)
			printf "%.2f\n", base + rand() * 3
	}'
}

list() {		# file
	paste -s -d, "$1"
}

cd "$dir" || exit 1
{
	printf '{"cases": [\n'
	comma=
	for n in 3 4 5 6 7 9 12 20 33 51 60; do
		for conf in 80 90 95 98 99 99.5; do
			values $((n * 7 + ${conf%.*})) $n 100 >a
			values $((n * 13 + ${conf%.*})) $((n + n % 3)) 101 >b
			printf '%s{"name": "n=%s, %s%%", "method": ' \
			    "$comma" "$n" "$conf"
			printf '"ministat_output", "input": {"a": [%s], ' \
			    "$(list a)"
			printf '"b": [%s], "confidence": %s}, ' "$(list b)" \
			    "$conf"
			printf '"expected": {"lines": ["x /a", "+ /b"'
			ministat -w 60 -c "$conf" a b |
			    sed -n -e '/^    N/p' -e '/^[x+]  *[0-9][0-9]* /p' \
			    -e '/^Diff/p' -e '/^No diff/p' -e '/^	/p' |
			    sed -e 's/	/\\t/g' -e 's/.*/, "&"/' | tr -d '\n'
			printf ']}}\n'
			comma=,
		done
	done
	printf ']}\n'
} >cases.json
"$run" cases.json >out 2>&1
lib_ok "$promise" $? "$(tail -8 out)"
lib_is "in eleven sizes and six confidences" "$(tail -1 out)" \
    "66 passed, 0 failed"
lib_done
