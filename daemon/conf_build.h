/*
 * conf_build: what a configuration is made with while it is read.
 *
 * The grammar's actions call these, one a clause; they keep what was said,
 * with its line, and tell what is wrong with it as far as one clause shows.
 * What only the whole shows is conf_check's.
 */
#ifndef DAEMON_CONF_BUILD_H
#define DAEMON_CONF_BUILD_H

#include "daemon/conf.h"
#include "daemon/conf_key.h"
#include "daemon/conf_lex.h"
#include "proto/compat.h"

struct conf_build {
	struct conf		*conf;
	struct conf_faults	*faults;
	struct conf_lex		 lex;
	/* Reads one more file; NULL: from memory, where there is none. */
	void			(*include)(struct conf_build *,
				    const struct conf_token *);
	struct conf_recipe	*recipe;	/* being read, or NULL */
	struct conf_state	*state;
	struct conf_param	*param;
	struct conf_words	 list;		/* the latest { ... } */
	bool			 nomem;
};

/* Fault: in the file that is being read, or in another of conf's. */
void	 conf_build_fault(struct conf_build *, int line, const char *, ...)
	    __printflike(3, 4);
void	 conf_build_fault_in(struct conf_build *, const char *file, int line,
	    const char *, ...) __printflike(4, 5);
/* "recipe NAME: " or "state NAME: " of what is being read, or "". */
const char *conf_build_whose(const struct conf_build *, char *, size_t);

/* Name of a file, kept in conf; NULL: no memory. */
const char *conf_build_file(struct conf_build *, const char *name);
/* The file that is being read. */
const char *conf_build_where(const struct conf_build *);

/*
 * Room for one more at the end of an array of n, zeroed; returns the array,
 * or NULL with nomem set.
 */
void	*conf_build_more(struct conf_build *, void *array, size_t n,
	    size_t size);
/* Plain text of a token; NULL (a fault) where it holds ${}, or no memory. */
char	*conf_build_plain(struct conf_build *, const struct conf_token *,
	    const char *what);
char	*conf_build_canon(struct conf_build *, const char *raw, size_t eq);

/* May this be a recipe's or a state's name?  A level's or label's text? */
bool	 conf_build_is_name(const struct conf_token *);
bool	 conf_build_is_text(const char *);

/* key word */
void	 conf_build_set(struct conf_build *, const struct conf_token *key,
	    const struct conf_token *word);
/* listen word [port word] */
void	 conf_build_listen(struct conf_build *, const struct conf_token *,
	    const struct conf_token *port);
/* label word word */
void	 conf_build_label(struct conf_build *, const struct conf_token *,
	    const struct conf_token *);
/* NAME=value of env and prove */
void	 conf_build_assign(struct conf_build *, struct conf_pairs *,
	    const struct conf_token *);
/* { words }: begin, add, and take what was collected */
void	 conf_build_list_begin(struct conf_build *);
void	 conf_build_list_add(struct conf_build *, const struct conf_token *);
void	 conf_build_list_take(struct conf_build *, struct conf_words *);

/* conf_recipe.c */
void	 conf_recipe_begin(struct conf_build *, const struct conf_token *);
void	 conf_recipe_step(struct conf_build *, enum conf_step_kind,
	    const struct conf_token *step, const struct conf_token *once);
void	 conf_recipe_env(struct conf_build *, const struct conf_token *);
void	 conf_recipe_ignore(struct conf_build *);
void	 conf_recipe_clear(struct conf_recipe *);

/* conf_state.c */
enum conf_state_act { CONF_STATE_ENTER, CONF_STATE_LEAVE, CONF_STATE_MAKE };
void	 conf_state_begin(struct conf_build *, const struct conf_token *);
void	 conf_state_act(struct conf_build *, enum conf_state_act,
	    const struct conf_token *act);
void	 conf_state_prove(struct conf_build *, const struct conf_token *);
void	 conf_state_clear(struct conf_state *);

/* conf_param.c */
void	 conf_param_begin(struct conf_build *, const struct conf_token *);
void	 conf_param_integer(struct conf_build *, const struct conf_token *min,
	    const struct conf_token *max);
void	 conf_param_choice(struct conf_build *, const struct conf_token *);
void	 conf_param_pattern(struct conf_build *, const struct conf_token *);
void	 conf_param_default(struct conf_build *, const struct conf_token *);
void	 conf_param_clear(struct conf_param *);

/* conf.c: a build begins (NULL: no memory) and ends, its lexer freed. */
struct conf *conf_new(struct conf_build *, struct conf_faults *);
struct conf *conf_finish(struct conf_build *);
void	 conf_words_clear(struct conf_words *);
void	 conf_pairs_clear(struct conf_pairs *);

/* parse.y: reads all that the lexer has.  -1: no memory. */
int	 parse_all(struct conf_build *);

/* conf_check.c: what only the whole shows. */
void	 conf_check_all(struct conf_build *);

/* conf_print.c: what recipe.work is the digest of; the caller frees it. */
char	*conf_print_work(const struct conf_recipe *);

/* conf_path.c: is it written as a path should be?  Else why not. */
bool	 conf_path_is_dir(const char *, char *why, size_t);
bool	 conf_path_is_below(const char *, char *why, size_t);
bool	 conf_path_is_inside(const char *path, const char *dir);

#endif
