package io.yici.spring.state;

import io.yici.services.TestDatabase;

class PostgresqlSpringStatesTest extends SpringStatesContract {
    PostgresqlSpringStatesTest() {
        super(TestDatabase.POSTGRESQL, "org.hibernate.dialect.PostgreSQLDialect");
    }
}
