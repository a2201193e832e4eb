-- Yici's tables for MariaDB 10.11 and newer. May be run again and again: it creates what is missing and changes nothing.
-- Times are epoch milliseconds of the database's clock.
CREATE TABLE IF NOT EXISTS yici_record (
    id BINARY(32) NOT NULL,
    caller VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    operation VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    idempotency_key VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    fingerprint VARBINARY(33),
    format SMALLINT NOT NULL,
    state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    attempt VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    outer_id BINARY(32),
    lease_until BIGINT,
    result LONGBLOB,
    result_type VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin,
    created_at BIGINT NOT NULL,
    finished_at BIGINT,
    answers_until BIGINT NOT NULL,
    refuses_until BIGINT NOT NULL,
    PRIMARY KEY (id),
    KEY yici_record_due (answers_until)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS yici_step (
    step_key VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    id BINARY(32) NOT NULL,
    operation VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    generation INTEGER NOT NULL,
    state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    input LONGBLOB,
    input_type VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    first_called_at BIGINT,
    called_at BIGINT,
    tries INTEGER NOT NULL,
    next_try_at BIGINT NOT NULL,
    reason VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    evidence LONGBLOB,
    evidence_type VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin,
    ended VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin,
    contradicted_at BIGINT,
    created_at BIGINT NOT NULL,
    finished_at BIGINT,
    keep_until BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (step_key),
    KEY yici_step_due (state, next_try_at),
    KEY yici_step_id (id)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS yici_parked (
    entry BIGINT NOT NULL AUTO_INCREMENT,
    id BINARY(32) NOT NULL,
    record_id BINARY(32),
    operation VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    caller VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    message_key VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    lane BINARY(32) NOT NULL,
    ordering_key VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    topic VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    envelope LONGBLOB NOT NULL,
    payload LONGBLOB NOT NULL,
    sent_at BIGINT,
    state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    tries INTEGER NOT NULL,
    reason VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    first_at BIGINT NOT NULL,
    last_try_at BIGINT NOT NULL,
    next_try_at BIGINT NOT NULL,
    keep_until BIGINT NOT NULL,
    PRIMARY KEY (entry),
    UNIQUE KEY yici_parked_id (id),
    KEY yici_parked_lane (lane, entry),
    KEY yici_parked_due (operation, caller, state, next_try_at),
    KEY yici_parked_kept (state, keep_until)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS yici_version (
    id BINARY(32) NOT NULL,
    operation VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    aggregate VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    version BIGINT NOT NULL,
    token VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    updated_at BIGINT NOT NULL,
    keep_until BIGINT NOT NULL,
    PRIMARY KEY (id),
    KEY yici_version_kept (keep_until)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS yici_audit (
    entry BIGINT NOT NULL AUTO_INCREMENT,
    acted_at BIGINT NOT NULL,
    action VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    operation VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    id BINARY(32) NOT NULL,
    by_whom VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    reason VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    found VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (entry)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS yici_lease (
    id BINARY(32) NOT NULL,
    name VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    owner VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    fence BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    drawn_at BIGINT NOT NULL,
    PRIMARY KEY (id),
    KEY yici_lease_idle (drawn_at)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS yici_outbox (
    seq BIGINT NOT NULL AUTO_INCREMENT,
    message_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    shard SMALLINT NOT NULL,
    lane BIGINT,
    destination VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    ordering_key VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    content_type VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    headers LONGBLOB,
    payload LONGBLOB NOT NULL,
    state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    tries INTEGER NOT NULL,
    reason VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    created_at BIGINT NOT NULL,
    last_try_at BIGINT,
    next_try_at BIGINT NOT NULL,
    keep_until BIGINT,
    PRIMARY KEY (seq),
    UNIQUE KEY yici_outbox_id (message_id),
    KEY yici_outbox_due (shard, state, seq),
    KEY yici_outbox_lane (lane, state, seq)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS yici_shard (
    id SMALLINT NOT NULL,
    claim VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    lease_until BIGINT NOT NULL,
    served_at BIGINT NOT NULL,
    mark BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    PRIMARY KEY (id)
) ENGINE = InnoDB;
