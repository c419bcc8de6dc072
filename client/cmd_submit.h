/*
 * cmd_submit: what run has in common with submit.
 */
#ifndef CLIENT_CMD_SUBMIT_H
#define CLIENT_CMD_SUBMIT_H

#include "client/submit.h"

/* Submit to all and show what they answer; an exit status. */
int	 cmd_submit_all(const struct options *, const struct submit *,
	    const char *command);

#endif
