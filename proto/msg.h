/*
 * msg: the messages of benchd-proto.7 as JSON.
 *
 * Text in, values out, under the limits; and back.  Pure: no descriptor, no
 * clock.  Every json_t that a function returns is the caller's to decref;
 * what a struct points at is borrowed from the value that it was taken from.
 */
#ifndef PROTO_MSG_H
#define PROTO_MSG_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "proto/compat.h"
#include "proto/error.h"
#include "proto/request.h"

#define MSG_TEXT_BYTES	512
#define MSG_NEAR_BYTES	160

/* What is wrong, for the peer to read. */
struct msg_fault {
	enum error_code	 code;
	char		 text[MSG_TEXT_BYTES];	/* a sentence */
	char		 near[MSG_NEAR_BYTES];	/* "" none */
};

struct msg_request {
	json_t			*id;		/* NULL: none of use */
	enum request_method	 method;
	json_t			*params;	/* NULL: left out */
};

/* Set a fault; near may be NULL. */
void	 msg_fault(struct msg_fault *, enum error_code, const char *near,
	    const char *fmt, ...) __printflike(4, 5);

/* Nesting of the text, strings left out; stops counting above limit. */
size_t	 msg_depth(const char *text, size_t len, size_t limit);

/* One line without its newline; NULL with a fault. */
json_t	*msg_parse(const char *line, size_t len, struct msg_fault *);
/*
 * Take a request apart; id is set as soon as it is known, also on failure.
 */
bool	 msg_request(const json_t *, struct msg_request *, struct msg_fault *);
/* Check params against the method's row; the fault names the member. */
bool	 msg_check_params(const struct msg_request *, struct msg_fault *);
/* Is text printable UTF-8 of 1 to LIMIT_NAME_BYTES bytes? */
bool	 msg_check_is_name(const char *text, size_t len);
/* Is text a uid: 32 hexadecimal digits, lower case? */
bool	 msg_check_is_uid(const char *text);

/* Lines, newline and NUL at their end, to be freed; NULL without memory. */
char	*msg_line_request(long long id, enum request_method, json_t *params);
/* id may be NULL (null); result[len] is JSON text. */
char	*msg_line_result(const json_t *id, const char *result, size_t len);
char	*msg_line_error(const json_t *id, const char *error, size_t len);
char	*msg_line_fault(const json_t *id, const struct msg_fault *);
/* A notification job.event with a new reference to params. */
char	*msg_line_event(json_t *params);

/* The object behind "error", as a value and as text (to be freed). */
json_t	*msg_error(const struct msg_fault *);
char	*msg_error_text(const struct msg_fault *);
/* An object behind "error", from a host: never fails, bounded. */
void	 msg_error_read(const json_t *, struct msg_fault *);

/* Members of an object that was checked; preset where it has none. */
const char	*msg_text(const json_t *, const char *name);	/* or NULL */
long long	 msg_integer(const json_t *, const char *name,
		    long long preset);
bool		 msg_boolean(const json_t *, const char *name, bool preset);

/* Compact text of a value, to be freed; NULL without memory. */
char	*msg_print(const json_t *);

#endif
