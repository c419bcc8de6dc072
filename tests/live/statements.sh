#!/bin/sh
# statements: every statement that the daemon names stands in host.sql, and
# none stands there that nobody names.
cd "$(dirname "$0")/../.." || exit 1
LC_ALL=C
export LC_ALL
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM

sed -n 's/^-- name: //p' sql/host.sql | sort >"$dir/there"
# A call may be broken behind its parenthesis: look at whole files.
cat daemon/store*.c daemon/engine*.c | tr '\n' ' ' |
    grep -oE '(STORE_(DO|ASK|NUMBER)|store_(do|ask|number)|engine_json_(rows|pairs))\([^";]*"[a-z_0-9]+"' |
    sed 's/.*"\(.*\)"/\1/' >"$dir/asked.raw"
# Pages name their statements by table, and in a list.
sed -n '/engine_request_pull_tables\[\]/,/};/p' \
    daemon/engine_request_pull.c | grep -o '"[a-z_]*"' |
    sed 's/"\(.*\)"/pull_\1/' >>"$dir/asked.raw"
sed -n '/engine_request_pull_closure\[\]/,/};/p' \
    daemon/engine_request_pull.c | grep -o '"[a-z_]*"' |
    tr -d '"' >>"$dir/asked.raw"
sort -u "$dir/asked.raw" >"$dir/asked"

status=0
statements_none() {	# promise file
	if [ -s "$2" ]; then
		echo "not ok - $1"
		sed 's/^/# /' "$2"
		status=1
	else
		echo "ok - $1"
	fi
}
uniq -d "$dir/there" >"$dir/twice"
statements_none "no statement stands in host.sql twice" "$dir/twice"
comm -13 "$dir/there" "$dir/asked" >"$dir/missing"
statements_none "every statement that is asked for is in host.sql" \
    "$dir/missing"
comm -23 "$dir/there" "$dir/asked" >"$dir/unused"
statements_none "every statement of host.sql is asked for" "$dir/unused"
[ "$(wc -l <"$dir/asked")" -gt 50 ] || {
	echo "not ok - the calls are found at all"
	status=1
}
echo "1..3"
exit "$status"
