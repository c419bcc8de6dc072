-- benchd, schema version 1: what a host keeps, and what an archive merges.
--
-- A row that travels has a random 16-byte uid beside its local key; the local
-- key never leaves its file.  Wall times are UTC in microseconds since 1970
-- (_us); times since boot (_up_us) and durations are taken on one clock.
-- Nothing here is ever deleted but the bytes of old outputs.

PRAGMA application_id = 0x62656e63;		-- "benc"
PRAGMA user_version = 1;

-- One row: who owns this file.  incarnation is drawn anew whenever the file
-- is not as this host left it (a copy restored, a clone), so that a cursor
-- into the old history is not mistaken for one into the new.
CREATE TABLE self (
	one		INTEGER PRIMARY KEY CHECK (one = 1),
	kind		TEXT NOT NULL CHECK (kind IN ('host', 'archive')),
	uid		BLOB NOT NULL CHECK (length(uid) = 16),
	incarnation	BLOB NOT NULL CHECK (length(incarnation) = 16),
	created_us	INTEGER NOT NULL,
	paused_us	INTEGER,		-- no further run starts since then
	paused_why	TEXT
) STRICT;

-- Facts: what is known of machine, host, kernel, compiler, configuration.
-- The same facts are stored once, under the digest of their sorted lines.
CREATE TABLE factset (
	factset_id	INTEGER PRIMARY KEY,
	digest		BLOB NOT NULL UNIQUE CHECK (length(digest) = 32)
) STRICT;

CREATE TABLE fact (
	factset_id	INTEGER NOT NULL REFERENCES factset,
	fact_key	TEXT NOT NULL,
	fact_value	TEXT NOT NULL,
	PRIMARY KEY (factset_id, fact_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX fact_by_key ON fact (fact_key, fact_value);

-- An installed system that runs benchd.  machine is the hardware's name;
-- machine_marked: it is only the host's id, for want of a better one.
CREATE TABLE host (
	host_id		INTEGER PRIMARY KEY,
	uid		BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
	name		TEXT NOT NULL,
	machine		TEXT NOT NULL,
	machine_marked	INTEGER NOT NULL DEFAULT 0,
	fingerprint	TEXT			-- of the host's key
) STRICT;

CREATE TABLE host_label (
	host_id		INTEGER NOT NULL REFERENCES host,
	label_key	TEXT NOT NULL,
	label_value	TEXT NOT NULL,
	PRIMARY KEY (host_id, label_key)
) STRICT, WITHOUT ROWID;

-- One uptime of a host.
CREATE TABLE boot (
	boot_id		INTEGER PRIMARY KEY,
	uid		BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
	host_id		INTEGER NOT NULL REFERENCES host,
	kernel_boot	TEXT NOT NULL,		-- the kernel's own id of it
	seen_us		INTEGER NOT NULL,	-- when benchd first saw it
	factset_id	INTEGER REFERENCES factset,
	UNIQUE (host_id, kernel_boot)
) STRICT;

-- A recipe as it was when it was run: its text as benchd -n prints it.
-- work: digest of what decides the work done (steps, environment, clean,
-- ignore, reader), without paths and limits.
CREATE TABLE recipe (
	recipe_id	INTEGER PRIMARY KEY,
	digest		BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
	work		BLOB NOT NULL CHECK (length(work) = 32),
	name		TEXT NOT NULL,
	recipe_text	TEXT NOT NULL
) STRICT;

-- A named condition of a host; the base state is a row too ("base").
CREATE TABLE state (
	state_id	INTEGER PRIMARY KEY,
	uid		BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
	host_id		INTEGER NOT NULL REFERENCES host,
	name		TEXT NOT NULL,
	digest		BLOB NOT NULL CHECK (length(digest) = 32),
	state_text	TEXT NOT NULL,
	UNIQUE (host_id, digest)
) STRICT;

-- One request.  client_job is the client's own id of it, unique to its key;
-- content is the digest of the request, by which a repeat is told from
-- another request under the same id.
CREATE TABLE job (
	job_id		INTEGER PRIMARY KEY,
	uid		BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
	host_id		INTEGER NOT NULL REFERENCES host,
	client_key	TEXT NOT NULL,		-- fingerprint, or uid:N
	client_job	TEXT NOT NULL,
	content		BLOB NOT NULL CHECK (length(content) = 32),
	recipe_id	INTEGER NOT NULL REFERENCES recipe,
	job_state	TEXT NOT NULL CHECK (job_state IN ('queued', 'running',
			    'done', 'failed', 'cancelled')),
	reason		TEXT,			-- why failed or cancelled
	purpose		TEXT NOT NULL DEFAULT 'test'
			    CHECK (purpose IN ('test', 'reference')),
	night		TEXT,			-- which night it belongs to
	block_order	TEXT NOT NULL CHECK (block_order IN ('random',
			    'interleave', 'sequence')),
	order_version	INTEGER NOT NULL,	-- of the shuffling's rules
	seed		INTEGER NOT NULL,
	boots		INTEGER NOT NULL,
	runs		INTEGER NOT NULL,	-- a cell and boot
	warmups		INTEGER NOT NULL,
	quiet		INTEGER NOT NULL DEFAULT 0,
	submitted_us	INTEGER NOT NULL,
	started_us	INTEGER,
	ended_us	INTEGER,
	UNIQUE (client_key, client_job, host_id)
) STRICT;

CREATE INDEX job_by_state ON job (job_state, job_id);

CREATE TABLE job_label (
	job_id		INTEGER NOT NULL REFERENCES job,
	label_key	TEXT NOT NULL,
	label_value	TEXT NOT NULL,
	PRIMARY KEY (job_id, label_key)
) STRICT, WITHOUT ROWID;

-- One combination of levels and state inside a job.  levels is the canonical
-- text "jobs=4 kernconf=GENERIC", in the recipe's order.  A cell that only
-- warms up (--warmup jobs=12) is marked.
CREATE TABLE cell (
	cell_id		INTEGER PRIMARY KEY,
	uid		BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
	job_id		INTEGER NOT NULL REFERENCES job,
	ordinal		INTEGER NOT NULL,	-- as the client listed them
	state_id	INTEGER NOT NULL REFERENCES state,
	levels		TEXT NOT NULL,
	warmup_only	INTEGER NOT NULL DEFAULT 0,
	failed		TEXT,			-- why its slots were given up
	UNIQUE (job_id, ordinal)
) STRICT;

CREATE TABLE cell_level (
	cell_id		INTEGER NOT NULL REFERENCES cell,
	parameter	TEXT NOT NULL,
	level_value	TEXT NOT NULL,
	PRIMARY KEY (cell_id, parameter)
) STRICT, WITHOUT ROWID;

-- A boot that a job plans: the state wanted, and whether it was proved.
CREATE TABLE boot_plan (
	boot_plan_id	INTEGER PRIMARY KEY,
	uid		BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
	job_id		INTEGER NOT NULL REFERENCES job,
	ordinal		INTEGER NOT NULL,
	state_id	INTEGER NOT NULL REFERENCES state,
	boot_id		INTEGER REFERENCES boot,
	proved		INTEGER NOT NULL DEFAULT 0,
	tries		INTEGER NOT NULL DEFAULT 0,
	deadline_us	INTEGER,
	reason		TEXT,
	UNIQUE (job_id, ordinal)
) STRICT;

-- A planned run; runs are the attempts at it.  replaces: the slot of the plan
-- in whose stead this one was added (a run with an outside taint is repeated
-- once; what failed is planned again by job.retry), never one that replaces.
CREATE TABLE slot (
	slot_id		INTEGER PRIMARY KEY,
	uid		BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
	job_id		INTEGER NOT NULL REFERENCES job,
	boot_plan_id	INTEGER REFERENCES boot_plan,
	block		INTEGER NOT NULL,	-- 0: the block of warm-ups
	ordinal		INTEGER NOT NULL,	-- in the whole job, from 1
	cell_id		INTEGER NOT NULL REFERENCES cell,
	warmup		INTEGER NOT NULL DEFAULT 0,
	quiet		INTEGER NOT NULL DEFAULT 0,
	replaces	INTEGER REFERENCES slot,
	slot_state	TEXT NOT NULL DEFAULT 'planned' CHECK (slot_state IN
			    ('planned', 'running', 'done', 'given-up')),
	UNIQUE (job_id, ordinal)
) STRICT;

CREATE INDEX slot_by_state ON slot (job_id, slot_state, block, ordinal);
CREATE INDEX slot_by_replaces ON slot (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX slot_by_cell ON slot (cell_id);

-- What was computed.  Different workloads never share a series.
CREATE TABLE workload (
	workload_id	INTEGER PRIMARY KEY,
	digest		BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
	tool		TEXT NOT NULL,
	version		TEXT NOT NULL,
	test		TEXT NOT NULL,
	options		TEXT NOT NULL,
	work		TEXT NOT NULL
) STRICT;

-- One execution.  The row is written before the act with outcome 'starting'
-- and ended in the transaction that stores its samples.
CREATE TABLE run (
	run_id		INTEGER PRIMARY KEY,
	uid		BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
	slot_id		INTEGER NOT NULL REFERENCES slot,
	attempt		INTEGER NOT NULL,	-- from 1
	boot_id		INTEGER NOT NULL REFERENCES boot,
	factset_id	INTEGER REFERENCES factset,
	workload_id	INTEGER REFERENCES workload,
	outcome		TEXT NOT NULL CHECK (outcome IN ('starting', 'complete',
			    'failed', 'killed', 'timed-out', 'too-much-output',
			    'interrupted', 'cancelled', 'truncated',
			    'no-result', 'too-few-samples', 'bad-input')),
	reason		TEXT,
	exit_status	INTEGER,		-- of the step that decided
	exit_signal	INTEGER,
	started_us	INTEGER NOT NULL,
	started_up_us	INTEGER,
	ended_us	INTEGER,
	clock_set	INTEGER,		-- the wall clock is believed
	work_digest	BLOB,			-- names of what was built
	work_files	INTEGER,
	work_bytes	INTEGER,
	UNIQUE (slot_id, attempt)
) STRICT;

CREATE INDEX run_by_boot ON run (boot_id, outcome);
CREATE INDEX run_starting ON run (run_id) WHERE outcome = 'starting';

-- The steps of a run, with their own times.
CREATE TABLE step (
	run_id		INTEGER NOT NULL REFERENCES run,
	ordinal		INTEGER NOT NULL,
	kind		TEXT NOT NULL CHECK (kind IN ('clean', 'prepare',
			    'command', 'check', 'count', 'cleanup')),
	command_text	TEXT NOT NULL,		-- as expanded
	started_us	INTEGER,
	real_ns		INTEGER,
	user_us		INTEGER,
	sys_us		INTEGER,
	exit_status	INTEGER,
	exit_signal	INTEGER,
	output_bytes	INTEGER NOT NULL DEFAULT 0,	-- that it printed
	reason		TEXT,
	PRIMARY KEY (run_id, ordinal)
) STRICT, WITHOUT ROWID;

-- What the steps of a run printed, one after the other: zlib streams of its
-- head and tail.  dropped: the bytes went by retention; their number stays.
-- Stays with the host.
CREATE TABLE output (
	run_id		INTEGER PRIMARY KEY REFERENCES run,
	bytes		INTEGER NOT NULL,	-- that were printed
	head		BLOB,
	head_bytes	INTEGER NOT NULL,	-- unpacked
	tail		BLOB,
	tail_bytes	INTEGER NOT NULL,
	dropped		INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX output_kept ON output (run_id) WHERE dropped = 0;

CREATE TABLE metric (
	metric_id	INTEGER PRIMARY KEY,
	name		TEXT NOT NULL,
	unit		TEXT NOT NULL,
	better		TEXT NOT NULL CHECK (better IN ('lower', 'higher',
			    'none')),
	UNIQUE (name, unit, better)
) STRICT;

-- One value of a metric in a run.  part: which report of several ("" for the
-- only one).  resolution: last digit or tick, 0 unknown.
CREATE TABLE sample (
	run_id		INTEGER NOT NULL REFERENCES run,
	part		TEXT NOT NULL DEFAULT '',
	metric_id	INTEGER NOT NULL REFERENCES metric,
	sample_value	REAL NOT NULL,
	resolution	REAL NOT NULL DEFAULT 0,
	PRIMARY KEY (run_id, part, metric_id)
) STRICT, WITHOUT ROWID;

-- What the run's surroundings did while it ran.  No row: not asked; a NULL
-- value: could not be read, which is unknown and never quiet.
CREATE TABLE evidence (
	run_id		INTEGER NOT NULL REFERENCES run,
	evidence_key	TEXT NOT NULL,
	evidence_value	REAL,
	detail		TEXT,
	PRIMARY KEY (run_id, evidence_key)
) STRICT, WITHOUT ROWID;

-- Named reasons why a run should not be believed.
CREATE TABLE taint (
	run_id		INTEGER NOT NULL REFERENCES run,
	taint_key	TEXT NOT NULL,
	cause		TEXT NOT NULL CHECK (cause IN ('outside', 'factor')),
	figure		REAL,
	detail		TEXT,
	PRIMARY KEY (run_id, taint_key)
) STRICT, WITHOUT ROWID;

-- Who asked what, from where.
CREATE TABLE client (
	client_key	TEXT PRIMARY KEY,
	name		TEXT NOT NULL,
	role		TEXT NOT NULL,
	first_us	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
	audit_id	INTEGER PRIMARY KEY,
	at_us		INTEGER NOT NULL,
	client_key	TEXT NOT NULL,
	peer		TEXT NOT NULL,
	request		TEXT NOT NULL,
	job_id		INTEGER REFERENCES job,
	answer		TEXT NOT NULL		-- ok, or the error's name
) STRICT;

CREATE TABLE lease (
	lease_id	INTEGER PRIMARY KEY,
	uid		BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
	client_key	TEXT NOT NULL,
	name		TEXT NOT NULL,
	why		TEXT NOT NULL,
	taken_us	INTEGER NOT NULL,
	until_us	INTEGER NOT NULL,
	left_s		INTEGER NOT NULL,
	ended_us	INTEGER
) STRICT;

CREATE TABLE note (
	note_id		INTEGER PRIMARY KEY,
	uid		BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
	at_us		INTEGER NOT NULL,
	about		TEXT NOT NULL,		-- table:uid in hex
	author		TEXT NOT NULL,
	note_text	TEXT NOT NULL
) STRICT;

CREATE TABLE event (
	event_id	INTEGER PRIMARY KEY,
	uid		BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
	host_id		INTEGER NOT NULL REFERENCES host,
	job_id		INTEGER REFERENCES job,
	at_us		INTEGER NOT NULL,
	kind		TEXT NOT NULL,
	detail		TEXT NOT NULL
) STRICT;

-- What is new, in order: a pull takes what lies behind its cursor.  A row is
-- written for every insert and late update of what travels; what hangs on a
-- row (samples, slot and cell on a run, labels on a job) travels with it.
-- Stays with the host.
CREATE TABLE change (
	seq		INTEGER PRIMARY KEY AUTOINCREMENT,
	incarnation	BLOB NOT NULL CHECK (length(incarnation) = 16),
	table_name	TEXT NOT NULL CHECK (table_name IN ('boot', 'job',
			    'run', 'note', 'event')),
	uid		BLOB NOT NULL CHECK (length(uid) = 16),
	job_id		INTEGER REFERENCES job	-- whose it is; NULL: no job's
) STRICT;

CREATE INDEX change_by_job ON change (job_id, seq);

CREATE INDEX change_by_uid ON change (uid);
