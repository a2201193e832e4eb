package io.yici.state;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** How the databases say the same thing differently. Told by the driver's product name, without a statement. */
enum Wording {
    /** A lock that does not stop inserts of rows that refer to this one, as an update itself takes. */
    POSTGRESQL(" RETURNING ", " FOR NO KEY UPDATE"),
    /** MySQL and MariaDB: a plain read may see an old snapshot, a locking one never does. */
    INNODB("", " FOR UPDATE"),
    /** Whoever writes first is the only writer; there is nothing to lock in a read. */
    SQLITE(" RETURNING ", ""),
    H2("", " FOR UPDATE");

    private final String returning;
    private final String locking;

    Wording(String returning, String locking) {
        this.returning = returning;
        this.locking = locking;
    }

    static Wording of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> POSTGRESQL;
            case "sqlite" -> SQLITE;
            case "h2" -> H2;
            default -> INNODB;
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

    /** Whether a transaction that has only read holds no lock yet, and could not write after somebody else has. */
    boolean locksByWriting() {
        return this == SQLITE;
    }
}
