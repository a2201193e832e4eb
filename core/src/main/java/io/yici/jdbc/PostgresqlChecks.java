package io.yici.jdbc;

import java.sql.SQLException;
import java.util.List;

/** What can be wrong with a PostgreSQL server. */
record PostgresqlChecks(Questions ask, List<String> problems, List<String> warnings) {
    private static final int PROVED = 150000;

    void run() throws SQLException {
        if (ask.text("SELECT pg_is_in_recovery()").startsWith("t")) {
            problems.add("The PostgreSQL server is a standby in recovery. Connect to the primary, for instance with"
                    + " targetServerType=primary in the URL.");
        } else if (ask.text("SHOW transaction_read_only").equals("on")) {
            problems.add("Transactions on this PostgreSQL database are read-only by default"
                    + " (default_transaction_read_only). Give Yici a role or database that may write.");
        }
        if (Integer.parseInt(ask.text("SHOW server_version_num")) < PROVED) {
            warnings.add("PostgreSQL " + ask.text("SHOW server_version") + " is older than 15, on which Yici is proved."
                    + " Upgrade it, or run the store contract on it.");
        }
        if (ask.text("SHOW idle_in_transaction_session_timeout").equals("0")) {
            warnings.add(
                    "idle_in_transaction_session_timeout is 0: when a host vanishes, its operations stay in progress"
                            + " until the server notices. Set it above the longest work, for instance to 60s, and"
                            + " tcp_user_timeout too.");
        }
        String encoding = ask.text("SHOW server_encoding");
        if (!encoding.equals("UTF8")) {
            warnings.add("The encoding of the PostgreSQL database is " + encoding + ": an operation is refused when its"
                    + " caller or key has a character it lacks. Use a database in UTF8.");
        }
    }
}
