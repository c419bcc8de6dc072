/*
 * job: what a client asks for, and the plan that is made of it.
 *
 * Pure: a request's members and a configuration in, cells and slots out, or a
 * fault that names what is wrong and what would be right.
 */
#ifndef DAEMON_JOB_H
#define DAEMON_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/conf.h"
#include "daemon/order.h"

struct msg_fault;

/* A parameter's levels, as the client lists them. */
struct job_list {
	const char	 *name;
	const char	**value;
	size_t		  n;
};

/* A request; all texts are borrowed. */
struct job_ask {
	const char		*client;	/* key of who asks */
	const char		*id;		/* the client's own */
	const char		*recipe;
	struct job_list		*list;
	size_t			 nlists;
	struct conf_level	*warm;		/* other levels to warm up */
	size_t			 nwarm;
	const char		**state;
	size_t			 nstates;
	struct conf_level	*label;
	size_t			 nlabels;
	enum order_kind		 order;
	int64_t			 seed;
	int64_t			 runs, warmups, boots;
	bool			 quiet;
	const char		*purpose;
	const char		*night;		/* or NULL */
	uint8_t			 content[32];	/* digest of all of it */
};

/* The bounds of a plan beside those of proto/limits.h. */
struct job_bounds {
	int	 ncpu;
	int64_t	 runs_max;
};

struct job {
	const struct job_ask		*ask;		/* borrowed */
	const struct conf_recipe	*recipe;	/* borrowed */
	size_t				 ncells;	/* counted */
	size_t				 ncells_all;	/* and to warm up */
	char				**value;	/* [cell][param] */
	char				**levels;	/* [cell] "jobs=4" */
	struct order_slot		*slot;
	size_t				 nslots;
};

/*
 * Make the plan.  The caller clears *job in every case.  0, or -1 with the
 * fault for the person who asked.
 */
int	 job_make(struct job *, const struct job_ask *, const struct conf *,
	    const struct job_bounds *, struct msg_fault *);
void	 job_clear(struct job *);
/* The value of a cell's i-th parameter of the recipe. */
const char *job_level(const struct job *, size_t cell, size_t param);

#endif
