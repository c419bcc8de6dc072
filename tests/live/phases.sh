#!/bin/sh
# phases: a run is ended in each phase it has, by SIGTERM and by a client.
#
# SIGTERM: gone within 5 s, the run is kept as interrupted and is replaced
# after the next start.  Cancel: the run is kept as cancelled, the job ends,
# the next job is unharmed.  A step holds where $dir/hold says so; cleaning and
# counting take a while because the command makes many files, and waiting is
# another holder of the machine's lock.
# time limit: 600
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

files=10000
cat >"$dir/step" <<END
#!/bin/sh
hold=\$(cat "$dir/hold")
[ "\$hold" != "\$1" ] || exec sleep 100
[ "\$1" != timed ] || seq 1 \$(cat "$dir/files") | xargs touch
END
chmod 755 "$dir/step"
lib_conf <<END
recipe steps {
	objdir "$obj/steps"
	prepare { "$dir/step" preparing }
	command { "$dir/step" timed }
	check { "$dir/step" checking }
	cleanup { "$dir/step" cleanup }
	settle 500ms
	timeout 60s
}
END

# Have the next run stay in this phase as long as it can.
hold() {		# phase
	echo "$1" >"$dir/hold"
	echo 10 >"$dir/files"
	case $1 in
	cleaning | counting)
		echo "$files" >"$dir/files" ;;
	waiting)
		flock "$dir/machine.lock" sleep 100 >/dev/null 2>&1 &
		holder=$! ;;
	esac
}

release() {
	echo none >"$dir/hold"
	echo 10 >"$dir/files"
	[ -z "${holder:-}" ] || lib_end_tree "$holder"
	holder=
}

# A job that gets into the phase; cleaning has something to do only behind
# another run.
begin() {		# phase id
	runs=1
	[ "$1" != cleaning ] || runs=2
	lib_ask job.submit "{\"job\":\"$2\",\"recipe\":\"steps\",
	    \"runs\":$runs,\"warmups\":0}" job || return 1
	if [ "$1" = cleaning ]; then
		"$ask" -s 60 -w 1 "$dir/socket" job.show "{\"job\":\"$2\"}" \
		    slots_done >/dev/null || return 1
	fi
	"$ask" -s 60 -w "$1" "$dir/socket" host.status '{}' now.phase
}

outcomes() {		# id
	lib_ask run.list "{\"job\":\"$1\"}" runs | grep -o \
	    '"outcome":"[^"]*"' | sed 's/.*:"//; s/"//' | paste -sd ' ' -
}

state() {		# id
	lib_ask job.show "{\"job\":\"$1\"}" state
}

phases="waiting cleaning preparing settling timed checking counting cleanup"
command -v flock >/dev/null || {
	lib_skip "an end while waiting for the machine" "no flock command"
	phases=${phases#waiting }
}

lib_start || { cat "$dir/log"; exit 1; }
for phase in $phases; do
	hold "$phase"
	said=$(begin "$phase" "term-$phase")
	lib_ok "a run can be met while $phase" $? "$said" "$(tail "$dir/log")" ||
	    { release; lib_done; }
	began=$(date +%s)
	lib_stop
	lib_is "SIGTERM while $phase ends benchd well" $? 0
	took=$(($(date +%s) - began))
	[ "$took" -le 5 ]
	lib_ok "within 5 s" $? "$took s"
	release
	lib_start || { cat "$dir/log"; exit 1; }
	"$ask" -s 60 -w done "$dir/socket" job.show \
	    "{\"job\":\"term-$phase\"}" state >/dev/null
	lib_ok "its job ends after the next start" $? "$(tail "$dir/log")"
	wanted="interrupted complete"
	[ "$phase" != cleaning ] || wanted="complete $wanted"
	lib_is "the run is kept as interrupted and is replaced" \
	    "$(outcomes "term-$phase")" "$wanted"
done

for phase in $phases; do
	hold "$phase"
	said=$(begin "$phase" "cancel-$phase")
	lib_ask job.cancel "{\"job\":\"cancel-$phase\"}" state >/dev/null
	"$ask" -s 60 -w idle "$dir/socket" host.status '{}' activity >/dev/null
	lib_ok "a job cancelled while $phase is over" $? "$(tail "$dir/log")"
	lib_is "as cancelled" "$(state "cancel-$phase")" cancelled
	wanted=cancelled
	[ "$phase" != cleaning ] || wanted="complete $wanted"
	lib_is "its run as well" "$(outcomes "cancel-$phase")" "$wanted"
	release
done

hold timed
begin timed first >/dev/null
lib_ask job.submit '{"job":"queued","recipe":"steps"}' job >/dev/null
lib_ask job.cancel '{"job":"queued"}' state >/dev/null
lib_is "a job cancelled while queued is over" "$(state queued)" cancelled
lib_is "without a run" "$(outcomes queued)" ""
lib_ask job.cancel '{"job":"first"}' state >/dev/null
release
lib_stop
lib_start || { cat "$dir/log"; exit 1; }
lib_is "it stays so over a restart" "$(state queued)" cancelled
said=$(lib_ask job.submit '{"job":"last","recipe":"steps","runs":1,
    "warmups":0}' job)
"$ask" -s 60 -w done "$dir/socket" job.show '{"job":"last"}' state >/dev/null
lib_ok "the next job is unharmed" $? "$said" "$(tail "$dir/log")"

lib_stop
left=$(find "$dir/db/db/spool" -type f; lib_left_behind)
lib_is "no process and no spool file is left" "$left" ""
lib_is "of object directories there is the last one" \
    "$(ls "$obj")" steps
lib_done
