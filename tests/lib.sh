# lib: what live tests share: promises told in TAP, a scratch folder that goes
# with them, and a benchd of their own on the loopback.
#
#	. "$(dirname "$0")/../lib.sh"
#
# sets $top (the tree), $dir (the scratch folder), $obj (the root of object
# directories), $benchd, $benchctl, $ask and BENCHCTL_DIR.  Everything that was started ends with the test.

set -u
LC_ALL=C
export LC_ALL
# A path that goes through no link: it stands in answers as it is.
top=$(cd "$(dirname "$0")/../.." && pwd -P)
# A socket's path has room for about 100 bytes.
: "${TMPDIR:=/tmp}"
[ ${#TMPDIR} -lt 70 ] || TMPDIR=/tmp
dir=$(mktemp -d "$TMPDIR/$(basename "$0" .sh).XXXXXX") || exit 1
dir=$(cd "$dir" && pwd -P)
chmod 755 "$dir"
benchd=$top/daemon/benchd
benchctl=$top/client/benchctl
ask=$top/tests/ask
BENCHCTL_DIR=$dir/client
export BENCHCTL_DIR
lib_told=0
lib_pid=
lib_port=$((20000 + $$ % 40000))
mkdir -p "$BENCHCTL_DIR" && chmod 700 "$BENCHCTL_DIR"

# A file system that nobody else writes to, where there is one: a run with an
# object directory waits until free space stands still.
obj=$dir/obj
[ ! -w /dev/shm ] || obj=$(mktemp -d /dev/shm/benchd.XXXXXX) || exit 1

lib_end() {
	[ -z "$lib_pid" ] || kill -9 "$lib_pid" 2>/dev/null
	chmod -R u+rwx "$dir" "$obj" 2>/dev/null
	rm -rf "$dir" "$obj"
}
trap lib_end EXIT
trap 'exit 1' HUP INT TERM

# Tell a promise: kept if the status is 0.  What follows says why not.
lib_ok() {		# promise status [what is known]...
	lib_told=$((lib_told + 1))
	if [ "$2" -eq 0 ]; then
		echo "ok $lib_told - $1"
		return 0
	fi
	echo "not ok $lib_told - $1"
	shift 2
	for lib_text; do
		echo "$lib_text" | sed 's/^/# /'
	done
	return 1
}

# A promise kept if both texts are the same.
lib_is() {		# promise got wanted
	[ "$2" = "$3" ]
	lib_ok "$1" $? "got:    $2" "wanted: $3"
}

# A promise kept if the pattern (of case) is in the text.
lib_has() {		# promise text pattern
	# shellcheck disable=SC2254	# a pattern it is
	case $2 in
	*$3*)	lib_ok "$1" 0 ;;
	*)	lib_ok "$1" 1 "got:    $2" "wanted: *$3*" ;;
	esac
}

lib_skip() {		# promise why
	lib_told=$((lib_told + 1))
	echo "ok $lib_told - $1 # SKIP $2"
}

lib_done() {
	echo "1..$lib_told"
	exit 0
}

# Wait until a command succeeds, at most so many tenths of a second.
lib_wait() {		# tenths command...
	lib_left=$1
	shift
	until "$@" >/dev/null 2>&1; do
		lib_left=$((lib_left - 1))
		[ $lib_left -gt 0 ] || return 1
		sleep 0.1
	done
}

# A configuration for the scratch folder; what else it holds comes from stdin.
lib_conf() {
	mkdir -p "$obj" "$dir/db"
	[ "$(id -u)" != 0 ] || chmod 755 "$obj"
	{
		cat <<-END
		listen 127.0.0.1 port $lib_port
		clients "$dir/clients"
		socket "$dir/socket"
		pidfile "$dir/pid"
		dbdir "$dir/db"
		machine_lock "$dir/machine.lock"
		objroot "$obj"
		END
		cat
	} >"$dir/benchd.conf"
	[ -f "$dir/clients" ] || : >"$dir/clients"
	chmod 644 "$dir/benchd.conf" "$dir/clients"
}

# Start a benchd on that configuration and wait until its socket is there.
# What it says is in $dir/log.
lib_start() {		# [option]...
	"$benchd" -d -f "$dir/benchd.conf" "$@" >>"$dir/log" 2>&1 </dev/null &
	lib_pid=$!
	lib_wait 600 test -S "$dir/socket"
}

# SIGTERM, and its exit status; 99 if it is not gone after 6 seconds.
lib_stop() {
	lib_old=$lib_pid
	lib_pid=
	kill -TERM "$lib_old" || return 98
	if ! lib_wait 60 lib_gone "$lib_old"; then
		kill -9 "$lib_old"
		return 99
	fi
	wait "$lib_old"
}

# A process that ended stays a zombie until it is waited for.
lib_gone() {		# pid
	case $(ps -o stat= -p "$1") in
	'' | Z*)	return 0 ;;
	esac
	return 1
}

# Ask the host of lib_start; as tests/ask says it, again until it is answered.
lib_ask() {		# method [params [member]...]
	"$ask" -s 60 "$dir/socket" "$@"
}

# End a process that we started, and its children.
lib_end_tree() {	# pid
	lib_tree=$(ps -A -o pid= -o ppid= | awk -v p="$1" '$2 == p { print $1 }')
	# shellcheck disable=SC2086	# several numbers
	kill $lib_tree "$1" 2>/dev/null
	wait "$1" 2>/dev/null
}

# A child of our benchd by what stands in its arguments.
lib_child() {		# title
	ps -A -o pid= -o ppid= -o args= | awk -v p="$lib_pid" -v t="$1" '
	    $2 == p && index($0, t) { print $1; exit }'
}

# Whoever has our scratch folder in its arguments and is not us: what a
# benchd that ended left behind.
lib_left_behind() {
	ps -A -o pid= -o args= | grep -F "$dir/" | grep -v grep
}
