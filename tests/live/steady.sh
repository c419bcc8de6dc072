#!/bin/sh
# steady: benchd as it is day after day: nothing grows, nothing wakes up, and
# while a run is timed nothing of benchd runs.
#
# RUNS (200 here, 1000 in the bench) runs of a command that does nothing, IDLE
# seconds of quiet, and one timed run of TIMED seconds.
# time limit: 400
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

runs=${RUNS:-200}
idle=${IDLE:-15}
timed=${TIMED:-20}

lib_conf <<END
recipe nothing { command { true } settle 0s }
recipe wait { command { sleep $timed } settle 500ms }
END
if [ ! -r /proc/self/smaps_rollup ]; then
	lib_skip "benchd is steady" "no /proc that counts memory and switches"
	lib_done
fi
lib_start
lib_ok "benchd starts for the test" $? "$(cat "$dir/log")" || lib_done
lib_wait 300 grep -q 'ready; ' "$dir/log"

# One line a process of ours that stays: name, pid, RSS in KiB, descriptors.
processes() {
	for p in $lib_pid $(lib_child front) $(lib_child engine); do
		awk -v p="$p" -v n="$(find "/proc/$p/fd" -mindepth 1 2>/dev/null |
		    wc -l)" '/^VmRSS/ { print p, $2, n }' "/proc/$p/status"
	done
}
switches() {
	for p in $lib_pid $(lib_child front) $(lib_child engine); do
		awk -v p="$p" '/ctxt_switches/ { n += $2 } END { print p, n }' \
		    "/proc/$p/status"
	done
}
# Run a job to its end; its state.
job() {		# id recipe runs
	lib_ask job.submit "{\"job\":\"$1\",\"recipe\":\"$2\",
	    \"runs\":$3,\"warmups\":0}" job >/dev/null || return 1
	"$ask" -s 300 -w done "$dir/socket" job.show "{\"job\":\"$1\"}" state
}

state=$(job first nothing 100)
lib_is "100 runs of nothing are done" "$state" done
before=$(processes)
state=$(job second nothing "$runs")
lib_is "$runs further runs of nothing are done" "$state" done
after=$(processes)
grown=$(printf '%s\n%s\n' "$before" "$after" | awk '
    $1 in rss { if ($2 - rss[$1] > 256) print "RSS +" $2 - rss[$1] " KiB";
	if ($3 > fds[$1]) print "descriptors +" $3 - fds[$1]; n++; next }
    { rss[$1] = $2; fds[$1] = $3 }
    END { if (n != 3) print n + 0 " of 3 processes stayed" }')
promise="no process grows by more than 256 KiB or by a descriptor"
case ${CFLAGS:-} in
*fsanitize=*)	lib_skip "$promise" "sanitizers keep what is freed" ;;
*)		lib_is "$promise" "$grown" "" ;;
esac
dead=$(ps -A -o ppid= -o stat= | awk -v p="$lib_pid" '$1 == p && $2 ~ /^Z/' |
    wc -l)
lib_is "no zombie is left" "$dead" 0

pss=0
for p in $lib_pid $(lib_child front) $(lib_child engine); do
	pss=$((pss + $(awk '/^Pss:/ { print $2 }' "/proc/$p/smaps_rollup")))
done
promise="all processes together take less than 16 MiB"
case ${CFLAGS:-} in
*fsanitize=*)	lib_skip "$promise" "sanitizers keep what is freed" ;;
*)		[ "$pss" -lt 16384 ]
		lib_ok "$promise" $? "$pss KiB" ;;
esac

# A cleaner that is late or a connection that closes is not idling yet; on a
# busy machine it takes long to come to rest.
for _ in 1 2 3; do
	sleep 2
	before=$(switches)
	sleep "$idle"
	after=$(switches)
	[ "$after" != "$before" ] || break
done
lib_is "idle, no process of benchd wakes up in $idle s" "$after" "$before"

# Nobody asks while it is timed: what a question costs is not looked for here.
lib_ask job.submit '{"job":"third","recipe":"wait","runs":1,"warmups":0}' \
    job >/dev/null
sleep $((timed + 5))
state=$("$ask" -s 300 -w done "$dir/socket" job.show '{"job":"third"}' state)
lib_is "a run of $timed s is done" "$state" done
figure() {		# evidence
	sqlite3 "$dir/db/db/benchd.db" "SELECT evidence_value FROM evidence
	    JOIN run USING (run_id) JOIN slot USING (slot_id)
	    JOIN job USING (job_id)
	    WHERE client_job = 'third' AND evidence_key = '$1'
	    ORDER BY slot.ordinal LIMIT 1"
}
if command -v sqlite3 >/dev/null; then
	n=$(figure own.switches)
	[ -n "$n" ] && [ "${n%.*}" -le 10 ]
	lib_ok "while it is timed benchd's processes switch at most 10 times" \
	    $? "own.switches $n"
	n=$(figure own.cpu)
	awk -v n="${n:-9}" 'BEGIN { exit !(n < 0.005) }'
	lib_ok "and use less than 5 ms of CPU" $? "own.cpu $n s"
	echo "# own.switches $(figure own.switches), own.cpu $(figure own.cpu) s"
else
	lib_skip "benchd's footprint while a run is timed" "no sqlite3"
fi
lib_stop
lib_is "it ends as it should" $? 0
lib_done
