#!/bin/sh
# load: benchload does its work, proves it, and gives no figure without proof.
# Short fixed numbers of events; how fast they are is nobody's promise here.
. "$(dirname "$0")/../lib.sh"

load=${BENCHLOAD:-$top/daemon/load/benchload}
small='--file-num=3 --file-total-size=768K'
cd "$dir" || exit 1

# What a run says, in $said (stdout) and $fault (stderr), and its $status.
load_run() {
	said=$("$load" "$@" 2>"$dir/fault")
	status=$?
	fault=$(cat "$dir/fault")
}

load_prepare() {	# [option]...
	# shellcheck disable=SC2086	# two options
	"$load" fileio $small "$@" prepare >"$dir/out" 2>&1
}

# It ran to its end: so many events, and the proof in these words.
load_proves() {		# promise events proof test option...
	promise=$1 events=$2 proof=$3
	shift 3
	load_run "$@" run
	n=$(echo "$said" |
	    sed -n 's/^ *total number of events: *\([0-9]*\)$/\1/p')
	if [ $status -eq 0 ] && [ "$n" = "$events" ]; then
		lib_has "$promise" "$said" "Work proved:
    $proof"
	else
		lib_ok "$promise" 1 "exit $status, $n events, $fault" "$said"
	fi
}

# It ended with 1, told why, and gave no figure, as text or as JSON.
load_fails() {		# promise why test option...
	promise=$1 why=$2
	shift 2
	load_run "$@" run
	text="$status $fault $(echo "$said" | grep -E '/s:|per sec|total time|avg:')"
	load_run "$@" --json run
	case "$text|$status $said" in
	"1 FATAL: "*"$why"*"; no figure is given |1 "*'"outcome": "failed"'*"$why"*'"metrics": []'*)
		lib_ok "$promise" 0 ;;
	*)	lib_ok "$promise" 1 "$text" "$said" ;;
	esac
}

# Nothing was run, and the fault is named.
load_refuses() {	# why argument...
	why=$1
	shift
	load_run "$@"
	case "$status|$said|$fault" in
	"2||benchload: "*"$why"*)
		;;
	*)	refused="$refused
$*: exit $status: $fault: $said" ;;
	esac
}

load_events() {
	load_proves 'cpu counts 1229 primes in each event' 30 \
	    '1229 primes up to 10000 in each of 30 events' \
	    cpu --threads=2 --events=30
	word=8
	case $("$load" --version) in *ILP32*) word=4 ;; esac
	for oper in read write none; do
		for mode in seq rnd; do
			for scope in global local; do
				load_proves "memory does $oper, $mode, $scope" \
				    200 "$((4096 / word)) words of $word bytes" \
				    memory --threads=2 --memory-block-size=4K \
				    --memory-total-size=800K \
				    --memory-oper=$oper \
				    --memory-access-mode=$mode \
				    --memory-scope=$scope
			done
		done
	done
	load_proves 'threads pass through their locks' 40 \
	    '1000 passages through a lock in each of 40 events' \
	    threads --threads=3 --events=40
	load_proves 'mutex does one event a thread' 2 \
	    '500 locks, each after 10000 loops, in each of 2 events' \
	    mutex --threads=2 --mutex-locks=500
	load_proves 'stream makes its passes' 5 \
	    'all elements as 5 passes make them' \
	    stream --threads=2 --events=5 --stream-array-size=100000
	load_proves 'a warm-up is not counted' 20 \
	    '1229 primes up to 10000 in each of 20 events' \
	    cpu --warmup-time=1 --events=20
	load_proves 'rate keeps to the number of events' 50 \
	    '1229 primes up to 10000 in each of 50 events' \
	    cpu --threads=2 --rate=500 --events=50
}

load_files() {
	for mode in seqwr seqrewr seqrd rndrd rndwr rndrw; do
		load_prepare --file-test-mode=$mode
		# shellcheck disable=SC2086	# two options
		load_proves "fileio does $mode" 300 '' fileio $small \
		    --threads=3 --file-test-mode=$mode --events=300
	done
	# 96 requests of 16 KiB on 48 blocks, each in order, twice over.
	# shellcheck disable=SC2086
	load_proves 'fileio writes what it claims' 96 \
	    '0 bytes read, each block as it was written; 1572864 bytes written, 48 blocks read back' \
	    fileio $small --file-test-mode=seqwr --events=96 --file-fsync-freq=0
	# shellcheck disable=SC2086
	load_proves 'fileio reads what it claims' 96 '1572864 bytes read' \
	    fileio $small --file-test-mode=seqrd --events=96
	# shellcheck disable=SC2086
	load_proves 'fileio merges requests' 6 '1572864 bytes read' \
	    fileio $small --file-test-mode=seqrd --events=6 \
	    --file-merged-requests=16
	# shellcheck disable=SC2086
	load_run fileio $small --file-test-mode=rndwr --file-fsync-all \
	    --file-fsync-end=off --events=40 --json run
	lib_is 'fileio counts an fsync for each write' "$(echo "$said" |
	    sed -n 's/.*"file_\(writes\|fsyncs\)_per_sec".*"value"/\1/p' |
	    sed 's/^[a-z]*//' | uniq | wc -l | tr -d ' ')" 1
	# shellcheck disable=SC2086
	load_run fileio $small --file-test-mode=rndrw --events=100 \
	    --file-extra-flags=direct run
	case $fault in
	*'Invalid argument'*)
		lib_skip 'fileio passes the cache by' "O_DIRECT: $fault" ;;
	*)	lib_is 'fileio passes the cache by' $status 0 ;;
	esac
}

# Files that are not what prepare made.
load_spoilt() {
	load_prepare
	printf x | dd of=test_file.1 bs=1 seek=70000 conv=notrunc 2>/dev/null
	# shellcheck disable=SC2086	# two options
	load_fails 'a byte bent between prepare and run fails the run' \
	    'test_file.1 at 65536: the block read is not the block written' \
	    fileio $small --file-test-mode=seqrd --events=48
	load_prepare
	dd if=test_file.0 of=test_file.2 bs=16384 skip=1 seek=2 count=1 \
	    conv=notrunc 2>/dev/null
	# shellcheck disable=SC2086
	load_fails 'a block that belongs elsewhere fails the run' \
	    'test_file.2 at 32768: the block read is not the block written' \
	    fileio $small --file-test-mode=seqrd --events=48
	: >test_file.0
	# shellcheck disable=SC2086
	load_fails 'a file that is too small fails the run' \
	    'test_file.0: 0 bytes, but at least 262144 are expected' \
	    fileio $small --file-test-mode=rndrd --events=48
	rm test_file.0
	# shellcheck disable=SC2086
	load_fails 'a missing file fails the run' \
	    'test_file.0: open (was prepare run?)' \
	    fileio $small --file-test-mode=rndrd --events=48
	echo precious >precious
	ln -s precious test_file.0
	load_prepare
	status=$?
	lib_is 'prepare follows no link' "$status $(cat precious)" '1 precious'
	# shellcheck disable=SC2086
	"$load" fileio $small cleanup >/dev/null
	lib_is 'cleanup removes the files, and only them' \
	    "$(echo test_file* precious)" 'test_file* precious'
}

# Every mistake is named and ends with 2.
load_mistakes() {
	refused=
	load_refuses 'no test named'
	load_refuses "'cpus': no such test" cpus run
	load_refuses 'no command' cpu
	load_refuses "'walk': cpu has no such command" cpu walk
	load_refuses "'prepare': cpu has no such command" cpu prepare
	load_refuses "'twice': one test and one command" cpu run twice
	load_refuses '--tiem: no such option' cpu --tiem=3 run
	load_refuses '--threads: wants =value' cpu --threads run
	for text in 0 -1 abc '' 1x 5000 99999999999999999999 1K ' 1' 0x10; do
		load_refuses "--threads: '$text'" cpu "--threads=$text" run
	done
	for text in 1Q K 1KK -1K 0 9999999T; do
		load_refuses "--memory-block-size: '$text'" memory \
		    "--memory-block-size=$text" run
	done
	load_refuses 'no power of two' memory --memory-block-size=3K run
	load_refuses 'nothing would be done' memory --threads=16 \
	    --memory-block-size=1G --memory-total-size=10G run
	load_refuses "'wirte' is none of read,write,none" memory \
	    --memory-oper=wirte run
	load_refuses '--cpu-max-prime: an option of cpu, not of memory' memory \
	    --cpu-max-prime=100 run
	load_refuses '--percentile' cpu --percentile=101 run
	load_refuses "--histogram: 'maybe'" cpu --histogram=maybe run
	load_refuses '--file-test-mode: wanted' fileio run
	load_refuses "'async' is none of sync" fileio --file-io-mode=async \
	    --file-test-mode=seqrd run
	load_refuses "'direct,fast' is none of" fileio \
	    --file-extra-flags=direct,fast --file-test-mode=seqrd run
	load_refuses 'no multiple of 512' fileio --file-block-size=1000 \
	    --file-test-mode=seqrd run
	load_refuses 'less than one block a file' fileio --file-num=100 \
	    --file-total-size=1M --file-test-mode=seqrd run
	load_refuses "--file-rw-ratio: '1,5'" fileio --file-rw-ratio=1,5 \
	    --file-test-mode=rndrw run
	load_refuses 'would not end' cpu --time=0 run
	load_refuses '--rate: not for stream' stream --rate=5 run
	load_refuses '--rand-type' cpu --rand-type=uniform run
	load_refuses '--validate=off' cpu --validate=off run
	[ -z "$refused" ]
	lib_ok 'every mistake is named, ends with 2, and nothing is run' $? \
	    "$refused"
}

load_old_names() {
	load_run --test=cpu --num-threads=2 --max-requests=7 --cpu-max-prime=50 \
	    run
	lib_has 'names of sysbench 0.4 are understood' "$status $said" \
	    '0 *Number of threads: 2*Limit of events: 7*events:              7*'
	lib_has 'the defaults of sysbench 0.4 are said' "$fault" \
	    '--events=7 --time=0'
	load_run --test=threads --thread-yields=1 run
	lib_has 'the defaults of sysbench 0.4 hold' "$fault$said" \
	    '--events=10000 --time=0*events:              10000'
}

# Output that others read.
load_readers() {
	if [ -e /dev/full ]; then
		"$load" cpu --events=1 run >/dev/full 2>fault
		lib_is 'a report that cannot be written is told' \
		    "$? $(cat fault)" \
		    '1 benchload: standard output: write failed'
	else
		lib_skip 'a report that cannot be written is told' \
		    'no /dev/full'
	fi
	if command -v python3 >/dev/null; then
		"$load" memory --events=10 --histogram --json run >json
		python3 - <<-END
		import json
		j = json.load(open("json"))
		m = {x["name"]: x["value"] for x in j["metrics"]}
		assert j["schema"] == "benchload/1" and j["work"] >= 1
		assert j["outcome"] == "complete" and j["proof"]
		assert j["options"]["memory-block-size"] == "1024"
		assert m["total_events"] == 10 and m["mem_operations"] == 10
		assert m["latency_p95"] <= m["latency_max"]
		assert sum(n for ms, n in j["histogram_ms"]) == 10
		END
		lib_ok 'JSON parses and holds what the manual says' $? \
		    "$(cat json)"
	else
		lib_skip 'JSON parses and holds what the manual says' \
		    'no python3'
	fi
	names=$top/../shared/data/corpus/NAMES.tsv
	if [ -f "$names" ]; then
		load_prepare
		for test in cpu memory threads mutex stream \
		    "fileio $small --file-test-mode=rndrw"; do
			# shellcheck disable=SC2086	# with its options
			"$load" $test --events=4 --json run
		done | grep -o '"name": "[a-z0-9_]*"' | cut -d'"' -f4 |
		    sort -u >ours
		cut -f1 "$names" | sort >theirs
		lib_is 'metrics have the names that readers know' \
		    "$(comm -23 ours theirs)" ''
	else
		lib_skip 'metrics have the names that readers know' \
		    'no list of names'
	fi
	missing=
	for name in $({ "$load" --help; for test in cpu memory threads mutex \
	    fileio stream; do "$load" $test help; done; } |
	    sed -n 's/^  --\([a-z-]*\).*/\1/p' | grep -v help); do
		grep -q "^.It Fl .-$name\\>" \
		    "$top/daemon/load/benchload.1" || missing="$missing $name"
	done
	lib_is 'the manual names every option' "$missing" ''
}

# Every line of sysbench's report is in ours, in its order.
load_layout() {
	if ! sysbench --version 2>/dev/null | grep -q '^sysbench 1\.0'; then
		lib_skip "sysbench's readers find its lines" 'no sysbench 1.0'
		return
	fi
	load_prepare
	for test in 'cpu --histogram' 'memory --memory-total-size=1M' \
	    'threads --percentile=0' mutex \
	    "fileio $small --file-test-mode=rndwr"; do
		for tool in sysbench "$load"; do
			# shellcheck disable=SC2086	# with its options
			"$tool" $test --events=20 --rand-seed=1 run
		done >both
		awk '/^(sysbench|benchload) [0-9]/ { tool++ }
		{ gsub(/[0-9.]+/, "#"); gsub(/[ \t]+/, " "); gsub(/\*/, "")
			gsub(/\( /, "(") }	# a rate of less digits
		tool == 1 && !/^(sysbench|$| # \|)/ { want[++n] = $0 }
		tool == 2 && $0 == want[at + 1] { at++ }
		END { if (n < 10 || at < n) { print want[at + 1]; exit 1 } }' \
		    both
		lib_ok "sysbench's readers find its lines of $test" $? \
		    "$(cat both)"
	done
}

# The same in 32 bits, where the compiler can.
load_m32() {
	same='a 32-bit build does the same events'
	if ! echo 'int main(void) { return (0); }' >m.c ||
	    ! ${CC:-cc} -m32 -o m m.c 2>/dev/null || ! ./m; then
		lib_skip "$same" 'no compiler for it'
		return
	fi
	(cd "$top" && ${CC:-cc} -m32 -std=c11 -O2 -Wall -Wextra -Werror -I. \
	    -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 \
	    -o "$dir/load32" daemon/load/*.c proto/compat.c -lpthread -lm) \
	    >out 2>&1 || { lib_ok "$same" 1 "$(cat out)"; return; }
	load=$dir/load32
	lib_has 'a 32-bit build says what it is' "$("$load" --version)" \
	    'abi: i386 ILP32'
	load_proves "$same: cpu" 20 \
	    '1229 primes up to 10000 in each of 20 events' cpu --events=20
	load_proves "$same: memory" 100 '256 words of 4 bytes written' \
	    memory --events=100
	load_run memory --time=1 run
	lib_has "$same: 100G of memory are not 0" "$status $said" \
	    '0 *total size: 102400MiB*'
	load_prepare
	# shellcheck disable=SC2086	# two options
	load_proves "$same: fileio" 200 '' fileio $small --threads=2 \
	    --file-test-mode=rndrw --events=200
	load_proves "$same: stream" 3 'all elements as 3 passes make them' \
	    stream --events=3 --stream-array-size=10000
}

load_events
load_files
load_spoilt
load_mistakes
load_old_names
load_readers
load_layout
load_m32
lib_done
