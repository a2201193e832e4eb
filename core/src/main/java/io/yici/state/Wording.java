package io.yici.state;

import io.yici.SetupException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** How the databases say the same thing differently. Told by the driver's product name, without a statement. */
enum Wording {
    /** A lock that does not stop inserts of rows that refer to this one, as an update itself takes. */
    POSTGRESQL(" RETURNING ", " FOR NO KEY UPDATE", " ON CONFLICT ({key}) DO NOTHING"),
    /** MySQL and MariaDB: a plain read may see an old snapshot, a locking one never does. */
    INNODB("", " FOR UPDATE", " ON DUPLICATE KEY UPDATE {version} = {version} + 0 * LAST_INSERT_ID(?)"),
    /** Whoever writes first is the only writer; there is nothing to lock in a read. */
    SQLITE(" RETURNING ", "", " ON CONFLICT ({key}) DO NOTHING"),
    /** A duplicate is an error, which undoes the one statement. */
    H2("", " FOR UPDATE", "");

    private final String returning;
    private final String locking;
    private final String ifAbsent;

    Wording(String returning, String locking, String ifAbsent) {
        this.returning = returning;
        this.locking = locking;
        this.ifAbsent = ifAbsent;
    }

    static Wording of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> POSTGRESQL;
            case "sqlite" -> SQLITE;
            case "h2" -> H2;
            case "mysql", "mariadb" -> INNODB;
            default ->
                throw new SetupException(
                        List.of("The database is " + product
                                + ", whose locking Yici has not been proved on. Use PostgreSQL,"
                                + " MySQL, MariaDB, SQLite, or H2 (for tests)."),
                        null);
        };
    }

    /** Whether an update can tell what it wrote. */
    boolean returns() {
        return !returning.isEmpty();
    }

    /** The end of an update that tells a column; empty where it cannot. */
    String returning(String column) {
        return returns() ? returning + column : "";
    }

    /** The end of a read that is current and locks what it reads. */
    String locking() {
        return locking;
    }

    /** The end of an insert that does nothing where the key is there. */
    String ifAbsent(String key, String version) {
        return ifAbsent.replace("{key}", key).replace("{version}", version);
    }

    /**
     * Whether an insert that did nothing is told by a mark, its last parameter, that the session keeps as its last
     * inserted id: a driver may count such a row or not, and the other way, an insert that fails, leaves a shared lock
     * which two transactions cannot both widen.
     */
    boolean marksDuplicates() {
        return this == INNODB;
    }

    /** Whether an error means that a value of a unique key was there. */
    boolean isDuplicate(SQLException error) {
        return this == H2 && "23505".equals(error.getSQLState());
    }

    /** Whether a transaction that has only read holds no lock yet, and could not write after somebody else has. */
    boolean locksByWriting() {
        return this == SQLITE;
    }
}
