/*
 * cmd: the commands of benchctl, each in its file cmd_NAME.c.
 *
 * argv[0] is the command's name; the exit status is returned.
 */
#ifndef CLIENT_CMD_H
#define CLIENT_CMD_H

int	 cmd_cancel(int, char **);
int	 cmd_compare(int, char **);
int	 cmd_export(int, char **);
int	 cmd_facts(int, char **);
int	 cmd_host(int, char **);
int	 cmd_hosts(int, char **);
int	 cmd_import(int, char **);
int	 cmd_jobs(int, char **);
int	 cmd_keygen(int, char **);
int	 cmd_known(int, char **);
int	 cmd_log(int, char **);
int	 cmd_pull(int, char **);
int	 cmd_recipes(int, char **);
int	 cmd_retry(int, char **);
int	 cmd_run(int, char **);
int	 cmd_runs(int, char **);
int	 cmd_submit(int, char **);
int	 cmd_table(int, char **);
int	 cmd_watch(int, char **);

#endif
