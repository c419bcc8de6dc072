/*
 * make_archive: an archive as large as a lab's of years, made from a seed.
 *
 *	make_archive FILE MACHINES CELLS
 *
 * Each machine has 3 boots and one job of CELLS cells (kernconf A or B times
 * jobs 1, 2, ...); each cell 10 runs in those boots, each run 10 metrics.
 * Sums are kept beside the samples as merging keeps them.  B takes 2% more
 * than A.  Prints, for jobs=1 and real, what a comparison of kernconf must
 * find: the mean over machines of the mean over boots of the difference of
 * mean logarithms, in percent.
 */
#include <err.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "client/archive.h"
#include "client/stat_acc.h"

#define MAKE_BOOTS	3
#define MAKE_RUNS	10
#define MAKE_METRICS	10
#define MAKE_EFFECT	0.02

enum make_table {
	MAKE_HOST, MAKE_STATE, MAKE_BOOT, MAKE_JOB, MAKE_CELL, MAKE_LEVEL,
	MAKE_SLOT, MAKE_RUN, MAKE_SAMPLE, MAKE_SUMS, MAKE_TABLES
};

static const char *const make_sql[MAKE_TABLES] = {
	[MAKE_HOST] = "INSERT INTO host VALUES (?1, ?2, 'box' || ?1, "
	    "'box' || ?1, 0, NULL)",
	[MAKE_STATE] = "INSERT INTO state VALUES (?1, ?2, ?1, 'base', "
	    "zeroblob(32), '')",
	[MAKE_BOOT] = "INSERT INTO boot VALUES (?1, ?2, ?3, 'boot ' || ?1, 0, "
	    "?3 % 10 + 1)",
	[MAKE_JOB] = "INSERT INTO job VALUES (?1, ?2, ?1, 'key', 'job ' || "
	    "?1, zeroblob(32), 1, 'done', NULL, 'test', NULL, 'random', 1, "
	    "1, 3, 10, 0, 0, 0, NULL, NULL)",
	[MAKE_CELL] = "INSERT INTO cell VALUES (?1, ?2, ?3, ?4, ?3, "
	    "'jobs=' || ?5 || ' kernconf=' || ?6, 0, NULL)",
	[MAKE_LEVEL] = "INSERT INTO cell_level VALUES (?1, 'jobs', ?3), "
	    "(?1, 'kernconf', ?4)",
	[MAKE_SLOT] = "INSERT INTO slot VALUES (?1, ?2, ?3, NULL, ?4, ?5, ?6, "
	    "0, 0, NULL, 'done')",
	[MAKE_RUN] = "INSERT INTO run (run_id, uid, slot_id, attempt, "
	    "boot_id, outcome, started_us) VALUES (?1, ?2, ?1, 1, ?3, "
	    "'complete', 0)",
	[MAKE_SAMPLE] = "INSERT INTO sample VALUES (?1, '', ?3, ?4, 0.01)",
	[MAKE_SUMS] = "INSERT INTO sums VALUES (?1, ?3, ?4, '', 0, ?5, ?6, "
	    "?7, ?5, ?8, ?9, ?10, ?11, 0.01)"
};

static struct {
	sqlite3		*db;
	sqlite3_stmt	*st[MAKE_TABLES];
	uint64_t	 seed;
	int64_t		 cells, next_cell, next_run, next_uid;
	double		 found;		/* sum over machines */
} make;

/* End, having said what the database says. */
static void
make_check(int rv)
{
	if (rv != SQLITE_OK && rv != SQLITE_DONE)
		errx(1, "%s", sqlite3_errmsg(make.db));
}

/* Run a statement of ours. */
static void
make_exec(const char *sql)
{
	make_check(sqlite3_exec(make.db, sql, NULL, NULL, NULL));
}

/* A number in (0, 1): splitmix64 (Steele, Lea and Flood 2014). */
static double
make_uniform(void)
{
	uint64_t	 z;

	z = (make.seed += 0x9e3779b97f4a7c15);
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	z ^= z >> 31;
	return (((double)(z >> 11) + 0.5) / 9007199254740992.0);
}

/* Noise of that deviation, by the sum of three uniform numbers. */
static double
make_noise(double sd)
{
	return (2 * sd * (make_uniform() + make_uniform() + make_uniform() -
	    1.5));
}

/* The statement of a table, its second parameter a uid of its own. */
static sqlite3_stmt *
make_row(enum make_table table, int64_t id)
{
	unsigned char	 uid[16];

	memset(uid, 0, sizeof(uid));
	make.next_uid++;
	memcpy(uid, &make.next_uid, sizeof(make.next_uid));
	make_check(sqlite3_bind_int64(make.st[table], 1, id));
	(void)sqlite3_bind_blob(make.st[table], 2, uid, sizeof(uid),
	    SQLITE_TRANSIENT);
	return (make.st[table]);
}

/* Write it. */
static void
make_put(sqlite3_stmt *st)
{
	make_check(sqlite3_step(st));
	make_check(sqlite3_reset(st));
}

/* A cell's sums in one boot. */
static void
make_sums(int64_t boot, int64_t cell, int metric, const struct stat_acc *y,
    const struct stat_acc *log_y)
{
	sqlite3_stmt	*st;

	st = make.st[MAKE_SUMS];
	make_check(sqlite3_bind_int64(st, 1, boot));
	make_check(sqlite3_bind_int64(st, 3, cell));
	make_check(sqlite3_bind_int(st, 4, metric));
	make_check(sqlite3_bind_int64(st, 5, (int64_t)y->n));
	make_check(sqlite3_bind_double(st, 6, y->mean));
	make_check(sqlite3_bind_double(st, 7, y->m2));
	make_check(sqlite3_bind_double(st, 8, log_y->mean));
	make_check(sqlite3_bind_double(st, 9, log_y->m2));
	make_check(sqlite3_bind_double(st, 10, y->min));
	make_check(sqlite3_bind_double(st, 11, y->max));
	make_put(st);
}

/* One run of a cell: slot, run, samples, into the sums. */
static void
make_run(int64_t job, int64_t boot, int64_t cell, int ordinal, double level,
    struct stat_acc *acc)
{
	sqlite3_stmt	*st;
	int64_t		 run;
	double		 value;
	int		 m;

	run = ++make.next_run;
	st = make_row(MAKE_SLOT, run);
	make_check(sqlite3_bind_int64(st, 3, job));
	make_check(sqlite3_bind_int(st, 4, ordinal % MAKE_RUNS + 1));
	make_check(sqlite3_bind_int(st, 5, ordinal));
	make_check(sqlite3_bind_int64(st, 6, cell));
	make_put(st);
	st = make_row(MAKE_RUN, run);
	make_check(sqlite3_bind_int64(st, 3, boot));
	make_put(st);
	for (m = 1; m <= MAKE_METRICS; m++) {
		value = exp(level + make_noise(0.01)) * m;
		make_check(sqlite3_bind_int64(make.st[MAKE_SAMPLE], 1, run));
		make_check(sqlite3_bind_int(make.st[MAKE_SAMPLE], 3, m));
		make_check(sqlite3_bind_double(make.st[MAKE_SAMPLE], 4,
		    value));
		make_put(make.st[MAKE_SAMPLE]);
		stat_acc_add(&acc[2 * (m - 1)], value);
		stat_acc_add(&acc[2 * (m - 1) + 1], log(value));
	}
}

/* One cell, all its boots; the mean over boots of its mean logs of real. */
static double
make_cell(int64_t machine, int64_t ordinal, const double *luck)
{
	struct stat_acc	 acc[2 * MAKE_METRICS];
	sqlite3_stmt	*st;
	char		 jobs[24];
	const char	*conf;
	double		 level, sum;
	int		 b, m, r, runs;

	snprintf(jobs, sizeof(jobs), "%lld", (long long)(ordinal / 2 + 1));
	conf = ordinal % 2 == 0 ? "A" : "B";
	st = make_row(MAKE_CELL, ++make.next_cell);
	make_check(sqlite3_bind_int64(st, 3, machine));
	make_check(sqlite3_bind_int64(st, 4, ordinal + 1));
	make_check(sqlite3_bind_text(st, 5, jobs, -1, SQLITE_STATIC));
	make_check(sqlite3_bind_text(st, 6, conf, -1, SQLITE_STATIC));
	make_put(st);
	st = make.st[MAKE_LEVEL];
	make_check(sqlite3_bind_int64(st, 1, make.next_cell));
	make_check(sqlite3_bind_text(st, 3, jobs, -1, SQLITE_STATIC));
	make_check(sqlite3_bind_text(st, 4, conf, -1, SQLITE_STATIC));
	make_put(st);
	level = 5 + 3.0 / (double)(ordinal / 2 + 1) + 0.1 *
	    (double)(machine % 7) + (ordinal % 2) * log1p(MAKE_EFFECT);
	for (sum = 0, b = 0; b < MAKE_BOOTS; b++) {
		memset(acc, 0, sizeof(acc));
		runs = MAKE_RUNS / MAKE_BOOTS + (b < MAKE_RUNS % MAKE_BOOTS);
		for (r = 0; r < runs; r++)
			make_run(machine, MAKE_BOOTS * (machine - 1) + b + 1,
			    make.next_cell, (int)ordinal * MAKE_RUNS + b +
			    MAKE_BOOTS * r + 1, level + luck[b], acc);
		for (m = 1; m <= MAKE_METRICS; m++)
			make_sums(MAKE_BOOTS * (machine - 1) + b + 1,
			    make.next_cell, m, &acc[2 * (m - 1)],
			    &acc[2 * (m - 1) + 1]);
		sum += acc[1].mean;
	}
	return (sum / MAKE_BOOTS);
}

/* One machine. */
static void
make_machine(int64_t machine)
{
	sqlite3_stmt	*st;
	double		 luck[MAKE_BOOTS], mean[2];
	int64_t		 c;
	int		 b;

	make_put(make_row(MAKE_HOST, machine));
	st = make_row(MAKE_STATE, machine);
	make_put(st);
	for (b = 0; b < MAKE_BOOTS; b++) {
		luck[b] = make_noise(0.005);
		st = make_row(MAKE_BOOT, MAKE_BOOTS * (machine - 1) + b + 1);
		make_check(sqlite3_bind_int64(st, 3, machine));
		make_put(st);
	}
	make_put(make_row(MAKE_JOB, machine));
	for (c = 0; c < make.cells; c++) {
		mean[c % 2] = make_cell(machine, c, luck);
		if (c == 1)
			make.found += mean[1] - mean[0];
	}
}

/* What all machines share. */
static void
make_common(void)
{
	char	 sql[256];
	int	 i;

	make_exec("INSERT INTO recipe VALUES (1, zeroblob(32), zeroblob(32), "
	    "'buildkernel', '')");
	for (i = 1; i <= MAKE_METRICS; i++) {
		snprintf(sql, sizeof(sql), "INSERT INTO metric VALUES (%d, "
		    "%s%d%s, 's', 'lower')", i, i > 3 ? "'m' || " : "CASE ",
		    i, i > 3 ? "" : " WHEN 1 THEN 'real' WHEN 2 THEN 'user' "
		    "ELSE 'sys' END");
		make_exec(sql);
		snprintf(sql, sizeof(sql), "INSERT INTO factset VALUES (%d, "
		    "randomblob(32)); INSERT INTO fact VALUES (%d, "
		    "'cpu.model', 'model %d'), (%d, 'os', 'FreeBSD'), (%d, "
		    "'arch', 'amd64'), (%d, 'cc', '18.1.5')", i, i, i, i, i,
		    i);
		make_exec(sql);
	}
}

int
main(int argc, char **argv)
{
	struct archive	*archive;
	char		 why[512];
	int64_t		 i, machines;
	int		 t;

	if (argc != 4)
		errx(2, "usage: make_archive FILE MACHINES CELLS");
	machines = strtoll(argv[2], NULL, 10);
	make.cells = strtoll(argv[3], NULL, 10);
	if ((archive = archive_open(argv[1], why, sizeof(why))) == NULL)
		errx(1, "%s", why);
	archive_close(archive);
	make_check(sqlite3_open(argv[1], &make.db));
	make_exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
	    "PRAGMA cache_size = -200000; PRAGMA foreign_keys = OFF; BEGIN");
	make_common();
	for (t = 0; t < MAKE_TABLES; t++)
		make_check(sqlite3_prepare_v2(make.db, make_sql[t], -1,
		    &make.st[t], NULL));
	for (i = 1; i <= machines; i++)
		make_machine(i);
	for (t = 0; t < MAKE_TABLES; t++)
		make_check(sqlite3_finalize(make.st[t]));
	make_exec("COMMIT; PRAGMA journal_mode = WAL; "
	    "PRAGMA wal_checkpoint(TRUNCATE)");
	make_check(sqlite3_close(make.db));
	printf("%.12f\n", 100 * expm1(make.found / (double)machines));
	return (0);
}
