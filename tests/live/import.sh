#!/bin/sh
# import: foreign results in, once; and out again, for peers.
. "$(dirname "$0")/../lib.sh"

MAKE=${MAKE:-make}
[ -x "$benchctl" ] || (cd "$top" && "$MAKE" -s client/benchctl) >&2
cd "$dir" || exit 1

take() {	# archive [argument]...
	archive=$1
	shift
	"$benchctl" import -a "$archive" "$@" 2>&1
}
raw() {		# archive: its runs, as a table without what is drawn
	"$benchctl" runs -a "$1" -o csv | cut -d, -f1,3,5,7,10,11
}
count() {	# archive
	sqlite3 "$1" 'SELECT count(*) FROM run'
}

cat >two.csv <<'END'
# a note
machine,kernel,jobs,trial,time,real,user,sys
elm,UP,4,2,2026-01-14T18:12:00Z,43m28.093s,152m18.214s,41m6.976s
elm,UP,4,1,2026-01-14 17:00,13:31.32,11:45.43,2:37:46.08
elm,SMP,4,1,,262.09,-,15.21
END
take a.db two.csv >said
lib_is "a table is imported" "$(cat said)" "two.csv: 3 runs added"
lib_is "times as people print them are seconds" "$(sqlite3 a.db "
    SELECT group_concat(sample_value, ' ') FROM (SELECT sample_value
    FROM sample JOIN metric USING (metric_id) ORDER BY sample_value)")" \
    "15.21 262.09 705.43 811.32 2466.976 2608.093 9138.214 9466.08"
lib_is "time is when a run began" "$(sqlite3 a.db "SELECT started_us
    FROM run WHERE started_us > 0 ORDER BY started_us")" \
    "$(printf '1768410000000000\n1768414320000000')"
lib_is "trials say the order" "$(sqlite3 a.db "SELECT started_us FROM run
    JOIN slot USING (slot_id) WHERE started_us > 0 ORDER BY ordinal")" \
    "$(printf '1768410000000000\n1768414320000000')"
lib_is "what is missing is missing, not zero" \
    "$(sqlite3 a.db 'SELECT count(*) FROM sample')" 8

cp two.csv other.csv
sed 's/$/\r/' two.csv >crlf.csv
{ cat two.csv; printf 'kernel,real\nUP,1.5\n'; } >both.csv
take a.db two.csv other.csv crlf.csv >said
lib_is "the same again, under another name, with CRLF, adds nothing" \
    "$(grep -c 'there already, nothing added' said) $(count a.db)" "3 3"
lib_is "inside a concatenation only what is new is added" \
    "$(take a.db both.csv) $(count a.db)" \
    "both.csv: 1 runs added; 1 of 2 parts were there 4"

{ head -4 two.csv; echo 'elm,SMP,4,1,,26x.09,-,15.21'; } >bad.csv
take b.db bad.csv >said
lib_is "what cannot be read is named with its line" "$(cat said)" \
    "benchctl: bad.csv:5: real: '26x.09' is no number of s; nothing of it was kept"
lib_is "and nothing of that file is kept" "$(count b.db)" 0
printf 'kernel,real\nUP,1\nUP\n' >short.csv
lib_has "a row that is too short is named" "$(take b.db short.csv)" \
    'short.csv:3: 1 fields where the header has 2'
printf 'kernel,real\nUP,"1\n' >quote.csv
lib_has "a quote that does not end is named" "$(take b.db quote.csv)" \
    'quote.csv:2: a quote does not end'
printf 'a,b\nx,y\n' >none.csv
lib_has "a file that nobody knows is refused" "$(take b.db none.csv)" \
    'no reader knows what this is'
: >empty.csv
lib_has "an empty file too" "$(take b.db empty.csv)" 'is empty'
lib_is "a good file beside a bad one is kept" \
    "$(take c.db bad.csv two.csv | grep -c added) $(count c.db)" "1 3"

printf 'idx,bench,ns\n2,x,30\n1,x,10\n' >named.csv
take d.db --metric ns:ns:lower --as idx=run --as bench=recipe \
    --label mail=2006 --fact cc=3.4 named.csv >/dev/null
lib_has "columns are named by --as, labels and facts are given" \
    "$("$benchctl" table -a d.db --metric ns --rows mail --where \
    recipe=x,cc=3.4)" '2006  17.32'
lib_has "--as names only what there is" \
    "$(take d.db --as idx=nothing named.csv)" "'nothing'"

printf '1.5\n2.5\r\n# note\n\n3.5\n' >ms
lib_is "a file of ministat's is a run a line" "$(take e.db ms)
$(sqlite3 e.db "SELECT name, unit, better, group_concat(sample_value)
    FROM sample JOIN metric USING (metric_id)")" "ms: 3 runs added
value||none|1.5,2.5,3.5"
printf '1.5\n2.5\nx\n' >msbad
lib_has "its bad line is named" "$(take e.db msbad)" \
    "msbad:3: 'x' is no number"
cat >hyper.json <<'END'
{"results": [{"command": "sleep 1", "mean": 1.5, "times": [1.0, 2.0],
 "exit_codes": [0, 0], "parameters": {"n": "1"}},
 {"command": "sleep 2", "times": [2.0, 3.0], "exit_codes": [0, 1],
 "parameters": {"n": "2"}}]}
END
take f.db hyper.json >/dev/null
lib_is "hyperfine's single times are runs, its means are not kept" \
    "$(sqlite3 f.db "SELECT levels, outcome, name, sample_value FROM run
    JOIN slot USING (slot_id) JOIN cell USING (cell_id) JOIN sample USING
    (run_id) JOIN metric USING (metric_id) ORDER BY slot.ordinal")" \
    "n=1|complete|real|1.0
n=1|complete|real|2.0
n=2|complete|real|2.0
n=2|failed|real|3.0"
printf 'kern.sched.name: ULE\nhw.ncpu: 4\n' >sysctl.txt
take f.db --host box7 sysctl.txt >said
printf 'jobs,real\n1,9\n' >box.csv
take f.db --host box7 box.csv >/dev/null
lib_has "what sysctl says of a host is asked of its runs" "$(cat said)
$("$benchctl" table -a f.db --rows cpu.count --where sched=ULE)" \
    '2 facts of a host added*box7*4  9.00'

# Peer review: everything out and in again.
cat >review.csv <<'END'
machine,host,boot,kernel,jobs,real
secretbox,secret.example.org,b1,UP,4,100.1
secretbox,secret.example.org,b2,UP,4,101.7
secretbox,secret.example.org,b3,UP,4,100.9
secretbox,secret.example.org,b4,SMP,4,103.2
secretbox,secret.example.org,b5,SMP,4,104.9
secretbox,secret.example.org,b6,SMP,4,104.4
END
mkdir hidden && cp review.csv hidden/secretfile.csv
take g.db --fact cc=18.1 --recipe kernel hidden/secretfile.csv >/dev/null
"$benchctl" export -a g.db >out.jsonl
take h.db out.jsonl >said
"$benchctl" compare -a g.db --by kernel=UP -o json >g.json
"$benchctl" compare -a h.db --by kernel=UP -o json >h.json
lib_ok "an export imported gives the same answers, byte by byte" \
    "$(cmp g.json h.json >/dev/null; echo $?)" "$(cat said)"
lib_is "and the same runs" "$(raw h.db)" "$(raw g.db)"
lib_has "imported twice it adds nothing" "$(take h.db out.jsonl)" \
    'nothing added'
"$benchctl" export -a h.db >again.jsonl
lib_ok "an export of an import is the export" \
    "$(cmp out.jsonl again.jsonl >/dev/null; echo $?)"
"$benchctl" export -a g.db --public >public.jsonl
grep -c -i -e secret -e hidden -e SHA256: public.jsonl >leaks
lib_is "nothing in a public export names machine, host, file or key" \
    "$(cat leaks)" 0
take i.db public.jsonl >/dev/null
"$benchctl" compare -a i.db --by kernel=UP -o csv | cut -d, -f 3- |
    sed 's/host-[0-9a-f]*//' >i.csv
"$benchctl" compare -a g.db --by kernel=UP -o csv | cut -d, -f 3- |
    sed 's/secretbox//' >g.csv
lib_ok "a public export has the same numbers" \
    "$(cut -d, -f2- i.csv >i.cut; cut -d, -f2- g.csv >g.cut
    cmp i.cut g.cut >/dev/null; echo $?)" "$(diff i.cut g.cut)"
head -c 300 out.jsonl >cut.jsonl
lib_has "an export that is cut off is refused" "$(take j.db cut.jsonl)" \
    'cut.jsonl:1: the last line is cut off'
{ head -1 out.jsonl; echo '{"schema": "benchctl.export/1", "tables": 3}'; } \
    >torn.jsonl
take j.db torn.jsonl >said
lib_is "one whose last line is wrong is refused whole" \
    "$(grep -c 'torn.jsonl:2: ' said) $(sqlite3 j.db 'SELECT count(*) FROM
    host')" "1 0"
lib_done
