/*
 * archive_home: where the archive lies, said once for all commands.
 */
#include "client/archive_home.h"
#include "client/home.h"
#include "client/say.h"

/* Open it. */
struct archive *
archive_home_open(const struct options *o)
{
	struct archive	*archive;
	const char	*path;
	char		 home[1024], why[512];

	path = o->archive;
	if (path == NULL) {
		if (home_path("archive.db", home, sizeof(home)) == -1)
			return (NULL);
		path = home;
	}
	if ((archive = archive_open(path, why, sizeof(why))) == NULL)
		say_error(NULL, "%s", why);
	return (archive);
}
