/*
 * t_conf: every fault of benchd.conf(5), by its exact words and its line.
 */
#include <sys/stat.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/conf.h"
#include "proto/compat.h"

/* A text, and all that is told of it, a line each. */
struct fault {
	const char	*text;
	const char	*told;
};

/* Of a recipe that is good but for what is put in. */
#define R(in)	"objroot /o\nrecipe r {\n command { true }\n" in "}\n"

static const struct fault words[] = {
	{ "label a \"b\n", "c:1: the quote is not closed on its line\n" },
	{ "label a \"\\n\"\n",
	    "c:1: in quotes \\ stands before \" or \\ only; write \\\\ for one of it\n" },
	{ "label a $b\n",
	    "c:1: $ begins a ${name}; write \"$\" for one of it\n" },
	{ "label a ${b\n", "c:1: ${ is not closed on its line\n" },
	{ "label a ${}\n", "c:1: between ${ and } stands one name\n" },
	{ "label a ${b c}\n", "c:1: between ${ and } stands one name\n" },
	{ "label a b\001\n", "c:1: a control character; a word holds none\n" },
	{ "label a b\r\n",
	    "c:1: a carriage return; lines end in a newline alone\n" },
	{ "label a ${ncpu}\n", "c:1: label: ${} has no place here\n" },
	{ "# all \" $ { of } it\n\n \t\nlabel a#b c\n",
	    "c:4: label a#b: a label's name is a letter, then letters, digits, _ and -\n" }
};

static const struct fault grammar[] = {
	{ "objrot /o\n",
	    "c:1: 'objrot' is not expected here; did you mean 'objroot'?\n" },
	{ "objroot\nlabel\n",
	    "c:1: something is missing at the line's end\n"
	    "c:2: something is missing at the line's end\n" },
	{ "objroot /o /p\n",
	    "c:1: '/p' is not expected after '/o'\n" },
	{ "}\n", "c:1: '}' is not expected here\n" },
	{ "foo {\n bar { a\n b }\n}\nqueue 0\n",
	    "c:1: 'foo' is not expected here\n"
	    "c:5: queue 0 is below 1 (1 to 1000000)\n" },
	{ R(" timeuot 4h\n settle 1x\n"),
	    "c:4: recipe r: 'timeuot' is not expected here; did you mean 'timeout'?\n"
	    "c:5: recipe r: settle 1x is not a time like 90s, 30m or 4h\n" },
	{ R(" user a timeuot 4h\n"),
	    "c:4: recipe r: 'timeuot' is not expected after 'a'; did you mean 'timeout'?\n" },
	{ "recipe r {\n comand {\n  make\n }\n timeout 0s\n}\n",
	    "c:2: recipe r: 'comand' is not expected here; did you mean 'command'?\n"
	    "c:5: recipe r: timeout 0s is below 1s (1s to 30d)\n" },
	{ "recipe r {\n command make\n}\n",
	    "c:2: recipe r: 'make' is not expected after 'command'\n" },
	{ "recipe r {\n command { true }\n",
	    "c:1: this { is never closed\n" },
	{ "state s { prove a=b }\nrecipe r {\n command {\n true\n",
	    "c:2: this { is never closed\nc:3: this { is never closed\n" },
	{ "include \"x\"\n",
	    "c:1: include has no place in a configuration from memory\n" },
	{ R(" queue 5\n"),
	    "c:4: recipe r: queue is no key of a recipe; it stands outside\n" },
	{ "timeout 5s\n", "c:1: timeout stands inside a recipe only\n" },
	{ R(" env A\n"), "c:4: recipe r: 'A' is not expected after 'env'\n" },
	{ R(" env \"A=\"b\n"),
	    "c:4: recipe r: 'A=b' is not expected after 'env'\n" }
};

static const struct fault host[] = {
	{ "queue 5\nqueue 6\n", "c:2: queue is set twice, in c line 1 before\n" },
	{ "queue x\n", "c:1: queue x is not a whole number\n" },
	{ "queue 5K\n", "c:1: queue 5K is not a whole number\n" },
	{ "queue -1\n", "c:1: queue -1 is not a whole number\n" },
	{ "queue 1000001\n",
	    "c:1: queue 1000001 is above 1000000 (1 to 1000000)\n" },
	{ "queue 99999999999999999999\n",
	    "c:1: queue 99999999999999999999 is above 1000000 (1 to 1000000)\n" },
	{ "outputs 2T\n", "c:1: outputs 2T is above 1T (0 to 1T)\n" },
	{ "outputs 4h\n",
	    "c:1: outputs 4h is not a size like 512K, 4M or 1G\n" },
	{ "idle 30\n", "c:1: idle 30 is not a time like 90s, 30m or 4h\n" },
	{ "idle 8d\n", "c:1: idle 8d is above 7d (1s to 7d)\n" },
	{ "user \"a b\"\n", "c:1: user a b is not the name of a user or group\n" },
	{ "machine \"\"\n",
	    "c:1: machine is not 1 to 128 bytes of printable UTF-8\n" },
	{ "machine \"\xff\"\n",
	    "c:1: machine is not 1 to 128 bytes of printable UTF-8\n" },
	{ "socket \"\"\n", "c:1: socket is not the name of a file\n" },
	{ "objroot o\n", "c:1: objroot o does not begin with /\n" },
	{ "objroot /\n",
	    "c:1: objroot / would be everything; name a directory below it\n" },
	{ "objroot /o\nobjroot /o\n", "c:2: objroot /o is given twice\n" },
	{ "objroot /o/\nobjroot /o//p\nobjroot /o/../p\nobjroot /./o\n",
	    "c:1: objroot /o/ is not canonical (no //, no ., no .., no / at its end)\n"
	    "c:2: objroot /o//p is not canonical (no //, no ., no .., no / at its end)\n"
	    "c:3: objroot /o/../p is not canonical (no //, no ., no .., no / at its end)\n"
	    "c:4: objroot /./o is not canonical (no //, no ., no .., no / at its end)\n" },
	{ "listen ::1\n", "c:1: listen without clients: nobody would be let in\n" },
	{ "clients c\nlisten ::1 port 65536\n",
	    "c:2: listen: port 65536 is too large (0 to 65535)\n" },
	{ "clients c\nlisten ::1\nlisten ::1 port 7117\n",
	    "c:3: listen: ::1 port 7117 is given twice\n" },
	{ "clients c\nlisten \"a b\"\n",
	    "c:2: listen: a b is no address and no name\n" },
	{ "label a b\nlabel a c\n", "c:2: label a is given twice\n" },
	{ "label a \"\"\n",
	    "c:1: label a is not 1 to 128 bytes of printable UTF-8\n" }
};

static const struct fault recipe[] = {
	{ "recipe r { }\n", "c:1: recipe r: no command; it is what is timed\n" },
	{ R(" command { true }\n"),
	    "c:4: recipe r: a second command; one is timed, what goes before is prepare, what follows is check\n" },
	{ R("") R(""), "c:5: objroot /o is given twice\n"
	    "c:6: recipe r is given twice, in c line 2 before\n" },
	{ "recipe -r { command { true } }\n",
	    "c:1: recipe -r: a name is letters, digits and ._+-, 128 at most, and begins with a letter or digit\n" },
	{ R(" prepare { }\n"),
	    "c:4: recipe r: prepare { } holds no command\n" },
	{ R(" prepare { \"\" }\n"),
	    "c:4: recipe r: the program's name is empty\n" },
	{ R(" check once job { true }\n"),
	    "c:4: recipe r: once belongs to prepare; all other steps are of every run\n" },
	{ R(" prepare once day { true }\n"),
	    "c:4: recipe r: once day is not job, boot or run\n" },
	{ R(" takeover yes\n"), "c:4: recipe r: takeover yes is not no or keep\n" },
	{ R(" purge now\n"), "c:4: recipe r: purge now is not before or idle\n" },
	{ R(" wait x\n"), "c:4: recipe r: wait x is not command or tree\n" },
	{ R(" objdir /p/x\n"),
	    "c:4: recipe r: objdir /p/x is not inside any objroot (/o)\n" },
	{ R(" objdir /obj\n"),
	    "c:4: recipe r: objdir /obj is not inside any objroot (/o)\n" },
	{ "recipe r { command { true } objdir / }\n",
	    "c:1: recipe r: objdir / is not inside any objroot (there is none)\n" },
	{ R(" objdir /o/../etc\n"),
	    "c:4: recipe r: objdir /o/../etc is not canonical (no //, no ., no .., no / at its end)\n" },
	{ R(" objdir /o/${ncpu}\n"),
	    "c:4: recipe r: objdir: ${} has no place here\n" },
	{ R(" clean x\n"), "c:4: recipe r: clean x: the recipe has no objdir\n" },
	{ R(" objdir /o/x\n clean /o/x/y\n"),
	    "c:5: recipe r: clean /o/x/y is not relative: it is a path below objdir\n" },
	{ R(" objdir /o/x\n clean ../y\n"),
	    "c:5: recipe r: clean ../y is not canonical (no //, no ., no .., no / at its end)\n" },
	{ R(" objdir /o/x\n clean \"\"\n"),
	    "c:5: recipe r: clean  is not canonical (no //, no ., no .., no / at its end)\n" },
	{ R(" source /o/x/src\n objdir /o/x\n"),
	    "c:5: recipe r: source /o/x/src lies in objdir /o/x, which is emptied\n" },
	{ "dbdir /o/x/db\n" R(" objdir /o/x\n"),
	    "c:5: recipe r: objdir /o/x and dbdir /o/x/db lie in one another\n" },
	{ "dbdir /o\n" R(" objdir /o/x\n"),
	    "c:5: recipe r: objdir /o/x and dbdir /o lie in one another\n" },
	{ R(" reader sysbnch\n"),
	    "c:4: recipe r: no reader 'sysbnch'; did you mean 'sysbench'?\n" },
	{ R(" reader qqq\n"), "c:4: recipe r: no reader 'qqq'\n" },
	{ R(" output_max 2G\n file_max 1G\n"),
	    "c:4: recipe r: output_max is above file_max, which would end the run first\n" },
	{ R(" env 1A=b\n"),
	    "c:4: recipe r: env 1A=b: a variable's name is letters, digits and _, not a digit first\n" },
	{ R(" env A-B=c\n"),
	    "c:4: recipe r: env A-B=c: a variable's name is letters, digits and _, not a digit first\n" },
	{ R(" env A=b A=c\n"), "c:4: recipe r: A is set twice\n" },
	{ R(" ignore { ${ncpu}.o }\n"),
	    "c:4: recipe r: ignore: ${} has no place here\n" },
	{ R(" check { a\n  ${jbos} }\n parameter jobs integer 1 to 2\n"),
	    "c:5: recipe r: ${jbos} is no parameter; did you mean ${jobs}?\n" },
	{ R(" env A=${kernelconf}\n"),
	    "c:4: recipe r: ${kernelconf} is no parameter\n" },
	{ R(" check { a ${objdir} ${source} }\n"),
	    "c:4: recipe r: ${objdir}: the recipe has no objdir\n"
	    "c:4: recipe r: ${source}: the recipe has no source\n" },
	{ R(" check { \"${jobs}\" }\n"), "" }
};

static const struct fault param[] = {
	{ R(" parameter jobs integer 1 to 0\n"),
	    "c:4: parameter jobs: maximum 0 is below minimum 1\n" },
	{ R(" parameter jobs integer x to 9\n"),
	    "c:4: parameter jobs: x is not a whole number\n" },
	{ R(" parameter jobs integer 1 to 99999999999999999999\n"),
	    "c:4: parameter jobs: 99999999999999999999 is not a whole number\n" },
	{ R(" parameter jobs integer 1 to 8 default 9\n"),
	    "c:4: parameter jobs: default 9 is above 8 (1 to 8)\n" },
	{ R(" parameter jobs integer 1 to 8 default ${objdir}\n"),
	    "c:4: parameter jobs: of ${} only ${ncpu} alone may be a default, and of an integer\n" },
	{ R(" parameter jobs integer 1 to 8 default 1${ncpu}\n"),
	    "c:4: parameter jobs: of ${} only ${ncpu} alone may be a default, and of an integer\n" },
	{ R(" parameter a integer 1 to 2\n parameter a integer 1 to 2\n"),
	    "c:5: parameter a is given twice, on line 4 before\n" },
	{ R(" parameter ncpu integer 1 to 2\n"),
	    "c:4: parameter ncpu: ${ncpu} has a meaning of its own; choose another name\n" },
	{ R(" parameter 1a integer 1 to 2\n"),
	    "c:4: parameter 1a: a name is a letter, then letters, digits, _ and -\n" },
	{ R(" parameter k choice { }\n"),
	    "c:4: parameter k: the choice is empty\n" },
	{ R(" parameter k choice { a b\n a }\n"),
	    "c:5: parameter k: a is offered twice\n" },
	{ R(" parameter k choice { a,b }\n"),
	    "c:4: parameter k: a choice is 1 to 128 bytes of printable UTF-8 without a comma\n" },
	{ R(" parameter k choice { ${ncpu} }\n"),
	    "c:4: parameter k: ${} has no place in a choice\n" },
	{ R(" parameter k choice { a b } default c\n"),
	    "c:4: parameter k: default c is not one of a, b\n" },
	{ R(" parameter v pattern \"\"\n"),
	    "c:4: parameter v: a pattern is 1 to 64 bytes\n" },
	{ R(" parameter v pattern r* default x\n"),
	    "c:4: parameter v: default x does not match r*\n" },
	{ R(" parameter v pattern r*\n check { ${v} }\n"),
	    "c:5: recipe r: ${v} is a pattern and may not name a program\n" },
	{ R(" parameter v pattern r*\n check { b/${v} a }\n"),
	    "c:5: recipe r: ${v} is a pattern and may not name a program\n" },
	{ R(" parameter v pattern r*\n objdir /o/${v}\n"),
	    "c:5: recipe r: objdir: ${} has no place here\n" },
	{ R(" parameter v pattern r*\n check { a ${v} }\n env A=${v}\n"), "" }
};

static const struct fault state[] = {
	{ "state s { }\n",
	    "c:1: state s: no prove; nothing would tell that it holds\n" },
	{ "state s { prove a=b }\nstate s { prove a=b }\n",
	    "c:2: state s is given twice, in c line 1 before\n" },
	{ "state s { enter { } prove a=b }\n",
	    "c:1: state s: enter { } holds no command\n" },
	{ "state s { make { a ${objdir} } prove a=${r}\n"
	    " parameter rev pattern r* }\n",
	    "c:1: state s: ${objdir} is no parameter\n"
	    "c:1: state s: ${r} is no parameter\n" },
	{ "state s { prove A=b a=b }\n",
	    "c:1: state s: prove A=b: a fact's key is small letters, digits, . and _\n" },
	{ "state s { queue 5 prove a=b }\n",
	    "c:1: state s: 'queue' is not expected here\n" }
};

/* Reads the text of each row and compares what is told. */
static void
check(const struct fault *row, size_t n)
{
	struct conf_faults	 faults;
	struct conf		*conf;
	char			 told[8192];
	size_t			 i;

	for (; n > 0; n--, row++) {
		conf = conf_read("c", row->text, strlen(row->text), &faults);
		assert_non_null(conf);
		told[0] = '\0';
		for (i = 0; i < faults.n; i++) {
			(void)strlcat(told, faults.text[i], sizeof(told));
			(void)strlcat(told, "\n", sizeof(told));
		}
		if (strcmp(told, row->told) != 0)
			print_message("of:\n%s", row->text);
		assert_string_equal(told, row->told);
		conf_faults_clear(&faults);
		conf_free(conf);
	}
}

#define TABLE(name)							\
static void								\
told_##name(void **unused)						\
{									\
	(void)unused;							\
	check(name, nitems(name));					\
}
TABLE(words)
TABLE(grammar)
TABLE(host)
TABLE(recipe)
TABLE(param)
TABLE(state)

/* One fault more than are told ends in a line that says so. */
static void
limited(void **unused)
{
	struct conf_faults	 faults;
	struct conf		*conf;
	char			*text;
	size_t			 i;

	(void)unused;
	assert_non_null(text = malloc(2 * 200 + 1));
	for (i = 0; i < 200; i++)
		memcpy(text + 2 * i, "}\n", 3);
	conf = conf_read("c", text, 400, &faults);
	assert_int_equal(faults.n, 100);
	assert_string_equal(faults.text[98], "c:99: '}' is not expected here");
	assert_string_equal(faults.text[99],
	    "c:100: more faults than are told at once");
	conf_faults_clear(&faults);
	conf_free(conf);
	free(text);
}

/* head, then n times each (with %d: the number), then tail, is told as. */
struct many {
	const char	*head, *each, *tail;
	int		 good;		/* so many are admitted */
	const char	*told;		/* of one more, first thing */
};

static const struct many many[] = {
	{ "recipe r { command { a", " b", " } }\n", 255,
	    "c:1: recipe r: command: more than 256 words" },
	{ "recipe r {\ncommand { a }\n", "check { a }\n", "}\n", 31,
	    "c:34: recipe r: more than 32 steps" },
	{ "recipe r {\ncommand { a }\n", "parameter p%d pattern *\n", "}\n",
	    16, "c:19: parameter p16: more than 16 parameters" },
	{ "recipe r {\ncommand { a }\n", "env E%d=x\n", "}\n", 128,
	    "c:131: recipe r: env: more than 128 variables" },
	{ "recipe r {\ncommand { a }\nignore {\n", "g%d\n", "} }\n", 256,
	    "c:260: recipe r: ignore: more than 256 words" },
	{ "recipe r { command { a } parameter p choice {", " c%d", " } }\n",
	    256, "c:1: parameter p: more than 256 to choose from" },
	{ "", "label l%d x\n", "", 64, "c:65: more than 64 labels" },
	{ "", "recipe r%d { command { a } }\n", "", 1024,
	    "c:1025: more than 1024 recipes" },
	{ "", "state s%d { prove a=b }\n", "", 256,
	    "c:257: more than 256 states" },
	{ "recipe r { command { ", "x", " } }\n", 4096,
	    "c:1: a word is longer than 4096 bytes" },
	{ "recipe ", "r", " { command { a } }\n", 128,
	    "c:1: recipe rrrr" },
	{ "label a \"", "x", "\"\n", 128,
	    "c:1: label a is not 1 to 128 bytes of printable UTF-8" },
	{ "objroot /", "x", "\n", 1022,
	    "c:1: objroot is longer than 1023 bytes" },
	{ "foo ", "{ ", "\n", 0, "c:1: 'foo' is not expected here" }
};

/* Puts one piece at s, its %d replaced; returns its length. */
static size_t
each(char *s, const char *piece, int n)
{
	size_t	 before;

	before = strcspn(piece, "%");
	if (piece[before] == '\0')
		return (strlcpy(s, piece, 64));
	return ((size_t)snprintf(s, 64, "%.*s%d%s", (int)before, piece, n,
	    piece + before + 2));
}

static void
counted(void **unused)
{
	struct conf_faults	 faults;
	struct conf		*conf;
	char			*text;
	const struct many	*m;
	size_t			 i, len;
	int			 extra, n;

	(void)unused;
	assert_non_null(text = malloc(1 << 17));
	for (i = 0; i < 2 * nitems(many); i++) {
		m = &many[i / 2];
		extra = i % 2;
		len = strlcpy(text, m->head, 1 << 17);
		for (n = 0; n < m->good + extra; n++)
			len += each(text + len, m->each, n);
		(void)strlcat(text, m->tail, 1 << 17);
		conf = conf_read("c", text, strlen(text), &faults);
		assert_non_null(conf);
		if (m->good == 0 || extra) {
			assert_true(faults.n > 0);
			assert_memory_equal(faults.text[0], m->told,
			    strlen(m->told));
		} else if (faults.n > 0)
			fail_msg("%s", faults.text[0]);
		conf_faults_clear(&faults);
		conf_free(conf);
	}
	free(text);
}

/* Braces without an end take memory, and then a fault. */
static void
nested(void **unused)
{
	struct conf_faults	 faults;
	struct conf		*conf;
	char			*text;
	size_t			 n;

	(void)unused;
	n = 1 << 17;
	assert_non_null(text = malloc(n));
	memset(text, '{', n);
	conf = conf_read("c", text, n, &faults);
	assert_non_null(conf);
	assert_true(faults.n >= 2);
	assert_string_equal(faults.text[0], "c:1: '{' is not expected here");
	assert_string_equal(faults.text[faults.n - 1],
	    "c:1: braces are nested too deep");
	conf_faults_clear(&faults);
	conf_free(conf);
	free(text);
}

/* A directory of its own with files in it. */
struct files {
	char	 dir[64];
	char	 path[8][96];
	size_t	 n;
};

static const char *
put(struct files *f, const char *name, const char *text, mode_t mode)
{
	FILE	*out;
	char	*path;

	path = f->path[f->n++];
	(void)strlcpy(path, f->dir, sizeof(f->path[0]));
	(void)strlcat(path, "/", sizeof(f->path[0]));
	(void)strlcat(path, name, sizeof(f->path[0]));
	assert_non_null(out = fopen(path, "w"));
	assert_true(fputs(text, out) >= 0);
	assert_int_equal(fclose(out), 0);
	assert_int_equal(chmod(path, mode), 0);
	return (path);
}

static int
files_new(void **state_of)
{
	struct files	*f;

	if ((f = calloc(1, sizeof(*f))) == NULL)
		return (-1);
	(void)strlcpy(f->dir, "/tmp/t_conf.XXXXXX", sizeof(f->dir));
	*state_of = f;
	return (mkdtemp(f->dir) == NULL ? -1 : 0);
}

static int
files_free(void **state_of)
{
	struct files	*f;

	f = *state_of;
	while (f->n > 0)
		(void)unlink(f->path[--f->n]);
	(void)rmdir(f->dir);
	free(f);
	return (0);
}

/* Loads main of the directory; its faults have its path taken off. */
static struct conf *
load(struct files *f, const char *main_path, char *told, size_t size)
{
	struct conf_faults	 faults;
	struct conf		*conf;
	const char		*s, *at;
	size_t			 i, n;

	conf = conf_load(main_path, &faults);
	assert_non_null(conf);
	told[0] = '\0';
	n = strlen(f->dir) + 1;
	for (i = 0; i < faults.n; i++) {
		for (s = faults.text[i]; (at = strstr(s, f->dir)) != NULL;
		    s = at + n) {
			(void)snprintf(told + strlen(told),
			    size - strlen(told), "%.*s", (int)(at - s), s);
		}
		(void)strlcat(told, s, size);
		(void)strlcat(told, "\n", size);
	}
	conf_faults_clear(&faults);
	return (conf);
}

static void
included(void **state_of)
{
	struct files	*f;
	struct conf	*conf;
	const char	*path;
	char		 told[4096], want[96];

	f = *state_of;
	path = put(f, "main", "queue 7 # x\ninclude \"a\"\nqueue 8\n", 0600);
	(void)put(f, "a", "clients \"keys\"\nqueue x\nidle x", 0644);
	conf = load(f, path, told, sizeof(told));
	assert_string_equal(told,
	    "main:3: queue is set twice, in main line 1 before\n"
	    "a:2: queue is set twice, in main line 1 before\n"
	    "a:3: idle x is not a time like 90s, 30m or 4h\n");
	(void)snprintf(want, sizeof(want), "%s/keys", f->dir);
	assert_string_equal(conf->clients, want);
	assert_int_equal(conf->nfiles, 2);
	conf_free(conf);
}

static void
refused(void **state_of)
{
	struct files	*f;
	const char	*path;
	char		 told[4096];

	f = *state_of;
	path = put(f, "main", "include b\ninclude nosuch\ninclude .\n", 0600);
	(void)put(f, "b", "queue 0\n", 0664);
	conf_free(load(f, path, told, sizeof(told)));
	assert_string_equal(told,
	    "main:1: include b: may be written by others than its owner; chmod go-w\n"
	    "main:2: include nosuch: No such file or directory\n"
	    "main:3: include .: is no regular file\n");
	assert_int_equal(chmod(path, 0602), 0);
	conf_free(load(f, path, told, sizeof(told)));
	assert_string_equal(told,
	    "main: may be written by others than its owner; chmod go-w\n");
	if (geteuid() != 0) {
		print_message("# a stranger's file needs root to be made\n");
		return;
	}
	assert_int_equal(chmod(path, 0600), 0);
	assert_int_equal(chown(path, 12345, 0), 0);
	conf_free(load(f, path, told, sizeof(told)));
	assert_string_equal(told,
	    "main: belongs neither to root nor to the user who runs benchd\n");
}

static void
deep(void **state_of)
{
	struct files	*f;
	const char	*path;
	char		 told[4096];

	f = *state_of;
	path = put(f, "main", "include main\nqueue 0\n", 0600);
	conf_free(load(f, path, told, sizeof(told)));
	assert_non_null(strstr(told,
	    "main:1: include main: nested deeper than 8\n"));
	assert_non_null(strstr(told, "main:2: queue 0 is below 1"));
}

int
main(void)
{
	static const struct CMUnitTest	 tests[] = {
		{ "faults of words are told by line", told_words, NULL, NULL, NULL },
		{ "faults of grammar are told, and reading goes on", told_grammar, NULL, NULL, NULL },
		{ "faults of the host's keys are told", told_host, NULL, NULL, NULL },
		{ "faults of recipes are told", told_recipe, NULL, NULL, NULL },
		{ "faults of parameters are told", told_param, NULL, NULL, NULL },
		{ "faults of states are told", told_state, NULL, NULL, NULL },
		{ "no more than 100 faults are told", limited, NULL, NULL, NULL },
		{ "each limit holds at its bound and above it", counted, NULL, NULL, NULL },
		{ "braces without an end are one fault", nested, NULL, NULL, NULL },
		{ "include is relative and keeps its own lines", included, files_new, files_free, NULL },
		{ "files that strangers may write are refused", refused, files_new, files_free, NULL },
		{ "a file that includes itself is a fault", deep, files_new, files_free, NULL }
	};

	return (cmocka_run_group_tests_name("conf", tests, NULL, NULL));
}
