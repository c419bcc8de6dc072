# benchd: one Makefile for GNU make and bmake.
#
#	make		daemon/benchd, daemon/benchd-runner, client/benchctl,
#			daemon/load/benchload
#	make deps	install what building and testing need
#	make demo	the main job on real input, no configuration
#	make check	every test
#	make install	PREFIX, DESTDIR, hier(7)

PREFIX		?= /usr/local
DESTDIR		?=
LOCALBASE	?= /usr/local
OS		!= uname -s | tr A-Z a-z

CC		?= cc
YACC		?= yacc
AR		?= ar
AWK		?= awk
INSTALL		?= install
CFLAGS		?= -O2 -g
WARN		= -std=c11 -Wall -Wextra -Wpedantic -Wshadow \
		  -Wstrict-prototypes -Wmissing-prototypes -Wcast-qual \
		  -Wundef -Werror
DEFS		= -I. -I${LOCALBASE}/include -D_GNU_SOURCE \
		  -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
COMPILE		= ${CC} ${WARN} ${DEFS} ${CPPFLAGS} ${CFLAGS} -MMD -MP
LINK		= ${CC} ${CFLAGS} ${LDFLAGS} -L${LOCALBASE}/lib

EVENT_LIBS	= -levent_core -levent_openssl -levent_extra
LIBS		= ${EVENT_LIBS} -lssl -lcrypto -ljansson -lsqlite3 -lz \
		  -lpthread -lm

# What a folder holds is what is built; a main() lies outside the archives.
PROTO_SRCS	!= ls proto/*.c proto/readers/*.c
SQL_SRCS	!= ls sql/*.sql | sed 's/sql$$/c/'
RUNNER_SRCS	!= ls daemon/runner*.c daemon/reaper*.c 2>/dev/null || :
DAEMON_SRCS	!= ls daemon/*.c daemon/*.y | sed 's/y$$/c/' | sort -u | \
		   grep -vE 'daemon/(benchd|runner[a-z_]*|osdep_[a-z]*)\.c'
CLIENT_SRCS	!= ls client/*.c | grep -v client/benchctl.c
LOAD_SRCS	!= ls daemon/load/*.c
UNIT_SRCS	!= ls tests/unit/t_*.c tests/run_*.c 2>/dev/null || :

PROTO_OBJS	= ${PROTO_SRCS:.c=.o}
SQL_OBJS	= ${SQL_SRCS:.c=.o}
RUNNER_OBJS	= ${RUNNER_SRCS:.c=.o}
DAEMON_OBJS	= ${DAEMON_SRCS:.c=.o} daemon/osdep_${OS}.o
CLIENT_OBJS	= ${CLIENT_SRCS:.c=.o}
LOAD_OBJS	= ${LOAD_SRCS:.c=.o}
UNITS		= ${UNIT_SRCS:.c=}

PROGS		= daemon/benchd daemon/benchd-runner client/benchctl \
		  daemon/load/benchload
ARCHIVES	= daemon/libdaemon.a client/libclient.a sql/libsql.a \
		  proto/libproto.a

all: ${PROGS}

.SUFFIXES:
.SUFFIXES: .c .o .y .sql
.c.o:
	@${COMPILE} -c -o $@ $<
.y.c:
	@${YACC} -o $@ $<
.sql.c:
	@${AWK} -f sql/embed.awk $< >$@.tmp && mv $@.tmp $@

proto/libproto.a: ${PROTO_OBJS}
	@rm -f $@ && ${AR} rcs $@ ${PROTO_OBJS}
sql/libsql.a: ${SQL_OBJS}
	@rm -f $@ && ${AR} rcs $@ ${SQL_OBJS}
daemon/libdaemon.a: ${DAEMON_OBJS}
	@rm -f $@ && ${AR} rcs $@ ${DAEMON_OBJS}
client/libclient.a: ${CLIENT_OBJS}
	@rm -f $@ && ${AR} rcs $@ ${CLIENT_OBJS}

daemon/benchd: daemon/benchd.o ${ARCHIVES}
	@${LINK} -o $@ daemon/benchd.o ${ARCHIVES} ${LIBS}
	@cat */*.d */*/*.d >.depend
daemon/benchd-runner: ${RUNNER_OBJS} daemon/osdep_${OS}.o proto/compat.o
	@${LINK} -o $@ ${RUNNER_OBJS} daemon/osdep_${OS}.o proto/compat.o
client/benchctl: client/benchctl.o ${ARCHIVES}
	@${LINK} -o $@ client/benchctl.o client/libclient.a sql/libsql.a \
	    proto/libproto.a ${LIBS}
daemon/load/benchload: ${LOAD_OBJS} proto/compat.o
	@${LINK} -o $@ ${LOAD_OBJS} proto/compat.o -lpthread -lm

units: ${UNITS}
${UNITS}: ${ARCHIVES}
	@${COMPILE} -MF $@.d -o $@ $@.c ${ARCHIVES} ${LDFLAGS} \
	    -L${LOCALBASE}/lib ${LIBS} -lcmocka

deps:
	@tests/deps.sh
demo: deps
	@tests/demo.sh
check: deps
	@tests/check.sh

clean:
	@rm -f ${PROGS} ${ARCHIVES} ${UNITS} ${SQL_SRCS} daemon/parse.c .depend
	@rm -f */*.o */*/*.o */*.d */*/*.d
	@rm -rf tests/out

-include .depend

.PHONY: all deps demo check clean units
