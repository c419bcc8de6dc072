# benchd: one Makefile for GNU make and bmake.
#
#	make		daemon/benchd, daemon/benchd-runner, client/benchctl,
#			daemon/load/benchload
#	make deps	install what building and testing need
#	make demo	the main job on real input, no configuration
#	make check	every test
#	make bench	the README's figures, each beside its peer
#	make sim	do intervals hold what they say (minutes)
#	make install	PREFIX, DESTDIR, hier(7)
#
# Further: tidy units fuzz asan check-freebsd clean.  Only what both makes
# understand stands here: no conditionals, no loops.

PREFIX		?= /usr/local
DESTDIR		?=
LOCALBASE	?= /usr/local
UNITDIR		?= ${PREFIX}/lib/systemd/system
OS		!= uname -s | tr A-Z a-z

CC		?= cc
YACC		?= yacc
AR		?= ar
AWK		?= awk
INSTALL		?= install
# bmake brings CFLAGS of its own, without -O; whose come last, hold.
OPT		?= -O2 -g
CFLAGS		?=
WARN		= -std=c11 -Wall -Wextra -Wpedantic -Wshadow \
		  -Wstrict-prototypes -Wmissing-prototypes -Wcast-qual \
		  -Wundef -Wvla -Werror
# time_t is as wide as libevent's, which takes timevals: the system's own.
DEFS		= -I. -I${LOCALBASE}/include -D_GNU_SOURCE \
		  -D_FILE_OFFSET_BITS=64
# A double is a double, on processors with an x87 as well.
CPU		!= ${CC} -dumpmachine 2>/dev/null | sed 's/-.*//' || :
FP_i386		= -msse2 -mfpmath=sse
FP_i486		= ${FP_i386}
FP_i586		= ${FP_i386}
FP_i686		= ${FP_i386}
COMPILE		= ${CC} ${WARN} ${WARN_${OS}} ${DEFS} ${CPPFLAGS} ${FP_${CPU}} ${OPT} ${CFLAGS} \
		  -MMD -MP
LINK		= ${CC} ${CFLAGS} ${LDFLAGS} -L${LOCALBASE}/lib

# bmake -j says no target's name.
.MAKE.JOB.PREFIX =

# FreeBSD's queue(3) asks whether a list is empty by a statement expression.
WARN_freebsd	= -Wno-gnu-statement-expression
LIBS_freebsd	= -lutil
EVENT_LIBS	= -levent_core -levent_openssl -levent_extra
LIBS		= ${EVENT_LIBS} -lssl -lcrypto -ljansson -lsqlite3 -lz \
		  -lpthread -lm ${LIBS_${OS}}

# What a folder holds is what is built; a main() lies outside the archives.
PROTO_SRCS	!= ls proto/*.c proto/readers/*.c 2>/dev/null || :
SQL_SRCS	!= ls sql/*.sql 2>/dev/null | sed 's/sql$$/c/'
OSDEP_SRCS	!= ls daemon/osdep_any.c daemon/osdep_${OS}*.c 2>/dev/null || :
RUNNER_SRCS	!= ls daemon/runner*.c daemon/reaper*.c 2>/dev/null || :
DAEMON_SRCS	!= ls daemon/*.c daemon/*.y 2>/dev/null | sed 's/y$$/c/' | \
		   sort -u | grep -vE \
		   'daemon/(benchd|runner[a-z_]*|osdep_[a-z_]*)\.c' || :
CLIENT_SRCS	!= ls client/*.c 2>/dev/null | grep -v client/benchctl.c || :
LOAD_SRCS	!= ls daemon/load/*.c 2>/dev/null || :
UNIT_SRCS	!= ls tests/unit/t_*.c tests/ask.c 2>/dev/null || :
REFERENCE_SRCS	!= ls tests/run_reference.c tests/reference_*.c 2>/dev/null || :
SIM_SRCS	!= ls tests/sim/sim_*.c 2>/dev/null || :
SIMS		= ${SIM_SRCS:.c=}

PROTO_OBJS	= ${PROTO_SRCS:.c=.o}
SQL_OBJS	= ${SQL_SRCS:.c=.o}
OSDEP_OBJS	= ${OSDEP_SRCS:.c=.o}
RUNNER_OBJS	= ${RUNNER_SRCS:.c=.o} ${OSDEP_OBJS}
DAEMON_OBJS	= ${DAEMON_SRCS:.c=.o} ${OSDEP_OBJS}
CLIENT_OBJS	= ${CLIENT_SRCS:.c=.o}
LOAD_OBJS	= ${LOAD_SRCS:.c=.o}
UNITS		= ${UNIT_SRCS:.c=}

# What a FreeBSD compiler without FreeBSD's libraries can link.
BARE_PROGS	= daemon/benchd-runner daemon/load/benchload
PROGS		= daemon/benchd client/benchctl ${BARE_PROGS}
MAIN_OBJS	= daemon/benchd.o client/benchctl.o
# They hold the readers and the statistics against files from elsewhere.
HOLDERS		= tests/run_corpus tests/run_reference
ARCHIVES	= daemon/libdaemon.a client/libclient.a sql/libsql.a \
		  proto/libproto.a

all: ${PROGS} ${HOLDERS}
	@cat */*.d */*/*.d >.depend 2>/dev/null || :

.SUFFIXES:
.SUFFIXES: .c .o .y .sql
.c.o:
	@${COMPILE} -c -o $@ $<
.y.c:
	@${YACC} -o $@ $<
.sql.c:
	@${AWK} -f sql/embed.awk $< >$@.tmp && mv $@.tmp $@
.PRECIOUS: daemon/parse.c ${SQL_SRCS}

proto/libproto.a: ${PROTO_OBJS}
	@mkdir -p ${@D} && rm -f $@ && ${AR} rcs $@ ${PROTO_OBJS}
sql/libsql.a: ${SQL_OBJS}
	@mkdir -p ${@D} && rm -f $@ && ${AR} rcs $@ ${SQL_OBJS}
daemon/libdaemon.a: ${DAEMON_OBJS}
	@mkdir -p ${@D} && rm -f $@ && ${AR} rcs $@ ${DAEMON_OBJS}
client/libclient.a: ${CLIENT_OBJS}
	@mkdir -p ${@D} && rm -f $@ && ${AR} rcs $@ ${CLIENT_OBJS}

daemon/benchd: daemon/benchd.o ${ARCHIVES}
	@${LINK} -o $@ daemon/benchd.o daemon/libdaemon.a sql/libsql.a \
	    proto/libproto.a ${LIBS}
daemon/benchd-runner: ${RUNNER_OBJS} proto/compat.o
	@${LINK} -o $@ ${RUNNER_OBJS} proto/compat.o ${LIBS_${OS}}
client/benchctl: client/benchctl.o ${ARCHIVES}
	@${LINK} -o $@ client/benchctl.o client/libclient.a sql/libsql.a \
	    proto/libproto.a ${LIBS}
daemon/benchd.o: daemon/benchd.c
	@${COMPILE} -DBENCHD_CONF='"${PREFIX}/etc/benchd.conf"' -c -o $@ \
	    daemon/benchd.c
daemon/load/build.o: daemon/load/build.c
	@${COMPILE} -DBUILD_FLAGS="\"`echo ${FP_${CPU}} ${OPT} ${CFLAGS}`\"" -c -o $@ \
	    daemon/load/build.c
daemon/load/benchload: ${LOAD_OBJS} proto/compat.o
	@${LINK} -o $@ ${LOAD_OBJS} proto/compat.o -lpthread -lm

# What another system's compiler can be asked for without its libraries.
objects: ${PROTO_OBJS} ${SQL_OBJS} ${DAEMON_OBJS} ${CLIENT_OBJS} ${MAIN_OBJS}
bare: ${BARE_PROGS}

units: ${UNITS} ${HOLDERS}
${UNITS}: ${ARCHIVES}
	@${COMPILE} -MF $@.d -o $@ $@.c ${ARCHIVES} ${LDFLAGS} \
	    -L${LOCALBASE}/lib ${LIBS} -lcmocka
fuzzer: ${ARCHIVES}
	@${COMPILE} -fsanitize=fuzzer -o ${FUZZ} ${FUZZ}.c ${ARCHIVES} \
	    ${LDFLAGS} -L${LOCALBASE}/lib ${LIBS}

${SIMS}: tests/sim/noise.o ${ARCHIVES}
	@${COMPILE} -MF $@.d -o $@ $@.c tests/sim/noise.o \
	    client/libclient.a ${LDFLAGS} -lm
tests/run_corpus: tests/run_corpus.o ${ARCHIVES}
	@${LINK} -o $@ tests/run_corpus.o proto/libproto.a -ljansson -lm
tests/bench/make_archive: tests/bench/make_archive.o ${ARCHIVES}
	@${LINK} -o $@ tests/bench/make_archive.o ${ARCHIVES} ${LIBS}
tests/run_reference: ${REFERENCE_SRCS:.c=.o} ${ARCHIVES}
	@${LINK} -o $@ ${REFERENCE_SRCS:.c=.o} client/libclient.a \
	    -ljansson -lm

deps:
	@tests/deps.sh
demo:
	@MAKE="${MAKE}" tests/deps.sh build
	@MAKE="${MAKE}" tests/demo.sh
check: deps
	@MAKE="${MAKE}" tests/check.sh
tidy:
	@CC="${CC}" tests/tidy.sh
bench: all
	@for t in tests/bench/*.sh; do $$t || exit 1; done
sim: ${SIMS}
	@for t in ${SIMS}; do $$t || exit 1; done
asan:
	@MAKE="${MAKE}" tests/elsewhere.sh asan
fuzz:
	@MAKE="${MAKE}" tests/elsewhere.sh fuzz
check-freebsd:
	@MAKE="${MAKE}" tests/elsewhere.sh freebsd

# $D is where things go; a program's manual goes where its name says.
D		= ${DESTDIR}${PREFIX}
TO_PREFIX	= sed 's,/usr/local,${PREFIX},g'
MANUALS		= client/benchctl.1 daemon/load/benchload.1 \
		  daemon/benchd.conf.5 proto/benchd-proto.7 daemon/benchd.8

install: all install-common install-${OS}
install-common: all
	@${INSTALL} -d $D/bin $D/sbin $D/libexec/benchd $D/etc \
	    $D/share/examples/benchd
	@${INSTALL} -m 755 client/benchctl daemon/load/benchload $D/bin
	@${INSTALL} -m 755 daemon/benchd $D/sbin
	@${INSTALL} -m 755 daemon/benchd-runner $D/libexec/benchd
	@${TO_PREFIX} daemon/benchd.conf.sample >$D/etc/benchd.conf.sample
	@for f in daemon/recipes/*; do \
		${TO_PREFIX} $$f >$D/share/examples/benchd/$${f##*/} || exit 1; \
	done
	@for m in ${MANUALS}; do \
		${INSTALL} -d $D/share/man/man$${m##*.} && \
		${INSTALL} -m 644 $$m $D/share/man/man$${m##*.} || exit 1; \
	done
install-freebsd: install-common
	@${INSTALL} -d $D/etc/rc.d
	@${TO_PREFIX} rc.d/benchd >$D/etc/rc.d/benchd
	@chmod 755 $D/etc/rc.d/benchd
install-linux: install-common
	@${INSTALL} -d ${DESTDIR}${UNITDIR}
	@${TO_PREFIX} rc.d/benchd.service \
	    >${DESTDIR}${UNITDIR}/benchd.service

clean:
	@rm -f daemon/benchd daemon/benchd-runner client/benchctl \
	    daemon/load/benchload ${ARCHIVES} ${UNITS} ${SQL_SRCS} \
	    ${HOLDERS} ${SIMS} tests/bench/make_archive daemon/parse.c \
	    .depend
	@rm -rf tests/out build
	@rm -f */*.o */*/*.o */*.d */*/*.d

-include .depend

.PHONY: all deps demo check tidy bench sim asan fuzz fuzzer check-freebsd install \
	bare objects \
	install-common install-freebsd install-linux clean units
