-- Statements of benchctl's archive.
--
-- put_TABLE merges one row that came from a host or an export.  Its
-- parameters are named after the columns of pull.changes; one that begins
-- with @ is bytes, written there in hex.  A row that is there already only
-- takes late columns.  The local keys are found by uid or digest.

-- name: begin
BEGIN IMMEDIATE;
-- name: commit
COMMIT;
-- name: rollback
ROLLBACK;

-- name: self_insert
INSERT INTO self (one, kind, uid, incarnation, created_us)
VALUES (1, 'archive', randomblob(16), randomblob(16), :now_us);

-- name: put_factset
INSERT INTO factset (digest) VALUES (@digest) ON CONFLICT DO NOTHING;

-- name: put_fact
INSERT INTO fact (factset_id, fact_key, fact_value)
VALUES ((SELECT factset_id FROM factset WHERE digest = @factset),
    :fact_key, :fact_value) ON CONFLICT DO NOTHING;

-- name: put_host
INSERT INTO host (uid, name, machine, machine_marked, fingerprint)
VALUES (@uid, :name, :machine, :machine_marked, :fingerprint)
ON CONFLICT (uid) DO UPDATE SET name = excluded.name,
    machine = iif(excluded.fingerprint IS NULL AND excluded.machine_marked,
	machine, excluded.machine),
    machine_marked = iif(excluded.fingerprint IS NULL AND
	excluded.machine_marked, machine_marked, excluded.machine_marked),
    fingerprint = coalesce(excluded.fingerprint, fingerprint);

-- name: put_host_label
INSERT INTO host_label (host_id, label_key, label_value)
VALUES ((SELECT host_id FROM host WHERE uid = @host), :label_key, :label_value)
ON CONFLICT DO UPDATE SET label_value = excluded.label_value;

-- name: put_boot
INSERT INTO boot (uid, host_id, kernel_boot, seen_us, factset_id)
VALUES (@uid, (SELECT host_id FROM host WHERE uid = @host), :kernel_boot,
    :seen_us, (SELECT factset_id FROM factset WHERE digest = @factset))
ON CONFLICT (uid) DO UPDATE SET
    factset_id = coalesce(excluded.factset_id, factset_id);

-- name: put_recipe
INSERT INTO recipe (digest, work, name, recipe_text)
VALUES (@digest, @work, :name, :recipe_text) ON CONFLICT DO NOTHING;

-- name: put_state
INSERT INTO state (uid, host_id, name, digest, state_text)
VALUES (@uid, (SELECT host_id FROM host WHERE uid = @host), :name, @digest,
    :state_text) ON CONFLICT (uid) DO NOTHING;

-- name: put_job
INSERT INTO job (uid, host_id, client_key, client_job, content, recipe_id,
    job_state, reason, purpose, night, block_order, order_version, seed, boots,
    runs, warmups, quiet, submitted_us, started_us, ended_us)
VALUES (@uid, (SELECT host_id FROM host WHERE uid = @host), :client_key,
    :client_job, @content, (SELECT recipe_id FROM recipe
    WHERE digest = @recipe), :job_state, :reason, :purpose, :night,
    :block_order, :order_version, :seed, :boots, :runs, :warmups, :quiet,
    :submitted_us, :started_us, :ended_us)
ON CONFLICT (uid) DO UPDATE SET job_state = excluded.job_state,
    reason = excluded.reason, started_us = excluded.started_us,
    ended_us = excluded.ended_us;

-- name: put_job_label
INSERT INTO job_label (job_id, label_key, label_value)
VALUES ((SELECT job_id FROM job WHERE uid = @job), :label_key, :label_value)
ON CONFLICT DO NOTHING;

-- name: put_cell
INSERT INTO cell (uid, job_id, ordinal, state_id, levels, warmup_only, failed)
VALUES (@uid, (SELECT job_id FROM job WHERE uid = @job), :ordinal,
    (SELECT state_id FROM state WHERE uid = @state), :levels, :warmup_only,
    :failed)
ON CONFLICT (uid) DO UPDATE SET failed = excluded.failed;

-- name: put_cell_level
INSERT INTO cell_level (cell_id, parameter, level_value)
VALUES ((SELECT cell_id FROM cell WHERE uid = @cell), :parameter, :level_value)
ON CONFLICT DO NOTHING;

-- name: put_boot_plan
INSERT INTO boot_plan (uid, job_id, ordinal, state_id, boot_id, proved, tries,
    deadline_us, reason)
VALUES (@uid, (SELECT job_id FROM job WHERE uid = @job), :ordinal,
    (SELECT state_id FROM state WHERE uid = @state),
    (SELECT boot_id FROM boot WHERE uid = @boot), :proved, :tries,
    :deadline_us, :reason)
ON CONFLICT (uid) DO UPDATE SET boot_id = excluded.boot_id,
    proved = excluded.proved, tries = excluded.tries, reason = excluded.reason;

-- name: put_slot
INSERT INTO slot (uid, job_id, boot_plan_id, block, ordinal, cell_id, warmup,
    quiet, replaces, slot_state)
VALUES (@uid, (SELECT job_id FROM job WHERE uid = @job),
    (SELECT boot_plan_id FROM boot_plan WHERE uid = @boot_plan), :block,
    :ordinal, (SELECT cell_id FROM cell WHERE uid = @cell), :warmup, :quiet,
    (SELECT slot_id FROM slot WHERE uid = @replaces), :slot_state)
ON CONFLICT (uid) DO UPDATE SET slot_state = excluded.slot_state;

-- name: put_workload
INSERT INTO workload (digest, tool, version, test, options, work)
VALUES (@digest, :tool, :version, :test, :options, :work)
ON CONFLICT DO NOTHING;

-- name: put_run
INSERT INTO run (uid, slot_id, attempt, boot_id, factset_id, workload_id,
    outcome, reason, exit_status, exit_signal, started_us, started_up_us,
    ended_us, clock_set, work_digest, work_files, work_bytes)
VALUES (@uid, (SELECT slot_id FROM slot WHERE uid = @slot), :attempt,
    (SELECT boot_id FROM boot WHERE uid = @boot),
    (SELECT factset_id FROM factset WHERE digest = @factset),
    (SELECT workload_id FROM workload WHERE digest = @workload),
    :outcome, :reason, :exit_status, :exit_signal, :started_us, :started_up_us,
    :ended_us, :clock_set, @work_digest, :work_files, :work_bytes)
ON CONFLICT (uid) DO NOTHING;

-- name: put_step
INSERT INTO step (run_id, ordinal, kind, command_text, started_us, real_ns,
    user_us, sys_us, exit_status, exit_signal, output_bytes, reason)
VALUES ((SELECT run_id FROM run WHERE uid = @run), :ordinal, :kind,
    :command_text, :started_us, :real_ns, :user_us, :sys_us, :exit_status,
    :exit_signal, coalesce(:output_bytes, 0), :reason) ON CONFLICT DO NOTHING;

-- name: put_evidence
INSERT INTO evidence (run_id, evidence_key, evidence_value, detail)
VALUES ((SELECT run_id FROM run WHERE uid = @run), :evidence_key,
    :evidence_value, :detail) ON CONFLICT DO NOTHING;

-- A run that comes again may have lost a taint: what it has now follows.
-- name: forget_taints
DELETE FROM taint WHERE run_id = (SELECT run_id FROM run WHERE uid = @uid);

-- name: put_taint
INSERT INTO taint (run_id, taint_key, cause, figure, detail)
VALUES ((SELECT run_id FROM run WHERE uid = @run), :taint_key, :cause, :figure,
    :detail)
ON CONFLICT DO UPDATE SET cause = excluded.cause, figure = excluded.figure,
    detail = excluded.detail;

-- name: put_metric
INSERT INTO metric (name, unit, better) VALUES (:name, :unit, :better)
ON CONFLICT DO NOTHING;

-- name: put_note
INSERT INTO note (uid, at_us, about, author, note_text)
VALUES (@uid, :at_us, :about, :author, :note_text)
ON CONFLICT (uid) DO NOTHING;

-- name: put_event
INSERT INTO event (uid, host_id, job_id, at_us, kind, detail)
VALUES (@uid, (SELECT host_id FROM host WHERE uid = @host),
    (SELECT job_id FROM job WHERE uid = @job), :at_us, :kind, :detail)
ON CONFLICT (uid) DO NOTHING;

-- name: run_of_uid
SELECT run.run_id, run.boot_id, slot.cell_id FROM run JOIN slot USING (slot_id)
WHERE run.uid = @uid;

-- name: metric_of
SELECT metric_id FROM metric
WHERE name = :name AND unit = :unit AND better = :better;

-- name: put_sample
INSERT INTO sample (run_id, part, metric_id, sample_value, resolution)
VALUES (:run_id, :part, :metric_id, :value, :resolution)
ON CONFLICT DO NOTHING;

-- What counts: complete, no warm-up.  Left out and repeated: an outside taint.
-- name: sums_samples
SELECT sample.metric_id, sample.part, EXISTS (SELECT 1 FROM taint
    WHERE taint.run_id = run.run_id AND taint.cause = 'outside') AS tainted,
    sample.sample_value, sample.resolution
FROM slot JOIN run USING (slot_id) JOIN sample USING (run_id)
WHERE slot.cell_id = :cell_id AND run.boot_id = :boot_id
    AND slot.warmup = 0 AND run.outcome = 'complete'
ORDER BY sample.metric_id, sample.part, tainted, slot.ordinal, run.attempt;

-- name: sums_delete
DELETE FROM sums WHERE boot_id = :boot_id AND cell_id = :cell_id;

-- name: sums_insert
INSERT INTO sums (boot_id, cell_id, metric_id, part, tainted, n, mean, m2,
    log_n, log_mean, log_m2, least, most, resolution)
VALUES (:boot_id, :cell_id, :metric_id, :part, :tainted, :n, :mean, :m2,
    :log_n, :log_mean, :log_m2, :least, :most, :resolution);

-- name: cursor_get
SELECT lower(hex(incarnation)) AS incarnation, seq FROM cursor
WHERE host_uid = @host;

-- name: cursor_put
INSERT INTO cursor (host_uid, incarnation, seq, pulled_us, address)
VALUES (@host, @incarnation, :seq, :pulled_us, :address)
ON CONFLICT (host_uid) DO UPDATE SET incarnation = excluded.incarnation,
    seq = excluded.seq, pulled_us = excluded.pulled_us,
    address = excluded.address;

-- What a query looks at: names of things once, then sums by metric.

-- name: query_hosts
SELECT host_id, lower(hex(uid)) AS uid, name, machine FROM host
ORDER BY host_id;

-- name: query_host_labels
SELECT host_id, label_key, label_value FROM host_label;

-- An imported boot's name, without the uid of its facts: what is of one name
-- on one host counts as one boot, all unknown ones too.
-- name: query_boots
SELECT boot_id, host_id, coalesce(factset_id, 0), lower(hex(uid)),
    CASE WHEN kernel_boot LIKE 'unknown %' OR kernel_boot LIKE 'import %'
	THEN substr(kernel_boot, 1, length(kernel_boot) - 33) END
FROM boot ORDER BY boot_id;

-- name: query_facts
SELECT factset_id, fact_key, fact_value FROM fact
ORDER BY factset_id, fact_key;

-- name: query_jobs
SELECT job.job_id, job.host_id, lower(hex(job.uid)), job.client_job,
    recipe.name, lower(hex(recipe.work)), job.purpose, job.night,
    job.block_order
FROM job JOIN recipe USING (recipe_id) ORDER BY job.job_id;

-- name: query_job_labels
SELECT job_id, label_key, label_value FROM job_label;

-- name: query_cells
SELECT cell.cell_id, cell.job_id, cell.ordinal, cell.levels, state.name
FROM cell JOIN state USING (state_id) ORDER BY cell.cell_id;

-- name: query_cell_levels
SELECT cell_id, parameter, level_value FROM cell_level;

-- A metric's parts, each found behind the one before: sums has millions of
-- rows, and few parts.
-- name: query_metrics
WITH RECURSIVE piece (metric_id, part) AS (
    SELECT metric_id, (SELECT min(part) FROM sums
	WHERE sums.metric_id = metric.metric_id) FROM metric
    UNION ALL
    SELECT metric_id, (SELECT min(part) FROM sums
	WHERE sums.metric_id = piece.metric_id AND sums.part > piece.part)
    FROM piece WHERE part IS NOT NULL)
SELECT metric_id, CASE part WHEN '' THEN name ELSE part || '/' || name END
    AS full_name, unit, better, part
FROM piece JOIN metric USING (metric_id) WHERE part IS NOT NULL
ORDER BY full_name, unit, better;

-- name: query_sums
SELECT boot_id, cell_id, tainted, n, mean, m2, log_n, log_mean, log_m2,
    least, most, resolution
FROM sums WHERE metric_id = :metric_id AND part = :part
ORDER BY boot_id, cell_id, tainted;

-- name: query_taints
SELECT run.boot_id, slot.cell_id, taint.taint_key, taint.cause, count(*)
FROM taint JOIN run USING (run_id) JOIN slot USING (slot_id)
WHERE slot.warmup = 0 GROUP BY 1, 2, 3, 4;

-- name: runs_of_cell
SELECT run.run_id, lower(hex(run.uid)), slot.ordinal, slot.block, slot.warmup,
    run.attempt, run.boot_id, run.outcome, coalesce(run.reason, ''),
    run.started_us, slot.replaces IS NOT NULL
FROM slot JOIN run USING (slot_id) WHERE slot.cell_id = :cell_id
ORDER BY slot.ordinal, run.attempt;

-- name: runs_all
SELECT run.run_id, run.boot_id, slot.cell_id, host.name AS host,
    job.client_job AS job, recipe.name AS recipe, state.name AS state,
    cell.levels, slot.ordinal, slot.block, slot.warmup, run.attempt,
    run.outcome, run.reason, run.started_us, slot.replaces IS NOT NULL,
    lower(hex(run.uid)), lower(hex(job.uid))
FROM run JOIN slot USING (slot_id) JOIN cell USING (cell_id)
    JOIN state USING (state_id) JOIN job ON job.job_id = slot.job_id
    JOIN recipe USING (recipe_id) JOIN host ON host.host_id = job.host_id
ORDER BY job.submitted_us, host.name, job.job_id, slot.ordinal, run.attempt;

-- name: samples_of_run
SELECT metric.name, metric.unit, sample.part, sample.sample_value,
    sample.resolution, metric.better, metric.metric_id
FROM sample JOIN metric USING (metric_id) WHERE sample.run_id = :run_id
ORDER BY metric.name, sample.part;

-- name: taints_of_run
SELECT taint_key, cause, figure, coalesce(detail, '') FROM taint
WHERE run_id = :run_id ORDER BY taint_key;

-- name: host_run_metrics
SELECT DISTINCT metric.name FROM metric JOIN sums USING (metric_id);

-- name: import_known
SELECT file_name FROM import WHERE digest = @digest;

-- name: import_put
INSERT INTO import (digest, file_name, kind, imported_us, row_count, notes)
VALUES (@digest, :file_name, :kind, :imported_us, :row_count, :notes)
ON CONFLICT DO NOTHING;

-- get_TABLE gives rows in the form that put_TABLE takes: of one job, or of the
-- runs of one job from one key on.

-- name: export_jobs
SELECT job_id FROM job ORDER BY job_id;

-- name: export_job_row
SELECT boot.boot_id, cell.cell_id FROM slot JOIN run USING (slot_id)
    JOIN boot USING (boot_id) JOIN cell ON cell.cell_id = slot.cell_id
WHERE slot.job_id = :job_id LIMIT 1;

-- name: export_runs
SELECT run.run_id FROM run JOIN slot USING (slot_id)
WHERE slot.job_id = :job_id AND run.run_id > :after
ORDER BY run.run_id LIMIT :most;

-- name: get_host
SELECT lower(hex(host.uid)) AS uid, host.name AS name,
    host.machine AS machine, host.machine_marked AS machine_marked,
    host.fingerprint AS fingerprint
FROM host JOIN job USING (host_id) WHERE job.job_id = :job_id;

-- name: get_host_label
SELECT lower(hex(host.uid)) AS host, label_key, label_value
FROM host_label JOIN host USING (host_id) JOIN job USING (host_id)
WHERE job.job_id = :job_id;

-- name: get_recipe
SELECT lower(hex(recipe.digest)) AS digest, lower(hex(recipe.work)) AS work,
    recipe.name AS name, recipe.recipe_text AS recipe_text
FROM recipe JOIN job USING (recipe_id) WHERE job.job_id = :job_id;

-- name: get_state
SELECT DISTINCT lower(hex(state.uid)) AS uid, lower(hex(host.uid)) AS host,
    state.name AS name, lower(hex(state.digest)) AS digest,
    state.state_text AS state_text
FROM state JOIN host USING (host_id) JOIN cell USING (state_id)
WHERE cell.job_id = :job_id;

-- name: get_job
SELECT lower(hex(job.uid)) AS uid, lower(hex(host.uid)) AS host,
    job.client_key AS client_key, job.client_job AS client_job,
    lower(hex(job.content)) AS content, lower(hex(recipe.digest)) AS recipe,
    job.job_state AS job_state, job.reason AS reason, job.purpose AS purpose,
    job.night AS night, job.block_order AS block_order,
    job.order_version AS order_version, job.seed AS seed, job.boots AS boots,
    job.runs AS runs, job.warmups AS warmups, job.quiet AS quiet,
    job.submitted_us AS submitted_us, job.started_us AS started_us,
    job.ended_us AS ended_us
FROM job JOIN host USING (host_id) JOIN recipe USING (recipe_id)
WHERE job.job_id = :job_id;

-- name: get_job_label
SELECT lower(hex(job.uid)) AS job, label_key, label_value
FROM job_label JOIN job USING (job_id) WHERE job.job_id = :job_id;

-- name: get_cell
SELECT lower(hex(cell.uid)) AS uid, lower(hex(job.uid)) AS job,
    cell.ordinal AS ordinal, lower(hex(state.uid)) AS state,
    cell.levels AS levels, cell.warmup_only AS warmup_only,
    cell.failed AS failed
FROM cell JOIN job USING (job_id) JOIN state USING (state_id)
WHERE cell.job_id = :job_id ORDER BY cell.ordinal;

-- name: get_cell_level
SELECT lower(hex(cell.uid)) AS cell, parameter, level_value
FROM cell_level JOIN cell USING (cell_id) WHERE cell.job_id = :job_id;

-- name: get_slot
SELECT lower(hex(slot.uid)) AS uid, lower(hex(job.uid)) AS job,
    slot.block AS block, slot.ordinal AS ordinal, lower(hex(cell.uid)) AS cell,
    slot.warmup AS warmup, slot.quiet AS quiet,
    lower(hex(old.uid)) AS replaces, slot.slot_state AS slot_state
FROM slot JOIN job USING (job_id) JOIN cell USING (cell_id)
    LEFT JOIN slot AS old ON old.slot_id = slot.replaces
WHERE slot.job_id = :job_id ORDER BY slot.ordinal;

-- name: get_boot
SELECT lower(hex(boot.uid)) AS uid, lower(hex(host.uid)) AS host,
    boot.kernel_boot AS kernel_boot, boot.seen_us AS seen_us,
    lower(hex(factset.digest)) AS factset
FROM run JOIN boot USING (boot_id) JOIN host USING (host_id)
    LEFT JOIN factset ON factset.factset_id = boot.factset_id
WHERE run.run_id = :run_id;

-- name: get_factset
SELECT lower(hex(digest)) AS digest FROM factset WHERE factset_id IN (
    SELECT run.factset_id FROM run WHERE run.run_id = :run_id
    UNION SELECT boot.factset_id FROM run JOIN boot USING (boot_id)
    WHERE run.run_id = :run_id);

-- name: get_fact
SELECT lower(hex(factset.digest)) AS factset, fact_key, fact_value
FROM fact JOIN factset USING (factset_id) WHERE factset_id IN (
    SELECT run.factset_id FROM run WHERE run.run_id = :run_id
    UNION SELECT boot.factset_id FROM run JOIN boot USING (boot_id)
    WHERE run.run_id = :run_id);

-- name: get_workload
SELECT lower(hex(workload.digest)) AS digest, tool, version, test, options,
    work
FROM workload JOIN run USING (workload_id) WHERE run.run_id = :run_id;

-- name: get_run
SELECT lower(hex(run.uid)) AS uid, lower(hex(slot.uid)) AS slot,
    run.attempt AS attempt, lower(hex(boot.uid)) AS boot,
    lower(hex(factset.digest)) AS factset,
    lower(hex(workload.digest)) AS workload, run.outcome AS outcome,
    run.reason AS reason, run.exit_status AS exit_status,
    run.exit_signal AS exit_signal, run.started_us AS started_us,
    run.started_up_us AS started_up_us, run.ended_us AS ended_us,
    run.clock_set AS clock_set, lower(hex(run.work_digest)) AS work_digest,
    run.work_files AS work_files, run.work_bytes AS work_bytes
FROM run JOIN slot USING (slot_id) JOIN boot USING (boot_id)
    LEFT JOIN factset ON factset.factset_id = run.factset_id
    LEFT JOIN workload ON workload.workload_id = run.workload_id
WHERE run.run_id = :run_id;

-- name: get_step
SELECT lower(hex(run.uid)) AS run, step.ordinal AS ordinal, step.kind AS kind,
    step.command_text AS command_text, step.started_us AS started_us,
    step.real_ns AS real_ns, step.user_us AS user_us, step.sys_us AS sys_us,
    step.exit_status AS exit_status, step.exit_signal AS exit_signal,
    step.output_bytes AS output_bytes, step.reason AS reason
FROM step JOIN run USING (run_id) WHERE run.run_id = :run_id;

-- name: get_evidence
SELECT lower(hex(run.uid)) AS run, evidence_key, evidence_value, detail
FROM evidence JOIN run USING (run_id) WHERE run.run_id = :run_id;

-- name: get_taint
SELECT lower(hex(run.uid)) AS run, taint_key, cause, figure, detail
FROM taint JOIN run USING (run_id) WHERE run.run_id = :run_id;

-- name: get_sample
SELECT part, metric.name AS name, metric.unit AS unit,
    metric.better AS better, sample_value, resolution
FROM sample JOIN metric USING (metric_id) WHERE run_id = :run_id
ORDER BY metric.name, part;

-- Single counted values with their blocks, which pair the levels of a factor
-- inside one boot.
-- name: compare_blocks
SELECT slot.job_id, slot.block, sample.sample_value
FROM slot JOIN run USING (slot_id) JOIN sample USING (run_id)
WHERE slot.cell_id = :cell_id AND run.boot_id = :boot_id
    AND sample.metric_id = :metric_id AND sample.part = :part
    AND slot.warmup = 0 AND run.outcome = 'complete' AND NOT EXISTS (SELECT 1 FROM taint
    WHERE taint.run_id = run.run_id AND taint.cause = 'outside');
