-- Yici's tables for PostgreSQL 15 and newer. May be run again and again: it creates what is missing and changes nothing.
-- Times are epoch milliseconds of the database's clock.
CREATE TABLE IF NOT EXISTS yici_record (
    id BYTEA NOT NULL,
    caller VARCHAR(255) NOT NULL,
    operation VARCHAR(128) NOT NULL,
    idempotency_key VARCHAR(255) NOT NULL,
    fingerprint BYTEA,
    format SMALLINT NOT NULL,
    state VARCHAR(16) NOT NULL,
    attempt VARCHAR(32) NOT NULL,
    outer_id BYTEA,
    lease_until BIGINT,
    result BYTEA,
    result_type VARCHAR(64),
    created_at BIGINT NOT NULL,
    finished_at BIGINT,
    answers_until BIGINT NOT NULL,
    refuses_until BIGINT NOT NULL,
    PRIMARY KEY (id)
) WITH (fillfactor = 80);

CREATE INDEX IF NOT EXISTS yici_record_due ON yici_record (answers_until);

CREATE TABLE IF NOT EXISTS yici_step (
    step_key VARCHAR(64) COLLATE "C" NOT NULL,
    id BYTEA NOT NULL,
    operation VARCHAR(128) NOT NULL,
    generation INTEGER NOT NULL,
    state VARCHAR(16) NOT NULL,
    input BYTEA,
    input_type VARCHAR(64) NOT NULL,
    first_called_at BIGINT,
    called_at BIGINT,
    tries INTEGER NOT NULL,
    next_try_at BIGINT NOT NULL,
    reason VARCHAR(1000),
    evidence BYTEA,
    evidence_type VARCHAR(64),
    ended VARCHAR(16),
    contradicted_at BIGINT,
    created_at BIGINT NOT NULL,
    finished_at BIGINT,
    keep_until BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (step_key)
) WITH (fillfactor = 80);

CREATE INDEX IF NOT EXISTS yici_step_due ON yici_step (state, next_try_at);

CREATE INDEX IF NOT EXISTS yici_step_id ON yici_step (id);

CREATE TABLE IF NOT EXISTS yici_parked (
    entry BIGINT GENERATED ALWAYS AS IDENTITY,
    id BYTEA NOT NULL,
    record_id BYTEA,
    operation VARCHAR(128) NOT NULL,
    caller VARCHAR(255) NOT NULL,
    message_key VARCHAR(255),
    lane BYTEA NOT NULL,
    ordering_key VARCHAR(255),
    topic VARCHAR(255) NOT NULL,
    envelope BYTEA NOT NULL,
    payload BYTEA NOT NULL,
    sent_at BIGINT,
    state VARCHAR(16) NOT NULL,
    tries INTEGER NOT NULL,
    reason VARCHAR(1000),
    first_at BIGINT NOT NULL,
    last_try_at BIGINT NOT NULL,
    next_try_at BIGINT NOT NULL,
    keep_until BIGINT NOT NULL,
    PRIMARY KEY (entry)
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX IF NOT EXISTS yici_parked_id ON yici_parked (id);

CREATE INDEX IF NOT EXISTS yici_parked_lane ON yici_parked (lane, entry);

CREATE INDEX IF NOT EXISTS yici_parked_due ON yici_parked (operation, caller, state, next_try_at);

CREATE INDEX IF NOT EXISTS yici_parked_kept ON yici_parked (state, keep_until);

CREATE TABLE IF NOT EXISTS yici_version (
    id BYTEA NOT NULL,
    operation VARCHAR(128) NOT NULL,
    aggregate VARCHAR(255) NOT NULL,
    version BIGINT NOT NULL,
    token VARCHAR(32) NOT NULL,
    updated_at BIGINT NOT NULL,
    keep_until BIGINT NOT NULL,
    PRIMARY KEY (id)
) WITH (fillfactor = 80);

CREATE INDEX IF NOT EXISTS yici_version_kept ON yici_version (keep_until);

CREATE TABLE IF NOT EXISTS yici_audit (
    entry BIGINT GENERATED ALWAYS AS IDENTITY,
    acted_at BIGINT NOT NULL,
    action VARCHAR(32) NOT NULL,
    operation VARCHAR(128) NOT NULL,
    id BYTEA NOT NULL,
    by_whom VARCHAR(255) NOT NULL,
    reason VARCHAR(1000) NOT NULL,
    found VARCHAR(16) NOT NULL,
    PRIMARY KEY (entry)
);

CREATE TABLE IF NOT EXISTS yici_lease (
    id BYTEA NOT NULL,
    name VARCHAR(100) NOT NULL,
    owner VARCHAR(32) NOT NULL,
    fence BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    drawn_at BIGINT NOT NULL,
    PRIMARY KEY (id)
) WITH (fillfactor = 80);

CREATE INDEX IF NOT EXISTS yici_lease_idle ON yici_lease (drawn_at);

CREATE TABLE IF NOT EXISTS yici_outbox (
    seq BIGINT GENERATED ALWAYS AS IDENTITY,
    message_id VARCHAR(64) COLLATE "C" NOT NULL,
    shard SMALLINT NOT NULL,
    lane BIGINT,
    destination VARCHAR(255) NOT NULL,
    ordering_key VARCHAR(255),
    content_type VARCHAR(255) NOT NULL,
    headers BYTEA,
    payload BYTEA NOT NULL,
    state VARCHAR(16) NOT NULL,
    tries INTEGER NOT NULL,
    reason VARCHAR(1000),
    created_at BIGINT NOT NULL,
    last_try_at BIGINT,
    next_try_at BIGINT NOT NULL,
    keep_until BIGINT,
    PRIMARY KEY (seq)
);

CREATE UNIQUE INDEX IF NOT EXISTS yici_outbox_id ON yici_outbox (message_id);

CREATE INDEX IF NOT EXISTS yici_outbox_due ON yici_outbox (shard, state, seq);

CREATE INDEX IF NOT EXISTS yici_outbox_lane ON yici_outbox (lane, state, seq);

CREATE TABLE IF NOT EXISTS yici_shard (
    id SMALLINT NOT NULL,
    claim VARCHAR(32) NOT NULL,
    lease_until BIGINT NOT NULL,
    served_at BIGINT NOT NULL,
    mark BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    PRIMARY KEY (id)
) WITH (fillfactor = 50);
