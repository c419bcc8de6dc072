/*
 * cmd: the commands of benchctl, each in its file cmd_NAME.c.
 *
 * argv[0] is the command's name; the exit status is returned.
 */
#ifndef CLIENT_CMD_H
#define CLIENT_CMD_H

int	 cmd_compare(int, char **);
int	 cmd_export(int, char **);
int	 cmd_hosts(int, char **);
int	 cmd_import(int, char **);
int	 cmd_keygen(int, char **);
int	 cmd_known(int, char **);
int	 cmd_table(int, char **);

#endif
