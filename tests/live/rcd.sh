#!/bin/sh
# rcd: rc.d/benchd does what service(8) asks, with an rc.subr that knows as
# much of FreeBSD's as the script uses and a benchd that notes how it is called.
. "$(dirname "$0")/../lib.sh"

rcd_end() {
	[ ! -s "$dir/pid" ] || kill -9 "$(sed 1q "$dir/pid")" 2>/dev/null
	lib_end
}
trap rcd_end EXIT

# The stub: rc.subr(8)'s order of things, without jails, limits and su.
cat >"$dir/rc.subr" <<'END'
load_rc_config() { . "$RCD/rc.conf"; }
stub_pid() {
	[ -s "$pidfile" ] && kill -0 "$(sed 1q "$pidfile")" 2>/dev/null &&
	    sed 1q "$pidfile"
}
run_rc_command() {
	arg=$1
	eval "enabled=\${$rcvar} flags=\${${name}_flags:-} svcj=\${${name}_svcj:-}"
	eval "cmd=\${${arg}_cmd:-} pre=\${${arg}_precmd:-}"
	[ "$svcj" = NO ] || { echo "would be jailed"; return 1; }
	case " start stop restart status describe $extra_commands " in
	*" $arg "*)	;;
	*)		echo "usage"; exit 1 ;;
	esac
	[ "$arg" = describe ] && { echo "$desc"; return 0; }
	[ "$enabled" = YES ] || { echo "Cannot '$arg' $name."; return 0; }
	if [ -n "$cmd" ]; then $cmd; return $?; fi
	pid=$(stub_pid)
	case $arg in
	status)	[ -n "$pid" ]; return ;;
	start)	[ -z "$pid" ] || return 1
		for f in $required_files; do
			[ -r "$f" ] || { echo "$f is not readable"; return 1; }
		done
		[ -x "$command" ] || return 1
		[ -z "$pre" ] || $pre || return 1
		$command $flags $command_args ;;
	stop)	[ -n "$pid" ] || return 1
		kill -TERM "$pid" && while kill -0 "$pid" 2>/dev/null; do
			sleep 0.1
		done ;;
	reload)	[ -n "$pid" ] || return 1
		[ -z "$pre" ] || $pre || return 1
		kill -HUP "$pid" ;;
	restart)
		[ -z "$pre" ] || $pre || return 1
		(run_rc_command stop)
		(run_rc_command start) ;;
	esac
}
END
mkdir -p "$dir/sbin" "$dir/etc"
cat >"$dir/sbin/benchd" <<'END'
#!/bin/sh
echo "$*" >>"$RCD/calls"
case " $* " in
*" -n "*)
	grep -q broken "$RCD/etc/benchd.conf" || { echo meant; exit 0; }
	echo "benchd.conf:1: broken" >&2
	exit 1 ;;
esac
(
	trap 'echo HUP >>"$RCD/calls"' HUP
	trap 'echo TERM >>"$RCD/calls"; rm -f "$RCD/pid"; exit 0' TERM
	sh -c 'echo $PPID' >"$RCD/pid"
	while :; do sleep 0.1; done
) </dev/null >/dev/null 2>&1 &
until [ -s "$RCD/pid" ]; do sleep 0.1; done
END
chmod +x "$dir/sbin/benchd"
sed -e "s,/etc/rc.subr,$dir/rc.subr," -e "s,/usr/local,$dir,g" \
    -e "s,/var/run/benchd.pid,$dir/pid," "$top/rc.d/benchd" >"$dir/benchd"
RCD=$dir
export RCD

shell="sh"
command -v dash >/dev/null && shell=dash
rcd() {
	$shell "$dir/benchd" "$1" >"$dir/said" 2>&1
}
rcd_calls() {		# a line that must, or with ! must not, have been noted
	if [ "$1" = ! ]; then
		! grep -qx -- "$2" "$dir/calls"
	else
		grep -qx -- "$1" "$dir/calls"
	fi
}

$shell -n "$top/rc.d/benchd"
lib_ok "it is the shell's language" $?
for key in 'PROVIDE: benchd' 'REQUIRE: .*LOGIN' 'KEYWORD: shutdown'; do
	grep -q "^# $key" "$top/rc.d/benchd"
	lib_ok "rcorder reads $key" $?
done

echo 'listen 127.0.0.1' >"$dir/etc/benchd.conf"
: >"$dir/calls"
echo 'benchd_svcj="YES"' >"$dir/rc.conf"
rcd describe && grep -q Benchmark "$dir/said"
lib_ok 'describe says what it is, and no service jail holds it' $?
rcd start; [ ! -s "$dir/pid" ]
lib_ok 'it does not start unless enabled' $?

printf 'benchd_enable="YES"\nbenchd_flags="-v"\n' >>"$dir/rc.conf"
rcd status; [ $? -eq 1 ]
lib_ok 'status is 1 before the start' $?
rcd configtest && grep -q meant "$dir/said"
lib_ok 'configtest prints what is meant' $?

echo broken >"$dir/etc/benchd.conf"
rcd configtest
[ $? -eq 1 ] && grep -q 'benchd.conf:1: broken' "$dir/said"
lib_ok 'configtest tells the fault and fails' $?
rcd start
[ $? -eq 1 ] && [ ! -s "$dir/pid" ] && grep -q 'conf:1: broken' "$dir/said"
lib_ok 'a configuration with a fault does not start, and says why' $?

echo 'listen 127.0.0.1' >"$dir/etc/benchd.conf"
rcd start && rcd_calls "-v -f $dir/etc/benchd.conf"
lib_ok 'start gives benchd_flags and benchd_conf' $?
rcd status
lib_ok 'status is 0 while it runs' $?
rcd start; [ $? -eq 1 ]
lib_ok 'a second start is refused' $?

echo broken >"$dir/etc/benchd.conf"
rcd reload; [ $? -eq 1 ] && sleep 0.3 && rcd_calls ! HUP
lib_ok 'a configuration with a fault is not reloaded' $?
pid=$(cat "$dir/pid")
rcd restart; [ $? -eq 1 ] && [ "$(cat "$dir/pid")" = "$pid" ]
lib_ok 'nor does a restart take the service down' $?
echo 'listen 127.0.0.1' >"$dir/etc/benchd.conf"
rcd reload && sleep 0.3 && rcd_calls HUP
lib_ok 'reload sends SIGHUP' $?
rcd stop && rcd_calls TERM && [ ! -s "$dir/pid" ]
lib_ok 'stop sends SIGTERM and waits for the end' $?
rcd status; [ $? -eq 1 ]
lib_ok 'status is 1 after the stop' $?
mv "$dir/etc/benchd.conf" "$dir/etc/other.conf"
rcd start
[ $? -eq 1 ] && [ ! -s "$dir/pid" ]
lib_ok 'without its configuration it does not start' $?
echo "benchd_conf=\"$dir/etc/other.conf\"" >>"$dir/rc.conf"
rcd start && rcd_calls "-v -f $dir/etc/other.conf"
lib_ok 'benchd_conf names another configuration' $?
rcd stop
lib_ok 'and it stops' $?
lib_done
