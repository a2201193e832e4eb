-- Yici's tables for SQLite 3.40 and newer. May be run again and again: it creates what is missing and changes nothing.
-- Times are epoch milliseconds of the database's clock.
CREATE TABLE IF NOT EXISTS yici_record (
    id BLOB NOT NULL,
    caller TEXT NOT NULL,
    operation TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    fingerprint BLOB,
    format INTEGER NOT NULL,
    state TEXT NOT NULL,
    attempt TEXT NOT NULL,
    outer_id BLOB,
    lease_until INTEGER,
    result BLOB,
    result_type TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    answers_until INTEGER NOT NULL,
    refuses_until INTEGER NOT NULL,
    PRIMARY KEY (id)
);

CREATE INDEX IF NOT EXISTS yici_record_due ON yici_record (answers_until);

CREATE TABLE IF NOT EXISTS yici_step (
    step_key TEXT NOT NULL,
    id BLOB NOT NULL,
    operation TEXT NOT NULL,
    generation INTEGER NOT NULL,
    state TEXT NOT NULL,
    input BLOB,
    input_type TEXT NOT NULL,
    first_called_at INTEGER,
    called_at INTEGER,
    tries INTEGER NOT NULL,
    next_try_at INTEGER NOT NULL,
    reason TEXT,
    evidence BLOB,
    evidence_type TEXT,
    ended TEXT,
    contradicted_at INTEGER,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    keep_until INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (step_key)
);

CREATE INDEX IF NOT EXISTS yici_step_due ON yici_step (state, next_try_at);

CREATE INDEX IF NOT EXISTS yici_step_id ON yici_step (id);

CREATE TABLE IF NOT EXISTS yici_parked (
    entry INTEGER PRIMARY KEY AUTOINCREMENT,
    id BLOB NOT NULL,
    record_id BLOB,
    operation TEXT NOT NULL,
    caller TEXT NOT NULL,
    message_key TEXT,
    lane BLOB NOT NULL,
    ordering_key TEXT,
    topic TEXT NOT NULL,
    envelope BLOB NOT NULL,
    payload BLOB NOT NULL,
    sent_at INTEGER,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL,
    reason TEXT,
    first_at INTEGER NOT NULL,
    last_try_at INTEGER NOT NULL,
    next_try_at INTEGER NOT NULL,
    keep_until INTEGER NOT NULL
);

CREATE UNIQUE INDEX IF NOT EXISTS yici_parked_id ON yici_parked (id);

CREATE INDEX IF NOT EXISTS yici_parked_lane ON yici_parked (lane, entry);

CREATE INDEX IF NOT EXISTS yici_parked_due ON yici_parked (operation, caller, state, next_try_at);

CREATE INDEX IF NOT EXISTS yici_parked_kept ON yici_parked (state, keep_until);

CREATE TABLE IF NOT EXISTS yici_version (
    id BLOB NOT NULL,
    operation TEXT NOT NULL,
    aggregate TEXT NOT NULL,
    version INTEGER NOT NULL,
    token TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    keep_until INTEGER NOT NULL,
    PRIMARY KEY (id)
);

CREATE INDEX IF NOT EXISTS yici_version_kept ON yici_version (keep_until);

CREATE TABLE IF NOT EXISTS yici_audit (
    entry INTEGER NOT NULL,
    acted_at INTEGER NOT NULL,
    action TEXT NOT NULL,
    operation TEXT NOT NULL,
    id BLOB NOT NULL,
    by_whom TEXT NOT NULL,
    reason TEXT NOT NULL,
    found TEXT NOT NULL,
    PRIMARY KEY (entry)
);

CREATE TABLE IF NOT EXISTS yici_lease (
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    fence INTEGER NOT NULL,
    lease_until INTEGER NOT NULL,
    drawn_at INTEGER NOT NULL,
    PRIMARY KEY (id)
);

CREATE INDEX IF NOT EXISTS yici_lease_idle ON yici_lease (drawn_at);

CREATE TABLE IF NOT EXISTS yici_outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id TEXT NOT NULL,
    shard INTEGER NOT NULL,
    lane INTEGER,
    destination TEXT NOT NULL,
    ordering_key TEXT,
    content_type TEXT NOT NULL,
    headers BLOB,
    payload BLOB NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL,
    reason TEXT,
    created_at INTEGER NOT NULL,
    last_try_at INTEGER,
    next_try_at INTEGER NOT NULL,
    keep_until INTEGER
);

CREATE UNIQUE INDEX IF NOT EXISTS yici_outbox_id ON yici_outbox (message_id);

CREATE INDEX IF NOT EXISTS yici_outbox_due ON yici_outbox (shard, state, seq);

CREATE INDEX IF NOT EXISTS yici_outbox_lane ON yici_outbox (lane, state, seq);

CREATE TABLE IF NOT EXISTS yici_shard (
    id INTEGER NOT NULL PRIMARY KEY,
    claim TEXT NOT NULL,
    lease_until INTEGER NOT NULL,
    served_at INTEGER NOT NULL,
    mark INTEGER NOT NULL,
    epoch INTEGER NOT NULL
);
