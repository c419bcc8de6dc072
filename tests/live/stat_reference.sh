#!/bin/sh
# stat_reference: every case of the reference file, ours and (if it is there)
# the one beside the tree, and files that no runner should pass.
. "$(dirname "$0")/../lib.sh"

run=$top/tests/run_reference
out=$dir/out
MAKE=${MAKE:-make}
[ -x "$run" ] || (cd "$top" && "$MAKE" -s tests/run_reference) >"$out" 2>&1

"$run" "$top/tests/data/stats_reference.json" >"$out" 2>&1
lib_ok "the statistics agree with R, metafor, lme4 and ministat" $? \
    "$(tail -5 "$out")"
lib_has "all 220 cases were tried" "$(tail -1 "$out")" "220 passed, 0 failed"

shared=$top/../shared/data/stats_reference.json
if [ -r "$shared" ]; then
	"$run" "$shared" >"$out" 2>&1
	lib_ok "the shared reference file passes" $? "$(tail -5 "$out")"
else
	lib_skip "the shared reference file passes" "no ../shared"
fi

cat >"$dir/wrong.json" <<-'EOF'
	{"cases": [
	 {"name": "right", "method": "student_t_quantile",
	  "input": {"p": 0.975, "df": 1}, "expected": {"q": 12.7062047361747},
	  "tolerance": {"kind": "rel", "value": 1e-9}},
	 {"name": "off", "method": "student_t_quantile",
	  "input": {"p": 0.975, "df": 1}, "expected": {"q": 12.70621},
	  "tolerance": {"kind": "rel", "value": 1e-9}},
	 {"name": "strange", "method": "no_such_method",
	  "input": {}, "expected": {}}
	]}
EOF
"$run" "$dir/wrong.json" >"$out" 2>&1
lib_is "a miss exits 1" $? 1
lib_has "and names the case and both numbers" "$(cat "$out")" \
    "*off: q is 12.7062*, should be 12.70621*"
lib_has "a method that nobody has is a miss" "$(cat "$out")" \
    "*strange: no method no_such_method*"
lib_is "and all are counted" "$(tail -1 "$out")" "1 passed, 2 failed"

echo '{"cases": []}' >"$dir/none.json"
"$run" "$dir/none.json" >"$out" 2>&1
lib_is "a file without cases does not pass" $? 1

lib_done
