#!/bin/sh
# archive: an archive of years, compared and shown; two files of 10^6 numbers
# beside ministat(1).
#
#	tests/bench/archive.sh
#
# Prints `NAME VALUE UNIT PEER PEER_VALUE RATIO`, a line a figure.  The first
# two are the best of five runs, warm, by the clock, beside the two seconds
# that are promised; where the clock ran on for half as long again as the
# processor worked, others were at work: `too noisy`.  The last is processor time against
# ministat -n on the same files, whose output must be the same; 10 pairs in
# turn, and where ministat differs from itself by more than the ratio it is
# `too noisy`.  MACHINES=10 makes a smaller archive.  Takes 1 GB while it runs.
set -u
LC_ALL=C
export LC_ALL
top=$(cd "$(dirname "$0")/../.." && pwd -P)
benchctl=$top/client/benchctl
make=$top/tests/bench/make_archive
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
(cd "$top" && "${MAKE:-make}" -s client/benchctl tests/bench/make_archive) ||
    exit 1
bad=0

# Seconds of the clock (%R) or of the processor (%U) that a command takes.
bench_seconds() {	# format command...
	# shellcheck disable=SC2016	# bash expands it
	bash -c 'TIMEFORMAT=$1; shift; time "$@" >/dev/null' - "$@" 2>&1
}

# The best of five, beside two seconds.
bench_promise() {	# name command...
	name=$1
	shift
	"$@" >/dev/null || bad=1
	for i in 1 2 3 4 5; do
		bench_seconds "%R %U %S" "$@"
	done | sort -g | awk -v name="$name" '
	NR == 1 { best = $1; worked = $2 + $3 }
	END {
		noisy = best > 2 && best > 1.5 * worked
		if (noisy)
			print name " too noisy (" best " s by the clock, " \
			    worked " s of work)"
		else
			printf "%s %.2f s promise 2 %.2f\n", name, best,
			    best / 2
		exit !(best <= 2 || noisy)
	}' || bad=1
}

"$make" "$dir/archive.db" "${MACHINES:-1000}" 100 >/dev/null || exit 1
bench_promise archive-compare "$benchctl" compare -a "$dir/archive.db" \
    --by kernconf --metric real
bench_promise archive-table "$benchctl" table -a "$dir/archive.db" \
    --metric real
rm -f "$dir"/archive.db*

if ! command -v ministat >/dev/null; then
	echo "files-compare too noisy (no ministat is installed)"
	exit $bad
fi
for seed in 1 2; do
	awk -v seed="$seed" 'BEGIN {
		srand(seed)
		for (i = 0; i < 1000000; i++)
			printf "%.4f\n", 100 + seed / 1000 + 3 * rand()
	}' >"$dir/$seed"
done
cd "$dir" || exit 1
ministat -n 1 2 >theirs
"$benchctl" compare -n --compat ministat 1 2 >ours
if ! cmp -s theirs ours; then
	echo "files-compare: other digits than ministat's"
	exit 1
fi
for i in 1 2 3 4 5 6 7 8 9 10; do
	echo "$(bench_seconds %U "$benchctl" compare -n --compat ministat 1 2)" \
	    "$(bench_seconds %U ministat -n 1 2)"
done | awk '
    { us += log($1); they += log($2); n++
      if (NR == 1 || $2 < low) low = $2
      if ($2 > high) high = $2 }
    END {
	ratio = exp((us - they) / n)
	if (high / low > 1 / ratio)
		print "files-compare too noisy"
	else
		printf "files-compare %.3f s ministat %.3f %.2f\n",
		    exp(us / n), exp(they / n), ratio
	exit ratio > 1
    }' || bad=1
exit $bad
