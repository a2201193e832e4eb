package io.yici.spring.persistence;

import io.yici.services.TestDatabase;

class PostgresqlPersistenceTest extends PersistenceContract {
    PostgresqlPersistenceTest() {
        super(TestDatabase.POSTGRESQL, "org.hibernate.dialect.PostgreSQLDialect");
    }
}
