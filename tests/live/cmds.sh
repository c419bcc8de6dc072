#!/bin/sh
# Commands of benchctl against a benchd of its own: jobs from the request to
# the table, and every mistake with its exact answer.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

BENCHCTL_SOCKET=$dir/socket
export BENCHCTL_SOCKET

# What benchctl says on standard error of a command that is to fail.
said() {
	"$benchctl" "$@" 2>&1 >/dev/null </dev/null
}
# A value out of JSON by a path: json .runs[0].outcome
json() {
	python3 -c 'import json, sys
v = json.load(sys.stdin)
for part in sys.argv[1].split("."):
    v = v[int(part)] if part.isdigit() else len(v) if part == "#" else v[part]
print(v)' "$1"
}
jobs_state() {		# job state
	[ "$("$benchctl" jobs "$1" -o json | json jobs.0.state)" = "$2" ]
}

command -v python3 >/dev/null || {
	lib_skip "commands of benchctl" "no python3 to read JSON by"
	lib_done
}
name=$(uname -n)
name=${name%%.*}
cat >"$dir/esc.sh" <<'END'
printf 'a\033[31mred\tx\n'
END
lib_conf <<END
recipe hello { command { echo hi } settle 0s }
recipe nap {
	command { sleep \${s} }
	parameter s integer 1 to 100 default 1
	parameter jobs integer 1 to 256 default 1
	settle 0s
}
recipe even { command { test \${n} != 2 } parameter n integer 1 to 3 default 1 settle 0s }
recipe mark {
	command { test -e $dir/marker }
	settle 0s
}
recipe esc { command { sh $dir/esc.sh } settle 0s }
recipe long { command { seq 1 1500000 } settle 0s }
recipe pick { command { echo \${k} } parameter k choice { GENERIC LINT } settle 0s }
END
lib_start
lib_ok "benchd starts for the test" $? "$(cat "$dir/log")" || lib_done

# From a request to its table.
out=$("$benchctl" run --id r1 even -p n=1,3 -n 2 -w 1 2>"$dir/err")
lib_ok "run ends with 0 when all runs are complete" $? "$out" "$(cat "$dir/err")"
lib_has "run shows the table of its job" "$out" "even on $name"
lib_is "in a pipe run says one line of its job" "$(cut -d, -f1 "$dir/err")" \
    "job r1: 2 cells x (1 warm-up + 2 runs)"
lib_is "in a pipe no cursor moves and nothing is coloured" \
    "$(grep -c "$(printf '\033')" "$dir/err")" 0
lib_is "run has pulled its job" \
    "$("$benchctl" runs --where job.id=r1 -o json | json 'runs.#')" 6
lib_is "runs keeps every sample with its unit" "$("$benchctl" runs \
    --where job.id=r1 -o json | python3 -c 'import json, sys
runs = json.load(sys.stdin)["runs"]
print(all({"real": "s", "user": "s", "sys": "s"}.items() <=
    {s["metric"]: s["unit"] for s in r["samples"]}.items() for r in runs))')" \
    True
lib_is "the levels are in the order of the request" "$("$benchctl" submit \
    nap -p jobs=4,1,2 --dry-run --order interleave -n 1 -w 0 -o json |
    python3 -c 'import json, sys
print([p["cell"] for p in json.load(sys.stdin)["plan"]])')" \
    "['s=1 jobs=4', 's=1 jobs=1', 's=1 jobs=2']"
lib_is "a dry run submits nothing" \
    "$(said jobs dry1; "$benchctl" submit --id dry1 hello --dry-run \
    >/dev/null; said jobs dry1)" \
    "benchctl: $name: no job 'dry1' on this host
benchctl: $name: no job 'dry1' on this host"

# A pull goes on where it was.
"$benchctl" submit --id p1 hello -n 2 -w 0 >/dev/null
lib_wait 600 jobs_state p1 "done"
first=$("$benchctl" pull -o json | json hosts.0.runs)
lib_is "a pull takes what is new" "$first" 2
lib_is "a second pull adds nothing" \
    "$("$benchctl" pull -o json | json hosts.0.runs)" 0
lib_is "another archive pulls all of it" \
    "$("$benchctl" pull -a "$dir/other.db" -o json | json hosts.0.runs)" 8
lib_is "a pull of one job takes that job" \
    "$("$benchctl" pull -a "$dir/one.db" -j p1 -o json |
    json hosts.0.runs)" 2
lib_is "and leaves the rest to a later pull, once" \
    "$("$benchctl" pull -a "$dir/one.db" -o json | json hosts.0.runs)" 6

# Exactly once.
lib_is "the same id with the same content is the same job" \
    "$("$benchctl" submit --id p1 hello -n 2 -w 0 -o json |
    json hosts.0.created)" False
lib_is "the same id with other content is refused" \
    "$(said submit --id p1 hello -n 3 -w 0)" \
    "benchctl: $name: job 'p1' was submitted before with other content"

# What fails says so.
out=$("$benchctl" run --id f1 even -p n=1,2 -n 1 -w 0 2>"$dir/err")
lib_is "run ends with 1 when a run failed" $? 1
lib_has "the run that failed is said with the way to its output" \
    "$(cat "$dir/err")" "n=2 run failed: exit status 1*(benchctl log f1/"
lib_has "the table is there for what is complete" "$out" "even on $name n=1"
lib_has "and its note says what is missing" "$out" \
    "n=2: 0 of 1 runs complete, 1 failed*benchctl retry f1"
lib_is "jobs JOB is the matrix of its cells" "$("$benchctl" jobs f1 -o json |
    python3 -c 'import json, sys
print([(c["cell"], c["planned"], c["complete"], c["failed"], c["missing"])
    for c in json.load(sys.stdin)["cells"]])')" \
    "[('n=1', 1, 1, 0, 0), ('n=2', 1, 0, 1, 1)]"
"$benchctl" run --id m1 mark -n 2 -w 0 >/dev/null 2>&1
: >"$dir/marker"
lib_is "retry plans what is missing" \
    "$("$benchctl" retry m1 -o json | json hosts.0.added)" 2
"$benchctl" watch m1 >/dev/null 2>&1
lib_is "and after it nothing is missing" \
    "$("$benchctl" jobs m1 -o json | json cells.0.missing)" 0
lib_is "retry of what is complete adds nothing" \
    "$("$benchctl" retry m1 -o json | json hosts.0.added)" 0

# Ended by hand.
"$benchctl" submit --id c1 nap -p s=60 >/dev/null
lib_wait 600 jobs_state c1 running
lib_is "cancel ends a job in its run" \
    "$("$benchctl" cancel c1 -o json | json hosts.0.state)" cancelled
lib_is "a job that has ended cannot be cancelled" "$(said cancel c1)" \
    "benchctl: $name: the job has ended already: cancelled"
"$benchctl" watch c1 >/dev/null 2>&1
lib_is "watch of a job that was cancelled ends with 1" $? 1

# Ctrl-C: a shell's background jobs ignore it, so another one sends it.
python3 - "$benchctl" >"$dir/out" 2>"$dir/err" <<'END'
import signal, subprocess, sys, time
p = subprocess.Popen([sys.argv[1], "run", "--id", "i1", "nap", "-p", "s=2",
    "-n", "1", "-w", "0"], preexec_fn=lambda: signal.signal(signal.SIGINT,
    signal.SIG_DFL))
time.sleep(1)
p.send_signal(signal.SIGINT)
print(p.wait())
END
lib_is "Ctrl-C ends run with 130" "$(cat "$dir/out")" 130
lib_is "and the job goes on" "$(sed -n '$p' "$dir/err")" \
    "the job goes on; benchctl watch i1"
"$benchctl" watch i1 >"$dir/out" 2>&1
lib_ok "watch waits for its end" $? "$(cat "$dir/out")"
lib_has "and shows its table" "$(cat "$dir/out")" "nap on $name"

# A lost connection is taken up again.
"$benchctl" run --id l1 nap -p s=2 -n 2 -w 0 >"$dir/out" 2>&1 &
pid=$!
lib_wait 600 jobs_state l1 running
lib_stop
lib_start
wait $pid
lib_ok "run goes on over a restart of benchd" $? "$(cat "$dir/out")"
lib_is "and counts each run once" \
    "$("$benchctl" jobs l1 -o json | json cells.0.complete)" 2

# The answer to a submission is lost on its way, once: the connection is cut
# as soon as it comes.
cat >"$dir/cut.py" <<'END'
import os, select, socket, sys
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[1])
listening.listen(8)
cut = False
while True:
    client = listening.accept()[0]
    host = socket.socket(socket.AF_UNIX)
    host.connect(sys.argv[2])
    asked = False
    while True:
        ready = select.select([client, host], [], [])[0]
        if client in ready:
            data = client.recv(65536)
            asked |= b"job.submit" in data
            if not data:
                break
            host.sendall(data)
        if host in ready:
            data = host.recv(65536)
            if not data or asked and not cut:
                cut = cut or asked
                break
            client.sendall(data)
    client.close()
    host.close()
END
python3 "$dir/cut.py" "$dir/cut" "$dir/socket" &
cut=$!
lib_wait 600 test -S "$dir/cut"
out=$("$benchctl" submit -H "$dir/cut" --id x1 hello -n 1 -w 0 -o json)
lib_ok "submit survives the loss of its answer" $? "$out"
kill $cut
lib_is "and is told that the job was there already" \
    "$(echo "$out" | json hosts.0.created)" False
lib_is "the job is there once" "$("$benchctl" jobs -o json |
    python3 -c 'import json, sys
print(sum(j["job"] == "x1" for j in json.load(sys.stdin)["jobs"]))')" 1

# What a run printed.
"$benchctl" run --id o1 esc -n 1 -w 0 >/dev/null 2>&1
lib_is "log writes the very bytes" "$("$benchctl" log o1/1 | od -An -c |
    tr -d ' \n')" 'a033[31mred\tx\n'
"$benchctl" run --id o2 long -n 1 -w 0 >/dev/null 2>&1
"$benchctl" log o2/1 >"$dir/out" 2>"$dir/err"
lib_is "of a long output log writes the head" "$(sed -n 1p "$dir/out")" 1
lib_is "and the tail" "$(sed -n '$p' "$dir/out")" 1500000
printed=$(seq 1 1500000 | wc -c)
lib_is "and names what is missing, where it is" "$(cat "$dir/err")" \
    "benchctl: here $(awk "BEGIN { printf \"%.1f\", \
    ($printed - $(wc -c <"$dir/out")) / 1048576 }") MiB are missing: the host keeps head and tail"
lib_is "log --steps lists the steps" "$("$benchctl" log o1/1 -o json |
    json steps.0.command)" "sh $dir/esc.sh"
lib_is "a run that is not there" "$(said log o1/9)" \
    "benchctl: $name: slot 9 of the job has no run yet"
lib_has "a run without a number" "$(said log o1)" \
    "benchctl: log: o1: JOB/N or JOB/HOST/N is meant"

# What can be asked for.
lib_is "recipes names parameters and bounds" "$("$benchctl" recipes nap |
    sed 1d | sed -n 1p | tr -s ' ')" \
    "$name nap s 1 to 100 (1), jobs 1 to 256 (1)"
lib_is "recipes counts them in JSON" \
    "$("$benchctl" recipes -o json | json 'recipes.#')" 7
lib_is "facts has the kernel's architecture" "$("$benchctl" facts -o json |
    python3 -c 'import json, sys
print([f["value"] != "" for f in json.load(sys.stdin)["facts"]
    if f["fact"] == "arch"])')" "[True]"
"$benchctl" host pause --why lunch >/dev/null
lib_is "a paused host says so" \
    "$("$benchctl" hosts -o json | json hosts.0.activity)" paused
"$benchctl" host resume >/dev/null
lib_is "and resumes" \
    "$("$benchctl" hosts -o json | json hosts.0.activity)" idle

# Being wrong.
lib_is "an unknown recipe, and the nearest" "$(said run helo)" \
    "benchctl: $name: no recipe 'helo'; did you mean 'hello'?  (benchctl recipes lists 7)"
lib_is "an unknown recipe that is like none" "$(said run buildworld)" \
    "benchctl: $name: no recipe 'buildworld'  (benchctl recipes lists 7)"
lib_is "an unknown parameter, and the nearest" \
    "$(said submit nap -p jbos=2)" \
    "benchctl: $name: recipe nap has no parameter 'jbos'; did you mean 'jobs'?"
lib_is "a level below its bound" "$(said run nap -p jobs=0)" \
    "benchctl: $name: parameter jobs: 0 is below 1 (1 to 256)"
lib_is "a level above its bound" "$(said run nap -p jobs=257)" \
    "benchctl: $name: parameter jobs: 257 is above 256 (1 to 256)"
lib_has "a job that is too large" \
    "$(said submit nap -p "jobs=$(seq -s, 1 200)" -n 1000)" \
    "benchctl: $name: *100000"
lib_is "a parameter without values" "$(said run nap -p jobs | sed -n 1p)" \
    "benchctl: run: -p jobs: name=value,value,... is meant"
lib_is "an empty level" "$(said run nap -p jobs=1,,2 | sed -n 1p)" \
    "benchctl: run: jobs=1,,2: empty"
lib_is "runs below one" "$(said run nap -n 0 | sed -n 1p)" \
    "benchctl: run: -n: '0' is no number from 1 to 100000"
lib_is "an unknown order" "$(said run nap --order rnadom | sed -n 1p)" \
    "benchctl: run: --order rnadom: random, interleave or sequence is meant"
said run >/dev/null
"$benchctl" run >/dev/null 2>&1
lib_is "usage ends with 2" $? 2
"$benchctl" run helo >/dev/null 2>&1
lib_is "a refusal ends with 1" $? 1
"$benchctl" submit -H "$dir/socket,$dir/none" --id h1 hello -n 1 -w 0 \
    >"$dir/out" 2>"$dir/err"
lib_is "a host that does not answer among others ends with 4" $? 4
lib_has "and is named" "$(cat "$dir/err")" "benchctl: $dir/none: connect: "
ln -s socket "$dir/none"
lib_is "retry gives the job to the host that was away, of the same id" \
    "$("$benchctl" retry h1 -H "$dir/none" >/dev/null 2>&1; "$benchctl" \
    jobs -o json | python3 -c 'import json, sys
print(sum(j["job"] == "h1" for j in json.load(sys.stdin)["jobs"]))')" 1

# A host whose database was put back.
"$benchctl" pull >/dev/null
lib_stop
cp -Rp "$dir/db" "$dir/db.old"
lib_start
"$benchctl" run --id y1 hello -n 1 -w 0 >/dev/null 2>&1
"$benchctl" pull >/dev/null
before=$("$benchctl" runs -o json | json 'runs.#')
lib_stop
mv "$dir/db" "$dir/db.new" && mv "$dir/db.old" "$dir/db"
lib_start
out=$("$benchctl" pull -o json 2>"$dir/err")
lib_ok "a restored host is pulled again from the beginning" $?
lib_is "and it is said" "$(echo "$out" | json hosts.0.restored)" True
lib_is "nothing comes twice and nothing is lost" \
    "$("$benchctl" runs -o json | json 'runs.#')" "$before"

# Every command's JSON is JSON and says its schema.
for command in hosts recipes facts jobs pull runs table; do
	lib_is "$command -o json says its schema" \
	    "$("$benchctl" $command -o json | json schema)" \
	    "benchctl.$command/1"
done

# The manual lists the commands in the table's order.
lib_is "benchctl(1) has each command, in the table's order" \
    "$(sed -n 's/^\.It \(Xo \)*Cm \([a-z]*\).*/\2/p' "$top/client/benchctl.1" |
    awk '!seen[$0]++' | tr '\n' ' ')" \
    "$("$benchctl" help | awk 'NR > 1 { print $1 }' | tr '\n' ' ')"
lib_stop
lib_ok "benchd ends in order" $?
lib_done
