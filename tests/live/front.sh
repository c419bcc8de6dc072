#!/bin/sh
# front: a benchd as it is, asked by benchctl: who may, who is refused and how,
# and that bad company leaves nothing behind.  What needs bytes that benchctl
# never sends is in tests/unit/t_front.c, which speaks to the same process.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

host=127.0.0.1:$lib_port

# A key of its own in the folder $dir/NAME; its fingerprint.
key() {
	BENCHCTL_DIR=$dir/$1 "$benchctl" keygen -o csv | sed -n '2s/,.*//p'
}
# benchctl as NAME; what it says on both outputs.
as() {
	as_who=$1
	shift
	BENCHCTL_DIR=$dir/$as_who "$benchctl" "$@" 2>&1
}
# Processes of our benchd by role.
role() {
	ps -o pid=,args= --ppid "$lib_pid" 2>/dev/null |
	    awk -v role="$1" '$0 ~ role { print $1; exit }'
}

reader=$(key reader)
stranger=$(key stranger)
lib_conf <<'END'
recipe true {
	command { true }
	settle 0s
}
END
printf '# who may\nread %s ron\n' "$reader" >"$dir/clients"
lib_start || { cat "$dir/log"; exit 1; }

# The local socket.
BENCHCTL_SOCKET=$dir/socket
export BENCHCTL_SOCKET
said=$(as reader hosts -o csv)
lib_ok "the Unix socket asks for no key" $? "$said"
lib_has "it answers what the host is doing" "$said" "idle"

# A host that nobody knows, known, and with another key.
said=$(as reader hosts -H "$host" -o csv)
lib_is "an unknown host is not spoken to without a terminal" $? 1
lib_has "what would make it known is said" "$said" \
    "benchctl known add $host SHA256:"
print=$(echo "$said" | sed -n "s/.*known add $host \(SHA256:[A-Za-z0-9+/]*\).*/\1/p" | head -1)
as reader known add "$host" "$print" >/dev/null
said=$(as reader hosts -H "$host" -o csv)
lib_ok "a known host is" $? "$said"
other=SHA256:pX1fAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
as reader known add "$host" $other >/dev/null
said=$(as reader hosts -H "$host" -o json)
lib_is "a host with another key is refused" $? 1
lib_has "both keys are named, and what to do" "$said" \
"benchctl: $host: the host's key has CHANGED. known $other, offered $print. Nothing was sent.
          If $host was reinstalled: benchctl known remove $host"
as reader known remove "$host"
lib_is "a host can be forgotten" "$(as reader known -o csv)" \
"host,port,fingerprint
# no host is known; the first connection to one asks"
as reader known add "$host" "$print" >/dev/null

# What a role may not, and what is no recipe.
said=$(as reader submit -H "$host" true)
lib_is "a role that is too low is refused" $? 1
lib_is "it is told which it needs" "$said" \
    "benchctl: $host: job.submit needs the role submit; this key has read"
said=$(as reader submit -H "$dir/socket" treu)
lib_is "an unknown recipe is refused" $? 1
lib_has "the nearest is offered" "$said" \
    "benchctl: $dir/socket: no recipe 'treu'; did you mean 'true'?"

# A key that the host does not list; and then it does, by SIGHUP.
as stranger known add "$host" "$print" >/dev/null
said=$(as stranger hosts -H "$host" -o csv)
lib_is "an unlisted key is refused" $? 1
lib_has "its fingerprint is named" "$said" \
    "$stranger is not listed on this host"
lib_wait 300 grep -qF "$stranger" "$dir/log"
lib_ok "and is in the host's log" $? "$(cat "$dir/log")"
echo "submit $stranger sue" >>"$dir/clients"
kill -HUP "$lib_pid"
lib_wait 600 as stranger hosts -H "$host"
lib_ok "SIGHUP takes the new clients file" $? "$(cat "$dir/log")"
sed -i.old '/sue/d' "$dir/clients"
echo "root $stranger sue" >>"$dir/clients"
said=$("$benchd" -n -f "$dir/benchd.conf" 2>&1)
lib_is "benchd -n refuses a clients file at fault" $? 1
lib_has "it names the line" "$said" "$dir/clients:3: no role"

# Other versions of TLS, and none.
if command -v openssl >/dev/null; then
	said=$(openssl s_client -connect "$host" -tls1_2 2>&1 </dev/null)
	lib_has "TLS 1.2 is not spoken" "$said" "alert protocol version"
	said=$(openssl s_client -connect "$host" -tls1_3 2>&1 </dev/null)
	lib_has "TLS 1.3 is, with Ed25519" "$said" "ED25519"
	case $said in
	*"New Session Ticket"*)	false ;;
	esac
	lib_ok "no ticket is given" $? "$said"
else
	for what in "TLS 1.2 is not spoken" "TLS 1.3 is, with Ed25519" \
	    "no ticket is given"; do
		lib_skip "$what" "there is no openssl command"
	done
fi

# Its death costs connections only.
old=$(role front)
if [ -n "$old" ]; then
	kill -9 "$old"
	lib_wait 600 as reader hosts -H "$host"
	lib_ok "a front that was killed has a successor" $? "$(cat "$dir/log")"
	new=$(role front)
	[ "$new" != "$old" ] && [ -n "$new" ]
	lib_ok "which is another process" $? "was $old, is $new"
	n=0
	before=$(find "/proc/$new/fd" 2>/dev/null | wc -l)
	while [ $n -lt 100 ]; do
		as reader hosts -H "$host" >/dev/null
		n=$((n + 1))
	done
	lib_wait 300 eval "[ \$(find /proc/$new/fd | wc -l) -le $before ]"
	if [ "$before" -gt 0 ]; then
		lib_is "a hundred visits leave no descriptor" \
		    "$(find "/proc/$new/fd" | wc -l)" "$before"
	else
		lib_skip "a hundred visits leave no descriptor" \
		    "this system does not count them"
	fi
	if [ "$(id -u)" = 0 ] && [ -d "/proc/$new" ]; then
		lib_is "front is not root" "$(awk '/^Uid:/ {
			print ($2 != 0 && $2 == $3 && $3 == $4) }' \
		    "/proc/$new/status")" 1
	else
		lib_skip "front is not root" "we are not root ourselves"
	fi
fi

# Where it listens changes with a restart only, whoever dies before that.
old=$(role front)
if [ -n "$old" ]; then
	read_again=$(grep -c "read again" "$dir/log")
	sed -i.old '/^listen/d; s/^pidfile .*/pidfile "\/nowhere\/pid"/' \
	    "$dir/benchd.conf"
	kill -HUP "$lib_pid"
	lib_wait 300 eval \
	    "[ \$(grep -c 'read again' \"$dir/log\") -gt $read_again ]"
	kill -9 "$old"
	lib_wait 600 as reader hosts -H "$host"
	lib_ok "a front born after SIGHUP listens where the last one did" $? \
	    "$(cat "$dir/log")"
	mv "$dir/benchd.conf.old" "$dir/benchd.conf"
fi

lib_stop
lib_is "SIGTERM ends it well" $? 0

# Five deaths of one within a minute: nobody asked for this end.
if [ -n "$old" ] && lib_start; then
	n=0
	while [ $n -lt 5 ] && ! lib_gone "$lib_pid"; do
		lib_wait 100 eval '[ -n "$(role front)" ]'
		kill -9 "$(role front)"
		sleep 0.3
		n=$((n + 1))
	done
	lib_wait 60 lib_gone "$lib_pid"
	wait "$lib_pid"
	lib_is "five deaths within a minute end it with status 1" $? 1
	lib_pid=
else
	lib_skip "five deaths within a minute end it with status 1" \
	    "this system does not name our children"
fi
lib_done
