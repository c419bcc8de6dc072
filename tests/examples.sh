#!/bin/sh
# examples: the numbers in the README's and the manuals' examples, made anew.
#
# An example that begins with `benchctl import FILE' of tests/data/published
# is typed as it stands there, and must say what it says there.
. "$(dirname "$0")/lib.sh"
top=$(cd "$(dirname "$0")/.." && pwd -P)
benchctl=$top/client/benchctl

MAKE=${MAKE:-make}
[ -x "$benchctl" ] || (cd "$top" && "$MAKE" -s client/benchctl) >&2
mkdir "$dir/bin" "$dir/data"
ln -s "$benchctl" "$dir/bin/benchctl"
cp "$top"/tests/data/published/*.csv "$dir/data"
PATH=$dir/bin:$PATH
cd "$dir/data" || exit 1

# The literal parts of a page, each behind a line `=====': of mdoc those
# between .Bd and .Ed, of Markdown what is indented by four or fenced.
examples_of() {	# file
	case $1 in
	*.md)	awk '
		/^```/ { inside = !inside; if (inside) print "====="; next }
		inside { print; next }
		/^    / { if (!block) print "====="; block = 1
		    print substr($0, 5); next }
		/^$/ && block { next }
		{ block = 0 }' "$1" ;;
	*)	awk '
		/^\.Bd -literal/ { inside = 1; print "====="; next }
		/^\.Ed/ { inside = 0 }
		inside' "$1" | sed 's/\\(dq/"/g; s/\\e/\\/g; s/\\&//g' ;;
	esac
}

# Type the commands of a part, and put what is said behind each.
examples_typed() {	# file
	grep '^\$ ' "$1" | while IFS= read -r line; do
		printf '%s\n' "$line"
		sh -c "${line#\$ }" 2>&1
	done
}

made=0
for page in README.md client/benchctl.1 daemon/benchd.8; do
	[ -f "$top/$page" ] || continue
	examples_of "$top/$page" >"$dir/page"
	rm -f "$dir"/part.*
	awk -v to="$dir/part." '/^=====$/ { n++; next } { print > (to n) }' \
	    "$dir/page"
	chosen=
	for part in $(ls "$dir"/part.* 2>/dev/null | sort -t. -k3n); do
		file=$(sed -n '1s/^\$ benchctl import \([a-z0-9-]*\.csv\)$/\1/p' \
		    "$part")
		[ -z "$file" ] || [ ! -f "$file" ] || {
			chosen=$file
			rm -rf "$BENCHCTL_DIR"
			mkdir -m 700 "$BENCHCTL_DIR"
		}
		# What follows an import is of the same archive.
		[ -n "$chosen" ] || continue
		grep -qE '^\$ benchctl (import|table|compare|runs) ' "$part" ||
		    continue
		made=$((made + 1))
		lib_is "$page: $(sed -n '1s/^\$ //p' "$part")" \
		    "$(examples_typed "$part")" "$(cat "$part")"
	done
done
[ $made -gt 0 ]
lib_ok "there are examples to be made" $?
lib_done
