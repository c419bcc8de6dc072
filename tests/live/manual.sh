#!/bin/sh
# manual: every command of benchctl is in benchctl(1), and is called there as
# its usage says.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

page=$top/client/benchctl.1
for command in $("$benchctl" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
	grep -qE "^\.It (Xo )?Cm ([a-z]+ \| )*$command( |$)" "$page"
	lib_ok "benchctl(1) has the command $command" $?
done
said=$("$benchctl" help | grep -c '^  [a-z]')
[ "$said" -gt 2 ]
lib_ok "benchctl help lists its commands" $? "$said"

said=$("$benchctl" nonsense 2>&1)
lib_is "an unknown command is a mistake of usage" $? 2
said=$("$benchctl" hsots 2>&1)
lib_has "the nearest command is offered" "$said" "did you mean 'hosts'"
lib_done
