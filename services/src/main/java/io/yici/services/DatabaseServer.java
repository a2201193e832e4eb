package io.yici.services;

import java.sql.SQLException;

/** Something that can make databases and take them away again. */
interface DatabaseServer {
    Login create(String name) throws SQLException;

    /** Ends the sessions that are still in the database, then removes it. */
    void drop(String name) throws SQLException;
}
