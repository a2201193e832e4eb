package io.yici.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be wrong with an SQLite database. */
record SqliteChecks(Questions ask, List<String> warnings) {
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");
    private static final int PROVED = 3_040;

    /** @param autoCommit how the data source hands out its connections */
    void run(boolean autoCommit) throws SQLException {
        checkVersion(ask.text("SELECT sqlite_version()"));
        String journal = ask.text("PRAGMA journal_mode").toLowerCase(Locale.ROOT);
        if (!journal.equals("wal") && !journal.equals("memory")) {
            warnings.add("journal_mode is " + journal
                    + ": readers and the writer block each other. Add journal_mode=WAL" + " to the URL.");
        }
        if (ask.text("PRAGMA busy_timeout").equals("0")) {
            warnings.add(
                    "busy_timeout is 0: whoever finds another writer is refused at once. Add busy_timeout=5000 to the"
                            + " URL.");
        }
        if (!autoCommit) {
            warnings.add("The pool keeps its connections out of auto-commit, so that a transaction is always open, and"
                    + " with transaction_mode=IMMEDIATE the writer's place always taken. Set the pool to auto-commit.");
        }
    }

    private void checkVersion(String text) {
        Matcher version = VERSION.matcher(text);
        if (version.matches()
                && Integer.parseInt(version.group(1)) * 1000 + Integer.parseInt(version.group(2)) < PROVED) {
            warnings.add("SQLite " + text + " is older than 3.40, on which Yici is proved. Use a newer sqlite-jdbc.");
        }
    }
}
