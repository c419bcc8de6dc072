#!/bin/sh
# install: make install puts each thing where hier(7) has it, and nothing else.
. "$(dirname "$0")/../lib.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL

install_list() {	# root
	(cd "$1" && find . ! -type d | sort)
}

install_wanted() {	# prefix os
	cat <<-END
	$1/bin/benchctl
	$1/bin/benchload
	$1/etc/benchd.conf.sample
	$1/libexec/benchd/benchd-runner
	$1/sbin/benchd
	$1/share/man/man1/benchctl.1
	$1/share/man/man1/benchload.1
	$1/share/man/man5/benchd.conf.5
	$1/share/man/man7/benchd-proto.7
	$1/share/man/man8/benchd.8
	END
	for f in "$top"/daemon/recipes/*; do
		echo "$1/share/examples/benchd/$(basename "$f")"
	done
	case $2 in
	freebsd)	echo "$1/etc/rc.d/benchd" ;;
	linux)		echo "$1/lib/systemd/system/benchd.service" ;;
	esac
}

install_make() {	# variables...
	${MAKE:-make} -s -C "$top" "$@" >"$dir/said" 2>&1
}

os=$(uname -s | tr A-Z a-z)
install_make install PREFIX=/opt/b DESTDIR="$dir/one"
lib_ok 'make install with DESTDIR and PREFIX' $? "$(cat "$dir/said")"
lib_is 'it says nothing' "$(cat "$dir/said")" ''
lib_is 'each thing where hier(7) has it, nothing else' \
    "$(install_list "$dir/one")" "$(install_wanted ./opt/b "$os" | sort)"
lib_is 'the programs run from there' \
    "$("$dir/one/opt/b/bin/benchload" --version | sed 's/ .*//;1q')" benchload
for f in bin/benchctl sbin/benchd libexec/benchd/benchd-runner; do
	[ -x "$dir/one/opt/b/$f" ]
	lib_ok "$f can be run" $?
done
lib_is 'no file names another prefix' "$(grep -rl '/usr/local' \
    "$dir/one/opt/b/etc" "$dir/one/opt/b/lib" \
    "$dir/one/opt/b/share/examples" 2>/dev/null)" ''

# The service of the other system is a matter of one file.
case $os in freebsd) other=linux ;; *) other=freebsd ;; esac
install_make "install-$other" PREFIX=/opt/b DESTDIR="$dir/two"
lib_is "the service file of $other" \
    "$(install_list "$dir/two" | grep -E 'rc.d|systemd')" \
    "$(install_wanted ./opt/b $other | grep -E 'rc.d|systemd')"
grep -q '/opt/b/sbin/benchd' "$dir/one/opt/b/lib/systemd/system/"* \
    "$dir/two/opt/b/etc/rc.d/benchd" 2>/dev/null
lib_ok 'it starts what was installed' $?
lib_done
