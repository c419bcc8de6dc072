#!/bin/sh
# hostile: benchmarks that kill, flood, hide, refuse to end or lie in wait.
#
# Each is ended and told rightly, leaves nobody behind, and the run after it is
# unharmed.  The numbers in promises are those of the public faults that they
# are after.
# time limit: 600
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

mkdir "$dir/bin"
script() {		# name
	{ echo "#!/bin/sh"; cat; } >"$dir/bin/$1"
	chmod 755 "$dir/bin/$1"
}
# A name of its own, by which it is found when it is left behind.
ln -s "$(command -v sleep)" "$dir/bin/lurk"
script kill9 <<END
$dir/bin/lurk 100 &
kill -9 -1
END
script flood <<'END'
yes | head -c 60000000
END
script oneline <<'END'
head -c 40000000 /dev/zero | tr '\0' x
END
script bytes <<'END'
printf 'a\000b\033[31mred\377\r\nlast'
END
script daemon <<END
setsid sh -c '$dir/bin/lurk 100 >/dev/null 2>&1 & exec $dir/bin/lurk 100' &
sleep 0.1
END
script deaf <<END
trap '' TERM HUP INT
echo deaf
while :; do $dir/bin/lurk 100; done
END
script stopped <<'END'
kill -STOP $$
END
script holder <<END
$dir/bin/lurk 100 &
echo held
END
script burner <<'END'
(i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done) & sleep 0.1
END
script sigpipe <<'END'
yes | head -1
grep -E '^Sig(Blk|Ign)' /proc/self/status
END
script environment <<'END'
env | sort
END
script missing <<'END'
exec /no/such/program
END
script open <<'END'
exec ls /proc/self/fd
END
chmod 755 "$dir/bin"
lib_conf <<END
recipe good { command { true } settle 0s timeout 20s }
recipe absent { command { "$dir/bin/not-there" } settle 0s }
END
for name in kill9 flood oneline bytes daemon deaf stopped holder burner \
    sigpipe environment missing open; do
	limit=30s
	case $name in deaf | stopped) limit=1s ;; esac
	echo "recipe $name { command { $dir/bin/$name } settle 0s
	    timeout $limit output_max 50M }"
done >>"$dir/benchd.conf"
MALLOC_PERTURB_=1 MAKEFLAGS=-j1 CFLAGS=-O0 TZ=Europe/Berlin \
MAKEOBJDIRPREFIX=/elsewhere LC_ALL=C.UTF-8 \
    lib_start || { cat "$dir/log"; exit 1; }
lib_ok "benchd starts for the test" 0

# One run of a recipe; its outcome and reason on a line.
run() {			# recipe
	lib_ask job.submit "{\"job\":\"$1\",\"recipe\":\"$1\",\"runs\":1,
	    \"warmups\":0}" job >/dev/null || return 1
	"$ask" -s 60 -w 0 "$dir/socket" host.status '{}' queue >/dev/null ||
	    return 1
	lib_ask run.list "{\"job\":\"$1\"}" runs.0.outcome runs.0.reason |
	    paste -sd ' ' -
}
taints() {		# recipe
	lib_ask run.list "{\"job\":\"$1\"}" runs.0.taints
}
# What a run printed, as far as it fits one page.
output() {		# recipe
	lib_ask run.log "{\"job\":\"$1\",\"run\":1}" data | base64 -d
}
good=0
# Behind each: nobody is left, and a run of another job ends well.
unharmed() {		# what
	left=$(ps -A -o pid= -o stat= -o args= | grep -F "$dir/bin/" |
	    grep -v grep)
	lib_is "$1 leaves nobody" "$left" ""
	good=$((good + 1))
	lib_ask job.submit "{\"job\":\"good$good\",\"recipe\":\"good\",
	    \"runs\":1,\"warmups\":0}" job >/dev/null
	"$ask" -s 60 -w 0 "$dir/socket" host.status '{}' queue >/dev/null
	# What the machine's neighbours do (steal) is not its doing.
	lib_is "the run after it is complete" "$(lib_ask run.list \
	    "{\"job\":\"good$good\"}" runs.0.outcome runs.0.taints |
	    sed 's/.*"outlived".*/outlived/; /^\[/d')" complete
}

lib_wait 600 eval '[ -n "$(lib_child "benchd: front")" ] &&
    [ -n "$(lib_child "benchd: engine")" ]'
front=$(lib_child "benchd: front")
engine=$(lib_child "benchd: engine")
if [ "$(id -u)" = 0 ]; then
	# As nobody; so are front and engine where there is no user for them.
	useradd=
	for user in games news mail; do
		id "$user" >/dev/null 2>&1 && useradd=$user && break
	done
fi
if [ -n "${useradd:-}" ]; then
	sed -i.old "s|^recipe kill9 {|&user $useradd |" "$dir/benchd.conf"
	kill -HUP "$lib_pid"
	lib_wait 600 grep -q "read again" "$dir/log"
	# The signal spares the process that sends it.
	lib_is "who kills all it may has ended well" "$(run kill9)" \
	    "complete null"
	unharmed "who kills all it may"
	lib_is "front and engine are who they were" \
	    "$(lib_child "benchd: front") $(lib_child "benchd: engine")" \
	    "$front $engine"
else
	lib_skip "who kills all it may has ended well" \
	    "needs root and a user to be"
fi

lib_is "C25: too much output is told, with how much" "$(run flood)" \
    "too-much-output 60000000 bytes: $dir/bin/flood"
unharmed "C25: too much output"
lib_is "C25: one endless line is a run as any" "$(run oneline)" \
    "complete null"
lib_is "C25: of it head and tail are kept, and where they are cut" \
    "$(lib_ask run.log '{"job":"oneline","run":1}' bytes kept \
    steps.0.bytes | paste -sd ' ' -)" "40000000 4194304 40000000"
unharmed "C25: one endless line"
rss=$(ps -o rss= -p "$(lib_child "benchd: engine")")
[ "$rss" -lt 102400 ]
lib_ok "C25: the engine stays below 100 MiB" $? "$rss KiB"
run bytes >/dev/null
lib_is "bytes of every kind are kept as they came" \
    "$(output bytes | od -An -c | tr -s ' ')" \
    "$("$dir/bin/bytes" | od -An -c | tr -s ' ')"

lib_is "C14: who forks a daemon has ended well" "$(run daemon)" \
    "complete null"
lib_has "C14: and is named as outlived" "$(taints daemon)" outlived
unharmed "C14: who forks a daemon"
lib_is "C13: who ignores TERM is ended at its limit" "$(run deaf)" \
    "timed-out after 1 s: $dir/bin/deaf"
unharmed "C13: who ignores TERM"
lib_is "C13: who stops itself is ended at its limit" "$(run stopped)" \
    "timed-out after 1 s: $dir/bin/stopped"
unharmed "C13: who stops itself"
lib_is "C13: a grandchild that holds the output holds nothing up" \
    "$(run holder)" "complete null"
lib_has "C13: and is named as outlived" "$(taints holder)" outlived
unharmed "C13: a grandchild that holds the output"
run burner >/dev/null
lib_has "C01: a child that nobody waited for is no clean success" \
    "$(taints burner)" outlived
unharmed "C01: a child that nobody waited for"

if [ -r /proc/self/status ]; then
	run sigpipe >/dev/null
	lib_is "C11: no signal is blocked or ignored" \
	    "$(output sigpipe | tr '\t\n' '  ')" \
	    "y SigBlk: 0000000000000000 SigIgn: 0000000000000000 "
	run open >/dev/null
	# 3 is the directory that ls reads.
	lib_is "C12: descriptors are 0, 1 and 2" \
	    "$(output open | paste -sd ' ' -)" "0 1 2 3"
else
	lib_skip "C11: no signal is blocked or ignored" "no /proc"
fi
run environment >/dev/null
lib_is "C08, C09: the environment is ours whatever benchd was started in" \
    "$(output environment | grep -v '^HOME=\|^PWD=\|^_=' | sed 's/^PATH=.*/PATH/' | paste -sd ' ' -)" \
    "LC_ALL=C PATH TZ=UTC"
lib_is "C35: what cannot be run is failed, and why" "$(run absent)" \
    "failed $dir/bin/not-there: No such file or directory: $dir/bin/not-there"
lib_is "C35: so is what says so by its exit status" \
    "$(run missing)" "failed exit status 127: $dir/bin/missing"
lib_is "C16, C35: a run that failed is not tried again" \
    "$(lib_ask run.list '{"job":"missing"}' runs.1)" ""
lib_stop
lib_is "SIGTERM ends it well" $? 0
lib_is "C15: no zombie and no process is left" "$(lib_left_behind)" ""
lib_done
