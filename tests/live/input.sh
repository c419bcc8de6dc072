#!/bin/sh
# input: what is malformed, out of bounds or unknown gets an answer that names
# the fault; the daemon goes on, and nothing of it is ever run.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

lib_conf <<'END'
job_runs 50
recipe build {
	command { echo ${jobs} ${kernconf} }
	parameter jobs integer 1 to 64 default 1
	parameter kernconf pattern * default GENERIC
	settle 0s
}
END
lib_start || { cat "$dir/log"; exit 1; }

# The fault's name in the answer to a job of this recipe and one level.
submit() {		# recipe parameter value [more]
	lib_ask job.submit "{\"job\":\"j\",\"recipe\":\"$1\",\"levels\":[{
	    \"name\":\"$2\",\"values\":[\"$3\"]}]${4:-}}"
}
hello='{"jsonrpc":"2.0","id":1,"method":"host.hello","params":{"versions":[1,1],"program":"t"}}'
# Names of the faults in what is answered to these bytes.
faults() {
	"$ask" -l "$dir/socket" | sed -n '/"error"/s/.*"name": *"\([a-z-]*\)".*/\1/p' |
	    paste -sd ' ' -
}
repeat() {		# text times
	awk -v t="$1" -v n="$2" 'BEGIN { while (n-- > 0) printf "%s", t }'
}

said=$(submit buildd jobs 2)
lib_has "an unknown recipe is named, and the nearest" "$said" \
    "unknown-recipe: *buildd*'build'"
said=$(submit build jbos 2)
lib_has "an unknown parameter is named, and the nearest" "$said" \
    "unknown-parameter: *jbos*'jobs'"
for value in 0 65 -1 1.5 4x 99999999999999999999; do
	lib_has "jobs=$value is out of bounds" "$(submit build jobs $value)" \
	    "bad-level: *jobs*"
done
# make itself would run these.
# shellcheck disable=SC2016	# so they are meant
for value in '$(touch x)' '${:!touch x!}' '-j' '.x' 'a b' 'a;b' \
    "$(repeat a 65)"; do
	lib_has "kernconf=$value is no level" \
	    "$(submit build kernconf "$value")" "bad-level: *kernconf*"
done
lib_has "a job of more runs than job_runs is too large" \
    "$(submit build jobs 2 ',"runs":51')" "job-too-large: *50*"
lib_has "a member that nobody knows is named" \
    "$(submit build jobs 2 ',"runz":5')" "invalid-params: *runz*"
lib_has "an unknown method is named" "$(lib_ask job.sumbit)" \
    "unknown-method: *job.sumbit*"

lib_is "broken JSON" "$({ echo "$hello"; echo '{"jsonrpc":'; } | faults)" \
    parse
lib_is "bytes that are no UTF-8" \
    "$({ echo "$hello"; printf '"\377"\n'; } | faults)" parse
lib_is "17 levels deep" "$({ echo "$hello"; repeat '[' 17
    repeat ']' 17; echo; } | faults)" parse
lib_is "a line of 257 KiB" "$({ echo "$hello"; repeat x 263168; echo; } |
    faults)" parse
lib_is "another version of the protocol" \
    "$(echo "$hello" | sed 's/\[1,1\]/[7,9]/' | faults)" version
lib_is "no hello" "$(echo "$hello" | sed 's/host.hello/host.status/
    s/"params":{.*}}/"params":{}}/' | faults)" hello-first

lib_is "none of them is a job" "$(lib_ask job.list '{}' jobs)" "[]"
lib_is "and nothing was run" "$(find "$dir" "$top" -maxdepth 1 -name x)" ""
lib_stop
lib_is "SIGTERM ends it well" $? 0
lib_done
