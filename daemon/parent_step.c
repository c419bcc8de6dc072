/*
 * parent_step: what a step asks of the runner or the cleaner.
 *
 * Fills words in and packs them; starts nothing and decides nothing.
 */
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/ipc.h"
#include "daemon/parent_step.h"
#include "proto/compat.h"

/* What every step's environment begins with, and nothing else of ours. */
#define PARENT_STEP_USER	"nobody"
#define PARENT_STEP_PATH \
    "PATH=/sbin:/bin:/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin"

/*
 * The recipe's user, else nobody: never the daemon's own, whose database it is,
 * and never root, unless root wrote so.
 */
int
parent_step_user(const struct conf_recipe *recipe,
    struct parent_step_user *user, char *why, size_t size)
{
	const struct passwd	*pw;
	const char		*name;

	memset(user, 0, sizeof(*user));
	name = recipe->user != NULL ? recipe->user : PARENT_STEP_USER;
	user->drop = geteuid() == 0;
	pw = user->drop ? getpwnam(name) : getpwuid(geteuid());
	if (pw == NULL && user->drop) {
		snprintf(why, size, "recipe %s: no user %s", recipe->name,
		    name);
		return (-1);
	}
	user->uid = pw != NULL ? pw->pw_uid : geteuid();
	user->gid = pw != NULL ? pw->pw_gid : getegid();
	strlcpy(user->home, pw != NULL ? pw->pw_dir : "/", sizeof(user->home));
	return (0);
}

/* Append "name=value"; -1 on memory. */
static int
parent_step_assign(struct parent_step_request *req, const char *name,
    const char *value)
{
	char	*both;
	size_t	 len;
	int	 rv;

	len = strlen(name) + strlen(value) + 2;
	if ((both = malloc(len)) == NULL)
		return (-1);
	snprintf(both, len, "%s=%s", name, value);
	rv = ipc_string_add(&req->bytes, &req->len, both);
	free(both);
	return (rv);
}

/* Add a word to the command's text for people; -1 on memory. */
static int
parent_step_text(struct parent_step_request *req, const char *word)
{
	char	*more;
	size_t	 len;

	len = req->text != NULL ? strlen(req->text) + 1 : 0;
	if ((more = realloc(req->text, len + strlen(word) + 1)) == NULL)
		return (-1);
	req->text = more;
	if (len != 0)
		more[len - 1] = ' ';
	memcpy(more + len, word, strlen(word) + 1);
	return (0);
}

/* Append the arguments; -1 with errno. */
static int
parent_step_argv(const struct conf_words *argv,
    const struct conf_scope *scope, struct parent_step_request *req)
{
	char	*word;
	size_t	 i;
	int	 rv;

	for (i = 0; i < argv->n; i++) {
		if ((word = conf_expand(argv->word[i].text, scope)) == NULL)
			return (-1);
		rv = ipc_string_add(&req->bytes, &req->len, word);
		if (rv == 0)
			rv = parent_step_text(req, word);
		free(word);
		if (rv == -1)
			return (-1);
	}
	return (0);
}

/* Append the environment; *n: how many assignments.  -1 with errno. */
static int
parent_step_env(const struct conf_scope *scope, const char *home,
    struct parent_step_request *req, uint32_t *n)
{
	const struct conf_pairs	*env;
	char			*value;
	size_t			 i;
	int			 rv;

	env = &scope->recipe->env;
	if (ipc_string_add(&req->bytes, &req->len, PARENT_STEP_PATH) == -1 ||
	    parent_step_assign(req, "HOME", home) == -1 ||
	    ipc_string_add(&req->bytes, &req->len, "LC_ALL=C") == -1 ||
	    ipc_string_add(&req->bytes, &req->len, "TZ=UTC") == -1)
		return (-1);
	*n = 4;
	for (i = 0; i < env->n; i++) {
		if ((value = conf_expand(env->pair[i].value, scope)) == NULL)
			return (-1);
		rv = parent_step_assign(req, env->pair[i].key, value);
		free(value);
		if (rv == -1)
			return (-1);
		++*n;
	}
	return (0);
}

/* Put the struct in front of the strings; takes *req's bytes over. */
static int
parent_step_pack(struct parent_step_request *req, const void *head,
    size_t head_len)
{
	char	*whole;

	if ((whole = malloc(head_len + req->len)) == NULL)
		return (-1);
	memcpy(whole, head, head_len);
	memcpy(whole + head_len, req->bytes, req->len);
	free(req->bytes);
	req->bytes = whole;
	req->len += head_len;
	return (0);
}

/* The runner's request for a step; -1 with errno. */
int
parent_step_run(const struct conf_step *step, const struct conf_scope *scope,
    const struct parent_step_user *user, struct run_request *head,
    struct parent_step_request *req)
{
	const char	*dir;

	memset(req, 0, sizeof(*req));
	dir = scope->recipe->source != NULL ? scope->recipe->source :
	    scope->recipe->objdir != NULL ? scope->recipe->objdir : "/";
	head->magic = RUN_MAGIC;
	head->argc = (uint32_t)step->argv.n;
	head->drop = user->drop;
	head->uid = user->uid;
	head->gid = user->gid;
	if (parent_step_argv(&step->argv, scope, req) == -1 ||
	    parent_step_env(scope, user->home, req, &head->envc) == -1 ||
	    ipc_string_add(&req->bytes, &req->len, dir) == -1)
		goto fail;
	if (req->len > RUN_STRINGS_BYTES) {
		errno = E2BIG;
		goto fail;
	}
	head->strings_bytes = (uint32_t)req->len;
	if (parent_step_pack(req, head, sizeof(*head)) == 0)
		return (0);
fail:
	parent_step_clear(req);
	return (-1);
}

/* The cleaner's request for the recipe's object directory; -1 with errno. */
int
parent_step_clean(const struct conf_recipe *recipe,
    struct clean_request *head, struct parent_step_request *req)
{
	const char	*below;
	char		*glob;
	size_t		 i;
	int		 rv;

	memset(req, 0, sizeof(*req));
	below = recipe->objdir + strlen(recipe->objroot);
	below += strspn(below, "/");
	head->magic = RUN_MAGIC;
	head->takeover = recipe->takeover;
	head->purge_idle = recipe->purge == CONF_PURGE_IDLE;
	head->nignore = (uint32_t)recipe->ignore.n;
	rv = ipc_string_add(&req->bytes, &req->len, recipe->objroot);
	rv |= ipc_string_add(&req->bytes, &req->len, below);
	rv |= ipc_string_add(&req->bytes, &req->len,
	    recipe->clean != NULL ? recipe->clean : "");
	for (i = 0; rv == 0 && i < recipe->ignore.n; i++) {
		/* A glob names no ${}: nothing but quotes is taken off. */
		glob = conf_expand(recipe->ignore.word[i].text,
		    &(struct conf_scope){ .recipe = recipe });
		rv = glob == NULL ? -1 :
		    ipc_string_add(&req->bytes, &req->len, glob);
		free(glob);
	}
	head->strings_bytes = (uint32_t)req->len;
	if (rv == 0)
		rv = parent_step_pack(req, head, sizeof(*head));
	if (rv == 0 && (req->text = strdup(recipe->objdir)) == NULL)
		rv = -1;
	if (rv != 0)
		parent_step_clear(req);
	return (rv == 0 ? 0 : -1);
}

/* Free what a request holds; an empty one is allowed. */
void
parent_step_clear(struct parent_step_request *req)
{
	free(req->bytes);
	free(req->text);
	memset(req, 0, sizeof(*req));
}
