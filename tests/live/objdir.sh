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
lib_stop
lib_is "nothing put aside is left" \
    "$(find "$obj/.benchd-kept" -mindepth 1 2>/dev/null)" ""
lib_done
