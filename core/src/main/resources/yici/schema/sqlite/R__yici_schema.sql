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
