-- What an archive has beside schema.sql: sums, cursors and imports.

-- How far each host's changes are here.
CREATE TABLE cursor (
	host_uid	BLOB PRIMARY KEY CHECK (length(host_uid) = 16),
	incarnation	BLOB NOT NULL CHECK (length(incarnation) = 16),
	seq		INTEGER NOT NULL,
	pulled_us	INTEGER NOT NULL,
	address		TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Sums per boot, cell and metric of counted runs (tainted = 0) and of those
-- left out for an outside taint (tainted = 1): n, mean and M2 of y and of
-- log y, merged by Chan's formula, and the extremes.  log_n < n where a value
-- is not above zero.
CREATE TABLE sums (
	boot_id		INTEGER NOT NULL REFERENCES boot,
	cell_id		INTEGER NOT NULL REFERENCES cell,
	metric_id	INTEGER NOT NULL REFERENCES metric,
	part		TEXT NOT NULL DEFAULT '',
	tainted		INTEGER NOT NULL,
	n		INTEGER NOT NULL,
	mean		REAL NOT NULL,
	m2		REAL NOT NULL,
	log_n		INTEGER NOT NULL,
	log_mean	REAL NOT NULL,
	log_m2		REAL NOT NULL,
	least		REAL NOT NULL,
	most		REAL NOT NULL,
	resolution	REAL NOT NULL DEFAULT 0,
	PRIMARY KEY (metric_id, part, boot_id, cell_id, tainted)
) STRICT, WITHOUT ROWID;

CREATE INDEX sums_by_boot ON sums (boot_id, cell_id);

-- What was imported, known by the digest of one header with its rows, or of
-- one report, so that the same thing under another name adds nothing.
CREATE TABLE import (
	digest		BLOB PRIMARY KEY CHECK (length(digest) = 32),
	file_name	TEXT NOT NULL,
	kind		TEXT NOT NULL,
	imported_us	INTEGER NOT NULL,
	row_count	INTEGER NOT NULL,
	notes		TEXT NOT NULL
) STRICT, WITHOUT ROWID;
