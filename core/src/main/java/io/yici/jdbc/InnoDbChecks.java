package io.yici.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be wrong with a MySQL or MariaDB server. */
record InnoDbChecks(Questions ask, Dialect dialect, TableNames names, List<String> problems, List<String> warnings) {
    private static final int LONG_WAIT_SECONDS = 3600;
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)");

    void run() throws SQLException {
        checkVersion(ask.text("SELECT VERSION()"));
        checkEngine();
        if (ask.isOn("innodb_rollback_on_timeout")) {
            problems.add(
                    "innodb_rollback_on_timeout is ON: a lock that is not free would roll back the whole transaction"
                            + " behind our back. Set it to OFF and restart the server.");
        }
        if (ask.isOn("read_only") || ask.isOn("super_read_only")) {
            problems.add("The server is read_only, which a replica is. Connect to the primary.");
        }
        if (ask.isOn("wsrep_on")) {
            warnings.add("The server is a node of a Galera cluster, whose nodes do not share locks: rivals on two nodes"
                    + " meet at commit, where one of them gets a conflict. Send the writes of Yici to one node.");
        }
        if (dialect == Dialects.MYSQL
                && ask.isOn("log_bin")
                && ask.variable("binlog_format").equals("STATEMENT")) {
            problems.add("binlog_format is STATEMENT, in which a claim, which takes a lock by function, is not safe for"
                    + " replicas. Set it to ROW, MySQL's default.");
        }
        String wait = ask.variable("wait_timeout");
        if (!wait.isEmpty() && Long.parseLong(wait) > LONG_WAIT_SECONDS) {
            warnings.add(
                    "wait_timeout is " + wait + " seconds: when a host vanishes, its operations stay in progress for"
                            + " as long. Set it above the longest work and the pool's idle time, for instance to 600.");
        }
    }

    private void checkVersion(String text) {
        Matcher version = VERSION.matcher(text);
        if (!version.find()) {
            return;
        }
        int number = Integer.parseInt(version.group(1)) * 1000 + Integer.parseInt(version.group(2));
        boolean mariadb = dialect == Dialects.MARIADB;
        if (number < (mariadb ? 10_006 : 8_000)) {
            problems.add(dialect.title() + " " + text + " lacks locking reads that do not wait. Use "
                    + (mariadb ? "MariaDB 10.11 or newer." : "MySQL 8.0.11 or newer."));
        } else if (mariadb && number < 10_011) {
            warnings.add(
                    "MariaDB " + text + " is older than 10.11, on which Yici is proved. Upgrade it, or run the store"
                            + " contract on it.");
        }
    }

    private void checkEngine() throws SQLException {
        String schema = names.schema();
        String engine = ask.text("SELECT engine FROM information_schema.tables WHERE table_name = '" + names.prefix()
                + "record' AND table_schema = " + (schema == null ? "DATABASE()" : "'" + schema + "'"));
        if (!engine.isEmpty() && !engine.equalsIgnoreCase("InnoDB")) {
            problems.add("Table " + names.record() + " uses the engine " + engine + ", which cannot roll back with the"
                    + " business data. Run: ALTER TABLE " + names.record() + " ENGINE = InnoDB.");
        }
    }
}
