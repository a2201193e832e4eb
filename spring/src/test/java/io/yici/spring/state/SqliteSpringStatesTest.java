package io.yici.spring.state;

import io.yici.services.TestDatabase;

class SqliteSpringStatesTest extends SpringStatesContract {
    SqliteSpringStatesTest() {
        super(TestDatabase.SQLITE, "org.hibernate.community.dialect.SQLiteDialect");
    }
}
