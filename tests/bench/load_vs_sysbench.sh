#!/bin/sh
# load_vs_sysbench: benchload beside the sysbench that is installed.
#
#	tests/bench/load_vs_sysbench.sh [figure...]
#
# Prints `NAME VALUE UNIT PEER PEER_VALUE RATIO`, a line a figure, and then
# what is claimed of it and whether that is so.  Times are of short runs in
# turn: peer, benchload, peer, 11 times over; value and ratio are geometric
# means, the ratio with its 90% interval (Student's t on logarithms).  The
# peer's two runs of a turn are the same work against itself: where their
# interval is wider than the claim, or the ratio's lies neither inside the
# claim nor outside, the figure is `too noisy`; unless a bound on one side
# only is further away than both.  Counts are callgrind's.
# Exits with 1 when a claim does not hold.
set -u
LC_ALL=C
export LC_ALL
top=$(cd "$(dirname "$0")/../.." && pwd -P)
load=$top/daemon/load/benchload
turns=${TURNS:-11}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir" || exit 1
bad=0
how=bench_rate

# The best rate of so many runs.
bench_best() {	# runs command...
	runs=$1
	shift
	while [ "$runs" -gt 0 ]; do
		$how "$@"
		runs=$((runs - 1))
	done | sort -g | tail -n 1
}

# Events, and the seconds they took, make a rate: of either tool's report.
bench_rate() {	# command...
	"$@" run | awk '/total time:/ { sub(/s$/, "", $3); t = $3 }
	    /total number of events:/ { n = $5 }
	    END { if (t > 0 && n > 0) printf "%.6g\n", n / t; else exit 1 }'
}

# Events to a second of processor time, which neighbours hardly disturb: the
# difference of two runs, so that what is done before the first is left out.
bench_cpu_rate() {	# command...
	few=$(bench_cpu_seconds "$@" --events=50)
	many=$(bench_cpu_seconds "$@" --events=350)
	awk -v few="$few" -v many="$many" 'BEGIN {
		if (many <= few) exit 1
		printf "%.6g\n", 300 / (many - few)
	}'
}

# sh knows hundredths of a second, bash thousandths.
bench_cpu_seconds() {	# command...
	# shellcheck disable=SC2016	# bash expands it
	bash -c 'TIMEFORMAT="%U %S"; time "$@" run >/dev/null' - "$@" 2>&1 |
	    awk '{ print $1 + $2 }'
}

# The claim is lo <= ratio <= hi; - where nothing is claimed.
bench_turns() {	# name unit peer lo hi ours theirs
	i=0
	while [ $i -lt "$turns" ]; do
		# shellcheck disable=SC2086	# commands with their options
		echo "$(bench_best 3 $7) $(bench_best 3 $6)" \
		    "$(bench_best 3 $7)"
		i=$((i + 1))
	done | awk -v name="$1" -v unit="$2" -v peer="$3" -v lo="$4" -v hi="$5" '
	function half(ss, s, n) {	# of a 90% interval; t(0.95, n - 1)
		t = n == 11 ? 1.812 : 1.645 + 1.7 / (n - 1)
		return t * sqrt((ss - s * s / n) / (n - 1) / n)
	}
	NF == 3 {
		a = log($1); b = log($3); o = log($2); n++
		r = o - (a + b) / 2
		so += o; sp += (a + b) / 2; s += r; ss += r * r
		z += a - b; zz += (a - b) * (a - b)
	}
	END {
		if (n < 3) { print name, "failed"; exit 1 }
		h = half(ss, s, n); m = s / n; null = half(zz, z, n)
		left = exp(m - h); right = exp(m + h)
		low = lo == "-" ? 0 : lo
		high = hi == "-" ? 1e9 : hi
		if (low == 0 && high == 1e9)
			verdict = "nothing is claimed"
		else if (right < low || left > high)
			verdict = "NOT so"
		else if (hi == "-" && left > low * exp(null))
			verdict = "so"
		else if (left >= low && right <= high && null <= -log(low))
			verdict = "so"
		else
			verdict = "too noisy"
		if (verdict == "too noisy")
			printf "%s too noisy", name
		else
			printf "%s %.6g %s %s %.6g %.3f", name, exp(so / n),
			    unit, peer, exp(sp / n), exp(m)
		printf "   [%.3f, %.3f] claimed %s to %s: %s\n", left, right,
		    lo, hi, verdict
		exit (verdict == "NOT so")
	}' || bad=1
}

# Counts do not vary.
bench_count() {	# name value unit peer peer_value lo hi
	awk -v name="$1" -v v="$2" -v unit="$3" -v peer="$4" -v p="$5" \
	    -v lo="$6" -v hi="$7" 'BEGIN {
		if (v <= 0 || p <= 0) { print name, "failed"; exit 1 }
		so = v / p >= lo && v / p <= hi
		printf "%s %.9g %s %s %.9g %.4f   claimed %s to %s: %s\n", name,
		    v, unit, peer, p, v / p, lo, hi, so ? "so" : "NOT so"
		exit (!so)
	}' || bad=1
}

# Instructions of a whole run.
bench_instructions() {	# command...
	valgrind --tool=callgrind --callgrind-out-file=out "$@" run 2>&1 |
	    sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}

# Instructions an event: the difference of two runs.
bench_per_event() {	# command...
	few=$(bench_instructions "$@" --events=10)
	many=$(bench_instructions "$@" --events=30)
	echo $(((many - few) / 20))
}

# A build of another compiler or ABI, in $dir.
bench_build() {	# name compiler...
	name=$1
	shift
	(cd "$top" && "$@" -std=c11 -O2 -I. -D_GNU_SOURCE \
	    -D_FILE_OFFSET_BITS=64 -o "$dir/$name" \
	    daemon/load/*.c proto/compat.c -lpthread -lm) 2>/dev/null
}

bench_cpu() {
	bench_turns load-cpu 1/s sysbench 0.9 1.111 \
	    "$load cpu --events=200" 'sysbench cpu --events=200'
}

bench_cpu_time() {
	command -v bash >/dev/null || return 0
	how=bench_cpu_rate
	bench_turns load-cpu-time 1/cpu-s sysbench 0.9 1.111 "$load cpu" \
	    'sysbench cpu'
	how=bench_rate
}

bench_cpu_instructions() {
	bench_count load-cpu-instructions \
	    "$(bench_per_event "$load" cpu --time=0)" 1/event sysbench \
	    "$(bench_per_event sysbench cpu --time=0)" 0.97 1.03
}

bench_memory() {
	for oper in write read; do
		options="memory --memory-oper=$oper --memory-total-size=256M"
		bench_turns load-memory-$oper 1/s sysbench 0.85 - \
		    "$load $options" "sysbench $options"
	done
}

# Stores of the function that writes: 128 words in each of 1024 events.
bench_memory_stores() {
	valgrind --tool=callgrind --cache-sim=yes --callgrind-out-file=out \
	    "$load" memory --memory-total-size=1M run >/dev/null 2>&1
	bench_count load-memory-stores "$(callgrind_annotate --show=Dw out |
	    sed -n 's/^ *\([0-9,]*\) .*:memory_write \[.*/\1/p' | tr -d ,)" \
	    1 claim 131072 1 1
}

bench_threads() {
	for threads in 1 2; do
		options="threads --threads=$threads --events=200"
		bench_turns load-threads-$threads 1/s sysbench 0.8 1.25 \
		    "$load $options" "sysbench $options"
	done
}

bench_mutex() {
	for threads in 1 2; do
		options="mutex --threads=$threads --mutex-locks=20000"
		bench_turns load-mutex-$threads 1/s sysbench 0.8 1.25 \
		    "$load $options" "sysbench $options"
	done
}

bench_compilers() {
	bench_build gcc gcc && bench_build clang clang || {
		echo 'load-cpu-gcc needs gcc and clang'
		return
	}
	bench_turns load-cpu-gcc 1/s clang 0.87 1.15 \
	    './gcc cpu --events=200' './clang cpu --events=200'
}

bench_i386() {
	bench_build m32 "${CC:-cc}" -m32 || {
		echo 'load-cpu-i386 needs a compiler for it'
		return
	}
	bench_turns load-cpu-i386 1/s amd64 - - './m32 cpu --events=50' \
	    "$load cpu --events=200"
}

# What is around an event, and an event of one word that is nothing, beside one
# reading of the clock alone: the best of 15 short runs of either, in turn.
# Where their median is a tenth above the best, neighbours were at work.
bench_overhead() {
	cat >clock.c <<-'END'
	#include <stdio.h>
	#include <time.h>
	int main(void) {
		struct timespec a, b;
		int i;
		clock_gettime(CLOCK_MONOTONIC, &a);
		for (i = 0; i < 1000000; i++)
			clock_gettime(CLOCK_MONOTONIC, &b);
		printf("%.3f\n", (double)(b.tv_sec - a.tv_sec) * 1e3 +
		    (double)(b.tv_nsec - a.tv_nsec) / 1e6);
		return (0);
	}
	END
	${CC:-cc} -O2 -D_GNU_SOURCE -o clock clock.c || return
	i=0
	while [ $i -lt 15 ]; do
		echo "$(./clock) $(bench_rate "$load" memory --events=1000000 \
		    --memory-oper=none --memory-block-size=8)"
		i=$((i + 1))
	done | awk '
	NF == 2 && (clock == 0 || $1 < clock) { clock = $1 }
	NF == 2 {
		for (i = ++n; i > 1 && rate[i - 1] > $2; i--)
			rate[i] = rate[i - 1]
		rate[i] = $2
	}
	END {
		ns = 1e9 / rate[n]
		noisy = rate[int((n + 1) / 2)] * 1.1 < rate[n]
		verdict = ns < 50 ? "so" : noisy ? "too noisy" : "NOT so"
		printf "load-overhead %.1f ns clock %.1f %.3f", ns, clock,
		    ns / clock
		printf "   claimed below 50 ns: %s\n", verdict
		exit (verdict == "NOT so")
	}' || bad=1
}

# The same in instructions, of which the clock's own are alike.
bench_overhead_instructions() {
	options='memory --memory-oper=none --memory-block-size=8'
	for tool in "$load" sysbench; do
		for blocks in 1000 3000; do
			# shellcheck disable=SC2086	# options
			bench_instructions "$tool" $options \
			    --memory-total-size=$((blocks * 8))
		done
	done | tr '\n' ' ' >counts
	read -r few many peer_few peer_many <counts
	bench_count load-overhead-instructions $(((many - few) / 2000)) \
	    1/event sysbench $(((peer_many - peer_few) / 2000)) 0 0.5
}

case $(sysbench --version 2>/dev/null) in
'sysbench 1.0'*)
	;;
*)	echo 'load_vs_sysbench: needs sysbench 1.0' >&2
	exit 0 ;;
esac
[ $# -gt 0 ] || set -- cpu cpu_time cpu_instructions memory memory_stores threads \
    mutex compilers i386 overhead overhead_instructions
for figure; do
	"bench_$figure"
done
exit $bad
