/*
 * stream: STREAM's four kernels over arrays larger than caches.
 *
 * After McCalpin's STREAM 5.10: copy c = a, scale b = s c, add c = a + b,
 * triad a = b + s c; all threads do a kernel together, each its part, and an
 * event is one pass of all four.  STREAM's constant s lets the values grow
 * until they overflow; here s differs from pass to pass so that a becomes a
 * value known beforehand: a' = (2s + s^2) a, so s = sqrt(1 + a'/a) - 1.
 * The last pass is right only if all before it were.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "daemon/load/load.h"

enum { STREAM_COPY, STREAM_SCALE, STREAM_ADD, STREAM_TRIAD };

static const struct {
	const char	*title;
	const char	*name;
	double		 bytes;		/* an element, read and written */
} stream_kernels[LOAD_KERNELS] = {
	[STREAM_COPY] = { "Copy:", "copy", 16 },
	[STREAM_SCALE] = { "Scale:", "scale", 16 },
	[STREAM_ADD] = { "Add:", "add", 24 },
	[STREAM_TRIAD] = { "Triad:", "triad", 24 },
};

/* Times of a kernel in all passes that count but the first. */
struct stream_time {
	double		 sum_s;
	double		 min_s;
	double		 max_s;
	uint64_t	 n;
};

struct stream {
	volatile double		*a, *b, *c;
	size_t			 size;		/* elements */
	struct stream_time	 times[LOAD_KERNELS];	/* thread 0's */
};

/* The value that a shall have after so many passes, in [1, 2). */
static double
stream_value(uint64_t pass)
{
	return (1.0 + (double)(random_mix(pass) >> 12) / 0x1p52);
}

/* The constant of pass, counted from 0. */
static double
stream_constant(uint64_t pass)
{
	return (sqrt(1.0 + stream_value(pass + 1) / stream_value(pass)) - 1.0);
}

/* A thread's part of the arrays: from *first to below the result. */
static size_t
stream_part(const struct worker *w, size_t *first)
{
	const struct stream	*st;
	uint64_t		 n;

	st = w->run->own;
	n = w->run->nworkers;
	*first = (size_t)((uint64_t)st->size * w->id / n);
	return ((size_t)((uint64_t)st->size * (w->id + 1) / n));
}

/* Three arrays, untouched: each thread's part is placed by its touch. */
static int
stream_open(struct run *run)
{
	struct stream	*st;
	double		*memory;

	strlcpy(run->why, "no memory for the arrays", sizeof(run->why));
	if ((st = run->own = calloc(1, sizeof(*st))) == NULL)
		return (-1);
	st->size = (size_t)run->opt->stream_size;
	if (st->size > SIZE_MAX / sizeof(*memory) / 3 ||
	    (memory = calloc(3 * st->size, sizeof(*memory))) == NULL)
		return (-1);
	st->a = memory;
	st->b = st->a + st->size;
	st->c = st->b + st->size;
	run->why[0] = '\0';
	return (0);
}

/* What would not be measured is refused. */
static int
stream_check(struct options *opt, char *why)
{
	if (opt->stream_size >= opt->threads)
		return (0);
	strlcpy(why, "--stream-array-size: less than one element a thread",
	    LOAD_WHY_BYTES);
	return (-1);
}

/* Put the first values into a thread's part. */
static int
stream_begin(struct worker *w)
{
	struct stream	*st;
	size_t		 end, i;

	st = w->run->own;
	for (end = stream_part(w, &i); i < end; i++) {
		st->a[i] = stream_value(0);
		st->b[i] = 0;
		st->c[i] = 0;
	}
	return (0);
}

/* The options that matter. */
static void
stream_mode(const struct run *run)
{
	printf("Array size = %" PRId64 " (elements), 8 bytes per element\n"
	    "Total memory required = %.1f MiB\n\n", run->opt->stream_size,
	    (double)run->opt->stream_size * 24 / 1048576);
}

/* Each element of these kernels is loaded and stored by itself. */
static LOAD_AS_WRITTEN void
stream_copy(volatile double *to, volatile double *from, size_t n)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		to[i] = from[i];
}

/* Products with a constant. */
static LOAD_AS_WRITTEN void
stream_scale(volatile double *to, volatile double *from, size_t n, double s)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		to[i] = s * from[i];
}

/* Sums of two arrays. */
static LOAD_AS_WRITTEN void
stream_add(volatile double *to, volatile double *x, volatile double *y,
    size_t n)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		to[i] = x[i] + y[i];
}

/* Sums with products. */
static LOAD_AS_WRITTEN void
stream_triad(volatile double *to, volatile double *x, volatile double *y,
    size_t n, double s)
{
	size_t	 i;

	for (i = 0; i < n; i++)
		to[i] = x[i] + s * y[i];
}

/* One kernel on a thread's part. */
static void
stream_do(struct worker *w, int kernel, double s)
{
	struct stream	*st;
	size_t		 i, n;

	st = w->run->own;
	n = stream_part(w, &i);
	n -= i;
	switch (kernel) {
	case STREAM_COPY:
		stream_copy(st->c + i, st->a + i, n);
		break;
	case STREAM_SCALE:
		stream_scale(st->b + i, st->c + i, n, s);
		break;
	case STREAM_ADD:
		stream_add(st->c + i, st->a + i, st->b + i, n);
		break;
	default:
		stream_triad(st->a + i, st->b + i, st->c + i, n, s);
		break;
	}
}

/* Keep a kernel's time; the first pass that counts warms up, as STREAM's. */
static void
stream_record(struct stream_time *t, double seconds)
{
	if (t->n++ == 1)
		t->sum_s = t->max_s = t->min_s = 0;
	t->sum_s += seconds;
	t->max_s = fmax(t->max_s, seconds);
	t->min_s = t->min_s == 0 ? seconds : fmin(t->min_s, seconds);
}

/* One pass: every kernel ends in all threads before the next begins. */
static int
stream_event(struct worker *w)
{
	struct stream	*st;
	double		 s;
	uint64_t	 end_ns, start_ns;
	int		 kernel;

	st = w->run->own;
	s = stream_constant(w->done);
	start_ns = clock_ns();
	for (kernel = 0; kernel < LOAD_KERNELS; kernel++) {
		stream_do(w, kernel, s);
		pthread_barrier_wait(&w->run->turn);
		if (w->id != 0)
			continue;
		end_ns = clock_ns();
		if (w->counted)
			stream_record(&st->times[kernel],
			    (double)(end_ns - start_ns) / 1e9);
		start_ns = end_ns;
	}
	return (0);
}

/* The largest relative error of an array that should hold value. */
static double
stream_error(volatile double *array, size_t n, double value)
{
	double	 e, worst;
	size_t	 i;

	for (i = 0, worst = 0; i < n; i++) {
		e = fabs(array[i] - value) / value;
		if (!(e <= worst))
			worst = e;
	}
	return (worst);
}

/*
 * Every element holds what so many passes make.  A pass rounds five times by
 * at most half of 2^-52, and its constant is off by as much again; all passes
 * are allowed that, one upon the other.
 */
static int
stream_prove(struct run *run, char *proof, size_t size)
{
	const struct stream	*st;
	double			 a, allowed, s, worst;
	uint64_t		 passes;

	st = run->own;
	passes = run->workers[0].done;
	allowed = 5 * (double)(passes + 1) * 0x1p-52;
	s = stream_constant(passes - 1);
	a = stream_value(passes - 1);
	worst = fmax(stream_error(st->a, st->size, stream_value(passes)),
	    fmax(stream_error(st->b, st->size, s * a),
	    stream_error(st->c, st->size, (1 + s) * a)));
	if (!(worst <= allowed)) {
		snprintf(run->why, sizeof(run->why), "an element is wrong by "
		    "%.3g of its value after %" PRIu64 " passes", worst,
		    passes);
		return (-1);
	}
	snprintf(proof, size, "all elements as %" PRIu64 " passes make them, "
	    "within %.2g of their value", passes, allowed);
	return (0);
}

/* Passes that count for the times. */
static double
stream_passes(const struct stream_time *t)
{
	return ((double)(t->n > 1 ? t->n - 1 : 1));
}

/* The figures, as STREAM prints them. */
static void
stream_speed(const struct run *run)
{
	const struct stream		*st;
	const struct stream_time	*t;
	int				 i;

	st = run->own;
	printf("Function    Best Rate MB/s  Avg time     Min time     "
	    "Max time\n");
	for (i = 0; i < LOAD_KERNELS; i++) {
		t = &st->times[i];
		printf("%-12s%11.1f  %11.6f  %11.6f  %11.6f\n",
		    stream_kernels[i].title, stream_kernels[i].bytes *
		    (double)st->size / t->min_s / 1e6, t->sum_s /
		    stream_passes(t), t->min_s, t->max_s);
	}
}

/* The same for JSON. */
static void
stream_metrics(const struct run *run, struct metrics *m)
{
	const struct stream		*st;
	const struct stream_time	*t;
	char				 name[32];
	int				 i;

	st = run->own;
	for (i = 0; i < LOAD_KERNELS; i++) {
		t = &st->times[i];
		snprintf(name, sizeof(name), "%s_rate", stream_kernels[i].name);
		total_metric(m, name, "MB/s", "higher",
		    stream_kernels[i].bytes * (double)st->size / t->min_s /
		    1e6);
		snprintf(name, sizeof(name), "%s_avg_time",
		    stream_kernels[i].name);
		total_metric(m, name, "s", "lower", t->sum_s /
		    stream_passes(t));
		snprintf(name, sizeof(name), "%s_min_time",
		    stream_kernels[i].name);
		total_metric(m, name, "s", "lower", t->min_s);
		snprintf(name, sizeof(name), "%s_max_time",
		    stream_kernels[i].name);
		total_metric(m, name, "s", "lower", t->max_s);
	}
}

/* The end of what stream_open() made. */
static void
stream_close(struct run *run)
{
	struct stream	*st;

	if ((st = run->own) != NULL)
		free((void *)(uintptr_t)st->a);
	free(st);
}

const struct test stream_test = {
	.name = "stream",
	.title = "STREAM's copy, scale, add and triad",
	.work = 1,
	.together = true,
	.check = stream_check,
	.open = stream_open,
	.mode = stream_mode,
	.begin = stream_begin,
	.event = stream_event,
	.prove = stream_prove,
	.speed = stream_speed,
	.metrics = stream_metrics,
	.close = stream_close,
};
