package io.yici.jdbc;

import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where Yici's tables are: an optional schema (on MySQL and MariaDB: database) and a prefix. Both go into statements
 * unquoted, so only ASCII letters, digits and underscores are taken, and the database folds their case as it does for
 * any unquoted name.
 *
 * @param schema null for wherever the connection looks by itself
 * @param prefix {@code yici_} by default; at most 32 characters
 */
public record TableNames(@Nullable String schema, String prefix) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final TableNames DEFAULTS = new TableNames(null, "yici_");

    /** Checks both names. */
    public TableNames {
        Objects.requireNonNull(prefix, "prefix");
        if (!NAME.matcher(prefix).matches() || prefix.length() > 32) {
            throw new IllegalArgumentException(
                    "prefix must be 1 to 32 ASCII letters, digits and underscores, not starting with a digit, not '"
                            + prefix + "'");
        }
        if (schema != null && (!NAME.matcher(schema).matches() || schema.length() > 63)) {
            throw new IllegalArgumentException(
                    "schema must be 1 to 63 ASCII letters, digits and underscores, not starting with a digit, not '"
                            + schema + "'");
        }
    }

    /** No schema, prefix {@code yici_}. */
    public static TableNames defaults() {
        return DEFAULTS;
    }

    /** The table of records, qualified. */
    String record() {
        return qualified("record");
    }

    /** The table of calls to other systems, qualified. */
    String step() {
        return qualified("step");
    }

    /** The table of messages that are tried or parked, qualified. */
    String parked() {
        return qualified("parked");
    }

    /** The table of messages that go out, qualified. */
    String outbox() {
        return qualified("outbox");
    }

    /** The table of the parts of the outbox, qualified. */
    String shard() {
        return qualified("shard");
    }

    /** The table of the versions that messages brought, qualified. */
    String version() {
        return qualified("version");
    }

    /** The table of operators' actions, qualified. */
    String audit() {
        return qualified("audit");
    }

    /** The table of leases and their fences, qualified. */
    String lease() {
        return qualified("lease");
    }

    private String qualified(String table) {
        return (schema == null ? "" : schema + ".") + prefix + table;
    }

    /** Fills the tables into a statement. */
    String in(String statement) {
        return statement
                .replace("{record}", record())
                .replace("{step}", step())
                .replace("{parked}", parked())
                .replace("{version}", version())
                .replace("{outbox}", outbox())
                .replace("{shard}", shard())
                .replace("{audit}", audit())
                .replace("{lease}", lease());
    }
}
