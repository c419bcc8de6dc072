#!/bin/sh
# demo: the main job on real input, without configuration.
#
# Builds, starts benchd on the loopback in a scratch folder, lets it compile
# proto/ and client/ of this tree from nothing with 1, 2 and 4 jobs, three
# times each, over TCP as any client would, prints the table, and stops
# everything.  The results stay; the last line says where.
set -u
LC_ALL=C
export LC_ALL
unset MAKEFLAGS MFLAGS MAKELEVEL

cd "$(dirname "$0")/.." || exit 1
make=${MAKE:-make}
top=$(pwd -P)
runs=3
budget=120		# seconds that all runs together may take
pid=

demo_fail() {
	echo "demo: $*" >&2
	[ ! -s "$dir/log" ] || { echo "--- $dir/log" >&2; tail -n 20 "$dir/log" >&2; }
	exit 1
}

demo_end() {
	[ -z "$pid" ] || { kill -TERM "$pid"; wait "$pid"; } 2>/dev/null
	rm -rf "$dir/obj" "$dir/src"
}

# A recipe that runs a command for two seconds, by its reader.
demo_recipe() {		# name command reader
	echo "recipe $1 {"
	echo "	command { $2 --time=2 --threads=\${threads} run }"
	echo "	reader $3"
	echo "	parameter threads integer 1 to 64 default 1"
	echo "	settle 0s"
	echo "	$user"
	echo "}"
}

# Run one of them with 1, 2 and 4 threads; the table of its rate.
demo_rate() {		# recipe metric
	client/benchctl run -H "$host" "$1" -p threads=1,2,4 -w 0 -n 1 \
	    >/dev/null || demo_fail "$1 did not end well"
	echo
	client/benchctl table --where "recipe=$1" --rows threads \
	    --metric "$2"
}

echo "demo: building benchd"
$make -j2 all || exit 1
dir=$(mktemp -d "${TMPDIR:-/tmp}/benchd-demo.XXXXXX") || exit 1
chmod 755 "$dir"
trap demo_end EXIT
trap 'exit 1' HUP INT TERM
BENCHCTL_DIR=$dir/client
export BENCHCTL_DIR
port=$((20000 + $$ % 40000))
host=127.0.0.1:$port

# What is built is a copy: nothing that runs here writes into this tree.
mkdir -p "$dir/src" "$dir/obj" "$dir/client"
cp daemon/load/benchload "$dir/"
chmod 700 "$dir/client"
tar cf - --exclude '*.[oa]' --exclude '[a-z]*/*.d' --exclude tests/out \
    --exclude tests/data Makefile proto daemon client sql |
    tar xf - -C "$dir/src" || exit 1
# Not optimised: the same work for make, three times as many runs a minute.
work='OPT=-O0 proto/libproto.a client/libclient.a'
(cd "$dir/src" && rm -f daemon/benchd daemon/benchd-runner client/benchctl)

# How often is affordable: one build here says what nine will take.  It is the
# warm-up as well: the sources are in memory from now on.
begun=$(date +%s)
(cp -R "$dir/src" "$dir/obj/probe" && cd "$dir/obj/probe" &&
    $make -j2 $work) || demo_fail "proto/ and client/ do not compile"
took=$(($(date +%s) - begun + 1))
rm -rf "$dir/obj/probe"
while [ $runs -gt 1 ] && [ $((runs * (4 * took + 9))) -gt $budget ]; do
	runs=$((runs - 1))
done
[ $runs -eq 3 ] ||
    echo "demo: $runs instead of 3 runs each: one build takes $took s here"

# The user of the builds: root's would be too much.
user=
[ "$(id -u)" != 0 ] || user="user nobody"
[ "$(id -u)" != 0 ] || chown nobody "$dir/obj"
client/benchctl keygen >"$dir/keygen" || demo_fail "no key"
key=$(grep -o 'SHA256:[A-Za-z0-9+/=]*' "$dir/keygen" | sed 1q)
echo "admin $key demo" >"$dir/clients"
cat >"$dir/benchd.conf" <<END
# benchd.conf of make demo, see benchd.conf(5).
listen 127.0.0.1 port $port
clients "$dir/clients"
socket "$dir/socket"
pidfile "$dir/pid"
dbdir "$dir/db"
machine_lock "$dir/machine.lock"
objroot "$dir/obj"

recipe demo {
	source "$dir/src"
	objdir "$dir/obj/tree"
	prepare { cp -R \${source}/. \${objdir} }
	command { $make -C \${objdir} -j\${jobs} $work }
	parameter jobs integer 1 to 64 default \${ncpu}
	timeout 5m
	$user
}
$(demo_recipe load-cpu "$dir/benchload cpu --cpu-max-prime=10000 --events=0" \
    benchload)
$(demo_recipe load-memory "$dir/benchload memory --memory-block-size=1K \
    --memory-total-size=10T --events=0" benchload)
$(demo_recipe sysbench-cpu "sysbench cpu --cpu-max-prime=10000 --events=0" \
    sysbench)
END
chmod 644 "$dir/benchd.conf" "$dir/clients"
daemon/benchd -n -f "$dir/benchd.conf" >/dev/null || demo_fail "configuration"
: >"$dir/log"
daemon/benchd -d -f "$dir/benchd.conf" >"$dir/log" 2>&1 </dev/null &
pid=$!
n=100
until grep -q 'ready; ' "$dir/log"; do
	n=$((n - 1))
	[ $n -gt 0 ] && kill -0 "$pid" 2>/dev/null || demo_fail "no benchd"
	sleep 0.1
done

client/benchctl known add "$host" \
    "$(sed -n 's/.*ready; .* \(SHA256:.*\)/\1/p' "$dir/log")" >/dev/null ||
    demo_fail "the host's key"
echo "demo: compiling proto/ and client/ of this tree with 1, 2 and 4 jobs"
client/benchctl run -H "$host" demo -p jobs=1,2,4 -w 0 -n $runs ||
    demo_fail "the job did not end well"
echo "demo: built-in workloads with 1, 2 and 4 threads, 2 s each"
demo_rate load-cpu cpu_events_per_sec
demo_rate load-memory mem_rate
if command -v sysbench >/dev/null; then
	demo_rate sysbench-cpu cpu_events_per_sec
else
	echo "demo: sysbench is not installed: its test is left out"
fi
kill -TERM "$pid"
wait "$pid" || demo_fail "benchd did not stop well"
pid=
echo "demo: the results are in $dir:"
echo "demo: BENCHCTL_DIR=$dir/client $top/client/benchctl table"
