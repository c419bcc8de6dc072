#!/bin/sh
# compare: a factor's answer over boots and machines, by commands.
#
# What is wanted comes from tests/data/stats_reference.json (R 4.2.2), by the
# names of its cases, or from a calculator.
. "$(dirname "$0")/../lib.sh"

MAKE=${MAKE:-make}
[ -x "$benchctl" ] || (cd "$top" && "$MAKE" -s client/benchctl) >&2
cd "$dir" || exit 1

take() {	# archive file [argument]...
	"$benchctl" import -a "$@" >/dev/null 2>err || cat err
}
ask() {		# archive [argument]...
	"$benchctl" compare -a "$@" 2>&1
}
# The answers' columns, with eight digits.
answers() {	# columns archive [argument]...
	columns=$1
	shift
	ask "$@" -o csv | sed 's/"[^"]*"/quoted/g' |
	    awk -F, -v columns="$columns" '
	NR == 1 {
		for (i = 1; i <= NF; i++)
			at[$i] = i
		n = split(columns, want, " ")
		next
	}
	$at["machine"] == "" {
		line = ""
		for (i = 1; i <= n; i++) {
			v = $at[want[i]]
			if (v ~ /^-?[0-9.]+(e-?[0-9]+)?$/ && v ~ /\./)
				v = sprintf("%.8g", v)
			line = line (i > 1 ? " " : "") v
		}
		print line
	}'
}
effect="effect_pct ci_lo ci_hi p verdict"

# Case nested_compare_3x3.
nested() {
	echo kernel,boot,machine,real
	awk 'BEGIN {
		n = split("52.31 52.44 52.19 53.02 52.95 53.11 51.88 51.97 " \
		    "52.05 50.12 50.31 50.02 51.44 51.37 51.52 50.75 50.61 " \
		    "50.88", x, " ")
		for (i = 1; i <= n; i++)
			printf("%s,b%d,elm,%s\n", (i > 9 ? "b" : "a"),
			    int((i + 2) / 3), x[i])
	}'
}
nested >nested.csv
take n.db nested.csv
lib_is "3+3 boots of 3 runs: R's interval and p (nested_compare_3x3)" \
    "$(answers "$effect method" n.db --by kernel)" \
    "-3.1592121 -5.7126446 -0.5366292 0.029319823 better Welch over boots"
lib_has "text says the same, with its units" "$(ask n.db --by kernel)" \
    'b is 3.16% quicker than a in real [[]-5.71, -0.54], p .0293, 1 machine: no claim beyond it (1 machine, 3+3 boots, 9+9 runs)'
lib_has "JSON says the same" "$(ask n.db --by kernel -o json |
    tr -d ' \n')" '"effect_pct":-3.159212140733*"ci_pct":[[]-5.7126445*,-0.53662919*],"p":0.0293198234*,"p_holm":null,"verdict":"better"'
lib_is "all digits of CSV are those of JSON" \
    "$(ask n.db --by kernel -o csv | sed -n 2p | cut -d, -f13-16)" \
    "$(ask n.db --by kernel -o json | tr -d ' \n' | sed 's/.*"n_other":{[^}]*},"effect_pct":\([^,]*\),"ci_pct":\[\([^]]*\)\],"p":\([^,]*\),.*/\1,\2,\3/')"
lib_has "Markdown too" "$(ask n.db --by kernel -o md)" '-3.16%'

# Case hosts_t_over_hosts: differences of logs, of machines and of boots.
logs="-0.0312 -0.0287 -0.0405 -0.0112 -0.035"
ratios() {	# column
	echo "machine,boot,kernel,real"
	for d in $logs; do
		i=$((${i:-0} + 1))
		[ "$1" = machine ] && at="m$i,b$i" || at="elm,b$i"
		awk -v d="$d" -v at="$at" -v i="$i" 'BEGIN {
			printf "%s,a,%.17g\n%s,b,%.17g\n", at, 100 * i, at,
			    100 * i * exp(d)
		}'
	done
}
ratios machine >hosts.csv
ratios boot >boots.csv
wanted="-2.8894339 -4.2142061 -1.5463394 0.0040617416 better"
take h.db hosts.csv
take b.db boots.csv
lib_is "5 machines: R's t over them (hosts_t_over_hosts)" \
    "$(answers "$effect method" h.db --by kernel)" \
    "$wanted on machines like these"
lib_is "5 boots that have both: the same, paired" \
    "$(answers "$effect method" b.db --by kernel)" \
    "$wanted paired over boots"
lib_has "what would tell is said of a smaller margin" \
    "$(ask h.db --by kernel --margin 5%)" 'less than the margin'

# Case hosts_unpaired_boxes.
{
	echo machine,arch,real
	i=0
	for x in i386:61 i386:58 i386:70 amd64:52 amd64:55 amd64:49 amd64:60
	do
		i=$((i + 1))
		echo "m$i,${x%:*},${x#*:}"
	done
} >boxes.csv
take u.db boxes.csv
lib_is "levels on machines of their own: machines count (hosts_unpaired_boxes)" \
    "$(answers "$effect" u.db --by arch=i386,amd64)" \
    "-14.251529 -29.426398 4.1862686 0.094036474 cannot tell"
lib_has "cannot tell says what would" "$(ask u.db --by arch=i386,amd64)" \
    'both on one machine would tell'
head -2 boxes.csv >one.csv
tail -1 boxes.csv >>one.csv
take u1.db one.csv
lib_has "one machine each is a difference between two machines" \
    "$(ask u1.db --by arch=i386)" 'one between two machines'

# 3.0% less on machines that have both; half as much on those that do not.
cat >holes.csv <<'END'
machine,boot,kernel,real
m1,1,a,100
m1,2,b,97
m2,3,a,200
m2,4,b,194
m3,5,a,300
m4,6,b,10
END
take i.db holes.csv
lib_is "incomplete blocks: only machines with both count (-3.0%, not -50%)" \
    "$(answers "effect_pct" i.db --by kernel)" "-3"
lib_has "the others are named" "$(ask i.db --by kernel)" \
    'm3: no information, only kernel=a*m4: no information, only kernel=b'

# What else differs: a compiler breaks, microcode is worth a look.
ratios machine | sed 's/^m5,b5/m4,b9/' | head -9 >some.csv
{ head -1 hosts.csv; grep '^m5.*,a,' hosts.csv; } >m5a.csv
{ head -1 hosts.csv; grep '^m5.*,b,' hosts.csv | sed 's/,b5,/,b6,/'; } >m5b.csv
take f.db some.csv --fact cc=18 --recipe k
take f.db m5a.csv --fact cc=17 --fact cpu.ucode=1 --recipe k
take f.db m5b.csv --fact cc=18 --fact cpu.ucode=2 --recipe k
said=$(ask f.db --by kernel)
lib_has "a compiler that differs takes its machine out" "$said" \
    'left out: cc differs'
lib_has "and is named, with what is worth a look" "$said" \
    'm5: cc 18 against 17   breaks the comparison*m5: cpu.ucode 2 against 1   worth a look'
lib_has "the answer with it is given as well" "$said" \
    'with what was confounded*-2.89% [[]-4.21, -1.55]'
# mean of the first four, -0.0279: -2.751...
lib_is "the headline is that of the others" \
    "$(answers effect_pct f.db --by kernel)" "$(awk 'BEGIN {
    printf "%.8g", 100 * (exp((-0.0312 - 0.0287 - 0.0405 - 0.0112) / 4) - 1)
    }')"

# An outside taint leaves a run out; with it is said too.
"$benchctl" export -a n.db >n.jsonl
uid=$(sqlite3 n.db "SELECT lower(hex(uid)) FROM run JOIN sample USING (run_id)
    WHERE sample_value = 53.02")
sed "s/\(\"taint\": {\"columns\": \[[^]]*\], \"rows\": \[\)\]/\1[\"$uid\", \
\"foreign-cpu\", \"outside\", 6.2, \"cron\"]]/" n.jsonl >t.jsonl
take t.db t.jsonl
said=$(ask t.db --by kernel)
lib_has "runs with an outside taint are left out, and counted" "$said" \
    '3+3 boots, 8+9 runs*left out for an outside taint: 1 and 0 runs'
lib_has "the result with them is printed" "$said" \
    'with them*-3.16% [[]-5.71, -0.54]'

lib_has "with how many of each side" "$said" 'foreign-cpu: 1 run of a, 0 of b, left out'
sed "s/\(\"taint\": {\"columns\": \[[^]]*\], \"rows\": \[\)\]/\1[\"$uid\", \
\"throttled\", \"factor\", 3, null]]/" n.jsonl >t2.jsonl
take t2.db t2.jsonl
said=$(ask t2.db --by kernel)
lib_has "a taint that may be the factor's doing counts, and is named" "$said" \
    '3+3 boots, 9+9 runs*throttled: 1 run of a, 0 of b, counted'

# Opposite directions have no headline.
awk 'BEGIN {
	print "machine,boot,kernel,real"
	for (b = 1; b <= 4; b++)
		for (m = 1; m <= 2; m++) {
			printf "m%d,b%d,a,%.3f\n", m, b, 100 + b / 10
			printf "m%d,b%d,b,%.3f\n", m, b,
			    100 + b / 10 + (m == 1 ? 5 : -5) + b % 2 / 10
		}
}' >opposite.csv
take o.db opposite.csv
lib_has "machines told apart both ways have no single headline" \
    "$(ask o.db --by kernel)" 'opposite directions'

# Gate.
ask n.db --by kernel=b --gate >/dev/null
lib_is "a gate closes on what is worse" $? 3
ask n.db --by kernel=a --gate >/dev/null
lib_is "and not on what is better" $? 0

# Units of one kind.
printf 'boot,kernel,lat\n1,a,1500\n2,a,1510\n' >ms.csv
printf 'boot,kernel,lat\n3,b,1.500\n4,b,1.510\n' >s.csv
take v.db ms.csv --metric lat:ms:lower --host elm --recipe r
take v.db s.csv --metric lat:s:lower --host elm --recipe r
lib_is "units of one kind are converted before they are compared" \
    "$(answers "effect_pct unit verdict" v.db --by kernel --metric lat |
    sed 's/^-*[0-9.e-]*e-[0-9]* /0 /; s/^-0 /0 /')" "0 s cannot tell"

# Every odd value: an answer or a reason, and never a nan.
# Durations are never below zero, so these are of a unit of their own.
odd() {		# promise values-of-a values-of-b [unit:better]
	{
		echo "boot,kernel,x"
		i=0
		for v in $2; do
			echo "b$((i += 1)),a,$v"
		done
		for v in $3; do
			echo "b$((i += 1)),b,$v"
		done
	} >odd.csv
	rm -f odd.db*
	"$benchctl" import -a odd.db --metric "x:${4:-u:lower}" odd.csv \
	    >odd.said 2>&1
	for o in text json csv md; do
		ask odd.db --by kernel --metric x -o $o || echo "status $?"
		"$benchctl" table -a odd.db --columns kernel --metric x \
		    -o $o 2>&1 || echo "status $?"
	done >odd.out
	if grep -iE '(^|[^a-z])(-?nan|-?inf)([^a-z]|$)|status (1[0-9]|[3-9])|nothing of it was kept' \
	    odd.out odd.said >odd.bad; then
		lib_ok "$1" 1 "$(cat odd.bad)"
	else
		lib_ok "$1" 0
	fi
}
odd "zeros" "0 0 0" "0 0 0"
odd "zero against values" "0 0 0" "1 2 3"
odd "negative values" "-3 -2 -1" "-1 0 1"
odd "equal values" "5 5 5" "5 5 5"
odd "constant sides that differ" "5 5 5" "6 6 6"
odd "one against one" 5 6
odd "two against two" "5 6" "6 8"
odd "one against three" 5 "6 7 8"
odd "10^9 with a spread of 0.1" "1000000000.1 1000000000.2 1000000000.0" \
    "1000000000.4 1000000000.6 1000000000.5"
lib_has "whose difference is found where ministat prints -nan" \
    "$(answers verdict odd.db --by kernel --metric x --margin 0.000000001%)" \
    worse
odd "huge values" "1e300 2e300 1e300" "3e300 4e300 1e308"
odd "tiny values" "1e-300 2e-300 1e-300" "3e-300 4e-308 1e-300"
odd "from tiny to huge" "1e-300 1e300 1" "1e300 1e-300 1"
odd "a metric without direction" "5 6 7" "15 16 17" u:none
lib_has "which differs, and nobody says what is better" \
    "$(ask odd.db --by kernel --metric x)" 'the metric has no direction'
odd "no value on one side" "5 6 7" "- - -"
odd "no value at all" "- -" "- -"
awk 'BEGIN {
	print "machine,boot,level,real"
	for (l = 1; l <= 200; l++)
		for (b = 1; b <= 3; b++)
			printf "elm,%d,l%d,%.2f\n", b, l, 100 + l + b / 10
}' >many.csv
take many.db many.csv
lib_is "200 levels are 199 answers" \
    "$(answers verdict many.db --by level --metric real | wc -l | tr -d ' ')" \
    199
lib_has "a factor that nobody has is named" \
    "$(ask n.db --by sched)" "nothing here has a 'sched'"

if locale -a 2>/dev/null | grep -qi '^de_DE.utf-*8$'; then
	LC_ALL=de_DE.UTF-8 "$benchctl" compare -a n.db --by kernel >de.out
	ask n.db --by kernel >c.out
	lib_ok "LC_ALL=de_DE.UTF-8 changes nothing" \
	    "$(cmp de.out c.out >/dev/null; echo $?)"
else
	lib_skip "LC_ALL=de_DE.UTF-8 changes nothing" "no such locale"
fi

# An archive as a lab's: sums and samples say the same.
[ -x "$top/tests/bench/make_archive" ] ||
    (cd "$top" && "$MAKE" -s tests/bench/make_archive) >&2
found=$("$top/tests/bench/make_archive" large.db 30 20)
lib_is "30 machines, 20 cells: what the generator knows is found" \
    "$(answers effect_pct large.db --by kernconf --where jobs=1 --metric real)" \
    "$(printf '%.8g' "$found")"
lib_done
