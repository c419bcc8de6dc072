/*
 * memory: events that read or write one block, word by word.
 *
 * A word is a size_t, as in sysbench 1.0: 8 bytes or 4, by the ABI.  Each is
 * read or written by an instruction of its own, which is what both volatile
 * and (for threads that share a block) atomic come to here.  What reads find
 * is summed and compared in every event; what writes leave carries the event's
 * tag, is looked at in one place after every event, and as a whole after the
 * run.
 */
#include <inttypes.h>
#include <stdio.h>

#include "daemon/load/load.h"

#define MEMORY_PAGE	4096
#define MEMORY_MIB	(1024.0 * 1024.0)

struct memory {
	size_t		 words;		/* of a block; a power of two */
	unsigned	 id_bits;	/* of a tag, its lowest: the thread */
	bool		 shared;	/* several threads write one block */
	int		(*event)(struct worker *);
};

/* A thread's own. */
struct memory_own {
	volatile atomic_size_t *block;
	size_t		 tag;		/* of its last event */
	struct random	 before;	/* that event's random numbers */
	uint64_t	 steps;		/* words passed over, oper none */
};

/* What the sum of a block's words is: word i holds i + 1. */
static size_t
memory_sum(size_t words)
{
	return (words % 2 == 0 ? words / 2 * (words + 1) :
	    (words + 1) / 2 * words);
}

/* Read all words in order. */
static LOAD_AS_WRITTEN size_t
memory_read(volatile atomic_size_t *block, size_t words)
{
	size_t	 i, sum;

	for (i = 0, sum = 0; i < words; i++)
		sum += atomic_load_explicit(&block[i], memory_order_relaxed);
	return (sum);
}

/* Write all words in order: tag, tag + 1, ... */
static LOAD_AS_WRITTEN void
memory_write(volatile atomic_size_t *block, size_t words, size_t tag)
{
	size_t	 i;

	for (i = 0; i < words; i++)
		atomic_store_explicit(&block[i], tag + i,
		    memory_order_relaxed);
}

/* Pass over all words. */
static LOAD_AS_WRITTEN size_t
memory_pass(size_t words)
{
	size_t	 i;

	for (i = 0; i < words; i++)
		__asm__ volatile("" : "+r" (i) : : "memory");
	return (i);
}

/* An event: the next tag of a thread's own. */
static size_t
memory_next_tag(struct worker *w)
{
	const struct memory	*m;
	struct memory_own	*own;

	m = w->run->own;
	own = w->own;
	own->tag = (size_t)(w->done + 1) << m->id_bits | w->id;
	return (own->tag);
}

/*
 * Did this event's write arrive at word i?  Where others write the same block
 * their word may be there instead, but never an older one of our own.
 */
static int
memory_check_word(struct worker *w, size_t i)
{
	const struct memory	*m;
	const struct memory_own	*own;
	size_t			 found, mask;

	m = w->run->own;
	own = w->own;
	found = atomic_load_explicit(&own->block[i], memory_order_relaxed) - i;
	mask = ((size_t)1 << m->id_bits) - 1;
	if (found == own->tag ||
	    (m->shared && (found & mask) != w->id &&
	    (found & mask) < w->run->nworkers))
		return (0);
	return (worker_fail(w, "word %zu holds %#zx, %#zx expected", i,
	    found + i, own->tag + i));
}

/* Nothing but the loop, by which the others can be judged. */
static int
memory_event_none(struct worker *w)
{
	const struct memory	*m;
	struct memory_own	*own;

	m = w->run->own;
	own = w->own;
	own->steps += memory_pass(m->words);
	return (0);
}

/* Read in order; the sum is compared. */
static int
memory_event_read(struct worker *w)
{
	const struct memory	*m;
	struct memory_own	*own;
	size_t			 sum;

	m = w->run->own;
	own = w->own;
	if ((sum = memory_read(own->block, m->words)) == memory_sum(m->words))
		return (0);
	return (worker_fail(w, "the block's sum is %#zx, %#zx expected", sum,
	    memory_sum(m->words)));
}

/* Write in order; one word is looked at, another one each event. */
static int
memory_event_write(struct worker *w)
{
	const struct memory	*m;
	struct memory_own	*own;

	m = w->run->own;
	own = w->own;
	memory_write(own->block, m->words, memory_next_tag(w));
	return (memory_check_word(w, (size_t)w->done & (m->words - 1)));
}

/* Nothing but the choice of words. */
static int
memory_event_none_rnd(struct worker *w)
{
	const struct memory	*m;
	struct memory_own	*own;
	size_t			 i, word;

	m = w->run->own;
	own = w->own;
	for (i = 0; i < m->words; i++) {
		word = (size_t)random_below(&w->random, m->words);
		__asm__ volatile("" : : "r" (word) : "memory");
	}
	own->steps += i;
	return (0);
}

/* Read as many words at random; their sum is compared. */
static int
memory_event_read_rnd(struct worker *w)
{
	const struct memory	*m;
	struct memory_own	*own;
	size_t			 expected, i, sum, word;

	m = w->run->own;
	own = w->own;
	expected = m->words;
	for (i = 0, sum = 0; i < m->words; i++) {
		word = (size_t)random_below(&w->random, m->words);
		expected += word;
		sum += atomic_load_explicit(&own->block[word],
		    memory_order_relaxed);
	}
	if (sum == expected)
		return (0);
	return (worker_fail(w, "the words' sum is %#zx, %#zx expected", sum,
	    expected));
}

/* Write as many words at random; the last one is looked at. */
static int
memory_event_write_rnd(struct worker *w)
{
	const struct memory	*m;
	struct memory_own	*own;
	size_t			 i, tag, word;

	m = w->run->own;
	own = w->own;
	own->before = w->random;
	tag = memory_next_tag(w);
	for (i = 0, word = 0; i < m->words; i++) {
		word = (size_t)random_below(&w->random, m->words);
		atomic_store_explicit(&own->block[word], tag + word,
		    memory_order_relaxed);
	}
	return (memory_check_word(w, word));
}

/* Sizes that would do nothing, or not what they say, are refused. */
static int
memory_check(struct options *opt, char *why)
{
	const char	*fault;

	fault = NULL;
	if ((opt->memory_block & (opt->memory_block - 1)) != 0)
		fault = "--memory-block-size: no power of two";
	else if (opt->memory_block < (int64_t)sizeof(size_t))
		fault = "--memory-block-size: smaller than a word";
	else if (opt->memory_total == 0 && opt->events == 0 &&
	    opt->time_s == 0)
		fault = "--memory-total-size=0 --events=0 --time=0: the run "
		    "would not end";
	else if (opt->memory_total > 0 &&
	    opt->memory_total / opt->memory_block < opt->threads)
		fault = "--memory-total-size: less than one block a thread, "
		    "nothing would be done";
	if (fault == NULL)
		return (0);
	strlcpy(why, fault, LOAD_WHY_BYTES);
	return (-1);
}

/* A thread's part, its block of its own or the first one's. */
static int
memory_open_own(struct run *run, struct worker *w)
{
	const struct memory	*m;
	struct memory_own	*own, *first;
	void			*memory;
	size_t			 i;

	m = run->own;
	if (posix_memalign(&memory, LOAD_LINE_BYTES,
	    sizeof(*own) + LOAD_LINE_BYTES) != 0)
		return (-1);
	memset(memory, 0, sizeof(*own));
	own = w->own = memory;
	first = run->workers[0].own;
	if (run->opt->memory_scope == MEMORY_GLOBAL && w->id != 0) {
		own->block = first->block;
		return (0);
	}
	if (posix_memalign(&memory, MEMORY_PAGE, m->words * sizeof(size_t)) !=
	    0)
		return (-1);
	own->block = memory;
	for (i = 0; i < m->words; i++)
		atomic_init(&own->block[i], i + 1);
	return (0);
}

/* Blocks, and each thread's share of the total, as sysbench divides it. */
static int
memory_open(struct run *run)
{
	static int	(*const events[3][2])(struct worker *) = {
		[MEMORY_READ] = { memory_event_read, memory_event_read_rnd },
		[MEMORY_WRITE] = { memory_event_write, memory_event_write_rnd },
		[MEMORY_NONE] = { memory_event_none, memory_event_none_rnd },
	};
	const struct options	*opt;
	struct memory		*m;
	unsigned		 i;

	opt = run->opt;
	strlcpy(run->why, "no memory for the blocks", sizeof(run->why));
	if ((m = run->own = calloc(1, sizeof(*m))) == NULL)
		return (-1);
	m->words = (size_t)opt->memory_block / sizeof(size_t);
	m->event = events[opt->memory_oper][opt->memory_access];
	m->shared = opt->memory_scope == MEMORY_GLOBAL && run->nworkers > 1;
	while (1u << m->id_bits < run->nworkers)
		m->id_bits++;
	for (i = 0; i < run->nworkers; i++) {
		if (memory_open_own(run, &run->workers[i]) == -1)
			return (-1);
		if (opt->memory_total > 0)
			run->workers[i].left = (uint64_t)(opt->memory_total /
			    opt->memory_block / opt->threads);
	}
	run->why[0] = '\0';
	return (0);
}

/* The options that matter, in sysbench's words. */
static void
memory_mode(const struct run *run)
{
	const struct options	*opt;
	char			 word[32];

	opt = run->opt;
	printf("Running memory speed test with the following options:\n");
	if (opt->memory_block % 1024 == 0)
		printf("  block size: %" PRId64 "KiB\n",
		    opt->memory_block / 1024);
	else
		printf("  block size: %" PRId64 "B\n", opt->memory_block);
	printf("  total size: %" PRId64 "MiB\n", opt->memory_total >> 20);
	options_show(opt, "memory-oper", word, sizeof(word));
	printf("  operation: %s\n", word);
	options_show(opt, "memory-scope", word, sizeof(word));
	printf("  scope: %s\n", word);
	options_show(opt, "memory-access-mode", word, sizeof(word));
	printf("  access mode: %s\n  word: %zu bytes\n\n", word,
	    sizeof(size_t));
}

/* One event, of the kind the options chose. */
static int
memory_event(struct worker *w)
{
	const struct memory	*m;

	m = w->run->own;
	return (m->event(w));
}

/*
 * May word i hold what it holds?  Whoever wrote a word of a shared block last
 * did so in its last event, when all events write all words.
 */
static bool
memory_is_last(const struct run *run, const struct memory_own *own, size_t i)
{
	const struct memory	*m;
	const struct memory_own	*writer;
	size_t			 id, tag;

	m = run->own;
	tag = atomic_load_explicit(&own->block[i], memory_order_relaxed) - i;
	if (!m->shared)
		return (tag == own->tag);
	id = tag & (((size_t)1 << m->id_bits) - 1);
	if (id >= run->nworkers)
		return (false);
	writer = run->workers[id].own;
	return (tag == writer->tag || run->opt->memory_access == MEMORY_RND);
}

/* Read back what a thread's last event left; -1 with run->why. */
static int
memory_prove_own(struct run *run, struct worker *w)
{
	const struct memory	*m;
	struct memory_own	*own;
	size_t			 i, n;

	m = run->own;
	own = w->own;
	if (w->done == 0)
		return (0);
	for (n = 0; n < m->words; n++) {
		i = run->opt->memory_access == MEMORY_SEQ ? n :
		    (size_t)random_below(&own->before, m->words);
		if (memory_is_last(run, own, i))
			continue;
		snprintf(run->why, sizeof(run->why),
		    "thread %u: word %zu holds %#zx after the last event",
		    w->id, i, atomic_load(&own->block[i]));
		return (-1);
	}
	return (0);
}

/* Say what the events did, after looking. */
static int
memory_prove(struct run *run, char *proof, size_t size)
{
	const struct memory	*m;
	const struct memory_own	*own;
	unsigned		 i;

	m = run->own;
	for (i = 0; i < run->nworkers; i++) {
		own = run->workers[i].own;
		if (run->opt->memory_oper == MEMORY_NONE &&
		    own->steps != run->workers[i].done * m->words) {
			snprintf(run->why, sizeof(run->why), "thread %u: %"
			    PRIu64 " steps counted", i, own->steps);
			return (-1);
		}
		if (run->opt->memory_oper == MEMORY_WRITE &&
		    memory_prove_own(run, &run->workers[i]) == -1)
			return (-1);
	}
	snprintf(proof, size, "%zu words of %zu bytes %s in each of %" PRIu64
	    " events", m->words, sizeof(size_t),
	    run->opt->memory_oper == MEMORY_READ ? "read, and their sum right,"
	    : run->opt->memory_oper == MEMORY_WRITE ?
	    "written, and found again," : "passed over", total_events(run));
	return (0);
}

/* MiB of all events. */
static double
memory_mib(const struct run *run)
{
	return ((double)total_events(run) * (double)run->opt->memory_block /
	    MEMORY_MIB);
}

/* The figures. */
static void
memory_speed(const struct run *run)
{
	double	 s;

	s = total_seconds(run);
	printf("Total operations: %" PRIu64 " (%8.2f per second)\n\n",
	    total_events(run), (double)total_events(run) / s);
	if (run->opt->memory_oper != MEMORY_NONE)
		printf("%4.2f MiB transferred (%4.2f MiB/sec)\n\n",
		    memory_mib(run), memory_mib(run) / s);
}

/* The same for JSON. */
static void
memory_metrics(const struct run *run, struct metrics *m)
{
	double	 s;

	s = total_seconds(run);
	total_metric(m, "mem_operations", "count", "-",
	    (double)total_events(run));
	total_metric(m, "mem_operations_per_sec", "1/s", "higher",
	    (double)total_events(run) / s);
	if (run->opt->memory_oper == MEMORY_NONE)
		return;
	total_metric(m, "mem_transferred", "MiB", "-", memory_mib(run));
	total_metric(m, "mem_rate", "MiB/s", "higher", memory_mib(run) / s);
}

/* A line on an interval. */
static void
memory_interval(const struct run *run, const struct interval *interval)
{
	printf("[ %.0fs ] %4.2f MiB/sec\n", interval->at_s, interval->events *
	    (double)run->opt->memory_block / MEMORY_MIB / interval->length_s);
	fflush(stdout);
}

/* The end of what memory_open() made. */
static void
memory_close(struct run *run)
{
	struct memory_own	*own;
	unsigned		 i;

	for (i = 0; run->workers != NULL && i < run->nworkers; i++) {
		if ((own = run->workers[i].own) == NULL)
			continue;
		if (i == 0 || run->opt->memory_scope == MEMORY_LOCAL)
			free((void *)(uintptr_t)own->block);
		free(own);
	}
	free(run->own);
}

const struct test memory_test = {
	.name = "memory",
	.title = "reads or writes of a block, word by word",
	.work = 1,
	.ends = true,
	.check = memory_check,
	.open = memory_open,
	.mode = memory_mode,
	.event = memory_event,
	.prove = memory_prove,
	.speed = memory_speed,
	.metrics = memory_metrics,
	.interval = memory_interval,
	.close = memory_close,
};
