#!/bin/sh
# overhead: does a command cost under benchd what it costs under time(1)?
#
# A fixed piece of work alternates under benchd and under time(1), its output
# to a file on the same file system, in PAIRS pairs.  Prints
# `NAME VALUE UNIT PEER PEER_VALUE RATIO` with the 90% interval of the ratio
# (Student's t on logarithms): of user + sys, which is claimed to lie within
# 1%, and of real, which is only shown.  Each pair has a second run under
# time(1): where the interval of that pair's own ratio is wider than the
# claim, the figure is `too noisy`, which is no pass.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

pairs=${PAIRS:-20}
events=${EVENTS:-3000}
[ -x /usr/bin/time ] || {
	echo "overhead: no /usr/bin/time" >&2
	exit 0
}
cp "$top/daemon/load/benchload" "$dir/work"
lib_conf <<END
recipe work {
	command { "$dir/work" cpu --events=$events --time=0 --threads=1 run }
	settle 0s
}
END
lib_start || exit 1
lib_wait 300 grep -q 'ready; ' "$dir/log" || exit 1

# CPU and real seconds of one run under time(1), which tells hundredths: the
# work takes some hundreds of them.
by_time() {
	/usr/bin/time -f '%U %S %e' -o "$dir/time" "$dir/work" cpu \
	    "--events=$events" --time=0 --threads=1 run >"$obj/out"
	awk '{ print $1 + $2, $3 }' "$dir/time"
}
by_benchd() {		# number
	lib_ask job.submit "{\"job\":\"p$1\",\"recipe\":\"work\",
	    \"runs\":1,\"warmups\":0}" job >/dev/null
	sleep 1
	"$ask" -s 60 -w done "$dir/socket" job.show "{\"job\":\"p$1\"}" \
	    state >/dev/null
	lib_ask run.list "{\"job\":\"p$1\"}" runs.0.samples.user \
	    runs.0.samples.sys runs.0.samples.real |
	    awk '{ v[NR] = $1 } END { print v[1] + v[2], v[3] }'
}
i=0
while [ "$i" -lt "$pairs" ]; do
	i=$((i + 1))
	echo "$(by_time) $(by_benchd "$i") $(by_time)"
done >"$dir/pairs"
lib_stop

# t(0.95) for the pairs' degrees of freedom, by Cornish and Fisher's expansion
# (Abramowitz and Stegun 26.7.5).
awk -v n="$pairs" '
function t95(v,  z) {
	z = 1.6448536269514722
	return z + (z^3 + z) / (4 * v) + \
	    (5 * z^5 + 16 * z^3 + 3 * z) / (96 * v^2) + \
	    (3 * z^7 + 19 * z^5 + 17 * z^3 - 15 * z) / (384 * v^3)
}
function interval(name, s, ss, value, peer,  half, mean) {
	mean = s / n
	half = t95(n - 1) * sqrt((ss - n * mean^2) / (n - 1) / n)
	lo = exp(mean - half); hi = exp(mean + half)
	printf "%s %.4f s time(1) %.4f %.4f", name, value / n, peer / n, \
	    exp(mean)
	printf " [%.4f, %.4f]", lo, hi
}
{
	c = log($3 / $1); self = log($5 / $1); r = log($4 / $2)
	cs += c; css += c^2; ss += self; sss += self^2; rs += r; rss += r^2
	cv += $3; cp += $1; rv += $4; rp += $2; sv += $5
}
END {
	interval("cpu-of-the-same-work-again", ss, sss, sv, cp)
	noisy = lo < 0.99 || hi > 1.01
	print ""
	interval("cpu-under-benchd", cs, css, cv, cp)
	inside = lo >= 0.99 && hi <= 1.01
	print inside ? " so: within 1%" : noisy ? " too noisy" : " NOT so"
	interval("real-under-benchd", rs, rss, rv, rp)
	print ""
	exit !(inside || noisy)
}' "$dir/pairs"
