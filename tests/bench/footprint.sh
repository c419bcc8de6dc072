#!/bin/sh
# footprint: what benchd itself costs: a run, a minute in which a run is
# timed, a minute in which nothing happens.
#
# Prints `NAME VALUE UNIT PEER PEER_VALUE RATIO`, a line a figure; the peer of
# a count is the bound that is promised.  Counts have no way out: one above
# its bound ends with status 1.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

runs=${RUNS:-1000}
seconds=${SECONDS_TIMED:-60}
bad=0

lib_conf <<END
recipe nothing { command { true } settle 0s }
recipe wait { command { sleep $seconds } settle 500ms }
END
[ -r /proc/self/smaps_rollup ] || {
	echo "footprint: no /proc that counts memory and switches" >&2
	exit 0
}
lib_start || exit 1
lib_wait 300 grep -q 'ready; ' "$dir/log" || exit 1

# A figure beside its bound.
say() {			# name value unit bound
	awk -v n="$1" -v v="$2" -v u="$3" -v b="$4" 'BEGIN {
	    printf "%s %s %s bound %s %.3g\n", n, v, u, b, v / b
	    exit !(v <= b) }' || bad=1
}
ours() {
	echo "$lib_pid" "$(lib_child front)" "$(lib_child engine)"
}
# CPU of the processes that stay and of the parent's children that ended, ms.
cpu_ms() {
	{
		for p in $(ours); do
			awk '{ print $1 / 1e6 }' "/proc/$p/schedstat"
		done
		sed 's/.*) //' "/proc/$lib_pid/stat" | awk -v hz="$(getconf \
		    CLK_TCK)" '{ print ($14 + $15) * 1000 / hz }'
	} | awk '{ n += $1 } END { printf "%.3f\n", n }'
}
switches() {
	for p in $(ours); do
		awk '/ctxt_switches/ { print $2 }' "/proc/$p/status"
	done | awk '{ n += $1 } END { print n }'
}
rss() {
	for p in $(ours); do
		awk '/^VmRSS/ { print $2 }' "/proc/$p/status"
	done
}
job() {			# id recipe runs
	lib_ask job.submit "{\"job\":\"$1\",\"recipe\":\"$2\",
	    \"runs\":$3,\"warmups\":0}" job >/dev/null || exit 1
}
ended() {		# id
	"$ask" -s 600 -w done "$dir/socket" job.show "{\"job\":\"$1\"}" \
	    state >/dev/null || exit 1
}
figure() {		# job evidence
	sqlite3 "$dir/db/db/benchd.db" "SELECT evidence_value FROM evidence
	    JOIN run USING (run_id) JOIN slot USING (slot_id)
	    JOIN job USING (job_id)
	    WHERE client_job = '$1' AND evidence_key = '$2'
	    ORDER BY slot.ordinal LIMIT 1"
}

# Nobody asks while runs go on: a question costs too.
job warm nothing 100
sleep 10
ended warm
small=$(rss)
begun=$(cpu_ms)
job many nothing "$runs"
sleep $((runs / 20))
ended many
spent=$(awk -v a="$begun" -v b="$(cpu_ms)" -v n="$runs" \
    'BEGIN { printf "%.3f\n", (b - a) / n }')
# The bare command by itself, started by a shell as often.
bare=$( { time -p sh -c "i=0; while [ \$i -lt $runs ]; do
    /bin/true; i=\$((i + 1)); done"; } 2>&1 | awk -v n="$runs" '
    /^(user|sys)/ { t += $2 } END { printf "%.3f\n", t * 1000 / n }')
echo "run-of-true-cpu $spent ms bare-fork-exec-wait $bare" \
    "$(awk -v a="$spent" -v b="$bare" 'BEGIN { printf "%.3g", a / b }')"
say run-of-true-cpu-own \
    "$(awk -v a="$spent" -v b="$bare" 'BEGIN { printf "%.3f", a - b }')" ms 5
grown=$(printf '%s\n' "$small" "$(rss)" | awk '{ v[NR] = $1 }
    END { for (i = 1; i <= NR / 2; i++) if (v[i + NR / 2] - v[i] > m)
	m = v[i + NR / 2] - v[i]; print m + 0 }')
say "rss-growth-over-$runs-runs" "$grown" KiB 256
pss=0
for p in $(ours); do
	pss=$((pss + $(awk '/^Pss:/ { print $2 }' "/proc/$p/smaps_rollup")))
done
say pss-of-all "$pss" KiB 16384
sleep 2
begun=$(switches)
sleep "$seconds"
say "switches-in-$seconds-idle-seconds" $(($(switches) - begun)) count 1

job timed wait 1
sleep $((seconds + 5))
ended timed
say "switches-in-$seconds-timed-seconds" "$(figure timed own.switches)" count 10
say "cpu-in-$seconds-timed-seconds" "$(figure timed own.cpu |
    awk '{ print $1 * 1000 }')" ms 5
lib_stop
exit $bad
