-- What the daemon asks of its database, each statement under its name.
--
-- A test prepares every statement against the schema, and holds the names
-- here against those that the code asks for.  Answers to clients take their
-- members' names from the columns; a name that ends in ? is a truth value.

-- Who we are.

-- name: self_show
SELECT uid, incarnation, paused_us, paused_why FROM self;

-- name: self_insert
INSERT INTO self (one, kind, uid, incarnation, created_us)
VALUES (1, 'host', ?1, ?2, ?3);

-- name: self_restored
UPDATE self SET uid = ?1, incarnation = ?2;

-- name: self_pause
UPDATE self SET paused_us = ?1, paused_why = ?2;

-- name: host_machine
SELECT machine FROM host WHERE uid = (SELECT uid FROM self);

-- name: host_enter
INSERT INTO host (uid, name, machine, machine_marked, fingerprint)
SELECT uid, ?1, ?2, ?3, ?4 FROM self WHERE true
ON CONFLICT (uid) DO UPDATE SET name = excluded.name,
    machine = excluded.machine, machine_marked = excluded.machine_marked,
    fingerprint = excluded.fingerprint;

-- name: host_find
SELECT host_id FROM host WHERE uid = (SELECT uid FROM self);

-- name: host_label_clear
DELETE FROM host_label WHERE host_id = ?1;

-- name: host_label_insert
INSERT INTO host_label (host_id, label_key, label_value) VALUES (?1, ?2, ?3)
ON CONFLICT DO UPDATE SET label_value = excluded.label_value;

-- name: boot_enter
INSERT INTO boot (uid, host_id, kernel_boot, seen_us) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (host_id, kernel_boot) DO NOTHING;

-- name: boot_find
SELECT boot_id, uid FROM boot WHERE host_id = ?1 AND kernel_boot = ?2;

-- name: boot_facts
UPDATE boot SET factset_id = ?2 WHERE boot_id = ?1 AND factset_id IS NULL;

-- name: state_base
INSERT INTO state (uid, host_id, name, digest, state_text)
VALUES (?1, ?2, 'base', ?3, '')
ON CONFLICT (host_id, digest) DO NOTHING;

-- name: state_base_find
SELECT state_id FROM state WHERE host_id = ?1 AND name = 'base';

-- name: factset_find
SELECT factset_id FROM factset WHERE digest = ?1;

-- name: factset_insert
INSERT INTO factset (digest) VALUES (?1);

-- name: fact_insert
INSERT INTO fact (factset_id, fact_key, fact_value) VALUES (?1, ?2, ?3);

-- name: change_insert
INSERT INTO change (incarnation, table_name, uid, job_id)
SELECT incarnation, ?1, ?2, ?3 FROM self;

-- name: change_last
SELECT max(seq) FROM change;

-- name: event_insert
INSERT INTO event (uid, host_id, job_id, at_us, kind, detail)
VALUES (?1, ?2, ?3, ?4, ?5, ?6);

-- Jobs.

-- name: recipe_enter
INSERT INTO recipe (digest, work, name, recipe_text) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (digest) DO NOTHING;

-- name: recipe_find
SELECT recipe_id FROM recipe WHERE digest = ?1;

-- name: job_twin
SELECT job_id, content FROM job
WHERE host_id = ?1 AND client_key = ?2 AND client_job = ?3;

-- name: job_waiting
SELECT count(*) FROM job WHERE job_state IN ('queued', 'running');

-- name: job_insert
INSERT INTO job (uid, host_id, client_key, client_job, content, recipe_id,
    job_state, purpose, night, block_order, order_version, seed, boots, runs,
    warmups, quiet, submitted_us)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'queued', ?7, ?8, ?9, ?10, ?11, ?12, ?13,
    ?14, ?15, ?16);

-- name: job_label_insert
INSERT INTO job_label (job_id, label_key, label_value) VALUES (?1, ?2, ?3);

-- name: cell_insert
INSERT INTO cell (uid, job_id, ordinal, state_id, levels, warmup_only)
VALUES (?1, ?2, ?3, ?4, ?5, ?6);

-- name: cell_level_insert
INSERT INTO cell_level (cell_id, parameter, level_value) VALUES (?1, ?2, ?3);

-- name: slot_insert
INSERT INTO slot (uid, job_id, block, ordinal, cell_id, warmup)
VALUES (?1, ?2, ?3, ?4, ?5, ?6);

-- name: slot_repeat
INSERT INTO slot (uid, job_id, boot_plan_id, block, ordinal, cell_id, warmup,
    quiet, replaces)
SELECT ?2, job_id, boot_plan_id, block, (SELECT max(ordinal) FROM slot AS s
    WHERE s.job_id = slot.job_id) + 1, cell_id, warmup, quiet,
    coalesce(replaces, slot_id)
FROM slot WHERE slot_id = ?1;

-- name: slot_repeat_once
INSERT INTO slot (uid, job_id, boot_plan_id, block, ordinal, cell_id, warmup,
    quiet, replaces)
SELECT ?2, job_id, boot_plan_id, block, (SELECT max(ordinal) FROM slot AS s
    WHERE s.job_id = slot.job_id) + 1, cell_id, warmup, quiet, slot_id
FROM slot WHERE slot_id = ?1 AND replaces IS NULL
AND NOT EXISTS (SELECT 1 FROM slot AS s WHERE s.replaces = slot.slot_id)
AND (SELECT job_state FROM job WHERE job.job_id = slot.job_id) IN ('queued',
    'running');

-- name: slot_running
UPDATE slot SET slot_state = 'running' WHERE slot_id = ?1;

-- Of a job that was cancelled meanwhile nothing is planned any more.
-- name: slot_replan
UPDATE slot SET slot_state = 'planned'
WHERE slot_id = ?1 AND slot_state = 'running';

-- name: slot_done
UPDATE slot SET slot_state = 'done'
WHERE slot_id = ?1 AND slot_state = 'running';

-- name: slot_give_up_job
UPDATE slot SET slot_state = 'given-up'
WHERE job_id = ?1 AND slot_state IN ('planned', 'running');

-- name: slot_give_up_cell
UPDATE slot SET slot_state = 'given-up'
WHERE cell_id = ?1 AND slot_state = 'planned';

-- name: cell_fail
UPDATE cell SET failed = ?2 WHERE cell_id = ?1;

-- name: cell_mend
UPDATE cell SET failed = NULL WHERE job_id = ?1;

-- Counted slots that neither they nor what replaced them have a complete run,
-- nor wait for one.
-- name: slot_missing
SELECT slot_id FROM slot AS s
WHERE +job_id = ?1 AND slot_id > ?2 AND warmup = 0 AND replaces IS NULL
AND NOT EXISTS (SELECT 1 FROM slot AS t
	WHERE (t.slot_id = s.slot_id OR t.replaces = s.slot_id)
	AND (t.slot_state IN ('planned', 'running') OR EXISTS (SELECT 1
	    FROM run WHERE run.slot_id = t.slot_id AND outcome = 'complete')))
ORDER BY slot_id LIMIT 256;

-- name: job_start
UPDATE job SET job_state = 'running', started_us = ?2
WHERE job_id = ?1 AND job_state = 'queued';

-- name: job_end
UPDATE job SET job_state = ?2, reason = ?3, ended_us = ?4
WHERE job_id = ?1 AND job_state IN ('queued', 'running');

-- name: job_requeue
UPDATE job SET job_state = 'queued', reason = NULL, ended_us = NULL
WHERE job_id = ?1 AND job_state <> 'running';

-- name: job_uid
SELECT job.uid, recipe.digest, job_state, client_key FROM job JOIN recipe
USING (recipe_id) WHERE job_id = ?1;

-- A job by its uid's first digits, or by any client's own id of it: at most
-- two rows, for two are one too many.
-- name: job_find
SELECT job_id FROM job
WHERE client_job = ?1 OR (?2 <> '' AND lower(hex(uid)) GLOB ?2) LIMIT 2;

-- name: job_find_own
SELECT job_id FROM job WHERE client_key = ?1 AND client_job = ?2
ORDER BY job_id DESC LIMIT 1;

-- What a job's counted slots came to: those that have ended without a
-- complete run anywhere in their chain, all, and the first reason.
-- name: job_sum
SELECT count(*) AS slots, total(NOT EXISTS (SELECT 1 FROM run JOIN slot AS t
    ON run.slot_id = t.slot_id WHERE run.outcome = 'complete' AND
    (t.slot_id = s.slot_id OR t.replaces = s.slot_id))) AS missing
FROM slot AS s WHERE job_id = ?1 AND warmup = 0 AND replaces IS NULL;

-- What was first wrong with a job: a cell that was given up, or a run.
-- name: job_fault
SELECT levels, failed, 0 AS rank, ordinal AS place FROM cell
WHERE job_id = ?1 AND failed IS NOT NULL
UNION ALL
SELECT cell.levels, run.outcome || coalesce(', ' || run.reason, ''), 1, run_id
FROM run JOIN slot USING (slot_id) JOIN cell USING (cell_id)
WHERE slot.job_id = ?1 AND slot.warmup = 0 AND run.outcome NOT IN ('complete',
    'interrupted', 'starting')
ORDER BY rank, place LIMIT 1;

-- Runs.

-- The next run: of the running job before those that wait, block by block.
-- It is found first and described then, so that nothing is asked of slots
-- that are not next.  A job has prepared once a run of it, since it was last
-- started (and in this boot, ?1), got as far as its command.
-- name: run_next
SELECT job.job_id, job.uid, slot.slot_id, slot.cell_id, slot.warmup,
    recipe.digest, recipe.name, cell.levels, slot.ordinal, job.client_job,
    (SELECT max(ordinal) FROM slot AS s WHERE s.job_id = job.job_id),
    (SELECT coalesce(max(attempt), 0) + 1 FROM run
	WHERE run.slot_id = slot.slot_id),
    NOT EXISTS (SELECT 1 FROM slot AS s CROSS JOIN run USING (slot_id)
	CROSS JOIN step USING (run_id) WHERE s.job_id = job.job_id
	AND job_state = 'running' AND run.started_us >= job.started_us
	AND step.kind = 'command'),
    NOT EXISTS (SELECT 1 FROM slot AS s CROSS JOIN run USING (slot_id)
	CROSS JOIN step USING (run_id) WHERE s.job_id = job.job_id
	AND job_state = 'running' AND run.started_us >= job.started_us
	AND run.boot_id = ?1 AND step.kind = 'command')
FROM job JOIN slot USING (job_id) JOIN cell USING (cell_id)
JOIN recipe USING (recipe_id)
WHERE slot_id = (SELECT slot_id FROM slot AS n
    WHERE slot_state = 'planned' AND n.job_id = coalesce(
	(SELECT job_id FROM job WHERE job_state = 'running' AND EXISTS
	    (SELECT 1 FROM slot AS p WHERE p.job_id = job.job_id
	    AND slot_state = 'planned') ORDER BY job_id LIMIT 1),
	(SELECT job_id FROM job WHERE job_state = 'queued' AND EXISTS
	    (SELECT 1 FROM slot AS p WHERE p.job_id = job.job_id
	    AND slot_state = 'planned') ORDER BY job_id LIMIT 1))
    ORDER BY n.block, n.ordinal LIMIT 1);

-- name: job_over
SELECT job_id FROM job WHERE job_state = 'running'
AND NOT EXISTS (SELECT 1 FROM slot WHERE slot.job_id = job.job_id
    AND slot_state IN ('planned', 'running'))
ORDER BY job_id LIMIT 1;

-- name: run_levels
SELECT parameter, level_value FROM cell_level WHERE cell_id = ?1;

-- name: run_insert
INSERT INTO run (uid, slot_id, attempt, boot_id, factset_id, outcome,
    started_us) VALUES (?1, ?2, ?3, ?4, ?5, 'starting', ?6);

-- name: run_end
UPDATE run SET outcome = ?2, reason = ?3, exit_status = ?4, exit_signal = ?5,
    started_us = coalesce(?6, started_us), started_up_us = ?7, ended_us = ?8,
    clock_set = ?9, work_digest = ?10, work_files = ?11, work_bytes = ?12,
    workload_id = ?13, factset_id = coalesce(?14, factset_id)
WHERE run_id = ?1;

-- name: run_starting
SELECT run_id, run.uid, slot.slot_id, slot.cell_id, slot.job_id, boot_id,
    slot.warmup, job.job_state = 'cancelled'
FROM run JOIN slot USING (slot_id)
JOIN job USING (job_id) WHERE outcome = 'starting' LIMIT 1;

-- name: run_interrupted
SELECT count(*) FROM run WHERE slot_id = ?1 AND outcome = 'interrupted'
AND attempt > coalesce((SELECT max(attempt) FROM run WHERE slot_id = ?1 AND
    outcome NOT IN ('interrupted', 'starting')), 0);

-- name: step_insert
INSERT INTO step (run_id, ordinal, kind, command_text, started_us, real_ns,
    user_us, sys_us, exit_status, exit_signal, output_bytes, reason)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12);

-- name: metric_enter
INSERT INTO metric (name, unit, better) VALUES (?1, ?2, ?3)
ON CONFLICT (name, unit, better) DO NOTHING;

-- name: sample_insert
INSERT INTO sample (run_id, part, metric_id, sample_value, resolution)
SELECT ?1, ?2, metric_id, ?6, ?7 FROM metric
WHERE name = ?3 AND unit = ?4 AND better = ?5
ON CONFLICT DO NOTHING;

-- name: workload_enter
INSERT INTO workload (digest, tool, version, test, options, work)
VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (digest) DO NOTHING;

-- name: workload_find
SELECT workload_id FROM workload WHERE digest = ?1;

-- name: evidence_insert
INSERT INTO evidence (run_id, evidence_key, evidence_value, detail)
VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING;

-- name: taint_insert
INSERT INTO taint (run_id, taint_key, cause, figure, detail)
VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING;

-- name: taint_delete
DELETE FROM taint WHERE run_id = ?1 AND taint_key = ?2;

-- name: output_insert
INSERT INTO output (run_id, bytes, head, head_bytes, tail, tail_bytes)
VALUES (?1, ?2, ?3, ?4, ?5, ?6);

-- name: output_sum
SELECT total(coalesce(length(head), 0) + coalesce(length(tail), 0))
FROM output WHERE dropped = 0;

-- name: output_oldest
SELECT run_id, coalesce(length(head), 0) + coalesce(length(tail), 0)
FROM output WHERE run_id = coalesce(
    (SELECT output.run_id FROM output CROSS JOIN run USING (run_id)
	WHERE dropped = 0 AND outcome = 'complete'
	ORDER BY output.run_id LIMIT 1),
    (SELECT run_id FROM output WHERE dropped = 0 ORDER BY run_id LIMIT 1));

-- name: output_drop
UPDATE output SET head = NULL, tail = NULL, head_bytes = 0, tail_bytes = 0,
    dropped = 1 WHERE run_id = ?1;

-- The names that most complete runs of a job built.
-- name: work_usual
SELECT work_digest FROM run JOIN slot USING (slot_id)
WHERE job_id = ?1 AND outcome = 'complete' AND work_digest IS NOT NULL
GROUP BY work_digest ORDER BY count(*) DESC, min(run_id) LIMIT 1;

-- The middle of the bytes that runs with the usual names made.
-- name: work_median
SELECT work_bytes FROM run JOIN slot USING (slot_id)
WHERE job_id = ?1 AND outcome = 'complete' AND work_digest = ?2
ORDER BY work_bytes LIMIT 1 OFFSET (SELECT (count(*) - 1) / 2 FROM run
    JOIN slot USING (slot_id) WHERE job_id = ?1 AND outcome = 'complete'
    AND work_digest = ?2);

-- name: work_runs
SELECT run_id, run.uid, work_digest, work_bytes, EXISTS (SELECT 1 FROM taint
    WHERE taint.run_id = run.run_id AND taint_key = 'unequal-work')
FROM run JOIN slot USING (slot_id)
WHERE job_id = ?1 AND outcome = 'complete' AND work_digest IS NOT NULL;


-- Answers.

-- name: host_show
SELECT lower(hex(uid)) AS host, name, machine,
    machine_marked AS "machine_marked?", fingerprint
FROM host WHERE host_id = ?1;

-- name: facts_show
SELECT fact_key, fact_value FROM fact WHERE factset_id = ?1;

-- name: run_factset
SELECT factset_id FROM run WHERE uid = ?1;

-- name: job_show
SELECT job_id, lower(hex(job.uid)) AS job, client_job, client_key AS client,
    recipe.name AS recipe, job_state AS state, reason, block_order AS "order",
    seed, boots, runs, warmups, purpose, night, submitted_us, started_us,
    ended_us,
    (SELECT max(ordinal) FROM slot WHERE slot.job_id = job.job_id) AS slots,
    (SELECT count(*) FROM slot WHERE slot.job_id = job.job_id
	AND slot_state = 'done') AS slots_done
FROM job JOIN recipe USING (recipe_id)
WHERE job_id > ?1 AND job_id <= ?2 AND (?3 IS NULL OR job_state = ?3)
ORDER BY job_id LIMIT 101;

-- name: job_labels
SELECT label_key, label_value FROM job_label WHERE job_id = ?1;

-- name: job_cell_texts
SELECT levels FROM cell WHERE job_id = ?1 AND warmup_only = 0
ORDER BY ordinal;

-- In one pass over the job's slots: there may be 100,000 of them.
-- name: job_cells
WITH ended AS (SELECT s.cell_id, coalesce(s.replaces, s.slot_id) AS root,
	outcome, outcome = 'complete' AND EXISTS (SELECT 1 FROM taint
	WHERE taint.run_id = run.run_id AND cause = 'outside') AS outside
    FROM slot AS s CROSS JOIN run USING (slot_id)
    WHERE s.job_id = ?1 AND slot_state = 'done' AND s.warmup = 0),
  ran AS (SELECT cell_id, count(DISTINCT CASE outcome WHEN 'complete'
	THEN root END) AS complete, sum(outcome NOT IN ('complete',
	'interrupted', 'starting', 'cancelled')) AS failed,
	sum(outside) AS tainted FROM ended GROUP BY cell_id),
  plan AS (SELECT cell_id, count(*) AS planned FROM slot
    WHERE job_id = ?1 AND warmup = 0 AND replaces IS NULL GROUP BY cell_id)
SELECT levels, planned, coalesce(complete, 0) AS complete,
    coalesce(ran.failed, 0) AS failed, coalesce(tainted, 0) AS tainted,
    planned - coalesce(complete, 0) AS missing, cell.failed AS reason
FROM cell JOIN plan USING (cell_id) LEFT JOIN ran USING (cell_id)
WHERE job_id = ?1 AND warmup_only = 0 ORDER BY ordinal;

-- name: run_show
SELECT run_id, lower(hex(run.uid)) AS run, slot.ordinal AS slot, block,
    levels, slot.warmup AS "warmup?", attempt, outcome, run.reason, started_us
FROM run JOIN slot USING (slot_id) JOIN cell USING (cell_id)
WHERE slot.job_id = ?1 AND run_id > ?2 AND run_id <= ?3
AND outcome <> 'starting' ORDER BY run_id LIMIT 201;

-- name: run_samples
SELECT metric.name, sample_value FROM sample JOIN metric USING (metric_id)
WHERE run_id = ?1 ORDER BY metric_id;

-- name: run_taints
SELECT taint_key FROM taint WHERE run_id = ?1 ORDER BY taint_key;

-- name: run_find
SELECT run_id, run.uid, slot.job_id FROM run JOIN slot USING (slot_id)
WHERE run.uid = ?1;

-- name: run_find_slot
SELECT run_id, run.uid, slot.job_id FROM run JOIN slot USING (slot_id)
WHERE slot.job_id = ?1 AND slot.ordinal = ?2 ORDER BY attempt DESC LIMIT 1;

-- name: run_steps
SELECT kind, command_text AS command, output_bytes AS bytes, exit_status,
    exit_signal, real_ns FROM step WHERE run_id = ?1 ORDER BY ordinal;

-- name: output_show
SELECT bytes, head, head_bytes, tail, tail_bytes, dropped FROM output
WHERE run_id = ?1;

-- name: client_enter
INSERT INTO client (client_key, name, role, first_us) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (client_key) DO UPDATE SET name = excluded.name,
    role = excluded.role;

-- name: audit_insert
INSERT INTO audit (at_us, client_key, peer, request, answer)
VALUES (?1, ?2, ?3, ?4, ?5);

-- Pages of pull.changes.  Each takes the changes behind ?1 up to ?2, and of
-- those, when ?3 is not NULL, the ones of a job.  Columns that refer to a row
-- are called by its table and hold its uid, or its digest.

-- name: pull_upto
SELECT max(seq), count(*) FROM (SELECT seq FROM change
    WHERE seq > ?1 ORDER BY seq LIMIT ?2);

-- name: pull_upto_job
SELECT max(seq), count(*) FROM (SELECT seq FROM change
    WHERE seq > ?1 AND job_id = ?3 ORDER BY seq LIMIT ?2);

-- name: pull_more
SELECT EXISTS (SELECT 1 FROM change WHERE seq > ?1
    AND (?2 IS NULL OR job_id = ?2));

-- What a page holds, by table and local key; made anew for every page.  The
-- store makes the table when it opens the database.
-- name: page_create
CREATE TEMP TABLE IF NOT EXISTS page (
    table_name	TEXT NOT NULL,
    id		INTEGER NOT NULL,
    PRIMARY KEY (table_name, id)
) WITHOUT ROWID;

-- name: page_clear
DELETE FROM page;

-- name: page_fill
INSERT OR IGNORE INTO page (table_name, id)
SELECT 'run', run_id FROM change JOIN run USING (uid) WHERE seq > ?1
    AND seq <= ?2 AND table_name = 'run' AND (?3 IS NULL OR job_id = ?3)
UNION SELECT 'job', job.job_id FROM change JOIN job USING (uid)
    WHERE seq > ?1 AND seq <= ?2 AND table_name = 'job'
    AND (?3 IS NULL OR change.job_id = ?3)
UNION SELECT 'boot', boot_id FROM change JOIN boot USING (uid)
    WHERE seq > ?1 AND seq <= ?2 AND table_name = 'boot' AND ?3 IS NULL
UNION SELECT 'event', event_id FROM change JOIN event USING (uid)
    WHERE seq > ?1 AND seq <= ?2 AND table_name = 'event'
    AND (?3 IS NULL OR change.job_id = ?3)
UNION SELECT 'note', note_id FROM change JOIN note USING (uid)
    WHERE seq > ?1 AND seq <= ?2 AND table_name = 'note' AND ?3 IS NULL;

-- What those refer to, step by step.
-- name: page_slots
INSERT OR IGNORE INTO page (table_name, id)
SELECT 'slot', slot_id FROM run JOIN page ON id = run_id
    WHERE table_name = 'run'
UNION SELECT 'slot', replaces FROM run JOIN page ON id = run_id
    JOIN slot USING (slot_id)
    WHERE table_name = 'run' AND replaces IS NOT NULL;

-- name: page_cells
INSERT OR IGNORE INTO page (table_name, id)
SELECT 'cell', cell_id FROM slot JOIN page ON id = slot_id
    WHERE table_name = 'slot';

-- name: page_rest
INSERT OR IGNORE INTO page (table_name, id)
SELECT 'job', job_id FROM cell JOIN page ON id = cell_id
    WHERE table_name = 'cell'
UNION SELECT 'job', job_id FROM event JOIN page ON id = event_id
    WHERE table_name = 'event' AND job_id IS NOT NULL
UNION SELECT 'state', state_id FROM cell JOIN page ON id = cell_id
    WHERE table_name = 'cell'
UNION SELECT 'boot', boot_id FROM run JOIN page ON id = run_id
    WHERE table_name = 'run'
UNION SELECT 'factset', factset_id FROM run JOIN page ON id = run_id
    WHERE table_name = 'run' AND factset_id IS NOT NULL
UNION SELECT 'workload', workload_id FROM run JOIN page ON id = run_id
    WHERE table_name = 'run' AND workload_id IS NOT NULL
UNION SELECT 'metric', metric_id FROM sample JOIN page ON id = run_id
    WHERE table_name = 'run';

-- name: page_last
INSERT OR IGNORE INTO page (table_name, id)
SELECT 'recipe', recipe_id FROM job JOIN page ON id = job_id
    WHERE table_name = 'job'
UNION SELECT 'host', host_id FROM job JOIN page ON id = job_id
    WHERE table_name = 'job'
UNION SELECT 'host', host_id FROM boot JOIN page ON id = boot_id
    WHERE table_name = 'boot'
UNION SELECT 'host', host_id FROM event JOIN page ON id = event_id
    WHERE table_name = 'event'
UNION SELECT 'factset', factset_id FROM boot JOIN page ON id = boot_id
    WHERE table_name = 'boot' AND factset_id IS NOT NULL;

-- name: pull_factset
SELECT lower(hex(digest)) AS digest FROM factset JOIN page ON id = factset_id
WHERE table_name = 'factset';

-- name: pull_fact
SELECT lower(hex(digest)) AS factset, fact_key, fact_value FROM fact
JOIN factset USING (factset_id) JOIN page ON id = factset_id
WHERE table_name = 'factset';

-- name: pull_host
SELECT lower(hex(uid)) AS uid, name, machine, machine_marked, fingerprint
FROM host JOIN page ON id = host_id WHERE table_name = 'host';

-- name: pull_host_label
SELECT lower(hex(uid)) AS host, label_key, label_value FROM host_label
JOIN host USING (host_id) JOIN page ON id = host_id
WHERE table_name = 'host';

-- name: pull_recipe
SELECT lower(hex(digest)) AS digest, lower(hex(work)) AS work, name,
    recipe_text FROM recipe JOIN page ON id = recipe_id
WHERE table_name = 'recipe';

-- name: pull_boot
SELECT lower(hex(boot.uid)) AS uid, lower(hex(host.uid)) AS host, kernel_boot,
    seen_us, nullif(lower(hex(factset.digest)), '') AS factset
FROM boot JOIN host USING (host_id) LEFT JOIN factset USING (factset_id)
JOIN page ON id = boot_id WHERE table_name = 'boot';

-- name: pull_state
SELECT lower(hex(state.uid)) AS uid, lower(hex(host.uid)) AS host, state.name,
    lower(hex(digest)) AS digest, state_text
FROM state JOIN host USING (host_id) JOIN page ON id = state_id
WHERE table_name = 'state';

-- name: pull_job
SELECT lower(hex(job.uid)) AS uid, lower(hex(host.uid)) AS host, client_key,
    client_job, lower(hex(content)) AS content,
    lower(hex(recipe.digest)) AS recipe, job_state, reason, purpose, night,
    block_order, order_version, seed, boots, runs, warmups, quiet,
    submitted_us, started_us, ended_us
FROM job JOIN host USING (host_id) JOIN recipe USING (recipe_id)
JOIN page ON id = job_id WHERE table_name = 'job';

-- name: pull_job_label
SELECT lower(hex(uid)) AS job, label_key, label_value FROM job_label
JOIN job USING (job_id) JOIN page ON id = job_id WHERE table_name = 'job';

-- name: pull_cell
SELECT lower(hex(cell.uid)) AS uid, lower(hex(job.uid)) AS job, ordinal,
    lower(hex(state.uid)) AS state, levels, warmup_only, failed
FROM cell JOIN job USING (job_id) JOIN state USING (state_id)
JOIN page ON id = cell_id WHERE table_name = 'cell';

-- name: pull_cell_level
SELECT lower(hex(uid)) AS cell, parameter, level_value FROM cell_level
JOIN cell USING (cell_id) JOIN page ON id = cell_id
WHERE table_name = 'cell';

-- name: pull_slot
SELECT lower(hex(slot.uid)) AS uid, lower(hex(job.uid)) AS job,
    NULL AS boot_plan, slot.block, slot.ordinal,
    lower(hex(cell.uid)) AS cell, slot.warmup, slot.quiet,
    nullif(lower(hex(first.uid)), '') AS replaces, slot.slot_state
FROM slot JOIN job USING (job_id) JOIN cell USING (cell_id)
LEFT JOIN slot AS first ON first.slot_id = slot.replaces
JOIN page ON id = slot.slot_id WHERE table_name = 'slot'
ORDER BY slot.slot_id;

-- name: pull_workload
SELECT lower(hex(digest)) AS digest, tool, version, test, options, work
FROM workload JOIN page ON id = workload_id WHERE table_name = 'workload';

-- name: pull_run
SELECT lower(hex(run.uid)) AS uid, lower(hex(slot.uid)) AS slot, attempt,
    lower(hex(boot.uid)) AS boot,
    nullif(lower(hex(factset.digest)), '') AS factset,
    nullif(lower(hex(workload.digest)), '') AS workload, outcome,
    run.reason, exit_status, exit_signal, run.started_us, started_up_us, run.ended_us, clock_set,
    nullif(lower(hex(work_digest)), '') AS work_digest, work_files, work_bytes
FROM run JOIN slot USING (slot_id) JOIN boot USING (boot_id)
LEFT JOIN factset ON factset.factset_id = run.factset_id
LEFT JOIN workload USING (workload_id)
JOIN page ON id = run_id WHERE table_name = 'run' ORDER BY run_id;

-- name: pull_step
SELECT lower(hex(uid)) AS run, ordinal, kind, command_text, step.started_us,
    real_ns, user_us, sys_us, step.exit_status, step.exit_signal,
    output_bytes, step.reason
FROM step JOIN run USING (run_id) JOIN page ON id = run_id
WHERE table_name = 'run';

-- name: pull_evidence
SELECT lower(hex(uid)) AS run, evidence_key, evidence_value, detail
FROM evidence JOIN run USING (run_id) JOIN page ON id = run_id
WHERE table_name = 'run';

-- name: pull_taint
SELECT lower(hex(uid)) AS run, taint_key, cause, figure, detail
FROM taint JOIN run USING (run_id) JOIN page ON id = run_id
WHERE table_name = 'run';

-- name: pull_metric
SELECT name, unit, better FROM metric JOIN page ON id = metric_id
WHERE table_name = 'metric' ORDER BY metric_id;

-- name: pull_note
SELECT lower(hex(uid)) AS uid, at_us, about, author, note_text
FROM note JOIN page ON id = note_id WHERE table_name = 'note';

-- name: pull_event
SELECT lower(hex(event.uid)) AS uid, lower(hex(host.uid)) AS host,
    nullif(lower(hex(job.uid)), '') AS job, at_us, kind, detail
FROM event JOIN host USING (host_id) LEFT JOIN job USING (job_id)
JOIN page ON id = event_id WHERE table_name = 'event';

-- name: pull_sample
SELECT (SELECT count(*) FROM page AS p WHERE p.table_name = 'run'
	AND p.id < run_id) AS run, part,
    (SELECT count(*) FROM page AS p WHERE p.table_name = 'metric'
	AND p.id < metric_id) AS metric, sample_value, resolution
FROM sample JOIN page ON page.id = run_id WHERE page.table_name = 'run';
