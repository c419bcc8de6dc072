/*
 * conf: benchd.conf(5) as data.
 *
 * parse.y makes it of text, conf_check.c finds what is wrong with it,
 * conf_print.c makes canonical text of it (which parses to the same again),
 * conf_expand.c fills ${...} in.  The parent reads the file; engine and front
 * are given the canonical text and parse that, so there is one form only.
 * Pure but for conf_load(), which opens files.
 */
#ifndef DAEMON_CONF_H
#define DAEMON_CONF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define CONF_DIGEST_BYTES	32
#define CONF_KEYS		40	/* rows of the key table, at most */

/* A word before expansion, as canonical text: ${name}, and quoted pieces. */
struct conf_word {
	char	*text;		/* canonical source: parses to this word */
	bool	 assign;	/* holds an unquoted = after a name */
	int	 line;
};

struct conf_words {
	struct conf_word	*word;
	size_t			 n;
};

struct conf_pair {		/* a label, an assignment */
	char	*key;
	char	*value;		/* canonical word text; plain for labels */
	int	 line;
};

struct conf_pairs {
	struct conf_pair	*pair;
	size_t			 n;
};

enum conf_param_type { CONF_INTEGER, CONF_CHOICE, CONF_PATTERN };

struct conf_param {
	char			*name;
	enum conf_param_type	 type;
	long long		 min, max;	/* CONF_INTEGER, inclusive */
	char			**choice;	/* CONF_CHOICE */
	size_t			 nchoices;
	char			*pattern;	/* CONF_PATTERN: a glob */
	char			*preset;	/* default; NULL none */
	int			 line;
};

enum conf_step_kind {
	CONF_PREPARE, CONF_COMMAND, CONF_CHECK, CONF_CLEANUP
};
enum conf_once { CONF_ONCE_RUN, CONF_ONCE_BOOT, CONF_ONCE_JOB };

struct conf_step {
	enum conf_step_kind	 kind;
	enum conf_once		 once;		/* prepare only */
	struct conf_words	 argv;		/* argv[0] found by PATH */
	int			 line;
};

enum conf_takeover { CONF_TAKEOVER_NO, CONF_TAKEOVER_KEEP };
enum conf_purge { CONF_PURGE_BEFORE, CONF_PURGE_IDLE };
enum conf_wait { CONF_WAIT_COMMAND, CONF_WAIT_TREE };

struct conf_recipe {
	char			*name;
	char			*source;	/* steps' place, or NULL */
	char			*objdir;	/* absolute; or NULL: none */
	char			*objroot;	/* holds objdir; by check */
	char			*clean;		/* path below objdir; or NULL */
	enum conf_takeover	 takeover;
	enum conf_purge		 purge;
	enum conf_wait		 wait;
	char			*user;		/* NULL: nobody */
	char			*reader;	/* NULL: none */
	int64_t			 timeout_s;
	int64_t			 settle_ms;
	int64_t			 output_max_bytes;
	int64_t			 file_max_bytes;
	struct conf_pairs	 labels;
	struct conf_pairs	 env;
	struct conf_words	 ignore;	/* globs of built names */
	struct conf_step	*step;		/* in the order they run */
	size_t			 nsteps;
	struct conf_param	*param;
	size_t			 nparams;
	int			 line;
	bool			 damaged;	/* a fault of grammar inside */
	int			 key_line[CONF_KEYS];	/* 0: the default */
	const char		*file;		/* borrowed from conf */
	uint8_t			 digest[CONF_DIGEST_BYTES];	/* of all */
	uint8_t			 work[CONF_DIGEST_BYTES]; /* recipe.work */
};

struct conf_state {
	char			*name;
	struct conf_words	*enter, *leave, *make;	/* lists of commands */
	size_t			 nenter, nleave, nmake;
	bool			 reboot;
	struct conf_pairs	 prove;		/* fact, canonical word text */
	struct conf_param	*param;
	size_t			 nparams;
	bool			 damaged;	/* a fault of grammar inside */
	int			 line;
	const char		*file;		/* borrowed from conf */
	uint8_t			 digest[CONF_DIGEST_BYTES];
};

struct conf_listen {
	char		*address;
	int		 port;
	int		 line;
	const char	*file;		/* borrowed from conf */
};

struct conf {
	struct conf_listen	*listen;	/* none: the Unix socket only */
	size_t			 nlistens;
	int			 key_line[CONF_KEYS];	/* 0: the default */
	const char		*key_file[CONF_KEYS];	/* borrowed from file */
	char			*clients;	/* fingerprints and roles */
	char			*socket;	/* path of the Unix socket */
	char			*pidfile;
	char			*dbdir;		/* /var/db/benchd: db/ root/ */
	char			*user;		/* of front and engine */
	char			*group;		/* of the Unix socket */
	char			*machine;	/* name; or NULL: SMBIOS uuid */
	char			*machine_lock;
	char			**objroot;
	size_t			 nobjroots;
	struct conf_pairs	 labels;
	/* Limits; the key table names them all. */
	int64_t			 connections_max;
	int64_t			 connections_peer_max;
	int64_t			 handshake_s;
	int64_t			 idle_s;
	int64_t			 queue_jobs_max;
	int64_t			 job_runs_max;
	int64_t			 output_kept_bytes;
	int64_t			 outputs_host_bytes;
	int64_t			 reserve_bytes;
	struct conf_recipe	*recipe;
	size_t			 nrecipes;
	struct conf_state	*state;
	size_t			 nstates;
	char			**file;		/* all files read */
	size_t			 nfiles;
};

/* Faults, collected: "file:line: what is wrong", in order of file and line. */
struct conf_faults {
	char			**text;
	struct conf_place	 *place;	/* by which they are ordered */
	size_t			  n;
};

struct conf_place {
	size_t	 file;		/* in the order of reading */
	int	 line;		/* 0: the file as a whole */
};

/*
 * Read the file at path and its includes.  Refuses (as faults) files that
 * others than root and we may write.  Always returns a configuration, to be
 * freed by the caller, unless memory ends (NULL); it is fit for use only
 * where faults->n is 0.  The caller clears *faults.
 */
struct conf	*conf_load(const char *path, struct conf_faults *faults);
/* The same from text in memory, in which include is a fault. */
struct conf	*conf_read(const char *name, const char *text, size_t len,
		    struct conf_faults *faults);
void		 conf_free(struct conf *);
void		 conf_faults_clear(struct conf_faults *);

/* Canonical text; the caller frees it.  NULL when memory ends. */
char		*conf_print(const struct conf *);
char		*conf_print_recipe(const struct conf_recipe *);
/* The same with secrets of its environment replaced by their digests. */
char		*conf_print_recipe_shown(const struct conf_recipe *);
char		*conf_print_state(const struct conf_state *);

const struct conf_recipe *conf_find_recipe(const struct conf *,
		    const char *name);
const struct conf_recipe *conf_find_recipe_digest(const struct conf *,
		    const uint8_t digest[CONF_DIGEST_BYTES]);
const struct conf_state *conf_find_state(const struct conf *,
		    const char *name);

/* A level chosen for a parameter. */
struct conf_level {
	const char	*name;
	const char	*value;
};

/*
 * Is value one that the parameter admits?  Writes the canonical value (007 is
 * 7) to canon[size] and returns true; or false with the reason, in words for
 * the person who chose it ("0 is below 1 (1 to 256)"), in why[why_size].
 */
bool		 conf_param_admits(const struct conf_param *,
		    const char *value, char *canon, size_t size,
		    char *why, size_t why_size);

/* What ${} may name beside parameters. */
struct conf_scope {
	const struct conf_recipe	*recipe;
	const struct conf_level		*level;
	size_t				 nlevels;
	int				 ncpu;
};

/*
 * The word with every ${} filled in and quotes taken off; the caller frees
 * it.  NULL with errno: ENOMEM, or EINVAL for a name that has no value.
 */
char		*conf_expand(const char *word, const struct conf_scope *);

/* Default level of a parameter, expanded (${ncpu}); caller frees; or NULL. */
char		*conf_param_preset(const struct conf_param *, int ncpu);

#endif
