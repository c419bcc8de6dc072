#!/bin/sh
# objdir: through the daemon, what becomes of object directories that are not
# benchd's own.  t_cleaner.c and t_clean_tree.c look at the cleaner alone.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

mkdir "$dir/elsewhere"
echo mine >"$dir/elsewhere/thesis"
conf() {
	lib_conf <<END
recipe fresh { objdir "$1" command { true } settle 0s }
recipe foreign { objdir "$obj/foreign" command { true } settle 0s }
recipe link { objdir "$obj/link" command { true } settle 0s }
recipe mount { objdir "$obj/mount" command { touch $obj/mount/made } settle 0s }
recipe below { objdir "$obj/below" command { true } settle 0s }
recipe stiff { objdir "$obj/stiff" command { touch $obj/stiff/made } settle 0s }
recipe ugly { objdir "$obj/ugly" command { sh "$dir/ugly" } settle 0s }
recipe keep {
	objdir "$obj/kept"
	takeover keep
	command { sleep \${s} }
	parameter s integer 0 to 100 default 0
	settle 0s
}
END
}
for path in / "$dir/elsewhere" "$obj/../elsewhere" relative; do
	conf "$path"
	"$benchd" -n -f "$dir/benchd.conf" >"$dir/said" 2>&1
	lib_is "$path is no object directory" $? 1
done
conf "$obj/fresh"
printf 'touch "%s" "%b"\n' '$(printf "a\nb")' '\0303\0050' >"$dir/ugly"
mkdir "$obj/foreign" "$obj/kept"
echo mine >"$obj/foreign/thesis"
echo mine >"$obj/kept/thesis"
ln -s "$dir/elsewhere" "$obj/link"
lib_start || { cat "$dir/log"; exit 1; }
# A small file system of its own, if we may mount one; gone with the test.
mounted=
mounting() {		# path
	mkdir -p "$1" && mount -t tmpfs -o size=1m benchd "$1" 2>/dev/null &&
	    mounted="$1 $mounted"
}
unmount() {
	# shellcheck disable=SC2086	# several paths without blanks
	[ -z "$mounted" ] || umount $mounted
}
trap 'unmount; lib_end' EXIT
run() {			# recipe runs
	lib_ask job.submit "{\"job\":\"$1\",\"recipe\":\"$1\",\"runs\":$2,
	    \"warmups\":0}" job >/dev/null || return 1
	"$ask" -s 60 -w 0 "$dir/socket" host.status '{}' queue >/dev/null
	lib_ask run.list "{\"job\":\"$1\"}" runs.0.outcome runs.0.reason |
	    paste -sd ' ' -
}
lib_is "files that benchd did not make are refused" "$(run foreign 1)" \
    "failed $obj/foreign holds files that benchd did not make; move them, or write takeover keep"
lib_is "and stay" "$(cat "$obj/foreign/thesis")" mine
lib_has "a link out of objroot is refused" "$(run link 1)" "failed $obj/link*"
lib_is "and what it leads to stays" "$(cat "$dir/elsewhere/thesis")" mine
run ugly 2 >/dev/null
lib_is "newlines and bytes that are no UTF-8 are cleaned away" \
    "$(lib_ask job.show '{"job":"ugly"}' cells.0.complete)" 2
run keep 2 >/dev/null
lib_wait 100 test -f "$obj/kept/thesis"
lib_ok "takeover keep: what was there is back when the job ends" $?
lib_ask job.submit '{"job":"long","recipe":"keep","levels":[{"name":"s",
    "values":["100"]}],"runs":1,"warmups":0}' job >/dev/null
"$ask" -s 30 -w timed "$dir/socket" host.status '{}' now.phase >/dev/null
[ ! -e "$obj/kept/thesis" ]
lib_ok "it is aside while the job runs" $?
kill -9 "$lib_pid"
wait "$lib_pid" 2>/dev/null
lib_start || { cat "$dir/log"; exit 1; }
lib_ask job.cancel '{"job":"long"}' state >/dev/null
lib_wait 100 test -f "$obj/kept/thesis"
lib_ok "and back after kill -9 of the parent" $? "$(ls -la "$obj" "$obj/kept")"
if mounting "$obj/mount" && mounting "$obj/below/fs"; then
	chmod 1777 "$obj/mount"
	touch "$obj/mount/old" "$obj/below/fs/old"
	lib_has "a mount point with files that are not ours is refused" \
	    "$(run mount 1)" "failed $obj/mount holds files*"
	rm "$obj/mount/old"
	lib_ask job.retry '{"job":"mount"}' slots >/dev/null
	"$ask" -s 60 -w done "$dir/socket" job.show '{"job":"mount"}' state \
	    >/dev/null
	lib_ask job.submit '{"job":"again","recipe":"mount","runs":2,
	    "warmups":0}' job >/dev/null
	"$ask" -s 60 -w done "$dir/socket" job.show '{"job":"again"}' state \
	    >/dev/null
	lib_is "a mount point is emptied in place" "$(lib_ask job.show \
	    '{"job":"again"}' cells.0.complete) $(awk -v p="$obj/mount" \
	    '$2 == p { print $3 }' /proc/mounts)" "2 tmpfs"
	said=$(run below 1)
	lib_has "another file system below is refused and named" "$said" \
	    "failed *$obj/below*"
	lib_ok "and what it holds stays" "$(test -e "$obj/below/fs/old"; echo $?)"
else
	lib_skip "object directories that are mount points" "may not mount"
fi
run stiff 1 >/dev/null
if chattr +i "$obj/stiff/made" 2>/dev/null; then
	lib_ask job.submit '{"job":"softer","recipe":"stiff","runs":1,
	    "warmups":0}' job >/dev/null
	"$ask" -s 60 -w done "$dir/socket" job.show '{"job":"softer"}' state \
	    >/dev/null
	lib_is "an immutable file is made soft and removed" \
	    "$(lib_ask job.show '{"job":"softer"}' state)" done
else
	lib_skip "an immutable file is made soft" "no chattr +i here"
fi
lib_stop
lib_is "nothing put aside is left" \
    "$(find "$obj/.benchd-kept" -mindepth 1 2>/dev/null)" ""
lib_done
