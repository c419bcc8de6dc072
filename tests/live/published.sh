#!/bin/sh
# published: what old mails measured, and what can be said of it.
#
# The numbers wanted here are those of a pocket calculator on the published
# values (tests/data/published), and for the nightly series a Welch test on
# logarithms written apart from ours.
. "$(dirname "$0")/../lib.sh"

data=$top/tests/data/published
archive=$dir/archive.db
MAKE=${MAKE:-make}
[ -x "$benchctl" ] || (cd "$top" && "$MAKE" -s client/benchctl) >&2

# compare, as one line a row: the columns named, of rows without a machine.
answers() {	# columns [argument]...
	columns=$1
	shift
	"$benchctl" compare -a "$archive" -o csv "$@" | sed 's/"[^"]*"/quoted/g' |
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
			if (v ~ /^-?[0-9]+\.[0-9]+$/)
				v = sprintf("%.2f", v)
			line = line (i > 1 ? " " : "") v
		}
		print line
	}'
}

said() {	# [argument]...
	"$benchctl" compare -a "$archive" "$@"
}

"$benchctl" import -a "$archive" "$data"/*.csv >"$dir/said" 2>&1
lib_is "all published tables are imported as they are" \
    "$(grep -c 'runs added$' "$dir/said")" 5

smp="--where recipe=freebsd-smp-1997"
lib_has "two CPUs at best are 1.790 times quicker than one at best" \
    "$(said --by ncpu --best jobs,kernel $smp --metric real)" \
    '(1.790 times better)'
lib_has "and 1.777 times at -j4" \
    "$(said --by ncpu --best kernel $smp,jobs=4 --metric real)" \
    '(1.777 times better)'
lib_has "an SMP kernel on one CPU costs 2.63% [2.04, 3.23], rows as replicates" \
    "$(said --by kernel=UP,SMP $smp,ncpu=1 --metric real)" \
    'SMP against UP in real, 5 rows as replicates: +2.63% [[]2.04, 3.23]'
lib_has "no optimum of -j can be said to have moved" \
    "$(said --by kernel=UP,SMP --best jobs $smp,ncpu=1 --metric real)" \
    'UP at 4 (8, 16 within 1% of it); SMP at 8 (4 within 1% of it); nothing tells whether the best moved'
lib_has "two CPUs have no single factor: rows differ too much" \
    "$(said --by ncpu --best kernel $smp --metric real)" \
    'its 5 rows differ too much for one figure'

net="--by release --metric sys"
lib_is "sys of the builds changes as published, one value a side, no verdict" \
    "$(answers "recipe jobs effect_pct ci_lo verdict" $net \
    --where release='5.4-STABLE|6.0-STABLE')" "$(cat <<-'END'
	buildkernel 1 -17.84  none
	buildkernel 12 -26.12  none
	buildworld 1 -10.12  none
	buildworld 12 -26.39  none
	END
    )"
lib_is "no p and no interval is made of single values" \
    "$(answers "p ci_lo ci_hi" $net | sort -u)" "  "
lib_has "the reason is named" \
    "$(said $net)" 'fewer than two boots a side'

lib_is "the best build with hyper-threading takes 13.28% less real time" \
    "$(answers "effect_pct verdict" --by kernel=UP --best jobs \
    --where recipe=xeon-htt-buildkernel-2006 --metric real)" "-13.28 none"

# sysbench 0.4.8: sqrt(218.264 * 218.2093) to sqrt(275.7409 * 275.8694).
lib_is "two trials in an unknown boot bear no verdict either" \
    "$(answers "threads effect_pct verdict" --by kernel=UP --where \
    recipe=xeon-htt-sysbench-cpu-2006,threads=5 \
    --metric total_event_time)" "5 -20.87 none"

# A pinned build, 23 nights, about 25 runs a night and benchmark.
archive=$dir/go.db
gzip -dc "$top/tests/data/series/go_1.17.csv.gz" >"$dir/go.csv"
"$benchctl" import -a "$archive" --metric ns_per_op:ns:lower --as idx=run \
    --as benchmark=recipe "$dir/go.csv" >/dev/null
for set in even odd; do
	before=
	for night in $(awk -F, -v set="$set" '$1 == set { print $2 }' \
	    "$dir/go.csv" | sort -u); do
		[ -z "$before" ] || "$benchctl" compare -a "$archive" -o csv \
		    --by "night=$before,$night" --where "set=$set" \
		    --metric ns_per_op
		before=$night
	done
done | sed 's/"[^"]*"/quoted/g' | awk -F, '
    $1 == "recipe" {
	for (i = 1; i <= NF; i++)
		at[$i] = i
	next
    }
    $at["machine"] != "" {
	n++
	low += $at["p"] != "" && $at["p"] < 0.05
	next
    }
    $at["verdict"] != "none" { verdicts++ }
    END { print n, low, verdicts + 0 }' >"$dir/nights"
lib_is "a build against itself, night against night, never gets a verdict" \
    "$(cut -d' ' -f3 "$dir/nights")" 0
lib_is "its p in this boot is below .05 in 51 of 903 pairs of nights, 5.6%" \
    "$(cut -d' ' -f1,2 "$dir/nights")" "903 51"
lib_done
