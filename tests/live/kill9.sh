#!/bin/sh
# kill9: kill -9 at random moments of a job that builds into an object
# directory: parent, front, engine, runner and cleaner.
#
# What a client was told of a run is there at the end, once and as it was told.
# t_kill.c does the same fifty times without an object directory; here the
# trees, the marks and the descriptors are looked at as well.  BENCHD_SEED
# repeats a row of moments.
# time limit: 400
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

kills=20
runs=60
: "${BENCHD_SEED:=$$}"
echo "# BENCHD_SEED=$BENCHD_SEED"

# What is built: a tree of its own, and who is left over is found by a name.
cat >"$dir/build" <<'END'
#!/bin/sh
mkdir -p a/b && seq 1 200 | sed 's,^,a/b/,' | xargs touch && sleep 0.05
END
chmod 755 "$dir/build"
lib_conf <<END
recipe build {
	objdir "$obj/tree"
	command { "$dir/build" }
	settle 0s
	timeout 20s
}
END

# Every run that the host tells of as ended: uid and outcome, a line each.
told() {
	after=0
	while :; do
		page=$("$ask" -s 2 "$dir/socket" run.list \
		    "{\"job\":\"k\",\"after\":$after}") || return 1
		echo "$page" | sed 's/"attempt"/\n&/g' | sed -n \
		    's/.*"outcome":"\([a-z-]*\)".*"run":"\([0-9a-f]*\)".*/\2 \1/p' |
		    grep -v starting
		case $page in
		*'"more":true'*)
			after=$(echo "$page" |
			    sed 's/.*"next":\([0-9]*\).*/\1/') ;;
		*)	break ;;
		esac
	done
}

# Descriptors of the processes that stay.
descriptors() {
	for role in front engine; do
		find "/proc/$(lib_child "benchd: $role")/fd" | wc -l
	done
	find "/proc/$lib_pid/fd" | wc -l
}

lib_start || { cat "$dir/log"; exit 1; }
"$ask" -s 20 -w idle "$dir/socket" host.status '{}' activity >/dev/null
sleep 0.5
descriptors >"$dir/before" 2>/dev/null
lib_ask job.submit '{"job":"k","recipe":"build","runs":'$runs',"warmups":0}' job \
    >/dev/null
: >"$dir/told"
awk -v seed="$BENCHD_SEED" -v n=$kills 'BEGIN {
	srand(seed)
	split("parent benchd:~front benchd:~engine benchd-runner " \
	    "benchd:~cleaner", who, " ")
	for (i = 0; i < n; i++)
		print rand() * 0.3, who[1 + int(rand() * 5)]
}' >"$dir/moments"
done=0
n=0
# Five interrupted runs in a row would give the cell up.
further() {
	now=$(lib_ask job.show '{"job":"k"}' slots_done)
	[ "$now" -gt "$slots" ] || [ "$now" -ge $runs ]
}
while read -r pause who <&3; do
	n=$((n + 1))
	if [ $((n % 3)) -eq 0 ]; then
		slots=$(lib_ask job.show '{"job":"k"}' slots_done)
		lib_wait 600 further
	fi
	sleep "$pause"
	pid=$lib_pid
	[ "$who" = parent ] ||
	    pid=$(lib_child "$(echo "$who" | tr '~' ' ')")
	[ -z "$pid" ] || ! kill -9 "$pid" 2>/dev/null || done=$((done + 1))
	told >>"$dir/told"
	# At the fifth death of a child in a minute it ends by itself.
	if lib_gone "$lib_pid"; then
		wait "$lib_pid" 2>/dev/null
		lib_start || { cat "$dir/log"; exit 1; }
	fi
done 3<"$dir/moments"
[ "$done" -ge $((kills / 2)) ]
lib_ok "kill -9 has met many of those meant" $? "$done of $kills"

# One more parent, so that nothing of the last minute ends it.
kill -9 "$lib_pid"
wait "$lib_pid" 2>/dev/null
lib_start || { cat "$dir/log"; exit 1; }
"$ask" -s 60 -w done "$dir/socket" job.show '{"job":"k"}' state >/dev/null
lib_ok "the job ends with all its cells" $? "$(lib_ask job.show '{"job":"k"}')"
told >"$dir/end"
lib_is "each run is told of once" "$(cut -d' ' -f1 "$dir/end" | sort | uniq -d)" ""
lib_is "what was acknowledged is there as it was told" \
    "$(sort -u "$dir/told" | while read -r line; do
	grep -qx "$line" "$dir/end" || echo "$line"
    done)" ""
[ "$(wc -l <"$dir/told")" -gt 0 ]
lib_ok "runs were acknowledged between the kills" $?
# Who was disturbed from outside is repeated and counts apart.
lib_is "no cell is without its runs" "$(lib_ask job.show '{"job":"k"}' \
    cells.0.missing cells.0.failed)" "0
0"
"$ask" -s 20 -w idle "$dir/socket" host.status '{}' activity >/dev/null
if [ -s "$dir/before" ] && [ "$(head -n 1 "$dir/before")" != 0 ]; then
	sleep 0.5
	lib_is "no descriptor is left" "$(descriptors)" "$(cat "$dir/before")"
else
	lib_skip "no descriptor is left" "this system does not count them"
fi
lib_stop
lib_is "it ends well" $? 0
lib_is "no process is left" "$(lib_left_behind)" ""
lib_is "no spool file is left" "$(ls "$dir/db/db/spool")" ""
lib_is "no directory is left but the object directory" "$(find "$obj" \
    -mindepth 1 -maxdepth 1 ! -name tree; find "$obj/.benchd-trash" \
    -mindepth 1 2>/dev/null)" ""
lib_is "which holds the last run's work" \
    "$(find "$obj/tree" -type f ! -name .benchd | wc -l)" 200
if command -v sqlite3 >/dev/null; then
	db() { sqlite3 "$dir/db/db/benchd.db" "$1"; }
	lib_is "the database is whole" "$(db 'PRAGMA integrity_check')" ok
	lib_is "no run counts that did not end" "$(db "SELECT count(*) FROM
	    run WHERE outcome = 'complete' AND (ended_us IS NULL OR
	    work_files IS NOT 200 OR run_id NOT IN (SELECT run_id FROM sample
	    JOIN metric USING (metric_id) WHERE name = 'real'))")" 0
	lib_is "all others were interrupted" "$(db "SELECT DISTINCT outcome
	    FROM run WHERE outcome <> 'complete'")" interrupted
	lib_is "no planned run was made twice" "$(db "SELECT count(*) -
	    count(DISTINCT slot_id) FROM run WHERE outcome = 'complete'")" 0
else
	lib_skip "what the database holds" "no sqlite3 command"
fi
lib_done
