#!/bin/sh
# check: builds, then runs every test, two at a time, and counts.
#
#	tests/check.sh [name...]
#
# A test is tests/tidy.sh, a program of tests/unit, a script of tests/live or
# of tests/fault, or a file or folder of reference data.  Without names all
# run; a name is a part of what is printed in the first column.  Tests print
# TAP; each gets a scratch folder (TMPDIR), a time limit (120 s, or the number
# in a line `time limit: N` of its comments), and leaves both only when it
# fails.  What failed beside another test is run once more, alone, and said to
# have been; only that counts.  The last line is `N passed, N failed, N
# skipped`.
set -u
LC_ALL=C
TZ=UTC
CMOCKA_MESSAGE_OUTPUT=TAP
export LC_ALL TZ CMOCKA_MESSAGE_OUTPUT
unset MAKEFLAGS MFLAGS MAKELEVEL

cd "$(dirname "$0")/.." || exit 1
shared=../shared/data

# Every test there is: kind, name.
check_list() {
	echo "tidy tidy"
	for f in tests/unit/t_*.c; do
		[ -f "$f" ] && echo "unit $(basename "$f" .c)"
	done
	for f in tests/live/[!_]*.sh tests/fault/[!_]*.sh; do
		[ -x "$f" ] && echo "script ${f#tests/}"
	done
	# Ours are there or are not yet; that the shared ones are not is said.
	for f in tests/data/stats_reference.json $shared/stats_reference.json; do
		[ -f tests/run_reference.c ] || continue
		[ -e "$f" ] || [ "$f" != "${f#../}" ] && echo "reference $f"
	done
	for f in tests/data/corpus $shared/corpus; do
		[ -f tests/run_corpus.c ] || continue
		[ -e "$f" ] || [ "$f" != "${f#../}" ] && echo "corpus $f"
	done
}

# What a check of reference data prints (misses, then `N passed, N failed`)
# as TAP.
check_data() {	# program data
	if [ ! -e "$2" ]; then
		echo "ok 1 - $2 # SKIP is not here"
		echo "1..1"
		return 0
	fi
	timeout -k 5 "$limit" "$1" "$2" >"$TMPDIR/said"
	awk '{ line = $0 }
	END {
		if (line !~ /^[0-9]+ passed, [0-9]+ failed/)
			exit 1
		split(line, w, " ")
		for (i = 1; i <= w[1]; i++)
			print "ok - hit"
		for (i = 1; i <= w[3]; i++)
			print "not ok - missed"
		print "1.." w[1] + w[3]
	}' "$TMPDIR/said"
	grep -v ' passed, ' "$TMPDIR/said" || :
}

# The seconds that a test asks for.
check_limit() {		# file
	n=$(sed -n 's/^[#\/ ]\** *time limit: \([0-9][0-9]*\).*/\1/p' "$1" |
	    sed 1q)
	echo "${n:-120}"
}

# Run one test; what it said goes to $out/NAME.log, its counts are printed.
check_one() {	# kind name
	tag=$(echo "$2" | sed 's|^[./]*||' | tr / _)
	log=$out/$tag.log
	echo "$1 $2" >"$out/$tag.test"
	TMPDIR=$out/$tag.tmp
	export TMPDIR
	mkdir -p "$TMPDIR" && chmod 755 "$TMPDIR"
	limit=120
	case $1 in
	tidy)
		if tests/tidy.sh; then
			echo "ok 1 - the tree is as STYLE.md wants it"
		else
			echo "not ok 1 - the tree is as STYLE.md wants it"
		fi
		echo "1..1" ;;
	unit)
		limit=$(check_limit "tests/unit/$2.c")
		timeout -k 5 "$limit" "tests/unit/$2" ;;
	script)
		limit=$(check_limit "tests/$2")
		timeout -k 5 "$limit" "tests/$2" ;;
	reference)
		check_data tests/run_reference "$2" ;;
	corpus)
		check_data tests/run_corpus "$2" ;;
	esac >"$log" 2>&1 </dev/null
	status=$?
	awk -v name="$2" -v status="$status" -v limit="$limit" '
	/^1\.\.[0-9]+/ { planned += substr($1, 4); plans++ }
	/^(not )?ok/ {
		told++
		if (/# *SKIP/) {
			skipped++
			sub(/^(not )?ok *[0-9]* *-? */, "")
			print "skipped: " name ": " $0
		} else if (/^ok/)
			passed++
		else {
			failed++
			sub(/^not ok *[0-9]* *-? */, "")
			if (failed <= 10)
				print "FAILED: " name ": " $0
		}
	}
	END {
		if (status == 124 || status == 137)
			why = "did not end within " limit " s"
		else if (plans == 0)
			why = "ended without a plan, status " status
		else if (planned != told)
			why = "planned " planned ", told " told + 0
		else if (status != 0 && failed == 0)
			why = "all passed, and yet status " status
		if (failed > 10)
			print "FAILED: " name ": and " failed - 10 " more"
		if (why != "") {
			failed++
			print "FAILED: " name ": " why
		}
		printf "%-28s %d passed", name, passed
		if (failed)
			printf ", %d failed", failed
		if (skipped)
			printf ", %d skipped", skipped
		print ""
	}' "$log" >"$out/$tag.counts"
	{
		cat "$out/$tag.counts"
		if grep -q '^FAILED' "$out/$tag.counts"; then
			echo "--- faults and the end of $log"
			grep -A 6 '^not ok' "$log" | head -n 60
			echo "..."
			tail -n 25 "$log"
			echo "---"
		else
			rm -rf "$TMPDIR" "$log"
		fi
	} >"$out/$tag.said"
	cat "$out/$tag.said"	# at once: another test may be speaking
	rm -f "$out/$tag.said"
}

if [ "${1:-}" = --one ]; then
	check_one "$2" "$3"
	exit 0
fi

# Some tests run as another user: the scratch folders lie where all can go.
out=$(pwd)/tests/out
rm -rf "$out"
dir=$out
while [ "$dir" != / ]; do
	dir=$(dirname "$dir")
	case $(ls -ld "$dir") in
	?????????[xt]*)	;;
	*)	out=$(mktemp -d "/tmp/benchd-check.XXXXXX") || exit 1
		break ;;
	esac
done
mkdir -p "$out" && chmod 755 "$out"
export out

if ! ${MAKE:-make} -j2 all units >"$out/build.log" 2>&1; then
	cat "$out/build.log"
	echo "0 passed, 1 failed, 0 skipped"
	exit 1
fi
rm -f "$out/build.log"

check_list | while read -r kind name; do
	[ $# -eq 0 ] && echo "$kind $name"
	for want; do
		case $name in *"$want"*) echo "$kind $name"; break ;; esac
	done
done | xargs -n 2 -P 2 "$0" --one
grep -l '^FAILED' "$out"/*.counts 2>/dev/null | while read -r counts; do
	read -r kind name <"${counts%.counts}.test"
	echo "again: $name: failed beside another test; alone:"
	rm -rf "${counts%.counts}.tmp"
	"$0" --one "$kind" "$name"
done

cat "$out"/*.counts 2>/dev/null | awk '
/^(FAILED|skipped): / { next }
{
	for (i = 2; i < NF; i++) {
		if ($(i + 1) ~ /^passed/)
			passed += $i
		else if ($(i + 1) ~ /^failed/)
			failed += $i
		else if ($(i + 1) ~ /^skipped/)
			skipped += $i
	}
}
END {
	printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
	exit failed > 0 || passed == 0
}'
status=$?
rm -f "$out"/*.counts "$out"/*.test
rmdir "$out" 2>/dev/null
exit $status
