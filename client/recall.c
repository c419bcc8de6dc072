/*
 * recall: a file of lines, one a submission; the last one of an id holds.
 *
 * A line is added in one write, so that two clients do not mix theirs.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client/home.h"
#include "client/recall.h"
#include "client/say.h"
#include "proto/msg.h"

/* Remember. */
void
recall_add(const struct options *o, const json_t *params)
{
	char	 path[1024], *text;
	json_t	*hosts, *line;
	size_t	 i, len;
	int	 fd;

	if (home_path("jobs", path, sizeof(path)) == -1)
		return;
	hosts = json_array();
	for (i = 0; i < o->nhosts; i++)
		json_array_append_new(hosts, json_string(o->host[i]));
	line = json_pack("{s:o, s:O}", "hosts", hosts, "params", params);
	text = line != NULL ? json_dumps(line, JSON_COMPACT) : NULL;
	json_decref(line);
	if (text == NULL || (text = realloc(text, (len = strlen(text)) +
	    2)) == NULL)
		err(1, "memory");
	memcpy(text + len, "\n", 2);
	fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	if (fd == -1 || write(fd, text, len + 1) != (ssize_t)len + 1)
		say_error(path, "%s", strerror(errno));
	if (fd != -1)
		close(fd);
	free(text);
}

/* Take over the hosts of a line. */
static void
recall_hosts(const json_t *line, struct options *o)
{
	const json_t	*name;
	json_t		*hosts;
	size_t		 i;

	if (o->nhosts > 0)
		return;
	hosts = json_object_get(line, "hosts");
	json_array_foreach(hosts, i, name)
		if (json_is_string(name))
			options_take(o, 'H', json_string_value(name));
}

/* The last line of that job. */
json_t *
recall_find(const char *job, struct options *o)
{
	FILE	*file;
	const char *id;
	char	*line, path[1024];
	json_t	*found, *params, *value;
	size_t	 size;

	if (home_path("jobs", path, sizeof(path)) == -1 ||
	    (file = fopen(path, "re")) == NULL)
		return (NULL);
	line = NULL;
	size = 0;
	found = NULL;
	while (getline(&line, &size, file) != -1) {
		if ((value = json_loads(line, 0, NULL)) == NULL)
			continue;
		id = msg_text(json_object_get(value, "params"), "job");
		if (id != NULL && strcmp(id, job) == 0) {
			json_decref(found);
			found = json_incref(value);
		}
		json_decref(value);
	}
	free(line);
	fclose(file);
	if (found == NULL)
		return (NULL);
	recall_hosts(found, o);
	params = json_incref(json_object_get(found, "params"));
	json_decref(found);
	return (params);
}
