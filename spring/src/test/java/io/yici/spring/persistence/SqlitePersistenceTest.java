package io.yici.spring.persistence;

import io.yici.services.TestDatabase;

class SqlitePersistenceTest extends PersistenceContract {
    SqlitePersistenceTest() {
        super(TestDatabase.SQLITE, "org.hibernate.community.dialect.SQLiteDialect");
    }
}
